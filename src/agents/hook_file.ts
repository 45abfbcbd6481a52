/** The text of a client's hook file with or without our hooks. All else keeps its bytes. */
import { parseJsonc } from "../json.ts";
import {
  appendItem,
  applyEdits,
  childOf,
  itemsOf,
  type Node,
  print,
  removeItem,
  type Style,
  styleOf,
  treeOf,
  withoutProperty,
  withProperty,
} from "../jsonc_edit.ts";
import type { Sentence } from "../sentence.ts";
import { isOurCommand } from "./command.ts";
import type { Agent } from "./event.ts";
import { isOlderCommand } from "./older_tools.ts";
import { type Setup, SETUPS, type WantedHook } from "./setup.ts";

type Shape = Setup["shape"];

/** The reason why a text can't be edited without guessing. */
export interface Unusable {
  readonly problem: Sentence;
}

const BOM = "\ufeff";

/** The text changed, with its BOM kept, if it can be edited. */
function edited(text: string, change: (body: string) => string): string | Unusable {
  const { bom, body } = splitBom(text);
  const problem = problemOf(body);
  return problem ? { problem } : bom + change(body);
}

/** The text with each wanted hook once, and without hooks of ours that are no longer wanted. */
export function withHooks(original: string, agent: Agent, hooks: readonly WantedHook[]): string | Unusable {
  const { shape } = SETUPS[agent];
  const { bom, body } = splitBom(original);
  const style = styleOf(body);
  if (body.trim() === "") return bom + newFile(shape, hooks, style);
  const events = hooks.map((hook) => hook.event);
  const problem = problemOf(body, events);
  if (problem) return { problem };
  let text = withoutUnwanted(body, shape, new Set(events));
  if (shape === "versioned") text = withProperty(text, [], "version", 1, style);
  text = withProperty(text, [], "hooks", {}, style);
  for (const hook of inOrderOf(text, hooks)) text = withHook(text, shape, hook, style);
  return bom + text;
}

/**
 * The file's text without any hook of ours, emptied lists and objects included, except what was there `before` our
 * first change, if that is known.
 */
export function withoutHooks(text: string, agent: Agent, before: string | undefined): string | Unusable {
  const { shape } = SETUPS[agent];
  const earlier = before === undefined ? undefined : treeOf(splitBom(before).body);
  const earlierHooks = childOf(earlier, "hooks");
  const isEarlier = (event: string) => childOf(earlierHooks, event) !== undefined;
  return edited(text, (body) => {
    const result = withoutUnwanted(body, shape, new Set(), isEarlier);
    // Where the earlier file is unknown, an empty `hooks` stays: it does nothing and may be the user's.
    if (before === undefined) return result;
    const left = childOf(treeOf(result), "hooks")?.children ?? [];
    const events = left.map((property) => String(property.children?.[0]?.value));
    const rest = events.length === 0 && !earlierHooks ? withoutProperty(result, [], "hooks") : result;
    // Hooks that others added later may need the version that we wrote.
    const isAsBefore = shape === "versioned" && events.every(isEarlier) && !childOf(earlier, "version");
    return isAsBefore ? withoutProperty(rest, [], "version") : rest;
  });
}

interface HookCommand {
  readonly event: string;
  readonly command: string;
  /** The client's pattern of the tools that it is for; "" for all. */
  readonly matcher: string;
}

type CommandTest = (command: unknown) => boolean;

/** Our commands in a file, by event; none in a broken file. */
export function ourCommands(text: string, agent: Agent): readonly HookCommand[] {
  return commandsIn(text, agent, isOurCommand);
}

/** The commands of a file that pass a test, by event; none in a broken file. */
export function commandsIn(text: string, agent: Agent, test: CommandTest = () => true): readonly HookCommand[] {
  const { body } = splitBom(text);
  if (problemOf(body)) return [];
  return entriesOf(treeOf(body), SETUPS[agent].shape, test).map(({ event, entry, group }) => ({
    event,
    command: String(childOf(entry, "command")?.value),
    matcher: String(childOf(group, "matcher")?.value ?? ""),
  }));
}

/** The wanted hooks that a file lacks, or has with our pattern for fewer tools; a person's pattern counts as wanted. */
export function missingHooks(commands: readonly HookCommand[], hooks: readonly WantedHook[]): readonly WantedHook[] {
  return hooks.filter((hook) =>
    !commands.some(({ event, matcher }) =>
      event === hook.event && !(isOurPattern(matcher, hook) && !isWithin(hook.matcher ?? "", matcher))
    )
  );
}

/** Whether init wrote a pattern, now or earlier: it is made of whole groups of tools, in any order. */
function isOurPattern(pattern: string, { groups = [] }: WantedHook): boolean {
  const tools = pattern.split("|");
  return isWithin(pattern, groups.join("|")) &&
    groups.every((group) => isWithin(group, pattern) || !group.split("|").some((tool) => tools.includes(tool)));
}

function isWithin(pattern: string, other: string): boolean {
  const tools = other.split("|");
  return pattern.split("|").every((tool) => tools.includes(tool));
}

/** The text without the hooks of older tools. Emptied lists stay, and a broken file as it is. */
export function withoutOlderHooks(text: string, agent: Agent): string {
  const { bom, body } = splitBom(text);
  return problemOf(body)
    ? text
    : bom + withoutUnwanted(body, SETUPS[agent].shape, new Set(), () => true, isOlderCommand);
}

/** The text with the hooks of older tools that an earlier text of Cursor has, unless it has any such hook. */
export function withOlderHooksOf(earlier: string, text: string): string | Unusable {
  const { shape } = SETUPS.cursor;
  const { body: before } = splitBom(earlier);
  return edited(text, (body) => {
    if (problemOf(before) || commandsIn(body, "cursor", isOlderCommand).length > 0) return body;
    const style = styleOf(body);
    let result = withProperty(body, [], "hooks", {}, style);
    for (const { event, item } of entriesOf(treeOf(before), shape, isOlderCommand)) {
      result = withItem(result, event, parseJsonc(before.slice(item.offset, item.offset + item.length)), style);
    }
    return result;
  });
}

/** A text's byte order mark, if it has one, and the rest. */
export function splitBom(text: string): { bom: string; body: string } {
  return text.startsWith(BOM) ? { bom: BOM, body: text.slice(BOM.length) } : { bom: "", body: text };
}

function newFile(shape: Shape, hooks: readonly WantedHook[], style: Style): string {
  const lists = Object.fromEntries(hooks.map((hook) => [hook.event, [asItem(shape, hook)]]));
  const file = { ...(shape === "versioned" ? { version: 1 } : {}), hooks: lists };
  return print(file, style) + style.eol;
}

function problemOf(body: string, events: readonly string[] = []): Sentence | undefined {
  const tree = treeOf(body);
  if (!tree) return { en: "it is not valid JSON", zh: "不是有效的 JSON" };
  if (tree.type !== "object") return { en: "it holds no object", zh: "内容不是对象" };
  const hooks = childOf(tree, "hooks");
  if (hooks && hooks.type !== "object") return { en: '"hooks" is no object', zh: "“hooks”不是对象" };
  const odd = events.find((event) => (childOf(hooks, event)?.type ?? "array") !== "array");
  return odd === undefined ? undefined : { en: `"hooks.${odd}" is no list`, zh: `“hooks.${odd}”不是列表` };
}

/**
 * Hooks in the order of their lists in the file, those without a list last. What is added to a list may move the one
 * behind it to another line, so ours are added from first to last and removed from last to first.
 */
function inOrderOf(text: string, hooks: readonly WantedHook[]): readonly WantedHook[] {
  const lists = childOf(treeOf(text), "hooks")?.children ?? [];
  const events = [...lists.map(({ children: [name] = [] }) => String(name?.value)), ...hooks.map(({ event }) => event)];
  return hooks.toSorted((a, b) => events.indexOf(a.event) - events.indexOf(b.event));
}

function asItem(shape: Shape, { entry, matcher }: WantedHook): unknown {
  const only = matcher === undefined ? {} : { matcher };
  return shape === "grouped" ? { ...only, hooks: [entry] } : { ...entry, ...only };
}

/**
 * Every entry whose command passes a test, with the `group` that holds its pattern of tools. To remove the entry,
 * `item` is removed from `list`: the entry itself, or a group that holds no other.
 */
function entriesOf(tree: Node | undefined, shape: Shape, test: CommandTest) {
  return (childOf(tree, "hooks")?.children ?? []).flatMap(({ children: [name, list] = [] }) => {
    if (!list) return [];
    const event = String(name?.value);
    return itemsOf(list).flatMap((group) => {
      const inner = shape === "grouped" ? childOf(group, "hooks") : list;
      const entries = shape === "grouped" ? itemsOf(inner) : [group];
      const own = entries.filter((entry) => test(childOf(entry, "command")?.value));
      if (!inner || entries.length === 1) return own.map((entry) => ({ event, entry, group, item: group, list }));
      return own.map((entry) => ({ event, entry, group, item: entry, list: inner }));
    });
  });
}

/** Removes entries, by default ours, of unwanted events, and all but the first of a wanted event. */
function withoutUnwanted(
  text: string,
  shape: Shape,
  wanted: ReadonlySet<string>,
  keepsList: (event: string) => boolean = () => false,
  test: CommandTest = isOurCommand,
): string {
  // One entry at a time: each change moves the places of the others, and may empty a group.
  for (;;) {
    const tree = treeOf(text);
    const seen = new Set<string>();
    const place = entriesOf(tree, shape, test).filter(({ event }) => {
      const isSecond = seen.has(event);
      seen.add(event);
      return isSecond || !wanted.has(event);
    }).at(-1);
    if (!place) return text;
    const isLastOfList = place.list.children?.length === 1 &&
      place.list === childOf(childOf(tree, "hooks"), place.event);
    text = isLastOfList && !keepsList(place.event)
      ? withoutProperty(text, ["hooks"], place.event)
      : applyEdits(text, removeItem(text, place.list, place.item));
  }
}

function withHook(text: string, shape: Shape, hook: WantedHook, style: Style): string {
  const { event, entry, matcher = "" } = hook;
  const place = entriesOf(treeOf(text), shape, isOurCommand).find((found) => found.event === event);
  if (!place) return withItem(text, event, asItem(shape, hook), style);
  // The rest of the entry, such as the timeout, may have been changed by the user.
  const command = childOf(place.entry, "command");
  const edits = command && command.value !== entry.command ? [replacement(command, entry.command)] : [];
  const pattern = childOf(place.group, "matcher");
  const now = String(pattern?.value);
  const isInStep = !isOurPattern(now, hook) || (isWithin(now, matcher) && isWithin(matcher, now));
  if (!pattern || isInStep) return applyEdits(text, edits);
  if (place.item === place.group) return applyEdits(text, [...edits, replacement(pattern, matcher)]);
  // The group also holds somebody else's hook, whose pattern must stay.
  return withItem(applyEdits(text, removeItem(text, place.list, place.item)), event, asItem(shape, hook), style);
}

/** The text with another item in the list of an event, which is made if need be. */
function withItem(text: string, event: string, value: unknown, style: Style): string {
  const list = childOf(childOf(treeOf(text), "hooks"), event);
  return list
    ? applyEdits(text, appendItem(text, list, style, (indent) => print(value, style, indent)))
    : withProperty(text, ["hooks"], event, [value], style);
}

/** The edit that puts a text in the place of a value. */
export function replacement({ offset, length }: Node, value: string) {
  return { start: offset, end: offset + length, text: JSON.stringify(value) };
}
