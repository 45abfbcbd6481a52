/**
 * Patterns that few texts match. Compiling one takes a hook 20 to 200 µs, looking for the words that it can't match
 * without takes one or two; so it is compiled for the first text that holds one of them.
 *
 * @module
 */

/** A pattern that most texts never meet. */
interface RarePattern {
  test(text: string): boolean;
  /** What it matches, as typed. */
  find(text: string): string | undefined;
}

/**
 * A pattern that is compiled for the first text that may match it.
 *
 * @param words in lower case; a text that holds none of them can't match, in whatever case
 * @param pattern without the flags `g` and `y`
 */
export function rarePattern(words: readonly string[], pattern: () => RegExp): RarePattern {
  return {
    test: (text) => holdsAny(text.toLowerCase(), words) && pattern().test(text),
    find: (text) => holdsAny(text.toLowerCase(), words) ? pattern().exec(text)?.[0] : undefined,
  };
}

/** Whether a text holds one of the words anywhere. */
export function holdsAny(text: string, words: readonly string[]): boolean {
  return words.some((word) => text.includes(word));
}
