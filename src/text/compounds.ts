/**
 * Chinese words of three or more characters that hold a shorter word of another meaning (words/compounds.txt): 机器人, a
 * robot, holds 机器, a machine. Texts are compared by pairs of characters, and a text about the one would seem to share a
 * word with a text about the other. A compound that only narrows its word (订单号) or is a thing beside it (服务器) is not
 * listed: an answer about the one may help with the other.
 */
import { type WordList, wordList } from "./word_list.ts";
import words from "./words/compounds.txt" with { type: "text" };

/** Nobody who types the shorter word means the compound. */
const COMPOUNDS = wordList(words);

/** The compounds that matter to the comparison of a text (a prompt or query) with records. */
export interface Compounds {
  /** Compounds that overlap with one of the text's pairs, but that the text does not name. */
  readonly others: RegExp | undefined;
  /** For each pair that the text holds only inside a compound: that compound. */
  readonly within: ReadonlyMap<string, string>;
}

/**
 * The compounds that matter to a text, by the pairs of characters by which it is compared; `said`: the text in
 * simplified characters; `names`: with other names of its words.
 */
export function compoundsOf(pairs: readonly string[], said: string, names: string): Compounds {
  const touching = new Set(pairs.flatMap((pair) => [
    ...wordsAt(COMPOUNDS, pair),
    ...wordsAt(COMPOUNDS, `${pair.charAt(0)} `),
    ...wordsAt(COMPOUNDS, ` ${pair.charAt(1)}`),
  ]));
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

/** The words of the list that hold a part, in which a blank is the beginning or end of a word. */
function wordsAt(list: WordList, part: string): string[] {
  const found: string[] = [];
  for (let at = list.indexOf(part); at !== -1; at = list.indexOf(part, at + 1)) {
    const inside = part.startsWith(" ") ? at + 1 : at;
    found.push(list.slice(list.lastIndexOf(" ", inside) + 1, list.indexOf(" ", inside)));
  }
  return found.filter((word) => word !== "" && word !== "\n");
}

/** A record's text without the pairs that it shares only by a compound; undefined if there are none. */
export function withoutOthers(text: string, { others, within }: Compounds): string | undefined {
  let left = others === undefined ? text : text.replace(others, "\n");
  for (const [pair, compound] of within) if (!text.includes(compound)) left = left.replaceAll(pair, "\n");
  return left === text ? undefined : left;
}
