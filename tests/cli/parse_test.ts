/** Words of a command line become options and operands, or an error that names the right word. The parser alone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  choice,
  flag,
  integer,
  list,
  listIfGiven,
  maybe,
  required,
  tags,
  tagsIfGiven,
  text,
  texts,
  textsIfGiven,
} from "../../src/cli/args.ts";
import { parseWords } from "../../src/cli/command.ts";
import { nearest } from "../../src/nearest.ts";

import { MemoryError } from "../../src/errors.ts";
import { same } from "../../src/sentence.ts";

const VERB = {
  name: "search",
  args: {
    maxResults: integer(same("How many"), 1, 200),
    method: choice(same("How"), ["fts", "vector", "hybrid"]),
    entities: list(same("Names")),
    todo: texts(same("Left to do")),
    tag: tags(same("Tags")),
    names: listIfGiven(same("Names")),
    labels: tagsIfGiven(same("Tags")),
    lines: textsIfGiven(same("Lines")),
    confirm: maybe(same("Do it"), "TOKEN"),
    all: flag(same("All")),
  },
  operands: { query: { ...required(text(same("What"), "QUERY")), repeated: true } },
};

const values = (...words: string[]) => {
  const { values } = parseWords(VERB, words);
  assert.ok(values);
  return values;
};
const args = (...words: string[]) => values("q", ...words).args;
const refuses = (words: string[], message: RegExp) =>
  assert.throws(
    () => parseWords(VERB, words),
    (error) =>
      error instanceof MemoryError && error.code === "INVALID_ARGUMENT" &&
      message.test(`${error.message} ${error.hint}`),
  );

test("options are read with a space or an equals sign, in any place", () => {
  assert.equal(args("--max-results", "5").maxResults, 5);
  assert.equal(args("--max-results=5").maxResults, 5);
  assert.equal(values("--all", "q").args.all, true);
});

test("a list takes commas and semicolons of both languages, a text keeps them", () => {
  assert.deepEqual(args("--entities", "a, b，c、d；e;f").entities, ["a", "b", "c", "d", "e", "f"]);
  assert.deepEqual(args("--todo", "a, b", "--todo", "c").todo, ["a, b", "c"]);
});

test("tags may stand as in a text, and C# is one", () => {
  const tagged = (...words: string[]) => args(...words.flatMap((word) => ["--tag", word])).tag;
  assert.deepEqual(tagged("#a #b"), ["a", "b"]);
  assert.deepEqual(tagged("#a；#b，c", "C#"), ["a", "b", "c", "C#"]);
  assert.deepEqual(tagged("api design"), ["api design"]);
});

test("none is told from not said", () => {
  const { names, labels, lines } = args("--names", "", "--labels=", "--lines", " ");
  assert.deepEqual([names, labels, lines], [[], [], []]);
  const absent = args();
  assert.deepEqual([absent.names, absent.labels, absent.lines], [undefined, undefined, undefined]);
});

test("a verb that asks for no confirmation accepts the word; where words are looked for it is refused", () => {
  const edit = { name: "manage undo", args: {}, operands: { op: text(same("Which"), "OP") } };
  assert.equal(parseWords(edit, ["--confirm", "op-1"]).values?.operands.op, "op-1");
  const search = { ...VERB, args: {} };
  assert.throws(() => parseWords(search, ["q", "--confirm"]), /has no option --confirm/);
});

test("an option whose value may be left out is true, its value, or false", () => {
  assert.equal(args("--confirm").confirm, true);
  assert.equal(args("--confirm", "abc").confirm, "abc");
  assert.equal(args("--confirm", "--all").confirm, true);
  assert.equal(args().confirm, false);
});

test("what begins with one dash or follows -- is text", () => {
  const listing = { ...VERB, operands: { query: list(same(""), "Q") } };
  const { values } = parseWords(listing, ["-rf", "-1", "--", "--all"]);
  assert.deepEqual(values?.operands.query, ["-rf", "-1", "--all"]);
});

test("an unknown option is named with the nearest right one", () => {
  refuses(["q", "--max-result", "5"], /--max-result Did you mean --max-results/);
});

test("a wrong value is named with what it must be", () => {
  refuses(["q", "--max-results", "0"], /--max-results must be a whole number 1–200, found "0"/);
  refuses(["q", "--method", "hybird"], /Did you mean hybrid/);
  refuses(["q", "--all=no"], /takes no value/);
  refuses(["q", "--method"], /needs a value/);
});

test("an option that takes one value and is given twice is refused with both, in both languages", () => {
  refuses(["q", "--method", "fts", "--method=vector"], /--method takes one value, found "fts" and "vector"/);
  refuses(["q", "--confirm", "a", "--confirm", "b"], /--confirm takes one value, found "a" and "b"/);
  refuses(["q", "--layer", "global", "--layer", "project"], /--layer takes one value, found "global" and "project"/);
  assert.throws(
    () => args("--max-results", "5", "--max-results", "6"),
    (error) => error instanceof MemoryError && /^--max-results 只接受一个值，现有“5”和“6”/.test(error.told.message.zh),
  );
  assert.equal(args("--all", "--all").all, true);
  assert.equal(args("--confirm", "--confirm").confirm, true);
});

test("a missing operand is named", () => refuses([], /QUERY is missing/));

test("nearest finds a typing error and a beginning, and nothing far away", () => {
  assert.equal(nearest("serach", ["save", "search"]), "search");
  assert.equal(nearest("reb", ["rebuild-index", "list"]), "rebuild-index");
  assert.equal(nearest("xyzzy", ["save", "search"]), undefined);
});
