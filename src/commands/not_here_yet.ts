/** Tells, where a memory is empty, that its records were lost or lie in the files of an older tool. */
import { inBoth, inResult, type Sentence } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";

/**
 * Lost records, and those of older tools, each with the command that brings them in; undefined where the memory holds
 * records.
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
