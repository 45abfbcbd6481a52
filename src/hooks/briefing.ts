/**
 * How to use memory, as a session is told at its start and after a compaction where no rule file tells it, and what it
 * is told when somebody switches memory off or on.
 *
 * @module
 */
import { tellsShells } from "../agents/command.ts";
import { hasRules } from "../recall/rule_file.ts";
import { brief, withSession } from "../templates/brief.ts";
import { commandsFor, type Scene } from "./scene.ts";
import { readSessionState, stateStore, updateSessionState } from "../store/session_state.ts";
import type { HookEvent, Reply } from "../agents/event.ts";
import { languageOf } from "../config/mod.ts";
import type { Language, Sentence } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";

/**
 * What the agent is told; where its rule says the same, only the session that its saves belong to. Empty where there is
 * nothing that it may do by itself.
 */
export function briefing(scene: Scene): string {
  const { event, memory, language } = scene;
  const { auto_save, auto_retrieve } = memory.config;
  if (!(auto_save || auto_retrieve)) return "";
  const isRuled = hasRules(memory, event.agent);
  // Where the rule file alone speaks, no hook is heard.
  if (isRuled && memory.config.delivery.rule_file === "always") return "";
  if (isRuled) return auto_save ? withSession(commandsFor(scene).session)[language] : "";
  const switches = { enabled: true, auto_save, auto_retrieve };
  return brief(language, commandsFor(scene), { switches, isNamed: tellsShells(event.agent) });
}

const OFF: Readonly<Record<string, Sentence>> = {
  enabled: {
    en: "Memory is switched off now: what this session was told about saving and looking up no longer holds.",
    zh: "记忆现已关闭：本会话之前关于保存和查找记忆的要求不再有效。",
  },
  auto_save: {
    en: "`auto_save` is off now: save only what the user asks you to, whatever this session was told before.",
    zh: "`auto_save` 现已关闭：本会话之前要你主动保存的要求不再有效，只在用户要求时保存。",
  },
  auto_retrieve: {
    en: "`auto_retrieve` is off now: look things up only when the user asks, whatever this session was told before.",
    zh: "`auto_retrieve` 现已关闭：本会话之前要你主动查找的要求不再有效，只在用户要求时查找。",
  },
};

/** The names of both that are switched off; "" for none. */
export interface Switched {
  readonly before: string;
  readonly now: string;
}

/**
 * What a session is told of switches that were turned since.
 *
 * @param brief how memory is used now, for one that is used again
 */
export function switchedText({ before, now }: Switched, language: Language, brief: () => string): string {
  const names = (words: string) => words.split(" ").filter((name) => OFF[name]);
  const off = names(now).filter((name) => !names(before).includes(name)).map((name) => OFF[name]?.[language]);
  const on = names(before).filter((name) => !names(now).includes(name));
  const again = on.length === 0 ? [] : [
    language === "zh"
      ? "[memory] 记忆的设置已重新打开，现在这样使用："
      : "[memory] Memory is switched on again. How it is used now:",
    brief(),
  ];
  return [off.length > 0 ? `[memory] ${off.join(language === "zh" ? "" : " ")}` : "", ...again].filter(Boolean).join(
    "\n\n",
  );
}

/** Tells a session that was open when memory was switched off, once. Any other knows of no memory. */
export function tellOff(memory: Memory, { session, kind }: HookEvent): Reply | undefined {
  const store = kind === "user_prompt" ? stateStore(memory) : undefined;
  const state = store && readSessionState(store, session);
  if (!store || !state || state.off === "enabled" || !state.given) return undefined;
  updateSessionState(store, session, () => ({ off: "enabled" }));
  const language = languageOf(memory.runtime, memory.config);
  return { context: switchedText({ before: state.off ?? "", now: "enabled" }, language, () => "") };
}
