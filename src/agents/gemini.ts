/** Gemini CLI. What was taken back in a conversation stays said. */
import { besideIt } from "./claude.ts";
import type { EventKind, HookEvent, Payload, Piece, ReadEnv, Reply, Wire } from "./event.ts";
import {
  eventOf,
  field,
  flag,
  folders,
  known,
  objects,
  oneOf,
  spoken,
  text,
  toolCall,
  toolEnd,
  toolUses,
  withoutElements,
} from "./payload.ts";

/** Gemini CLI. */
export const gemini: Wire = {
  read,
  // It says "auto" before every request to the model, and looks only then whether anything is to be compressed.
  isIdle: (name, payload) => name === "PreCompress" && text(payload, "trigger") === "auto",
  render,
  readLine,
};

function read(name: string, kind: EventKind, payload: Payload, env: ReadEnv): HookEvent | undefined {
  return eventOf(kind, payload, {
    agent: "gemini",
    name,
    session: text(payload, "session_id") ?? env("GEMINI_SESSION_ID"),
    // The only thing that tells one turn's event from the next one's.
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

/** The content of files that a prompt names with `@`, as the client puts it behind the prompt. */
const FILES = ["\n--- Content from referenced files ---", "\n--- End of content ---"] as const;

/** What the client puts round a prompt: the folder and the day, and what a hook added before. */
const CLIENT_ELEMENTS = "hook_context|session_context";

/** A prompt as it was typed: without files, and without what the client or a hook put round it. */
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
      return besideIt(name, reply);
    case "AfterAgent":
      // The sentence is shown in place of the request, which the model alone reads then.
      return ask === undefined ? {} : known({ decision: "deny", reason: ask, systemMessage: notice });
    case "PreCompress":
      return known({ systemMessage: notice });
    default:
      return {};
  }
}

function readLine(line: Payload): Piece | undefined {
  const type = text(line, "type");
  if (type !== "user" && type !== "gemini") return undefined;
  const words = spoken(line, "content")?.trim() ?? "";
  const calls = objects(line, "tool_calls");
  return known<Piece>({
    role: type === "user" ? "user" : "assistant",
    text: type === "user" ? personsPart(words) : words,
    ...toolUses(calls, "args"),
    results: Object.fromEntries(calls.flatMap((call) => {
      const id = text(call, "id");
      return id !== undefined && field(call, "result") !== undefined ? [[id, { failed: hasFailed(call) }]] : [];
    })),
    // A message is written again when its tools were called, and when they have answered.
    id: text(line, "id"),
  });
}

/** A command that fails is a success to the client, which tells the code within the result. */
function hasFailed(call: Payload): boolean {
  if (text(call, "status") !== "success") return true;
  return text(call, "name") === "run_shell_command" &&
    /\\nExit Code: (?!0\b)\d/.test(JSON.stringify(field(call, "result")));
}
