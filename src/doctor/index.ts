/** The index: can it be read, does it know all files, does it hold what they hold. */
import {
  type Check,
  counted,
  eachLayer,
  fail,
  type Finding,
  pass,
  type Patient,
  some,
  together,
  warn,
} from "./check.ts";
import type { DeferredSync } from "./logs.ts";
import { THRESHOLDS } from "./thresholds.ts";
import type { StoreView } from "./view.ts";

const MINUTE_MS = 60_000;

export const sqliteAccessible: Check = (patient) =>
  eachLayer(patient, ({ index: { state, problem = "", records } }) => {
    const { say } = patient;
    const rebuild = say({
      en: "Run `memory doctor --fix`: the index is derived from the files, nothing is lost",
      zh: "请运行 `memory doctor --fix`：索引由文件生成，不会丢失内容",
    });
    switch (state) {
      case "open":
        return pass(say({ en: `${counted(records, "record")} in the index`, zh: `索引中有 ${records} 条记录` }));
      case "absent":
        return pass(say({ en: "not made yet; the next search makes it", zh: "尚未建立；下次搜索时会建立" }));
      case "outdated":
        return pass(
          say({ en: "of an earlier version; the next search makes it anew", zh: "由旧版本建立；下次搜索时会重建" }),
        );
      case "newer":
        return fail(problem, say({ en: "Update `memory`", zh: "请升级 `memory`" }));
      case "corrupt":
        return fail(problem, rebuild);
      case "unreadable":
        return fail(problem, say({ en: "Make the file readable and writable", zh: "请让该文件可读写" }));
    }
  });

export const indexFresh: Check = (patient) =>
  eachLayer(patient, (view) => together([freshness(patient, view), ...deferred(patient, view.logs.deferred)]));

function freshness({ runtime, say }: Patient, { index: { state, behind }, lines: { documents } }: StoreView): Finding {
  if (state !== "open" && state !== "absent") {
    return pass(say({ en: "not to be told from this index", zh: "无法从该索引得知" }));
  }
  const isEmpty = [...documents.values()].every((count) => count === 0);
  if (behind.length === 0 || (state === "absent" && isEmpty)) return pass(say({ en: "in step", zh: "与文件同步" }));
  const now = runtime.now().getTime();
  // A change from the future is a clock that was wrong; how wrong is what counts.
  const lags = behind.map(({ changedAt }) => changedAt === undefined ? 0 : Math.abs(now - changedAt) / MINUTE_MS);
  const minutes = Math.floor(Math.max(...lags));
  const files = some(behind.map(({ file }) => file), say, 3);
  const detail = say({ en: `${minutes} min behind ${files}`, zh: `落后 ${minutes} 分钟：${files}` });
  if (minutes <= THRESHOLDS.index_lag_warn_minutes) {
    return pass(`${detail}${say({ en: "; the next search follows", zh: "；下次搜索时会跟上" })}`);
  }
  return warn(detail, say({ en: "Run `memory sync`", zh: "请运行 `memory sync`" }));
}

/** A detached sync that says nothing for this long has died. */
const DEFERRED_DEAD_MS = 10 * MINUTE_MS;

function deferred({ runtime, say }: Patient, last: DeferredSync | undefined): Finding[] {
  if (!last) return [];
  const next = say({ en: "Run `memory sync`", zh: "请运行 `memory sync`" });
  switch (last.state) {
    case "finished":
      return [pass(say({ en: `last deferred sync finished ${last.at}`, zh: `上次后台同步完成于 ${last.at}` }))];
    case "failed":
      return [warn(
        say({
          en: `last deferred sync failed ${last.at}: ${last.reason ?? ""}`,
          zh: `上次后台同步于 ${last.at} 失败：${last.reason ?? ""}`,
        }),
        next,
      )];
    case "requested": {
      const isDead = runtime.now().getTime() - Date.parse(last.at) > DEFERRED_DEAD_MS;
      if (!isDead) return [pass(say({ en: "a deferred sync is running", zh: "后台同步正在进行" }))];
      return [warn(
        say({ en: `the deferred sync of ${last.at} never finished`, zh: `${last.at} 的后台同步一直没有完成` }),
        next,
      )];
    }
  }
}

/** Files against rows, by count; `--deep` compares them one by one. */
export const consistency: Check = (patient) =>
  eachLayer(patient, ({ index: { state, rows, behind }, lines: { documents } }) => {
    const { say } = patient;
    const inFiles = [...documents.values()].reduce((sum, count) => sum + count, 0);
    if (state !== "open") {
      return pass(say({ en: `${inFiles} in the files, no index`, zh: `文件 ${inFiles} 条，无索引` }));
    }
    const inIndex = [...rows.values()].reduce((sum, count) => sum + count, 0);
    const detail = say({
      en: `${inFiles} in the files, ${inIndex} in the index`,
      zh: `JSONL ${inFiles} 条 vs 索引 ${inIndex} 条`,
    });
    const late = new Set(behind.map(({ file }) => file));
    const wrong = [...new Set([...documents.keys(), ...rows.keys()])]
      .filter((file) => !late.has(file) && (documents.get(file) ?? 0) !== (rows.get(file) ?? 0));
    if (wrong.length === 0) return pass(detail);
    return fail(
      say({ en: `${detail}; they differ in ${some(wrong, say, 3)}`, zh: `${detail}；不一致：${some(wrong, say, 3)}` }),
      say({
        en: "Run `memory doctor --fix`, which makes the index anew from the files",
        zh: "请运行 `memory doctor --fix`，它会由文件重建索引",
      }),
    );
  });
