/** In: the name of a file of a store. Out: its bytes, if it can be read. Hot path. */
import { languageOf, loadConfig } from "../config/mod.ts";
import { reasonTold, tried } from "../errors.ts";
import { BYTES_MAX } from "../limits.ts";
import type { Runtime } from "../runtime.ts";
import { CORE_FILE, pathOf, staysInside, type StorePath } from "./layout.ts";
import type { Store } from "./mod.ts";
import { said } from "./words.ts";

/** What reading a file gives; undefined, with a warning that names it, where it can't be read or is too large. */
export function readOrLeaveOut<T>(runtime: Runtime, file: string, read: () => T): T | undefined {
  return tried(() => read(), (error) => tellLeftOut(runtime, file, error));
}

/** The bytes of a file of the store, if it can be read; `most` as for `Files.read`. */
export function bytesOf(store: Store, file: StorePath, most?: number): Uint8Array | undefined {
  const { runtime } = store;
  return readOrLeaveOut(runtime, file, () => runtime.files.read(pathOf(store, file), most));
}

/** The bytes of MEMORY.md, if it can be read. */
export function readCore(store: Store): Uint8Array | undefined {
  return staysInside(store, CORE_FILE) ? bytesOf(store, CORE_FILE, BYTES_MAX.markdown) : undefined;
}

/** Warns of a file that is left out. A hook warns nobody, but `doctor` names the file, too. */
export function tellLeftOut(runtime: Runtime, file: string, error: unknown): void {
  if (!runtime.warn) return;
  const language = languageOf(runtime, loadConfig(runtime).config);
  runtime.warn(said("left_out", { file, reason: reasonTold(error) }), language);
}

/** Warns of lines in a file of records that hold none. */
export function tellUnused(runtime: Runtime, file: string, lines: number): void {
  if (!runtime.warn || lines === 0) return;
  runtime.warn(said("unused_lines", { file, lines }), languageOf(runtime, loadConfig(runtime).config));
}

const READ = new WeakMap<Runtime, Set<string>>();

/**
 * The bytes of a file of records. A file that can't be read is left out, but throws if this process has read it before:
 * a change rests on that reading, and would otherwise be told as made without having found its record.
 */
export function recordBytes(store: Store, file: StorePath): Uint8Array | undefined {
  const { runtime } = store;
  const path = pathOf(store, file);
  const read = READ.get(runtime) ?? new Set();
  READ.set(runtime, read);
  if (read.has(path)) return runtime.files.read(path);
  const bytes = bytesOf(store, file);
  if (bytes) read.add(path);
  return bytes;
}

const UNFREED_BYTES = 24 * 2 ** 20;

/**
 * Returns a function to call with the size of each file that is not used any more. It frees such memory while more is
 * read, but only from time to time, since freeing takes 20 to 100 ms.
 */
export function freeAlongTheWay(runtime: Pick<Runtime, "freeUnused">): (bytes: number) => void {
  let unfreed = 0;
  return (bytes) => {
    unfreed += bytes;
    if (unfreed <= UNFREED_BYTES) return;
    runtime.freeUnused();
    unfreed = 0;
  };
}
