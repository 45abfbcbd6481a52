/**
 * The text of a note's file → `Note`. Reads the forms that LingXi's template and its users write. Never fails: a line
 * that can't be read is reported as a problem.
 *
 * @module
 */
import { remembered } from "../remembered.ts";
import { SHARE_FOLDER, type StorePath } from "../store/layout.ts";
import {
  allowedValues,
  DEFAULT_FIELDS,
  type Labelled,
  type Note,
  type NoteFields,
  type NoteProblem,
  SECTION_NAMES,
  type SectionName,
  SECTIONS,
} from "./note.ts";
import { named } from "../wording.ts";
import { said } from "./words.ts";

/** The known sections of a file; of several with one name the first. */
export function knownSections(
  lines: readonly Line[],
  all: readonly Heading[] = headings(lines),
): Map<SectionName, Section> {
  const known = new Map<SectionName, Section>();
  // From the last heading to the first, with the next heading of each level: one pass, however many headings there are.
  const nextOfLevel = new Array<number>(LEVELS + 1).fill(lines.length);
  let end = lines.length;
  for (let at = all.length - 1; at >= 0; at--) {
    const { level, text, line } = all[at] as Heading;
    const name = level > 1 ? SECTION_NAMES.find((each) => SECTIONS[each].heading.test(text)) : undefined;
    if (name) known.set(name, { start: line, end, whole: Math.min(...nextOfLevel.slice(0, level + 1)) });
    nextOfLevel[level] = line;
    end = line;
  }
  return known;
}

/** The fields of a section by label; made late, because everything that opens an index loads this file. */
const fieldsOf = remembered((name: SectionName) =>
  new Map<string, Labelled>(SECTIONS[name].fields.map((field) => [plain(field[0]), field]))
);

/** The items of a section by field; of several with one label the first. */
export function labelledItems(
  lines: readonly Line[],
  section: Section | undefined,
  name: SectionName,
): Map<keyof NoteFields, Item> {
  const found = new Map<keyof NoteFields, Item>();
  for (const item of section ? itemsIn(lines, section) : []) {
    const field = fieldsOf(name).get(plain(item.label))?.[1];
    if (field && !found.has(field)) found.set(field, item);
  }
  return found;
}

/**
 * Reads a note.
 *
 * @param text the file's content
 * @param path relative to the data folder; its name is the id where Meta gives none
 */
export function parseNote(text: string, path: StorePath): Note {
  const lines = splitLines(text);
  const allHeadings = headings(lines);
  const known = knownSections(lines, allHeadings);
  const titleLine = allHeadings.find(({ level }) => level === 1);
  const meta = known.get("meta");
  const problems: NoteProblem[] = [];
  const values = meta ? readMeta(lines, meta, problems) : {};
  if (!meta) problems.push({ line: 1, problem: said("no_meta") });
  const id = values.id || path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/i, "");
  const sentences = (name: SectionName) => {
    const section = known.get(name);
    return section ? paragraphs(lines.slice(section.start + 1, section.end)) : [];
  };
  const labelled = (name: SectionName): Partial<NoteFields> =>
    Object.fromEntries([...labelledItems(lines, known.get(name), name)].map(([field, { value }]) => [field, value]));
  const oneLiner = (sentences("oneLiner")[0] ?? "").replace(`[${id}]`, "").trim();
  const isBody = (at: number) => at !== titleLine?.line && !(meta && at >= meta.start && at < meta.end);
  return {
    ...DEFAULT_FIELDS,
    ...values,
    ...labelled("context"),
    ...labelled("levels"),
    id,
    title: values.title || titleLine?.text || oneLiner || id,
    whenToLoad: sentences("whenToLoad"),
    oneLiner,
    pointers: sentences("pointers"),
    path,
    shared: path.startsWith(`${SHARE_FOLDER}/`),
    text,
    body: joinLines(lines.filter((_, at) => isBody(at))).trim(),
    problems: problems.sort((left, right) => left.line - right.line),
  };
}

/** The values of the fields in Meta; adds to `problems`. */
function readMeta(lines: readonly Line[], meta: Section, problems: NoteProblem[]): Partial<NoteFields> {
  const all = itemsIn(lines, meta, (text, line) => {
    if (text === "" || /^(-{3,}|<!--.*-->)$/.test(text)) return;
    problems.push({ line: line + 1, problem: said("meta_line", { found: text.slice(0, 80) }) });
  });
  const values: Record<string, string | string[]> = {};
  const seen = new Set<string>();
  for (const item of all) {
    const label = plain(item.label);
    const known = fieldsOf("meta").get(label);
    if (seen.has(label)) {
      problems.push({ line: item.start + 1, problem: said("label_twice", { label: item.label }) });
    } else if (known) {
      const value = metaValue(known, item, problems);
      if (value !== undefined) values[known[1]] = value;
    }
    seen.add(label);
  }
  if (!values.id) problems.push({ line: meta.start + 1, problem: said("meta_no_id"), field: "id" });
  return values;
}

/** The value of an item; undefined, with a new problem, when its field does not allow the value. */
function metaValue(
  [label, field]: Labelled,
  { value: written, start }: Item,
  problems: NoteProblem[],
): string | string[] | undefined {
  if (field === "title") return written;
  const value = written === "-" ? "" : written.startsWith("`") ? written.replace(/^`(.*)`$/, "$1") : written;
  const allowed = allowedValues(field);
  if (allowed) {
    const word = value.toLowerCase();
    if (allowed.includes(word)) return word;
    problems.push({ line: start + 1, problem: said("field_words", { label, allowed: named(allowed), value }), field });
    return undefined;
  }
  if (field === "tags" || field === "supersedes") {
    return value === "" ? [] : value.split(/[,，、;；]/).map((each) => each.trim()).filter((each) => each !== "");
  }
  if ((field === "createdAt" || field === "updatedAt") && value !== "" && Number.isNaN(Date.parse(value))) {
    problems.push({ line: start + 1, problem: said("field_time", { label, value }), field });
    return undefined;
  }
  return value;
}

/** `Created At`, `created_at` and `CreatedAt` are one label. */
function plain(label: string): string {
  return label.toLowerCase().replace(/[\s_-]/g, "");
}

// The part of Markdown that notes use: lines with their ends, sections under headings, labelled list items.

export interface Line {
  readonly text: string;
  /** "" only at the end of the file. */
  readonly end: "\n" | "\r\n" | "";
}

interface Section {
  /** Index of the heading's line. */
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

interface Heading {
  readonly level: number;
  readonly text: string;
  /** From 0. */
  readonly line: number;
}

/** The headings outside code fences, in order. An unclosed fence is not a fence, so that it can't hide half a note. */
export function headings(lines: readonly Line[]): Heading[] {
  const found: Heading[] = [];
  for (let line = 0; line < lines.length; line++) {
    const text = lines[line]?.text ?? "";
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

/** The end of a paragraph: the next empty line outside code fences. */
export function paragraphEnd(lines: readonly Line[], from: number): number {
  for (let line = from; line < lines.length; line++) {
    const text = lines[line]?.text ?? "";
    const mark = fenceMark(text);
    if (mark) line = closingLine(lines, line, mark) ?? line;
    else if (text.trim() === "") return line;
  }
  return lines.length;
}

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

/** The deepest level of a heading in Markdown. */
const LEVELS = 6;

/** The labelled items of a section. An indented line belongs to the item above it; `other` gets lines of no item. */
function itemsIn(
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

/**
 * Reads `- **Label**: value`, `- Label: value`, `* **Label:** value`, also with a full-width colon or with a remark in
 * brackets after the label.
 */
function readItem(text: string): { label: string; value: string } | undefined {
  // The form that this program writes: with it 5,000 notes take a seventh less time.
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
function paragraphs(lines: readonly Line[]): string[] {
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
