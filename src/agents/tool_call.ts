/**
 * Tool calls in foreign JSON, of a hook or a transcript: what they do, and how they end.
 *
 * Hot path: every hook of a tool comes through here.
 */
import { asObject } from "../json.ts";
import type { EventOf, Payload, Piece, ToolCall, ToolUse } from "./event.ts";
import {
  count,
  field,
  flag,
  object,
  objectIn,
  objects,
  patchedFiles,
  spoken,
  text,
  withoutUndefined,
} from "./payload.ts";

/** The clients' names for their tools; the same word means the same in all of them. */
const TOOLS = {
  edit: "Write StrReplace Edit MultiEdit NotebookEdit EditNotebook ApplyPatch Delete apply_patch write_file " +
    "replace edit create",
  read: "Read Grep Glob LS SemanticSearch read_file read_many_files list_directory glob grep_search " +
    "search_file_content view grep",
  shell: "exec_command local_shell_call run_shell_command shell shell_command Shell bash Bash PowerShell",
  spawn: "Agent Task spawn_agent",
} as const;

/** A call, its kind told by the name of the tool. */
export function toolUse(name: string, input: Payload): ToolUse {
  return withoutUndefined<ToolUse>({
    kind: (["edit", "read", "shell", "spawn"] as const).find((kind) => TOOLS[kind].split(" ").includes(name)) ??
      "other",
    path: text(input, "path", "file_path", "target_file", "notebook_path", "target_notebook"),
    command: text(input, "command"),
  });
}

/** The calls of a line of a transcript; `input` and `id` are the fields of a call that hold its input and its id. */
export function toolUses(calls: readonly Payload[], input: string, id = "id"): Pick<Piece, "tools" | "callIds"> {
  return {
    tools: calls.map((call) => toolUse(text(call, "name") ?? "", object(call, input))),
    callIds: calls.map((call) => text(call, id)),
  };
}

/** Codex's own word for a subagent without a type. */
export const ANY_TYPE = "default";

/** The call that an event before or after it describes. */
export function toolCall(payload: Payload): ToolCall {
  const input = object(payload, "tool_input");
  const { kind, path, command } = toolUse(text(payload, "tool_name") ?? "", input);
  const paths = path === undefined ? [] : [path];
  switch (kind) {
    case "edit": {
      const isWhole = text(input, "content", "contents") !== undefined || undefined;
      return withoutUndefined<ToolCall>({
        kind,
        paths: [...paths, ...patchedFiles(command ?? "")],
        ...changeBy(input),
        isWhole,
      });
    }
    case "shell":
      return withoutUndefined<ToolCall>({ kind, paths, command });
    case "spawn":
      return { kind, paths, spawns: spawnedBy(input) };
    default:
      return { kind, paths };
  }
}

function spawnedBy(input: Payload): NonNullable<ToolCall["spawns"]> {
  return {
    type: text(input, "subagent_type", "agent_type") ?? ANY_TYPE,
    task: text(input, "prompt", "message") ?? spoken(input, "items") ?? "",
    inherits: flag(input, "fork_context") === true,
  };
}

const CHANGE_CHARACTERS = 20_000;

/** The lines of an edit that did not stand there before, and those that stand there no more. */
function changeBy(input: Payload): Pick<ToolCall, "added" | "removed"> {
  const edits = [input, ...objects(input, "edits")].map((edit) => {
    const lines = (said: string) => said.slice(0, CHANGE_CHARACTERS).split("\n");
    const after = text(edit, "new_string", "new_str", "content", "contents", "new_source") ?? patchOf(edit, "+");
    const before = text(edit, "old_string", "old_str") ?? patchOf(edit, "-");
    return { before: new Set(lines(before)), after: new Set(lines(after)) };
  });
  const joined = (lines: readonly string[]) => lines.join("\n").slice(0, CHANGE_CHARACTERS) || undefined;
  return withoutUndefined<Pick<ToolCall, "added" | "removed">>({
    added: joined(edits.flatMap(({ before, after }) => [...after.difference(before)])),
    removed: joined(edits.flatMap(({ before, after }) => [...before.difference(after)])),
  });
}

function patchOf(edit: Payload, sign: "+" | "-"): string {
  const lines = (text(edit, "command") ?? "").split("\n").filter((line) => line[0] === sign);
  return lines.filter((line) => line.slice(1, 3) !== sign + sign).map((line) => line.slice(1)).join("\n");
}

/** Characters of each end of an output: errors stand at the end, and an exit code or a first match at the beginning. */
const OUTPUT_CHARACTERS = 10_000;

/** The outcome and the output of a call; `failed` is the outcome by the event's name, if that tells it. */
export function toolEnd(payload: Payload, failed?: boolean): Pick<EventOf<"tool_end">, "failed" | "output"> {
  const shown = text(payload, "tool_output");
  const told = field(payload, "tool_response") ?? objectIn(shown) ?? shown;
  const response = asObject(told) ?? {};
  const interrupted = flag(payload, "is_interrupt") || flag(response, "interrupted");
  const printed = text(payload, "error", "error_message") ?? (typeof told === "string" ? told : [
    text(response, "stdout", "output", "llm_content") ?? "",
    text(response, "stderr") ?? "",
  ].filter(Boolean).join("\n"));
  const code = count(response, "exit_code") ?? Number(/^Exit Code: (\d+)/m.exec(printed)?.[1] ?? NaN);
  const byCode = Number.isNaN(code) ? undefined : code !== 0;
  return withoutUndefined<Pick<EventOf<"tool_end">, "failed" | "output">>({
    failed: interrupted ? undefined : failed === true || (byCode ?? failed),
    output: printed.length <= 2 * OUTPUT_CHARACTERS
      ? printed
      : `${printed.slice(0, OUTPUT_CHARACTERS)}\n${printed.slice(-OUTPUT_CHARACTERS)}`,
  });
}
