/** `memory hook`, as help declares it. Clients call it by a shorter way, without this parser; see cli/mod.ts. */
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
