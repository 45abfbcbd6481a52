/**
 * In: what Qwen Code writes to a hook. Out: our `HookEvent`, and our `Reply` as Qwen Code reads it.
 * Not done here: what claude.ts does already: it came from Gemini CLI and took over Claude Code's format.
 *
 * @module
 */
import { claude, type ClaudeShaped, isOfSubagent, readClaudeShape, renderClaudeShape } from "./claude.ts";
import type { Wire } from "./event.ts";

const QWEN: ClaudeShaped = { agent: "qwen", turnField: "prompt_id" };

/** Qwen Code. */
export const qwen: Wire = {
  kinds: claude.kinds,
  canonical: (name) => name,
  read: (name, kind, payload, env) => readClaudeShape(QWEN, name, kind, payload, env),
  isIdle: (_name, payload) => isOfSubagent(payload),
  render: (name, reply) =>
    name === "Stop" && reply.ask !== undefined
      ? { decision: "block", reason: reply.ask }
      : renderClaudeShape(name, reply),
};
