/**
 * One wrong, missing, extra or swapped letter in a word that no record holds. Asked only when nothing was found: it
 * reads through the vocabulary, and a rare word is seldom a mistyped common one.
 */
import type { Database } from "../index/sqlite.ts";
import type { Term } from "./terms.ts";

/** In a shorter word one letter makes another word. */
const SHORTEST = 4;

/** The query's words as the vocabulary spells them; undefined when none of them comes near a known word. */
export function withoutTypos(databases: readonly Database[], words: readonly Term[]): string | undefined {
  const unknown = words.filter(({ term, records }) =>
    records === 0 && term.length >= SHORTEST && /^[a-z0-9]+$/.test(term)
  );
  const known = unknown.flatMap(({ term }) => databases.flatMap((db) => nearTerms(db, term)));
  return known.length === 0 ? undefined : known.join(" ");
}

function nearTerms(db: Database, word: string): string[] {
  const sql = "SELECT term FROM terms WHERE length(term) BETWEEN ? AND ?";
  return db.all(sql, word.length - 1, word.length + 1).map(({ term }) => String(term)).filter((term) =>
    isNear(word, term)
  );
}

/** Whether two words differ by one letter. */
function isNear(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return left !== right;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
