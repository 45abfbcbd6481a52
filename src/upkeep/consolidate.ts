/**
 * In: the facts of the daily files and those consolidated before. Out: what `facts.jsonl` becomes: each thing once, in its
 * newest wording, with the ids of the records that say so.
 * Not done here: taking the daily records away (retention.ts). No model, nothing invented: every word of a consolidated fact
 * stands in one of its evidence records.
 *
 * @module
 */
import { newId } from "../records/ids.ts";
import { isDeleted, type RawRecord } from "../records/mod.ts";
import { isEvent, typeOf, viewOf } from "../records/view.ts";
import type { Runtime } from "../runtime.ts";
import { type Contents, evidenceOf, type Stored } from "../store/contents.ts";
import { recordTime, timeOf } from "../store/filter.ts";
import { type Gist, gistOf, probesOf, saysTheSame } from "./same.ts";

export interface Consolidation {
  /** Facts that are new in `facts.jsonl`. */
  readonly added: readonly RawRecord[];
  /** Facts there that changed, by id; deleted ones among them when what they say is said elsewhere now. */
  readonly changed: ReadonlyMap<string, RawRecord>;
  /** How many records found their fact already there or were merged with another. */
  readonly merged: number;
  /** Facts that stand in `facts.jsonl` afterwards. */
  readonly total: number;
}

/** A fact in the making. */
interface Group {
  /** The one in `facts.jsonl`, if there is one. */
  readonly existing: RawRecord | undefined;
  record: RawRecord;
  gist: Gist;
  time: number;
  readonly evidence: Stored[];
  /** Ids that it rested on before and still does: records that are there, are gone, were cleaned up or replaced. */
  readonly past: readonly string[];
}

/** What becomes of `facts.jsonl` when these daily records are consolidated; all that are there unless `chosen` says. */
export function consolidate(
  runtime: Runtime,
  contents: Contents,
  chosen: (stored: Stored) => boolean = () => true,
): Consolidation {
  const superseded = supersededIds(contents.records);
  const isFact = ({ home, record }: Stored) =>
    home === "daily" && !isEvent(record) && typeOf(record, home) === "fact" && typeof record.id === "string" &&
    viewOf(record, home).content !== "" && !isDeleted(record);
  const daily = contents.records.filter((stored) => isFact(stored) && !superseded.has(stored.key));
  const { groups, held } = existingGroups(contents, daily);
  const finder = new Finder(groups, daily);
  let merged = 0;
  for (const stored of daily.filter(chosen).toSorted((a, b) => timeOf(a) - timeOf(b))) {
    if (held.has(stored.key)) continue;
    const found = finder.find(stored);
    if (!found) {
      groups.push(finder.add(newGroup(stored)));
      continue;
    }
    merged++;
    join(found, stored);
    // Its new wording may have words by which the next one is found.
    finder.add(found);
  }
  return result(runtime, groups, { merged, superseded, contents });
}

/** The facts of `facts.jsonl` as they stand, each with what it still rests on. */
function existingGroups({ records }: Contents, daily: readonly Stored[]): { groups: Group[]; held: Set<string> } {
  const byKey = new Map(daily.map((stored) => [stored.key, stored]));
  const held = new Set<string>();
  const groups = records.filter(({ home, record }) => home === "facts" && !isDeleted(record)).map(
    ({ record }): Group => {
      const gist = gistOf(viewOf(record, "facts").content);
      const past = evidenceOf(record).filter((id) => {
        const stored = byKey.get(id);
        // What was edited since says something else: it is looked at anew. What is deleted or gone has said it once.
        const stands = !stored || sameEitherWay(gistOf(viewOf(stored.record, "daily").content), gist);
        if (stored && stands) held.add(id);
        return stands;
      });
      return { existing: record, record, gist, time: recordTime(record), evidence: [], past };
    },
  );
  return { groups, held };
}

function sameEitherWay(left: Gist, right: Gist): boolean {
  return saysTheSame(left, right) || saysTheSame(right, left);
}

function newGroup(stored: Stored): Group {
  const { record } = stored;
  const gist = gistOf(viewOf(record, "daily").content);
  return { existing: undefined, record, gist, time: recordTime(record), evidence: [stored], past: [] };
}

/** The newest wording counts; the rest is what both know. */
function join(group: Group, stored: Stored): void {
  const { record } = stored;
  const time = recordTime(record);
  const [older, newer] = time >= group.time ? [group.record, record] : [record, group.record];
  group.record = {
    ...newer,
    entities: union(older.entities, newer.entities),
    ...Array.isArray(older.tags) || Array.isArray(newer.tags) ? { tags: union(older.tags, newer.tags) } : {},
  };
  if (time >= group.time) group.gist = gistOf(viewOf(record, "daily").content);
  group.time = Math.max(group.time, time);
  group.evidence.push(stored);
}

function union(left: unknown, right: unknown): unknown[] {
  return [...new Set([...Array.isArray(left) ? left : [], ...Array.isArray(right) ? right : []])];
}

/**
 * Groups looked at for each word: the newest that hold it. Facts made by a machine may share every word they have, and then
 * comparing all with all would take hours; what is missed so is found when the wording is the same.
 */
const GROUPS_PER_WORD = 50;

/** Finds the group that a record belongs to without comparing it with all. */
class Finder {
  readonly #frequency = new Map<string, number>();
  readonly #byToken = new Map<string, Group[]>();
  readonly #byGist = new Map<string, Group>();

  constructor(groups: readonly Group[], daily: readonly Stored[]) {
    const gists = [
      ...groups.map(({ gist }) => gist),
      ...daily.map(({ record }) => gistOf(viewOf(record, "daily").content)),
    ];
    for (const gist of gists) {
      for (const token of new Set(gist)) this.#frequency.set(token, (this.#frequency.get(token) ?? 0) + 1);
    }
    for (const group of groups) this.add(group);
  }

  add(group: Group): Group {
    this.#byGist.set(exactKey(group.gist, group.record), group);
    for (const token of new Set(group.gist)) {
      const groups = this.#byToken.get(token);
      if (!groups) this.#byToken.set(token, [group]);
      else if (groups.at(-1) !== group) groups.push(group);
    }
    return group;
  }

  find(stored: Stored): Group | undefined {
    const gist = gistOf(viewOf(stored.record, "daily").content);
    const exact = gist.length === 0 ? undefined : this.#byGist.get(exactKey(gist, stored.record));
    if (exact) return exact;
    const time = timeOf(stored);
    const bucket = bucketOf(stored.record);
    for (const token of probesOf(gist, this.#frequency)) {
      for (const group of (this.#byToken.get(token) ?? []).slice(-GROUPS_PER_WORD)) {
        const isSame = time >= group.time ? saysTheSame(group.gist, gist) : saysTheSame(gist, group.gist);
        if (isSame && bucketOf(group.record) === bucket) return group;
      }
    }
    return undefined;
  }
}

function exactKey(gist: Gist, record: RawRecord): string {
  return `${bucketOf(record)}\n${gist.join(" ")}`;
}

/** Facts of two kinds, or of two projects in the person's store, are two facts whatever they say. */
function bucketOf(record: RawRecord): string {
  const { source } = record;
  const project = typeof source === "object" && source !== null ? Reflect.get(source, "project") : undefined;
  return `${viewOf(record, "daily").memoryType}\n${String(project ?? "")}`;
}

function supersededIds(records: readonly Stored[]): Set<string> {
  const ids = new Set<string>();
  for (const { record, key } of records) {
    if (isDeleted(record)) continue;
    for (const id of [record.supersedes].flat()) if (typeof id === "string" && id !== key) ids.add(id);
  }
  return ids;
}

function result(
  runtime: Runtime,
  groups: readonly Group[],
  { merged, superseded, contents }: { merged: number; superseded: ReadonlySet<string>; contents: Contents },
): Consolidation {
  const added: RawRecord[] = [];
  const changed = new Map<string, RawRecord>();
  const now = runtime.now().toISOString();
  const sources = new Map(contents.records.map((stored) => [stored.key, stored]));
  let total = 0;
  for (const group of groups) {
    const evidence = [...group.past, ...group.evidence.map(({ key }) => key)];
    const { existing } = group;
    const isOver = existing !== undefined && (evidence.length === 0 || evidence.every((id) => superseded.has(id)));
    if (!isOver) total++;
    if (isOver) changed.set(String(existing.id), { ...existing, deleted_at: now, deleted_by: "system" });
    else if (!existing) added.push(newFact(runtime, group, evidence, now));
    else if (evidence.join() !== evidenceOf(existing).join()) {
      const known = group.past.flatMap((id) => sources.get(id) ?? []).map(sourceOf);
      changed.set(String(existing.id), renewedFact(group, existing, { evidence, known: new Set(known), now }));
    }
  }
  return { added, changed, merged, total };
}

function newFact(runtime: Runtime, group: Group, evidence: readonly string[], now: string): RawRecord {
  const { id: _id, updated_at: _updated, ...fields } = group.record;
  const { content, entities, confidence, timestamp, ...rest } = fields;
  return {
    id: newId(runtime, "fact"),
    type: "fact",
    memory_type: viewOf(group.record, "daily").memoryType,
    content,
    entities: entities ?? [],
    confidence: combined(group.evidence, undefined) ?? confidence,
    timestamp,
    ...withoutTypes(rest),
    evidence,
    created_at: now,
    updated_at: now,
  };
}

function withoutTypes(fields: RawRecord): RawRecord {
  const { type: _type, memory_type: _kind, deleted_at: _at, deleted_by: _by, ...rest } = fields;
  return rest;
}

interface Renewal {
  readonly evidence: readonly string[];
  /** Sources that have said so before. */
  readonly known: ReadonlySet<string>;
  readonly now: string;
}

function renewedFact(group: Group, existing: RawRecord, { evidence, known, now }: Renewal): RawRecord {
  const fresh = group.evidence.filter((stored) => !known.has(sourceOf(stored)));
  const { content, entities, tags, timestamp, source } = group.record;
  return {
    ...existing,
    content,
    entities: entities ?? existing.entities,
    ...tags === undefined ? {} : { tags },
    timestamp: timestamp ?? existing.timestamp,
    ...source === undefined ? {} : { source },
    confidence: combined(fresh, existing.confidence) ?? existing.confidence,
    evidence,
    updated_at: now,
  };
}

/** What two who did not talk to each other say is surer than what one says: 1 − Π(1 − c), never quite certain. */
const SUREST = 0.99;

function combined(evidence: readonly Stored[], prior: unknown): number | undefined {
  const bySource = new Map<string, number>();
  for (const stored of evidence) {
    const { confidence = 0.8 } = viewOf(stored.record, stored.home);
    const source = sourceOf(stored);
    bySource.set(source, Math.max(bySource.get(source) ?? 0, confidence));
  }
  const all = [...bySource.values(), ...typeof prior === "number" ? [prior] : []];
  const [only] = all;
  if (all.length <= 1) return only;
  const sure = 1 - all.reduce((doubt, confidence) => doubt * (1 - confidence), 1);
  return Math.max(...all, Math.min(SUREST, Math.round(sure * 1000) / 1000));
}

/** Who said it: the session; facts without one are independent when days lie between them. */
function sourceOf({ record, home }: Stored): string {
  const { session, timestamp } = viewOf(record, home);
  return session ?? timestamp.slice(0, 10);
}
