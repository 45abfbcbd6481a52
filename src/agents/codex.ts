/**
 * In: what Codex writes to a hook. Out: our `HookEvent`, and our `Reply` as Codex reads it.
 * Not done here: what claude.ts does already: Codex took over Claude Code's format.
 *
 * @module
 */
import type { Wire } from "./event.ts";
import { claude, readClaudeShape, renderClaudeShape } from "./claude.ts";

/** Codex. */
export const codex: Wire = {
  kinds: claude.kinds,
  canonical: (name) => name,
  read: (name, kind, payload, env) => readClaudeShape("codex", "turn_id", name, kind, payload, env),
  // Codex refuses keys that it does not know: nothing is added to the shared shape.
  render: renderClaudeShape,
};
