/**
 * One wrong, missing, extra or swapped letter in a word that no record holds. Asked only when nothing was found: it
 * tries some hundred spellings, and a rare word is seldom a mistyped common one. Who mistypes mistypes a word; a
 * query of which most words are strange here is about something else, however near one of them comes to a word
 * (kiln, kill).
 */
import { stem } from "../text/stem.ts";
import type { Database } from "../index/sqlite.ts";
import { countRecords } from "./counts.ts";
import type { Term } from "./term.ts";

/** In a shorter word one letter makes another word; beside other strange words, in one a little longer. */
const SHORTEST = 4;
const SHORTEST_OF_SEVERAL = 5;
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

/**
 * The query's words as records spell them; undefined when none of them comes near a known word. What was typed is
 * mended, not its stem: a slip in "configuraton" hides its ending, and no stem of it is near that of the right word.
 *
 * @param surfaces the words as they were typed
 * @param words the terms of the text
 */
export function withoutTypos(
  databases: readonly Database[],
  surfaces: readonly string[],
  words: readonly Term[],
): string | undefined {
  const unknown = new Set(words.filter(({ records }) => records === 0).map(({ term }) => term));
  const strange = new Set(surfaces.filter((word) => unknown.has(stem(word))));
  const telling = words.filter(({ of, isTelling }) => of === undefined && isTelling).map(({ term }) => term);
  const shortest = telling.length > 1 ? SHORTEST_OF_SEVERAL : SHORTEST;
  const spellings = new Map<string, { readonly other: string; readonly word: string }>();
  for (const word of strange) {
    if (!isMendable(word, shortest)) continue;
    for (const other of spellingsOf(word)) if (!spellings.has(stem(other))) spellings.set(stem(other), { other, word });
  }
  const known = [...countRecords(databases, [...spellings.keys()]).keys()].flatMap((term) => spellings.get(term) ?? []);
  const mended = new Set(known.map(({ word }) => stem(word)));
  if (known.length === 0 || 2 * telling.filter((term) => mended.has(term)).length <= telling.length) return undefined;
  return known.map(({ other }) => other).join(" ");
}

function isMendable(word: string, shortest: number): boolean {
  return /^[a-z0-9]+$/.test(word) && stem(word).length >= shortest;
}

/** Every word that differs by one letter. */
function* spellingsOf(word: string): Generator<string> {
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    for (const letter of LETTERS) yield before + letter + after;
    if (after === "") continue;
    yield before + after.slice(1);
    if (after.length > 1) yield `${before}${after[1]}${after[0]}${after.slice(2)}`;
    for (const letter of LETTERS) if (letter !== after[0]) yield before + letter + after.slice(1);
  }
}
