/** Every field of every input holds a secret of its own; afterwards no file below the home holds any of them. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { AGENTS } from "../../src/agents/event.ts";
import { type Box, type Json, memoryBox } from "../box.ts";

const SECRET = /ghp_(\d{4})yD3fG7h8i9J0kL2m3N4o5P6q7R8s9T0uv/g;

/** Secrets that tell where they were planted. Put together here, so that no scanner takes the test for a leak. */
class Planter {
  readonly #places: string[] = [];

  secret(place: string): string {
    const number = String(this.#places.push(place)).padStart(4, "0");
    return ["ghp", `${number}yD3fG7h8i9J0kL2m3N4o5P6q7R8s9T0uv`].join("_");
  }

  /** The same value with a secret at the end of each text in it. */
  planted(value: unknown, place: string): unknown {
    if (typeof value === "string") return `${value}${value.startsWith("/") ? "/" : " "}${this.secret(place)}`;
    if (Array.isArray(value)) return value.map((item, at) => this.planted(item, `${place}[${at}]`));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, this.planted(inner, `${place}.${name}`)]),
    );
  }

  /** Where secrets still are, and where they came in. `given`: files and folders that the test itself made. */
  found(folder: string, given: readonly string[]): string[] {
    return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.name === "runtime") return [];
      const texts = [
        ...given.includes(path) ? [] : [entry.name],
        ...entry.isFile() && !given.includes(path) ? [fs.readFileSync(path, "latin1")] : [],
      ];
      const here = texts.flatMap((text) => [...text.matchAll(SECRET)]).map(([, number]) =>
        `${path} holds what came in as ${this.#places[Number(number) - 1]}`
      );
      return [...here, ...entry.isDirectory() ? this.found(path, given) : []];
    });
  }

  get count(): number {
    return this.#places.length;
  }
}

/** Marks in all files below a folder, which prove that a text was kept without its secret. */
function marks(folder: string): number {
  return fs.readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith("l"))
    .reduce(
      (sum, { parentPath, name }) =>
        sum + fs.readFileSync(join(parentPath, name), "latin1").split("[redacted:github-token]").length - 1,
      0,
    );
}

const SCORE = { d1: 2, d2: 2, d3: 2, d4: 2, d5: 2 };

test("saves, notes, changes and look-ups leave a secret of any field in no file", async () => {
  const box = memoryBox();
  const from = new Planter();
  const s = (place: string) => from.secret(place);
  const run = async (...words: string[]) => (await box.run(words)).stdout;
  await run(
    "save",
    "fact",
    "--content",
    `a ${s("content")}`,
    "--entities",
    s("entities"),
    "--asks",
    `where is ${s("asks")}`,
    "--tag",
    s("tag"),
    "--session",
    s("session"),
  );
  await run("save", "fact", "--content", "b", "--supersedes", s("supersedes"));
  const parts = ["--decision", s("decision"), "--todo", `write ${s("todo")}`, "--tag", s("tag"), "--done", s("done")];
  await run("save", "summary", "--topic", s("topic"), "--summary", s("summary"), "--session", s("session"), ...parts);
  const payloads = [
    { topic: "v1", key_info: ["key"], tags: ["t"], session_id: "s", extra: "e", source: "x" },
    {
      content: "fact",
      memory_type: "W",
      entities: ["e"],
      tags: ["t"],
      asks: ["a"],
      id: "i",
      source: { session: "s" },
      extra: { y: "z" },
    },
    { topic: "summary", summary: "said", decisions: ["d"], todos: ["t"], session_id: "s", tags: ["t"] },
  ];
  for (const payload of payloads) {
    const { memory_type, ...rest } = payload as Record<string, unknown>;
    const planted = from.planted(rest, "payload") as object;
    await run("save", JSON.stringify({ ...planted, ...memory_type === undefined ? {} : { memory_type } }));
  }
  const note = (scene: string, more: object = {}) => {
    const choice = `choose ${scene} ${s("note.choice")}`;
    const texts = { scene: `${scene} ${s("note.scene")}`, principles: [choice, `or ${s("note.principle")}`], choice };
    return JSON.stringify({
      ...texts,
      evidence: s("note.evidence"),
      source: "remember",
      confidence: "high",
      score: SCORE,
      ...more,
    });
  };
  const ids = () => ["--session", s("note.session"), "--generation", s("note.generation")];
  const written = JSON.parse(await run("note", "propose", note("errors of an API"), ...ids())).data.results[0];
  const unsure = { confidence: "low", source: "auto", score: { ...SCORE, d4: 1, d5: 0 } };
  const { proposal } =
    JSON.parse(await run("note", "propose", note("names of branches", unsure), ...ids())).data.results[0];
  assert.ok(proposal, "one waits to be confirmed");
  await run("note", "add", "--proposal", proposal, "--decision", "new", "--level", "L1", "--confirm", ...ids());
  for (
    const option of [
      "title",
      "tag",
      "when",
      "one-liner",
      "decision",
      "signals",
      "alternatives",
      "counter-signals",
      "l0",
      "l1",
      "pointer",
    ]
  ) {
    await run("note", "edit", written.id, `--${option}`, `new ${s(`note edit --${option}`)}`);
  }
  const [record] = JSON.parse(await run("manage", "list", "--scope", "daily")).data.records;
  await run(
    "manage",
    "edit",
    "--id",
    record.id,
    "--content",
    `c ${s("edit.content")}`,
    "--entities",
    s("edit.entities"),
    "--asks",
    `why ${s("edit.asks")}`,
  );
  await run("done", s("done.words"), "--session", s("done.session"));
  await run("search", s("query"), "--session", s("search.session"), "--tag", s("search.tag"));
  await run("retrieve", s("retrieve"));
  await run("manage", "delete", "--keyword", s("keyword"));
  await run("manage", "delete", "--id", record.id, "--confirm");
  await run("manage", "restore", "--id", s("restore"));
  await run("disable", "--session", s("disable"));
  await run("enable", "--session", s("enable"));
  await run("export", "--output", join(box.home, s("export")));
  await run("import", "--input", join(box.home, s("import")));
  await run("model", "download", `someone/${s("model")}`);
  await run(s("verb"), "--project-path", `https://u:${s("url")}@h/x`);
  const exported = fs.readdirSync(box.home).filter((name) => name.startsWith("ghp_")).map((name) =>
    join(box.home, name)
  );
  assert.deepEqual(from.found(box.home, exported), []);
  for (const file of exported) assert.doesNotMatch(fs.readFileSync(file, "utf8"), SECRET);
  assert.ok(from.count > 60 && marks(box.home) > 40, `${from.count} planted, ${marks(box.home)} taken out`);
});

/** The names that a client's events have, in the order of a session. */
const EVENTS: Readonly<Record<(typeof AGENTS)[number], readonly string[]>> = {
  claude: ["SessionStart", "UserPromptSubmit", "PreCompact", "Stop", "SessionEnd"],
  codex: ["SessionStart", "UserPromptSubmit", "PreCompact", "Stop"],
  gemini: ["SessionStart", "BeforeAgent", "PreCompress", "AfterAgent", "SessionEnd"],
  qwen: ["SessionStart", "UserPromptSubmit", "PreCompact", "Stop", "SessionEnd"],
  copilot: ["sessionStart", "userPromptSubmitted", "preCompact", "agentStop", "sessionEnd"],
  cursor: ["sessionStart", "beforeSubmitPrompt", "preCompact", "stop", "sessionEnd"],
};

/** All fields that any client sends. */
function payloadOf(box: Box, event: string, session: string): Record<string, unknown> {
  const ids = {
    session_id: session,
    sessionId: session,
    conversation_id: session,
    generation_id: "g",
    turn_id: "t",
    prompt_id: "p",
  };
  const transcript = join(box.home, "transcript.jsonl");
  const said = {
    prompt: "Remember that we always use tabs in Go",
    initial_prompt: "x",
    initialPrompt: "x",
    last_assistant_message: "done",
    prompt_response: "ok",
  };
  const how = {
    source: "startup",
    trigger: "manual",
    reason: "exit",
    stop_reason: "end",
    status: "completed",
    final_status: "ok",
    error_message: "x",
    loop_count: 0,
  };
  const tools = {
    tool_name: "Bash",
    tool_input: { command: "ls" },
    tool_response: { stdout: "x" },
    attachments: [{ file_path: "/x" }],
  };
  const client = {
    model: "m",
    user_email: "a@b.c",
    cursor_version: "3.9.1",
    composer_mode: "agent",
    permission_mode: "default",
    custom_instructions: "x",
  };
  const places = {
    cwd: box.project,
    workspace_roots: [box.project],
    transcript_path: transcript,
    transcriptPath: transcript,
  };
  return { hook_event_name: event, ...ids, ...said, ...how, ...tools, ...client, ...places };
}

test("events of all clients leave no secret in a file: not one in a field, in the event's name, in broken JSON or in a path", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Go code is indented with tabs"]);
  const transcript = join(box.home, "transcript.jsonl");
  fs.writeFileSync(transcript, "");
  const from = new Planter();
  for (const agent of AGENTS) {
    const [first = ""] = EVENTS[agent];
    for (const event of EVENTS[agent]) {
      const plain = payloadOf(box, event, `${agent}-1`);
      const planted = from.planted(plain, `${agent} ${event}`) as Record<string, unknown>;
      const { cwd, workspace_roots, source, status, trigger, cursor_version } = plain;
      // One event with secrets only where the event stays valid, and one with secrets everywhere.
      await box.hook(agent, event, { ...planted, cwd, workspace_roots, source, status, trigger, cursor_version });
      await box.hook(agent, event, planted);
      await box.hook(agent, event, { ...plain, transcript_path: join(box.home, from.secret("transcript"), "t.jsonl") });
      await box.hook(agent, `${event}-${from.secret("event name")}`, plain);
    }
    await box.hook(agent, first, `{"session_id": "x", "broken ${from.secret("broken JSON")}`);
  }
  assert.deepEqual(from.found(box.home, [transcript]), []);
  assert.ok(from.count > 500 && marks(box.home) > 40, `${from.count} planted, ${marks(box.home)} taken out`);
});

test("a folder with a secret in its name works like any other, and its name stands in no file", async () => {
  const box = memoryBox();
  const from = new Planter();
  const own = join(box.home, "work", `token=${from.secret("project with a memory")}`);
  const bare = join(box.home, "work", `${from.secret("project in the global memory")}`);
  fs.mkdirSync(own);
  fs.mkdirSync(join(bare, ".git"), { recursive: true });
  await box.json(["init", "--skip-model"], { cwd: own });
  await box.json(["init", "--global", "--skip-model", "--agent", "claude"], { cwd: own });
  for (const [cwd, session] of [[own, "s1"], [bare, "s2"]] as const) {
    const event = (name: string, more: object = {}): Promise<Json> =>
      box.hook("claude", name, { session_id: session, cwd, transcript_path: join(cwd, "t.jsonl"), ...more }, { cwd });
    await event("SessionStart", { source: "startup" });
    await box.json(
      ["save", "fact", "--content", `Builds run with Zig ${session}`, "--type", "B", "--session", session],
      { cwd },
    );
    await box.json([
      "save",
      "summary",
      "--topic",
      `Zig ${session}`,
      "--summary",
      "The build moved to Zig",
      "--session",
      session,
    ], { cwd });
    await event("UserPromptSubmit", { prompt: "What do our builds run with, Zig?" });
    await event("Stop");
    await event("SessionEnd", { reason: "exit" });
  }
  for (const [cwd, here, there] of [[own, "s1", "s2"], [bare, "s2", "s1"]] as const) {
    const start = await box.hook("claude", "SessionStart", { session_id: `later-${here}`, cwd, source: "startup" }, {
      cwd,
    });
    assert.match(JSON.stringify(start), new RegExp(`Builds run with Zig ${here}`), "it is recalled there");
    assert.doesNotMatch(JSON.stringify(start), new RegExp(`Builds run with Zig ${there}`), "and nowhere else");
  }
  // The file by which a data folder is found again, the only one that names the place.
  const homes = join(box.home, ".memory", "projects");
  const owners = fs.readdirSync(homes).map((name) => join(homes, name, "owner.json"));
  assert.deepEqual(from.found(box.home, [own, bare, ...owners]), []);
  assert.ok(!fs.readdirSync(homes).some((name) => name.includes("ghp_0")), "nor is a home called by it");
});
