/** A bundle as text: JSON for one file, JSONL for a stream of lines, v1's Markdown for people. */
import { localDay } from "../records/days.ts";
import { homeOf } from "../records/view.ts";
import { keyOf } from "../records/own_id.ts";
import type { RawRecord } from "../records/mod.ts";
import { formatLine } from "../store/lines.ts";
import { renderDay } from "./day.ts";
import { type Collected, type Found, recordOf } from "./mod.ts";

/** What our exports call themselves. */
export const FORMAT = "memory-export";
/** Raised when an older version could not read what a newer one writes. */
export const FORMAT_VERSION = 1;

/** One document, with a line for each record, so that two exports can be compared by eye. In pieces. */
export function renderJson(collected: Collected, exportedAt: Date): Generator<string> {
  return inPieces(jsonOf(collected, exportedAt));
}

function* jsonOf({ found, core_memory, notes }: Collected, exportedAt: Date): Generator<string> {
  yield `{"format":${JSON.stringify(FORMAT)},"version":${FORMAT_VERSION},`;
  yield `"exported_at":"${exportedAt.toISOString()}","records":`;
  yield* listOf(found.length, recordsOf(found));
  yield `,\n"core_memory":${JSON.stringify(core_memory)},\n"notes":`;
  yield* listOf(notes.length, notes);
  yield "}\n";
}

function* listOf(length: number, items: Iterable<unknown>): Generator<string> {
  if (length === 0) return yield "[]";
  let before = "[\n";
  for (const item of items) {
    yield before + JSON.stringify(item);
    before = ",\n";
  }
  yield "\n]";
}

/** A line for each record; core memory and notes are lines too. In pieces. */
export function renderJsonl(collected: Collected): Generator<string> {
  return inPieces(linesOf(collected));
}

function* linesOf({ found, core_memory, notes }: Collected): Generator<string> {
  for (const record of recordsOf(found)) yield formatLine(record);
  if (core_memory !== "") yield formatLine({ type: "core", content: core_memory });
  for (const { path, content } of notes) yield formatLine({ type: "note", path, content });
}

function* recordsOf(found: readonly Found[]): Generator<RawRecord> {
  for (const each of found) yield recordOf(each);
}

const PIECE_LENGTH = 2 ** 20;

/** The same text in pieces that are worth a write each. */
function* inPieces(texts: Iterable<string>): Generator<string> {
  let piece = "";
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}

/** A file for each day, by name: `2026-02-18.md` as v1 wrote it, and `MEMORY.md`; each made when it is asked for. */
export function renderMarkdown({ found, core_memory, notes }: Collected): Map<string, () => string> {
  const days = Map.groupBy(found.filter(({ time }) => time > 0), ({ time }) => localDay(new Date(time)));
  const files = new Map<string, () => string>();
  for (const [day, ofDay] of [...days].sort(([a], [b]) => a < b ? -1 : 1)) {
    files.set(
      `daily/${day}.md`,
      () =>
        renderDay(
          day,
          [...recordsOf(ofDay)].map((record) => ({ record, file: "", home: homeOf(record), key: keyOf(record, "") })),
        ),
    );
  }
  if (core_memory !== "") files.set("MEMORY.md", () => core_memory);
  for (const { path, content } of notes) files.set(path, () => content);
  return files;
}
