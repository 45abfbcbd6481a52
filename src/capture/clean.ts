/** Text on its way into memory: without secrets, without what is private, without our own injected frames. */
import { refuseLongText } from "../limits.ts";
import { redact, redactId, type Redaction, redactPath } from "../records/redact.ts";
import type { Memory } from "../store/memory.ts";

/** Cleans a text that was not given to be saved. White space inside stays: it may be a command or a snippet. */
export function clean({ config }: Pick<Memory, "config">, text: string): Redaction {
  const { text: redacted, kinds } = redact(text, { secrets: config.privacy.redact });
  return { text: redacted.trim(), kinds };
}

/**
 * Cleans a text that somebody gives to be saved. Throws INVALID_ARGUMENT for one that is too long, before anything is
 * looked for in it.
 */
export function cleanGiven(memory: Pick<Memory, "config">, text: string): Redaction {
  refuseLongText(text);
  return clean(memory, text);
}

/** The session that a save names, under the id that hooks know it by. */
export function sessionNamed({ config }: Pick<Memory, "config">, session: string | undefined): string | undefined {
  return session === undefined ? undefined : redactId(session, { secrets: config.privacy.redact });
}

/** The project that a save belongs to, as records name it; undefined outside of any. */
export function projectNamed(
  { config, locations: { here } }: Pick<Memory, "config" | "locations">,
): string | undefined {
  return here === undefined ? undefined : redactPath(here, { secrets: config.privacy.redact });
}

/** Cleans several texts that are given, as one: the kinds found in any of them, empty ones dropped. */
export function cleanAll(
  memory: Pick<Memory, "config">,
  texts: readonly string[],
): { texts: string[]; kinds: string[] } {
  const cleaned = texts.map((text) => cleanGiven(memory, text));
  return {
    texts: cleaned.map(({ text }) => text).filter((text) => text !== ""),
    kinds: [...new Set(cleaned.flatMap(({ kinds }) => kinds))],
  };
}
