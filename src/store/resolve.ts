/** Which of several records with the same id counts, as after git merged two people's lines (`merge=union`). */
import { isDeleted, type RawRecord } from "../records/mod.ts";
import { isSameRecord, type RecordId, renamed } from "../records/ids.ts";

/** Whether `next` wins over `current`: a deletion wins, then the newest, then the later line. */
export function wins(next: RawRecord, current: RawRecord): boolean {
  if (isDeleted(next) !== isDeleted(current)) return isDeleted(next);
  return lastChange(next) >= lastChange(current);
}

interface Version {
  readonly record: RawRecord;
  readonly isOthers?: boolean;
}

/** The same, but that what others may have written never wins over what they can't have. */
export function winsOver(next: Version, current: Version): boolean {
  if ((next.isOthers === true) !== (current.isOthers === true)) return current.isOthers === true;
  return wins(next.record, current.record);
}

/** When a record last changed, as ISO time; empty when it has no time. */
export function lastChange(record: RawRecord): string {
  const { updated_at, timestamp } = record;
  return typeof updated_at === "string" ? updated_at : typeof timestamp === "string" ? timestamp : "";
}

/** The time of a change made now: later than the last one even if a clock went back, since the newest counts. */
export function changeTime(now: Date, record: RawRecord): string {
  const before = Date.parse(lastChange(record));
  return new Date(Number.isNaN(before) ? now : Math.max(now.getTime(), before + 1)).toISOString();
}

/** The versions of one record among lines of equal id. */
interface Versions<T> {
  readonly winner: T;
  readonly all: readonly T[];
  /** The id that tells it apart; undefined for the record that keeps the id of the line. */
  readonly id: RecordId | undefined;
}

/**
 * Sorts lines of equal id, in the order of files and lines, into versions of one record and other records: what says
 * something else is another record, whatever its id. The one that counts among all keeps the id.
 */
export function tellApart<T extends Version>(lines: readonly T[]): Versions<T>[] {
  const found: Versions<T>[] = [];
  for (let left = lines; left.length > 0;) {
    const winner = left.reduce((best, next) => winsOver(next, best) ? next : best);
    const all = left.filter((line) => line === winner || isSameRecord(line.record, winner.record));
    found.push({ winner, all, id: found.length === 0 ? undefined : String(renamed(winner.record).id) });
    left = left.filter((line) => !all.includes(line));
  }
  return found;
}
