/**
 * Patterns that few texts match, and patterns that are kept as text. Compiling one takes a hook 20 to 200 µs, looking
 * for the words that it can't match without takes one or two; so it is compiled for the first text that holds one of
 * them.
 *
 * @module
 */

/** A pattern that most texts never meet. */
export interface RarePattern {
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

/** Patterns that belong together, as their text holds them. */
export interface PatternGroup {
  readonly title: string;
  /** A text without any of these matches none of them. */
  readonly words: readonly string[];
  /** Of these it holds one, too, where there are some. */
  readonly and: readonly string[] | undefined;
  readonly patterns: readonly string[];
}

/** A text of patterns, read. */
export interface Patterns {
  readonly groups: readonly PatternGroup[];
  /** A named part, or a pattern, with the parts that it names. Throws for a name that the text does not hold. */
  part(name: string): string;
  whole(pattern: string): string;
}

/**
 * Reads patterns: below a title, one a line, indented by two; a line that is indented by four continues the one before.
 * Behind a title may stand words, between bars: `title: |one|another| & |and one of these|`. `NAME = …` above all
 * titles is a part, which what follows holds as `{NAME}`. A line of `//` is a comment.
 *
 * Hot path: no pattern here, and the parts are put together when they are asked for.
 */
export function patternsIn(text: string): Patterns {
  const parts = new Map<string, string>();
  const groups: (PatternGroup & { readonly patterns: string[] })[] = [];
  for (const line of text.replaceAll("\n    ", "").split("\n")) {
    const isPattern = line.startsWith("  ");
    if (line === "" || line.startsWith("//", isPattern ? 2 : 0)) continue;
    if (isPattern) groups[groups.length - 1]?.patterns.push(line.slice(2));
    else if (groups.length === 0 && line.includes(" = ")) {
      const end = line.indexOf(" = ");
      parts.set(line.slice(0, end), line.slice(end + 3));
    } else groups.push(groupOf(line));
  }
  const part = (name: string): string => {
    const known = parts.get(name);
    if (known === undefined) throw new Error(`No pattern is called ${name}`);
    return whole(known);
  };
  const whole = (pattern: string) => pattern.replace(/\{([A-Z_]+)\}/g, (_, name) => part(name));
  return { groups, part, whole };
}

function groupOf(line: string): PatternGroup & { readonly patterns: string[] } {
  const from = line.indexOf(": |");
  if (from === -1) return { title: line.replace(/:$/, ""), words: [], and: undefined, patterns: [] };
  const [words = "", and] = line.slice(from + 3, -1).replace("\\n", "\n").split("| & |");
  return { title: line.slice(0, from), words: words.split("|"), and: and?.split("|"), patterns: [] };
}

/** A pattern that is written `/…/iu`, compiled when it is first asked for. */
export function writtenPattern(literal: string, { whole }: Patterns): () => RegExp {
  let compiled: RegExp | undefined;
  const end = literal.lastIndexOf("/");
  return () => compiled ??= new RegExp(whole(literal.slice(1, end)), literal.slice(end + 1));
}
