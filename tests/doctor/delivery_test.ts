/** Did what memory gave reach the model, and how does doctor know. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type DoctorBox, doctorBox } from "../doctor_box.ts";

const SESSION = "5f0c9a52-6a0e-4a63-9d6e-2f2a4f6b9c11";

const delivery = async (box: DoctorBox) => (await box.doctor()).of["delivery"];

async function claudeStart(box: DoctorBox, session = SESSION): Promise<{ context: string; transcript: string }> {
  const transcript = join(box.home, `${session}.jsonl`);
  const reply = await box.hook("claude", "SessionStart", {
    session_id: session,
    transcript_path: transcript,
    cwd: box.project,
    hook_event_name: "SessionStart",
    source: "startup",
  });
  return { context: reply.hookSpecificOutput.additionalContext, transcript };
}

const cursorStart = (box: DoctorBox, version: string, more: object = {}) =>
  box.hook("cursor", "sessionStart", {
    conversation_id: SESSION,
    session_id: SESSION,
    hook_event_name: "sessionStart",
    cursor_version: version,
    workspace_roots: [box.project],
    transcript_path: null,
    ...more,
  });

test("before the first session there is nothing to tell", async () => {
  const found = await delivery(await doctorBox());
  assert.deepEqual([found?.status, found?.detail], ["pass", "no session yet; the rule file is empty"]);
});

test("expected from the client's version, until the transcript proves it", async () => {
  const box = await doctorBox();
  const { context, transcript } = await claudeStart(box);
  assert.match(
    (await delivery(box))?.detail ?? "",
    /^of the last 1 session: 1 delivered as far as is known .* \(\d+ tokens\)/,
  );
  const turn = { type: "user", message: { role: "user", content: "Which cache?" }, timestamp: "2026-02-18T10:00:00Z" };
  const given = { type: "attachment", attachment: { content: [context] } };
  fs.writeFileSync(transcript, `${JSON.stringify(given)}\n${JSON.stringify(turn)}\n`);
  const seen = await delivery(box);
  assert.equal(seen?.status, "pass");
  assert.match(seen?.detail ?? "", /1 delivered: it stands in the transcript/);
});

test("a reply that names a record proves it as well, in a session that has ended and left only its sums", async () => {
  const box = await doctorBox();
  await claudeStart(box);
  const { data } = await box.json(["manage", "list"]);
  const event = { session_id: SESSION, cwd: box.project, transcript_path: join(box.home, "none.jsonl") };
  const last_assistant_message = `As ${data.records[0].id} says: Redis.`;
  await box.hook("claude", "Stop", { ...event, hook_event_name: "Stop", last_assistant_message });
  await box.hook("claude", "SessionEnd", { ...event, hook_event_name: "SessionEnd", reason: "exit" });
  fs.rmSync(join(box.own, "session_state"), { recursive: true });
  assert.match((await delivery(box))?.detail ?? "", /1 delivered: a reply named one of its records/);
});

test("a version that drops the hook's context warns, unless the rule file carries it", async () => {
  const box = await doctorBox();
  await cursorStart(box, "3.14.0");
  const carried = await delivery(box);
  assert.equal(carried?.status, "pass");
  assert.match(carried?.detail ?? "", /the rule file holds \d+ tokens since 20/);
  box.write("config.json", `{ "delivery": { "rule_file": "never" } }`);
  fs.rmSync(join(box.own, "session_state"), { recursive: true });
  await cursorStart(box, "3.14.0");
  const lost = await delivery(box);
  assert.equal(lost?.status, "warn");
  assert.match(lost?.detail ?? "", /1 not delivered: this client's version drops it/);
  assert.match(lost?.next_step ?? "", /delivery\.rule_file always/);
});

test("hooks that give nothing by their setting are told", async () => {
  const box = await doctorBox();
  box.write("config.json", `{ "auto_retrieve": false }`);
  assert.match((await delivery(box))?.detail ?? "", /auto_retrieve is false/);
});
