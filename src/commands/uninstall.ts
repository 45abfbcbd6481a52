/** `memory uninstall` */
import { SETUP_AGENTS } from "../agents/setup.ts";
import { choice, flag, withDefault } from "../cli/args.ts";
import { defineCommand, ok, preview } from "../cli/command.ts";
import { uninstall as remove } from "../setup/mod.ts";
import { renderSetup } from "./setup_rendering.ts";

export const uninstall = defineCommand({
  name: "uninstall",
  summary: "Take back what init wrote; the memory itself stays",
  about: `Hooks, rules, skills and commands of memory go; files that were there before become what they were.
What you wrote into one of ours is copied first, and named.`,
  examples: ["memory uninstall", "memory uninstall --dry-run", "memory uninstall --global"],
  args: {
    global: flag("From ~/.cursor and ~/.claude"),
    agent: withDefault(choice("From which client", [...SETUP_AGENTS, "auto"]), "auto"),
    dryRun: flag("Only list what would be taken away"),
  },
  run({ runtime, args, projectPath }) {
    const { global, agent, dryRun } = args;
    const result = remove(runtime, { global, projectPath, agent, lang: undefined, share: undefined, dryRun });
    return dryRun ? preview(result) : ok(result);
  },
  render: renderSetup,
});
