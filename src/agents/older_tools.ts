/**
 * Memory tools that projects had before this one, all of them for Cursor: Memory Skill v1, the Python original of
 * 方案 C, LingXi. How to know what they wired.
 *
 * @module
 */
import type { Sentence } from "../sentence.ts";

/** One of these tools. */
export type OlderTool = "memory-v1" | "python" | "lingxi";

/** As people know them. */
export const OLDER_TOOLS: Readonly<Record<OlderTool, Sentence>> = {
  "memory-v1": { en: "Memory Skill v1", zh: "Memory Skill v1" },
  python: { en: "the Python memory skill", zh: "Python 版记忆技能" },
  lingxi: { en: "LingXi", zh: "灵犀" },
};

/** The tool that a hook's command calls to give context or to ask for summaries; undefined for any other command. */
export function olderToolOf(command: unknown): OlderTool | undefined {
  if (typeof command !== "string") return undefined;
  if (/[/\\]memory[\w-]*[/\\]scripts[/\\](?:service[/\\]hooks[/\\])?\w+\.py\b/.test(command)) return "python";
  return /\.cursor[/\\]hooks[/\\]session-init\.mjs\b/.test(command) ? "lingxi" : undefined;
}

/** Whether a text calls their scripts. */
export function callsScripts(text: string): boolean {
  return /scripts\/(?:service\/)?[\w/]*(?:save|search)_\w+\.py/.test(text);
}

/** Whether one of them wrote a text that an agent reads: it names their scripts, or their folder. */
export function isOlderText(text: string): boolean {
  return callsScripts(text) || /\.cursor[/\\]\.lingxi\b/.test(text);
}

/**
 * Their rules and skills under names that we have none of, below the project's root or the home folder; the others
 * `init` takes the place of.
 */
export const OLDER_TEXTS: readonly { readonly tool: OlderTool; readonly file: string }[] = [
  { tool: "memory-v1", file: ".cursor/rules/memory-auto-retrieve.mdc" },
  { tool: "memory-v1", file: ".cursor/skills/memory/SKILL.md" },
  { tool: "python", file: ".cursor/skills/memory-skill/SKILL.md" },
];
