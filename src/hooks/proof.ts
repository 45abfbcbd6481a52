/** Which records that a session was given have arrived, and which were used. */
import { framesIn } from "../recall/frame.ts";
import { restsOn } from "../recall/telling.ts";
import { type SessionState, updateSessionState } from "../store/session_state.ts";
import type { Conversation } from "./conversation.ts";
import type { Scene } from "./scene.ts";

/** A frame in the transcript or an id in a reply proves arrival; a reply that rests on the words of a record, use. */
export function noteProof(
  { store, event, state }: Pick<Scene, "store" | "event" | "state">,
  conversation: Conversation | undefined,
  lastReply = "",
): void {
  const proofFor = (now: SessionState) => proofIn(now, conversation, lastReply);
  if (proofFor(state)) updateSessionState(store, event.session, (now) => proofFor(now) ?? {});
}

/** The change of the state that a conversation and the last reply prove; undefined when they prove nothing new. */
export function proofIn(
  { injections = [], cited = [], used = [], replies_read = false }: Partial<SessionState>,
  conversation: Conversation | undefined,
  lastReply = "",
): Partial<SessionState> | undefined {
  if (injections.length === 0) return undefined;
  const { turns = [], raw = "" } = conversation ?? {};
  const replies = [lastReply, ...turns.filter(({ role }) => role === "assistant").map(({ text }) => text)];
  const named = new Set(replies.flatMap((reply) => reply.match(RECORD_ID) ?? []));
  const fresh = [...new Set(injections.flatMap(({ ids }) => ids))].filter((id) => named.has(id) && !cited.includes(id));
  const frames = framesIn(raw);
  const arrived = injections.filter(({ frame, seen }) => !seen && frames.has(frame));
  const said = replies.join("\n").toLowerCase();
  // Whether the agent used a record that a tool call told shows in the commands and paths of later calls.
  const deeds = turns.flatMap(({ tools }) => tools.map(({ command = "", path = "" }) => command + path))
    .join("\n").toLowerCase();
  const rested = injections.flatMap(({ telling = {}, reason }) => {
    const shown = reason === "tool" ? `${said}\n${deeds}` : said;
    return Object.keys(telling).filter((id) => !used.includes(id) && restsOn(shown, telling[id] ?? []));
  });
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
