import { dirname, join, resolve } from "node:path";
import { choice, day, flag, required, text } from "../../cli/args.ts";
import { defineCommand, ok, PRINTED } from "../../cli/command.ts";
import { counted, size, type Style } from "../../cli/terminal.ts";
import { languageOf } from "../../config/mod.ts";
import { fail } from "../../errors.ts";
import { collect, type Collected, renderJson, renderJsonl, renderMarkdown } from "../../exchange/mod.ts";
import { replaceAtomically } from "../../files.ts";
import { legible } from "../../legible.ts";
import { isInside, realOf } from "../../paths.ts";
import { spanOf } from "../../records/days.ts";
import type { Runtime } from "../../runtime.ts";
import type { Sentence } from "../../sentence.ts";
import { freeAlongTheWay } from "../../store/file.ts";
import { existingStores, openMemory } from "../../store/memory.ts";
import type { Store } from "../../store/mod.ts";
import { settleSpool } from "../../store/append.ts";
import { STREAM } from "../input.ts";
import { scopeArg } from "./arguments.ts";

const EXPORT_FORMATS = ["json", "jsonl", "markdown"] as const;
type Format = typeof EXPORT_FORMATS[number];

export const manageExport = defineCommand({
  name: "manage export",
  summary: {
    en: "Write what is remembered to a file, or to Markdown files for people",
    zh: "导出为一个文件，或给人看的 Markdown",
  },
  about: {
    en:
      `JSON and JSONL hold everything but what is deleted, and \`memory import\` takes them in again without loss. Markdown
is a folder with a file for each day. To standard output goes the export and nothing else.`,
    zh: `JSON 和 JSONL 含有除已删除之外的全部内容，\`memory import\` 可以无损导入。Markdown 是一个目录，
每天一个文件。写到标准输出时，除导出内容外不输出别的。`,
  },
  examples: [
    "memory export --output backup-2026-02.json",
    "memory export --output memory.jsonl --from 2026-02-01 --to 2026-02-28",
    "memory export --output memory-as-text --format markdown",
    "memory export --output - | gzip > backup.json.gz",
  ],
  args: {
    output: required(text({
      en: "The file, or the folder for Markdown; - is stdout",
      zh: "文件；Markdown 则为目录；- 为标准输出",
    }, "PATH")),
    overwrite: flag({ en: "Replace what is there already", zh: "覆盖已有的文件" }),
    format: choice({ en: "As told by the file's ending, else json", zh: "按文件扩展名，否则为 json" }, EXPORT_FORMATS),
    scope: scopeArg("all"),
    from: day({ en: "Records from this day on", zh: "这一天起的记录" }),
    to: day({ en: "Records up to this day", zh: "到这一天为止的记录" }),
  },
  run({ runtime, args, projectPath, layer, note }) {
    const { scope, from, to } = args;
    const memory = openMemory(runtime, { projectPath });
    const [store] = existingStores(memory, layer);
    settleSpool(store);
    const span = from === undefined && to === undefined ? undefined : spanOf({ from, to }, runtime.now());
    if (args.output === STREAM) {
      const format = streamFormat(args.format);
      const collected = collect(store, scope, span);
      for (const piece of documentOf(runtime, collected, format)) {
        runtime.stdout.write(runtime.stdout.isTerminal ? legible(piece) : piece);
      }
      if (collected.unreadable > 0) note(unreadableLines(collected.unreadable), languageOf(runtime, memory.config));
      return PRINTED;
    }
    const output = resolve(runtime.cwd(), args.output);
    const format = args.format ?? (output.endsWith(".jsonl") ? "jsonl" : "json");
    guardOutput(runtime, store, output, format);
    const collected = collect(store, scope, span);
    const files = filesOf(runtime, collected, output, format);
    if (!args.overwrite) refuseToReplace(runtime, [...files.keys()]);
    let bytes = 0;
    const free = freeAlongTheWay(runtime);
    function* counted(pieces: Iterable<string>): Generator<string> {
      for (const piece of pieces) {
        yield piece;
        const length = Buffer.byteLength(piece);
        bytes += length;
        free(length);
      }
    }
    for (const [path, pieces] of files) replaceAtomically(runtime, path, counted(pieces()), { mode: 0o600 });
    return ok({
      output,
      format,
      records: collected.found.length,
      notes: collected.notes.length,
      core_memory: collected.core_memory !== "",
      files: files.size,
      bytes,
      ...collected.unreadable > 0 ? { unreadable_lines: collected.unreadable } : {},
    }, exportText);
  },
});

type Files = Map<string, () => Iterable<string>>;

function filesOf(runtime: Runtime, collected: Collected, output: string, format: Format): Files {
  if (format !== "markdown") return new Map([[output, () => documentOf(runtime, collected, format)]]);
  return new Map([...renderMarkdown(collected)].map(([file, content]) => [join(output, file), () => [content()]]));
}

function documentOf(runtime: Runtime, collected: Collected, format: "json" | "jsonl"): Generator<string> {
  return format === "json" ? renderJson(collected, runtime.now()) : renderJsonl(collected);
}

/** Throws INVALID_ARGUMENT for what is more than one file. */
function streamFormat(format: Format = "json"): "json" | "jsonl" {
  if (format !== "markdown") return format;
  fail("INVALID_ARGUMENT", {
    en: "--format markdown writes a folder, and --output - is standard output",
    zh: "--format markdown 要写到目录，而 --output - 是标准输出",
  }, { en: "Name a folder", zh: "请指定目录" });
}

/** Throws INVALID_ARGUMENT where files are already: an older export may be the only copy of what was deleted since. */
function refuseToReplace(runtime: Runtime, paths: readonly string[]): void {
  const [first, ...others] = paths.filter((path) => runtime.files.stat(path)?.kind === "file");
  if (first === undefined) return;
  const more = others.length;
  fail("INVALID_ARGUMENT", {
    en: `${first}${more > 0 ? ` and ${more} more` : ""} would be overwritten`,
    zh: `会覆盖 ${first}${more > 0 ? ` 等 ${more + 1} 个文件` : ""}`,
  }, { en: "Name another place, or say --overwrite", zh: "请换一个位置，或加 --overwrite" });
}

/** An export must not overwrite the memory it was made from. */
function guardOutput(runtime: Runtime, store: Store, output: string, format: string): void {
  const place = runtime.files.realPath(output) ?? join(realOf(runtime, dirname(output)), "x");
  if (isInside(place, realOf(runtime, store.folder))) {
    fail("INVALID_ARGUMENT", {
      en: `--output ${output} lies in the memory itself`,
      zh: `--output ${output} 在记忆自身之内`,
    }, { en: "Name a file elsewhere", zh: "请指定别处的文件" });
  }
  const kind = runtime.files.stat(output)?.kind;
  if (format === "markdown" ? kind === "file" : kind === "folder") {
    fail("INVALID_ARGUMENT", {
      en: `--output ${output} is a ${kind}: ${format} is written to a ${kind === "file" ? "folder" : "file"}`,
      zh: `--output ${output} 是${kind === "file" ? "文件" : "目录"}：${format} 要写到${
        kind === "file" ? "目录" : "文件"
      }`,
    });
  }
}

/** What is told of lines that hold no record. */
function unreadableLines(lines: number): Sentence {
  return {
    en: `${counted(lines, "line")} could not be read: \`memory doctor\``,
    zh: `有 ${lines} 行无法读取：\`memory doctor\``,
  };
}

function exportText(
  { output, records, notes, bytes, unreadable_lines: lines = 0 }: {
    readonly output: string;
    readonly records: number;
    readonly notes: number;
    readonly bytes: number;
    readonly unreadable_lines?: number;
  },
  style: Style,
): string {
  const bad = lines === 0 ? "" : style.yellow(`${style.say(unreadableLines(lines))}\n`);
  return style.say({
    en: `${style.green("Exported")} ${counted(records, "record")}${
      notes > 0 ? ` and ${counted(notes, "note")}` : ""
    } to ${output} (${size(bytes)})\n`,
    zh: `${style.green("已导出")} ${records} 条记录${notes > 0 ? `和 ${notes} 篇笔记` : ""}到 ${output}（${
      size(bytes)
    }）\n`,
  }) + bad;
}
