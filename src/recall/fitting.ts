/** The start context as long as no client moves it into a file. */
import { CONTEXT_BYTES_MAX } from "../agents/delivery.ts";
import type { Language } from "../sentence.ts";
import { type Context, NONCE_LENGTH, renderContext } from "./frame.ts";
import { startContext, type StartMaterial } from "./start.ts";

/** What each next try has of the budget, while the bytes are too many. */
const NEXT_BUDGET = 0.9;

/**
 * The context of a material within a budget of tokens, frames included, and within what clients take as text.
 *
 * @param room the bytes that are left for it
 */
export function fitting(
  material: StartMaterial,
  tokens: number,
  language: Language,
  room: number = CONTEXT_BYTES_MAX,
): Context | undefined {
  for (let budget = tokens;; budget = Math.floor(budget * NEXT_BUDGET)) {
    const context = startContext(material, budget, language);
    if (!context || fits(context, language, room)) return context;
  }
}

/** Whether a context, frames included, takes no more than these bytes. */
export function fits(context: Context, language: Language, room: number): boolean {
  return bytesOf(renderContext(context, "0".repeat(NONCE_LENGTH), language)) <= room;
}

/** The bytes of these parts of a reply, and of the blank lines between them and a further one. */
export function roomOf(parts: readonly string[]): number {
  return parts.filter(Boolean).reduce((sum, part) => sum + bytesOf(part) + "\n\n".length, 0);
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
