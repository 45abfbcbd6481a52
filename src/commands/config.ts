/** `memory config`: show, get and validate. */
import { join } from "node:path";
import { flag, required, text } from "../cli/args.ts";
import { defineCommand, ok } from "../cli/command.ts";
import { pad, type Style, width } from "../cli/terminal.ts";
import { ruleOf } from "../config/change.ts";
import { CONFIRMED } from "../config/inherited.ts";
import {
  CONFIG_FILE,
  globalConfigFile,
  isTrusted,
  mayComeFromProject,
  readConfigFile,
  valueAt,
} from "../config/mod.ts";
import { type Rule, rulesByKey } from "../config/schema.ts";
import { fail } from "../errors.ts";
import { largest, unlessEmpty } from "../lists.ts";
import type { Runtime } from "../runtime.ts";
import { inBoth, inResult, type Sentence } from "../sentence.ts";
import { type Memory, storesToRead } from "../store/memory.ts";
import { nearest } from "../text/nearest.ts";
import { named } from "../wording.ts";
import { said } from "./words.ts";

/** `memory config` alone shows the settings, too; its help lists the other verbs. */
export const configShow = defineCommand({
  args: { all: flag },
  run({ memory, args }) {
    const { config, sourceOf, warnings } = memory;
    const sources = Object.fromEntries([...rulesByKey().keys()].map((key) => [key, sourceOf(key)]));
    return ok({ effective: config, sources, warnings: unlessEmpty(warnings.map(inResult)) }, shownText, {
      folder: storesToRead(memory)[0]?.folder,
      files: filesOf(memory),
      isAll: args.all,
    });
  },
});

function shownText(
  { effective, sources, warnings = [] }: {
    readonly effective: object;
    readonly sources: Readonly<Record<string, string>>;
    readonly warnings: readonly Sentence[] | undefined;
  },
  style: Style,
  { folder, files, isAll }: {
    readonly folder: string | undefined;
    readonly files: readonly string[];
    readonly isAll: boolean;
  },
): string {
  const all = Object.entries(sources).map(([key, source]) => ({ key, source, value: valueIn(effective, key) }));
  const set = all.filter(({ source }) => source !== "default");
  const left = all.filter(({ source }) => source === "default");
  const shown = isAll ? all : set;
  const keys = largest(shown.map(({ key }) => width(key)), 0);
  const room = Math.min(16, largest(shown.map(({ value }) => width(value)), 0));
  const lines: string[] = [];
  if (set.length > 0) lines.push(style.bold({ en: "Set:", zh: "改过的：" }));
  for (const { key, source, value } of set) {
    lines.push(`  ${pad(key, keys)}  ${pad(value, room)}  ${style.green(said(`from_${source}`))}`);
  }
  if (isAll) {
    for (const [name, settings] of Map.groupBy(left, ({ key }) => groupOf(key))) {
      lines.push(style.bold(name), ...settings.map(({ key, value }) => `  ${pad(key, keys)}  ${value}`));
    }
  } else {
    lines.push(style.dim(said(set.length > 0 ? "others_default" : "all_default", { count: left.length })));
  }
  const none = style.say({ en: "none", zh: "无" });
  const places = [
    style.say({ en: `Folder in use: ${folder ?? none}`, zh: `使用的目录：${folder ?? none}` }),
    style.say({ en: `Settings files: ${files.join(", ") || none}`, zh: `设置文件：${files.join("、") || none}` }),
  ];
  return `${[...places, "", ...lines].join("\n")}\n${warningLines(warnings, style)}`;
}

function valueIn(settings: object, key: string): string {
  return JSON.stringify(valueAt(settings, key)) ?? "";
}

/** The first word of a key; settings without a group are of memory itself. */
function groupOf(key: string): string {
  return key.includes(".") ? key.replace(/\..*/, "") : "memory";
}

/** A line for each warning. */
export function warningLines(warnings: readonly Sentence[], style: Style): string {
  return warnings.map((warning) => style.yellow(`! ${style.say(warning)}\n`)).join("");
}

export const configGet = defineCommand({
  operands: { key: required(text("KEY")) },
  run(call) {
    const { key } = call.operands;
    ruleOf(key);
    const { config, sourceOf } = call.memory;
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
    const files = filesOf(memory);
    const own = globalConfigFile(runtime);
    const trusted = isTrusted(runtime, readConfigFile(runtime, own, []), memory.locations.projectRoot);
    const isUsed = (file: string) => (rule: Rule<unknown>) =>
      file === own || mayComeFromProject(rule, trusted, undefined);
    const unread = [
      ...files.flatMap((file) => unreadKeys(readConfigFile(runtime, file, []), file, isUsed(file))),
      ...unknownVariables(runtime),
    ];
    const notes = unlessEmpty(unread.map(inResult));
    if (memory.warnings.length === 0) return ok({ valid: true, files, notes }, validateText);
    const problems = memory.warnings.map(inResult);
    const told = inBoth((say) => memory.warnings.map(say).join("\n"));
    fail("CONFIG_INVALID", told, said("mend_settings"), { data: { problems, notes } });
  },
});

function validateText(
  { files, notes = [] }: { readonly files: readonly string[]; readonly notes: readonly Sentence[] | undefined },
  style: Style,
): string {
  const read = files.length > 0 ? named(files) : said("no_settings_files");
  return style.done(said("settings_valid", { files: read })) + warningLines(notes, style);
}

function filesOf({ runtime, locations }: Memory): string[] {
  const files = [
    globalConfigFile(runtime),
    ...locations.projectFolder ? [join(locations.projectFolder, CONFIG_FILE)] : [],
  ];
  return files.filter((file) => runtime.files.stat(file) !== undefined);
}

/** Sentences about keys that are not read. They are harmless and stay, but somebody may have meant something. */
function unreadKeys(file: object, path: string, isUsed: (rule: Rule<unknown>) => boolean, prefix = ""): Sentence[] {
  return Object.keys(file).flatMap((name) => {
    const key = prefix + name;
    const value = valueAt(file, name);
    const rule = rulesByKey().get(key);
    if (rule && name.includes(".")) return [said("dots_are_levels", { where: path, key })];
    if (rule) return isUsed(rule) ? [] : [said("not_from_project", { where: path, key })];
    if (key === "version" || key === CONFIRMED) return [];
    const isGroup = [...rulesByKey().keys()].some((known) => known.startsWith(`${key}.`));
    if (isGroup && typeof value === "object" && value !== null) return unreadKeys(value, path, isUsed, `${key}.`);
    return [unread(path, key)];
  });
}

/** Sentences about unknown variables such as `MEMORY__memory__facts_limit`. */
function unknownVariables(runtime: Runtime): Sentence[] {
  const names = runtime.envNames().filter((name) => name.startsWith(VARIABLE)).sort();
  const keyOf = (name: string) => name.slice(VARIABLE.length).replaceAll("__", ".");
  return names.filter((name) => !rulesByKey().has(keyOf(name))).map((name) => unread(name, keyOf(name)));
}

const VARIABLE = "MEMORY__";

function unread(where: string, key: string): Sentence {
  const close = nearest(key, [...rulesByKey().keys()]);
  return close === undefined ? said("nothing_reads", { where, key }) : said("nothing_reads_but", { where, key, close });
}
