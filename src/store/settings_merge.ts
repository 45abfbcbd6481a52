/**
 * Puts settings back as they were. Apart from settings_file.ts: editing a file with its comments takes a library that
 * loads slowly.
 */
import { configTextIn, editConfigText } from "../config/edit.ts";
import { settingsByKey } from "./settings_file.ts";

/** The file as it is now, with these keys as an earlier copy has them; its comments and everything else stay. */
export function mergeSettings(
  now: Uint8Array | undefined,
  copy: Uint8Array | undefined,
  keys: readonly string[],
  file: string,
): Uint8Array {
  const wanted = settingsByKey(copy);
  let text = configTextIn(now);
  for (const key of keys) {
    const value = wanted.get(key);
    text = editConfigText(text, key.slice("config:".length), value === undefined ? undefined : JSON.parse(value), file);
  }
  return new TextEncoder().encode(text);
}
