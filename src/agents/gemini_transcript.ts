/**
 * In: one line of a Gemini CLI transcript. Out: who said what, which tools were called, and what became of them.
 * Not done here: lines that set what the client knows of the session; what was taken back stays said.
 *
 * @module
 */
import { asObject } from "../json.ts";
import type { Payload, Piece } from "./event.ts";
import { personsPart } from "./gemini.ts";
import { field, known, spoken, text } from "./payload.ts";
import { toolUse } from "./tools.ts";

/** The piece of a conversation that a line holds; undefined for a line of another kind. */
export function geminiLine(line: Payload): Piece | undefined {
  const type = text(line, "type");
  if (type !== "user" && type !== "gemini") return undefined;
  const words = spoken(line, "content")?.trim() ?? "";
  const listed = field(line, "tool_calls");
  const calls = (Array.isArray(listed) ? listed : []).map((call) => asObject(call) ?? {});
  return known<Piece>({
    role: type === "user" ? "user" : "assistant",
    text: type === "user" ? personsPart(words) ?? "" : words,
    tools: calls.map((call) => toolUse(text(call, "name") ?? "", asObject(field(call, "args")) ?? {})),
    timestamp: text(line, "timestamp"),
    callIds: calls.map((call) => text(call, "id")),
    results: Object.fromEntries(calls.flatMap((call) => {
      const id = text(call, "id");
      return id !== undefined && field(call, "result") !== undefined ? [[id, { failed: hasFailed(call) }]] : [];
    })),
    // A message is written again when its tools were called, and when they have answered.
    id: text(line, "id"),
  });
}

/** A command that fails is a success to the client, which tells the code within the result. */
function hasFailed(call: Payload): boolean {
  if (text(call, "status") !== "success") return true;
  return text(call, "name") === "run_shell_command" &&
    /\\nExit Code: (?!0\b)\d/.test(JSON.stringify(field(call, "result")));
}
