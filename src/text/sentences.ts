// A full stop ends a sentence only before a space: not in "v1.2", "config.json" or "3.14", and not in "./...".
const SENTENCE_END = /[。！？；…][」』”’）)"']*|[.!?;](?<!\/\.{2,3})[)"'”’]*(?=\s|$)|\n+/gu;

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

/** A blank between Chinese clauses; the one behind a counted measure parts nothing: 2 个 文件. */
const BLANK = /(?<=\p{sc=Han})(?<!\d\s?\p{sc=Han})[ \u3000]+(?=\p{sc=Han})/gu;

/** A text of the same length in which a blank that may stand for a comma is one: 这段不要保存 帮我改下简历. */
export function withCommas(text: string): string {
  return text.replace(BLANK, (blank) => "，".repeat(blank.length));
}
