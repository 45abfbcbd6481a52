/**
 * In: an agent's JSON for an event, its transcript, or a `Reply`. Out: a `HookEvent`; the turns of the conversation;
 * the reply as that agent's JSON.
 * Not done here: deciding anything about an event (hooks/), reading any file, taking our own injected frames out of a
 * text (recall/).
 *
 * No function throws: an unknown agent, event or shape gives `undefined` or the empty reply.
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
  type Payload,
  type Piece,
  type ReadEnv,
  type Reply,
  type ToolUse,
  type Turn,
  type Wire,
} from "./event.ts";
import { gemini } from "./gemini.ts";
import { objectIn, text } from "./payload.ts";
import { qwen } from "./qwen.ts";

const WIRES: Readonly<Record<Agent, Wire>> = { cursor, claude, codex, gemini, qwen, copilot };

/** The agent of this name, if there is one. */
export function agentNamed(name: string): Agent | undefined {
  return AGENTS.find((agent) => agent === name);
}

/** The agent that really runs the hook: Cursor and Copilot CLI also run the hooks of Claude Code. */
export function hostOf(agent: string, payload: unknown, env: ReadEnv): Agent | undefined {
  if (agent !== "claude") return agentNamed(agent);
  const fields = asObject(payload);
  if (isCursor(fields, env)) return "cursor";
  return isCopilot(fields, env) ? "copilot" : "claude";
}

/**
 * The event that a payload describes; undefined for what is unknown or names no session. "idle" for one that needs no
 * work: it is a subagent's, or comes before the client knows whether anything will happen, or is registered for Claude
 * Code and of no use at the client that runs the hook.
 */
export function readEvent(
  agent: string,
  eventName: string,
  payload: unknown,
  env: ReadEnv,
): HookEvent | "idle" | undefined {
  const host = hostOf(agent, payload, env);
  const fields = asObject(payload);
  if (!host || !fields) return undefined;
  const name = nameAt(host, eventName);
  const kind = kindOf(host, name);
  const isUseless = host !== agent && kind === undefined && kindOf("claude", eventName) !== undefined;
  if (isUseless || WIRES[host].isIdle?.(name, fields)) return "idle";
  return kind && WIRES[host].read(name, kind, fields, env);
}

function kindOf(agent: Agent, name: string): EventKind | undefined {
  return Object.hasOwn(EVENTS[agent], name) ? EVENTS[agent][name] : undefined;
}

/** The agent's own name of an event, which may come under Claude Code's name. */
function nameAt(agent: Agent, eventName: string): string {
  const kind = WIRES[agent].runsClaudes ? kindOf("claude", eventName) : undefined;
  return eventNames(agent).find((name) => name === eventName || EVENTS[agent][name] === kind) ?? eventName;
}

/**
 * The reply as this agent reads it, without empty parts and those for which it has no channel; invisible characters are
 * written out. Callers ask `deliversContext` before.
 */
export function renderReply(agent: string, eventName: string, reply: Reply): string {
  const host = hostNamed(agent);
  // Clients written in Rust refuse JSON with half a surrogate pair, which a prompt may hold.
  const said = Object.fromEntries(
    Object.entries(reply).flatMap(([part, text]) => text ? [[part, legible(text.toWellFormed())]] : []),
  ) as Reply;
  return renderAt(host, eventName, said);
}

/** An unknown agent is treated as Cursor, the only one at which a wrong answer can block an action. */
function hostNamed(agent: string): Agent {
  return agentNamed(agent) ?? "cursor";
}

function renderAt(host: Agent, eventName: string, said: Reply): string {
  const rendered = WIRES[host].render(nameAt(host, eventName), said);
  return typeof rendered === "string" ? rendered : JSON.stringify(rendered);
}

/** The reply that changes nothing: at Cursor's permission events a permission, since `{}` would block the action. */
export function emptyReply(agent: string, eventName: string): string {
  return renderAt(hostNamed(agent), eventName, {});
}

/**
 * A key that is the same for one event however often it is delivered, also through several configurations. These
 * deliver within seconds; the key of a start may also come again much later, when a session is resumed.
 */
export function eventKey(event: HookEvent): string {
  // Each kind has some of these fields.
  const details: { readonly [Field in DetailOf<HookEvent>]?: unknown } = event;
  const { generation, loopCount, answersOurAsk, startSource } = details;
  const said = details.prompt ?? details.lastReply;
  return [
    event.agent,
    event.session,
    event.kind,
    generation,
    loopCount,
    answersOurAsk,
    startSource,
    typeof said === "string" && said !== "" ? fingerprint(ends(said)) : "",
  ].join("\u001f");
}

type DetailOf<Event> = Event extends HookEvent ? keyof Event : never;

/** Characters of each end. To hash a whole pasted text took longer than all the rest of a hook. */
const END_CHARACTERS = 4_000;

/** A text, or of a long one its length and both ends, which identify it as well. */
function ends(text: string): string {
  if (text.length <= 2 * END_CHARACTERS) return text;
  return `${text.length}${text.slice(0, END_CHARACTERS)}${text.slice(-END_CHARACTERS)}`;
}

/** What a transcript tells of a conversation. */
interface Transcript {
  /** Without lines cut off, foreign, the client's own or taken out by the person; undefined where none is left. */
  readonly turns: readonly Turn[] | undefined;
  /** The lines that the person has taken out of the conversation. */
  readonly takenOut: string;
  /** The person went back to before the first of the lines. */
  readonly isBefore: boolean;
}

/** Reads a transcript, or a part of it. */
export function lookThrough(agent: Agent, transcript: string): Transcript {
  const { lines, isBefore } = linesOf(agent, transcript);
  const pieces = new Map<string | number, Piece>();
  for (const { fields, isOut } of lines) {
    const piece = isOut ? undefined : WIRES[agent].readLine(fields);
    // A piece with the id of an earlier one takes its place.
    if (piece) pieces.set(piece.id ?? pieces.size, { ...piece, ...timeOfLine(fields) });
  }
  return {
    turns: pieces.size === 0 ? undefined : joined([...pieces.values()]),
    takenOut: lines.filter(({ isOut }) => isOut).map(({ line }) => line).join("\n"),
    isBefore,
  };
}

function timeOfLine(fields: Payload): Pick<Piece, "at"> {
  const at = Date.parse(text(fields, "timestamp") ?? "");
  return Number.isNaN(at) ? {} : { at };
}

/** The turns of a transcript. */
export function readTranscript(agent: Agent, transcript: string): readonly Turn[] | undefined {
  return lookThrough(agent, transcript).turns;
}

/**
 * The lines of a transcript up to the last words of the agent, the last result, or the client's last word that a turn
 * was stopped. What stands behind them may have left the conversation already, though no line tells so yet.
 */
export function answeredLines(agent: Agent, transcript: string): string {
  const { lines } = linesOf(agent, transcript);
  const last = lines.findLastIndex(({ fields, isOut }) => {
    const piece = isOut ? undefined : WIRES[agent].readLine(fields);
    return piece !== undefined && (piece.role === "assistant" || piece.text === "");
  });
  return lines.slice(0, last + 1).filter(({ isOut }) => !isOut).map(({ line }) => line).join("\n");
}

function linesOf(agent: Agent, transcript: string) {
  const read = transcript.split("\n").flatMap((line) => {
    const fields = objectIn(line);
    return fields ? [{ line, fields }] : [];
  });
  const out = WIRES[agent].takenOut?.(read.map(({ fields }) => fields));
  const lines = read.map(({ line, fields }) => ({ line, fields, isOut: out?.lines.has(fields) === true }));
  return { lines, isBefore: out?.isBefore === true };
}

/** The turns that pieces make up. An agent writes a line for each step of an answer; all steps are one turn. */
function joined(pieces: readonly Piece[]): Turn[] {
  const results: Record<string, { failed: boolean }> = {};
  for (const piece of pieces) Object.assign(results, piece.results);
  const turns: (Pick<Turn, "role" | "at"> & { texts: string[]; tools: ToolUse[] })[] = [];
  for (const piece of pieces) {
    const tools = piece.tools.map((tool, place) => {
      const result = results[piece.callIds?.[place] ?? ""];
      return result ? { ...tool, failed: result.failed } : tool;
    });
    if (!piece.text && tools.length === 0) continue;
    let turn = turns.at(-1);
    if (turn?.role !== piece.role || piece.role === "user") {
      turn = { role: piece.role, ...piece.at === undefined ? {} : { at: piece.at }, texts: [], tools: [] };
      turns.push(turn);
    }
    if (piece.text) turn.texts.push(piece.text);
    append(turn.tools, tools);
  }
  return turns.map(({ texts, ...turn }) => ({ ...turn, text: texts.join("\n\n") }));
}
