/** What `git clean -fdx` leaves to do: `memory restore`, `memory init`, `memory uninstall`, against the binary. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { BINARY, type Box, contextOf, type Json, memoryBox } from "../box.ts";
import { team } from "../team_box.ts";

const SETTINGS = ".claude/settings.local.json";
const OWN = '{\n  // mine\n  "permissions": { "allow": ["Bash(ls:*)"] },\n  "env": { "FOO": "bar" }\n}\n';
const INIT = ["init", "--skip-model", "--agent", "claude"];

function gitBox(): { readonly box: Box; readonly git: (...words: string[]) => string } {
  const box = memoryBox({ empty: true });
  const git = (...words: string[]) => execFileSync("git", words, { cwd: box.project, encoding: "utf8" });
  git("init", "-q");
  return { box, git };
}

function own(box: Box): void {
  fs.mkdirSync(join(box.project, ".claude"), { recursive: true });
  fs.writeFileSync(join(box.project, SETTINGS), OWN);
}

const settings = (box: Box) => fs.readFileSync(join(box.project, SETTINGS), "utf8");

async function connected() {
  const { box, git } = gitBox();
  fs.writeFileSync(join(box.project, ".git/info/exclude"), "settings.local.json\n");
  own(box);
  assert.equal((await box.run(INIT)).code, 0);
  assert.equal((await box.run(["remember", "We deploy on Tuesdays only"])).code, 0);
  git("clean", "-fdxq");
  assert.ok(!fs.existsSync(join(box.project, SETTINGS)));
  return { box, git };
}

test("settings of one's own that git clean took are as before init once memory is restored, connected and taken out again", async () => {
  const { box } = await connected();
  assert.equal((await box.run(["restore"])).code, 0);
  assert.equal((await box.run(INIT)).code, 0);
  assert.equal((await box.run(["uninstall"])).code, 0);
  assert.equal(settings(box), OWN);
});

test("where uninstall can't tell what to give back it keeps the copy of one's own settings and names it", async () => {
  for (const isMadeAnew of [true, false]) {
    const { box } = await connected();
    assert.equal((await box.run(["restore"])).code, 0);
    if (isMadeAnew) {
      fs.mkdirSync(join(box.project, ".claude"), { recursive: true });
      fs.writeFileSync(join(box.project, SETTINGS), '{ "env": { "BAR": "new" } }\n');
      assert.equal((await box.run(INIT)).code, 0);
    }
    const { stdout } = await box.run(["uninstall", "--agent", "claude"]);
    const copy = /lacks some of what it held before `memory init`; as it was then, it is kept in (\S+)/.exec(stdout)
      ?.[1];
    assert.equal(fs.readFileSync(copy ?? assert.fail(stdout), "utf8"), OWN);
    if (isMadeAnew) assert.deepEqual(JSON.parse(settings(box)).env, { BAR: "new" });
    assert.doesNotMatch((await box.run(["uninstall", "--agent", "claude"])).stdout, /lacks some/, "told once");
    assert.ok(fs.existsSync(copy ?? ""));
  }
});

// What init finds is no original then but what an earlier init left, as where a project was copied with its settings.
test("uninstall takes out also what an init left of which memory knows nothing any more", async () => {
  const { box } = gitBox();
  own(box);
  const exclude = fs.readFileSync(join(box.project, ".git/info/exclude"), "utf8");
  const init = ["init", "--skip-model", "--agent", "claude,codex"];
  await box.run(init);
  fs.rmSync(join(box.home, ".memory"), { recursive: true });
  for (const file of [SETTINGS, ".codex/hooks.json"]) {
    const path = join(box.project, file);
    const text = fs.readFileSync(path, "utf8");
    // An earlier version, in another place, wrote the bare call, and called at fewer events.
    const bare = text.replace(/\[ ! -x [^\]]*\] \|\| exec /g, "").replaceAll(BINARY, "/opt/earlier/memory");
    assert.notEqual(bare, text);
    fs.writeFileSync(path, bare);
  }
  assert.equal((await box.run([...init, "--notes"])).code, 0);
  const { stdout } = await box.run(["uninstall"]);
  assert.equal(settings(box), OWN);
  assert.ok(!fs.existsSync(join(box.project, ".codex/hooks.json")));
  assert.equal(fs.readFileSync(join(box.project, ".git/info/exclude"), "utf8"), exclude);
  assert.doesNotMatch(stdout, /lacks some/);
});

// Also where an init has run since that had nothing to change, and so kept no original.
test("uninstall gives back the hook files although memory knows nothing of the init any more", async () => {
  for (const again of [false, true]) {
    const { box } = gitBox();
    own(box);
    const init = ["init", "--skip-model", "--agent", "claude,codex,cursor"];
    await box.run(init);
    fs.rmSync(join(box.home, ".memory"), { recursive: true });
    if (again) await box.run(init);
    assert.equal((await box.run(["uninstall"])).code, 0);
    assert.equal(settings(box), OWN);
    for (const file of [".codex/hooks.json", ".cursor/hooks.json"]) {
      assert.ok(!fs.existsSync(join(box.project, file)), file);
    }
  }
});

test("settings that only gained something since init leave no copy behind", async () => {
  const { box } = gitBox();
  own(box);
  await box.run(INIT);
  const text = settings(box).replace('"Bash(ls:*)"', '"Bash(ls:*)", "Bash(cat:*)"');
  fs.writeFileSync(join(box.project, SETTINGS), text);
  const { notes, files }: Json = (await box.json(["uninstall", "--agent", "claude"])).data;
  assert.deepEqual(files.filter(({ copy }: Json) => copy), []);
  assert.doesNotMatch(notes.join(), /lacks some/);
  assert.match(settings(box), /Bash\(cat:\*\)/);
});

test("restore says nothing of git where it leaves out what it left out before", async () => {
  const { box, git } = await connected();
  const { code, stdout, stderr } = await box.run(["restore"]);
  assert.equal(code, 0);
  assert.match(stdout, /Restored.*1 record/);
  assert.equal(stderr, "");
  assert.equal(git("status", "--porcelain", "--untracked-files=all"), "");
});

test("with a record for all projects alone list, search and a session's start name what git clean took, and restore", async () => {
  const { box } = await connected();
  await box.run(["remember", "--layer", "global", "I prefer short answers"]);
  const hint = /This memory has lost 1 record, .*`memory restore` brings it back/;
  for (const words of [["list"], ["search", "tuesdays"], ["search", "answers"], ["stats"]]) {
    const { stderr } = await box.run(words);
    assert.match(stderr, hint, words.join(" "));
    assert.equal(stderr.trim().split("\n").length, 1);
  }
  assert.match((await box.run(["list"], { env: { LANG: "zh_CN.UTF-8" } })).stderr, /`memory restore`/);
  assert.equal((await box.run(["--quiet", "list"])).stderr, "");
  assert.equal((await box.run(["list", "--layer", "global"])).stderr, "");
  const start = (session_id: string) =>
    box.hook("claude", "SessionStart", { session_id, cwd: box.project, source: "startup" });
  const told = (reply: Json) =>
    reply.hookSpecificOutput.additionalContext.split("\n").filter((l: string) => hint.test(l));
  assert.equal(told(await start("one")).length, 1);
  const status = await box.run(["status"]);
  assert.match(status.stdout, /`memory restore`/);
  assert.equal(status.stderr, "");
  await box.run(["restore"]);
  for (const words of [["list"], ["search", "tuesdays"]]) assert.equal((await box.run(words)).stderr, "");
  assert.equal(told(await start("two")).length, 0);
});

test("status in a project without memory says so, though there is one for all projects", async () => {
  const { box } = gitBox();
  fs.mkdirSync(join(box.home, ".cursor"), { recursive: true });
  await box.run(["init", "--global", "--skip-model", "--agent", "cursor"]);
  await box.run(["remember", "--layer", "global", "I prefer short answers"]);
  const { stdout } = await box.run(["status"]);
  assert.match(stdout, /^No memory here: `memory init`/);
  assert.match(stdout, /All projects +1 fact/);
  assert.match((await box.run(["status"], { cwd: box.home })).stdout, /^Memory is on\n/);
  assert.match((await box.run(["status", "--layer", "global"])).stdout, /^Memory is on\n/);
  await box.run(INIT);
  assert.match((await box.run(["status"])).stdout, /^Memory is on\n/);
});

test("init --share names the files of the memory that git sees, and just those", async () => {
  for (const share of ["notes", "all", "none"]) {
    const { box, git } = gitBox();
    const { stdout } = await box.run([...INIT, "--share", share]);
    assert.equal(/keeps these files out of commits/.test(stdout), share === "none");
    const line = stdout.split("\n").find((each) => each.startsWith("Git sees these of "));
    await box.run(["remember", "We deploy on Tuesdays only"]);
    await box.run(["save", "summary", "--topic", "Deploys", "--summary", "We chose Tuesdays"]);
    const seen = git("status", "--porcelain", "--untracked-files=all").split("\n").filter(Boolean)
      .map((each) => each.slice(3).replace(".claude/skills/memory-data/", "").replace(/\/.*/, "/"))
      .filter((each) => !each.startsWith("."));
    assert.equal(line === undefined, share === "none");
    const names = /: ([^:;]+?)(?:;|$)/.exec(line?.split(" takes them along")[1] ?? "")?.[1]?.split(", ") ?? [];
    for (const each of seen) assert.ok(names.includes(each), `${share}: ${each} in ${line}`);
    assert.equal(names.includes("daily/"), share === "all");
  }
});

test("after git clean restore tells as many records as the list has, a note among them", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Deploy on Tuesdays only"]);
  await box.run(["note", "add", "Errors are JSON", "--when", "designing an API"]);
  const { total } = (await box.json(["list"])).data;
  assert.equal(total, 2);
  fs.rmSync(box.data, { recursive: true });
  assert.match((await box.run(["restore"])).stdout, /Restored 2 records/);
  assert.equal((await box.json(["list"])).data.total, total);
  const { checks } = (await box.json(["doctor"])).data;
  assert.match(checks.find(({ id }: Json) => id === "sqlite_accessible").detail, /notes and MEMORY\.md among them/);
});

test("of a shared memory that is not in the checkout every verb says how git brings it, and init makes none in its place", async () => {
  const { ann, li } = await team();
  const folder = ".cursor/skills/memory-data";
  fs.mkdirSync(join(ann.project, "src"));
  for (const { project } of [ann, li]) execFileSync("git", ["sparse-checkout", "set", "src"], { cwd: project });
  const start = async (session_id: string) => {
    const event = { session_id, cwd: ann.project, hook_event_name: "SessionStart", source: "startup" };
    return contextOf(await ann.hook("claude", "SessionStart", event));
  };
  const told = async (box: Box, how: string) => {
    for (const words of [["list"], ["remember", "x"], ["restore"], ["init"], ["init", "--dry-run"], ["trust"]]) {
      const { code, stderr } = await box.run(words);
      assert.equal(code, 4, words.join(" "));
      assert.match(stderr, /Git tracks a memory in .*memory-data, which is not in this checkout/);
      assert.ok(stderr.includes(`git -C ${box.project} ${how} ${folder}\` brings it; then run`), stderr);
    }
    const { stdout } = await box.run(["doctor"]);
    assert.match(stdout, /✗ .*Git tracks a memory in /);
    assert.match((await box.run(["status"])).stdout, /^! Git tracks a memory/m);
    assert.ok(!fs.existsSync(join(box.project, folder)));
  };
  await told(ann, "sparse-checkout add");
  await told(li, "sparse-checkout add");
  await ann.run(["remember", "--layer", "global", "I prefer short answers"]);
  assert.match((await ann.run(["list"])).stderr, /^warning: Git tracks a memory in/);
  assert.match(await start("a"), /Git tracks a memory in/);
  execFileSync("git", ["sparse-checkout", "add", folder], { cwd: ann.project });
  assert.match((await ann.run(["list"])).stderr, /made anew, by git or by hand.*`memory init` takes it up again/);
  assert.match((await ann.run(["doctor"])).stdout, /made anew.*\n.*Run `memory init`, which takes it up again/);
  assert.equal((await ann.run(["init", "--skip-model", "--agent", "cursor"])).code, 0);
  assert.match(
    await start("b"),
    /Follow them[^#]*## Conventions\n- [^\n]*never push on Fridays/,
    "it is Ann's own again",
  );
  execFileSync("git", ["sparse-checkout", "add", folder], { cwd: li.project });
  fs.rmSync(join(li.project, folder), { recursive: true });
  await told(li, "checkout --");
  execFileSync("git", ["rm", "-rq", "--cached", "--sparse", folder], { cwd: li.project });
  assert.equal((await li.run(["init", "--skip-model", "--agent", "cursor"])).code, 0, "git tracks it no more");
});
