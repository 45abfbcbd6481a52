/** Where a memory is empty, but something was lost here, or lies beside it: to find nothing is not all. */
import { inBoth, inResult, type Sentence } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";

/**
 * What was lost here and what older tools remembered, each with the command that brings it in; undefined where records
 * are here.
 */
export async function notHereYet(memory: Memory, stores: readonly Store[]): Promise<Sentence | undefined> {
  const { isEmptyStore } = await import("../upkeep/notes.ts");
  if (!stores.every(isEmptyStore)) return undefined;
  const { olderData } = await import("../setup/older_tools.ts");
  const { olderDataText } = await import("../setup/words.ts");
  const { runtime, locations: { projectRoot } } = memory;
  const found = stores.flatMap(({ folder, layer }) => {
    const root = layer === "global" ? runtime.home : projectRoot;
    return root === undefined ? [] : olderData(runtime, { root, dataFolder: folder, layer });
  });
  const { lossText, lostOf } = await import("../store/lost.ts");
  const lost = stores.flatMap((store) => lostOf(store) ?? []);
  const texts = [...lost.map(lossText), ...found.map(olderDataText)];
  return texts.length === 0 ? undefined : inResult(inBoth((say) => texts.map(say).join("\n")));
}
