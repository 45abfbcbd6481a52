/** A deletion in words: its preview, its result, and that nothing is meant. */
import { inScope } from "../../store/filter.ts";
import type { Style } from "../../cli/command.ts";
import { copiesLine, counted } from "../../cli/phrases.ts";
import { MemoryError } from "../../errors.ts";
import type { Layer } from "../../records/mod.ts";
import type { Sentence } from "../../sentence.ts";
import type { Deletion } from "../../upkeep/delete.ts";
import type { Mention } from "../../upkeep/mentions.ts";
import type { Forgotten } from "../../upkeep/purge.ts";
import type { Verification } from "../../upkeep/verify.ts";
import { mentionLines } from "./mentions.ts";
import { type LayerCounts, type Preview, previewText, softMessage } from "./preview.ts";

/** The result of a deletion. */
export interface Deleted extends Partial<Forgotten> {
  readonly deleted: number;
  readonly mode: "soft" | "purge";
  readonly affected_files: readonly string[];
  readonly backup_path?: string;
  readonly operation?: string;
  /** The writes, where both layers had some; `undo` takes all of them back. */
  readonly operations?: readonly {
    readonly layer: Layer;
    readonly operation: string;
    readonly backup_path?: string | undefined;
  }[];
  readonly layers?: LayerCounts;
  readonly not_found?: readonly string[];
  readonly index_synced: boolean;
  readonly remaining_mentions?: readonly Mention[];
  readonly erased_from_backups?: number;
  readonly verified?: Verification;
}

/** What a preview says would happen. */
export function deletionMessage(
  count: number,
  { purge, includeBackups }: { readonly purge: boolean; readonly includeBackups: boolean },
): Sentence {
  if (!purge) return softMessage(count);
  const backups: Sentence = includeBackups
    ? { en: ", from the backups too: nothing brings them back", zh: "，包括备份，无法恢复" }
    : { en: " (backed up first)", zh: "（先自动备份）" };
  return {
    en: `${counted(count, "record")} would be purged${backups.en}`,
    zh: `将彻底清除 ${count} 条记录${backups.zh}`,
  };
}

/** The failure when no record is meant; `elsewhere` says in which scope and layer one would be. */
export function nothingToDelete(
  { filter, scope }: Pick<Deletion, "filter" | "scope">,
  elsewhere: () => Sentence | undefined,
): MemoryError {
  const [id] = filter.ids ?? [];
  if (id === undefined) {
    return new MemoryError(
      "NO_MATCH",
      { en: `Nothing${inScope(scope).en} matches`, zh: `${inScope(scope).zh}没有符合的记录` },
      elsewhere() ??
        {
          en:
            "A keyword is looked for as it stands: one word, or an exact piece of the text, finds more. Try `memory manage list`",
          zh: "关键词按原样查找：用一个词或原文的一小段更容易找到。也可看 `memory manage list`",
        },
    );
  }
  return new MemoryError(
    "RECORD_NOT_FOUND",
    { en: `There is no record ${id}${inScope(scope).en}`, zh: `${inScope(scope).zh}没有记录 ${id}` },
    elsewhere() ??
      {
        en: "`memory manage list` shows the ids, with --deleted those of deleted records",
        zh: "`memory manage list` 会列出 id；已删除的加 --deleted",
      },
  );
}

/** A deletion as a person reads it, before and after; `word` is the keyword, marked in what would go. */
export function deletionText(data: Preview | Deleted, style: Style, word: string | undefined): string {
  return "deleted" in data ? deletedText(data, style) : doomedText(data, style, word);
}

/** What would go, and in which files. */
function doomedText(data: Preview, style: Style, word: string | undefined): string {
  const files = data.affected_files;
  const isLong = files.length > 5;
  const place = style.say({
    en: `in ${isLong ? counted(files.length, "file") : files.join(", ")}`,
    zh: `在 ${isLong ? `${files.length} 个文件里` : files.join("，")}`,
  });
  const told = [layersLine(data.layers, style), notFoundLine(data.not_found, style)].join("");
  return previewText(data, style, { word, place: `${style.dim(place)}\n${told}` }) +
    mentionLines(data.remaining_mentions ?? [], style);
}

/** How many lie in which layer, where that is more than one. */
function layersLine(layers: LayerCounts = {}, style: Style): string {
  const { project = 0, global = 0 } = layers;
  if (global === 0) return "";
  return style.say({
    en: `${project} of the project, ${style.bold(String(global))} of your own, which every project sees\n`,
    zh: `项目 ${project} 条，个人 ${style.bold(String(global))} 条（所有项目共用）\n`,
  });
}

function notFoundLine(ids: readonly string[] = [], style: Style): string {
  if (ids.length === 0) return "";
  return style.yellow(style.say({ en: `not found: ${ids.join(", ")}\n`, zh: `没有找到：${ids.join("，")}\n` }));
}

/** What went, what told of it and went too, and where the same still stands. */
function deletedText(data: Deleted, style: Style): string {
  const { deleted, mode, backup_path, index_synced, remaining_mentions = [], verified } = data;
  const isSoft = mode === "soft";
  const lines = [
    style.say({
      en: `${style.green(isSoft ? "Deleted" : "Purged")} ${counted(deleted, "record")}\n`,
      zh: `${style.green(isSoft ? "已删除" : "已彻底清除")} ${deleted} 条记录\n`,
    }),
    layersLine(data.layers, style),
    notFoundLine(data.not_found, style),
    besidesLine(data, style),
    backup_path ? copiesLine(style, backup_path) : "",
    index_synced ? "" : style.yellow(style.say({
      en: "the index is not in step yet; the next search brings it there\n",
      zh: "索引尚未同步，下次搜索时自动同步\n",
    })),
    verified ? verifiedLine(verified, style) : "",
  ];
  return lines.join("") + mentionLines(remaining_mentions, style);
}

function besidesLine({ erased_from_logs: lines = 0, erased_proposals: proposals = 0 }: Deleted, style: Style): string {
  if (lines + proposals === 0) return "";
  return style.say({
    en: `and what told of them: ${counted(lines, "line")} of the log, ${counted(proposals, "waiting proposal")}\n`,
    zh: `以及相关内容：日志 ${lines} 行，待确认的提议 ${proposals} 个\n`,
  });
}

function verifiedLine({ clean, searched_files, found }: Verification, style: Style): string {
  if (clean) {
    return style.green(style.say({
      en: `Not a byte of it is left in ${counted(searched_files, "file")}\n`,
      zh: `查了 ${searched_files} 个文件，已不留一个字节\n`,
    }));
  }
  const places = style.say({
    en: found.map(({ file, what, layer = "" }) => `${layer} ${file} (${what})`.trim()).join(", "),
    zh: found.map(({ file, what, layer = "" }) => `${layer} ${file}（${what}）`.trim()).join("、"),
  });
  return `${style.red(style.say({ en: "Still found:", zh: "仍然存在：" }))} ${places}\n`;
}
