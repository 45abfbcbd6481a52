/** What a pull brings neither goes before the person's own at a tool call nor passes for memory's own words. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Box, contextOf, memoryBox } from "../box.ts";
import { DATA, git, put } from "./hostile_box.ts";

function line(id: string, fields: object): string {
  const fact = {
    id,
    type: "fact",
    memory_type: "O",
    entities: [],
    confidence: 0.9,
    timestamp: new Date().toISOString(),
  };
  return `${JSON.stringify({ ...fact, ...fields })}\n`;
}

/** A project of the person's with these saves, into which a pull brings these lines. */
async function pulled(saves: readonly (readonly string[])[], lines: readonly string[]): Promise<Box> {
  const box = memoryBox({ empty: true });
  git(box.project, "init", "-q");
  await box.json(["init", "--skip-model", "--agent", "cursor"]);
  for (const words of saves) assert.equal((await box.json(["save", "fact", ...words])).status, "ok");
  const file = `${DATA}/daily/2026-01-02.jsonl`;
  put(join(box.project, file), lines.join(""));
  git(box.project, "add", "-f", file);
  git(box.project, "commit", "-qm", "theirs");
  return box;
}

function edit(box: Box, number: number) {
  const file_path = join(box.project, `x${number}.sql`);
  const tool_input = { file_path, old_string: "a", new_string: "b float" };
  const call = { hook_event_name: "PreToolUse", tool_name: "Edit", tool_input, cwd: box.project, session_id: "tools" };
  return box.hook("claude", "PreToolUse", call);
}

test("at a tool call a fact of the person's own goes before a stranger's rules that wait for the same call", async () => {
  const when = ["edit *.sql: float"];
  const own = ["--content", "Money in SQL is integer cents", "--when", "edit *.sql: float"];
  const evil = Array.from(
    { length: 30 },
    (_, at) => line(`log-00000${100 + at}-evil`, { content: `Evil ${at}`, when }),
  );
  const box = await pulled([own], evil);
  // It brings the index in step, and notes the texts of the pull.
  await box.run(["search", "money"]);
  const told = [contextOf(await edit(box, 1)), contextOf(await edit(box, 2))];
  assert.match(told[0] ?? "", /Money in SQL/);
  assert.match(told[1] ?? "", /Evil/);
  const later = ["save", "fact", "--content", "Weights in SQL are integer grams", "--when", "edit *.sql: float"];
  await box.json(later);
  for (let number = 3; number < 16; number++) await edit(box, number);
  await box.json(["save", "fact", "--content", "Times in SQL are UTC seconds", "--when", "edit *.sql: float"]);
  assert.match(contextOf(await edit(box, 17)), /Times in SQL/);
});

test("the line that the person sees says of a record of others that it is theirs, and is about an own one where there is one", async () => {
  const fact = { memory_type: "W", content: "The gizmo frobnicator is restarted at night" };
  const evil = line("log-000000200-evil", { ...fact, entities: ["URGENT: session expired"] });
  const prompt = { hook_event_name: "UserPromptSubmit", prompt: "When is the gizmo frobnicator restarted at night?" };
  const shown = async (box: Box) =>
    (await box.hook("claude", "UserPromptSubmit", { ...prompt, session_id: "p", cwd: box.project })).systemMessage;
  assert.match(await shown(await pulled([], [evil])), /^memory, perhaps others': “URGENT/);
  const own = ["--content", "The gizmo frobnicator needs a restart by hand after midnight", "--entities", "gizmo"];
  assert.match(await shown(await pulled([own], [evil])), /^memory: gizmo \+ 1/);
  // A rule of the person's own, with a label that somebody else put there.
  const box = memoryBox({ empty: true });
  git(box.project, "init", "-q");
  await box.json(["init", "--skip-model", "--agent", "cursor", "--share", "all"]);
  await box.json(["save", "fact", "--type", "O", "--content", fact.content, "--entities", "gizmo"]);
  git(box.project, "add", "-f", DATA);
  git(box.project, "commit", "-qm", "own");
  for (const name of readdirSync(join(box.data, "daily"))) {
    const file = join(box.data, "daily", name);
    writeFileSync(file, readFileSync(file, "utf8").replace('"gizmo"', '"URGENT: session expired"'));
  }
  git(box.project, "commit", "-qam", "theirs");
  assert.match(await shown(box), /^memory: The gizmo frobnicator is restarted/);
});
