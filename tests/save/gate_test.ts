/** "Don't save" is true whoever saves and however: with a session's id, with the environment's, or with none. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { BINARY, type Box, contextOf, type Json, memoryBox, type RunOptions } from "../box.ts";
import { onTerminal, withTerminal } from "../terminal.ts";

type Client = "claude" | "codex" | "cursor" | "gemini";

const PROMPT_EVENT = {
  claude: "UserPromptSubmit",
  codex: "UserPromptSubmit",
  cursor: "beforeSubmitPrompt",
  gemini: "BeforeAgent",
} as const;

let turn = 0;

/** A prompt of a session; returns what the agent is told. */
async function says(box: Box, client: Client, session: string, prompt: string): Promise<string> {
  const event = PROMPT_EVENT[client];
  const reply: Json = await box.hook(client, event, {
    session_id: session,
    conversation_id: session,
    generation_id: `t${++turn}`,
    prompt_id: `t${turn}`,
    cwd: box.project,
    hook_event_name: event,
    prompt,
    ...(client === "cursor" ? { cursor_version: "3.21.4", workspace_roots: [box.project] } : {}),
  });
  return contextOf(reply);
}

const NOTE = JSON.stringify({
  scene: "Designing error responses",
  principles: ["One shape { code, message }", "A plain string"],
  choice: "One shape { code, message }",
  source: "remember",
  confidence: "high",
  score: { d1: 2, d2: 2, d3: 2, d4: 2, d5: 2 },
});

/** Everything that the rule and the skills teach for saving, without a session's id. */
const SAVES: readonly (readonly string[])[] = [
  ["save", "fact", "--type", "W", "--content", "Sessions live in Redis"],
  ["save", "summary", "--source", "rules", "--topic", "Sessions", "--summary", "Sessions went to Redis"],
  ["save", '{"topic": "Sessions", "key_info": ["Redis"]}'],
  ["note", "propose", NOTE],
];

/** The status and reason of each way to save. */
async function tried(box: Box, options?: RunOptions): Promise<Json[]> {
  const results: Json[] = [];
  for (const words of SAVES) {
    const { data } = await box.json(words, options);
    results.push(data.results?.[0] ?? data);
  }
  return results;
}

function holds(box: Box, word: string): boolean {
  const files = readdirSync(box.data, { recursive: true }).map((name) => join(box.data, String(name)));
  return files.some((file) =>
    statSync(file).isFile() && !file.includes("index") && readFileSync(file, "utf8").includes(word)
  );
}

test("after the wish no way to save writes anything, though none names the session", async () => {
  const box = memoryBox();
  await says(box, "cursor", "win-1", "这次不保存");
  for (const { status, reason, message } of await tried(box)) {
    assert.match(status, /skipped|dropped/);
    assert.equal(reason, "session_not_saved");
    assert.match(message, /asked not to save session win-1/);
    assert.match(message, /"save again".*`memory enable --session win-1`/);
  }
  assert.equal(holds(box, "Redis"), false);
  await box.run(["enable", "--session", "win-1"]);
  assert.deepEqual((await tried(box)).map(({ status }) => status), ["saved", "saved", "updated", "written"]);
});

test("with two windows the wish in one of them holds, until a save names the other", async () => {
  const box = memoryBox();
  await says(box, "cursor", "win-1", "继续做支付");
  await says(box, "cursor", "win-2", "不要保存");
  const [fact] = await tried(box);
  assert.deepEqual([fact.status, fact.reason], ["skipped", "session_not_saved"]);
  assert.match(fact.message, /--session ID/);
  const named = await box.json(["save", "fact", "--content", "Payments go through Kestrel", "--session", "win-1"]);
  assert.equal(named.data.status, "saved");
  await box.hook("cursor", "sessionEnd", {
    conversation_id: "win-2",
    session_id: "win-2",
    generation_id: "",
    cursor_version: "3.21.4",
    workspace_roots: [box.project],
  });
  assert.equal((await tried(box))[0].status, "saved", "a session that is over closes nothing");
});

// “Not saved: the user asked not to save session win-1” sent the person looking for a session.
test("an empty text is refused as empty, also where a session is not to be saved or memory is off", async () => {
  const box = memoryBox();
  await says(box, "claude", "win-1", "Don't save anything of this session");
  const refusedAsEmpty = async () => {
    for (const words of [["remember", ""], ["save", "fact", "--content", " "]]) {
      const { code, stderr } = await box.run(words);
      assert.deepEqual([code, /text is empty/.test(stderr)], [2, true], `${words.join(" ")}: ${stderr}`);
    }
  };
  await refusedAsEmpty();
  await box.run(["disable"]);
  await refusedAsEmpty();
});

// `done` and `note add` told a person with exit 0 that nothing was done.
test(
  "a save that memory skips because it is off is exit 1 for a person, and exit 0 with its reason in JSON",
  withTerminal,
  async () => {
    const box = memoryBox();
    const env = {
      HOME: box.home,
      PATH: process.env["PATH"] ?? "",
      LANG: "en_US.UTF-8",
      NO_COLOR: "1",
      MEMORY_DISABLE: "1",
    };
    const saves = [
      ["remember", "Redis"],
      ["save", "fact", "--content", "Redis"],
      ["save", "summary", "--todo", "water"],
      ["save", '{"content":"Redis"}'],
      ["done", "water"],
      ["note", "add", "Redis", "--when", "caching"],
    ];
    for (const words of saves) {
      const [program, args] = onTerminal(`"${BINARY}" ${words.map((word) => `'${word}'`).join(" ")}`);
      const typed = spawnSync(program, args, { cwd: box.project, env, encoding: "utf8" });
      assert.equal(typed.status, 1, `${words.join(" ")}: ${typed.stdout}`);
      const { code, stdout } = await box.run(["--json", ...words], { env: { MEMORY_DISABLE: "1" } });
      const { status, reason } = JSON.parse(stdout).data;
      assert.deepEqual([code, reason], [0, "memory_disabled"], words.join(" "));
      assert.match(status, /^(?:skipped|dropped)$/);
    }
  },
);

// A killed window that was told "don't save" kept a person from saving by hand.
test("what a person types in a terminal of their own is saved, and joins no session", withTerminal, async () => {
  const box = memoryBox();
  await says(box, "cursor", "win-1", "这次不保存");
  const typed = (text: string, env: Readonly<Record<string, string>> = {}) => {
    const [program, args] = onTerminal(`"${BINARY}" remember ${text}`);
    const own = { HOME: box.home, PATH: process.env["PATH"] ?? "", LANG: "en_US.UTF-8", NO_COLOR: "1", ...env };
    return spawnSync(program, args, { cwd: box.project, env: own, encoding: "utf8" });
  };
  for (const [name, value] of [["GEMINI_CLI", "1"], ["CODEX_THREAD_ID", "win-1"]] as const) {
    const refused = typed("The queue is NATS", { [name]: value });
    assert.deepEqual([refused.status, /not to save session\s+win-1/.test(refused.stdout)], [1, true], refused.stdout);
  }
  const saved = typed("The queue is NATS");
  assert.match(saved.stdout, /^Saved /);
  assert.equal((await box.json(["list"])).data.records[0].session, undefined);
  const piped = await box.run(["remember", "The cache is Redis"]);
  assert.equal(piped.code, 1);
  assert.match(piped.stdout, /^Not saved: .*session win-1.*`memory enable --session win-1`/);
});

for (
  const [client, variable] of [
    ["claude", "CLAUDE_CODE_SESSION_ID"],
    ["codex", "CODEX_THREAD_ID"],
    ["cursor", "CURSOR_CONVERSATION_ID"],
  ] as const
) {
  test(`${client} tells its shell the session: its saves carry it, and its wish alone closes them`, async () => {
    const box = memoryBox();
    await says(box, client, "one", "refactor the cart");
    await says(box, client, "two", "Don't save this session.");
    const of = (session: string) => ({ env: { [variable]: session } });
    const [closed] = await tried(box, of("two"));
    assert.deepEqual([closed.status, closed.reason], ["skipped", "session_not_saved"]);
    const [open] = await tried(box, of("one"));
    assert.equal(open.status, "saved");
    const [day = ""] = readdirSync(join(box.data, "daily"));
    const facts = box.lines(`daily/${day}`).filter(({ type }) => type === "fact");
    assert.deepEqual(facts.map(({ source }) => source.session), ["one"]);
    const [unknown] = await tried(box, of("of-another-project"));
    assert.equal(unknown.reason, "session_not_saved", "an id that no hook knows here decides nothing");
  });
}

test("a proposal that waits is not written from a session that is not to be saved", async () => {
  const box = memoryBox();
  const unsure = JSON.stringify({ ...JSON.parse(NOTE), confidence: "medium" });
  const { results } = (await box.json(["note", "propose", unsure, "--session", "earlier"])).data;
  assert.equal(results[0].status, "proposed");
  await says(box, "claude", "now", "Don't save.");
  const add = ["note", "add", "--proposal", results[0].proposal, "--decision", "new", "--confirm"];
  const { data } = await box.json(add);
  assert.deepEqual([data.status, data.reason], ["dropped", "session_not_saved"]);
  await says(box, "claude", "now", "You can save again.");
  assert.equal((await box.json(add)).data.status, "written");
});

for (
  const [wish, again] of [["不要保存", "可以保存了"], ["Don't save.", "save again"]] as const
) {
  test(`"${again}" lifts "${wish}", and is only a sentence where nothing was to be lifted`, async () => {
    const box = memoryBox();
    assert.doesNotMatch(await says(box, "claude", "talk", again), /\[memory\]/);
    await says(box, "claude", "talk", wish);
    assert.match(await says(box, "claude", "talk", "Remember this: we ship on Tuesdays"), /saving is skipped/);
    assert.match(await says(box, "claude", "talk", again), /^\[memory\] The user wants this session saved again/);
    assert.equal((await tried(box))[0].status, "saved");
  });
}

for (
  const prompt of ["演示密码是 zebrafish。这段不要保存。", "The demo password is zebrafish. Don't save this part."]
) {
  test(`a piece is left out and the session goes on: ${prompt}`, async () => {
    const box = memoryBox();
    assert.match(await says(box, "claude", "talk", prompt), /^\[memory\] The user does not want this piece saved/);
    for (const { reason, message } of await tried(box)) {
      assert.equal(reason, "turn_not_saved");
      assert.match(message, /next message/);
    }
    const named = await box.json(["save", "fact", "--content", "The demo has a password", "--session", "talk"]);
    assert.equal(named.data.reason, "turn_not_saved");
    const stop = { session_id: "talk", cwd: box.project, hook_event_name: "Stop", stop_hook_active: false };
    assert.deepEqual(await box.hook("claude", "Stop", stop), {}, "nobody is asked to save that turn");
    await says(box, "claude", "talk", "Now the cart: it goes to Redis.");
    assert.equal((await tried(box))[0].status, "saved");
    assert.equal(holds(box, "zebrafish"), false);
  });
}

/** The transcript of a session that ends without a save, as Claude Code writes it. */
async function endedWith(box: Box, prompts: readonly string[]): Promise<void> {
  const line = (role: string, content: unknown) => JSON.stringify({ type: role, message: { role, content } });
  const lines = prompts.flatMap((prompt) => [
    line("user", prompt),
    line("assistant", [{ type: "tool_use", id: "t", name: "Write", input: { file_path: `${prompt.length}.ts` } }]),
  ]);
  box.write("../../../transcript.jsonl", `${lines.join("\n")}\n`);
  await box.hook("claude", "SessionEnd", {
    session_id: "ended",
    cwd: box.project,
    transcript_path: join(box.project, "transcript.jsonl"),
    hook_event_name: "SessionEnd",
    reason: "exit",
  });
}

test("what is captured at the end leaves out the piece, and the turn before where the wish points back", async () => {
  const box = memoryBox();
  await endedWith(box, [
    "We decided to draw the axolotl chart as bars.",
    "We decided to send the zebrafish mail at night. Don't save this part.",
    "We decided to keep the pangolin key in the vault.",
    "Don't save what I just said.",
    "We decided to keep the numbat report monthly.",
  ]);
  for (const word of ["axolotl", "numbat"]) assert.ok(holds(box, word), word);
  for (const word of ["zebrafish", "pangolin"]) assert.equal(holds(box, word), false, word);
});

test('what was said while nothing was to be saved is not captured after "save again" either', async () => {
  const box = memoryBox();
  await endedWith(box, [
    "We decided to send the zebrafish mail at night. Don't save.",
    "We decided to keep the pangolin key in the vault.",
    "You can save again.",
    "We decided to keep the numbat report monthly.",
    "And add a test for it.",
  ]);
  assert.ok(holds(box, "numbat"));
  for (const word of ["zebrafish", "pangolin"]) assert.equal(holds(box, word), false, word);
});
