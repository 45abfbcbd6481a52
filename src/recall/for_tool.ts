/**
 * In: what a tool call does, or how it failed, and the open layers of a memory. Out: the records that are about it, the
 * best first.
 * Not done here: telling them (hooks/tool.ts); how much speaks for one (at_call.ts).
 *
 * @module
 */
import type { Found } from "../index/read.ts";
import { asFound } from "../index/read.ts";
import type { Row } from "../index/sqlite.ts";
import { HIDDEN } from "../index/visible.ts";
import { type Layer, texts } from "../records/mod.ts";
import { DAY_MS } from "../records/days.ts";
import { rowsHolding } from "../search/first_stage.ts";
import { countRecords } from "../search/counts.ts";
import type { Memory } from "../store/memory.ts";
import { analyse } from "../text/mod.ts";
import { pairsOf } from "../text/script.ts";
import type { Solved } from "../store/failures.ts";
import { type Call, LINE, speaksFor, termsFor } from "./at_call.ts";
import { type Failure, sharesFailure } from "./failure.ts";
import { isStated, isWanted, type Reader } from "./readers.ts";

/** A record that is about a call. */
export interface AtCall {
  readonly hit: Found & { readonly layer: Layer };
  readonly evidence: number;
}

/** A name that more records hold than this says nothing by itself, and to read them all takes its time. */
const HOLDERS_MAX = 400;
/** Records that are read and judged. */
const JUDGED_MAX = 250;
/** So many that are about something by no more than a word are about everything. */
const VAGUE_MAX = 4;
const VAGUE = 0.95;

/** The records that are about a call, the best first. */
export function recordsAtCall(memory: Memory, readers: readonly Reader[], call: Call): AtCall[] {
  const found = judged(memory, readers, termsFor(call), (hit) =>
    isKnowledge(hit)
      ? speaksFor(call, {
        content: textOf(hit),
        labels: labelsOf(hit),
        isRule: hit.type === "note" || hit.memoryType === "O",
      })
      : 0);
  const vague = found.filter(({ evidence }) => evidence < VAGUE);
  return vague.length > VAGUE_MAX ? found.filter(({ evidence }) => evidence >= VAGUE) : found;
}

/** The records that name a failure, the best first; a summary may say what ended it, too. */
export function recordsAtFailure(memory: Memory, readers: readonly Reader[], failure: Failure): AtCall[] {
  return judged(
    memory,
    readers,
    failureTerms(failure),
    (hit) => isKnowledge(hit) || hit.type === "summary" ? sharesFailure(failure, textOf(hit), labelsOf(hit)) : 0,
  );
}

/** Of so many times that a failure was ended what was saved then is looked at. */
const TIMES_MAX = 3;
/** What ends a failure is often saved once it is seen to have ended it. */
const AFTERWARDS_MS = 30 * 60_000;

/**
 * What was saved while a failure lasted, and right after: what shares a word with it, or the only thing that was saved
 * before it ended.
 */
export function savedBetween(
  memory: Memory,
  readers: readonly Reader[],
  solved: readonly Solved[],
  { codes, lines }: Failure,
): AtCall[] {
  const terms = new Set(analyse([...codes, ...lines].join("\n")).stems.filter((stem) => stem.length > 3));
  for (const { session, failedAt, solvedAt } of solved.slice(0, TIMES_MAX)) {
    const from = Date.parse(failedAt);
    const end = Date.parse(solvedAt);
    const saved = readers.flatMap((reader) =>
      reader.index.db.all(
        `SELECT ${COLUMNS} FROM records AS r JOIN files f ON f.key = r.file
         WHERE r.session = ? AND r.time BETWEEN ? AND ? AND r.type IN ('fact', 'summary') AND r.hidden = ${HIDDEN.no}`,
        session,
        from,
        end + AFTERWARDS_MS,
      ).flatMap((row: Row) => asFound(row) ?? []).filter(({ record }) => isWanted(memory, reader, record))
        .map((hit) => ({ hit: { ...hit, layer: reader.layer }, evidence: 1 }))
    );
    const related = saved.filter(({ hit }) => analyse(hit.content).stems.some((stem) => terms.has(stem)));
    const before = saved.filter(({ hit }) => Date.parse(hit.timestamp) <= end);
    const found = related.length > 0 ? related : before.length === 1 ? before : [];
    if (found.length > 0) return found;
  }
  return [];
}

/** The visible records of these ids, in their order. */
export function recordsOf(memory: Memory, readers: readonly Reader[], ids: readonly string[]): AtCall["hit"][] {
  const found = readers.flatMap((reader) =>
    reader.index.db.all(
      `SELECT ${COLUMNS} FROM json_each(?) AS wanted CROSS JOIN records AS r ON r.id = wanted.value
       JOIN files f ON f.key = r.file WHERE r.hidden = ${HIDDEN.no}`,
      JSON.stringify(ids),
    ).flatMap((row: Row) => asFound(row) ?? []).filter(({ record }) => isWanted(memory, reader, record))
      .map((hit) => ({ ...hit, layer: reader.layer }))
  );
  return ids.flatMap((id) => found.find((hit) => hit.id === id) ?? []);
}

function judged(
  memory: Memory,
  readers: readonly Reader[],
  groups: readonly (readonly string[])[],
  speaks: (hit: Found) => number,
): AtCall[] {
  const found: AtCall[] = [];
  for (const reader of readers) {
    // A part of the records is worse than none: what is missing may be what supersedes the rest.
    if (!reader.whole || groups.length === 0) continue;
    for (const hit of candidates(reader, groups)) {
      if (!isWanted(memory, reader, hit.record) || isTooOld(memory, hit)) continue;
      const evidence = speaks(hit);
      if (evidence >= LINE) found.push({ hit: { ...hit, layer: reader.layer }, evidence });
    }
  }
  return found.sort((a, b) =>
    b.evidence - a.evidence || Number(isStated(b.hit)) - Number(isStated(a.hit)) ||
    b.hit.timestamp.localeCompare(a.hit.timestamp)
  );
}

function textOf({ type, content }: Found): string {
  return type === "note" ? content.slice(0, NOTE_CHARACTERS) : content;
}

function labelsOf({ record: { entities, tags } }: Found): string[] {
  return [...texts(entities), ...texts(tags)];
}

/** Terms of the index that a record of this failure holds: a code, or three words that stand side by side. */
function failureTerms({ codes, lines }: Failure): string[][] {
  const groups = codes.map((code) => {
    const { stems, wholes } = analyse(code);
    return wholes.length === 1 ? wholes : stems;
  });
  for (const line of lines) {
    const { stems, runs } = analyse(line);
    const telling = stems.filter((stem) => stem.length > 1);
    for (let at = 0; at + 1 < telling.length && at < WORDS_OF_LINE; at++) groups.push(telling.slice(at, at + 2));
    for (const run of runs) for (let at = 0; at + 3 < run.length; at++) groups.push(pairsOf(run.slice(at, at + 4)));
  }
  return groups;
}

/** Of a line the beginning says what failed. */
const WORDS_OF_LINE = 40;

/** Of a note the beginning says what it is about. */
const NOTE_CHARACTERS = 2_000;

function isKnowledge({ type, memoryType, record }: Found): boolean {
  return type === "note" ? record.status !== "archive" : type === "fact" && memoryType !== "S";
}

function isTooOld({ config, runtime }: Memory, { timestamp, memoryType, type }: Found): boolean {
  const days = config.retrieval.search_scope_days;
  if (days === -1 || type === "note" || memoryType === "O") return false;
  return runtime.now().getTime() - Date.parse(timestamp) > days * DAY_MS;
}

const COLUMNS = "r.id, r.type, r.hidden, r.raw, f.file";

function candidates({ index: { db } }: Reader, groups: readonly (readonly string[])[]): Found[] {
  const counts = countRecords([db], [...new Set(groups.flat())]);
  const telling = groups.filter((group) =>
    group.every((term) => counts.has(term)) && group.some((term) => (counts.get(term) ?? 0) <= HOLDERS_MAX)
  );
  const rows = [...rowsHolding(db, telling)].sort((a, b) => b - a).slice(0, JUDGED_MAX);
  if (rows.length === 0) return [];
  return db.all(
    `SELECT ${COLUMNS} FROM json_each(?) AS wanted
     CROSS JOIN records AS r ON r.row = wanted.value JOIN files f ON f.key = r.file WHERE r.hidden = ${HIDDEN.no}`,
    JSON.stringify(rows),
  ).flatMap((row: Row) => asFound(row) ?? []);
}
