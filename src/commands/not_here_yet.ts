/** Where a memory is empty, but an older tool's lies beside it: nothing found is not all there is to tell. */
import { inResult, type Sentence } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";

/** What older tools remembered here, each with the command that takes it in; undefined where records are here. */
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
  if (found.length === 0) return undefined;
  const told = (language: "en" | "zh") => found.map((each) => olderDataText(language, each)).join("\n");
  return inResult({ en: told("en"), zh: told("zh") });
}
