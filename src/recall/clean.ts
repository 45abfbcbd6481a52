/**
 * In: what an agent is about to be told. Out: the same without secrets and private parts, which a person may have
 * written into a file by hand. Finding them takes a tenth of a hook's time, so only what is told comes here.
 */
import type { Config } from "../config/mod.ts";
import { redact } from "../records/redact.ts";
import type { Language } from "../sentence.ts";
import { renderContext } from "./frame.ts";

type Privacy = Pick<Config, "privacy">;

/** A context in its frames, without secrets. */
export function renderClean(
  config: Privacy,
  context: Parameters<typeof renderContext>[0],
  nonce: string,
  language: Language,
): string {
  const [conventions, notes] = [cleanLines(config, context.conventions), cleanLines(config, context.notes)];
  return renderContext({ ...context, conventions, notes }, nonce, language);
}

/** A text without private parts, and without secrets, unless the person wants them told. */
export function cleanText({ privacy }: Privacy, text: string): string {
  return redact(text, { secrets: privacy.redact }).text;
}

/** Each line is another record: what one says of a secret says nothing of the next. */
function cleanLines(config: Privacy, text: string): string {
  return cleanTexts(config, text.split("\n")).join("\n");
}

/** What tells that a value is no secret stands at most so many characters before it (records/secrets). */
const BETWEEN = `\n${" ".repeat(160)}.\n`;

/** Each of these texts by itself as `cleanText` gives it. */
export function cleanTexts(config: Privacy, texts: readonly string[]): readonly string[] {
  // To look through all at once takes half the time, and nearly always finds nothing.
  const all = texts.join(BETWEEN);
  return cleanText(config, all) === all ? texts : texts.map((text) => cleanText(config, text));
}
