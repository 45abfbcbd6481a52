/** The conversation of a session by its transcript: what of it may be saved, and whether a script runs the session. */
import { tried } from "../errors.ts";
import { isCodexExec, isUnattended } from "../agents/attended.ts";
import type { ToolUse, Turn } from "../agents/event.ts";
import { agentNamed, lookThrough } from "../agents/mod.ts";
import { BYTES_MAX } from "../limits.ts";
import { findAnyCommand, findCommand, isWish, opensPiece, pointsBack, type UserCommand } from "../prompt/command.ts";
import { sign } from "../prompt/signs.ts";
import { todoIn } from "../prompt/todo.ts";
import { isSocial } from "../prompt/intent.ts";
import { ownWords } from "../prompt/own_words.ts";
import { mayWish } from "../prompt/possible_wish.ts";
import { ITEM, withoutUnwanted } from "../prompt/wish.ts";
import { stripFrames } from "../recall/frame.ts";
import { withoutPrivate } from "../records/private.ts";
import type { Runtime } from "../runtime.ts";
import type { SessionState } from "../store/session_state.ts";
import { sizeOf, transcriptParts } from "../store/transcript.ts";
import { type Command, commandOf, isShell, programOf, scriptIn, withoutWrappers } from "../tools/command.ts";
import { simpleCommands } from "../tools/shell.ts";
import { openedPiece, type Piece, pieceAfter } from "./piece.ts";
import { personsWords } from "./requests.ts";
import type { Ending, Scene } from "./scene.ts";

/**
 * What was read of a conversation: its turns; `raw`, that part of the transcript; `end`, the byte at which the part
 * ends; `takenOut`, the lines that the person took out of the conversation; `isBefore`, whether these lines begin
 * before the part that was read.
 */
export type Conversation = NonNullable<ReturnType<typeof readConversation>>;

/** Reads a conversation from byte `from` on, without the `coming` prompt, which some clients write before its hook. */
export function readConversation(
  runtime: Runtime,
  { agent, transcript, forgotten_bytes = 0, copied_until }: Pick<
    SessionState,
    "agent" | "transcript" | "forgotten_bytes" | "copied_until"
  >,
  from = 0,
  coming?: string,
) {
  const known = agentNamed(agent ?? "");
  if (!known || transcript === undefined) return undefined;
  // The file belongs to another program, whose format may change.
  return tried(() => {
    const read = readRaw(runtime, transcript, Math.max(from, forgotten_bytes));
    if (!read) return undefined;
    const { raw, start, end } = read;
    const { turns, takenOut, isBefore } = lookThrough(known, raw);
    const isHere = coming !== undefined && turns?.at(-1)?.role === "user" &&
      turns.at(-1)?.text.trim() === coming.trim();
    if (!turns) return undefined;
    const own = ownTurns(isHere ? turns.slice(0, -1) : turns, start > from);
    // A wish not to save goes along into the copy, so that the copied part is read, too.
    const said = copied_until === undefined ? own.turns : own.turns.filter(isSaidSince(copied_until));
    return { ...own, turns: said, raw, end, takenOut, isBefore };
  });
}

/** Some clients write the first prompt before the hook of the start runs. */
const PROMPT_BEFORE_START_MS = 2_000;

function isSaidSince(time: string): (turn: Turn) => boolean {
  const since = Date.parse(time) - PROMPT_BEFORE_START_MS;
  return ({ at = Infinity }) => at >= since;
}

/** A transcript from byte `from` on, unparsed; undefined when it is no file. Throws where it can't be read. */
export function readRaw(
  runtime: Runtime,
  transcript: string,
  from = 0,
): { raw: string; start: number; end: number } | undefined {
  const parts = transcriptParts(runtime, transcript);
  if (parts.length === 0) return undefined;
  const size = sizeOf(parts);
  // Only the end of a long conversation is read. A file that is shorter than `from` was written anew.
  const start = Math.max(from > size ? 0 : from, size - BYTES_MAX.transcript);
  let raw = "";
  let before = 0;
  for (const { path, end } of parts) {
    const first = Math.max(start - before, 0);
    if (first < end) raw += new TextDecoder().decode(runtime.files.readRange(path, first, end - first));
    before += end;
  }
  return { raw, start, end: size };
}

/** Longer than the first line of any transcript that tells there how its session was started. */
const FIRST_LINE_BYTES = 2_000;

/** Whether a script runs the session. Of all transcripts only Codex's tells that. */
export function runsUnattended(
  { runtime, event: { agent }, state: { transcript, background } }: Pick<Scene, "runtime" | "event" | "state">,
  conversation?: Conversation,
): boolean {
  const told = agent === "codex" && transcript !== undefined
    ? startToldIn(runtime, transcript, conversation)
    : { raw: "", first: "" };
  return isUnattended(runtime, { agent, background: background === true }, told);
}

/** Whether a script ran a session that is left: by Codex's transcript, or by what its start noted. */
export function ranUnattended({ runtime, state: { agent, transcript, background } }: Ending): boolean {
  if (agent !== "codex" || transcript === undefined) return background === true;
  const { raw, first } = startToldIn(runtime, transcript, undefined);
  return isCodexExec(raw, first) ?? background === true;
}

function startToldIn(runtime: Runtime, transcript: string, conversation: Conversation | undefined) {
  try {
    const raw = conversation?.raw ?? readRaw(runtime, transcript)?.raw ?? "";
    const start = new TextDecoder().decode(runtime.files.readRange(transcript, 0, FIRST_LINE_BYTES));
    return { raw, first: start.split("\n", 1)[0] ?? "" };
  } catch {
    return { raw: "", first: "" };
  }
}

/** The reach of a wish not to save: the whole session, or the part after the wish. */
export type Unwanted = "all" | "from_here";

interface Ordered {
  readonly order?: string;
  readonly todos?: readonly string[];
  /** What they order to forget. */
  readonly forgets?: string;
}

type OwnTurn = Turn & Ordered;

type SoFar = ReturnType<typeof beginning>;

/** `isCut`: earlier turns were not read, which may hold a wish that a later turn lifts. */
function beginning(isCut: boolean) {
  return {
    isCut,
    own: [] as OwnTurn[],
    /** Where the last prompt begins in `own`: a wish not to save what was just said points back to it. */
    lastPrompt: 0,
    /** Where the prompt before it begins: an order to delete and the “yes” that confirms it are two prompts. */
    promptBefore: 0,
    unwanted: undefined as Unwanted | undefined,
    /** Replies to the last prompt are left out, as it is. */
    isLeftOut: false,
    piece: undefined as Piece | undefined,
    deletes: false,
  };
}

/** How far turns are `unwanted`; the `piece` at their end that is left out; whether the agent `deletes` in them. */
function ownTurns(all: readonly Turn[], isCut: boolean) {
  const soFar = beginning(isCut);
  for (const turn of all) {
    if (turn.role === "assistant") takeReply(soFar, turn);
    else takePrompt(soFar, turn);
  }
  const { own: turns, unwanted, deletes, piece } = soFar;
  return { turns, unwanted, deletes, piece };
}

function takeReply(soFar: SoFar, turn: Turn): void {
  for (const call of obeyedIn(turn.tools)) obey(soFar, call);
  if (soFar.isLeftOut || soFar.unwanted === "from_here") return;
  soFar.own.push({ ...turn, text: stripFrames(turn.text) });
}

function obey(soFar: SoFar, call: Obeyed): void {
  const { own, lastPrompt, promptBefore } = soFar;
  switch (call) {
    case "enable":
      return lift(soFar);
    case "save":
      // It answers the order before it. Of earlier ones capture/conversation.ts tells whether a fact is about them.
      soFar.own = own.map((turn, at) => at < promptBefore ? turn : withoutOrder(turn));
      return;
    case "disable":
      soFar.own = own.slice(0, lastPrompt);
      soFar.unwanted ??= "from_here";
      return;
    case "delete":
      soFar.own = own.slice(0, promptBefore);
      soFar.deletes = true;
      return;
    case "purge":
      // The text of a purged record is gone, so nothing tells which earlier turns repeat it: all of them go.
      soFar.own = [];
      soFar.deletes = true;
  }
}

function withoutOrder({ order: _, todos: __, ...turn }: OwnTurn): OwnTurn {
  return turn;
}

/**
 * Ends a wish not to save. Where the wish was for the whole session, or may stand in a part that was not read, all that
 * was said so far stays unsaved.
 */
function lift(soFar: SoFar): void {
  const { unwanted, isCut } = soFar;
  if (unwanted === "all" || (unwanted === undefined && isCut)) soFar.own = [];
  soFar.unwanted = undefined;
}

function takePrompt(soFar: SoFar, turn: Turn): void {
  const said = personsWords(turn.text);
  if (said === "") return;
  const order = findAnyCommand(said);
  const found = order?.isInText ? undefined : order;
  // Words that may be about the work are kept. Where they meant memory, the agent's call tells that.
  const command = found?.onlyIfKnown ? undefined : found;
  if (command?.action === "skip_save") {
    soFar.unwanted = soFar.unwanted === "all" ? "all" : command.reach ?? "all";
  }
  if (command?.action === "save_again") lift(soFar);
  if (soFar.unwanted === "from_here") return;
  if (command?.action === "skip_piece") return leaveOutPiece(soFar, said, command);
  soFar.piece = soFar.piece && !command ? pieceAfter(soFar.piece, said) : undefined;
  soFar.isLeftOut = soFar.piece !== undefined;
  if (soFar.isLeftOut) return;
  const isAnswer = isSocial(said) || (said.length <= ANSWER_MAX && ANSWERS.test(said));
  soFar.promptBefore = isAnswer ? soFar.lastPrompt : soFar.own.length;
  soFar.lastPrompt = soFar.own.length;
  const { text, ordered } = keptOf(order?.isInText ? withoutOrders(order) : said, command);
  const forgets = forgottenBy(found);
  // At a prompt the agent judges whether it holds such a wish. Here nobody can, so it counts as one. A prompt that
  // takes back the one before it is kept: without it, the earlier one would stand.
  soFar.isLeftOut = (order?.isInText === true && isWish(order)) ||
    !command && forgets === undefined && text === said && !TAKES_BACK_LAST.test(said) &&
      mayWish(ownWords(said));
  const saysMore = text !== "" || Object.keys(ordered).length > 0 || forgets !== undefined;
  if (!soFar.isLeftOut && saysMore) soFar.own.push({ ...turn, text, ...ordered, ...forgets ? { forgets } : {} });
}

/** A prompt without the orders in a text that it hands over, which nobody obeys. */
function withoutOrders({ rest }: UserCommand, left = ORDERS_MAX): string {
  const next = findAnyCommand(rest);
  if (!next?.isInText) return rest;
  return left > 1 ? withoutOrders(next, left - 1) : "";
}

/** Of a text with more orders nothing is kept. */
const ORDERS_MAX = 10;

/** What an order to delete names, unless its words may mean the work. */
function forgottenBy(command: UserCommand | undefined): string | undefined {
  if (command?.action !== "delete" || command.onlyIfKnown && !UNSAYS.test(command.sentence)) return undefined;
  return command.argument;
}

const UNSAYS = /\bforget\b|忘|\b(?:said|told you|mentioned)\b/iu;

function leaveOutPiece(soFar: SoFar, said: string, command: UserCommand): void {
  soFar.piece = opensPiece(said, command) ? openedPiece(said) : undefined;
  soFar.isLeftOut = true;
  if (pointsBack(said, command)) soFar.own = soFar.own.slice(0, soFar.lastPrompt);
}

function keptOf(said: string, command: UserCommand | undefined): { readonly text: string; readonly ordered: Ordered } {
  if (command?.action !== "save") return { text: withoutUnwanted(command ? command.rest : said), ordered: {} };
  // An order ends with its line, and half of a private part could not be found any more.
  const open = withoutPrivate(said);
  const kept = findCommand(open);
  const saved = withoutUnwanted(kept?.action === "save" ? kept.argument ?? "" : "");
  const ordered = orderedIn(saved, kept?.isTodo === true);
  return { text: withoutUnwanted(kept ? kept.rest : open), ordered };
}

function orderedIn(saved: string, isTodo: boolean): Ordered {
  const todos: string[] = [];
  const others: string[] = [];
  for (const line of saved.split("\n").filter((line) => line.trim() !== "")) {
    const todo = isTodo ? line.replace(ITEM, "").trim() : todoIn(line);
    if (todo === undefined) others.push(line);
    else todos.push(todo);
  }
  return { ...others.length > 0 && { order: others.join("\n") }, ...todos.length > 0 && { todos } };
}

const TAKES_BACK_LAST = sign("takes back the last");

const ANSWERS = /^(?:yes|yep|ok|okay|sure|go|do|right|please|好|对|嗯|是|行|删|可以|确认|没错)/iu;
const ANSWER_MAX = 40;

/** A call of memory by which the agent obeyed the person, whose words no pattern of ours knows. */
type Obeyed = "disable" | "enable" | "delete" | "purge" | "save";

/** A summary answers no order by itself: a request of ours may have asked for it. */
const SAVES = /^(?:save(?! summary)|remember|note (?:add|propose|edit)|(?:manage )?(?:edit|import))(?: |$)/;
const DELETES = /^(?:(?:manage|note) )?delete(?: |$)/;

function obeyedIn(tools: readonly ToolUse[]): Obeyed[] {
  return tools.flatMap(({ kind, command = "", failed }) => {
    if (kind !== "shell" || failed || !command.includes("memory")) return [];
    // Windows has paths with signs that a shell would take for escapes: `C:\bin\memory.exe`.
    return memoryCalls(command.replace(/\\(?=\w)/g, "/")).flatMap(obeyedBy);
  });
}

/** Scripts in scripts, deeper than anybody writes them. */
const DEPTH_MAX = 3;

/** The calls of memory in a command line, which may stand in its substitutions and scripts, too; no mere mention. */
function memoryCalls(line: string, depth = 0): Command[] {
  return simpleCommands(line).flatMap(({ words, inner, input }) => {
    const [first = "", ...args] = withoutWrappers(words);
    const program = programOf(first);
    if (program === "memory") return [commandOf(program, args)];
    const script = scriptIn(program, args) ?? (isShell(program) ? input : "");
    return depth < DEPTH_MAX ? [...inner, script].flatMap((each) => memoryCalls(each, depth + 1)) : [];
  });
}

function obeyedBy({ words, options }: Command): Obeyed[] {
  const [verb] = words;
  const said = words.join(" ");
  if (options.includes("--help")) return [];
  if (verb === "disable" || verb === "enable") return options.includes("--session") ? [verb] : [];
  if (SAVES.test(said)) return ["save"];
  if (!DELETES.test(said)) return [];
  return options.includes("--purge") ? ["purge"] : options.includes("--confirm") ? ["delete"] : [];
}
