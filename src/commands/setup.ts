/** `memory init` and `memory uninstall` */
import { AGENTS } from "../agents/event.ts";
import { choice, choices, flag, maybe } from "../cli/args.ts";
import { defineCommand, ok, preview } from "../cli/command.ts";
import { SHARES } from "../setup/install.ts";
import { install, uninstall as remove } from "../setup/mod.ts";
import { openMemory } from "../store/memory.ts";
import { refuse } from "./words.ts";
import { type SetupShown, setupText } from "./setup_text.ts";

export const init = defineCommand({
  output: "text",
  args: {
    global: flag,
    agent: choices([...AGENTS, "auto"]),
    lang: choice(["zh", "en"]),
    share: choice(SHARES),
    takeOver: flag,
    skipModel: flag,
    allow: flag,
    noAllow: flag,
    notes: flag,
    noNotes: flag,
    list: flag,
    dryRun: flag,
  },
  async run({ runtime, args, projectPath, quiet, asText }) {
    const { global, agent, lang, share, list, dryRun, takeOver, skipModel } = args;
    const allow = oneOf(args.allow, args.noAllow, "allow_and_no_allow");
    const notes = oneOf(args.notes, args.noNotes, "notes_and_no_notes");
    const told = asText ? undefined : "en";
    const wishes = { global, projectPath, agents: agent, lang, told, share, allow, notes, takeOver } as const;
    const result = install(runtime, { ...wishes, dryRun: dryRun || list });
    const { dry_run, root } = result;
    const finished = (shown: SetupShown) =>
      dry_run ? preview(shown, setupText, { isList: list }) : ok(shown, setupText);
    if (skipModel) return finished(result);
    const { firstFetch } = await import("./model.ts");
    const { config } = openMemory(runtime, { projectPath: root });
    return finished({ ...result, model: await firstFetch(runtime, config, { dryRun: dry_run, quiet }) });
  },
});

/** Throws INVALID_ARGUMENT for both. */
function oneOf(yes: boolean, no: boolean, both: string): boolean | undefined {
  if (yes && no) refuse(both);
  return yes ? true : no ? false : undefined;
}

export const uninstall = defineCommand({
  output: "text",
  args: {
    global: flag,
    agent: choices([...AGENTS, "auto"]),
    caches: flag,
    purge: flag,
    confirm: maybe("TOKEN"),
    dryRun: flag,
  },
  run({ runtime, args, projectPath, asText }) {
    const { confirm, agent, ...wishes } = args;
    // A bare --confirm is a preview too: a deletion that can't be undone needs the token.
    const token = typeof confirm === "string" ? confirm : undefined;
    const told = asText ? undefined : "en";
    const result = remove(runtime, { ...wishes, agents: agent, projectPath, told, token });
    return result.dry_run ? preview(result, setupText) : ok(result, setupText);
  },
});
