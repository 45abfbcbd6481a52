/**
 * In: the facts of a memory. Out: a batch of those without words for later, questions (`asks`) and tool calls (`when`),
 * for an agent to think of, as a skill in templates/ asks it; and the change that stores its answer.
 */
import { cleanerFor } from "../capture/gate.ts";
import { MemoryError } from "../errors.ts";
import { asObject } from "../json.ts";
import { isCondition } from "../records/conditions.ts";
import { sharedIn } from "../recall/readers.ts";
import type { RecordId } from "../records/ids.ts";
import { type Layer, type RawRecord, texts } from "../records/mod.ts";
import { united, WORDS, type Words } from "../records/later.ts";
import { contentText, memoryTypeOf } from "../records/view.ts";
import type { Actor } from "../store/audit.ts";
import type { Planned } from "../store/change.ts";
import { evidenceOf, readContents, supersededIn } from "../store/contents.ts";
import { namedBy, recordsThatPass } from "../store/filter.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { changeTime } from "../store/resolve.ts";
import type { Stored } from "../store/stored.ts";
import { cutTo } from "../text/legible.ts";
import { hereAmong, newestFirst } from "./list.ts";
import { failure } from "./words.ts";

/** A fact as an agent needs it to think of its words. What it has already stands there; null is to be filled in. */
interface Askable extends Record<keyof Words, readonly string[] | null> {
  readonly id: RecordId;
  readonly memory_type: string;
  readonly content: string;
  readonly entities: readonly string[];
  readonly layer: Layer;
  /** Which of `asks` and `when` nobody has thought of yet. */
  readonly missing: readonly string[];
}

/** Facts without words for later: how many there are, and the newest of them. */
export interface Batch {
  readonly total: number;
  readonly records: readonly Askable[];
}

/**
 * The newest facts without questions or without tool calls. Left out are stages of work, which soon no longer matter,
 * superseded facts, and facts that others may have written. An empty list was looked at before: nobody thought of any.
 */
export function unasked(memory: Memory, stores: readonly Store[], limit: number): Batch {
  const isHere = hereAmong(memory, stores);
  const isShared = sharedIn(memory);
  const found = stores.flatMap((store) => {
    const contents = readContents(store);
    const superseded = supersededIn([contents]);
    return recordsThatPass(contents, "daily", { types: ["fact"] })
      .filter((stored) => isUnasked(stored) && !superseded.has(stored.key) && isHere(stored))
      .filter((stored) => !isShared(store.layer, stored.file, () => contentText(String(stored.record.content ?? ""))));
  });
  const records = newestFirst(found, { limit }).map(({ key, record, layer }) => ({
    id: key,
    memory_type: memoryTypeOf(record),
    content: cutTo(String(record.content ?? ""), CONTENT_MAX),
    entities: texts(record.entities),
    layer,
    asks: Array.isArray(record.asks) ? texts(record.asks) : null,
    when: Array.isArray(record.when) ? texts(record.when).filter(isCondition) : null,
    missing: missingIn(record),
  }));
  return { total: found.length, records };
}

/** The beginning of a long fact, such as a log, says what it will be asked for; \`memory show ID\` has all of it. */
const CONTENT_MAX = 2_000;

function isUnasked({ record }: Stored): boolean {
  return missingIn(record).length > 0 && memoryTypeOf(record) !== "S" && texts(record.content).length > 0;
}

/** The fields that a fact lacks. An empty list is none of them: somebody looked, and none fits. */
function missingIn(record: RawRecord): string[] {
  return WORDS.filter((field) => !Array.isArray(record[field]));
}

/** Words by the id of the fact that they belong to. */
export type Answers = ReadonlyMap<string, Words>;

/**
 * The answers of an agent: the result of `unasked` with `asks` and `when` filled in, or its `records` alone. A field
 * that is null or not there was not answered. Throws INVALID_ARGUMENT, which names the wrong field.
 */
export function readAnswers(value: unknown): Answers {
  const list = Array.isArray(value) ? value : asObject(asObject(value)?.data ?? value)?.records;
  if (!Array.isArray(list)) throw failure("not_a_list_of_answers");
  const answers = new Map<string, Words>();
  list.forEach((item: unknown, at) => {
    const fields = asObject(item) ?? {};
    const { id } = fields;
    if (typeof id !== "string" || id === "") throw failure("wrong_id", { number: at + 1 });
    const words = WORDS.filter((field) => fields[field] !== undefined && fields[field] !== null).map((field) => {
      const list = fields[field];
      if (Array.isArray(list) && list.every((text) => typeof text === "string")) return [field, list] as const;
      throw failure("wrong_words", { number: at + 1, field });
    });
    if (words.length > 0) answers.set(id, Object.fromEntries(words));
  });
  return answers;
}

interface Enrichment {
  /** The facts, with the words that they get. */
  readonly records: readonly (Pick<Askable, "id" | "content" | "layer"> & Words)[];
  readonly kinds: readonly string[];
}

/**
 * The change that gives facts of a store their words; no change where no answer is about a fact of the store. A
 * consolidated fact without words gets those of a record that it was made of, because it outlives that record.
 */
export function planEnrichment(memory: Memory, store: Store, answers: Answers, actor: Actor): Planned<Enrichment> {
  const facts = readContents(store).records.filter(({ type, isDeleted }) => type === "fact" && !isDeleted);
  const { words: answered, kinds } = wordsByFact(memory, facts, answers);
  const words = new Map([...answered, ...wordsOfCopies(facts, answered)]);
  const changes = (record: RawRecord, key: string) => newWords(record, words.get(key) ?? {});
  const differs = ({ record, key }: Stored) => Object.keys(changes(record, key)).length > 0;
  const changed = facts.filter((fact) => words.has(fact.key) && differs(fact));
  const told = changed.filter(({ key }) => answered.has(key)).map(({ key, record }) => ({
    id: key,
    content: String(record.content ?? ""),
    ...changes(record, key),
    layer: store.layer,
  }));
  const result = { records: told, kinds };
  if (changed.length === 0) return { change: undefined, result };
  const rewrite = (record: RawRecord, key: string) => {
    const fresh = changes(record, key);
    return Object.keys(fresh).length > 0
      ? { ...record, ...fresh, updated_at: changeTime(store.runtime.now(), record) }
      : "keep";
  };
  return {
    change: {
      actor,
      command: "enrich",
      scope: "daily",
      rewrite: new Map(changed.map(({ file }) => [file, rewrite])),
      audit: { fields: WORDS.filter((field) => told.some((each) => field in each)) },
    },
    result,
  };
}

function wordsByFact(memory: Memory, facts: readonly Stored[], answers: Answers) {
  const words = new Map<string, Words>();
  const kinds = new Set<string>();
  for (const [id, { asks, when }] of answers) {
    // What is wrong with an answer is told, whether its fact is here or not.
    const clean = cleanerFor(memory);
    const cleaned = naming(id, () => ({
      ...asks === undefined ? {} : { asks: clean.asks(asks) },
      ...when === undefined ? {} : { when: clean.conditions(when) },
    }));
    const isMeant = namedBy([id]);
    const meant = facts.filter(({ key }) => isMeant(key));
    if (meant.length === 0) continue;
    for (const kind of clean.kinds()) kinds.add(kind);
    for (const { key } of meant) words.set(key, cleaned);
  }
  return { words, kinds: [...kinds] };
}

/** What comes of an answer; a failure says of which record. */
function naming<T>(id: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    const { message, hint } = error.told;
    throw new MemoryError(error.code, { en: `${id}: ${message.en}`, zh: `${id}：${message.zh}` }, hint);
  }
}

function wordsOfCopies(facts: readonly Stored[], answered: ReadonlyMap<string, Words>): Map<string, Words> {
  const found = new Map<string, Words>();
  for (const { key, record } of facts.filter(({ kind, key }) => kind === "facts" && !answered.has(key))) {
    const from = evidenceOf(record).findLast((id) => answered.has(id));
    const words = from === undefined ? {} : answered.get(from) ?? {};
    const missing = WORDS.filter((field) => field in words && record[field] === undefined);
    found.set(key, Object.fromEntries(missing.map((field) => [field, words[field]])));
  }
  return found;
}

/** What a record gets of these words. It keeps those that it has: they may be newer than the batch. */
function newWords(record: RawRecord, words: Words): Words {
  const all = WORDS.filter((field) => field in words)
    .map((field) => [field, united([field], record, words)[field]] as const);
  return Object.fromEntries(all.filter(([field, list]) => JSON.stringify(record[field]) !== JSON.stringify(list)));
}
