/** A settings file key by key, so that undo takes back one setting without touching the others. */
import { isObject } from "../json.ts";
import { parseJsonc } from "../jsonc.ts";
import { CONFIG_FILE, USER_CONFIG_FILE } from "./layout.ts";

/** Whether a file of a change holds settings. */
export function holdsSettings(file: string): boolean {
  return file === CONFIG_FILE || file === USER_CONFIG_FILE;
}

/** Each value as JSON, by `config:` and its dotted key; nothing for a file that is not JSON. */
export function settingsByKey(bytes: Uint8Array | undefined): Map<string, string> {
  const found = new Map<string, string>();
  try {
    if (bytes) flatten(parseJsonc(new TextDecoder().decode(bytes)), "config:", found);
  } catch {
    // Not JSON: it sets nothing.
  }
  return found;
}

function flatten(node: unknown, key: string, found: Map<string, string>): void {
  if (!isObject(node)) {
    found.set(key, JSON.stringify(node));
    return;
  }
  const prefix = key.endsWith(":") ? key : `${key}.`;
  for (const [name, value] of Object.entries(node)) flatten(value, prefix + name, found);
}
