/** In: an index, and the truth that went on since. Out: the facts that were added, without a sync. */
import type { RawRecord } from "../records/mod.ts";
import { pathOf } from "../store/layout.ts";
import { NEWLINE } from "../store/lines.ts";
import type { Store } from "../store/mod.ts";
import { readKnownFile } from "./known_files.ts";
import type { Database } from "./sqlite.ts";
import { findStale } from "./sync.ts";
import { type Document, readDocument, readTruth } from "./truth.ts";

/** About fifteen facts: reading more takes as long as a sync. */
const FEW_BYTES = 4 * 1024;

/** A fact that is not in the index yet. */
export interface Pending {
  readonly document: Document;
  readonly record: RawRecord;
}

/**
 * The facts at the end of one daily file that are not yet in the index; undefined when more than that has changed, so
 * that a sync is needed. Whether the lines before them have changed is not checked.
 */
export function pendingFacts(db: Database, store: Store): Pending[] | undefined {
  const [truth, ...others] = findStale(db, store);
  if (!truth) return [];
  const known = truth.kind === "daily" && others.length === 0 ? readKnownFile(db, truth.file) : undefined;
  const size = store.runtime.files.stat(pathOf(store, truth.file))?.size ?? 0;
  if (!known || size < known.bytes || size - known.bytes > FEW_BYTES) return undefined;
  // Read from the newline before the new lines on: without a newline there, the last known line may have grown.
  const from = Math.max(0, known.bytes - 1);
  const bytes = store.runtime.files.readRange(pathOf(store, truth.file), from, size - from);
  if (!bytes || (from > 0 && bytes[0] !== NEWLINE)) return undefined;
  const found = readTruth(truth, bytes, known.bytes - from).placed.flatMap(({ record, raw }): Pending[] => {
    const document = readDocument(record, truth.kind, raw);
    return document ? [{ document, record }] : [];
  });
  return found.every(({ document: { type, deleted } }) => type === "fact" && !deleted) ? found : undefined;
}
