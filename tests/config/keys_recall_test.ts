/** Settings that say what a prompt recalls and how results rank, against the binary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateTokens } from "../../src/recall/budget.ts";
import { type Box, contextOf, type Json, memoryBox } from "../box.ts";
import { holds, prompt, remember, set, start } from "../settings_box.ts";

const PORTS = ["NATS listens on port 4222", "NATS stores streams on the SSD", "NATS has three nodes in Frankfurt"];
const ASKED = "继续：在我们的项目里 NATS 是怎么配置的？ports, streams, nodes";
const WORDS = ["4222", "SSD", "Frankfurt"];

function boxOf(...contents: string[]): Box {
  const box = memoryBox();
  remember(box, 0, contents);
  return box;
}

test("retrieval.max_results: a prompt recalls at most so many", async () => {
  const box = boxOf(...PORTS);
  assert.deepEqual(holds(await prompt(box, ASKED), WORDS), WORDS);
  await set(box, "retrieval.max_results", "1");
  assert.equal(holds(await prompt(box, ASKED), WORDS).length, 1);
  assert.equal((await box.json(["search", "NATS"])).results.length, 3, "a search goes by its own option");
});

test("retrieval.max_candidates: a prompt looks at no more than so many of the best", async () => {
  const box = boxOf(...PORTS);
  await set(box, "retrieval.max_candidates", "2");
  assert.equal(holds(await prompt(box, ASKED), WORDS).length, 2);
  assert.match(JSON.stringify(await box.json(["manage", "log"])), /"candidates":2/);
});

test("retrieval.search_scope_days: by itself nothing is too old; what a limit leaves out is searched all the same", async () => {
  const box = memoryBox();
  remember(box, 400, PORTS);
  assert.deepEqual(holds(await prompt(box, ASKED), WORDS), WORDS);
  await set(box, "retrieval.search_scope_days", "30");
  assert.equal(await prompt(box, ASKED), "");
  assert.equal((await box.json(["manage", "log"])).data.retrievals[0].silent, "too old");
  assert.equal((await box.json(["search", "NATS"])).results.length, 3);
  await set(box, "retrieval.search_scope_days", "401");
  assert.deepEqual(holds(await prompt(box, ASKED), WORDS), WORDS);
});

/** The words of the facts that a prompt recalls, in their order. */
async function order(box: Box, text: string, words: readonly string[]): Promise<string[]> {
  const given = await prompt(box, text);
  return holds(given, words).sort((a, b) => given.indexOf(a) - given.indexOf(b));
}

/** An old record that says more of what is asked, and a new one that says less. */
function oldAndNew(): Box {
  const box = memoryBox();
  remember(box, 28, ["NATS listens on port 4222 of the gateway"]);
  remember(box, 0, ["NATS listens to the queue of Frankfurt, and nobody has an idea of the gateway there"]);
  return box;
}
const PORT = "我们的 NATS listens on which port of the gateway?";

test("retrieval.decay_floor: what age leaves of a score; 0 lets the new win over the better", async () => {
  const box = oldAndNew();
  assert.deepEqual(await order(box, PORT, ["4222", "Frankfurt"]), ["4222", "Frankfurt"]);
  await set(box, "retrieval.decay_floor", "0");
  assert.deepEqual(await order(box, PORT, ["4222", "Frankfurt"]), ["Frankfurt", "4222"]);
});

test("retrieval.time_decay_rate: how fast it ages; 1 not at all", async () => {
  const box = oldAndNew();
  await set(box, "retrieval.decay_floor", "0");
  await set(box, "retrieval.time_decay_rate", "1");
  assert.deepEqual(await order(box, PORT, ["4222", "Frankfurt"]), ["4222", "Frankfurt"]);
  const explained = async () => (await box.json(["search", "port 4222", "--explain"])).results[0].explain.decay;
  assert.equal(await explained(), 1);
  await set(box, "retrieval.time_decay_rate", "0.5");
  assert.ok(await explained() < 1);
});

test("retrieval.source_weight.project and .global: whose records come first", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "NATS of machine 1 listens on port 4222"]);
  await box.json(["save", "fact", "--content", "NATS of machine 2 listens on port 4333", "--layer", "global"]);
  const layers = async () => (await box.json(["search", "NATS port"])).results.map(({ layer }: Json) => layer);
  assert.deepEqual(await layers(), ["project", "global"]);
  await set(box, "retrieval.source_weight.global", "1");
  await set(box, "retrieval.source_weight.project", "0.5");
  assert.deepEqual(await layers(), ["global", "project"]);
  assert.deepEqual(await order(box, "我们的 NATS listens on which port?", ["4222", "4333"]), ["4333", "4222"]);
});

test("retrieval.source_weight.project and .global: at 0 no prompt is given that layer's records, and no decision its notes", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "NATS listens on port 4333", "--layer", "global"]);
  const note = {
    scene: "Choosing a port for NATS",
    principles: ["Ports of NATS begin with 4", "Any port"],
    choice: "Ports of NATS begin with 4",
    source: "remember",
    confidence: "high",
    apply: "personal",
    score: { d1: 2, d2: 2, d3: 2, d4: 2, d5: 2 },
  };
  await box.json(["note", "propose", JSON.stringify(note)]);
  const asked = "Which port does our NATS listen on?";
  assert.match(await prompt(box, asked), /4333/);
  assert.match((await box.run(["retrieve", "a port for NATS"])).stdout, /begin with 4/);
  await set(box, "retrieval.source_weight.global", "0");
  assert.equal(await prompt(box, asked), "");
  assert.equal((await box.run(["retrieve", "a port for NATS"])).stdout, "");
});

test("retrieval.source_weight.project and .global: at 0 no search and no start gives that layer's records, unless it is asked for by name", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "NATS listens on port 4222"]);
  await box.json(["save", "fact", "--content", "NATS listens on port 4333", "--layer", "global"]);
  await box.json(["save", "fact", "--type", "O", "--content", "Ports begin with 4", "--layer", "global"]);
  const found = async (...words: string[]) =>
    (await box.json(["search", "NATS port", ...words])).results.map(({ content }: Json) => content.slice(-4)).sort();
  assert.deepEqual((await found()).slice(0, 2), ["4222", "4333"]);
  assert.match(await start(box), /4333/);
  await set(box, "retrieval.source_weight.global", "0");
  assert.deepEqual(await found(), ["4222"]);
  assert.deepEqual((await found("--layer", "global"))[0], "4333");
  const given = await start(box);
  assert.match(given, /4222/);
  assert.doesNotMatch(given, /4333|begin with 4/);
});

test("retrieval.min_relevance: below it a prompt recalls nothing", async () => {
  const box = boxOf("The deployment of the gateway is on Fridays", ...PORTS);
  const aside = "Write a poem about a gateway";
  assert.equal(await prompt(box, aside), "");
  await set(box, "retrieval.min_relevance", "0.05");
  assert.match(await prompt(box, aside), /Fridays/);
  await set(box, "retrieval.min_relevance", "1");
  assert.equal(await prompt(box, ASKED), "");
});

test("context.prompt_tokens: how much a prompt is given", async () => {
  const box = boxOf(
    ...PORTS.map((content) => `${content}. ${"It was hard to find out and took us a day. ".repeat(3)}`),
  );
  const whole = await prompt(box, ASKED);
  assert.deepEqual(holds(whole, WORDS), WORDS);
  await set(box, "context.prompt_tokens", "150");
  const short = await prompt(box, ASKED);
  assert.equal(holds(short, WORDS).length, 1, short);
  assert.ok(estimateTokens(short) <= 150);
});

test("context.prompt_tokens: a small budget still bears the best short fact, in a brief frame", async () => {
  const box = boxOf("Gateway timeouts are 30 seconds", "缩进两个空格，不写分号，单引号");
  for (
    // The last letters and digits of an id, which are chance, cost one token to four.
    const [budget, asked, said] of [[80, "What are our gateway timeouts?", "30 seconds"], [
      80,
      "我们的缩进用几个空格，写不写分号",
      "两个空格",
    ]] as const
  ) {
    await set(box, "context.prompt_tokens", String(budget));
    const given = await prompt(box, asked);
    assert.match(given, new RegExp(said), `${budget}: ${given}`);
    assert.match(given, /no instructions|不是指令/);
    assert.ok(estimateTokens(given) <= budget, `${estimateTokens(given)}: ${given}`);
  }
  await set(box, "context.prompt_tokens", "50");
  assert.equal(await prompt(box, "Which timeouts has our gateway?"), "", "nothing is cut in mid-sentence to fit");
});

const INTENTS: Readonly<Record<string, { said: string; word: string; becomes: string }>> = {
  continuation: { said: "Weiter mit dem Umbau", word: "weiter", becomes: "continuation" },
  preference: { said: "Ich mag kurze Namen", word: "ich mag", becomes: "preference" },
  project: { said: "Wie heißt unser Produkt", word: "unser", becomes: "project" },
  task: { said: "Baue eine Anmeldung", word: "baue", becomes: "task" },
  query: { said: "Wieso klappt das", word: "wieso", becomes: "task" },
  exclude: { said: "Etwas anderes: das Wetter", word: "etwas anderes", becomes: "new_topic" },
};

async function sees(category: string): Promise<void> {
  const { said, word, becomes } = INTENTS[category] ?? { said: "", word: "", becomes: "" };
  const box = memoryBox();
  const before = await box.json(["intent", said]);
  assert.equal(before.intent_type, "unknown");
  await set(box, `intent.signals.${category}`, `${word},noch ein Wort`);
  const after = await box.json(["intent", said]);
  assert.deepEqual([after.intent_type, after.signals_found], [becomes, [word]]);
}

test("intent.signals.continuation: more words that take up earlier work", () => sees("continuation"));
test("intent.signals.preference: more words that speak of a taste", () => sees("preference"));
test("intent.signals.project: more words that speak of the project", () => sees("project"));
test("intent.signals.task: more words that give a task", () => sees("task"));
test("intent.signals.query: more words that ask", () => sees("query"));

test("intent.signals.exclude: more words that begin another topic, for the hook too", async () => {
  await sees("exclude");
  const box = boxOf(...PORTS);
  await set(box, "intent.signals.exclude", "etwas anderes");
  assert.equal(await prompt(box, `Etwas anderes: ${ASKED}`), "");
});

/** What an agent is told of a call, before it or behind its failure. */
async function atTool(box: Box, command: string, failure?: string): Promise<string> {
  const call = { session_id: crypto.randomUUID(), cwd: box.project, tool_name: "Bash", tool_input: { command } };
  const reply = failure === undefined
    ? await box.hook("claude", "PreToolUse", call)
    : await box.hook("claude", "PostToolUseFailure", { ...call, error: failure });
  return contextOf(reply);
}

test("recall.at_tools: on tells before calls and behind failures, failures behind these alone, off nothing", async () => {
  const box = boxOf("Run migrations with make migrate, never alembic directly", "ECONNREFUSED 6379: start redis first");
  const failure = "Exit code 1\nError: connect ECONNREFUSED 127.0.0.1:6379";
  const told = async () => [
    /make migrate/.test(await atTool(box, "alembic upgrade head")),
    /start redis/.test(await atTool(box, "pnpm dev", failure)),
  ];
  assert.deepEqual(await told(), [true, true]);
  // What waits for a call is told to a subagent that will not be told at it.
  remember(box, 1, ["Code in src/gen comes from make proto"], { memory_type: "O", when: ["edit src/gen"] });
  const subagent = { session_id: "s", cwd: box.project, agent_id: "a", agent_type: "worker" };
  const toldAtStart = async () => /make proto/.test(contextOf(await box.hook("claude", "SubagentStart", subagent)));
  assert.equal(await toldAtStart(), false);
  await set(box, "recall.at_tools", "failures");
  assert.equal(await toldAtStart(), true);
  assert.deepEqual(await told(), [false, true]);
  await set(box, "recall.at_tools", "off");
  assert.deepEqual(await told(), [false, false]);
});

test("recall.tool_lines: a session is told at most so many", async () => {
  const box = boxOf("Never call alembic directly", "Never call psql on production directly");
  await set(box, "recall.tool_lines", "1");
  const call = (command: string) =>
    box.hook("claude", "PreToolUse", { session_id: "s", cwd: box.project, tool_name: "Bash", tool_input: { command } });
  assert.match(JSON.stringify(await call("alembic upgrade head")), /never call alembic/i);
  assert.deepEqual(await call("psql shop"), {});
});

test("recall.tell_person: whether the person is shown a line; by itself only where a client shows it quietly", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "The NATS pool has 20 connections", "--entities", "NATS,pool size"]);
  let count = 0;
  const shown = async (agent: string) => {
    const event = { session_id: `s${count++}`, cwd: box.project, prompt: "How many connections has our NATS pool?" };
    const prompted = await box.hook(agent, "UserPromptSubmit", event);
    const call = { ...event, session_id: `s${count++}`, tool_name: "Bash", tool_input: { command: "rm -r nats" } };
    const called = await box.hook(agent, agent === "qwen" ? "PostToolUse" : "PreToolUse", call);
    assert.match(prompted.hookSpecificOutput.additionalContext, /20 connections/);
    assert.equal(called.systemMessage, undefined, "nothing was told there");
    return prompted.systemMessage;
  };
  assert.match(await shown("claude"), /^memory: NATS, pool size, \d+ [A-Z][a-z]+$/);
  assert.match(await shown("codex"), /^memory: NATS/);
  assert.equal(await shown("qwen"), undefined);
  await set(box, "recall.tell_person", "on");
  assert.match(await shown("qwen"), /^memory: NATS/);
  await set(box, "recall.tell_person", "off");
  assert.equal(await shown("claude"), undefined);
  await set(box, "recall.tell_person", "auto");
  await set(box, "lang", "zh");
  assert.match(await shown("claude"), /^记忆：NATS、pool size，\d+月\d+日$/);
  const staging = [
    "save",
    "fact",
    "--content",
    "The NATS pool of staging has 20 connections too",
    "--entities",
    "连接池",
  ];
  await box.json([...staging, "--asks", "How many connections has our NATS pool?"]);
  assert.match(await shown("claude"), /^记忆：(?:NATS、pool size |连接池)等 2 条，\d+月\d+日$/);
});

test("recall.tell_person: the line that is shown ends in a word, not in an opened quote or a comma", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "There is one GPU node, an A40 called `hokkaido`, in the second rack"]);
  const event = { session_id: "s", cwd: box.project, prompt: "Which GPU node is called hokkaido?" };
  const { systemMessage } = await box.hook("claude", "UserPromptSubmit", event);
  assert.match(systemMessage, /^memory: There is one GPU node, an A40 called …, /);
});
