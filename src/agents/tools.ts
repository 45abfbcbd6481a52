/**
 * In: a tool call as an agent's transcript holds it. Out: what it touched, in our words.
 * Not done here: whether it worked, which only some transcripts say.
 *
 * @module
 */
import type { Payload, ToolUse } from "./event.ts";
import { known, text } from "./payload.ts";

/** The clients' names; the same word means the same in all of them. */
const KIND_OF: Readonly<Record<string, ToolUse["kind"]>> = {
  Write: "edit",
  StrReplace: "edit",
  Edit: "edit",
  MultiEdit: "edit",
  NotebookEdit: "edit",
  EditNotebook: "edit",
  ApplyPatch: "edit",
  Delete: "edit",
  Read: "read",
  Grep: "read",
  Glob: "read",
  LS: "read",
  SemanticSearch: "read",
  apply_patch: "edit",
  write_file: "edit",
  replace: "edit",
  read_file: "read",
  read_many_files: "read",
  list_directory: "read",
  glob: "read",
  grep_search: "read",
  search_file_content: "read",
  exec_command: "shell",
  local_shell_call: "shell",
  run_shell_command: "shell",
  shell: "shell",
  shell_command: "shell",
  Shell: "shell",
  bash: "shell",
  view: "read",
  grep: "read",
  edit: "edit",
  create: "edit",
  Bash: "shell",
  PowerShell: "shell",
};

/** A call by the name of its tool. */
export function toolUse(name: string, input: Payload): ToolUse {
  return known<ToolUse>({
    name,
    kind: Object.hasOwn(KIND_OF, name) ? KIND_OF[name] ?? "other" : "other",
    path: text(input, "path", "file_path", "target_file", "notebook_path", "target_notebook"),
    command: text(input, "command"),
    failed: undefined,
  });
}
