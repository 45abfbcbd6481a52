/** Lines that several verbs print for a person. */
import type { Style } from "./command.ts";

/** What a sync came to. */
export function inStepLine(
  { new: added, updated, deleted, total }: Readonly<Record<"new" | "updated" | "deleted" | "total", number>>,
  style: Style,
): string {
  return style.say({
    en: `${style.bold(String(total))} ${numbered(total, "record")} in step ` +
      `(${added} new, ${updated} updated, ${deleted} deleted)\n`,
    zh: `索引与 ${style.bold(String(total))} 条记录同步（新增 ${added}，更新 ${updated}，删除 ${deleted}）\n`,
  });
}

/** `--confirm`, with its token where there is one. */
export function confirmLine(style: Style, token?: string): string {
  return token === undefined ? style.say({ en: "Confirm with --confirm\n", zh: "确认请加 --confirm\n" }) : style.say({
    en: `Confirm in 3 seconds at the earliest: --confirm ${token}\n`,
    zh: `最早 3 秒后确认：--confirm ${token}\n`,
  });
}

/** Where the copies lie that were made before a change. */
export function copiesLine(style: Style, folder: string): string {
  return style.dim(style.say({ en: `copies in ${folder}\n`, zh: `副本在 ${folder}\n` }));
}

/** How many more there are than are shown. */
export function moreLine(style: Style, left: number, how = ""): string {
  const next = how === "" ? "" : style.say({ en: ` (${how})`, zh: `（${how}）` });
  return left > 0 ? style.dim(`${style.say({ en: `… and ${left} more`, zh: `… 还有 ${left} 条` })}${next}\n`) : "";
}

/** `1 record`, `5 records`. */
export function counted(count: number, noun: string): string {
  return `${count} ${numbered(count, noun)}`;
}

function numbered(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}
