/**
 * In: the labelled items of a note's Meta section. Out: its fields,
 * and a problem with its line for each that is not as it should be.
 * Not done here: finding the section (parse.ts).
 *
 * @module
 */
import type { Item, Line, Section } from "./markdown.ts";
import { ENUMERATIONS, META_FIELDS, type MetaField, type NoteFields, type NoteProblem } from "./note.ts";

/** What Meta says, by field; what it does not say is not there. */
export type MetaValues = { -readonly [F in MetaField]?: NoteFields[F] };

/**
 * What the items of Meta say.
 *
 * @param problems gets what could not be read as meant
 */
export function metaValues(all: readonly Item[], problems: NoteProblem[]): MetaValues {
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
export function oddLines(lines: readonly Line[], meta: Section, all: readonly Item[]): NoteProblem[] {
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
export function plain(label: string): string {
  const known = PLAIN_LABELS.get(label);
  if (known !== undefined) return known;
  const word = label.toLowerCase().replace(/[\s_-]/g, "");
  if (PLAIN_LABELS.size < REMEMBERED_MAX) PLAIN_LABELS.set(label, word);
  return word;
}

/** More than anybody uses; what is odd in a file must not pile up. */
const REMEMBERED_MAX = 100;
const PLAIN_LABELS = new Map<string, string>();

let metaLabels: ReadonlyMap<string, typeof META_FIELDS[number]> | undefined;

/** The field that a plain label of Meta names. Made when the first note is read: most calls read none. */
function metaField(label: string): typeof META_FIELDS[number] | undefined {
  metaLabels ??= new Map(META_FIELDS.map((field) => [plain(field[0]), field]));
  return metaLabels.get(label);
}
