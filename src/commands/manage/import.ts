/** `memory manage import` */
import { join, resolve } from "node:path";
import { choice, flag, maybe, required, text, withDefault } from "../../cli/args.ts";
import { defineCommand, ok, type Outcome, preview } from "../../cli/command.ts";
import { fail, MemoryError } from "../../errors.ts";
import { cleanBundle, IMPORT_FORMATS, type ImportFormat, isClientFormat, type Read } from "../../exchange/incoming.ts";
import { BYTES_MAX } from "../../limits.ts";
import { type ClientInput, clientMemoryAt, readClientMemory, readExport, readInput } from "../../exchange/read.ts";
import type { RawRecord } from "../../records/mod.ts";
import { because, IMPORT_MODES, type ImportMode, planImport, type Taken } from "../../exchange/take_in.ts";
import { lingxiMemory, planLingxiImport } from "../../notes/import.ts";
import type { Runtime } from "../../runtime.ts";
import { same, type Sentence } from "../../sentence.ts";
import { sha256Hex } from "../../hash.ts";
import { checkToken, issueToken } from "../../store/confirm.ts";
import type { Planned } from "../../store/change.ts";
import { readContents } from "../../store/contents.ts";
import { DAILY_FOLDER, SESSIONS_FILE } from "../../store/layout.ts";
import { type Memory, openMemory, storeToWrite } from "../../store/memory.ts";
import type { Store } from "../../store/mod.ts";
import { usedTokens } from "../../store/audit.ts";
import { asShown } from "../../upkeep/delete.ts";
import { carryOut, type SyncChoice } from "../../upkeep/mod.ts";
import { isEmptyStore } from "../../upkeep/notes.ts";
import { indexMeter } from "../index_meter.ts";
import { readStandardInput, STANDARD_INPUT, STREAM } from "../standard_streams.ts";
import { actorOf, SYNC_ARGS } from "./arguments.ts";
import { type Imported, importMessage, importText, invalidInput, invalidShown, type ShownFact } from "./import_text.ts";

export const manageImport = defineCommand({
  name: "manage import",
  summary: { en: "Take in an export, or the memory of an older tool", zh: "导入以前的导出文件，或旧工具的记忆" },
  about: {
    en:
      `PATH is an export (JSON, JSONL) or a folder: Memory Skill v1 (daily/*.md), 方案 C (daily/*.jsonl), LingXi; or what a
client keeps itself: Claude Code's MEMORY.md and topic files, Codex's memories, GEMINI.md. merge keeps
what is here and adds what is new; replace puts the import's records in the place of those here, and its notes and
core memory, if it has any. Into a memory that holds something it is a preview first: --confirm. A client's memory is
always shown first, with each sentence that would become a fact.`,
    zh: `PATH 是导出的文件（JSON、JSONL）或目录：Memory Skill v1（daily/*.md）、方案 C（daily/*.jsonl）、灵犀；
也可以是客户端自带的记忆：Claude Code 的 MEMORY.md 及主题文件、Codex 的 memories、GEMINI.md。
merge 保留现有的、加入新的；replace 用导入的记录替换现有的，若含有笔记和核心记忆也一并替换。
记忆不是空的时候先给出预览，确认请加 --confirm。客户端自带的记忆总是先预览，列出每一句将成为事实的话。`,
  },
  examples: [
    "memory import --input backup.json --dry-run",
    "memory import --input backup.json --confirm",
    "memory import --input ~/old/memory-data --format memory-v1",
    "memory import --input ~/.claude/projects/-home-me-app/memory",
    "memory import --input ~/.gemini/GEMINI.md --layer global",
    "gunzip -c backup.json.gz | memory import --input - --dry-run",
  ],
  args: {
    input: required(text({ en: "A file or folder; - is stdin", zh: "文件或目录；- 为标准输入" }, "PATH")),
    format: withDefault(choice({ en: "Its format", zh: "它的格式" }, IMPORT_FORMATS), "auto"),
    mode: withDefault(
      choice({ en: "Add to the records here, or replace them", zh: "加入现有的，或替换现有的" }, IMPORT_MODES),
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
    const wish: Wish = { mode, skipInvalid, dryRun, confirm, sync, quiet };
    if (args.input === STREAM) return takeRecords(memory, store, await readStream(runtime, format), wish);
    const input = resolve(runtime.cwd(), args.input);
    const lingxi = format === "lingxi" || format === "auto" ? lingxiMemory(runtime.files, input) : undefined;
    if (lingxi !== undefined && (format === "lingxi" || !holdsRecords(runtime, input))) {
      return takeLingxi(memory, store, lingxi, wish);
    }
    if (format === "lingxi") {
      fail("IMPORT_INVALID", {
        en: `${input} holds no LingXi memory: there is no folder notes/`,
        zh: `${input} 里没有灵犀的记忆：没有 notes/ 目录`,
      });
    }
    const client = clientInput(runtime, input, format);
    if (client !== undefined) {
      const read = readClientMemory(runtime, client, { secrets: memory.config.privacy.redact });
      return takeRecords(memory, store, { ...read, from: same(input) }, { ...wish, showsFacts: true });
    }
    if (isClientFormat(format)) throw noSuchMemory(input, format);
    const isItself = runtime.files.realPath(input) === runtime.files.realPath(store.folder);
    if (isItself) refuseItself(runtime, input, wish);
    // Of its own folder only the days are not in use that Memory Skill v1 left there.
    const read = readInput(runtime, input, isItself ? "memory-v1" : format);
    return takeRecords(memory, store, { ...read, from: same(input) }, wish);
  },
  render: importText,
});

interface Wish {
  readonly mode: ImportMode;
  readonly skipInvalid: boolean;
  readonly dryRun: boolean;
  /** Whether `--confirm` was given, or the token that came with it. */
  readonly confirm: boolean | string;
  readonly sync: SyncChoice;
  readonly quiet: boolean;
  /** The preview comes first, even into an empty memory, and shows each fact: the import decides what one is. */
  readonly showsFacts?: boolean;
}

/** What was read, and from where. */
type Source = Read & { readonly from: Sentence };

/** The memory of a client that an input is, under the format that was asked for. */
function clientInput(runtime: Runtime, input: string, format: ImportFormat): ClientInput | undefined {
  if (format !== "auto" && !isClientFormat(format)) return undefined;
  const found = clientMemoryAt(runtime, input);
  if (format === "auto") return found && !isMemoryFolder(runtime, input) ? found : undefined;
  const isThere = runtime.files.stat(input) !== undefined;
  return found ? { ...found, client: format } : isThere ? { client: format, path: input } : undefined;
}

function noSuchMemory(input: string, format: ImportFormat): MemoryError {
  return new MemoryError("IMPORT_INVALID", {
    en: `There is no file or folder ${input} to read as ${format}`,
    zh: `没有可按 ${format} 读取的文件或目录 ${input}`,
  });
}

function shownFact({ id, memory_type, content }: RawRecord): ShownFact {
  return { id: String(id), memory_type: String(memory_type), content: String(content) };
}

/** Throws INVALID_ARGUMENT for a memory that holds nothing of an older tool, or that would be replaced by that. */
function refuseItself({ files }: Runtime, input: string, { mode }: Wish): void {
  const hasDays = files.list(join(input, DAILY_FOLDER)).some((name) => name.endsWith(".md"));
  if (hasDays && mode === "merge") return;
  fail(
    "INVALID_ARGUMENT",
    { en: `--input ${input} is this memory itself`, zh: `--input ${input} 就是本记忆自身` },
    hasDays
      ? { en: "Leave out --mode replace, and the records here stay", zh: "请去掉 --mode replace：现有的会保留" }
      : { en: "It is in use already: nothing has to be imported", zh: "它已在使用，无需导入" },
  );
}

/** An export that comes through a pipe. Throws IMPORT_INVALID for a format that is a folder. */
async function readStream(runtime: Runtime, format: ImportFormat): Promise<Source> {
  if (format === "auto" || format === "json" || format === "jsonl") {
    const text = await readStandardInput(runtime, BYTES_MAX.imported);
    return { ...readExport(text, STANDARD_INPUT, format), from: STANDARD_INPUT };
  }
  fail("IMPORT_INVALID", {
    en: `--format ${format} reads a folder, and --input - is standard input`,
    zh: `--format ${format} 读取目录，而 --input - 是标准输入`,
  }, { en: "Name the folder", zh: "请指定目录" });
}

const NO_RECORD: Sentence = { en: "no records; `invalid` lists them", zh: "不是记录，见 `invalid`" };

/** Whether a folder with notes is also a memory of ours: its records then matter more than its notes. */
function holdsRecords(runtime: Runtime, input: string): boolean {
  return isMemoryFolder(runtime, input) || runtime.files.stat(input)?.kind === "file";
}

function isMemoryFolder({ files }: Runtime, input: string): boolean {
  return [DAILY_FOLDER, SESSIONS_FILE].some((name) => files.stat(`${input}/${name}`) !== undefined);
}

/** What a replacement's token is bound to: what comes and what goes. */
function binding(store: Store, { bundle }: Read): string[] {
  const digest = sha256Hex([JSON.stringify(bundle)]);
  return ["import", "replace", store.folder, digest, ...asShown(readContents(store).records)];
}

function takeRecords(memory: Memory, store: Store, source: Source, wish: Wish): Outcome {
  const { bundle, kinds } = cleanBundle(source.bundle, { secrets: memory.config.privacy.redact });
  const read = { ...source, bundle };
  const { runtime, config } = memory;
  const { mode, dryRun, confirm, sync, quiet } = wish;
  if (read.invalid.length > 0 && !wish.skipInvalid) throw invalidInput(read.from, read.invalid);
  const plan = (): Planned<Taken> => {
    const { change, result } = planImport(store, read.bundle, mode, actorOf(runtime));
    const confirmed = typeof confirm === "string" ? { confirmed: confirm } : {};
    return { change: change && { ...change, audit: { ...change.audit, ...confirmed } }, result };
  };
  const result = ({ fresh, ...sums }: Taken): Imported => ({
    ...sums,
    ...wish.showsFacts ? { facts: fresh.map(shownFact) } : {},
    skipped: sums.skipped + read.invalid.length,
    skipped_because: [...sums.skipped_because, ...because([[read.invalid.length, NO_RECORD]])],
    invalid: invalidShown(read.invalid),
    ...kinds.length > 0 ? { redacted: kinds } : {},
    mode,
    format: read.format,
  });
  const isGrave = mode === "replace";
  const needsConsent = isGrave || wish.showsFacts === true || !isEmptyStore(store);
  if (dryRun || (needsConsent && (confirm === false || (isGrave && confirm === true)))) {
    const sums = plan().result;
    const token = isGrave && !dryRun ? { confirm_token: issueToken(runtime, binding(store, read)) } : {};
    const replaced = mode === "replace" ? readContents(store).records.length : undefined;
    return preview({ ...result(sums), message: importMessage(sums, replaced), ...token });
  }
  if (isGrave) checkToken(runtime, String(confirm), binding(store, read), usedTokens([store]));
  const meter = indexMeter(runtime, config, { quiet });
  const { result: sums, done } = carryOut(memory, store, plan, { ...sync, onProgress: meter.update });
  meter.end();
  return ok({ ...result(sums), index_synced: true, ...done });
}

/** Takes in the notes of the LingXi memory in `folder`. Nothing of it is replaced, so no token is wanted. */
function takeLingxi(memory: Memory, store: Store, folder: string, { dryRun, confirm, sync }: Wish): Outcome {
  const options = { secrets: memory.config.privacy.redact };
  const plan = (from: Store) => planLingxiImport(from, folder, actorOf(memory.runtime), options);
  const kind = { mode: "merge", format: "lingxi" } as const;
  if (dryRun || (confirm === false && !isEmptyStore(store))) {
    const { result } = plan(store);
    return preview({ ...result, ...kind, message: importMessage(result) });
  }
  const { result, done } = carryOut(memory, store, plan, sync);
  return ok({ ...result, ...kind, index_synced: true, ...done });
}
