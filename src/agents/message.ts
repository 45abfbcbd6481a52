/**
 * In: the content of a message, as Claude Code and Cursor write it into their transcripts. Out: its words, and the
 * blocks that call tools or tell what came of them.
 * Not done here: whose words they are, and what stands around a person's (claude_transcript.ts, cursor_transcript.ts).
 *
 * @module
 */
import { asObject } from "../json.ts";
import type { Payload } from "./event.ts";
import { field, text } from "./payload.ts";

/** A message, taken apart. */
export interface Message {
  readonly words: string;
  readonly calls: readonly Payload[];
  readonly results: readonly Payload[];
}

/** Reads a content that is one text, or a list of blocks. */
export function readMessage(content: unknown): Message {
  const blocks = (Array.isArray(content) ? content : [{ type: "text", text: content }]).map((block) =>
    asObject(block) ?? {}
  );
  const ofType = (type: string) => blocks.filter((block) => text(block, "type") === type);
  return {
    words: ofType("text").flatMap((block) => text(block, "text") ?? []).join("\n\n"),
    calls: ofType("tool_use"),
    results: ofType("tool_result"),
  };
}

/** The input of a call, by field. */
export function inputOf(call: Payload): Payload {
  return asObject(field(call, "input")) ?? {};
}
