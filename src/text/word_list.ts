/**
 * Lists of words that are searched as text: to make a table of three hundred words takes a fifth of a millisecond.
 * English lists have files of their own, since a text with Chinese takes twice the memory, and longer to search.
 */

/** One or several words a line. */
export type WordList = string & { readonly kind: "word list" };

/** Takes lines of words with single blanks between them, which may be indented by two. */
export function wordList(text: string): WordList {
  return ` ${text.trim().replaceAll("\n  ", "\n").replaceAll("\n", " \n ")} ` as WordList;
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

/** The part of a text below its line `# title`, from the end of that line up to the next title. */
export function below(title: string, text: string): string {
  const from = text.indexOf(`# ${title}\n`) + title.length + 2;
  let to = text.indexOf("#", from);
  // A "#" within a line is part of a word, like "c#".
  while (to !== -1 && text[to - 1] !== "\n") to = text.indexOf("#", to + 1);
  return text.slice(from, to === -1 ? undefined : to);
}
