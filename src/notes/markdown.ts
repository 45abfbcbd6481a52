/**
 * The little of Markdown that notes are made of: lines with their ends, sections under headings, labelled list items.
 *
 * @module
 */

/** A line and how it ends. */
export interface Line {
  readonly text: string;
  /** "" only at the end of the file. */
  readonly end: "\n" | "\r\n" | "";
}

/** The lines under a heading. */
export interface Section {
  readonly heading: string;
  /** Index of the heading's line. */
  readonly start: number;
  /** Index after the section's last line, before the next heading. */
  readonly end: number;
  /** The same with its subsections. */
  readonly whole: number;
}

/** `- **Label**: value`, with the indented lines that belong to it. */
export interface Item {
  readonly label: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** A label longer than this is a sentence with a colon. */
const MAX_LABEL = 60;

/** Every line with its end; joined again they are the text, byte for byte. */
export function splitLines(text: string): Line[] {
  const parts = text.split("\n");
  const last = parts.pop() ?? "";
  const lines = parts.map((part): Line =>
    part.endsWith("\r") ? { text: part.slice(0, -1), end: "\r\n" } : { text: part, end: "\n" }
  );
  if (last !== "") lines.push({ text: last, end: "" });
  return lines;
}

/** The text of lines, byte for byte. */
export function joinLines(lines: readonly Line[]): string {
  return lines.map((line) => line.text + line.end).join("");
}

/** A heading and where it stands, from 0. */
export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly line: number;
}

/** Headings outside code fences, in order. A fence that is never closed is none: it must not hide half of a note. */
export function headings(lines: readonly Line[]): Heading[] {
  const found: Heading[] = [];
  for (let line = 0; line < lines.length; line++) {
    const text = lines[line]?.text ?? "";
    // Most lines are neither; thousands of notes are read at once.
    if (text === "" || !MAY_HEAD.includes(text.charAt(0))) continue;
    const mark = fenceMark(text);
    if (mark) {
      line = closingLine(lines, line, mark) ?? line;
      continue;
    }
    const heading = /^\uFEFF? {0,3}(#{1,6})[ \t]+(.*)$/.exec(text);
    if (heading?.[1]) found.push({ level: heading[1].length, text: (heading[2] ?? "").trim(), line });
  }
  return found;
}

/** What a line with a heading or fence may begin with: `#`, a fence, a blank, a BOM. */
const MAY_HEAD = "#`~ \uFEFF";

function fenceMark(text: string): string | undefined {
  return /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1];
}

function closingLine(lines: readonly Line[], opening: number, mark: string): number | undefined {
  for (let line = opening + 1; line < lines.length; line++) {
    const other = fenceMark(lines[line]?.text ?? "");
    if (other && other[0] === mark[0] && other.length >= mark.length) return line;
  }
  return undefined;
}

/** Markdown knows no deeper heading. */
const LEVELS = 6;

/** Sections below the title, each with the lines up to the next heading of any level. */
export function sections(lines: readonly Line[], all: readonly Heading[] = headings(lines)): Section[] {
  // From the last to the first, remembering where each level was met: one pass, however many headings somebody wrote.
  const nextOfLevel = new Array<number>(LEVELS + 1).fill(lines.length);
  const found: Section[] = [];
  let end = lines.length;
  for (let at = all.length - 1; at >= 0; at--) {
    const { level, text, line } = all[at] as Heading;
    let whole = lines.length;
    for (let upper = 1; upper <= level; upper++) whole = Math.min(whole, nextOfLevel[upper] ?? whole);
    if (level > 1) found.push({ heading: text, start: line, end, whole });
    nextOfLevel[level] = line;
    end = line;
  }
  return found.reverse();
}

/** The labelled items between two lines. A line that is indented or empty belongs to the item above it. */
export function items(lines: readonly Line[], from: number, to: number): Item[] {
  const found: { label: string; value: string; start: number; end: number }[] = [];
  for (let index = from; index < to; index++) {
    const text = lines[index]?.text ?? "";
    const item = text === "" ? undefined : readItem(text);
    if (item) {
      found.push({ label: item.label, value: item.value, start: index, end: index + 1 });
      continue;
    }
    const last = found.at(-1);
    if (last?.end !== index || !isContinuation(text)) continue;
    last.value = [last.value, stripBullet(text)].filter((value) => value !== "").join("; ");
    last.end = index + 1;
  }
  return found;
}

/** Whether a line belongs to the item above it. */
export function isContinuation(text: string): boolean {
  return /^(\t| {2,})\S/.test(text);
}

/**
 * Reads `- **Label**: value`, `- Label: value`, `* **Label:** value`, a full-width colon,
 * a remark in brackets after the label.
 */
export function readItem(text: string): { label: string; value: string } | undefined {
  const usual = /^- \*\*(\w{1,50})\*\*:(.*)$/.exec(text);
  if (usual?.[1] !== undefined) return { label: usual[1], value: (usual[2] ?? "").trim() };
  const bullet = /^ ?[-*+][ \t]+/.exec(text)?.[0];
  if (bullet === undefined) return undefined;
  const rest = text.slice(bullet.length);
  const colon = rest.slice(0, MAX_LABEL).search(/[:：]/);
  if (colon < 0) return undefined;
  const head = rest.slice(0, colon);
  const boldClosesAfterColon = head.startsWith("**") && head.indexOf("**", 2) < 0 && rest.startsWith("**", colon + 1);
  const label = head.replaceAll("**", "").replace(/[（(][^）)]*[）)]/g, "").trim();
  if (label === "") return undefined;
  return { label, value: rest.slice(colon + (boldClosesAfterColon ? 3 : 1)).trim() };
}

/** The sentences of a section: each list item or paragraph with its wrapped lines joined. */
export function paragraphs(lines: readonly Line[]): string[] {
  const found: string[] = [];
  let open = false;
  for (const { text } of lines) {
    const trimmed = text.trim();
    if (trimmed === "") {
      open = false;
    } else if (/^[-*+>][ \t]+\S/.test(trimmed) || !open) {
      found.push(unescapeStart(stripBullet(trimmed)));
      open = true;
    } else {
      found.push(`${found.pop() ?? ""} ${trimmed}`);
    }
  }
  return found.filter((paragraph) => paragraph !== "");
}

function stripBullet(text: string): string {
  return text.trim().replace(/^[-*+>][ \t]+/, "").trim();
}

/** One line of text that Markdown can't take for a heading, a list or a fence. */
export function escapeStart(text: string): string {
  return /^[-#>*+`~|\\=]/.test(text) ? `\\${text}` : text;
}

function unescapeStart(text: string): string {
  return /^\\[-#>*+`~|\\=]/.test(text) ? text.slice(1) : text;
}
