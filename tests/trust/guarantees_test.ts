/** The page of guarantees is held to the tests: each of its sentences names one, and each that it names is there. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../installer.ts";

const PAGES = ["docs/guarantees.md", "docs/guarantees.zh.md"] as const;
/** What is measured or can't be promised; here no test is named. */
const WITHOUT_TESTS = /^(?:Measured, not promised|What is not guaranteed|只是实测，不作承诺|不保证什么)$/;
const NOTE = /\[\^([a-z]+)\](?!:)/g;

/** A page's headings, each with what stands below it. */
function sections(page: string): { readonly heading: string; readonly text: string }[] {
  const text = readFileSync(join(ROOT, page), "utf8").replace(/^\[\^[\s\S]*$/m, "");
  return text.split(/^## /m).slice(1).map((part) => {
    const [heading = "", ...lines] = part.split("\n");
    return { heading, text: lines.join("\n") };
  });
}

/** The notes of a page: which test holds what refers to them. */
function notes(page: string): Map<string, { readonly file: string; readonly title: string }> {
  const text = readFileSync(join(ROOT, page), "utf8");
  return new Map(
    [...text.matchAll(/^\[\^([a-z]+)\]: `(tests\/[\w/]+_test\.ts)`: “(.+)”$/gm)].map((
      [, name = "", file = "", title = ""],
    ) => [name, { file, title }]),
  );
}

/** The titles of a file of tests; what a template fills in is left open. */
function titlesIn(file: string): string[] {
  const source = readFileSync(join(ROOT, file), "utf8");
  return [...source.matchAll(/\btest\(\s*(["'`])((?:\\.|(?!\1).)*)\1/g)].map(([, , title = ""]) =>
    title.replace(/\$\{[^}]*\}/g, "…")
  );
}

/** What a section states, sentence by sentence, with the marks behind each. */
function sentences(text: string): string[] {
  const plain = text.split("\n").filter((line) => !/^\| (?:-|What happens|发生了什么)/.test(line)).map((line) =>
    // Of a row of a table the first cell is no sentence.
    line.replace(/^\|[^|]*\|/, "").replace(/\|$/, "").replace(/^- /, "").replace(/`[^`]*`/g, "code").replace(
      /\]\([^)]*\)/g,
      "]",
    ).replace(
      /\d[.,]\d/g,
      "0",
    )
  ).filter((line) => line.trim() !== "");
  return plain.flatMap((line) => line.match(/[^.。]+(?:[.。](?:\[\^[a-z]+\])*|$)/g) ?? []).map((each) => each.trim())
    .filter((each) => each !== "");
}

for (const page of PAGES) {
  test(`${page}: each sentence names the test that holds it`, () => {
    const held = sections(page).filter(({ heading }) => !WITHOUT_TESTS.test(heading));
    assert.ok(held.length >= 5);
    const bare = held.flatMap(({ text }) => sentences(text)).filter((each) => !/\[\^[a-z]+\]$/.test(each));
    assert.deepEqual(bare, []);
    assert.ok(held.flatMap(({ text }) => sentences(text)).length > 30);
  });

  test(`${page}: each test that it names is there, and none is named for nothing`, () => {
    const named = notes(page);
    const text = readFileSync(join(ROOT, page), "utf8");
    // Of two notes of one name the first counts for both.
    assert.equal(text.match(/^\[\^[a-z]+\]:/gm)?.length, named.size);
    for (const [name, { file, title }] of named) {
      assert.ok(existsSync(join(ROOT, file)), `${name}: ${file}`);
      assert.ok(titlesIn(file).includes(title), `${name}: ${file} has no test “${title}”`);
    }
    const used = new Set(sections(page).flatMap(({ text }) => [...text.matchAll(NOTE)].map(([, name = ""]) => name)));
    assert.deepEqual([...named.keys()].sort(), [...used].sort());
  });
}

test("both pages of guarantees rest on the same tests, section by section", () => {
  const [english, chinese] = PAGES.map((page) =>
    sections(page).map(({ text }) => [...text.matchAll(NOTE)].map(([, name]) => name).sort())
  );
  assert.deepEqual(english, chinese);
  const [named, named2] = PAGES.map((page) => [...notes(page)].sort());
  assert.deepEqual(named, named2);
});

test("a sentence without a test is seen, in a list and in a table", () => {
  assert.deepEqual(
    sentences("- One.[^a] Two.\n- `a.b` is 1.5.[^b][^c]\n\n| What happens | x |\n| --- | --- |\n| k | Kept. |\n"),
    [
      "One.[^a]",
      "Two.",
      "code is 0.[^b][^c]",
      "Kept.",
    ],
  );
});
