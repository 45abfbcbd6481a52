/** `memory config show`, `get` and `validate`. */
import { flag, required, text } from "../cli/args.ts";
import { defineCommand, ok } from "../cli/command.ts";
import { pad, type Style, width } from "../cli/terminal.ts";
import { ruleOf } from "../config/change.ts";
import { valueAt } from "../config/mod.ts";
import { rulesByKey } from "../config/schema.ts";
import { settingsFiles, unreadSettings } from "../config/unread.ts";
import { fail } from "../errors.ts";
import { largest, unlessEmpty } from "../lists.ts";
import type { Layer } from "../records/mod.ts";
import { inResult, joined, type Sentence } from "../sentence.ts";
import { type Memory, storesToRead } from "../store/memory.ts";
import { named } from "../wording.ts";
import { said } from "./words.ts";

/** `memory config` alone shows the settings, too; its help lists the other verbs. */
export const configShow = defineCommand({
  args: { all: flag },
  run: ({ memory, args, layer }) => ok(settingsShown(memory, layer), shownText, args.all),
});

function settingsShown(memory: Memory, layer: Layer | undefined) {
  const { config, sourceOf } = settingsOf(memory, layer);
  return {
    folder: storesToRead(memory, layer)[0]?.folder,
    files: settingsFiles(memory.runtime, layer === "global" ? {} : memory.locations),
    effective: config,
    sources: Object.fromEntries([...rulesByKey().keys()].map((key) => [key, sourceOf(key)])),
    warnings: unlessEmpty(memory.warnings.map(inResult)),
  };
}

/** The settings in force here; for the global layer those that hold wherever no project says otherwise. */
function settingsOf(memory: Memory, layer: Layer | undefined): Pick<Memory, "config" | "sourceOf"> {
  return layer === "global" ? memory.ownSettings() : memory;
}

function shownText(
  { folder, files, effective, sources, warnings = [] }: ReturnType<typeof settingsShown>,
  style: Style,
  isAll: boolean,
): string {
  const all = Object.entries(sources).map(([key, source]) => ({
    key,
    source,
    value: JSON.stringify(valueAt(effective, key)) ?? "",
  }));
  const set = all.filter(({ source }) => source !== "default");
  const left = all.filter(({ source }) => source === "default");
  const shown = isAll ? all : set;
  const keys = largest(shown.map(({ key }) => width(key)), 0);
  const room = Math.min(16, largest(shown.map(({ value }) => width(value)), 0));
  const lines: string[] = [];
  if (set.length > 0) lines.push(style.bold(said("settings_set")));
  for (const { key, source, value } of set) {
    lines.push(`  ${pad(key, keys)}  ${pad(value, room)}  ${style.green(said(`from_${source}`))}`);
  }
  if (isAll) {
    // Settings without a group are of memory itself.
    const groupOf = ({ key }: { key: string }) => key.includes(".") ? key.replace(/\..*/, "") : "memory";
    for (const [name, settings] of Map.groupBy(left, groupOf)) {
      lines.push(style.bold(name), ...settings.map(({ key, value }) => `  ${pad(key, keys)}  ${value}`));
    }
  } else {
    lines.push(style.dim(said(set.length > 0 ? "others_default" : "all_default", { count: left.length })));
  }
  const none = said("none");
  const places = style.say(
    said("settings_here", { folder: folder ?? none, files: files.length > 0 ? named(files) : none }),
  );
  return `${places}\n${lines.join("\n")}\n${settingWarnings(warnings, style)}`;
}

/** What is wrong in the settings files, a line for each. */
export function settingWarnings(warnings: readonly Sentence[], style: Style): string {
  return warnings.map((warning) => style.yellow(`! ${style.say(warning)}\n`)).join("");
}

export const configGet = defineCommand({
  operands: { key: required(text("KEY")) },
  run(call) {
    const { key } = call.operands;
    ruleOf(key);
    const { config, sourceOf } = settingsOf(call.memory, call.layer);
    const data = { key, value: valueAt(config, key), source: sourceOf(key) };
    return ok(
      data,
      ({ value, source }, style) =>
        `${JSON.stringify(value)}  ${style.dim({ en: source, zh: said(`from_${source}`).zh })}\n`,
    );
  },
});

export const configValidate = defineCommand({
  run({ runtime, memory }) {
    const files = settingsFiles(runtime, memory.locations);
    const unread = unreadSettings(runtime, memory.locations);
    const notes = unlessEmpty(unread.map(inResult));
    if (memory.warnings.length === 0) return ok({ valid: true, files, notes }, validateText);
    const problems = memory.warnings.map(inResult);
    fail("CONFIG_INVALID", joined([...memory.warnings, ...unread]), said("mend_settings"), {
      data: { problems, notes },
    });
  },
});

function validateText(
  { files, notes = [] }: { files: readonly string[]; notes: readonly Sentence[] | undefined },
  style: Style,
): string {
  const read = files.length > 0 ? named(files) : said("no_settings_files");
  return style.done(said("settings_valid", { files: read })) + settingWarnings(notes, style);
}
