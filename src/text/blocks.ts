/**
 * In: Markdown. Out: its blocks: headings, list items with what belongs to them, paragraphs, rows of tables, code; and
 * the text of one as a reader sees it. Quotations are read like what they quote.
 */
import { isCjk } from "./script.ts";
import { linesOf } from "./legible.ts";
import { replaceComments } from "./markdown.ts";

export interface Block {
  readonly kind: "heading" | "item" | "paragraph" | "row" | "code";
  /** The number of its first line, from 1. */
  readonly line: number;
  /** Without the mark of its kind, such as `#`; of a row a line for each cell; of code the lines between the fences. */
  readonly lines: string[];
  /** Of a heading. */
  readonly level?: number;
  /** Of an item of a task list. */
  readonly box?: "open" | "done";
  /** Of a row, the cells of the first one. */
  readonly header?: readonly string[];
  /** Of code, what its fence names. */
  readonly language?: string;
}

const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})\s*([\w+-]*)/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*)$/;
const ITEM = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/;
const RULE = /^([-*_])(?:[ \t]*\1){2,}$/;
const QUOTE = /^ {0,3}>[> ]*(?:\[![\w-]+\][-+]?)?/;
const DELIMITER = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;
/** The beginning of a paragraph in which Claude Code explains what stands above, and which means nothing by itself. */
const EXPLAINS = /^\*\*(?:why|how to apply|reason|为什么|原因|如何应用)[^*]*\*\*/i;
/** A line that does not go on with the one above: “Owner: Marta”. */
const LABELLED = /^(?:\*\*|[\p{L}\p{N}][\p{L}\p{N} _-]{1,24}[:：](?:\s|$))/u;
/** A line that says something is no heading, whatever stands below it. */
const SAYS = /[.!?;:。！？；：`]$|`.*`|https?:/;

/** The blocks of a text, without its comments. */
export function blocksOf(text: string): Block[] {
  // A comment keeps its lines, so that the others keep their numbers.
  const lines = linesOf(replaceComments(text, (comment) => comment.replace(/[^\r\n]+/g, "")));
  const reader = new Reader(lines);
  lines.forEach((line, at) => reader.take(line, at));
  return reader.blocks;
}

/** Code that is being read. */
interface Fence {
  readonly mark: string;
  readonly indent: number;
  readonly into: string[];
  /** Whether it is a block of its own. */
  readonly isOwn: boolean;
}

class Reader {
  readonly blocks: Block[] = [];
  readonly #lines: readonly string[];
  /** The item or paragraph that the next line may belong to. */
  #open: Block | undefined;
  #indent = 0;
  #isAfterBlank = false;
  /** The last sign of the line before. */
  #end = "";
  #isQuoted = false;
  #fence: Fence | undefined;
  /** The cells of a table's first row, while its rows go on. */
  #header: readonly string[] | undefined;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  take(whole: string, at: number): void {
    const quote = this.#fence ? undefined : QUOTE.exec(whole)?.[0];
    const line = whole.slice(quote?.length ?? 0);
    const text = line.trim();
    if (this.#fence) return this.#code(line, text);
    if ((quote !== undefined) !== this.#isQuoted) this.#close();
    this.#isQuoted = quote !== undefined;
    const indent = indentOf(line);
    const isInside = this.#open?.kind === "item" && indent >= this.#indent + 2;
    const fence = FENCE.exec(text);
    if (fence) return this.#begins(fence, line, at, isInside);
    if (text === "" || isTags(text)) return this.#blank();
    if (this.#isTable(text, at)) return;
    const heading = HEADING.exec(line);
    if (heading) return this.#heading(heading[2] ?? "", heading[1]?.length ?? 1, at);
    const under = this.#underlined(text);
    if (under) {
      this.blocks.pop();
      return this.#heading(under.text, under.level, under.line - 1);
    }
    if (RULE.test(text)) return this.#close();
    const item = ITEM.exec(line);
    if (item && !isInside) this.#item(item, indent, at);
    else this.#text(text, item !== null || this.#isAfterBlank, isInside, at);
    this.#end = text.slice(-1);
  }

  #add(block: Block): Block {
    this.blocks.push(block);
    this.#isAfterBlank = false;
    return block;
  }

  #close(): void {
    this.#open = undefined;
    this.#header = undefined;
  }

  #blank(): void {
    this.#isAfterBlank = true;
    this.#header = undefined;
    if (this.#open?.kind === "paragraph") this.#open = undefined;
  }

  #heading(text: string, level: number, at: number): void {
    this.#close();
    const plain = text.trimEnd().replace(/(?<=^|\s)#{1,40}$/, "").trimEnd();
    this.#add({ kind: "heading", level, line: at + 1, lines: [plain] });
  }

  #item([, , box, text = ""]: RegExpExecArray, indent: number, at: number): void {
    this.#close();
    const state = box === undefined ? {} : { box: box === " " ? "open" as const : "done" as const };
    this.#open = this.#add({ kind: "item", line: at + 1, lines: [text.trim()], ...state });
    this.#indent = indent;
  }

  /** A line of text: `isApart` if it begins a new line of its item, for which it must be indented (`isInside`). */
  #text(text: string, isApart: boolean, isInside: boolean, at: number): void {
    const open = this.#open;
    const last = this.blocks.at(-1);
    const mayGoOn = last?.kind === "item" || last?.kind === "paragraph";
    const explained = mayGoOn && EXPLAINS.test(text) ? last : undefined;
    if (open && (isInside || !this.#isAfterBlank) || explained) {
      const into = (explained ?? open)?.lines ?? [];
      if (isApart || LABELLED.test(text)) into.push(text);
      else into.push(`${into.pop() ?? ""}${blankBetween(this.#end, text.slice(0, 1))}${text}`);
      if (explained) this.#open = explained;
      this.#isAfterBlank = false;
    } else this.#open = this.#add({ kind: "paragraph", line: at + 1, lines: [text] });
  }

  /** Code belongs to the item in which it stands, and to a paragraph that leads to it; other code is by itself. */
  #begins([, mark = "", language = ""]: RegExpExecArray, line: string, at: number, isInside: boolean): void {
    const open = this.#open;
    const indent = indentOf(line);
    if (open && (isInside || open.kind === "paragraph")) {
      this.#fence = { mark, indent, into: open.lines, isOwn: false };
      open.lines.push(line.trim());
      return;
    }
    this.#close();
    const { lines } = this.#add({ kind: "code", line: at + 1, lines: [], language: language.toLowerCase() });
    this.#fence = { mark, indent, into: lines, isOwn: true };
  }

  #code(line: string, text: string): void {
    if (!this.#fence) return;
    const { mark, indent, into, isOwn } = this.#fence;
    const ends = text.startsWith(mark) && /^(.)\1*$/.test(text);
    if (!ends || !isOwn) into.push(line.slice(Math.min(indent, line.search(/\S|$/))).trimEnd());
    if (ends) this.#fence = undefined;
  }

  /** Takes a line if it is one of a table, and tells whether it is. */
  #isTable(text: string, at: number): boolean {
    if (this.#header !== undefined && text.includes("|")) {
      if (!DELIMITER.test(text)) this.#add({ kind: "row", line: at + 1, lines: cellsOf(text), header: this.#header });
      return true;
    }
    const next = (this.#lines[at + 1] ?? "").replace(QUOTE, "").trim();
    if (!text.includes("|") || !next.includes("-") || !DELIMITER.test(next)) return false;
    const header = cellsOf(text);
    if (header.length !== cellsOf(next).length) return false;
    this.#close();
    this.#header = header;
    return true;
  }

  /** The heading that a line of `=` or `-` makes of the line above. */
  #underlined(text: string): { readonly text: string; readonly level: number; readonly line: number } | undefined {
    const open = this.#open;
    if (!/^(?:=+|-{2,})$/.test(text) || open?.kind !== "paragraph" || this.#isAfterBlank) return undefined;
    const [above = "", ...more] = open.lines;
    if (more.length > 0 || SAYS.test(above)) return undefined;
    return { text: above, level: text.startsWith("=") ? 1 : 2, line: open.line };
  }
}

function indentOf(line: string): number {
  return /^\s*/.exec(line.replaceAll("\t", "    "))?.[0].length ?? 0;
}

function cellsOf(row: string): string[] {
  return row.replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.replaceAll("\\|", "|").trim());
}

/** What stands between the signs where two lines of one sentence meet: between Chinese ones nothing. */
function blankBetween(end: string, start: string): string {
  const isChinese = (sign: string) => isCjk(sign) || /[\u3000-\u303f\uff00-\uffef]/.test(sign);
  return isChinese(end) && isChinese(start) ? "" : " ";
}

/** HTML that people write in Markdown; a name in angle brackets that is not among it stands for something. */
const TAG =
  /<\/?(?:a|aside|b|br|center|code|dd|del|details|div|dl|dt|em|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|picture|pre|s|small|source|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]*)?\/?>/gi;

/** Whether a line is nothing but HTML that frames others. */
function isTags(text: string): boolean {
  return text.startsWith("<") && text.replace(TAG, "").trim() === "";
}

/** The text of a block as a reader sees it: without HTML, pictures, marks of footnotes, and the marks of wikis. */
export function readable(text: string): string {
  // Code stays as it is.
  const parts = text.split(/(```[^]*?```|`[^`\n]*`)/);
  return parts.map((part, at) => at % 2 === 1 ? part : withoutMarks(part)).join("").trim();
}

function withoutMarks(text: string): string {
  // Bounds, since a pattern may be tried at each sign of a long text.
  return text
    .replace(/!\[\[[^\]]{0,300}\]\]|!\[[^\]]{0,300}\]\([^)]{0,2000}\)/g, "")
    .replace(
      /\[\[([^\]|]{0,300}\|)?([^\]]{0,300})\]\]/g,
      (_, page: string | undefined, shown: string) => page === undefined ? shown.replace(/#\^?/, " ") : shown,
    )
    .replace(/^\[\^[^\]]{1,80}\]:\s*/, "").replace(/\[\^[^\]]{1,80}\]/g, "")
    .replace(/(^|\s)\^[\w-]{1,80}$/, "$1")
    .replace(/==(?=\S)([^=\n]{1,300})==/g, "$1")
    .replace(/ ?<br\s{0,9}\/?> ?/gi, "\n")
    .replace(TAG, "").replace(/(\S) {2,}/g, "$1 ");
}
