/** In: a place. Out: its settings files, and what stands in them, or in variables, and is not read. */
import { join } from "node:path";
import { nearest } from "../text/nearest.ts";
import type { Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";
import { said } from "../words.ts";
import { CONFIRMED } from "./inherited.ts";
import {
  CONFIG_FILE,
  type ConfigPlace,
  globalConfigFile,
  isTrusted,
  mayComeFromProject,
  readConfigFile,
  valueAt,
} from "./mod.ts";
import { type Rule, rulesByKey } from "./schema.ts";

/** The settings files that are there: the person's own, then the project's. */
export function settingsFiles(runtime: Runtime, { projectFolder }: ConfigPlace): string[] {
  const files = [globalConfigFile(runtime), ...projectFolder ? [join(projectFolder, CONFIG_FILE)] : []];
  return files.filter((file) => runtime.files.stat(file) !== undefined);
}

/** Sentences about keys and variables that are not read. They are harmless, but somebody may have meant something. */
export function unreadSettings(runtime: Runtime, locations: ConfigPlace): Sentence[] {
  const own = globalConfigFile(runtime);
  const trusted = isTrusted(runtime, readConfigFile(runtime, own, []), locations.projectRoot);
  const inFiles = settingsFiles(runtime, locations).flatMap((file) => {
    const isUsed = (rule: Rule<unknown>, value: unknown) => file === own || mayComeFromProject(rule, trusted, value);
    return unreadKeys(readConfigFile(runtime, file, []), file, isUsed);
  });
  return [...inFiles, ...unknownVariables(runtime)];
}

type IsUsed = (rule: Rule<unknown>, value: unknown) => boolean;

function unreadKeys(file: object, path: string, isUsed: IsUsed, prefix = ""): Sentence[] {
  return Object.keys(file).flatMap((name) => {
    const key = prefix + name;
    const value = valueAt(file, name);
    const rule = rulesByKey().get(key);
    if (rule && name.includes(".")) return [said("dots_are_levels", { where: path, key })];
    if (rule) return isUsed(rule, value) ? [] : [said("not_from_project", { where: path, key })];
    if (key === "version" || key === CONFIRMED) return [];
    const isGroup = [...rulesByKey().keys()].some((known) => known.startsWith(`${key}.`));
    if (isGroup && typeof value === "object" && value !== null) return unreadKeys(value, path, isUsed, `${key}.`);
    return [unread(path, key)];
  });
}

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
