/**
 * In: the user's and the project's settings files and the environment. Out: one valid `Config`, and warnings about the
 * values that were not used.
 * Not done here: changing a file (change.ts); finding the values that another program wrote (inherited.ts).
 *
 * A bad value never stops anything: the next layer's value counts, and a warning says so.
 */
import { join } from "node:path";
import { reasonTold, tried } from "../errors.ts";
import { readText } from "../files.ts";
import { parseJsonc } from "../json.ts";
import { BYTES_MAX } from "../limits.ts";
import { memoryHome, realOf, refusedVariables } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import type { Language, Sentence } from "../sentence.ts";
import { type Config, CONSTRAINTS, ENVIRONMENT_OF, type Rule, rulesByKey, SCHEMA } from "./schema.ts";
import { wished } from "./inherited.ts";
import { named } from "../wording.ts";
import { said } from "../words.ts";

export type { Config } from "./schema.ts";

/** Where a value comes from, low to high. */
type ConfigSource = "default" | "global" | "project" | "environment";

/** The settings in force, and where each comes from. */
export interface LoadedConfig {
  readonly config: Config;
  /** About values and files that were not used. */
  readonly warnings: readonly Sentence[];
  readonly sourceOf: (key: string) => ConfigSource;
  /** The settings without the project's file: they govern the user's own memory, whichever repository this is. */
  readonly ownConfig: () => Config;
  /** The same, and where each comes from. */
  readonly ownSettings: () => Pick<LoadedConfig, "config" | "sourceOf">;
}

/** Whose settings are wanted. */
export interface ConfigPlace {
  /** The project's data folder and its root, when there is a project. */
  readonly projectFolder?: string | undefined;
  readonly projectRoot?: string | undefined;
  /** Somebody else made the data folder: of its settings only those that ask for more care count. */
  readonly isForeign?: boolean;
  /** Whether git brought the settings, and the person has not taken them: asked only where they would change any. */
  readonly isWaiting?: () => boolean;
}

/** The name of a file of settings, the user's and a project's. */
export const CONFIG_FILE = "config.json";

/** The user's file: `~/.memory/config.json`. */
export function globalConfigFile(runtime: Runtime): string {
  return join(memoryHome(runtime), CONFIG_FILE);
}

/** The settings in force: defaults < user's file < project's file < environment. */
export function loadConfig(runtime: Runtime, place: ConfigPlace = {}): LoadedConfig {
  const warnings: Sentence[] = refusedVariables(runtime).map(({ name, isRelative }) =>
    said(isRelative ? "not_absolute" : "in_the_project", { name })
  );
  const global = readConfigFile(runtime, globalConfigFile(runtime), warnings);
  const projectFile = place.projectFolder && join(place.projectFolder, CONFIG_FILE);
  const theirs = projectFile ? readConfigFile(runtime, projectFile, warnings) : {};
  const trusted = isTrusted(runtime, global, place.projectRoot);
  const ofCare = settingsOfCare(theirs);
  const isOnlyCare = trusted || Object.keys(theirs).length === Object.keys(ofCare).length;
  const isWaiting = !isOnlyCare && !place.isForeign && place.isWaiting?.() === true;
  if (isWaiting) warnings.push(said("settings_wait", { path: projectFile ?? "" }));
  const project = !isOnlyCare && (place.isForeign || isWaiting) ? ofCare : theirs;
  const inForce = resolved(runtime, { global, project, projectFile, trusted }, warnings);
  // A second pass over all settings, made only when somebody asks.
  const ownSettings = () => resolved(runtime, { global, project: {}, projectFile: undefined, trusted }, []);
  return { ...inForce, warnings, ownConfig: () => ownSettings().config, ownSettings };
}

/** The only settings of a stranger that count, those of care: others could switch off or shrink the person's memory. */
function settingsOfCare(file: object): object {
  const privacy = valueAt(file, "privacy");
  return privacy === undefined ? {} : { privacy };
}

/** The parsed files, and the path of the project's. */
interface Offered {
  readonly global: object;
  readonly project: object;
  readonly projectFile: string | undefined;
  readonly trusted: boolean;
}

/** A value for a setting; messages name its place by `from`. */
interface Offer {
  readonly source: ConfigSource;
  readonly from: string;
  readonly value: unknown;
}

function resolved(
  runtime: Runtime,
  { global, project, projectFile, trusted }: Offered,
  warnings: Sentence[],
): Pick<LoadedConfig, "config" | "sourceOf"> {
  const ofProject = { path: projectFile ?? "", isUsers: false };
  const ofUser = { path: globalConfigFile(runtime), isUsers: true };
  const chosen = new Map<string, Offer>();
  // Mostly nothing is set, since `init` writes the settings as comments.
  const isPlain = Object.keys({ ...global, ...project }).length === 0 && !runtime.envNames().some(maySet(runtime));
  for (const [key, rule] of isPlain ? [] : rulesByKey()) {
    const permitted = fromProject(key, rule, trusted, valueAt(project, key), warnings);
    const offers: readonly Offer[] = [
      {
        source: "environment",
        from: environmentName(runtime, key),
        value: fromEnvironment(runtime, key, rule, global, warnings),
      },
      { source: "project", from: ofProject.path, value: wished(project, key, permitted, ofProject, warnings) },
      { source: "global", from: ofUser.path, value: wished(global, key, valueAt(global, key), ofUser, warnings) },
    ];
    const offer = offers.find(({ from, value }) => value !== undefined && isValid(key, rule, value, from, warnings));
    if (offer) chosen.set(key, offer);
  }
  if (chosen.size > 0) dropContradicting(chosen, warnings);
  return { config: nest(SCHEMA, "", chosen) as Config, sourceOf: (key) => chosen.get(key)?.source ?? "default" };
}

function dropContradicting(chosen: Map<string, Offer>, warnings: Sentence[]): void {
  for (const { keys, rule, holds } of CONSTRAINTS) {
    if (holds(keys.map((key) => Number(chosen.get(key)?.value ?? rulesByKey().get(key)?.fallback)))) continue;
    warnings.push(said("contradicting", { keys: named(keys), rule }));
    for (const key of keys) chosen.delete(key);
  }
}

/** Whether a variable of this name could hold a setting. On Windows, names are the same in any case. */
function maySet({ platform }: Runtime): (name: string) => boolean {
  const ours = Object.values(ENVIRONMENT_OF);
  return (name) => {
    const written = platform === "win32" ? name.toUpperCase() : name;
    return written.startsWith("MEMORY") || ours.includes(written);
  };
}

/** `paths.data_dir` of the environment or the user's file; the project's own lies in the folder that this names. */
export function configuredDataDir(runtime: Runtime): string | undefined {
  const rule = SCHEMA.paths.data_dir;
  const file = readConfigFile(runtime, globalConfigFile(runtime), []);
  const offers = [environmentValue(runtime, "paths.data_dir", rule), valueAt(file, "paths.data_dir")];
  return offers.find((value): value is string => rule.accepts(value));
}

/** The value of a dotted key in a parsed file, or undefined. */
export function valueAt(file: unknown, key: string): unknown {
  let node = file;
  for (const name of key.split(".")) {
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, name)) return undefined;
    node = Reflect.get(node, name);
  }
  return node;
}

/** Whether a project's own file may set a key, to this value. */
export function mayComeFromProject(rule: Rule<unknown>, trusted: boolean, value: unknown): boolean {
  return !rule.userOnly && (trusted || !(rule.guarded || rule.guardedValue?.(value)));
}

function fromProject(
  key: string,
  rule: Rule<unknown>,
  trusted: boolean,
  value: unknown,
  warnings: Sentence[],
): unknown {
  if (value === undefined || mayComeFromProject(rule, trusted, value)) return value;
  // A key that is always guarded is documented as such. Here only some values are refused, so the person is told.
  if (rule.guardedValue && rule.accepts(value)) {
    warnings.push(said("not_trusted", { key, value: shownValue(value) }));
  }
  return undefined;
}

/** A refused value for a warning. It may be a stranger's, so it stays short and on its line. */
function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}

const SHOWN_MAX = 60;

/** Whether the user's file names this project as trusted. */
export function isTrusted(runtime: Runtime, globalFile: unknown, projectRoot: string | undefined): boolean {
  const trusted = valueAt(globalFile, "trusted_projects");
  if (projectRoot === undefined || !Array.isArray(trusted)) return false;
  const root = realOf(runtime, projectRoot);
  return trusted.some((path) => typeof path === "string" && realOf(runtime, path) === root);
}

/** A parsed settings file (JSONC); an empty object, with a warning, when it can't be read as one. */
export function readConfigFile(runtime: Runtime, path: string, warnings: Sentence[]): object {
  let text: string | undefined;
  tried(
    () => text = readText(runtime.files, path, BYTES_MAX.settings),
    (error) => warnings.push(said("unreadable", { path, reason: reasonTold(error) })),
  );
  if (text === undefined) return {};
  const value = parseJsonc(text);
  if (typeof value === "object" && value !== null) return value;
  const isOff = SAYS_OFF.test(text.replace(OF_EMBEDDING, ""));
  warnings.push(said(isOff ? "not_json_but_off" : "not_json", { path }));
  // Whoever switched memory off did not mean a slip elsewhere in the file to switch it on.
  return isOff ? { enabled: false } : {};
}

const SAYS_OFF = /^(?!\s*\/\/).*"enabled"\s*:\s*false\b/m;
/** Another setting of that name. */
const OF_EMBEDDING = /"embedding"\s*:\s*\{[^{}]*/g;

function isValid(key: string, rule: Rule<unknown>, value: unknown, from: string, warnings: Sentence[]): boolean {
  if (rule.accepts(value)) return true;
  warnings.push(said("out_of_range", { key, from, found: shownValue(value), range: rule.range() }));
  return false;
}

function environmentName(runtime: Runtime, key: string): string {
  const generic = `MEMORY__${key.replaceAll(".", "__")}`;
  const named = ENVIRONMENT_OF[key];
  return runtime.env(generic) === undefined && named ? named : generic;
}

function environmentValue(runtime: Runtime, key: string, rule: Rule<unknown>): unknown {
  const text = runtime.env(environmentName(runtime, key));
  if (text === undefined || text === "") return undefined;
  const word = typeof rule.fallback === "boolean" ? switchWord(text) : undefined;
  return word ?? parseValue(text, rule);
}

/** The value of a variable; undefined for one that only a file may hold, since a client may take it from a `.env`. */
function fromEnvironment(
  runtime: Runtime,
  key: string,
  rule: Rule<unknown>,
  global: object,
  warnings: Sentence[],
): unknown {
  const value = environmentValue(runtime, key, rule);
  if (!rule.fileOnly?.(value) || !rule.accepts(value)) return value;
  if (valueAt(global, key) !== value) {
    const command = `memory config set ${key} ${shownValue(value)} --global`;
    warnings.push(said("not_from_environment", { name: environmentName(runtime, key), command: `\`${command}\`` }));
  }
  return undefined;
}

/** A variable of the environment as a switch, in the words that programs commonly take; undefined for any other. */
export function switchWord(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (["1", "true", "yes", "on"].includes(word)) return true;
  return ["0", "false", "no", "off"].includes(word) ? false : undefined;
}

/** The value of a setting given as one word, on a command line or in the environment. */
export function parseValue(text: string, rule: Rule<unknown>): unknown {
  if (typeof rule.fallback === "string") return text;
  if (Array.isArray(rule.fallback) && !text.trimStart().startsWith("[")) {
    return text.split(",").map((item) => item.trim()).filter((item) => item !== "");
  }
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function nest(node: object, prefix: string, chosen: ReadonlyMap<string, Offer>): unknown {
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      "accepts" in value
        ? chosen.get(prefix + name)?.value ?? value.fallback
        : nest(value, `${prefix}${name}.`, chosen),
    ]),
  );
}

/** `lang`, else the locale: anything that starts with `zh` is Chinese, everything else English. */
export function languageOf(runtime: Pick<Runtime, "env">, config: Pick<Config, "lang">): Language {
  if (config.lang !== "auto") return config.lang;
  const locale = runtime.env("LC_ALL") || runtime.env("LC_MESSAGES") || runtime.env("LANG") || "";
  return /^zh/i.test(locale) ? "zh" : "en";
}
