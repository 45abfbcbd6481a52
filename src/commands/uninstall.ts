/** `memory uninstall` */
import { AGENTS } from "../agents/event.ts";
import { choice, flag, maybe, withDefault } from "../cli/args.ts";
import { defineCommand, ok, preview } from "../cli/command.ts";
import { uninstall as remove } from "../setup/mod.ts";
import { renderSetup } from "./setup_rendering.ts";

export const uninstall = defineCommand({
  name: "uninstall",
  summary: "Take back what init wrote; the memory itself stays",
  about: `Hooks, rules, skills and commands of memory go; files that were there before become what they were.
What you wrote into one of ours is copied first, and named. --purge erases the memory too: the first call only shows what
would go and gives a token, the second one takes it.`,
  examples: [
    "memory uninstall",
    "memory uninstall --dry-run",
    "memory uninstall --global --caches",
    "memory uninstall --purge",
  ],
  args: {
    global: flag("From your home folder"),
    agent: withDefault(choice("From which client", [...AGENTS, "auto"]), "auto"),
    caches: flag("Also models and unpacked libraries, which all projects share"),
    purge: flag("Also the memory itself, with all its backups"),
    confirm: maybe("Carry out the purge that the token's preview has shown", "TOKEN"),
    dryRun: flag("Only list what would be taken away"),
  },
  run({ runtime, args, projectPath }) {
    const { confirm, ...wishes } = args;
    // A bare --confirm is a preview too: what can't be taken back needs the token.
    const token = typeof confirm === "string" ? confirm : undefined;
    const result = remove(runtime, { ...wishes, projectPath, lang: undefined, share: undefined, token });
    return result.dry_run ? preview(result) : ok(result);
  },
  render: renderSetup,
});
