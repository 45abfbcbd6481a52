/**
 * In: an agent's name and the JSON it wrote: an event, or its transcript. Out: a `HookEvent`; plain turns, prompts and
 * answers in turn; and a `Reply` as that agent's JSON.
 * Not done here: deciding anything about an event (hooks/), reading any file, taking our own injected frames out of a
 * text (recall/).
 *
 * Every function is total: an unknown agent, event or shape gives `undefined` or the empty reply, never an error.
 *
 * @module
 */
import { fingerprint } from "../hash.ts";
import { asObject } from "../json.ts";
import { legible } from "../text/legible.ts";
import { append } from "../lists.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { copilot, isCopilot } from "./copilot.ts";
import { cursor, isCursor } from "./cursor.ts";
import {
  type Agent,
  AGENTS,
  type EventKind,
  eventNames,
  EVENTS,
  type HookEvent,
  type Piece,
  type ReadEnv,
  type Reply,
  type ToolUse,
  type Turn,
  type Wire,
} from "./event.ts";
import { gemini } from "./gemini.ts";
import { objectIn } from "./payload.ts";
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
  const name = nameAt(host, eventName);
  const kind = kindOf(host, name);
  return kind && WIRES[host].read(name, kind, fields, env);
}

function kindOf(agent: Agent, name: string): EventKind | undefined {
  return Object.hasOwn(EVENTS[agent], name) ? EVENTS[agent][name] : undefined;
}

function nameAt(agent: Agent, eventName: string): string {
  const kind = WIRES[agent].runsClaudes ? kindOf("claude", eventName) : undefined;
  return eventNames(agent).find((name) => name === eventName || EVENTS[agent][name] === kind) ?? eventName;
}

/**
 * Whether nothing happened at an event that its client fires all the same: a subagent's, or one that comes before the
 * client looks whether there is anything to do; or one that is registered for Claude Code, and of no use at the client
 * that runs it. It is answered with nothing, and no state knows of it.
 */
export function isIdleEvent(agent: string, eventName: string, payload: unknown, env: ReadEnv): boolean {
  const host = hostOf(agent, payload, env);
  const fields = asObject(payload);
  if (fields === undefined || host === undefined) return false;
  const name = nameAt(host, eventName);
  if (host !== agent && kindOf("claude", eventName) && !kindOf(host, name)) return true;
  return WIRES[host].isIdle?.(name, fields) === true;
}

/**
 * The reply as this agent reads it: one line of JSON, or a text where the agent reads no JSON. Empty strings count as
 * nothing to say, what a person would not see is written out, and what the agent has no channel for is dropped; whether
 * a build delivers context is asked of `deliversContext` before.
 */
export function renderReply(agent: string, eventName: string, reply: Reply): string {
  // An agent that we do not know is most likely given by mistake for Cursor, the only one whose events can block.
  const host = agentNamed(agent) ?? "cursor";
  // Half a surrogate pair from a prompt is no JSON for clients written in Rust.
  const said = Object.fromEntries(
    Object.entries(reply).flatMap(([part, text]) => text ? [[part, legible(text.toWellFormed())]] : []),
  ) as Reply;
  const rendered = WIRES[host].render(nameAt(host, eventName), said);
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
  // Each kind has some of these.
  const details: { readonly [Field in DetailOf<HookEvent>]?: unknown } = event;
  const { generation, loopCount, answersOurAsk, startSource, trigger, messageCount } = details;
  const said = details.prompt ?? details.lastReply;
  return [
    event.agent,
    event.session,
    event.kind,
    generation,
    loopCount,
    answersOurAsk,
    startSource,
    trigger,
    messageCount,
    typeof said === "string" && said !== "" ? fingerprint(ends(said)) : "",
  ].join("\u001f");
}

type DetailOf<Event> = Event extends HookEvent ? keyof Event : never;

/** Of each end; what is pasted between them took longer to read than all else. */
const END_CHARACTERS = 4_000;

/** A text, or of a long one its length and its ends, by which it is known again as well. */
function ends(text: string): string {
  if (text.length <= 2 * END_CHARACTERS) return text;
  return `${text.length}${text.slice(0, END_CHARACTERS)}${text.slice(-END_CHARACTERS)}`;
}

/**
 * The turns of a transcript. Lines that are cut off, foreign or made by the client itself are left out.
 *
 * @returns undefined when no line of it could be read
 */
export function readTranscript(agent: Agent, transcript: string): readonly Turn[] | undefined {
  const pieces: Piece[] = [];
  const places = new Map<string, number>();
  for (const line of transcript.split("\n")) {
    const fields = objectIn(line);
    const piece = fields && WIRES[agent].readLine(fields);
    if (!piece) continue;
    const earlier = piece.id === undefined ? undefined : places.get(piece.id);
    if (earlier !== undefined) pieces[earlier] = piece;
    else pieces.push(piece);
    if (piece.id !== undefined && earlier === undefined) places.set(piece.id, pieces.length - 1);
  }
  return pieces.length === 0 ? undefined : joined(pieces);
}

/** Agents write an answer in many lines, one for each step; all of them are one turn. */
function joined(pieces: readonly Piece[]): Turn[] {
  const results: Record<string, { failed: boolean }> = {};
  for (const piece of pieces) Object.assign(results, piece.results);
  const turns: { role: Turn["role"]; texts: string[]; tools: ToolUse[] }[] = [];
  for (const piece of pieces) {
    const tools = piece.tools.map((tool, place) => {
      const result = results[piece.callIds?.[place] ?? ""];
      return result ? { ...tool, failed: result.failed } : tool;
    });
    if (!piece.text && tools.length === 0) continue;
    let turn = turns.at(-1);
    if (turn?.role !== piece.role || piece.role === "user") {
      turn = { role: piece.role, texts: [], tools: [] };
      turns.push(turn);
    }
    if (piece.text) turn.texts.push(piece.text);
    append(turn.tools, tools);
  }
  return turns.map(({ texts, ...turn }) => ({ ...turn, text: texts.join("\n\n") }));
}
