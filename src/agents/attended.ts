/**
 * In: a session at the end of a turn. Out: whether nobody sits before it, so that what the agent says last is what a
 * program reads or a terminal prints.
 * Not done here: what follows from that (hooks/stop.ts).
 *
 * @module
 */
import type { Runtime } from "../runtime.ts";
import type { Agent } from "./event.ts";

/**
 * Whether the session runs unattended. What can't be known counts as attended.
 *
 * @param transcript what was read of the session's transcript, and its first line
 */
export function isUnattended(
  runtime: Pick<Runtime, "env" | "parentCommands">,
  agent: Agent,
  transcript: { readonly raw: string; readonly first: string },
): boolean {
  switch (agent) {
    case "claude":
      return isUnattendedClaude(runtime.env("CLAUDE_CODE_SESSION_ATTENDED"), runtime.env("CLAUDE_CODE_ENTRYPOINT"));
    case "codex":
      return isCodexExec(transcript.raw, transcript.first);
    case "gemini":
    case "qwen":
    case "copilot":
      // They tell a hook nothing of it, so their own command line is looked at.
      return runtime.parentCommands().some((words) => isOnePrompt(words, PROGRAMS[agent]));
    default:
      return false;
  }
}

function isUnattendedClaude(attended: string | undefined, entrypoint = ""): boolean {
  // Builds that do not say it tell only how they were started: `-p`, the SDKs, an action on GitHub.
  return attended === undefined ? /^sdk-|github-action/.test(entrypoint) : attended === "0";
}

/** A conversation may be begun in the terminal and taken up by `codex exec`: what its last turn says goes first. */
function isCodexExec(raw: string, first: string): boolean {
  const triggers = raw.match(/"turn_trigger":"[a-z_]+"/g);
  const last = triggers?.at(-1);
  return last === undefined ? /"(?:source":"exec|originator":"codex_exec)"/.test(first) : last.includes('"exec"');
}

/** The programs as they stand in a command line. */
const PROGRAMS = {
  gemini: /(?:^|[/\\])gemini(?:\.js|\.cmd)?$/,
  qwen: /(?:^|[/\\])(?:qwen(?:\.js|\.cmd)?|qwen-code[/\\]cli(?:-entry)?\.js)$/,
  copilot: /(?:^|[/\\])copilot(?:\.exe|\.cmd)?$/,
} as const;

/** Whether the words of a command line let a program answer one prompt and end. */
function isOnePrompt(words: readonly string[], program: RegExp): boolean {
  const at = words.findIndex((word) => program.test(word));
  return at !== -1 && words.slice(at + 1).some((word) => /^(?:-[a-z]*p|--prompt(?:=.*)?)$/s.test(word));
}
