/**
 * In: the facts that nobody gave any questions. Out: a batch of them for an agent to read; and of what it answers, the
 * change that stores the questions.
 * Not done here: thinking of questions, which takes a model (templates/, the skill).
 *
 * @module
 */
import { cleanAsks } from "../capture/gate.ts";
import type { MemoryError } from "../errors.ts";
import { asObject } from "../json.ts";
import { sharedIn } from "../recall/readers.ts";
import type { RecordId } from "../records/ids.ts";
import { type Layer, type RawRecord, texts } from "../records/mod.ts";
import { memoryTypeOf } from "../records/view.ts";
import type { Actor } from "../store/audit.ts";
import type { Planned } from "../store/change.ts";
import { evidenceOf, readContents, supersededIn } from "../store/contents.ts";
import { namedBy, select } from "../store/filter.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { changeTime } from "../store/resolve.ts";
import type { Stored } from "../store/stored.ts";
import { hereAmong, newestFirst } from "./list.ts";
import { failure } from "./words.ts";

/** A fact as an agent needs it to think of questions, with room for them. */
interface Askable {
  readonly id: RecordId;
  readonly memory_type: string;
  readonly content: string;
  readonly entities: readonly string[];
  readonly layer: Layer;
  /** To be filled in. */
  readonly asks: readonly string[];
}

/** Facts without questions, newest first: how many there are, and the first of them. */
export interface Batch {
  readonly total: number;
  readonly records: readonly Askable[];
}

/**
 * The next facts without questions. Neither stages of work, which pass, nor what is superseded or others may have
 * written. One whose list is empty was looked at already: nobody thought of any.
 */
export function unasked(memory: Memory, stores: readonly Store[], limit: number): Batch {
  const isHere = hereAmong(memory, stores);
  const isShared = sharedIn(memory);
  const found = stores.flatMap((store) => {
    const contents = readContents(store);
    const superseded = supersededIn([contents]);
    return select(contents, "daily", { types: ["fact"] })
      .filter((stored) => isUnasked(stored) && !superseded.has(stored.key) && isHere(stored))
      .filter((stored) => !isShared(store.layer, stored.file, () => String(stored.record.content ?? "")));
  });
  const records = newestFirst(found, { limit }).map(({ key, record, layer }) => ({
    id: key,
    memory_type: memoryTypeOf(record),
    content: String(record.content ?? ""),
    entities: texts(record.entities),
    layer,
    asks: [],
  }));
  return { total: found.length, records };
}

function isUnasked({ record }: Stored): boolean {
  return !Array.isArray(record.asks) && memoryTypeOf(record) !== "S" && texts(record.content).length > 0;
}

/** Questions by the id of the fact that they ask for. */
export type Answers = ReadonlyMap<string, readonly string[]>;

/**
 * The answers of an agent: what `unasked` gave, with `asks` filled in, or the list alone. A record without `asks` was
 * not answered. Throws INVALID_ARGUMENT naming what is wrong.
 */
export function readAnswers(value: unknown): Answers {
  const list = Array.isArray(value) ? value : asObject(asObject(value)?.data ?? value)?.records;
  if (!Array.isArray(list)) throw failure("not_a_list_of_answers");
  const answers = new Map<string, readonly string[]>();
  list.forEach((item: unknown, at) => {
    const { id, asks } = asObject(item) ?? {};
    if (typeof id !== "string" || id === "") throw wrong(at, "id");
    if (asks === undefined) return;
    if (!Array.isArray(asks) || !asks.every((ask) => typeof ask === "string")) throw wrong(at, "asks");
    answers.set(id, asks);
  });
  return answers;
}

function wrong(at: number, field: "id" | "asks"): MemoryError {
  return failure(`wrong_${field}`, { number: at + 1 });
}

/** A fact and the questions that it gets. */
export interface Enriched {
  readonly id: RecordId;
  readonly content: string;
  readonly asks: readonly string[];
  readonly layer: Layer;
}

interface Enrichment {
  readonly records: readonly Enriched[];
  /** Kinds of secrets that were taken out. */
  readonly kinds: readonly string[];
}

/**
 * The change that gives facts of a store their questions; no change where none of them is among the answers. A
 * consolidated fact gets those of the record that it was made of, as long as it has none: it outlives that record.
 */
export function planEnrichment(memory: Memory, store: Store, answers: Answers, actor: Actor): Planned<Enrichment> {
  const { records } = readContents(store);
  const facts = records.filter(({ type, isDeleted }) => type === "fact" && !isDeleted);
  const asksOf = new Map<string, readonly string[]>();
  const kinds = new Set<string>();
  for (const [id, asks] of answers) {
    const isMeant = namedBy([id]);
    const cleaned = cleanAsks(memory, asks);
    const meant = facts.filter(({ key }) => isMeant(key));
    if (meant.length > 0) { for (const kind of cleaned.kinds) kinds.add(kind); }
    for (const { key } of meant) asksOf.set(key, cleaned.texts);
  }
  const differs = (stored: Stored) =>
    asksOf.has(stored.key) && JSON.stringify(stored.record.asks) !== JSON.stringify(asksOf.get(stored.key));
  const changed = facts.filter(differs);
  for (const { key, record } of facts.filter(({ home, key }) => home === "facts" && !asksOf.has(key))) {
    const from = record.asks === undefined ? evidenceOf(record).findLast((id) => asksOf.has(id)) : undefined;
    if (from !== undefined) asksOf.set(key, asksOf.get(from) ?? []);
  }
  const files = new Set(facts.filter(differs).map(({ file }) => file));
  const rewrite = (record: RawRecord, key: string) => {
    const asks = asksOf.get(key);
    if (asks === undefined || JSON.stringify(record.asks) === JSON.stringify(asks)) return "keep" as const;
    return { ...record, asks, updated_at: changeTime(store.runtime.now(), record) };
  };
  const result = {
    records: changed.map(({ key, record }) => ({
      id: key,
      content: String(record.content ?? ""),
      asks: asksOf.get(key) ?? [],
      layer: store.layer,
    })),
    kinds: [...kinds],
  };
  if (files.size === 0) return { change: undefined, result };
  return {
    change: {
      actor,
      command: "enrich",
      scope: "daily",
      rewrite: new Map([...files].map((file) => [file, rewrite])),
      audit: { fields: ["asks"] },
    },
    result,
  };
}
