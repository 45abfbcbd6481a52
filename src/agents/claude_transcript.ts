/**
 * In: one line of a Claude Code transcript. Out: who said what, which tools were called, and what became of them.
 * Not done here: subagents, whose lines are in other files or marked.
 *
 * @module
 */
import { asObject } from "../json.ts";
import { inElements } from "./elements.ts";
import type { Payload, Piece } from "./event.ts";
import { personsPart } from "./claude.ts";
import { inputOf, readMessage } from "./message.ts";
import { field, flag, known, text } from "./payload.ts";
import { toolUse } from "./tools.ts";

/** The piece of a conversation that a line holds; undefined for a line of another kind. */
export function claudeLine(line: Payload): Piece | undefined {
  const role = text(line, "type");
  if (role !== "user" && role !== "assistant") return undefined;
  const madeByClient = ["is_meta", "is_sidechain", "is_compact_summary", "is_visible_in_transcript_only"];
  if (madeByClient.some((name) => flag(line, name))) return undefined;
  const origin = text(asObject(field(line, "origin")) ?? {}, "kind");
  if (role === "user" && origin !== undefined && origin !== "human") return undefined;
  const { words, calls, results } = readMessage(field(asObject(field(line, "message")) ?? {}, "content"));
  return known<Piece>({
    role,
    text: role === "user" ? spokenPart(words) : words.trim(),
    tools: calls.map((call) => toolUse(text(call, "name") ?? "", inputOf(call))),
    timestamp: text(line, "timestamp"),
    callIds: calls.map((call) => text(call, "id")),
    results: Object.fromEntries(
      results.map((result) => [text(result, "tool_use_id") ?? "", { failed: flag(result, "is_error") ?? false }]),
    ),
  });
}

/** Commands of the client itself: what they are given tells nothing of the work. */
const OWN_COMMAND =
  /^\/(?:add-dir|agents|bug|clear|compact|config|context|copy|cost|doctor|effort|exit|export|fast|feedback|help|hooks|ide|login|logout|mcp|memory|model|new|output-style|permissions|plugin|quit|release-notes|rename|reset|resume|rewind|skills|status|statusline|tasks|terminal-setup|theme|todos|usage|vim)$/;

/** The person's words without what the client wraps around them; a slash command as it was typed. */
function spokenPart(words: string): string {
  const [command] = inElements(words, "command-name");
  if (command) {
    if (OWN_COMMAND.test(command)) return "";
    const [rest = ""] = inElements(words, "command-args");
    return `${command} ${rest}`.trim();
  }
  const spoken = personsPart(words).replace(/^\[Request interrupted by user[^\]]*\]$/m, "").trim();
  // Older builds do not mark the summary with which they go on after a compaction.
  return spoken.startsWith("This session is being continued from a previous conversation") ? "" : spoken;
}
