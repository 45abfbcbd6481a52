/** Changes to what is already written: a new file beside the old one, on the disk, then renamed over it. */
import { replaceAtomically } from "../atomic.ts";
import { guardInside } from "./guard.ts";
import { pathOf } from "./layout.ts";
import { formatLine, type Line, parseLines } from "./lines.ts";
import type { RawRecord } from "../records/mod.ts";
import type { LockedStore } from "./mod.ts";

/** What becomes of a record: another one, nothing (the line goes), or "keep": the line stays byte for byte. */
export type Rewrite = RawRecord | undefined | "keep";

/**
 * Rewrites the records of a JSONL file. Lines that hold no record and records that are kept stay byte for byte.
 *
 * @returns how many lines changed or went; the file is untouched when none did
 */
export function rewriteRecords(
  store: LockedStore,
  file: string,
  rewrite: (record: RawRecord, line: Line) => Rewrite,
): number {
  const bytes = store.runtime.files.read(pathOf(store, file));
  if (!bytes) return 0;
  let changed = 0;
  const parts: Uint8Array[] = [];
  const encoder = new TextEncoder();
  for (const line of parseLines(bytes)) {
    const after = line.record ? rewrite(line.record, line) : "keep";
    if (after === "keep") {
      parts.push(bytes.subarray(line.start, line.start + line.length));
      continue;
    }
    changed++;
    if (after) parts.push(encoder.encode(formatLine(after)));
  }
  if (changed > 0) replaceFile(store, file, Buffer.concat(parts));
  return changed;
}

/** Replaces a file of the store, or makes it. A reader sees the old content or the new, never a mixture. */
export function replaceFile(store: LockedStore, file: string, content: Uint8Array | string): void {
  const path = pathOf(store, file);
  guardInside(store, path);
  replaceAtomically(store.runtime, path, content);
}
