/**
 * In: what a tool call does, or how it failed, and the open layers of a memory. Out: the records that are about it, the
 * best first.
 * Not done here: telling them (hooks/tool.ts); how much speaks for one (at_call.ts).
 *
 * @module
 */
import type { Found } from "../index/read.ts";
import { asFound } from "../index/read.ts";
import { EMPTY_PROFILE, type Profile, readProfile } from "../index/profile.ts";
import type { Database, Row } from "../index/sqlite.ts";
import { HIDDEN } from "../index/visible.ts";
import type { RecordId } from "../records/ids.ts";
import { type Layer, texts } from "../records/mod.ts";
import { DAY_MS } from "../records/days.ts";
import { rowsHolding } from "../search/first_stage.ts";
import { countRecords, idf, readTotals } from "../search/counts.ts";
import type { Memory } from "../store/memory.ts";
import { analyse } from "../text/mod.ts";
import { pairsOf } from "../text/script.ts";
import type { Solved } from "../store/failures.ts";
import type { Rarity } from "./at_command.ts";
import { type Call, LINE, speaksFor, termsFor } from "./at_call.ts";
import { evidenceFor, type Subject, subjectOf } from "./evidence.ts";
import { type Failure, sharesFailure } from "./failure.ts";
import { outlineOf } from "./outline.ts";
import { isStated, isWanted, type Reader } from "./readers.ts";

/** A record that is about a call. */
export interface AtCall {
  readonly hit: Found & { readonly layer: Layer };
  readonly evidence: number;
}

/** A name that more records hold than this says nothing by itself, and to read them all takes its time. */
const HOLDERS_MAX = 150;
/** What so few records hold is looked at before all else. */
const FEW = 10;
/** Records that are read and judged. */
const JUDGED_MAX = 60;
/** So many that are about something by no more than a word are about everything. */
const VAGUE_MAX = 4;
const VAGUE = 0.95;

/** The records that are about a call, the best first. */
export function recordsAtCall(memory: Memory, readers: readonly Reader[], call: Call): AtCall[] {
  const groups = termsFor(call);
  const databases = readers.map(({ index }) => index.db);
  const rarity = rarityIn(databases, countRecords(databases, [...new Set(groups.flat())]));
  const near = judged(memory, readers, groups, (hit) =>
    isKnowledge(hit)
      ? speaksFor(call, {
        content: textOf(hit),
        labels: labelsOf(hit),
        isRule: hit.type === "note" || hit.memoryType === "O",
      }, rarity)
      : 0, NEARLY);
  const found = near.length === 1 && (near[0]?.evidence ?? 0) >= LINE ? near : besides(call, readers, near);
  const vague = found.filter(({ evidence }) => evidence < VAGUE);
  return vague.length > VAGUE_MAX ? found.filter(({ evidence }) => evidence >= VAGUE) : found;
}

/** The same weighed by all words of the call; those that are about it, the best first. */
function besides(call: Call, readers: readonly Reader[], near: readonly Judged[]): Judged[] {
  if (near.length === 0) return [];
  const subject = subjectOf(outlineOf(call.said), readers.map(({ index }) => index));
  return near.map((each) => ({
    ...each,
    evidence: each.evidence + WORDS * Math.min(1, evidenceFor(subject, each.profile)),
  })).filter(({ evidence }) => evidence >= LINE).sort(bestFirst);
}

/** What the words of a call and a record share besides tells which of several is meant, and lifts one that is near. */
const NEARLY = 0.65;
const WORDS = 0.12;

/** A young store says little of what is rare: as if so many records about other things were there too. */
const IMAGINED_RECORDS = 20_000;

/** How much it says that a record holds a name, by how many do. */
function rarityIn(databases: readonly Database[], counts: ReadonlyMap<string, number>): Rarity {
  const all = readTotals(databases).records + IMAGINED_RECORDS;
  const rarest = idf(1, all);
  return (name) => {
    const { stems, wholes } = analyse(name);
    const terms = wholes.length === 1 ? wholes : stems;
    const records = Math.min(...terms.map((term) => counts.get(term) ?? 1));
    return Number.isFinite(records) ? Math.min(1, idf(Math.max(1, records), all) / rarest) ** 2 : 1;
  };
}

/** The records that name a failure, the best first; a summary may say what ended it, too. */
export function recordsAtFailure(memory: Memory, readers: readonly Reader[], failure: Failure): AtCall[] {
  const indexes = readers.map(({ index }) => index);
  let subject: Subject | undefined;
  return judged(memory, readers, failureTerms(failure), (hit, profile) => {
    if (!isKnowledge(hit) && hit.type !== "summary") return 0;
    subject ??= subjectOf(outlineOf(failure.lines.join("\n")), indexes);
    const words = evidenceFor(subject, profile);
    const named = Math.max(sharesFailure(failure, textOf(hit), labelsOf(hit)), words >= WORDS_OF_FAILURE ? LINE : 0);
    return named === 0 ? 0 : named + WORDS * Math.min(1, words);
  });
}

/** So much must the words of a failure say for a record that names no code of it (evidence.ts). */
const WORDS_OF_FAILURE = 0.62;

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
export function recordsOf(memory: Memory, readers: readonly Reader[], ids: readonly RecordId[]): AtCall["hit"][] {
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
  speaks: (hit: Found, profile: Profile) => number,
  least = LINE,
): Judged[] {
  const found: Judged[] = [];
  for (const reader of readers) {
    // A part of the records is worse than none: what is missing may be what supersedes the rest.
    if (!reader.whole || groups.length === 0) continue;
    for (const { hit, profile } of candidates(reader, groups)) {
      if (!isWanted(memory, reader, hit.record) || isTooOld(memory, hit)) continue;
      const evidence = speaks(hit, profile);
      if (evidence >= least) found.push({ hit: { ...hit, layer: reader.layer }, evidence, profile });
    }
  }
  return found.sort(bestFirst);
}

interface Judged extends AtCall {
  readonly profile: Profile;
}

function bestFirst(a: AtCall, b: AtCall): number {
  return b.evidence - a.evidence || Number(isStated(b.hit)) - Number(isStated(a.hit)) ||
    b.hit.timestamp.localeCompare(a.hit.timestamp);
}

function textOf({ type, content }: Found): string {
  return type === "note" ? content.slice(0, NOTE_CHARACTERS) : content;
}

function labelsOf({ record: { entities, tags } }: Found): string[] {
  return [...texts(entities), ...texts(tags)];
}

/** Terms of the index that a record of this failure holds: a code, or three words that stand side by side. */
function failureTerms({ codes, lines }: Failure): string[][] {
  const groups = codes.flatMap((code) => {
    const { stems, wholes } = analyse(code);
    // In a text without blanks the code may be a part of something longer.
    return stems.length > 1 ? [wholes, stems] : [stems];
  });
  for (const line of lines) {
    const { stems, runs } = analyse(line);
    const telling = stems.filter((stem) => stem.length > 1);
    for (let at = 0; at + 1 < telling.length && at < WORDS_OF_LINE; at++) groups.push(telling.slice(at, at + 2));
    for (const stem of telling) if (stem.length > 3) groups.push([stem]);
    for (const run of runs) for (let at = 0; at + 3 < run.length; at++) groups.push(pairsOf(run.slice(at, at + 4)));
  }
  return groups.filter((group) => group.length > 0);
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

/** The records that hold all terms of a group, those with the rarest names first. */
function candidates(
  { index: { db } }: Reader,
  groups: readonly (readonly string[])[],
): { readonly hit: Found; readonly profile: Profile }[] {
  const counts = countRecords([db], [...new Set(groups.flat())]);
  const holders = (group: readonly string[]) => Math.min(...group.map((term) => counts.get(term) ?? 0));
  const held = groups.filter((group) => holders(group) > 0 && holders(group) <= HOLDERS_MAX);
  const rows = new Set(rowsHolding(db, held.filter((group) => holders(group) <= FEW)));
  if (rows.size < JUDGED_MAX) {
    for (const row of rowsHolding(db, held.filter((group) => holders(group) > FEW))) rows.add(row);
  }
  if (rows.size === 0) return [];
  return db.all(
    `SELECT ${COLUMNS}, r.profile FROM json_each(?) AS wanted
     CROSS JOIN records AS r ON r.row = wanted.value JOIN files f ON f.key = r.file WHERE r.hidden = ${HIDDEN.no}`,
    JSON.stringify([...rows].slice(0, JUDGED_MAX)),
  ).flatMap((row: Row) => {
    const hit = asFound(row);
    const { profile } = row;
    return hit ? [{ hit, profile: readProfile(profile instanceof Uint8Array ? profile : EMPTY_PROFILE) }] : [];
  });
}
