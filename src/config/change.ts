/**
 * In: settings that somebody wants. Out: the new text of the settings file, or why that can't be.
 * Not done here: writing it (the verb does, so that a project's change can be undone).
 *
 * @module
 */
import { fail } from "../errors.ts";
import { parseJsonc } from "../json.ts";
import { nearest } from "../nearest.ts";
import { configTextIn, editConfigText } from "./edit.ts";
import { confirmation, CONFIRMED } from "./inherited.ts";
import { type LoadedConfig, parseValue, valueAt } from "./mod.ts";
import { CONSTRAINTS, type Rule, rulesByKey } from "./schema.ts";

/** Dotted key → value; undefined takes the key out of the file, so that what lies below it counts again. */
export type Wanted = ReadonlyMap<string, unknown>;

/** The rule of a key. Throws UNKNOWN_KEY, naming the nearest one. */
export function ruleOf(key: string): Rule<unknown> {
  const rule = rulesByKey().get(key);
  if (rule) return rule;
  const group = [...rulesByKey().keys()].filter((known) => known.startsWith(`${key}.`));
  const close = nearest(key, [...rulesByKey().keys()]);
  fail(
    "UNKNOWN_KEY",
    { en: `There is no setting "${key}"`, zh: `没有“${key}”这项设置` },
    group.length > 0
      ? { en: `It holds ${group.join(", ")}`, zh: `它包含 ${group.join("、")}` }
      : close
      ? { en: `Did you mean ${close}?`, zh: `是不是 ${close}？` }
      : { en: "See `memory config show`", zh: "见 `memory config show`" },
  );
}

/** A word of the command line as the value of a key. Throws UNKNOWN_KEY, CONFIG_INVALID with the range. */
export function wantedValue(key: string, word: string): unknown {
  const rule = ruleOf(key);
  const value = parseValue(word, rule);
  if (rule.accepts(value)) return value;
  const range = rule.range();
  const found = JSON.stringify(value);
  fail("CONFIG_INVALID", {
    en: `${key} must be ${range.en}, found ${found}`,
    zh: `${key} 应为：${range.zh}，现为 ${found}`,
  });
}

/**
 * The settings file with these changes, its comments and unknown keys kept.
 *
 * @param loaded the settings in force, against which the rules between settings are held
 * @throws CONFIG_INVALID when a rule between settings would break, or the file is no JSON
 */
export function changedText(bytes: Uint8Array | undefined, wanted: Wanted, loaded: LoadedConfig, path: string): string {
  for (const { keys, rule, holds } of CONSTRAINTS) {
    if (!keys.some((key) => wanted.has(key))) continue;
    const values = keys.map((key) =>
      Number(wanted.get(key) ?? (wanted.has(key) ? undefined : valueAt(loaded.config, key)) ?? ruleOf(key).fallback)
    );
    if (holds(values)) continue;
    const would = keys.map((key, at) => `${key} ${values[at]}`);
    fail("CONFIG_INVALID", {
      en: `${rule} must hold, it would be ${would.join(", ")}`,
      zh: `必须满足 ${rule}，改后将是 ${would.join("，")}`,
    }, {
      en: "Change the other ones first, or use a preset: `memory help config preset`",
      zh: "请先改其他几项，或使用预设：`memory help config preset`",
    });
  }
  let text = configTextIn(bytes);
  const confirmed = confirmation(parsed(text), wanted);
  for (const [key, value] of wanted) text = editConfigText(text, key, value, path);
  return confirmed === undefined ? text : editConfigText(text, CONFIRMED, confirmed, path);
}

/** The file as a value; of one that is no JSON nothing, since the edit will say so. */
function parsed(text: string): unknown {
  try {
    return parseJsonc(text);
  } catch {
    return undefined;
  }
}
