/** What of a conversation may be saved: not our own texts, commands to memory, or what the person wants left out. */
import type { ToolUse, Turn } from "../agents/event.ts";
import { findCommand, opensPiece, pointsBack, type UserCommand } from "../prompt/command.ts";
import { sign } from "../prompt/signs.ts";
import { todoIn } from "../prompt/todo.ts";
import { isSocial } from "../prompt/intent.ts";
import { ownWords } from "../prompt/own_words.ts";
import { mayWish } from "../prompt/possible_wish.ts";
import { ITEM, withoutUnwanted } from "../prompt/wish.ts";
import { stripFrames } from "../recall/frame.ts";
import { withoutPrivate } from "../records/private.ts";
import { openedPiece, type Piece, pieceAfter } from "./piece.ts";
import { personsWords } from "./requests.ts";

/** The reach of a wish not to save: the whole session, or the part after the wish. */
export type Unwanted = "all" | "from_here";

interface Ordered {
  readonly order?: string;
  readonly todos?: readonly string[];
}

type OwnTurn = Turn & Ordered;

interface SoFar {
  readonly isCut: boolean;
  own: OwnTurn[];
  /** Where the last prompt begins in `own`: a wish not to save what was just said points back to it. */
  lastPrompt: number;
  /** Where the prompt before it begins: an order to delete and the “yes” that confirms it are two prompts. */
  promptBefore: number;
  unwanted: Unwanted | undefined;
  /** Replies to the last prompt are left out, as it is. */
  isLeftOut: boolean;
  piece: Piece | undefined;
  deletes: boolean;
}

/**
 * How far the turns are `unwanted`; whether the agent `deletes` records in them; and the `piece` at their end that is
 * not to be saved and may go on. `isCut`: earlier turns, not read, may hold a wish that a later turn lifts.
 */
export function ownTurns(all: readonly Turn[], isCut: boolean) {
  const soFar: SoFar = {
    isCut,
    own: [],
    lastPrompt: 0,
    promptBefore: 0,
    unwanted: undefined,
    isLeftOut: false,
    piece: undefined,
    deletes: false,
  };
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
      soFar.own = own.map(({ order: _, todos: __, ...turn }) => turn);
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

/** Ends a wish not to save. A wish for the whole session, which may stand in a part not read, covers what was said. */
function lift(soFar: SoFar): void {
  const { unwanted, isCut } = soFar;
  if (unwanted === "all" || (unwanted === undefined && isCut)) soFar.own = [];
  soFar.unwanted = undefined;
}

function takePrompt(soFar: SoFar, turn: Turn): void {
  const said = personsWords(turn.text);
  if (said === "") return;
  const found = findCommand(said);
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
  soFar.promptBefore = isAnswer(said) ? soFar.lastPrompt : soFar.own.length;
  soFar.lastPrompt = soFar.own.length;
  const { text, ordered } = keptOf(said, command);
  // At a prompt the agent judges whether it holds such a wish. Here nobody can, so it counts as one. What takes back
  // the prompt before it is kept, since that one would stand without it.
  soFar.isLeftOut = !command && text === said && !TAKES_BACK_LAST.test(said) && mayWish(ownWords(said));
  const saysMore = text !== "" || Object.keys(ordered).length > 0;
  if (!soFar.isLeftOut && saysMore) soFar.own.push({ ...turn, text, ...ordered });
}

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

/** The to-dos among the lines that are to be saved, and the other lines. */
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

function isAnswer(said: string): boolean {
  return isSocial(said) || (said.length <= ANSWER_MAX && ANSWERS.test(said));
}

const ANSWERS = /^(?:yes|yep|ok|okay|sure|go|do|right|please|好|对|嗯|是|行|删|可以|确认|没错)/iu;
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
