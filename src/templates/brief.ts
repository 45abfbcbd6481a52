/** The instructions for memory that a session gets where no rule file has them. */
import type { Language, Sentence } from "../sentence.ts";
import { ALL_ON, fill, type Switches, withoutHead } from "./fill.ts";
import rulesEn from "./en/rules.mdc" with { type: "text" };
import rulesZh from "./zh/rules.mdc" with { type: "text" };
import type { SessionValues } from "./prompts.ts";

/** Also edit `said` of hooks/requests.ts, which knows the text. `isNamed`: the client's shell knows the session. */
export function brief(
  language: Language,
  { memory, session }: SessionValues,
  { switches = ALL_ON, isNamed = false }: { switches?: Switches; isNamed?: boolean } = {},
): string {
  const text = withoutHead(language === "zh" ? rulesZh : rulesEn);
  return fill(text, { memory, session: isNamed ? "" : ` ${withSession(session)[language]}` }, switches).trimStart();
}

/** The sentence that names the session for saves, which a rule file can't: all windows share it. */
export function withSession(session: string): Sentence {
  return {
    en: `Add \`--session ${session}\` to every save.`,
    zh: `每次存都加 \`--session ${session}\`。`,
  };
}
