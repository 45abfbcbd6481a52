/** JSON with comments is read as by the library that edits it. */
import { test } from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import { parse, type ParseError } from "jsonc-parser";
import { CONFIG_TEXT } from "../../src/templates/files.ts";
import { parseJsonc } from "../../src/json.ts";

test("comments and trailing commas are ignored, strings that look like them are kept", () => {
  const text = `// head
{
  "url": "https://x/*y*/", /* a , ] */ "list": [1, 2, /* last */ ], // , }
  "quote": "a\\"//b",
  "comma": ",]",
}`;
  assert.deepEqual(parseJsonc(text), { url: "https://x/*y*/", list: [1, 2], quote: 'a"//b', comma: ",]" });
});

test("the settings file that init writes is read in both languages", () => {
  for (const language of ["zh", "en"] as const) assert.deepEqual(parseJsonc(CONFIG_TEXT.project[language]), {});
});

test("a text that is no JSON has no value", () => {
  for (const text of ["", "{", "{a: 1}", "[1 2]", "{]", "// only", `{"a": /* open`, `{"a": "x`]) {
    assert.equal(parseJsonc(text), undefined, text);
  }
});

test("any valid text is read as the library that edits such texts reads it", () => {
  const blank = fc.constantFrom("", " ", "\n", "/* , } */", "// ]\n");
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(blank, { minLength: 8, maxLength: 8 }), (value, blanks) => {
      let at = 0;
      const text = JSON.stringify(value, null, 1).replace(/\n/g, () => `\n${blanks[at++ % 8]}`);
      const errors: ParseError[] = [];
      const expected: unknown = parse(text, errors, { allowTrailingComma: true });
      if (errors.length === 0) assert.deepEqual(parseJsonc(text), expected);
    }),
  );
});
