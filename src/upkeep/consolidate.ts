/**
 * In: the facts of the daily files and those consolidated before. Out: what `facts.jsonl` becomes, and the change that
 * makes it so: each fact once, in its newest wording, with the ids of the records that say so.
 * Not done here: taking the daily records away (retention.ts).
 *
 * No model, nothing invented: every word of a consolidated fact comes from one of its evidence records.
 *
 * @module
 */
import { newId, utcDay } from "../records/ids.ts";
import { isDeleted, type RawRecord } from "../records/mod.ts";
import { isEvent, typeOf, viewOf } from "../records/view.ts";
import type { Runtime } from "../runtime.ts";
import type { Change, Planned } from "../store/change.ts";
import { type Contents, evidenceOf, readContents, type Stored } from "../store/contents.ts";
import { recordTime, timeOf } from "../store/filter.ts";
import { freeAlongTheWay } from "../store/file.ts";
import { FACTS_FILE } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import type { Actor } from "../store/audit.ts";
import type { Rewrite } from "../store/change_plan.ts";
import { addToGroup, type Group, GroupFinder, newGroup } from "./fact_group.ts";
import { saysTheSame, type Stems, stemsOf } from "../text/likeness.ts";
import { append, largest } from "../lists.ts";

/** What becomes of `facts.jsonl`. */
export interface Consolidation {
  /** Facts new in `facts.jsonl`. */
  readonly added: readonly RawRecord[];
  /** Changed facts by id. Those whose evidence was all superseded are among them, marked as deleted. */
  readonly changed: ReadonlyMap<string, RawRecord>;
  /** How many records joined a fact that was there or another record. */
  readonly merged: number;
  /** How many facts `facts.jsonl` has afterwards. */
  readonly total: number;
}

/** What a record and its stems take, about. */
const USUAL_BYTES = 2_000;
const MANY = 10_000;

/** The change that consolidates all daily records of a store. */
export function planConsolidation(store: Store, actor: Actor): Planned<Consolidation> {
  const result = consolidate(store.runtime, readContents(store));
  // What it was planned from is not needed any more; what is written takes as much again.
  if (result.added.length > MANY) store.runtime.freeUnused();
  return { change: { actor, command: "consolidate", scope: "facts", ...factsChange(result) }, result };
}

/** What a consolidation changes in `facts.jsonl`, beside `rewrite`, the changes of other files. */
export function factsChange(
  { added, changed }: Consolidation,
  rewrite = new Map<string, (record: RawRecord, key: string) => Rewrite>(),
): Pick<Change, "rewrite" | "append"> {
  if (changed.size > 0) rewrite.set(FACTS_FILE, (_record, key) => changed.get(key) ?? "keep");
  return { rewrite, append: added.map((record) => ({ file: FACTS_FILE, record })) };
}

/** What becomes of `facts.jsonl` when daily records are consolidated: all of them, or those that are `chosen`. */
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
  const finder = new GroupFinder(groups, daily);
  const free = freeAlongTheWay(runtime);
  let merged = 0;
  for (const stored of daily.filter(chosen).toSorted((a, b) => timeOf(a) - timeOf(b))) {
    free(USUAL_BYTES);
    if (held.has(stored.key)) continue;
    const found = finder.find(stored);
    if (!found) {
      groups.push(finder.add(newGroup(stored, finder.stemsOf(stored))));
      continue;
    }
    merged++;
    addToGroup(found, stored, finder.stemsOf(stored));
    // Its new wording may have stems by which the next record is found.
    finder.add(found);
  }
  return consolidationOf(runtime, groups, { merged, superseded, contents });
}

/** The facts of `facts.jsonl` as groups, each with the evidence that it still rests on. */
function existingGroups({ records }: Contents, daily: readonly Stored[]): { groups: Group[]; held: Set<string> } {
  const byKey = new Map(daily.map((stored) => [stored.key, stored]));
  const held = new Set<string>();
  const groups = records.filter(({ home, record }) => home === "facts" && !isDeleted(record)).map(
    ({ record }): Group => {
      const stems = stemsOf(viewOf(record, "facts").content);
      const edited = new Set(
        editedSince(evidenceOf(record).flatMap((id) => byKey.get(id) ?? []), stems).map(({ key }) => key),
      );
      const past = evidenceOf(record).filter((id) => !edited.has(id));
      for (const id of past) held.add(id);
      return { existing: record, record, stems, time: recordTime(record), evidence: [], past };
    },
  );
  return { groups, held };
}

/**
 * The evidence that no longer says what the fact says, and is looked at anew. A record may say it by way of another:
 * each newer wording had to match only the one before it. Evidence that is deleted or gone still counts.
 */
function editedSince(evidence: readonly Stored[], stems: Stems): readonly Stored[] {
  const said: Stems[] = [stems];
  let left = evidence.map((stored) => ({ stored, own: stemsOf(viewOf(stored.record, "daily").content) }));
  for (let found = true; found && left.length > 0;) {
    const standing = left.filter(({ own }) => said.some((each) => sameEitherWay(each, own)));
    append(said, standing.map(({ own }) => own));
    found = standing.length > 0;
    left = left.filter((each) => !standing.includes(each));
  }
  return left.map(({ stored }) => stored);
}

function sameEitherWay(left: Stems, right: Stems): boolean {
  return saysTheSame(left, right) || saysTheSame(right, left);
}

function supersededIds(records: readonly Stored[]): Set<string> {
  const ids = new Set<string>();
  for (const { record, key } of records) {
    if (isDeleted(record)) continue;
    for (const id of [record.supersedes].flat()) if (typeof id === "string" && id !== key) ids.add(id);
  }
  return ids;
}

function consolidationOf(
  runtime: Runtime,
  groups: readonly Group[],
  { merged, superseded, contents }: { merged: number; superseded: ReadonlySet<string>; contents: Contents },
): Consolidation {
  const added: RawRecord[] = [];
  const changed = new Map<string, RawRecord>();
  const now = runtime.now().toISOString();
  const sources = new Map(contents.records.map((stored) => [stored.key, stored]));
  const ids = new Set(sources.keys());
  let total = 0;
  for (const group of groups) {
    const evidence = [...group.past, ...group.evidence.map(({ key }) => key)];
    const { existing } = group;
    const isOver = existing !== undefined && (evidence.length === 0 || evidence.every((id) => superseded.has(id)));
    if (!isOver) total++;
    if (isOver) changed.set(String(existing.id), { ...existing, deleted_at: now, deleted_by: "system" });
    else if (!existing) added.push(newFact(freeId(runtime, ids), group, evidence, now));
    else if (evidence.join() !== evidenceOf(existing).join()) {
      const known = group.past.flatMap((id) => sources.get(id) ?? []).map(sourceOf);
      changed.set(String(existing.id), renewedFact(group, existing, { evidence, known: new Set(known), now }));
    }
  }
  return { added, changed, merged, total };
}

/** Thousands of ids are made in a moment here, so each is checked against those taken. */
function freeId(runtime: Runtime, taken: Set<string>): string {
  for (;;) {
    const id = newId(runtime, "fact");
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}

function newFact(id: string, group: Group, evidence: readonly string[], now: string): RawRecord {
  const { id: _id, updated_at: _updated, ...fields } = group.record;
  const { content, entities, confidence, timestamp, ...rest } = fields;
  return {
    id,
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
  /** Sources that had said so before. */
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

/** What independent sources say is surer than what one says: 1 − Π(1 − c), but never quite certain. */
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
  return largest(all, Math.min(SUREST, Math.round(sure * 1000) / 1000));
}

/** Who said it: the session, or, without one, the day. */
function sourceOf({ record, home }: Stored): string {
  const { session, timestamp } = viewOf(record, home);
  return session ?? utcDay(timestamp);
}
