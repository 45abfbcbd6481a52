/** Failures that nobody saw: hooks swallow theirs, so that only the log knows. */
import { join } from "node:path";
import { counted } from "../cli/phrases.ts";
import { LOGS_FOLDER } from "../store/layout.ts";
import { type Check, eachLayer, type Finding, pass, type Patient, together, warn } from "./check.ts";
import { type LogReport, readLogs } from "./logs.ts";
import { THRESHOLDS } from "./thresholds.ts";

/** Whether hooks fail more than now and then. */
export const logErrors: Check = (patient) => {
  const own = eachLayer(patient, ({ store, logs }) => judged(patient, logs, join(store.home, LOGS_FOLDER)));
  return together(patient.say, [own, ...elsewhere(patient)]);
};

/** Errors logged in `~/.memory`, by hooks whose data folder could not be written. */
function elsewhere(patient: Patient): Finding[] {
  const { runtime, memory: { config, locations }, say } = patient;
  const logs = readLogs(runtime, locations.memoryHome, config.log.retain_days);
  if (logs.errors.size === 0) return [];
  const folder = join(locations.memoryHome, LOGS_FOLDER);
  const finding = judged(patient, logs, folder);
  const detail = say({ en: `in ${folder}: ${finding.detail}`, zh: `${folder} 中：${finding.detail}` });
  return [{ ...finding, detail }];
}

function judged({ say }: Patient, { days, errors, lastError }: LogReport, folder: string): Finding {
  const total = [...errors.values()].reduce((sum, count) => sum + count, 0);
  const last = lastError ? say({ en: `; the last: ${lastError.message}`, zh: `；最近一次：${lastError.message}` }) : "";
  const detail = say({
    en: `${counted(total, "error")} in ${counted(days, "day")}`,
    zh: `${days} 天内 ${total} 个错误`,
  }) + last;
  const worst = [...errors].filter(([, count]) => count > THRESHOLDS.log_errors_warn_per_day).map(([day]) => day);
  if (worst.length === 0) return pass(detail);
  const file = join(folder, `${worst.at(-1)}.jsonl`);
  return warn(detail, say({ en: `Read ${file}`, zh: `请查看 ${file}` }));
}
