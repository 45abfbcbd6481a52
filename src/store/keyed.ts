/**
 * In: the bytes of a file of a store. Out: its parts by key: the records of a file of records, the values of a settings
 * file. A change and an undo treat each part by itself, so that the other parts stay.
 */
import { isObject, parseJsonc } from "../json.ts";
import { keyOf } from "../records/ids.ts";
import type { RawRecord } from "../records/mod.ts";
import { CONFIG_FILE, type StorePath, USER_CONFIG_FILE } from "./layout.ts";
import { parseLines } from "./lines.ts";

const decoder = new TextDecoder();

interface Part {
  /** All lines of the record, with line endings, in order; of a setting its value as JSON. */
  text: string;
  /** The record in each line; none for a setting. */
  readonly records: RawRecord[];
}

/** The parts of a file; a setting by `config:` and its dotted key. None for a settings file that is not JSON. */
export function partsByKey(file: StorePath, bytes: Uint8Array | undefined): Map<string, Part> {
  const found = new Map<string, Part>();
  if (holdsSettings(file)) {
    const value = bytes && parseJsonc(decoder.decode(bytes));
    if (value !== undefined) addSettings(value, "config:", found);
  } else if (file.endsWith(".jsonl")) {
    for (const { slice, key, record } of keyedLines(bytes)) {
      if (!record) continue;
      const part = found.get(key) ?? { text: "", records: [] };
      part.text += decoder.decode(slice);
      part.records.push(record);
      found.set(key, part);
    }
  }
  return found;
}

function addSettings(node: unknown, key: string, found: Map<string, Part>): void {
  if (!isObject(node)) {
    found.set(key, { text: JSON.stringify(node), records: [] });
    return;
  }
  const prefix = key.endsWith(":") ? key : `${key}.`;
  for (const [name, value] of Object.entries(node)) addSettings(value, prefix + name, found);
}

/** Whether a file of a change holds settings. */
export function holdsSettings(file: StorePath): boolean {
  return file === CONFIG_FILE || file === USER_CONFIG_FILE;
}

type KeyedLine =
  | { readonly slice: Uint8Array; readonly key: string; readonly record: RawRecord }
  | { readonly slice: Uint8Array; readonly key: undefined; readonly record: undefined };

/** Every line of a file of records; one without a record has no key. */
export function keyedLines(bytes: Uint8Array = new Uint8Array()): KeyedLine[] {
  return parseLines(bytes).map(({ start, length, record }) => {
    const slice = bytes.subarray(start, start + length);
    if (!record) return { slice, key: undefined, record };
    const hasId = typeof record.id === "string" && record.id !== "";
    return { slice, key: keyOf(record, hasId ? "" : decoder.decode(slice)), record };
  });
}

/** The file without the records for which `goes` is true; every other line stays byte for byte. */
export function withoutRecords(bytes: Uint8Array, goes: (record: RawRecord, key: string) => boolean): Uint8Array {
  const kept = keyedLines(bytes).filter(({ record, key }) => !record || !goes(record, key));
  return Buffer.concat(kept.map(({ slice }) => slice));
}
