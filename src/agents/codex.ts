/** Codex, which took over Claude Code's events and has a transcript ("rollout") of its own. */
import { isOfSubagent, personsPart as claudesPart, readClaudeShape, renderClaudeShape } from "./claude.ts";
import type { Payload, Piece, Wire } from "./event.ts";
import { field, object, objectIn, patchedFiles, spoken, text, texts, withoutElements } from "./payload.ts";
import { toolUse } from "./tool_call.ts";

/** The heading above the person's words. An editor's extension puts tabs, files and selections before it. */
const REQUEST = "\n## My request for Codex:\n";

/** Elements that the client writes in the person's name: its surroundings, hooks' requests, interruptions. */
const CLIENT_ELEMENTS =
  "environment_context|user_instructions|hook_prompt|turn_aborted|subagent_notification|user_shell_command|skill";

/** The beginning of a folder's rules, which the client sends as a message of the person. */
const FOLDER_RULES = /^\s*# AGENTS\.md instructions\b/;

/** The person's words in a message; empty when the client wrote the whole message. */
function personsPart(words: string): string {
  const at = words.startsWith("# ") ? words.lastIndexOf(REQUEST) : -1;
  if (at !== -1) return words.slice(at + REQUEST.length).trim();
  return FOLDER_RULES.test(words) ? "" : withoutElements(words, CLIENT_ELEMENTS).trim();
}

export const codex: Wire = {
  read: readClaudeShape("codex", "turn_id", (words) => personsPart(claudesPart(words))),
  isIdle: isOfSubagent,
  // Codex refuses unknown keys, so nothing is added to the shared shape.
  render: renderClaudeShape,
  readLine,
};

function readLine(line: Payload): Piece | undefined {
  if (text(line, "type") !== "response_item") return undefined;
  const item = object(line, "payload");
  switch (text(item, "type")) {
    case "message":
      return message(item);
    case "function_call":
      return call(item, objectIn(text(item, "arguments")) ?? {});
    case "custom_tool_call":
      return call(item, { command: text(item, "input") });
    case "local_shell_call":
      return call({ ...item, name: "local_shell_call" }, object(item, "action"));
    case "function_call_output":
    case "custom_tool_call_output":
      return outcome(item);
    default:
      return undefined;
  }
}

function message(item: Payload): Piece | undefined {
  const role = text(item, "role");
  if (role !== "user" && role !== "assistant") return undefined;
  const words = spoken(item, "content")?.trim() ?? "";
  return { role, text: role === "user" ? personsPart(words) : words, tools: [] };
}

function call(item: Payload, input: Payload): Piece {
  const name = text(item, "name") ?? "";
  const command = text(input, "cmd") ?? texts(input, "command").at(-1) ?? "";
  const patched = patchedFiles(command);
  const tools = patched.length > 0
    ? patched.map((path) => toolUse("apply_patch", { path }))
    : [toolUse(name, command === "" ? input : { ...input, command })];
  const id = text(item, "call_id");
  return { role: "assistant", text: "", tools, callIds: tools.map(() => id) };
}

/** A failure as the client writes it. A tool's own output may say anything, so only the first lines are searched. */
const FAILED = /^(?:Process exited with code|Exit code:) (?!0\b)\d/m;
const HEAD_CHARACTERS = 300;

function outcome(item: Payload): Piece {
  const told = field(item, "output");
  const output = typeof told === "string" ? told : text(object(item, "output"), "content") ?? "";
  const metadata = object(objectIn(output) ?? {}, "metadata");
  const code = field(metadata, "exit_code");
  const failed = typeof code === "number" ? code !== 0 : FAILED.test(output.slice(0, HEAD_CHARACTERS));
  return { role: "assistant", text: "", tools: [], results: { [text(item, "call_id") ?? ""]: { failed } } };
}
