/** `memory init` */
import { AGENTS } from "../agents/event.ts";
import { choice, flag, withDefault } from "../cli/args.ts";
import { defineCommand, ok, preview } from "../cli/command.ts";
import { SHARES } from "../setup/data_files.ts";
import { install } from "../setup/mod.ts";
import { openMemory } from "../store/memory.ts";
import { renderSetup } from "./setup_rendering.ts";

export const init = defineCommand({
  name: "init",
  summary: "Give this project a memory, and connect your coding agents to it",
  about:
    `Connects Cursor, Claude Code, Codex and Gemini CLI, those that the project or else your home folder shows in use.
Works on the git root above the working directory. Adds to files that are there and never overwrites what you wrote;
twice is the same as once, and \`memory uninstall\` takes all of it back. The memory is private: git sees nothing of it unless
--share says so. The embedding model (search by meaning) is fetched too when its hub answers; without it search
goes by word.`,
  examples: [
    "memory init",
    "memory init --dry-run",
    "memory init --skip-model",
    "memory init --agent claude --lang zh",
    "memory init --agent codex",
    "memory init --global",
    "memory init --share notes",
  ],
  args: {
    global: flag("For all your projects: the clients' files in your home folder, and the global memory"),
    agent: withDefault(
      choice("Which client to connect; auto: those whose folders exist", [...AGENTS, "auto"]),
      "auto",
    ),
    lang: choice("Language of rules, skills and prompts", ["zh", "en"]),
    share: choice("What git may see of the memory", SHARES),
    skipModel: flag("Do not fetch the embedding model; \`memory model download\` does it later"),
    dryRun: flag("Only list what would be written"),
  },
  async run({ runtime, args, projectPath, quiet }) {
    const { global, agent, lang, share, dryRun, skipModel } = args;
    const result = install(runtime, { global, projectPath, agent, lang, share, dryRun });
    if (dryRun) return preview(result);
    if (skipModel) return ok(result);
    const { fetchFirst } = await import("./model/first_fetch.ts");
    const { config } = openMemory(runtime, { projectPath: result.root });
    return ok({ ...result, model: await fetchFirst(runtime, config, quiet) });
  },
  render: renderSetup,
});
