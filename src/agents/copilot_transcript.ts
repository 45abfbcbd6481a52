/**
 * In: one line of a Copilot CLI transcript, `events.jsonl`. Out: who said what, which tools were called, and what
 * became of them.
 * Not done here: lines about hooks, permissions and usage.
 *
 * @module
 */
import { asObject } from "../json.ts";
import { personsPart } from "./copilot.ts";
import type { Payload, Piece } from "./event.ts";
import { field, known, spoken, text } from "./payload.ts";
import { toolUse } from "./tools.ts";

/** The piece of a conversation that a line holds; undefined for a line of another kind. */
export function copilotLine(line: Payload): Piece | undefined {
  const data = asObject(field(line, "data"));
  if (!data) return undefined;
  const timestamp = text(line, "timestamp");
  switch (text(line, "type")) {
    case "user.message":
      return known<Piece>({
        role: "user",
        text: personsPart(spoken(data, "content") ?? ""),
        tools: [],
        timestamp,
        id: undefined,
        callIds: undefined,
        results: undefined,
      });
    case "assistant.message": {
      const listed = field(data, "tool_requests");
      const calls = (Array.isArray(listed) ? listed : []).map((call) => asObject(call) ?? {});
      return known<Piece>({
        role: "assistant",
        text: spoken(data, "content")?.trim() ?? "",
        tools: calls.map((call) => toolUse(text(call, "name") ?? "", asObject(field(call, "arguments")) ?? {})),
        timestamp,
        callIds: calls.map((call) => text(call, "tool_call_id")),
        id: undefined,
        results: undefined,
      });
    }
    case "tool.execution_complete": {
      const id = text(data, "tool_call_id");
      const results = id === undefined ? undefined : { [id]: { failed: field(data, "success") === false } };
      return known<Piece>({
        role: "assistant",
        text: "",
        tools: [],
        timestamp,
        results,
        callIds: undefined,
        id: undefined,
      });
    }
    default:
      return undefined;
  }
}
