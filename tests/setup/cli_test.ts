/** `init`, `disable`, `enable` and `uninstall`, against the binary, with the hooks run as they were registered. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "jsonc-parser";
import { BINARY, type Box, copyBinary, type Json, memoryBox } from "../box.ts";

const EVENTS: Readonly<Record<string, Json>> = {
  sessionStart: {},
  beforeSubmitPrompt: { prompt: "hello" },
  preCompact: { trigger: "auto", context_usage_percent: 90, message_count: 12 },
  stop: { status: "completed", loop_count: 0 },
  sessionEnd: { reason: "completed", duration_ms: 1000 },
  postToolUse: { tool_name: "Shell", tool_input: { command: "make" }, tool_output: '{"output":"","exitCode":0}' },
};

/** Runs what stands in the hook file as the client does: through a shell, far away from the project. */
function asClient(box: Box, command: string, payload: Json): Json {
  const cwd = join(box.home, ".cursor");
  fs.mkdirSync(cwd, { recursive: true });
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], {
    cwd,
    input: JSON.stringify(payload),
    encoding: "utf8",
    env: { HOME: box.home, PATH: "/usr/bin:/bin", CURSOR_VERSION: "3.20.17" },
  });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

test("every hook that init registers runs as it is registered, and a session starts with what was saved before", async () => {
  const box = memoryBox({ empty: true });
  execFileSync("git", ["init", "-q"], { cwd: box.project });
  assert.equal((await box.json(["init"])).status, "ok");
  const saved = await box.json(["save", "fact", "--content", "Sessions live in Redis with TTL 300 s", "--type", "W"]);
  assert.equal(saved.data.status, "saved");
  const { hooks } = parse(fs.readFileSync(join(box.project, ".cursor/hooks.json"), "utf8"));
  assert.deepEqual(Object.keys(hooks), Object.keys(EVENTS));
  for (const [event, extra] of Object.entries(EVENTS)) {
    const reply = asClient(box, hooks[event][0].command, {
      conversation_id: "s-1",
      session_id: "s-1",
      generation_id: "g-1",
      hook_event_name: event,
      cursor_version: "3.20.17",
      workspace_roots: [box.project],
      transcript_path: null,
      ...extra,
    });
    if (event === "sessionStart") assert.match(reply.additional_context, /TTL 300/);
    if (event === "beforeSubmitPrompt") assert.equal(reply.continue, true);
  }
});

test("init tells what it does, twice changes nothing, and uninstall leaves the memory to search in", async () => {
  const box = memoryBox({ empty: true });
  const planned = await box.json(["init", "--dry-run"]);
  assert.deepEqual([planned.status, planned.command, planned.data.dry_run], ["preview", "init", true]);
  assert.ok(!fs.existsSync(box.data));
  const done = await box.json(["init"]);
  assert.deepEqual(done.data.files, planned.data.files);
  const again = await box.json(["init"]);
  const kept = planned.data.files.map((file: Json) => ({ ...file, action: "keep" }));
  assert.deepEqual(again.data.files, kept);
  await box.run(["save", "fact", "--content", "缓存方案选 Redis", "--type", "W"]);
  const gone = await box.json(["uninstall"]);
  assert.ok(gone.data.files.length > 6);
  assert.ok(!fs.existsSync(join(box.project, ".cursor/hooks.json")));
  assert.equal((await box.json(["search", "缓存"])).results.length, 1);
});

test("the command that uninstall names erases the memory that it told of, and no other", async () => {
  const box = memoryBox({ empty: true });
  execFileSync("git", ["init", "-q"], { cwd: box.project });
  await box.json(["init"]);
  await box.json(["init", "--global", "--agent", "claude"]);
  const elsewhere = join(box.home, "work");
  for (const [words, cwd] of [[["--global"]], [["--project-path", box.project], elsewhere], [[]]] as const) {
    const { data_folder, notes } = (await box.json(["uninstall", ...words], cwd ? { cwd } : {})).data;
    const [, named = ""] = /`memory ([^`]*) --purge`/.exec(notes.join("\n")) ?? [];
    assert.deepEqual(named.split(" "), ["uninstall", ...words]);
    const preview = await box.json([...named.split(" "), "--purge"], cwd ? { cwd } : {});
    assert.equal(preview.data.purge.folder, data_folder);
  }
});

test("init for all projects does not take the person's own memory for a stranger's project", async () => {
  const box = memoryBox({ empty: true });
  for (const _ of ["fresh", "again"]) {
    const { code, stderr } = await box.run(["init", "--global", "--agent", "claude"]);
    assert.deepEqual([code, stderr.includes("was not made here")], [0, false], stderr);
  }
});

test("init names a file that stands in the place of a folder, and changes nothing", async () => {
  const box = memoryBox({ empty: true });
  fs.writeFileSync(join(box.project, ".claude"), "mine\n");
  const { error } = await box.json(["init", "--agent", "claude", "--skip-model"]);
  assert.match(error.message, /^Cannot write .*: \S*\/\.claude is a file, not a folder$/);
  assert.deepEqual(fs.readdirSync(box.project), [".claude"]);
});

test("init --list writes nothing, and names whatever init then writes, that of the home folder too", async () => {
  for (const words of [[], ["--agent", "claude,codex,gemini"], ["--global"]]) {
    const box = memoryBox({ empty: true });
    execFileSync("git", ["init", "-q"], { cwd: box.project });
    const all = () =>
      fs.readdirSync(box.home, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
    const before = all();
    const listed = await box.json(["init", "--list", ...words]);
    assert.equal(listed.status, "preview");
    assert.deepEqual(all(), before);
    const shown = await box.run(["init", "--list", ...words]);
    assert.deepEqual(all(), before);
    assert.match(shown.stdout, /nothing is written/);
    assert.doesNotMatch(shown.stdout, /\bcreated\b|added to/);
    const told: string[] = [...listed.data.files, ...listed.data.besides].map(({ path }: Json) => path);
    await box.run(["init", "--skip-model", ...words]);
    const missing = all().filter((path) =>
      !before.includes(path) && !told.some((each) => path === each || path.startsWith(`${each}/`))
    );
    assert.deepEqual(missing, [], words.join(" "));
    assert.match((await box.run(["init", "--list", ...words])).stdout, /is there/);
  }
});

test("a switch tells what it switches: this project, all projects by the settings, or where a project has no memory", async () => {
  const box = memoryBox({ empty: true });
  await box.run(["init", "--skip-model", "--agent", "claude"]);
  await box.run(["init", "--skip-model", "--agent", "claude", "--global"]);
  const told = async (words: readonly string[], env = {}) => (await box.run(words, { env })).stdout;
  assert.match(await told(["disable"]), /^Memory is off in this project;/);
  assert.equal(await told(["enable"]), "Memory is on\n");
  await box.run(["config", "set", "enabled", "false", "--global"]);
  assert.match(await told(["enable"]), /^Memory is on, in all projects: .*\/\.memory\/config\.json now\n$/);
  const elsewhere = { cwd: join(box.home, "work") };
  assert.match(
    (await box.run(["disable"], elsewhere)).stdout,
    /^Memory is off wherever a project has none of its own;/,
  );
  assert.match(await told(["enable"]), /^Memory is on\n.*it stays off .*`memory enable --layer global`/);
  await box.run(["enable", "--layer", "global"]);
  assert.match((await box.run(["status"], elsewhere)).stdout, /^Memory is on|^No memory here/);

  // No command helps against a variable.
  const byVariable = { MEMORY_DISABLE: "1" };
  assert.match(await told(["status"], byVariable), /^Memory is off: .* \(on again: unset MEMORY_DISABLE\)/);
  assert.match(await told(["remember", "Ports end with 0"], byVariable), /unset MEMORY_DISABLE/);
});

test("uninstall says that a memory which was switched off is on again", async () => {
  const box = memoryBox({ empty: true });
  await box.run(["init", "--skip-model", "--agent", "claude"]);
  const { file } = (await box.json(["disable"])).data;
  const last = async (...words: readonly string[]) => (await box.json(["uninstall", ...words])).data.notes.at(-1);
  assert.equal(
    await last("--dry-run"),
    `Memory is off here; its switch would go too (${file}), and it would be on again`,
  );
  assert.equal(await last(), `Memory was off here; its switch went too (${file}), so it is on again`);
  assert.match((await box.run(["status"])).stdout, /^Memory is on\n/);
});

test("hooks answer nothing and saves are skipped while memory is switched off, then all is as before", async () => {
  const box = memoryBox({ empty: true });
  await box.run(["init"]);
  await box.run(["save", "fact", "--content", "We deploy on Fridays", "--type", "W"]);
  const off = await box.json(["disable"]);
  assert.deepEqual([off.data.enabled, fs.existsSync(off.data.file)], [false, true]);
  assert.equal(off.data.file, join(box.project, ".cursor/skills/.memory-disable"));
  await box.run(["disable"]);
  const skipped = await box.json(["save", "fact", "--content", "Not now", "--type", "W"]);
  assert.deepEqual([skipped.data.status, skipped.data.reason], ["skipped", "memory_disabled"]);
  const payload = { conversation_id: "s", workspace_roots: [box.project], cursor_version: "3.20.17" };
  assert.deepEqual(await box.hook("cursor", "sessionStart", payload), {});
  const init = await box.json(["init"]);
  assert.match(init.data.notes.join(), /switched off/);
  assert.deepEqual((await box.json(["enable"])).data.enabled, true);
  assert.match((await box.hook("cursor", "sessionStart", payload)).additional_context, /Fridays/);
});

test("enable also takes back enabled: false, and says so when it can't", async () => {
  const box = memoryBox();
  box.write("config.json", '{\n  "enabled": false // for a while\n}\n');
  assert.equal((await box.json(["enable"])).data.enabled, true);
  assert.equal(box.read("config.json"), '{\n  "enabled": true // for a while\n}\n');
  const { data } = await box.json(["enable"], { env: { MEMORY_DISABLE: "1" } });
  assert.deepEqual([data.enabled, data.reason], [false, "MEMORY_DISABLE is set"]);
});

test("a session can be left out alone", async () => {
  const box = memoryBox();
  await box.run(["disable", "--session", "s-1"]);
  const save = (session: string) =>
    box.json(["save", "fact", "--content", "x y z", "--type", "W", "--session", session]);
  assert.equal((await save("s-1")).data.status, "skipped");
  await box.run(["enable", "--session", "s-1"]);
  assert.equal((await save("s-1")).data.status, "saved");
});

// `disable --session 0e6a777d` once noted the wish for a session of exactly this id, which there never is.
test("a session is switched by a piece of its id, where that means one session alone", async () => {
  const box = memoryBox();
  const ids = ["0e6a777d-f20f-47ee-9499-9a7329783a9d", "0e6a9999-f20f-47ee-9499-1a2b3c4d5e6f"];
  const [one = "", other = ""] = ids;
  for (const session_id of ids) {
    await box.hook("claude", "SessionStart", { session_id, cwd: box.project, source: "startup" });
  }
  const save = async (session: string) => {
    const words = ["save", "fact", "--content", "The chart has bars", "--type", "W", "--session", session];
    return (await box.json(words)).data.status;
  };
  for (const piece of ["0e6a777d", "9a7329783a9d", "0e6a777d-f20f"]) {
    assert.deepEqual((await box.json(["disable", "--session", piece])).data.session, one);
    assert.equal(await save(one), "skipped");
    assert.equal(await save("0e6a777d"), "skipped", "a save names the session so, too");
    assert.notEqual(await save(other), "skipped");
    assert.deepEqual((await box.json(["enable", "--session", piece])).data.session, one);
    assert.notEqual(await save(one), "skipped");
  }
  const several = await box.run(["disable", "--session", "0e6a"]);
  assert.equal(several.code, 2);
  assert.ok(ids.every((id) => several.stderr.includes(id)), several.stderr);
  for (const verb of ["disable", "enable"]) {
    const none = await box.run([verb, "--session", "12345678"]);
    assert.equal(none.code, 1, `${verb} ${none.stdout}`);
    assert.match(none.stderr, /no such session/);
  }
  assert.equal((await box.run(["enable", "--session", "nope"])).code, 1);
  const noted = await box.run(["disable", "--session", "11111111-2222-4333-8444-555555555555"]);
  assert.equal(noted.code, 0);
  assert.match(noted.stdout, /exactly this id/);
});

test("what can't be done is told in one sentence with its exit code", async () => {
  const box = memoryBox({ empty: true });
  const cases: readonly [readonly string[], number, RegExp][] = [
    [
      ["init", "--agent", "cursr"],
      2,
      /--agent must be one of cursor, claude, codex, gemini, qwen, copilot, auto.*Did you mean cursor/s,
    ],
    [["init", "--share", "some"], 2, /--share/],
    [["init", "--global", "--project-path", "."], 2, /exclude each other/],
    [["disable"], 4, /memory init/],
    [["init", "--project-path", box.home], 2, /home folder/],
  ];
  for (const [words, code, message] of cases) {
    const ran = await box.run(words);
    assert.equal(ran.code, code, words.join(" "));
    assert.match(ran.stderr, message);
  }
  fs.mkdirSync(join(box.project, ".cursor"));
  fs.writeFileSync(join(box.project, ".cursor/hooks.json"), "{ broken");
  const refused = await box.json(["init"]);
  assert.equal(refused.error.code, "CONFIG_INVALID");
  assert.equal(fs.readFileSync(join(box.project, ".cursor/hooks.json"), "utf8"), "{ broken");
  assert.ok(!fs.existsSync(box.data));
});

test("the hooks name this very binary", async () => {
  const box = memoryBox({ empty: true });
  await box.run(["init"]);
  assert.match(
    fs.readFileSync(join(box.project, ".cursor/hooks.json"), "utf8"),
    new RegExp(`\\\\"${BINARY}\\\\" hook`),
  );
});

test("hooks name the link by which init was started, so that they call the version to which it is turned later", () => {
  const box = memoryBox({ empty: true });
  execFileSync("git", ["init", "-q"], { cwd: box.project });
  const link = join(box.home, "bin", "memory");
  const version = (number: string) => join(box.home, "opt", `memory-${number}`, "memory");
  copyBinary(version("1"));
  fs.mkdirSync(dirname(link));
  fs.symlinkSync(version("1"), link);
  const env = { HOME: box.home, PATH: `${dirname(link)}:/usr/bin:/bin` };
  const called = (command: string, how: object = {}) => {
    const options = { cwd: box.project, env, encoding: "utf8", ...how } as const;
    const ran = spawnSync("/bin/sh", ["-c", `exec ${command} init --agent claude --skip-model`], options);
    assert.equal(ran.status, 0, ran.stderr);
    const { hooks } = parse(fs.readFileSync(join(box.project, ".claude/settings.local.json"), "utf8"));
    const hook: string = hooks.SessionStart[0].hooks[0].command;
    return { hook, path: /exec "([^"]+)"/.exec(hook)?.[1] };
  };
  assert.equal(called(version("1")).path, version("1"));
  assert.equal(called("memory").path, link, "found by PATH");
  assert.equal(called("../../bin/memory").path, version("1"), "a relative path means another place elsewhere");
  // The next pull could turn it.
  const brought = join(box.project, "tools", "memory");
  fs.mkdirSync(dirname(brought));
  fs.symlinkSync(version("1"), brought);
  assert.equal(called(brought).path, version("1"), "in a repository");
  assert.equal(called("memory", { env: { ...env, PATH: dirname(brought) } }).path, version("1"), "in its PATH");
  const { hook } = called(link);
  fs.renameSync(dirname(version("1")), dirname(version("2")));
  fs.rmSync(link);
  fs.symlinkSync(version("2"), link);
  const start = { session_id: "s", cwd: box.project, hook_event_name: "SessionStart", source: "startup" };
  const { stdout } = spawnSync("sh", ["-c", hook], { env, input: JSON.stringify(start), encoding: "utf8" });
  assert.match(stdout, new RegExp(`${link} save fact`));
});

test("init tells how a shell finds memory, for this one and every other, where it does not", async () => {
  const box = memoryBox({ empty: true });
  const notes = async (env: Readonly<Record<string, string>>) =>
    (await box.json(["init", "--agent", "cursor", "--dry-run"], { env })).data.notes.join("\n");
  const folder = dirname(BINARY);
  assert.equal(
    await notes({ PATH: "/usr/bin:/bin", SHELL: "/bin/zsh" }),
    `A shell does not find \`memory\`: ${folder} is not in PATH\n` +
      `  this shell: export PATH=${folder}:"$PATH"\n` +
      `  every shell: echo 'export PATH=${folder}:"$PATH"' >> ~/.zshrc, then open a new terminal`,
  );
  for (const SHELL of ["/bin/dash", "/bin/ash", "/bin/sh", ""]) {
    assert.match(await notes({ PATH: "/usr/bin", SHELL }), />> ~\/\.profile, then/, SHELL);
  }
  assert.match(await notes({ PATH: "/usr/bin", SHELL: "/usr/bin/fish" }), /every shell: fish_add_path \S+, then/);
  assert.equal(await notes({ PATH: `/usr/bin:${folder}` }), "");
  // A folder that can't be looked into, as one of another user.
  assert.equal(await notes({ PATH: `/${"x".repeat(300)}:${folder}` }), "");
});

test("hooks of a binary that is gone say nothing and succeed; doctor, status and the init that takes them over tell of it", async () => {
  const box = memoryBox({ empty: true });
  const copy = join(box.home, "my bin", "memory");
  copyBinary(copy);
  const env = { HOME: box.home, PATH: "/usr/bin:/bin" };
  execFileSync(copy, ["init", "--agent", "claude", "--skip-model"], { cwd: box.project, env });
  fs.rmSync(copy);
  const { hooks } = parse(fs.readFileSync(join(box.project, ".claude/settings.local.json"), "utf8"));
  for (const event of Object.keys(hooks)) {
    const { status, stdout, stderr } = spawnSync("sh", ["-c", hooks[event][0].hooks[0].command], {
      cwd: box.project,
      stdio: ["ignore", "pipe", "pipe"],
      encoding: "utf8",
      env,
    });
    assert.deepEqual([status, stdout, stderr], [0, "", ""], event);
  }
  const { checks } = (await box.json(["doctor"])).data;
  assert.match(JSON.stringify(checks), /my bin\/memory/);
  assert.deepEqual((await box.json(["status"])).data.call_gone, [copy]);
  assert.match((await box.run(["status"])).stdout, /! Hooks call \S+my bin\/memory, which is gone/);
  const notes = async () => (await box.json(["init", "--agent", "claude"])).data.notes.join("\n");
  assert.ok((await notes()).includes(`The hooks called ${copy} and call ${BINARY} from now on.`));
  assert.doesNotMatch(await notes(), /hooks called/, "they call this one by now");
  assert.equal((await box.json(["status"])).data.call_gone, undefined);
});

test("Claude Code's hooks run as registered too, and answer in its shape", async () => {
  const box = memoryBox({ empty: true });
  await box.run(["init", "--agent", "claude"]);
  await box.run(["save", "fact", "--content", "Tests run with deno test", "--type", "B"]);
  const { hooks } = parse(fs.readFileSync(join(box.project, ".claude/settings.local.json"), "utf8"));
  const command = (event: string): string => hooks[event][0].hooks[0].command;
  const payload = { session_id: "c-1", cwd: box.project, transcript_path: "", source: "startup" };
  const run = (event: string) =>
    JSON.parse(
      execFileSync("sh", ["-c", command(event)], {
        input: JSON.stringify({ ...payload, hook_event_name: event }),
        encoding: "utf8",
        env: { HOME: box.home, PATH: "/usr/bin:/bin" },
      }),
    );
  const start = run("SessionStart");
  assert.equal(start.hookSpecificOutput.hookEventName, "SessionStart");
  assert.match(start.hookSpecificOutput.additionalContext, /Tests run with deno test/);
  assert.deepEqual(run("SessionEnd"), {});
});

test("a command or a skill of one's own under a name of memory's stays byte for byte, and init says so", async () => {
  const box = memoryBox({ empty: true });
  const git = (...words: string[]) => execFileSync("git", words, { cwd: box.project, encoding: "utf8" });
  const own = {
    ".claude/commands/remember.md": "My own remember\n",
    ".cursor/commands/remember.md": "My own remember, for Cursor\n",
    ".claude/skills/long-term-memory/SKILL.md": "---\nname: long-term-memory\n---\nMine\n",
  };
  git("init", "-q");
  for (const [file, text] of Object.entries(own)) {
    fs.mkdirSync(dirname(join(box.project, file)), { recursive: true });
    fs.writeFileSync(join(box.project, file), text);
  }
  git("add", ".claude/commands", ".cursor/commands");
  const status = () => git("status", "--porcelain", "--untracked-files=all");
  const before = status();
  const read = () => Object.keys(own).map((file) => fs.readFileSync(join(box.project, file), "utf8"));
  const words = ["init", "--skip-model", "--agent", "claude", "--agent", "cursor"];
  for (const flag of ["--list", "--dry-run"]) {
    const { stdout } = await box.run([...words, flag]);
    for (const file of Object.keys(own)) {
      assert.match(stdout, new RegExp(`left: yours +${file.replaceAll(".", "\\.")}`));
    }
  }
  for (let round = 0; round < 2; round++) {
    const { code, stdout } = await box.run(words);
    assert.equal(code, 0);
    assert.deepEqual(read(), Object.values(own));
    assert.equal(status(), before, "nor is one that git does not track hidden from it");
    // One for those that git brings to others, too, and one for the rest.
    const notes = stdout.split("\n").filter((line) => line.includes("and left as it is"));
    assert.equal(notes.length, 2);
    for (const file of Object.keys(own)) assert.ok(notes.some((note) => note.includes(file)), file);
    assert.ok(!fs.existsSync(join(box.project, ".claude/skills/long-term-memory/manage.md")), "nothing beside it");
    assert.ok(fs.existsSync(join(box.project, ".cursor/skills/long-term-memory/manage.md")));
  }
  // Somebody's own again, after one of ours was there.
  const ours = join(box.project, ".claude/commands/memory-init.md");
  fs.writeFileSync(ours, "Mine now\n");
  await box.run(words);
  assert.equal(fs.readFileSync(ours, "utf8"), "Mine now\n");
  // One of ours that was changed is copied, and the copy named, as ever.
  const rules = join(box.project, ".cursor/rules/memory-rules.mdc");
  fs.appendFileSync(rules, "my own line\n");
  const { data } = await box.json(words);
  const { copy } = data.files.find(({ path }: Json) => path === rules);
  assert.match(fs.readFileSync(copy, "utf8"), /my own line/);
  assert.equal((await box.run(["uninstall", "--agent", "claude", "--agent", "cursor"])).code, 0);
  assert.deepEqual(read(), Object.values(own));
  assert.equal(fs.readFileSync(ours, "utf8"), "Mine now\n");
});

test("init says why it installs what notes need, once, and how to be without it", async () => {
  const box = memoryBox();
  await box.run(["note", "add", "Errors are JSON", "--when", "designing an API"]);
  const init = async (...more: string[]) =>
    (await box.run(["init", "--skip-model", "--agent", "claude", ...more])).stdout;
  assert.match(await init("--dry-run"), /There are notes here \(1\).* would come along; --no-notes leaves it out/);
  assert.match(await init(), /There are notes here \(1\).*`memory init --no-notes` takes it out/);
  assert.doesNotMatch(await init(), /There are notes here/);
  const skill = join(box.project, ".claude/skills/taste-recognition/SKILL.md");
  assert.ok(fs.existsSync(skill));
  await init("--no-notes");
  assert.doesNotMatch(await init("--no-notes"), /There are notes here/);
  // What was said once holds for later runs, until the contrary is said.
  for (const [words, isThere] of [[[], false], [["--notes"], true], [[], true]] as const) {
    assert.doesNotMatch(await init(...words), /There are notes here/);
    assert.equal(fs.existsSync(skill), isThere);
  }
});

test("init writes the terminal's language into new settings, says so, and changes that of none that are there", async () => {
  const zh = { env: { LANG: "zh_CN.UTF-8" } };
  const words = ["init", "--skip-model", "--agent", "claude"];
  const lang = async (box: Box) => (await box.json(["config", "get", "lang"])).data.value;
  const chinese = memoryBox({ empty: true });
  assert.match((await chinese.run(words, zh)).stdout, /^语言设为中文（lang: zh/m);
  assert.doesNotMatch((await chinese.run(words, zh)).stdout, /语言设为中文/);
  assert.equal(await lang(chinese), "zh");
  const shared = await chinese.run(["init", "--skip-model", "--agent", "codex,gemini", "--dry-run"], zh);
  assert.match(shared.stdout, /^ +Codex、Gemini CLI +将新建 /m);
  const english = memoryBox({ empty: true });
  await english.run(words);
  await english.run(words, zh);
  assert.equal(await lang(english), "auto");
  await english.run([...words, "--lang", "zh"]);
  assert.equal(await lang(english), "zh");
});

test("an answer about all projects is in one language, also in a project of another", async () => {
  const box = memoryBox({ empty: true });
  await box.run(["init", "--skip-model", "--agent", "claude", "--lang", "zh"]);
  for (const words of [["init", "--skip-model", "--agent", "claude"], ["uninstall"]]) {
    for (const more of [["--dry-run"], []]) {
      const { stdout } = await box.run([...words, "--global", ...more]);
      assert.match(stdout, /Claude Code/);
      assert.doesNotMatch(stdout, /\p{sc=Han}/u, words[0]);
    }
  }
});

test("init counts the memory's files as its list does", async () => {
  const box = memoryBox({ empty: true });
  const init = async (...more: string[]) =>
    (await box.run(["init", "--skip-model", "--agent", "claude", ...more])).stdout;
  const listed = (await init("--list")).split("\n").filter((line) => /^ {2}Memory .* \.claude\//.test(line)).length;
  assert.equal(/Memory: (\d+) files/.exec(await init())?.[1], String(listed));
});

test("the files of a memory that a person reads are in the language of its project, INDEX.md made anew, too", async () => {
  for (
    const [lang, head, attributes] of [
      ["zh", "# 记忆索引\n\n> 每篇笔记一行。", "# 这里的文件都不共享"],
      ["en", "# Memory Index\n\n> One line per note.", "# Nothing here is shared"],
    ] as const
  ) {
    const box = memoryBox({ empty: true });
    // The person's own locale is the other one.
    const env = { LANG: lang === "zh" ? "en_US.UTF-8" : "zh_CN.UTF-8" };
    await box.run(["init", "--agent", "cursor", "--skip-model", "--lang", lang], { env });
    assert.ok(box.read("INDEX.md").startsWith(head), box.read("INDEX.md"));
    assert.ok(box.read(".gitattributes").startsWith(attributes), box.read(".gitattributes"));
    const empty = box.read("INDEX.md");
    fs.rmSync(box.path("INDEX.md"));
    await box.run(["note", "add", "Errors are JSON"], { env });
    assert.ok(box.read("INDEX.md").startsWith(empty), box.read("INDEX.md"));
    assert.match(box.read("INDEX.md"), /^\| MEM-errors-json \|/m);
    assert.deepEqual((await box.json(["note", "check"], { env })).data.problems, []);
  }
});
