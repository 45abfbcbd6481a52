/**
 * In: one line of a Claude Code transcript. Out: who said what, which tools were called, and what became of them.
 * Not done here: subagents, whose lines are in other files or marked.
 *
 * @module
 */
import type { Payload, Piece } from "./event.ts";
import { asPayload, field, flag, known, text } from "./payload.ts";
import { toolUse } from "./tools.ts";

export function claudeLine(line: Payload): Piece | undefined {
  const role = text(line, "type");
  if (role !== "user" && role !== "assistant") return undefined;
  const madeByClient = ["is_meta", "is_sidechain", "is_compact_summary", "is_visible_in_transcript_only"];
  if (madeByClient.some((name) => flag(line, name))) return undefined;
  const content = field(asPayload(field(line, "message")) ?? {}, "content");
  const blocks = (Array.isArray(content) ? content : [{ type: "text", text: content }]).map((block) =>
    asPayload(block) ?? {}
  );
  const words = blocks.flatMap((block) => text(block, "type") === "text" ? text(block, "text") ?? [] : []).join("\n\n");
  const calls = blocks.filter((block) => text(block, "type") === "tool_use");
  const results = blocks.filter((block) => text(block, "type") === "tool_result");
  return known<Piece>({
    role,
    text: role === "user" ? spokenPart(words) : words.trim(),
    tools: calls.map((call) => toolUse(text(call, "name") ?? "", asPayload(field(call, "input")) ?? {})),
    timestamp: text(line, "timestamp"),
    callIds: calls.map((call) => text(call, "id")),
    results: Object.fromEntries(
      results.map((result) => [text(result, "tool_use_id") ?? "", { failed: flag(result, "is_error") ?? false }]),
    ),
  });
}

/** The person's words without what the client wraps around them; a slash command as it was typed. */
function spokenPart(words: string): string {
  const command = /<command-name>\s*([\s\S]*?)\s*<\/command-name>/.exec(words)?.[1];
  if (command) {
    const rest = /<command-args>\s*([\s\S]*?)\s*<\/command-args>/.exec(words)?.[1] ?? "";
    return `${command} ${rest}`.trim();
  }
  return words
    .replace(/<(system-reminder|task-notification|local-command-[a-z]+|bash-(?:stdout|stderr))>[\s\S]*?<\/\1>/g, "")
    .replace(/^\[Request interrupted by user[^\]]*\]$/m, "")
    .trim();
}
