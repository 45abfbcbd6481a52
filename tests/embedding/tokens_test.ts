/** Tokenizers give the same ids as their reference implementation; long texts are cut into pieces that fit. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { chunkText } from "../../src/embedding/mod.ts";
import { openTokens } from "../../src/embedding/inference.ts";

interface Fixture {
  readonly definition: object;
  readonly expected: readonly { readonly text: string; readonly ids: readonly number[] }[];
}

function fixture(name: string): Fixture {
  const file = new URL(`../fixtures/tokenizers/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Fixture;
}

const NO_LIMIT = 10_000;

for (const kind of ["wordpiece", "unigram", "bytes_bpe", "fallback_bpe"]) {
  test(`a ${kind} tokenizer gives the ids that the reference implementation gives`, () => {
    const { definition, expected } = fixture(kind);
    const tokens = openTokens(definition, {});
    assert.ok(expected.length > 0);
    for (const { text, ids } of expected) assert.deepEqual(tokens.encode(text, NO_LIMIT), ids, JSON.stringify(text));
  });

  test(`a text that is too long for a ${kind} model loses its end, never its special tokens`, () => {
    const { definition } = fixture(kind);
    const tokens = openTokens(definition, {});
    const long = "We use Redis as the cache ".repeat(50);
    const whole = tokens.encode(long, NO_LIMIT);
    const cut = tokens.encode(long, 12);
    assert.equal(cut.length, 12);
    assert.equal(cut.at(-1), whole.at(-1));
    assert.deepEqual(cut.slice(0, 11), whole.slice(0, 11));
  });
}

test("a file that is no tokenizer is refused with the next step", () => {
  assert.throws(() => openTokens({ model: { type: "Telepathy" } }, {}), /tokenizer/);
});

const words = (text: string) => text.split(/\s+/).filter((word) => word !== "").length;

test("a text that fits is one chunk", () => {
  assert.deepEqual(chunkText("one two three", { tokens: 3, overlap: 1 }, words), ["one two three"]);
});

test("a long text is cut at sentences, each chunk within the limit, the last sentence repeated", () => {
  const sentences = Array.from({ length: 12 }, (_, at) => `This is the sentence number ${at}. `);
  const chunks = chunkText(sentences.join(""), { tokens: 20, overlap: 6 }, words);
  for (const chunk of chunks) assert.ok(words(chunk) <= 20, chunk);
  assert.equal(
    chunks[0],
    "This is the sentence number 0. This is the sentence number 1. This is the sentence number 2.",
  );
  assert.ok(chunks[1]?.startsWith("This is the sentence number 2."));
  for (const sentence of sentences) assert.ok(chunks.some((chunk) => chunk.includes(sentence.trim())));
});

test("Chinese without spaces and one endless word are cut as well, and nothing is lost", () => {
  const characters = (text: string) => [...text].length;
  const chinese = "缓存方案选型需要考虑过期时间。".repeat(8);
  const chunks = chunkText(chinese, { tokens: 40, overlap: 0 }, characters);
  assert.equal(chunks.join(""), chinese);
  assert.ok(chunks.every((chunk) => characters(chunk) <= 40));
  const endless = "x".repeat(1000) + "🚀".repeat(100);
  const pieces = chunkText(endless, { tokens: 64, overlap: 0 }, characters);
  assert.equal(pieces.join(""), endless);
  assert.ok(pieces.every((piece) => characters(piece) <= 64));
});

test("chunking ends even with an overlap as large as a chunk", () => {
  const chunks = chunkText("a b c d e f g h", { tokens: 2, overlap: 2 }, words);
  assert.ok(chunks.length < 20);
  assert.equal(chunks.at(-1), "g h");
});
