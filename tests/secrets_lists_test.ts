/**
 * Lists of realistic secrets and of texts that only look like one, in both languages, with floors. `blind_*` was
 * written by somebody who did not know the method, and was read after it had been measured once (docs/privacy.md).
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { redact } from "../src/records/redact.ts";

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), "fixtures", "secrets");
/** It stands within long words, so that no scanner takes the lists for a leak. */
const BREAK = /¦/g;

interface Row {
  readonly text: string;
  readonly secret?: string;
}

function rows(name: string): Row[] {
  return readFileSync(join(FOLDER, `${name}.jsonl`), "utf8").trim().split("\n")
    .map((line) => JSON.parse(line.replace(BREAK, "")));
}

for (const [list, least, most] of [["development", 100, 0], ["blind", 98.5, 0]] as const) {
  test(`of the ${list} list ${least} % of the secrets are taken out, of the look-alikes at most ${most} % are changed`, () => {
    const secrets = rows(`${list}_secrets`);
    const missed = secrets.filter(({ text, secret = "" }) => redact(text).text.includes(secret));
    const harmless = rows(`${list}_harmless`);
    const hit = harmless.filter(({ text }) => redact(text).text !== text);
    const told = [...missed, ...hit].map(({ text }) => text).join("\n");
    assert.ok(
      missed.length <= Math.round(secrets.length * (1 - least / 100)),
      `${missed.length} of ${secrets.length}\n${told}`,
    );
    assert.ok(hit.length <= harmless.length * (most / 100), `${hit.length} of ${harmless.length}\n${told}`);
  });
}

test("what was taken out once is not touched again", () => {
  for (const { text } of [...rows("development_secrets"), ...rows("blind_secrets")]) {
    const once = redact(text).text;
    assert.equal(redact(once).text, once);
  }
});
