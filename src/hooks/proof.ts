/** Proof that what was given has arrived: its frame is in the transcript, or a reply names one of its records. */
import { frameIds } from "../recall/frame.ts";
import { restsOn } from "../recall/telling.ts";
import { type SessionState, updateSessionState } from "../store/session_state.ts";
import type { Scene } from "./scene.ts";

/** Notes in the session's state what replies and transcript prove, if that is news. */
export function noteProof(
  { store, event, state }: Pick<Scene, "store" | "event" | "state">,
  replies: readonly string[],
  transcript = "",
): void {
  const proof = proofIn(state, replies, transcript);
  if (proof) updateSessionState(store, event.session, (current) => proofIn(current, replies, transcript) ?? {});
}

/** What these texts prove, as a change of the state; undefined when that is nothing new. */
export function proofIn(
  { injections = [], cited = [], used = [], replies_read = false }: Partial<SessionState>,
  replies: readonly string[],
  transcript: string,
): Partial<SessionState> | undefined {
  if (injections.length === 0) return undefined;
  const named = new Set(replies.flatMap((reply) => reply.match(RECORD_ID) ?? []));
  const fresh = [...new Set(injections.flatMap(({ ids }) => ids))].filter((id) => named.has(id) && !cited.includes(id));
  // A transcript is JSON: the quotation marks of a frame are escaped in it.
  const frames = new Set(frameIds(transcript.replaceAll('\\"', '"')));
  const arrived = injections.filter(({ frame, seen }) => !seen && frames.has(frame));
  const said = replies.join("\n").toLowerCase();
  const rested = injections.flatMap(({ telling = {} }) =>
    Object.entries(telling).filter(([id, words]) => !used.includes(id) && restsOn(said, words)).map(([id]) => id)
  );
  const firstRead = !replies_read && said.trim() !== "";
  if (fresh.length === 0 && arrived.length === 0 && rested.length === 0 && !firstRead) return undefined;
  return {
    cited: [...cited, ...fresh],
    used: [...new Set([...used, ...rested])],
    replies_read: replies_read || firstRead,
    injections: injections.map((injection) => arrived.includes(injection) ? { ...injection, seen: true } : injection),
  };
}

const RECORD_ID = /\b(?:MEM-[A-Za-z0-9][\w-]*|(?:log|sum|fact)-\d{6,9}(?:-[a-z0-9]+)?)\b/g;
