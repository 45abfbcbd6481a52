/** How a command that an agent's shell runs can tell which session it belongs to. */
import type { Agent, ReadEnv } from "./event.ts";

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
