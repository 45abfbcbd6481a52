/** Failures that nobody saw: hooks swallow theirs, so that the log is the only one who knows. */
import { type Check, counted, eachLayer, pass, warn } from "./check.ts";
import { THRESHOLDS } from "./thresholds.ts";

export const logErrors: Check = (patient) =>
  eachLayer(patient, ({ logs: { days, errors, lastError } }) => {
    const { say } = patient;
    const total = [...errors.values()].reduce((sum, count) => sum + count, 0);
    const last = lastError
      ? say({ en: `; the last: ${lastError.message}`, zh: `；最近一次：${lastError.message}` })
      : "";
    const detail = say({
      en: `${counted(total, "error")} in ${counted(days, "day")}`,
      zh: `${days} 天内 ${total} 个错误`,
    }) + last;
    const worst = [...errors].filter(([, count]) => count > THRESHOLDS.log_errors_warn_per_day).map(([day]) => day);
    if (worst.length === 0) return pass(detail);
    return warn(
      detail,
      say({
        en: `Read logs/${worst.at(-1)}.jsonl in the data folder`,
        zh: `请查看数据目录中的 logs/${worst.at(-1)}.jsonl`,
      }),
    );
  });
