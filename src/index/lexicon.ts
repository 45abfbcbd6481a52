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
  chars: number;
}

export function writeLexicon(db: Database): LexiconWriter {
  const terms = new Map<string, number>();
  const grams = new Map<number, number>();
  const sessions = new Map<string, SessionCount>();
  const totals = { records: 0, words: 0, chars: 0, grams: 0 };

  function count(session: string | undefined, entry: Entry, sign: 1 | -1): void {
    for (const term of entry.distinctTerms) terms.set(term, (terms.get(term) ?? 0) + sign);
    for (const gram of entry.distinctGrams) grams.set(gram, (grams.get(gram) ?? 0) + sign);
    totals.records += sign;
    totals.words += sign * entry.words;
    totals.chars += sign * entry.chars;
    totals.grams += sign * entry.grams;
    if (session === undefined) return;
    const known = sessions.get(session) ?? { records: 0, words: 0, chars: 0 };
    known.records += sign;
    known.words += sign * entry.words;
    known.chars += sign * entry.chars;
    sessions.set(session, known);
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
      const emptied = { terms: false, grams: false };
      // Sorted: neighbours in the tree are written together.
      for (const term of [...terms.keys()].sort()) {
        const change = terms.get(term) ?? 0;
        if (change === 0) continue;
        db.run("INSERT INTO terms VALUES (?1, ?2) ON CONFLICT DO UPDATE SET records = records + ?2", term, change);
        if (change < 0) emptied.terms = true;
      }
      for (const [gram, change] of grams) {
        if (change === 0) continue;
        db.run("INSERT INTO grams VALUES (?1, ?2) ON CONFLICT DO UPDATE SET records = records + ?2", gram, change);
        if (change < 0) emptied.grams = true;
      }
      for (const [session, { records, words, chars }] of sessions) {
        db.run(
          `INSERT INTO sessions VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE
             SET records = records + ?2, words = words + ?3, chars = chars + ?4`,
          ...[session, records, words, chars],
        );
        db.run("DELETE FROM sessions WHERE session = ? AND records = 0", session);
      }
      if (emptied.terms) {
        for (const [term, change] of terms) {
          if (change < 0) db.run("DELETE FROM terms WHERE term = ? AND records = 0", term);
        }
      }
      if (emptied.grams) {
        for (const [gram, change] of grams) {
          if (change < 0) db.run("DELETE FROM grams WHERE gram = ? AND records = 0", gram);
        }
      }
      db.run(
        "UPDATE totals SET records = records + ?, words = words + ?, chars = chars + ?, grams = grams + ?",
        ...[totals.records, totals.words, totals.chars, totals.grams],
      );
    },
  };
}
