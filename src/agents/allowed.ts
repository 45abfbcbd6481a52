/** What an agent may call without asking, and the files that say so to Codex and Gemini CLI. */
import { type Binary, binaryCommand } from "./command.ts";

/**
 * The verbs that an agent needs in every session. None deletes, configures, or answers for a person. A save may replace
 * a record, which is kept: `undo` takes that back.
 */
export const ALLOWED_VERBS = ["save", "done", "search", "show", "retrieve", "intent", "note propose"] as const;

/**
 * Rules in a list of the client's settings (allow_rules.ts), or in a file that is wholly ours, whose path is relative
 * to the project's root or to the home folder, as the hook file's.
 */
export type AllowRules =
  | { readonly kind: "list"; readonly rule: (command: string, platform: string) => string }
  | { readonly kind: "file"; readonly file: string; readonly text: (binary: Binary) => string };

const HEADLINE =
  "# What the agent may call without asking: saving to memory and looking things up. Deleting and settings are not here.";

/** Gemini CLI compares the beginning of each command in a line. Its older list in the settings is deprecated. */
export function geminiPolicy(binary: Binary): string {
  const prefixes = ALLOWED_VERBS.map((verb) => `  ${JSON.stringify(`${binaryCommand(binary)} ${verb}`)},`);
  return [
    HEADLINE,
    "[[rule]]",
    'toolName = "run_shell_command"',
    "commandPrefix = [",
    ...prefixes,
    "]",
    'decision = "allow"',
    "priority = 100",
    "",
  ].join("\n");
}

/** Codex compares the words of a command, and runs an allowed command outside of its sandbox. */
export function codexRules({ execPath }: Binary): string {
  const first = ALLOWED_VERBS.filter((verb) => !verb.includes(" "));
  const longer = ALLOWED_VERBS.filter((verb) => verb.includes(" ")).map((verb) => verb.split(" "));
  const patterns = [[execPath, first], ...longer.map((words) => [execPath, ...words])];
  return [
    HEADLINE,
    ...patterns.map((pattern) => `prefix_rule(pattern = ${JSON.stringify(pattern)}, decision = "allow")`),
    "",
  ].join("\n");
}
