/** A record as lists and previews show it (management seed §4.1). */
import { dayOf } from "../records/days.ts";
import { isDeleted, type Layer } from "../records/mod.ts";
import { viewOf } from "../records/view.ts";
import type { Store } from "../store/mod.ts";
import type { Stored } from "../store/contents.ts";

/** The fields, named as in the files. */
export interface ShownRecord {
  readonly id: string;
  readonly type: string;
  readonly memory_type?: string;
  readonly content: string;
  readonly entities?: readonly string[];
  readonly tags?: readonly string[];
  readonly confidence?: number;
  readonly timestamp: string;
  /** Of the timestamp, by the person's clock. */
  readonly day: string;
  readonly session?: string;
  /** The id of the record that replaces it. */
  readonly superseded_by?: string;
  readonly source_file: string;
  readonly layer: Layer;
  readonly deleted_at: string | null;
  readonly [field: string]: unknown;
}

/** The record as it is shown, with the store that holds it; `supersededBy` is the id of the record that replaces it. */
export function shownRecord(
  { record, file, home, key }: Stored,
  { layer, runtime }: Pick<Store, "layer" | "runtime">,
  supersededBy?: string,
): ShownRecord {
  const { id, type, memoryType, content, entities, tags, confidence, timestamp, session } = viewOf(record, home);
  const { topic, summary, decisions, todos, done, evidence, status, supersedes } = record;
  return {
    // Of a record without an id, which somebody wrote by hand: what names its line, for every verb that takes ids.
    id: id || key,
    type,
    ...memoryType === undefined ? {} : { memory_type: memoryType },
    content,
    ...type === "summary" ? { topic, summary, decisions, todos, ...done === undefined ? {} : { done } } : {},
    ...type === "fact" ? { entities } : {},
    ...tags.length > 0 ? { tags } : {},
    ...confidence === undefined ? {} : { confidence },
    timestamp,
    day: dayOf(timestamp, runtime),
    ...session === undefined ? {} : { session },
    ...home === "facts" ? { evidence } : {},
    ...supersedes === undefined ? {} : { supersedes },
    ...home === "notes" ? { status } : {},
    ...supersededBy === undefined ? {} : { superseded_by: supersededBy },
    source_file: file,
    layer,
    deleted_at: isDeleted(record) ? String(record.deleted_at) : null,
  };
}
