/** What memory already says of a fact, asked before it is saved. */
import { reasonOf } from "../errors.ts";
import { withIndexInStep } from "../index/in_step.ts";
import { openLog } from "../log.ts";
import { type Similar, similarFacts } from "../search/similar.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";

export interface Neighbours {
  /** A visible fact with the same text in this layer. */
  readonly identical?: string;
  /** Records that say much the same, best first; perhaps to be superseded. */
  readonly similar: readonly Similar[];
}

const SIMILAR_MAX = 3;

/**
 * What this layer already says of each text. When the index can't be asked, nothing is known and everything is saved
 * all the same: consolidation finds duplicates later.
 */
export function neighboursOf({ runtime, config }: Memory, store: Store, contents: readonly string[]): Neighbours[] {
  try {
    return withIndexInStep(store, (index) =>
      contents.map((content) => {
        const identical = index.findIdentical(content)[0]?.id;
        return identical === undefined
          ? { similar: similarFacts(index, content, SIMILAR_MAX) }
          : { identical, similar: [] };
      }));
  } catch (error) {
    openLog(runtime, store.folder, config.log.level).warning("Saved without looking for the same fact", {
      reason: reasonOf(error),
    });
    return contents.map(() => ({ similar: [] }));
  }
}
