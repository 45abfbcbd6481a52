/** What a person sees after a save. */
import type { SaveResult } from "../../capture/result.ts";
import type { Style } from "../../cli/command.ts";
import type { Sentence } from "../../sentence.ts";

const WORDS: Readonly<Record<SaveResult["status"], Sentence>> = {
  saved: { en: "Saved", zh: "已保存" },
  exists: { en: "Already there", zh: "已有" },
  updated: { en: "Updated", zh: "已更新" },
  skipped: { en: "Not saved", zh: "未保存" },
};

/** What keeps a record from being saved, in words; without an entry a reason is shown as it is. */
const REASONS: Readonly<Record<string, Sentence>> = {
  memory_disabled: {
    en: "memory is switched off, `memory enable` switches it on",
    zh: "记忆已关闭，用 `memory enable` 打开",
  },
  auto_save_off: { en: "auto_save is false", zh: "auto_save 为 false" },
  session_not_saved: { en: "this session is not to be saved", zh: "这个会话不保存" },
};

/** One line a record, secrets and near records named. */
export function renderSaved(data: SaveResult | { readonly results: readonly SaveResult[] }, style: Style): string {
  return ("results" in data ? data.results : [data]).map((result) => line(result, style)).join("");
}

function line({ status, id, reason, redacted, similar }: SaveResult, style: Style): string {
  const why = reason === undefined ? undefined : style.say(REASONS[reason] ?? { en: reason, zh: reason });
  const because = why === undefined ? "" : style.say({ en: `: ${why}`, zh: `：${why}` });
  const what = `${style.green(style.say(WORDS[status]))}${id ? ` ${id}` : ""}${because}\n`;
  const secrets = redacted
    ? style.yellow(
      style.say({ en: `  taken out: ${redacted.join(", ")}\n`, zh: `  已略去：${redacted.join("，")}\n` }),
    )
    : "";
  const near = similar
    ? style.dim(
      `  ${style.say({ en: "similar:", zh: "相近：" })} ${
        similar.map((record) => record.id).join(style.say({ en: ", ", zh: "，" }))
      }\n`,
    )
    : "";
  return what + secrets + near;
}
