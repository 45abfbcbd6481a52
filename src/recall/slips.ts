/**
 * In: words of a prompt that no record holds. Out: what they may be slips of: words of the records that differ by one
 * letter, wrong, missing, extra or swapped.
 * Not done here: what that is worth (evidence.ts). Search mends what it finds nothing for, and takes
 * its time: it tries every spelling, here the records' own words are read.
 *
 * @module
 */
import { stem } from "../text/stem.ts";
import type { Database } from "../index/sqlite.ts";

/** In a shorter word one letter makes another word. */
const SHORTEST = 5;
const LETTERS = /^[a-z]+$/;
/**
 * So many first letters people seldom slip in. Few words begin with the same two, and reading them takes 0.05 ms where
 * records hold 30,000 words; with one it would be 1 ms.
 */
const SURE = 2;
/** A prompt of more strange words is about something else, or pasted. */
const STRANGE_MAX = 3;

/** A word of the records, and the one that is a slip of it. */
export interface Slip {
  readonly typed: string;
  readonly meant: string;
}

/** Whether a stem is long and plain enough to be one. */
export function mayBeSlip(word: string): boolean {
  return word.length >= SHORTEST && LETTERS.test(word);
}

/**
 * What words may be slips of.
 *
 * @param strange stems that may be slips, and that no record holds
 */
export function slipsOf(strange: readonly string[], databases: readonly Database[]): Slip[] {
  if (strange.length > STRANGE_MAX) return [];
  return strange.flatMap((typed) => {
    const meant = new Set(databases.flatMap((db) => termsLike(db, typed)).filter((term) => isOneSlip(typed, term)));
    // Its stem is what records are searched for.
    return [...meant].filter((term) => stem(term) === term).map((term) => ({ typed, meant: term }));
  });
}

/** The words of an index that begin as this one and are about as long. */
function termsLike(db: Database, word: string): string[] {
  const start = word.slice(0, SURE);
  const sql = "SELECT term FROM terms WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?";
  return db.all(sql, start, `${start}{`, word.length - 1, word.length + 1).map(({ term }) => String(term));
}

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
