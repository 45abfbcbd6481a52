/**
 * In: the path of a file or folder, in any format that we know: our export, the folder of an earlier system (Memory
 * Skill v1's Markdown, 方案 C's JSONL), the memory that a client keeps itself. Out: a bundle, and the lines that can't
 * be read.
 */
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { asItems, withDay } from "../agents/dated_lines.ts";
import {
  type ClientMemory,
  folderOfInstructions,
  geminiMemories,
  natureOf,
  readOwnMemory,
  type Remembered,
} from "../agents/own_memory.ts";
import type { Nature } from "../agents/sections.ts";
import { typeOf } from "../capture/fact.ts";
import { reasonTold, tried } from "../errors.ts";
import { modifiedMs } from "../files.ts";
import { fingerprint } from "../hash.ts";
import { asObject, jsonIn, parseJson } from "../json.ts";
import { BYTES_MAX } from "../limits.ts";
import { append } from "../lists.ts";
import { ALL_DATA_DIRS, isInside, realOf, wayInside } from "../paths.ts";
import { isDay, startOfDay } from "../records/days.ts";
import { CONDITIONS_MAX, isCondition } from "../records/conditions.ts";
import { DEFAULT_CONFIDENCE, type RawRecord } from "../records/mod.ts";
import { redact } from "../records/redact.ts";
import { inferMemoryType } from "../records/view.ts";
import type { FileStat, Runtime } from "../runtime.ts";
import { same, type Sentence } from "../sentence.ts";
import { CORE_FILE, DAILY_FOLDER, FACTS_FILE, SESSIONS_FILE } from "../store/layout.ts";
import { visitLines } from "../store/lines.ts";
import { recordLines } from "../store/spread.ts";
import { oneLine } from "../text/legible.ts";
import { isCjk } from "../text/script.ts";
import { readDay, type V1Entry } from "./day.ts";
import * as incoming from "./incoming.ts";
import { FORMAT, FORMAT_VERSION } from "./mod.ts";
import { listedIn, unreadLists } from "./other_tools.ts";
import { failure, said } from "./words.ts";

interface Reading {
  /** Whether the memory of a client loses its secrets before it becomes facts. */
  readonly secrets: boolean;
  /** The project's folder: a file of instructions below it holds for its own folder. */
  readonly root: string | undefined;
}

/** Reads an import. Throws IMPORT_INVALID for an input that is no export, or one of a newer version. */
export function readInput(
  runtime: Runtime,
  path: string,
  format: Exclude<incoming.ImportFormat, "lingxi">,
  reading: Reading,
): incoming.Read {
  const stat = runtime.files.stat(path);
  if (!stat) {
    throw failure(incoming.isClientFormat(format) ? "nothing_to_read" : "nothing_there", { path, format });
  }
  const client = clientMemoryAt(runtime, path, format);
  if (client) return readClientMemory(runtime, client, reading);
  if (stat.kind === "folder") return readFolder(runtime, path, format);
  if (stat.kind !== "file") throw failure("neither", { path });
  if (format !== "auto" && format !== "json" && format !== "jsonl") throw failure("reads_folder", { format, path });
  incoming.guardSize(stat.size, same(path));
  return readExport(runtime.files.read(path, BYTES_MAX.imported) ?? new Uint8Array(), same(path), format);
}

/** Reads the bytes of an export: JSON or JSONL. A refusal begins with the input's name. */
export function readExport(bytes: Uint8Array, name: Sentence, format: "auto" | "json" | "jsonl"): incoming.Read {
  incoming.guardInput(bytes, name);
  const isLines = format === "jsonl" || (format === "auto" && looksLikeLines(bytes));
  if (!isLines) return readJson(bytes, name);
  const read = readJsonl(bytes);
  const spread = read.invalid.length === 0 ? undefined : readSpread(bytes);
  return spread && spread.invalid.length < read.invalid.length ? spread : read;
}

/**
 * Whether one of the first lines is a whole record, and the text no JSON document. A document has such a line only in
 * our own export, and in lists of other tools.
 */
function looksLikeLines(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES));
  if (/^\s*(\[|\{\s*"format"\s*:\s*"memory-export")/.test(head)) return false;
  const lines: boolean[] = [];
  visitLines(
    bytes.subarray(0, HEAD_BYTES),
    (record) => void lines.push(record !== undefined && listedIn(record) === undefined),
  );
  // No document begins with a whole record.
  return lines[0] === true || (lines.includes(true) && !isDocument(bytes));
}

/** Whether a text is one JSON document that holds records. */
function isDocument(bytes: Uint8Array): boolean {
  return tried(() => {
    incoming.guardDepth(bytes, same(""));
    return listedIn(asObject(parseJson(new TextDecoder().decode(bytes))) ?? {}) !== undefined;
  }) ?? false;
}

/** Room for dozens of records. */
const HEAD_BYTES = 64 * 1024;

function readJson(bytes: Uint8Array, name: Sentence): incoming.Read {
  incoming.guardDepth(bytes, name);
  const text = incoming.textOf(bytes, name);
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    const spread = readSpread(bytes);
    if (spread) return spread;
    if (!/^\s*[[{]/.test(text)) throw failure("plain_text", { name });
    throw failure("no_json", { name, reason: reasonTold(cause) }, { cause });
  }
  const document: RawRecord = Array.isArray(value) ? { records: value } : asObject(value) ?? {};
  const records = listedIn(document);
  if (!records) {
    // A file of the memory with one record, as a formatter leaves it.
    const spread = typeof document.id === "string" && typeof document.type === "string" ? readSpread(bytes) : undefined;
    if (spread) return spread;
    throw failure("no_records", { name });
  }
  guardVersion(document, name);
  const read = incoming.emptyRead("json");
  if (typeof document.core_memory === "string") read.core_memory = document.core_memory;
  records.forEach((record, at) => incoming.addRecord(read, record, { line: at + 1 }));
  (incoming.listOf(document.notes) ?? []).forEach((note, at) =>
    incoming.addNote(read, note, { line: records.length + at + 1 })
  );
  const unread = Array.isArray(value) ? [] : unreadLists(document);
  if (unread.length > 0) {
    read.remarks.push({ file: basename(name.en), line: 0, reason: said("list_unread", { names: unread.join(", ") }) });
  }
  return read;
}

/** An export of a newer version is refused: its fields may mean something else. */
function guardVersion({ format, version }: RawRecord, name: Sentence): void {
  if (format !== undefined && format !== FORMAT) {
    throw failure("other_format", { name, format: String(format), wanted: FORMAT });
  }
  if (format === FORMAT && (typeof version !== "number" || version > FORMAT_VERSION)) {
    throw failure("newer_version", { name, version: String(version), known: FORMAT_VERSION });
  }
}

/** A file of records that a formatter, or another program, has written anew; undefined where anything else is in it. */
function readSpread(bytes: Uint8Array): incoming.Read | undefined {
  const lines = recordLines(bytes);
  return lines && readJsonl(new TextEncoder().encode(lines.join("\n")));
}

function readJsonl(bytes: Uint8Array): incoming.Read {
  const read = incoming.emptyRead("jsonl");
  visitLines(bytes, (record, problem, line) => {
    if (!record) read.invalid.push({ line, reason: problem ?? same("") });
    else if (record.type === "core" && typeof record.content === "string") read.core_memory = record.content;
    else if (record.type === "note" && record.path !== undefined) incoming.addNote(read, record, { line });
    else incoming.addRecord(read, record, { line });
  });
  return read;
}

/** The formats whose records lie in several files of a data folder, the older first, and the names of these files. */
const FOLDER_FORMATS = { "memory-v1": /^daily\/.*\.md$/, "plan-c": /^(?:daily\/.*|sessions|facts)\.jsonl$/ } as const;

/** Reads a data folder, or the project that holds one. Throws IMPORT_INVALID. */
export function readFolder(runtime: Runtime, path: string, format: incoming.ImportFormat): incoming.Read {
  const folder = dataFolderAt(runtime, path);
  const daily = runtime.files.list(join(folder, DAILY_FOLDER));
  const names = [...daily.map((name) => `${DAILY_FOLDER}/${name}`), ...runtime.files.list(folder)];
  // Where 方案 C replaced v1 in the same folder, v1's days are still there.
  const [older, newer] = (["memory-v1", "plan-c"] as const).filter((known) =>
    (format === "auto" || format === known) && names.some((name) => FOLDER_FORMATS[known].test(name))
  ).map((known) => (known === "plan-c" ? readPlanC : readV1)(runtime, folder, daily));
  if (older && newer) return { ...newer, records: [...newer.records, ...older.records] };
  if (older) return older;
  throw failure(format === "auto" ? "no_memory_in" : "no_memory_of", { path, format, files: filesWanted(format) });
}

function filesWanted(format: incoming.ImportFormat): Sentence {
  if (format === "memory-v1") return said("files_v1");
  return said(format === "plan-c" ? "files_plan_c" : "files_of_folders");
}

function dataFolderAt(runtime: Runtime, path: string): string {
  return ["", ...ALL_DATA_DIRS].map((place) => join(path, place)).find((folder) => isDataFolder(runtime, folder)) ??
    path;
}

/** Whether a folder holds records, as a data folder does. */
export function isDataFolder({ files }: Runtime, path: string): boolean {
  return [DAILY_FOLDER, SESSIONS_FILE].some((name) => files.stat(join(path, name)) !== undefined);
}

/** Data of 方案 C, ours or the Python original's, line by line. NOTES.md becomes part of core memory. */
function readPlanC(runtime: Runtime, folder: string, daily: readonly string[]): incoming.Read {
  const read = incoming.emptyRead("plan-c");
  const files = [
    FACTS_FILE,
    SESSIONS_FILE,
    ...daily.filter((name) => name.endsWith(".jsonl")).map((name) => `${DAILY_FOLDER}/${name}`),
  ];
  for (const file of files) {
    const bytes = sizedRead(runtime, folder, file, read);
    if (!bytes) continue;
    visitLines(bytes, (record, problem, line) => {
      if (!record) read.invalid.push({ file, line, reason: problem ?? same("") });
      else incoming.addRecord(read, placed(record, file), { file, line });
    });
  }
  const notes = textIn(runtime, folder, "NOTES.md", read).trim();
  read.core_memory = textIn(runtime, folder, CORE_FILE, read) + (notes === "" ? "" : `\n## 用户笔记\n\n${notes}\n`);
  return read;
}

/** The record with its type and its day, where only the file's name tells them. */
function placed(record: RawRecord, file: string): RawRecord {
  if (file === SESSIONS_FILE) return record.type === undefined ? { ...record, type: "summary" } : record;
  const hasTime = typeof record.timestamp === "string" || typeof record.created_at === "string";
  const day = /^daily\/(\d{4}-\d{2}-\d{2})\.jsonl$/.exec(file)?.[1];
  return hasTime || day === undefined ? record : { ...record, timestamp: `${day}T00:00:00.000Z` };
}

function readV1(runtime: Runtime, folder: string, daily: readonly string[]): incoming.Read {
  const read = incoming.emptyRead("memory-v1");
  const entries = readKeywords(runtime, folder, read);
  for (const name of daily) {
    const day = name.replace(/\.md$/, "");
    const text = !isDay(day) ? "" : textIn(runtime, folder, `${DAILY_FOLDER}/${name}`, read, BYTES_MAX.records);
    append(read.records, readDay(text, day, runtime, entries.get(day)));
  }
  return read;
}

/** v1's keywords by day and session; none where keywords.json is broken. */
function readKeywords(runtime: Runtime, folder: string, read: incoming.Read): Map<string, Map<number, V1Entry>> {
  const found = new Map<string, Map<number, V1Entry>>();
  const bytes = sizedRead(runtime, folder, "index/keywords.json", read);
  const { entries }: RawRecord = asObject(jsonIn(new TextDecoder().decode(bytes))) ?? {};
  for (const entry of incoming.listOf(entries) ?? []) {
    const { date, session, keywords, tags }: RawRecord = asObject(entry) ?? {};
    if (typeof date !== "string" || typeof session !== "number") continue;
    const words = (value: unknown) => (incoming.listOf(value) ?? []).filter((item) => typeof item === "string");
    const ofDay = found.get(date) ?? new Map<number, V1Entry>();
    ofDay.set(session, { keywords: words(keywords), tags: words(tags).map((tag) => tag.replace(/^#/, "")) });
    found.set(date, ofDay);
  }
  return found;
}

/** The text of a file of the folder; empty for one that can't be read or is no UTF-8, which is listed as invalid. */
function textIn(
  runtime: Runtime,
  folder: string,
  file: string,
  read: incoming.Read,
  most: number = BYTES_MAX.markdown,
): string {
  const bytes = sizedRead(runtime, folder, file, read, most) ?? new Uint8Array();
  const reject = (error: unknown) => read.invalid.push({ file, line: 1, reason: reasonTold(error) });
  return tried(() => incoming.textOf(bytes, same(file)), reject) ?? "";
}

/** A file of the folder; one that can't be read, or is too large, is listed as invalid. */
function sizedRead(
  runtime: Runtime,
  folder: string,
  file: string,
  read: incoming.Read,
  most: number = BYTES_MAX.records,
): Uint8Array | undefined {
  return tried(
    () => runtime.files.read(join(folder, file), most),
    (error) => read.invalid.push({ file, line: 1, reason: reasonTold(error) }),
  );
}

interface ClientInput {
  readonly client: ClientMemory;
  readonly path: string;
}

const MAIN = "MEMORY.md";
/** The endings of Markdown; `.mdc` is that of Cursor's rules. */
const MARKDOWN = /\.(?:md|mdc|markdown)$/i;
/** Files of instructions that are Markdown by another name, and text, which an export may be, too. */
const LIKE_MARKDOWN = /\.(?:cursorrules|windsurfrules|clinerules|txt)$/i;
const JSON_BEGINS = /^\uFEFF?\s*(?:\{|\[\s*[[{"\]])/;

/** Whether a file that a person names is read as Markdown. */
function isMarkdown({ files }: Runtime, path: string): boolean {
  if (!LIKE_MARKDOWN.test(path)) return MARKDOWN.test(path);
  return !JSON_BEGINS.test(new TextDecoder().decode(files.readRange(path, 0, HEAD_BYTES)));
}

function countLines(text: string): number {
  return text.split("\n").filter((line) => line.trim() !== "").length;
}

/** Whether a folder holds Markdown, and no records of ours or of an older tool. */
function isOfMarkdown(runtime: Runtime, path: string): boolean {
  return runtime.files.stat(path)?.kind === "folder" && markdownAt(runtime, path).found.length > 0 &&
    !isDataFolder(runtime, dataFolderAt(runtime, path)) &&
    !runtime.files.list(path).some((name) => name.endsWith(".jsonl"));
}

/** The client's memory at a path; a data folder of ours counts as one only if the format says so. */
function clientMemoryAt(runtime: Runtime, path: string, format: incoming.ImportFormat): ClientInput | undefined {
  const { files } = runtime;
  if (format !== "auto" && !incoming.isClientFormat(format)) return undefined;
  const folders = [path, join(path, "memory"), join(path, "memories")].filter((folder) =>
    ["memory", "memories"].includes(basename(folder)) && files.stat(join(folder, MAIN)) !== undefined
  );
  const isFile = files.stat(path)?.kind === "file";
  const found = isFile ? path : folders[0] ?? (format === "auto" && isOfMarkdown(runtime, path) ? path : undefined);
  if (format !== "auto") return { client: format, path: found ?? path };
  if (found === undefined || (isFile && !isMarkdown(runtime, path)) || isDataFolder(runtime, path)) return undefined;
  if (basename(path) === "GEMINI.md") return { client: "gemini", path: found };
  const isCodexs = found.split(sep).includes(".codex") || basename(found) === "memories";
  return { client: isCodexs ? "codex" : "claude-code", path: found };
}

/** Reads a client's memory. Throws IMPORT_INVALID where nothing is remembered. */
function readClientMemory(runtime: Runtime, { client, path }: ClientInput, { secrets, root }: Reading): incoming.Read {
  const read = incoming.emptyRead(client);
  const seen = new Set<string>();
  const { found: files, links } = markdownAt(runtime, path);
  for (const link of links) {
    read.remarks.push({ file: relative(path, link), line: 0, reason: said("link_out") });
  }
  for (const file of files) {
    const stat = runtime.files.stat(file);
    incoming.guardSize(stat?.size ?? 0, same(file));
    const bytes = runtime.files.read(file, BYTES_MAX.imported) ?? new Uint8Array();
    // Among many notes one may be empty.
    if (files.length > 1 && bytes.every((byte) => byte <= 0x20)) continue;
    incoming.guardInput(bytes, same(file));
    const text = asItems(incoming.textOf(bytes, same(file)));
    const isRead = (target: string) => runtime.files.stat(resolve(dirname(file), target))?.kind === "file";
    const nature = client === "gemini" ? "memory" : natureOf(file.replaceAll("\\", "/"));
    // The section's own heading stands besides.
    if (client === "gemini" && countLines(text) > countLines(geminiMemories(text)) + 1) {
      read.remarks.push({ file: basename(file), line: 0, reason: said("gemini_section") });
    }
    const { remembered, leftOut, scope } = client === "gemini"
      ? readOwnMemory(geminiMemories(text))
      : readOwnMemory(text, { isRead, nature });
    const from: Origin = {
      client,
      secrets,
      nature,
      globs: globsOf(root === undefined ? undefined : wayInside(root, file), scope),
      time: (day) => timeOf(runtime, stat, day),
    };
    for (const each of remembered.map(withDay)) {
      const record = each.isTodo ? asTodo(each, from) : asFact(each, from);
      const id = String(record.id);
      if (!seen.has(id)) read.records.push(record);
      seen.add(id);
    }
    const name = files.length > 1 ? { file: relative(path, file) } : {};
    append(read.left_out, leftOut.map(({ line, why }) => ({ ...name, line, reason: said(`part_${why}`) })));
  }
  if (read.records.length + read.left_out.length > 0) return read;
  const step = said(client === "gemini" ? "gemini_section" : "name_folder", { main: MAIN });
  throw failure("remembers_nothing", { path, step });
}

/** The paths for which a file holds: those that its head names, below the folder for which it is written. */
function globsOf(path: string | undefined, scope: readonly string[]): string[] {
  const folder = path === undefined ? "" : folderOfInstructions(path.replaceAll("\\", "/"));
  if (folder === "") return [...scope];
  return scope.length === 0 ? [`${folder}/**`] : scope.map((glob) => `${folder}/${glob.replace(/^\.?\//, "")}`);
}

/** When something was said: on the day that its file names, unless that is to come, else when the file was changed. */
function timeOf(runtime: Runtime, stat: FileStat | undefined, day: string | undefined): string | undefined {
  const began = day === undefined ? NaN : startOfDay(day, runtime);
  const at = began <= runtime.now().getTime() ? began : stat && modifiedMs(stat);
  return at === undefined ? undefined : new Date(at).toISOString();
}

/** Enough for any notes; who names a folder that holds everything has named the wrong one. */
const FOLDERS_MAX = 1_000;

/**
 * The file, or all Markdown in the folder and in those below, the main file first. What a client keeps lies right in
 * its folder; Codex makes the main file from its raw notes. `links`: what was left out, since a link in a cloned
 * repository must not bring somebody's private file into a memory.
 */
function markdownAt(runtime: Runtime, path: string): { readonly found: string[]; readonly links: string[] } {
  const { files } = runtime;
  if (files.stat(path)?.kind === "file") return { found: [path], links: [] };
  const found: string[] = [];
  const links: string[] = [];
  const folders = [path];
  const root = realOf(runtime, path);
  for (const folder of folders) {
    const all = files.list(folder).filter((name) => !name.startsWith(".") && name !== "node_modules");
    const hasMain = all.includes(MAIN);
    const names = all.filter((name) => MARKDOWN.test(name) && !(hasMain && name === "raw_memories.md"))
      .sort((one, other) => Number(other === MAIN) - Number(one === MAIN));
    for (const file of names.map((name) => join(folder, name))) {
      if (files.stat(file)?.kind !== "file") continue;
      if (isInside(realOf(runtime, file), root)) found.push(file);
      else links.push(file);
    }
    if (hasMain && folder === path) break;
    for (const each of all.map((name) => join(folder, name))) {
      if (files.stat(each)?.kind !== "folder") continue;
      if (files.linkTarget(each) === undefined) folders.push(each);
      else if (!isInside(realOf(runtime, each), root)) links.push(each);
    }
    if (folders.length > FOLDERS_MAX) throw failure("many_folders", { path, most: FOLDERS_MAX });
  }
  return { found, links };
}

/** The file that something stands in. */
interface Origin {
  readonly client: ClientMemory;
  readonly secrets: boolean;
  readonly nature: Nature;
  readonly globs: readonly string[];
  readonly time: (day: string | undefined) => string | undefined;
}

function asFact({ text, labels, asks, memoryType, day }: Remembered, from: Origin): RawRecord {
  const { client, globs } = from;
  const own = cleaned(text, from);
  const type = memoryType ?? (from.nature === "memory" ? inferMemoryType(own) : typeOf(own));
  const content = inScope(own, globs);
  const when = type === "O" ? globs.map((glob) => `edit ${glob}`).filter(isCondition).slice(0, CONDITIONS_MAX) : [];
  return {
    id: `log-${fingerprint(content)}`,
    type: "fact",
    memory_type: type,
    content,
    entities: labels,
    confidence: DEFAULT_CONFIDENCE,
    ...asks.length === 0 ? {} : { asks },
    ...when.length === 0 ? {} : { when },
    ...dated(from, day),
    source: { agent: client === "claude-code" ? "claude" : client },
  };
}

/** A to-do of a list becomes one of the memory's own, which stand in summaries. */
function asTodo({ text, day }: Remembered, from: Origin): RawRecord {
  const todo = inScope(oneLine(cleaned(text, from)).replace(/^TODO\s*[:：]\s*(?=\S)/i, ""), from.globs);
  return {
    id: `sum-${fingerprint(todo)}`,
    type: "summary",
    topic: "",
    summary: "",
    decisions: [],
    todos: [todo],
    tags: [],
    ...dated(from, day),
    source: "rules",
  };
}

function cleaned(text: string, { secrets }: Origin): string {
  return redact(text, { secrets }).text.trim();
}

function dated({ time }: Origin, day: string | undefined) {
  const timestamp = time(day);
  return timestamp === undefined ? {} : { timestamp };
}

/** A text with the paths for which it holds: what holds elsewhere does not contradict it (recall/contradiction.ts). */
function inScope(text: string, globs: readonly string[]): string {
  if (globs.length === 0) return text;
  const paths = globs.map((glob) => glob.replace(/\/\*\*$/, "")).join(", ");
  return isCjk(text) ? `在 ${paths} 中：${text}` : `In ${paths}: ${text}`;
}
