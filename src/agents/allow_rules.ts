/**
 * The rules by which an agent saves and looks up without asking, where they stand in a list of its settings, the file
 * that also holds our hooks. All else in that file keeps its bytes. Rules in a file of their own: `allows` in setup.ts.
 */
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
import type { Sentence } from "../sentence.ts";
import { ALLOWED_VERBS } from "./allowed.ts";
import { type Binary, binaryCommand, binaryOf } from "./command.ts";
import type { Agent } from "./event.ts";
import { ourCommands, replacement, splitBom, type Unusable } from "./hook_file.ts";
import { SETUPS } from "./setup.ts";

/** The keys that lead to the list in every client that has one. */
const [OUTER, INNER] = ["permissions", "allow"];

/** The change of the rules; `keep` renews those that are there. */
export type AllowChange = "add" | "remove" | "keep";

/** The rule for each allowed verb, in order; none for an agent whose settings hold no such list. */
export function listedRules(agent: Agent, binary: Binary): readonly string[] {
  const { allows } = SETUPS[agent];
  if (allows?.kind !== "list") return [];
  return ALLOWED_VERBS.map((verb) => allows.rule(`${binaryCommand(binary)} ${verb}`, binary.platform));
}

/** The rules of the list, or of one beside it. */
export function rulesIn(text: string, name: string = INNER): readonly string[] {
  return itemsOf(listIn(splitBom(text).body, name)).map((item) => String(item.value));
}

/** Whether a text has rules of ours. */
export function holdsRules(text: string, agent: Agent, binary: Binary): boolean {
  const possible = possibleRules(text, agent, binary);
  return rulesIn(text).some((rule) => possible.has(rule));
}

/** Our rules that a text may hold, for this binary and those its hooks call, each with its place among the verbs. */
function possibleRules(text: string, agent: Agent, { execPath, platform }: Binary): ReadonlyMap<string, number> {
  const called = ourCommands(text, agent).flatMap(({ command }) => binaryOf(command) ?? []);
  return new Map(
    [execPath, ...called].flatMap((execPath) =>
      listedRules(agent, { execPath, platform }).map((rule, verb) => [rule, verb] as const)
    ),
  );
}

/**
 * The text with our rules as asked. `hooked` has our hooks, which may call another binary than those of `now`; the
 * rules of `before`, the text before our first change, stay.
 */
export function withAllowRules(
  agent: Agent,
  binary: Binary,
  { hooked, now, before, allowing }: { hooked: string; now: string; before: string; allowing: AllowChange },
): string | Unusable {
  const possible = possibleRules(now, agent, binary);
  const verbs = rulesIn(now).map((rule) => possible.get(rule));
  const wanted = listedRules(agent, binary)
    .filter((_, verb) => allowing === "add" || (allowing === "keep" && verbs.includes(verb)));
  const { bom, body } = splitBom(hooked);
  const problem = wanted.length > 0 ? problemOf(body) : undefined;
  if (problem) return { problem };
  const stale = [...possible.keys()].filter((rule) => !wanted.includes(rule));
  return bom + withRules(withoutRules(body, stale, before), wanted);
}

/** The text in which rules for binaries that are gone have become rules for this one. */
export function renewedRules(
  text: string,
  agent: Agent,
  { execPath, platform }: Binary,
  gone: readonly string[],
): string {
  const now = listedRules(agent, { execPath, platform });
  const names = new Map(
    gone.flatMap((execPath) =>
      listedRules(agent, { execPath, platform }).map((old, verb) => [old, now[verb] ?? old] as const)
    ),
  );
  const { bom, body } = splitBom(text);
  const edits = itemsOf(listIn(body)).flatMap((item) => {
    const name = names.get(String(item.value));
    return name === undefined || name === item.value ? [] : [replacement(item, name)];
  });
  return bom + applyEdits(body, edits);
}

function problemOf(text: string): Sentence | undefined {
  const parent = childOf(treeOf(text), OUTER);
  if (parent && parent.type !== "object") return { en: `"${OUTER}" is no object`, zh: `“${OUTER}”不是对象` };
  const list = childOf(parent, INNER);
  if (!list || list.type === "array") return undefined;
  return { en: `"${OUTER}.${INNER}" is no list`, zh: `“${OUTER}.${INNER}”不是列表` };
}

function withRules(text: string, rules: readonly string[]): string {
  const there = new Set(rulesIn(text));
  const missing = rules.filter((rule) => !there.has(rule));
  if (missing.length === 0) return text;
  const style = styleOf(text);
  const begun = withProperty(withProperty(text, [], OUTER, {}, style), [OUTER], INNER, missing, style);
  if (begun !== text) return begun;
  return missing.reduce((result, rule) => {
    const list = listIn(result);
    return list ? applyEdits(result, appendItem(result, list, style, () => JSON.stringify(rule))) : result;
  }, text);
}

/** The text without these rules, emptied lists and objects included, except what an earlier text has. */
function withoutRules(text: string, rules: readonly string[], earlier: string): string {
  const kept = rulesIn(earlier);
  const ours = new Set(rules.filter((rule) => !kept.includes(rule)));
  let result = text;
  for (;;) {
    const list = listIn(result);
    const item = itemsOf(list).find(({ value }) => ours.has(String(value)));
    if (!list || !item) break;
    result = applyEdits(result, removeItem(result, list, item));
  }
  if (result === text) return text;
  const was = childOf(treeOf(splitBom(earlier).body), OUTER);
  if (itemsOf(listIn(result)).length === 0 && !childOf(was, INNER)) result = withoutProperty(result, [OUTER], INNER);
  const left = childOf(treeOf(result), OUTER);
  return left?.children?.length === 0 && !was ? withoutProperty(result, [], OUTER) : result;
}

function listIn(text: string, name: string = INNER): Node | undefined {
  return childOf(childOf(treeOf(text), OUTER), name);
}
