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
import { type Gist, gistOf, saysTheSame } from "./same.ts";

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
      const edited = new Set(
        editedSince(evidenceOf(record).flatMap((id) => byKey.get(id) ?? []), gist).map(({ key }) => key),
      );
      const past = evidenceOf(record).filter((id) => !edited.has(id));
      for (const id of past) held.add(id);
      return { existing: record, record, gist, time: recordTime(record), evidence: [], past };
    },
  );
  return { groups, held };
}

/**
 * The records that do not say any more what the fact says: they are looked at anew. One may say it by way of another, since
 * each newer wording had to be the same as the one before it only. What is deleted or gone has said it once.
 */
function editedSince(evidence: readonly Stored[], gist: Gist): readonly Stored[] {
  const said: Gist[] = [gist];
  let left = evidence.map((stored) => ({ stored, own: gistOf(viewOf(stored.record, "daily").content) }));
  for (let found = true; found && left.length > 0;) {
    const standing = left.filter(({ own }) => said.some((each) => sameEitherWay(each, own)));
    said.push(...standing.map(({ own }) => own));
    found = standing.length > 0;
    left = left.filter((each) => !standing.includes(each));
  }
  return left.map(({ stored }) => stored);
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

/** More candidates than this share a rare word only in generated data; the next run sees those that are left. */
const CANDIDATES_MAX = 500;

/**
 * Finds the group that a record belongs to without comparing it with all. Of two texts that are the same the newer one has
 * every token of the older one, so also its rarest: an older group is found by its own, a newer one by the record's.
 */
class Finder {
  readonly #frequency = new Map<string, number>();
  readonly #gists = new Map<Stored, Gist>();
  readonly #byRarest = new Map<string, Set<Group>>();
  /** Only groups that were there before can be newer than a record: records come in the order of their times. */
  readonly #existingByToken = new Map<string, Set<Group>>();
  readonly #byWording = new Map<string, Group>();

  constructor(groups: readonly Group[], daily: readonly Stored[]) {
    for (const stored of daily) this.#gists.set(stored, gistOf(viewOf(stored.record, "daily").content));
    for (const gist of [...groups.map((group) => group.gist), ...this.#gists.values()]) {
      for (const token of new Set(gist)) this.#frequency.set(token, (this.#frequency.get(token) ?? 0) + 1);
    }
    for (const group of groups) {
      this.add(group);
      for (const token of new Set(group.gist)) put(this.#existingByToken, token, group);
    }
  }

  add(group: Group): Group {
    this.#byWording.set(wordingOf(group.gist, group.record), group);
    const token = this.#rarest(group.gist);
    if (token !== undefined) put(this.#byRarest, token, group);
    return group;
  }

  find(stored: Stored): Group | undefined {
    const gist = this.#gists.get(stored) ?? [];
    const exact = gist.length === 0 ? undefined : this.#byWording.get(wordingOf(gist, stored.record));
    if (exact) return exact;
    const time = timeOf(stored);
    const bucket = bucketOf(stored.record);
    let left = CANDIDATES_MAX;
    for (const group of this.#candidates(gist)) {
      if (left-- === 0) return undefined;
      const isSame = time >= group.time ? saysTheSame(group.gist, gist) : saysTheSame(gist, group.gist);
      if (isSame && bucketOf(group.record) === bucket) return group;
    }
    return undefined;
  }

  *#candidates(gist: Gist): Iterable<Group> {
    // The rarest first: what shares it is likelier to be the same.
    const tokens = [...new Set(gist)].sort((a, b) => this.#count(a) - this.#count(b));
    for (const token of tokens) yield* this.#byRarest.get(token) ?? [];
    const [rarest] = tokens;
    if (rarest !== undefined) yield* this.#existingByToken.get(rarest) ?? [];
  }

  #rarest(gist: Gist): string | undefined {
    return gist.reduce<string | undefined>(
      (best, token) => best === undefined || this.#count(token) < this.#count(best) ? token : best,
      undefined,
    );
  }

  #count(token: string): number {
    return this.#frequency.get(token) ?? 0;
  }
}

function put(index: Map<string, Set<Group>>, token: string, group: Group): void {
  const groups = index.get(token);
  if (groups) groups.add(group);
  else index.set(token, new Set([group]));
}

function wordingOf(gist: Gist, record: RawRecord): string {
  return `${bucketOf(record)}\n${gist.join(" ")}`;
}

/** Facts of two kinds, of two projects in the person's store, or one's own and an import's are two facts whatever they say. */
function bucketOf(record: RawRecord): string {
  const { source } = record;
  const project = typeof source === "object" && source !== null ? Reflect.get(source, "project") : undefined;
  return `${viewOf(record, "daily").memoryType}\n${String(project ?? "")}\n${record.imported_at !== undefined}`;
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

/** Thousands of ids are made in one moment here: each is held against those that are taken. */
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
