/** `memory config validate` */
import { defineCommand, ok } from "../../../cli/command.ts";
import { CONFIRMED, globalConfigFile, readConfigFile, valueAt } from "../../../config/mod.ts";
import { rulesByKey } from "../../../config/schema.ts";
import { fail } from "../../../errors.ts";
import { nearest } from "../../../nearest.ts";
import type { Runtime } from "../../../runtime.ts";
import type { Sentence } from "../../../sentence.ts";
import { type Memory, openMemory } from "../../../store/memory.ts";
import { settingsFile } from "./write.ts";

export const configValidate = defineCommand({
  name: "manage config validate",
  summary: {
    en: "Check the settings files: bad values, broken rules, keys that look mistyped",
    zh: "检查设置文件：错误的值、不成立的规则、疑似拼错的键",
  },
  about: {
    en: "Exit 2 when something in them is not used; `notes` name keys that nobody reads.",
    zh: "有内容未生效时退出码为 2；`notes` 列出没有人读的键。",
  },
  examples: ["memory config validate"],
  args: {},
  run({ runtime, projectPath }) {
    const memory = openMemory(runtime, { projectPath });
    const files = filesOf(memory);
    const unknown = [
      ...files.flatMap((file) => unknownKeys(readConfigFile(runtime, file, []), file)),
      ...unknownVariables(runtime),
    ];
    const notes = unknown.map(({ en }) => en);
    if (memory.warnings.length === 0) {
      return ok({ valid: true, files, ...notes.length > 0 ? { notes } : {} }, unknown);
    }
    const problems = memory.warnings.map(({ en }) => en);
    fail("CONFIG_INVALID", { en: problems.join("\n"), zh: memory.warnings.map(({ zh }) => zh).join("\n") }, {
      en: "Mend the file or the variable; `memory config reset KEY` takes a setting out of the file",
      zh: "请修改该文件或环境变量；`memory config reset KEY` 会从文件中去掉一项设置",
    }, { data: { problems, ...notes.length > 0 ? { notes } : {} } });
  },
  render({ files }: { files: readonly string[] }, style, notes: readonly Sentence[]) {
    const read = style.say({
      en: `: ${files.join(", ") || "no settings files, the defaults are in force"}`,
      zh: `：${files.join("、") || "没有设置文件，使用默认值"}`,
    });
    const valid = style.green(style.say({ en: "Valid", zh: "有效" }));
    return `${valid}${read}\n${notes.map((note) => style.yellow(`! ${style.say(note)}\n`)).join("")}`;
  },
});

function filesOf(memory: Memory): string[] {
  const { runtime, locations } = memory;
  const files = [
    globalConfigFile(runtime),
    ...locations.projectFolder ? [settingsFile(memory, { global: false })] : [],
  ];
  return files.filter((file) => runtime.files.stat(file) !== undefined);
}

/** Sentences about keys that nothing reads. They are kept and harmless, but one near a real setting was meant as it. */
function unknownKeys(file: object, path: string, prefix = ""): Sentence[] {
  return Object.keys(file).flatMap((name) => {
    const key = prefix + name;
    const value = valueAt(file, name);
    if (rulesByKey().has(key) || key === "version" || key === CONFIRMED) return [];
    const isGroup = [...rulesByKey().keys()].some((known) => known.startsWith(`${key}.`));
    if (isGroup && typeof value === "object" && value !== null) return unknownKeys(value, path, `${key}.`);
    return [unread(path, key)];
  });
}

/** The same about variables: `MEMORY__lang`, `MEMORY__memory__facts_limit`. */
function unknownVariables(runtime: Runtime): Sentence[] {
  const names = runtime.envNames().filter((name) => name.startsWith(VARIABLE)).sort();
  const keyOf = (name: string) => name.slice(VARIABLE.length).replaceAll("__", ".");
  return names.filter((name) => !rulesByKey().has(keyOf(name))).map((name) => unread(name, keyOf(name)));
}

const VARIABLE = "MEMORY__";

function unread(where: string, key: string): Sentence {
  const close = nearest(key, [...rulesByKey().keys()]);
  return {
    en: `${where}: nothing reads ${key}${close ? `; did you mean ${close}?` : ""}`,
    zh: `${where}：没有 ${key} 这项设置${close ? `，是不是 ${close}？` : ""}`,
  };
}
