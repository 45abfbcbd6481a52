/**
 * How many tokens a text will cost, and how much of it fits: the budget of everything that is given to an agent.
 *
 * @module
 */

/**
 * One letter-run costs a token for every six letters, a digit-run one for every three digits, a CJK character one, every other
 * sign and every run of line ends one. Measured on 2,300 texts in both languages against OpenAI's o200k_base: 12–37 % too high,
 * in 98 % of the texts not too low; against the older cl100k_base, which splits Chinese finer, up to 23 % too low for Chinese.
 * No vendor's tokeniser is loaded, because a hook has no time for one.
 */
const LETTERS_PER_TOKEN = 6;
const DIGITS_PER_TOKEN = 3;

const [BLANK, LINE, LETTER, DIGIT, WHOLE, NONE] = [0, 1, 2, 3, 4, 5];
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  return /[A-Za-z]/.test(sign)
    ? LETTER
    : /[0-9]/.test(sign)
    ? DIGIT
    : sign === "\n"
    ? LINE
    : code <= 32
    ? BLANK
    : WHOLE;
});

/** The tokens that a text is expected to cost, rather too many than too few. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let kind = BLANK;
  let run = 0;
  // A loop over codes and not a pattern: a session start estimates hundreds of texts, in a process that is never warm.
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 32;
    const next = code < 128 ? ASCII[code] ?? WHOLE : signOf(code);
    if (next === NONE) continue;
    if (next === kind && next !== WHOLE) {
      run++;
      continue;
    }
    if (kind === LETTER) tokens += Math.ceil(run / LETTERS_PER_TOKEN);
    else if (kind === DIGIT) tokens += Math.ceil(run / DIGITS_PER_TOKEN);
    else if (kind !== BLANK) tokens += 1;
    kind = next;
    run = 1;
  }
  return tokens;
}

function signOf(code: number): number {
  // Han, kana, Hangul and their punctuation; of a surrogate pair (emoji, rare Han) the second half is free.
  if (code >= 0x2e80) return code >= 0xdc00 && code <= 0xdfff ? NONE : WHOLE;
  if (code === 0xa0 || (code >= 0x2000 && code <= 0x200f) || (code >= 0x2028 && code <= 0x202f)) return BLANK;
  // Latin with accents, Greek, Cyrillic, Arabic …; then general punctuation and symbols.
  return code >= 0xc0 && code < 0x2000 ? LETTER : WHOLE;
}

// A full stop ends a sentence only before a space: not in "v1.2", "config.json" or "3.14".
const SENTENCE_END = /[。！？；…][」』”’）)"']*|[.!?;][)"'”’]*(?=\s|$)|\n+/gu;

/** The sentences of a text, spaces and line ends included: joined they are the text. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length;
    sentences.push(text.slice(start, end));
    start = end;
  }
  if (start < text.length) sentences.push(text.slice(start));
  return sentences;
}

/** A text, or as much of it as a budget bears, and what that costs. */
export interface Fitting {
  readonly text: string;
  readonly tokens: number;
}

/** The whole text if it fits, else as many of its leading sentences as do, closed by an ellipsis; undefined when not even one fits. */
export function fitSentences(text: string, tokens: number): Fitting | undefined {
  const whole = estimateTokens(text);
  if (whole <= tokens) return { text, tokens: whole };
  const ELLIPSIS_TOKENS = 1;
  let fitting = "";
  let cost = ELLIPSIS_TOKENS;
  for (const sentence of sentencesOf(text)) {
    const more = estimateTokens(sentence);
    if (cost + more > tokens) break;
    fitting += sentence;
    cost += more;
  }
  return fitting.trim() === "" ? undefined : { text: `${fitting.trimEnd()} …`, tokens: cost };
}
