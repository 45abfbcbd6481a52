/** Records as a person reads them: aligned, dated, the searched word marked. */
import type { Style } from "../../cli/command.ts";
import { clock, fit, highlight, pad, roomBeside, width } from "../../cli/columns.ts";
import type { ShownRecord } from "../../upkeep/shown.ts";
import { largest } from "../../lists.ts";

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
