/**
 * In: the facts of a memory. Out: a batch of those without questions, for an agent to read; and the change that stores
 * the questions of the agent's answer.
 * Not done here: thinking of questions, which takes a model: a skill in templates/ asks the agent for them.
 *
 * @module
 */
import { cleanerFor } from "../capture/gate.ts";
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

/** Facts without questions: how many there are, and the newest of them. */
export interface Batch {
  readonly total: number;
  readonly records: readonly Askable[];
}

/**
 * The newest facts without questions. Left out are stages of work, which soon no longer matter, superseded facts, and
 * facts that others may have written. A fact with an empty list was looked at before: nobody thought of a question.
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
 * The answers of an agent: the result of `unasked` with `asks` filled in, or its `records` alone. A record without
 * `asks` was not answered. Throws INVALID_ARGUMENT, which names the wrong field.
 */
export function readAnswers(value: unknown): Answers {
  const list = Array.isArray(value) ? value : asObject(asObject(value)?.data ?? value)?.records;
  if (!Array.isArray(list)) throw failure("not_a_list_of_answers");
  const answers = new Map<string, readonly string[]>();
  list.forEach((item: unknown, at) => {
    const { id, asks } = asObject(item) ?? {};
    if (typeof id !== "string" || id === "") throw failure("wrong_id", { number: at + 1 });
    if (asks === undefined) return;
    if (!Array.isArray(asks) || !asks.every((ask) => typeof ask === "string")) {
      throw failure("wrong_asks", { number: at + 1 });
    }
    answers.set(id, asks);
  });
  return answers;
}

interface Enrichment {
  /** The facts, with the questions that they get. */
  readonly records: readonly Pick<Askable, "id" | "content" | "asks" | "layer">[];
  /** Kinds of secrets that were taken out. */
  readonly kinds: readonly string[];
}

/**
 * The change that gives facts of a store their questions; no change where no answer is about a fact of the store. A
 * consolidated fact without questions gets those of a record that it was made of, because it outlives that record.
 */
export function planEnrichment(memory: Memory, store: Store, answers: Answers, actor: Actor): Planned<Enrichment> {
  const { records } = readContents(store);
  const facts = records.filter(({ type, isDeleted }) => type === "fact" && !isDeleted);
  const asksOf = new Map<string, readonly string[]>();
  const kinds = new Set<string>();
  for (const [id, asks] of answers) {
    const isMeant = namedBy([id]);
    const meant = facts.filter(({ key }) => isMeant(key));
    const clean = cleanerFor(memory);
    const cleaned = clean.asks(asks);
    if (meant.length === 0) continue;
    for (const kind of clean.kinds()) kinds.add(kind);
    for (const { key } of meant) asksOf.set(key, cleaned);
  }
  const differs = ({ asks }: RawRecord, key: string) =>
    asksOf.has(key) && JSON.stringify(asks) !== JSON.stringify(asksOf.get(key));
  const changed = facts.filter(({ record, key }) => differs(record, key));
  for (const { key, record } of facts.filter(({ home, key }) => home === "facts" && !asksOf.has(key))) {
    const from = record.asks === undefined ? evidenceOf(record).findLast((id) => asksOf.has(id)) : undefined;
    if (from !== undefined) asksOf.set(key, asksOf.get(from) ?? []);
  }
  const files = new Set(facts.filter(({ record, key }) => differs(record, key)).map(({ file }) => file));
  const rewrite = (record: RawRecord, key: string) =>
    differs(record, key)
      ? { ...record, asks: asksOf.get(key), updated_at: changeTime(store.runtime.now(), record) }
      : "keep";
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
