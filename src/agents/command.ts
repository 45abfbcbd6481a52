/** The command lines by which an agent calls memory, how they are recognised, and the session of a command. */
import type { SessionId } from "../records/ids.ts";
import type { Runtime } from "../runtime.ts";
import type { Agent, ReadEnv } from "./event.ts";

/** What a command needs to know of the binary. */
export type Binary = Pick<Runtime, "execPath" | "platform">;

/** The last word of our hook commands, by which they are recognised; the command ignores it. */
const MARKER = "--by-init";

/**
 * The binary as the first word of a shell command: quoted, and absolute because a desktop application's PATH is
 * minimal. Agents on Windows run PowerShell, in which a quoted word is a text unless `&` stands before it.
 */
function quotedBinary({ execPath, platform }: Binary): string {
  // PowerShell takes the curly double quotes for the straight one.
  if (platform === "win32") return `& "${execPath.replace(/[`$“-„]/g, "`$&")}"`;
  return `"${execPath.replace(/["\\$`]/g, "\\$&")}"`;
}

/** The binary as an agent is to type it: without quotes where every shell reads the path as one word. */
export function binaryCommand(binary: Binary): string {
  return /^[\w./+@-]+$/.test(binary.execPath) ? binary.execPath : quotedBinary(binary);
}

/** The words for commands in a request to an agent, with the project where its shell stands outside of it. */
export function requestWords(
  binary: Binary,
  session: SessionId,
  project: string | undefined,
): { readonly memory: string; readonly session: SessionId } {
  const place = project === undefined ? "" : ` --project-path ${shellWord(binary, project)}`;
  return { memory: binaryCommand(binary) + place, session: shellWord(binary, session) };
}

/** A text as one word of the shell into which a person would type our command. */
export function shellWord({ platform }: Pick<Binary, "platform">, text: string): string {
  if (/^[\w.:@/-]+$/.test(text) && !text.startsWith("-")) return text;
  // Inside single quotes only the single quote means anything: PowerShell, which takes the curly ones for it, doubles
  // each; other shells escape it outside.
  return `'${platform === "win32" ? text.replace(/['‘-‛]/g, "$&$&") : text.replaceAll("'", "'\\''")}'`;
}

/**
 * The command of one hook: `[ ! -x "/opt/memory" ] || exec "/opt/memory" hook cursor stop --by-init`. Without the
 * binary it succeeds silently: a person who deletes memory leaves hooks in projects, and clients would show an error at
 * each event. `[` is built into every shell, and `exec` makes no second process.
 */
export function hookCommand(binary: Binary, agent: Agent, event: string): string {
  const quoted = quotedBinary(binary);
  const call = `${quoted} hook ${agent} ${event} ${MARKER}`;
  // PowerShell throws only where the command is not found.
  return binary.platform === "win32" ? `try { ${call}${POWERSHELL_END}` : `[ ! -x ${quoted} ] || exec ${call}`;
}

const POWERSHELL_END = " } catch { exit 0 }";

/** Whether a command of a hook file is ours, wherever its binary is. 0.1.0 wrote the bare call. */
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
  return powershell ? path.replace(/`([`$“-„])/g, "$1") : path.replace(/\\(["\\$`])/g, "$1");
}

/** The binaries that commands of ours call, each once. */
export function binariesOf(commands: readonly { readonly command: string }[]): string[] {
  return [...new Set(commands.flatMap(({ command }) => binaryOf(command) ?? []))];
}

/**
 * The variables in which clients give a shell the id of its session. Seen in Claude Code 2.1.332 and in Codex 0.171.0,
 * whose second variable names the session above a subagent's thread; reported of Cursor's agent.
 */
const SESSION_VARIABLES = [
  "CLAUDE_CODE_SESSION_ID",
  "CODEX_THREAD_ID",
  "CODEX_SESSION_ID",
  "CURSOR_CONVERSATION_ID",
  "GEMINI_SESSION_ID",
];

/** Whether a client was seen to name the session in every shell, so that its agent need not name it in a command. */
export function tellsShells(agent: Agent): boolean {
  return agent === "claude" || agent === "codex";
}

/** The sessions that the environment names; several where one client was started from the shell of another. */
export function sessionsNamed(env: ReadEnv): readonly string[] {
  return [...new Set(SESSION_VARIABLES.map((name) => env(name)?.trim() ?? "").filter((id) => id !== ""))];
}
