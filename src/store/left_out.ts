/** One file that can't be read, or is too large, takes nothing else down: it is left out, and the caller is told. */
import { join } from "node:path";
import { languageOf } from "../config/language.ts";
import { loadConfig } from "../config/mod.ts";
import { reasonTold } from "../errors.ts";
import { BYTES_MAX } from "../limits.ts";
import type { Runtime } from "../runtime.ts";
import { CORE_FILE } from "./layout.ts";
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

/** The bytes of MEMORY.md, if it can be read. */
export function readCore({ runtime, folder }: Store): Uint8Array | undefined {
  const path = join(folder, CORE_FILE);
  return readOrLeaveOut(runtime, CORE_FILE, () => runtime.files.read(path, BYTES_MAX.markdown));
}

/** Names a file that is left out. A hook has nobody to tell: `doctor` names the file, too. */
export function tellLeftOut(runtime: Runtime, file: string, error: unknown): void {
  if (!runtime.warn) return;
  const { en, zh } = reasonTold(error);
  const language = languageOf(runtime, loadConfig(runtime).config);
  runtime.warn({ en: `${file} is left out: ${en}`, zh: `${file} 未计入：${zh}` }, language);
}
