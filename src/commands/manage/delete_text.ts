/** A deletion as a person reads it, before and after. */
import type { Style } from "../../cli/command.ts";
import { copiesLine, counted } from "../../cli/phrases.ts";
import type { Mention } from "../../upkeep/mentions.ts";
import type { Verification } from "../../upkeep/verify.ts";
import { mentionLines } from "./mentions.ts";
import { type Preview, previewText } from "./preview.ts";

/** What went besides records: lines of the log that told of them, proposals that held their text. */
export interface Forgotten {
  readonly erased_from_logs: number;
  readonly erased_proposals: number;
}

/** The result of a deletion. */
export interface Deleted extends Partial<Forgotten> {
  readonly deleted: number;
  readonly mode: "soft" | "purge";
  readonly affected_files: readonly string[];
  readonly backup_path?: string;
  readonly operation?: string;
  readonly index_synced: boolean;
  readonly remaining_mentions?: readonly Mention[];
  readonly erased_from_backups?: number;
  readonly verified?: Verification;
}

/** What would go, and in which files. */
export function deletionPreviewText(data: Preview, style: Style, word: string | undefined): string {
  const files = data.affected_files;
  const isLong = files.length > 5;
  const place = style.say({
    en: `in ${isLong ? counted(files.length, "file") : files.join(", ")}`,
    zh: `在 ${isLong ? `${files.length} 个文件里` : files.join("，")}`,
  });
  return previewText(data, style, { word, place: `${style.dim(place)}\n` });
}

/** What went, what told of it and went too, and where the same still stands. */
export function deletionText(data: Deleted, style: Style): string {
  const { deleted, mode, backup_path, index_synced, remaining_mentions = [], verified } = data;
  const isSoft = mode === "soft";
  const lines = [
    style.say({
      en: `${style.green(isSoft ? "Deleted" : "Purged")} ${counted(deleted, "record")}\n`,
      zh: `${style.green(isSoft ? "已删除" : "已彻底清除")} ${deleted} 条记录\n`,
    }),
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
    en: found.map(({ file, what }) => `${file} (${what})`).join(", "),
    zh: found.map(({ file, what }) => `${file}（${what}）`).join("、"),
  });
  return `${style.red(style.say({ en: "Still found:", zh: "仍然存在：" }))} ${places}\n`;
}
