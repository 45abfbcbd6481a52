/**
 * Text for a terminal: measured, cut, padded, coloured; sizes and times as people write them; lines that several verbs
 * print.
 */
import { oneLine } from "../text/legible.ts";
import { localDay } from "../records/days.ts";
import { briefId } from "../records/ids.ts";
import type { Runtime } from "../runtime.ts";
import { type Language, same, type Sentence } from "../sentence.ts";
import { said } from "./told.ts";

/** Marks a text, or a sentence in the language of the terminal's reader; nothing is marked when colours are off. */
type Mark = (words: string | Sentence) => string;

export interface Style {
  readonly bold: Mark;
  readonly dim: Mark;
  readonly green: Mark;
  readonly yellow: Mark;
  readonly red: Mark;
  readonly columns: number;
  /** The words in the language of the terminal's reader. */
  readonly say: (words: Sentence) => string;
  /** The same, with what was done in green: it stands first, between asterisks. */
  readonly done: (words: Sentence) => string;
}

/** The marks for this terminal: none with --no-color, NO_COLOR, a dumb terminal or a pipe. */
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
    // A file or another program has room for whole lines.
    columns: runtime.stdout.isTerminal ? runtime.stdout.columns : Infinity,
    say: (words) => words[language],
    done: (words) => words[language].replace(/^\*([^*]+)\*/, (_, what: string) => green(what)),
  };
}

/** Scripts and signs that take two columns each (Unicode's East Asian Wide and Fullwidth), and emoji. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{1F680}-\u{1F6FF}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]/u;
/** Characters of no width: combining marks, joiners, variation selectors, control characters. */
const ZERO = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u;

/** Columns that a text takes on a terminal. */
export function width(text: string): number {
  let columns = 0;
  for (const character of text) columns += widthOf(character);
  return columns;
}

function widthOf(character: string): number {
  if (character >= " " && character <= "~") return 1;
  return ZERO.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
}

/** A text on one line, cut to so many columns with an ellipsis. Control characters go: they are not ours. */
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

/** Room for a text beside others on a line; of a narrower terminal, the terminal breaks lines better than we do. */
export function roomBeside(used: number, columns: number): number {
  return Math.max(20, columns - used);
}

/** On anything narrower the terminal breaks lines better than we do. */
const NARROWEST = 20;
/** What stays on one line: a Chinese character with the signs that belong to it, a word with the blanks behind it. */
const PIECE =
  /[「『（《〈【“‘]*[\u2E80-\u2FFF\u3040-\u9FFF][，。、；：！？）」』》〉】”’…]*|[「『（《〈【“‘]*(?:(?![\u2E80-\u2FFF\u3040-\u9FFF「『（《〈【])\S)+\s*|\s+|\S/g;

/** A text in lines of so many columns, broken at blanks or between Chinese characters. */
export function wrap(text: string, columns: number): string[] {
  return wrapPieces(text.match(PIECE) ?? [], Math.max(NARROWEST, columns));
}

/** Our own marks, which take no columns. */
// deno-lint-ignore no-control-regex -- the marks begin with that character
const MARK = /\x1b\[\d+m/g;
/** A command to copy stays in one piece, with the signs around it, and so does everything else that holds no blank. */
const UNBROKEN = new RegExp(
  `[「『（《〈【“‘]*[^\\s\\u2E80-\\uFFEF\`]*\`[^\`\\n]*\`[^\\s\\u2E80-\\uFFEF\`]*[，。、；：！？）」』》〉】”’…]*\\s*|${PIECE.source}`,
  "g",
);

/** A text whose lines are wider than the terminal, broken as `wrap` does, each further line below its beginning. */
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

/** A cell of a table: its text, the columns it takes beside others, and how it is marked. */
export type Cell = readonly [text: string, columns?: number, mark?: (text: string) => string];

/** Cells beside each other; those that a narrow terminal has no room for go on below, since none of them is cut. */
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

/** Marks every occurrence of a word, whatever its case. */
export function highlight(text: string, word: string | undefined, mark: (text: string) => string): string {
  if (!word) return text;
  return text.replace(new RegExp(word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi"), (found) => mark(found));
}

/** `812 B`, `1.2 kB`, `340 MB`: in thousands, as hubs and file managers count. */
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

/** A time by the person's clock: `2026-02-19 12:05`; the text itself when it is no time. */
export function clock(timestamp: string): string {
  const time = new Date(timestamp);
  if (Number.isNaN(time.getTime())) return timestamp;
  const two = (value: number) => String(value).padStart(2, "0");
  return `${localDay(time)} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** How many records a sync has looked at, and what it did with them. */
export type Counts = Readonly<Record<"new" | "updated" | "deleted" | "total", number>>;

/** What a sync came to. */
export function inStepLine(
  { new: added, updated, deleted, total }: Counts,
  style: Style,
): string {
  return style.say({
    en: `${style.bold(String(total))} ${numbered(total, "record")} up to date ` +
      `(${added} new, ${updated} updated, ${deleted} deleted)\n`,
    zh: `索引与 ${style.bold(String(total))} 条记录同步（新增 ${added}，更新 ${updated}，删除 ${deleted}）\n`,
  });
}

/** `--confirm`, with its token where there is one. */
export function confirmLine(style: Style, token?: string): string {
  return style.say(token === undefined ? said("confirm") : said("confirm_token", { token }));
}

/** Where the copies lie that were made before a change. */
export function copiesLine(style: Style, folder: string): string {
  return style.dim({ en: `copies in ${folder}\n`, zh: `副本在 ${folder}\n` });
}

/** A record that says nearly the same. */
export function similarLine(style: Style, { id, content }: { readonly id: string; readonly content: string }): string {
  return style.dim(`  ${style.say({ en: "similar: ", zh: "相近：" })}${content} [${briefId(id)}]\n`);
}

/** Where a memory holds no record. */
export const NOTHING_YET: Sentence = {
  en: "Nothing is remembered yet; `memory remember 'a sentence'` is a beginning\n",
  zh: "还没有记住什么；可以用 `memory remember '一句话'` 记下第一条\n",
};

/** What a record of all projects is marked with, beside those of the project. */
export const GLOBAL: Sentence = { en: "global", zh: "全局" };

/** The kinds that have a word of their own. */
const KINDS: readonly string[] = ["W", "B", "O", "S", "fact", "summary", "note", "todo", "core"];

/** What a record is, in a word: the kind of a fact, or its type; what is neither is an event of a session. */
export function kindOf(type: string, memoryType: string = type): Sentence {
  const kind = KINDS.includes(memoryType) ? memoryType : "event";
  return said(`kind_${kind}`);
}

/** How many more there are than are shown. */
export function moreLine(style: Style, left: number, how = ""): string {
  const next = how === "" ? "" : style.say({ en: ` (${how})`, zh: `（${how}）` });
  return left > 0 ? style.dim(`${style.say({ en: `… and ${left} more`, zh: `… 还有 ${left} 条` })}${next}\n`) : "";
}

/** `1 record`, `5 records`. */
export function counted(count: number, noun: string): string {
  return `${count} ${numbered(count, noun)}`;
}

function numbered(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

/** The reason behind its colon; empty without one. */
export function becauseOf(reason: string | Sentence | undefined, { say }: Style): string {
  if (reason === undefined) return "";
  const told = typeof reason === "string" ? same(reason) : reason;
  return say({ en: `: ${told.en}`, zh: `：${told.zh}` });
}
