/** Records and the places of a text, as a person reads them; what a verb would take away, shown before it does. */
import {
  clock,
  confirmLine,
  counted,
  fit,
  GLOBAL,
  highlight,
  kindOf,
  moreLine,
  pad,
  roomBeside,
  type Style,
  width,
} from "../../cli/terminal.ts";
import { largest } from "../../lists.ts";
import { briefId, briefIds } from "../../records/ids.ts";
import type { Layer } from "../../records/mod.ts";
import { inResult, type Sentence } from "../../sentence.ts";
import type { Store } from "../../store/mod.ts";
import { some } from "../../wording.ts";
import type { Doomed } from "../../upkeep/delete.ts";
import type { Mention } from "../../upkeep/mentions.ts";
import { newestFirst, type ShownRecord, shownRecord } from "../../upkeep/list.ts";
import { said } from "../words.ts";

const NUMBER_COLUMNS = 4;
const CLOCK_COLUMNS = 16;

/** With less the text says nothing; then the id goes below it. */
const LEAST_ROOM = 20;

/** A line for each record: number, kind, time, text, id, which is never cut. The text gets what room is left. */
export function recordLines(
  records: readonly ShownRecord[],
  style: Style,
  { first = 1, word, briefly = briefIds(records.map(({ id }) => id)) }: {
    first?: number;
    word?: string | undefined;
    briefly?: (id: string) => string;
  } = {},
): string {
  const ids = largest(records.map(({ id }) => width(briefly(id))), 0);
  const kindIn = ({ type, memory_type }: ShownRecord) => style.say(kindOf(type, memory_type));
  const kinds = largest(records.map((record) => width(kindIn(record))), 0);
  const before = NUMBER_COLUMNS + kinds + CLOCK_COLUMNS + 3;
  const isBeside = style.columns - before - ids - 2 >= LEAST_ROOM;
  const room = roomBeside(before + (isBeside ? ids + 2 : 0), style.columns);
  return records.map((record, place) => {
    const number = String(first + place).padStart(NUMBER_COLUMNS);
    const text = pad(fit(`${stateOf(record, style)}${textIn(record)}`, room), room);
    const content = highlight(text, word, (found) => style.bold(style.yellow(found)));
    const mark = record.deleted_at === null ? style.green : style.red;
    const line = `${style.dim(number)} ${mark(pad(kindIn(record), kinds))} ${
      style.dim(pad(clock(record.timestamp), CLOCK_COLUMNS))
    } `;
    return `${line}${isBeside ? `${content}  ` : `${content.trimEnd()}\n${" ".repeat(before)}`}${
      style.dim(briefly(record.id))
    }\n`;
  }).join("");
}

/** What it says, on one line; of a summary the topic stands before a colon. */
function textIn({ type, topic, content }: ShownRecord): string {
  if (content === "") return "—";
  // A note's title often ends with what it says.
  const [head = "", said = ""] = type === "note" ? content.split("\n") : [];
  if (said !== "" && head.endsWith(said)) return head;
  const title = type === "summary" && typeof topic === "string" ? topic : "";
  return title !== "" && content.startsWith(`${title}\n`)
    ? `${title}: ${content.slice(title.length + 1).replaceAll("\n", " · ")}`
    : content;
}

/** Whose it is, and what keeps it out of recall, in a word: colour alone tells nothing in a log or to everybody. */
function stateOf({ layer, ...record }: ShownRecord, style: Style): string {
  const { en, zh } = GLOBAL;
  return (layer === "global" ? style.say({ en: `(${en}) `, zh: `（${zh}）` }) : "") + outOf(record, style);
}

function outOf({ deleted_at, superseded_by }: Pick<ShownRecord, "deleted_at" | "superseded_by">, style: Style): string {
  if (deleted_at !== null) return style.say({ en: "(deleted) ", zh: "（已删除）" });
  return superseded_by === undefined ? "" : style.say({ en: "(superseded) ", zh: "（已被取代）" });
}

/** A heading and a line for each mention; empty when there is none. */
export function mentionLines(mentions: readonly Mention[], style: Style): string {
  if (mentions.length === 0) return "";
  const lines = mentions.map(({ file, line, id, layer, text }) => {
    const place = `${layer === "global" ? "global " : ""}${file}${line === undefined ? "" : `:${line}`}${
      id ? ` ${briefId(id)}` : ""
    }`;
    return `  ${style.dim(place)} ${fit(text, roomBeside(width(place) + 4, style.columns))}\n`;
  });
  return `${style.yellow({ en: "The same still stands in:", zh: "以下各处仍有同样内容：" })}\n${lines.join("")}`;
}

/** The ids that named nothing. */
export function notFoundLine(ids: readonly string[] = [], style: Style): string {
  if (ids.length === 0) return "";
  return style.yellow({ en: `not found: ${ids.join(", ")}\n`, zh: `没有找到：${ids.join("，")}\n` });
}

/** The kinds of secrets that a text was rid of. */
export function takenOutLine(kinds: readonly string[] = [], style: Style): string {
  return kinds.length === 0 ? "" : style.yellow(said("taken_out", { kinds: some(kinds) }));
}

/** What would be taken away; `confirm_token` where carrying it out needs one. */
export type Preview = ReturnType<typeof previewOf>;

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
  { mode, message, ...sealed }: {
    readonly mode: "soft" | "purge" | "retention";
    readonly message: Sentence;
    readonly confirm_token?: string;
  },
) {
  const all = parts.flatMap(({ store, doomed }) => doomed.records.map((stored) => ({ stored, store })));
  const events = eventsIn(parts);
  const newest = [false, true].flatMap((isEvent) => {
    const these = all.filter(({ stored }) => stored.isEvent === isEvent);
    return newestFirst(these, ({ stored }) => stored, { limit: SHOWN_MAX });
  });
  return {
    total: all.length,
    ...events > 0 ? { events } : {},
    mode,
    records: newest.slice(0, SHOWN_MAX).map(({ stored, store }) => shownRecord(stored, store)),
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

/** How many of them tell of a session alone: that one began or ended. A list leaves them out. */
export function eventsIn(parts: readonly Pick<Part, "doomed">[]): number {
  return parts.reduce((sum, { doomed }) => sum + doomed.records.filter(({ isEvent }) => isEvent).length, 0);
}

/** `2 records and 3 events of sessions`, of so many in all. */
export function amount(total: number, events: number): Sentence {
  const [known, told] = [total - events, said("session_events", { events })];
  if (events === 0) return { en: counted(known, "record"), zh: `${known} 条记录` };
  if (known === 0) return told;
  return { en: `${counted(known, "record")} and ${told.en}`, zh: `${known} 条记录和 ${told.zh}` };
}

/** What a deletion that can be taken back says of itself. */
export function softMessage(count: number, events: number): Sentence {
  return said("would_delete", { amount: amount(count, events) });
}

const NOTHING_YET: Sentence = { en: "Nothing is deleted yet.", zh: "尚未删除；确认后" };

/** The preview for a person; `place` is a line on where the records lie. */
export function previewText(
  { message, records, total, events = 0, confirm_token }: Preview,
  style: Style,
  { word, place = "" }: { word?: string | undefined; place?: string } = {},
): string {
  // Events say nothing, so beside records their number is enough.
  const rows = events < total ? records.slice(0, total - events) : records;
  return style.yellow({ en: `${NOTHING_YET.en} ${message.en}`, zh: `${NOTHING_YET.zh}${message.zh}` }) + "\n" +
    recordLines(rows, style, { word }) +
    moreLine(style, (events < total ? total - events : total) - rows.length) +
    place + confirmLine(style, confirm_token);
}
