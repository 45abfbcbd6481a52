/** The part of Markdown that notes use: lines with their ends, sections under headings, labelled list items. */

export interface Line {
  readonly text: string;
  /** "" only at the end of the file. */
  readonly end: "\n" | "\r\n" | "";
}

/** A heading with the lines below it. */
export interface Section {
  readonly start: number;
  /** Index after the section's last line, before the next heading. */
  readonly end: number;
  /** As `end`, but after its subsections. */
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

/** Every line with its end; `joinLines` makes the text of them again, byte for byte. */
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

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** From 0. */
  readonly line: number;
}

/** The headings outside code fences, in order. An unclosed fence is not a fence, so that it can't hide half a note. */
export function headings(lines: readonly Line[]): Heading[] {
  const found: Heading[] = [];
  for (let line = 0; line < lines.length; line++) {
    line = fenceEnd(lines, line);
    const heading = /^\uFEFF? {0,3}(#{1,6})[ \t]+(.*)$/.exec(lines[line]?.text ?? "");
    if (heading?.[1]) found.push({ level: heading[1].length, text: (heading[2] ?? "").trim(), line });
  }
  return found;
}

/** The end of a paragraph: the next empty line outside code fences. */
export function paragraphEnd(lines: readonly Line[], from: number): number {
  for (let line = from; line < lines.length; line++) {
    line = fenceEnd(lines, line);
    if ((lines[line]?.text ?? "").trim() === "") return line;
  }
  return lines.length;
}

function fenceMark(text: string): string | undefined {
  return /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1];
}

/** The last line of the fence that begins at a line; the line itself where none does, or none closes it. */
function fenceEnd(lines: readonly Line[], opening: number): number {
  const mark = fenceMark(lines[opening]?.text ?? "");
  for (let line = opening + 1; mark && line < lines.length; line++) {
    const other = fenceMark(lines[line]?.text ?? "");
    if (other && other[0] === mark[0] && other.length >= mark.length) return line;
  }
  return opening;
}

export const LEVELS = 6;

/** The labelled items of a section. An indented line belongs to the item above it; `other` gets lines of no item. */
export function itemsIn(
  lines: readonly Line[],
  { start, end }: Section,
  other?: (text: string, line: number) => void,
): Item[] {
  const found: { label: string; value: string; start: number; end: number }[] = [];
  for (let index = start + 1; index < end; index++) {
    const text = lines[index]?.text ?? "";
    const item = readItem(text);
    if (item) {
      found.push({ ...item, start: index, end: index + 1 });
      continue;
    }
    const last = found.at(-1);
    if (last?.end === index && isContinuation(text)) {
      last.value = [last.value, stripBullet(text)].filter((value) => value !== "").join("; ");
      last.end = index + 1;
    } else other?.(text.trim(), index);
  }
  return found;
}

/** Whether a line belongs to an item above it. */
export function isContinuation(text: string): boolean {
  return /^(\t| {2,})\S/.test(text);
}

/** `- **Label**: value`, `- Label: value`, `* **Label:** value`, with a full-width colon, with a remark in brackets. */
function readItem(text: string): { label: string; value: string } | undefined {
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
      found.push(stripBullet(trimmed).replace(/^\\(?=[-#>*+`~|\\=])/, ""));
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

/** A line of text, escaped so that Markdown can't take it for a heading, a list or a fence. */
export function escapeStart(text: string): string {
  return text.replace(/^[-#>*+`~|\\=]/, "\\$&");
}
