/** No secret comes in: by an import, an id or reason from a client, a failure in the log, core memory. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Box, memoryBox } from "../box.ts";

/** Put together here, so that no scanner takes the test for a leak. */
const TOKEN = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
const SECRET = /a1B2c3D4/;

/** The names and contents of all files in the home, which holds the project, too. */
function everything(box: Box): string {
  const below = (folder: string): string[] =>
    fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      return [entry.name, ...entry.isDirectory() ? below(path) : [fs.readFileSync(path, "latin1")]];
    });
  return below(box.home).join("\n");
}

test("an import of records, core memory and notes brings in no secret, and names the kinds that were taken out", async () => {
  const box = memoryBox();
  const fact = { id: "log-000000001-aaaa", type: "fact", memory_type: "W", content: `The build pushes with ${TOKEN}` };
  const summary = {
    id: "sum-1",
    type: "session_summary",
    topic: "CI",
    summary: `uses ${TOKEN}`,
    session_id: `s-${TOKEN}`,
  };
  const bundle = {
    records: [
      { ...fact, timestamp: "2026-01-01T00:00:00.000Z", entities: ["CI", TOKEN], asks: [`where is ${TOKEN}?`] },
      summary,
    ],
    core_memory: `# Memory\n\n- The deploy password is Winter-Rain-88\n`,
    notes: [{ path: "notes/ci.md", content: `# CI\n\nToken ${TOKEN}\n` }],
  };
  const file = join(box.project, "export.json");
  fs.writeFileSync(file, JSON.stringify(bundle));
  const { data } = await box.json(["import", "--input", file]);
  assert.deepEqual([data.imported, data.redacted.includes("github-token")], [3, true]);
  fs.rmSync(file);
  const all = everything(box);
  assert.doesNotMatch(all, SECRET);
  assert.doesNotMatch(all, /Winter-Rain/);
  assert.match(box.read("notes/ci.md"), /\[redacted:github-token\]/);
});

test("a session keeps its state under an id without its secret, whichever verb names it", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "The cache is Redis"]);
  const session_id = `run-${TOKEN}`;
  const cwd = box.project;
  await box.hook("claude", "SessionStart", { session_id, cwd, source: "startup" });
  await box.hook("claude", "UserPromptSubmit", { session_id, cwd, prompt: "How is the cache set up here?" });
  await box.json(["save", "summary", "--topic", "Cache", "--summary", "It is Redis", "--session", session_id]);
  await box.hook("claude", "SessionEnd", { session_id, cwd, reason: `logged out of ${TOKEN}` });
  assert.doesNotMatch(everything(box), SECRET);
  const states = fs.readdirSync(join(box.own, "session_state"));
  assert.equal(states.length, 1, states.join());
  const state = JSON.parse(box.read(`session_state/${states[0]}`));
  assert.match(state.session_id, /^run-\[redacted:github-token\]-[0-9a-f]{14}$/);
  assert.equal(state.summary_saved, true);
});

test("a failed hook logs neither a secret in an event's name nor one in a folder's name", async () => {
  const box = memoryBox();
  await box.hook("claude", `Stop-${TOKEN}`, { session_id: "s1", cwd: box.project });
  await box.hook("claude", "Stop", { session_id: `s-${TOKEN}`, cwd: join(box.project, TOKEN) });
  const log = everything(box);
  assert.match(log, /hook failed/);
  assert.doesNotMatch(log, SECRET);
});

test("a secret in MEMORY.md stays in the file and is given to no agent", async () => {
  const box = memoryBox();
  const core = `# Memory\n\n- Deploys need ${TOKEN}\n- Ports end with 0\n`;
  box.write("MEMORY.md", core);
  const reply = await box.hook("claude", "SessionStart", { session_id: "s1", cwd: box.project, source: "startup" });
  const text = JSON.stringify(reply);
  assert.match(text, /Ports end with 0/);
  assert.match(text, /\[redacted:github-token\]/);
  assert.doesNotMatch(text, SECRET);
  assert.equal(box.read("MEMORY.md"), core);
});

// A person writes into the files, and what an agent reads leaves the machine.
test("a secret that a person wrote into a record or a note reaches no agent, unless redaction is off", async () => {
  const box = memoryBox();
  const timestamp = new Date().toISOString();
  const day = timestamp.slice(0, 10);
  const line = (record: object) => `${JSON.stringify({ timestamp, ...record })}\n`;
  await box.json(["note", "add", "the quay lantern is green", "--when", "quay lantern"]);
  const note = fs.readdirSync(join(box.data, "notes")).find((name) => name.endsWith(".md")) ?? "";
  box.write(`notes/${note}`, box.read(`notes/${note}`).replaceAll("is green", `is green ${TOKEN}`));
  box.write("MEMORY.md", `# Core memory\n\n- the mail key is ${TOKEN}\n`);
  const tags = [TOKEN, `<private>${TOKEN}</private>`];
  const fact = { type: "fact", confidence: 0.9, entities: [`harbour ${TOKEN}`], tags };
  const content = `the harbour token is ${TOKEN} for ships`;
  box.write(
    `daily/${day}.jsonl`,
    line({ ...fact, id: "log-h1", memory_type: "O", content, when: ["run ship"] }) +
      line({ ...fact, id: "log-h2", memory_type: "W", content: `The pier was painted, ${TOKEN}` }),
  );
  const topic = `Harbour work with ${TOKEN}`;
  box.write(
    "sessions.jsonl",
    line({ id: "sum-1", type: "session_summary", session_id: "s-0", topic, summary: topic, todos: [`paint ${TOKEN}`] }),
  );
  const told = async (name: string) => {
    const at = { session_id: name, cwd: box.project };
    const tool = { tool_name: "Bash", tool_input: { command: "ship it" } };
    const start = { ...at, source: "startup" };
    const other = { ...at, session_id: `${at.session_id}-2` };
    const prompt = "which token do the ships of the harbour need at the quay lantern?";
    return [
      await box.hook("claude", "SessionStart", start),
      await box.hook("claude", "UserPromptSubmit", { ...other, prompt }),
      await box.hook("claude", "UserPromptSubmit", { ...other, prompt: "what did we do today?" }),
      await box.hook("claude", "PreToolUse", { ...other, session_id: `${at.session_id}-3`, ...tool }),
      (await box.run(["search", "harbour mail key quay lantern pier"])).stdout,
      (await box.run(["search", "open todos"])).stdout,
      (await box.run(["retrieve", "quay lantern"])).stdout,
    ].map((each) => JSON.stringify(each));
  };
  const without = await told("s-1");
  without.forEach((each, at) => assert.doesNotMatch(each, SECRET, `${at}: ${each}`));
  without.forEach((each, at) => assert.match(each, /\[redacted:github-token\]/, `${at}: ${each}`));
  assert.match((await box.run(["export", "--output", "-"])).stdout, SECRET);
  fs.mkdirSync(join(box.home, ".memory"), { recursive: true });
  fs.writeFileSync(join(box.home, ".memory/config.json"), '{"privacy":{"redact":false}}');
  const raw = await told("s-9");
  assert.match(raw.join("\n"), SECRET);
});

test("what one record says of a digest lets no secret of the next one through", async () => {
  const box = memoryBox();
  const [name, digits] = ["api_key", "1c786d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08".slice(0, 64)];
  const at = new Date().toISOString();
  const fact = (id: string, content: string) =>
    `${JSON.stringify({ id, type: "fact", memory_type: "W", content, timestamp: at })}\n`;
  box.write(
    `daily/${at.slice(0, 10)}.jsonl`,
    fact("log-h1", `${name}=${digits} is that of the pier`) + fact("log-h2", "The pier compares the sha256 checksum"),
  );
  // What names both comes first; of a start the newer.
  for (const words of [["search", "pier checksum"], ["search", "--text", "pier checksum"], ["start"]]) {
    const { stdout } = await box.run(words);
    assert.match(stdout, /sha256 checksum[^]*is that of the pier/);
    assert.doesNotMatch(stdout, /1c786d08/, words.join(" "));
  }
});
