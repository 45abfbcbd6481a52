/** A global memory that serves several projects without one of their own: each finds and lists what is its own. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Json, memoryBox } from "../box.ts";

test("with the global memory alone, a project finds its own records and the person's, and the home folder lists all", async () => {
  const box = memoryBox({ empty: true });
  await box.run(["init", "--global", "--agent", "claude", "--skip-model"], { cwd: box.home });
  const places = { bank: "We deploy the bank on Tuesdays only", shop: "We deploy the shop on Fridays only" };
  for (const [name, content] of Object.entries(places)) {
    const cwd = join(box.home, name);
    mkdirSync(cwd);
    const event = { session_id: name, cwd, hook_event_name: "SessionStart", source: "startup", transcript_path: "" };
    await box.hook("claude", "SessionStart", event, { cwd });
    await box.run(["save", "fact", "--content", content], { cwd, env: { CLAUDE_CODE_SESSION_ID: name } });
  }
  await box.run(["save", "fact", "--content", "I deploy from my laptop", "--layer", "global"], { cwd: box.home });
  const texts = (records: Json[]) => records.map(({ content }) => content).sort();
  const found = async (cwd: string) => await box.json(["search", "when do we deploy"], { cwd });
  const listed = async (cwd: string) => texts((await box.json(["manage", "list"], { cwd })).data.records);
  for (const [name, content] of Object.entries(places)) {
    const cwd = join(box.home, name);
    const { results, total } = await found(cwd);
    assert.deepEqual(texts(results), ["I deploy from my laptop", content]);
    assert.equal(total, 2);
    assert.deepEqual(await listed(cwd), ["I deploy from my laptop", content]);
  }
  assert.equal((await listed(box.home)).length, 3);
});
