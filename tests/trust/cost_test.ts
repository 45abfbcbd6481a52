/**
 * What a stranger's folder holds costs no hook its time: one that gives up answers empty, and none of these does. Nor
 * does a verb hang. Against the binary.
 */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { type Box, memoryBox } from "../box.ts";
import { git, put, TODAY } from "./hostile_box.ts";
import { cursor } from "../settings_box.ts";

const core = (more: string) => ({ data }: Box) => put(join(data, "MEMORY.md"), `- The moat is deep\n${more}\n`);

/** One record of many bytes. */
const line = (fields: object) => (box: Box) => {
  core("")(box);
  const fact = {
    id: "log-x1",
    type: "fact",
    memory_type: "W",
    content: "Builds use make",
    timestamp: `${TODAY}T00:00:00Z`,
  };
  put(join(box.data, `daily/${TODAY}.jsonl`), `${JSON.stringify({ ...fact, ...fields })}\n`);
};

const names = (first: string) => Array.from({ length: 100_000 }, (_, at) => `${first}${at}`);

/** Each was seen to take a hook longer than its client waits. */
const COSTS: Readonly<Record<string, (box: Box) => void>> = {
  "links in a ring below notes": (box) => {
    core("")(box);
    fs.mkdirSync(join(box.data, "notes"));
    for (let at = 0; at < 12; at++) fs.symlinkSync("../notes", join(box.data, "notes", `link${at}`));
  },
  "folders in folders below notes": (box) => {
    core("")(box);
    for (let at = 0; at < 40_000; at++) fs.mkdirSync(join(box.data, `notes/${at % 200}/${at}`), { recursive: true });
  },
  "comments that never end": core("<!--".repeat(200_000)),
  "a heading of signs": core(`# ${"#".repeat(500_000)}x`),
  "a heading of blanks": core(`# a${" ".repeat(500_000)}x`),
  "headings without end": core("# a\n".repeat(200_000)),
  "sections without end": core("# a\nb\n".repeat(170_000)),
  "one id for thousands of facts": (box) => {
    core("")(box);
    const fact = (at: number) => ({
      id: "log-x1",
      type: "fact",
      memory_type: "W",
      content: `Module number ${at} does its thing`,
      timestamp: "2026-01-02T10:00:00.000Z",
    });
    const lines = Array.from({ length: 8_000 }, (_, at) => JSON.stringify(fact(at)));
    put(join(box.data, "daily/2026-01-02.jsonl"), `${lines.join("\n")}\n`);
  },
  "a condition of commas": line({ when: [`fail ${"a, ".repeat(60_000)}`] }),
  "a hundred thousand entities and tags": line({ entities: names("e"), tags: names("t") }),
  "a hundred thousand ids that a record replaces": line({ supersedes: names("log-1") }),
  "a text of a hundred thousand words": line({ content: names("word").join(" ") }),
  "conditions of many forms": (box) => {
    core("")(box);
    const when = names("x").slice(0, 24).map((name) => `edit ${"{a,b}".repeat(6)}${"*a".repeat(120)}${name}`);
    const fact = (at: number) => ({ id: `log-x${at}`, type: "fact", content: `Build ${at} uses make`, when });
    const lines = Array.from(
      { length: 300 },
      (_, at) => JSON.stringify({ ...fact(at), timestamp: "2026-01-02T00:00:00Z" }),
    );
    put(join(box.data, "daily/2026-01-02.jsonl"), `${lines.join("\n")}\n`);
  },
  "long lists of what git ignores": (box) => {
    git(box.project, "init", "-q");
    line({})(box);
    const stars = "**/*?*?*?Z\n".repeat(95_000);
    for (let folder = join(box.data, "daily"); folder !== box.home; folder = dirname(folder)) {
      put(join(folder, ".gitignore"), stars);
    }
  },
  "settings of git that are blank": (box) => {
    core("")(box);
    put(join(box.project, ".git/config"), "\n".repeat(3_000_000));
    put(join(box.project, ".git/HEAD"), "ref: refs/heads/main\n");
    put(join(box.project, ".git/index"), "");
  },
  "an exclude file of git's that begins our block time and again": (box) => {
    git(box.project, "init", "-q");
    core("")(box);
    put(join(box.project, ".git/info/exclude"), "# memory: files of this machine only\n".repeat(100_000));
  },
  "a .git file of blanks": (box) => {
    core("")(box);
    put(join(box.project, ".git"), `gitdir: a${" ".repeat(3_000_000)}b\n`);
  },
};

for (const [name, bring] of Object.entries(COSTS)) {
  test(`${name}: hooks answer, and a save succeeds`, async () => {
    const box = memoryBox({ empty: true });
    bring(box);
    assert.match((await cursor(box, "sessionStart", {}, "one")).additional_context ?? "", /moat/);
    await cursor(box, "beforeSubmitPrompt", { prompt: "How deep is the moat?", attachments: [] }, "one");
    assert.equal((await box.json(["save", "fact", "--content", "The cache is Redis"])).data?.status, "saved");
    assert.match((await cursor(box, "sessionStart", {}, "two")).additional_context ?? "", /moat/);
    assert.equal((await box.json(["search", "cache"])).results.length > 0, true);
  });
}
