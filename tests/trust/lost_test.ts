/**
 * What `git clean -fdx`, `rm` and a killed process take from a project's memory comes back from its home, and nothing
 * that was purged, or is a stranger's, is kept there. Against the binary, but for the kills.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { applyChange } from "../../src/store/change.ts";
import { appendLocked } from "../../src/store/append.ts";
import { keepMirror, lostFiles, setAsideLost } from "../../src/store/keep_mirror.ts";
import { lostOf } from "../../src/store/lost.ts";
import { openStore, type Store } from "../../src/store/mod.ts";
import { withLock } from "../../src/store/write_lock.ts";
import { planRecovery } from "../../src/upkeep/restore.ts";
import { type Box, contextOf, type Json, memoryBox } from "../box.ts";
import { Killed, killedAt, testStore, testWorld } from "../world.ts";
import { tokenRests } from "../together.ts";
import { DATA, fill, git, put, TODAY } from "./hostile_box.ts";

const INIT = ["init", "--skip-model", "--agent", "cursor"];
const NOTE = {
  scene: "When a service logs",
  principles: ["One JSON line for each event", "Free text is no format"],
  choice: "One JSON line for each event",
  source: "remember",
  confidence: "high",
  score: { d1: 2, d2: 2, d3: 2, d4: 2, d5: 2 },
};

/** The bytes of every file below a folder whose name matches. */
function bytesBelow(folder: string, name: RegExp): Record<string, string> {
  if (!fs.existsSync(folder)) return {};
  const files = fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    name.test(file) && fs.statSync(join(folder, file)).isFile()
  );
  return Object.fromEntries(files.sort().map((file) => [file, fs.readFileSync(join(folder, file), "latin1")]));
}

const truth = (box: Box) => bytesBelow(box.data, /(^|\/)(MEMORY\.md|MEM-.*\.md|config\.json|.*\.jsonl)$/);

async function session(box: Box, id: string, facts: readonly string[]): Promise<void> {
  const event = { session_id: id, cwd: box.project };
  await box.hook("claude", "SessionStart", { ...event, source: "startup" });
  for (const content of facts) await box.json(["save", "fact", "--content", content, "--session", id]);
  await box.hook("claude", "SessionEnd", { ...event, reason: "clear" });
}

async function filledProject(): Promise<Box> {
  const box = memoryBox({ empty: true });
  git(box.project, "init", "-q");
  fs.writeFileSync(join(box.project, "README.md"), "hi\n");
  git(box.project, "add", ".");
  await box.json(INIT);
  fs.appendFileSync(box.path("MEMORY.md"), "- Never deploy on Fridays\n");
  await session(box, "s-1", ["The cache is Zanzibar 7", "The queue is NATS", "Ports end with 0"]);
  await box.json(["note", "propose", JSON.stringify(NOTE)]);
  await box.json(["save", "summary", "--topic", "Queue", "--summary", "Moved the queue to NATS", "--session", "s-2"]);
  await box.json(["config", "set", "memory.load_days_full", "3"]);
  await box.json(["save", "fact", "--content", "A fact that no session's end has seen"]);
  return box;
}

const lossIn = (checks: readonly { id: string; detail: string; next_step?: string }[]) =>
  checks.find(({ id, detail }) => id === "home" && /has lost/.test(detail));

for (const first of ["init", "restore"]) {
  test(`git clean takes nothing that was acknowledged: after it, and ${first}, restore brings back every byte`, async () => {
    const box = await filledProject();
    const before = truth(box);
    assert.equal(Object.keys(before).length >= 4, true, Object.keys(before).join());
    git(box.project, "clean", "-fdxq");
    assert.equal(fs.existsSync(box.data), false);
    const { error } = await box.json(["manage", "list"]);
    assert.match(error.message, /has lost 6 records and MEMORY\.md/);
    assert.match(error.hint, /restore/);
    const { checks } = (await box.json(["doctor", "--json"])).data;
    assert.match(lossIn(checks)?.next_step ?? "", /`memory restore`/);
    assert.match(checks[0].detail, /memory that was here is gone/);
    assert.match(checks[0].next_step, /^Run `memory restore` first/, "the first step that is read");
    const { stdout: status } = await box.run(["status"]);
    assert.match(status, /has lost 6 records and MEMORY\.md, .*`memory restore`/);
    if (first === "init") {
      const { data } = await box.json([...INIT, "--json"]);
      assert.ok(data.next.some((line: string) => /has lost 6 records and MEMORY\.md/.test(line)), data.next.join());
      const [backup] = (await box.json(["manage", "backups"])).data.backups;
      assert.equal(backup.command, "lost");
      assert.match((await box.run(["manage", "list"])).stderr, /has lost 6 records/, "an empty list is not all");
    }
    const { data } = await box.json(["manage", "restore"]);
    assert.deepEqual([data.restored, data.core, data.connected], [6, true, first === "init"]);
    assert.deepEqual(truth(box), before);
    // The backup counted no note, and the list of writes no note but a setting.
    const { backups } = (await box.json(["manage", "backups"])).data;
    assert.equal(backups.find(({ command }: Json) => command === "restore").records, 6);
    const [write] = (await box.json(["manage", "undo", "--list"])).data.operations;
    assert.deepEqual([write.command, write.records - (write.events ?? 0)], ["restore", 6]);
    assert.equal(lossIn((await box.json(["doctor", "--json"])).data.checks), undefined);
    assert.doesNotMatch((await box.run(["status"])).stdout, /has lost/);
    assert.match((await box.json(["search", "queue"])).results[0].content, /NATS/);
    assert.equal((await box.run(["manage", "restore"])).code, 1, "there is nothing more");
    await box.json(["manage", "undo"]);
    assert.equal((await box.json(["manage", "list"])).data.total, 0, "it can be taken back");
  });
}

const LOOKS: readonly (readonly [name: string, look: (box: Box) => Promise<unknown>])[] = [
  ["note index", (box) => box.json(["note", "index"])],
  ["sync", (box) => box.json(["sync"])],
  ["status", (box) => box.run(["status"])],
  ["list", (box) => box.json(["manage", "list"])],
  ["search", (box) => box.json(["search", "queue"])],
  ["a session's start", (box) => box.hook("claude", "SessionStart", { session_id: "s-9", cwd: box.project })],
];

for (const [name, look] of LOOKS) {
  test(`what was written by hand, by an editor that replaces files too, comes back once memory looked: ${name}`, async () => {
    const box = await filledProject();
    const replaced = (file: string, add: string) => {
      const path = box.path(file);
      fs.writeFileSync(`${path}.new`, fs.readFileSync(path, "utf8") + add);
      fs.renameSync(`${path}.new`, path);
    };
    replaced("MEMORY.md", "- Never deploy on Mondays\n");
    replaced("config.json", "\n// By hand\n");
    const [note = ""] = fs.readdirSync(box.path("notes")).filter((file) => file.startsWith("MEM-"));
    fs.writeFileSync(
      box.path("notes/MEM-mq-retry.md"),
      box.read(`notes/${note}`).replace(/^id: .*$/m, "id: MEM-mq-retry"),
    );
    replaced(`notes/${note}`, "\nAdded by hand.\n");
    fs.writeFileSync(box.path("daily/2026-01-02.jsonl"), `${JSON.stringify(fact("log-000000002-sync", "Synced"))}\n`);
    const day = box.path(`daily/${TODAY}.jsonl`);
    fs.writeFileSync(`${day}.new`, box.read(`daily/${TODAY}.jsonl`).replace("Zanzibar 7", "Zanzibar 8"));
    fs.renameSync(`${day}.new`, day);
    const before = truth(box);
    await look(box);
    git(box.project, "clean", "-fdxq");
    const { stdout } = await box.run(["restore"]);
    assert.match(stdout, /since memory last looked .* is not in it/);
    const after = truth(box);
    for (const [file, bytes] of Object.entries(before)) {
      // A start writes the session down in the day's file.
      assert.ok(after[file]?.startsWith(bytes), file);
    }
  });
}

/** A project of a git repository whose memory holds one fact. */
async function gitProject(): Promise<Box> {
  const box = memoryBox({ empty: true });
  git(box.project, "init", "-q");
  await box.json(INIT);
  await box.json(["save", "fact", "--content", "The cache is Redis 7"]);
  return box;
}

/** Saves a fact in a project, takes the memory away as git does, and brings it back: the number of its records. */
async function savedCleanedRestored(box: Box, cwd = box.project, env: Record<string, string> = {}): Promise<number> {
  await box.json(["save", "fact", "--content", "The queue is NATS"], { cwd, env });
  git(cwd, "clean", "-fdxq");
  assert.match((await box.json(["manage", "list"], { cwd, env })).error.message, /has lost 2 records/);
  await box.json(["manage", "restore"], { cwd, env });
  return (await box.json(["manage", "list"], { cwd, env })).data.total;
}

test("what lay in a folder before it was claimed has a second name once something is saved: in a copy, and without ~/.memory", async () => {
  const box = await gitProject();
  const copy = join(box.home, "work", "copy");
  fs.cpSync(box.project, copy, { recursive: true });
  assert.equal(await savedCleanedRestored(box, copy), 2);

  fs.rmSync(join(box.home, ".memory"), { recursive: true });
  assert.equal(await savedCleanedRestored(box), 2);

  // By an editor that replaces files, and nothing but a save has looked since.
  const day = box.path(`daily/${TODAY}.jsonl`);
  fs.copyFileSync(day, `${day}.new`);
  fs.renameSync(`${day}.new`, day);
  await box.json(["save", "fact", "--content", "Ports end with 0"]);
  // The home of another user or container could have had the name that stands in the token file.
  const [home = ""] = fs.readdirSync(join(box.home, ".memory/projects"));
  const second = join(box.home, ".memory/projects", home, "mirror", `daily/${TODAY}.jsonl`);
  assert.equal(fs.statSync(day).ino, fs.statSync(second).ino);
});

test("what git clean takes from a project that was moved, or its home folder, comes back", async () => {
  const box = await gitProject();
  const moved = join(box.home, "work", "moved");
  fs.renameSync(box.project, moved);
  assert.equal(await savedCleanedRestored(box, moved), 2);

  const other = await gitProject();
  const home = `${other.home}-renamed`;
  fs.renameSync(other.home, home);
  assert.equal(await savedCleanedRestored(other, join(home, "work/app"), { HOME: home }), 2);

  // A look is enough to know the new place.
  const seen = await gitProject();
  fs.renameSync(seen.project, `${seen.project}-2`);
  const cwd = `${seen.project}-2`;
  await seen.json(["manage", "list"], { cwd });
  git(cwd, "clean", "-fdxq");
  assert.equal((await seen.json(["manage", "restore"], { cwd })).data.restored, 1);
});

test("a project that begins where another was moved away gets nothing of it, and the other keeps its home", async () => {
  const box = await gitProject();
  const moved = `${box.project}-old`;
  fs.renameSync(box.project, moved);
  fs.mkdirSync(box.project);
  git(box.project, "init", "-q");
  assert.doesNotMatch((await box.json(["manage", "list"])).error.message, /lost/);
  await box.json(INIT);
  assert.equal((await box.json(["manage", "restore"])).error?.code ?? "NOTHING", "NOTHING");
  assert.deepEqual((await box.json(["manage", "list"])).data.total, 0);
  await box.json(["save", "fact", "--content", "Zanzibar runs there"], { cwd: moved });
  const homes = join(box.home, ".memory/projects");
  const [own = "", ...more] = fs.readdirSync(homes).map((name) => join(homes, name)).filter((home) => home !== box.own);
  assert.deepEqual(more, []);
  assert.deepEqual(Object.values(bytesBelow(own, /./)).filter((text) => /Zanzibar|Redis/.test(text)), []);
  assert.equal((await box.json(["manage", "undo", "--list"], { cwd: moved })).data.operations.length, 2);
});

test("records whose file a formatter replaced come back, and lines that somebody took out do not", async () => {
  const box = await gitProject();
  await box.json(["save", "fact", "--content", "The queue is NATS"]);
  const [name = ""] = fs.readdirSync(box.path("daily"));
  const replaced = (text: string) => {
    fs.writeFileSync(box.path("next"), text);
    fs.renameSync(box.path("next"), box.path(`daily/${name}`));
  };
  const lines = box.read(`daily/${name}`).trim().split("\n");
  replaced(`${lines[0]}\n`);
  assert.equal((await box.json(["manage", "list"])).data.total, 1);
  assert.equal((await box.json(["manage", "restore"])).error?.code ?? "NOTHING", "NOTHING");

  replaced(`${JSON.stringify(JSON.parse(lines[0] ?? ""), null, 2)}\n`);
  const { stdout, stderr } = await box.run(["save", "fact", "--content", "Ports end with 0", "--text"]);
  assert.match(stdout, /Saved/);
  assert.match(stderr, /memory restore/);
  assert.equal((await box.json(["manage", "restore"])).data.restored, 1);
  assert.equal((await box.json(["manage", "list"])).data.total, 2);
  // What was joined is there already.
  await box.json(["doctor", "--fix"]);
  assert.equal(box.read(`daily/${name}`).split("\n").length, 3);
});

/** Copies a project to a place, as a move to another file system does, and a backup. */
function copied(from: string, to: string): string {
  fs.cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  return to;
}

const ownIn = async (box: Box, cwd = box.project) =>
  (await box.json(["doctor"], { cwd })).data.checks.find(({ id }: Json) => id === "home").status === "pass";

test("nor does one that begins where another was moved to another file system, which goes on there", async () => {
  const box = await gitProject();
  const moved = copied(box.project, `${box.project}-away`);
  fs.rmSync(box.project, { recursive: true });
  fs.mkdirSync(box.project);
  git(box.project, "init", "-q");
  await box.json(INIT);
  for (const verb of [["status"], ["search", "cache"], ["remember", "Ports end with 0"]]) {
    const { stdout, stderr } = await box.run(verb);
    assert.doesNotMatch(stdout + stderr, /has lost|Redis/, verb.join(" "));
  }
  assert.ok(await ownIn(box, moved));
  assert.equal((await box.json(["manage", "undo", "--list"], { cwd: moved })).data.operations.length, 1);
  assert.equal((await box.json(["manage", "restore"])).error?.code ?? "NOTHING", "NOTHING", "it lives on there");
});

test("of a project that was deleted and made anew init tells what is kept, no other verb does, and restore has it", async () => {
  const box = await gitProject();
  fs.rmSync(box.project, { recursive: true });
  fs.mkdirSync(box.project);
  git(box.project, "init", "-q");
  const { data } = await box.json(INIT);
  assert.match(data.next.join(), /A memory that was at this place before is kept \(1 record, .*`memory restore`/);
  assert.doesNotMatch(data.next.join(), /It knows what was decided/);
  const event = { session_id: "s-9", cwd: box.project };
  await box.hook("claude", "SessionEnd", { ...event, reason: "clear" });
  for (const verb of [["status"], ["doctor"], ["search", "cache"], ["remember", "Ports end with 0"]]) {
    const { stdout, stderr } = await box.run(verb);
    assert.doesNotMatch(stdout + stderr, /has lost|is kept \(/, verb.join(" "));
  }
  assert.equal((await box.json(["manage", "restore"])).data.restored, 1);
  assert.match((await box.run(["list"])).stdout, /Redis 7/);
});

test("a folder is one's own with any token that it had, out of a backup or a stash", async () => {
  const box = await gitProject();
  const again = async () => {
    await box.json(["manage", "restore"]);
    await box.json(INIT);
    assert.ok(await ownIn(box));
  };
  const backup = copied(box.project, `${box.project}-backup`);
  git(box.project, "clean", "-fdxq");
  await again();
  git(box.project, "clean", "-fdxq");
  await again();
  // While the project lives, its backup is a copy.
  assert.equal(await ownIn(box, backup), false);
  fs.rmSync(box.project, { recursive: true });
  copied(backup, box.project);
  assert.ok(await ownIn(box), "back at its place");
  fs.rmSync(box.project, { recursive: true });
  assert.ok(await ownIn(box, backup), "and at another one");

  const other = await gitProject();
  put(join(other.project, "a.txt"), "a");
  git(other.project, "add", "a.txt");
  git(other.project, "commit", "-qm", "first");
  git(other.project, "stash", "-a");
  await other.json(INIT);
  await other.json(["save", "fact", "--content", "The queue is NATS"]);
  git(other.project, "clean", "-fdxq");
  git(other.project, "stash", "pop");
  assert.ok(await ownIn(other));
});

test("a folder is one's own though its token is gone: after git clean of a shared memory, and after a second copy over it", async () => {
  const box = await gitProject();
  await box.json(["init", "--skip-model", "--share", "all"]);
  await box.json(["remember", "Never deploy on Fridays"]);
  git(box.project, "add", "-A");
  git(box.project, "commit", "-qm", "shared");
  git(box.project, "clean", "-fdxq");
  const event = { session_id: "s-9", cwd: box.project, source: "startup" };
  assert.match(
    contextOf(await box.hook("claude", "SessionStart", event)),
    /## Conventions\n[^#]*Never deploy on Fridays/,
  );
  assert.ok(await ownIn(box));
  // Another folder of the same content, at the same place, is not.
  git(box.project, "clean", "-fdxq");
  copied(box.project, `${box.project}-2`);
  fs.rmSync(box.project, { recursive: true });
  copied(`${box.project}-2`, box.project);
  assert.equal(await ownIn(box), false);

  const one = await gitProject();
  const two = await gitProject();
  copied(one.data, two.data);
  assert.ok(await ownIn(two));
});

test("who looks into a copy while the original is away takes nothing from it", async () => {
  const box = await gitProject();
  const copy = copied(box.project, `${box.project}-copy`);
  fs.renameSync(box.project, `${box.project}-unmounted`);
  await box.json(["manage", "list"], { cwd: copy });
  fs.renameSync(`${box.project}-unmounted`, box.project);
  assert.ok(await ownIn(box));
  assert.equal((await box.json(["manage", "undo", "--list"])).data.operations.length, 1);
  assert.equal(await ownIn(box, copy), false);
  assert.ok(await ownIn(box), "and it stays so");
});

test("git clean takes neither settings nor deleted records alone, and restore says that memory is on again", async () => {
  for (const first of [[], [INIT]] as const) {
    const box = memoryBox({ empty: true });
    git(box.project, "init", "-q");
    await box.json(INIT);
    await box.json(["config", "set", "auto_save", "false"]);
    await box.json(["disable"]);
    git(box.project, "clean", "-fdxq");
    for (const words of first) await box.json(words);
    assert.match((await box.run(["status"])).stdout, /has lost the settings/);
    const { stdout } = await box.run(["restore"]);
    assert.match(stdout, /^Restored the settings; /);
    assert.equal(/^Memory is on here; if it was off before: `memory disable`$/m.test(stdout), first.length === 0);
    assert.equal((await box.json(["config", "get", "auto_save"])).data.value, false);
    assert.doesNotMatch((await box.run(["status"])).stdout, /has lost/);

    const { id } = (await box.json(["save", "fact", "--content", "The cache is Zanzibar 7"])).data;
    await box.json(["delete", id, "--confirm"]);
    // Whoever removes the settings by hand wants none.
    fs.rmSync(box.path("config.json"));
    assert.doesNotMatch((await box.run(["status"])).stdout, /has lost/);
    git(box.project, "clean", "-fdxq");
    assert.match((await box.run(["restore"])).stdout, /^Restored 1 deleted record/);
    assert.equal((await box.json(["restore", id])).data.restored, 1);
  }
  const untouched = memoryBox({ empty: true });
  git(untouched.project, "init", "-q");
  await untouched.json(INIT);
  git(untouched.project, "clean", "-fdxq");
  assert.doesNotMatch((await untouched.run(["status"])).stdout, /has lost/);
});

test("what was written since a loss stays beside what comes back", async () => {
  const box = await filledProject();
  git(box.project, "clean", "-fdxq");
  await box.json(INIT);
  fs.appendFileSync(box.path("MEMORY.md"), "- Written since\n");
  await box.json(["save", "fact", "--content", "Saved since"]);
  git(box.project, "clean", "-fdxq");
  await box.json(INIT);
  assert.equal((await box.json(["manage", "restore"])).data.restored, 7);
  const contents = (await box.json(["search", "Saved since"])).results.map(({ content }: { content: string }) =>
    content
  );
  assert.ok(contents.includes("Saved since"));
  assert.match(box.read("MEMORY.md"), /Written since/);
});

test("every verb says what is missing, until it is brought back", async () => {
  const box = await gitProject();
  git(box.project, "clean", "-fdxq");
  await box.json(INIT);
  const verbs = [["save", "fact", "--content", "Saved since"], ["list"], ["search", "Saved"], ["show", "today"]];
  for (const verb of verbs) {
    assert.match((await box.run(verb)).stderr, /has lost 1 record,.*`memory restore`/, verb.join(" "));
  }
  const missing = await box.run(["show", "no-such-record"]);
  assert.match(missing.stderr, /has lost 1 record,/, "what is asked for may be among it");
  await box.json(["restore"]);
  for (const verb of verbs.slice(1)) assert.doesNotMatch((await box.run(verb)).stderr, /lost/, verb.join(" "));

  fs.appendFileSync(box.path("MEMORY.md"), "- Never deploy on Fridays\n");
  fs.rmSync(box.path("MEMORY.md"));
  assert.match((await box.run(["list"])).stderr, /has lost MEMORY\.md/);
});

test("a further hard link, or a copy that somebody looks into, does not keep a cleaned memory from coming back", async () => {
  for (const look of ["link", "copy"] as const) {
    const box = memoryBox({ empty: true });
    git(box.project, "init", "-q");
    await box.json(["init", "--skip-model", "--agent", "claude"]);
    await box.json(["remember", "The moat is deep"]);
    const copy = join(box.home, "copy");
    const day = join(".claude/skills/memory-data/daily", `${TODAY}.jsonl`);
    if (look === "link") fs.linkSync(join(box.project, day), copy);
    else fs.cpSync(box.project, copy, { recursive: true, preserveTimestamps: true });
    git(box.project, "clean", "-fdxq");
    if (look === "copy") await box.json(["list"], { cwd: copy });
    assert.equal((await box.json(["restore"])).data.restored, 1, look);
    assert.equal((await box.json(["list"])).data.total, 1, look);
  }
});

test("a link to a memory elsewhere is left out of commits, and restore makes it again after git clean", async () => {
  for (const isMovedLater of [false, true]) {
    const box = memoryBox({ empty: true });
    git(box.project, "init", "-q");
    const elsewhere = join(box.home, "elsewhere");
    fs.mkdirSync(join(box.data, ".."), { recursive: true });
    if (isMovedLater) {
      await box.json(INIT);
      fs.renameSync(box.data, elsewhere);
    } else fs.mkdirSync(elsewhere);
    fs.symlinkSync(elsewhere, box.data);
    await box.json(INIT);
    await box.json(["save", "fact", "--content", "The cache is Redis 7"]);
    // Throws where it is not ignored.
    git(box.project, "check-ignore", "-q", ".cursor/skills/memory-data");
    git(box.project, "clean", "-fdxq");
    assert.match((await box.json(["manage", "list"])).error.message, /The link .* is gone/);
    const again = await box.json(INIT);
    assert.equal(again.error.code, "IO_ERROR", "no empty memory begins beside the other");
    assert.match(again.error.hint, /`memory restore`/);
    await box.json(["restore"]);
    assert.equal(fs.readlinkSync(box.data), elsewhere);
    assert.equal((await box.json(["manage", "list"])).data.total, 1);
    assert.equal((await box.json(INIT)).status, "ok");
    git(box.project, "check-ignore", "-q", ".cursor/skills/memory-data");
  }
});

test("a day's file that was removed by hand is named at the next look, and comes back", async () => {
  const box = memoryBox();
  await session(box, "s-1", ["The cache is Redis 7"]);
  fs.rmSync(box.path(`daily/${TODAY}.jsonl`));
  assert.match(lossIn((await box.json(["doctor", "--json"])).data.checks)?.detail ?? "", /1 record,/);
  await box.json(["save", "fact", "--content", "Saved since"]);
  assert.equal((await box.json(["manage", "restore"])).data.restored, 1);
  assert.equal((await box.json(["manage", "list", "--type", "fact"])).data.total, 2);
});

test("a note whose name is as long as a name can be has its second name, and so have the files after it", async () => {
  const box = await gitProject();
  await box.json(["note", "add", "We lint before every push", "--when", "pushing"]);
  const [note = ""] = fs.readdirSync(box.path("notes")).filter((file) => file.startsWith("MEM-"));
  const text = box.read(`notes/${note}`);
  const long = `notes/MEM-${"x".repeat(248)}.md`;
  for (const text of ["one", "two"]) {
    fs.writeFileSync(`${box.path("notes/new")}`, text);
    fs.renameSync(box.path("notes/new"), box.path(long));
    fs.writeFileSync(box.path("notes/MEM-zz.md"), `${text} again`);
    await box.hook("claude", "SessionEnd", { session_id: text, cwd: box.project, reason: "other" });
  }
  git(box.project, "clean", "-fdxq");
  await box.json(["restore"]);
  assert.deepEqual([box.read(`notes/${note}`), box.read(long), box.read("notes/MEM-zz.md")], [
    text,
    "two",
    "two again",
  ]);
});

/** Nobody: permissions bind every user but root. */
const USER = process.getuid?.() === 0 ? { user: 65534 } : {};

test("a file that can't be read holds up neither the second names nor the restoring of others, and comes back later", async () => {
  const box = await gitProject();
  const day = "daily/2026-01-01.jsonl";
  put(box.path(day), `${JSON.stringify(fact("log-000000002-old", "Old"))}\n`);
  await box.json(["status"]);
  if (USER.user !== undefined) execFileSync("chown", ["-R", `${USER.user}:${USER.user}`, dirname(box.home)]);
  if ((fs.statSync(dirname(dirname(box.home))).mode & 0o001) === 0) fs.chmodSync(dirname(dirname(box.home)), 0o711);
  fs.chmodSync(box.path(day), 0);
  await box.json(["note", "add", "We lint before every push", "--when", "pushing"], USER);
  await box.hook("claude", "SessionEnd", { session_id: "s-1", cwd: box.project, reason: "other" }, USER);
  fs.rmSync(box.data, { recursive: true });
  const { stderr } = await box.run(["restore"], USER);
  assert.match(stderr, /2026-01-01\.jsonl is left out: EACCES/);
  assert.match((await box.run(["list"], USER)).stdout, /Redis 7/);
  for (const file of Object.keys(bytesBelow(box.own, /2026-01-01/))) fs.chmodSync(join(box.own, file), 0o600);
  await box.json(["restore"], USER);
  assert.match((await box.run(["list", "--all"], USER)).stdout + box.read(day), /Old/);
});

test("what is purged is in no copy in the home, and an uninstall that purges leaves none of a lost memory", async () => {
  const box = await filledProject();
  const holds = () => Object.entries(bytesBelow(box.home, /./)).filter(([, text]) => text.includes("Zanzibar"));
  git(box.project, "clean", "-fdxq");
  await box.json(INIT);
  assert.notDeepEqual(holds(), [], "the copy of what was lost");
  await box.json(["save", "fact", "--content", "Zanzibar runs on port 6380"]);
  await box.json(["save", "fact", "--content", "Ports end with 0, but for Zanzibar"]);
  const purge = async (...words: string[]) => {
    const all = ["manage", "delete", "--purge", ...words, "--confirm"];
    const { data } = await box.json(all);
    await new Promise((resolve) => setTimeout(resolve, 3_100));
    return await box.json([...all, data.confirm_token]);
  };
  await purge("--keyword", "Ports");
  const { data } = await purge("--keyword", "Zanzibar", "--include-backups", "--verify");
  assert.equal(data.verified.clean, true, JSON.stringify(data));
  assert.deepEqual(holds().map(([file]) => file), []);
  assert.equal((await box.json(["manage", "restore"])).data.restored, 4, "nor what was purged and left in backups");
  assert.deepEqual(holds().map(([file]) => file), []);

  git(box.project, "clean", "-fdxq");
  const away = ["uninstall", "--purge", "--agent", "cursor", "--json"];
  const token = (await box.json([...away, "--confirm"])).data.confirm_token;
  await new Promise((resolve) => setTimeout(resolve, 3_100));
  await box.json([...away, "--confirm", token]);
  const left = Object.entries(bytesBelow(box.home, /./)).filter(([, text]) => text.includes("NATS"));
  assert.deepEqual(left.map(([file]) => file), []);
});

test("a stranger's folder has no copy in the home, nor has what git tracks, and nothing of either is brought back", async () => {
  const box = memoryBox({ empty: true });
  fill(box.data);
  git(box.project, "init", "-q");
  git(box.project, "add", "-f", ".");
  await session(box, "s-1", []);
  assert.equal(fs.existsSync(join(box.own, "mirror")), false);
  fs.rmSync(box.data, { recursive: true });
  assert.doesNotMatch((await box.json(["manage", "list"])).error.message, /lost/);
  assert.equal((await box.json(["manage", "restore"])).error.code, "NOT_INITIALISED");

  const own = memoryBox();
  await session(own, "s-1", ["The cache is Redis 7"]);
  git(own.project, "init", "-q");
  put(own.path("daily/2026-01-01.jsonl"), '{"id":"log-000000001-aaaa","type":"fact","content":"Pulled"}\n');
  git(own.project, "add", "-f", own.path("daily/2026-01-01.jsonl"));
  await session(own, "s-2", ["The queue is NATS"]);
  assert.deepEqual(fs.readdirSync(join(own.own, "mirror/daily")), [`${TODAY}.jsonl`]);
});

const DAY = "daily/2026-02-18.jsonl";
const OLD_DAY = "daily/2026-02-17.jsonl";
const fact = (id: string, content: string) => ({ id, type: "fact", content, timestamp: "2026-02-18T10:00:00.000Z" });

function inLock<T>(store: Store, body: (locked: Parameters<typeof keepMirror>[0]) => T): T {
  return withLock(store, body);
}

/** A store whose day git tracks and has written. */
function gitsFile() {
  const world = testWorld();
  const { folder } = testStore(world);
  const store = openStore(world.runtime, folder, "project");
  inLock(store, (locked) => appendLocked(locked, [{ file: DAY, record: fact("log-1", "the old fact") }]));
  git(folder, "init", "-q");
  git(folder, "add", "-f", DAY);
  git(folder, "commit", "-qm", "memory");
  fs.rmSync(join(folder, DAY));
  git(folder, "checkout", "-q", "--", DAY);
  inLock(store, keepMirror);
  return { runtime: world.runtime, folder };
}

/** Runs it until it is killed; false when it survived. */
function isKilled(body: () => void): boolean {
  try {
    body();
    return false;
  } catch (error) {
    assert.ok(error instanceof Killed, String(error));
    return true;
  }
}

/** A store with two days, and the same store of a process that is killed before its nth change. */
function twoDays(change: number) {
  const world = testWorld();
  const { folder } = testStore(world);
  const real = openStore(world.runtime, folder, "project");
  inLock(real, (locked) => {
    appendLocked(locked, [{ file: OLD_DAY, record: fact("log-1", "the old secret") }]);
    appendLocked(locked, [{ file: DAY, record: fact("log-2", "the new fact") }]);
  });
  const files = killedAt(world.runtime.files, change);
  return { folder, real, doomed: openStore({ ...world.runtime, pid: 999_999_999, files }, folder, "project") };
}

test("a process that is killed while it sets a loss aside, or brings it back, loses nothing of it", () => {
  for (const step of ["set aside", "keep", "bring back"]) {
    let killed = true;
    for (let change = 1; killed; change++) {
      const { folder, real, doomed } = twoDays(change);
      fs.rmSync(join(folder, "daily"), { recursive: true });
      killed = isKilled(() =>
        inLock(doomed, (locked) => {
          if (step === "set aside") return setAsideLost(locked);
          if (step === "keep") return keepMirror(locked);
          const { change: recovery } = planRecovery(locked, "user");
          if (recovery) applyChange(locked, recovery);
        })
      );
      inLock(real, (locked) => {
        const { change: recovery } = planRecovery(locked, "user");
        if (recovery) applyChange(locked, recovery);
      });
      const ids = [OLD_DAY, DAY].map((file) => JSON.parse(fs.readFileSync(join(folder, file), "utf8")).id);
      assert.deepEqual(ids, ["log-1", "log-2"], `${step}, killed at change ${change}`);
      assert.equal(lostOf(real), undefined);
      assert.deepEqual(lostFiles(real), []);
    }
  }
});

test("a purge that is killed at any moment leaves no second name of what is gone from the memory", () => {
  let killed = true;
  for (let change = 1; killed; change++) {
    const { folder, real, doomed } = twoDays(change);
    killed = isKilled(() =>
      inLock(doomed, (locked) => {
        const rewrite = new Map([[OLD_DAY, () => undefined]]);
        applyChange(locked, { actor: "user", command: "delete", scope: "all", rewrite, backup: false });
      })
    );
    inLock(real, keepMirror);
    const mirror = bytesBelow(join(real.home, "mirror"), /jsonl$/);
    const now = bytesBelow(folder, /jsonl$/);
    assert.deepEqual(mirror, now, `killed at change ${change}`);
    assert.equal(lostOf(real), undefined, `killed at change ${change}`);
  }
});

test("where a file can have no second name, the end of a session copies it, and again what was added since", () => {
  const refuse = () => {
    throw Object.assign(new Error("EXDEV: cross-device link not permitted, link"), { code: "EXDEV" });
  };
  const world = testWorld({ files: (real) => ({ ...real, link: refuse }) });
  const { folder } = testStore(world);
  const store = openStore(world.runtime, folder, "project");
  const add = (id: string) => inLock(store, (locked) => appendLocked(locked, [{ file: DAY, record: fact(id, id) }]));
  add("log-1");
  inLock(store, keepMirror);
  add("log-2");
  inLock(store, keepMirror);
  fs.rmSync(join(folder, "daily"), { recursive: true });
  assert.equal(lostOf(store)?.records, 2);
});

test("what was saved into a committed file comes back after git reset --hard, also past a session's end and an edit", async () => {
  const box = memoryBox({ empty: true });
  git(box.project, "init", "-q", "-b", "main");
  await box.json([...INIT, "--share", "all"]);
  await box.json(["remember", "The cache is Redis"]);
  git(box.project, "add", "-A");
  git(box.project, "commit", "-qm", "memory");
  const end = (id: string) => box.hook("claude", "SessionEnd", { session_id: id, cwd: box.project, reason: "other" });
  await end("s-1");
  const { id } = (await box.json(["remember", "Not committed yet"])).data;
  await end("s-2");
  await box.json(["edit", id, "Not committed at all"]);
  await box.json(["remember", "Nor is this"]);
  git(box.project, "reset", "-q", "--hard");
  assert.match((await box.run(["list"])).stderr, /has lost 2 records/);
  await box.json(["restore"]);
  assert.match((await box.run(["list"])).stdout, /Nor is this[\s\S]*Not committed at all[\s\S]*Redis/);
  const lines = fs.readFileSync(join(box.own, "own_lines"), "utf8").trimEnd().split("\n");
  assert.equal(new Set(lines).size, lines.length, "each line is noted once");
});

/** A project that shares all its memory, with a day's file that git has written: no file of the person's own. */
async function sharedByGit(): Promise<Box> {
  const box = memoryBox({ empty: true });
  git(box.project, "init", "-q", "-b", "main");
  await box.json([...INIT, "--share", "all"]);
  await box.json(["remember", "The cache is Redis"]);
  git(box.project, "add", "-A");
  git(box.project, "commit", "-qm", "memory");
  git(box.project, "rm", "-qr", DATA);
  git(box.project, "reset", "-q", "--hard");
  await box.json(["init", "--skip-model", "--agent", "cursor"]);
  return box;
}

test("what was saved into a file that git had written comes back after git has thrown it away, and is told until then", async () => {
  for (const thrown of [["reset", "-q", "--hard"], ["checkout", "-qf", "main"], ["restore", "-SW", "."]]) {
    const box = await sharedByGit();
    const told = async () => (await box.run(["list"])).stderr;
    await box.json(["remember", "The port is 9090"]);
    const { id } = (await box.json(["remember", "The queue is NATS"])).data;
    await box.json(["edit", id, "The queue is Kafka"]);
    assert.doesNotMatch(await told(), /has lost/);
    git(box.project, "add", "-A");
    git(box.project, ...thrown);
    assert.match(await told(), /has lost 2 records/, thrown.join(" "));
    // The next save goes into the file that git has made.
    await box.json(["remember", "The shell is fish"]);
    assert.match(await told(), /has lost 2 records/);
    assert.match((await box.run(["doctor"])).stdout, /has lost 2 records/);
    await box.json(["restore"]);
    assert.doesNotMatch(await told(), /has lost/);
    const contents = box.lines(`daily/${TODAY}.jsonl`).map(({ content }) => content).sort();
    assert.deepEqual(contents, [
      "The cache is Redis",
      "The port is 9090",
      "The queue is Kafka",
      "The shell is fish",
    ]);
  }
});

test("what was saved into a shared memory and not committed comes back where the folder, or the clone, is made anew", async () => {
  for (const way of ["the folder", "the clone"]) {
    const box = await sharedByGit();
    await box.json(["remember", "The proxy is Caddy"]);
    git(box.project, "commit", "-qam", "more");
    await box.json(["remember", "The port is 9090"]);
    const elsewhere = join(box.home, "origin");
    git(box.home, "clone", "-q", box.project, elsewhere);
    if (way === "the folder") {
      fs.rmSync(box.data, { recursive: true });
      git(box.project, "checkout", "-q", "--", DATA);
    } else {
      fs.rmSync(box.project, { recursive: true });
      git(box.home, "clone", "-q", elsewhere, box.project);
    }
    const { next } = (await box.json(["init", "--skip-model", "--agent", "cursor"])).data;
    assert.match(next.join(), /1 record, last|has lost 1 record,/, way);
    assert.match((await box.run(["restore"])).stdout, /Restored 1 record/, way);
    assert.match((await box.run(["list"])).stdout, /9090[^]*Caddy/, way);
    assert.match((await box.run(["restore"])).stdout, /Nothing lost/, way);
    const { id } = (await box.json(["list"])).data.records.find(({ content }: Json) => /9090/.test(content));
    const preview = await box.json(["delete", "--id", id, "--purge"]);
    await tokenRests();
    await box.json(["delete", "--id", id, "--purge", "--confirm", preview.data.confirm_token]);
    assert.match((await box.run(["restore"])).stdout, /Nothing lost/, "purged");
  }
});

test("nothing counts as lost that git has in a stash or on a branch, or that was deleted, purged or taken back", async () => {
  const box = await sharedByGit();
  const told = async () => (await box.run(["list"])).stderr + (await box.run(["restore"])).stdout;
  await box.json(["remember", "The port is 9090"]);
  git(box.project, "stash");
  assert.doesNotMatch(await told(), /has lost|Restored/, "stashed");
  await box.json(["remember", "The shell is fish"]);
  assert.doesNotMatch(await told(), /has lost|Restored/, "saved meanwhile");
  git(box.project, "commit", "-qam", "meanwhile");
  git(box.project, "stash", "pop");
  git(box.project, "commit", "-qam", "popped");
  git(box.project, "switch", "-qc", "feature");
  await box.json(["remember", "The flag is called blue"]);
  git(box.project, "commit", "-qam", "more");
  git(box.project, "switch", "-q", "main");
  assert.doesNotMatch(await told(), /has lost|Restored/, "on another branch");
  const { id } = (await box.json(["remember", "The queue is NATS"])).data;
  await box.json(["remember", "The proxy is Caddy"]);
  await box.json(["undo"]);
  const preview = await box.json(["delete", "--id", id, "--purge"]);
  await tokenRests();
  await box.json(["delete", "--id", id, "--purge", "--confirm", preview.data.confirm_token]);
  git(box.project, "reset", "-q", "--hard");
  assert.doesNotMatch(await told(), /has lost|Restored/, "deleted");
  await box.json(["remember", "The tea is green"]);
  git(box.project, "reset", "-q", "--hard");
  await box.json(["remember", "The cup is red"]);
  assert.match((await box.run(["list"])).stderr, /has lost 1 record/);
  const again = await box.json(["delete", "--keyword", "The tea is green", "--purge"]);
  assert.equal(again.data?.deleted ?? 0, 0);
  const contents = box.lines(`daily/${TODAY}.jsonl`).map(({ content }) => content);
  assert.equal(new Set(contents).size, contents.length);
});

test("what git keeps with other line ends is not lost", async () => {
  const box = await sharedByGit();
  const day = box.path(`daily/${TODAY}.jsonl`);
  git(box.project, "config", "core.autocrlf", "true");
  fs.rmSync(day);
  git(box.project, "checkout", "--", ".");
  assert.match(fs.readFileSync(day, "utf8"), /\r\n/);
  git(box.project, "switch", "-qc", "feature");
  await box.json(["remember", "The flag is called blue"]);
  git(box.project, "commit", "-qam", "more");
  git(box.project, "switch", "-q", "main");
  assert.doesNotMatch((await box.run(["list"])).stderr, /has lost/);
});

test("what was saved into a committed file long ago comes back after git has thrown it away", async () => {
  const box = memoryBox({ empty: true });
  git(box.project, "init", "-q", "-b", "main");
  await box.json([...INIT, "--share", "all"]);
  await box.json(["remember", "The cache is Redis"]);
  git(box.project, "add", "-A");
  git(box.project, "commit", "-qm", "memory");
  await box.json(["remember", "The port is 9090"]);
  const weekAgo = Date.now() / 1000 - 8 * 86_400;
  fs.utimesSync(box.path(`daily/${TODAY}.jsonl`), weekAgo, weekAgo);
  for (const id of ["s-1", "s-2"]) {
    await box.hook("claude", "SessionEnd", { session_id: id, cwd: box.project, reason: "other" });
  }
  git(box.project, "reset", "-q", "--hard");
  assert.match((await box.run(["list"])).stderr, /has lost 1 record/);
  await box.json(["restore"]);
  assert.match((await box.run(["list"])).stdout, /9090[\s\S]*Redis/);
});

test("what is purged leaves no second name of a file that git tracks", async () => {
  const box = await sharedByGit();
  const { id } = (await box.json(["remember", "The queue is NATS"])).data;
  await box.json(["remember", "The proxy is Caddy"]);
  git(box.project, "reset", "-q", "--hard");
  await box.json(["restore"]);
  git(box.project, "reset", "-q", "--hard");
  await box.json(["restore"]);
  const preview = await box.json(["delete", "--id", id, "--purge", "--include-backups"]);
  await tokenRests();
  const words = ["delete", "--id", id, "--purge", "--include-backups", "--confirm", preview.data.confirm_token];
  assert.equal((await box.json([...words, "--verify"])).data.verified?.clean, true);
  const left = Object.entries(bytesBelow(box.home, /./)).filter(([, text]) => text.includes("NATS"));
  assert.deepEqual(left.map(([file]) => file), []);
  assert.match(JSON.stringify(bytesBelow(join(box.own, "mirror_tracked"), /./)), /Caddy/);
});

test("a save stands in the file that is there when git replaces the file in that moment, once", () => {
  const { runtime, folder } = gitsFile();
  const day = join(folder, DAY);
  const before = fs.readFileSync(day);
  let replaced = 0;
  const files = {
    ...runtime.files,
    write: (...[path, bytes, options]: Parameters<typeof runtime.files.write>) => {
      runtime.files.write(path, bytes, options);
      if (path !== day || replaced++ > 0) return;
      fs.rmSync(day);
      fs.writeFileSync(day, before);
    },
  };
  const store = openStore({ ...runtime, files }, folder, "project");
  inLock(store, (locked) => appendLocked(locked, [{ file: DAY, record: fact("log-2", "the new fact") }]));
  const ids = fs.readFileSync(day, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line).id);
  assert.deepEqual(ids, ["log-1", "log-2"]);
  assert.equal(lostOf(store), undefined);
});

test("a save makes no file that git has just taken away: it waits in the home until git is done", async () => {
  const box = await sharedByGit();
  const day = box.path(`daily/${TODAY}.jsonl`);
  const lock = join(box.project, ".git/index.lock");
  fs.writeFileSync(lock, "");
  const before = fs.readFileSync(day);
  fs.rmSync(day);
  assert.equal((await box.json(["remember", "The port is 9090"])).status, "ok");
  await box.run(["list"]);
  assert.equal(fs.existsSync(day), false);
  fs.writeFileSync(day, before);
  fs.rmSync(lock);
  assert.match((await box.run(["list"])).stdout, /9090/);
  assert.equal(box.lines(`daily/${TODAY}.jsonl`).length, 2);
  await box.json(["undo"]);
  assert.doesNotMatch((await box.run(["list"])).stdout, /9090/);
  // A git that was killed leaves its lock.
  fs.writeFileSync(lock, "");
  fs.utimesSync(lock, new Date(0), new Date(0));
  fs.rmSync(day);
  await box.json(["remember", "The port is 7070"]);
  assert.equal(box.lines(`daily/${TODAY}.jsonl`).length, 1);
});

test("of saves beside a loop of stashes none is nowhere, and git fails at nothing", async () => {
  const box = await sharedByGit();
  for (let round = 0; round < 15; round++) {
    await box.json(["save", "fact", "--content", `Round ${round} is on port ${round}`]);
    const saving = box.json(["save", "fact", "--content", `Number zz${round}zz is on port ${round}`]);
    await new Promise((resolve) => setTimeout(resolve, 25 + 4 * (round % 10)));
    git(box.project, "stash");
    assert.equal((await saving).status, "ok");
    git(box.project, "add", "-A");
    git(box.project, "commit", "-qm", "a", "--allow-empty");
    git(box.project, "stash", "pop");
    git(box.project, "add", "-A");
    git(box.project, "commit", "-qm", "b", "--allow-empty");
  }
  await box.run(["restore"]);
  const day = box.lines(`daily/${TODAY}.jsonl`).map(({ content }) => content);
  for (let round = 0; round < 15; round++) assert.ok(day.some((text) => text.includes(`zz${round}zz`)), `${round}`);
  assert.equal(new Set(day).size, day.length);
});

test("what was committed is not lost when another branch or a pull brings another version of it, or none", async () => {
  const box = memoryBox({ empty: true });
  git(box.project, "init", "-q", "-b", "main");
  await box.json([...INIT, "--share", "all"]);
  put(join(box.data, "MEMORY.md"), "# Core memory\n\n- Use tabs\n");
  await box.json(["save", "fact", "--content", "The cache is Redis"]);
  git(box.project, "add", "-A");
  git(box.project, "commit", "-qm", "memory");
  git(box.project, "switch", "-qc", "feature");
  await box.json(["save", "fact", "--content", "The flag is called blue"]);
  git(box.project, "commit", "-qam", "more");
  git(box.project, "switch", "-q", "main");
  const told = async () => (await box.run(["manage", "list"])).stderr;
  assert.doesNotMatch(await told(), /has lost/);
  git(box.project, "switch", "-qc", "third");
  git(box.project, "rm", "-q", `${DATA}/daily/${TODAY}.jsonl`);
  git(box.project, "commit", "-qm", "none of that day");
  await box.json(["save", "fact", "--content", "The port is 9090"]);
  assert.doesNotMatch(await told(), /has lost/, "a new file of that day takes the place of what git has");
  git(box.project, "add", "-A");
  git(box.project, "commit", "-qm", "another port");
  git(box.project, "switch", "-q", "main");
  const other = join(box.home, "other");
  git(box.home, "clone", "-q", box.project, other);
  put(join(other, DATA, "MEMORY.md"), "# Core memory\n\n- Use blanks\n");
  git(other, "commit", "-qam", "theirs");
  git(other, "gc", "-q");
  git(box.project, "gc", "-q");
  git(box.project, "pull", "-q", other);
  assert.doesNotMatch(await told(), /has lost/);
  await box.run(["manage", "restore"]);
  assert.equal(box.read("MEMORY.md"), "# Core memory\n\n- Use blanks\n");
  await box.hook("claude", "SessionEnd", { session_id: "s-1", cwd: box.project, reason: "other" });
  assert.doesNotMatch(await told(), /has lost/);
});

test("a day that was emptied in place is told by doctor, restore, verbs and a start, with the backup that helps", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["remember", "The port is 8080"])).data;
  await box.json(["edit", id, "The port is 9090"]);
  await box.json(["remember", "The cache is Redis"]);
  const day = box.path(`daily/${TODAY}.jsonl`);
  const lines = fs.readFileSync(day);
  const told = async () => {
    const listed = await box.run(["list"]);
    return [
      listed.stdout + listed.stderr,
      (await box.run(["restore"])).stdout,
      (await box.run(["doctor"])).stdout,
      (await box.run(["status"])).stdout,
    ].map((text) => /Nothing is left in .*; memory had saved 2 records there/.test(text));
  };
  assert.deepEqual(await told(), [false, false, false, false]);
  fs.truncateSync(day);
  assert.deepEqual(await told(), [true, true, true, true]);
  const event = { session_id: "s-1", cwd: box.project, source: "startup" };
  assert.match(JSON.stringify(await box.hook("claude", "SessionStart", event)), /; memory had saved 2 records/);
  fs.truncateSync(day);
  const [, backup = ""] = /--from-backup ([\d-]+)/.exec((await box.run(["restore"])).stdout) ?? [];
  assert.equal((await box.json(["restore", "--from-backup", backup])).data?.restored ?? 1, 1);
  assert.match(fs.readFileSync(day, "utf8"), /8080/);
  // One line that a person takes out is theirs to take.
  fs.writeFileSync(day, lines.toString().split("\n").slice(1).join("\n"));
  assert.deepEqual(await told(), [false, false, false, false]);
  const other = memoryBox();
  await other.json(["remember", "The port is 8080"]);
  fs.truncateSync(other.path(`daily/${TODAY}.jsonl`));
  assert.match((await other.run(["restore"])).stdout, /; memory had saved 1 record there, and/);
  // The save that fills the file again is the last that can tell of it.
  const saved = await other.run(["remember", "The cache is Redis"]);
  assert.equal(saved.code, 0);
  assert.match(saved.stderr, /; memory had saved 1 record there, and .* told no more/);
  assert.equal((await other.run(["remember", "The queue is NATS"])).stderr, "");
});

test("a day whose records were deleted, purged or taken back is no day that was emptied", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["remember", "The port is 8080"])).data;
  const preview = await box.json(["manage", "delete", "--id", id, "--purge"]);
  await tokenRests();
  await box.json(["manage", "delete", "--id", id, "--purge", "--confirm", preview.data.confirm_token]);
  await box.json(["remember", "The cache is Redis"]);
  await box.json(["undo"]);
  const day = box.path(`daily/${TODAY}.jsonl`);
  if (fs.existsSync(day)) fs.truncateSync(day);
  else fs.writeFileSync(day, "");
  assert.doesNotMatch((await box.run(["doctor"])).stdout, /Nothing is left in/);
});

test("what a stash took counts as lost until it is back, for it stands on no branch", async () => {
  const box = memoryBox({ empty: true });
  git(box.project, "init", "-q", "-b", "main");
  await box.json([...INIT, "--share", "all"]);
  git(box.project, "add", "-A");
  git(box.project, "commit", "-qm", "memory");
  await box.json(["save", "fact", "--content", "The port is 9090"]);
  git(box.project, "stash", "-u");
  const told = async () => (await box.run(["manage", "list"])).stderr;
  assert.match(await told(), /has lost 1 record/);
  git(box.project, "stash", "pop");
  assert.doesNotMatch(await told(), /has lost/);
});

test("what git clean takes comes back, though a stash that was popped left the same content with git", async () => {
  const box = await filledProject();
  git(box.project, "commit", "-qm", "first");
  git(box.project, "stash", "-a");
  git(box.project, "stash", "pop");
  const before = truth(box);
  git(box.project, "clean", "-fdxq");
  assert.match((await box.run(["list"])).stderr, /has lost/);
  await box.json(["manage", "restore"]);
  assert.deepEqual(truth(box), before);
});

test("what somebody has moved by hand is not lost: a note under another name, lines in another day's file", async () => {
  const box = memoryBox({ empty: true });
  git(box.project, "init", "-q");
  await box.json(INIT);
  await box.json(["note", "propose", JSON.stringify(NOTE)]);
  await box.json(["save", "fact", "--content", "The cache is Redis 7"]);
  await box.json(["note", "add", "We lint before every push", "--when", "pushing"]);
  const notes = fs.readdirSync(box.path("notes")).filter((file) => file.startsWith("MEM-")).sort();
  assert.equal(notes.length, 2);
  const [one = "", two = ""] = notes;
  fs.writeFileSync(box.path("notes/MEM-renamed.md"), `${box.read(`notes/${one}`)}\nAdded by hand.\n`);
  fs.rmSync(box.path(`notes/${one}`));
  fs.mkdirSync(box.path("notes/ops"));
  fs.renameSync(box.path(`notes/${two}`), box.path(`notes/ops/${two}`));
  fs.renameSync(box.path(`daily/${TODAY}.jsonl`), box.path("daily/2026-01-01.jsonl"));
  const told = async () => (await box.run(["manage", "list"])).stderr;
  assert.doesNotMatch(await told(), /has lost/);
  await box.hook("claude", "SessionEnd", { session_id: "s-1", cwd: box.project, reason: "other" });
  assert.doesNotMatch(await told(), /has lost/, "nor once it was set aside");
  assert.equal((await box.json(["manage", "restore"])).error?.code ?? "NOTHING", "NOTHING");
  // A pull that brings another text with its id is not it.
  fs.rmSync(box.path("notes/MEM-renamed.md"));
  put(box.path("notes/theirs/MEM-x.md"), `# x\n\n## Meta\n\n- **Id**: ${one.replace(".md", "")}\n`);
  git(box.project, "add", "-f", box.path("notes/theirs"));
  assert.match(await told(), /has lost \d record/);
});
