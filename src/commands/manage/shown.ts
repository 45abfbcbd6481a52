/** How records and mentions read for a person, and the preview of a deletion. */
import { confirmLine, GLOBAL, kindOf, moreLine, UNCONFIRMED } from "../../cli/lines.ts";
import { fit, pad, roomBeside, type Style, width } from "../../cli/terminal.ts";
import { largest } from "../../lists.ts";
import { briefIds } from "../../records/ids.ts";
import { isCjk } from "../../text/script.ts";
import { texts } from "../../records/mod.ts";
import { openTodos } from "../../records/todos.ts";
import { beyondTopic, isEvent } from "../../records/view.ts";
import { inResult, type Sentence } from "../../sentence.ts";
import type { Runtime } from "../../runtime.ts";
import type { Sealed } from "../../store/confirm.ts";
import type { Doomed } from "../../upkeep/delete.ts";
import { newestFirst, type ShownRecord, shownRecord } from "../../upkeep/list.ts";
import { some } from "../../wording.ts";
import FIELDS from "../record_fields.tsv" with { type: "text" };
import { said } from "../words.ts";

const NUMBER_COLUMNS = 4;
const CLOCK_COLUMNS = 16;

/** In fewer columns a text says nothing; then the id goes below it. */
const LEAST_ROOM = 20;

/** A pipe breaks no line, and a line of more is no list any more. `memory show ID` and JSON have the whole text. */
export const MOST_ROOM = 1_000;

/** A line for each record: number, kind, time, text, id. Only the text is cut, to the room that the others leave. */
export function recordLines(
  records: readonly ShownRecord[],
  style: Style,
  word: string | undefined,
  first = 1,
  briefIdOf = briefIds(records.map(({ id }) => id)),
): string {
  const ids = largest(records.map(({ id }) => width(briefIdOf(id))), 0);
  const kindIn = ({ type, memory_type }: ShownRecord) => style.say(kindOf(type, memory_type));
  const kinds = largest(records.map((record) => width(kindIn(record))), 0);
  const before = NUMBER_COLUMNS + kinds + CLOCK_COLUMNS + 3;
  const isBeside = style.columns - before - ids - 2 >= LEAST_ROOM;
  const room = roomBeside(before + (isBeside ? ids + 2 : 0), style.columns);
  return records.map((record, place) => {
    const number = String(first + place).padStart(NUMBER_COLUMNS);
    const text = pad(fit(`${marksOf(record, style)}${textIn(record)}`, Math.min(room, MOST_ROOM)), room);
    const asked = word && new RegExp(RegExp.escape(word), "gi");
    const content = asked ? text.replace(asked, (found) => style.bold(style.yellow(found))) : text;
    const mark = record.deleted_at === null ? style.green : style.red;
    const line = `${style.dim(number)} ${mark(pad(kindIn(record), kinds))} ${
      style.dim(pad(style.clock(record.timestamp), CLOCK_COLUMNS))
    } `;
    return `${line}${isBeside ? `${content}  ` : `${content.trimEnd()}\n${" ".repeat(before)}`}${
      style.dim(briefIdOf(record.id))
    }\n`;
  }).join("");
}

/** The text of a record on one line; a summary begins with its topic and a colon. */
export function textIn({ type, topic, content }: ShownRecord): string {
  if (content === "") return isEvent({ type }) ? type : "—";
  // A note's title often ends with the words of its first line.
  const [head = "", said = ""] = type === "note" ? content.split("\n") : [];
  if (said !== "" && head.endsWith(said)) return head;
  const title = type === "summary" && typeof topic === "string" ? topic : "";
  if (title === "" || !content.startsWith(`${title}\n`)) return content;
  const rest = beyondTopic({ topic: title, summary: content.slice(title.length + 1) });
  return rest === "" ? title : title + colonAfter(title) + rest.replaceAll("\n", " · ");
}

/** What stands between a summary's topic and the rest: a topic may be a prompt, with its own mark at the end. */
function colonAfter(topic: string): string {
  return /[。！？!?.…]$/u.test(topic) ? " " : isCjk(topic) ? "：" : ": ";
}

/** Marks before a text. They are words, since a colour is lost in a log and on people who can't tell it. */
function marksOf(record: ShownRecord, style: Style): string {
  const marks = [...record.layer === "global" ? [GLOBAL] : [], ...statesOf(record).slice(0, 1)];
  return marks.map(({ en, zh }) => style.say({ en: `(${en}) `, zh: `（${zh}）` })).join("");
}

/** Why a record does not count, or not yet: the reasons, the weightiest first. */
export function statesOf(record: ShownRecord): Sentence[] {
  const { deleted_at, superseded_by, status } = record;
  return [
    deleted_at === null ? [] : said("is_deleted"),
    superseded_by === undefined ? [] : said("is_superseded"),
    status === "archive" ? said("is_archived") : [],
    isUnconfirmed(record) ? UNCONFIRMED : [],
  ].flat();
}

/** Whether it is a rule that agents weigh until the person confirms it. */
export function isUnconfirmed({ others, memory_type, unconfirmed }: ShownRecord): boolean {
  return unconfirmed ?? (others === true && memory_type === "O");
}

/** What a person calls a field of a record. */
export function fieldCalled(field: string): Sentence {
  const [, en = field, zh = field] = FIELDS.split("\n").map((line) => line.split("\t"))
    .find(([name]) => name === field) ?? [];
  return { en, zh };
}

/** Which fields of a record were changed, or that it says so already. */
export function changedLine(id: string, fields: readonly string[], style: Style): string {
  if (fields.length === 0) return style.say(said("says_so_already", { id }));
  return style.done(said("changed", { id, fields: some(fields.map(fieldCalled)) }));
}

/** The ids that name no record. */
export function notFoundLine(ids: readonly string[] = [], style: Style): string {
  return ids.length === 0 ? "" : style.yellow(said("not_found", { ids: some(ids) }));
}

type Preview = ReturnType<typeof previewOf>;

interface Part {
  readonly doomed: Pick<Doomed, "records" | "copies" | "trimmed">;
}

/** Enough to see whether the right records go; the preview tells their number as well. */
const SHOWN_MAX = 50;

/** The preview of a deletion of these records. */
export function previewOf(
  runtime: Runtime,
  parts: readonly Part[],
  mode: "soft" | "purge" | "retention",
  message: Sentence,
  sealed: Sealed = {},
) {
  const all = parts.flatMap(({ doomed }) => doomed.records);
  // What only these replaced goes along, though nobody named it.
  const replaced = new Map(all.flatMap(({ key, supersedes }) => texts(supersedes).map((id) => [id, key])));
  // Events stand last: they say nothing.
  const newest = [false, true].flatMap((isEvent) =>
    newestFirst(all.filter((stored) => stored.isEvent === isEvent), { limit: SHOWN_MAX })
  );
  const summaries = all.filter(({ type, isDeleted }) => type === "summary" && !isDeleted);
  return {
    total: all.length,
    events: eventsIn(parts) || undefined,
    // They go with their summaries, which nobody may think of.
    open_todos: new Set(summaries.flatMap(({ record }) => openTodos(record))).size || undefined,
    mode,
    records: newest.slice(0, SHOWN_MAX).map((stored) => shownRecord(stored, runtime, replaced.get(stored.key))),
    affected_files: filesOf(parts),
    message: inResult(message),
    ...sealed,
  };
}

/** The files, within their layers, that hold these records or their consolidated copies. */
export function filesOf(parts: readonly Part[]): string[] {
  const files = parts.flatMap(({ doomed: { records, trimmed = [], copies } }) => [...records, ...trimmed, ...copies])
    .map(({ file }) => file);
  return [...new Set(files)].sort();
}

/** How many records go. */
export function countOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { doomed }) => sum + doomed.records.length, 0);
}

/** How many of them are events: the start or end of a session. A list leaves events out. */
export function eventsIn(parts: readonly Part[]): number {
  return parts.reduce((sum, { doomed }) => sum + doomed.records.filter(({ isEvent }) => isEvent).length, 0);
}

/** `2 records and 3 events of sessions`; `total` counts both. */
export function amount(total: number, events: number): Sentence {
  const [known, told] = [said("records", { records: total - events }), said("session_events", { events })];
  if (events === 0) return known;
  return total === events ? told : { en: `${known.en} and ${told.en}`, zh: `${known.zh}和 ${told.zh}` };
}

/** The preview for a person; `place` is a line that tells where the records lie. */
export function previewText(
  { message, records, total, events = 0, open_todos = 0, confirm_token }: Preview,
  style: Style,
  { word, place = "" }: { word?: string | undefined; place?: string } = {},
): string {
  // Beside records, events are not listed: their number is enough.
  const listed = events < total ? total - events : total;
  const rows = records.slice(0, listed);
  return style.yellow({ en: `Nothing is deleted yet. ${message.en}`, zh: `尚未删除；确认后${message.zh}` }) + "\n" +
    recordLines(rows, style, word) + moreLine(style, listed - rows.length) +
    (open_todos > 0 ? style.yellow(said("open_todos_go", { open_todos })) : "") + place +
    confirmLine(style, confirm_token);
}
