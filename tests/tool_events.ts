/**
 * A set of tool calls of a coding agent, each given to the hooks as Claude Code gives it, in a session of its own or
 * several in one; and how many of them were told the right record, or any where none helps.
 *
 *   deno run -A tests/tool_events.ts RECORDS.jsonl EVENTS.jsonl [other records [calls in a session]]
 *
 * A record: `{"key", "type": "O|W|B|session", "days", "text", "entities"?, "when"?}`. An event: `{"id", "session"?,
 * "tool", "input", "failed"?, "output"?, "want": [keys]}`; paths are relative to the project. What failed is given
 * behind the call.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { writeFacts } from "../bench/dataset.ts";
import { type HookBox, hookBox } from "./hooks_box.ts";
import { contextOf } from "./box.ts";

const DAY_MS = 86_400_000;
const NOW = "2026-02-18T12:00:00.000Z";

interface Remembered {
  readonly key: string;
  readonly type: string;
  readonly days: number;
  readonly text: string;
  readonly entities?: readonly string[];
  /** The same in sets of prompts. */
  readonly labels?: readonly string[];
  readonly when?: readonly string[];
}

/** An event of a set. */
export interface Happened {
  readonly id: string;
  /** That of a whole day of work; without it, calls are put into sessions as they come. */
  readonly session?: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly failed?: boolean;
  readonly output?: string;
  readonly want: readonly string[];
}

/** An event, the keys of what it was told, and of what its session was told so far. */
export interface Answered extends Happened {
  readonly told: readonly string[];
  readonly known: readonly string[];
}

/** The lines of a set. */
export function linesOf<T>(file: string): T[] {
  return readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
}

/** A memory that holds the records of a set, and facts about other things; the key of each id. */
export function boxWith(records: string, others = 0): { readonly box: HookBox; readonly keyOf: Map<string, string> } {
  const box = hookBox({ now: NOW });
  const keyOf = new Map<string, string>();
  mkdirSync(join(box.data, "daily"), { recursive: true });
  if (others > 0) writeFacts(box.data, others, new Date(NOW));
  const lines = new Map<string, string>();
  linesOf<Remembered>(records).forEach(({ key, type, days, text, when, labels = [], entities = labels }, place) => {
    const id = `log-${100_000_000 + place}-aaaa`;
    keyOf.set(id, key);
    const timestamp = new Date(new Date(NOW).getTime() - days * DAY_MS).toISOString();
    const [topic = "", summary = ""] = text.split(/[:：] ?(.*)/s);
    const record = type === "session"
      ? { id, type: "summary", session_id: `s-${place}`, topic, summary, decisions: [], todos: [], tags: entities }
      : { id, type: "fact", memory_type: type, content: text, entities, confidence: 0.8, ...when ? { when } : {} };
    const file = type === "session" ? "sessions.jsonl" : `daily/${timestamp.slice(0, 10)}.jsonl`;
    const source = type === "session" ? "rules" : { session: `s-${place}` };
    lines.set(file, `${lines.get(file) ?? ""}${JSON.stringify({ ...record, timestamp, source })}\n`);
  });
  for (const [file, text] of lines) writeFileSync(join(box.data, file), text, { flag: "a" });
  return { box, keyOf };
}

/** The input of a call as the client gives it. */
export function inputOf({ input }: Happened, { project }: HookBox): Record<string, unknown> {
  const absolute = ["file_path", "notebook_path"].flatMap((name) => {
    const path = input[name];
    return typeof path === "string" ? [[name, join(project, path)]] : [];
  });
  return { ...input, ...Object.fromEntries(absolute) };
}

/** Gives all events of a set to the hooks, each in a session of its own, or about `inSession` in one. */
export async function answerAll(records: string, events: string, others = 0, inSession = 1): Promise<Answered[]> {
  const { box, keyOf } = boxWith(records, others);
  const answered: Answered[] = [];
  for (const [place, event] of linesOf<Happened>(events).entries()) {
    const { tool, failed, output = "", session = Math.floor(place / inSession) } = event;
    const name = failed ? "PostToolUseFailure" : "PreToolUse";
    // What is edited is there.
    const path = inputOf(event, box)["file_path"];
    if (tool === "Edit" && typeof path === "string") {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, "", { flag: "a" });
    }
    const reply = await box.claude(name, {
      session_id: `5f0c9a52-6a0e-4a63-9d6e-${String(inSession === 1 ? place : session).padStart(12, "0")}`,
      tool_name: tool,
      tool_input: inputOf(event, box),
      tool_use_id: `toolu_${place}`,
      ...failed ? { error: /^Exit code/.test(output) ? output : `Exit code 1\n${output}`, is_interrupt: false } : {},
    });
    const said: string = contextOf(reply);
    const told = [...said.matchAll(/log-\d+-[a-z]+/g)].map(([id]) => keyOf.get(id) ?? "other");
    const last = answered.at(-1);
    const before = inSession > 1 && last?.session === String(session) ? last.known : [];
    answered.push({ ...event, session: String(session), told, known: [...before, ...told] });
  }
  return answered;
}

/** What came of a set: shares, and the events that were not as wanted. */
export function cameOf(answered: readonly Answered[]) {
  const helped = answered.filter(({ want }) => want.length > 0);
  const others = answered.filter(({ want }) => want.length === 0);
  const missed = helped.filter(({ want, known }) => !known.some((key) => want.includes(key)));
  const disturbed = others.filter(({ told }) => told.length > 0);
  return {
    right: 1 - missed.length / Math.max(1, helped.length),
    disturbed: disturbed.length / Math.max(1, others.length),
    lists: ["missed:", ...missed.map(shown), "disturbed:", ...disturbed.map(shown)],
  };
}

function shown({ id, tool, input, output = "", want, told }: Answered): string {
  const what = String(input["command"] ?? input["file_path"] ?? "").replaceAll("\n", " ⏎ ").slice(0, 90);
  const ended = output === "" ? "" : ` ✗ ${output.replaceAll("\n", " ⏎ ").slice(0, 90)}`;
  return `  ${id} ${tool} ${what}${ended}\n      want ${want.join(", ") || "-"}; told ${told.join(", ") || "-"}`;
}

if (import.meta.main) {
  const [records = "", events = "", others = "0", inSession = "1"] = process.argv.slice(2);
  const answered = await answerAll(records, events, Number(others), Number(inSession));
  const { right, disturbed, lists } = cameOf(answered);
  for (const line of lists) console.log(line);
  console.log(`right ${(100 * right).toFixed(1)} %, disturbed ${(100 * disturbed).toFixed(1)} %`);
}
