/**
 * The text of a note's file → `Note`. Reads what LingXi's template and its users write, and never fails: what it can't
 * read it reports with its line.
 *
 * @module
 */
import { SHARE_FOLDER } from "../store/layout.ts";
import {
  CONTEXT_FIELDS,
  DEFAULT_FIELDS,
  ENUMERATIONS,
  LEVEL_FIELDS,
  META_FIELDS,
  type MetaField,
  type Note,
  type NoteFields,
  type NoteProblem,
} from "./note.ts";

/** The sections that we know, by what their heading begins with (`One-liner (for injection)` in LingXi's template). */
const SECTION_HEADING = {
  meta: /^(meta|元信息|元数据)$/i,
  whenToLoad: /^(when to load|何时加载)/i,
  oneLiner: /^(one-?liner|一句话)/i,
  context: /^(context|decision|背景|决策)/i,
  levels: /^L[01]\b/i,
  pointers: /^(pointers?|指针)/i,
} as const;

/** What we call a known section. */
export type SectionName = keyof typeof SECTION_HEADING;
const SECTION_NAMES = Object.keys(SECTION_HEADING) as SectionName[];

/** Where each known section stands in a file; the first of a name counts. */
export function knownSections(lines: readonly Line[], all: readonly Heading[] = headings(lines)) {
  const known = new Map<SectionName, Section>();
  for (const section of sections(lines, all)) {
    const name = sectionName(section.heading);
    if (name && !known.has(name)) known.set(name, section);
  }
  return known;
}

/** Cached: every note has the same few headings. */
function sectionName(heading: string): SectionName | undefined {
  let name = SECTION_OF_HEADING.get(heading);
  if (name === undefined) {
    name = SECTION_NAMES.find((each) => SECTION_HEADING[each].test(heading)) ?? "";
    if (SECTION_OF_HEADING.size < REMEMBERED_MAX) SECTION_OF_HEADING.set(heading, name);
  }
  return name === "" ? undefined : name;
}

/** More than anybody uses; what is odd in a file must not pile up. */
const REMEMBERED_MAX = 100;
const SECTION_OF_HEADING = new Map<string, SectionName | "">();

/** The items of a section by field, as `fields` names them. */
export function labelledItems<F extends string>(
  lines: readonly Line[],
  section: Section | undefined,
  fields: readonly (readonly [string, F])[],
): Map<F, Item> {
  const found = new Map<F, Item>();
  const fieldOf = new Map(fields.map(([label, field]) => [plain(label), field]));
  for (const item of section ? items(lines, section.start + 1, section.end) : []) {
    const field = fieldOf.get(plain(item.label));
    if (field && !found.has(field)) found.set(field, item);
  }
  return found;
}

/** What INDEX.md lists of a note. */
export type NoteEntry = Pick<
  Note,
  Exclude<keyof Note, "decision" | "signals" | "alternatives" | "counterSignals" | "l0" | "l1" | "pointers" | "body">
>;

/**
 * Reads a note.
 *
 * @param text the file's content
 * @param path where it lies, relative to the data folder; the id of a file that names none
 */
export function parseNote(text: string, path: string): Note {
  const { entry, lines, known, titleLine, sentences } = readHead(text, path);
  const context = labelledItems(lines, known.get("context"), CONTEXT_FIELDS);
  const levels = labelledItems(lines, known.get("levels"), LEVEL_FIELDS);
  const meta = known.get("meta");
  return {
    ...entry,
    decision: context.get("decision")?.value ?? "",
    signals: context.get("signals")?.value ?? "",
    alternatives: context.get("alternatives")?.value ?? "",
    counterSignals: context.get("counterSignals")?.value ?? "",
    l0: levels.get("l0")?.value ?? "",
    l1: levels.get("l1")?.value ?? "",
    pointers: sentences("pointers"),
    body: joinLines(lines.filter((_, index) => index !== titleLine && !within(index, meta))).trim(),
  };
}

/** Reads what INDEX.md lists of a note: half the work, which counts when thousands are read. */
export function parseEntry(text: string, path: string): NoteEntry {
  return usualEntry(text, path) ?? readHead(text, path).entry;
}

/**
 * A note as we write it, down to its one-liner. Dots leave out CR and other line ends: such a file is read line by
 * line.
 */
const USUAL =
  /^# (.+)\n\n## Meta\n\n((?:- \*\*\w{1,50}\*\*:.*\n)+)\n## When to load\n\n((?:- .+\n)*)\n## One-liner \(for injection\)\n\n([^#`~\s].*)\n(?:\n|$)/;
/** The line of the first item of Meta in it, from 0. */
const USUAL_META = 4;

/**
 * The same for a note whose head looks as we write it, as nearly all do, without parsing the rest. Undefined for any
 * other.
 */
function usualEntry(text: string, path: string): NoteEntry | undefined {
  const [, heading = "", meta = "", whenToLoad = "", oneLiner = ""] = USUAL.exec(text) ?? [];
  if (meta === "") return undefined;
  const asLines = (part: string) => part.split("\n").map((each) => ({ text: each, end: "\n" as const }));
  const all = meta.slice(0, -1).split("\n").flatMap((line, at) => {
    const item = readItem(line);
    return item ? [{ ...item, start: USUAL_META + at, end: USUAL_META + at + 1 }] : [];
  });
  return entryOf(text, path, {
    items: all,
    problems: [],
    meta: USUAL_META - 2,
    heading: heading.trim(),
    whenToLoad: paragraphs(asLines(whenToLoad)),
    oneLiner: paragraphs(asLines(oneLiner))[0] ?? "",
  });
}

function readHead(text: string, path: string) {
  const lines = splitLines(text);
  const allHeadings = headings(lines);
  const known = knownSections(lines, allHeadings);
  const meta = known.get("meta");
  const all = meta ? items(lines, meta.start + 1, meta.end) : [];
  const sentences = (name: SectionName) => {
    const section = known.get(name);
    return section ? paragraphs(lines.slice(section.start + 1, section.end)) : [];
  };
  const heading = allHeadings.find((each) => each.level === 1);
  const entry = entryOf(text, path, {
    items: all,
    problems: meta
      ? oddLines(lines, meta, all)
      : [{ line: 1, problem: { en: "There is no `## Meta` section", zh: "没有 `## Meta` 一节" } }],
    meta: meta?.start,
    heading: heading?.text ?? "",
    whenToLoad: sentences("whenToLoad"),
    oneLiner: sentences("oneLiner")[0] ?? "",
  });
  return { entry, lines, known, titleLine: heading?.line, sentences };
}

interface Head {
  /** Of Meta. */
  readonly items: readonly Item[];
  readonly problems: readonly NoteProblem[];
  /** The line of Meta's heading, from 0. */
  readonly meta: number | undefined;
  readonly heading: string;
  readonly whenToLoad: readonly string[];
  readonly oneLiner: string;
}

function entryOf(text: string, path: string, head: Head): NoteEntry {
  const problems = [...head.problems];
  const values = metaValues(head.items, problems);
  const id = values.id || idOfPath(path);
  if (head.meta !== undefined && !values.id) {
    problems.push({ line: head.meta + 1, problem: { en: "Meta has no Id", zh: "Meta 中没有 Id" }, field: "id" });
  }
  const oneLiner = head.oneLiner.replace(`[${id}]`, "").trim();
  return {
    ...HEAD_DEFAULTS,
    ...values,
    id,
    title: values.title || head.heading || oneLiner || id,
    whenToLoad: head.whenToLoad,
    oneLiner,
    path,
    shared: path.startsWith(`${SHARE_FOLDER}/`),
    text,
    problems: problems.sort((left, right) => left.line - right.line),
  };
}

const {
  decision: _decision,
  signals: _signals,
  alternatives: _alternatives,
  counterSignals: _counterSignals,
  l0: _l0,
  l1: _l1,
  pointers: _pointers,
  ...HEAD_DEFAULTS
} = DEFAULT_FIELDS;

function within(index: number, range: { start: number; end: number } | undefined): boolean {
  return range !== undefined && index >= range.start && index < range.end;
}

/** `notes/share/MEM-api.md` → `MEM-api`. */
function idOfPath(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/i, "");
}

// In: the labelled items of a note's Meta section. Out: its fields,
// and a problem with its line for each that is not as it should be.
// Not done here: finding the section (parse.ts).

/** What Meta says, by field; what it does not say is not there. */
type MetaValues = { -readonly [F in MetaField]?: NoteFields[F] };

/**
 * What the items of Meta say.
 *
 * @param problems gets what could not be read as meant
 */
function metaValues(all: readonly Item[], problems: NoteProblem[]): MetaValues {
  const values: Record<string, string | string[]> = {};
  const seen = new Set<string>();
  for (const item of all) {
    const label = plain(item.label);
    const known = metaField(label);
    if (seen.has(label)) {
      problems.push({
        line: item.start + 1,
        problem: {
          en: `Meta names ${item.label} twice; the first counts`,
          zh: `Meta 中 ${item.label} 出现两次，以第一处为准`,
        },
      });
    } else if (known) {
      const value = metaValue(known, item, problems);
      if (value !== undefined) values[known[1]] = value;
    }
    seen.add(label);
  }
  // `metaValue` gives words of the enumerations, lists and strings where MetaValues wants them.
  return values as MetaValues;
}

/** What an item says; undefined, with a problem, when it says nothing that its field can take. */
function metaValue(
  [label, field]: typeof META_FIELDS[number],
  { value: said, start }: Item,
  problems: NoteProblem[],
): string | string[] | undefined {
  if (field === "title") return said;
  const value = said === "-" ? "" : said.startsWith("`") ? said.replace(/^`(.*)`$/, "$1") : said;
  const allowed = ENUMERATIONS[field];
  if (allowed) {
    const word = value.toLowerCase();
    if (allowed.includes(word)) return word;
    problems.push({
      line: start + 1,
      problem: {
        en: `${label} is one of ${allowed.join(", ")}, found \`${value}\``,
        zh: `${label} 应为 ${allowed.join("、")} 之一，现为 \`${value}\``,
      },
      field,
    });
    return undefined;
  }
  if (field === "tags" || field === "supersedes") {
    return value === "" ? [] : value.split(/[,，、;；]/).map((each) => each.trim()).filter((each) => each !== "");
  }
  if ((field === "createdAt" || field === "updatedAt") && value !== "" && Number.isNaN(Date.parse(value))) {
    problems.push({
      line: start + 1,
      problem: {
        en: `${label} is a time in ISO 8601, found \`${value}\``,
        zh: `${label} 应为 ISO 8601 时间，现为 \`${value}\``,
      },
      field,
    });
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
    problems.push({
      line: index + 1,
      problem: {
        en: `Meta lines are \`- **Key**: value\`, found \`${text.slice(0, 80)}\``,
        zh: `Meta 的行应为 \`- **Key**: value\`，现为 \`${text.slice(0, 80)}\``,
      },
    });
  }
  return problems;
}

/** `Created At`, `created_at` and `CreatedAt` are one label. Remembered: the same few words stand in every note. */
function plain(label: string): string {
  const known = PLAIN_LABELS.get(label);
  if (known !== undefined) return known;
  const word = label.toLowerCase().replace(/[\s_-]/g, "");
  if (PLAIN_LABELS.size < REMEMBERED_MAX) PLAIN_LABELS.set(label, word);
  return word;
}

const PLAIN_LABELS = new Map<string, string>();

let metaLabels: ReadonlyMap<string, typeof META_FIELDS[number]> | undefined;

/** The field that a plain label of Meta names. Made when the first note is read: most calls read none. */
function metaField(label: string): typeof META_FIELDS[number] | undefined {
  metaLabels ??= new Map(META_FIELDS.map((field) => [plain(field[0]), field]));
  return metaLabels.get(label);
}

// The little of Markdown that notes are made of: lines with their ends, sections under headings, labelled list items.

/** A line and how it ends. */
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

/** The labelled items between two lines. A line that is indented or empty belongs to the item above it. */
function items(lines: readonly Line[], from: number, to: number): Item[] {
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
function readItem(text: string): { label: string; value: string } | undefined {
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
