/** What the agent is told of a command that its person gave to memory; the texts are in answers.tsv. */
import type { UserCommand } from "../prompt/command.ts";
import type { SessionId } from "../records/ids.ts";
import type { Language } from "../sentence.ts";
import { wordings } from "../wording.ts";
import ANSWERS from "./answers.tsv" with { type: "text" };

const worded = wordings(ANSWERS);

interface Names {
  /** The binary and the session's id as words of a shell. */
  readonly memory: string;
  readonly session: SessionId;
  /** The user said not to save this session. */
  readonly skip: boolean;
}

/** The agent has the prompt itself; pasted pages said again would take the room of what is remembered. Characters. */
const ARGUMENT_MAX = 300;

/** One line for the agent. */
export function answerCommand(
  { action, reach, argument = "", onlyIfKnown }: UserCommand,
  language: Language,
  { memory, session, skip }: Names,
): string {
  const said = argument.length > ARGUMENT_MAX ? `${argument.slice(0, ARGUMENT_MAX)} …` : argument;
  const say = (name: string) => worded(name, { memory, session, argument: said }).words[language];
  return `[memory] ${onlyIfKnown ? say("if_meant") : ""}${say(rowOf())}`;

  function rowOf(): string {
    // In place of what is said of a whole session.
    if (reach === "from_here") return "from_here";
    if (action === "save" && skip) return "save_skipped";
    if (action === "search" && argument === "") return "search_what";
    return action === "delete" && argument === "" ? "delete_all" : action;
  }
}
