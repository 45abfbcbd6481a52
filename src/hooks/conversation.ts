/**
 * The conversation of a session by its transcript: the words of person and agent, without our own texts and without
 * what is not to be saved; which given records it proves to have arrived or been used; how far a piece that is not to
 * be saved goes on.
 *
 * @module
 */
import { BYTES_MAX } from "../limits.ts";
import { isUnattended } from "../agents/attended.ts";
import type { Agent, ToolUse, Turn } from "../agents/event.ts";
import { agentNamed, readTranscript } from "../agents/mod.ts";
import { findCommand, opensPiece, pointsBack } from "../prompt/command.ts";
import { frameIds, stripFrames } from "../recall/frame.ts";
import { ownWords } from "../prompt/own_words.ts";
import { identifyIntent, isSocial } from "../prompt/intent.ts";
import { withoutUnwanted } from "../prompt/wish.ts";
import { mayWish } from "../prompt/possible_wish.ts";
import { withoutPrivate } from "../records/private.ts";
import type { Runtime } from "../runtime.ts";
import { type SessionState, updateSessionState } from "../store/session_state.ts";
import { withoutRequests } from "./requests.ts";
import type { Scene } from "./scene.ts";
import { restsOn } from "../recall/telling.ts";
import { priorOf, TRADE_PRIOR } from "../text/commonness.ts";
import { countHan, HAN, pairsOf } from "../text/script.ts";
import { isStopWord } from "../text/stop.ts";
import { piecesOf } from "../text/likeness.ts";

/** The reach of a wish not to save: the whole session, or the part after the wish. */
export type Unwanted = "all" | "from_here";

/**
 * A conversation as far as it was read: its turns; `raw`, the part of the file that was read, unparsed; and `end`, the
 * byte where reading ended.
 */
export type Conversation = NonNullable<ReturnType<typeof readConversation>>;

/** A turn, and the text or to-do that its prompt orders to save and no later call saves, without the order's words. */
type OwnTurn = Turn & { readonly order?: string; readonly todo?: string };

/**
 * The conversation of a session from byte `from` on; undefined when it can't be read.
 *
 * @param coming the prompt at hand, left out: some clients write it into the transcript before its hook runs
 */
export function readConversation(
  runtime: Runtime,
  { agent, transcript, forgotten_bytes = 0 }: Pick<SessionState, "agent" | "transcript" | "forgotten_bytes">,
  from = 0,
  coming?: string,
) {
  const known: Agent | undefined = agentNamed(agent ?? "");
  if (!known || transcript === undefined) return undefined;
  try {
    const read = readRaw(runtime, transcript, Math.max(from, forgotten_bytes));
    if (!read) return undefined;
    const { raw, start, end } = read;
    const turns = readTranscript(known, raw);
    const isHere = coming !== undefined && turns?.at(-1)?.role === "user" &&
      turns.at(-1)?.text.trim() === coming.trim();
    return turns && { ...ownTurns(isHere ? turns.slice(0, -1) : turns, start > from), raw, end };
  } catch {
    // The file belongs to another program, whose format may change.
    return undefined;
  }
}

/** A transcript from byte `from` on, unparsed; undefined when it is no file. Throws where it can't be read. */
function readRaw({ files }: Runtime, path: string, from = 0): { raw: string; start: number; end: number } | undefined {
  const stat = files.stat(path);
  if (stat?.kind !== "file") return undefined;
  // Only the end of a long conversation is read. A file that is shorter than `from` was written anew.
  const start = Math.max(from > stat.size ? 0 : from, stat.size - BYTES_MAX.transcript);
  const bytes = files.readRange(path, start, stat.size - start);
  return { raw: new TextDecoder().decode(bytes), start, end: stat.size };
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

/** The part of a transcript that was read, and its first line. */
function startToldIn(runtime: Runtime, transcript: string, conversation: Conversation | undefined) {
  try {
    const raw = conversation?.raw ?? readRaw(runtime, transcript)?.raw ?? "";
    const start = new TextDecoder().decode(runtime.files.readRange(transcript, 0, FIRST_LINE_BYTES));
    return { raw, first: start.split("\n", 1)[0] ?? "" };
  } catch {
    return { raw: "", first: "" };
  }
}

/** Whether a prompt only answers a question of the agent. */
function isAnswer(said: string): boolean {
  return isSocial(said) || (said.length <= ANSWER_MAX && ANSWERS.test(said));
}

const ANSWERS = /^(?:yes|yep|ok|okay|sure|go|do|right|please|好|对|嗯|是|行|删|可以|确认|没错)/iu;
/** Characters of the longest answer. */
const ANSWER_MAX = 40;

/** A call of memory by which the agent obeyed the person, whose words no pattern of ours knows. */
type Obeyed = "disable" | "enable" | "delete" | "purge" | "save";

const OBEYS =
  /\bmemory(?:\.exe)?["']?\s+(?:--\S+\s+)*(?:(disable|enable)\b[^;&|\n]*--session|(?:(?:manage|note)\s+)?delete\b([^;&|\n]*))/g;
/** A command of memory that saves, and not its name in a message or a search. */
const SAVES =
  /(?:^|[;&|(\n])\s*["']?(?:[^"';&|\n]*[\\/])?memory(?:\.exe)?["']?\s+(?:--\S+\s+)*(?:save|remember|note\s+(?:add|propose|edit)|(?:manage\s+)?(?:edit|import))\b(?![^;&|\n]*\s--help\b)/;

function obeyedIn(tools: readonly ToolUse[]): Obeyed[] {
  return tools.flatMap(({ kind, command = "", failed }) => {
    if (kind !== "shell" || failed || !command.includes("memory")) return [];
    const obeyed = [...command.matchAll(OBEYS)].flatMap(([, verb, options = ""]): Obeyed[] => {
      if (verb === "disable" || verb === "enable") return [verb];
      return options.includes("--purge") ? ["purge"] : options.includes("--confirm") ? ["delete"] : [];
    });
    return SAVES.test(command) ? [...obeyed, "save"] : obeyed;
  });
}

/**
 * The turns without our frames, our requests, and the person's commands to memory; whether the agent deleted records in
 * them; and the `piece` at their end that is not to be saved and may go on.
 *
 * @param isCut earlier turns were not read: they may hold a wish that a later turn lifts
 */
function ownTurns(turns: readonly Turn[], isCut: boolean) {
  let unwanted = false;
  let deletes = false;
  let own: OwnTurn[] = [];
  // Where the last prompt begins in `own`: a wish not to save what was just said points back to it.
  let lastPrompt = 0;
  // Where the prompt before it begins: an order to delete and the “yes” that confirms it are two prompts.
  let promptBefore = 0;
  let isLeftOut = false;
  let piece: Piece | undefined;
  // True from a wish not to save what follows until the wish is lifted.
  let isStretch = false;
  const lift = () => {
    if (!isStretch && (unwanted || isCut)) own = [];
    unwanted = isStretch = false;
  };
  const obey = (call: Obeyed) => {
    if (call === "enable") return lift();
    if (call === "save") return void (own = own.map(({ order: _, todo: __, ...turn }) => turn));
    if (call !== "disable") deletes = true;
    // The text of a purged record is gone, so nothing tells which earlier turns repeat it: all of them go.
    own = call === "purge" ? [] : own.slice(0, call === "delete" ? promptBefore : lastPrompt);
    if (call === "disable" && !unwanted) isStretch = unwanted = true;
  };
  for (const turn of turns) {
    const text = stripFrames(turn.text);
    if (turn.role === "assistant") {
      obeyedIn(turn.tools).forEach(obey);
      if (!isLeftOut && !isStretch) own.push({ ...turn, text });
      continue;
    }
    const said = withoutRequests(text);
    if (said === "") continue;
    const found = findCommand(said);
    // Words that may be about the work are kept. Where they meant memory, the agent's call tells that.
    const command = found?.onlyIfKnown ? undefined : found;
    if (command?.action === "skip_save") {
      isStretch = command.reach === "from_here" && (isStretch || !unwanted);
      unwanted = true;
    }
    if (command?.action === "save_again") lift();
    if (isStretch) continue;
    if (command?.action === "skip_piece") {
      piece = opensPiece(said, command) ? openedPiece(said) : undefined;
      isLeftOut = true;
      if (pointsBack(said, command)) own = own.slice(0, lastPrompt);
      continue;
    }
    piece = piece && !command ? pieceAfter(piece, said) : undefined;
    isLeftOut = piece !== undefined;
    if (isLeftOut) continue;
    promptBefore = isAnswer(said) ? lastPrompt : own.length;
    lastPrompt = own.length;
    // An order ends with its line, and half of a private part could not be found any more.
    const open = command?.action === "save" ? withoutPrivate(said) : said;
    const kept = open === said ? command : findCommand(open);
    const rest = withoutUnwanted(kept ? kept.rest : open);
    const saved = kept?.action === "save" ? withoutUnwanted(kept.argument ?? "") : "";
    const ordered = saved === "" ? {} : kept?.isTodo ? { todo: saved } : { order: saved };
    // At a prompt the agent judges whether it holds such a wish. Here nobody can, so it counts as one.
    isLeftOut = !command && rest === said && mayWish(ownWords(said));
    if (!isLeftOut && rest + saved !== "") own.push({ ...turn, text: rest, ...ordered });
  }
  // The person's words or the agent's call have switched saving off.
  const left: Unwanted | undefined = isStretch ? "from_here" : unwanted ? "all" : undefined;
  return { turns: own, unwanted: left, deletes, piece };
}

/**
 * Notes in the session's state which given records have arrived and which were used. A frame in the transcript, or an
 * id in a reply, proves the first; a reply that rests on the record's words proves the second.
 */
export function noteProof(
  { store, event, state }: Pick<Scene, "store" | "event" | "state">,
  conversation: Conversation | undefined,
  lastReply = "",
): void {
  const proofFor = (now: SessionState) => proofIn(now, conversation, lastReply);
  if (proofFor(state)) updateSessionState(store, event.session, (now) => proofFor(now) ?? {});
}

/** The change of the state that a conversation and the last reply prove; undefined when they prove nothing new. */
export function proofIn(
  { injections = [], cited = [], used = [], replies_read = false }: Partial<SessionState>,
  conversation: Conversation | undefined,
  lastReply = "",
): Partial<SessionState> | undefined {
  if (injections.length === 0) return undefined;
  const { turns = [], raw = "" } = conversation ?? {};
  const replies = [lastReply, ...turns.filter(({ role }) => role === "assistant").map(({ text }) => text)];
  const named = new Set(replies.flatMap((reply) => reply.match(RECORD_ID) ?? []));
  const fresh = [...new Set(injections.flatMap(({ ids }) => ids))].filter((id) => named.has(id) && !cited.includes(id));
  // A transcript is JSON: the quotation marks of a frame are escaped in it.
  const frames = new Set(frameIds(raw.replaceAll('\\"', '"')));
  const arrived = injections.filter(({ frame, seen }) => !seen && frames.has(frame));
  const said = replies.join("\n").toLowerCase();
  // Whether the agent used a record that a tool call told shows in the commands and paths of later calls.
  const deeds = turns.flatMap(({ tools }) => tools.map(({ command = "", path = "" }) => command + path))
    .join("\n").toLowerCase();
  const rested = injections.flatMap(({ telling = {}, reason }) => {
    const shown = reason === "tool" ? `${said}\n${deeds}` : said;
    return Object.keys(telling).filter((id) => !used.includes(id) && restsOn(shown, telling[id] ?? []));
  });
  const firstRead = !replies_read && said.trim() !== "";
  if (fresh.length === 0 && arrived.length === 0 && rested.length === 0 && !firstRead) return undefined;
  return {
    cited: [...cited, ...fresh],
    used: [...new Set([...used, ...rested])],
    replies_read: replies_read || firstRead,
    injections: injections.map((injection) => arrived.includes(injection) ? { ...injection, seen: true } : injection),
  };
}

const RECORD_ID = /\b(?:MEM-[A-Za-z0-9][\w-]*|(?:log|sum|fact)-\d{6,9}(?:-[a-z0-9]+)?)\b/g;

const ANOTHER =
  /^(?:(?:ok(?:ay)?|so|and|now|thanks|thank you|great|good|好了?|行|嗯|谢谢|那)[\s,，、.。!！]*)*(?:back\b|now\b|next\b|continue\b|go on\b|let's\b|another\b|回到|继续|另外|下一|现在|接着|说回|换)/iu;

/** Whether a prompt begins another matter than the one before it. `isNamed`: it names something of that one. */
function beginsAnother(prompt: string, isNamed: boolean): boolean {
  if (ANOTHER.test(prompt) && !(isNamed && GOES_ON.test(prompt))) return true;
  return identifyIntent(prompt).intent_type === "new_topic";
}

/** Such words begin the next step of a matter as well as another matter. */
const GOES_ON =
  /^(?:(?:ok(?:ay)?|so|and|thanks|thank you|great|good|好了?|行|嗯|谢谢|那)[\s,，、.。!！]*)*(?:now|next|continue|go on|let's|继续|接着|现在|下一)/iu;

/** A piece of a session that is not to be saved: the person's words in it so far. */
interface Piece {
  readonly said: string;
  /** Names and objects in the prompt that opened it. */
  readonly names: readonly string[];
  /** The number of prompts that name one of these and may still go on with it. */
  readonly named: number;
  /** Whether the last prompt named one. */
  readonly isNamed: boolean;
  /** The number of prompts, with others, until only those that name one may go on with it. */
  readonly prompts: number;
}

/** Prompts that may go on with a piece: nobody says where it ends, and the next matter begins without notice. */
const GOES_ON_MAX = 2;
/** Prompts that name what the piece is about: a project's own words must not keep it open for good. */
const NAMED_MAX = 8;
/** Letters (a Chinese character counts two) of a prompt that names no matter of its own: “make it shorter”. */
const BRIEF = 24;

/** The piece that a prompt opens. */
export function openedPiece(said: string): Piece {
  return { said, names: namesIn(said), named: NAMED_MAX, isNamed: true, prompts: GOES_ON_MAX };
}

/** The names and objects in a text, by their beginnings and by pairs of Chinese characters: no words of any request. */
function namesIn(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  const telling = words.filter((word) => !isStopWord(word) && priorOf(word) > TRADE_PRIOR).join(" ");
  const pairs = (text.match(HAN_RUN) ?? []).flatMap(pairsOf).filter((pair) => priorOf(pair) > TRADE_PRIOR);
  return [...new Set([...piecesOf(telling), ...pairs, ...text.toLowerCase().match(PERSONAL) ?? []])];
}

/** What people write with an agent besides their work: everyday words, but the object of such a piece. */
const PERSONAL =
  /\b(?:letter|e-?mail|mail|cv|résumé|resume|speech|poem|diary|essay)(?=s?\b)|(?<![微通短电确相自诚迷守])信(?![息号任用念心仰赖箱道令])/gu;

const HAN_RUN = new RegExp(`[${HAN}]{2,}`, "g");

/** A piece after the next prompt; undefined where that is another matter, or is to be saved. */
export function pieceAfter(piece: Piece, prompt: string): Piece | undefined {
  const isNamed = piece.named > 0 && namesIn(prompt).some((name) => piece.names.includes(name));
  if (beginsAnother(prompt, isNamed) || asksToSave(prompt)) return undefined;
  const [before, now] = [piece.said.toLowerCase(), prompt.toLowerCase()];
  const isBrief = prompt.length + countHan(prompt) <= BRIEF && (piece.isNamed || piece.prompts > 0);
  const isNear = piece.prompts > 0 && piecesOf(now).some((each) => before.includes(each));
  if (!isNamed && !isBrief && !isNear) return undefined;
  return {
    ...piece,
    said: `${piece.said}\n${prompt}`,
    named: piece.named - (isNamed ? 1 : 0),
    isNamed,
    prompts: Math.max(0, piece.prompts - 1),
  };
}

/** Whether a clause of a prompt is an order to save. */
function asksToSave(prompt: string): boolean {
  return prompt.split(/[,，。.!！;；\n]+/u).some((clause) => findCommand(clause)?.action === "save");
}
