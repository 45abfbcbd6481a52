/** What git would show, as we read its rules: never less than git itself shows, whatever a stranger's rules say. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import fc from "fast-check";
import { isIgnored } from "../../src/git/ignore.ts";
import { removeAtExit } from "../world.ts";
import { git, put } from "./hostile_box.ts";

const FOLDERS = ["", ".claude", ".claude/skills", ".claude/skills/memory-data"];
const FILES = [".claude/skills/memory-data/daily/2026-11-30.jsonl", ".claude/skills/memory-data/sessions.jsonl"];

/** What a pattern is made of: names on the way, and all signs that git reads otherwise than as a letter. */
const part = fc.oneof(
  fc.constantFrom(
    ...[".claude", "skills", "memory-data", "daily", "2026-11-30.jsonl", "sessions.jsonl", "*.jsonl", "*", "**", "***"],
    ...["mem*", "m**a", ".cl**", "**y", "d**", "?*", "memory-dat?", "\\m*", "memory\\-data", "MEMORY-DATA", "[]-a]*"],
    ...["[[:alpha:]]*", "[[:alpha:].]*", "[a\\]m]emory-data", "[^]x]*", "[!]]*", "[m-\\n]emory-data", "[a-[:alpha:]]*"],
    ...[
      "memory-dat[a-z]",
      "[.]claude",
      "[^x]*",
      "[!x]claude",
      "s[k-m]ills",
      "[--m]claude",
      "[a-]*",
      "[[:x:]]*",
      "[[:a]*",
    ],
    ...[
      "[",
      "a[",
      "[m",
      "\\",
      "\\[m]",
      "\\!x",
      "#",
      "[*]",
      "[?]emory-data",
      "[[]*",
      "*[[:digit:]]*",
      "[\\\\m]emory-data",
    ],
  ),
  fc.array(fc.constantFrom(..."[]^!\\-*?:m.daly/c"), { minLength: 1, maxLength: 6 }).map((signs) => signs.join("")),
);
const line = fc.tuple(
  fc.constantFrom("!", "!", ""),
  fc.constantFrom("", "/"),
  fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/")),
  fc.constantFrom("", "", "/", " ", "\\ ", "\r", "\0x", "\t"),
).map((pieces) => pieces.join(""));
const rules = fc.record({
  folder: fc.constantFrom(...FOLDERS),
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  isOwn: fc.boolean(),
});

test("no file counts as left out that git itself would take along", () => {
  const root = fs.mkdtempSync(join(tmpdir(), "memory-ignore-"));
  removeAtExit(root);
  git(root, "init", "-q");
  // Each case is a folder of the repository, so that git is asked once.
  const cases = fc.sample(rules, 1_000).map(({ folder, lines, isOwn }, at) => {
    const texts = new Map([["", "/.claude/skills/memory-data/\n"]]);
    if (isOwn) texts.set(".claude/skills/memory-data", "*\n");
    texts.set(folder, `${texts.get(folder) ?? ""}${lines.join("\n")}\n`);
    for (const [below, text] of texts) put(join(root, `c${at}`, below, ".gitignore"), text);
    const ignoring = FOLDERS.flatMap((each) => texts.has(each) ? [{ folder: each, text: texts.get(each) ?? "" }] : []);
    return { folder: `c${at}`, ignoring };
  });
  const asked = cases.flatMap(({ folder }) => FILES.map((file) => `${folder}/${file}`));
  const leftOut = new Set<string>();
  for (let at = 0; at < asked.length; at += 300) {
    const found = execFileSync("git", ["check-ignore", "--no-index", ...asked.slice(at, at + 300)], {
      cwd: root,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: root, GIT_CONFIG_NOSYSTEM: "1" },
    });
    for (const path of found.split("\n")) leftOut.add(path);
  }
  assert.ok(leftOut.size > 300, "the rules leave out something");
  const shown = cases.flatMap(({ folder, ignoring }) =>
    FILES.filter((file) => isIgnored(ignoring, file) && !leftOut.has(`${folder}/${file}`)).map((file) => ({
      file,
      ignoring,
    }))
  );
  assert.deepEqual(shown.slice(0, 3), []);
});
