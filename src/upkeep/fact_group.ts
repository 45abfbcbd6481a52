/** Records that say the same, on their way to one consolidated fact, and how the group of a record is found. */
import type { RawRecord } from "../records/mod.ts";
import { projectOf, viewOf } from "../records/view.ts";
import type { Stored } from "../store/contents.ts";
import { recordTime, timeOf } from "../store/filter.ts";
import { saysTheSame, type Stems, stemsOf } from "../text/likeness.ts";

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
function bucketOf(record: RawRecord): string {
  return `${viewOf(record, "daily").memoryType}\n${projectOf(record) ?? ""}\n${record.imported_at !== undefined}`;
}

/** Only generated data has more candidates that share a rare stem. The next run sees the rest. */
const CANDIDATES_MAX = 500;

/**
 * Finds the group of a record without comparing it with all. Of two texts that say the same, the newer has every stem
 * of the older, the rarest included: an older group is found by its own rarest stem, a newer one by the record's.
 */
export class GroupFinder {
  readonly #frequency = new Map<string, number>();
  readonly #stems = new Map<Stored, Stems>();
  readonly #byRarest = new Map<string, Set<Group>>();
  /** Records come in the order of their times, so that only existing groups can be newer. */
  readonly #existingByStem = new Map<string, Set<Group>>();
  readonly #byWording = new Map<string, Group>();

  constructor(groups: readonly Group[], daily: readonly Stored[]) {
    // Each stem once: a hundred thousand texts have three million of them, and some thousands of different ones.
    const known = new Map<string, string>();
    const once = (stem: string) => {
      const first = known.get(stem);
      if (first === undefined) known.set(stem, stem);
      return first ?? stem;
    };
    for (const stored of daily) this.#stems.set(stored, stemsOf(viewOf(stored.record, "daily").content).map(once));
    for (const stems of [...groups.map((group) => group.stems), ...this.#stems.values()]) {
      for (const stem of new Set(stems)) this.#frequency.set(stem, (this.#frequency.get(stem) ?? 0) + 1);
    }
    for (const group of groups) {
      this.add(group);
      for (const stem of new Set(group.stems)) put(this.#existingByStem, stem, group);
    }
  }

  /** Makes a group findable; once more after its wording changed. */
  add(group: Group): Group {
    this.#byWording.set(wordingOf(group.stems, group.record), group);
    const stem = this.#rarest(group.stems);
    if (stem !== undefined) put(this.#byRarest, stem, group);
    return group;
  }

  /** What distinguishes the text of a record. */
  stemsOf(stored: Stored): Stems {
    return this.#stems.get(stored) ?? [];
  }

  /** The group that says what a record says. */
  find(stored: Stored): Group | undefined {
    const stems = this.stemsOf(stored);
    const exact = stems.length === 0 ? undefined : this.#byWording.get(wordingOf(stems, stored.record));
    if (exact) return exact;
    const time = timeOf(stored);
    const bucket = bucketOf(stored.record);
    let left = CANDIDATES_MAX;
    for (const group of this.#candidates(stems)) {
      if (left-- === 0) return undefined;
      const isSame = time >= group.time ? saysTheSame(group.stems, stems) : saysTheSame(stems, group.stems);
      if (isSame && bucketOf(group.record) === bucket) return group;
    }
    return undefined;
  }

  *#candidates(stems: Stems): Iterable<Group> {
    // Rarest first: what shares a rare stem more likely says the same.
    const rarestFirst = [...new Set(stems)].sort((a, b) => this.#count(a) - this.#count(b));
    for (const stem of rarestFirst) yield* this.#byRarest.get(stem) ?? [];
    const [rarest] = rarestFirst;
    if (rarest !== undefined) yield* this.#existingByStem.get(rarest) ?? [];
  }

  #rarest(stems: Stems): string | undefined {
    return stems.reduce<string | undefined>(
      (best, stem) => best === undefined || this.#count(stem) < this.#count(best) ? stem : best,
      undefined,
    );
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
