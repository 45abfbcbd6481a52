/**
 * In: what Codex writes to a hook. Out: our `HookEvent`, and our `Reply` as Codex reads it.
 * Not done here: what claude.ts does already: Codex took over Claude Code's format.
 *
 * @module
 */
import type { HookEvent, Wire } from "./event.ts";
import { claude, type ClaudeShaped, readClaudeShape, renderClaudeShape } from "./claude.ts";

const CODEX: ClaudeShaped = { agent: "codex", turnField: "turn_id" };

/** Behind it stands what the person typed; the extension for editors puts open tabs, files and selections before it. */
const REQUEST = "\n## My request for Codex:\n";

function requestOf(event: HookEvent | undefined): HookEvent | undefined {
  const { prompt = "" } = event ?? {};
  const at = prompt.startsWith("# ") ? prompt.lastIndexOf(REQUEST) : -1;
  return event && at !== -1 ? { ...event, prompt: prompt.slice(at + REQUEST.length).trim() } : event;
}

/** Codex. */
export const codex: Wire = {
  kinds: claude.kinds,
  canonical: (name) => name,
  read: (name, kind, payload, env) => requestOf(readClaudeShape(CODEX, name, kind, payload, env)),
  // Codex refuses keys that it does not know: nothing is added to the shared shape.
  render: renderClaudeShape,
};
