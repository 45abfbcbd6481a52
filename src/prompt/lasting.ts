/**
 * In: a person's text. Out: the sentences in which they state what will be needed: a rule, a preference, a decision, a
 * correction, or a fact that the code does not show.
 * Not done here: asking whether memory knows it already; saving it (hooks/, capture/).
 *
 * A sum of weights, learnt by scripts/train_lasting.ts from labelled prompts and sessions, measured in
 * docs/internals/recall-measured.md. It understands no meaning: the agent, which is told to save such statements
 * anyway, makes up for its misses and judges its finds.
 *
 * @module
 */
import { HAN } from "../text/script.ts";
import type { MemoryType } from "../records/mod.ts";
import { sign } from "./signs.ts";
import weights from "./lasting_weights.txt" with { type: "text" };
import { ownWords, withoutPasted } from "./own_words.ts";

/** A sentence that will be needed. */
export interface Lasting {
  /** As typed. */
  readonly content: string;
  /** `W` for a decision or a fact, `O` for a rule, a preference, a correction. */
  readonly memoryType: MemoryType;
}

/** The least score of such a sentence, where an agent judges it and where nobody does. */
export const LINES = { judged: -0.45, unjudged: 0 } as const;
/** The least score of a rule; in doubt it is one, since rules are told first. */
export const RULE_LINE = -0.7;

const DISMISSAL = sign("dismissal");
/** A shorter sentence states nothing; a longer one, a whole paragraph without a full stop, is pasted. Characters. */
const SENTENCE_MIN = 4;
const SENTENCE_MAX = 300;
/** A longer text may hold a pasted one, so only the person's own words count. Characters. */
const LONG_TEXT = 300;
/** Own words of more characters are pasted all the same. */
const PASTE = 2_000;
/** A person waits: only the first sentences are looked at. */
const SENTENCES_MAX = 24;

/**
 * The lasting sentences of a text.
 *
 * @param line one of LINES
 */
export function lastingIn(text: string, line: number): Lasting[] {
  const plain = withoutPasted(text);
  const own = plain.length < LONG_TEXT ? plain : ownWords(plain);
  if (own.length > PASTE) return [];
  const sentences = sentencesOf(own);
  return sentences.filter(({ said }, at) => {
    const score = scoreOf(said, sentences[at - 1]?.said ?? "");
    return (score > line || score > LINES.judged && SAYS_SO.test(said)) && !DISMISSAL.test(said);
  }).map(({ typed, said }) => ({ content: typed.replace(FILLER, ""), memoryType: isRule(said) ? "O" : "W" }));
}

/** A sentence with these says itself that it holds from now on: however much else speaks for a task, it is stated. */
const SAYS_SO = /\bfrom (?:now|here) on\b|\bgoing forward\b|^(?:以后|今后|往后)|从(?:现在|今天?)(?:起|开始|往后)/iu;

/** A sentence, as typed and as it is weighed: without the words in quotation marks. */
interface Sentence {
  readonly typed: string;
  readonly said: string;
}

/** A full stop ends a sentence only before a space, not in "v1.2" or "config.json"; a comma does before an aside. */
const SENTENCE_END =
  /[。！？!?；;]+|\.(?=\s|$)|[,，](?=\s*(?:另外|顺便|对了|(?:and )?(?:btw|by the way)\b|oh and\b))/gi;
const LIST_MARK = /^\s*(?:[-*•]|\d{1,2}[.)、])\s+/;
/** Quotations, comments, diffs, tables, tags, stamps of a time, levels of a log, code, calls of a stack. */
const PASTED_LINE =
  /^\s*(?:>|\/\/|\/\*|#|\||<\/?\w|[+-]{1,3}[^\s-]|@@|\$ |\d{2,4}[-/:.]\d|\[?(?:error|warn(?:ing)?|info|debug|fatal|trace|err!?|npm err!|fail)\b[^,.]{0,12}[\]:!]|at \S+\(|\w+(?:Error|Exception):|(?:错误|警告|异常|报错|提示)[:：]|【)|^(?: {4}|\t)\S|[{};]\s*$|\S {3,}\S.* {3,}\S|=>\s*[{(]?\s*$/i;
/** Words of somebody else, or names. */
const QUOTED = /“[^”]*”|「[^」]*」|『[^』]*』|《[^》]*》|"[^"]*"|`[^`\n]*`|(?<![a-z0-9])'[^'\n]*'(?![a-z0-9])/gi;
/** Begins what somebody adds, and says nothing. */
const FILLER =
  /^(?:(?:also|btw|by the way|oh|hm+|ah|ok(?:ay)?)[,\s]+|(?:well|so|and),\s*|(?:哦?对了|哦对?|嗯+|另外|顺便(?:说一?[句下]?)?)[，,\s]+)+/iu;

/** The first sentences of a text. The end of a line ends one, too, since people leave out the full stop there. */
export function sentencesOf(text: string): Sentence[] {
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
    const ends = [...line.matchAll(SENTENCE_END)].map((end) => end.index + end[0].length).filter((end) => end > mark);
    const bounds = [mark, ...ends];
    for (let at = 0; at < bounds.length; at++) {
      const [from, to] = [bounds[at], bounds[at + 1]];
      const whole = typed.slice(from, to).trim();
      if (whole === "") continue;
      sentences.push({
        typed: whole.replace(/[,，;；]$/, ""),
        said: line.slice(from, to).trim().replace(/█+/g, BLOT),
      });
      if (sentences.length === SENTENCES_MAX) return sentences;
    }
  }
  return sentences;
}

/** The score of a sentence, given the one before it; above 0, more signs are for it than against it. */
function scoreOf(said: string, before: string): number {
  if (said.length < SENTENCE_MIN || said.length > SENTENCE_MAX) return -Infinity;
  return weighBest(learnt().states, said, before);
}

/** Whether what a sentence states is a rule, a preference or a correction, and not a decision or a fact. */
function isRule(said: string): boolean {
  return weigh(learnt().rules, said, "") > RULE_LINE;
}

let loaded: ReturnType<typeof unpackWeights> | undefined;

function learnt() {
  return loaded ??= unpackWeights(weights);
}

// Signs are words, pairs of words, and the beginnings of clauses; a word that the weights do not know is `_`, so that
// "use pnpm, not npm" looks like every choice between two things.

/** Stands for quoted words. */
const BLOT = "█";
/** A longer sentence was pasted: the rest of it is not looked at. */
const WORDS_MAX = 80;

const WORD = new RegExp(String.raw`[${HAN}]|[a-z]+(?:'[a-z]+)?|\d+(?:[.:]\d+)*|\S`, "g");

/** The words of a sentence: Chinese characters, English words, `0` for each number, and punctuation marks. */
export function wordsOf(sentence: string): string[] {
  const words = sentence.toLowerCase().match(WORD) ?? [];
  return words.slice(0, WORDS_MAX).map((word) =>
    /^\d/.test(word) ? "0" : (HALF_WIDTH[FULL_WIDTH.indexOf(word)] ?? word)
  );
}

const FULL_WIDTH = "，？：；！。";
const HALF_WIDTH = ",?:;!.";

/** The signs of a sentence, each once. `isCommon`: whether the weights know a word. */
export function signsOf(sentence: string, before: string, isCommon: (word: string) => boolean): Set<string> {
  const words = wordsOf(sentence).map((word) => !/[a-z]/.test(word) || isCommon(word) ? word : "_");
  // How long it is, in powers of two.
  const signs = new Set([`#${Math.floor(Math.log2(words.length))}`]);
  const row = ["^", ...words, "$"];
  for (let at = 0; at < row.length; at++) {
    signs.add(`${row[at]}`);
    if (at + 1 < row.length) signs.add(`${row[at]} ${row[at + 1]}`);
  }
  for (let at = 0; at + 2 < words.length; at++) {
    if (/^[,;:]$/.test(words[at] ?? "")) signs.add(`|${words[at + 1]}`).add(`|${words[at + 1]} ${words[at + 2]}`);
  }
  const previous = wordsOf(before);
  if (previous.length > 0) {
    signs.add(`<${previous[0]}`);
    if (previous.at(-1) === "?") signs.add("<?");
    if (previous.length < 4) signs.add("<short");
  }
  return signs;
}

/** The weights of signs. */
export interface Weights {
  /** Undefined: the sign is not known. The weight of "" is added to every sum. */
  get(sign: string): number | undefined;
}

/** The score of a sentence as a whole, given the one before it. */
export function weigh(weights: Weights, sentence: string, before: string): number {
  const signs = signsOf(sentence, before, (word) => weights.get(word) !== undefined);
  let sum = 0;
  for (const sign of signs) sum += weights.get(sign) ?? 0;
  return (weights.get("") ?? 0) + sum / Math.sqrt(signs.size);
}

/**
 * The best score of a sentence and of its clauses, since people join a statement and a request by a comma, and the
 * words of the request would outweigh the others.
 */
export function weighBest(weights: Weights, sentence: string, before: string): number {
  const whole = weigh(weights, sentence, before);
  const clauses = sentence.split(/[,，]\s*/);
  if (clauses.length === 1) return whole;
  const alone = clauses.map((clause, at) =>
    clause.length < CLAUSE_MIN ? -Infinity : weigh(weights, clause, clauses[at - 1] ?? before) - ALONE
  );
  return Math.max(whole, ...alone);
}

/** Subtracted from the score of a clause. */
const ALONE = 0.2;
/** A shorter clause names nothing. Characters. */
const CLAUSE_MIN = 7;

/** A weight is kept in a byte, in steps of this. */
const STEP = 1 / 32;
const HASH_BYTES = 4;
/** Unlike plain Base64, it holds no `//`, so that no line looks like a comment. */
const BASE64 = { alphabet: "base64url" } as const;

/**
 * Two tables of weights as text: the signs' hashes in ascending order, 32 bits each, then the weights of what states
 * something, then those of rules, a byte each, in Base64. This table is searched as it is, where building one of twenty
 * thousand strings would take a hook ten milliseconds.
 *
 * @param rules no sign that `states` has not
 */
export function packWeights(states: ReadonlyMap<string, number>, rules: ReadonlyMap<string, number>): string {
  const signs = [...states.keys()].sort((a, b) => hashOf(a) - hashOf(b));
  const bytes = new DataView(new ArrayBuffer(signs.length * (HASH_BYTES + 2)));
  for (const [at, sign] of signs.entries()) {
    bytes.setUint32(at * HASH_BYTES, hashOf(sign), true);
    for (const [column, weights] of [states, rules].entries()) {
      const steps = Math.max(-127, Math.min(127, Math.round((weights.get(sign) ?? 0) / STEP)));
      bytes.setInt8(signs.length * (HASH_BYTES + column) + at, steps);
    }
  }
  return new Uint8Array(bytes.buffer).toBase64(BASE64).replace(/.{1000}/g, "$&\n");
}

function unpackWeights(text: string): { readonly states: Weights; readonly rules: Weights } {
  const bytes = Uint8Array.fromBase64(text, BASE64);
  const count = bytes.length / (HASH_BYTES + 2);
  const hashes = new Uint32Array(bytes.buffer, 0, count);
  const column = (at: number): Weights => {
    const weights = new Int8Array(bytes.buffer, count * (HASH_BYTES + at), count);
    return {
      get(sign) {
        const place = placeOf(hashOf(sign), hashes);
        return place === -1 ? undefined : (weights[place] ?? 0) * STEP;
      },
    };
  };
  return { states: column(0), rules: column(1) };
}

/** The place of a number among ascending ones; -1: it is not there. */
function placeOf(hash: number, hashes: Uint32Array): number {
  let low = 0;
  let high = hashes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hashes[middle] ?? 0) < hash) low = middle + 1;
    else high = middle;
  }
  return hashes[low] === hash ? low : -1;
}

/** FNV-1a, its bits mixed once more: no two of the signs have the same hash. */
function hashOf(sign: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < sign.length; at++) hash = Math.imul(hash ^ sign.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
