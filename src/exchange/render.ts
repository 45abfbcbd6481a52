/** A bundle as text: JSON for one file, JSONL for a stream of lines, v1's Markdown for people. */
import { localDay } from "../records/days.ts";
import { homeOf } from "../records/view.ts";
import { keyOf } from "../records/own_id.ts";
import type { Stored } from "../store/stored.ts";
import { recordTime } from "../store/filter.ts";
import { renderDay } from "./day.ts";
import type { Bundle } from "./mod.ts";

/** What our exports call themselves. */
export const FORMAT = "memory-export";
/** Raised when an older version could not read what a newer one writes. */
export const FORMAT_VERSION = 1;

/** One document, with a line for each record, so that two exports can be compared by eye. */
export function renderJson({ records, core_memory, notes }: Bundle, exportedAt: Date): string {
  const list = (items: readonly unknown[]) =>
    items.length === 0 ? "[]" : `[\n${items.map((item) => JSON.stringify(item)).join(",\n")}\n]`;
  return `{"format":${
    JSON.stringify(FORMAT)
  },"version":${FORMAT_VERSION},"exported_at":"${exportedAt.toISOString()}",` +
    `"records":${list(records)},\n"core_memory":${JSON.stringify(core_memory)},\n"notes":${list(notes)}}\n`;
}

/** A line for each record; core memory and notes are lines too. */
export function renderJsonl({ records, core_memory, notes }: Bundle): string {
  const lines = [
    ...records,
    ...core_memory === "" ? [] : [{ type: "core", content: core_memory }],
    ...notes.map(({ path, content }) => ({ type: "note", path, content })),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** A file for each day, by name: `2026-02-18.md` as v1 wrote it, and `MEMORY.md`. */
export function renderMarkdown({ records, core_memory, notes }: Bundle): Map<string, string> {
  const days = Map.groupBy(
    records.filter((record) => recordTime(record) > 0),
    (record) => localDay(new Date(recordTime(record))),
  );
  const files = new Map<string, string>();
  for (const [day, ofDay] of [...days].sort(([a], [b]) => a < b ? -1 : 1)) {
    const stored = ofDay.map((record): Stored => ({ record, file: "", home: homeOf(record), key: keyOf(record, "") }));
    files.set(`daily/${day}.md`, renderDay(day, stored));
  }
  if (core_memory !== "") files.set("MEMORY.md", core_memory);
  for (const { path, content } of notes) files.set(path, content);
  return files;
}
