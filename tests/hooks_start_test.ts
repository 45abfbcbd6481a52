import { test } from "node:test";
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { stripFrames } from "../src/recall/frame.ts";
import { memoryBox } from "./box.ts";
import { factLine, type HookBox, hookBox, type Json, SESSION } from "./hooks_box.ts";

const RULE = ".cursor/rules/memory-context.mdc";

function filled(box: HookBox): HookBox {
  box.write("MEMORY.md", "# Core memory\n\n## Preferences\n\n- Two spaces for indentation\n");
  box.write(
    "daily/2026-02-18.jsonl",
    factLine("We cache sessions in Redis, TTL 300") + factLine("Prefer small files", { memory_type: "O" }),
  );
  box.write(
    "sessions.jsonl",
    `${
      JSON.stringify({
        id: "sum-090000000-aaaa",
        session_id: "earlier",
        topic: "Cache",
        summary: "Moved the cache to Redis.",
        decisions: ["TTL is 300"],
        todos: ["Measure hit rate"],
        tags: [],
        timestamp: "2026-02-18T09:30:00.000Z",
        source: "stop",
      })
    }\n`,
  );
  return box;
}

function forCursor(box: HookBox): string {
  mkdirSync(join(box.project, ".cursor", "rules"), { recursive: true });
  writeFileSync(join(box.project, ".cursor/rules/memory-rules.mdc"), "---\nalwaysApply: true\n---\n");
  writeFileSync(join(box.project, RULE), "");
  return join(box.project, RULE);
}

test("a session starts with core memory, conventions, facts and the last session with what was decided and left open", async () => {
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
  assert.equal(stripFrames(context), "");
  const [start] = box.lines("daily/2026-02-18.jsonl").filter(({ type }) => type === "session_start");
  assert.deepEqual([start.session_id, start.workspace, start.agent], [SESSION, box.project, "cursor"]);
});

test("an empty memory has nothing to add to a session", async () => {
  const box = hookBox();
  forCursor(box);
  assert.deepEqual(await box.cursor("sessionStart"), {});
});

test("where no rule tells the agent how to use memory, the start does", async () => {
  const box = hookBox();
  const { hookSpecificOutput } = await box.claude("SessionStart", { source: "startup" });
  assert.equal(hookSpecificOutput.hookEventName, "SessionStart");
  assert.match(hookSpecificOutput.additionalContext, /save fact --session 5f0c9a52/);
});

test("a build that drops hook context finds it in the rule file, and the file changes only with the memory", async () => {
  const box = filled(hookBox());
  const rule = forCursor(box);
  await box.cursor("sessionStart", { cursor_version: "3.12.17" });
  const written = readFileSync(rule, "utf8");
  assert.match(written, /alwaysApply: true/);
  assert.match(written, /We cache sessions in Redis/);
  const { mtimeNs } = statSync(rule, { bigint: true });
  box.advance(60_000);
  await box.cursor("sessionStart", { cursor_version: "3.12.17", conversation_id: "another", session_id: "another" });
  assert.equal(statSync(rule, { bigint: true }).mtimeNs, mtimeNs);
  box.write("daily/2026-02-19.jsonl", factLine("A new fact", { timestamp: "2026-02-18T10:00:30.000Z" }));
  box.advance(60_000);
  await box.cursor("sessionStart", { cursor_version: "3.12.17", conversation_id: "third", session_id: "third" });
  assert.match(readFileSync(rule, "utf8"), /A new fact/);
});

/** As if the rule file had stood there for an hour when the next session begins. */
function settle(box: HookBox, rule: string): void {
  box.advance(3_600_000);
  const hourAgo = box.runtime.now().getTime() / 1000 - 3_600;
  utimesSync(rule, hourAgo, hourAgo);
}

const another = (session: string) => ({ cursor_version: "3.20.17", conversation_id: session, session_id: session });

test("the rule file holds the start context for every build, and a hook that is delivered adds what is not in it yet", async () => {
  const box = filled(hookBox());
  const rule = forCursor(box);
  const { additional_context: first } = await box.cursor("sessionStart", another("first"));
  assert.match(first, /Redis/);
  assert.match(readFileSync(rule, "utf8"), /alwaysApply: true[\s\S]*Redis/);
  settle(box, rule);
  assert.deepEqual(await box.cursor("sessionStart", another("second")), {}, "the rule says it all");
  await box.cursor("preCompact", { ...another("second"), trigger: "auto" });
  const prompt = await box.cursor("beforeSubmitPrompt", { ...another("second"), prompt: "go on", attachments: [] });
  assert.match(prompt.additional_context, /^\[Memory Flush\]/);
  assert.doesNotMatch(prompt.additional_context, /Redis/, "a rule survives a compaction");
  box.write("daily/2026-02-19.jsonl", factLine("Orders go through Kafka", { timestamp: "2026-02-18T10:30:00.000Z" }));
  box.write("MEMORY.md", `${box.read("MEMORY.md")}\n- Errors carry a code\n`);
  settle(box, rule);
  const { additional_context: fresh } = await box.cursor("sessionStart", another("third"));
  assert.match(fresh, /Orders go through Kafka/);
  assert.match(fresh, /Errors carry a code/);
  assert.doesNotMatch(fresh, /Redis/);
  assert.match(readFileSync(rule, "utf8"), /Redis[\s\S]*Kafka|Kafka[\s\S]*Redis/);
  assert.deepEqual(box.state("third").injections.map(({ channel }: Json) => channel), ["rule_file", "hook"]);
});

test("somebody's own rule of the same name is not written over, the reply says it all", async () => {
  const box = filled(hookBox());
  const rule = forCursor(box);
  writeFileSync(rule, "---\nalwaysApply: true\n---\nAlways answer in rhyme.\n");
  for (const session of ["first", "second"]) {
    assert.match((await box.cursor("sessionStart", another(session))).additional_context, /Redis/);
    settle(box, rule);
  }
  assert.match(readFileSync(rule, "utf8"), /Always answer in rhyme/);
  assert.match(box.read("logs/2026-02-18.jsonl"), /somebody else wrote it/);
});

test("a rule that changed a moment ago may not be loaded yet: the hook says everything once more", async () => {
  const box = filled(hookBox());
  const rule = forCursor(box);
  await box.cursor("sessionStart", another("first"));
  const now = box.runtime.now().getTime() / 1000;
  utimesSync(rule, now, now);
  assert.match((await box.cursor("sessionStart", another("second"))).additional_context, /Redis/);
});

test("a session of a build that reads its hooks leaves the rule alone that a session of another build lives by", async () => {
  const box = filled(hookBox());
  const rule = forCursor(box);
  await box.cursor("sessionStart", { cursor_version: "3.12.17", conversation_id: "ide", session_id: "ide" });
  const before = readFileSync(rule, "utf8");
  await box.cursor("sessionStart", { ...another("cli"), cursor_version: "2026.07.23-3e2a980" });
  assert.equal(readFileSync(rule, "utf8"), before);
});

test("delivery.rule_file always: the rule file alone; never: the hook alone", async () => {
  const box = filled(hookBox());
  const rule = forCursor(box);
  box.write("config.json", `{"delivery": {"rule_file": "always"}}`);
  assert.deepEqual(await box.cursor("sessionStart"), {});
  assert.match(readFileSync(rule, "utf8"), /Redis/);
  box.write("config.json", `{"delivery": {"rule_file": "never"}}`);
  box.advance(60_000);
  assert.match((await box.cursor("sessionStart")).additional_context, /Redis/);
  assert.doesNotMatch(readFileSync(rule, "utf8"), /Redis/);
});

test("a window on a folder inside the project does not load the project's rules: the hook tells it everything", async () => {
  const box = filled(hookBox());
  forCursor(box);
  box.write("config.json", `{"delivery": {"rule_file": "always"}}`);
  mkdirSync(join(box.project, "packages"));
  const { additional_context: context } = await box.cursor("sessionStart", {
    workspace_roots: [join(box.project, "packages")],
  });
  assert.match(context, /Redis/);
  assert.equal(box.state().injections[0].channel, "hook");
});

test("a project that is not set up for Cursor gets no rule file", async () => {
  const box = filled(hookBox());
  await box.cursor("sessionStart", { cursor_version: "3.12.17" });
  assert.equal(existsSync(join(box.project, RULE)), false);
});

test("auto_retrieve off: no context from hook or rule file", async () => {
  const box = filled(hookBox());
  const rule = forCursor(box);
  await box.cursor("sessionStart", { cursor_version: "3.12.17" });
  box.write("config.json", `{"auto_retrieve": false}`);
  box.advance(60_000);
  assert.deepEqual(await box.cursor("sessionStart", { cursor_version: "3.12.17" }), {});
  assert.doesNotMatch(readFileSync(rule, "utf8"), /Redis/);
});

test("auto_retrieve off: after a compaction the agent is asked once to save the rest, not again with the next prompt", async () => {
  const box = filled(hookBox());
  box.write("config.json", `{"auto_retrieve": false}`);
  await box.claude("SessionStart", { source: "startup" });
  await box.claude("PreCompact", { trigger: "auto" });
  const start = await box.claude("SessionStart", { source: "compact" });
  assert.match(start.hookSpecificOutput.additionalContext, /\[Memory Flush\]/);
  assert.deepEqual(await box.claude("UserPromptSubmit", { prompt: "where do we cache sessions?" }), {});
});

test("switched off: the empty reply, nothing written, and the rule file falls silent", async () => {
  const box = filled(hookBox());
  const rule = forCursor(box);
  await box.cursor("sessionStart", { cursor_version: "3.12.17" });
  const before = box.read("daily/2026-02-18.jsonl");
  writeFileSync(join(box.data, "..", ".memory-disable"), "");
  box.advance(60_000);
  assert.deepEqual(await box.cursor("sessionStart", { cursor_version: "3.12.17" }), {});
  assert.deepEqual(await box.cursor("beforeSubmitPrompt", { prompt: "继续 Redis" }), { continue: true });
  assert.deepEqual(await box.cursor("stop", { status: "completed", loop_count: 0 }), {});
  assert.equal(box.read("daily/2026-02-18.jsonl"), before);
  assert.doesNotMatch(readFileSync(rule, "utf8"), /Redis/);
});

test("one physical event delivered by two configurations acts once", async () => {
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
    return (await box.claude("SessionStart", { source })).hookSpecificOutput?.additionalContext ?? "";
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

test("what a session was given stands in its ledger and in the retrieval log", async () => {
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

test("records of another project in the person's store are not given here, the person's own are", async () => {
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

test("a rule file that a repository planted as a link to somebody's file is not written through, the reply says it all", async () => {
  const box = filled(hookBox());
  const rule = forCursor(box);
  const profile = join(box.folder, "home", ".profile");
  writeFileSync(profile, "export PATH\n");
  rmSync(rule);
  symlinkSync(profile, rule);
  const { additional_context: context } = await box.cursor("sessionStart", { cursor_version: "3.12.17" });
  assert.match(context, /Redis/);
  assert.equal(readFileSync(profile, "utf8"), "export PATH\n");
  const [line] = box.lines("logs/2026-02-18.jsonl").filter(({ level }) => level === "ERROR");
  assert.match(line.reason, /Refusing to replace/);
});

test("a folder or a file in a wrong place costs its own part of the start alone, and is logged", async () => {
  const logged = (box: HookBox) => readdirSync(join(box.data, "logs")).map((name) => box.read(`logs/${name}`)).join("");
  const core = filled(hookBox());
  rmSync(join(core.data, "MEMORY.md"));
  mkdirSync(join(core.data, "MEMORY.md"));
  assert.match((await core.cursor("sessionStart")).additional_context, /Prefer small files/);
  assert.match(logged(core), /core memory can't be read/);

  const daily = filled(hookBox());
  // A window that was closed without a word: its end can't be written either.
  await daily.cursor("sessionStart", { conversation_id: "closed", session_id: "closed" });
  const then = Date.parse("2026-02-17T08:00:00.000Z") / 1000;
  utimesSync(join(daily.data, "session_state", "closed.json"), then, then);
  rmSync(join(daily.data, "daily"), { recursive: true });
  daily.write("daily", "not a folder");
  assert.match((await daily.cursor("sessionStart")).additional_context, /Two spaces[\s\S]*Moved the cache/);
  assert.match(logged(daily), /can't be written down[\s\S]*an abandoned session can't be ended/);

  const secret = filled(hookBox());
  const rule = forCursor(secret);
  mkdirSync(join(secret.data, ".secret"));
  // A build whose hook is not known to deliver has the rule alone.
  await secret.cursor("sessionStart", { cursor_version: "3.12.17" });
  assert.match(readFileSync(rule, "utf8"), /Two spaces/);
});

test("a reply with a full context, and all that is asked besides, is still short enough for clients to show it whole", async () => {
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

test("a full start keeps to the clients' limit in bytes as well, whatever it is written in", async () => {
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
        assert.match(additionalContext, new RegExp(`save fact --session ${agent}-${source}`));
      }
    }
  }
});

test("the context rule says nothing of a project's own memory once the settings leave it out", async () => {
  const box = memoryBox({ empty: true });
  await box.run(["init", "--agent", "cursor", "--skip-model"]);
  await box.run(["save", "fact", "--content", "The cache is Redis"]);
  const rule = () => readFileSync(join(box.project, ".cursor", "rules", "memory-context.mdc"), "utf8");
  let session = 0;
  const start = (env: Record<string, string> = {}) => {
    const payload = { conversation_id: `s-${session++}`, workspace_roots: [box.project], cursor_version: "3.20.17" };
    return box.hook("cursor", "sessionStart", payload, { env });
  };
  const globalOnly = { MEMORY__storage__location: "global-only" };
  await start();
  assert.match(rule(), /Redis/);
  await start(globalOnly);
  assert.doesNotMatch(rule(), /Redis/, "there is no global memory yet");
  await start();
  await box.run(["save", "fact", "--content", "Prefer pnpm", "--type", "O", "--layer", "global"]);
  await start(globalOnly);
  assert.match(rule(), /pnpm/);
  assert.doesNotMatch(rule(), /Redis/);
});
