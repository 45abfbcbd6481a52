/** A whole session of 200 prompts through the compiled binary, as each client sends it. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { type Box, contextOf, type Json, memoryBox } from "../box.ts";
import { memoryOf, type Prompt, promptsOf } from "../recall_fixtures.ts";

const PROMPTS = 200;
/** Each is about another record, since a session is not given a record twice. */
const HELPED = 70;

/** The prompts of the session in a fixed order: those that memory can help are spread among the others. */
function sessionOf(prompts: readonly Prompt[]): Prompt[] {
  const asked = new Set<string>();
  const helped = prompts.filter(({ want }) =>
    want && !want.some((key) => asked.has(key)) && want.every((key) => asked.add(key))
  );
  const others = prompts.filter(({ want }) => !want);
  const session: Prompt[] = [];
  for (let at = 0; at < PROMPTS; at++) {
    const turn = Math.floor((at + 1) * HELPED / PROMPTS) > Math.floor(at * HELPED / PROMPTS) ? helped : others;
    const next = turn.shift();
    assert.ok(next, "the fixture has too few prompts");
    session.push(next);
  }
  return session;
}

type Send = (box: Box, prompt: string, at: number) => Promise<string>;

const CLIENTS: Readonly<Record<string, Send>> = {
  async "Claude Code"(box, prompt, at) {
    const reply: Json = await box.hook("claude", "UserPromptSubmit", {
      session_id: "long-session",
      transcript_path: "/nowhere.jsonl",
      cwd: box.project,
      permission_mode: "default",
      hook_event_name: "UserPromptSubmit",
      prompt_id: `prompt-${at}`,
      prompt,
    });
    return contextOf(reply);
  },
  async Cursor(box, prompt, at) {
    const reply: Json = await box.hook("cursor", "beforeSubmitPrompt", {
      conversation_id: "long-session",
      generation_id: `turn-${at}`,
      model: "default",
      hook_event_name: "beforeSubmitPrompt",
      cursor_version: "3.20.17",
      workspace_roots: [box.project],
      transcript_path: null,
      prompt,
      attachments: [],
    });
    assert.equal(reply.continue, true);
    return reply.additional_context ?? "";
  },
};

/** Sends a session's prompts and counts the right and wrong replies. */
async function live(
  send: Send,
): Promise<{ helped: number; right: number; others: number; disturbed: string[]; missed: string[] }> {
  const box = memoryBox();
  const { daily, keyOf } = memoryOf("records.jsonl", new Date());
  for (const [name, text] of daily) box.write(name, text);
  const told = new Set<string>();
  const counts = { helped: 0, right: 0, others: 0, disturbed: [] as string[], missed: [] as string[] };
  for (const [at, { p, want }] of sessionOf(promptsOf("prompts.jsonl")).entries()) {
    const context = await send(box, p, at);
    const keys = [...context.matchAll(/\[(log-\d+-aaaa)\]/g)].map(([, id = ""]) => keyOf.get(id) ?? id);
    assert.ok(keys.length <= 3, p);
    for (const key of keys) assert.ok(!told.has(key), `${key} was given twice`);
    // A record given with an earlier prompt is in the context already.
    if (want && !want.some((key) => told.has(key))) {
      counts.helped++;
      if (keys.some((key) => want.includes(key))) counts.right++;
      else counts.missed.push(p);
    }
    if (!want) {
      counts.others++;
      if (context !== "") counts.disturbed.push(`${p} → ${keys.join(", ")}`);
    }
    for (const key of keys) told.add(key);
  }
  return counts;
}

for (const [client, send] of Object.entries(CLIENTS)) {
  test(`in a session of 200 prompts in ${client} over 85 % of those that memory can help get the right record, and over 98 % of the others nothing`, async () => {
    const { helped, right, others, disturbed, missed } = await live(send);
    assert.ok(helped >= 0.8 * HELPED && others === PROMPTS - HELPED, `${helped} helped, ${others} others`);
    assert.ok(right / helped > 0.85, `${right} of ${helped}, missed:\n${missed.join("\n")}`);
    assert.ok(disturbed.length / others < 0.02, `${disturbed.length} of ${others}:\n${disturbed.join("\n")}`);
  });
}
