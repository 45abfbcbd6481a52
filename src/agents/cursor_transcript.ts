/**
 * In: one line of a Cursor transcript. Out: who said what, and which tools were called.
 * Not done here: results of tools, which Cursor does not record.
 *
 * @module
 */
import { asObject } from "../json.ts";
import type { Payload, Piece } from "./event.ts";
import { inElements, withoutElements } from "./elements.ts";
import { inputOf, readMessage } from "./message.ts";
import { field, text } from "./payload.ts";
import { toolUse } from "./tools.ts";

/** The piece of a conversation that a line holds; undefined for a line of another kind. */
export function cursorLine(line: Payload): Piece | undefined {
  const role = text(line, "role");
  if (role !== "user" && role !== "assistant") return undefined;
  const { words, calls } = readMessage(field(asObject(field(line, "message")) ?? line, "content"));
  return {
    role,
    text: role === "user" ? spokenPart(words) : words.trim(),
    tools: calls.map((call) => toolUse(text(call, "name") ?? "", inputOf(call))),
  };
}

const CLIENT_ELEMENTS =
  "timestamp|system_reminder|attached_files|user_info|git_status|rules|agent_skills|manually_attached_skills|agent_transcripts|additional_data|external_links|image_files|open_and_recently_viewed_files|system_notification|recommended_plugins";

/** The person's words, which are in an element of their own; around it the client puts time, files and rules. */
function spokenPart(words: string): string {
  const queries = inElements(words, "user_query");
  if (queries.length > 0) return queries.join("\n\n");
  return withoutElements(words, CLIENT_ELEMENTS).trim();
}
