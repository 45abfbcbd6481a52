/** `memory hook`: what the clients call. The command line never gets to parse its words; see hooks/mod.ts. */
import { AGENTS } from "../agents/event.ts";
import { choice, required, text } from "../cli/args.ts";
import { defineCommand, ok } from "../cli/command.ts";
import { runHook } from "../hooks/mod.ts";

export const hook = defineCommand({
  operands: { agent: required(choice(AGENTS)), event: required(text("EVENT")) },
  output: "text",
  async run({ runtime, operands: { agent, event }, projectPath }) {
    return ok(`${await runHook(runtime, agent, event, projectPath)}\n`);
  },
});
