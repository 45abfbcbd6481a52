/**
 * In: a place. Out: the state of the memory there: one finding for each check, in a fixed order, with the next step.
 * Not done here: repairs (fix.ts), printing (commands/manage/doctor.ts).
 *
 * Doctor works where every other verb fails: without a memory, while memory is switched off, with broken settings or
 * unreadable files.
 */
import { loadConfig } from "../config/mod.ts";
import { reasonTold } from "../errors.ts";
import { globalDataFolder, memoryHome } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { inResult, type Sentence } from "../sentence.ts";
import { openMemory, storesToRead } from "../store/memory.ts";
import { type Check, eachLayer, failedCheck, type Finding, type Patient, type Status, THRESHOLDS } from "./check.ts";
import { delivery, logErrors } from "./delivery.ts";
import { repair } from "./fix.ts";
import { home } from "./home.ts";
import { binaryVersion, hooksInstalled, olderTools } from "./clients.ts";
import { consistency, indexFresh, modelCache, sqliteAccessible } from "./index.ts";
import {
  backups,
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

interface DoctorRequest extends Pick<Patient, "layer" | "deep"> {
  readonly projectPath: string | undefined;
  /** First repairs whatever can be repaired without risk. */
  readonly fix: boolean;
}

export type Diagnosis = Awaited<ReturnType<typeof examine>>;

/** Every check, in the order of the report. */
export const CHECKS = [
  ["jsonl_parseable", { en: "Files of the memory", zh: "记忆的文件" }, jsonlParseable],
  ["id_unique", { en: "Ids", zh: "id" }, eachLayer(idUnique)],
  ["sqlite_accessible", { en: "Index", zh: "索引" }, eachLayer(sqliteAccessible)],
  ["index_fresh", { en: "How new the index is", zh: "索引新不新" }, eachLayer(indexFresh)],
  ["model_cache", { en: "Search by meaning", zh: "按语义搜索" }, modelCache],
  ["consistency", { en: "Index beside the files", zh: "索引与文件对照" }, eachLayer(consistency)],
  ["daily_spike", { en: "Records in a day", zh: "每天的记录数" }, eachLayer(dailySpike)],
  ["duplicate_rate", { en: "Repeated lines", zh: "重复的行" }, eachLayer(duplicateRate)],
  ["log_errors", { en: "Errors in the log", zh: "日志里的错误" }, logErrors],
  ["hooks_installed", { en: "Connected clients", zh: "接好的客户端" }, hooksInstalled],
  ["binary_version", { en: "Program", zh: "程序" }, binaryVersion],
  ["permissions", { en: "Who may read the files", zh: "谁能读这些文件" }, permissions],
  ["home", { en: "Whose memory it is", zh: "记忆属于谁" }, home],
  ["notes_index", { en: "Notes", zh: "笔记" }, eachLayer(notesIndex)],
  ["spool", { en: "Work left half done", zh: "没做完的写入" }, eachLayer(spool)],
  ["backups", { en: "Backups", zh: "备份" }, eachLayer(backups)],
  ["delivery", { en: "What agents were given", zh: "agent 收到的内容" }, delivery],
  ["older_tools", { en: "Earlier memory tools", zh: "旧的记忆工具" }, olderTools],
  ["secrets", { en: "Secrets in the files", zh: "文件里的密钥" }, eachLayer(secrets)],
] as const satisfies readonly (readonly [id: string, name: Sentence, check: Check])[];

/** The name of a check in JSON. */
export type CheckId = typeof CHECKS[number][0];

/** Examines a memory. Changes nothing without `fix`, and reports every problem instead of throwing. */
export async function examine(runtime: Runtime, request: DoctorRequest) {
  const mended: Partial<ReturnType<typeof repair>> = request.fix ? repair(patientAt(runtime, request)) : {};
  return { ...await diagnose(patientAt(runtime, request)), ...mended };
}

function patientAt(runtime: Runtime, { projectPath, layer, deep }: DoctorRequest): Patient {
  const { memory, problem } = memoryAt(runtime, projectPath);
  const options = { logDays: memory.config.log.retain_days, deep };
  const views = storesToRead(memory, layer).map((store) => viewStore(store, options));
  return { runtime, memory, problem, layer, deep, views };
}

async function diagnose(patient: Patient) {
  const due = CHECKS.filter(([id]) => id !== "secrets" || patient.deep);
  const checks = await Promise.all(due.map(async ([id, name, check]) => {
    const looked = Promise.try((): Finding | Promise<Finding> => check(patient));
    const { status, detail, next_step, ...unchecked } = await looked.catch(failedCheck);
    const told = { id, name: inResult(name), status, detail: inResult(detail) };
    return { ...told, next_step: next_step?.en ? inResult(next_step) : undefined, ...unchecked };
  }));
  const count = (status: Status) => checks.filter((check) => check.status === status).length;
  const summary = { pass: count("pass"), warn: count("warn"), fail: count("fail") };
  return { checks, summary, thresholds: THRESHOLDS };
}

/** The memory of a place. Where not even its folders can be looked for, one without stores, with the reason. */
function memoryAt(runtime: Runtime, projectPath: string | undefined): Pick<Patient, "memory" | "problem"> {
  try {
    return { memory: openMemory(runtime, { projectPath }), problem: undefined };
  } catch (error) {
    const locations = {
      projectRoot: undefined,
      projectFolder: undefined,
      here: undefined,
      start: runtime.cwd(),
      globalFolder: globalDataFolder(runtime),
      memoryHome: memoryHome(runtime),
    };
    const memory = { ...loadConfig(runtime), runtime, locations, project: undefined, global: undefined };
    return { memory, problem: reasonTold(error) };
  }
}
