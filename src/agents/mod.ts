/**
 * In: an agent's name, its event's name, the JSON it wrote. Out: a `HookEvent`; and a `Reply` as that agent's JSON.
 * Not done here: deciding anything about an event (hooks/), reading any file.
 *
 * Every function is total: an unknown agent, event or shape gives `undefined` or the empty reply, never an error.
 *
 * @module
 */
import { asObject } from "../json.ts";
import { fingerprint } from "../hash.ts";
import { legible } from "../legible.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { copilot, isCopilot } from "./copilot.ts";
import { cursor, isCursor } from "./cursor.ts";
import { type Agent, AGENTS, type HookEvent, type ReadEnv, type Reply, type Wire } from "./event.ts";
import { gemini } from "./gemini.ts";
import { qwen } from "./qwen.ts";

const WIRES: Readonly<Record<Agent, Wire>> = { cursor, claude, codex, gemini, qwen, copilot };

/** The agent of this name, if there is one. */
export function agentNamed(name: string): Agent | undefined {
  return AGENTS.find((agent) => agent === name);
}

/**
 * The agent that really runs the hook. Cursor and Copilot CLI also run what is registered for Claude Code; the payload
 * and an environment variable of their hooks say so.
 */
export function hostOf(agent: string, payload: unknown, env: ReadEnv): Agent | undefined {
  if (agent !== "claude") return agentNamed(agent);
  const fields = asObject(payload);
  return isCursor(fields, env) ? "cursor" : isCopilot(fields, env) ? "copilot" : "claude";
}

/**
 * What happened, in our words.
 *
 * @param agent for whom the hook was registered
 * @param eventName the event's name at that agent
 * @returns undefined for an agent, event or payload that means nothing to us, or that names no session
 */
export function readEvent(agent: string, eventName: string, payload: unknown, env: ReadEnv): HookEvent | undefined {
  const host = hostOf(agent, payload, env);
  const fields = asObject(payload);
  if (!host || !fields) return undefined;
  const wire = WIRES[host];
  const name = wire.canonical(eventName);
  const kind = Object.hasOwn(wire.kinds, name) ? wire.kinds[name] : undefined;
  return kind && wire.read(name, kind, fields, env);
}

/**
 * Whether nothing happened at an event that its client fires all the same: a subagent's, or one that comes before the
 * client looks whether there is anything to do. It is answered with nothing, and no state knows of it.
 */
export function isIdleEvent(agent: string, eventName: string, payload: unknown, env: ReadEnv): boolean {
  const host = hostOf(agent, payload, env);
  const fields = asObject(payload);
  const wire = host && WIRES[host];
  return fields !== undefined && wire?.isIdle?.(wire.canonical(eventName), fields) === true;
}

/**
 * The reply as this agent reads it: one line of JSON, or a text where the agent reads no JSON. Empty strings count as
 * nothing to say, what a person would not see is written out, and what the agent has no channel for is dropped; whether
 * a build delivers context is asked of `deliversContext` before.
 */
export function renderReply(agent: string, eventName: string, reply: Reply): string {
  // An agent that we do not know is most likely given by mistake for Cursor, the only one whose events can block.
  const wire = WIRES[agentNamed(agent) ?? "cursor"];
  // Half a surrogate pair from a prompt is no JSON for clients written in Rust.
  const said = Object.fromEntries(
    Object.entries(reply).flatMap(([part, text]) => text ? [[part, legible(text.toWellFormed())]] : []),
  ) as Reply;
  const rendered = wire.render(wire.canonical(eventName), said);
  return typeof rendered === "string" ? rendered : JSON.stringify(rendered);
}

/**
 * The reply that changes nothing. For Cursor's permission events that is a permission: `{}` would block the action.
 * Where the client takes what is printed for a text, it is nothing at all.
 */
export function emptyReply(agent: string, eventName: string): string {
  return renderReply(agent, eventName, {});
}

/**
 * The same key for the same physical event, however often and through whichever configuration it is delivered. Two
 * configurations deliver within seconds; the key of a start may come again much later, when a session is resumed.
 */
export function eventKey(event: HookEvent): string {
  const said = event.prompt ?? event.lastReply ?? "";
  const parts = [
    event.agent,
    event.session,
    event.kind,
    event.generation ?? "",
    event.loopCount ?? "",
    event.answersOurAsk ?? "",
    event.startSource ?? "",
    event.trigger ?? "",
    event.messageCount ?? "",
    said && fingerprint(ends(said)),
  ];
  return parts.join("\u001f");
}

/** Of each end; what is pasted between them took longer to read than all else. */
const END_CHARACTERS = 4_000;

/** A text, or of a long one its length and its ends, by which it is known again as well. */
function ends(text: string): string {
  if (text.length <= 2 * END_CHARACTERS) return text;
  return `${text.length}${text.slice(0, END_CHARACTERS)}${text.slice(-END_CHARACTERS)}`;
}
