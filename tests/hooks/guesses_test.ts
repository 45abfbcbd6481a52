/** What a capture guessed beside what somebody saved, against the binary. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { memoryBox } from "../box.ts";
import { cursorTranscript } from "../hooks_box.ts";
import { cursor, holds, remember, start } from "../settings_box.ts";

const GUESSED = { confidence: 0.4, auto_generated: true };
const named = (count: number, topic: string) => Array.from({ length: count }, (_, at) => `Guess ${at} about ${topic}`);

test("a start tells facts that somebody saved before those that a capture guessed later", async () => {
  const box = memoryBox();
  remember(box, 1, ["Saved alpha"]);
  remember(box, 0, named(20, "a port"), GUESSED);
  const told = await start(box);
  assert.ok(told.includes("Saved alpha"));
  assert.ok(told.indexOf("Saved alpha") < told.indexOf("Guess 19"), told);
  assert.deepEqual(holds(told, ["Guess 6 ", "Guess 5 "]), ["Guess 6 "], "fifteen facts in all, the newest guesses");
});

test("of a day of which a start tells three facts, saved ones come before guesses", async () => {
  const box = memoryBox();
  remember(box, 3, ["Saved alpha", "Saved bravo"]);
  remember(box, 3, named(4, "a port"), GUESSED);
  assert.deepEqual(holds(await start(box), ["alpha", "bravo", "Guess 3", "Guess 2"]), ["alpha", "bravo", "Guess 3"]);
});

test("more guessed rules than a start reads leave the rules that somebody saved", async () => {
  const box = memoryBox();
  remember(box, 1, ["Saved alpha"], { memory_type: "O" });
  remember(box, 0, named(70, "a port"), { ...GUESSED, memory_type: "O" });
  assert.deepEqual(holds(await start(box), ["Saved alpha", "Guess 69"]), ["Saved alpha", "Guess 69"]);
});

test("a statement is kept although a capture kept one of the same words earlier in the session", async () => {
  const box = memoryBox();
  const transcript_path = join(box.project, "t.jsonl");
  const prompts: string[] = [];
  const end = async (...more: string[]) => {
    prompts.push(...more);
    await cursor(box, "beforeSubmitPrompt", { prompt: more[0], attachments: [] }, "s-kept");
    writeFileSync(transcript_path, cursorTranscript(prompts.flatMap((text) => [["user", text], ["assistant", "ok"]])));
    await cursor(box, "sessionEnd", { reason: "completed", transcript_path }, "s-kept");
  };
  await end("Refactor the payment module", "The release is on 12 March", "Add tests for the gateway");
  await end("We never deploy on Fridays", "Now mend the header");
  const { data } = await box.json(["list"]);
  const kept = data.records.map(({ content }: { content?: string }) => content);
  assert.ok(kept.includes("We never deploy on Fridays"), JSON.stringify(kept));
});

test("a rule that the agent saved by another name of the same thing is not captured a second time", async () => {
  const rules = async (said: string, saved: string) => {
    const box = memoryBox();
    const transcript_path = join(box.project, "t.jsonl");
    const prompts = ["Set up the relay skeleton with hono", said, "Add a health route"];
    for (const prompt of prompts) await cursor(box, "beforeSubmitPrompt", { prompt, attachments: [] }, "s-alias");
    await box.json(["save", "fact", "--session", "s-alias", "--type", "O", "--content", saved]);
    writeFileSync(transcript_path, cursorTranscript(prompts.flatMap((text) => [["user", text], ["assistant", "ok"]])));
    await cursor(box, "sessionEnd", { reason: "completed", transcript_path }, "s-alias");
    const { data } = await box.json(["list", "--type", "O"]);
    return data.records.map(({ content }: { content?: string }) => content);
  };
  const saved = "Tests run against real Postgres, no mocks";
  assert.deepEqual(await rules("tests always against real pg, no mocks", saved), [saved]);
  assert.equal((await rules("tests always against real mysql, no mocks", saved)).length, 2, "another thing");
});
