/** `memory config preset` */
import { choice, flag, required } from "../../../cli/args.ts";
import { defineCommand, ok, type Style } from "../../../cli/command.ts";
import { PRESET_NAMES, PRESETS } from "../../../config/change.ts";
import { renderChanged } from "./set.ts";
import { writeSettings, writingOf, type Written } from "./write.ts";

export const configPreset = defineCommand({
  name: "manage config preset",
  summary: {
    en: "Apply a set of settings: lightweight, deep-memory or performance",
    zh: "成套设置：lightweight、deep-memory 或 performance",
  },
  about: {
    en: `lightweight loads little and tidies up after 30 days; deep-memory loads a month, 50 facts; performance
loads least and does without the embedding model.`,
    zh: `lightweight 载入少，30 天后整理；deep-memory 载入一个月、50 条事实；performance 载入最少，
不用嵌入模型。`,
  },
  examples: ["memory config preset deep-memory"],
  args: { global: flag({ en: "Your own settings, for all projects", zh: "个人设置，用于所有项目" }) },
  operands: { name: required(choice({ en: "The preset", zh: "哪个预设" }, PRESET_NAMES)) },
  run(call) {
    const { name } = call.operands;
    const wanted = new Map<string, unknown>(Object.entries(PRESETS[name]));
    const written = writeSettings(call, wanted, writingOf(call, "config preset"));
    return ok({ preset: name, ...written });
  },
  render: (data: Written, style: Style) =>
    data.changed.map((one) => renderChanged({ ...data, ...one, needs_rebuild: false }, style)).join(""),
});
