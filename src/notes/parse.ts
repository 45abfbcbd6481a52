/**
 * The text of a note's file → `Note`. Reads the forms that LingXi's template and its users write. Never fails: a line
 * that can't be read is reported as a problem.
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
import {
  type Heading,
  headings,
  type Item,
  itemsIn,
  joinLines,
  LEVELS,
  type Line,
  paragraphs,
  type Section,
  splitLines,
} from "./markdown.ts";
import { conflictMarks, replaceComments } from "../text/markdown.ts";
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

/** Reads a note. The name of its file is the id where Meta gives none. */
export function parseNote(text: string, path: StorePath): Note {
  const whole = splitLines(text);
  const marks = text.includes("<<<<<<< ") ? conflictMarks(whole.map((line) => line.text)) : [];
  // The marks of a merge become blank lines: both sides stand in the body, and of a field the first counts.
  const lines = marks.length === 0
    ? whole
    : whole.map((line, at) => marks.includes(at + 1) ? { ...line, text: "" } : line);
  const allHeadings = headings(lines);
  const known = knownSections(lines, allHeadings);
  const titleLine = allHeadings.find(({ level }) => level === 1);
  const meta = known.get("meta");
  const problems: NoteProblem[] = [];
  const values = meta ? readMeta(lines, meta, problems) : {};
  if (!meta) problems.push({ line: 1, problem: said("no_meta") });
  const id = values.id || path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/i, "");
  const linesIn = (section: Section | undefined) => section ? lines.slice(section.start + 1, section.end) : [];
  const listed = (name: SectionName) => paragraphs(splitLines(replaceComments(joinLines(linesIn(known.get(name))))));

  const labelled = (name: SectionName): Partial<NoteFields> =>
    Object.fromEntries([...labelledItems(lines, known.get(name), name)].map(([field, { value }]) => [field, value]));
  const oneLiner = (paragraphs(linesIn(known.get("oneLiner")))[0] ?? "").replace(`[${id}]`, "").trim();
  const isBody = (at: number) => at !== titleLine?.line && !(meta && at >= meta.start && at < meta.end);
  return {
    ...DEFAULT_FIELDS,
    ...values,
    ...labelled("context"),
    ...labelled("levels"),
    id,
    title: values.title || titleLine?.text || oneLiner || id,
    whenToLoad: listed("whenToLoad"),
    oneLiner,
    pointers: listed("pointers"),
    path,
    shared: path.startsWith(`${SHARE_FOLDER}/`),
    text,
    body: joinLines(lines.filter((_, at) => isBody(at))).trim(),
    // Both sides of a merge stand in the file: all other problems come from that.
    problems: marks[0] === undefined
      ? problems.sort((left, right) => left.line - right.line)
      : [{ line: marks[0], problem: said("merge_unfinished") }],
  };
}

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
  const value = written === "-" ? "" : written.replace(/^`(.*)`$/, "$1");
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
