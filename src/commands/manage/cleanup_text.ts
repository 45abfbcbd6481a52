/** A clean-up in words: its preview, its result, and that there is nothing to do. */
import type { Style } from "../../cli/command.ts";
import { copiesLine, counted } from "../../cli/phrases.ts";
import { MemoryError } from "../../errors.ts";
import type { Sentence } from "../../sentence.ts";
import type { Cleanup } from "../../upkeep/cleanup.ts";
import type { Rule } from "../../upkeep/retention.ts";
import { type Preview, previewText, softMessage } from "./preview.ts";

/** The result of a clean-up. */
export interface Cleaned {
  readonly deleted: number;
  readonly mode: Preview["mode"];
  readonly affected_files: readonly string[];
  readonly backup_path?: string;
  readonly index_synced: boolean;
  readonly removed?: number;
  readonly consolidated?: number;
  readonly expired_backups?: number;
}

/** What a preview says would happen. */
export function cleanupMessage(count: number, mode: Preview["mode"]): Sentence {
  if (mode === "soft") return softMessage(count);
  const records = counted(count, "record");
  const words = {
    purge: {
      en: `${records} that are deleted already would be purged (backed up first)`,
      zh: `将彻底清除 ${count} 条已删除的记录（先自动备份）`,
    },
    retention: {
      en: `${records} would be consolidated, then taken away (backed up first)`,
      zh: `将归并后移除 ${count} 条过期记录（先自动备份）`,
    },
  };
  return words[mode];
}

/** The failure when no record is meant; `rules` are those of the settings. */
export function nothingToClean(what: Cleanup["what"] | "retention", rules: readonly Rule[]): MemoryError {
  if (what === "retention" && rules.length === 0) {
    return new MemoryError("NO_MATCH", { en: "Nothing is ever too old here", zh: "这里没有设置保留期限" }, {
      en: "Set storage.retention_days or cleanup.auto_cleanup_days first",
      zh: "请先设置 storage.retention_days 或 cleanup.auto_cleanup_days",
    });
  }
  return new MemoryError("NO_MATCH", { en: "There is nothing to clean up", zh: "没有可清理的" }, {
    en: "`memory manage stats` shows what there is",
    zh: "`memory manage stats` 会显示现有内容",
  });
}

/** A clean-up as a person reads it, before and after. */
export function cleanupText(data: Preview | Cleaned, style: Style): string {
  if ("message" in data) return previewText(data, style);
  const { deleted, removed = 0, consolidated = 0, backup_path } = data;
  const gone = deleted + removed;
  const kept = consolidated > 0
    ? style.say({
      en: `, ${counted(consolidated, "fact")} kept in facts.jsonl`,
      zh: `，其中 ${consolidated} 条事实留在 facts.jsonl`,
    })
    : "";
  const done = style.say({
    en: `${style.green("Cleaned up")} ${counted(gone, "record")}`,
    zh: `${style.green("已清理")} ${gone} 条记录`,
  });
  return `${done}${kept}\n${backup_path ? copiesLine(style, backup_path) : ""}`;
}
