/** `memory config preset` */
import { choice, flag, required } from "../../../cli/args.ts";
import { defineCommand, ok, type Style } from "../../../cli/command.ts";
import { PRESET_NAMES, PRESETS } from "../../../config/presets.ts";
import { renderChanged } from "./set.ts";
import { writeSettings, type Written } from "./write.ts";

export const configPreset = defineCommand({
  name: "manage config preset",
  summary: "Set what goes together: lightweight, deep-memory or performance",
  about: `lightweight loads little and tidies up after 30 days; deep-memory loads a month, 50 facts; performance
loads least and does without the embedding model.`,
  examples: ["memory config preset deep-memory"],
  args: { global: flag("Your own settings, for all projects") },
  operands: { name: required(choice("The preset", PRESET_NAMES)) },
  run(call) {
    const { name } = call.operands;
    const wanted = new Map<string, unknown>(Object.entries(PRESETS[name]));
    const written = writeSettings(call, wanted, call.args.global || call.layer === "global", "config preset");
    return ok({ preset: name, ...written });
  },
  render: (data: Written, style: Style) =>
    data.changed.map((one) => renderChanged({ ...data, ...one, needs_rebuild: false }, style)).join(""),
});
