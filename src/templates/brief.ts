/**
 * In: a language and the values of a session. Out: how to use memory, as a session is told where no rule file tells it.
 * Not done here: what is asked of an agent at other events (prompts.ts): each text that is loaded takes a start time.
 *
 * @module
 */
import type { Language, Sentence } from "../sentence.ts";
import { ALL_ON, fill, type Switches } from "./fill.ts";
import rulesEn from "./en/rules.mdc" with { type: "text" };
import rulesZh from "./zh/rules.mdc" with { type: "text" };
import type { SessionValues } from "./prompts.ts";

/**
 * The rule of rules.mdc without its head: for agents that have no always-applied rule file.
 *
 * @param isNamed whether the client tells its shell the session, so that no command need name it
 */
export function brief(
  language: Language,
  { memory, session }: SessionValues,
  { switches = ALL_ON, isNamed = false }: { readonly switches?: Switches; readonly isNamed?: boolean } = {},
): string {
  const text = (language === "zh" ? rulesZh : rulesEn).replace(/^---\n[^]*?\n---\n+/, "");
  return fill(text, { memory, session: isNamed ? "" : ` ${withSession(session)[language]}` }, switches).trimStart();
}

/** Which session a save belongs to: a rule file is one for all windows, and can't tell. */
export function withSession(session: string): Sentence {
  return {
    en: `Add \`--session ${session}\` to every save.`,
    zh: `每次存都加 \`--session ${session}\`。`,
  };
}
