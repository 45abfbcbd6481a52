/**
 * Chinese words of three characters and more that hold a shorter word (words/compounds.txt): 机器 is not in 机器人.
 * Texts are compared by pairs of characters, and such a pair is no word that two of them share. What only narrows its
 * word (订单号) is not listed: who asks for the one may be helped by the other.
 *
 * @module
 */
import { below, type WordList, wordList } from "./word_list.ts";
import words from "./words/compounds.txt" with { type: "text" };

/** The shorter word means something else: nobody who says or types it means these. */
export const OTHER_MEANING = wordList(below("other meaning", words));
/**
 * The longer word is a thing of its own: to a prompt that names the shorter one it is no help, while who searches for
 * 服务 may well look for the 服务器.
 */
const THING_OF_ITS_OWN = wordList(below("own thing", words));

/** The compounds without which a record's text is read, and those that the query's own text names. */
export interface Compounds {
  /** Compounds that the text does not name, though they touch one of its pairs. */
  readonly others: RegExp | undefined;
  /** For each pair that stands in the text only inside of a compound: that compound. */
  readonly within: ReadonlyMap<string, string>;
}

/**
 * The compounds that matter to a text.
 *
 * @param pairs the pairs of characters that it is compared by
 * @param said all that it says, simplified
 * @param names all that may stand for it, too
 * @param lists which compounds are meant
 */
export function compoundsOf(
  pairs: readonly string[],
  said: string,
  names: string,
  lists: readonly WordList[] = [OTHER_MEANING, THING_OF_ITS_OWN],
): Compounds {
  const touching = new Set(lists.flatMap((list) =>
    pairs.flatMap((pair) => [
      ...wordsAt(list, pair),
      ...wordsAt(list, `${pair.charAt(0)} `),
      ...wordsAt(list, ` ${pair.charAt(1)}`),
    ])
  ));
  const others = [...touching].filter((word) => !names.includes(word));
  const own = [...touching].filter((word) => said.includes(word));
  let without = said;
  for (const word of own) without = without.replaceAll(word, "\n");
  const within = new Map<string, string>();
  for (const pair of pairs) {
    const compound = without.includes(pair) ? undefined : own.find((word) => word.includes(pair));
    if (compound !== undefined) within.set(pair, compound);
  }
  return { others: others.length > 0 ? new RegExp(others.join("|"), "g") : undefined, within };
}

/** The words of the list in which a part of its text stands, a blank being the beginning or the end of one. */
function wordsAt(list: WordList, part: string): string[] {
  const found: string[] = [];
  for (let at = list.indexOf(part); at !== -1; at = list.indexOf(part, at + 1)) {
    const inside = part.startsWith(" ") ? at + 1 : at;
    found.push(list.slice(list.lastIndexOf(" ", inside) + 1, list.indexOf(" ", inside)));
  }
  return found.filter((word) => word !== "" && word !== "\n");
}

/**
 * A text of the records without what it shares with a query only by a word of another meaning; undefined if it has
 * nothing such.
 */
export function withoutOthers(text: string, { others, within }: Compounds): string | undefined {
  let left = others === undefined ? text : text.replace(others, "\n");
  for (const [pair, compound] of within) if (!text.includes(compound)) left = left.replaceAll(pair, "\n");
  return left === text ? undefined : left;
}
