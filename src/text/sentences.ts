// A full stop ends a sentence only before a space: not in "v1.2", "config.json" or "3.14".
const SENTENCE_END = /[。！？；…][」』”’）)"']*|[.!?;][)"'”’]*(?=\s|$)|\n+/gu;

/** The sentences of a text with their spaces and line ends, so that joined they are the text. */
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
