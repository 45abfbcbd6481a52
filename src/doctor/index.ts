/**
 * Checks of what is derived: can the index be read, does it know all files and agree with them; is the model for search
 * by meaning there, can this system run it, what has it made?
 *
 * @module
 */
import { clock, counted } from "../cli/terminal.ts";
import { chooseModel, folderOfChoice, type InstalledModel, wantedModel } from "../embedding/choice.ts";
import { modelState, verifyFiles } from "../embedding/model_files.ts";
import { asMemoryError, MemoryError } from "../errors.ts";
import { compareWithLines, compareWithRebuild, integrityProblems } from "../index/inspect.ts";
import { openVectors } from "../index/vectors.ts";
import { largest } from "../lists.ts";
import { hasLibrary } from "../native.ts";
import { LAYER_NAMES } from "../records/mod.ts";
import { joined, same, type Sentence } from "../sentence.ts";
import { INDEX_FILE, VECTORS_FILE } from "../store/layout.ts";
import {
  type Check,
  eachLayer,
  fail,
  type Finding,
  inBoth,
  pass,
  type Patient,
  some,
  THRESHOLDS,
  together,
  warn,
} from "./check.ts";
import type { StoreView } from "./view.ts";

const MINUTE_MS = 60_000;

/** Whether the index can be read, and the vectors beside it. */
export const sqliteAccessible: Check = (patient) =>
  eachLayer(patient, (view) => {
    const { state, records } = view.index;
    const problem = view.index.problem ?? same("");
    if (state === "newer") return fail(problem, { en: "Update `memory`", zh: "请升级 `memory`" });
    if (state === "unreadable") {
      return fail(problem, { en: "Make the file readable and writable", zh: "请让该文件可读写" });
    }
    const wrong = state === "corrupt" ? [problem] : damage(patient, view);
    if (wrong.length > 0) {
      return fail(some(wrong), {
        en: "Run `memory doctor --fix`: the index is derived from the files, nothing is lost",
        zh: "请运行 `memory doctor --fix`：索引由文件生成，不会丢失内容",
      });
    }
    if (state === "absent") {
      return pass({ en: "not made yet; the next search makes it", zh: "尚未建立；下次搜索时会建立" });
    }
    if (state === "outdated") {
      return pass({ en: "of an earlier version; the next search makes it anew", zh: "由旧版本建立；下次搜索时会重建" });
    }
    return pass({ en: `${counted(records, "record")} in the index`, zh: `索引中有 ${records} 条记录` });
  });

/** What is wrong with index and vectors. With `deep`, every page of both is read. */
export function damage({ deep }: Pick<Patient, "deep">, { store, vectors }: StoreView): Sentence[] {
  const at = (file: string, problems: readonly Sentence[]) =>
    problems.map((problem) => inBoth((say) => `${file}: ${say(problem)}`));
  const known = at(VECTORS_FILE, vectors.problem === undefined ? [] : [vectors.problem]);
  if (!deep) return known;
  return [
    ...at(INDEX_FILE, integrityProblems(store, INDEX_FILE)),
    ...known.length > 0 ? known : at(VECTORS_FILE, integrityProblems(store, VECTORS_FILE)),
  ];
}

/** Whether the index knows what the files say. */
export const indexFresh: Check = (patient) =>
  eachLayer(patient, (view) => together([freshness(patient, view), ...deferred(patient, view)]));

/** For how many minutes the files have had something that the index does not know; undefined when it knows all. */
export function lagMinutes({ runtime }: Pick<Patient, "runtime">, { index, lines }: StoreView): number | undefined {
  const { state, behind } = index;
  const isEmpty = [...lines.documents.values()].every((count) => count === 0);
  if (behind.length === 0 || (state === "absent" && isEmpty)) return undefined;
  const now = runtime.now().getTime();
  // A change from the future was made by a wrong clock; how wrong is what counts.
  const lags = behind.map(({ changedAt }) => changedAt === undefined ? 0 : Math.abs(now - changedAt) / MINUTE_MS);
  return Math.floor(largest(lags, 0));
}

function freshness(patient: Patient, view: StoreView): Finding {
  const { state, behind } = view.index;
  if (state !== "open" && state !== "absent") {
    return pass({ en: "not to be told from this index", zh: "无法从该索引得知" });
  }
  const minutes = lagMinutes(patient, view);
  if (minutes === undefined) return pass({ en: "in step", zh: "与文件同步" });
  const files = some(behind.map(({ file }) => file), 3);
  const detail = minutes < 1
    ? { en: `less than a minute behind ${files.en}`, zh: `落后不到 1 分钟：${files.zh}` }
    : { en: `${minutes} min behind ${files.en}`, zh: `落后 ${minutes} 分钟：${files.zh}` };
  if (minutes > THRESHOLDS.index_lag_warn_minutes) {
    return warn(detail, { en: "Run `memory sync`", zh: "请运行 `memory sync`" });
  }
  return pass(joined([detail, { en: "the next search follows", zh: "下次搜索时会跟上" }]));
}

/** A detached sync that has logged nothing for this long is dead. */
const DEFERRED_DEAD_MS = 10 * MINUTE_MS;

/** How the last detached sync ended. If the index caught up since, a failed one is no reason to worry. */
function deferred({ runtime }: Patient, { logs, index: { behind } }: StoreView): Finding[] {
  const last = logs.deferred;
  if (!last) return [];
  const age = runtime.now().getTime() - Date.parse(last.at);
  const at = clock(last.at);
  if (last.state === "finished") {
    return [pass({ en: `the last deferred sync finished ${at}`, zh: `上次后台同步完成于 ${at}` })];
  }
  if (last.state === "requested" && age <= DEFERRED_DEAD_MS) {
    return [pass({ en: "a deferred sync is running", zh: "后台同步正在进行" })];
  }
  const detail = last.state === "failed"
    ? {
      en: `the last deferred sync failed ${at}: ${last.reason ?? ""}`,
      zh: `上次后台同步于 ${at} 失败：${last.reason ?? ""}`,
    }
    : { en: `the deferred sync of ${at} never finished`, zh: `${at} 的后台同步一直没有完成` };
  return [
    behind.length === 0 ? pass(detail) : warn(detail, { en: "Run `memory sync`", zh: "请运行 `memory sync`" }),
  ];
}

/** Compares files with rows: by count, and one by one. */
export const consistency: Check = (patient) =>
  eachLayer(patient, (view) => {
    const { index: { state, rows }, lines: { documents } } = view;
    const inFiles = [...documents.values()].reduce((sum, count) => sum + count, 0);
    if (state !== "open") {
      return pass({ en: `${inFiles} in the files, no index`, zh: `文件 ${inFiles} 条，无索引` });
    }
    const inIndex = [...rows.values()].reduce((sum, count) => sum + count, 0);
    const detail = {
      en: `${inFiles} in the files, ${inIndex} in the index`,
      zh: `JSONL ${inFiles} 条 vs 索引 ${inIndex} 条`,
    };
    const wrong = differences(patient, view);
    if (wrong.length > 0) {
      return fail({
        en: `${detail.en}; they differ in ${some(wrong, 3).en}`,
        zh: `${detail.zh}；不一致：${some(wrong, 3).zh}`,
      }, {
        en: "Run `memory doctor --fix`, which makes the index anew from the files",
        zh: "请运行 `memory doctor --fix`，它会由文件重建索引",
      });
    }
    if (comparesRows(patient, view)) return pass(detail);
    return pass({
      en: `${detail.en}; by number only, since there are many: \`memory doctor --deep\` compares each with its line`,
      zh: `${detail.zh}；数量较多，只核对了条数：\`memory doctor --deep\` 会逐条比较`,
    });
  });

/**
 * Up to so much rows are compared whenever anybody asks: some 15,000 facts, and three tenths of a second (10,000 facts
 * took 0.2 s, 100,000 1.1 s, and `compareWithRebuild` 2.6 s for 10,000: processor time, 23 November 2026).
 */
const COMPARED_BYTES = 5 * 1024 * 1024;

function comparesRows({ deep }: Pick<Patient, "deep">, { lines: { bytes } }: StoreView): boolean {
  return deep || bytes <= COMPARED_BYTES;
}

/** Where the index differs from files that it claims to know. */
export function differences(patient: Pick<Patient, "deep">, view: StoreView): string[] {
  const { store, index, lines: { documents } } = view;
  const late = new Set(index.behind.map(({ file }) => file));
  const names = [...new Set([...documents.keys(), ...index.rows.keys()])];
  const byCount = names.filter((file) => !late.has(file) && (documents.get(file) ?? 0) !== (index.rows.get(file) ?? 0));
  if (byCount.length > 0 || !comparesRows(patient, view)) return byCount;
  // While files wait for a sync, what supersedes what may differ anywhere.
  const rows = patient.deep && late.size === 0 ? compareWithRebuild(store) : compareWithLines(store);
  return rows.map(({ file, id, what }) => `${file} ${id} (${what})`);
}

/** Whether search by meaning works, or could. */
export const modelCache: Check = async (patient) => {
  const { runtime, memory: { config } } = patient;
  if (!config.embedding.enabled) {
    return pass({ en: "switched off (embedding.enabled)", zh: "已关闭（embedding.enabled）" });
  }
  if (!hasLibrary(runtime, "onnxruntime")) {
    return warn({
      en: `there is no native runtime for ${runtime.platform}-${runtime.arch}: search goes by word`,
      zh: `${runtime.platform}-${runtime.arch} 没有可用的原生运行库：按词搜索`,
    });
  }
  try {
    const model = wantedModel(runtime, config);
    const there = pass({ en: `${model.name} is there`, zh: `${model.name} 存在` });
    return together([there, ...vectors(patient), ...patient.deep ? await tried(patient, model) : []]);
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return missing(patient, error);
  }
};

function missing({ runtime, memory: { config } }: Patient, { code, told }: MemoryError): Finding {
  const { message, hint } = told;
  if (code === "CONFIG_INVALID") return fail(message, hint);
  const choice = chooseModel(runtime, config.embedding.model);
  const state = choice.kind === "folder" ? undefined : modelState(runtime, folderOfChoice(runtime, config, choice));
  if (state?.status === "damaged") {
    return fail(message, { en: "Run `memory model download --update`", zh: "请运行 `memory model download --update`" });
  }
  if (state === undefined) return warn(message, hint);
  if (state.status === "ready") return fail(message, hint);
  return warn(
    { en: `${choice.name} is not downloaded: search goes by word`, zh: `${choice.name} 尚未下载：按词搜索` },
    { en: "Run `memory model download`", zh: "请运行 `memory model download`" },
  );
}

/** How many vectors there are. They are made in the background, so that none yet is no fault. */
function vectors({ views }: Patient): Finding[] {
  return views.flatMap(({ store, vectors: { models } }) => {
    if (models.length === 0) return [];
    const { layer } = store;
    return [
      pass({
        en: `vectors of the ${layer} layer: ${models.map(({ model, records }) => `${records} by ${model}`).join(", ")}`,
        zh: `${LAYER_NAMES[layer].zh}层向量：${
          models.map(({ model, records }) => `${model} ${records} 条`).join("，")
        }`,
      }),
    ];
  });
}

/** Tries what search by meaning needs: the model's files, a session of it, and sqlite-vec. */
async function tried({ runtime, memory: { config }, views }: Patient, model: InstalledModel): Promise<Finding[]> {
  const choice = chooseModel(runtime, config.embedding.model);
  const state = choice.kind === "folder" ? undefined : modelState(runtime, folderOfChoice(runtime, config, choice));
  const problems = state?.status === "ready" ? verifyFiles(runtime, state.folder, state.manifest) : [];
  if (problems.length > 0) {
    return [
      fail(joined(problems), {
        en: "Run `memory model download --update`",
        zh: "请运行 `memory model download --update`",
      }),
    ];
  }
  try {
    const { loadEmbedder } = await import("../embedding/mod.ts");
    const embedder = await loadEmbedder(runtime, model);
    embedder.close();
    for (const { store, vectors } of views) if (vectors.state === "open") openVectors(store).close();
    return [pass({ en: "its files are as downloaded, and it runs", zh: "文件与下载时一致，可以运行" })];
  } catch (error) {
    const { message, hint } = asMemoryError(error).told;
    return [fail(message, hint)];
  }
}
