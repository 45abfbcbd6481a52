/**
 * In: a place. Out: the state of the memory there: one finding for each check, in a fixed order, with the next step.
 * Not done here: mending (fix.ts), printing (commands/manage/doctor.ts).
 *
 * Doctor works where nothing else does: without a memory, switched off, with broken settings or unreadable files.
 *
 * @module
 */
import { languageOf, loadConfig } from "../config/mod.ts";
import { reasonTold } from "../errors.ts";
import { globalDataFolder, memoryHome } from "../paths.ts";
import type { Layer } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import type { Language, Sentence } from "../sentence.ts";
import { type Memory, openMemory, storesToRead } from "../store/memory.ts";
import { type Check, eachLayer, failure, type Finding, type Patient, type Status, THRESHOLDS } from "./check.ts";
import { delivery, logErrors } from "./delivery.ts";
import { type Fixed, mend } from "./fix.ts";
import { home } from "./home.ts";
import { binaryVersion, hooksInstalled, olderTools } from "./clients.ts";
import { consistency, indexFresh, modelCache, sqliteAccessible } from "./index.ts";
import {
  dailySpike,
  duplicateRate,
  idUnique,
  jsonlParseable,
  notesIndex,
  permissions,
  secrets,
  spool,
} from "./files.ts";
import { viewStore } from "./view.ts";

interface DoctorRequest {
  readonly projectPath: string | undefined;
  readonly layer: Layer | undefined;
  /** Look at everything, however long it takes. */
  readonly deep: boolean;
  /** First mend what can be mended without risk. */
  readonly fix: boolean;
  /** Of the report; that of the settings, or of the locale, unless told. */
  readonly language?: Language | undefined;
}

/** The report. */
export interface Diagnosis {
  readonly checks: readonly {
    readonly id: CheckId;
    readonly name: string;
    readonly status: Status;
    readonly detail: string;
    readonly next_step?: string;
  }[];
  readonly summary: Readonly<Record<Status, number>>;
  readonly thresholds: typeof THRESHOLDS;
  /** With `fix`: what was mended. The checks come after it. */
  readonly fixed?: readonly Fixed[];
  /** With `fix`: what could not be mended. */
  readonly unfixed?: readonly string[];
}

/** Every check, in the order of the report. */
const CHECKS = [
  ["jsonl_parseable", { en: "JSONL parseable", zh: "JSONL 可解析性" }, jsonlParseable],
  ["id_unique", { en: "Ids unique", zh: "ID 唯一性" }, eachLayer(idUnique)],
  ["sqlite_accessible", { en: "SQLite accessible", zh: "SQLite 可访问" }, eachLayer(sqliteAccessible)],
  ["index_fresh", { en: "Index fresh", zh: "索引时效性" }, eachLayer(indexFresh)],
  ["model_cache", { en: "Model cache", zh: "模型缓存" }, modelCache],
  ["consistency", { en: "Files and index agree", zh: "数据一致性" }, eachLayer(consistency)],
  ["daily_spike", { en: "Writes per day", zh: "单日写入异常" }, eachLayer(dailySpike)],
  ["duplicate_rate", { en: "Repeated ids", zh: "重复ID率" }, eachLayer(duplicateRate)],
  ["log_errors", { en: "Errors in the log", zh: "日志错误率" }, logErrors],
  ["hooks_installed", { en: "Hooks installed", zh: "钩子安装" }, hooksInstalled],
  ["binary_version", { en: "Binary", zh: "程序版本" }, binaryVersion],
  ["permissions", { en: "Permissions", zh: "文件权限" }, eachLayer(permissions)],
  ["home", { en: "Whose memory", zh: "记忆归属" }, home],
  ["notes_index", { en: "Notes and INDEX.md", zh: "笔记索引" }, eachLayer(notesIndex)],
  ["spool", { en: "Unfinished writes", zh: "未完成的写入" }, eachLayer(spool)],
  ["delivery", { en: "Delivery", zh: "送达情况" }, delivery],
  ["older_tools", { en: "Earlier tools", zh: "旧的记忆工具" }, olderTools],
  ["secrets", { en: "Secrets", zh: "敏感信息" }, eachLayer(secrets)],
] as const satisfies readonly (readonly [id: string, name: Sentence, check: Check])[];

/** What a check is called in the report. */
export type CheckId = typeof CHECKS[number][0];
/** All of them, in order. */
export const CHECK_IDS: readonly CheckId[] = CHECKS.map(([id]) => id);

/** Examines a memory. Changes nothing without `fix`, and never throws for what it finds. */
export async function examine(runtime: Runtime, request: DoctorRequest): Promise<Diagnosis> {
  if (!request.fix) return await diagnose(admit(runtime, request));
  const { fixed, failed } = mend(admit(runtime, request));
  const diagnosis = await diagnose(admit(runtime, request));
  return { ...diagnosis, fixed, ...failed.length > 0 ? { unfixed: failed } : {} };
}

function admit(runtime: Runtime, { projectPath, layer, deep, language: asked }: DoctorRequest): Patient {
  const { memory, problem } = memoryAt(runtime, projectPath);
  const language = asked ?? languageOf(runtime, memory.config);
  const options = { logDays: memory.config.log.retain_days, deep };
  const views = storesToRead(memory, layer).map((store) => viewStore(store, options));
  return { runtime, memory, problem, layer, deep, views, language };
}

async function diagnose(patient: Patient): Promise<Diagnosis> {
  const { language } = patient;
  const checks: Diagnosis["checks"][number][] = [];
  for (const [id, name, check] of CHECKS) {
    if (id === "secrets" && !patient.deep) continue;
    const { status, detail, next_step } = await run(check, patient);
    const next = next_step?.[language];
    checks.push({ id, name: name[language], status, detail: detail[language], ...next ? { next_step: next } : {} });
  }
  const count = (status: Status) => checks.filter((check) => check.status === status).length;
  const summary = { pass: count("pass"), warn: count("warn"), fail: count("fail") };
  return { checks, summary, thresholds: THRESHOLDS };
}

/** A check that throws is a failed check. */
async function run(check: Check, patient: Patient): Promise<Finding> {
  try {
    return await check(patient);
  } catch (error) {
    return failure(error);
  }
}

/** The memory of a place; one without stores, with the reason, when not even its folders can be looked for. */
function memoryAt(
  runtime: Runtime,
  projectPath: string | undefined,
): { readonly memory: Memory; readonly problem: Sentence | undefined } {
  try {
    return { memory: openMemory(runtime, { projectPath }), problem: undefined };
  } catch (error) {
    const locations = {
      projectRoot: undefined,
      projectFolder: undefined,
      here: undefined,
      globalFolder: globalDataFolder(runtime),
      memoryHome: memoryHome(runtime),
    };
    const memory = { ...loadConfig(runtime), runtime, locations, project: undefined, global: undefined };
    return { memory, problem: reasonTold(error) };
  }
}
