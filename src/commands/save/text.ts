/** What a person sees after a save. */
import type { SaveResult } from "../../capture/result.ts";
import type { Style } from "../../cli/command.ts";
import { briefId } from "../../records/ids.ts";
import type { Layer } from "../../records/mod.ts";
import type { Sentence } from "../../sentence.ts";
import { becauseOf } from "../not_saved.ts";

const WORDS: Readonly<Record<SaveResult["status"], Sentence>> = {
  saved: { en: "Saved", zh: "已保存" },
  exists: { en: "Already there", zh: "已有" },
  updated: { en: "Updated", zh: "已更新" },
  skipped: { en: "Not saved", zh: "未保存" },
};

const WHERE: Readonly<Record<Layer, Sentence>> = {
  project: { en: ", in this project's memory, where the replaced one was", zh: "，与被取代的记录同在本项目的记忆中" },
  global: { en: ", in the global memory, where the replaced one was", zh: "，与被取代的记录同在全局记忆中" },
};

/** One line a record, secrets and near records named. */
export function savedText(data: SaveResult | { readonly results: readonly SaveResult[] }, style: Style): string {
  const results = "results" in data ? data.results : [data];
  if (results.length === 0) return style.say({ en: "Nothing to save\n", zh: "没有要保存的\n" });
  return results.map((result) => line(result, style)).join("");
}

function line(result: SaveResult, style: Style): string {
  const { status, id, reason, message, redacted, similar, changes, hint, layer } = result;
  const what = `${style.green(style.say(WORDS[status]))}${id ? ` ${id}` : ""}${layer ? style.say(WHERE[layer]) : ""}${
    becauseOf(message ?? reason, style)
  }\n`;
  const secrets = redacted
    ? style.yellow(
      style.say({ en: `  taken out: ${redacted.join(", ")}\n`, zh: `  已略去：${redacted.join("，")}\n` }),
    )
    : "";
  const others = similar?.filter((each) => !changes?.some((change) => change.id === each.id)) ?? [];
  const near = others.map(({ id, content }) =>
    style.dim(`  ${style.say({ en: "similar:", zh: "相近：" })} ${content} [${briefId(id)}]\n`)
  );
  const { todos = [], closed = [], done_already = [] } = result;
  const open = todos.map(({ todo }) => `  ${style.say({ en: "to-do:", zh: "待办：" })} ${todo}\n`);
  const done = closed.map(({ todo }) => `  ${style.say({ en: "done:", zh: "已完成：" })} ${todo}\n`);
  const before = done_already.map((todo) =>
    style.dim(`  ${style.say({ en: "done already:", zh: "之前已完成：" })} ${todo}\n`)
  );
  const change = hint ? `  ${style.yellow(style.say(hint))}\n` : "";
  return what + secrets + near.join("") + open.join("") + done.join("") + before.join("") + change;
}
