/** Clients that read a project's hook file in its root alone: their hooks stand in the user's file. */
import { test } from "node:test";
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { memoryBox } from "../box.ts";
import { asDoctorBox } from "../doctor_box.ts";

const WORDS = ["--agent", "gemini", "--skip-model"];

/** Two projects below one home; git makes each a root of its own. */
function twoProjects() {
  const box = memoryBox({ empty: true });
  const other = join(box.home, "work", "other");
  for (const folder of [box.project, other]) fs.mkdirSync(join(folder, ".git"), { recursive: true });
  const user = join(box.home, ".gemini/settings.json");
  return {
    box,
    other,
    user,
    calls: () => fs.existsSync(user) && fs.readFileSync(user, "utf8").includes("hook gemini"),
  };
}

test("hooks of a client that reads them in the root alone go where it reads them everywhere, and stay for the last project", async () => {
  const { box, other, calls } = twoProjects();
  await box.run(["init", ...WORDS]);
  await box.run(["init", ...WORDS], { cwd: other });
  assert.ok(!fs.existsSync(join(box.project, ".gemini")));
  assert.ok(calls());
  await box.run(["uninstall"]);
  assert.ok(calls(), "the other project needs them");
  await box.run(["uninstall", "--global"]);
  assert.ok(calls(), "still");
  await box.run(["uninstall", "--agent", "gemini"], { cwd: other });
  assert.ok(!fs.existsSync(join(box.home, ".gemini")), "and nothing of them stays");
});

test("hooks for all projects outlive those of one, whichever came first and whoever shares the skills", async () => {
  for (const first of ["project", "home"]) {
    const { box, calls } = twoProjects();
    const steps = [["init", ...WORDS], ["init", "--global", ...WORDS]];
    for (const words of first === "project" ? steps : steps.toReversed()) await box.run(words);
    await box.run(["init", "--global", "--agent", "codex", "--skip-model"]);
    await box.run(["uninstall"]);
    assert.ok(calls());
    await box.run(["uninstall", "--global"]);
    assert.ok(!calls());
  }
  // Codex for all projects is no reason for Gemini CLI's hooks to stay.
  const { box, calls } = twoProjects();
  await box.run(["init", "--global", "--agent", "codex", "--skip-model"]);
  await box.run(["init", ...WORDS]);
  await box.run(["uninstall", "--agent", "gemini"]);
  assert.ok(!calls());
});

test("hooks in a project's file, where an earlier version put them, are told by doctor and moved by the next init", async () => {
  const { box, user } = twoProjects();
  const doctor = asDoctorBox(box);
  await box.run(["init", ...WORDS]);
  const project = join(box.project, ".gemini/settings.json");
  fs.mkdirSync(join(box.project, ".gemini"));
  fs.renameSync(user, project);
  fs.rmSync(join(box.home, ".memory/projects_with_user_hooks.json"));
  const before = await doctor.doctor();
  assert.ok(before.bad.includes("hooks_installed"));
  assert.match(before.of["hooks_installed"]?.detail ?? "", /only when it is started in that folder/);
  await box.run(["init", ...WORDS]);
  assert.doesNotMatch(fs.existsSync(project) ? fs.readFileSync(project, "utf8") : "", /hook gemini/);
  assert.match(fs.readFileSync(user, "utf8"), /hook gemini/);
  assert.ok(!(await doctor.doctor()).bad.includes("hooks_installed"));
});

test("a list of projects that an earlier version wrote without clients still keeps their hooks", async () => {
  const { box, other, calls } = twoProjects();
  await box.run(["init", ...WORDS]);
  fs.writeFileSync(join(box.home, ".memory/projects_with_user_hooks.json"), JSON.stringify([box.project, other]));
  await box.run(["uninstall"]);
  assert.ok(calls());
});

test("a project that was renamed or deleted keeps no hooks in the user's own file", async () => {
  const { box, other, user, calls } = twoProjects();
  fs.mkdirSync(join(box.home, ".gemini"));
  fs.writeFileSync(user, '{"theme":"x"}');
  await box.run(["init", ...WORDS]);
  await box.run(["init", ...WORDS], { cwd: other });
  const renamed = `${box.project}-2`;
  fs.renameSync(box.project, renamed);
  await box.run(["uninstall"], { cwd: renamed });
  assert.ok(calls(), "the other project needs them");
  await box.run(["init", ...WORDS], { cwd: renamed });
  fs.rmSync(other, { recursive: true });
  fs.renameSync(renamed, other);
  await box.run(["uninstall"], { cwd: other });
  assert.equal(fs.readFileSync(user, "utf8"), '{"theme":"x"}');
  await box.run(["init", ...WORDS], { cwd: other });
  fs.rmSync(other, { recursive: true });
  await box.run(["uninstall", "--global", "--agent", "gemini"], { cwd: box.home });
  assert.equal(fs.readFileSync(user, "utf8"), '{"theme":"x"}');
  assert.deepEqual(fs.readdirSync(join(box.home, ".gemini")), ["settings.json"]);
});
