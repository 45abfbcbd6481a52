/**
 * In: the words of a command line. Out: its exit code; everything is printed by then.
 * Not done here: every verb but `hook` (run_verb.ts). A person waits for a hook, so a hook does not load that file.
 */
import { startReading } from "../hooks/input.ts";
import type { Runtime } from "../runtime.ts";
import { VERSION } from "../version.ts";

/** Runs one command line to its exit code. Never throws. */
export async function runCli(runtime: Runtime, words: readonly string[]): Promise<number> {
  // Options may stand before the verb: `memory --json search x` is `memory search --json x`.
  let at = 0;
  for (; words[at]?.startsWith("-"); at++) {
    if (words[at] === "--project-path" || words[at] === "--layer") at++;
  }
  const [before, after] = [words.slice(0, at), words.slice(at)];
  if (before.includes("--version") || before.includes("-V")) {
    const text = words.includes("--json")
      ? JSON.stringify({ status: "ok", command: "version", data: VERSION })
      : VERSION;
    runtime.stdout.write(`${text}\n`);
    return 0;
  }
  // First, because a hook answers and exits 0 whatever words it is called with, and reading the words can fail.
  if (after[0] === "hook" && after[1] !== "--help" && !before.includes("--help")) {
    const reading = startReading(runtime.stdin);
    return (await import("../hooks/mod.ts")).answerHook(runtime, [...before, ...after.slice(1)], reading);
  }
  if (after[0] === "mcp" && !words.some((word) => word === "--help" || word === "-h")) {
    return (await import("./mcp.ts")).serveMcp(runtime, [...before, ...after.slice(1)]);
  }
  return (await import("./run_verb.ts")).runVerb(runtime, before, after);
}
