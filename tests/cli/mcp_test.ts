/** `memory mcp`, spoken with by the compiled binary's standard streams as a client of the protocol speaks. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { BINARY, type Box, type Json, memoryBox } from "../box.ts";

interface Client {
  /** The answer to a request. */
  ask(method: string, params?: object, more?: object): Promise<Json>;
  /** The texts of a tool's answer, joined, and whether it is a failure. */
  call(name: string, given?: object): Promise<{ text: string; isError: boolean }>;
  write(line: string): void;
  /** The next answer to something that is no request. */
  unasked(): Promise<Json>;
  /** Closes the input; the exit code. */
  close(): Promise<number | null>;
}

function connect({ home, project }: Box, words: readonly string[] = [], cwd = project, program = BINARY): Client {
  const child = spawn(program, ["mcp", ...words], { cwd, env: { HOME: home, PATH: "/usr/bin:/bin" } });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const waiting = new Map<number | null, (answer: Json) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const answer = JSON.parse(line);
    waiting.get(answer.id)?.(answer);
  });
  let id = 0;
  const client: Client = {
    write: (line) => void child.stdin.write(`${line}\n`),
    ask(method, params = {}, more) {
      id++;
      const answered = new Promise<Json>((resolve) => waiting.set(id, resolve));
      client.write(JSON.stringify({ jsonrpc: "2.0", id, method, params, ...more }));
      return answered;
    },
    async call(name, given = {}) {
      const { result, error } = await client.ask("tools/call", { name, arguments: given });
      if (error) return { text: error.message, isError: true };
      return { text: result.content.map(({ text }: Json) => text).join("\n"), isError: result.isError };
    },
    unasked: () => new Promise((resolve) => waiting.set(null, resolve)),
    close() {
      child.stdin.end();
      return ended;
    },
  };
  return client;
}

async function opened(
  box: Box,
  words: readonly string[] = [],
  cwd?: string,
  program?: string,
): Promise<Client & { about: Json }> {
  const client = connect(box, words, cwd, program);
  const info = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const { result } = await client.ask("initialize", info);
  client.write('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  return { ...client, about: result };
}

test("a client gets the instructions and the tools, and a call of each acts as its verb", async () => {
  const box = memoryBox();
  const client = await opened(box);
  assert.match(client.about.instructions, /`start`[^]*`search`[^]*`save_fact`/);
  const { result: { tools } } = await client.ask("tools/list");
  const names = ["save_fact", "save_summary", "done", "search", "show", "start", "delete", "undo"];
  assert.deepEqual(tools.map(({ name }: Json) => name).sort(), names.sort());
  const save = tools.find(({ name }: Json) => name === "save_fact");
  assert.deepEqual(save.inputSchema.required, ["content"]);
  assert.deepEqual(save.inputSchema.properties.type.enum, ["W", "B", "O", "S"]);
  assert.equal(save.inputSchema.properties.entities.type, "array");
  assert.equal(tools.filter((each: Json) => each.annotations.readOnlyHint).length, 3);
  // What is listed is read by the model in every session.
  assert.ok(JSON.stringify(tools).length < 8_200, `${JSON.stringify(tools).length} characters`);

  const content = 'Sessions live in Redis;\n--ttl is "300" seconds';
  const saved = await client.call("save_fact", { content, type: "W", entities: ["Redis", "TTL"], asks: ["how long?"] });
  const { data: { id } } = JSON.parse(saved.text);
  const { data } = await box.json(["show", id]);
  assert.equal(data.record.content, content);
  assert.deepEqual([data.record.entities, data.record.asks], [["Redis", "TTL"], ["how long?"]]);
  assert.match((await client.call("search", { query: ["sessions"], max_results: 1 })).text, new RegExp(id));
  assert.match((await client.call("show", { what: id })).text, /Sessions live in Redis/);

  await client.call("save_summary", {
    topic: "Login",
    summary: "The login page has tests.",
    todo: ["Deploy the page"],
  });
  const start = await client.call("start");
  assert.match(start.text, /^<memory-notes id="\w+">[^]*Deploy the page[^]*Login[^]*<\/memory-notes id="\w+">$/);
  assert.match((await client.call("done", { words: ["deploy the page"] })).text, /"closed":\[\{/);
  assert.doesNotMatch((await client.call("start")).text, /Deploy the page \[|## Open to-dos/);

  // A deletion is shown first.
  assert.match((await client.call("delete", { id: [id] })).text, /"status":"preview"/);
  assert.equal((await client.call("delete", { id: [id], confirm: true })).isError, false);
  // Nothing is wrong with a memory that no hook calls.
  assert.match((await box.run(["doctor"])).stdout, /an agent has saved here by `memory mcp`/);
  assert.match((await box.run(["status"])).stdout, /Clients +`memory mcp`/);
  assert.match((await client.call("search", { query: ["sessions"] })).text, /"total":0/);
  assert.equal(await client.close(), 0);
});

// Without a shell nothing could be brought back.
test("undo takes back the last write of this session, none of others, and a named one of anybody", async () => {
  const box = memoryBox();
  const client = await opened(box);
  const { data: { operation } } = await box.json(["remember", "The cache is Redis"]);
  const none = await client.call("undo");
  assert.equal(none.isError, true);
  assert.match(none.text, /nothing that still stands.*Name in `?op/);
  const { data: { id } } = JSON.parse((await client.call("save_fact", { content: "The queue is NATS" })).text);
  const gone = await client.call("delete", { id: [id], confirm: true });
  await box.run(["remember", "The broker is Kafka"]);
  assert.match(gone.text, /"hint":"`undo op-[\w-]+` brings that back"/);
  const contents = async () =>
    (await box.json(["list"])).data.records.map(({ content }: Json) => content).toSorted().join(", ");
  assert.match((await client.call("undo")).text, /"command":"delete".*The queue is NATS/);
  assert.equal(await contents(), "The broker is Kafka, The cache is Redis, The queue is NATS");
  await client.call("undo");
  assert.equal(await contents(), "The broker is Kafka, The cache is Redis");
  assert.equal((await client.call("undo")).isError, true);
  assert.equal((await client.call("undo", { op: operation.slice(-4) })).isError, false);
  assert.equal(await contents(), "The broker is Kafka");
  await client.close();
});

test("a wrong call is answered as a failure, and the next one works", async () => {
  const client = await opened(memoryBox());
  for (
    const [name, given, told] of [
      ["save_fact", { type: "W" }, "`content` is missing"],
      ["save_fact", { content: "x", weight: 3 }, "no parameter weight"],
      // Options of the verb that no tool lists, and verbs that are no tools.
      ["search", { queries: "/etc/passwd" }, "no parameter queries"],
      ["delete", { keyword: "x", purge: true }, "no parameter keyword"],
      ["uninstall", {}, "no tool uninstall"],
      ["manage delete", { confirm: true }, "no tool manage delete"],
      ["save_fact", { content: "x", type: "Q" }, "must be one of"],
      ["show", { what: "zzzz" }, "zzzz"],
    ] as const
  ) {
    const { text, isError } = await client.call(name, given);
    assert.equal(isError, true, `${name}: ${text}`);
    assert.ok(text.includes(told), text);
  }
  // The protocol hides its own errors from many a model, which then can't correct the call.
  const { result } = await client.ask("tools/call", { name: "search", arguments: { query: ["x"], tag: "y" } });
  assert.match(result.content[0].text, /no parameter tag; it has query, max_results, from, to, type, project_path/);
  assert.equal(JSON.parse(result.content[0].text).command, "search");
  assert.match((await client.call("search", {})).text, /`query` is missing/);
  assert.equal(await client.close(), 0);
});

test("a line that is no message is answered, and the next one is read", async () => {
  const client = await opened(memoryBox());
  // A batch, and what is no request, have no id that an answer could name.
  for (const [line, code] of [["no JSON", -32700], ['[{"jsonrpc":"2.0","id":10,"method":"ping"}]', -32600]] as const) {
    const refused = client.unasked();
    client.write(`\n\r\n${line}`);
    assert.equal((await refused).error.code, code, line);
  }
  // By its id alone a client finds the request that it waits for.
  const given = { jsonrpc: "1.0" };
  assert.equal((await client.ask("ping", {}, given)).error.code, -32600);
  const tooLong = client.unasked();
  client.write("x".repeat(12_000_000));
  assert.match((await tooLong).error.message, /10 MB at most/);
  client.write(`\ufeff${JSON.stringify({ jsonrpc: "2.0", method: "notifications/unknown" })}\r`);
  const text = "a\u2028b";
  assert.equal((await client.call("save_fact", { content: `The sign ${text} ends no line` })).isError, false);
  assert.equal(await client.close(), 0);
});

test("what a client asks before it closes the input is done and answered, the last line without its end too", () => {
  const box = memoryBox();
  const call = (id: number) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "save_fact", arguments: { content: `Gateway number ${id} is up` } },
  });
  const input = [1, 2, 3].map((id) => JSON.stringify(call(id))).join("\n");
  const { home, project: cwd } = box;
  const output = execFileSync(BINARY, ["mcp"], { cwd, env: { HOME: home, PATH: "/usr/bin:/bin" }, input });
  const answers = String(output).trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(answers.map(({ id, result }) => [id, result.isError]), [[1, false], [2, false], [3, false]]);
});

test("a value of another type than the schema's is refused, or read where a model wrote it as a text", async () => {
  const box = memoryBox();
  const client = await opened(box);
  for (
    const [name, given] of [
      ["save_fact", { content: { text: "hello" } }],
      ["save_fact", { content: 5 }],
      ["save_fact", { content: "The cache is Redis", entities: ["Redis", { name: "cache" }] }],
      ["save_summary", { topic: "T", summary: "S", todo: [{ todo: "do it" }] }],
      ["done", { words: [["nested"]] }],
      ["search", { query: ["x"], max_results: "many" }],
      ["delete", { id: ["x"], confirm: "token" }],
    ] as const
  ) {
    const { result } = await client.ask("tools/call", { name, arguments: given });
    assert.equal(result.isError, true, name);
    assert.match(result.content[0].text, /must match \{/);
  }
  const given = {
    content: "The queue is NATS",
    entities: '["NATS","broker"]',
    asks: '["where do jobs go?"]',
    when: null,
  };
  assert.equal((await client.call("save_fact", given)).isError, false);
  assert.equal((await client.call("search", { query: "queue", max_results: "1" })).isError, false);
  await client.close();
  const { records } = (await box.json(["list"])).data;
  assert.deepEqual(records.map(({ content }: Json) => content), [given.content]);
  const { record } = (await box.json(["show", records[0].id])).data;
  assert.deepEqual([record.entities, record.asks], [["NATS", "broker"], ["where do jobs go?"]]);
});

test("the texts of a tool name only what it has, in both languages, and its schema says what is wanted", async () => {
  for (const language of ["en", "zh"]) {
    const box = memoryBox();
    await box.run(["config", "set", "lang", language]);
    const client = await opened(box);
    const { result: { tools } } = await client.ask("tools/list");
    for (const { name, description, inputSchema: { properties, additionalProperties } } of tools) {
      const told = [description, ...Object.values(properties).map((each: Json) => each.description)].join("\n");
      // Words of a command line, and options that the tool does not list.
      assert.doesNotMatch(told, /`memory |--[a-z]|stdin|标准输入|purge|confirm_token|each with its own|每句/, name);
      assert.doesNotMatch(told, /[;；]\s*$/m, name);
      // Read out of a shell's help, the folder and the layer would mean another thing.
      assert.doesNotMatch(told, /working directory|工作目录|read only|只读/, name);
      // Many a client shows its model the tools without the instructions.
      assert.match(description, /^.*(long-term memory|later sessions|长期记忆|以后的会话)/, name);
      assert.equal(additionalProperties, false);
    }
    const schemaOf = (name: string) => tools.find((each: Json) => each.name === name).inputSchema;
    assert.deepEqual(
      ["search", "done", "delete", "save_summary"].map((name) => schemaOf(name).required),
      [["query"], ["words"], ["id"], []],
    );
    const { max_results, from } = schemaOf("search").properties;
    assert.deepEqual([max_results.minimum, max_results.maximum], [1, 1000]);
    // Google's models refuse every request of a session whose tools have the format `date`.
    assert.deepEqual([from.format, new RegExp(from.pattern).test("2026-02-18")], [undefined, true]);
    assert.deepEqual(["asks", "when"].map((name) => schemaOf("save_fact").properties[name].maxItems), [4, 8]);
    await client.close();
  }
});

test("a hint names tools and parameters, and no help of a command line", async () => {
  const client = await opened(memoryBox());
  for (const content of ["Fix port A", "Fix port B", "Write the docs"]) {
    await client.call("save_summary", { todo: [content] });
  }
  const calls = [
    ["search", { query: [" "] }],
    ["save_fact", { content: "x is y", type: "Q" }],
    ["done", { words: ["nothing of this"] }],
    ["done", { words: [] }],
    ["delete", { id: ["zzzz"] }],
  ] as const;
  for (const [name, given] of calls) {
    const { text, isError } = await client.call(name, given);
    assert.equal(isError, true, text);
    assert.doesNotMatch(text.replace(/`memory [^`]*`/g, ""), /--[a-z]/, name);
    assert.doesNotMatch(text, /memory help|For example/, name);
  }
  // Two texts are two to-dos, not one phrase.
  const closed = await client.call("save_summary", { todo: ["Call the harbour"], done: ["nothing of this"] });
  assert.match(closed.text, /`start` lists what is open/);
  for (const [name, given] of [["show", { what: "zzzz" }], ["delete", { id: ["zzzz"] }]] as const) {
    assert.match((await client.call(name, given)).text, /"hint":"`search` shows the ids"/);
  }
  assert.match((await client.call("done", { words: ["Fix port A", "Write the docs"] })).text, /"closed":\[\{.*\},\{/);
  await client.close();
});

test("a server is a session of its own, whose summaries stay apart; while a session here is not to be saved, it saves nothing", async () => {
  const box = memoryBox();
  const event = { conversation_id: "win-1", session_id: "win-1", workspace_roots: [box.project] };
  const hook = (name: string, more: object = {}) =>
    box.hook("cursor", name, { ...event, generation_id: name, cursor_version: "3.21.4", ...more });
  await hook("sessionStart");
  await hook("beforeSubmitPrompt", { prompt: "Let's write the invoice exporter", attachments: [] });
  const client = await opened(box);
  assert.match((await client.call("save_fact", { content: "Invoices go out on Fridays" })).text, /"status":"saved"/);
  await client.call("save_summary", { todo: ["Print the letter heads"] });
  await client.call("save_summary", { topic: "Pool", summary: "The pool has 20 connections." });
  await client.call("save_summary", {
    topic: "Login",
    summary: "The login page has tests.",
    todo: ["Print the letter heads"],
  });
  const words = ["--session", "win-1", "--topic", "Exporter", "--summary", "The exporter writes CSV."];
  await box.run(["save", "summary", ...words]);
  const summaries = box.lines("sessions.jsonl");
  assert.deepEqual(summaries.map(({ topic }) => topic), ["Login", "Exporter"]);
  assert.match(summaries[0].summary, /20 connections[^]*login page has tests/);
  assert.match(summaries[0].session_id, /^mcp-/);
  assert.deepEqual(summaries[0].todos, ["Print the letter heads"]);
  await hook("beforeSubmitPrompt", { prompt: "Don't save anything from now on.", attachments: [] });
  // The server may be that session's, whose client gives it no name: what was said to Cursor would be kept.
  const skipped = await client.call("save_fact", { content: "The harbour office is shut" });
  assert.match(skipped.text, /session_not_saved/);

  const program = join(box.home, "cursor-agent");
  writeFileSync(program, `#!/bin/sh\n"${BINARY}" "$@"\n`, { mode: 0o755 });
  const ofClient = await opened(box, [], undefined, program);
  const refused = await ofClient.call("save_fact", { content: "The wharf is shut" });
  assert.match(refused.text, /session_not_saved/);
  await hook("sessionEnd", { reason: "user_close", duration_ms: 1 });
  assert.match((await client.call("save_fact", { content: "The harbour office is shut" })).text, /"status":"saved"/);
  await Promise.all([client.close(), ofClient.close()]);
});

test("a save that is cancelled while it waits is not made", async () => {
  const box = memoryBox();
  const client = await opened(box);
  const call = (id: number) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "save_fact", arguments: { content: `Gateway number ${id} is up` } },
  });
  const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 103 } };
  client.write([call(101), call(102), call(103), cancelled].map((each) => JSON.stringify(each)).join("\n"));
  await client.call("start");
  await client.close();
  assert.equal((await box.json(["manage", "list"])).data.total, 2);
});

test("where no project has a memory nothing is filed under the folder, and a look-up says so", async () => {
  const box = memoryBox();
  const elsewhere = join(box.home, "elsewhere");
  mkdirSync(elsewhere);
  const client = await opened(box, [], elsewhere);
  assert.equal((await client.call("save_fact", { content: "The user speaks German", layer: "global" })).isError, false);
  for (const [name, given] of [["save_fact", { content: "Alpha uses port 1111" }], ["save_summary", { todo: ["x"] }]]) {
    const { text, isError } = await client.call(String(name), Object(given));
    assert.ok(isError && text.includes("memory init --agent none") && text.includes(elsewhere), text);
    assert.equal(text.includes("layer"), name === "save_fact", text);
  }
  for (const [name, given] of [["search", { query: ["German"] }], ["start", {}]]) {
    const { text, isError } = await client.call(String(name), Object(given));
    assert.ok(!isError && text.includes(`No project has a memory at ${elsewhere}`) && text.includes("German"), text);
    assert.match(text, /`project_path` names/);
  }
  // The global memory lies in the home folder, which is no project.
  const named = { content: "Alpha uses port 1111", project_path: box.home };
  const refused = await client.call("save_fact", named);
  assert.ok(refused.isError && refused.text.includes(`No memory found for ${box.home}"`), refused.text);
  await client.close();
  const client2 = connect(box, ["--project-path", join(box.home, "typo")]);
  assert.equal(await client2.close(), 2);
});

test("a text that would fill an agent's context is cut, and half a character breaks no answer", async () => {
  const box = memoryBox();
  const client = await opened(box);
  await client.call("save_fact", { content: `The list: ${"harbour wharf pier ".repeat(5_000)} \ud83d end` });
  const { data: { records: [{ id }] } } = await box.json(["list"]);
  const call = { name: "show", arguments: { what: id } };
  const { result: { content: [text, note] } } = await client.ask("tools/call", call);
  // No blank stands before the ellipsis.
  assert.ok([39_999, 40_000].includes(text.text.length));
  assert.match(note.text, /40000 of \d+ characters/);
  await client.close();
  assert.match(JSON.stringify((await box.json(["list"])).data), /\ufffd end/);
});

test("calls that come at once are answered one after the other, all of them saved", async () => {
  const box = memoryBox();
  const client = await opened(box);
  const contents = Array.from({ length: 12 }, (_, at) => `Gateway number ${at} accepts ${at * 100} requests`);
  const answers = await Promise.all(contents.map((content) => client.call("save_fact", { content })));
  assert.ok(answers.every(({ isError }) => !isError), answers.map(({ text }) => text).join("\n"));
  assert.equal((await box.json(["manage", "list"])).data.total, contents.length);
  assert.equal(await client.close(), 0);
});

test("a client of the revision without a handshake is served, too", async () => {
  const client = connect(memoryBox());
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const { result } = await client.ask("server/discover", { _meta });
  assert.match(result.instructions, /save_fact/);
  const listed = await client.ask("tools/list", { _meta });
  assert.equal(listed.result.tools.length, 8);
  const { result: found } = await client.ask("tools/call", { name: "start", arguments: {}, _meta });
  assert.equal(found.isError, false);
  assert.equal(await client.close(), 0);
});

test("the project is the one that the client or a call names, and a place without memory is told", async () => {
  const box = memoryBox();
  await box.run(["save", "fact", "--content", "The gateway listens on port 8443"]);
  // No shell reads the settings in which a client names its servers.
  const named = await opened(box, ["--project-path", `~/${relative(box.home, box.project)}`], box.home);
  assert.match((await named.call("search", { query: ["gateway"] })).text, /8443/);
  await named.close();
  const elsewhere = await opened(box, [], box.home);
  const { text, isError } = await elsewhere.call("search", { query: ["gateway"] });
  assert.ok(isError && text.includes("memory init"), text);
  assert.match((await elsewhere.call("search", { query: ["gateway"], project_path: box.project })).text, /8443/);
  assert.equal(await elsewhere.close(), 0);
});

test("a call may name any folder of the project, also a linked worktree's", async () => {
  const box = memoryBox();
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...words], { cwd: box.project });
  git("init", "-q");
  git("commit", "-q", "--allow-empty", "-m", "first");
  const [inside, tree] = [join(box.project, "src", "lib"), join(box.home, "tree")];
  mkdirSync(inside, { recursive: true });
  git("worktree", "add", "-q", tree);
  // With it, a place without memory of its own would be answered too.
  await box.run(["save", "fact", "--layer", "global", "--content", "The user writes in German"]);
  const client = await opened(box, [], box.home);
  for (const [place, content] of [[inside, "The kiwi server has port 8080"], [tree, "The mango queue is FIFO"]]) {
    assert.equal((await client.call("save_fact", { content, project_path: place })).isError, false);
    const found = await client.call("search", { query: [content], project_path: place });
    assert.ok(found.text.includes(String(content)), found.text);
  }
  await client.close();
  assert.equal((await box.json(["manage", "list", "--layer", "project"])).data.total, 2);
});

test("what the settings switch off is not asked of the agent", async () => {
  const box = memoryBox();
  await box.run(["config", "set", "auto_save", "false"]);
  const client = await opened(box);
  assert.match(client.about.instructions, /only what the user asks you to keep/);
  await client.close();
  await box.run(["disable"]);
  const off = await opened(box);
  assert.match(off.about.instructions, /switched off/);
  assert.doesNotMatch(off.about.instructions, /save_fact/);
  assert.match((await off.call("start")).text, /off/);
  assert.match((await off.call("save_fact", { content: "x is y" })).text, /"status":"skipped"/);
  await off.close();
});

test("the failure of any tool is a document in the tools' words, and a warning stands beside it", async () => {
  const box = memoryBox();
  const bare = join(box.home, "bare");
  mkdirSync(bare);
  const client = await opened(box);
  for (
    const [name, given, told] of [
      ["start", { project_path: bare }, /`memory init --agent none`.*`project_path`/],
      ["start", { project_path: join(box.home, "typo") }, /`project_path` must be a folder/],
      ["show", { what: "zzzz" }, /There is no record zzzz/],
    ] as const
  ) {
    const { result } = await client.ask("tools/call", { name, arguments: given });
    assert.deepEqual([result.isError, result.content.length], [true, 1]);
    assert.match(JSON.parse(result.content[0].text).error.message + result.content[0].text, told);
    assert.doesNotMatch(result.content[0].text, /--project-path|memory help/);
  }
  const { text } = await client.call("save_fact", { content: "The pier is closed in winter" });
  const { data: { id } } = JSON.parse(text);
  rmSync(join(box.data, "daily"), { recursive: true });
  for (const [name, given] of [["show", { what: id }], ["delete", { id: [id] }]] as const) {
    const { result: { content: [failure, warning] } } = await client.ask("tools/call", { name, arguments: given });
    assert.match(JSON.parse(failure.text).error.message, /There is no record/);
    assert.match(warning.text, /^warning: This memory has lost 1 record.*`memory restore`/);
  }
  await client.close();
});
