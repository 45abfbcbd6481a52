/** One file that can't be read, or is too large, takes nothing else down: it is left out, and the caller is told. */
import { languageOf } from "../config/language.ts";
import { loadConfig } from "../config/mod.ts";
import { reasonTold } from "../errors.ts";
import { BYTES_MAX } from "../limits.ts";
import type { Runtime } from "../runtime.ts";
import { CORE_FILE, pathOf, staysInside } from "./layout.ts";
import type { Store } from "./mod.ts";

/**
 * What reading a file comes to; undefined when it fails.
 *
 * @param file as it is named to whoever called
 */
export function readOrLeaveOut<T>(runtime: Runtime, file: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    tellLeftOut(runtime, file, error);
    return undefined;
  }
}

/**
 * The bytes of a file of the store, if it can be read.
 *
 * @param most bytes, see `Files.read`
 */
export function bytesOf(store: Store, file: string, most?: number): Uint8Array | undefined {
  const { runtime } = store;
  return readOrLeaveOut(runtime, file, () => runtime.files.read(pathOf(store, file), most));
}

/** The bytes of MEMORY.md, if it can be read. */
export function readCore(store: Store): Uint8Array | undefined {
  return staysInside(store, CORE_FILE) ? bytesOf(store, CORE_FILE, BYTES_MAX.markdown) : undefined;
}

/** Names a file that is left out. A hook has nobody to tell: `doctor` names the file, too. */
export function tellLeftOut(runtime: Runtime, file: string, error: unknown): void {
  if (!runtime.warn) return;
  const { en, zh } = reasonTold(error);
  const language = languageOf(runtime, loadConfig(runtime).config);
  runtime.warn({ en: `${file} is left out: ${en}`, zh: `${file} 未计入：${zh}` }, language);
}
