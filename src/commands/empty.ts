/** What is told where a memory is empty: how to begin, or that its records lie with an older tool. */
import type { Style } from "../cli/terminal.ts";
import { inBoth, inResult, type Sentence } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import { CORE_FILE, pathOf } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import { said } from "./words.ts";

interface Emptiness {
  /** How to begin; undefined where there is a record. */
  readonly beginning: Sentence | undefined;
  /** Why it may hold none. */
  readonly hint: Sentence | undefined;
}

/** Of a memory that holds a record. */
export const NOT_EMPTY: Emptiness = { beginning: undefined, hint: undefined };

/** The text for a memory that holds no record, with the call that saves a first one there. */
function beginningIn({ global, locations }: Memory, stores: readonly Store[]): Sentence {
  // Outside of projects nothing else says which memory is meant. One without a memory saves in the person's (gate.ts).
  const isPlain = stores.some((store) => store.layer === "project") || (global && locations.here !== undefined);
  const layer = isPlain ? "" : "--layer global ";
  return said("beginning", { layer });
}

/** The text of a result without records: `none`, but for an empty memory how to begin; and the hint below it. */
export function emptyText(none: Sentence, { beginning, hint }: Emptiness, { say }: Style): string {
  return say(beginning ?? none) + (hint === undefined ? "" : `${say(hint)}\n`);
}

/** The hint tells of records of older tools, with the command that brings them in. */
export async function emptinessOf(memory: Memory, stores: readonly Store[]): Promise<Emptiness> {
  const [{ isEmptyStore }, { hereAmong }] = await Promise.all([
    import("../upkeep/notes.ts"),
    import("../upkeep/list.ts"),
  ]);
  // The person's store may hold records of other projects.
  const isHere = hereAmong(memory, stores);
  if (!stores.every((store) => isEmptyStore(store, isHere))) return NOT_EMPTY;
  const { olderData } = await import("../setup/older_tools.ts");
  const { olderDataText } = await import("../setup/words.ts");
  const { runtime, locations: { projectRoot } } = memory;
  const found = stores.flatMap(({ folder, layer }) => {
    const root = layer === "global" ? runtime.home : projectRoot;
    return root === undefined ? [] : olderData(runtime, { root, dataFolder: folder, layer });
  });
  const { readCore } = await import("../store/file_read.ts");
  const { coreSections } = await import("../index/truth.ts");
  const written = stores.filter((store) => coreSections(new TextDecoder().decode(readCore(store))).length > 0);
  const hints = [
    ...written.map((store) => said("core_holds", { path: pathOf(store, CORE_FILE) })),
    ...found.map(olderDataText),
  ];
  const hint = hints.length === 0 ? undefined : inResult(inBoth((say) => hints.map(say).join("\n")));
  return { beginning: beginningIn(memory, stores), hint };
}
