/**
 * Words by which a fact is found later: its labels (`entities`, `tags`), questions by which somebody will ask for it
 * (`asks`), and tool calls at which it is told (`when`).
 */
import { unlessEmpty } from "../lists.ts";
import { CONDITIONS_HELD_MAX } from "./conditions.ts";
import { ASKS_MAX, type RawRecord, texts } from "./mod.ts";

/** The words for later of a fact; an empty list says that nobody thought of any. */
export interface Words {
  readonly asks?: readonly string[];
  readonly when?: readonly string[];
}

export const WORDS = ["asks", "when"] as const;
/** The fields of words for later, and labels. */
export const ADDED = ["entities", "tags", ...WORDS] as const;

type Field = typeof ADDED[number];
type Lists = { readonly [field in Field]?: readonly string[] };
type Part = RawRecord | Lists;

const MOST: Readonly<Record<Field, number>> = {
  entities: Infinity,
  tags: Infinity,
  asks: ASKS_MAX,
  when: CONDITIONS_HELD_MAX,
};

/** The fields in which `others` have words that a record lacks, each with the list of all; empty for none. */
export function lackedBy(fields: readonly Field[], record: Part, ...others: readonly Part[]): Lists {
  const all = united(fields, record, ...others);
  const grown = fields.filter((field) => (all[field]?.length ?? 0) > new Set(texts(record[field])).size);
  return Object.fromEntries(grown.map((field) => [field, all[field]]));
}

/**
 * The fields of words for later in which a record and `others` have a word in common, each with the list of the
 * record's other words; undefined where none are left.
 */
export function withoutWordsOf(record: Part, ...others: readonly Part[]): Lists {
  const taken = united(WORDS, ...others);
  const left = (field: Field) => texts(record[field]).filter((word) => !taken[field]?.includes(word));
  const held = WORDS.filter((field) => left(field).length < texts(record[field]).length);
  return Object.fromEntries(held.map((field) => [field, unlessEmpty(left(field))]));
}

/** The lists of several records together, those of the first record first, as many as one record may have. */
export function united(fields: readonly Field[], ...records: readonly Part[]): Lists {
  const there = fields.filter((field) => records.some((record) => Array.isArray(record[field])));
  return Object.fromEntries(there.map((field) => {
    const all = records.flatMap((record) => texts(record[field]));
    return [field, [...new Set(all)].slice(0, MOST[field])];
  }));
}
