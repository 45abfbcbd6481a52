/**
 * In: the facts of the daily files and those consolidated before. Out: the new contents of `facts.jsonl`, and the
 * change that writes them: each fact once, in its newest wording, with the ids of the records that say so, its
 * evidence.
 * Not done here: taking the daily records away (retention.ts).
 *
 * No model is used and no word invented: each word of a consolidated fact comes from a record of its evidence.
 *
 * @module
 */
import { newId, type RecordId, utcDay } from "../records/ids.ts";
import { DEFAULT_CONFIDENCE, type RawRecord } from "../records/mod.ts";
import { projectOf, viewOf } from "../records/view.ts";
import type { Runtime } from "../runtime.ts";
import type { Change, Planned, Rewrite } from "../store/change.ts";
import { type Contents, evidenceOf, readContents, supersededIn } from "../store/contents.ts";
import { freeAlongTheWay } from "../store/file.ts";
import { FACTS_FILE } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import type { Stored } from "../store/stored.ts";
import type { Actor } from "../store/audit.ts";
import { saysTheSame, type Stems, stemsOf } from "../text/likeness.ts";
import { append, largest } from "../lists.ts";
import { remembered } from "../remembered.ts";

export interface Consolidation {
  readonly added: readonly RawRecord[];
  /** Changed facts by id. A fact is marked as deleted when all of its evidence is superseded. */
  readonly changed: ReadonlyMap<string, RawRecord>;
  /** How many records say the same as a consolidated fact or as another record. */
  readonly merged: number;
  /** How many facts `facts.jsonl` will have. */
  readonly total: number;
}

/** A record and its stems take about so many bytes of memory. */
const USUAL_BYTES = 2_000;
/** From so many new facts on, memory is freed before they are written. */
const MANY = 10_000;

/** The change that consolidates all daily records of a store. */
export function planConsolidation(store: Store, actor: Actor): Planned<Consolidation> {
  const result = consolidate(store.runtime, readContents(store));
  // The contents are not needed any more, and writing takes as much memory again.
  if (result.added.length > MANY) store.runtime.freeUnused();
  return { change: { actor, command: "consolidate", scope: "facts", ...factsChange(result) }, result };
}

/** The change of `facts.jsonl` by a consolidation; `rewrite` holds the changes of other files. */
export function factsChange(
  { added, changed }: Consolidation,
  rewrite = new Map<string, (record: RawRecord, key: string) => Rewrite>(),
): Pick<Change, "rewrite" | "append"> {
  if (changed.size > 0) rewrite.set(FACTS_FILE, (_record, key) => changed.get(key) ?? "keep");
  return { rewrite, append: added.map((record) => ({ file: FACTS_FILE, record })) };
}

/** Consolidates the daily records of a store: all of them, or those that are `chosen`. */
export function consolidate(
  runtime: Runtime,
  contents: Contents,
  chosen: (stored: Stored) => boolean = () => true,
): Consolidation {
  const superseded = supersededIn([contents]);
  const daily = dailyStems(contents, superseded);
  const { groups, held } = existingGroups(contents, daily);
  const finder = new GroupFinder(groups, [...daily.values()]);
  const free = freeAlongTheWay(runtime);
  let merged = 0;
  for (const stored of [...daily.keys()].filter(chosen).sort((a, b) => a.time - b.time)) {
    free(USUAL_BYTES);
    if (held.has(stored.key)) continue;
    const { record, time } = stored;
    const said: Said = { record, time, stems: daily.get(stored) ?? [] };
    const evidence = evidenceIn(stored.key, record);
    const found = finder.find(said);
    if (!found) {
      groups.push(finder.add({ existing: undefined, ...said, evidence: [evidence], past: [] }));
      continue;
    }
    merged++;
    addToGroup(found, said, evidence);
    // The next record may share stems with the new wording only.
    finder.add(found);
  }
  return consolidationOf(runtime, groups, { merged, superseded, contents });
}

/** The daily facts in force, each with the stems of its text. */
function dailyStems({ records }: Contents, superseded: ReadonlyMap<string, string>): Map<Stored, Stems> {
  // Equal stems share one string: a hundred thousand texts have three million stems, of which some thousand differ.
  const once = remembered((stem: string) => stem);
  const found = new Map<Stored, Stems>();
  for (const stored of records) {
    const { home, type, isDeleted, key } = stored;
    if (home !== "daily" || type !== "fact" || isDeleted || superseded.has(key)) continue;
    const { id, content } = viewOf(stored.record, home);
    if (id !== "" && content !== "") found.set(stored, stemsOf(content).map(once));
  }
  return found;
}

/** The facts of `facts.jsonl` as groups; `held` has the ids of the evidence that still says what these facts say. */
function existingGroups(
  { records }: Contents,
  daily: ReadonlyMap<Stored, Stems>,
): { groups: Group[]; held: Set<string> } {
  const byKey = new Map([...daily].map(([{ key }, own]) => [key, { key, own }]));
  const held = new Set<string>();
  const groups = records.filter(({ home, isDeleted }) => home === "facts" && !isDeleted).map(
    ({ record, time }): Group => {
      const stems = stemsOf(viewOf(record, "facts").content);
      const evidence = evidenceOf(record);
      const edited = new Set(editedSince(evidence.flatMap((id) => byKey.get(id) ?? []), stems));
      const past = evidence.filter((id) => !edited.has(id));
      for (const id of past) held.add(id);
      return { existing: record, record, stems, time, evidence: [], past };
    },
  );
  return { groups, held };
}

/**
 * The ids of the evidence that no longer says what the fact says, and is consolidated anew. A record needs to match
 * only one other record of the evidence, since each newer wording was compared with the one before.
 *
 * @param evidence without records that are deleted or gone, which count as unchanged
 */
function editedSince(evidence: readonly { readonly key: RecordId; readonly own: Stems }[], stems: Stems): RecordId[] {
  const said: Stems[] = [stems];
  const isSaid = ({ own }: { readonly own: Stems }) =>
    said.some((each) => saysTheSame(each, own) || saysTheSame(own, each));
  for (let left = evidence;;) {
    const { same = [], other = [] } = Object.groupBy(left, (each) => isSaid(each) ? "same" : "other");
    if (same.length === 0) return other.map(({ key }) => key);
    append(said, same.map(({ own }) => own));
    left = other;
  }
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
    const isOver = existing !== undefined && (evidence.length === 0 || evidence.every((id) => superseded.has(id)));
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
  const { content, entities, tags, asks, timestamp, source } = group.record;
  return {
    ...existing,
    content,
    entities: entities ?? existing.entities,
    ...tags === undefined ? {} : { tags },
    ...asks === undefined ? {} : { asks },
    timestamp: timestamp ?? existing.timestamp,
    ...source === undefined ? {} : { source },
    confidence: combined(fresh, existing.confidence) ?? existing.confidence,
    evidence,
    updated_at: now,
  };
}

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

/** A wording of a fact. */
interface Said {
  record: RawRecord;
  stems: Stems;
  time: number;
}

/** Records that say the same, and the wording that stands for them. */
interface Group extends Said {
  /** The fact in `facts.jsonl`, if there is one. */
  readonly existing: RawRecord | undefined;
  readonly evidence: Evidence[];
  /** Ids of the evidence that the fact had before and keeps; the records may be gone. */
  readonly past: readonly string[];
}

/** Adds a record. The newest wording and the newest questions count; entities and tags of both are kept. */
function addToGroup(group: Group, { record, time, stems }: Said, evidence: Evidence): void {
  const [older, newer] = time >= group.time ? [group.record, record] : [record, group.record];
  group.record = {
    ...newer,
    ...newer.asks === undefined && older.asks !== undefined ? { asks: older.asks } : {},
    entities: union(older.entities, newer.entities),
    ...Array.isArray(older.tags) || Array.isArray(newer.tags) ? { tags: union(older.tags, newer.tags) } : {},
  };
  if (time >= group.time) group.stems = stems;
  group.time = Math.max(group.time, time);
  group.evidence.push(evidence);
}

function union(left: unknown, right: unknown): unknown[] {
  return [...new Set([...Array.isArray(left) ? left : [], ...Array.isArray(right) ? right : []])];
}

/** Facts that differ in kind, in project, or in being imported are never merged, whatever they say. */
function bucketOf(record: RawRecord): string {
  return `${viewOf(record, "daily").memoryType}\n${projectOf(record) ?? ""}\n${record.imported_at !== undefined}`;
}

/** Only generated data has more groups that share a rare stem. */
const CANDIDATES_MAX = 500;

/**
 * Finds the group of a record without comparing it with all groups. Of two texts that say the same, the newer one has
 * all stems of the older one. So an older group is found by the group's rarest stem, a newer one by the record's.
 */
class GroupFinder {
  readonly #frequency = new Map<string, number>();
  readonly #byRarest = new Map<string, Set<Group>>();
  /** Records come in the order of their times, so that only a group of an existing fact can be newer. */
  readonly #existingByStem = new Map<string, Set<Group>>();
  readonly #byWording = new Map<string, Group>();

  constructor(groups: readonly Group[], daily: readonly Stems[]) {
    for (const stems of [...groups.map((group) => group.stems), ...daily]) {
      for (const stem of new Set(stems)) this.#frequency.set(stem, (this.#frequency.get(stem) ?? 0) + 1);
    }
    for (const group of groups) {
      this.add(group);
      for (const stem of new Set(group.stems)) put(this.#existingByStem, stem, group);
    }
  }

  /** Makes a group findable; to be called again when its wording has changed. */
  add(group: Group): Group {
    this.#byWording.set(wordingOf(group.stems, group.record), group);
    const stem = this.#rarest(group.stems);
    if (stem !== undefined) put(this.#byRarest, stem, group);
    return group;
  }

  /** The group that says what a record says. */
  find({ record, time, stems }: Said): Group | undefined {
    const exact = stems.length === 0 ? undefined : this.#byWording.get(wordingOf(stems, record));
    if (exact) return exact;
    const bucket = bucketOf(record);
    let left = CANDIDATES_MAX;
    for (const group of this.#candidates(stems)) {
      if (left-- === 0) return undefined;
      const isSame = time >= group.time ? saysTheSame(group.stems, stems) : saysTheSame(stems, group.stems);
      if (isSame && bucketOf(group.record) === bucket) return group;
    }
    return undefined;
  }

  *#candidates(stems: Stems): Iterable<Group> {
    // Rarest first: two texts that share a rare stem are more likely to say the same.
    const rarestFirst = [...new Set(stems)].sort((a, b) => this.#count(a) - this.#count(b));
    for (const stem of rarestFirst) yield* this.#byRarest.get(stem) ?? [];
    const [rarest] = rarestFirst;
    if (rarest !== undefined) yield* this.#existingByStem.get(rarest) ?? [];
  }

  #rarest(stems: Stems): string | undefined {
    return stems.toSorted((a, b) => this.#count(a) - this.#count(b))[0];
  }

  #count(stem: string): number {
    return this.#frequency.get(stem) ?? 0;
  }
}

function put(index: Map<string, Set<Group>>, stem: string, group: Group): void {
  const groups = index.get(stem);
  if (groups) groups.add(group);
  else index.set(stem, new Set([group]));
}

function wordingOf(stems: Stems, record: RawRecord): string {
  return `${bucketOf(record)}\n${stems.join(" ")}`;
}
