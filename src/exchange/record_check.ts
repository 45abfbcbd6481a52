/** What a record must be to be imported: something that we can keep, show and find again, no more. */
import type { RawRecord } from "../records/mod.ts";
import { isEvent } from "../records/view.ts";
import { isTooLong } from "../store/lines.ts";

/** Why a value is no record, or undefined when it is one. Unknown fields and kinds are welcome. */
export function problemOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "not a JSON object";
  const record: RawRecord = { ...value };
  const { id, timestamp, created_at } = record;
  if (id !== undefined && (typeof id !== "string" || id === "" || id.length > 200)) return "id is no short text";
  for (const [name, time] of [["timestamp", timestamp], ["created_at", created_at]] as const) {
    if (time !== undefined && (typeof time !== "string" || Number.isNaN(Date.parse(time)))) {
      return `${name} is no time: ${JSON.stringify(time)?.slice(0, 40)}`;
    }
  }
  if (!isEvent(record) && !holdsText(record)) return "holds no content, topic or summary";
  return isTooLong(JSON.stringify(record)) ? "longer than 4 MB" : undefined;
}

function holdsText({ content, topic, summary }: RawRecord): boolean {
  return [content, topic, summary].some((text) => typeof text === "string" && text.trim() !== "");
}
