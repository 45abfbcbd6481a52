/** A record that was often given and never used is held back, until it is used, asked for or changed. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { type Box, contextOf, type Json, memoryBox } from "../box.ts";

const ASKED = "Which timeout does the gateway have?";

async function session(box: Box, name: string, more: { prompt?: string; reply?: (given: string) => string } = {}) {
  const event = (hook_event_name: string, fields: object = {}) =>
    box.hook("claude", hook_event_name, {
      session_id: name,
      cwd: box.project,
      hook_event_name,
      prompt_id: `${name}-${hook_event_name}`,
      ...fields,
    });
  const answer: Json = await event("UserPromptSubmit", { prompt: more.prompt ?? ASKED });
  const given: string = contextOf(answer);
  const reply = more.reply?.(given) ?? "I could not find that out.";
  if (reply !== "") await event("Stop", { last_assistant_message: reply, stop_hook_active: true });
  await event("SessionEnd", { reason: "other" });
  return given;
}

async function remembering(
  content = "The gateway gives up after a timeout of 30 seconds",
): Promise<{ box: Box; id: string }> {
  const box = memoryBox();
  await box.run(["config", "set", "auto_save", "false"]);
  const { data } = await box.json(["save", "fact", "--content", content, "--json"]);
  return { box, id: data.id };
}

test("a record that was given in five sessions and never used is held back from a prompt with little evidence for it", async () => {
  const { box, id } = await remembering();
  for (let each = 1; each <= 5; each++) assert.match(await session(box, `s${each}`), /30 seconds/, `session ${each}`);
  assert.equal(await session(box, "s6"), "");
  const stats = await box.json(["manage", "stats", "--json"]);
  assert.deepEqual(stats.data.recall.held_back, [id]);
  const { data: { retrievals: [latest] } } = await box.json(["manage", "log", "--limit", "1", "--json"]);
  assert.deepEqual([latest.held_back, latest.silent], [[id], "held back"]);
  const explained = await box.json(["search", "gateway timeout", "--explain", "--json"]);
  assert.equal(explained.results[0].explain.given_in_vain, 5);
  assert.match(
    await session(box, "s7", { prompt: "After how many seconds of timeout gives the gateway up?" }),
    /30 seconds/,
  );
});

test("after a reply that names the record, a search for it or an edit of it, it is given again", async () => {
  const resets: Record<string, (box: Box, id: string) => Promise<unknown>> = {
    cited: (box, id) =>
      session(box, "c", {
        prompt: "After how many seconds of timeout gives the gateway up?",
        reply: () => `It is 30 s [${id}].`,
      }),
    "asked for": (box) => session(box, "a", { prompt: "Search memory: gateway timeout" }),
    edited: (box, id) =>
      box.run(["manage", "edit", "--id", id, "--content", "The gateway gives up after a timeout of 45 seconds"]),
  };
  for (const [how, reset] of Object.entries(resets)) {
    const { box, id } = await remembering();
    for (let each = 1; each <= 5; each++) await session(box, `s${each}`);
    assert.equal(await session(box, "s6"), "", how);
    await reset(box, id);
    assert.match(await session(box, "s7"), /seconds/, how);
  }
});

test("a reply that rests on a record without naming it counts as use, and a reply that can't be read counts as nothing", async () => {
  for (const reply of ["It gives up after 30 seconds.", ""]) {
    const { box } = await remembering();
    for (let each = 1; each <= 6; each++) {
      assert.match(await session(box, `s${each}`, { reply: () => reply }), /30 seconds/, `${reply} ${each}`);
    }
  }
});

test("a record told at the start of sessions does not count as given in vain", async () => {
  const { box, id } = await remembering();
  for (let each = 1; each <= 6; each++) {
    const event = { session_id: `s${each}`, cwd: box.project };
    await box.hook("claude", "SessionStart", { ...event, hook_event_name: "SessionStart", source: "startup" });
    await box.hook("claude", "SessionEnd", { ...event, hook_event_name: "SessionEnd", reason: "other" });
  }
  assert.match(await session(box, "s7"), new RegExp(id));
});
