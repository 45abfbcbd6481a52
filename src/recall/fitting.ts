/** The start context as long as no client moves it into a file. */
import { CONTEXT_CHARACTERS_MAX } from "../agents/delivery.ts";
import type { Language } from "../config/language.ts";
import { NONCE_LENGTH } from "./frame.ts";
import { type Context, renderContext, startContext, type StartMaterial } from "./start.ts";

/** The context of a material within a budget of tokens, frames included, and within what clients take as text. */
export function fitting(material: StartMaterial, tokens: number, language: Language): Context | undefined {
  for (let budget = tokens;; budget = Math.floor(budget * 0.9)) {
    const context = startContext(material, budget, language);
    if (!context || renderContext(context, "0".repeat(NONCE_LENGTH), language).length <= CONTEXT_CHARACTERS_MAX) {
      return context;
    }
  }
}
