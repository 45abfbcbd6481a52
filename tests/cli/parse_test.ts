/** Words of a command line become options and operands, or an error that names the right word. The parser alone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  choice,
  confirmation,
  flag,
  ifGiven,
  integer,
  list,
  required,
  severalTexts,
  tags,
  text,
  textsIfGiven,
} from "../../src/cli/args.ts";
import { optionName, parseWords } from "../../src/cli/command.ts";
import { everyVerb } from "../../src/cli/table.ts";
import { nearest } from "../../src/text/nearest.ts";

import { MemoryError } from "../../src/errors.ts";

const VERB = {
  name: "search",
  args: {
    maxResults: integer(1, 200),
    method: choice(["fts", "vector", "hybrid"]),
    entities: list(),
    todo: severalTexts(),
    tag: tags,
    names: ifGiven(list()),
    labels: ifGiven(tags),
    lines: textsIfGiven,
    confirm: confirmation,
    all: flag,
  },
  operands: { query: { ...required(text("QUERY")), repeated: true } },
};

const values = async (...words: string[]) => {
  const { values } = await parseWords(VERB, words);
  assert.ok(values);
  return values;
};
const args = async (...words: string[]) => (await values("q", ...words)).args;
const refuses = (words: string[], message: RegExp) =>
  assert.rejects(
    parseWords(VERB, words),
    (error) =>
      error instanceof MemoryError && error.code === "INVALID_ARGUMENT" &&
      message.test(`${error.message} ${error.hint}`),
  );

test("options are read with a space or an equals sign, in any place", async () => {
  assert.equal((await args("--max-results", "5")).maxResults, 5);
  assert.equal((await args("--max-results=5")).maxResults, 5);
  assert.equal((await values("--all", "q")).args.all, true);
});

test("a list takes commas and semicolons of both languages, a text keeps them", async () => {
  assert.deepEqual((await args("--entities", "a, b，c、d；e;f")).entities, ["a", "b", "c", "d", "e", "f"]);
  assert.deepEqual((await args("--todo", "a, b", "--todo", "c")).todo, ["a, b", "c"]);
});

test('tags may be written as in a text, with "#", and C# is a tag', async () => {
  const tagged = async (...words: string[]) => (await args(...words.flatMap((word) => ["--tag", word]))).tag;
  assert.deepEqual(await tagged("#a #b"), ["a", "b"]);
  assert.deepEqual(await tagged("#a；#b，c", "C#"), ["a", "b", "c", "C#"]);
  assert.deepEqual(await tagged("api design"), ["api design"]);
});

test("an empty list differs from an option that was not given", async () => {
  const { names, labels, lines } = await args("--names", "", "--labels=", "--lines", " ");
  assert.deepEqual([names, labels, lines], [[], [], []]);
  const absent = await args();
  assert.deepEqual([absent.names, absent.labels, absent.lines], [undefined, undefined, undefined]);
});

test("a verb that needs no confirmation accepts --confirm, unless it takes free words", async () => {
  const edit = { name: "manage undo", args: {}, operands: { op: text("OP") } };
  assert.equal((await parseWords(edit, ["--confirm", "op-1"])).values?.operands.op, "op-1");
  const search = { ...VERB, args: {} };
  await assert.rejects(parseWords(search, ["q", "--confirm"]), /has no option --confirm/);
});

test("an option whose value may be left out is true, its value, or false", async () => {
  assert.equal((await args("--confirm")).confirm, true);
  assert.equal((await args("--confirm", "abc")).confirm, "abc");
  assert.equal((await args("--confirm", "--all")).confirm, true);
  assert.equal((await args()).confirm, false);
});

test("a word that begins with one dash or follows -- is text", async () => {
  const listing = { ...VERB, operands: { query: list("Q") } };
  const { values } = await parseWords(listing, ["-rf", "-1", "--", "--all"]);
  assert.deepEqual(values?.operands.query, ["-rf", "-1", "--all"]);
});

test("every option that a verb declares is recognised", async () => {
  for (const verb of await everyVerb()) {
    // An option that is misspelt is refused only if its name was not read as text.
    for (const name of Object.keys(verb.args).map(optionName)) {
      await assert.rejects(parseWords(verb, [`${name}y`, "--help"]), MemoryError, `memory ${verb.name} ${name}`);
    }
  }
});

test("the refusal of an unknown option names the nearest right one", async () => {
  await refuses(["q", "--max-result", "5"], /--max-result Did you mean --max-results/);
});

test("the refusal of a wrong value tells what it must be", async () => {
  await refuses(["q", "--max-results", "0"], /--max-results must be a whole number 1–200, found "0"/);
  await refuses(["q", "--method", "hybird"], /Did you mean hybrid/);
  await refuses(["q", "--all=no"], /takes no value/);
  await refuses(["q", "--method"], /needs a value/);
});

test("an option that takes one value and is given twice is refused, and both values are named, in both languages", async () => {
  await refuses(["q", "--method", "fts", "--method=vector"], /--method takes one value, found "fts" and "vector"/);
  await refuses(["q", "--confirm", "a", "--confirm", "b"], /--confirm takes one value, found "a" and "b"/);
  await refuses(
    ["q", "--layer", "global", "--layer", "project"],
    /--layer takes one value, found "global" and "project"/,
  );
  await assert.rejects(
    args("--max-results", "5", "--max-results", "6"),
    (error) => error instanceof MemoryError && /^--max-results 只接受一个值，现有“5”和“6”/.test(error.told.message.zh),
  );
  assert.equal((await args("--all", "--all")).all, true);
  assert.equal((await args("--confirm", "--confirm")).confirm, true);
});

test("the refusal of a missing operand names it", () => refuses([], /QUERY is missing: what to look for/));

test("nearest finds a typing error and a beginning, but no distant word", () => {
  assert.equal(nearest("serach", ["save", "search"]), "search");
  assert.equal(nearest("reb", ["rebuild-index", "list"]), "rebuild-index");
  assert.equal(nearest("xyzzy", ["save", "search"]), undefined);
});
