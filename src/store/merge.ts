/** Merges two states of a JSONL file record by record: what undo and restore put back, and where. */
import type { RawRecord } from "../records/mod.ts";
import { keyOf } from "../records/own_id.ts";
import { NEWLINE, parseLines } from "./lines.ts";

/** All lines of one record in a file. */
export interface RecordLines {
  /** With line endings, in order. */
  text: string;
  records: RawRecord[];
}

/** The lines of each record of a file, by key. */
export function linesByKey(bytes: Uint8Array = new Uint8Array()): Map<string, RecordLines> {
  const found = new Map<string, RecordLines>();
  for (const { text, key, record } of linesOf(bytes)) {
    if (key === undefined || !record) continue;
    const entry = found.get(key) ?? { text: "", records: [] };
    entry.text += text;
    entry.records.push(record);
    found.set(key, entry);
  }
  return found;
}

/**
 * The file as it is now, with the records of these keys as an earlier copy has them: in their place, or where they
 * stood among their neighbours; taken out when the copy has none. Every other line stays byte for byte.
 */
export function mergeRecords(now: Uint8Array, copy: Uint8Array, keys: ReadonlySet<string>): Uint8Array {
  const wanted = linesByKey(copy);
  const lines = linesOf(now);
  const behind = returning(copy, new Set(lines.map(({ key }) => key)), keys);
  const encoder = new TextEncoder();
  const out: Uint8Array[] = [];
  const put = (text: string | undefined) => {
    if (!text) return;
    if (out.length > 0 && out.at(-1)?.at(-1) !== NEWLINE) out.push(Uint8Array.of(NEWLINE));
    out.push(encoder.encode(text));
  };
  put(behind.get("")?.join(""));
  const done = new Set<string>();
  for (const { slice, key } of lines) {
    if (key === undefined || !keys.has(key)) out.push(slice);
    else if (!done.has(key)) put(wanted.get(key)?.text);
    if (key === undefined || done.has(key)) continue;
    done.add(key);
    put(behind.get(key)?.join(""));
  }
  return Buffer.concat(out);
}

/**
 * Lines of these keys that the present file lacks, by the key of the line behind which they belong ("": the beginning).
 */
function returning(
  copy: Uint8Array,
  present: ReadonlySet<string | undefined>,
  keys: ReadonlySet<string>,
): Map<string, string[]> {
  const behind = new Map<string, string[]>();
  let anchor = "";
  for (const { text, key } of linesOf(copy)) {
    if (key === undefined) continue;
    if (present.has(key)) {
      anchor = key;
    } else if (keys.has(key)) {
      const lines = behind.get(anchor);
      if (lines) lines.push(text);
      else behind.set(anchor, [text]);
    }
  }
  return behind;
}

function linesOf(bytes: Uint8Array) {
  const decoder = new TextDecoder();
  return parseLines(bytes).map(({ start, length, record }) => {
    const slice = bytes.subarray(start, start + length);
    const text = decoder.decode(slice);
    return { slice, text, record, key: record && keyOf(record, text) };
  });
}
