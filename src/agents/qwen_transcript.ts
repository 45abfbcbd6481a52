/**
 * In: one line of a Qwen Code transcript. Out: who said what, which tools were called, and what became of them.
 * Not done here: lines that the client writes about itself.
 *
 * @module
 */
import { asObject } from "../json.ts";
import { personsPart } from "./claude.ts";
import type { Payload, Piece } from "./event.ts";
import { field, known, text } from "./payload.ts";
import { toolUse } from "./tools.ts";

/** The piece of a conversation that a line holds; undefined for a line of another kind. */
export function qwenLine(line: Payload): Piece | undefined {
  const type = text(line, "type");
  if (type !== "user" && type !== "assistant" && type !== "tool_result") return undefined;
  const listed = field(asObject(field(line, "message")) ?? {}, "parts");
  const parts = (Array.isArray(listed) ? listed : []).map((part) => asObject(part) ?? {});
  const words = parts.flatMap((part) => text(part, "text") ?? []).join("\n\n").trim();
  const calls = objectsIn(parts, "function_call");
  const results = objectsIn(parts, "function_response").flatMap((result) => {
    const id = text(result, "id");
    const failed = text(asObject(field(result, "response")) ?? {}, "error") !== undefined;
    return id === undefined ? [] : [[id, { failed }] as const];
  });
  return known<Piece>({
    role: type === "user" ? "user" : "assistant",
    text: type === "user" ? personsPart(words) : type === "assistant" ? words : "",
    tools: calls.map((call) => toolUse(text(call, "name") ?? "", asObject(field(call, "args")) ?? {})),
    timestamp: text(line, "timestamp"),
    callIds: calls.map((call) => text(call, "id")),
    results: results.length > 0 ? Object.fromEntries(results) : undefined,
    id: undefined,
  });
}

function objectsIn(parts: readonly Payload[], name: string): Payload[] {
  return parts.map((part) => asObject(field(part, name))).filter((each) => each !== undefined);
}
