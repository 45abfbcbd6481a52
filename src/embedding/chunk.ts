/**
 * In: a text and how many tokens a piece may have. Out: pieces that overlap, each cut where a reader would cut.
 * Not done here: counting; the model's own tokenizer is passed in.
 *
 * @module
 */

/** How large the pieces are. */
export interface ChunkSettings {
  /** Tokens of a piece, special ones not counted. */
  readonly tokens: number;
  /** Tokens that a piece repeats of the one before. */
  readonly overlap: number;
}

/** Where to cut: lines and sentences of both languages, else words, else characters. */
const CUTS: readonly RegExp[] = [/(?<=[。！？!?；;\n]|[.](?=\s))/, /(?<=[\s，,、：:])/, /(?:)/u];

/** The text itself when it fits, else its pieces in order. Nothing is lost; the overlap comes twice. */
export function chunkText(text: string, { tokens, overlap }: ChunkSettings, count: (text: string) => number): string[] {
  // A token has one byte at least and a character three at most: so short a text need not be counted.
  if (text.length * 3 <= tokens || count(text) <= tokens) return [text];
  const parts = split(text, tokens, count);
  const chunks: string[] = [];
  let current: Part[] = [];
  for (const part of parts) {
    if (current.length > 0 && size(current) + part.size > tokens) {
      chunks.push(join(current));
      current = tail(current, Math.min(overlap, tokens - part.size));
    }
    current.push(part);
  }
  if (current.length > 0) chunks.push(join(current));
  return chunks.map((chunk) => chunk.trim()).filter((chunk) => chunk !== "");
}

interface Part {
  readonly text: string;
  readonly size: number;
}

/** Parts of at most `limit` tokens each, as large as their kind of cut allows. */
function split(text: string, limit: number, count: (text: string) => number, level = 0): Part[] {
  const cut = CUTS[level];
  if (cut === undefined) return [{ text, size: count(text) }];
  return text.split(cut).flatMap((piece) => {
    const size = count(piece);
    return size <= limit ? [{ text: piece, size }] : split(piece, limit, count, level + 1);
  });
}

/** The last parts that make up at most `limit` tokens. */
function tail(parts: readonly Part[], limit: number): Part[] {
  let start = parts.length;
  for (let sum = 0; start > 0; start--) {
    sum += parts[start - 1]?.size ?? 0;
    if (sum > limit) break;
  }
  return parts.slice(start);
}

function size(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + part.size, 0);
}

function join(parts: readonly Part[]): string {
  return parts.map((part) => part.text).join("");
}
