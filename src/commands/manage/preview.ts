/** What a verb would take away, shown before it does. */
import type { Style } from "../../cli/command.ts";
import { confirmLine, counted, moreLine } from "../../cli/phrases.ts";
import type { Language } from "../../sentence.ts";
import type { Store } from "../../store/mod.ts";
import type { Doomed } from "../../upkeep/delete.ts";
import { newestFirst } from "../../upkeep/newest.ts";
import { type ShownRecord, shownRecord } from "../../upkeep/shown.ts";
import { recordLines } from "./records.ts";

/** The result of a verb that has done nothing yet. */
export interface Preview {
  readonly total: number;
  readonly mode: "soft" | "purge" | "retention";
  /** The newest ones, as many as a list shows. */
  readonly records: readonly ShownRecord[];
  readonly affected_files: readonly string[];
  readonly message: string;
  /** Where carrying it out needs one. */
  readonly confirm_token?: string;
}

/** Enough to see whether the right ones go; their number is told besides. */
const SHOWN_MAX = 50;

/** The preview of taking these records away. */
export function previewOf(
  store: Store,
  doomed: Pick<Doomed, "records" | "copies">,
  { mode, message, token }: { mode: Preview["mode"]; message: string; token: string | undefined },
): Preview {
  const newest = newestFirst(doomed.records, (stored) => stored).slice(0, SHOWN_MAX);
  return {
    total: doomed.records.length,
    mode,
    records: newest.map((stored) => shownRecord(stored, store)),
    affected_files: filesOf(doomed),
    message,
    ...token === undefined ? {} : { confirm_token: token },
  };
}

/** The files that hold these records or their consolidated copies. */
export function filesOf({ records, copies }: Pick<Doomed, "records" | "copies">): string[] {
  return [...new Set([...records, ...copies].map(({ file }) => file))].sort();
}

/** What a deletion that can be taken back says of itself. */
export function softMessage(count: number, language: Language): string {
  return {
    en: `${counted(count, "record")} would be soft-deleted (restore can undo that)`,
    zh: `将软删除 ${count} 条记录（可通过 restore 恢复）`,
  }[language];
}

/** The preview for a person; `place` is a line on where the records lie. */
export function previewText(
  { message, records, total, confirm_token }: Preview,
  style: Style,
  { word, place = "" }: { word?: string | undefined; place?: string } = {},
): string {
  return style.yellow(message) + "\n" + recordLines(records, style, { word }) +
    moreLine(style, total - records.length) +
    place + confirmLine(style, confirm_token);
}
