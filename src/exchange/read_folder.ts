/** Folders with a memory of an earlier system: Memory Skill v1's Markdown, 方案 C's JSONL. */
import { BYTES_MAX } from "../limits.ts";
import { join } from "node:path";
import { fail, reasonTold } from "../errors.ts";
import { asObject } from "../json.ts";
import type { RawRecord } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import { same } from "../sentence.ts";
import { visitLines } from "../store/lines.ts";
import { addRecord, type ImportFormat, type Invalid, listOf, newBundle, type Read } from "./incoming.ts";
import { readDay, type V1Entry } from "./read_day.ts";
import { append } from "../lists.ts";

/** Reads a data folder, or the project that holds one. Throws IMPORT_INVALID. */
export function readFolder(runtime: Runtime, path: string, format: ImportFormat): Read {
  const folder = dataFolderAt(runtime, path);
  const daily = runtime.files.list(join(folder, "daily"));
  const hasLines = daily.some((name) => name.endsWith(".jsonl")) ||
    ["sessions.jsonl", "facts.jsonl"].some((name) => runtime.files.stat(join(folder, name)));
  const hasMarkdown = daily.some((name) => name.endsWith(".md"));
  if ((format === "auto" || format === "plan-c") && hasLines) {
    const lines = readPlanC(runtime, folder, daily);
    if (format !== "auto" || !hasMarkdown) return lines;
    // Where 方案 C followed v1 in the same folder, v1's days are still there.
    const { bundle } = readV1(runtime, folder, daily);
    return { ...lines, bundle: { ...lines.bundle, records: [...lines.bundle.records, ...bundle.records] } };
  }
  if ((format === "auto" || format === "memory-v1") && hasMarkdown) return readV1(runtime, folder, daily);
  const markdown = { en: "daily/*.md", zh: " daily/*.md" };
  const lines = {
    en: "daily/*.jsonl, sessions.jsonl or facts.jsonl",
    zh: " daily/*.jsonl、sessions.jsonl 或 facts.jsonl",
  };
  const wanted = format === "memory-v1"
    ? markdown
    : format === "plan-c"
    ? lines
    : { en: `${markdown.en}, ${lines.en}`, zh: `${markdown.zh}、${lines.zh.trim()}` };
  fail("IMPORT_INVALID", {
    en: `${path} holds no memory${format === "auto" ? "" : ` of the format ${format}`}: there is no ${wanted.en}`,
    zh: `${path} 里没有${format === "auto" ? "" : ` ${format} 格式的`}记忆：没有${wanted.zh}`,
  }, {
    en: "Name the folder `memory-data` itself, or the project that holds it",
    zh: "请指定 `memory-data` 目录本身，或它所在的项目",
  });
}

/** The data folder, if a project was named instead of it. */
function dataFolderAt(runtime: Runtime, path: string): string {
  const places = ["", "memory-data", ".cursor/skills/memory-data", ".claude/skills/memory-data"];
  const found = places.map((place) => join(path, place)).find((folder) =>
    ["daily", "sessions.jsonl"].some((name) => runtime.files.stat(join(folder, name)))
  );
  return found ?? path;
}

/** Data of 方案 C, ours or the Python original's, line by line. NOTES.md becomes part of core memory. */
function readPlanC(runtime: Runtime, folder: string, daily: readonly string[]): Read {
  const bundle = newBundle();
  const invalid: Invalid[] = [];
  const files = [
    "facts.jsonl",
    "sessions.jsonl",
    ...daily.filter((name) => name.endsWith(".jsonl")).map((name) => `daily/${name}`),
  ];
  for (const file of files) {
    const bytes = sizedRead(runtime, folder, file, invalid);
    if (!bytes) continue;
    visitLines(bytes, (record, problem, line) => {
      if (!record) invalid.push({ file, line, reason: problem ?? same("") });
      else addRecord(bundle, placed(record, file), { file, line }, invalid);
    });
  }
  const text = (name: string) =>
    new TextDecoder().decode(sizedRead(runtime, folder, name, invalid, BYTES_MAX.markdown));
  const notes = text("NOTES.md").trim();
  bundle.core_memory = text("MEMORY.md") + (notes === "" ? "" : `\n## 用户笔记\n\n${notes}\n`);
  return { format: "plan-c", bundle, invalid };
}

/** The record with what only its file says: that it is a summary, on which day it was made. */
function placed(record: RawRecord, file: string): RawRecord {
  if (file === "sessions.jsonl") return record.type === undefined ? { ...record, type: "summary" } : record;
  const hasTime = typeof record.timestamp === "string" || typeof record.created_at === "string";
  const day = /^daily\/(\d{4}-\d{2}-\d{2})\.jsonl$/.exec(file)?.[1];
  return hasTime || day === undefined ? record : { ...record, timestamp: `${day}T00:00:00.000Z` };
}

function readV1(runtime: Runtime, folder: string, daily: readonly string[]): Read {
  const bundle = newBundle();
  const invalid: Invalid[] = [];
  const entries = readKeywords(runtime, folder, invalid);
  for (const name of daily) {
    const day = /^(\d{4}-\d{2}-\d{2})\.md$/.exec(name)?.[1];
    const bytes = day === undefined ? undefined : sizedRead(runtime, folder, `daily/${name}`, invalid);
    if (day === undefined || !bytes) continue;
    append(bundle.records, readDay(new TextDecoder().decode(bytes), day, entries.get(day)));
  }
  return { format: "memory-v1", bundle, invalid };
}

/** v1's keywords by day and session. A broken keywords.json costs the keywords, not the memory. */
function readKeywords(runtime: Runtime, folder: string, invalid: Invalid[]): Map<string, Map<number, V1Entry>> {
  const found = new Map<string, Map<number, V1Entry>>();
  const bytes = sizedRead(runtime, folder, "index/keywords.json", invalid);
  let entries: readonly unknown[] | undefined;
  try {
    entries = bytes && listOf(asObject(JSON.parse(new TextDecoder().decode(bytes)))?.entries);
  } catch {
    return found;
  }
  for (const entry of entries ?? []) {
    const { date, session, keywords, tags }: RawRecord = asObject(entry) ?? {};
    if (typeof date !== "string" || typeof session !== "number") continue;
    const words = (value: unknown) => (listOf(value) ?? []).filter((item) => typeof item === "string");
    const ofDay = found.get(date) ?? new Map<number, V1Entry>();
    ofDay.set(session, { keywords: words(keywords), tags: words(tags).map((tag) => tag.replace(/^#/, "")) });
    found.set(date, ofDay);
  }
  return found;
}

/** A file of the folder. One that can't be read, or is too large, is listed, and the others are taken all the same. */
function sizedRead(
  runtime: Runtime,
  folder: string,
  file: string,
  invalid: Invalid[],
  most: number = BYTES_MAX.records,
): Uint8Array | undefined {
  try {
    return runtime.files.read(join(folder, file), most);
  } catch (error) {
    invalid.push({ file, line: 1, reason: reasonTold(error) });
    return undefined;
  }
}
