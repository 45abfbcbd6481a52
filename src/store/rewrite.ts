/** Changes to what is already written: a new file beside the old one, on the disk, then renamed over it. */
import { replaceAtomically } from "../atomic.ts";
import { guardInside } from "./guard.ts";
import { pathOf } from "./layout.ts";
import type { RawRecord } from "../records/mod.ts";
import type { LockedStore } from "./mod.ts";

/** What becomes of a record: another one, nothing (the line goes), or "keep": the line stays byte for byte. */
export type Rewrite = RawRecord | undefined | "keep";

/** Replaces a file of the store, or makes it. A reader sees the old content or the new, never a mixture. */
export function replaceFile(store: LockedStore, file: string, content: Uint8Array | string): void {
  const path = pathOf(store, file);
  guardInside(store, path);
  replaceAtomically(store.runtime, path, content);
}
