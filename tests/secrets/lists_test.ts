/**
 * Lists of realistic secrets and of texts that only look like one, in both languages, with floors. `blind_*` was
 * written by somebody who did not know the method, and was read after it had been measured once (docs/privacy.md);
 * `second_blind_*` by somebody else, later; `third_blind_*` by a third, `fourth_blind_*` by a fourth,
 * `fifth_blind_*` by a fifth.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { redact } from "../../src/records/redact.ts";
import { memoryBox } from "../box.ts";

const FOLDER = join(dirname(dirname(fileURLToPath(import.meta.url))), "fixtures", "secrets");
/** Inserted into long words of the lists, so that no scanner takes the lists for a leak. */
const BREAK = /¦/g;

interface Row {
  readonly text: string;
  readonly secret?: string;
  readonly secrets?: readonly string[];
}

function rows(name: string): Row[] {
  return readFileSync(join(FOLDER, `${name}.jsonl`), "utf8").trim().split("\n")
    .map((line) => JSON.parse(line.replace(BREAK, "")));
}

/** Whether half of a secret is still there, and not only as a word beside the secret. */
function survives(secret: string, text: string, kept: string): boolean {
  const beside = text.replaceAll(secret, " ");
  const length = Math.max(Math.min(6, secret.length), Math.ceil(secret.length / 2));
  for (let at = 0; at + length <= secret.length; at++) {
    const half = secret.slice(at, at + length);
    if (kept.includes(half) && !beside.includes(half)) return true;
  }
  return false;
}

const LISTS = [
  ["development", 100, 0],
  ["blind", 98.5, 0],
  ["second_blind", 99.5, 0],
  ["third_blind", 99, 0],
  ["fourth_blind", 98.5, 0.5],
  ["fifth_blind", 99, 0],
] as const;
for (const [list, least, most] of LISTS) {
  test(`of the ${list} list ${least} % of the secrets are taken out, of the look-alikes at most ${most} % are changed`, () => {
    const secrets = rows(`${list}_secrets`).flatMap(({ text, secret = "", secrets = [secret] }) => {
      const kept = redact(text).text;
      return secrets.map((each) => ({ text, isKept: survives(each, text, kept) }));
    });
    const missed = secrets.filter(({ isKept }) => isKept);
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

test("a text that was redacted once stays the same when it is redacted again", () => {
  for (const { text } of LISTS.flatMap(([list]) => rows(`${list}_secrets`))) {
    const once = redact(text).text;
    assert.equal(redact(once).text, once);
  }
});

test("the compiled program takes out of these lists what the sources do", async () => {
  const box = memoryBox();
  // The compiler once changed a raw text of the sources.
  const texts = LISTS.flatMap(([list]) => rows(`${list}_secrets`)).map(({ text }) => text);
  const payloads = texts.map((content) => ({ content }));
  const { data } = await box.json(["save", "-"], { stdin: JSON.stringify(payloads) });
  const results: readonly { readonly status: string; readonly redacted?: readonly string[] }[] = data.results;
  const told = results.flatMap(({ status, redacted = [] }, at) =>
    status === "saved" ? [[texts[at], [...redacted].sort()]] : []
  );
  assert.ok(told.length > texts.length / 2);
  assert.deepEqual(told, told.map(([text]) => [text, [...redact(String(text)).kinds].sort()]));
});
