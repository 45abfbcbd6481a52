/** `memory config show` and `memory config` */
import { defineCommand, ok, type Style } from "../../../cli/command.ts";
import { valueAt } from "../../../config/mod.ts";
import { rulesByKey } from "../../../config/schema.ts";
import type { Sentence } from "../../../sentence.ts";
import { openMemory } from "../../../store/memory.ts";

interface Shown {
  readonly effective: object;
  readonly sources: Readonly<Record<string, string>>;
  readonly warnings?: readonly string[];
}

export const configShow = defineCommand({
  name: "manage config show",
  summary: { en: "Settings in force and where each comes from", zh: "生效的设置，以及各自来自哪里" },
  about: {
    en: "Layers, low to high: defaults, your own file, the project's file, the environment.",
    zh: "从低到高：默认值、个人设置文件、项目设置文件、环境变量。",
  },
  examples: ["memory config show", "memory config show --json"],
  args: {},
  run({ runtime, projectPath }) {
    const { config, sourceOf, warnings } = openMemory(runtime, { projectPath });
    const sources = Object.fromEntries([...rulesByKey().keys()].map((key) => [key, sourceOf(key)]));
    const told = warnings.map(({ en }) => en);
    return ok({ effective: config, sources, ...told.length > 0 ? { warnings: told } : {} }, warnings);
  },
  render({ effective, sources }: Shown, style: Style, warnings: readonly Sentence[]) {
    const width = Math.max(...Object.keys(sources).map((key) => key.length));
    const lines = Object.entries(sources).map(([key, source]) => {
      const value = JSON.stringify(valueAt(effective, key));
      const line = `${key.padEnd(width)}  ${value}`;
      return source === "default" ? style.dim(line) : `${line}  ${style.green(source)}`;
    });
    return [...lines, ...warnings.map((warning) => style.yellow(`! ${style.say(warning)}`))].join("\n") + "\n";
  },
});

/** `memory config` alone shows; its help lists the other verbs. */
export const config = {
  ...configShow,
  name: "manage config",
  summary: { en: "Settings: see, change, reset, check", zh: "设置：查看、修改、重置、检查" },
};
