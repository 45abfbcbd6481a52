/** What the comparison of two builds leaves out of account, and what it does not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { blurring } from "../../bench/equality_blur.ts";

const STARTED = Date.parse("2026-02-18T10:00:00Z");

function blurred(side: "old" | "new", ...texts: readonly string[]): string[] {
  const blur = blurring(`/tmp/eq-1/story/${side}`, STARTED);
  return texts.map((text) => blur(text));
}

test("ids, places, tokens and times of a run are the same in both builds, as long as they stand for the same", () => {
  const old = blurred(
    "old",
    "Saved log-100000123-ab1c at 2026-02-18T10:00:01.000Z",
    "/tmp/eq-1/story/old/home --supersedes ab1c, log-100000123-ab1c",
    '{"confirm_token":"mws0q3l8-c2ef2cf4d77d9d7f","backup_path":"backups/2026-02-18-100002-2/","ms":12}',
  );
  const now = blurred(
    "new",
    "Saved log-100000456-x9y2 at 2026-02-18T10:00:02.000Z",
    "/tmp/eq-1/story/new/home --supersedes x9y2, log-100000456-x9y2",
    '{"confirm_token":"mws0q3m9-00ef2cf4d77d9d7f","backup_path":"backups/2026-02-18-100003/","ms":7}',
  );
  assert.deepEqual(old, now);
});

test("another record, another word, an earlier time and a record of the set make a difference", () => {
  const pairs: readonly (readonly [readonly string[], readonly string[]])[] = [
    [["log-100000123-ab1c log-100000124-cd2e", "log-100000123-ab1c"], [
      "log-100000123-ab1c log-100000124-cd2e",
      "log-100000124-cd2e",
    ]],
    [["--confirm carries it out"], ["--confirm does it"]],
    [["2026-02-17T10:00:00Z"], ["2026-02-17T11:00:00Z"]],
    [["log-100000001-aaaa"], ["log-100000002-aaaa"]],
    [["[done] 5 records"], ["[done] 6 records"]],
  ];
  for (const [old, now] of pairs) assert.notDeepEqual(blurred("old", ...old), blurred("new", ...now));
});
