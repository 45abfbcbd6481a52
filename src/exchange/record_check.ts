/** What a record must be to be imported: something that we can keep, show and find again, no more. */
import { isObject } from "../json.ts";
import type { RawRecord } from "../records/mod.ts";
import { isEvent } from "../records/view.ts";
import type { Sentence } from "../sentence.ts";
import { isTooLong } from "../store/lines.ts";

/** Why a value is no record, or undefined when it is one. Unknown fields and kinds are welcome. */
export function problemOf(value: unknown): Sentence | undefined {
  if (!isObject(value)) return { en: "not a JSON object", zh: "不是 JSON 对象" };
  const { id, timestamp, created_at } = value;
  if (id !== undefined && (typeof id !== "string" || id === "" || id.length > 200)) {
    return { en: "id is no short text", zh: "id 不是短文字" };
  }
  for (const [name, time] of [["timestamp", timestamp], ["created_at", created_at]] as const) {
    if (time !== undefined && (typeof time !== "string" || Number.isNaN(Date.parse(time)))) {
      const found = JSON.stringify(time)?.slice(0, 40);
      return { en: `${name} is no time: ${found}`, zh: `${name} 不是时间：${found}` };
    }
  }
  if (!isEvent(value) && !holdsText(value)) {
    return { en: "holds no content, topic or summary", zh: "没有 content、topic 或 summary" };
  }
  return isTooLong(JSON.stringify(value)) ? { en: "longer than 4 MB", zh: "超过 4 MB" } : undefined;
}

function holdsText({ content, topic, summary }: RawRecord): boolean {
  return [content, topic, summary].some((text) => typeof text === "string" && text.trim() !== "");
}
