/** `memory hook`: what the clients call. The command line never gets to parse its words; see `answerHook`. */
import { AGENTS } from "../agents/event.ts";
import { choice, required, text } from "../cli/args.ts";
import { defineCommand, ok } from "../cli/command.ts";
import { runHook } from "../hooks/mod.ts";
import type { Runtime } from "../runtime.ts";

/** Answers one hook event: reply on standard output, nothing on standard error, exit code 0, whatever comes in. */
export async function answerHook(runtime: Runtime, words: readonly string[]): Promise<0> {
  const [agent = "", event = ""] = words;
  const reply = await runHook(runtime, agent, event);
  try {
    runtime.stdout.write(`${reply}\n`);
  } catch {
    // The client has gone: nobody waits for the answer.
  }
  return 0;
}

export const hook = defineCommand({
  name: "hook",
  summary: "Answer a hook event of a coding agent (its configuration calls this)",
  about:
    `The event's JSON comes on standard input, the reply goes to standard output. It never fails: whatever comes in,
the reply is one that changes nothing at worst, and the exit code is 0.`,
  examples: ["memory hook cursor sessionStart < event.json"],
  args: {},
  operands: {
    agent: required(choice("The agent that calls", AGENTS)),
    event: required(text("The agent's own name of the event", "EVENT")),
  },
  output: "text",
  async run({ runtime, operands: { agent, event } }) {
    return ok(`${await runHook(runtime, agent, event)}\n`);
  },
});
