/** What memory already says of a fact, asked before it is saved. */
import { MemoryError, reasonOf } from "../errors.ts";
import type { Document } from "../index/document.ts";
import { withIndexInStep } from "../index/in_step.ts";
import { type MemoryIndex, openIndex } from "../index/mod.ts";
import { pendingFacts } from "../index/pending.ts";
import { normaliseContent } from "../index/write.ts";
import { openLog } from "../log.ts";
import { projectOf } from "../records/view.ts";
import { type Similar, similarFacts } from "../search/similar.ts";
import { type Memory, storesToRead } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { LAYER_NAMES, type RawRecord } from "../records/mod.ts";

/** What stands near one text. */
export interface Neighbours {
  /** A visible fact with the same text in this layer. */
  readonly identical?: string;
  /** Records that say much the same, best first; perhaps to be superseded. */
  readonly similar: readonly Similar[];
}

/** Named to an agent, which may replace one of them: more it would not read. */
const SIMILAR_MAX = 3;

/**
 * What this layer already says of each text, for the person or the project whose records they become: another project's
 * would not be recalled here. When the index can't be asked, nothing is known and everything is saved
 * all the same: consolidation finds duplicates later.
 */
export function neighboursOf(
  { runtime, config }: Memory,
  store: Store,
  contents: readonly string[],
  project?: string,
): Neighbours[] {
  const isMeant = store.layer === "project" ? undefined : (record: RawRecord) => {
    const owner = projectOf(record);
    return owner === undefined || owner === project;
  };
  try {
    return nearInPassing(store, contents, isMeant) ??
      withIndexInStep(store, (index) => contents.map((content) => nearIn(index, content, isMeant)));
  } catch (error) {
    openLog(runtime, store.folder, config.log.level).warning("Saved without looking for the same fact", {
      reason: reasonOf(error),
    });
    return contents.map(() => ({ similar: [] }));
  }
}

/**
 * The same without bringing the index in step, which takes a sixth of a save's time: beside the index the last few
 * saves are looked at. Undefined when that does not tell for certain: then more has changed, the index can't be
 * opened as it is, or the same text was found, which may have been edited since.
 */
function nearInPassing(store: Store, contents: readonly string[], isMeant: IsMeant): Neighbours[] | undefined {
  let index: MemoryIndex | undefined;
  try {
    index = openIndex(store);
    const all = pendingFacts(index.db, store);
    if (!all) return undefined;
    const pending = all.filter(({ record }) => isMeant?.(record) ?? true).map(({ document }) => document);
    const said = new Set(pending.map(({ content }) => normaliseContent(content)));
    const found: Neighbours[] = [];
    for (const content of contents) {
      const near = said.has(normaliseContent(content)) ? undefined : nearIn(index, content, isMeant, pending);
      if (!near || near.identical !== undefined) return undefined;
      found.push(near);
    }
    return found;
  } catch {
    // Whatever it is, opening the index in step mends it or says it.
    return undefined;
  } finally {
    index?.close();
  }
}

/** Whether a record is one of those whose text may stand for another's; absent: all are. */
type IsMeant = ((record: RawRecord) => boolean) | undefined;

function nearIn(
  index: MemoryIndex,
  content: string,
  isMeant: IsMeant,
  pending: readonly Document[] = [],
): Neighbours {
  const identical = index.findIdentical(content).find(({ record }) => isMeant?.(record) ?? true)?.id;
  return identical === undefined
    ? { similar: similarFacts(index, content, { limit: SIMILAR_MAX, pending, isMeant }) }
    : { identical, similar: [] };
}

/**
 * Throws RECORD_NOT_FOUND when a fact is meant to replace what its layer does not hold: it would replace nothing, and
 * both would be told from then on. When the index can't be asked, every id is believed.
 */
export function refuseUnknown(memory: Memory, store: Store, ids: readonly string[]): void {
  const unknown = ids.length === 0 ? undefined : firstUnknown(store, ids);
  if (unknown === undefined) return;
  const other = storesToRead(memory).find(({ layer }) => layer !== store.layer);
  throw new MemoryError("RECORD_NOT_FOUND", {
    en: `There is no record ${unknown} in the ${store.layer} memory to replace`,
    zh: `${LAYER_NAMES[store.layer].zh}记忆中没有要取代的记录 ${unknown}`,
  }, {
    hint: other && firstUnknown(other, [unknown]) === undefined
      ? {
        en: `It is in the ${other.layer} memory: save with --layer ${other.layer}, or without --supersedes`,
        zh: `它在${LAYER_NAMES[other.layer].zh}记忆中：请加 --layer ${other.layer}，或去掉 --supersedes`,
      }
      : { en: "`memory search` shows the ids; nothing was saved", zh: "`memory search` 会列出 id；什么都没有保存" },
  });
}

function firstUnknown(store: Store, ids: readonly string[]): string | undefined {
  try {
    return withIndexInStep(store, (index) => ids.find((id) => !index.has(id)));
  } catch {
    return undefined;
  }
}
