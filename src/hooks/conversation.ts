/** The conversation of a session by its transcript, and whether a script runs the session. */
import { isUnattended } from "../agents/attended.ts";
import { agentNamed, readTranscript } from "../agents/mod.ts";
import { BYTES_MAX } from "../limits.ts";
import type { Runtime } from "../runtime.ts";
import type { SessionState } from "../store/session_state.ts";
import { ownTurns } from "./own_turns.ts";
import type { Scene } from "./scene.ts";

/** Its turns as far as it was read; `raw`, the part of the file that was read; `end`, the byte where that ended. */
export type Conversation = NonNullable<ReturnType<typeof readConversation>>;

/** From byte `from` on, without the `coming` prompt, which some clients write before its hook runs. */
export function readConversation(
  runtime: Runtime,
  { agent, transcript, forgotten_bytes = 0 }: Pick<SessionState, "agent" | "transcript" | "forgotten_bytes">,
  from = 0,
  coming?: string,
) {
  const known = agentNamed(agent ?? "");
  if (!known || transcript === undefined) return undefined;
  try {
    const read = readRaw(runtime, transcript, Math.max(from, forgotten_bytes));
    if (!read) return undefined;
    const { raw, start, end } = read;
    const turns = readTranscript(known, raw);
    const isHere = coming !== undefined && turns?.at(-1)?.role === "user" &&
      turns.at(-1)?.text.trim() === coming.trim();
    return turns && { ...ownTurns(isHere ? turns.slice(0, -1) : turns, start > from), raw, end };
  } catch {
    // The file belongs to another program, whose format may change.
    return undefined;
  }
}

/** A transcript from byte `from` on, unparsed; undefined when it is no file. Throws where it can't be read. */
function readRaw({ files }: Runtime, path: string, from = 0): { raw: string; start: number; end: number } | undefined {
  const stat = files.stat(path);
  if (stat?.kind !== "file") return undefined;
  // Only the end of a long conversation is read. A file that is shorter than `from` was written anew.
  const start = Math.max(from > stat.size ? 0 : from, stat.size - BYTES_MAX.transcript);
  const bytes = files.readRange(path, start, stat.size - start);
  return { raw: new TextDecoder().decode(bytes), start, end: stat.size };
}

/** Longer than the first line of any transcript that tells there how its session was started. */
const FIRST_LINE_BYTES = 2_000;

/** Whether a script runs the session. Of all transcripts only Codex's tells that. */
export function runsUnattended(
  { runtime, event: { agent }, state: { transcript, background } }: Pick<Scene, "runtime" | "event" | "state">,
  conversation?: Conversation,
): boolean {
  const told = agent === "codex" && transcript !== undefined
    ? startToldIn(runtime, transcript, conversation)
    : { raw: "", first: "" };
  return isUnattended(runtime, { agent, background: background === true }, told);
}

function startToldIn(runtime: Runtime, transcript: string, conversation: Conversation | undefined) {
  try {
    const raw = conversation?.raw ?? readRaw(runtime, transcript)?.raw ?? "";
    const start = new TextDecoder().decode(runtime.files.readRange(transcript, 0, FIRST_LINE_BYTES));
    return { raw, first: start.split("\n", 1)[0] ?? "" };
  } catch {
    return { raw: "", first: "" };
  }
}
