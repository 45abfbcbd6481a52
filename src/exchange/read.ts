/**
 * In: the path of a file or folder, in any format that we know. Out: a bundle, and what of it can't be read.
 * Not done here: taking it in (take_in.ts).
 *
 * @module
 */
import { BYTES_MAX } from "../limits.ts";
import type { ClientMemory } from "../agents/own_memory.ts";
import { fail, reasonTold } from "../errors.ts";
import { asObject, parseJson } from "../json.ts";
import type { RawRecord } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import { same, type Sentence } from "../sentence.ts";
import { visitLines } from "../store/lines.ts";
import { addNote, addRecord, type ImportFormat, type Invalid, listOf, newBundle, type Read } from "./incoming.ts";
import { guardDepth, guardInput, guardSize, notUtf8 } from "./limits.ts";
import { readFolder } from "./read_folder.ts";
import { FORMAT, FORMAT_VERSION } from "./render.ts";

/** Reads an import. Throws IMPORT_INVALID for what is no export, or that of a newer version. */
export function readInput(
  runtime: Runtime,
  path: string,
  format: Exclude<ImportFormat, "lingxi" | ClientMemory>,
): Read {
  const stat = runtime.files.stat(path);
  if (!stat) {
    fail("IMPORT_INVALID", { en: `There is no file or folder ${path}`, zh: `没有文件或目录 ${path}` });
  }
  if (stat.kind === "folder") return readFolder(runtime, path, format);
  if (stat.kind !== "file") {
    fail("IMPORT_INVALID", { en: `${path} is neither a file nor a folder`, zh: `${path} 既不是文件也不是目录` }, {
      en: "What comes through a pipe is taken by `--input -`: gunzip -c FILE | memory import --input -",
      zh: "管道里的内容请用 `--input -` 读取：gunzip -c 文件 | memory import --input -",
    });
  }
  if (format === "memory-v1" || format === "plan-c") {
    fail("IMPORT_INVALID", {
      en: `--format ${format} reads a folder, ${path} is a file`,
      zh: `--format ${format} 读取目录，而 ${path} 是文件`,
    }, { en: "Name the folder, or leave --format out", zh: "请指定目录，或去掉 --format" });
  }
  guardSize(stat.size, same(path));
  return readExport(runtime.files.read(path, BYTES_MAX.imported) ?? new Uint8Array(), same(path), format);
}

/**
 * The same of the bytes of an export: JSON or JSONL.
 *
 * @param name what messages call it, at the beginning of a sentence
 */
export function readExport(bytes: Uint8Array, name: Sentence, format: "auto" | "json" | "jsonl"): Read {
  guardInput(bytes, name);
  const isLines = format === "jsonl" || (format === "auto" && looksLikeLines(bytes));
  return isLines ? readJsonl(bytes) : readJson(bytes, name);
}

/** Whether one of the first lines is a whole record. In a JSON document none is, unless it is our own export. */
function looksLikeLines(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES));
  if (head.trim() === "") return true;
  if (/^\s*(\[|\{\s*"format"\s*:\s*"memory-export")/.test(head)) return false;
  let isRecord = false;
  visitLines(
    bytes.subarray(0, HEAD_BYTES),
    (record) => isRecord ||= record !== undefined && !Array.isArray(record.records),
  );
  return isRecord;
}

/** Dozens of records. */
const HEAD_BYTES = 64 * 1024;

function readJson(bytes: Uint8Array, name: Sentence): Read {
  guardDepth(bytes, name);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8(name, { en: "text in another encoding", zh: "其他编码的文本" });
  }
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    fail("IMPORT_INVALID", {
      en: `${name.en} is no export: ${reasonTold(cause).en}`,
      zh: `${name.zh} 不是导出文件：${reasonTold(cause).zh}`,
    }, {
      en: "If it is cut short, use --format jsonl with lines of records, or export again",
      zh: "若文件不完整，请改用 --format jsonl 逐行导入，或重新导出",
    }, { cause });
  }
  const document: RawRecord = Array.isArray(value) ? { records: value } : asObject(value) ?? {};
  const records = listOf(document.records);
  if (!records) {
    fail("IMPORT_INVALID", {
      en: `${name.en} is no export: it has no list of records`,
      zh: `${name.zh} 不是导出文件：没有 records 列表`,
    });
  }
  guardVersion(document, name);
  const invalid: Invalid[] = [];
  const bundle = newBundle();
  if (typeof document.core_memory === "string") bundle.core_memory = document.core_memory;
  records.forEach((record, at) => addRecord(bundle, record, { line: at + 1 }, invalid));
  (listOf(document.notes) ?? []).forEach((note, at) =>
    addNote(bundle, note, { line: records.length + at + 1 }, invalid)
  );
  return { format: "json", bundle, invalid };
}

/** An export of a later version says so; its meaning is not guessed. */
function guardVersion({ format, version }: RawRecord, name: Sentence): void {
  if (format !== undefined && format !== FORMAT) {
    fail("IMPORT_INVALID", {
      en: `${name.en} is a "${String(format)}", not a "${FORMAT}"`,
      zh: `${name.zh} 的格式是“${String(format)}”，不是“${FORMAT}”`,
    });
  }
  if (format === FORMAT && (typeof version !== "number" || version > FORMAT_VERSION)) {
    fail("IMPORT_INVALID", {
      en: `${name.en} was written by a newer version: format ${String(version)}, this one reads ${FORMAT_VERSION}`,
      zh: `${name.zh} 由更新的版本写出：格式版本 ${String(version)}，本程序只认 ${FORMAT_VERSION}`,
    }, { en: "Update `memory`, then import again", zh: "请升级 `memory` 后重新导入" });
  }
}

function readJsonl(bytes: Uint8Array): Read {
  const bundle = newBundle();
  const invalid: Invalid[] = [];
  visitLines(bytes, (record, problem, line) => {
    if (!record) invalid.push({ line, reason: problem ?? same("") });
    else if (record.type === "core" && typeof record.content === "string") bundle.core_memory = record.content;
    else if (record.type === "note" && record.path !== undefined) addNote(bundle, record, { line }, invalid);
    else addRecord(bundle, record, { line }, invalid);
  });
  return { format: "jsonl", bundle, invalid };
}
