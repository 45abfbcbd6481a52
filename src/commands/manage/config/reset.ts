/** `memory config reset` */
import { flag, text } from "../../../cli/args.ts";
import { defineCommand, ok, type Style } from "../../../cli/command.ts";
import { ruleOf } from "../../../config/change.ts";
import { readConfigFile, valueAt } from "../../../config/mod.ts";
import { rulesByKey } from "../../../config/schema.ts";
import { fail } from "../../../errors.ts";
import { openMemory } from "../../../store/memory.ts";
import { type ChangedSetting, renderChanged } from "./set.ts";
import { settingsFile, writeSettings, writingOf, type Written } from "./write.ts";

/** What init writes down: hooks run without the locale that it was taken from. By its name it can be reset too. */
const KEPT = "lang";

export const configReset = defineCommand({
  name: "manage config reset",
  summary: {
    en: "Remove a setting, or all of them, from the file, so that your own value or the default applies again",
    zh: "从文件中删去一项或全部设置，改用个人设置或默认值",
  },
  examples: ["memory config reset memory.facts_limit", "memory config reset --all --global"],
  args: {
    all: flag({ en: "Every setting but lang; unknown keys stay", zh: "除 lang 外的全部设置；不认识的键保留" }),
    global: flag({ en: "Your own settings", zh: "个人设置" }),
  },
  operands: { key: text({ en: "The setting", zh: "哪项设置" }, "KEY") },
  run(call) {
    const { operands: { key }, args: { all } } = call;
    const how = writingOf(call, "config reset");
    if ((key === undefined) === !all) {
      fail("INVALID_ARGUMENT", { en: "Name one KEY, or --all", zh: "请指定一个 KEY，或加 --all" });
    }
    if (key !== undefined) {
      ruleOf(key);
      const { changed, ...written } = writeSettings(call, new Map([[key, undefined]]), how);
      return ok({ ...changed[0], ...written });
    }
    const memory = openMemory(call.runtime, call);
    const file = readConfigFile(call.runtime, settingsFile(memory, how), []);
    const there = [...rulesByKey().keys()].filter((known) => known !== KEPT && valueAt(file, known) !== undefined);
    return ok(writeSettings(call, new Map(there.map((known) => [known, undefined])), how));
  },
  render: (data: ChangedSetting | Written, style: Style) =>
    "changed" in data
      ? data.changed.map((one) => renderChanged({ ...data, ...one, needs_rebuild: false }, style)).join("") ||
        style.say({ en: "Nothing was set\n", zh: "没有改过任何设置\n" })
      : renderChanged(data, style),
});
