/**
 * The text of a note's file → `Note`. Reads what LingXi's template and its users write, and never fails: what it can't
 * read it reports with its line.
 *
 * @module
 */
import { SHARE_FOLDER } from "../store/layout.ts";
import { metaValues, oddLines, plain } from "./meta.ts";
import { CONTEXT_FIELDS, DEFAULT_FIELDS, LEVEL_FIELDS, type Note, type NoteProblem } from "./note.ts";
import {
  type Heading,
  headings,
  type Item,
  items,
  joinLines,
  type Line,
  paragraphs,
  readItem,
  type Section,
  sections,
  splitLines,
} from "./markdown.ts";

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
