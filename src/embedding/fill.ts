/**
 * In: an index in step and the configured model. Out: a vector for every visible record, none for any other.
 *
 * One process at a time fills a store. It can be stopped anywhere; the next one goes on from there. A new model gets a
 * table beside the old one, which is searched until the new one is complete.
 */
import type { SyncableIndex } from "../index/mod.ts";
import { closing } from "../index/sqlite.ts";
import { passageIn, type PassageKey, passageKeys } from "../index/read.ts";
import { type Embedded, hasVectors, openVectors, type Vectors, type VectorTable } from "../index/vectors.ts";
import { pathOf, VECTORS_LOCK_FILE } from "../store/layout.ts";
import { acquireLong, type LongLock } from "../store/lock.ts";
import { identityKey, type InstalledModel, type ModelSettings, wantedModel } from "./choice.ts";
import { type Embedder, loadEmbedder } from "./mod.ts";

interface FillOptions {
  /** Threads to compute with; 0: as many as the machine has. */
  readonly threads: number;
  /** Called with the number of records that have vectors, and of all records. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Filled {
  /** `busy`: another process is filling the store. */
  readonly status: "done" | "busy";
  readonly embedded: number;
  readonly total: number;
}

/** Records between two commits: at most a second's work, which is lost when the process is stopped. */
const STEP_RECORDS = 32;

/** Makes missing vectors and removes those that no record has any more. Throws MODEL_UNAVAILABLE, IO_ERROR. */
export async function fillVectors(index: SyncableIndex, config: ModelSettings, options: FillOptions): Promise<Filled> {
  const { store } = index;
  const model = wantedModel(store.runtime, config);
  const sum = { embedded: 0, total: 0 };
  for (;;) {
    const lock = acquireLong(store.runtime, pathOf(store, VECTORS_LOCK_FILE));
    if (!lock) return { status: "busy", ...sum };
    const vectors = openVectors(store);
    try {
      const { embedded, total } = await fill(index, vectors, model, lock, options);
      sum.embedded += embedded;
      sum.total = total;
    } finally {
      vectors.close();
      lock.release();
    }
    // A process that found the lock taken has left its records to this one, so these are looked for once more.
    index.sync();
    if (!isBehind(index, model)) return { status: "done", ...sum };
  }
}

/** Whether a record waits for its vector, or a vector for its removal. */
export function isBehind(index: SyncableIndex, model: InstalledModel): boolean {
  if (!hasVectors(index.store)) return passageKeys(index.db).length > 0;
  return closing(openVectors(index.store), (vectors) => {
    const table = vectors.tables().find(({ key }) => key === identityKey(model.identity));
    if (!table?.complete) return true;
    const { missing, gone } = compare(index, vectors, table);
    return missing.length > 0 || gone.length > 0;
  });
}

/** Removes the vectors of records that are gone, so that a purge leaves nothing behind. It needs no model. */
export function sweepVectors(index: SyncableIndex): void {
  if (!hasVectors(index.store)) return;
  closing(openVectors(index.store), (vectors) => {
    for (const table of vectors.tables()) vectors.remove(table, compare(index, vectors, table).gone);
  });
}

async function fill(
  index: SyncableIndex,
  vectors: Vectors,
  model: InstalledModel,
  lock: LongLock,
  { threads, onProgress }: FillOptions,
): Promise<{ embedded: number; total: number }> {
  const { store } = index;
  const existing = vectors.tables().find(({ key }) => key === identityKey(model.identity));
  const before = existing && compare(index, vectors, existing);
  if (existing?.complete && before?.missing.length === 0) {
    vectors.remove(existing, before.gone);
    return { embedded: 0, total: before.total };
  }
  using embedder = await loadEmbedder(store.runtime, model, { threads });
  const table = vectors.create(
    identityKey(model.identity),
    { ...model.identity, name: model.name },
    embedder.dimensions,
  );
  const { missing, gone, total } = compare(index, vectors, table);
  vectors.remove(table, gone);
  for (let at = 0; at < missing.length; at += STEP_RECORDS) {
    vectors.put(table, embedAll(index, embedder, missing.slice(at, at + STEP_RECORDS)));
    onProgress?.(total - missing.length + Math.min(missing.length, at + STEP_RECORDS), total);
    lock.keep();
  }
  vectors.takeOver(table);
  return { embedded: missing.length, total };
}

function embedAll(index: SyncableIndex, embedder: Embedder, keys: readonly PassageKey[]): Embedded[] {
  const texts = keys.map(({ row }) => passageIn(index.db, row));
  const chunks = texts.map((text) => text === "" ? [] : embedder.chunk(text));
  const all = embedder.embedPassages(chunks.flat());
  let at = 0;
  return keys.map(({ id, stamp }, record) => {
    const own = all.slice(at, at += chunks[record]?.length ?? 0);
    // A text without known tokens has the zero vector, which is near to nothing: it is not kept.
    return { id, stamp, vectors: own.filter((vector) => vector.some((value) => value !== 0)) };
  });
}

/** The records without a vector, or with one of an earlier text, newest first, and the ids whose records are gone. */
function compare(index: SyncableIndex, vectors: Vectors, table: VectorTable) {
  const keys = passageKeys(index.db);
  const known = vectors.known(table);
  const missing = keys.filter(({ id, stamp }) => known.get(id) !== stamp);
  for (const { id } of keys) known.delete(id);
  return { missing, gone: [...known.keys()], total: keys.length };
}
