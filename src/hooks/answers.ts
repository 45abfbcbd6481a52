/** The single lines that an agent is told beside a prompt (answers.tsv), and which of them answers a command. */
import type { UserCommand } from "../prompt/command.ts";
import type { SessionId } from "../records/ids.ts";
import type { Language } from "../sentence.ts";
import { texts, type Values } from "../wording.ts";
import ANSWERS from "./answers.tsv" with { type: "text" };

export const { said } = texts(ANSWERS);

/** A line for the agent. requests.ts knows it again by its mark. */
export function line(name: string, language: Language, values?: Values): string {
  return `[memory] ${said(name, values)[language]}`;
}

interface Names {
  /** The binary and the session's id as words of a shell. */
  readonly memory: string;
  readonly session: SessionId;
  /** The user said not to save this session. */
  readonly skip: boolean;
}

/** Characters of a command's argument that are repeated. The agent has the prompt itself, and room is for records. */
const ARGUMENT_MAX = 300;

/** The line that answers a command of the person. */
export function answerCommand(
  { action, reach, argument = "", onlyIfKnown }: UserCommand,
  language: Language,
  { memory, session, skip }: Names,
): string {
  const short = argument.length > ARGUMENT_MAX ? `${argument.slice(0, ARGUMENT_MAX)} …` : argument;
  const row = reach === "from_here"
    ? reach
    : action === "save" && skip
    ? "save_skipped"
    : action === "search" && argument === ""
    ? "search_what"
    : action === "delete" && argument === ""
    ? "delete_all"
    : action;
  const answer = said(row, { memory, session, argument: short })[language];
  return `[memory] ${onlyIfKnown ? said("if_meant")[language] : ""}${answer}`;
}
