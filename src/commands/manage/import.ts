/** `memory manage import` */
import { resolve } from "node:path";
import { choice, flag, maybe, required, text, withDefault } from "../../cli/args.ts";
import { defineCommand, ok, type Outcome, preview, type Style } from "../../cli/command.ts";
import { confirmLine, counted } from "../../cli/phrases.ts";
import { languageOf } from "../../config/language.ts";
import { MemoryError } from "../../errors.ts";
import { IMPORT_FORMATS, type ImportFormat, type Invalid, type Read } from "../../exchange/incoming.ts";
import { LONGEST_INPUT_MEGABYTES } from "../../exchange/limits.ts";
import { readDocument, readInput } from "../../exchange/read.ts";
import { IMPORT_MODES, type ImportMode, type Taken, takingIn } from "../../exchange/take_in.ts";
import { importingLingxi, lingxiMemory } from "../../notes/import.ts";
import type { Runtime } from "../../runtime.ts";
import { inResult, same, type Sentence } from "../../sentence.ts";
import { sha256Hex } from "../../sha256.ts";
import { checkToken, issueToken } from "../../store/confirm.ts";
import { readContents } from "../../store/contents.ts";
import { type Memory, openMemory, storeToWrite } from "../../store/memory.ts";
import type { Store } from "../../store/mod.ts";
import { previewed } from "../../upkeep/delete.ts";
import { isEmptyStore } from "../../upkeep/notes.ts";
import { carryOut, type SyncChoice } from "../../upkeep/mod.ts";
import { indexMeter } from "../index_meter.ts";
import { readStandardInput, STANDARD_INPUT, STREAM } from "../standard_streams.ts";
import { actorOf, SYNC_ARGS } from "./arguments.ts";

interface Imported extends Taken {
  readonly invalid: readonly Invalid[];
  readonly mode: ImportMode;
  readonly format: string;
  readonly message?: string;
  readonly confirm_token?: string;
  readonly backup_path?: string;
  readonly index_synced?: boolean;
}

/** The first of thousands of bad lines say what is wrong. */
const INVALID_SHOWN = 100;

export const manageImport = defineCommand({
  name: "manage import",
  summary: { en: "Take in an export, or the memory of an older tool", zh: "导入以前的导出文件，或旧工具的记忆" },
  about: {
    en:
      `PATH is an export (JSON, JSONL) or a folder: Memory Skill v1 (daily/*.md), 方案 C (daily/*.jsonl), LingXi. merge keeps
what is here and adds what is new; replace puts the import's records in the place of those here, and its notes and
core memory, if it has any. Into a memory that holds something it is a preview first: --confirm.`,
    zh: `PATH 是导出的文件（JSON、JSONL）或目录：Memory Skill v1（daily/*.md）、方案 C（daily/*.jsonl）、灵犀。
merge 保留现有的、加入新的；replace 用导入的记录替换现有的，若含有笔记和核心记忆也一并替换。
记忆不是空的时候先给出预览，确认请加 --confirm。`,
  },
  examples: [
    "memory import --input backup.json --dry-run",
    "memory import --input backup.json --confirm",
    "memory import --input ~/old/memory-data --format memory-v1",
    "gunzip -c backup.json.gz | memory import --input - --dry-run",
  ],
  args: {
    input: required(text({ en: "A file or folder; - is stdin", zh: "文件或目录；- 为标准输入" }, "PATH")),
    format: withDefault(choice({ en: "Its format", zh: "它的格式" }, IMPORT_FORMATS), "auto"),
    mode: withDefault(
      choice({ en: "Add to what is here, or take its place", zh: "加入现有的，或替换现有的" }, IMPORT_MODES),
      "merge",
    ),
    skipInvalid: flag({
      en: "Leave out lines that are no records instead of stopping",
      zh: "跳过不是记录的行，而不是停止",
    }),
    dryRun: flag({ en: "Only say what would happen", zh: "只说明将发生什么" }),
    confirm: maybe(
      { en: "Do it; to replace, with the preview's token", zh: "执行；替换时须带预览给出的确认码" },
      "TOKEN",
    ),
    ...SYNC_ARGS,
  },
  async run({ runtime, args, projectPath, layer, quiet }) {
    const { format, mode, skipInvalid, dryRun, confirm, ...sync } = args;
    const memory = openMemory(runtime, { projectPath });
    const store = storeToWrite(memory, layer);
    const wish = { mode, dryRun, confirm, sync, quiet };
    if (args.input === STREAM) {
      const read = await readStream(runtime, format);
      if (read.invalid.length > 0 && !skipInvalid) throw invalidInput(STANDARD_INPUT, read.invalid);
      return takeRecords(memory, store, read, wish);
    }
    const input = resolve(runtime.cwd(), args.input);
    const lingxi = format === "lingxi" || format === "auto" ? lingxiMemory(runtime.files, input) : undefined;
    if (format === "lingxi" || (lingxi !== undefined && !holdsRecords(memory, input))) {
      return takeLingxi(memory, store, lingxi, input, { dryRun, confirm: confirm !== false, sync });
    }
    if (runtime.files.realPath(input) === runtime.files.realPath(store.folder)) {
      throw new MemoryError("INVALID_ARGUMENT", {
        en: `--input ${input} is this memory itself`,
        zh: `--input ${input} 就是本记忆自身`,
      });
    }
    const read = readInput(runtime, input, format);
    if (read.invalid.length > 0 && !skipInvalid) throw invalidInput(same(input), read.invalid);
    return takeRecords(memory, store, read, wish);
  },
  render({ imported, existing, skipped, invalid, message, confirm_token }: Imported, style: Style) {
    const sums = style.say({
      en: `${imported} new, ${existing} already here, ${skipped} left out\n`,
      zh: `新增 ${imported}，已有 ${existing}，略过 ${skipped}\n`,
    });
    const bad = invalid.map(({ file, line, reason }) => {
      const place = file ? `${file}:${line}` : style.say({ en: `line ${line}`, zh: `第 ${line} 行` });
      return style.yellow(`  ${style.say({ en: `${place}: ${reason.en}`, zh: `${place}：${reason.zh}` })}\n`);
    }).join("");
    if (message === undefined) return `${style.green(style.say({ en: "Imported", zh: "已导入" }))} ${sums}${bad}`;
    return `${style.yellow(message)}\n${sums}${bad}${confirmLine(style, confirm_token)}`;
  },
});

/** An export that comes through a pipe. Throws IMPORT_INVALID for a format that is a folder. */
async function readStream(runtime: Runtime, format: ImportFormat): Promise<Read> {
  if (format === "auto" || format === "json" || format === "jsonl") {
    return readDocument(await readStandardInput(runtime, LONGEST_INPUT_MEGABYTES), STANDARD_INPUT, format);
  }
  throw new MemoryError("IMPORT_INVALID", {
    en: `--format ${format} reads a folder, and --input - is standard input`,
    zh: `--format ${format} 读取目录，而 --input - 是标准输入`,
  }, {
    hint: { en: "Name the folder", zh: "请指定目录" },
  });
}

interface Wish {
  readonly mode: ImportMode;
  readonly dryRun: boolean;
  /** Whether `--confirm` was given, or the token that came with it. */
  readonly confirm: boolean | string;
  readonly sync: SyncChoice;
  readonly quiet: boolean;
}

function takeRecords(memory: Memory, store: Store, read: Read, { mode, dryRun, confirm, sync, quiet }: Wish): Outcome {
  const { runtime, config } = memory;
  const taken = () => takingIn(store, read.bundle, mode, actorOf(runtime));
  const result = (sums: Taken): Imported => ({
    ...sums,
    skipped: sums.skipped + read.invalid.length,
    invalid: invalidShown(read.invalid),
    mode,
    format: read.format,
  });
  const isGrave = mode === "replace";
  const needsConsent = isGrave || !isEmptyStore(store);
  if (dryRun || (needsConsent && (confirm === false || (isGrave && confirm === true)))) {
    const sums = taken().result;
    const token = isGrave && !dryRun ? { confirm_token: issueToken(runtime, binding(store, read)) } : {};
    return preview({ ...result(sums), message: message(memory, store, sums, mode), ...token });
  }
  if (isGrave) checkToken(runtime, String(confirm), binding(store, read));
  const meter = indexMeter(runtime, config, quiet);
  const { result: sums, done } = carryOut(memory, store, taken, { ...sync, onProgress: meter.update });
  meter.end();
  return ok({ ...result(sums), index_synced: true, ...done });
}

/** Whether a folder with notes is also a memory of ours: its records then matter more than its notes. */
function holdsRecords({ runtime }: Memory, input: string): boolean {
  return ["daily", "sessions.jsonl"].some((name) => runtime.files.stat(`${input}/${name}`)) ||
    runtime.files.stat(input)?.kind === "file";
}

function invalidShown(invalid: readonly Invalid[]) {
  return invalid.slice(0, INVALID_SHOWN).map(({ reason, ...place }) => ({ ...place, reason: inResult(reason) }));
}

function invalidInput(input: Sentence, invalid: readonly Invalid[]): MemoryError {
  const [first] = invalid;
  const more = invalid.length - 1;
  return new MemoryError("IMPORT_INVALID", {
    en: `${input.en} holds what is no record: ${
      first?.file ? `${first.file}, ` : ""
    }line ${first?.line}: ${first?.reason.en}${more > 0 ? ` (and ${more} more)` : ""}`,
    zh: `${input.zh} 中有不是记录的内容：${
      first?.file ? `${first.file} ` : ""
    }第 ${first?.line} 行：${first?.reason.zh}${more > 0 ? `（另有 ${more} 处）` : ""}`,
  }, {
    hint: {
      en: "Nothing was imported; --skip-invalid takes in the rest",
      zh: "什么都没有导入；加 --skip-invalid 可导入其余内容",
    },
    data: { invalid: invalidShown(invalid) },
  });
}

/** What a replacement is bound to: what comes and what goes. */
function binding(store: Store, { bundle }: Read): string[] {
  const digest = sha256Hex([JSON.stringify(bundle)]);
  return ["import", "replace", store.folder, digest, ...previewed({ records: readContents(store).records })];
}

function message({ runtime, config }: Memory, store: Store, { imported, existing }: Taken, mode: ImportMode): string {
  const there = mode === "replace" ? readContents(store).records.length : 0;
  if (languageOf(runtime, config) === "zh") {
    return mode === "replace"
      ? `将用导入的 ${imported} 条记录替换现有的 ${there} 条（先自动备份）`
      : `将导入 ${imported} 条新记录，保留已有的 ${existing} 条`;
  }
  return mode === "replace"
    ? `${counted(imported, "record")} would take the place of the ${there} that are here (backed up first)`
    : `${counted(imported, "record")} would be added, ${existing} are here already`;
}

function takeLingxi(
  memory: Memory,
  store: Store,
  folder: string | undefined,
  input: string,
  { dryRun, confirm, sync }: { dryRun: boolean; confirm: boolean; sync: SyncChoice },
): Outcome {
  if (folder === undefined) {
    throw new MemoryError("IMPORT_INVALID", {
      en: `${input} holds no LingXi memory: there is no folder notes/`,
      zh: `${input} 里没有灵犀的记忆：没有 notes/ 目录`,
    });
  }
  const taken = (from: Store) => importingLingxi(from, folder, actorOf(memory.runtime));
  const kind = { mode: "merge", format: "lingxi" } as const;
  if (dryRun || (!confirm && !isEmptyStore(store))) {
    const { result } = taken(store);
    return preview({ ...result, ...kind, message: message(memory, store, result, kind.mode) });
  }
  const { result, done } = carryOut(memory, store, taken, sync);
  return ok({ ...result, ...kind, index_synced: true, ...done });
}
