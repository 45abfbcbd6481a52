/** Records and the places of a text, as a person reads them; what a verb would take away, shown before it does. */
import {
  clock,
  confirmLine,
  counted,
  fit,
  highlight,
  moreLine,
  pad,
  roomBeside,
  type Style,
  width,
} from "../../cli/terminal.ts";
import { largest } from "../../lists.ts";
import type { Layer } from "../../records/mod.ts";
import { inResult, type Sentence } from "../../sentence.ts";
import type { Store } from "../../store/mod.ts";
import type { Doomed } from "../../upkeep/delete.ts";
import type { Mention } from "../../upkeep/mentions.ts";
import { newestFirst, type ShownRecord, shownRecord } from "../../upkeep/list.ts";

const NUMBER_COLUMNS = 4;
const MARK_COLUMNS = 4;
const CLOCK_COLUMNS = 16;

/** With less the text says nothing; then the id goes below it. */
const LEAST_ROOM = 20;

/** A line for each record: number, kind, time, text, id, which is never cut. The text gets what room is left. */
export function recordLines(
  records: readonly ShownRecord[],
  style: Style,
  { first = 1, word }: { first?: number; word?: string | undefined } = {},
): string {
  const ids = largest(records.map(({ id }) => width(id)), 0);
  const before = NUMBER_COLUMNS + MARK_COLUMNS + CLOCK_COLUMNS + 3;
  const isBeside = style.columns - before - ids - 1 >= LEAST_ROOM;
  const room = roomBeside(before + (isBeside ? ids + 1 : 0), style.columns);
  return records.map((record, place) => {
    const number = String(first + place).padStart(NUMBER_COLUMNS);
    const text = pad(fit(`${stateOf(record, style)}${record.content || "—"}`, room), room);
    const content = highlight(text, word, (found) => style.bold(style.yellow(found)));
    const line = `${style.dim(number)} ${mark(record, style)} ${
      style.dim(pad(clock(record.timestamp), CLOCK_COLUMNS))
    } `;
    return `${line}${isBeside ? `${content} ` : `${content.trimEnd()}\n${" ".repeat(before)}`}${
      style.dim(record.id)
    }\n`;
  }).join("");
}

/** What keeps a record out of recall, in a word: colour alone tells nothing in a log or to everybody's eyes. */
function stateOf({ deleted_at, superseded_by }: ShownRecord, style: Style): string {
  if (deleted_at !== null) return style.say({ en: "(deleted) ", zh: "（已删除）" });
  return superseded_by === undefined ? "" : style.say({ en: "(superseded) ", zh: "（已被取代）" });
}

/** `[W]` for a fact, `[≡]` a summary, `[✎]` a note, `[·]` an event; red when it is deleted. */
function mark({ type, memory_type, deleted_at }: ShownRecord, style: Style): string {
  const sign = memory_type ?? (type === "summary" ? "≡" : type === "note" ? "✎" : "·");
  const text = pad(`[${sign}]`, MARK_COLUMNS - 1);
  return deleted_at === null ? style.green(text) : style.red(text);
}

/** A heading and a line for each mention; empty when there is none. */
export function mentionLines(mentions: readonly Mention[], style: Style): string {
  if (mentions.length === 0) return "";
  const lines = mentions.map(({ file, line, id, layer, text }) => {
    const place = `${layer === "global" ? "global " : ""}${file}${line === undefined ? "" : `:${line}`}${
      id ? ` ${id}` : ""
    }`;
    return `  ${style.dim(place)} ${fit(text, roomBeside(width(place) + 4, style.columns))}\n`;
  });
  return `${style.yellow({ en: "The same still stands in:", zh: "以下各处仍有同样内容：" })}\n${lines.join("")}`;
}

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

interface Part {
  readonly store: Store;
  readonly doomed: Pick<Doomed, "records" | "copies">;
}

export type LayerCounts = Partial<Record<Layer, number>>;

/** Enough to see whether the right ones go; their number is told besides. */
const SHOWN_MAX = 50;

/** The preview of taking these records away. */
export function previewOf(
  parts: readonly Part[],
  { mode, message, ...sealed }: Pick<Preview, "mode" | "message" | "confirm_token">,
): Preview {
  const all = parts.flatMap(({ store, doomed }) => doomed.records.map((stored) => ({ stored, store })));
  const newest = newestFirst(all, ({ stored }) => stored).slice(0, SHOWN_MAX);
  return {
    total: all.length,
    mode,
    records: newest.map(({ stored, store }) => shownRecord(stored, store)),
    affected_files: filesOf(parts),
    message: inResult(message),
    ...sealed,
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
  return style.yellow(message) + "\n" + recordLines(records, style, { word }) +
    moreLine(style, total - records.length) +
    place + confirmLine(style, confirm_token);
}
