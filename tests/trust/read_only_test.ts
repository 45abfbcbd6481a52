/** A memory that can be read and not written: a mounted backup, a folder of another user, a full disk. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { type Box, contextOf, type Json, memoryBox } from "../box.ts";

/** Nobody: permissions bind every user but root. */
const USER = process.getuid?.() === 0 ? { user: 65534 } : {};

/** Gives a box to the user. */
function lend(box: Box): void {
  if (USER.user !== undefined) {
    const folder = dirname(box.home);
    execFileSync("chown", ["-R", `${USER.user}:${USER.user}`, folder]);
    // The folder of a whole test run is root's alone.
    if ((fs.statSync(dirname(folder)).mode & 0o001) === 0) fs.chmodSync(dirname(folder), 0o711);
  }
}

/** A memory with a fact that the index knows already, or does not know yet. */
async function readOnlyBox({ synced }: { synced: boolean }): Promise<Box> {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Redis listens on port 6380 here", "--type", "W"]);
  if (synced) await box.json(["sync"]);
  lend(box);
  execFileSync("chmod", ["-R", "a-w", box.data]);
  return box;
}

const ran = process.platform === "win32"
  ? undefined
  : await memoryBox().run(["--version"], { ...USER, cwd: "/" }).catch(() => undefined);
const skip = ran?.code === 0 ? false : "nobody whom permissions bind can run the binary here";

test("what can't be written can still be told, at the start and for a prompt", { skip }, async () => {
  const box = await readOnlyBox({ synced: true });
  const common = { session_id: "s-1", cwd: box.project };
  const start = await box.hook("claude", "SessionStart", { ...common, source: "startup" }, USER);
  assert.match(start.hookSpecificOutput.additionalContext, /port 6380/);
  const prompt = { ...common, session_id: "s-2", prompt: "On which port does Redis listen here?" };
  const reply = await box.hook("claude", "UserPromptSubmit", prompt, USER);
  assert.match(reply.hookSpecificOutput.additionalContext, /port 6380/);
});

test("search finds what an index that can't be written does not know", { skip }, async () => {
  const box = await readOnlyBox({ synced: false });
  assert.equal((await box.json(["search", "Redis port"], USER)).results.length, 1);
});

/** How a home comes to be of no use, what is told of it, and how it is put right. */
const USELESS: readonly { readonly why: string; readonly told: RegExp; readonly spoil: (home: string) => void }[] = [
  {
    why: "a link to a drive that is not there",
    told: /\.memory is a link to .*\/drive, which is not there\. .*Bring back what it leads to/,
    spoil: (home) => fs.symlinkSync(join(dirname(home), "drive"), home),
  },
  { why: "a file", told: /\.memory is no folder\. .*Move away/, spoil: (home) => fs.writeFileSync(home, "") },
  {
    why: "a folder that another user has closed",
    told: /\.memory is closed to you: it belongs to user \d+ and has mode 000\. .*`sudo chown -R/,
    spoil: (home) => fs.mkdirSync(home, { mode: 0 }),
  },
];

for (const { why, told, spoil } of USELESS) {
  test(`where ~/.memory is ${why}, one line says so, saves and searches go on, and no memory is called a stranger's`, {
    skip,
  }, async () => {
    const box = memoryBox();
    await box.json(["save", "fact", "--content", "Always deploy on port 4711", "--type", "O"]);
    await box.json(["remember", "I like yaks", "--layer", "global"]);
    const home = join(box.home, ".memory");
    fs.renameSync(home, `${home}.away`);
    spoil(home);
    lend(box);
    const list = await box.run(["list"], USER);
    assert.match(list.stderr, told);
    assert.equal(list.stderr.trim().split("\n").length, 1, list.stderr);
    assert.match(list.stdout, /4711[^]*yaks|yaks[^]*4711/);
    assert.equal((await box.json(["remember", "Postgres listens on port 5433"], USER)).data?.status, "saved");
    assert.equal((await box.json(["remember", "I like tea", "--layer", "global"], USER)).data?.status, "saved");
    assert.match((await box.json(["search", "Postgres port"], USER)).results[0]?.content, /5433/);
    for (const words of [["trust"], ["init", "--skip-model"], ["undo"]]) {
      const { code, stderr } = await box.run(words, USER);
      assert.equal(code, 4, words.join(" "));
      assert.match(stderr, /error: .*\.memory is .*\n\nhint: /, words.join(" "));
      assert.doesNotMatch(stderr, /not made here/);
    }
    const { stdout } = await box.run(["doctor"], USER);
    assert.match(stdout, /✗ Who may read the files +\S*\.memory is .*\n +→ /);
    assert.doesNotMatch(stdout, /not made here/);
    assert.doesNotMatch((await box.run(["doctor", "--fix"], USER)).stdout, /EEXIST|ENO|EACCES/);
    const common = { session_id: "s-1", cwd: box.project };
    const start = contextOf(await box.hook("claude", "SessionStart", { ...common, source: "startup" }, USER));
    assert.match(start, told);
    assert.match(start, /yaks/);
    if (fs.existsSync(home)) fs.chmodSync(home, 0o700);
    fs.rmSync(home, { recursive: true });
    fs.renameSync(`${home}.away`, home);
    const again = await box.run(["list"], USER);
    assert.equal(again.stderr, "");
    assert.doesNotMatch(again.stdout, /unconfirmed/);
  });
}

test("of a home that can only be read, the start of a session and doctor tell; what was saved is kept", {
  skip,
}, async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Always deploy on port 4711", "--type", "O"]);
  await box.json(["sync"]);
  lend(box);
  const home = join(box.home, ".memory");
  // A second name is the file itself.
  execFileSync("find", [home, "!", "-path", "*/mirror/*.*", "-exec", "chmod", "a-w", "{}", "+"]);
  assert.equal((await box.run(["list"], USER)).stderr, "");
  assert.equal((await box.json(["remember", "Postgres listens on port 5433"], USER)).data?.status, "saved");
  const told =
    /\.memory can't be written: it belongs to user \d+ and has mode 500\. What is saved is kept, but can't be/;
  assert.match((await box.run(["doctor"], USER)).stdout, told);
  const start = { session_id: "s-1", cwd: box.project, source: "startup" };
  assert.match(contextOf(await box.hook("claude", "SessionStart", start, USER)), told);
  const sync = await box.run(["sync", "--rebuild"], USER);
  assert.match(sync.stderr, /\.memory\/projects\/\S+ can't be written: the index was made in memory only/);
  execFileSync("chmod", ["-R", "u+w", home]);
  assert.doesNotMatch((await box.run(["doctor"], USER)).stdout, /can't be written/);
});

test("an agent is not asked to save what can't be written, and a save says why", { skip }, async () => {
  const box = await readOnlyBox({ synced: true });
  const stop = { session_id: "s-1", cwd: box.project, hook_event_name: "Stop" };
  assert.deepEqual(await box.hook("claude", "Stop", stop, USER), {});
  const { code, stdout } = await box.run(["save", "fact", "--content", "Ports end with 0"], USER);
  assert.deepEqual([code, JSON.parse(stdout).error.code], [4, "IO_ERROR"]);
});

// “EACCES … mkdir” named a folder that nobody knows, and no way on.
test("an edit and an undo whose copy can't be kept say so and what to do, and change nothing", { skip }, async () => {
  const box = memoryBox();
  const { data: { id } } = await box.json(["save", "fact", "--content", "Redis listens on port 6380 here"]);
  await box.json(["edit", id, "Redis listens on port 6381 here"]);
  lend(box);
  execFileSync("chmod", ["-R", "a-w", join(box.home, ".memory")]);
  for (const words of [["undo"], ["edit", id, "Redis listens on port 6382 here"], ["delete", id, "--confirm"]]) {
    const { code, stderr } = await box.run(words, USER);
    assert.deepEqual([code, /^error: Cannot keep a copy of what would change in .*backups: EACCES/.test(stderr)], [
      4,
      true,
    ], stderr);
    assert.match(stderr, /hint: Nothing was changed; .*make the folder writable/);
  }
  assert.match((await box.run(["list"], USER)).stdout, /port 6381/);
});

test("a save that the home can't note says so, an undo does not take back another one, and a look makes up for it", {
  skip,
}, async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Own fact"]);
  lend(box);
  const home = join(box.home, ".memory");
  // A second name is the file itself.
  execFileSync("find", [home, "!", "-path", "*/mirror/*.*", "-exec", "chmod", "a-w", "{}", "+"]);
  const { code, stderr } = await box.run(["remember", "Kept in a sandbox"], USER);
  assert.equal(code, 0);
  assert.match(stderr, /warning: .*can't be written.*`memory undo` does not know/);
  execFileSync("chmod", ["-R", "u+w", home]);
  const undone = await box.json(["undo"], USER);
  assert.equal(undone.error?.code, "UNDO_IMPOSSIBLE", JSON.stringify(undone));
  assert.match(undone.error.hint, /memory delete log-.*memory undo op-/);
  assert.equal((await box.json(["list"], USER)).data.total, 2);
  fs.rmSync(box.data, { recursive: true });
  await box.json(["restore"], USER);
  assert.equal((await box.json(["list"], USER)).data.total, 2);
});

test("states of sessions that another user made hide neither the start nor stop a save", { skip }, async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Redis listens on port 6380 here", "--type", "W"]);
  lend(box);
  fs.mkdirSync(join(box.own, "session_state"), { mode: 0 });
  const start = { session_id: "s-1", cwd: box.project, source: "startup" };
  const reply = await box.hook("claude", "SessionStart", start, USER);
  assert.match(reply.hookSpecificOutput.additionalContext, /port 6380/);
  const saved = await box.json(["save", "fact", "--content", "Hosts are named after trees"], USER);
  assert.equal(saved.data.status, "saved");
  fs.chmodSync(join(box.own, "session_state"), 0o700);
});

test("doctor names the folder of one's own and the audit log where these can't be written", { skip }, async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Redis listens on port 6380 here"]);
  lend(box);
  const audit = join(box.own, "audit", "operations.jsonl");
  for (const [path, mode] of [[audit, 0o400], [box.own, 0o500]] as const) {
    const before = fs.statSync(path).mode;
    fs.chmodSync(path, mode);
    const { stdout } = await box.run(["doctor"], USER);
    assert.ok(stdout.includes(`can't be written: ${path}`), stdout);
    fs.chmodSync(path, before);
  }
  assert.doesNotMatch((await box.run(["doctor"], USER)).stdout, /can't be written/);
});

test("doctor does not say that there is no memory where it can't be read", { skip }, async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Redis listens on port 6380 here"]);
  lend(box);
  for (const path of [box.data, join(box.own, "owner.json")]) {
    const before = fs.statSync(path).mode;
    fs.chmodSync(path, 0);
    const { stdout } = await box.run(["doctor"], USER);
    assert.match(stdout, /EACCES: permission denied|closed to you/);
    assert.doesNotMatch(stdout, /there is no memory/);
    fs.chmodSync(path, before);
  }
});

// One edit under `sudo` closed the folder of backups to its owner: no edit, deletion or undo worked from then on.
test(
  "what root makes in a person's memory is theirs, and doctor names what another user has made there, with the command",
  {
    skip: skip || (USER.user === undefined ? "only root gives a file to somebody" : false),
  },
  async () => {
    const box = memoryBox();
    const { id } = (await box.json(["remember", "Always use tabs"])).data;
    await box.json(["list"]);
    lend(box);
    await box.json(["edit", id, "Always use spaces"]);
    await box.json(["note", "add", "Retry HTTP calls three times", "--when", "calling HTTP services"]);
    const roots = [box.own, box.data].flatMap((folder) =>
      fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
        fs.lstatSync(join(folder, path)).uid === 0
      )
    );
    assert.deepEqual(roots, []);
    assert.equal((await box.json(["undo"], USER)).data.command, "note add");
    assert.equal((await box.json(["undo"], USER)).data.command, "edit");
    const backups = join(box.own, "backups");
    fs.chownSync(backups, 0, 0);
    const { checks } = (await box.json(["doctor"], USER)).data;
    const told = checks.find((check: Json) => check.id === "permissions");
    assert.match(told.detail, new RegExp(`made by another user, as under .sudo.: ${backups}$`));
    assert.match(told.next_step, /`sudo chown -R 65534 .*\/projects\/[^ ]+`/);
  },
);
