/** An export in words. */
import { size } from "../../cli/columns.ts";
import type { Style } from "../../cli/command.ts";
import { counted } from "../../cli/phrases.ts";
import type { Sentence } from "../../sentence.ts";

/** What `--format` takes. */
export const EXPORT_FORMATS = ["json", "jsonl", "markdown"] as const;

/** The result of an export. */
export interface Exported {
  readonly output: string;
  readonly format: typeof EXPORT_FORMATS[number];
  readonly records: number;
  readonly notes: number;
  readonly core_memory: boolean;
  readonly files: number;
  readonly bytes: number;
  /** Lines that hold no record and are not in the export. */
  readonly unreadable_lines?: number;
}

/** What is told of lines that hold no record. */
export function unreadableLines(lines: number): Sentence {
  return {
    en: `${counted(lines, "line")} could not be read: \`memory doctor\``,
    zh: `有 ${lines} 行无法读取：\`memory doctor\``,
  };
}

/** An export as a person reads it. */
export function exportText({ output, records, notes, bytes, unreadable_lines }: Exported, style: Style): string {
  const lines = unreadable_lines ?? 0;
  const bad = lines === 0 ? "" : style.yellow(`${style.say(unreadableLines(lines))}\n`);
  return style.say({
    en: `${style.green("Exported")} ${counted(records, "record")}${
      notes > 0 ? ` and ${counted(notes, "note")}` : ""
    } to ${output} (${size(bytes)})\n`,
    zh: `${style.green("已导出")} ${records} 条记录${notes > 0 ? `和 ${notes} 篇笔记` : ""}到 ${output}（${
      size(bytes)
    }）\n`,
  }) + bad;
}
