/** Whether a person follows a session, or a program reads the agent's last message. */
import type { Parent, Runtime } from "../runtime.ts";
import { sessionsNamed } from "./command.ts";
import { type Agent, AGENTS, type ReadEnv } from "./event.ts";

/**
 * Whether the session runs unattended; in doubt it does not. `background`: the client said that nobody watches. `raw`
 * is the part of the transcript that was read, `first` its first line.
 */
export function isUnattended(
  runtime: Pick<Runtime, "env" | "parents">,
  { agent, background }: { agent: Agent; background: boolean },
  transcript: { readonly raw: string; readonly first: string },
): boolean {
  switch (agent) {
    case "claude":
      return isUnattendedClaude(runtime.env);
    case "codex":
      return isCodexExec(transcript.raw, transcript.first) ??
        wasStarted(runtime, PROGRAMS.codex, (options) => options.some((word) => /^(?:e|exec|review)$/.test(word)));
    case "cursor":
      return background || wasStarted(runtime, PROGRAMS.cursor, hasPrompt);
    default:
      // These clients give a hook no sign, so their command line tells.
      return wasStarted(runtime, PROGRAMS[agent], isOnePrompt);
  }
}

function isUnattendedClaude(env: ReadEnv): boolean {
  const attended = env("CLAUDE_CODE_SESSION_ATTENDED");
  if (attended !== undefined) return attended === "0";
  // Other builds tell only how they were started: by `-p`, the SDKs, an action on GitHub.
  return /^sdk-|github-action/.test(env("CLAUDE_CODE_ENTRYPOINT") ?? "");
}

/**
 * Whether `codex exec` runs the session. It can continue a conversation that began in a terminal, so the last turn
 * counts before the first line. Undefined where no transcript is written, as with `--ephemeral`.
 */
export function isCodexExec(raw: string, first: string): boolean | undefined {
  const last = raw.match(/"turn_trigger":"[a-z_]+"/g)?.at(-1);
  if (last !== undefined) return last.includes('"exec"');
  return first === "" ? undefined : /"(?:source":"exec|originator":"codex_exec)"/.test(first);
}

/** Variables that clients set in the shells they start, and that name no session. */
const SHELL_MARKS = ["CLAUDECODE", "CURSOR_AGENT", "GEMINI_CLI", "QWEN_CODE"];

/** Whether a person types in a terminal that no client has started. */
export function isOwnTerminal(runtime: Pick<Runtime, "env" | "parents" | "stdin">): boolean {
  return runtime.stdin.isTerminal && !isClientsShell(runtime);
}

/** Whether a client has started the shell that a verb runs in. */
export function isClientsShell(runtime: Pick<Runtime, "env" | "parents">): boolean {
  const isMarked = sessionsNamed(runtime.env).length > 0 || SHELL_MARKS.some((name) => runtime.env(name) !== undefined);
  return isMarked || clientAbove(runtime) !== undefined;
}

/** The nearest of the clients that started this process, directly or through others. */
export function clientAbove(runtime: Pick<Runtime, "parents">): Agent | undefined {
  const clientIn = ({ words }: Parent) => AGENTS.find((agent) => words.some((word) => PROGRAMS[agent].test(word)));
  return runtime.parents().flatMap((parent) => clientIn(parent) ?? [])[0];
}

/** How each client's program appears as a word of a command line. */
const PROGRAMS: Readonly<Record<Agent, RegExp>> = {
  claude: /(?:^|[/\\])(?:claude(?:\.exe|\.cmd)?|claude-code[/\\]cli\.js)$/,
  cursor: /(?:^|[/\\])cursor-agent(?:[/\\.]|$)/,
  codex: /(?:^|[/\\])codex(?:\.js|\.cmd|\.exe)?$/,
  gemini: /(?:^|[/\\])gemini(?:\.js|\.cmd)?$/,
  qwen: /(?:^|[/\\])(?:qwen(?:\.js|\.cmd)?|qwen-code[/\\]cli(?:-entry)?\.js)$/,
  copilot: /(?:^|[/\\])copilot(?:\.exe|\.cmd)?$/,
};

/**
 * Whether the client's program that runs this hook was started with options that pass a test. The nearest parent
 * process with the program's name counts: a process above may hold the name among its own words.
 */
function wasStarted(
  { parents }: Pick<Runtime, "parents">,
  program: RegExp,
  test: (options: readonly string[], parent: Parent) => boolean,
): boolean {
  const parent = parents().find(({ words }) => words.some((word) => program.test(word)));
  return parent !== undefined &&
    test(parent.words.slice(parent.words.findIndex((word) => program.test(word)) + 1), parent);
}

function hasPrompt(options: readonly string[]): boolean {
  return options.some((word) => /^(?:-[a-z]{0,3}p|--(?:prompt|print)(?:=|$))/.test(word));
}

/**
 * Whether a program answers one prompt and ends. A prompt can also come through a pipe, or behind any option. A
 * conversation with a person reads single keys from a terminal, but not in an editor's window (ACP).
 */
function isOnePrompt(options: readonly string[], { input }: Parent): boolean {
  if (options.some((word) => /^--(?:experimental-)?acp$/.test(word))) return false;
  return hasPrompt(options) || (input() ?? "keys") !== "keys";
}
