/** Text on its way into memory: without secrets, without what is private, without our own injected frames. */
import { redact, redactId, type Redaction } from "../records/redact.ts";
import type { Memory } from "../store/memory.ts";

/** Cleans one text. White space inside stays: a command or a snippet is kept as it was written. */
export function clean({ config }: Pick<Memory, "config">, text: string): Redaction {
  const { text: redacted, kinds } = redact(text, { secrets: config.privacy.redact });
  return { text: redacted.trim(), kinds };
}

/** The session that a save names, under the id that hooks know it by. */
export function sessionNamed({ config }: Pick<Memory, "config">, session: string | undefined): string | undefined {
  return session === undefined ? undefined : redactId(session, { secrets: config.privacy.redact });
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
