/**
 * In: records as an undo or a restore brings them back. Out: the same, saying when, where git tracks their file.
 * Not done here: which of several versions counts (resolve.ts).
 *
 * A merge may keep the version that was taken back beside this one, which is older by its other times.
 */
import type { RawRecord } from "../records/mod.ts";
import { asReopened } from "../records/todos.ts";
import { keyedLines, partsByKey } from "./keyed.ts";
import { pathOf, type StorePath } from "./layout.ts";
import { formatLine } from "./lines.ts";
import type { Store } from "./mod.ts";
import { changeTime, othersMayWrite, wins } from "./resolve.ts";
import type { Restored } from "./undo.ts";

/** Gives a function: a record of a file as it comes back in the place of another version. */
export function bringingBack(
  store: Store,
): (file: StorePath, record: RawRecord, instead: RawRecord) => RawRecord {
  const isShared = othersMayWrite(store);
  const now = store.runtime.now();
  return (file, record, instead) => {
    if (!isShared(file)) return record;
    const restored_at = changeTime(now, instead);
    return { ...record, ...asReopened(record, instead, restored_at), restored_at };
  };
}

/** The files of a restore or an undo, in which each record that comes back says so. */
export function saidBack(store: Store, restored: Restored): Restored {
  const isShared = othersMayWrite(store);
  const back = bringingBack(store);
  const files = [...restored].map(([file, after]) => {
    if (!after || !file.endsWith(".jsonl") || !isShared(file)) return [file, after] as const;
    const current = partsByKey(file, store.runtime.files.read(pathOf(store, file)));
    const before = partsByKey(file, after);
    const lines = keyedLines(after).map(({ slice, key, record }) => {
      const there = key === undefined ? undefined : current.get(key);
      if (!record || !there || there.text === before.get(key ?? "")?.text) return slice;
      const instead = there.records.reduce((one, other) => wins(other, one) ? other : one);
      return new TextEncoder().encode(formatLine(back(file, record, instead)));
    });
    return [file, Buffer.concat(lines)] as const;
  });
  return new Map(files);
}
