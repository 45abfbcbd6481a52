/** What tests against the binary share: a setting changed as a person does it, facts of any age, events of Cursor. */
import type { Box, Json, RunOptions } from "./box.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Changes a setting by the verb; throws when it is refused. */
export async function set(box: Box, key: string, value: string, ...more: string[]): Promise<void> {
  const { status, error } = await box.json(["config", "set", key, value, ...more]);
  if (status !== "ok") throw new Error(`${key}: ${error.message}`);
}

/** The UTC day that was `days` ago. */
export function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

let count = 0;

/**
 * Puts facts into the file of the UTC day that was `days` ago, in the first seconds of it:
 * they are older than `days` days.
 */
export function remember(box: Box, days: number, contents: readonly string[], fields: object = {}): void {
  const day = dayBefore(days);
  const lines = contents.map((content, second) => {
    // Today's first seconds are up to a day ago; now is what "today" means to a reader.
    const timestamp = days === 0 ? new Date(Date.now() - 1_000 * (60 - second)) : new Date(`${day}T00:00:0${second}Z`);
    const id = `log-00000000${count % 10}-k${String(count++).padStart(3, "0")}`;
    const fact = { id, type: "fact", memory_type: "W", content, entities: [], confidence: 0.8 };
    return `${JSON.stringify({ ...fact, timestamp: timestamp.toISOString(), ...fields })}\n`;
  });
  const file = `daily/${day}.jsonl`;
  const before = box.lines(file).map((record) => `${JSON.stringify(record)}\n`);
  box.write(file, [...before, ...lines].join(""));
}

let events = 0;

/** An event of Cursor in a session; without a name it is a new one. */
export function cursor(
  box: Box,
  event: string,
  more: object = {},
  session = `s-${events + 1}`,
  options: RunOptions = {},
): Promise<Json> {
  const payload = {
    conversation_id: session,
    session_id: session,
    generation_id: event.startsWith("session") ? "" : `g-${++events}`,
    hook_event_name: event,
    cursor_version: "3.21.4",
    workspace_roots: [box.project],
    ...more,
  };
  events++;
  return box.hook("cursor", event, payload, options);
}

/** What a new session is given at its start. */
export async function start(box: Box, more: object = {}): Promise<string> {
  return (await cursor(box, "sessionStart", more)).additional_context ?? "";
}

/** What a prompt in a new session is given. */
export async function prompt(box: Box, text: string): Promise<string> {
  return (await cursor(box, "beforeSubmitPrompt", { prompt: text, attachments: [] })).additional_context ?? "";
}

/** Which of these words a text holds. */
export function holds(text: string, words: readonly string[]): string[] {
  return words.filter((word) => text.includes(word));
}
