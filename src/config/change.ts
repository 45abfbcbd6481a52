/**
 * In: settings that somebody wants. Out: the new text of the settings file, or the reason why it can't be changed.
 * Comments, order, indentation and unknown keys stay.
 */
import { editableTextIn } from "../files.ts";
import { parseJsonc } from "../json.ts";
import * as jsonc from "../jsonc_edit.ts";
import { nearest } from "../text/nearest.ts";
import { confirmation, CONFIRMED } from "./inherited.ts";
import { type LoadedConfig, parseValue, valueAt } from "./mod.ts";
import { CONSTRAINTS, type Rule, rulesByKey } from "./schema.ts";
import { named } from "../wording.ts";
import { failure, said } from "../words.ts";

/** Dotted key → value; undefined takes the key out of the file, so that the next layer's value counts again. */
export type Wanted = ReadonlyMap<string, unknown>;

/** The rule of a key. Throws UNKNOWN_KEY, naming the nearest one. */
export function ruleOf(key: string): Rule<unknown> {
  const rule = rulesByKey().get(key);
  if (rule) return rule;
  const group = [...rulesByKey().keys()].filter((known) => known.startsWith(`${key}.`));
  const keys = [...rulesByKey().keys()];
  const close = nearest(key, keys) ?? keys.find((known) => known.endsWith(`.${key}`));
  let step = close ? said("did_you_mean", { close }) : said("see_settings");
  if (group.length > 0) step = said("group_holds", { group: named(group) });
  throw failure("no_setting", { key, step });
}

/** A word of the command line as the value of a key. Throws UNKNOWN_KEY, CONFIG_INVALID with the range. */
export function wantedValue(key: string, word: string): unknown {
  const rule = ruleOf(key);
  const value = parseValue(word, rule);
  if (rule.accepts(value)) return value;
  throw failure("must_be", { key, range: rule.range(), found: JSON.stringify(value) });
}

/**
 * The settings file with these changes, its comments and unknown keys kept. Throws CONFIG_INVALID where a constraint
 * with the settings in force would break, or the file is no JSON.
 */
export function changedText(bytes: Uint8Array | undefined, wanted: Wanted, loaded: LoadedConfig, path: string): string {
  for (const { keys, rule, holds } of CONSTRAINTS) {
    if (!keys.some((key) => wanted.has(key))) continue;
    const values = keys.map((key) =>
      Number(wanted.get(key) ?? (wanted.has(key) ? undefined : valueAt(loaded.config, key)) ?? ruleOf(key).fallback)
    );
    if (holds(values)) continue;
    const would = keys.map((key, at) => `${key} ${values[at]}`);
    throw failure("must_hold", { rule, would: { en: would.join(", "), zh: would.join("，") } });
  }
  let text = configTextIn(bytes, path);
  const confirmed = confirmation(parseJsonc(text), wanted);
  for (const [key, value] of wanted) text = editConfigText(text, key, value, path);
  return confirmed === undefined ? text : editConfigText(text, CONFIRMED, confirmed, path);
}

/** The text of a settings file; an empty object for a file that does not exist. Throws CONFIG_INVALID. */
export function configTextIn(bytes: Uint8Array | undefined, path: string): string {
  return bytes ? editableTextIn(bytes, path) : "{}\n";
}

/** The text of a settings file with the key set, or taken away; all else stays. Throws CONFIG_INVALID. */
export function editConfigText(before: string, key: string, value: unknown, path: string): string {
  // Editors on Windows may begin a file with a BOM, which the library does not know.
  if (before.startsWith("\ufeff")) return `\ufeff${editConfigText(before.slice(1), key, value, path)}`;
  const parts = key.split(".");
  const root = rootOf(before, path);
  if (value !== undefined) return jsonc.applyEdits(before, settingEdits(before, root, parts, value));
  const groups = parts.slice(0, -1);
  // A file may hold a key twice: once the second is removed, the first would count.
  for (let text = before;;) {
    const left = jsonc.withoutProperty(text, groups, parts.at(-1) ?? "");
    if (left === text) return text === before ? text : withoutEmpty(text, groups, path);
    text = left;
  }
}

/** The text without the objects around a key that was taken out, where nothing is left in them. */
function withoutEmpty(text: string, parts: readonly string[], path: string): string {
  if (parts.length === 0) return text;
  const node = parts.reduce<jsonc.Node | undefined>((inner, part) => jsonc.childOf(inner, part), rootOf(text, path));
  // An object with a comment stays: the comment is the person's.
  const isEmpty = node?.type === "object" &&
    /^\{\s*\}$/.test(text.slice(node.offset, node.offset + node.length));
  return isEmpty ? editConfigText(text, parts.join("."), undefined, path) : text;
}

function rootOf(text: string, path: string): jsonc.Node {
  const tree = jsonc.treeOf(text);
  if (tree?.type === "object") return tree;
  throw failure("cannot_change", { path });
}

function settingEdits(
  text: string,
  container: jsonc.Node,
  [name = "", ...inner]: readonly string[],
  value: unknown,
): jsonc.Edit[] {
  const child = jsonc.childOf(container, name);
  if (child?.type === "object" && inner.length > 0) return settingEdits(text, child, inner, value);
  const style = jsonc.styleOf(text);
  const inside = inner.reduceRight<unknown>((nested, key) => ({ [key]: nested }), value);
  // What says so already keeps its layout, and the change is none.
  if (child && inner.length === 0 && JSON.stringify(jsonc.valueOf(child)) === JSON.stringify(value)) return [];
  if (child) return [{ start: child.offset, end: child.offset + child.length, text: jsonc.print(inside, style) }];
  const property = (indent: string) => `${JSON.stringify(name)}: ${jsonc.print(inside, style, indent)}`;
  return jsonc.appendItem(text, container, style, property);
}

const FEW_DAYS = { "memory.load_days_full": 1, "memory.load_days_partial": 2, "memory.load_days_max": 3 };

/** Settings that go together, by purpose. Each preset satisfies the constraints between settings. */
export const PRESETS = {
  lightweight: { ...FEW_DAYS, "memory.facts_limit": 10, "cleanup.auto_cleanup_days": 30 },
  "deep-memory": {
    "memory.load_days_full": 5,
    "memory.load_days_partial": 15,
    "memory.load_days_max": 30,
    "memory.partial_per_day": 5,
    "memory.facts_limit": 50,
  },
  performance: { ...FEW_DAYS, "memory.facts_limit": 5, "log.level": "WARNING", "embedding.enabled": false },
} as const;

/** The names that `config preset` takes. */
export const PRESET_NAMES = Object.keys(PRESETS) as readonly (keyof typeof PRESETS)[];
