/** The rule file and the hook's reply share the start context between them, in each build of Cursor. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { memoryBox } from "../box.ts";
import { factLine, type HookBox, hookBox, type Json } from "../hooks_box.ts";
import { filled, forCursor, RULE } from "./start_box.ts";

test("the start tells the agent how to use memory where no installed rule does", async () => {
  const box = hookBox();
  const { hookSpecificOutput } = await box.claude("SessionStart", { source: "startup" });
  assert.equal(hookSpecificOutput.hookEventName, "SessionStart");
  assert.match(hookSpecificOutput.additionalContext, / save fact --type /);
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

/** Lets an hour pass since the rule file was written. */
function settle(box: HookBox, rule: string): void {
  box.advance(3_600_000);
  const hourAgo = box.runtime.now().getTime() / 1000 - 3_600;
  utimesSync(rule, hourAgo, hourAgo);
}

const another = (session: string) => ({ cursor_version: "3.20.17", conversation_id: session, session_id: session });

test("the rule file holds the start context for every build, and a delivered hook adds only what the file lacks", async () => {
  const box = filled(hookBox());
  const rule = forCursor(box);
  const { additional_context: first } = await box.cursor("sessionStart", another("first"));
  assert.match(first, /Redis/);
  assert.match(readFileSync(rule, "utf8"), /alwaysApply: true[\s\S]*Redis/);
  settle(box, rule);
  // Only the session's id is left to tell, since all windows share the rule.
  const { additional_context: second } = await box.cursor("sessionStart", another("second"));
  assert.equal(second, "Add `--session second` to every save.");
  await box.cursor("preCompact", { ...another("second"), trigger: "auto" });
  const prompt = await box.cursor("beforeSubmitPrompt", { ...another("second"), prompt: "go on", attachments: [] });
  assert.match(prompt.additional_context, /^(?:Add .* to every save\.\n\n)?\[Memory Flush\]/);
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

test("a person's own rule of the same name is not overwritten, and the hook's reply holds the whole context", async () => {
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

test("after a recent change of the rule file the hook tells the whole context, since the client may not have loaded it", async () => {
  const box = filled(hookBox());
  const rule = forCursor(box);
  await box.cursor("sessionStart", another("first"));
  const now = box.runtime.now().getTime() / 1000;
  utimesSync(rule, now, now);
  assert.match((await box.cursor("sessionStart", another("second"))).additional_context, /Redis/);
});

test("a session of a build that takes hook context does not change the rule file on which another build depends", async () => {
  const box = filled(hookBox());
  const rule = forCursor(box);
  await box.cursor("sessionStart", { cursor_version: "3.12.17", conversation_id: "ide", session_id: "ide" });
  const before = readFileSync(rule, "utf8");
  await box.cursor("sessionStart", { ...another("cli"), cursor_version: "2026.07.23-3e2a980" });
  assert.equal(readFileSync(rule, "utf8"), before);
});

test("delivery.rule_file always tells by the rule file alone, never by the hook alone", async () => {
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

test("the hook tells the whole context to a window on a folder inside the project, which loads no rules of the project", async () => {
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

test("with auto_retrieve off neither the hook nor the rule file tells a record", async () => {
  const box = filled(hookBox());
  const rule = forCursor(box);
  await box.cursor("sessionStart", { cursor_version: "3.12.17" });
  box.write("config.json", `{"auto_retrieve": false}`);
  box.advance(60_000);
  const { additional_context: told } = await box.cursor("sessionStart", { cursor_version: "3.12.17" });
  assert.match(told, /^Add `--session \S+` to every save\.$/);
  assert.doesNotMatch(readFileSync(rule, "utf8"), /Redis/);
});

test("when memory is switched off an open session is told so once, later events get the empty reply and save nothing, and the rule file is emptied", async () => {
  const box = filled(hookBox());
  const rule = forCursor(box);
  await box.cursor("sessionStart", { cursor_version: "3.12.17" });
  const before = box.read("daily/2026-02-18.jsonl");
  writeFileSync(join(box.data, "..", ".memory-disable"), "");
  box.advance(60_000);
  assert.deepEqual(await box.cursor("sessionStart", { cursor_version: "3.12.17" }), {});
  const told = await box.cursor("beforeSubmitPrompt", { prompt: "继续 Redis" });
  assert.match(told.additional_context, /^\[memory\] Memory is switched off now/);
  assert.deepEqual(await box.cursor("beforeSubmitPrompt", { prompt: "继续 Redis" }), { continue: true });
  assert.deepEqual(await box.cursor("stop", { status: "completed", loop_count: 0 }), {});
  assert.equal(box.read("daily/2026-02-18.jsonl"), before);
  assert.doesNotMatch(readFileSync(rule, "utf8"), /Redis/);
});

test("a rule file that a repository made a link to a person's file is not written through, and the reply holds the whole context", async () => {
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

test("the rule file holds nothing of the project's memory once the settings leave that memory out", async () => {
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
