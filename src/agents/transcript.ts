/**
 * In: the text of an agent's transcript, or its last part. Out: plain turns, prompts and answers in turn.
 * Not done here: reading the file, and taking our own injected frames out of the text (recall/).
 *
 * @module
 */
import { asObject } from "../json.ts";
import { claudeLine } from "./claude_transcript.ts";
import { codexLine } from "./codex_transcript.ts";
import { copilotLine } from "./copilot_transcript.ts";
import { cursorLine } from "./cursor_transcript.ts";
import type { Agent, Payload, Piece, ToolUse, Turn } from "./event.ts";
import { geminiLine } from "./gemini_transcript.ts";
import { qwenLine } from "./qwen_transcript.ts";
import { append } from "../lists.ts";

const LINES: Readonly<Partial<Record<Agent, (line: Payload) => Piece | undefined>>> = {
  cursor: cursorLine,
  claude: claudeLine,
  codex: codexLine,
  gemini: geminiLine,
  qwen: qwenLine,
  copilot: copilotLine,
};

/**
 * The turns of a transcript. Lines that are cut off, foreign or made by the client itself are left out.
 *
 * @returns undefined when nothing could be read: no format is known for this agent, or no line of it was found
 */
export function readTranscript(agent: Agent, transcript: string): readonly Turn[] | undefined {
  const readLine = LINES[agent];
  if (!readLine) return undefined;
  const pieces: Piece[] = [];
  const places = new Map<string, number>();
  for (const line of transcript.split("\n")) {
    const fields = parsed(line);
    const piece = fields && readLine(fields);
    if (!piece) continue;
    const earlier = piece.id === undefined ? undefined : places.get(piece.id);
    if (earlier !== undefined) pieces[earlier] = piece;
    else pieces.push(piece);
    if (piece.id !== undefined && earlier === undefined) places.set(piece.id, pieces.length - 1);
  }
  return pieces.length === 0 ? undefined : joined(pieces);
}

function parsed(line: string): Payload | undefined {
  if (!line.trimStart().startsWith("{")) return undefined;
  try {
    return asObject(JSON.parse(line));
  } catch {
    // The file is written while we read it, and may begin in mid-line when only its end was read.
    return undefined;
  }
}

/** Agents write an answer in many lines, one for each step; all of them are one turn. */
function joined(pieces: readonly Piece[]): Turn[] {
  const results: Record<string, { failed: boolean }> = {};
  for (const piece of pieces) Object.assign(results, piece.results);
  const turns: { role: Turn["role"]; texts: string[]; tools: ToolUse[]; timestamp?: string }[] = [];
  for (const piece of pieces) {
    const tools = piece.tools.map((tool, place) => {
      const result = results[piece.callIds?.[place] ?? ""];
      return result ? { ...tool, failed: result.failed } : tool;
    });
    if (!piece.text && tools.length === 0) continue;
    let turn = turns.at(-1);
    if (turn?.role !== piece.role || piece.role === "user") {
      turn = { role: piece.role, texts: [], tools: [], ...(piece.timestamp ? { timestamp: piece.timestamp } : {}) };
      turns.push(turn);
    }
    if (piece.text) turn.texts.push(piece.text);
    append(turn.tools, tools);
  }
  return turns.map(({ texts, ...turn }) => ({ ...turn, text: texts.join("\n\n") }));
}
