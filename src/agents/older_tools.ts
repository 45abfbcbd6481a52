/**
 * Memory tools that projects had before this one, all for Cursor: Memory Skill v1, the Python original of 方案 C, LingXi.
 * The hooks, rules and skills by which they are recognised.
 */
import { same, type Sentence } from "../sentence.ts";

export type OlderTool = "memory-v1" | "python" | "memory" | "lingxi";

export const OLDER_TOOLS: Readonly<Record<OlderTool, Sentence>> = {
  "memory-v1": same("Memory Skill v1"),
  python: { en: "the Python memory skill", zh: "Python 版记忆技能" },
  memory: { en: "another memory beside this one", zh: "旁边另一份记忆" },
  lingxi: { en: "LingXi", zh: "灵犀" },
};

/** The tool that a hook's command calls to give context or to ask for summaries; undefined for any other command. */
export function olderToolOf(command: unknown): OlderTool | undefined {
  if (typeof command !== "string") return undefined;
  if (/[/\\]memory[\w-]*[/\\]scripts[/\\](?:service[/\\]hooks[/\\])?\w+\.py\b/.test(command)) return "python";
  return /\.cursor[/\\]hooks[/\\]session-init\.mjs\b/.test(command) ? "lingxi" : undefined;
}

/** Whether a hook's command is an older tool's. */
export function isOlderCommand(command: unknown): boolean {
  return olderToolOf(command) !== undefined;
}

/** Whether a text calls a script of v1 or of the Python original. */
export function callsScripts(text: string): boolean {
  return /scripts\/(?:service\/)?[\w/]*(?:save|search)_\w+\.py/.test(text);
}

/** Whether a text for an agent is an older tool's: it names that tool's scripts or folder. */
export function isOlderText(text: string): boolean {
  return callsScripts(text) || /\.cursor[/\\]\.lingxi\b/.test(text);
}

/** Rules and skills of these tools under names that memory does not use; `init` overwrites the others. */
export const OLDER_TEXTS: readonly { readonly tool: OlderTool; readonly file: string }[] = [
  { tool: "memory-v1", file: ".cursor/rules/memory-auto-retrieve.mdc" },
  { tool: "memory-v1", file: ".cursor/skills/memory/SKILL.md" },
  { tool: "python", file: ".cursor/skills/memory-skill/SKILL.md" },
];
