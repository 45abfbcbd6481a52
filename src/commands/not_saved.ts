/** Why something was not saved, for a person. */
import type { Style } from "../cli/command.ts";
import { same, type Sentence } from "../sentence.ts";

/** The reason behind its colon; empty without one. */
export function becauseOf(reason: string | Sentence | undefined, { say }: Style): string {
  if (reason === undefined) return "";
  const told = typeof reason === "string" ? same(reason) : reason;
  return say({ en: `: ${told.en}`, zh: `：${told.zh}` });
}
