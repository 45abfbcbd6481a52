/**
 * Files of others are read in any state. Each parser gets the files of `fixtures/parsers`, and many more made of them
 * by cutting, doubling, swapping and damaging. A parser throws only its documented errors, and none takes long. A file
 * on which a parser has failed is added to the corpus. `FUZZ_ROUNDS` is the number of files made of each.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { AGENTS } from "../../src/agents/event.ts";
import { readEvent, readTranscript } from "../../src/agents/mod.ts";
import { openTokens } from "../../src/embedding/inference.ts";
import { MemoryError } from "../../src/errors.ts";
import { readExport } from "../../src/exchange/read.ts";
import { readDay } from "../../src/exchange/day.ts";
import { entriesBelow } from "../../src/git/index.ts";
import { readDocument } from "../../src/index/document.ts";
import { coreSections } from "../../src/index/truth.ts";
import { parseJsonc } from "../../src/json.ts";
import { readIndexTable, renderIndexTable } from "../../src/notes/index_file.ts";
import { parseNote } from "../../src/notes/parse.ts";
import { same } from "../../src/sentence.ts";
import { parseLines, visitLines } from "../../src/store/lines.ts";
import { randomNumbers } from "../fixtures/model/generate.ts";

const ROUNDS = Number(process.env["FUZZ_ROUNDS"] ?? 150);
/** Far longer than any parser takes on a busy machine. */
const LONG_MS = 2_000;
const CORPUS = new URL("../fixtures/parsers/", import.meta.url);
const FOLDER = ".cursor/skills/memory-data";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const json = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(text(bytes));
  } catch {
    return text(bytes);
  }
};
const env = () => undefined;

/** The parser for each end of a file's name. */
const PARSERS: Readonly<Record<string, (bytes: Uint8Array) => void>> = {
  ".jsonl": (bytes) => {
    const lines = parseLines(bytes);
    assert.equal(lines.reduce((sum, { length }) => sum + length, 0), bytes.length, "no byte is passed over");
    visitLines(bytes, (record, _problem, _number, line) => {
      for (const kind of ["daily", "sessions", "facts"] as const) if (record) readDocument(record, kind, line);
    });
  },
  ".transcript": (bytes) => {
    for (const agent of AGENTS) readTranscript(agent, text(bytes));
  },
  ".event": (bytes) => {
    const payload = json(bytes);
    for (const agent of AGENTS) {
      for (
        const event of ["sessionStart", "UserPromptSubmit", "beforeSubmitPrompt", "Stop", "SessionEnd", "PreCompact"]
      ) {
        readEvent(agent, event, payload, env);
      }
    }
  },
  ".jsonc": (bytes) => refusing(() => parseJsonc(text(bytes))),
  ".index": (bytes) => {
    for (const hashBytes of [20, 32]) {
      for (const most of [100, Infinity]) {
        const read = (start: number, length: number) => bytes.subarray(start, start + Math.min(length, most));
        for (const ignoresCase of [true, false]) entriesBelow(read, FOLDER, { hashBytes, ignoresCase });
      }
    }
  },
  "INDEX.md": (bytes) => {
    const table = readIndexTable(text(bytes));
    const again = renderIndexTable(table, table.rows);
    const cells = ({ rows }: typeof table) => rows.map(({ line: _, ...row }) => row);
    assert.deepEqual(cells(readIndexTable(again)), cells(table), "what is written is read back");
  },
  ".day.md": (bytes) => void readDay(text(bytes), "2026-01-02", { offsetMs: () => 0 }),
  ".md": (bytes) => {
    parseNote(text(bytes), "notes/MEM-logging.md");
    coreSections(text(bytes));
  },
  ".json": (bytes) => {
    for (const format of ["auto", "json", "jsonl"] as const) refusing(() => readExport(bytes, same("in"), format));
  },
};

/** The errors by which a parser refuses a file that it can't read. */
function refusing(parse: () => unknown): void {
  try {
    parse();
  } catch (error) {
    if (!(error instanceof MemoryError) && !(error instanceof SyntaxError)) throw error;
  }
}

const SPOILERS = [
  ...[
    "",
    "\n",
    "\r\n",
    "\0",
    "\ufeff",
    '"',
    "\\",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "null",
    "-1",
    "1e999",
    "|",
    "#",
    "```",
  ],
  ...[
    "<!--",
    "-->",
    "<user_query>",
    "</",
    "__proto__",
    "constructor",
    "\ud800",
    "\u202e",
    "9".repeat(40),
    "(".repeat(400),
  ],
].map((each) => new TextEncoder().encode(each)).concat(
  Uint8Array.of(0xff, 0xfe),
  Uint8Array.of(0x80),
  new Uint8Array(64),
);

/** A file made of another one, by one to four changes. */
function spoiled(bytes: Uint8Array, others: readonly Uint8Array[], random: () => number): Uint8Array {
  const upTo = (most: number) => Math.floor(random() * most);
  let made = bytes;
  for (let left = 1 + upTo(4); left > 0; left--) {
    const [a, b] = [upTo(made.length + 1), upTo(made.length + 1)].sort((x, y) => x - y) as [number, number];
    const other = others[upTo(others.length)] ?? made;
    const spoiler = SPOILERS[upTo(SPOILERS.length)] ?? made;
    const piece = [
      new Uint8Array(),
      made.subarray(a, b),
      spoiler,
      other.subarray(upTo(other.length), upTo(other.length)),
      Uint8Array.of(upTo(256)),
    ][upTo(5)] ?? made;
    const times = upTo(20) === 0 ? 200 : 1;
    made = Buffer.concat([
      made.subarray(0, a),
      ...Array<Uint8Array>(times).fill(piece),
      made.subarray(random() < 0.5 ? a : b),
    ]);
    if (made.length > 2 ** 18) made = made.subarray(0, 2 ** 18);
  }
  return made;
}

function fuzz(
  file: string,
  bytes: Uint8Array,
  others: readonly Uint8Array[],
  parse: (bytes: Uint8Array) => void,
): void {
  const seed = [...file].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0) | 0, 7);
  const random = randomNumbers(seed);
  for (let round = 0; round <= ROUNDS; round++) {
    const input = round === 0 ? bytes : spoiled(bytes, others, random);
    const began = performance.now();
    try {
      parse(input);
      assert.ok(performance.now() - began < LONG_MS, "it takes too long");
    } catch (error) {
      throw new Error(`${file}, round ${round}: ${Buffer.from(input).toString("base64").slice(0, 4000)}`, {
        cause: error,
      });
    }
  }
}

const files = readdirSync(CORPUS).sort();

for (const [end, parse] of Object.entries(PARSERS)) {
  const own = files.filter((file) => Object.keys(PARSERS).find((each) => file.endsWith(each)) === end);
  test(`whatever a file that ends with ${end} holds, it is read or refused, in no time`, () => {
    assert.ok(own.length > 0);
    const all = own.map((file) => new Uint8Array(readFileSync(new URL(file, CORPUS))));
    for (const [at, file] of own.entries()) fuzz(file, all[at] ?? new Uint8Array(), all, parse);
  });
}

test("any tokenizer file of a model is read or refused, without delay", () => {
  for (const kind of ["wordpiece", "unigram", "bytes_bpe", "fallback_bpe"]) {
    const url = new URL(`../fixtures/tokenizers/${kind}.json`, import.meta.url);
    const { definition } = JSON.parse(readFileSync(url, "utf8")) as { definition: object };
    const bytes = new TextEncoder().encode(JSON.stringify(definition));
    fuzz(kind, bytes, [bytes], (made) => {
      const parsed = json(made);
      if (typeof parsed !== "object" || parsed === null) return;
      refusing(() => openTokens(parsed, {}).encode("We use Redis 缓存", 64));
    });
  }
});
