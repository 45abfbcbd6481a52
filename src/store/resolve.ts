/** Which of several records with the same id counts, as after git merged two people's lines (`merge=union`). */
import { isDeleted, type RawRecord } from "../records/mod.ts";

/** Whether `next` wins over `current`: a deletion wins, then the newest, then the later line. */
export function wins(next: RawRecord, current: RawRecord): boolean {
  if (isDeleted(next) !== isDeleted(current)) return isDeleted(next);
  return lastChange(next) >= lastChange(current);
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

/** The records that count, each id once, in order of first appearance. Records without an id all count. */
export function resolveRecords(records: Iterable<RawRecord>): RawRecord[] {
  const byId = new Map<string, RawRecord>();
  const resolved: (string | RawRecord)[] = [];
  for (const record of records) {
    const id = record.id;
    if (typeof id !== "string") {
      resolved.push(record);
      continue;
    }
    const current = byId.get(id);
    if (!current) resolved.push(id);
    if (!current || wins(record, current)) byId.set(id, record);
  }
  return resolved.map((entry) => typeof entry === "string" ? byId.get(entry) ?? {} : entry);
}
