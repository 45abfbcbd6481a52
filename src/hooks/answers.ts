/** The lines that an agent is told outside of frames (answers.tsv): the answer to a command, what was switched … */
import type { Reply } from "../agents/event.ts";
import { languageOf } from "../config/mod.ts";
import type { UserCommand } from "../prompt/command.ts";
import type { SessionId } from "../records/ids.ts";
import type { Language } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import { readSessionState, stateStore, updateSessionState } from "../store/session_state.ts";
import { cutTo } from "../text/legible.ts";
import { textsOfRoom, type Values } from "../wording.ts";
import ANSWERS from "./answers.tsv" with { type: "text" };

const { said } = textsOfRoom(ANSWERS);

/** A line for the agent. requests.ts knows it again by its mark. */
export function line(name: string, language: Language, values?: Values): string {
  return `[memory] ${said(name, values)[language]}`;
}

/** Characters of a command's argument that are repeated. The agent has the prompt itself, and room is for records. */
const ARGUMENT_MAX = 300;

/** The line that answers a command of the person. */
export function answerCommand(
  command: UserCommand,
  language: Language,
  { skip, ...commands }: { memory: string; session: SessionId; skip: boolean },
): string {
  const { argument = "", onlyIfKnown } = command;
  const answer = said(answerTo(command, skip), { ...commands, argument: cutTo(argument, ARGUMENT_MAX) })[language];
  return `[memory] ${onlyIfKnown ? said("if_meant")[language] : ""}${answer}`;
}

function answerTo({ action, reach, isLast, isTodo, isWrong, argument = "" }: UserCommand, skip: boolean): string {
  if (reach === "from_here") return reach;
  if (action === "save" && skip) return "save_skipped";
  // Where nothing of the session is saved, a piece of it is not, either.
  if (action === "skip_piece" && skip) return "skip_save";
  if (isTodo) return "save_todo";
  if (action === "search" && argument === "") return "search_what";
  if (isWrong) return isLast ? "wrong_last" : "wrong";
  if (isLast && action === "delete") return "delete_last";
  if (action === "delete" && argument === "") return "delete_all";
  return action;
}

/** The names of the switches that were off, and that are off now, each separated by blanks. */
export interface Switched {
  readonly before: string;
  readonly now: string;
}

/** What an open session is told of a switch; `brief`: how to use memory, for a session that may use it again. */
export function switchedText({ before, now }: Switched, language: Language, brief: string): string {
  const names = (words: string) => words.split(" ").filter((name) => name !== "");
  const [was, is] = [names(before), names(now)];
  const off = is.filter((name) => !was.includes(name)).map((name) => said(`off_${name}`)[language]);
  return [
    off.length > 0 ? `[memory] ${off.join(language === "zh" ? "" : " ")}` : "",
    ...was.some((name) => !is.includes(name)) ? [line("on_again", language), brief] : [],
  ].filter(Boolean).join("\n\n");
}

/** Tells a session once that memory was switched off while it was open; one that began later knows of no memory. */
export function tellOff(memory: Memory, session: SessionId): Reply | undefined {
  const store = stateStore(memory);
  const state = store && readSessionState(store, session);
  if (!store || !state || state.off === "enabled" || !state.given) return undefined;
  updateSessionState(store, session, () => ({ off: "enabled" }));
  const language = languageOf(memory.runtime, memory.config);
  return { context: switchedText({ before: state.off ?? "", now: "enabled" }, language, "") };
}
