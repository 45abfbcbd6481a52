/** `memory hook`: what the clients call. The command line never gets to parse its words; see hooks/mod.ts. */
import { AGENTS } from "../agents/event.ts";
import { choice, required, text } from "../cli/args.ts";
import { defineCommand, ok } from "../cli/command.ts";
import { runHook } from "../hooks/mod.ts";

export const hook = defineCommand({
  name: "hook",
  summary: {
    en: "Answer a hook event of a coding agent (its configuration calls this)",
    zh: "响应 agent 的钩子事件（由客户端的配置调用）",
  },
  about: {
    en: `The event's JSON comes on standard input, the reply goes to standard output. It never fails: whatever comes in,
the reply is one that changes nothing at worst, and the exit code is 0.`,
    zh: `从标准输入读事件的 JSON，应答写到标准输出。从不失败：不管输入什么，最坏的结果也只是什么都不做，
退出码总是 0。`,
  },
  examples: ["memory hook cursor sessionStart < event.json"],
  operands: {
    agent: required(choice({ en: "The agent that calls", zh: "调用它的 agent" }, AGENTS)),
    event: required(text({ en: "The agent's own name of the event", zh: "该 agent 自己的事件名" }, "EVENT")),
  },
  output: "text",
  async run({ runtime, operands: { agent, event }, projectPath }) {
    return ok(`${await runHook(runtime, agent, event, projectPath)}\n`);
  },
});
