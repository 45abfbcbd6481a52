/** `deno task picture`: the moving pictures of the README show what the binary gives. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { LANGUAGES, picture, pictureFile, playMornings } from "../../scripts/picture.ts";
import { ROOT } from "../installer.ts";

/** A picture without the day on which it was made and the id that its record got. */
const masked = (svg: string) => svg.replace(/\d{4}-\d{2}-\d{2}/g, "DAY").replace(/\[\w{4,}\]/g, "[ID]");

for (const lang of LANGUAGES) {
  test(`the picture of the README shows what a new session is given (${lang})`, () => {
    const shown = readFileSync(join(ROOT, pictureFile(lang)), "utf8");
    assert.equal(masked(shown), masked(picture(lang, playMornings(lang))), "run `deno task picture`");
    assert.ok(shown.length < 30_000);
    assert.doesNotMatch(shown, /<script|href|url\(/);
  });
}
