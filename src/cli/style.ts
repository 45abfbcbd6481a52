/** How a terminal is written to: colours, when somebody can see them, and the language of its reader. */
import type { Runtime } from "../runtime.ts";
import type { Language } from "../sentence.ts";
import type { Style } from "./command.ts";

/** The marks for this terminal: none with --no-color, NO_COLOR, a dumb terminal or a pipe. */
export function style(runtime: Runtime, noColor: boolean, language: Language): Style {
  const on = !noColor && runtime.stdout.isTerminal && !runtime.env("NO_COLOR") && runtime.env("TERM") !== "dumb";
  const mark = (open: number, close: number) => (text: string) => on ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  return {
    bold: mark(1, 22),
    dim: mark(2, 22),
    green: mark(32, 39),
    yellow: mark(33, 39),
    red: mark(31, 39),
    columns: runtime.stdout.columns,
    say: (words) => words[language],
  };
}
