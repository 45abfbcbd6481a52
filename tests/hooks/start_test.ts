/** The context of a new, resumed or cleared session, within the length that clients show. In this process. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripFrames } from "../../src/recall/frame.ts";
import { factLine, type HookBox, hookBox, type Json, SESSION } from "../hooks_box.ts";
import { filled, forCursor } from "./start_box.ts";
import { contextOf, memoryBox } from "../box.ts";

test("a session starts with core memory, conventions, facts, and the decisions and to-dos of the last session", async () => {
  const box = filled(hookBox());
  forCursor(box);
  const { additional_context: context, ...rest } = await box.cursor("sessionStart");
  assert.deepEqual(rest, {});
  for (
    const part of [
      "Two spaces",
      "Prefer small files",
      "[W][2026-02-18] We cache sessions",
      "Cache (2026-02-18)",
      "TTL is 300",
      "Measure hit rate",
    ]
  ) {
    assert.ok(context.includes(part), part);
  }
  assert.equal(stripFrames(context).trim(), `Add \`--session ${SESSION}\` to every save.`);
  const [start] = box.lines("daily/2026-02-18.jsonl").filter(({ type }) => type === "session_start");
  assert.deepEqual([start.session_id, start.workspace, start.agent], [SESSION, ".", "cursor"]);
});

test("conventions that find no room at a start are told by their number and the command that lists them", async () => {
  const startWith = async (count: number) => {
    const box = hookBox();
    const rules = Array.from(
      { length: count },
      (_, at) =>
        factLine(
          `Rule ${at}: module ${at} is released on its own, by hand, and never together with module ${at + 1}.`,
          {
            id: `log-100000${String(at).padStart(3, "0")}-rule`,
            memory_type: "O",
          },
        ),
    );
    box.write("daily/2026-02-18.jsonl", rules.join(""));
    const context = contextOf(await box.claude("SessionStart", { source: "startup" }));
    const told = context.match(/^- \[[\d-]+\] Rule \d+/gm)?.length ?? 0;
    const [, untold] = /^- … \(\+(\d+): `\S+ manage list --memory-type O`\)$/m.exec(context) ?? [];
    return { told, untold };
  };
  const { told, untold } = await startWith(55);
  assert.ok(told > 10, String(told));
  assert.equal(Number(untold), 55 - told);
  // The list that the line names has more than a start looks at.
  const many = await startWith(200);
  assert.equal(Number(many.untold), 200 - many.told);
  assert.deepEqual(await startWith(10), { told: 10, untold: undefined });
});

test("beside notes that fill a start the rules are told, and the notes that find no room by the command that lists them", async () => {
  const box = memoryBox();
  for (let at = 0; at < 20; at++) {
    const text =
      `Service ${at} answers on the path /health${at} within two hundred milliseconds, or the gateway takes ` +
      "it out of the pool and tells whoever is on call, whatever the hour, until it has answered ten times in a row";
    await box.run(["note", "add", text, "--when", `writing service ${at}`]);
  }
  await box.run(["remember", "From now on every endpoint answers in JSON with a code and a message, never in XML"]);
  await box.run(["save", "summary", "--topic", "Invoices", "--summary", "Worked on the invoice page."]);
  const { stdout } = await box.run(["start", "--text"]);
  assert.match(stdout, /Service 19[^]*answers in JSON[^]*\n- … \(`\S+ note list`\)\n/);
});

test("while a large index is made a start says so, and tells nothing that a file not read yet has changed", async () => {
  let slow = "02-03.jsonl";
  const box: HookBox = hookBox({
    files: (real) => ({
      ...real,
      // After this file a start has no time left.
      read(path, most) {
        if (slow !== "" && path.endsWith(slow)) box.advance(500);
        return real.read(path, most);
      },
    }),
  });
  const rule = (day: number, content: string, more: object = {}) =>
    box.write(`daily/2026-02-0${day}.jsonl`, factLine(content, { memory_type: "O", ...more }));
  rule(1, "Deploy the wombat by hand", { id: "log-1", timestamp: "2026-02-01T10:00:00.000Z" });
  for (const day of [2, 3, 4, 5]) {
    rule(day, `Rule ${day} holds`, { id: `log-of-${day}`, timestamp: `2026-02-0${day}T10:00:00.000Z` });
  }
  rule(6, "Deploy the wombat by ArgoCD", { supersedes: "log-1", timestamp: "2026-02-06T10:00:00.000Z" });
  const session = { type: "summary", summary: "Done.", topic: "Old", session_id: "old", todos: ["Write the page"] };
  const at = (timestamp: string, more: object) => `${JSON.stringify({ ...session, timestamp, ...more })}\n`;
  box.write("sessions.jsonl", at("2026-02-01T11:00:00.000Z", { id: "sum-1" }));
  let starts = 0;
  const start = async () => {
    const context = contextOf(await box.claude("SessionStart", { source: "startup", session_id: `s-${starts++}` }));
    assert.doesNotMatch(context, /by hand/);
    return context;
  };
  const first = await start();
  assert.match(first, /^\[memory\] The index of a large memory is being made/m);
  assert.match(first, /ArgoCD/);
  assert.doesNotMatch(first, /Rule 2/);
  slow = "";
  assert.match(await start(), /Rule 2[^]*Last session\nOld/);
  // This index knows a rule, and not the day that replaces it, of several that a pull has brought.
  slow = "02-08.jsonl";
  rule(7, "Rule 7 holds", { supersedes: "log-of-2", timestamp: "2026-02-07T10:00:00.000Z" });
  for (const day of [8, 9]) rule(day, `Rule ${day} holds`, { timestamp: `2026-02-0${day}T10:00:00.000Z` });
  const third = await start();
  assert.match(third, /Rule 9/);
  assert.doesNotMatch(third, /Rule 2/);
});

test("daily files, which a team may share, hold no path of this machine", async () => {
  const box = hookBox();
  const folder = join(box.project, "packages", "web");
  mkdirSync(folder, { recursive: true });
  await box.cursor("sessionStart", { workspace_roots: [folder] });
  const events = box.lines("daily/2026-02-18.jsonl");
  assert.deepEqual(events.map(({ type, workspace }) => [type, workspace]), [["session_start", "packages/web"]]);
  assert.ok(!JSON.stringify(events).includes(box.project));
});

test("an empty memory tells a session of Cursor only its id, and with auto_save off nothing", async () => {
  const box = hookBox();
  forCursor(box);
  const told = { additional_context: `Add \`--session ${SESSION}\` to every save.` };
  assert.deepEqual(await box.cursor("sessionStart"), told);
  box.write("config.json", `{"auto_save": false}`);
  box.advance(60_000);
  assert.deepEqual(await box.cursor("sessionStart"), {});
});

test("with auto_retrieve off the agent is asked once after a compaction to save the rest, not again with the next prompt", async () => {
  const box = filled(hookBox());
  box.write("config.json", `{"auto_retrieve": false}`);
  await box.claude("SessionStart", { source: "startup" });
  await box.claude("PreCompact", { trigger: "auto" });
  const start = await box.claude("SessionStart", { source: "compact" });
  assert.match(start.hookSpecificOutput.additionalContext, /\[Memory Flush\]/);
  assert.deepEqual(await box.claude("UserPromptSubmit", { prompt: "where do we cache sessions?" }), {});
});

test("a fact that is too old for a start is told behind the newest ones if several sessions used it, not if one did", async () => {
  const box = filled(hookBox());
  const at = "2026-01-25T09:00:00.000Z";
  box.write(
    "daily/2026-01-25.jsonl",
    factLine("The gateway retries twice", { id: "log-010000000-used", timestamp: at }) +
      factLine("The gateway logs in JSON", { id: "log-010000000-once", timestamp: at }) +
      factLine("The gateway was slow", { id: "log-010000000-none", timestamp: at }),
  );
  const metrics = (session_id: string, used: readonly string[], timestamp: string) =>
    `${JSON.stringify({ id: `log-02000000-${session_id}`, type: "session_metrics", session_id, timestamp, used })}\n`;
  const both = ["log-010000000-used", "log-010000000-once"];
  box.write(
    "daily/2026-02-10.jsonl",
    metrics("a", both, "2026-02-10T09:00:00.000Z") + metrics("b", both.slice(0, 1), "2026-02-11T09:00:00.000Z"),
  );
  const { hookSpecificOutput } = await box.claude("SessionStart", { source: "startup" });
  assert.match(hookSpecificOutput.additionalContext, /We cache sessions[\s\S]*The gateway retries twice/);
  assert.doesNotMatch(hookSpecificOutput.additionalContext, /logs in JSON|was slow/);
});

test("a rule that was only heard is told at starts for a month, one that was ordered to save for good", async () => {
  const box = hookBox();
  const heard = { memory_type: "O", auto_generated: true };
  const [guess, order] = ["From now on all prices are in cents", "Commit messages are in English"];
  const lines = factLine(guess, { ...heard, confidence: 0.4 }) + factLine(order, { ...heard, confidence: 0.6 });
  box.write("daily/2026-02-18.jsonl", lines);
  const toldAfter = async (days: number) => {
    box.advance(days * 86_400_000);
    const context = contextOf(await box.claude("SessionStart", { source: "startup", session_id: `s-${days}` }));
    return [guess, order].filter((content) => context.includes(content));
  };
  assert.deepEqual(await toldAfter(29), [guess, order]);
  assert.deepEqual(await toldAfter(2), [order]);
  const transcript = join(box.folder, "said.jsonl");
  const says = (content: string) => `${JSON.stringify({ type: "user", message: { role: "user", content } })}\n`;
  writeFileSync(transcript, [guess, "Fix the loader"].map(says).join(""));
  const event = { session_id: "again", transcript_path: transcript, reason: "exit" };
  await box.claude("UserPromptSubmit", { ...event, prompt: guess });
  await box.claude("SessionEnd", event);
  assert.deepEqual((await toldAfter(1)).toSorted(), [order, guess].toSorted(), "it was said again");
});

test("a record told at the start counts as used when a prompt is about it, a record given for a prompt does not", async () => {
  const box = filled(hookBox());
  const [cache = {}] = box.lines("daily/2026-02-18.jsonl").filter(({ content }) => /Redis/.test(content));
  const session = async (session_id: string, source?: string) => {
    if (source) await box.claude("SessionStart", { source, session_id });
    for (const prompt of ["where do we cache our sessions?", "and which TTL do our cached sessions have in Redis?"]) {
      box.advance(60_000);
      await box.claude("UserPromptSubmit", { prompt, session_id });
      await box.claude("Stop", { last_assistant_message: "I don't know.", stop_hook_active: true, session_id });
    }
    await box.claude("SessionEnd", { reason: "exit", session_id });
    const metrics = box.lines("daily/2026-02-18.jsonl").filter(({ type }) => type === "session_metrics");
    return metrics.find((each) => each.session_id === session_id);
  };
  const started = await session("started", "startup");
  assert.deepEqual([started.used.includes(cache.id), started.recalled], [true, []]);
  const asked = await session("asked");
  assert.deepEqual([asked.used, asked.recalled.includes(cache.id)], [[], true]);
});

test("an event that two configurations deliver acts once", async () => {
  const box = filled(hookBox());
  const payload = {
    conversation_id: SESSION,
    session_id: SESSION,
    generation_id: "",
    hook_event_name: "sessionStart",
    cursor_version: "3.21.4",
    workspace_roots: [box.project],
  };
  const replies = [
    await box.raw("cursor", "sessionStart", JSON.stringify(payload)),
    await box.raw("claude", "SessionStart", JSON.stringify(payload)),
  ];
  assert.match(replies[0] ?? "", /Redis/);
  assert.equal(replies[1], "{}");
  assert.equal(box.lines("daily/2026-02-18.jsonl").filter(({ type }) => type === "session_start").length, 1);
});

test("a resumed session gets only what is new, a cleared or compacted one everything again", async () => {
  const box = filled(hookBox());
  const start = async (source: string) => {
    box.advance(60_000);
    return contextOf(await box.claude("SessionStart", { source }));
  };
  assert.match(await start("startup"), /Redis, TTL 300/);
  assert.equal(await start("resume"), "");
  box.write("daily/2026-02-19.jsonl", factLine("A new fact", { timestamp: "2026-02-18T10:00:30.000Z" }));
  const resumed = await start("resume");
  assert.match(resumed, /A new fact/);
  assert.doesNotMatch(resumed, /Redis, TTL 300|Two spaces/);
  assert.match(await start("clear"), /Redis, TTL 300/);
  await box.claude("PreCompact", { trigger: "auto" });
  const compacted = await start("compact");
  assert.match(compacted, /Redis, TTL 300/);
  assert.match(compacted, /\[Memory Flush\]/);
});

test("a resumed session is told once the records that were reworded since it got them, and never its own summary", async () => {
  const box = hookBox();
  const fact = (content: string, more: object = {}) =>
    box.write("daily/2026-02-18.jsonl", factLine(content, { id: "log-090000000-port", ...more }));
  const summary = (summary: string, timestamp: string, session_id: string) => {
    const id = `sum-090000000-${session_id}`;
    box.write("sessions.jsonl", `${JSON.stringify({ id, session_id, topic: "Ports", summary, timestamp })}\n`);
  };
  const start = async (source: string) => {
    box.advance(60_000);
    return contextOf(await box.claude("SessionStart", { source }));
  };
  fact("The service listens on 8080");
  summary("Chose a port.", "2026-02-18T09:30:00.000Z", "other");
  await start("startup");
  assert.equal(await start("resume"), "");
  fact("The service listens on 9090", { said_at: "2026-02-18T10:02:30.000Z" });
  const reworded = await start("resume");
  assert.match(reworded, /listens on 9090/);
  assert.doesNotMatch(reworded, /Chose a port/);
  summary("Chose a port, and a second one.", "2026-02-18T10:03:30.000Z", "other");
  assert.match(await start("resume"), /and a second one/);
  summary("Wrote this very session down.", "2026-02-18T10:04:30.000Z", SESSION);
  assert.equal(await start("resume"), "");
});

test("the records that a session was given stand in its ledger and in the retrieval log", async () => {
  const box = filled(hookBox());
  await box.cursor("sessionStart");
  const { injections, tokens_given } = box.state();
  assert.equal(injections.length, 1);
  assert.equal(injections[0].channel, "hook");
  assert.equal(injections[0].tokens, tokens_given);
  assert.ok(injections[0].ids.includes("sum-090000000-aaaa"));
  const [line] = box.lines("logs/2026-02-18.jsonl").filter(({ message }) => message === "retrieval");
  assert.deepEqual([line.trigger, line.session, line.chosen], ["start", SESSION, injections[0].ids]);
});

test("the person's store gives a project the person's own records, and none of another project", async () => {
  const box = hookBox();
  const home = join(box.folder, "home", ".cursor", "skills", "memory-data");
  mkdirSync(join(home, "daily"), { recursive: true });
  writeFileSync(
    join(home, "daily/2026-02-18.jsonl"),
    factLine("Prefers tabs", { memory_type: "O" }) +
      factLine("Other project uses Kafka", { source: { project: "/somewhere/else" } }) +
      factLine("This project uses NATS", { source: { project: box.project } }),
  );
  const { additional_context: context } = await box.cursor("sessionStart");
  assert.match(context, /Prefers tabs/);
  assert.match(context, /NATS/);
  assert.doesNotMatch(context, /Kafka/);
});

test("a folder in the place of a file, or the reverse, costs a start only that part, and is logged", async () => {
  const logged = (box: HookBox) => readdirSync(join(box.own, "logs")).map((name) => box.read(`logs/${name}`)).join("");
  const core = filled(hookBox());
  rmSync(join(core.data, "MEMORY.md"));
  mkdirSync(join(core.data, "MEMORY.md"));
  assert.match((await core.cursor("sessionStart")).additional_context, /Prefer small files/);
  assert.match(logged(core), /core memory can't be read/);

  const daily = filled(hookBox());
  // A session whose window was closed: its end can't be written either.
  await daily.cursor("sessionStart", { conversation_id: "closed", session_id: "closed" });
  const then = Date.parse("2026-02-17T08:00:00.000Z") / 1000;
  utimesSync(join(daily.own, "session_state", "closed.json"), then, then);
  rmSync(join(daily.data, "daily"), { recursive: true });
  daily.write("daily", "not a folder");
  assert.match((await daily.cursor("sessionStart")).additional_context, /Two spaces[\s\S]*Moved the cache/);
  assert.match(logged(daily), /can't be written down[\s\S]*an abandoned session can't be ended/);

  const secret = filled(hookBox());
  const rule = forCursor(secret);
  mkdirSync(join(secret.own, ".secret"));
  // For a build that may drop the hook's reply only the rule file tells the context.
  await secret.cursor("sessionStart", { cursor_version: "3.12.17" });
  assert.match(readFileSync(rule, "utf8"), /Two spaces/);
});

test("a reply with a full context and every request is still short enough for clients to show it whole", async () => {
  const box = hookBox();
  const rules = Array.from(
    { length: 400 },
    (_, at) => `## Part ${at}\n\n- rule number ${at}: something of some length\n`,
  );
  box.write("MEMORY.md", `# Core\n\n${rules.join("\n")}`);
  box.write("config.json", JSON.stringify({ context: { start_tokens: 2400 } }));
  const given = ({ hookSpecificOutput }: Json): string => hookSpecificOutput.additionalContext;
  for (const source of ["startup", "clear", "compact"]) {
    const context = given(await box.claude("SessionStart", { source }));
    assert.ok(context.length <= 10_000, `${source}: ${context.length}`);
    assert.match(context, /rule number 3:/);
    if (source === "compact") assert.match(context, /\[Memory Flush\]/);
    box.advance(60_000);
  }
  await box.claude("PreCompact", { trigger: "auto" });
  const restored = given(await box.claude("UserPromptSubmit", { prompt: "Search memory: rule number 300" }));
  assert.ok(restored.length <= 10_000, String(restored.length));
  assert.match(restored, /rule number 3:[^]*\[Memory Flush\][^]*\[memory\]/);
});

test("a full start keeps to the clients' limit in bytes, in any script", async () => {
  // Codex counts bytes.
  const texts = [
    ["en", "internationalisation authentication infrastructure "],
    ["en", "информационная безопасность инфраструктуры "],
    ["zh", "国际化与身份验证的基础设施，"],
  ] as const;
  for (const [lang, words] of texts) {
    const box = hookBox();
    const line = (index: number) => `${words.repeat(4)}${index}`;
    const lines = Array.from({ length: 80 }, (_, index) => line(index));
    box.write("config.json", JSON.stringify({ lang, context: { start_tokens: 2400 } }));
    box.write("MEMORY.md", `# Core\n\n${lines.map((text) => `- ${text}`).join("\n")}\n`);
    box.write("daily/2026-02-18.jsonl", lines.map((text) => factLine(text)).join(""));
    for (const agent of ["claude", "codex"]) {
      for (const source of ["startup", "compact"]) {
        const event = { session_id: `${agent}-${source}`, cwd: box.project, source };
        const reply: Json = JSON.parse(await box.raw(agent, "SessionStart", JSON.stringify(event)));
        const { additionalContext } = reply.hookSpecificOutput;
        const bytes = Buffer.byteLength(additionalContext);
        assert.ok(bytes > 6_000 && bytes <= 10_000, `${words}${agent} ${source}: ${bytes}`);
        assert.match(additionalContext, / save fact --type /);
      }
    }
  }
});
