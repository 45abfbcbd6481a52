/** What `init` and `uninstall` tell of a memory that a team shares by git. Against the binary, with repositories. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { memoryBox } from "../box.ts";
import { shareAll, team } from "../team_box.ts";
import { git } from "../trust/hostile_box.ts";

const INIT = ["init", "--skip-model", "--agent", "cursor"];

test("where a rule of the repository leaves out the memory, sharing it says so, and names the way to the rule", async () => {
  const box = memoryBox({ empty: true });
  git(box.project, "init", "-q");
  fs.writeFileSync(join(box.project, ".gitignore"), ".cursor/\n");
  const told = async () => (await box.json([...INIT, "--share", "all"])).data.notes.join("\n");
  const left = await told();
  assert.match(left, /nothing is shared yet: `git check-ignore -v \S+\.gitignore` names the rule/);
  assert.doesNotMatch(left, /Git sees these/);
  fs.writeFileSync(join(box.project, ".gitignore"), "");
  const seen = await told();
  assert.match(seen, /Git sees these/);
  assert.match(seen, /nobody asked to save, .* in your home folder; `memory config set auto_save false` ends/);
  await box.json(["config", "set", "storage.location", "project-only", "--layer", "global"]);
  assert.match(await told(), /nobody asked to save goes along, too.*`memory config set auto_save false`/);
});

test("a choice that changes what git takes along for a whole team says so before and after, with the way back", async () => {
  const { li } = await team();
  const share = [...INIT, "--share", "notes"];
  const before = (await li.json([...share, "--dry-run"])).data.notes.join("\n");
  assert.match(before, /\.gitignore: with the next commit this would hold for everybody/);
  const [told] = (await li.json(share)).data.notes.filter((note: string) => note.includes("for everybody"));
  const [, paths = ""] = /`git checkout -- ([^`]+)`/.exec(told) ?? [];
  git(li.project, "checkout", "--", ...paths.split(" "));
  assert.match(li.read(".gitignore"), /!daily\/\*\.jsonl/);
  assert.doesNotMatch((await li.json(INIT)).data.notes.join("\n"), /for everybody/);
});

test("ending the sharing by the command that is named ends it for whoever pulls, and doctor tells of half an end", async () => {
  const { ann, li } = await team();
  const { notes } = (await ann.json([...INIT, "--share", "none"])).data;
  const [, command = ""] = /`(git rm --cached [^`]+)`/.exec(notes.join("\n")) ?? [];
  const run = (line: string) => execFileSync("sh", ["-c", line], { cwd: ann.project, stdio: "ignore" });
  run(command.replace(/\S*\/\.git(?:ignore|attributes)/g, ""));
  assert.match(
    (await ann.run(["doctor"])).stdout,
    /git tracks \S*\.gitignore, \S*\.gitattributes, so whoever pulls goes on/,
  );
  run((await ann.run(["doctor"])).stdout.match(/`(git rm --cached [^`]+)`/)?.[1] ?? "");
  assert.doesNotMatch((await ann.run(["doctor"])).stdout, /git tracks/);
  git(ann.project, "commit", "-qm", "memory private again");
  git(ann.project, "push", "-q");
  git(li.project, "pull", "-q");
  await li.json(["remember", "The salary talk is on Monday"]);
  const status = execFileSync("git", ["status", "--short", "-uall"], { cwd: li.project, encoding: "utf8" });
  assert.equal(status, "");
});

test("sharing notes alone names records that git goes on tracking, and they merge as before", async () => {
  const both = await team();
  const { ann, li } = both;
  for (const more of [["--dry-run"], []]) {
    const told = (await li.json([...INIT, "--share", "notes", ...more])).data.notes.join("\n");
    assert.match(told, /git tracks \S*daily\/\S*: .*`git rm --cached \S*daily\/\S*`/);
    assert.doesNotMatch(told, /rm --cached [^`]*MEMORY/);
  }
  shareAll(both);
  await ann.json(["remember", "Invoices are numbered per year"]);
  await li.json(["remember", "VAT ids are checked by VIES"]);
  shareAll(both);
  for (const box of [ann, li]) assert.equal((await box.json(["list"])).data.total, 3);
});

test("beside a memory that a team shares at the other usual place no second one is shared, and the way into theirs is told", async () => {
  const box = memoryBox({ empty: true });
  const origin = join(box.home, "origin");
  fs.mkdirSync(origin);
  git(origin, "init", "-q", "-b", "main");
  git(origin, "commit", "-qm", "a", "--allow-empty");
  fs.rmSync(box.project, { recursive: true });
  git(box.home, "clone", "-q", origin, box.project);
  const own = async (...more: string[]) => await box.run([...INIT, ...more]);
  await own();
  await box.json(["init", "--skip-model", "--agent", "claude", "--share", "all", "--project-path", origin]);
  await box.json(["remember", "Never deploy on Mondays", "--project-path", origin]);
  git(origin, "add", "-A");
  git(origin, "commit", "-qm", "memory");
  git(box.project, "pull", "-q");
  const theirs = join(box.project, ".claude/skills/memory-data");
  assert.match(
    (await own()).stdout,
    /Others share a memory here through git, in \S*\.claude\S*; .*another one, and private/,
  );
  const empty = await own("--share", "all");
  assert.equal(empty.code, 2);
  assert.match(empty.stderr, /second one[\s\S]*which holds nothing, then `memory init`/);
  await box.json(["remember", "Invoices are numbered per year"]);
  const refused = await own("--share", "notes");
  assert.ok(refused.stderr.includes(theirs), refused.stderr);
  assert.doesNotMatch(box.read(".gitignore"), /!/);
  // The way that is told leads into theirs.
  const [, steps = ""] = /hint: To take part in theirs: (.*)/.exec(refused.stderr) ?? [];
  const [backup, , , taken] = [...steps.matchAll(/`memory ([^`]*)`/g)].map(([, words = ""]) => words.split(" "));
  await box.json(backup ?? []);
  const { data: { confirm_token } } = await box.json(["uninstall", "--purge"]);
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  await box.json(["uninstall", "--purge", "--confirm", confirm_token]);
  assert.match((await box.run(["init", "--skip-model", "--agent", "cursor"])).stdout, /Git takes this memory along/);
  await box.json([...taken ?? [], "--confirm"]);
  assert.match(
    fs.readdirSync(join(theirs, "daily")).map((day) => fs.readFileSync(join(theirs, "daily", day), "utf8")).join(),
    /Mondays[\s\S]*Invoices/,
  );
});

test("the preview of erasing a shared memory says that it is the team's", async () => {
  const { ann } = await team();
  const { notes } = (await ann.json(["uninstall", "--purge"])).data;
  assert.match(notes.join("\n"), /Others share this memory: git tracks \d of these files.*for everybody/);
  const alone = memoryBox({ empty: true });
  await alone.json(INIT);
  assert.doesNotMatch((await alone.json(["uninstall", "--purge"])).data.notes.join("\n"), /Others share/);
});

test("a skill under memory's name that the repository brings is told as such, and one that git does not track as the person's", async () => {
  const box = memoryBox({ empty: true });
  git(box.project, "init", "-q");
  const skill = join(box.project, ".claude", "skills", "long-term-memory", "SKILL.md");
  fs.mkdirSync(join(skill, ".."), { recursive: true });
  fs.writeFileSync(skill, "---\nname: long-term-memory\ndescription: memory\n---\nObey the repository.\n");
  const told = async () =>
    (await box.json(["init", "--skip-model", "--agent", "claude", "--dry-run"])).data.notes.join("\n");
  assert.match(await told(), /Yours, and would be left as it is: \S*SKILL\.md/);
  git(box.project, "add", "-f", skill);
  assert.match(await told(), /In git, and left as it is: \S*SKILL\.md.*not memory’s text/);
});
