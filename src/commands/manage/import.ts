import { join, resolve } from "node:path";
import { choice, flag, maybe, required, text, withDefault } from "../../cli/args.ts";
import { defineCommand, ok, type Outcome, preview } from "../../cli/command.ts";
import { indexMeter } from "../../cli/progress.ts";
import { confirmLine, counted, type Style } from "../../cli/terminal.ts";
import { fail } from "../../errors.ts";
import {
  cleanBundle,
  IMPORT_FORMATS,
  type ImportFormat,
  type Invalid,
  isClientFormat,
  type Read,
} from "../../exchange/incoming.ts";
import { type ClientInput, clientMemoryAt, readClientMemory, readExport, readInput } from "../../exchange/read.ts";
import { because, IMPORT_MODES, type ImportMode, planImport, type Taken } from "../../exchange/take_in.ts";
import { sha256Hex } from "../../hash.ts";
import { BYTES_MAX } from "../../limits.ts";
import { lingxiMemory, planLingxiImport } from "../../notes/import.ts";
import type { RawRecord } from "../../records/mod.ts";
import type { Runtime } from "../../runtime.ts";
import { inResult, same, type Sentence } from "../../sentence.ts";
import { usedTokens } from "../../store/audit.ts";
import type { Planned } from "../../store/change.ts";
import { consentIn } from "../../store/confirm.ts";
import { readContents } from "../../store/contents.ts";
import { DAILY_FOLDER, SESSIONS_FILE } from "../../store/layout.ts";
import { type Memory, openMemory, storeToWrite } from "../../store/memory.ts";
import type { Store } from "../../store/mod.ts";
import { asShown } from "../../upkeep/delete.ts";
import { carryOut, type SyncChoice } from "../../upkeep/mod.ts";
import { isEmptyStore } from "../../upkeep/notes.ts";
import { readStandardInput, STANDARD_INPUT, STREAM } from "../input.ts";
import { actorOf, SYNC_ARGS } from "./arguments.ts";

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
    // Of a folder with notes that is also a memory of ours the records matter more than the notes.
    const holdsRecords = isMemoryFolder(runtime, input) || runtime.files.stat(input)?.kind === "file";
    if (lingxi !== undefined && (format === "lingxi" || !holdsRecords)) {
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
    if (isClientFormat(format)) {
      fail("IMPORT_INVALID", {
        en: `There is no file or folder ${input} to read as ${format}`,
        zh: `没有可按 ${format} 读取的文件或目录 ${input}`,
      });
    }
    const isItself = runtime.files.realPath(input) === runtime.files.realPath(store.folder);
    if (isItself) refuseItself(runtime, input, wish);
    // Of its own folder only the days are not in use that Memory Skill v1 left there.
    const read = readInput(runtime, input, isItself ? "memory-v1" : format);
    return takeRecords(memory, store, { ...read, from: same(input) }, wish);
  },
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

type Source = Read & { readonly from: Sentence };

/** The memory of a client that an input is, under the format that was asked for. */
function clientInput(runtime: Runtime, input: string, format: ImportFormat): ClientInput | undefined {
  if (format !== "auto" && !isClientFormat(format)) return undefined;
  const found = clientMemoryAt(runtime, input);
  if (format === "auto") return found && !isMemoryFolder(runtime, input) ? found : undefined;
  const isThere = runtime.files.stat(input) !== undefined;
  return found ? { ...found, client: format } : isThere ? { client: format, path: input } : undefined;
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
  if (!wish.skipInvalid) refuseInvalid(read.from, read.invalid);
  const plan = (): Planned<Taken> => {
    const { change, result } = planImport(store, read.bundle, mode, actorOf(runtime));
    const confirmed = typeof confirm === "string" ? { confirmed: confirm } : {};
    return { change: change && { ...change, audit: { ...change.audit, ...confirmed } }, result };
  };
  const result = ({ fresh, ...sums }: Taken): Imported => ({
    ...sums,
    ...wish.showsFacts ? { facts: fresh.map(({ id, memory_type, content }) => ({ id, memory_type, content })) } : {},
    skipped: sums.skipped + read.invalid.length,
    skipped_because: [...sums.skipped_because, ...because([[read.invalid.length, NO_RECORD]])],
    invalid: invalidShown(read.invalid),
    ...kinds.length > 0 ? { redacted: kinds } : {},
    mode,
    format: read.format,
  });
  const isGrave = mode === "replace";
  const needsConsent = isGrave || wish.showsFacts === true || !isEmptyStore(store);
  const consent = consentIn(runtime, needsConsent ? confirm : true, isGrave);
  if (dryRun || !consent.isGiven) {
    const sums = plan().result;
    const sealed = dryRun ? {} : consent.seal(() => binding(store, read));
    const replaced = isGrave ? readContents(store).records.length : undefined;
    return preview({ ...result(sums), message: importMessage(sums, replaced), ...sealed }, importText);
  }
  consent.check(() => binding(store, read), () => usedTokens([store]));
  const meter = indexMeter(runtime, config, { quiet });
  const { result: sums, done } = carryOut(memory, store, plan, { ...sync, onProgress: meter.update });
  meter.end();
  return ok({ ...result(sums), index_synced: true, ...done }, importText);
}

/** Takes in the notes of the LingXi memory in `folder`. Nothing of it is replaced, so no token is wanted. */
function takeLingxi(memory: Memory, store: Store, folder: string, { dryRun, confirm, sync }: Wish): Outcome {
  const options = { secrets: memory.config.privacy.redact };
  const plan = (from: Store) => planLingxiImport(from, folder, actorOf(memory.runtime), options);
  const kind = { mode: "merge", format: "lingxi" } as const;
  if (dryRun || (confirm === false && !isEmptyStore(store))) {
    const { result } = plan(store);
    return preview({ ...result, ...kind, message: importMessage(result) }, importText);
  }
  const { result, done } = carryOut(memory, store, plan, sync);
  return ok({ ...result, ...kind, index_synced: true, ...done }, importText);
}

/** What an import came to, or would come to: only then it has a `message`. */
interface Imported extends Omit<Taken, "renamed" | "fresh"> {
  /** Of a client's own memory: each fact that is made of it. */
  readonly facts?: readonly Pick<RawRecord, "id" | "memory_type" | "content">[];
  readonly renamed?: number;
  /** What the person should know of things that were imported all the same. */
  readonly remarks?: readonly Invalid[];
  /** Kinds of secrets that were taken out. */
  readonly redacted?: readonly string[];
  readonly invalid: readonly Invalid[];
  readonly mode: ImportMode;
  readonly format: string;
  readonly message?: Sentence;
  readonly confirm_token?: string;
  readonly backup_path?: string;
  readonly index_synced?: boolean;
}

/** What a preview says would happen; `replaced` is how many records make room, undefined when none does. */
function importMessage({ imported, existing }: Pick<Taken, "imported" | "existing">, replaced?: number): Sentence {
  if (replaced === undefined) {
    return inResult({
      en: `${counted(imported, "record")} would be added, ${existing} are here already`,
      zh: `将导入 ${imported} 条新记录，保留已有的 ${existing} 条`,
    });
  }
  return inResult({
    en: `${counted(imported, "record")} would take the place of the ${replaced} that are here (backed up first)`,
    zh: `将用导入的 ${imported} 条记录替换现有的 ${replaced} 条（先自动备份）`,
  });
}

/** The first of thousands of bad lines say what is wrong. */
const INVALID_SHOWN = 100;

/** The lines that are no records, as the result holds them. */
function invalidShown(invalid: readonly Invalid[]) {
  return invalid.slice(0, INVALID_SHOWN).map(({ reason, ...place }) => ({ ...place, reason: inResult(reason) }));
}

/** Throws IMPORT_INVALID for an input that holds what is no record, and that was not to be left out. */
function refuseInvalid(input: Sentence, invalid: readonly Invalid[]): void {
  const [first] = invalid;
  if (!first) return;
  const more = invalid.length - 1;
  fail("IMPORT_INVALID", {
    en: `${input.en} holds what is no record: ${
      first.file ? `${first.file}, ` : ""
    }line ${first.line}: ${first.reason.en}${more > 0 ? ` (and ${more} more)` : ""}`,
    zh: `${input.zh} 中有不是记录的内容：${first.file ? `${first.file} ` : ""}第 ${first.line} 行：${first.reason.zh}${
      more > 0 ? `（另有 ${more} 处）` : ""
    }`,
  }, {
    en: "Nothing was imported; --skip-invalid takes in the rest",
    zh: "什么都没有导入；加 --skip-invalid 可导入其余内容",
  }, { data: { invalid: invalidShown(invalid) } });
}

function importText(result: Imported, style: Style): string {
  const { imported, existing, skipped, invalid, skipped_because, message, confirm_token } = result;
  const { renamed = 0, remarks = [], facts = [], redacted = [] } = result;
  const sums = style.say({
    en: `${imported} new, ${existing} already here, ${skipped} left out\n`,
    zh: `新增 ${imported}，已有 ${existing}，略过 ${skipped}\n`,
  });
  const why = skipped_because.map(({ reason, count }) =>
    `  ${style.say({ en: `${count} left out: ${reason.en}`, zh: `略过 ${count}：${reason.zh}` })}\n`
  );
  const named = renamed === 0 ? [] : [`  ${
    style.say({
      en: `${counted(renamed, "record")} shared an id with another that says something else, and got one of their own`,
      zh: `${renamed} 条记录与别的记录同 id 而内容不同，已各用自己的 id`,
    })
  }\n`];
  const places = [...invalid, ...remarks].map(({ file, line, reason }) => {
    const place = file ? `${file}:${line}` : style.say({ en: `line ${line}`, zh: `第 ${line} 行` });
    return style.yellow(`  ${style.say({ en: `${place}: ${reason.en}`, zh: `${place}：${reason.zh}` })}\n`);
  });
  const secrets = redacted.length === 0 ? [] : [
    `  ${style.yellow({ en: `taken out: ${redacted.join(", ")}`, zh: `已略去：${redacted.join("，")}` })}\n`,
  ];
  const bad = [...why, ...named, ...secrets, ...places].join("");
  const made = facts.map(({ memory_type, content }) =>
    `  ${style.dim(`[${memory_type}]`)} ${String(content).replaceAll("\n", "\n      ")}\n`
  ).join("");
  if (message === undefined) return `${style.green({ en: "Imported", zh: "已导入" })} ${sums}${bad}`;
  return `${style.yellow(message)}
${sums}${made}${bad}${confirmLine(style, confirm_token)}`;
}
