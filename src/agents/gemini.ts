/** Gemini CLI. Its transcript keeps the turns that a person took back; lines of its own tell which these are. */
import { contextAndNotice } from "./claude.ts";
import type { EventKind, HookEvent, Payload, Piece, ReadEnv, Reply, TakenOut, Wire } from "./event.ts";
import {
  eventOf,
  field,
  flag,
  folders,
  object,
  objects,
  oneOf,
  spoken,
  text,
  withoutElements,
  withoutUndefined,
} from "./payload.ts";
import { toolCall, toolEnd, toolUses } from "./tool_call.ts";

export const gemini: Wire = {
  read,
  // The client fires "auto" before every request to the model, and only then checks whether to compress.
  isIdle: (name, payload) => name === "PreCompress" && text(payload, "trigger") === "auto",
  render,
  readLine,
  takenOut,
};

function read(name: string, kind: EventKind, payload: Payload, env: ReadEnv): HookEvent | undefined {
  return eventOf(kind, payload, {
    agent: "gemini",
    name,
    session: text(payload, "session_id") ?? env("GEMINI_SESSION_ID"),
    // No other field differs between two turns.
    generation: text(payload, "timestamp"),
    workspaceRoots: folders(text(payload, "cwd"), env("GEMINI_PROJECT_DIR"), env("CLAUDE_PROJECT_DIR")),
  }, {
    session_start: () => ({ startSource: oneOf(payload, "source", ["startup", "resume", "clear"]) }),
    user_prompt: () => ({ prompt: personsPart(spoken(payload, "prompt") ?? "") || undefined }),
    stop: () => ({
      outcome: "completed",
      answersOurAsk: flag(payload, "stop_hook_active"),
      lastReply: text(payload, "prompt_response"),
    }),
    tool_end: () => ({ call: toolCall(payload), ...toolEnd(payload, false) }),
  });
}

/** The marks around the content of files that a prompt names with `@`; the client appends it to the prompt. */
const FILES = ["\n--- Content from referenced files ---", "\n--- End of content ---"] as const;

/** Elements that the client puts around a prompt: the folder and the day, and a hook's context. */
const CLIENT_ELEMENTS = "hook_context|session_context";

/** A prompt as it was typed, without files and the elements of the client. */
function personsPart(prompt: string): string {
  const [start, end] = [prompt.indexOf(FILES[0]), prompt.lastIndexOf(FILES[1])];
  const typed = start === -1
    ? prompt
    : prompt.slice(0, start) + (end > start ? prompt.slice(end + FILES[1].length) : "");
  return withoutElements(typed, CLIENT_ELEMENTS).trim();
}

function render(name: string, reply: Reply): Readonly<Record<string, unknown>> {
  const { ask, notice } = reply;
  switch (name) {
    case "SessionStart":
    case "BeforeAgent":
    case "AfterTool":
      return contextAndNotice(name, reply);
    case "AfterAgent":
      // The person sees the notice; the request goes to the model alone.
      return ask === undefined ? {} : { decision: "deny", reason: ask, systemMessage: notice };
    case "PreCompress":
      return { systemMessage: notice };
    default:
      return {};
  }
}

/**
 * Where the person goes back, a line names the first message that is left out. After a prompt was stopped, the client
 * writes anew the messages that stand: those behind the last of them have left. After a compression it writes messages
 * with other ids, and none has been taken back.
 */
function takenOut(lines: readonly Payload[]): TakenOut {
  const out = new Set<Payload>();
  let standing: Payload[] = [];
  let isBefore = false;
  const leave = (from: number) => {
    for (const line of standing.slice(from)) out.add(line);
    standing = standing.slice(0, from);
  };
  for (const line of lines) {
    const [id, back] = [text(line, "id"), text(line, "$rewindTo")];
    const anew = objects(object(line, "$set"), "messages").map((message) => text(message, "id"));
    if (id !== undefined) standing.push(line);
    if (back !== undefined) {
      const at = standing.findIndex((each) => text(each, "id") === back);
      if (at === -1) isBefore = true;
      else leave(at);
    }
    const last = standing.findLastIndex((each) => anew.includes(text(each, "id")));
    if (last !== -1) leave(last + 1);
  }
  return { lines: out, isBefore };
}

function readLine(line: Payload): Piece | undefined {
  const type = text(line, "type");
  if (type !== "user" && type !== "gemini") return undefined;
  const words = spoken(line, "content")?.trim() ?? "";
  const calls = objects(line, "tool_calls");
  return withoutUndefined<Piece>({
    role: type === "user" ? "user" : "assistant",
    text: type === "user" ? personsPart(words) : words,
    ...toolUses(calls, "args"),
    results: Object.fromEntries(calls.flatMap((call) => {
      const id = text(call, "id");
      return id !== undefined && field(call, "result") !== undefined ? [[id, { failed: hasFailed(call) }]] : [];
    })),
    // The client rewrites a message when it calls tools, and when these have answered.
    id: text(line, "id"),
  });
}

/** Whether a call failed. To the client a failed command is a success with an exit code in its result. */
function hasFailed(call: Payload): boolean {
  if (text(call, "status") !== "success") return true;
  return text(call, "name") === "run_shell_command" &&
    /\\nExit Code: (?!0\b)\d/.test(JSON.stringify(field(call, "result")));
}
