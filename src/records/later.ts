/** Words for later: questions by which a fact will be asked for (`asks`), and calls at which it is told (`when`). */
import { CONDITIONS_HELD_MAX } from "./conditions.ts";
import { ASKS_MAX, type RawRecord, texts } from "./mod.ts";

/** The words for later of a fact; an empty list says that nobody thought of any. */
export interface Words {
  readonly asks?: readonly string[];
  readonly when?: readonly string[];
}

/** The fields of `Words`. */
export const WORDS = ["asks", "when"] as const;

const MOST = { asks: ASKS_MAX, when: CONDITIONS_HELD_MAX };

/** The words for later that a record lacks and `others` have, each field as it shall be; empty where there are none. */
export function lackedBy(record: RawRecord | Words, ...others: readonly (RawRecord | Words)[]): Words {
  const all = wordsOf(record, ...others);
  const fields = WORDS.filter((field) => (all[field]?.length ?? 0) > texts(record[field]).length);
  return Object.fromEntries(fields.map((field) => [field, all[field]]));
}

/** The words of several records together, those of the first record first, as many as one record may have. */
export function wordsOf(...records: readonly (RawRecord | Words)[]): Words {
  const fields = WORDS.filter((field) => records.some((record) => Array.isArray(record[field])));
  return Object.fromEntries(fields.map((field) => {
    const all = records.flatMap((record) => texts(record[field]));
    return [field, [...new Set(all)].slice(0, MOST[field])];
  }));
}
