/** What memory already holds of the same, asked before a fact is saved. */
import { openLog } from "../log.ts";
import { withIndexInStep } from "../index/in_step.ts";
import type { Store } from "../store/mod.ts";

/**
 * The id of a visible fact with the same text in this layer. The check is a service, saving is the duty: when the index
 * can't be asked, the fact is saved all the same, and consolidation finds the double later.
 */
export function identicalFact(store: Store, content: string): string | undefined {
  try {
    return withIndexInStep(store, (index) => index.findIdentical(content)[0]?.id);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    openLog(store.runtime, store.folder).warning("Saved without looking for the same fact", { reason });
    return undefined;
  }
}
