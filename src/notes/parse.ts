/**
 * The text of a note's file → `Note`. Reads what LingXi's template and its users write, and never fails: what it can't
 * read it reports with its line.
 *
 * @module
 */
import { append } from "../lists.ts";
import { remembered } from "../remembered.ts";
import { SHARE_FOLDER, type StorePath } from "../store/layout.ts";
import {
  DEFAULT_FIELDS,
  type Labelled,
  type Note,
  type NoteFields,
  type NoteProblem,
  SECTION_NAMES,
  type SectionName,
  SECTIONS,
  wordsOf,
} from "./note.ts";
import { named } from "../wording.ts";
import { said } from "./words.ts";

/** Where each known section stands in a file; the first of a name counts. */
export function knownSections(
  lines: readonly Line[],
  all: readonly Heading[] = headings(lines),
): Map<SectionName, Section> {
  const known = new Map<SectionName, Section>();
  for (const section of sections(lines, all)) {
    const name = SECTION_NAMES.find((each) => SECTIONS[each].heading.test(section.heading));
    if (name && !known.has(name)) known.set(name, section);
  }
  return known;
}

/** The fields of a section by label, made when a note is read: whoever opens an index loads this file. */
const fieldsOf = remembered((name: SectionName) =>
  new Map<string, Labelled>(SECTIONS[name].fields.map((field) => [plain(field[0]), field]))
);

function fieldOf(name: SectionName, label: string): Labelled | undefined {
  return fieldsOf(name).get(plain(label));
}

/** The items of a section by field; the first of a label counts. */
export function labelledItems(
  lines: readonly Line[],
  section: Section | undefined,
  name: SectionName,
): Map<keyof NoteFields, Item> {
  const found = new Map<keyof NoteFields, Item>();
  for (const item of section ? itemsIn(lines, section) : []) {
    const field = fieldOf(name, item.label)?.[1];
    if (field && !found.has(field)) found.set(field, item);
  }
  return found;
}

/**
 * Reads a note.
 *
 * @param text the file's content
 * @param path where it lies, relative to the data folder; the id of a file that names none
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

/** What Meta says; what could not be read as meant goes to `problems`. */
function readMeta(lines: readonly Line[], meta: Section, problems: NoteProblem[]): Partial<NoteFields> {
  const all = itemsIn(lines, meta);
  append(problems, oddLines(lines, meta, all));
  const values: Record<string, string | string[]> = {};
  const seen = new Set<string>();
  for (const item of all) {
    const label = plain(item.label);
    const known = fieldOf("meta", label);
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

/** What an item says; undefined, with a problem, when it says nothing that its field can take. */
function metaValue(
  [label, field]: Labelled,
  { value: written, start }: Item,
  problems: NoteProblem[],
): string | string[] | undefined {
  if (field === "title") return written;
  const value = written === "-" ? "" : written.startsWith("`") ? written.replace(/^`(.*)`$/, "$1") : written;
  const allowed = wordsOf(field);
  if (allowed) {
    const word = value.toLowerCase();
    if (allowed.includes(word)) return word;
    problems.push({
      line: start + 1,
      problem: said("field_words", { label, allowed: named(allowed), value }),
      field,
    });
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

/** Lines of Meta that are no `Key: value`. */
function oddLines(lines: readonly Line[], meta: Section, all: readonly Item[]): NoteProblem[] {
  const problems: NoteProblem[] = [];
  let next = 0;
  for (let index = meta.start + 1; index < meta.end; index++) {
    const item = all[next];
    if (item?.start === index) {
      index = item.end - 1;
      next++;
      continue;
    }
    const text = lines[index]?.text.trim() ?? "";
    if (text === "" || /^(-{3,}|<!--.*-->)$/.test(text)) continue;
    problems.push({ line: index + 1, problem: said("meta_line", { found: text.slice(0, 80) }) });
  }
  return problems;
}

/** `Created At`, `created_at` and `CreatedAt` are one label. */
function plain(label: string): string {
  return label.toLowerCase().replace(/[\s_-]/g, "");
}

// The little of Markdown that notes are made of: lines with their ends, sections under headings, labelled list items.

export interface Line {
  readonly text: string;
  /** "" only at the end of the file. */
  readonly end: "\n" | "\r\n" | "";
}

/** The lines under a heading. */
interface Section {
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
interface Heading {
  readonly level: number;
  readonly text: string;
  readonly line: number;
}

/** Headings outside code fences, in order. A fence that is never closed is none: it must not hide half of a note. */
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

/** The line after a paragraph: the next empty one that stands in no code fence. */
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

/** Markdown knows no deeper heading. */
const LEVELS = 6;

/** Sections below the title, each with the lines up to the next heading of any level. */
function sections(lines: readonly Line[], all: readonly Heading[] = headings(lines)): Section[] {
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

/** The labelled items of a section. A line that is indented or empty belongs to the item above it. */
function itemsIn(lines: readonly Line[], { start, end }: Section): Item[] {
  const found: { label: string; value: string; start: number; end: number }[] = [];
  for (let index = start + 1; index < end; index++) {
    const text = lines[index]?.text ?? "";
    const item = readItem(text);
    if (item) {
      found.push({ ...item, start: index, end: index + 1 });
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
function readItem(text: string): { label: string; value: string } | undefined {
  // Nearly every item looks as we write it, and thousands are read at once.
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
