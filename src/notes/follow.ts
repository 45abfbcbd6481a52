/**
 * What follows a change of notes: INDEX.md and LingXi's events. The notes are written by then, and INDEX.md can be made
 * from them at any time: what stands in its way is told and logged, and the change is no failure, or it would be made
 * again.
 */
import { asMemoryError } from "../errors.ts";
import { openLog } from "../log.ts";
import type { Sentence } from "../sentence.ts";
import type { Changed } from "../store/change.ts";
import type { LockedStore } from "../store/mod.ts";
import { type Author, recordNoteEvents } from "./audit.ts";
import { type IndexUpdate, updateIndex } from "./index_file.ts";

/**
 * Brings INDEX.md in step and records what became of the notes.
 *
 * @param changed undefined: the files were as wanted already
 * @param whole whether every note is read anew
 * @returns what the user should know
 */
export function followNotes(
  store: LockedStore,
  author: Author,
  changed: Changed | undefined,
  { whole = false }: { whole?: boolean } = {},
): readonly Sentence[] {
  const warnings: Sentence[] = [];
  let update: IndexUpdate | undefined;
  tolerated(store, warnings, () => update = updateIndex(store, { whole }));
  if (changed) {
    tolerated(
      store,
      warnings,
      () => recordNoteEvents(store, author, changed, { indexChanged: update?.changed ?? false }),
    );
  }
  return [...update?.warnings ?? [], ...warnings];
}

function tolerated(store: LockedStore, warnings: Sentence[], step: () => void): void {
  try {
    step();
  } catch (error) {
    const { code, told: { message } } = asMemoryError(error);
    if (code !== "IO_ERROR") throw error;
    openLog(store.runtime, store).warning("What follows a change of notes was not written", {
      reason: message.en,
    });
    warnings.push({
      en: `The change is made, but not all that follows it: ${message.en}. Mend this, then run \`memory note index\``,
      zh: `改动已完成，但后续未全部写入：${message.zh}。请先排除这个问题，再运行 \`memory note index\``,
    });
  }
}
