/** Records that say the same, on their way to one consolidated fact. */
import type { RawRecord } from "../records/mod.ts";
import { projectOf, viewOf } from "../records/view.ts";
import type { Stored } from "../store/contents.ts";
import { recordTime } from "../store/filter.ts";
import type { Stems } from "../text/likeness.ts";

/** Records that say the same, and the wording that stands for them. */
export interface Group {
  /** The fact in `facts.jsonl`, if there is one. */
  readonly existing: RawRecord | undefined;
  record: RawRecord;
  stems: Stems;
  time: number;
  readonly evidence: Stored[];
  /** Ids of the evidence that it had and keeps, of records that are gone too. */
  readonly past: readonly string[];
}

/** A group of one record. */
export function newGroup(stored: Stored, stems: Stems): Group {
  const { record } = stored;
  return { existing: undefined, record, stems, time: recordTime(record), evidence: [stored], past: [] };
}

/** Adds a record. The newest wording counts; entities and tags are those of both. */
export function addToGroup(group: Group, stored: Stored, stems: Stems): void {
  const { record } = stored;
  const time = recordTime(record);
  const [older, newer] = time >= group.time ? [group.record, record] : [record, group.record];
  group.record = {
    ...newer,
    entities: union(older.entities, newer.entities),
    ...Array.isArray(older.tags) || Array.isArray(newer.tags) ? { tags: union(older.tags, newer.tags) } : {},
  };
  if (time >= group.time) group.stems = stems;
  group.time = Math.max(group.time, time);
  group.evidence.push(stored);
}

function union(left: unknown, right: unknown): unknown[] {
  return [...new Set([...Array.isArray(left) ? left : [], ...Array.isArray(right) ? right : []])];
}

/** Facts of different kinds or projects, and a person's own and an imported one, stay two, whatever they say. */
export function bucketOf(record: RawRecord): string {
  return `${viewOf(record, "daily").memoryType}\n${projectOf(record) ?? ""}\n${record.imported_at !== undefined}`;
}
