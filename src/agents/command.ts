/** The command lines by which an agent calls us, how we know them again, and which session a command belongs to. */
import type { SessionId } from "../records/ids.ts";
import type { Runtime } from "../runtime.ts";
import type { Agent, ReadEnv } from "./event.ts";

/** The last word of our hook commands, by which we know them; the command ignores it. */
const MARKER = "--by-init";

/**
 * The binary as the first word of a shell command: absolute, because a desktop application's PATH is minimal, and
 * quoted. Windows agents run PowerShell, which takes a quoted word for a text unless `&` calls it.
 */
function quotedBinary({ execPath, platform }: Pick<Runtime, "execPath" | "platform">): string {
  if (platform === "win32") return `& "${execPath.replace(/[`$]/g, "`$&")}"`;
  return `"${execPath.replace(/["\\$`]/g, "\\$&")}"`;
}

/** The same as an agent is to type it: without the quotes when every shell reads the path as one word. */
export function binaryCommand(runtime: Pick<Runtime, "execPath" | "platform">): string {
  return /^[\w./+@-]+$/.test(runtime.execPath) ? runtime.execPath : quotedBinary(runtime);
}

/**
 * The words that commands in a request to an agent contain: the binary, and the session's id quoted for a shell.
 *
 * @param project named where the agent's shell stands outside of it
 */
export function commandWords(
  runtime: Pick<Runtime, "execPath" | "platform">,
  session: SessionId,
  project?: string,
): { readonly memory: string; readonly session: SessionId } {
  const place = project === undefined ? "" : ` --project-path ${shellWord(runtime, project)}`;
  return { memory: binaryCommand(runtime) + place, session: shellWord(runtime, session) };
}

/** A text as one word of the shell into which a person would type our command. */
export function shellWord({ platform }: Pick<Runtime, "platform">, text: string): string {
  if (/^[\w.:@/-]+$/.test(text) && !text.startsWith("-")) return text;
  // Inside single quotes only the single quote means anything: PowerShell doubles it, other shells escape it outside.
  return `'${text.replaceAll("'", platform === "win32" ? "''" : "'\\''")}'`;
}

/**
 * The command of one hook: `[ ! -x "/opt/memory" ] || exec "/opt/memory" hook cursor stop --by-init`. Where the binary
 * is gone it says nothing and succeeds: who deletes memory leaves hooks in projects, and clients would tell an error at
 * each event. `[` is built into every shell, and `exec` makes no second process.
 */
export function hookCommand(runtime: Pick<Runtime, "execPath" | "platform">, agent: Agent, event: string): string {
  const binary = quotedBinary(runtime);
  const call = `${binary} hook ${agent} ${event} ${MARKER}`;
  // Only a command that is not found is an error there.
  return runtime.platform === "win32" ? `try { ${call}${POWERSHELL_END}` : `[ ! -x ${binary} ] || exec ${call}`;
}

const POWERSHELL_END = " } catch { exit 0 }";

/**
 * Whether a command of a hook file is ours, wherever the binary was when it was written. Earlier versions wrote the
 * bare call.
 */
export function isOurCommand(command: unknown): boolean {
  if (typeof command !== "string") return false;
  const call = command.endsWith(POWERSHELL_END) ? command.slice(0, -POWERSHELL_END.length) : command;
  return new RegExp(` hook \\w+ \\w+ ${MARKER}$`).test(call);
}

/** The binary that a command of ours calls; undefined for a command that is not ours. */
export function binaryOf(command: string): string | undefined {
  const quoted = /^(?:\[ .+ \] \|\| exec |try \{ )?(& )?"((?:[^"\\`]|[\\`].)*)" hook /.exec(command);
  if (!quoted || !isOurCommand(command)) return undefined;
  const [, powershell, path = ""] = quoted;
  return powershell ? path.replace(/`([`$])/g, "$1") : path.replace(/\\(["\\$`])/g, "$1");
}

/**
 * The variables in which clients tell a shell its session, under the id that their hooks are given. Seen in Claude Code
 * 2.1.330 and Codex 0.169.0, whose second name is the session above a subagent's thread; reported of Cursor's agent.
 * Gemini CLI 0.61.0 tells it to hooks alone.
 */
const SESSION_VARIABLES = [
  "CLAUDE_CODE_SESSION_ID",
  "CODEX_THREAD_ID",
  "CODEX_SESSION_ID",
  "CURSOR_CONVERSATION_ID",
  "GEMINI_SESSION_ID",
];

/** Those of which that was seen: an agent there need not name its session in a command. */
const TELLING: readonly Agent[] = ["claude", "codex"];

/** Whether a client tells each shell that it starts its session. */
export function tellsShells(agent: Agent): boolean {
  return TELLING.includes(agent);
}

/** The sessions that the environment names: more than one where a client was started from another one's shell. */
export function sessionsNamed(env: ReadEnv): readonly string[] {
  return [...new Set(SESSION_VARIABLES.map((name) => env(name)?.trim() ?? "").filter((id) => id !== ""))];
}
