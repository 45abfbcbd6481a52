/** Replacing what is already written. */
import { replaceAtomically } from "../atomic.ts";
import { guardInside } from "./guard.ts";
import { pathOf } from "./layout.ts";
import type { RawRecord } from "../records/mod.ts";
import type { LockedStore } from "./mod.ts";

/** What becomes of a record: another one; undefined, and its line goes; or "keep", and its line stays byte for byte. */
export type Rewrite = RawRecord | undefined | "keep";

/** Replaces a file of the store, or makes it. A reader sees the old content or the new, never a mixture. */
export function replaceFile(store: LockedStore, file: string, content: Uint8Array | string): void {
  const path = pathOf(store, file);
  guardInside(store, path);
  replaceAtomically(store.runtime, path, content);
}
