/**
 * In: an agent and the text of its hook file. Out: the text with or without the rules by which the agent saves without
 * asking, and whether it has them.
 * Not done here: the hooks (hook_changes.ts); what the rules say (agents/allow.ts).
 *
 * @module
 */
import { listedRules } from "../agents/allow.ts";
import { agentPath } from "../agents/client_home.ts";
import { binaryOf } from "../agents/command.ts";
import type { Agent } from "../agents/event.ts";
import { ourCommands, type Unusable } from "../agents/hook_file.ts";
import { ruleListProblem, rulesIn, withoutRules, withRules } from "../agents/rule_list.ts";
import { SETUPS } from "../agents/setup.ts";
import { readText } from "../files.ts";
import type { Runtime } from "../runtime.ts";
import type { FileChange } from "./changes.ts";

/** What becomes of the rules by which the agent saves without asking: those that are there stay, with `keep`. */
export type AllowWish = "add" | "remove" | "keep";

/**
 * The text with our rules as wished.
 *
 * @param hooked the text with our hooks, which may call another binary than those of `now`
 * @param before the text as it was before us, whose rules stay
 */
export function withWish(
  runtime: Runtime,
  agent: Agent,
  { hooked, now, before, wish }: {
    readonly hooked: string;
    readonly now: string;
    readonly before: string;
    readonly wish: AllowWish;
  },
): string | Unusable {
  const { allows } = SETUPS[agent];
  if (allows?.kind !== "list") return hooked;
  const verbs = ruledVerbs(runtime, agent, now);
  const wanted = listedRules(allows, runtime)
    .filter((_, verb) => wish === "add" || (wish === "keep" && verbs.includes(verb)));
  const problem = wanted.length > 0 ? ruleListProblem(hooked, allows.path) : undefined;
  if (problem) return { problem };
  const stale = knownRules(runtime, agent, now).flat().filter((rule) => !wanted.includes(rule));
  return withRules(withoutRules(hooked, allows.path, stale, before), allows.path, wanted);
}

/**
 * The text without our rules.
 *
 * @param text without our hooks
 * @param now with them
 */
export function withoutOurRules(runtime: Runtime, agent: Agent, text: string, now: string, before: string): string {
  const { allows } = SETUPS[agent];
  if (allows?.kind !== "list") return text;
  return withoutRules(text, allows.path, knownRules(runtime, agent, now).flat(), before);
}

/** The rules of ours that may stand in a text: those for this binary, and for the ones that hooks in it call. */
function knownRules(runtime: Runtime, agent: Agent, text: string): readonly (readonly string[])[] {
  const { shape, allows } = SETUPS[agent];
  if (allows?.kind !== "list") return [];
  const called = ourCommands(text, shape).flatMap(({ command }) => binaryOf(command) ?? []);
  const { platform } = runtime;
  return [...new Set([runtime.execPath, ...called])].map((execPath) => listedRules(allows, { execPath, platform }));
}

/** For which verbs, by place in their list, a text has rules of ours. */
export function ruledVerbs(runtime: Runtime, agent: Agent, text: string): readonly number[] {
  const { allows } = SETUPS[agent];
  if (allows?.kind !== "list") return [];
  const there = new Set(rulesIn(text, allows.path));
  return [
    ...new Set(
      knownRules(runtime, agent, text).flatMap((rules) => rules.flatMap((rule, verb) => there.has(rule) ? [verb] : [])),
    ),
  ];
}

/** Whether a change leaves rules of ours in an agent's file. */
export function rulesGiven(runtime: Runtime, agent: Agent, { after }: FileChange): boolean {
  return ruledVerbs(runtime, agent, new TextDecoder().decode(after)).length > 0;
}

/** The file of its own in which an agent's rules stand, if they do. */
export function ruleFileOf(runtime: Runtime, agent: Agent, root: string): string | undefined {
  const { allows, hooksAtHome } = SETUPS[agent];
  return allows?.kind === "file"
    ? agentPath(runtime, agent, hooksAtHome ? runtime.home : root, allows.file)
    : undefined;
}

/** Whether an agent has rules by which it saves without asking; undefined for one that can't be given any. */
export function mayCall(runtime: Runtime, agent: Agent, { path, root }: { path: string; root: string }) {
  const { allows } = SETUPS[agent];
  if (allows === undefined) return undefined;
  if (allows.kind === "file") return runtime.files.stat(ruleFileOf(runtime, agent, root) ?? "") !== undefined;
  const there = rulesIn(readText(runtime.files, path) ?? "", allows.path);
  return listedRules(allows, runtime).some((rule) => there.includes(rule));
}
