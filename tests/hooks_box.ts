/** Hook events in a test's hands, shaped after what Cursor and Claude Code really send, answered in this process. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { guardHook } from "../src/hooks/guard.ts";
import { startReading } from "../src/hooks/input.ts";
import { runHook } from "../src/hooks/mod.ts";
import type { Runtime } from "../src/runtime.ts";
import { isText } from "./box.ts";
import { pathOf } from "../src/store/layout.ts";
import { ownStore, testWorld, type World, type WorldOptions } from "./world.ts";

/** What a test of hooks has in its hands. */
export interface HookBox extends World {
  readonly project: string;
  readonly data: string;
  /** The folder of what this machine makes of it. */
  readonly own: string;
  path(file: string): string;
  /** An event of Cursor; returns the parsed reply. */
  cursor(event: string, more?: object): Promise<Json>;
  claude(event: string, more?: object): Promise<Json>;
  /** Any bytes on standard input; returns what goes to standard output. */
  raw(agent: string, event: string, input: string | Uint8Array): Promise<string>;
  read(file: string): string;
  write(file: string, text: string): void;
  lines(file: string): Json[];
  state(session?: string): Json;
}

// deno-lint-ignore no-explicit-any -- a test reads foreign JSON as its reader would
export type Json = any;

/** The session of every event unless it says otherwise. */
export const SESSION = "5f0c9a52-6a0e-4a63-9d6e-2f2a4f6b9c11";

/** A project with an empty memory, in a world of its own. */
export function hookBox(options: WorldOptions = {}): HookBox {
  const world = testWorld(options);
  const project = join(world.folder, "home", "work", "app");
  const data = join(project, ".cursor", "skills", "memory-data");
  const store = ownStore(world.runtime, data);
  let turn = 0;

  const raw = (agent: string, event: string, input: string | Uint8Array) => {
    const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
    const read = (limit: number) =>
      Promise.resolve({ bytes: bytes.subarray(0, limit + 1), complete: bytes.length <= limit });
    const stdin: Runtime["stdin"] = {
      isTerminal: false,
      read,
      readPiped: read,
      stream: () => Readable.from([bytes]),
    };
    return runHook(guardHook({ ...world.runtime, stdin }), { agent, event }, startReading(stdin));
  };
  const path = (file: string) => pathOf(store, file);
  return {
    ...world,
    project,
    data,
    own: store.home,
    path,
    raw,
    async cursor(event, more = {}) {
      // Cursor gives each turn an id; the events that begin and end a session have none.
      if (event === "beforeSubmitPrompt") turn++;
      const ofTurn = event === "sessionStart" || event === "sessionEnd" ? "" : `turn-${turn}`;
      const payload = {
        conversation_id: SESSION,
        generation_id: ofTurn,
        model: "default",
        session_id: SESSION,
        hook_event_name: event,
        cursor_version: "3.21.4",
        workspace_roots: [project],
        user_email: "dev@example.invalid",
        transcript_path: null,
        ...more,
      };
      return JSON.parse(await raw("cursor", event, JSON.stringify(payload)));
    },
    async claude(event, more = {}) {
      if (event === "UserPromptSubmit") turn++;
      const payload = {
        session_id: SESSION,
        transcript_path: join(world.folder, "none.jsonl"),
        cwd: project,
        hook_event_name: event,
        prompt_id: `prompt-${turn}`,
        ...more,
      };
      const reply = await raw("claude", event, JSON.stringify(payload));
      return isText("claude", event) ? { text: reply } : JSON.parse(reply);
    },
    read: (file) => readFileSync(path(file), "utf8"),
    write(file, text) {
      mkdirSync(dirname(path(file)), { recursive: true });
      writeFileSync(path(file), text);
    },
    lines(file) {
      return readFileSync(path(file), "utf8").split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
    },
    state: (session = SESSION) => JSON.parse(readFileSync(path(`session_state/${session}.json`), "utf8")),
  };
}

let count = 0;

/** A fact as a line of a daily file. */
export function factLine(content: string, more: object = {}): string {
  const id = `log-10000000${count++ % 10}-${String(count).padStart(4, "0")}`;
  const fact = {
    id,
    type: "fact",
    memory_type: "W",
    content,
    entities: [],
    confidence: 0.8,
    timestamp: "2026-02-18T09:00:00.000Z",
    ...more,
  };
  return `${JSON.stringify(fact)}\n`;
}

/** A transcript as Cursor writes it. */
export function cursorTranscript(turns: readonly (readonly ["user" | "assistant", string, ...object[]])[]): string {
  return turns.map(([role, text, ...tools]) => {
    const words = role === "user" ? `<user_query>\n${text}\n</user_query>` : text;
    const calls = tools.map((tool) => ({ type: "tool_use", ...tool }));
    return `${JSON.stringify({ role, message: { content: [{ type: "text", text: words }, ...calls] } })}\n`;
  }).join("");
}
