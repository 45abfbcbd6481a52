/** What a file of tests leaves behind when it is run by itself: nothing. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { ROOT } from "../../scripts/compile.ts";
import { removeAtExit } from "../world.ts";

// Deno ends a file of tests without `exit`: the folders of every run stayed, seventy gigabytes on one machine.
test("a file of tests takes its temporary folders away at its end", () => {
  const folder = mkdtempSync(join(tmpdir(), "memory-leftovers-"));
  removeAtExit(folder);
  const env = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder };
  const words = ["test", "-A", "-q", "--no-check", "tests/store/append_test.ts"];
  const told = execFileSync(process.execPath, words, { cwd: ROOT, env, encoding: "utf8" });
  assert.match(told, /passed/);
  assert.deepEqual(readdirSync(folder), []);
});
