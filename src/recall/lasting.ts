/**
 * In: what a person wrote. Out: the sentences in which they state a rule, a preference, a decision or a correction that
 * holds from now on.
 * Not done here: the signs of a sentence (lasting_signs.ts); whether it is known already (known.ts); what is done about
 * it (hooks/, capture/).
 *
 * A sum of weights, learnt by scripts/train_lasting.ts from labelled prompts, measured in docs/recall-measured.md. It
 * knows no meaning: what it misses, the agent is told to save anyway; where it errs, the agent judges.
 *
 * @module
 */
import type { MemoryType } from "../records/mod.ts";
import { BLOT, unpackWeights, weighBest, type Weights } from "./lasting_signs.ts";
import weights from "./lasting_weights.txt" with { type: "text" };
import { ownWords } from "./own_words.ts";

/** A sentence in which a person states what holds from now on. */
export interface Lasting {
  /** As typed. */
  readonly content: string;
  /** `W` for a decision, `O` for a rule, a preference, a correction. */
  readonly memoryType: MemoryType;
}

/** How sure it must be that a sentence states something: where an agent judges, and where nobody does. */
export const LINES = { judged: 0.1, unjudged: 0.5 } as const;

/** A shorter sentence states nothing; a longer one, a whole paragraph without a full stop, is a paste. Characters. */
const SENTENCE_MIN = 4;
const SENTENCE_MAX = 300;
/** In a longer text stands what was pasted: only what reads like its person's own words counts. Characters. */
const LONG_TEXT = 300;
/** Where nothing does, so much is a paste. Characters. */
const PASTE = 2_000;
/** A person has pressed Enter: of what has more sentences only the first ones are looked at. */
const SENTENCES_MAX = 24;

/**
 * What a person states in a text, sentence by sentence.
 *
 * @param line one of LINES
 */
export function lastingIn(text: string, line: number): Lasting[] {
  const own = text.length < LONG_TEXT ? text : ownWords(text);
  if (own.length > PASTE) return [];
  const sentences = sentencesOf(own);
  return sentences.filter((sentence, at) => scoreOf(sentence, sentences[at - 1]) > line)
    .map(({ typed, said }) => ({ content: typed, memoryType: DECIDES.test(said) ? "W" : "O" }));
}

/** A sentence, as typed and as it is weighed: what stands between signs of quotation is blotted out. */
export interface Sentence {
  readonly typed: string;
  readonly said: string;
}

// A full stop ends a sentence only before a space: not in "v1.2" or "config.json". A comma does before what is said by
// the way.
const SENTENCE_END =
  /[。！？!?；;]+|\.(?=\s|$)|[,，](?=\s*(?:另外|顺便|对了|(?:and )?(?:btw|by the way)\b|oh and\b))/gi;
const LIST_MARK = /^\s*(?:[-*•]|\d{1,2}[.)、])\s+/;
/** Quotations, comments, diffs, tables, tags, stamps of a time, levels of a log, code, calls of a stack. */
const FOREIGN_LINE =
  /^\s*(?:>|\/\/|\/\*|#|\||<\/?\w|[+-]{1,3}[^\s-]|@@|\$ |\d{2,4}[-/:.]\d|\[?(?:error|warn(?:ing)?|info|debug|fatal|trace|err!?|npm err!|fail)\b[^,.]{0,12}[\]:!]|at \S+\(|\w+(?:Error|Exception):|(?:错误|警告|异常|报错|提示)[:：]|【)|^(?: {4}|\t)\S|[{};]\s*$|\S {3,}\S.* {3,}\S|=>\s*[{(]?\s*$/i;
/** Between signs of quotation stands somebody else's word, or a name. */
const QUOTED = /“[^”]*”|「[^」]*」|『[^』]*』|《[^》]*》|"[^"]*"|`[^`\n]*`|(?<![a-z0-9])'[^'\n]*'(?![a-z0-9])/gi;
/** The words of a decision. Decisions are kept as type W, which is not shown at every start. */
const DECIDES =
  /\b(?:decided|decision|settled|chose|chosen|go(?:ing)? with|went with|we're going|switched|switching|moved to|moving to|deadline|ships?|launch|release on|freeze)\b|决定|定了|敲定|选了|选型|拍板|改成|换成|改用|迁到|上线|截止|发版/;

/** The first sentences of a text. A line ends one, too: what people write below each other often has no full stops. */
export function sentencesOf(text: string): Sentence[] {
  const plain = text.includes("```")
    ? text.replace(/```[\s\S]*?(?:```|$)/g, (code) => "\n".repeat(code.split("\n").length))
    : text;
  const said = plain.replace(/[’‘]/g, "'").replace(
    QUOTED,
    (quoted) => `${quoted[0]}${BLOT.repeat(quoted.length - 2)}${quoted.at(-1)}`,
  );
  const sentences: Sentence[] = [];
  let start = 0;
  for (const line of said.split("\n")) {
    const typed = plain.slice(start, start + line.length);
    start += line.length + 1;
    if (FOREIGN_LINE.test(typed)) continue;
    const mark = LIST_MARK.exec(line)?.[0].length ?? 0;
    const ends = [...line.matchAll(SENTENCE_END)].map((end) => end.index + end[0].length).filter((end) => end > mark);
    for (const [at, from] of [mark, ...ends].entries()) {
      const whole = typed.slice(from, ends[at]).trim();
      if (whole === "") continue;
      sentences.push({
        typed: whole.replace(/[,，]$/, ""),
        said: line.slice(from, ends[at]).trim().replace(/█+/g, BLOT),
      });
      if (sentences.length === SENTENCES_MAX) return sentences;
    }
  }
  return sentences;
}

/** How much speaks for it that a sentence states something that lasts. */
function scoreOf({ said }: Sentence, before: Sentence | undefined): number {
  if (said.length < SENTENCE_MIN || said.length > SENTENCE_MAX) return -Infinity;
  return weighBest(loaded ??= unpackWeights(weights), said, before?.said ?? "");
}

let loaded: Weights | undefined;
