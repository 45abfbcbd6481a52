/**
 * In: what Codex writes to a hook. Out: our `HookEvent`, and our `Reply` as Codex reads it.
 * Not done here: what claude.ts does already: Codex took over Claude Code's format.
 *
 * @module
 */
import type { HookEvent, Wire } from "./event.ts";
import { claude, type ClaudeShaped, isOfSubagent, readClaudeShape, renderClaudeShape } from "./claude.ts";
import { withoutElements } from "./elements.ts";

const CODEX: ClaudeShaped = { agent: "codex", turnField: "turn_id" };

/** Behind it stands what the person typed; the extension for editors puts open tabs, files and selections before it. */
const REQUEST = "\n## My request for Codex:\n";

/** What the client says in the person's name: where it runs, what hooks asked for, that a turn was interrupted. */
const CLIENT_ELEMENTS =
  "environment_context|user_instructions|hook_prompt|turn_aborted|subagent_notification|user_shell_command|skill";

/** The rules of a folder, which come as a message of the person. */
const FOLDER_RULES = /^\s*# AGENTS\.md instructions\b/;

/** The person's words of a message; empty when the client made it all by itself. */
export function personsPart(words: string): string {
  const at = words.startsWith("# ") ? words.lastIndexOf(REQUEST) : -1;
  if (at !== -1) return words.slice(at + REQUEST.length).trim();
  return FOLDER_RULES.test(words) ? "" : withoutElements(words, CLIENT_ELEMENTS).trim();
}

function requestOf(event: HookEvent | undefined): HookEvent | undefined {
  if (event?.prompt === undefined) return event;
  const { prompt, ...rest } = event;
  const typed = personsPart(prompt);
  return typed === "" ? rest : { ...rest, prompt: typed };
}

/** Codex. */
export const codex: Wire = {
  kinds: claude.kinds,
  canonical: (name) => name,
  read: (name, kind, payload, env) => requestOf(readClaudeShape(CODEX, name, kind, payload, env)),
  isIdle: (_name, payload) => isOfSubagent(payload),
  // Codex refuses keys that it does not know: nothing is added to the shared shape.
  render: (name, reply) => {
    if (name !== "Stop") return renderClaudeShape(name, reply);
    // It knows no other way to go on; the reason is shown as well, so a sentence beside it would be one too many.
    return reply.ask === undefined ? {} : { decision: "block", reason: reply.ask };
  },
};
