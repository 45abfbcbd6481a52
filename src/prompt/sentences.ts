/** In: a text. Out: its sentences, without code and pasted lines, and with quoted words blotted out. */
import { withCommas } from "../text/sentences.ts";

/** A sentence, as typed and as it is weighed: without the words in quotation marks. */
interface Sentence {
  readonly typed: string;
  readonly said: string;
}

/** A full stop ends a sentence only before a space, not in "v1.2" or "./..."; a comma does before an aside. */
const SENTENCE_END =
  /[。！？!?；;]+|\.(?<!\/\.{2,3})(?=\s|$)|[,，](?=\s*(?:另外|顺便|对了|(?:and )?(?:btw|by the way)\b|oh and\b))/gi;
const LIST_MARK = /^\s*(?:[-*•]|\d{1,2}[.)、])\s+/;
/** Quotations, comments, diffs, tables, tags, stamps of a time, levels of a log, code, calls of a stack. */
const PASTED_LINE =
  /^\s*(?:>|\/\/|\/\*|#|\||<\/?\w|[+-]{1,3}[^\s-]|@@|\$ |\d{2,4}[-/:.]\d|\[?(?:error|warn(?:ing)?|info|debug|fatal|trace|err!?|npm err!|fail)\b[^,.]{0,12}[\]:!]|at \S+\(|\w+(?:Error|Exception):|(?:错误|警告|异常|报错|提示)[:：]|【)|^(?: {4}|\t)\S|[{};]\s*$|\S {3,}\S.* {3,}\S|=>\s*[{(]?\s*$/i;
/** Words of somebody else, or names. */
const QUOTED = /“[^”]*”|「[^」]*」|『[^』]*』|《[^》]*》|"[^"]*"|`[^`\n]*`|(?<![a-z0-9])'[^'\n]*'(?![a-z0-9])/gi;

/** The first sentences of a text. The end of a line ends one, too, since people leave out the full stop there. */
export function sentencesIn(text: string, most: number = SENTENCES_MAX): Sentence[] {
  const plain = text.replace(/```[\s\S]*?(?:```|$)/g, (code) => "\n".repeat(code.split("\n").length));
  const said = plain.replace(/[’‘]/g, "'").replace(
    QUOTED,
    (quoted) => `${quoted[0]}${BLOT.repeat(quoted.length - 2)}${quoted.at(-1)}`,
  );
  const sentences: Sentence[] = [];
  let start = 0;
  for (const line of said.split("\n")) {
    const typed = plain.slice(start, start + line.length);
    start += line.length + 1;
    if (PASTED_LINE.test(typed)) continue;
    const mark = LIST_MARK.exec(line)?.[0].length ?? 0;
    const ends = [...withCommas(line).matchAll(SENTENCE_END)].map((end) => end.index + end[0].length)
      .filter((end) => end > mark);
    const bounds = [mark, ...ends];
    for (let at = 0; at < bounds.length; at++) {
      const [from, to] = [bounds[at], bounds[at + 1]];
      const whole = typed.slice(from, to).trim();
      if (whole === "") continue;
      sentences.push({ typed: whole.replace(/[,，;；]$/, ""), said: line.slice(from, to).trim().replace(/█+/g, BLOT) });
      if (sentences.length === most) return sentences;
    }
  }
  return sentences;
}

/** Stands for quoted words. */
const BLOT = "█";
/** A person waits: only the first sentences are looked at. */
export const SENTENCES_MAX = 24;
