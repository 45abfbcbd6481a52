/** Which layer answers and how much it weighs, and how projects that share a store keep their records apart. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { weigh } from "../../src/search/age.ts";
import { identifyIntent } from "../../src/prompt/intent.ts";
import { recallForPrompt } from "../../src/recall/mod.ts";
import { openReaders } from "../../src/recall/open_readers.ts";
import { closeReaders, layerHere } from "../../src/recall/readers.ts";
import { openReadersNow } from "../../src/recall/synced_readers.ts";
import { redactPath } from "../../src/records/redact.ts";
import { openMemory } from "../../src/store/memory.ts";
import { BINARY, memoryBox } from "../box.ts";
import { factLine } from "../hooks_box.ts";
import { onTerminal, withTerminal } from "../terminal.ts";
import { ownStore, testWorld } from "../world.ts";

const DAY_MS = 86_400_000;

test("v1's worked example (§4.2.5): with a decay floor of 0 the weights and the order are v1's", () => {
  const now = Date.parse("2026-02-18T12:00:00Z");
  const settings = { decay: { rate: 0.95, floor: 0 }, source: { project: 1, global: 0.7 }, now };
  const score = (relevance: number, days: number, layer: "project" | "global") => {
    const { decay, source } = weigh({ time: now - days * DAY_MS, layer, evergreen: false }, settings);
    return Math.round(relevance * decay * source * 100) / 100;
  };
  const scores = {
    A: score(1, 1, "project"),
    B: score(0.5, 0, "project"),
    C: score(1, 7, "global"),
    D: score(0.8, 30, "project"),
  };
  assert.deepEqual(scores, { A: 0.95, B: 0.5, C: 0.49, D: 0.17 });
});

test("a record that names its project without the secrets in the path belongs to that project and to no other", () => {
  const paths = ["a", "b"].flatMap((sign) => [
    `/home/ada/work/ghp_${sign.repeat(30)}1a2b3c`,
    `/home/ada/token=${sign}8Fq2Lw9Zr4Tn6Ym1Kd7/app`,
    `https://ada:${sign}8Fq2Lw9Zr4Tn@git.example.com/app`,
  ]);
  for (const path of paths) {
    const project = redactPath(path);
    assert.match(project, /\[redacted:/);
    for (const here of paths) {
      const layer = layerHere({ locations: { ...NOWHERE, here } }, "global", { id: "log-1", type: "fact", project });
      assert.equal(layer, here === path ? "project" : undefined, `${project} at ${here}`);
    }
  }
});

const NOWHERE = {
  projectRoot: undefined,
  projectFolder: undefined,
  here: undefined,
  start: "",
  globalFolder: "",
  memoryHome: "",
};

/** A project's memory and the person's, each with a record about the queue. */
function place(env: Readonly<Record<string, string>>) {
  const world = testWorld({ env });
  const project = join(world.folder, "home", "work", "app");
  const layers = {
    project: join(project, ".cursor", "skills", "memory-data"),
    global: join(world.folder, "home", ".cursor", "skills", "memory-data"),
  };
  const timestamp = "2026-02-17T09:00:00.000Z";
  const texts = {
    project: "The queue of this service is RabbitMQ 3",
    global: "The queue that I like best is RabbitMQ streams",
  };
  for (const layer of ["project", "global"] as const) {
    mkdirSync(join(layers[layer], "daily"), { recursive: true });
    writeFileSync(
      join(layers[layer], "daily", "2026-02-17.jsonl"),
      factLine(texts[layer], { id: `log-09000000${layer === "project" ? 1 : 2}-aaaa`, timestamp }),
    );
  }
  ownStore(world.runtime, layers.project);
  return { ...world, memory: openMemory(world.runtime, { projectPath: project }) };
}

async function recalled(env: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const { memory } = place(env);
  const readers = openReadersNow(memory);
  const prompt = "Which RabbitMQ queue is it?";
  const { chosen } = await recallForPrompt(memory, () => readers, {
    prompt,
    intent: identifyIntent(prompt),
    given: new Set(),
  });
  closeReaders(readers);
  return chosen.map(({ hit }) => hit.layer);
}

test("to open an index recall waits for nobody, and to read it as long as it was told", async () => {
  const { memory } = place({});
  closeReaders(openReadersNow(memory));
  const readers = await openReaders(memory, { deadlineMs: 90, waitMs: 70 });
  const waits = readers.map(({ index }) => Object.values(index.db.get("PRAGMA busy_timeout") ?? {})[0]);
  closeReaders(readers);
  assert.deepEqual(waits, [70, 70]);
});

test("with storage.location project-first both layers answer, the project's record first", async () => {
  assert.deepEqual(await recalled(), ["project", "global"]);
});

test("with storage.location project-only or global-only one layer answers", async () => {
  assert.deepEqual(await recalled({ MEMORY__storage__location: "project-only" }), ["project"]);
  assert.deepEqual(await recalled({ MEMORY__storage__location: "global-only" }), ["global"]);
});

test("the configured source weights can reverse the order of the layers", async () => {
  const env = { MEMORY__retrieval__source_weight__project: "0.2", MEMORY__retrieval__source_weight__global: "1" };
  assert.deepEqual(await recalled(env), ["global", "project"]);
});

test("with retrieval.min_relevance 1 no record is recalled", async () => {
  assert.deepEqual(await recalled({ MEMORY__retrieval__min_relevance: "1" }), []);
});

test("after init --global a session of a project without memory saves into the person's store, as the project's records", async () => {
  const box = memoryBox({ empty: true });
  await box.run(["init", "--global", "--agent", "claude", "--skip-model"]);
  const other = join(box.home, "work", "other");
  mkdirSync(other);
  const event = (session_id: string, cwd: string, hook_event_name: string, more: object = {}) =>
    box.hook("claude", hook_event_name, { session_id, cwd, hook_event_name, prompt_id: hook_event_name, ...more });
  await event("s1", box.project, "SessionStart", { source: "startup" });
  const words = ["--session", "s1", "--content", "The quokka service listens on port 7001"];
  assert.equal((await box.json(["save", "fact", ...words])).data.status, "saved");
  const summary = ["--session", "s1", "--source", "stop", "--topic", "Quokka", "--summary", "Moved its port."];
  assert.equal((await box.json(["save", "summary", ...summary])).data.status, "saved");
  const asked = { prompt: "Which port has our quokka service?" };
  assert.match(JSON.stringify(await event("s2", box.project, "UserPromptSubmit", asked)), /7001/);
  assert.doesNotMatch(JSON.stringify(await event("s3", other, "UserPromptSubmit", asked)), /7001/);
  assert.deepEqual(readdirSync(box.project), []);
  const inShell = { env: { CLAUDECODE: "1" } };
  assert.equal((await box.json(["save", "fact", "--content", "x is y"], inShell)).error.code, "NOT_INITIALISED");
});

// A script and a pipe have no terminal.
test("what a person's script saves in a project without memory is the project's, too, and no other finds it", async () => {
  const box = memoryBox({ empty: true });
  await box.run(["init", "--global", "--agent", "claude", "--skip-model"]);
  const other = join(box.home, "work", "other");
  mkdirSync(other);
  for (
    const [words, stdin] of [[["remember", "Quokka listens on 7001"], ""], [["remember"], "TODO: feed the quokka"]]
  ) {
    const { code, stderr } = await box.run(words as string[], { stdin: String(stdin) });
    assert.equal(code, 0, stderr);
  }
  assert.equal((await box.json(["search", "quokka"])).total, 2);
  assert.equal((await box.json(["search", "quokka"], { cwd: other })).total, 0);
  // What is there belongs to another project: nothing was deleted.
  assert.match((await box.run(["list"], { cwd: other })).stdout, /^Nothing is remembered yet; `memory remember 'a/);
});

test("a save to the global layer says so, whatever session it names, and none goes there from a folder that is missing", async () => {
  const box = memoryBox({ empty: true });
  const tea = ["save", "fact", "--content", "I like tea", "--layer", "global"];
  assert.deepEqual((({ layer, project }) => ({ layer, project }))((await box.json(tea)).data), {
    layer: "global",
    project: undefined,
  });
  const here = { layer: "global", project: box.project };
  for (const session of [[], ["--session", "run-17"]]) {
    const { data } = await box.json(["save", "fact", "--content", `Deploys run ${session}`, ...session]);
    assert.deepEqual({ layer: data.layer, project: data.project }, here);
  }
  const todo = await box.json(["save", "summary", "--todo", "Feed the quokka", "--session", "run-18"]);
  assert.deepEqual({ layer: todo.data.layer, project: todo.data.project }, here);
  const texts = ["Quokka listens on 7001", "TODO: water the fern"];
  for (const text of texts) {
    assert.match((await box.run(["remember", text])).stdout, /, in the global memory, for this project alone\n/);
  }
  const own = await box.run(["remember", "--layer", "global", "I like coffee"]);
  assert.match(own.stdout, /, in the global memory\n/);
  for (const name of ["MEMORY_DATA_DIR", "MEMORY__paths__data_dir"]) {
    const env = { [name]: ".mem" };
    const { code, stderr } = await box.run(["remember", "Staging is on zeus"], { env });
    assert.deepEqual([code, stderr.includes(".mem"), stderr.includes("memory init")], [4, true, true], stderr);
    assert.match((await box.run(["doctor"], { env })).stdout, /names \.mem as the project's data folder/);
  }
  // The memory that is there is not the one that the settings name since.
  mkdirSync(join(box.project, ".claude", "skills", "memory-data"), { recursive: true });
  await box.run(["config", "set", "paths.data_dir", ".mem", "--global"]);
  assert.equal((await box.run(["remember", "Staging is on hera"])).code, 4);
});

test(
  "what a person types in a project without memory goes to the person's store, as the project's record",
  withTerminal,
  async () => {
    const box = memoryBox({ empty: true });
    await box.run(["init", "--global", "--agent", "claude", "--skip-model"]);
    const other = join(box.home, "work", "other");
    mkdirSync(other);
    const [program, words] = onTerminal(`"${BINARY}" --no-color remember Quokka listens on 7001`);
    const env = { HOME: box.home, PATH: process.env["PATH"], TERM: "dumb" };
    const typed = spawnSync(program, words, { cwd: box.project, encoding: "utf8", input: "", env });
    assert.match(typed.stdout, /^Saved as /);
    assert.equal((await box.json(["search", "quokka"])).total, 1);
    assert.equal((await box.json(["search", "quokka"], { cwd: other })).total, 0);
  },
);

test("in the person's store a project finds its own records, however many others there are", async () => {
  const box = memoryBox({ empty: true });
  await box.run(["init", "--global", "--agent", "claude", "--skip-model"]);
  const other = join(box.home, "work", "other");
  mkdirSync(other);
  const event = (session_id: string, cwd: string, hook_event_name: string, more: object) =>
    box.hook("claude", hook_event_name, { session_id, cwd, hook_event_name, ...more }).then((it) => JSON.stringify(it));
  const saveAll = async (session: string, cwd: string, count: number) => {
    await event(session, cwd, "SessionStart", { source: "startup" });
    const facts = Array.from({ length: count }, (_, at) => ({
      content: `The quokka service number ${at} of ${session} listens on a port`,
    }));
    const summaries = Array.from({ length: count / 4 }, (_, at) => ({
      topic: `Ports of ${session}, part ${at}`,
      summary: "Moved the ports.",
    }));
    const stdin = JSON.stringify([...facts, ...summaries]);
    const saved = await box.run(["save", "-"], { cwd, stdin, env: { CLAUDE_CODE_SESSION_ID: session } });
    assert.equal(saved.code, 0, saved.stdout);
  };
  await saveAll("mine", box.project, 12);
  await saveAll("theirs", other, 120);
  const found = await box.json(["search", "quokka service port", "--type", "fact"]);
  assert.deepEqual([found.total, found.results.length], [12, 10]);
  assert.match(await event("later", box.project, "SessionStart", { source: "startup" }), /Ports of mine/);
  const asked = { prompt: "Which port does our quokka service listen on?", prompt_id: "p" };
  const told = await event("asking", box.project, "UserPromptSubmit", asked);
  assert.match(told, /of mine/);
  assert.doesNotMatch(told, /of theirs/);
});

test("an unended session of another project is captured as that project's, and not recalled here", async () => {
  const box = memoryBox({ empty: true });
  await box.run(["init", "--global", "--agent", "claude", "--skip-model"]);
  const other = join(box.home, "work", "other");
  mkdirSync(other);
  const home = join(box.home, ".cursor", "skills", "memory-data");
  const transcript_path = join(box.home, "transcript.jsonl");
  const said = ["Move the quokka parser to nom", "We decided to use nom 7."];
  const turns = said.map((content) => JSON.stringify({ type: "user", message: { role: "user", content } }));
  writeFileSync(transcript_path, `${turns.join("\n")}\n`);
  const start = (session_id: string, cwd: string, more: object = {}) => {
    const event = { session_id, cwd, hook_event_name: "SessionStart", source: "startup", ...more };
    return box.hook("claude", "SessionStart", event).then((reply) => JSON.stringify(reply));
  };
  await start("left", box.project, { transcript_path });
  // A save without a session does not join a session of another project.
  const payload = ["save", "fact", "--content", "Said elsewhere", "--project-path", other, "--layer", "global"];
  assert.equal((await box.json(payload)).data.status, "saved");
  const hoursAgo = Date.now() / 1000 - 3 * 60 * 60;
  utimesSync(join(box.home, ".memory", "projects", "global", "session_state", "left.json"), hoursAgo, hoursAgo);
  assert.doesNotMatch(await start("next", other), /nom 7|quokka/);
  assert.match(await start("again", box.project), /Move the quokka parser to nom/);
  const summary = JSON.parse(readFileSync(join(home, "sessions.jsonl"), "utf8"));
  assert.deepEqual([summary.session_id, summary.project], ["left", box.project]);
  const [day = ""] = readdirSync(join(home, "daily"));
  const elsewhere = readFileSync(join(home, "daily", day), "utf8").split("\n").find((line) =>
    /Said elsewhere/.test(line)
  );
  assert.equal(JSON.parse(elsewhere ?? "").source?.session, undefined);
});

test("projects that share the person's store don't share notes, and each keeps its own copy of a fact", async () => {
  const box = memoryBox({ empty: true });
  await box.run(["init", "--global", "--agent", "claude", "--skip-model"]);
  const other = join(box.home, "work", "other");
  mkdirSync(other);
  const event = (session_id: string, cwd: string, hook_event_name: string, more: object) =>
    box.hook("claude", hook_event_name, { session_id, cwd, hook_event_name, ...more }).then((it) => JSON.stringify(it));
  await event("here", box.project, "SessionStart", { source: "startup" });
  await event("there", other, "SessionStart", { source: "startup" });
  const propose = (scene: string, choice: string, apply: string) => {
    const payload = { scene, principles: [choice], choice, apply };
    const sure = { source: "remember", confidence: "high", score: { d1: 2, d2: 2, d3: 2, d4: 2, d5: 2 } };
    return box.json(["note", "propose", JSON.stringify({ ...payload, ...sure }), "--session", "here"]);
  };
  assert.equal(
    (await propose("choosing a shape for quokka errors", "one zebra shape everywhere", "project")).data.results[0]
      .status,
    "written",
  );
  assert.equal(
    (await propose("writing commit texts", "short walrus messages always", "personal")).data.results[0].status,
    "written",
  );
  const start = (session: string, cwd: string) => event(session, cwd, "SessionStart", { source: "startup" });
  assert.match(await start("s1", box.project), /zebra[^]*walrus|walrus[^]*zebra/);
  const elsewhere = await start("s2", other);
  assert.match(elsewhere, /walrus/);
  assert.doesNotMatch(elsewhere, /zebra/);
  const asked = ["retrieve", "zebra shape for quokka errors"];
  assert.match((await box.run(asked)).stdout, /zebra/);
  assert.doesNotMatch((await box.run(asked, { cwd: other })).stdout, /zebra/);

  const fact = (session: string) => ["save", "fact", "--session", session, "--content", "CI runs on Buildkite"];
  assert.equal((await box.json(fact("here"))).data.status, "saved");
  assert.equal((await box.json(fact("there"), { cwd: other })).data.status, "saved");
  assert.equal((await box.json(fact("there"), { cwd: other })).data.status, "exists");
  assert.equal((await box.json([...fact("here"), "--layer", "global"])).data.status, "saved");

  // The answer to a save names similar records that it may replace, but none of another project.
  const changed = (session: string, text: string) => ["save", "fact", "--session", session, "--content", text];
  const own = (await box.json(changed("here", "The nightly export of invoices starts at 02:30 UTC"))).data.id;
  for (const isIndexed of [false, true]) {
    if (isIndexed) await box.json(["sync", "--layer", "global"]);
    const text = `The nightly export of invoices starts at 03:${isIndexed ? 15 : 45} UTC`;
    const { similar = [] } = (await box.json(changed("there", text), { cwd: other })).data;
    assert.ok(similar.every(({ id }: { id: string }) => id !== own));
  }
  const { similar } =
    (await box.json(changed("here", "The nightly export of invoices starts at 02:30 UTC on weekdays"))).data;
  assert.deepEqual(similar.map(({ id }: { id: string }) => id), [own]);
});

test("a project's rule that replaces a global one holds in this project alone, and the global one in all others", async () => {
  const box = memoryBox();
  const other = join(box.home, "work", "other");
  mkdirSync(other);
  await box.run(["init", "--agent", "claude", "--skip-model"], { cwd: other });
  const remember = async (...words: string[]) => (await box.json(["remember", "--type", "O", ...words])).data;
  const { id: everywhere } = await remember("--layer", "global", "Before each release I run smoke-alpha");
  // Words by which no pattern finds that one contradicts the other.
  const { id: here } = await remember("A release here wants nothing but the wombat suite", "--supersedes", everywhere);
  let sessions = 0;
  const told = async (cwd: string, hook_event_name: string, more: object) => {
    const event = { session_id: `s${++sessions}`, cwd, hook_event_name, prompt_id: "p", ...more };
    const text = JSON.stringify(await box.hook("claude", hook_event_name, event, { cwd }));
    return ["smoke-alpha", "wombat"].filter((word) => text.includes(word)).join();
  };
  const start = { source: "startup" };
  const prompt = { prompt: "Run what each release needs: smoke-alpha or the wombat suite of the release?" };
  assert.equal(await told(box.project, "SessionStart", start), "wombat");
  assert.equal(await told(box.project, "UserPromptSubmit", prompt), "wombat");
  assert.equal(await told(other, "SessionStart", start), "smoke-alpha");
  assert.equal(await told(other, "UserPromptSubmit", prompt), "smoke-alpha");
  await box.run(["delete", here, "--confirm"]);
  assert.equal(await told(box.project, "SessionStart", start), "smoke-alpha", "it holds here again");
  const again = ["--layer", "project", "A release here wants the wombat suite alone", "--supersedes", everywhere];
  const named = await remember(...again);
  assert.deepEqual(
    [named.replaced_here, named.layer ?? "project"],
    [[everywhere], "project"],
    "also where it is named",
  );
  assert.equal(await told(box.project, "SessionStart", start), "wombat");
  assert.equal(await told(other, "SessionStart", start), "smoke-alpha");
  const { error } = await box.json(["remember", "--layer", "global", "Run ferret", "--supersedes", named.id]);
  assert.match(error.hint, /--layer project; or without --supersedes, and then `memory delete /);
  await box.run(["delete", named.id, "--confirm"]);
  await remember("--layer", "global", "Before each release I run nothing", "--supersedes", everywhere);
  assert.equal(await told(other, "SessionStart", start), "", "replaced where the layer is named");
});
