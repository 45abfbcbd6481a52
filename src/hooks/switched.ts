/** The text that an open session is told when somebody switches memory, or a part of it, off or on. */
import type { HookEvent, Reply } from "../agents/event.ts";
import { languageOf } from "../config/mod.ts";
import type { Language } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import { readSessionState, stateStore, updateSessionState } from "../store/session_state.ts";
import { line, said } from "./answers.ts";

const SWITCHES = ["enabled", "auto_save", "auto_retrieve"] as const;

/** The names of the switches that were off, and that are off now, each separated by blanks. */
export interface Switched {
  readonly before: string;
  readonly now: string;
}

/**
 * The text about the switches that were turned.
 *
 * @param brief how to use memory, for a session that may use it again
 */
export function switchedText({ before, now }: Switched, language: Language, brief: string): string {
  const names = (words: string) => SWITCHES.filter((name) => words.split(" ").includes(name));
  const [was, is] = [names(before), names(now)];
  const off = is.filter((name) => !was.includes(name)).map((name) => said(`off_${name}`)[language]);
  return [
    off.length > 0 ? `[memory] ${off.join(language === "zh" ? "" : " ")}` : "",
    ...was.some((name) => !is.includes(name)) ? [line("on_again", language), brief] : [],
  ].filter(Boolean).join("\n\n");
}

/**
 * Tells a session once that memory was switched off while it was open. A session that began later knows of no memory.
 */
export function tellOff(memory: Memory, { session, kind }: HookEvent): Reply | undefined {
  const store = kind === "user_prompt" ? stateStore(memory) : undefined;
  const state = store && readSessionState(store, session);
  if (!store || !state || state.off === "enabled" || !state.given) return undefined;
  updateSessionState(store, session, () => ({ off: "enabled" }));
  const language = languageOf(memory.runtime, memory.config);
  return { context: switchedText({ before: state.off ?? "", now: "enabled" }, language, "") };
}
