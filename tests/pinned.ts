/** What `memory model verify FOLDER --pin` keeps, without the run of the model: for tests that begin with one. */
import { chooseModel, pinFolder } from "../src/embedding/choice.ts";
import type { Runtime } from "../src/runtime.ts";
import { systemRuntime } from "../src/system/mod.ts";

/** Pins the model in a folder for whoever has this home. */
export function pinnedIn(home: string, folder: string): void {
  pinned({ ...systemRuntime(), home, env: () => undefined }, folder);
}

/** The same in a world. */
export function pinned(runtime: Runtime, folder: string): void {
  const choice = chooseModel(runtime, folder);
  if (choice.kind === "folder") pinFolder(runtime, choice);
}
