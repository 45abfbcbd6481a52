/** What a person sees after init and uninstall. */
import type { Style } from "../cli/command.ts";
import { pad, width } from "../cli/columns.ts";
import type { FirstFetch } from "./model/first_fetch.ts";
import type { Sentence } from "../sentence.ts";
import type { SetupFile, SetupResult } from "../setup/mod.ts";

const DONE: Readonly<Record<SetupFile["action"], Sentence>> = {
  create: { en: "created", zh: "新建" },
  merge: { en: "added to", zh: "加入" },
  rewrite: { en: "rewritten", zh: "重写" },
  exclude: { en: "added to", zh: "加入" },
  keep: { en: "as it was", zh: "未变" },
  remove: { en: "removed", zh: "移除" },
  restore: { en: "restored", zh: "还原" },
};

/** A line for each file, then the notes, then what happens next. */
export function setupText(result: SetupResult & { readonly model?: FirstFetch }, style: Style): string {
  const { files, notes, next, dry_run, root, model } = result;
  const widest = Math.max(...Object.values(DONE).map((words) => width(style.say(words))));
  const lines = files.map(({ path, action }) => {
    const word = pad(style.say(DONE[action]), widest);
    return `  ${action === "keep" ? style.dim(word) : style.green(word)}  ${path}`;
  });
  const head = dry_run
    ? style.say({
      en: `Nothing is changed yet; in ${root} this would be done:`,
      zh: `尚未改动；将在 ${root} 做以下事：`,
    })
    : style.bold(root);
  const nothing = files.length === 0
    ? [style.say({ en: "  nothing of memory's is here", zh: "  这里没有 memory 的文件" })]
    : [];
  const fetched = model ? [modelLine(model, style)] : [];
  const parts = [[head, ...lines, ...nothing], notes.map((note) => style.yellow(note)), fetched, next];
  return `${parts.filter((part) => part.length > 0).map((part) => part.join("\n")).join("\n\n")}\n`;
}

function modelLine({ model, status, reason }: FirstFetch, style: Style): string {
  if (status !== "skipped") {
    return style.say({ en: `Search by meaning: ${model} is here`, zh: `按语义搜索：${model} 已就绪` });
  }
  return style.say({
    en: `Search by meaning waits for ${model} (${reason?.en}); \`memory model download\` fetches it`,
    zh: `按语义搜索还缺 ${model}（${reason?.zh}）；用 \`memory model download\` 下载`,
  });
}
