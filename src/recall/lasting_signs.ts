/**
 * In: a sentence, the one before it, and the weights of signs. Out: how much speaks for it that something is stated.
 * Signs are words, pairs of words, and what clauses begin with. scripts/train_lasting.ts learns their weights.
 *
 * A word that the weights do not know is `_`, so that "use pnpm, not npm" looks like every choice between two things.
 *
 * Hot path: a person has pressed Enter.
 *
 * @module
 */
/** Stands in a sentence in place of code and of quotations. */
export const BLOT = "█";
/** A sentence with more words was pasted: the rest of it is not looked at. */
const WORDS_MAX = 80;

/** The words of a sentence: Chinese characters, English words, numbers as `0`, and signs. */
export function wordsOf(sentence: string): string[] {
  const words = sentence.toLowerCase().match(/[\u3400-\u9fff]|[a-z]+(?:'[a-z]+)?|\d+(?:[.:]\d+)*|\S/g) ?? [];
  return words.slice(0, WORDS_MAX).map((word) =>
    /^\d/.test(word) ? "0" : (HALF_WIDTH[FULL_WIDTH.indexOf(word)] ?? word)
  );
}

const FULL_WIDTH = "，？：；！。";
const HALF_WIDTH = ",?:;!.";

/**
 * The signs of a sentence, each once.
 *
 * @param isCommon whether the weights know a word
 */
export function signsOf(sentence: string, before: string, isCommon: (word: string) => boolean): Set<string> {
  const words = wordsOf(sentence).map((word) => !/[a-z]/.test(word) || isCommon(word) ? word : "_");
  const signs = new Set<string>();
  const row = ["^", ...words, "$"];
  for (let at = 0; at < row.length; at++) {
    signs.add(`${row[at]}`);
    if (at + 1 < row.length) signs.add(`${row[at]} ${row[at + 1]}`);
  }
  for (let at = 0; at + 2 < words.length; at++) {
    if (!/^[,;:]$/.test(words[at] ?? "")) continue;
    signs.add(`|${words[at + 1]}`).add(`|${words[at + 1]} ${words[at + 2]}`);
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
  /** Undefined: the sign is not known. That of "" is where a sum begins. */
  get(sign: string): number | undefined;
}

/** How much speaks for it that a sentence states something that lasts; more than 0: more for than against. */
export function weigh(weights: Weights, sentence: string, before: string): number {
  const signs = signsOf(sentence, before, (word) => weights.get(word) !== undefined);
  let sum = 0;
  for (const sign of signs) sum += weights.get(sign) ?? 0;
  return (weights.get("") ?? 0) + sum / Math.sqrt(signs.size);
}

/**
 * The same of a sentence and of its clauses: people join what they state to what they ask for with a comma, and the
 * words of the one outweigh those of the other.
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

/** So much more must speak for a clause by itself; measured in docs/recall-measured.md. */
const ALONE = 0.4;
/** A shorter one names nothing. Characters. */
const CLAUSE_MIN = 7;

/** A weight is kept in a byte, in steps of this. */
const STEP = 1 / 32;
const HASH_BYTES = 4;
/** No line of it looks like a comment. */
const BASE64 = { alphabet: "base64url" } as const;

/**
 * Weights as text: the signs' hashes in ascending order, 32 bits each, then their weights, a byte each, in Base64. To
 * build a table of eleven thousand strings would take a hook ten milliseconds; this one is searched as it is.
 */
export function packWeights(weights: ReadonlyMap<string, number>): string {
  const entries = [...weights].map(([sign, weight]) => ({ hash: hashOf(sign), weight })).sort((a, b) =>
    a.hash - b.hash
  );
  const bytes = new DataView(new ArrayBuffer(entries.length * (HASH_BYTES + 1)));
  for (const [at, { hash, weight }] of entries.entries()) {
    bytes.setUint32(at * HASH_BYTES, hash, true);
    bytes.setInt8(entries.length * HASH_BYTES + at, Math.max(-127, Math.min(127, Math.round(weight / STEP))));
  }
  return new Uint8Array(bytes.buffer).toBase64(BASE64).replace(/.{400}/g, "$&\n");
}

/** The weights in such a text. */
export function unpackWeights(text: string): Weights {
  const bytes = Uint8Array.fromBase64(text, BASE64);
  const count = bytes.length / (HASH_BYTES + 1);
  const hashes = new Uint32Array(bytes.buffer, 0, count);
  const weights = new Int8Array(bytes.buffer, count * HASH_BYTES, count);
  return {
    get(sign) {
      const hash = hashOf(sign);
      let low = 0;
      let high = count;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((hashes[middle] ?? 0) < hash) low = middle + 1;
        else high = middle;
      }
      return hashes[low] === hash ? (weights[low] ?? 0) * STEP : undefined;
    },
  };
}

/** FNV-1a, its bits mixed once more: of eleven thousand signs no two have the same. */
function hashOf(sign: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < sign.length; at++) hash = Math.imul(hash ^ sign.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
