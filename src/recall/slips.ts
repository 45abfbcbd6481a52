/**
 * In: the words of a prompt that no record holds. Out: the words of records of which they may be misspellings.
 * Not done here: the typing errors of a search, which tries every spelling (search/spellings.ts) and so takes longer.
 */
import type { Database } from "../index/sqlite.ts";
import { stem } from "../text/stem.ts";
import type { Held } from "./outline.ts";

/** A word of the records that the prompt may have misspelt. */
const SLIP = 0.6;
/** The weight of a word that no list of words holds, so that it may be misspelt. */
const STRANGE = 0.7;
/** In a shorter word, another letter makes another word. */
const MAY_BE_SLIP = /^[a-z]{5,}$/;
/** People seldom misspell so many first letters. With one letter, reading the words would take 1 ms instead of 0.05. */
const SURE = 2;
/** A prompt of more strange words is about something else, or pasted. */
const STRANGE_MAX = 3;

/** The words that a prompt may have misspelt, of its stems that no record holds. */
export function slipsOf(
  unknown: readonly { readonly term: string; readonly weight: number }[],
  databases: readonly Database[],
): Held[] {
  const strange = unknown.filter(({ term, weight }) => weight >= STRANGE && MAY_BE_SLIP.test(term));
  if (strange.length > STRANGE_MAX) return [];
  return strange.flatMap(({ term: typed }) => {
    const meant = new Set(databases.flatMap((db) => termsLike(db, typed)).filter((term) => isOneSlip(typed, term)));
    // Records are searched by stems.
    return [...meant].filter((term) => stem(term) === term)
      .map((word) => ({ word, of: [typed], terms: [word], weight: SLIP, kind: SLIP }));
  });
}

function termsLike(db: Database, word: string): string[] {
  const start = word.slice(0, SURE);
  const sql = "SELECT term FROM terms WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?";
  return db.all(sql, start, `${start}{`, word.length - 1, word.length + 1).map(({ term }) => String(term));
}

/** Whether one letter is wrong, missing or too much, or two neighbours changed places. */
function isOneSlip(typed: string, meant: string): boolean {
  const shorter = Math.min(typed.length, meant.length);
  let before = 0;
  while (before < shorter && typed[before] === meant[before]) before++;
  let after = 0;
  while (after < shorter - before && typed.at(-1 - after) === meant.at(-1 - after)) after++;
  if (typed.length !== meant.length) return before + after === shorter && Math.abs(typed.length - meant.length) === 1;
  const differ = shorter - before - after;
  return differ === 1 ||
    (differ === 2 && typed[before] === meant[before + 1] && typed[before + 1] === meant[before]);
}
