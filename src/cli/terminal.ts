/** Measures, cuts, pads and colours text for a terminal. */
import { oneLine } from "../text/legible.ts";
import { timeOf, type Zone } from "../records/days.ts";
import type { Runtime } from "../runtime.ts";
import type { Language, Sentence } from "../sentence.ts";

/** Colours a text, or a sentence in the language of the terminal's reader; without colours it adds nothing. */
type Mark = (words: string | Sentence) => string;

export interface Style {
  readonly bold: Mark;
  readonly dim: Mark;
  readonly green: Mark;
  readonly yellow: Mark;
  readonly red: Mark;
  readonly columns: number;
  readonly clock: (timestamp: string) => string;
  readonly say: (words: Sentence) => string;
  /** The same, with the words between asterisks at the beginning in green: they tell what was done. */
  readonly done: (words: Sentence) => string;
  /** The same style, for a text in this language. */
  readonly in: (language: Language) => Style;
}

/** The style for this terminal: without colours for --no-color, NO_COLOR, a dumb terminal or a pipe. */
export function styleOf(runtime: Runtime, noColor: boolean, language: Language): Style {
  const on = !noColor && runtime.stdout.isTerminal && !runtime.env("NO_COLOR") && runtime.env("TERM") !== "dumb";
  const mark = (open: number, close: number): Mark => (words) => {
    const text = typeof words === "string" ? words : words[language];
    return on ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  };
  const green = mark(32, 39);
  return {
    bold: mark(1, 22),
    dim: mark(2, 22),
    green,
    yellow: mark(33, 39),
    red: mark(31, 39),
    // A file or another program takes whole lines.
    columns: runtime.stdout.isTerminal ? runtime.stdout.columns : Infinity,
    clock: (timestamp) => clock(timestamp, runtime),
    say: (words) => words[language],
    done: (words) => words[language].replace(/^\*([^*]+)\*/, (_, what: string) => green(what)),
    in: (other) => styleOf(runtime, noColor, other),
  };
}

/** Scripts and signs that take two columns each (Unicode's East Asian Wide and Fullwidth), and emoji. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{1F680}-\u{1F6FF}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]/u;
/** Characters of no width: combining marks, joiners, variation selectors, control characters. */
const ZERO = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u;

/** The number of columns that a text takes on a terminal. */
export function width(text: string): number {
  let columns = 0;
  for (const character of text) columns += widthOf(character);
  return columns;
}

function widthOf(character: string): number {
  if (character >= " " && character <= "~") return 1;
  if (ZERO.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** A text on one line, cut to so many columns with an ellipsis. Control characters are taken out. */
export function fit(text: string, columns: number): string {
  const line = oneLine(text);
  if (width(line) <= columns) return line;
  let used = 0;
  let kept = "";
  for (const character of line) {
    const more = widthOf(character);
    if (used + more > columns - 1) break;
    used += more;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

/** In fewer columns than these the terminal breaks lines better than we do. */
const NARROWEST = 20;

/** Room for a text on a line beside others that take so many columns. */
export function roomBeside(used: number, columns: number): number {
  return Math.max(NARROWEST, columns - used);
}

/** A piece that is never broken: a Chinese character with its signs, or a word with its Chinese signs and blanks. */
const PIECE =
  /[「『（《〈【“‘]*[\u2E80-\u2FFF\u3040-\u9FFF][，。、；：！？）」』》〉】”’…]*|[「『（《〈【“‘]*(?:(?![\u2E80-\u2FFF\u3040-\u9FFF「『（《〈【，。、；：！？])\S)+[，。、；：！？）」』》〉】”’…]*\s*|\s+|\S/g;

/** A text in lines of so many columns, broken at blanks or between Chinese characters. */
export function wrap(text: string, columns: number): string[] {
  return wrapPieces(text.match(PIECE) ?? [], Math.max(NARROWEST, columns));
}

/** Our own colours, which take no columns. */
// deno-lint-ignore no-control-regex -- the codes of colours begin with that character
const MARK = /\x1b\[\d+m/g;
/** As `PIECE`, and a command in backticks is never broken either, nor taken from the signs around it. */
const UNBROKEN = new RegExp(
  `[「『（《〈【“‘]*[^\\s\\u2E80-\\uFFEF\`]*\`[^\`\\n]*\`[^\\s\\u2E80-\\uFFEF\`]*[，。、；：！？）」』》〉】”’…]*\\s*|${PIECE.source}`,
  "g",
);

/** A text whose wide lines are broken as `wrap` does; the rest of a line is indented as its beginning is. */
export function fold(text: string, columns: number): string {
  return text.split("\n").flatMap((line) => {
    if (width(line.replace(MARK, "")) <= columns) return [line];
    const indent = / */.exec(line.replace(MARK, ""))?.[0] ?? "";
    const room = columns - indent.length;
    return room < NARROWEST ? [line] : wrapPieces(line.match(UNBROKEN) ?? [], room, indent);
  }).join("\n");
}

function wrapPieces(pieces: readonly string[], room: number, indent = ""): string[] {
  const shownWidth = (text: string) => width(text.replace(MARK, ""));
  const lines: string[] = [];
  let line = "";
  for (const piece of pieces) {
    const isFirst = lines.length === 0;
    const isBlank = line.replace(MARK, "").trim() === "";
    if (!isBlank && shownWidth(line + piece.trimEnd()) > room + (isFirst ? indent.length : 0)) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += piece;
  }
  if (line !== "") lines.push(line.trimEnd());
  return lines.map((each, at) => at === 0 ? each : indent + each.trimStart());
}

/** A cell of a table: its text, the columns that it takes at least, and its colour. */
export type Cell = readonly [text: string, columns?: number, mark?: (text: string) => string];

/** Cells beside each other. No cell is cut: those for which a narrow terminal has no room stand below. */
export function row(cells: readonly Cell[], columns: number): string {
  let used = 0;
  return cells.map(([text, least = 0, mark = (it: string) => it]) => {
    const needed = width(text);
    const before = used === 0 ? "" : used + 2 + needed > columns ? "\n    " : "  ";
    used = (before.startsWith("\n") ? 4 : used + before.length) + Math.max(needed, least);
    return `${before}${mark(text)}${" ".repeat(Math.max(0, least - needed))}`;
  }).join("").replace(/ +$/gm, "");
}

/** A text padded with blanks to so many columns. */
export function pad(text: string, columns: number): string {
  return columns === Infinity ? text : text + " ".repeat(Math.max(0, columns - width(text)));
}

/** `812 B`, `1.2 kB`, `340 MB`: units of 1000, as model hubs and file managers use them. */
export function size(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 100 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** A time in the person's zone: `2026-02-19 12:05`; a text that is no time is cut to that length, on one line. */
export function clock(timestamp: string, { offsetMs }: Zone): string {
  const at = timeOf(timestamp);
  if (Number.isNaN(at)) return timestamp.slice(0, "2026-02-19 12:05".length).replace(/\s/g, " ");
  return new Date(at + offsetMs(at)).toISOString().slice(0, 16).replace("T", " ");
}

/** Parts of a line with dots between them; those that are empty or don't apply are left out. */
export function dotted(parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(" · ");
}

/** `1 record`, `5 records`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
