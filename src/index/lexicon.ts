/**
 * In: entries that become visible or hidden. Out: the first-stage table and the counts that weigh a term.
 * Not done here: deciding what is visible (visible.ts).
 *
 * Counts are gathered in memory and written once per transaction: thousands of records share their common terms.
 *
 * @module
 */
import type { Entry } from "./entry.ts";
import type { Database } from "./sqlite.ts";

/** Puts entries in and takes them out, within one transaction. */
export interface LexiconWriter {
  putIn(row: number, session: string | undefined, entry: Entry): void;
  takeOut(row: number, session: string | undefined, entry: Entry): void;
  /** Writes the gathered counts. */
  flush(): void;
}

interface GramCount {
  records: number;
  stretches: number;
}

interface SessionCount {
  records: number;
  words: number;
}

/** Begins to write; nothing but the entries themselves is written before `flush`. */
export function writeLexicon(db: Database): LexiconWriter {
  const terms = new Map<string, number>();
  const grams = new Map<number, GramCount>();
  const sessions = new Map<string, SessionCount>();
  const totals = { records: 0, words: 0, chars: 0, grams: 0, sessions: 0, sessionWords: 0, stretches: 0 };

  function count(session: string | undefined, entry: Entry, sign: 1 | -1): void {
    for (const term of entry.distinctTerms) terms.set(term, (terms.get(term) ?? 0) + sign);
    for (const [gram, stretches] of entry.stretchesOfGram) {
      const known = grams.get(gram);
      if (known) known.records += sign, known.stretches += sign * stretches;
      else grams.set(gram, { records: sign, stretches: sign * stretches });
    }
    totals.records += sign;
    totals.words += sign * entry.words;
    totals.chars += sign * entry.chars;
    totals.grams += sign * entry.grams;
    totals.stretches += sign * entry.stretches;
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
      addTerms(db, terms);
      addGramCounts(db, grams);
      totals.sessions += addSessions(db, sessions);
      db.run(
        `UPDATE totals SET records = records + ?, words = words + ?, chars = chars + ?, grams = grams + ?,
           sessions = sessions + ?, session_words = session_words + ?, stretches = stretches + ?`,
        ...[totals.records, totals.words, totals.chars, totals.grams],
        ...[totals.sessions, totals.sessionWords, totals.stretches],
      );
    },
  };
}

/** Adds to the counts of terms, and drops those that come to zero. */
function addTerms(db: Database, changes: ReadonlyMap<string, number>): void {
  // Sorted: neighbours in the tree are written together.
  const sorted = [...changes].filter(([, change]) => change !== 0).sort(([a], [b]) => a < b ? -1 : 1);
  const sql = "INSERT INTO terms VALUES (?1, ?2) ON CONFLICT DO UPDATE SET records = records + ?2";
  for (const [term, change] of sorted) db.run(sql, term, change);
  for (const [term, change] of sorted) {
    if (change < 0) db.run("DELETE FROM terms WHERE term = ? AND records = 0", term);
  }
}

/** The same for 3-grams. An edited record may keep a gram and lose a stretch. */
function addGramCounts(db: Database, changes: ReadonlyMap<number, GramCount>): void {
  const sorted = [...changes].filter(([, { records, stretches }]) => records !== 0 || stretches !== 0)
    .sort(([a], [b]) => a - b);
  const sql = `INSERT INTO grams VALUES (?1, ?2, ?3)
    ON CONFLICT DO UPDATE SET records = records + ?2, stretches = stretches + ?3`;
  for (const [gram, { records, stretches }] of sorted) db.run(sql, gram, records, stretches);
  for (const [gram, { records }] of sorted) {
    if (records < 0) db.run("DELETE FROM grams WHERE gram = ? AND records = 0", gram);
  }
}

/**
 * The same for sessions.
 *
 * @returns how many sessions there are more than before
 */
function addSessions(db: Database, changes: ReadonlyMap<string, SessionCount>): number {
  const sql =
    "INSERT INTO sessions VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET records = records + ?2, words = words + ?3";
  let more = 0;
  for (const [session, { records, words }] of changes) {
    const before = Number(db.get("SELECT records FROM sessions WHERE session = ?", session)?.["records"] ?? 0);
    more += Math.sign(before + records) - Math.sign(before);
    db.run(sql, session, records, words);
    if (before + records === 0) db.run("DELETE FROM sessions WHERE session = ?", session);
  }
  return more;
}
