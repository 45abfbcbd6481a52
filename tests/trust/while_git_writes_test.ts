/**
 * While git writes, the files that it brings lie in the worktree before its index names them: none becomes the person's
 * own by a hook or a verb in that moment, and what was theirs stays theirs. Against the binary.
 */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Box, memoryBox } from "../box.ts";
import { cursor } from "../settings_box.ts";
import { DATA, git, opinion, ORDER, put, TODAY } from "./hostile_box.ts";

let sessions = 0;

/** What a new session is told to follow, and all that it is told. */
async function told(box: Box): Promise<{ followed: string; all: string }> {
  const { additional_context: all = "" } = await cursor(box, "sessionStart", {}, `lock-${++sessions}`);
  const [, followed = ""] = /<memory-conventions[^>]*>([\s\S]*?)<\/memory-conventions/.exec(all) ?? [];
  return { followed, all };
}

/** A project with a rule of the person's and words in MEMORY.md, both looked after. */
async function own(): Promise<Box> {
  const box = memoryBox({ empty: true });
  git(box.project, "init", "-q");
  git(box.project, "commit", "-q", "--allow-empty", "-m", "first");
  await box.json(["init", "--skip-model", "--agent", "cursor"]);
  await box.json(["remember", "Always use heather ink"]);
  return box;
}

const lockOf = (box: Box) => join(box.project, ".git/index.lock");

const IN_THAT_MOMENT: Readonly<Record<string, (box: Box) => Promise<unknown>>> = {
  "a start": told,
  "a prompt": (box) => cursor(box, "beforeSubmitPrompt", { prompt: "What is the rule for ink?", attachments: [] }),
  "the end of a session": (box) =>
    box.hook("claude", "SessionEnd", { session_id: "end", cwd: box.project, reason: "exit" }),
  "a list": (box) => box.run(["list"]),
  "a search": (box) => box.run(["search", "evil"]),
  "a save": (box) => box.run(["remember", "The kettle is blue"]),
};

test("what git brings while a hook or a verb runs stays weighed, and what the person saves then is theirs", async () => {
  await Promise.all(
    Object.entries(IN_THAT_MOMENT).map(async ([what, run]) => {
      const box = await own();
      // As git does: the lock, the files in place of others, and then the index.
      fs.writeFileSync(lockOf(box), "");
      fs.rmSync(join(box.data, "MEMORY.md"));
      put(join(box.project, DATA, "MEMORY.md"), `# Core\n\n## Ops\n- ${ORDER}\n`);
      put(join(box.project, DATA, "daily/2026-01-02.jsonl"), opinion("log-000000061-aaaa", `${ORDER}, says a rule`));
      await run(box);
      const then = await told(box);
      assert.doesNotMatch(then.followed, /evil/, what);
      assert.match(then.followed, /heather ink/, what);
      fs.rmSync(lockOf(box));
      git(box.project, "add", "-f", `${DATA}/MEMORY.md`, `${DATA}/daily/2026-01-02.jsonl`);
      git(box.project, "commit", "-qm", "theirs");
      const later = await told(box);
      assert.doesNotMatch(later.followed, /evil/, what);
      assert.match(later.all, /evil/, what);
      assert.match(later.followed, /heather ink/, what);
      assert.match(JSON.stringify(await box.json(["trust"])), /evil/, what);
    }),
  );
});

test("what the person writes while git holds its lock is followed once it does not", async () => {
  const box = await own();
  fs.writeFileSync(lockOf(box), "");
  fs.rmSync(join(box.data, "daily", `${TODAY}.jsonl`));
  await box.json(["remember", "Always boil the water twice"]);
  fs.rmSync(join(box.data, "MEMORY.md"), { force: true });
  put(join(box.data, "MEMORY.md"), "# Core\n\n## Tea\n- Never use bags\n");
  await told(box);
  await box.hook("claude", "SessionEnd", { session_id: "end", cwd: box.project, reason: "exit" });
  fs.rmSync(lockOf(box));
  const { followed } = await told(box);
  assert.match(followed, /Never use bags/);
  assert.match(followed, /boil the water/);
  assert.deepEqual((await box.json(["trust"])).data.texts ?? [], []);
});
