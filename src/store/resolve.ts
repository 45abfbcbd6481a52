/** Which of several records with the same id counts, as after git merged two people's lines (`merge=union`). */
import { isDeleted, type RawRecord } from "../records/mod.ts";
import { asUtc, timeOf } from "../records/days.ts";
import { asText, timestampOf } from "../records/view.ts";
import { isVersionOf, type RecordId, textOf, withDigestId } from "../records/ids.ts";
import { withTodosOf } from "../records/todos.ts";
import type { StorePath } from "./layout.ts";
import type { Store } from "./mod.ts";
import { trackingOf } from "./tracking.ts";

/**
 * Whether `next` wins over `current`: a deletion wins over all but a version that was brought back later, then the
 * newest, then the later line.
 */
export function wins(next: RawRecord, current: RawRecord): boolean {
  if (isDeleted(next) === isDeleted(current)) {
    const [nextAct, currentAct] = [lastAct(next), lastAct(current)];
    return nextAct === currentAct ? lastChange(next) >= lastChange(current) : nextAct > currentAct;
  }
  const [gone, alive] = isDeleted(next) ? [next, current] : [current, next];
  return (asText(alive.restored_at) > lastAct(gone)) === (alive === next);
}

interface Version {
  readonly record: RawRecord;
  /** Whether others may have written the line; it never wins over a line that others can't have written. */
  readonly isOthers: boolean;
}

/** The version that counts among those of one record, in the order of files and lines; undefined for none. */
export function versionThatCounts<T extends Version>(versions: readonly T[]): T | undefined {
  let best: T | undefined;
  for (const next of versions) {
    if (!best || (next.isOthers === best.isOthers ? wins(next.record, best.record) : best.isOthers)) best = next;
  }
  return best;
}

/** Tests the files of a store: others may write those of a project that git tracks, and none of the global memory. */
export function othersMayWrite(store: Store, tracking = trackingOf(store)): (file: StorePath) => boolean {
  if (store.layer === "global") return () => false;
  return (file) => ["tracked", "changing"].includes(tracking(file));
}

/**
 * How much a record's word counts: 2 for a line that others can't have written, 1 for a rule that the person trusts as
 * it reads, 0 for the rest. No record is put out of force by one whose word counts less. A rule that replaces another
 * is trusted for that only if its whole line is the person's.
 */
export function wordOf(isOthers: boolean, isTrusted: () => boolean): number {
  return isOthers ? Number(isTrusted()) : 2;
}

/** The record of the version that counts, with the to-dos that any version of it has done. */
export function asResolved(winner: Version, versions: readonly Version[]): RawRecord {
  const { record } = winner;
  if (record.type !== "summary" || isDeleted(record)) return record;
  const heard = versions.filter((each) => each !== winner && (winner.isOthers || !each.isOthers));
  return heard.length === 0 ? record : withTodosOf(record, heard.map((each) => each.record));
}

/** When a record last changed, as ISO time; empty when it has no time. */
export function lastChange({ updated_at, timestamp }: RawRecord): string {
  return typeof updated_at === "string" ? updated_at : asText(timestamp);
}

/** Whether a record was changed after it was told; `changed` is its last change, or when it was last said. */
export function isChangedSince(
  told: string,
  { timestamp, changed }: { timestamp: string | undefined; changed: string },
): boolean {
  // What the session saved itself may be younger than the moment at which the state says that it knows it.
  const at = Date.parse(changed);
  return at !== Date.parse(timestamp ?? "") && at > Date.parse(told);
}

/**
 * When the content of a record was said, in UTC; empty when it has no time. A change that adds words to find the record
 * by, or that the upkeep of the memory makes, says nothing anew.
 */
export function lastSaid(record: RawRecord): string {
  const [first, last] = [asUtc(timestampOf(record)), asUtc(asText(record.said_at))];
  return last > first ? last : first;
}

/** When somebody last changed, deleted or brought back a record, in UTC. */
function lastAct(record: RawRecord): string {
  const acts = [lastChange(record), asText(record.deleted_at), asText(record.restored_at)].map(asUtc);
  return acts.reduce((one, other) => other > one ? other : one);
}

/** The time of a change made now; also after a clock went back later than the last change, since the newest counts. */
export function changeTime(now: Date, record: RawRecord): string {
  const before = timeOf(lastAct(record));
  return new Date(Number.isNaN(before) ? now : Math.max(now.getTime(), before + 1)).toISOString();
}

interface Versions<T> {
  readonly winner: T;
  readonly all: readonly T[];
  /** The id that tells it apart; undefined for the record that keeps the id of the line. */
  readonly id: RecordId | undefined;
}

/** So many records of one id are told apart with their versions; a stranger's file may give thousands one id. */
const APART_MAX = 64;

/**
 * Sorts lines of equal id into versions of one record and other records: who says something else is another record.
 * Beyond `APART_MAX` records only lines of the same text are one.
 */
export function tellApart<T extends Version>(lines: readonly T[]): Versions<T>[] {
  const found: Versions<T>[] = [];
  const add = (winner: T, all: readonly T[]) =>
    found.push({ winner, all, id: found.length === 0 ? undefined : String(withDigestId(winner.record).id) });
  const texts = new Map(lines.map((line) => [line, textOf(line.record)]));
  let left = lines;
  for (let winner: T | undefined; found.length < APART_MAX && (winner = versionThatCounts(left));) {
    const { record } = winner;
    const text = texts.get(winner);
    const all = new Set(left.filter((line) => texts.get(line) === text || isVersionOf(line.record, record)));
    add(winner, [...all]);
    left = left.filter((line) => !all.has(line));
  }
  for (const same of Map.groupBy(left, (line) => texts.get(line)).values()) {
    const winner = versionThatCounts(same);
    if (winner) add(winner, same);
  }
  return found;
}
