/**
 * In: a client's list of rules, the binary. Out: the rules by which the agent saves and looks up without asking, and
 * how we know them again.
 * Not done here: whether the person wants them (setup/).
 *
 * @module
 */
import type { Runtime } from "../runtime.ts";
import { binaryCommand } from "./command.ts";

/**
 * What an agent does in every session. Whatever deletes, purges, replaces or configures is not among it, nor what
 * carries out an answer of the person.
 */
const ALLOWED_VERBS = ["save", "done", "search", "show", "retrieve", "intent", "note propose"] as const;

type Binary = Pick<Runtime, "execPath" | "platform">;

/** Rules that stand in a list of the client's settings, which is the file that holds our hooks. */
export interface ListedRules {
  readonly kind: "list";
  /** Where the list is: `permissions.allow` has two steps. */
  readonly path: readonly [string, string];
  readonly rule: (command: string, platform: string) => string;
}

/** Rules that stand in a file of their own, which is wholly ours. */
export interface RuleFile {
  readonly kind: "file";
  /** Relative to the project's root, or to the home folder: where the hooks are. */
  readonly file: string;
  readonly text: (binary: Binary) => string;
}

/** How a client is told what needs no question. */
export type AllowRules = ListedRules | RuleFile;

/** The rule for each verb, in order. */
export function listedRules({ rule }: ListedRules, binary: Binary): readonly string[] {
  return ALLOWED_VERBS.map((verb) => rule(`${binaryCommand(binary)} ${verb}`, binary.platform));
}

const HEADLINE =
  "# What the agent may call without asking: saving to memory and looking things up. Deleting and settings are not here.";

/** Gemini CLI matches the beginning of each command of a line. Its list in the settings is being withdrawn. */
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

/** Codex matches the words of a command; what a rule allows runs outside of its sandbox. */
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
