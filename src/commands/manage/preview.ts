/** What a verb would take away, shown before it does. */
import type { Style } from "../../cli/command.ts";
import { confirmLine, counted, moreLine } from "../../cli/phrases.ts";
import { inResult, type Sentence } from "../../sentence.ts";
import type { Layer } from "../../records/mod.ts";
import type { Store } from "../../store/mod.ts";
import type { Doomed } from "../../upkeep/delete.ts";
import type { Mention } from "../../upkeep/mentions.ts";
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
  /** How many of each layer, where more than one was looked through. */
  readonly layers?: LayerCounts;
  /** Where the same will still stand. */
  readonly remaining_mentions?: readonly Mention[];
  /** Ids that name nothing here. */
  readonly not_found?: readonly string[];
  readonly message: Sentence;
  /** Where carrying it out needs one. */
  readonly confirm_token?: string;
}

/** What goes of one layer. */
export interface Part {
  readonly store: Store;
  readonly doomed: Pick<Doomed, "records" | "copies">;
}

/** How many records of each layer. */
export type LayerCounts = Partial<Record<Layer, number>>;

/** Enough to see whether the right ones go; their number is told besides. */
const SHOWN_MAX = 50;

/** The preview of taking these records away. */
export function previewOf(
  parts: readonly Part[],
  { mode, message, token }: { mode: Preview["mode"]; message: Sentence; token: string | undefined },
): Preview {
  const all = parts.flatMap(({ store, doomed }) => doomed.records.map((stored) => ({ stored, store })));
  const newest = newestFirst(all, ({ stored }) => stored).slice(0, SHOWN_MAX);
  return {
    total: all.length,
    mode,
    records: newest.map(({ stored, store }) => shownRecord(stored, store)),
    affected_files: filesOf(parts),
    message: inResult(message),
    ...token === undefined ? {} : { confirm_token: token },
  };
}

/** The files, within their layers, that hold these records or their consolidated copies. */
export function filesOf(parts: readonly Part[]): string[] {
  return [
    ...new Set(parts.flatMap(({ doomed: { records, copies } }) => [...records, ...copies]).map(({ file }) => file)),
  ]
    .sort();
}

/** How many records of each layer go. */
export function layersOf(parts: readonly Part[]): LayerCounts {
  return Object.fromEntries(parts.map(({ store, doomed }) => [store.layer, doomed.records.length]));
}

/** What a deletion that can be taken back says of itself. */
export function softMessage(count: number): Sentence {
  return {
    en: `${counted(count, "record")} would be soft-deleted (restore can undo that)`,
    zh: `将软删除 ${count} 条记录（可通过 restore 恢复）`,
  };
}

/** The preview for a person; `place` is a line on where the records lie. */
export function previewText(
  { message, records, total, confirm_token }: Preview,
  style: Style,
  { word, place = "" }: { word?: string | undefined; place?: string } = {},
): string {
  return style.yellow(style.say(message)) + "\n" + recordLines(records, style, { word }) +
    moreLine(style, total - records.length) +
    place + confirmLine(style, confirm_token);
}
