/** What agents are taught: every text that is installed or said, and the lines of a shell in it. */
import { SETUPS } from "../src/agents/setup.ts";
import { answerCommand } from "../src/hooks/answers.ts";
import type { CommandAction } from "../src/prompt/command.ts";
import type { Language } from "../src/sentence.ts";
import { ALL_ON } from "../src/templates/fill.ts";
import { agentFiles, rulesText } from "../src/templates/files.ts";
import { brief } from "../src/templates/brief.ts";
import { flushAsk, stopAsk } from "../src/templates/prompts.ts";

export const LANGUAGES = ["en", "zh"] as const;

/** What the user may order in a prompt, which is answered with words for the agent. */
const ORDERS: readonly CommandAction[] = [
  "save",
  "skip_save",
  "skip_piece",
  "save_again",
  "search",
  "show",
  "show_today",
  "delete",
];

/** Every text by its name, the binary called by this word. */
export function taughtTexts(language: Language, memory = "memory", session = "c-1"): Map<string, string> {
  const values = { memory, session };
  return new Map([
    ...Object.values(SETUPS).flatMap(({ texts }) => agentFiles(texts, language, memory)).map(({ file, text }) =>
      [file, text] as const
    ),
    // As they are where nobody wants notes.
    ...agentFiles(SETUPS.claude.texts, language, memory, { ...ALL_ON, notes: false }).map(({ file, text }) =>
      [`without notes: ${file}`, text] as const
    ),
    ["rules", rulesText(language, memory)],
    ["brief", brief(language, values)],
    ["stop", stopAsk(language, values)],
    ["flush", flushAsk(language, values)],
    ...ORDERS.flatMap((action) =>
      ["Redis", ""].map((argument) =>
        [
          `said: ${action} ${argument}`,
          answerCommand({ action, argument, sentence: "", rest: "" }, language, { ...values, skip: false }),
        ] as const
      )
    ),
  ]);
}

/** The calls in a text, as lines of a shell: in backticks, on a line of their own, or in the request at stop. */
export function taughtLines(text: string): string[] {
  const found = text.matchAll(/`(memory [a-z][^`\n]*)`|^ *(memory [a-z].+)$|[:：] ?(memory save [^`\n]+?) ?[(（]/gm);
  return [...found].map(([, inside, alone, asked]) => inside ?? alone ?? asked ?? "");
}

/** A line without the words in its quotes: what both languages have in common. */
export function bare(line: string): string {
  return line.replace(/'[^']*'/g, "'…'");
}
