/**
 * A record in numbers, packed when it is indexed, so that re-scoring need not analyse hundreds of texts for each query.
 *
 * Layout: ten Uint32 (the numbers of words in order, other terms, characters and grams; the length; the flags; the
 * number of stretches; the speaker; the numbers of terms of labels and of asks), then the hashes of the four lists of
 * terms and four numbers for each stretch as Uint32, then characters and grams as Uint16, all little-endian, as all
 * our targets are. Runs of characters are separated by 0.
 */
import { type Analysis, countWords } from "../text/mod.ts";
import type { StretchEnd } from "../text/stretches.ts";
import { isStopWord } from "../text/stop.ts";

export interface Profile {
  /** Without stop words, so that neighbours in the list are neighbours in meaning. */
  readonly words: Uint32Array;
  /** Terms without a place in the text: whole identifiers, days, tags. */
  readonly others: Uint32Array;
  /** The words of each entity and tag, pairs of characters included, and 0 after each label. */
  readonly labels: Uint32Array;
  /** Every term of each ask, and 0 after each ask; no other list holds these terms. */
  readonly asks: Uint32Array;
  /** Code units of the scripts without spaces, runs separated by 0: those of the text, then those of labels. */
  readonly chars: Uint16Array;
  /** Every character 3-gram of every word, edges marked. */
  readonly grams: Uint16Array;
  /** Words of the text, stop words included, and pairs of characters. */
  readonly length: number;
  /** Bits of `FLAG`. */
  readonly flags: number;
  /** `STRETCH_FIELDS` for each stretch of a long text: its end in words, in characters and in grams, and its length. */
  readonly stretches: Uint32Array;
  /** The hash of the name that the text begins with, as in "Anna: …"; 0 without. */
  readonly speaker: number;
}

export const STRETCH_FIELDS = 4;

interface ProfileExtras {
  readonly others: readonly string[];
  readonly labels?: readonly (readonly string[])[];
  /** The characters of labels; they come after those of the text and do not count for its length. */
  readonly labelRuns?: readonly string[];
  readonly asks?: readonly (readonly string[])[];
  readonly flags?: number;
  readonly ends?: readonly StretchEnd[];
  readonly speaker?: string | undefined;
}

/** Whether a text asks a question, names a time, names a number. */
export const FLAG = { asks: 1, tellsTime: 2, tellsNumber: 4 } as const;

const HEADER_FIELDS = 10;
const HEADER_BYTES = 4 * HEADER_FIELDS;
const EMPTY = new Uint8Array(HEADER_BYTES);
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** A hash of 32 bits (FNV-1a). Two terms of a store have the same hash in about one of ten thousand queries. */
export function hashTerm(term: string): number {
  let hash = FNV_OFFSET;
  for (let i = 0; i < term.length; i++) {
    hash ^= term.charCodeAt(i);
    hash = Math.imul(hash, FNV_PRIME);
  }
  return hash >>> 0;
}

/** Letters, digits, the edge of a word, and any other sign: triples of 38 signs fit into 16 bits. */
const SIGNS = 38;
const EDGE = 36;
const OTHER = 37;

function sign(code: number): number {
  if (code >= 97 && code <= 122) return code - 97;
  if (code >= 48 && code <= 57) return code - 22;
  return OTHER;
}

/** Appends the 3-grams of a word with edges marked: "ttl" → ^tt, ttl, tl$. */
export function addGrams(word: string, grams: number[]): void {
  let first = EDGE;
  let second = sign(word.charCodeAt(0));
  for (let i = 1; i <= word.length; i++) {
    const third = i === word.length ? EDGE : sign(word.charCodeAt(i));
    grams.push((first * SIGNS + second) * SIGNS + third);
    first = second;
    second = third;
  }
}

/** Packs the profile of a text; `readProfile` reads it. */
export function packProfile(
  analysis: Analysis,
  { others, labels: named = [], asks: asked = [], labelRuns = [], flags = 0, ends = [], speaker }: ProfileExtras,
): Uint8Array {
  const { stems, surfaces, runs } = analysis;
  const labels = inGroups(named);
  const asks = inGroups(asked);
  const words: number[] = [];
  const grams: number[] = [];
  const stretches: number[] = [];
  let before: StretchEnd = { surfaces: 0, runs: 0 };
  let charsEnd = 0;
  for (const end of ends.length > 0 ? ends : [{ surfaces: surfaces.length, runs: runs.length }]) {
    for (let i = before.surfaces; i < end.surfaces; i++) {
      const surface = surfaces[i] ?? "";
      if (!isStopWord(surface)) words.push(hashTerm(stems[i] ?? surface));
      addGrams(surface, grams);
    }
    const own = runs.slice(before.runs, end.runs);
    // A separator follows each run.
    for (const run of own) charsEnd += run.length + 1;
    const length = countWords({ surfaces: surfaces.slice(before.surfaces, end.surfaces), runs: own });
    if (ends.length > 0) stretches.push(words.length, charsEnd, grams.length, length);
    before = end;
  }
  const chars = [...runs, ...labelRuns].join("\0");
  const header = [words.length, others.length, chars.length, grams.length, countWords(analysis), flags];
  header.push(ends.length, speaker === undefined ? 0 : hashTerm(speaker), labels.length, asks.length);
  const longs = [...header, ...words, ...others.map(hashTerm), ...labels, ...asks, ...stretches];
  const bytes = new Uint8Array(4 * longs.length + 2 * (chars.length + grams.length));
  new Uint32Array(bytes.buffer, 0, longs.length).set(longs);
  const shorts = new Uint16Array(bytes.buffer, 4 * longs.length);
  for (let i = 0; i < chars.length; i++) shorts[i] = chars.charCodeAt(i);
  shorts.set(grams, chars.length);
  return bytes;
}

function inGroups(groups: readonly (readonly string[])[]): number[] {
  return groups.flatMap((terms) => terms.length === 0 ? [] : [...terms.map(hashTerm), 0]);
}

/**
 * Reads a packed profile in place, or from a copy where its bytes do not begin at a multiple of four. What is no
 * profile is read as that of a record without any term.
 */
export function readProfile(packed: unknown): Profile {
  const given = packed instanceof Uint8Array ? packed : EMPTY;
  const { buffer, byteOffset } = given.byteOffset % 4 === 0 ? given : given.slice();
  const header = new Uint32Array(buffer, byteOffset, HEADER_FIELDS);
  // Field by field, since destructuring a typed array takes ten times as long.
  const field = (at: number) => header[at] ?? 0;
  let at = byteOffset + HEADER_BYTES;
  const next = <List extends ArrayBufferView>(list: List): List => {
    at += list.byteLength;
    return list;
  };
  return {
    words: next(new Uint32Array(buffer, at, field(0))),
    others: next(new Uint32Array(buffer, at, field(1))),
    labels: next(new Uint32Array(buffer, at, field(8))),
    asks: next(new Uint32Array(buffer, at, field(9))),
    stretches: next(new Uint32Array(buffer, at, STRETCH_FIELDS * field(6))),
    chars: next(new Uint16Array(buffer, at, field(2))),
    grams: next(new Uint16Array(buffer, at, field(3))),
    length: field(4),
    flags: field(5),
    speaker: field(7),
  };
}
