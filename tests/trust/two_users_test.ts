/** Two users of one machine, or a host and its container, with one project: both may write it, or it is closed. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { type Box, contextOf, type Json, memoryBox } from "../box.ts";

const GROUP = 64_000;
/** The second user has no home of the first one's. */
const [ALICE, BOB] = [64_001, 64_002];

/** Lets the first user own the project and a home; the second one gets a home. */
function lend(box: Box) {
  const folder = dirname(box.home);
  const home = join(folder, "second");
  fs.mkdirSync(home);
  execFileSync("chown", ["-R", `${ALICE}:${GROUP}`, folder]);
  execFileSync("chown", ["-R", `${BOB}:${GROUP}`, home]);
  for (const each of [folder, box.home, join(box.home, "work")]) fs.chmodSync(each, 0o755);
  // The folder of a whole test run is root's alone.
  if ((fs.statSync(dirname(folder)).mode & 0o001) === 0) fs.chmodSync(dirname(folder), 0o711);
  return {
    alice: { user: ALICE, group: GROUP },
    bob: { user: BOB, group: GROUP, env: { HOME: home } },
    bobsHome: home,
  };
}

const isRoot = process.platform === "linux" && process.getuid?.() === 0;
const ran = isRoot ? await memoryBox().run(["--version"], { user: BOB, cwd: "/" }).catch(() => undefined) : undefined;
const skip = ran?.code === 0 ? false : "only root acts as two users";

/** A memory that two users of a group may write. */
async function sharedBox() {
  const box = memoryBox();
  const users = lend(box);
  await box.json(["remember", "Always deploy on port 4711"], users.alice);
  execFileSync("chmod", ["-R", "g+rwXs", box.project]);
  return { box, ...users };
}

const contents = async (box: Box, user: object) =>
  (await box.json(["list"], user)).data.records.map(({ content }: Json) => content).sort();

test("two users who may write one folder save, change and delete in it by turns", { skip }, async () => {
  const { box, alice, bob } = await sharedBox();
  const { id } = (await box.json(["remember", "Bob's service has port 1"], bob)).data;
  assert.equal(fs.statSync(join(box.data, ".owner")).mode & 0o777, 0o660);
  const start = { session_id: "s-1", cwd: box.project, source: "startup" };
  assert.match(contextOf(await box.hook("claude", "SessionStart", start, alice)), /to follow|own conventions/);
  const { code } = (await box.json(["remember", "Alice's service has port 2"], alice)).error ?? {};
  assert.equal(code, undefined);
  // One edits what the other has made, and both make notes and the file of another day.
  assert.equal((await box.json(["edit", id, "Bob's service has port 3"], alice)).status, "ok");
  for (const [user, what] of [[bob, "Retry HTTP calls three times"], [alice, "Log each query"]] as const) {
    assert.equal((await box.json(["note", "add", what, "--when", "writing clients"], user)).status, "ok", what);
  }
  const day = join(box.data, "daily", fs.readdirSync(join(box.data, "daily"))[0] ?? "");
  fs.renameSync(day, join(box.data, "daily", "2026-01-01.jsonl"));
  assert.equal((await box.json(["remember", "Carol's service has port 4"], bob)).status, "ok");
  assert.equal((await box.json(["remember", "Dave's service has port 5"], alice)).status, "ok");
  const all = ["Alice's service has port 2", "Always deploy on port 4711", "Bob's service has port 3"];
  for (const user of [alice, bob]) {
    assert.deepEqual((await contents(box, user)).filter((text: string) => all.includes(text)), all);
  }
  // Who may only look is shut out; who writes is not.
  await box.run(["doctor", "--fix"], alice);
  assert.equal(fs.statSync(box.data).mode & 0o777, 0o770);
  const closed = fs.readdirSync(box.data, { recursive: true, encoding: "utf8" })
    .filter((path) => (fs.statSync(join(box.data, path)).mode & 0o060) !== 0o060);
  assert.deepEqual(closed, []);
  for (const user of [alice, bob]) {
    assert.match((await box.run(["doctor"], user)).stdout, /Who may read the files .*shared with another user/);
  }
});

test("a list of tokens that another user has closed stops nobody, loses no line, and doctor names it", {
  skip,
}, async () => {
  const { box, alice, bob } = await sharedBox();
  await box.json(["remember", "Bob's service has port 1"], bob);
  const tokens = join(box.data, ".owner");
  const before = fs.readFileSync(tokens, "utf8");
  fs.chownSync(tokens, BOB, GROUP);
  fs.chmodSync(tokens, 0o600);
  assert.equal((await box.run(["list"], alice)).stderr, "");
  assert.equal((await box.json(["remember", "Alice's service has port 2"], alice)).status, "ok");
  const start = { session_id: "s-1", cwd: box.project, source: "startup" };
  assert.match(contextOf(await box.hook("claude", "SessionStart", start, alice)), /own conventions[^]*4711/);
  const { checks } = (await box.json(["doctor"], alice)).data;
  const told = checks.find((check: Json) => check.id === "permissions");
  assert.equal(told.next_step, `Have its owner open it to those who share the folder: \`chmod g+rw ${tokens}\``);
  assert.equal(fs.readFileSync(tokens, "utf8"), before);
});

test(
  "where another user has closed the project's memory, one's own goes on, and what is closed is named with a way on",
  {
    skip,
  },
  async () => {
    const box = memoryBox();
    const { alice, bob } = lend(box);
    await box.json(["remember", "Always deploy on port 4711"], alice);
    const mine = "I like yaks";
    for (
      const [path, closed] of [[box.data, 0o700], [join(box.project, ".cursor"), 0o700], [box.project, 0o700]] as const
    ) {
      fs.chmodSync(path, closed);
      const line = `${path} is closed to you: it belongs to user ${ALICE} and has mode 700. `;
      const saved = await box.json(["remember", mine, "--layer", "global"], bob);
      assert.match(saved.status, /^(?:ok|unchanged)$/, JSON.stringify(saved));
      const list = await box.run(["list"], bob);
      assert.match(list.stdout, /I like yaks/);
      assert.ok(list.stderr.startsWith(`warning: ${line}`), list.stderr);
      assert.equal(list.stderr.trim().split("\n").length, 1);
      for (const words of [["remember", "Use tabs"], ["init", "--skip-model"], ["trust"]]) {
        const { code, stderr } = await box.run(words, bob);
        assert.deepEqual([code, stderr.includes(`error: ${line}`)], [4, true], stderr);
        assert.match(stderr, /hint: If it is yours, `chmod u\+rwx .*`; else run as that user/);
      }
      assert.match((await box.run(["status"], bob)).stdout, /^Memory is on\n/);
      const { stdout } = await box.run(["doctor"], bob);
      assert.match(stdout, /✗ Whose memory it is +.* is closed to you/);
      assert.doesNotMatch(stdout, /no memory/);
      const start = { session_id: `s-${path.length}`, cwd: box.project, source: "startup" };
      const told = contextOf(await box.hook("claude", "SessionStart", start, bob));
      assert.ok(told.includes(line) && told.includes(mine), told);
    }
  },
);

// What Docker makes of a new volume below a home.
test("where ~/.memory is an empty folder of root, a memory of others is not to be trusted before that is mended", {
  skip,
}, async () => {
  const { box, bob, bobsHome } = await sharedBox();
  const home = join(bobsHome, ".memory");
  fs.mkdirSync(home, { mode: 0o755 });
  const list = await box.run(["list"], bob);
  assert.match(list.stderr, /was not made here: .*\. Before `memory trust` .*must be writable\. .*`sudo chown -R/);
  assert.equal(list.stderr.trim().split("\n").length, 1, list.stderr);
  for (const words of [["trust"], ["init", "--skip-model"], ["undo"]]) {
    const { code, stderr } = await box.run(words, bob);
    assert.deepEqual(
      [code, stderr.includes(`error: ${home} can't be written: it belongs to user 0`)],
      [4, true],
      stderr,
    );
  }
  const { stdout } = await box.run(["doctor"], bob);
  assert.match(stdout, /✗ Who may read the files +\S*\.memory can't be written: it belongs to user 0 and has mode 755/);
  assert.match(stdout, /! Whose memory it is .*was not made here.*\n +→ Make it yours/);
  fs.chownSync(home, BOB, GROUP);
  assert.match((await box.run(["list"], bob)).stderr, /If it is yours: `memory trust`/);
});
