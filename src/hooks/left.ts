/**
 * What a session was given counts as told only as long as it stands in the conversation. A person takes it out by
 * stopping a prompt or a call, and by going back.
 */
import { endsToGoBack } from "../agents/delivery.ts";
import { agentNamed, answeredLines, readTranscript } from "../agents/mod.ts";
import { tried } from "../errors.ts";
import { framesIn } from "../recall/frame.ts";
import { withoutLeft } from "../recall/ledger.ts";
import type { RecordId } from "../records/ids.ts";
import type { SessionState } from "../store/session_state.ts";
import { sizeOf, transcriptParts } from "../store/transcript.ts";
import { areAlike, termsOf } from "../text/likeness.ts";
import { type Conversation, readConversation, readRaw } from "./conversation.ts";
import { personsWords } from "./requests.ts";
import { noteState, type Scene } from "./scene.ts";

/** The scene of a prompt after a turn without an end, or of a start at which the person went back. */
export function afterCut(scene: Scene): Scene {
  const { cut, runtime, state: { transcript } } = scene;
  // Where the client writes no transcript nothing tells what stands.
  if (transcript === undefined || runtime.files.stat(transcript)?.kind !== "file") return scene;
  return cut === "stopped" ? afterStopped(scene, transcript) : afterGoingBack(scene, transcript);
}

/** A client that drops what was stopped writes something after what it keeps. In doubt a record is told again. */
function afterStopped(scene: Scene, transcript: string): Scene {
  const { runtime, event: { agent }, state: { looked_bytes = 0 } } = scene;
  const raw = tried(() => readRaw(runtime, transcript, looked_bytes)?.raw) ?? "";
  const standing = framesIn(answeredLines(agent, raw));
  return withState(scene, (now) =>
    withoutLeft(now, agent, ({ frame, seen }, kind) => {
      return !seen && kind !== "session_start" && !standing.has(frame);
    }));
}

function afterGoingBack(scene: Scene, transcript: string): Scene {
  const { runtime, event: { agent } } = scene;
  const raw = tried(() => readRaw(runtime, transcript)?.raw) ?? "";
  const standing = framesIn(raw);
  // What was read of the part that was left says nothing of what comes in its place.
  const kept = sizeOf((tried(() => transcriptParts(runtime, transcript)) ?? []).slice(0, -1));
  return withState(scene, (now) => ({
    ...withoutLeft(now, agent, ({ frame }) => !standing.has(frame)),
    ...Object.fromEntries(
      COUNTED.flatMap((name) => now[name] === undefined ? [] : [[name, Math.min(now[name], kept)]]),
    ),
  }));
}

/** The bytes of a transcript up to which something was done. */
const COUNTED = ["captured_bytes", "summed_bytes", "looked_bytes", "forgotten_bytes"] as const;

function withState(scene: Scene, change: (state: SessionState) => Partial<SessionState> | undefined): Scene {
  const changed = change(scene.state);
  if (!changed) return scene;
  noteState(scene, (now) => change(now) ?? {});
  return { ...scene, state: { ...scene.state, ...changed } };
}

/** The line of a prompt stands so closely before what was told with it. */
const PROMPT_BYTES = 64 * 1024;

/**
 * Of these records, those that were told with an earlier prompt which says nearly the same as this one. The person may
 * have gone back to that prompt: most clients write no line that tells so before the next answer.
 */
export function toldWithTheSame(
  { runtime, event: { agent }, state }: Scene,
  records: readonly RecordId[],
  prompt: string,
): readonly RecordId[] {
  const { transcript, injections = [] } = state;
  if (transcript === undefined || endsToGoBack(agent)) return [];
  const told = records.flatMap((id) => {
    const given = injections.findLast(({ ids }) => ids.includes(id));
    return given?.reason === "prompt" ? [{ id, frame: given.frame }] : [];
  });
  const raw = told.length === 0 ? "" : tried(() => readRaw(runtime, transcript)?.raw) ?? "";
  const terms = termsOf(prompt);
  return told.flatMap(({ id, frame }) => {
    const at = raw.indexOf(frame);
    if (at === -1) return [];
    const before = raw.slice(Math.max(at - PROMPT_BYTES, 0), raw.indexOf("\n", at));
    const asked = readTranscript(agent, before)?.findLast(({ role }) => role === "user");
    return asked && areAlike(termsOf(personsWords(asked.text)), terms) ? [id] : [];
  });
}

/** Notes at the end of a turn what the person has taken out of the conversation by going back before it. */
export function noteLeft(scene: Scene, news: Conversation | undefined): void {
  const { runtime, state } = scene;
  const agent = agentNamed(state.agent ?? "");
  if (!agent || !news) return;
  const { takenOut = "" } = news.isBefore ? readConversation(runtime, state) ?? news : news;
  const left = framesIn(takenOut);
  if (left.size > 0) withState(scene, (now) => withoutLeft(now, agent, ({ frame }) => left.has(frame)));
}
