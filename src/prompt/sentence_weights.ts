/** In: a sentence, and weights that were learnt from labelled prompts (scripts/learn.ts). Out: a score. */
import { once } from "../remembered.ts";
import { HAN } from "../text/script.ts";
import weights from "./learnt_weights.txt" with { type: "text" };
import typed from "./typed.txt" with { type: "text" };

// Signs are words, pairs of words, and the beginnings of clauses; a word that the weights do not know is `_`, so that
// "use pnpm, not npm" looks like every choice between two things.

/** A longer sentence was pasted: the rest of it is not looked at. */
const WORDS_MAX = 80;

const WORD = new RegExp(String.raw`[${HAN}]|[a-z]+(?:'[a-z]+)?|\d+(?:[.:]\d+)*|\S`, "g");

/** The words of a sentence: Chinese characters, English words, `0` for each number, and punctuation marks. */
export function wordsOf(sentence: string): string[] {
  const words = sentence.toLowerCase().replace(WE_ARE, "we're").match(WORD) ?? [];
  return words.slice(0, WORDS_MAX).map((word) =>
    /^\d/.test(word) ? "0" : (HALF_WIDTH[FULL_WIDTH.indexOf(word)] ?? usual().get(word) ?? word)
  );
}

/** Words as people type them in haste, as they are spelt: “thats” is “that's”. “Dont” was learnt as a word. */
const usual = once(() => new Map(typed.trim().split("\n").map((line) => line.split(" ") as [string, string])));
/** Elsewhere “were” is a word of its own. */
const WE_ARE = /(?<=^|[,;:]\s*)were(?= [a-z]+ing\b)/g;

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

/** The best score of a sentence and of its clauses: people join a statement and a request by a comma. */
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
/** Stands for the weight of a sign that a table has not. */
const UNKNOWN = -128;
const HASH_BYTES = 4;
/** Unlike plain Base64, it holds no `//`, so that no line looks like a comment. */
const BASE64 = { alphabet: "base64url" } as const;

/**
 * Tables of weights as text: the signs' hashes, 32 bits each, ascending, then each table's weights, a byte each, in
 * Base64. The text is searched as it is: to build a table of twenty thousand strings would take a hook 10 ms.
 */
export function packWeights(...tables: readonly ReadonlyMap<string, number>[]): string {
  const signs = [...new Set(tables.flatMap((table) => [...table.keys()]))].sort((a, b) => hashOf(a) - hashOf(b));
  const bytes = new DataView(new ArrayBuffer(signs.length * (HASH_BYTES + tables.length)));
  for (const [at, sign] of signs.entries()) {
    bytes.setUint32(at * HASH_BYTES, hashOf(sign), true);
    for (const [column, weights] of tables.entries()) {
      const weight = weights.get(sign);
      const steps = weight === undefined ? UNKNOWN : Math.max(-127, Math.min(127, Math.round(weight / STEP)));
      bytes.setInt8(signs.length * (HASH_BYTES + column) + at, steps);
    }
  }
  return new Uint8Array(bytes.buffer).toBase64(BASE64).replace(/.{1000}/g, "$&\n");
}

/** The tables of such a text, by the names that they are given here, in the order in which they were packed. */
function unpackWeights<const Name extends string>(text: string, names: readonly Name[]): Record<Name, Weights> {
  const bytes = Uint8Array.fromBase64(text, BASE64);
  const count = bytes.length / (HASH_BYTES + names.length);
  const hashes = new Uint32Array(bytes.buffer, 0, count);
  const tables = names.map((name, column) => {
    const weights = new Int8Array(bytes.buffer, count * (HASH_BYTES + column), count);
    const get = (sign: string) => {
      const steps = weights[placeOf(hashOf(sign), hashes)] ?? UNKNOWN;
      return steps === UNKNOWN ? undefined : steps * STEP;
    };
    return [name, { get }] as const;
  });
  return Object.fromEntries(tables) as Record<Name, Weights>;
}

/** The weights of wishes not to save, of what states something, of rules, and of prompts that memory can help. */
export const learnt = once(() => unpackWeights(weights, ["wishes", "states", "rules", "calls"]));

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
