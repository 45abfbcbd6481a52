/** Text on its way into memory: without secrets, without what is private, without our own injected frames. */
import { redact, type Redaction } from "../records/redact.ts";
import type { Memory } from "../store/memory.ts";

/** Cleans one text. White space inside stays: a command or a snippet is kept as it was written. */
export function clean({ config }: Pick<Memory, "config">, text: string): Redaction {
  const { text: redacted, kinds } = redact(text, { secrets: config.privacy.redact });
  return { text: redacted.trim(), kinds };
}

/** Cleans several texts as one: the kinds found in any of them, empty ones dropped. */
export function cleanAll(
  memory: Pick<Memory, "config">,
  texts: readonly string[],
): { texts: string[]; kinds: string[] } {
  const cleaned = texts.map((text) => clean(memory, text));
  return {
    texts: cleaned.map(({ text }) => text).filter((text) => text !== ""),
    kinds: [...new Set(cleaned.flatMap(({ kinds }) => kinds))],
  };
}
