/**
 * In: entries that become visible or hidden. Out: the table of the first stage, and the counts by which a term is
 * weighed.
 *
 * Counts are gathered in memory and written once for each transaction, since thousands of records share common terms.
 */
import type { SessionId } from "../records/ids.ts";
import { analyse, termsOf } from "../text/mod.ts";
import { analyseLong } from "../text/stretches.ts";
import { dayTerms } from "../text/notations.ts";
import { pairsOf } from "../text/script.ts";
import { contentOf, isStopWord } from "../text/stop.ts";
import { type Document, wholeText } from "./document.ts";
import { FLAG, packProfile, type Profile, readProfile, STRETCH_FIELDS } from "./profile.ts";
import { append } from "../lists.ts";
import type { Database } from "./sqlite.ts";

export interface Entry {
  readonly terms: string;
  readonly distinctTerms: ReadonlySet<string>;
  /** Each 3-gram, and how many stretches of the text hold it. */
  readonly stretchesOfGram: ReadonlyMap<number, number>;
  readonly profile: Uint8Array;
  readonly words: number;
  readonly chars: number;
  readonly grams: number;
  /** 1 for a text that is not long. */
  readonly stretches: number;
}

/** Analyses a document once, for all tables. */
export function makeEntry(document: Document): Entry {
  const text = wholeText(document);
  const { analysis, ends } = analyseLong(text);
  const own = new Set(analysis.stems);
  const named = [...document.tags, ...document.entities];
  const labels = analyse(named.join(" "));
  const asks = document.asks.map((ask) => [...termsOf(contentOf(analyse(ask)))]);
  const others = [
    ...analysis.wholes,
    ...analysis.notations,
    ...dayTerms(document.timestamp),
    ...labels.stems.filter((stem) => !own.has(stem)),
    ...labels.wholes,
    ...labels.notations,
  ];
  const terms = [...analysis.stems, ...others];
  for (const run of [...analysis.runs, ...labels.runs]) {
    if (run.length > 1) append(terms, pairsOf(run));
    append(terms, run);
  }
  append(terms, asks.flat());
  const packed = packProfile(analysis, {
    others,
    labels: named.map((label) => [...termsOf({ ...analyse(label), wholes: [], notations: [] })]),
    labelRuns: labels.runs,
    asks,
    ends,
    flags: flagsOf(text),
    speaker: speakerOf(text),
  });
  const profile = readProfile(packed);
  return {
    terms: terms.join(" "),
    distinctTerms: new Set(terms),
    stretchesOfGram: countStretches(profile),
    profile: packed,
    words: profile.length,
    chars: profile.chars.length,
    grams: profile.grams.length,
    stretches: Math.max(1, ends.length),
  };
}

/** The profile of a document, as the index would hold it. */
export function profileOf(document: Document): Profile {
  return readProfile(makeEntry(document).profile);
}

function countStretches({ grams, stretches }: Profile): Map<number, number> {
  const counts = new Map<number, number>();
  let from = 0;
  for (let at = 2; at < stretches.length; at += STRETCH_FIELDS) {
    const to = stretches[at] ?? 0;
    for (const gram of new Set(grams.subarray(from, to))) counts.set(gram, (counts.get(gram) ?? 0) + 1);
    from = to;
  }
  return stretches.length > 0 ? counts : new Map(Array.from(new Set(grams), (gram) => [gram, 1]));
}

/** A name of a word or two, or of a few characters, before a colon at the start of a line. */
const SPEAKER = /^(?:(\p{L}[\p{L}\p{N}._-]*(?: \p{L}[\p{L}\p{N}._-]*)?):\s|([\u3400-\u9fff]{2,4})[:：])/gmu;

/** The term by which a query names the speaker of a text; undefined where nobody or several people speak. */
function speakerOf(text: string): string | undefined {
  if (!text.includes(":") && !text.includes("：")) return undefined;
  const [first, second] = text.matchAll(SPEAKER);
  if (first?.index !== 0 || second) return undefined;
  const [, latin = "", han] = first;
  if (han !== undefined) return pairsOf(analyse(han).runs[0] ?? han)[0];
  const { surfaces, stems } = analyse(latin);
  return isStopWord(surfaces[0] ?? "") ? undefined : stems[0];
}

const MONTHS = "january|february|march|april|june|july|august|september|october|november|december";
const DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday";
const TELLS_TIME = new RegExp(
  [
    String.raw`\b(?:19|20)\d\d\b`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th)?\s*(?:am|pm|o'clock|may|${MONTHS})\b`,
    String.raw`\b(?:yesterday|today|tonight|tomorrow|ago|weekend|last|next|${DAYS}|${MONTHS})\b`,
    String.raw`[昨今明前后]天|[上下]周|周[一二三四五六日天]|星期|[上下]个?月|[去今明]年|\d\s*[年月日号点]`,
  ].join("|"),
  "i",
);
const NUMBER_WORDS =
  "one|two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|thousand|million|once|twice|several|couple|half";
const TELLS_NUMBER = new RegExp(String.raw`\d|\b(?:${NUMBER_WORDS})\b|[一二三四五六七八九十百千万两几]`, "i");

function flagsOf(text: string): number {
  return (/[?？]/.test(text) ? FLAG.asks : 0) | (TELLS_TIME.test(text) ? FLAG.tellsTime : 0) |
    (TELLS_NUMBER.test(text) ? FLAG.tellsNumber : 0);
}

interface GramCount {
  records: number;
  stretches: number;
}

interface SessionCount {
  records: number;
  words: number;
}

/** Puts entries in and takes them out, within one transaction; `flush` writes the counts. */
export function writeLexicon(db: Database) {
  const terms = new Map<string, number>();
  const grams = new Map<number, GramCount>();
  const sessions = new Map<string, SessionCount>();
  const totals = { records: 0, words: 0, chars: 0, grams: 0, sessions: 0, session_words: 0, stretches: 0 };

  function count(session: SessionId | undefined, entry: Entry, sign: 1 | -1): void {
    for (const term of entry.distinctTerms) terms.set(term, (terms.get(term) ?? 0) + sign);
    for (const [gram, stretches] of entry.stretchesOfGram) {
      const known = grams.get(gram);
      if (known) known.records += sign, known.stretches += sign * stretches;
      else grams.set(gram, { records: sign, stretches: sign * stretches });
    }
    totals.records += sign;
    for (const key of ["words", "chars", "grams", "stretches"] as const) totals[key] += sign * entry[key];
    if (session === undefined) return;
    const known = sessions.get(session) ?? { records: 0, words: 0 };
    known.records += sign;
    known.words += sign * entry.words;
    sessions.set(session, known);
    totals.session_words += sign * entry.words;
  }

  return {
    putIn(row: number, session: SessionId | undefined, entry: Entry): void {
      db.run("INSERT INTO lexicon(rowid, terms) VALUES (?, ?)", row, entry.terms);
      count(session, entry, 1);
    },
    takeOut(row: number, session: SessionId | undefined, entry: Entry): void {
      db.run("DELETE FROM lexicon WHERE rowid = ?", row);
      count(session, entry, -1);
    },
    flush(): void {
      addTerms(db, terms);
      addGramCounts(db, grams);
      totals.sessions += addSessions(db, sessions);
      const added = Object.keys(totals).map((column) => `${column} = ${column} + ?`).join(", ");
      db.run(`UPDATE totals SET ${added}`, ...Object.values(totals));
    },
  };
}

function addTerms(db: Database, changes: ReadonlyMap<string, number>): void {
  // Sorted, so that neighbours in the tree are written together.
  const sorted = [...changes].filter(([, change]) => change !== 0).sort(([a], [b]) => a < b ? -1 : 1);
  const sql = "INSERT INTO terms VALUES (?1, ?2) ON CONFLICT DO UPDATE SET records = records + ?2";
  for (const [term, change] of sorted) db.run(sql, term, change);
  for (const [term, change] of sorted) {
    if (change < 0) db.run("DELETE FROM terms WHERE term = ? AND records = 0", term);
  }
}

/** An edited record may keep a gram and lose a stretch. */
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

/** Returns by how many the number of sessions has grown. */
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
