/** A shared note goes from one project to another by git, against the binary. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type Box, memoryBox } from "../box.ts";

/** Two people with a project each and one team repository that both have as a submodule at notes/share. */
test("a note that one project shares reaches the other by git, and the other project's own note stands before it", async () => {
  const [anna, ben] = [memoryBox(), memoryBox()];
  const team = join(anna.home, "team.git");
  git(anna, anna.home, "init", "-q", "--bare", "-b", "main", team);
  seed(anna, team);
  for (const box of [anna, ben]) {
    git(box, box.project, "init", "-q", "-b", "main");
    box.write("INDEX.md", "");
    git(box, box.project, "submodule", "add", "-q", team, ".cursor/skills/memory-data/notes/share");
  }

  const payload = {
    scene: "When designing API error responses",
    principles: ["Always answer with { code, message }"],
    choice: "Always answer with { code, message }",
    source: "remember",
    confidence: "high",
    apply: "team",
    score: { d1: 2, d2: 2, d3: 2, d4: 2, d5: 2 },
  };
  const [{ id }] = (await anna.json(["note", "propose", JSON.stringify(payload)])).data.results;
  const { data } = await anna.json(["note", "share", id]);
  assert.deepEqual([data.file, data.submodule], [`notes/share/${id}.md`, true]);
  assert.match(data.effect, /agents weigh it here, too/);
  const share = (box: Box) => join(box.data, "notes", "share");
  git(anna, share(anna), "add", "-A");
  git(anna, share(anna), "commit", "-q", "-m", "Share the error format");
  git(anna, share(anna), "push", "-q", "origin", "main");

  git(ben, share(ben), "pull", "-q", "origin", "main");
  assert.equal((await ben.json(["note", "index"])).data.total, 1);
  const list = await ben.json(["note", "list"]);
  assert.deepEqual(list.data.notes.map((note: { id: string; shared: boolean }) => [note.id, note.shared]), [[
    id,
    true,
  ]]);

  // “Followed from now on: 1”, it said, and the note was weighed as before.
  const trusted = await ben.run(["trust"]);
  assert.match(
    trusted.stdout,
    /^Nothing is left to trust: .*\nNotes in notes\/share \(1\) are the team's: agents weigh/,
  );

  const changed = await ben.json(["note", "edit", id, "--one-liner", "Here errors are { code, message, trace }"]);
  assert.deepEqual([changed.data.file, changed.data.overrides], [`notes/${id}.md`, `notes/share/${id}.md`]);
  // The list once held only the project's own notes.
  const both = await ben.json(["note", "list"]);
  assert.deepEqual(
    both.data.notes.map((
      note: { id: string; file: string; outranked: boolean },
    ) => [note.id, note.file, note.outranked]),
    [[id, `notes/${id}.md`, false], [id, `notes/share/${id}.md`, true]],
  );
  assert.equal(git(ben, share(ben), "status", "--porcelain"), "");
  const check = await ben.json(["note", "check"]);
  assert.deepEqual([check.data.problems, check.data.warnings.length], [[], 1]);
  assert.match((await ben.run(["note", "show", id])).stdout, /trace/);
  const refused = await anna.run(["note", "delete", id, "--confirm"]);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /belongs to the team/);
});

// The memory is private, and what stands in the team's repository is shared on purpose.
test("a note that is committed in the team's own repository is called no leak, neither by doctor nor at a save", async () => {
  const box = memoryBox();
  const team = join(box.home, "team.git");
  git(box, box.home, "init", "-q", "--bare", "-b", "main", team);
  seed(box, team);
  git(box, box.project, "init", "-q", "-b", "main");
  await box.run(["init", "--skip-model", "--agent", "cursor"]);
  const share = join(box.data, "notes", "share");
  git(box, box.project, "clone", "-q", team, share);
  const { data } = await box.json(["note", "add", "API errors are JSON with a code", "--when", "designing an API"]);
  const { id } = data;
  const forTeam = ["--audience", "team", "--portability", "cross-project", "--strength", "validated"];
  await box.json(["note", "edit", id, ...forTeam]);
  await box.json(["note", "share", id]);
  git(box, share, "add", "-A");
  git(box, share, "commit", "-q", "-m", "Share the error format");
  const { checks } = (await box.json(["doctor"])).data;
  const found = checks.find((each: { id: string }) => each.id === "home");
  assert.equal(found.status, "pass", JSON.stringify(found));
  assert.doesNotMatch((await box.run(["note", "share", id])).stderr, /tracks/);
});

/** A repository needs a first commit before it can be a submodule; its README is not a note. */
function seed(box: Box, team: string): void {
  const clone = join(box.home, "seed");
  git(box, box.home, "clone", "-q", team, clone);
  fs.writeFileSync(join(clone, "README.md"), "# Team notes\n");
  git(box, clone, "add", "-A");
  git(box, clone, "commit", "-q", "-m", "Begin");
  git(box, clone, "push", "-q", "origin", "HEAD:main");
}

function git(box: Box, cwd: string, ...words: string[]): string {
  const who = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "protocol.file.allow=always"];
  const { status, stdout, stderr } = spawnSync("git", [...who, ...words], {
    cwd,
    encoding: "utf8",
    env: { HOME: box.home, PATH: process.env["PATH"] ?? "", GIT_CONFIG_NOSYSTEM: "1" },
  });
  if (status !== 0) throw new Error(`git ${words.join(" ")}: ${stderr}`);
  return stdout.trim();
}
