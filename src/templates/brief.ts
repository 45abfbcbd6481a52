/** How to use memory, as a session is told where no rule file tells it. */
import type { Language, Sentence } from "../sentence.ts";
import { ALL_ON, fill, type Switches } from "./fill.ts";
import rulesEn from "./en/rules.mdc" with { type: "text" };
import rulesZh from "./zh/rules.mdc" with { type: "text" };
import type { SessionValues } from "./prompts.ts";

/**
 * The rule of rules.mdc without its head: for agents that have no always-applied rule file. So whoever edits rules.mdc
 * edits what every client is told, and `said` of hooks/requests.ts, which knows the text by its first and last words.
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
