/** `memory config get` */
import { required, text } from "../../../cli/args.ts";
import { defineCommand, ok } from "../../../cli/command.ts";
import { ruleOf } from "../../../config/change.ts";
import { valueAt } from "../../../config/mod.ts";
import { openMemory } from "../../../store/memory.ts";

export const configGet = defineCommand({
  name: "manage config get",
  summary: { en: "One setting, and where it comes from", zh: "某一项设置，以及它来自哪里" },
  examples: ["memory config get memory.facts_limit"],
  args: {},
  operands: { key: required(text({ en: "The setting", zh: "哪项设置" }, "KEY")) },
  run({ runtime, operands: { key }, projectPath }) {
    ruleOf(key);
    const { config, sourceOf } = openMemory(runtime, { projectPath });
    return ok({ key, value: valueAt(config, key), source: sourceOf(key) });
  },
  render: ({ value, source }: { value: unknown; source: string }, style) =>
    `${JSON.stringify(value)}  ${style.dim(source)}\n`,
});
