/**
 * In: a session. Out: the facts that were saved in it, and those that were deleted since it began, from the files
 * themselves: the index may lag behind or be broken.
 *
 * @module
 */
import { utcDay } from "../records/ids.ts";
import { isDeleted, type RawRecord, texts } from "../records/mod.ts";
import { sessionOf } from "../records/view.ts";
import { dailyFile, dailyFiles, pathOf } from "../store/layout.ts";
import { parseLines } from "../store/lines.ts";
import { storesToRead } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { resolveRecords } from "../store/resolve.ts";
import type { SessionState } from "../store/session_state.ts";
import type { SceneParts } from "./automatic.ts";

/** The session's facts, oldest first. */
export function factsOf({ memory }: Pick<SceneParts, "memory">, state: SessionState): RawRecord[] {
  const records = factsSince(memory, state).filter((record) => !isDeleted(record));
  // What was replaced holds no more, in the same session or since.
  const replaced = new Set(records.flatMap(({ supersedes }) => texts(supersedes)));
  return records.filter((record) =>
    sessionOf(record) === state.session_id && contentOf(record) !== "" && !replaced.has(String(record.id))
  );
}

/** What facts said that were saved and deleted since the session began. */
export function deletedSince({ memory }: Pick<SceneParts, "memory">, state: SessionState): string[] {
  return factsSince(memory, state).filter(isDeleted).map(contentOf).filter((content) => content !== "");
}

/** The text of a fact. */
export function contentOf({ content }: RawRecord): string {
  return typeof content === "string" ? content : "";
}

function factsSince(memory: SceneParts["memory"], { created_at }: SessionState): RawRecord[] {
  const firstDay = utcDay(created_at);
  return storesToRead(memory).flatMap((store) => dailyRecords(store, firstDay))
    .filter((record) => record.type === "fact");
}

function dailyRecords(store: Store, firstDay: string): RawRecord[] {
  const files = dailyFiles(store).filter((file) => file >= dailyFile(firstDay));
  return resolveRecords(files.flatMap((file): RawRecord[] => {
    const bytes = store.runtime.files.read(pathOf(store, file));
    return bytes ? parseLines(bytes).flatMap(({ record }) => record ? [record] : []) : [];
  }));
}
