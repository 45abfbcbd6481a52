/**
 * In: an index of an earlier moment. Out: the few facts that were saved since.
 * Not done here: bringing the index in step (sync.ts), which takes a sixth of a save's time, and which the next hook or
 * search does anyway.
 *
 * @module
 */
import { pathOf } from "../store/layout.ts";
import { NEWLINE } from "../store/lines.ts";
import type { Store } from "../store/mod.ts";
import type { RawRecord } from "../records/mod.ts";
import { type Document, readDocument } from "./document.ts";
import { readKnownFile } from "./known_files.ts";
import type { Database } from "./sqlite.ts";
import { findStale } from "./sync.ts";
import { readTruth } from "./truth.ts";

/** About fifteen facts: reading more takes as long as a sync. */
const FEW_BYTES = 4 * 1024;

/** A fact that the index does not know yet. */
export interface Pending {
  readonly document: Document;
  readonly record: RawRecord;
}

/**
 * What stands at the end of one daily file and not yet in the index. Whether the rest of that file is still the same is
 * not looked at: what the index says of it is to be believed only after a sync.
 *
 * @returns undefined when more has changed: then only a sync tells
 */
export function pendingFacts(db: Database, store: Store): Pending[] | undefined {
  const [truth, ...others] = findStale(db, store);
  if (!truth) return [];
  const known = truth.kind === "daily" && others.length === 0 ? readKnownFile(db, truth.file) : undefined;
  const size = store.runtime.files.stat(pathOf(store, truth.file))?.size ?? 0;
  if (!known || size < known.bytes || size - known.bytes > FEW_BYTES) return undefined;
  // With the end of the line before: without it that line may have grown.
  const from = Math.max(0, known.bytes - 1);
  const bytes = store.runtime.files.readRange(pathOf(store, truth.file), from, size - from);
  if (!bytes || (from > 0 && bytes[0] !== NEWLINE)) return undefined;
  const found = readTruth(truth, bytes, known.bytes - from).placed.flatMap(({ record, raw }): Pending[] => {
    const document = readDocument(record, truth.kind, raw);
    return document ? [{ document, record }] : [];
  });
  return found.every(({ document: { type, deleted } }) => type === "fact" && !deleted) ? found : undefined;
}
