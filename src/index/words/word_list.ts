/**
 * Lists of words that are searched as text. A process that answers one prompt looks up a few words: building a table of
 * a list first would cost it more, a fifth of a millisecond for three hundred words.
 */

/** A list, one or several words a line. */
export type WordList = string & { readonly kind: "word list" };

/** Takes lines of words with single blanks between them, each indented by two. */
export function wordList(text: string): WordList {
  return `${text.trimEnd().replaceAll("\n  ", " \n ")} ` as WordList;
}

/** Whether the list holds a word, which has no blanks. */
export function holds(list: WordList, word: string): boolean {
  return list.includes(` ${word} `);
}

/** The words of each line that holds a word, in their order. */
export function linesWith(list: WordList, word: string): string[][] {
  const found: string[][] = [];
  for (let at = list.indexOf(` ${word} `); at !== -1; at = list.indexOf(` ${word} `, at + 1)) {
    const end = list.indexOf("\n", at);
    found.push(list.slice(list.lastIndexOf("\n", at) + 1, end === -1 ? undefined : end).trim().split(" "));
  }
  return found;
}
