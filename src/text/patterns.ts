/**
 * Patterns that few texts match, and patterns kept as text. Compiling one takes a hook 20 to 200 µs, and looking for
 * words of which every matching text holds one takes one or two: so it is compiled for the first text that holds one
 * of them.
 */
import { once } from "../remembered.ts";

/** A pattern that few texts match. */
export interface RarePattern {
  test(text: string): boolean;
  /** The first match, as typed. */
  find(text: string): string | undefined;
}

/**
 * A pattern that is compiled for the first text that holds one of the words. Words and pattern are in lower case, and
 * so is the text that they are compared with: a pattern that ignores case takes thrice as long to compile.
 */
export function rarePattern(words: readonly string[], pattern: () => RegExp): RarePattern {
  return {
    test: (text) => {
      const lower = inLowerCase(text);
      return holdsAny(lower, words) && pattern().test(lower);
    },
    find: (text) => {
      const lower = inLowerCase(text);
      const match = holdsAny(lower, words) ? pattern().exec(lower) : undefined;
      return match ? text.slice(match.index, match.index + match[0].length) : undefined;
    },
  };
}

/** A text of the same length in lower case: `İ` alone would become two characters. */
function inLowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll("İ", "i").toLowerCase();
}

/** Whether a text holds one of the words anywhere. */
export function holdsAny(text: string, words: readonly string[]): boolean {
  // A loop, since a text that is about to be told is asked for some hundred lists.
  for (let at = 0; at < words.length; at++) if (text.includes(words[at] as string)) return true;
  return false;
}

/** What stands in a text where a secret was. */
export const REDACTED = /\[redacted:[\w-]*\]/g;

/** A text without these marks, which are no words of it: two secrets make no two texts alike. */
export function withoutMarks(text: string): string {
  // Two blanks, so that the words on both sides are no neighbours.
  return text.includes("[redacted:") ? text.replace(REDACTED, "  ") : text;
}

/** Patterns below one title. */
export interface PatternGroup {
  readonly title: string;
  /** A text without any of these matches none of them. */
  readonly words: readonly string[];
  /** If given, a text without any of these matches none, either. */
  readonly and: readonly string[] | undefined;
  readonly patterns: readonly string[];
}

type Patterns = ReturnType<typeof patternsIn>;

/**
 * Reads patterns: below a title, one a line, indented by two; a line that is indented by four continues the one before.
 * Behind a title may stand words, between bars: `title: |one|another| & |and one of these|`. `NAME = …` above all
 * titles is a part, which later parts and patterns hold as `{NAME}`. A line of `//` is a comment.
 *
 * Hot path: reading uses no pattern itself, and parts are inserted only when a pattern is needed.
 */
export function patternsIn(text: string) {
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
  /** A named part with the parts that it names. */
  const part = (name: string): string => {
    const known = parts.get(name);
    if (known === undefined) throw new Error(`No pattern is called ${name}`);
    return whole(known);
  };
  /** A pattern with the parts that it names. */
  const whole = (pattern: string): string => pattern.replace(/\{([A-Z_]+)\}/g, (_, name) => part(name));
  return { groups, part, whole };
}

function groupOf(line: string): PatternGroup & { readonly patterns: string[] } {
  const from = line.indexOf(": |");
  if (from === -1) return { title: line.replace(/:$/, ""), words: [], and: undefined, patterns: [] };
  const [words = "", and] = line.slice(from + 3, -1).replace("\\n", "\n").split("| & |");
  return { title: line.slice(0, from), words: words.split("|"), and: and?.split("|"), patterns: [] };
}

/** A pattern that is written `/…/u`, with any flags, compiled at the first call. */
export function writtenPattern(literal: string, { whole }: Patterns): () => RegExp {
  const end = literal.lastIndexOf("/");
  return once(() => new RegExp(whole(literal.slice(1, end)), literal.slice(end + 1)));
}

/** A form that is matched by what people type in haste, too: “whats” for “what's”, “u” for “you”. */
export function typedInHaste(form: string): string {
  return form.replace(HASTY, (part) => part === "'" ? "'?" : part === "you" ? "(?:you|u)" : part);
}

/** Signs behind a backslash and sets of characters, which stay as they are; an apostrophe; “you”. */
const HASTY = /\\.|\[(?:\\.|[^\]])*\]|'|(?<![a-z])you(?![a-z])/g;
