/**
 * In: an index in step and a text. Out: the facts that share the most of what the text is about, for the caller to
 * compare: it may say the same as one of them, or change it.
 * A save waits for this, so it scores the rows of the text's words by their weight alone: a tenth of a search.
 */
import type { RecordId } from "../records/ids.ts";
import { isEveryday, OF_EVERYDAY } from "../text/commonness.ts";
import { analyse, termsOf } from "../text/mod.ts";
import { contentOf } from "../text/stop.ts";
import type { MemoryIndex } from "../index/open.ts";
import { NEWEST_FIRST } from "../index/read.ts";
import type { RawRecord } from "../records/mod.ts";
import { countRecords, idf, rarity, readTotals } from "./counts.ts";
import { bestRows, weighRows } from "./first_stage.ts";

export interface Kin {
  readonly id: RecordId;
  readonly content: string;
  readonly record: RawRecord;
  /** The words that it shares with the text, as a sum: 1 for a word that no other record holds, less for others. */
  readonly shared: number;
}

/** Facts that are compared with a new one. */
const KIN_MAX = 8;
/** The worth of another name of a word, beside the word itself. */
const OTHER_NAME = 0.8;
/** The same in what a fact shares: a word has several other names, and some of them mean other things, too. */
const OTHER_NAME_SHARED = 0.6;
/** The number of other names, the rarest: one that every second fact holds tells nothing and takes long to list. */
const OTHER_NAMES_MAX = 12;

interface KinOptions {
  /** The text's words by other names, as terms: by them a fact in the other language is found. */
  readonly others: readonly string[];
  /** Whether a fact may be named. */
  readonly isMeant: (record: RawRecord) => boolean;
}

/** The visible facts that share the most of a text's words or of their other names. */
export function kinOf({ db }: MemoryIndex, text: string, { others, isMeant }: KinOptions): Kin[] {
  const terms = [...termsOf(contentOf(analyse(text)))];
  const additional = others.filter((term) => !terms.includes(term));
  const totals = readTotals([db]);
  const counts = countRecords([db], [...terms, ...additional]);
  const weigh = (term: string) => {
    const records = counts.get(term) ?? 0;
    const share = isEveryday(term) ? OF_EVERYDAY : 1;
    return {
      term,
      records,
      worth: idf(records, totals.records) * share,
      rare: rarity(records, totals.records) * share,
    };
  };
  const words = terms.map(weigh);
  const names = additional.map(weigh).sort((a, b) => a.records - b.records);
  const listed = names.filter(({ records }) => records > 0).slice(0, OTHER_NAMES_MAX)
    .map((each) => ({ ...each, worth: each.worth * OTHER_NAME }));
  const found = weighRows(db, { words: listed }, Infinity, weighRows(db, { words }, 1));
  const sharedWith = (content: string) => {
    const held = termsOf(contentOf(analyse(content)));
    const sumOf = (all: typeof words) => all.reduce((sum, { term, rare }) => held.has(term) ? sum + rare : sum, 0);
    return sumOf(words) + OTHER_NAME_SHARED * sumOf(names);
  };
  // One statement for all rows: single ones would cost more than reading them.
  const sql = `SELECT r.id, r.raw FROM json_each(?) AS wanted CROSS JOIN records AS r
    ON r.row = wanted.value WHERE r.type = 'fact' AND r.memory_type <> 'S'
    ORDER BY ${NEWEST_FIRST}`;
  const kin = db.all(sql, JSON.stringify(bestRows(found, KIN_MAX))).flatMap(({ id, raw }): Kin[] => {
    const record: RawRecord = JSON.parse(String(raw));
    if (!isMeant(record)) return [];
    const content = String(record.content ?? "");
    return [{ id: String(id), content, record, shared: sharedWith(content) }];
  });
  return kin.sort((a, b) => b.shared - a.shared);
}
