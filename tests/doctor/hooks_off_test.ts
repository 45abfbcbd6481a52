/** Doctor names the file by which a client is told to run no hooks, and what it must be told before it runs any. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { memoryBox } from "../box.ts";
import { asDoctorBox } from "../doctor_box.ts";

const all = (isOff: boolean) => `{ // by hand\n  "disableAllHooks": ${isOff},\n}`;
const gemini = (config: object) => JSON.stringify({ hooksConfig: config });

/** Agent, files with their texts (`~`: the home folder), and which of them is to be named; none: hooks run. */
const CASES: readonly (readonly [string, Readonly<Record<string, string>>, string | undefined])[] = [
  ["claude", { "~/.claude/settings.json": all(true) }, "~/.claude/settings.json"],
  ["claude", { ".claude/settings.json": all(true), "~/.claude/settings.json": all(false) }, ".claude/settings.json"],
  ["claude", { ".claude/settings.json": all(false), "~/.claude/settings.json": all(true) }, undefined],
  ["codex", { "~/.codex/config.toml": "model = 'x'\n[features]\nhooks = false # not now\n" }, "~/.codex/config.toml"],
  ["codex", { "~/.codex/config.toml": "features.hooks = false\n" }, "~/.codex/config.toml"],
  ["codex", { "~/.codex/config.toml": "[features]\nhooks = true\n[other]\nhooks = false\n" }, undefined],
  [
    "codex",
    { ".codex/config.toml": "[features]\nhooks = true\n", "~/.codex/config.toml": "[features]\nhooks = false\n" },
    undefined,
  ],
  ["codex", { "~/.codex/config.toml": '[projects."PROJECT"]\ntrust_level = "untrusted"\n' }, "~/.codex/config.toml"],
  ["codex", { "~/.codex/config.toml": '[projects."PROJECT"]\ntrust_level = "trusted"\n' }, undefined],
  ["gemini", { "~/.gemini/trustedFolders.json": '{ "PROJECT": "DO_NOT_TRUST" }' }, "~/.gemini/trustedFolders.json"],
  ["gemini", { ".gemini/settings.json": gemini({ enabled: false }) }, ".gemini/settings.json"],
  ["gemini", { ".gemini/settings.json": gemini({ enabled: true, disabled: ["lint"] }) }, undefined],
  ["gemini", { ".gemini/settings.json": gemini({ disabled: ["memory"] }) }, ".gemini/settings.json"],
  ["qwen", { ".qwen/settings.json": all(true) }, ".qwen/settings.json"],
  ["copilot", { ".github/copilot/settings.json": all(true) }, ".github/copilot/settings.json"],
  ["copilot", { "~/.copilot/settings.json": all(true) }, undefined],
  ["cursor", { "~/.claude/settings.json": all(true) }, undefined],
];

test("doctor names the file that switches a client's hooks off, and none that another one overrules", async () => {
  for (const [agent, files, wanted] of CASES) {
    const box = asDoctorBox(memoryBox({ empty: true }));
    const place = (file: string) => file.startsWith("~") ? join(box.home, file.slice(2)) : join(box.project, file);
    for (const [file, text] of Object.entries(files)) {
      fs.mkdirSync(dirname(place(file)), { recursive: true });
      fs.writeFileSync(place(file), text.replaceAll("PROJECT", box.project));
    }
    await box.json(["init", "--agent", agent, "--skip-model", "--project-path", box.project]);
    const { of: { hooks_installed } } = await box.doctor();
    const said = /runs no hooks: (\S+) says so/.exec(hooks_installed?.detail ?? "")?.[1];
    assert.equal(said, wanted && place(wanted), `${agent} ${JSON.stringify(files)}: ${hooks_installed?.detail}`);
    assert.equal(hooks_installed?.status, wanted === undefined ? "pass" : "warn");
  }
});

test("doctor tells that Codex asks for trust by what Codex notes of this very file, else until a session was seen", async () => {
  for (
    const [noted, isSeen, isTold] of [["", false, true], ["", true, false], ["ours", false, false], [
      "other",
      true,
      true,
    ]] as const
  ) {
    const box = asDoctorBox(memoryBox({ empty: true }));
    await box.json(["init", "--agent", "codex", "--skip-model", "--project-path", box.project]);
    const folder = join(noted === "ours" ? box.project : join(box.home, "other"), ".codex");
    const note = `[hooks.state]\n\n[hooks.state.${
      JSON.stringify(join(folder, "hooks.json:stop:0:0"))
    }]\ntrusted_hash = "x"\n`;
    fs.mkdirSync(join(box.home, ".codex"), { recursive: true });
    fs.writeFileSync(join(box.home, ".codex", "config.toml"), noted === "" ? "" : note);
    const payload = { session_id: "s1", cwd: box.project, hook_event_name: "SessionStart", source: "startup" };
    if (isSeen) await box.hook("codex", "SessionStart", payload);
    const { of: { hooks_installed } } = await box.doctor();
    const said = hooks_installed?.detail ?? "";
    assert.equal(said.includes("whether you trust the hooks"), isTold, `${noted}, seen: ${isSeen}: ${said}`);
  }
});

test("in a linked worktree, whose clients read no file of the main one, status and doctor name those of its own", async () => {
  const box = memoryBox({ empty: true });
  const git = (...words: string[]) => {
    const author = ["-c", "user.name=t", "-c", "user.email=t@example.invalid"];
    assert.equal(spawnSync("git", [...author, ...words], { cwd: box.project }).status, 0, words.join(" "));
  };
  git("init");
  git("commit", "--allow-empty", "-m", "first");
  await box.run(["init", "--agent", "claude", "--skip-model"]);
  const cwd = join(box.home, "linked");
  git("worktree", "add", "-q", cwd);
  assert.match((await box.run(["status"], { cwd })).stdout, /Clients +none is connected/);
  const { stdout: linked } = await box.run(["doctor"], { cwd });
  assert.match(linked, /! Connected clients +no client calls memory here\n.*worktrees that Codex makes.*init --global/);
  await box.run(["init", "--agent", "claude", "--skip-model"], { cwd });
  assert.match((await box.run(["status"], { cwd })).stdout, /Clients +Claude Code/);
});
