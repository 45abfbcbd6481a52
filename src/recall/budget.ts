/** How many tokens a text costs, and how much of it fits into a budget. */
import { sentencesOf } from "../text/sentences.ts";

/**
 * One letter-run costs a token for every six letters, a digit-run one for every three digits, a CJK character one,
 * every other sign and every run of line ends one. Measured on 2,300 texts in both languages against OpenAI's
 * o200k_base: 12–37 % too high, in 98 % of the texts not too low; against the older cl100k_base, which splits Chinese
 * finer, up to 23 % too low for Chinese. No vendor's tokeniser is loaded, because a hook has no time for one.
 */
const TOKEN =
  /[A-Za-z\u00c0-\u1fff]{1,6}|[0-9]{1,3}|\n+|[^\0- A-Za-z0-9\u00a0\u00c0-\u200f\u2028-\u202f\udc00-\udfff]/g;

/** The tokens that a text takes, rather too many than too few. An emoji or a rare Chinese character counts as one. */
export function estimateTokens(text: string): number {
  return text.match(TOKEN)?.length ?? 0;
}

const ELLIPSIS_TOKENS = 1;

/** The whole text if it fits, else its first or last sentences that do and an ellipsis, with the cost; or undefined. */
export function fitSentences(
  text: string,
  tokens: number,
  keeps: "first" | "last" = "first",
): { text: string; tokens: number } | undefined {
  const whole = estimateTokens(text);
  if (whole <= tokens) return { text, tokens: whole };
  const sentences = sentencesOf(text);
  if (sentences.length === 1) return undefined;
  let fitting = "";
  let cost = ELLIPSIS_TOKENS;
  for (const sentence of keeps === "first" ? sentences : sentences.toReversed()) {
    const more = estimateTokens(sentence);
    if (cost + more > tokens) break;
    fitting = keeps === "first" ? fitting + sentence : sentence + fitting;
    cost += more;
  }
  const said = fitting.trim();
  return said === "" ? undefined : { text: keeps === "first" ? `${said} …` : `… ${said}`, tokens: cost };
}
