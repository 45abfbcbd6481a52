/** Whether anybody sits before a session, or a program reads what the agent says last. */
import type { Parent, Runtime } from "../runtime.ts";
import { sessionsNamed } from "./command.ts";
import type { Agent } from "./event.ts";

/**
 * Whether the session runs unattended. What can't be known counts as attended.
 *
 * @param background whether the client said that nobody watches
 * @param transcript what was read of the session's transcript, and its first line
 */
export function isUnattended(
  runtime: Pick<Runtime, "env" | "parents">,
  { agent, background }: { readonly agent: Agent; readonly background: boolean },
  transcript: { readonly raw: string; readonly first: string },
): boolean {
  switch (agent) {
    case "claude":
      return isUnattendedClaude(runtime.env("CLAUDE_CODE_SESSION_ATTENDED"), runtime.env("CLAUDE_CODE_ENTRYPOINT"));
    case "codex":
      return isCodexExec(transcript.raw, transcript.first) ?? calls(runtime, PROGRAMS.codex, isExec);
    case "cursor":
      return background || calls(runtime, PROGRAMS.cursor, hasPrompt);
    default:
      // They tell a hook nothing of it, so it is looked at how they run.
      return calls(runtime, PROGRAMS[agent], isOnePrompt);
  }
}

function isUnattendedClaude(attended: string | undefined, entrypoint = ""): boolean {
  // Builds that do not say it tell only how they were started: `-p`, the SDKs, an action on GitHub.
  return attended === undefined ? /^sdk-|github-action/.test(entrypoint) : attended === "0";
}

/**
 * A conversation may be begun in the terminal and taken up by `codex exec`: what its last turn says goes first.
 * Undefined where nothing is written of it, as with `--ephemeral`.
 */
function isCodexExec(raw: string, first: string): boolean | undefined {
  const last = raw.match(/"turn_trigger":"[a-z_]+"/g)?.at(-1);
  if (last !== undefined) return last.includes('"exec"');
  return first === "" ? undefined : /"(?:source":"exec|originator":"codex_exec)"/.test(first);
}

/** What clients that do not name their session set in a shell that they start. */
const SHELL_MARKS = ["CLAUDECODE", "CURSOR_AGENT", "GEMINI_CLI", "QWEN_CODE"];

/** Whether a person types in a terminal of their own, which no client has started. */
export function isOwnTerminal(runtime: Pick<Runtime, "env" | "parents" | "stdin">): boolean {
  const isMarked = sessionsNamed(runtime.env).length > 0 || SHELL_MARKS.some((name) => runtime.env(name) !== undefined);
  const isProgram = (word: string) => Object.values(PROGRAMS).some((program) => program.test(word));
  return runtime.stdin.isTerminal && !isMarked && !runtime.parents().some(({ words }) => words.some(isProgram));
}

/** The programs as they stand in a command line. */
const PROGRAMS = {
  claude: /(?:^|[/\\])(?:claude(?:\.exe|\.cmd)?|claude-code[/\\]cli\.js)$/,
  cursor: /(?:^|[/\\])cursor-agent(?:[/\\.]|$)/,
  codex: /(?:^|[/\\])codex(?:\.js|\.cmd|\.exe)?$/,
  gemini: /(?:^|[/\\])gemini(?:\.js|\.cmd)?$/,
  qwen: /(?:^|[/\\])(?:qwen(?:\.js|\.cmd)?|qwen-code[/\\]cli(?:-entry)?\.js)$/,
  copilot: /(?:^|[/\\])copilot(?:\.exe|\.cmd)?$/,
} as const;

/** Whether a program runs this hook, and how. The nearest counts: what started it may name it among its own words. */
function calls(
  { parents }: Pick<Runtime, "parents">,
  program: RegExp,
  how: (options: readonly string[], parent: Parent) => boolean,
): boolean {
  const parent = parents().find(({ words }) => words.some((word) => program.test(word)));
  const at = parent?.words.findIndex((word) => program.test(word)) ?? -1;
  return parent !== undefined && how(parent.words.slice(at + 1), parent);
}

function isExec(options: readonly string[]): boolean {
  return options.some((word) => /^(?:e|exec|review)$/.test(word));
}

function hasPrompt(options: readonly string[]): boolean {
  return options.some((word) => /^(?:-[a-z]{0,3}p|--(?:prompt|print)(?:=|$))/.test(word));
}

/**
 * Whether a program answers one prompt and ends. An option tells it for certain; a prompt can also come through a pipe,
 * or stand behind any option. A conversation with a person reads single keys, but for one in an editor's window.
 */
function isOnePrompt(options: readonly string[], { input }: Parent): boolean {
  if (options.some((word) => /^--(?:experimental-)?acp$/.test(word))) return false;
  return hasPrompt(options) || (input() ?? "keys") !== "keys";
}
