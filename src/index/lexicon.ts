/**
 * In: entries that come into sight or leave it. Out: the first-stage table and the counts that weigh a term.
 * Not done here: deciding what is in sight (visible.ts).
 *
 * Counts are gathered in memory and written once per transaction: thousands of records share their common terms.
 *
 * @module
 */
import type { Entry } from "./entry.ts";
import type { Database } from "./sqlite.ts";

export interface LexiconWriter {
  putIn(row: number, session: string | undefined, entry: Entry): void;
  takeOut(row: number, session: string | undefined, entry: Entry): void;
  /** Writes the gathered counts. */
  flush(): void;
}

interface SessionCount {
  records: number;
  words: number;
}

export function writeLexicon(db: Database): LexiconWriter {
  const terms = new Map<string, number>();
  const grams = new Map<number, number>();
  const sessions = new Map<string, SessionCount>();
  const totals = { records: 0, words: 0, chars: 0, grams: 0, sessions: 0, sessionWords: 0 };

  function count(session: string | undefined, entry: Entry, sign: 1 | -1): void {
    for (const term of entry.distinctTerms) terms.set(term, (terms.get(term) ?? 0) + sign);
    for (const gram of entry.distinctGrams) grams.set(gram, (grams.get(gram) ?? 0) + sign);
    totals.records += sign;
    totals.words += sign * entry.words;
    totals.chars += sign * entry.chars;
    totals.grams += sign * entry.grams;
    if (session === undefined) return;
    const known = sessions.get(session) ?? { records: 0, words: 0 };
    known.records += sign;
    known.words += sign * entry.words;
    sessions.set(session, known);
    totals.sessionWords += sign * entry.words;
  }

  return {
    putIn(row, session, entry) {
      db.run("INSERT INTO lexicon(rowid, terms) VALUES (?, ?)", row, entry.terms);
      count(session, entry, 1);
    },
    takeOut(row, session, entry) {
      db.run("DELETE FROM lexicon WHERE rowid = ?", row);
      count(session, entry, -1);
    },
    flush() {
      addCounts(db, "terms", "term", terms);
      addCounts(db, "grams", "gram", grams);
      for (const [session, { records, words }] of sessions) {
        const before = Number(db.get("SELECT records FROM sessions WHERE session = ?", session)?.["records"] ?? 0);
        totals.sessions += Math.sign(before + records) - Math.sign(before);
        const sql =
          "INSERT INTO sessions VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET records = records + ?2, words = words + ?3";
        db.run(sql, session, records, words);
        if (before + records === 0) db.run("DELETE FROM sessions WHERE session = ?", session);
      }
      db.run(
        `UPDATE totals SET records = records + ?, words = words + ?, chars = chars + ?, grams = grams + ?,
           sessions = sessions + ?, session_words = session_words + ?`,
        ...Object.values(totals),
      );
    },
  };
}

/** Adds to the counts of a table and drops those that came to nothing. */
function addCounts(db: Database, table: string, key: string, changes: ReadonlyMap<string | number, number>): void {
  // Sorted: neighbours in the tree are written together.
  const sorted = [...changes].filter(([, change]) => change !== 0).sort(([a], [b]) => a < b ? -1 : 1);
  const sql = `INSERT INTO ${table} VALUES (?1, ?2) ON CONFLICT DO UPDATE SET records = records + ?2`;
  for (const [name, change] of sorted) db.run(sql, name, change);
  for (const [name, change] of sorted) {
    if (change < 0) db.run(`DELETE FROM ${table} WHERE ${key} = ? AND records = 0`, name);
  }
}
