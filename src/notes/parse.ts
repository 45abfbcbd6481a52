/**
 * Text of a note's file → `Note`. Reads what LingXi's template and its users write, reports what it could not read with
 * its line, and never fails: a note with a broken Meta line is still a note.
 *
 * @module
 */
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
import {
  type Heading,
  headings,
  type Item,
  items,
  joinLines,
  type Line,
  paragraphs,
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

/** Remembered: the same few headings stand in every note. */
function sectionName(heading: string): SectionName | undefined {
  let name = SECTION_OF_HEADING.get(heading);
  if (name === undefined) {
    name = SECTION_NAMES.find((each) => SECTION_HEADING[each].test(heading)) ?? "";
    if (SECTION_OF_HEADING.size < 100) SECTION_OF_HEADING.set(heading, name);
  }
  return name === "" ? undefined : name;
}

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

/** What INDEX.md tells of a note. */
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

/** Reads of a note what INDEX.md tells of it: half the work, which counts when thousands are read. */
export function parseEntry(text: string, path: string): NoteEntry {
  return readHead(text, path).entry;
}

function readHead(text: string, path: string) {
  const lines = splitLines(text);
  const allHeadings = headings(lines);
  const known = knownSections(lines, allHeadings);
  const meta = known.get("meta");
  const problems: NoteProblem[] = [];
  const values = meta ? metaValues(lines, meta, problems) : {};
  if (!meta) problems.push({ line: 1, problem: "There is no `## Meta` section" });
  const id = values.id || idOfPath(path);
  if (meta && !values.id) problems.push({ line: meta.start + 1, problem: "Meta has no Id", field: "id" });

  const sentences = (name: SectionName) => {
    const section = known.get(name);
    return section ? paragraphs(lines.slice(section.start + 1, section.end)) : [];
  };
  const oneLiner = (sentences("oneLiner")[0] ?? "").replace(`[${id}]`, "").trim();
  const heading = allHeadings.find((each) => each.level === 1);
  const entry: NoteEntry = {
    ...HEAD_DEFAULTS,
    ...values,
    id,
    title: values.title || heading?.text || oneLiner || id,
    whenToLoad: sentences("whenToLoad"),
    oneLiner,
    path,
    shared: path.startsWith("notes/share/"),
    text,
    problems: problems.sort((left, right) => left.line - right.line),
  };
  return { entry, lines, known, titleLine: heading?.line, sentences };
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

type MetaValues = { -readonly [F in MetaField]?: NoteFields[F] };

function metaValues(lines: readonly Line[], meta: Section, problems: NoteProblem[]): MetaValues {
  const values: Record<string, string | string[]> = {};
  const seen = new Set<string>();
  let next = meta.start + 1;
  for (const item of items(lines, meta.start + 1, meta.end)) {
    tellOddLines(lines, next, item.start, problems);
    next = item.end;
    const label = plain(item.label);
    const known = metaField(label);
    if (seen.has(label)) {
      problems.push({ line: item.start + 1, problem: `Meta names ${item.label} twice; the first counts` });
    } else if (known) {
      const value = metaValue(known, item, problems);
      if (value !== undefined) values[known[1]] = value;
    }
    seen.add(label);
  }
  tellOddLines(lines, next, meta.end, problems);
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
      problem: `${label} is one of ${allowed.join(", ")}, found \`${value}\``,
      field,
    });
    return undefined;
  }
  if (field === "tags" || field === "supersedes") {
    return value === "" ? [] : value.split(/[,，、;；]/).map((each) => each.trim()).filter((each) => each !== "");
  }
  if ((field === "createdAt" || field === "updatedAt") && value !== "" && Number.isNaN(Date.parse(value))) {
    problems.push({ line: start + 1, problem: `${label} is a time in ISO 8601, found \`${value}\``, field });
    return undefined;
  }
  return value;
}

/** Lines of Meta that are no `Key: value`. */
function tellOddLines(lines: readonly Line[], from: number, to: number, problems: NoteProblem[]): void {
  for (let index = from; index < to; index++) {
    const text = lines[index]?.text.trim() ?? "";
    if (text === "" || /^(-{3,}|<!--.*-->)$/.test(text)) continue;
    problems.push({ line: index + 1, problem: `Meta lines are \`- **Key**: value\`, found \`${text.slice(0, 80)}\`` });
  }
}

function within(index: number, range: { start: number; end: number } | undefined): boolean {
  return range !== undefined && index >= range.start && index < range.end;
}

/** `Created At`, `created_at` and `CreatedAt` are one label. Remembered: the same few words stand in every note. */
function plain(label: string): string {
  const known = PLAIN_LABELS.get(label);
  if (known !== undefined) return known;
  const word = label.toLowerCase().replace(/[\s_-]/g, "");
  if (PLAIN_LABELS.size < 100) PLAIN_LABELS.set(label, word);
  return word;
}

const PLAIN_LABELS = new Map<string, string>();

let metaLabels: ReadonlyMap<string, typeof META_FIELDS[number]> | undefined;

/** The field that a plain label of Meta names. Made when the first note is read: most calls read none. */
function metaField(label: string): typeof META_FIELDS[number] | undefined {
  metaLabels ??= new Map(META_FIELDS.map((field) => [plain(field[0]), field]));
  return metaLabels.get(label);
}

/** `notes/share/MEM-api.md` → `MEM-api`. */
function idOfPath(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/i, "");
}
