/**
 * In: the name of a sign by which prompts are recognised (signs.txt). Out: its pattern, or its words.
 *
 * Hot path: a person has pressed Enter.
 *
 * @module
 */
import { type PatternGroup, patternsIn, type RarePattern, rarePattern, writtenPattern } from "../text/patterns.ts";
import text from "./signs.txt" with { type: "text" };

const patterns = patternsIn(text);

/** The pattern of a sign. */
export function sign(name: string): RarePattern {
  const { words, patterns: [pattern = ""] } = groupOf(name);
  return rarePattern(words, writtenPattern(pattern, patterns));
}

/** The words of a sign. */
export function signWords(name: string): readonly string[] {
  return groupOf(name).words;
}

function groupOf(name: string): PatternGroup {
  const group = patterns.groups.find(({ title }) => title === name);
  if (!group) throw new Error(`No sign is called ${name}`);
  return group;
}
