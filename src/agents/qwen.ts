/** Qwen Code, which came from Gemini CLI and took over Claude Code's events. */
import { asObject } from "../json.ts";
import { isOfSubagent, personsPart, readClaudeShape, renderClaudeShape } from "./claude.ts";
import type { Payload, Piece, Wire } from "./event.ts";
import { field, object, objects, text, withoutUndefined } from "./payload.ts";
import { toolUses } from "./tool_call.ts";

export const qwen: Wire = {
  read: readClaudeShape("qwen", "prompt_id", personsPart),
  isIdle: isOfSubagent,
  render: renderClaudeShape,
  readLine,
};

function readLine(line: Payload): Piece | undefined {
  const type = text(line, "type");
  if (type !== "user" && type !== "assistant" && type !== "tool_result") return undefined;
  const parts = objects(object(line, "message"), "parts");
  const words = parts.flatMap((part) => text(part, "text") ?? []).join("\n\n").trim();
  const calls = objectsIn(parts, "function_call");
  const results = objectsIn(parts, "function_response").flatMap((result) => {
    const id = text(result, "id");
    const failed = text(object(result, "response"), "error") !== undefined;
    return id === undefined ? [] : [[id, { failed }] as const];
  });
  const replied = type === "assistant" ? words : "";
  return withoutUndefined<Piece>({
    role: type === "user" ? "user" : "assistant",
    text: type === "user" ? personsPart(words) : replied,
    ...toolUses(calls, "args"),
    results: results.length > 0 ? Object.fromEntries(results) : undefined,
  });
}

function objectsIn(parts: readonly Payload[], name: string): Payload[] {
  return parts.map((part) => asObject(field(part, name))).filter((each) => each !== undefined);
}
