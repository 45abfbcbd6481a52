/**
 * In: the text of a client's settings and rules for a list in them. Out: the text with them, or without them.
 * Not done here: files, and what the rules say (allow.ts). Everything that is not ours keeps its bytes.
 *
 * @module
 */
import type { Sentence } from "../sentence.ts";
import { split } from "./hook_file.ts";
import {
  appendItem,
  applyEdits,
  childOf,
  itemsOf,
  type Node,
  removeItem,
  styleOf,
  treeOf,
  withoutProperty,
  withProperty,
} from "../jsonc_edit.ts";

type Path = readonly [string, string];

/** Why no rule can be put there. */
export function ruleListProblem(text: string, [outer, inner]: Path): Sentence | undefined {
  const parent = childOf(treeOf(split(text).body), outer);
  if (parent && parent.type !== "object") return { en: `"${outer}" is no object`, zh: `“${outer}”不是对象` };
  const list = childOf(parent, inner);
  if (!list || list.type === "array") return undefined;
  return { en: `"${outer}.${inner}" is no list`, zh: `“${outer}.${inner}”不是列表` };
}

/** The rules that stand in the list. */
export function rulesIn(text: string, path: Path): readonly string[] {
  return itemsOf(listIn(split(text).body, path)).map((item) => String(item.value));
}

/** The text with each rule once. */
export function withRules(original: string, path: Path, rules: readonly string[]): string {
  const { bom, body: text } = split(original);
  return bom + added(text, path, rules);
}

function added(text: string, path: Path, rules: readonly string[]): string {
  const there = new Set(rulesIn(text, path));
  const missing = rules.filter((rule) => !there.has(rule));
  if (missing.length === 0) return text;
  const style = styleOf(text);
  const [outer, inner] = path;
  const parent = withProperty(text, [], outer, {}, style);
  const first = withProperty(parent, [outer], inner, missing, style);
  if (there.size === 0 && first !== parent) return first;
  return missing.reduce((result, rule) => {
    const list = listIn(result, path);
    return list ? applyEdits(result, appendItem(result, list, style, () => JSON.stringify(rule))) : result;
  }, first);
}

/** The text with rules put in the place of others: from each rule of the map to what it becomes. */
export function renamedRules(original: string, path: Path, names: ReadonlyMap<string, string>): string {
  const { bom, body } = split(original);
  const edits = itemsOf(listIn(body, path)).flatMap((item) => {
    const name = names.get(String(item.value));
    if (name === undefined || name === item.value) return [];
    return [{ start: item.offset, end: item.offset + item.length, text: JSON.stringify(name) }];
  });
  return bom + applyEdits(body, edits);
}

/**
 * The text without these rules. Lists and objects that this empties go too, unless they were there before us.
 *
 * @param before the text as it was before we first touched it, whose rules stay; undefined if that is not known
 */
export function withoutRules(
  original: string,
  path: Path,
  rules: readonly string[],
  before: string | undefined,
): string {
  const { bom, body: text } = split(original);
  return bom + taken(text, path, rules, before === undefined ? undefined : split(before).body);
}

function taken(text: string, path: Path, rules: readonly string[], before: string | undefined): string {
  const earlier = before === undefined ? [] : rulesIn(before, path);
  const ours = new Set(rules.filter((rule) => !earlier.includes(rule)));
  let result = text;
  let isChanged = false;
  for (;;) {
    const list = listIn(result, path);
    const item = itemsOf(list).find(({ value }) => ours.has(String(value)));
    if (!list || !item) break;
    result = applyEdits(result, removeItem(result, list, item));
    isChanged = true;
  }
  if (!isChanged) return text;
  const [outer, inner] = path;
  const was = before === undefined ? undefined : treeOf(before);
  if (itemsOf(listIn(result, path)).length === 0 && !childOf(childOf(was, outer), inner)) {
    result = withoutProperty(result, [outer], inner);
  }
  const left = childOf(treeOf(result), outer);
  return left?.children?.length === 0 && !childOf(was, outer) ? withoutProperty(result, [], outer) : result;
}

function listIn(text: string, [outer, inner]: Path): Node | undefined {
  return childOf(childOf(treeOf(text), outer), inner);
}
