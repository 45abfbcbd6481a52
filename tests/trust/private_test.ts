/**
 * Whatever a stranger's files tell git to take along: no record, session or token of the person gets into a commit, and
 * the person is told. What git would take is asked of git itself. Against the binary.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { type Box, contextOf, memoryBox } from "../box.ts";
import { DATA, fill, git, opinion, put, TODAY } from "./hostile_box.ts";

const SHOWN = /\.jsonl|\.owner/;

function listed({ project }: Box): string {
  git(project, "add", "-A");
  return execFileSync("git", ["ls-files"], { cwd: project, encoding: "utf8" });
}

/** A clone with a memory whose records nobody tracks, and these files. */
function clone(box: Box, files: Readonly<Record<string, string>>): void {
  put(join(box.data, "MEMORY.md"), "# Core memory\n\n- The moat is deep\n");
  for (const [path, text] of Object.entries(files)) put(join(box.project, path), text);
  git(box.project, "init", "-q");
  git(box.project, "add", "-f", ".");
  git(box.project, "commit", "-qm", "memory");
}

/** How a repository may show what is written into a folder that it brings. */
const SHOWING: Readonly<Record<string, (box: Box) => void>> = {
  "the root's .gitignore shows the folder": (box) => clone(box, { ".gitignore": `!/${DATA}/\n` }),
  "it shows everything": (box) => clone(box, { ".gitignore": "*.log\n!**\n" }),
  "it shows the folder in other case, and git passes over case": (box) => {
    clone(box, { ".gitignore": "!.CURSOR/Skills/memory-data/\n" });
    git(box.project, "config", "core.ignorecase", "true");
  },
  "it shows a set of characters": (box) => clone(box, { ".gitignore": "!.cursor/skills/memory[-_]data/\r\n" }),
  "it shows a class of letters": (box) =>
    clone(box, { ".gitignore": "![[:alpha:]]*\n", [`${DATA}/.gitignore`]: "!*\n" }),
  "it shows a set with a bracket": (box) => clone(box, { ".gitignore": "![a\\]m]emory-data\n" }),
  "a .gitignore on the way shows it": (box) => clone(box, { ".cursor/skills/.gitignore": "!memory-data\n" }),
  "each .gitignore on the way shows it": (box) =>
    clone(box, {
      ".gitignore": `!/${DATA}/\n`,
      ".cursor/skills/.gitignore": "!*\n",
      [`${DATA}/.gitignore`]: "*\n!sessions.jsonl\n!daily/\n!daily/**\n!/.owner\n",
    }),
  "its own .gitignore shows folders, and theirs show files": (box) =>
    clone(box, {
      [`${DATA}/.gitignore`]: "*\n!*/\n",
      [`${DATA}/daily/.gitignore`]: "!*\n",
      ".gitignore": `!/${DATA}\n`,
    }),
  "its own .gitignore shows everything": (box) => clone(box, { [`${DATA}/.gitignore`]: "!*\n" }),
  "its own .gitignore shows by a set": (box) =>
    clone(box, { [`${DATA}/.gitignore`]: "*\n!d[a]ily/\n!*.jsonl\n", ".gitignore": "!memory-data/\n" }),
  "its own .gitignore is a link": (box) => {
    put(join(box.project, "innocent"), "*\n");
    put(join(box.data, "MEMORY.md"), "- The moat is deep\n");
    fs.symlinkSync("../../../innocent", join(box.data, ".gitignore"));
    clone(box, { ".gitignore": "!memory-data/\n" });
  },
  "it is huge": (box) => clone(box, { ".gitignore": `!/${DATA}/\n${"#".repeat(2 * 1024 * 1024)}\n` }),
  "an archive whose exclude file shows it behind every line": (box) => {
    clone(box, {});
    put(
      join(box.project, ".git/info/exclude"),
      `# memory: files of this machine only\n/${DATA}/\n# memory: end\n!/${DATA}/\n`,
    );
  },
  "an archive with a .git that is none, in a repository": (box) => {
    const { project, data } = box;
    fill(data);
    put(join(project, ".cursor/.git/config"), "");
    git(project, "init", "-q");
    fs.rmSync(join(data, "daily"), { recursive: true });
    fs.rmSync(join(data, "facts.jsonl"));
  },
  "an archive whose .git names another folder, in a repository": (box) => {
    fill(box.data);
    put(join(box.project, ".cursor/.git"), "gitdir: ../nowhere\n");
    git(box.project, "init", "-q");
    fs.rmSync(join(box.data, "daily"), { recursive: true });
    fs.rmSync(join(box.data, "facts.jsonl"));
  },
};

for (const [name, bring] of Object.entries(SHOWING)) {
  test(`what is saved stays out of commits, and the person is told: ${name}`, async () => {
    const box = memoryBox({ empty: true });
    bring(box);
    const { stderr } = await box.run(["save", "summary", "--topic", "Salaries", "--summary", "Asked for more"]);
    assert.match(stderr, /would have taken .* along/);
    await box.run(["save", "fact", "--content", "The salary talk is on Monday"]);
    assert.doesNotMatch(listed(box), SHOWN);
    const again = await box.run(["save", "fact", "--content", "Ports end with 0"]);
    assert.doesNotMatch(again.stderr, /along/, "told once");
    assert.equal((await box.json(["search", "salary"])).results.length > 0, true);
  });
}

for (const [name, bring] of Object.entries(SHOWING)) {
  test(`what is saved after init stays out of commits, and the person is told: ${name}`, async () => {
    const box = memoryBox({ empty: true });
    bring(box);
    const { code, stderr } = await box.run(["init", "--skip-model", "--agent", "cursor"]);
    // It planned git's exclude file, wrote a line into it, and refused then to replace what had changed.
    assert.equal(code, 0, stderr);
    assert.match(stderr, /would have taken .* along/);
    assert.doesNotMatch(listed(box), SHOWN);
    await box.run(["save", "fact", "--content", "The salary talk is on Monday"]);
    assert.doesNotMatch(listed(box), SHOWN);
  });
}

/** A box whose project has a memory that git takes along, with one record, committed on the branch "main". */
async function sharedBox(share = "all"): Promise<Box> {
  const box = memoryBox({ empty: true });
  git(box.project, "init", "-q", "-b", "main");
  await box.json(["init", "--skip-model", "--agent", "cursor", "--share", share]);
  await box.run(["save", "fact", "--content", "The cache is Redis"]);
  git(box.project, "add", "-A");
  git(box.project, "commit", "-qm", "memory");
  return box;
}

test("a clone of what a team shares is set up without a word of what is not so, and init says what git takes", async () => {
  const box = await sharedBox();
  const colleague = join(box.home, "colleague");
  git(box.home, "clone", "-q", box.project, colleague);
  const at = { cwd: colleague };
  const { stdout, stderr } = await box.run(["init", "--skip-model", "--agent", "cursor", "--json"], at);
  assert.doesNotMatch(stderr, /would have taken/);
  assert.match(
    JSON.parse(stdout).data.notes.join(),
    /Git takes this memory along.*--layer global.*What nobody asked to save, .* home folder/,
  );
  await box.run(["save", "fact", "--content", "The build needs clang"], at);
  const shown = listed({ ...box, project: colleague });
  assert.match(shown, /daily/);
  assert.doesNotMatch(shown, /\.owner/);
  const again = await box.json(["init", "--skip-model", "--agent", "cursor", "--json"], at);
  assert.doesNotMatch(again.data.notes.join(), /Git takes/, "told once");
});

test("a folder of the person's own that nothing shows is left as it is", async () => {
  const box = memoryBox();
  git(box.project, "init", "-q");
  put(join(box.project, ".gitignore"), "node_modules/\n*.log\n!keep.log\n![Bb]in/\n!**/lib/\n/.cursor/\n");
  const before = fs.readFileSync(join(box.project, ".git/info/exclude"), "utf8");
  put(join(box.data, "MEMORY.md"), "- Use tabs\n");
  const { stderr } = await box.run(["save", "fact", "--content", "The cache is Redis"]);
  assert.equal(stderr, "");
  assert.equal(fs.readFileSync(join(box.project, ".git/info/exclude"), "utf8"), before);
  assert.equal(fs.existsSync(join(box.data, ".gitignore")), false);
});

test("records that the person shares on purpose stay shared", async () => {
  const box = memoryBox({ empty: true });
  git(box.project, "init", "-q");
  await box.json(["init", "--skip-model", "--agent", "cursor", "--share", "all"]);
  const { stderr } = await box.run(["save", "fact", "--content", "The cache is Redis"]);
  assert.equal(stderr, "");
  assert.match(listed(box), /daily/);
  assert.doesNotMatch(listed(box), /\.owner/);
});

test("an archive's exclude file that is a link out of it is not written through", async () => {
  const box = memoryBox({ empty: true });
  fill(box.data);
  git(box.project, "init", "-q");
  const profile = join(box.home, ".profile");
  put(profile, "export PATH\n");
  const exclude = join(box.project, ".git/info/exclude");
  fs.rmSync(exclude);
  fs.mkdirSync(dirname(exclude), { recursive: true });
  fs.symlinkSync(profile, exclude);
  git(box.project, "add", "-f", `${DATA}/MEMORY.md`);
  await box.run(["save", "fact", "--content", "The salary talk is on Monday"]);
  assert.equal(fs.readFileSync(profile, "utf8"), "export PATH\n");
  assert.doesNotMatch(listed(box), /\.owner/);
});

/** A private memory in a clone, into which a pull brings one that a colleague shares. */
async function pulledBeside(): Promise<Box> {
  const box = memoryBox({ empty: true });
  const theirs = join(box.home, "theirs");
  fs.mkdirSync(theirs);
  git(theirs, "init", "-q", "-b", "main");
  git(theirs, "commit", "-qm", "a", "--allow-empty");
  fs.rmSync(box.project, { recursive: true });
  git(box.home, "clone", "-q", theirs, box.project);
  await box.json(["init", "--skip-model", "--agent", "cursor"]);
  put(join(box.data, "daily/2026-02-01.jsonl"), opinion("log-000000003-aaaa", "The salary talk is on Monday"));
  const at = { cwd: theirs };
  await box.run(["init", "--skip-model", "--agent", "cursor", "--share", "all"], at);
  await box.run(["save", "fact", "--content", "The cache is Redis"], at);
  git(theirs, "add", "-A");
  git(theirs, "commit", "-qm", "memory");
  git(box.project, "pull", "-q");
  assert.equal(fs.existsSync(join(box.data, `daily/${TODAY}.jsonl`)), true, "the pull brought theirs");
  return box;
}

test("a pull of what a colleague shares leaves a private memory private, and init says how to take part", async () => {
  const box = await pulledBeside();
  assert.doesNotMatch(listed(box), /2026-02-01|\.owner/);
  const { stderr } = await box.run(["save", "fact", "--content", "The build needs clang"]);
  assert.match(stderr, /git tracks .*--share all. shares records on purpose/);
  const again = await box.json(["init", "--skip-model", "--agent", "cursor"]);
  assert.equal(again.data.share, "none");
  assert.match(again.data.notes.join(), /Others share a memory .*--share all. takes part/);
  await box.run(["uninstall", "--confirm"]);
  assert.doesNotMatch(listed(box), /2026-02-01|\.owner/);
  await box.json(["init", "--skip-model", "--agent", "cursor", "--share", "all"]);
  assert.match(listed(box), /2026-02-01/);
});

/** A clone whose person shares notes alone, into which a pull brings a `.gitignore` that shows records, too. */
async function pulledOpen() {
  const box = await sharedBox("notes");
  const omar = join(box.home, "omar");
  git(box.home, "clone", "-q", box.project, omar);
  const at = { cwd: omar };
  const init = ["init", "--skip-model", "--agent", "cursor"];
  await box.run(init, at);
  await box.run(["save", "fact", "--content", "The salary talk is on Monday"], at);
  await box.run(["remember", "TODO: call the recruiter"], at);
  await box.json([...init, "--share", "all"]);
  git(box.project, "commit", "-qam", "share all");
  git(omar, "pull", "-q");
  return { box, omar, at, init, theirs: { ...box, project: omar } };
}

test("a pull that shows records where the person shared notes alone shows none of theirs, and says so until init is run", async () => {
  const { box, omar, at, init, theirs } = await pulledOpen();
  const told = async () => {
    const event = { session_id: "s-1", cwd: omar, source: "startup" };
    return contextOf(await box.hook("claude", "SessionStart", event, at));
  };
  assert.match(await told(), /A pull brought \S*\.gitignore.*only notes.*`memory init` leaves it so.*--share all/);
  assert.doesNotMatch(listed(theirs), SHOWN);
  assert.equal(
    execFileSync("git", ["status", "--short"], { cwd: omar, encoding: "utf8" }),
    "",
    "nobody's file changed",
  );
  const doctor = (await box.run(["doctor"], at)).stdout;
  assert.match(doctor, /A pull brought/);
  const { stdout } = await box.run([...init, "--json"], at);
  assert.match(JSON.parse(stdout).data.notes.join(), /Others share a memory .*--share all. takes part/);
  assert.doesNotMatch(await told() + (await box.run(["doctor"], at)).stdout, /A pull brought/);
  await box.run(["save", "fact", "--content", "The build needs clang"], at);
  assert.doesNotMatch(listed(theirs), SHOWN);
  await box.run([...init, "--share", "all"], at);
  assert.match(listed(theirs), /daily[\s\S]*sessions/);
});

test("who uninstalls right after such a pull shows none of their records either", async () => {
  const { box, at, theirs } = await pulledOpen();
  await box.run(["uninstall", "--confirm"], at);
  assert.doesNotMatch(listed(theirs), SHOWN);
});

for (const [share, file] of [["all", "daily/2026-02-01.jsonl"], ["notes", "notes/MEM-a.md"]] as const) {
  test(`a session on a branch older than the sharing of ${share} neither shows records to git there nor ends the sharing`, async () => {
    const box = memoryBox({ empty: true });
    git(box.project, "init", "-q", "-b", "main");
    git(box.project, "commit", "-qm", "a", "--allow-empty");
    git(box.project, "branch", "old");
    await box.json(["init", "--skip-model", "--agent", "cursor", "--share", share]);
    await box.run(["save", "fact", "--content", "The cache is Redis"]);
    git(box.project, "add", "-A");
    git(box.project, "commit", "-qm", "memory");
    git(box.project, "switch", "-q", "old");
    await box.run(["save", "fact", "--content", "The salary talk is on Monday"]);
    assert.doesNotMatch(listed(box), SHOWN);
    git(box.project, "switch", "-q", "main");
    put(join(box.data, file), opinion("log-000000003-aaaa", "The build needs clang"));
    assert.ok(listed(box).includes(file));
  });
}

test("opening and ending a session changes no file that git takes along", async () => {
  const box = await sharedBox();
  const event = { session_id: "s-1", cwd: box.project };
  await box.hook("claude", "SessionStart", { ...event, source: "startup" });
  await box.hook("claude", "SessionEnd", { ...event, reason: "other" });
  assert.equal(execFileSync("git", ["status", "--short"], { cwd: box.project, encoding: "utf8" }), "");
});

test("a save in a linked worktree of a shared memory is shared, and leaves the shared .gitignore as it is", async () => {
  const box = await sharedBox();
  const linked = join(box.home, "linked");
  git(box.project, "worktree", "add", "-q", linked, "-b", "feature");
  await box.run(["save", "fact", "--content", "The build needs clang"], { cwd: linked });
  put(join(linked, DATA, "daily/2026-02-01.jsonl"), opinion("log-000000003-aaaa", "Deploys are on Tuesdays"));
  assert.match(listed({ ...box, project: linked }), /2026-02-01/);
  assert.doesNotMatch(listed({ ...box, project: linked }), /\.owner/);
  const staged = execFileSync("git", ["diff", "--cached", "--name-only"], { cwd: linked, encoding: "utf8" });
  assert.doesNotMatch(staged, /\.gitignore/);
});

test("who keeps their own saves out of commits changes no file that the team shares", async () => {
  const box = memoryBox({ empty: true });
  git(box.project, "init", "-q", "-b", "main");
  await box.json(["init", "--skip-model", "--agent", "cursor", "--share", "all"]);
  git(box.project, "add", "-A");
  git(box.project, "commit", "-qm", "memory");
  const colleague = join(box.home, "colleague");
  git(box.home, "clone", "-q", box.project, colleague);
  await box.json(["init", "--skip-model", "--agent", "cursor", "--share", "none"], { cwd: colleague });
  await box.run(["save", "fact", "--content", "The salary talk is on Monday"], { cwd: colleague });
  assert.doesNotMatch(listed({ ...box, project: colleague }), /daily/);
  assert.equal(execFileSync("git", ["status", "--short"], { cwd: colleague, encoding: "utf8" }), "");
});

test("another user's write at the same path leaves the owner their memory, with undo and backups", async () => {
  const box = memoryBox();
  const { data: { id } } = await box.json(["remember", "The port is 8080"]);
  await box.json(["edit", id, "The port is 9090"]);
  const other = join(box.home, "other");
  fs.mkdirSync(other);
  await box.run(["remember", "The cache is Redis"], { env: { HOME: other } });
  assert.equal((await box.json(["backups"])).data.backups.length, 1);
  // The newest record is no write of theirs.
  const [, op = ""] = /`memory undo (\S+)`/.exec((await box.json(["undo"])).error.hint) ?? [];
  assert.equal((await box.run(["undo", op])).code, 0);
  assert.equal(box.lines(`daily/${TODAY}.jsonl`)[0].content, "The port is 8080");
});

test("a shared folder that git makes anew stays shared, and a copy of it elsewhere does not", async () => {
  const box = await sharedBox();
  fs.rmSync(box.data, { recursive: true });
  git(box.project, "checkout", "--", ".");
  await box.run(["save", "fact", "--content", "The build needs clang"]);
  const changed = ["status", "--short"];
  assert.equal(
    execFileSync("git", changed, { cwd: box.project, encoding: "utf8" }),
    ` M ${DATA}/daily/${TODAY}.jsonl\n`,
  );
  const copy = join(box.home, "copy");
  fs.cpSync(box.project, copy, { recursive: true });
  fs.rmSync(join(copy, DATA, ".owner"));
  put(join(copy, DATA, "daily/2026-02-01.jsonl"), opinion("log-000000003-aaaa", "The salary talk is on Monday"));
  await box.run(["save", "fact", "--content", "The build needs clang 17"], { cwd: copy });
  assert.doesNotMatch(listed({ ...box, project: copy }), /2026-02-01/);
});
