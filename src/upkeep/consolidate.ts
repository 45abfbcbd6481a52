/**
 * In: the facts of the daily files and those consolidated before. Out: the change of `facts.jsonl`: each fact once, in
 * its newest wording, with the ids of the records that say so, its evidence.
 *
 * No model is used and no word invented: each word of a consolidated fact comes from a record of its evidence.
 */
import { newId, type RecordId, utcDay } from "../records/ids.ts";
import { DEFAULT_CONFIDENCE, type RawRecord } from "../records/mod.ts";
import { united, WORDS } from "../records/later.ts";
import { viewOf } from "../records/view.ts";
import type { Runtime } from "../runtime.ts";
import type { Change, Planned, Rewrite } from "../store/change.ts";
import { type Contents, evidenceOf, readContents, supersededIn } from "../store/contents.ts";
import { FACTS_FILE, type StorePath } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import { wordingIn } from "../store/same_words.ts";
import type { Stored } from "../store/stored.ts";
import type { Actor } from "../store/audit.ts";
import { largest } from "../lists.ts";

export interface Consolidation {
  readonly added: readonly RawRecord[];
  /** Changed facts by id. A fact is marked as deleted when all evidence that is there is superseded. */
  readonly changed: ReadonlyMap<string, RawRecord>;
  /** How many records say the same as a consolidated fact or as another record. */
  readonly merged: number;
  /** How many facts `facts.jsonl` will have. */
  readonly total: number;
}

/** From so many new facts on, memory is freed before they are written. */
const MANY = 10_000;

/** The change that consolidates all daily records of a store. */
export function planConsolidation(store: Store, actor: Actor): Planned<Consolidation> {
  const result = consolidate(store.runtime, readContents(store));
  // The contents are not needed any more, and writing takes as much memory again.
  if (result.added.length > MANY) store.runtime.freeUnused();
  return { change: { actor, command: "consolidate", scope: "facts", ...factsChange(result) }, result };
}

/** The change of `facts.jsonl` by a consolidation; `others` holds the changes of other records, which go first. */
export function factsChange(
  { added, changed }: Consolidation,
  others: NonNullable<Change["rewrite"]> = new Map(),
): Pick<Change, "rewrite" | "append"> {
  const rewrite = new Map(others);
  const first = others.get(FACTS_FILE);
  const facts = (record: RawRecord, key: string): Rewrite => {
    const other = first ? first(record, key) : "keep";
    return other === "keep" ? changed.get(key) ?? "keep" : other;
  };
  if (changed.size > 0) rewrite.set(FACTS_FILE, facts);
  return { rewrite, append: added.map((record) => ({ file: FACTS_FILE, record })) };
}

/** Consolidates the daily records of a store: all of them, or those that are `chosen`. */
export function consolidate(
  runtime: Runtime,
  contents: Contents,
  chosen: (stored: Stored) => boolean = () => true,
): Consolidation {
  const superseded = supersededIn([contents]);
  const daily = dailyWordings(contents, superseded);
  const { groups, held } = existingGroups(contents, daily);
  const byWording = new Map(groups.map((group) => [group.wording, group]));
  let merged = 0;
  for (const stored of [...daily.keys()].filter(chosen).sort((a, b) => a.time - b.time)) {
    if (held.has(stored.key)) continue;
    const { record, time } = stored;
    const said: Said = { record, time, wording: daily.get(stored) ?? "" };
    const evidence = evidenceIn(stored.key, record);
    const found = byWording.get(said.wording);
    if (found) {
      merged++;
      addToGroup(found, said, evidence);
      continue;
    }
    const group: Group = { existing: undefined, ...said, evidence: [evidence], past: [] };
    groups.push(group);
    byWording.set(group.wording, group);
  }
  return consolidationOf(runtime, groups, { merged, superseded, contents });
}

/** Whether the records of a file stay there: of what others may have written no copy becomes the person's own. */
export function staysOthers({ isOthers }: Pick<Contents, "isOthers">, file: StorePath): boolean {
  return isOthers(file) && !isOthers(FACTS_FILE);
}

/** The daily facts in force that may be consolidated, each with its wording. */
export function dailyWordings(contents: Contents, superseded: ReadonlyMap<string, string>): Map<Stored, string> {
  const found = new Map<Stored, string>();
  for (const stored of contents.records) {
    const { kind, type, isDeleted, key, file } = stored;
    if (kind !== "daily" || type !== "fact" || isDeleted || superseded.has(key)) continue;
    if (staysOthers(contents, file)) continue;
    const { id, content } = viewOf(stored.record, kind);
    if (id !== "" && content !== "") found.set(stored, wordingIn(stored));
  }
  return found;
}

/** The facts of `facts.jsonl` as groups; `held` has the ids of the evidence that still says what these facts say. */
function existingGroups({ records }: Contents, daily: ReadonlyMap<Stored, string>) {
  const byKey = new Map([...daily].map(([{ key }, wording]) => [key, wording]));
  const held = new Set<string>();
  const groups = records.filter(({ kind, isDeleted }) => kind === "facts" && !isDeleted).map((stored): Group => {
    const { record, time } = stored;
    const wording = wordingIn(stored);
    // Evidence that was reworded is consolidated anew. What is deleted or gone counts as unchanged.
    const past = evidenceOf(record).filter((id) => (byKey.get(id) ?? wording) === wording);
    for (const id of past) held.add(id);
    return { existing: record, record, wording, time, evidence: [], past };
  });
  return { groups, held };
}

function consolidationOf(
  runtime: Runtime,
  groups: readonly Group[],
  { merged, superseded, contents }: { merged: number; superseded: ReadonlyMap<string, string>; contents: Contents },
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
    const there = evidence.filter((id) => sources.get(id)?.isDeleted === false);
    // A fact without evidence was taken over from elsewhere, and stands for itself.
    const isOver = existing !== undefined && evidenceOf(existing).length > 0 &&
      (there.length > 0 ? there : evidence).every((id) => superseded.has(id));
    if (!isOver) total++;
    if (isOver) changed.set(String(existing.id), { ...existing, deleted_at: now, deleted_by: "system" });
    else if (!existing) added.push(newFact(freeId(runtime, ids), group, evidence, now));
    else if (evidence.join() !== evidenceOf(existing).join()) {
      const past = group.past.flatMap((id) => sources.get(id) ?? []);
      const known = new Set(past.map(({ key, record }) => evidenceIn(key, record).source));
      const fresh = group.evidence.filter(({ source }) => !known.has(source));
      changed.set(String(existing.id), renewedFact(group, existing, evidence, fresh, now));
    }
  }
  return { added, changed, merged, total };
}

/** An id that no record has: thousands are made in a moment, so that two could be equal. */
function freeId(runtime: Runtime, taken: Set<string>): string {
  for (;;) {
    const id = newId(runtime, "fact");
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}

function newFact(id: RecordId, group: Group, evidence: readonly RecordId[], now: string): RawRecord {
  const { content, entities, confidence, timestamp, ...fields } = group.record;
  const { id: _id, type: _type, memory_type: _kind, updated_at: _updated, deleted_at: _at, deleted_by: _by, ...rest } =
    fields;
  return {
    id,
    type: "fact",
    memory_type: viewOf(group.record, "daily").memoryType,
    content,
    entities: entities ?? [],
    confidence: combined(group.evidence, undefined) ?? confidence,
    timestamp,
    ...rest,
    evidence,
    created_at: now,
    updated_at: now,
  };
}

/** @param fresh the evidence of sources that had not said so before */
function renewedFact(
  group: Group,
  existing: RawRecord,
  evidence: readonly RecordId[],
  fresh: readonly Evidence[],
  now: string,
): RawRecord {
  const said = SAID.filter((name) => group.record[name] !== undefined).map((name) => [name, group.record[name]]);
  return {
    ...existing,
    ...Object.fromEntries(said),
    confidence: combined(fresh, existing.confidence) ?? existing.confidence,
    evidence,
    updated_at: now,
  };
}

/** What a consolidated fact takes from the record whose text stands for it. */
const SAID = ["content", "entities", "tags", "asks", "when", "timestamp", "said_at", "source"];

/** Several independent sources are surer than one, 1 − Π(1 − c), but never quite certain. */
const SUREST = 0.99;

function combined(evidence: readonly Evidence[], prior: unknown): number | undefined {
  const bySource = new Map<string, number>();
  for (const { source, confidence } of evidence) {
    bySource.set(source, Math.max(bySource.get(source) ?? 0, confidence));
  }
  const all = [...bySource.values(), ...typeof prior === "number" ? [prior] : []];
  const [only] = all;
  if (all.length <= 1) return only;
  const sure = 1 - all.reduce((doubt, confidence) => doubt * (1 - confidence), 1);
  return largest(all, Math.min(SUREST, Math.round(sure * 1000) / 1000));
}

/** A record that says what a fact says. */
interface Evidence {
  readonly key: RecordId;
  /** The session in which it was said, or, without one, the day. */
  readonly source: string;
  readonly confidence: number;
}

function evidenceIn(key: RecordId, record: RawRecord): Evidence {
  const { session, timestamp, confidence = DEFAULT_CONFIDENCE } = viewOf(record, "daily");
  return { key, source: session ?? utcDay(timestamp), confidence };
}

/** A fact as somebody said it. */
interface Said {
  record: RawRecord;
  readonly wording: string;
  time: number;
}

/** Records that say the same, and the one whose text stands for them. */
interface Group extends Said {
  /** The fact in `facts.jsonl`, if there is one. */
  readonly existing: RawRecord | undefined;
  readonly evidence: Evidence[];
  /** Ids of the evidence that the fact had before and keeps; the records may be gone. */
  readonly past: readonly string[];
}

/** Adds a record. The newest text counts; all other words of both are kept. */
function addToGroup(group: Group, { record, time }: Said, evidence: Evidence): void {
  const [older, newer] = time >= group.time ? [group.record, record] : [record, group.record];
  group.record = {
    ...newer,
    ...united(WORDS, newer, older),
    entities: union(older.entities, newer.entities),
    ...Array.isArray(older.tags) || Array.isArray(newer.tags) ? { tags: union(older.tags, newer.tags) } : {},
  };
  group.time = Math.max(group.time, time);
  group.evidence.push(evidence);
}

function union(left: unknown, right: unknown): unknown[] {
  return [...new Set([...Array.isArray(left) ? left : [], ...Array.isArray(right) ? right : []])];
}
