/** The README, followed by a stranger: every line of its shell blocks, one after the other, in a bare home. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { TARGETS } from "../../scripts/compile.ts";
import { BINARY, memoryBox } from "../box.ts";
import { releaseFolder, ROOT, temporaryFolder } from "../installer.ts";

const unix = { skip: process.platform === "win32" ? "the README's lines are written for a Unix shell" : false };

for (
  const [file, fact] of [["README.md", "We deploy on Tuesdays only"], ["README.zh.md", "我们只在周二部署"]] as const
) {
  test(`every command of ${file} works in its order, and a new session knows what was remembered`, unix, () => {
    const text = fs.readFileSync(join(ROOT, file), "utf8");
    const lines = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) => block.trim().split("\n"));
    const home = temporaryFolder();
    const project = join(home, "shop");
    fs.mkdirSync(join(project, ".claude"), { recursive: true });
    const shell = (line: string, cwd: string, input = "") =>
      spawnSync("sh", ["-c", line], {
        cwd,
        env: { HOME: home, PATH: `${join(home, ".local", "bin")}:${process.env["PATH"]}`, MEMORY_OFFLINE: "1" },
        encoding: "utf8",
        input,
      });
    const event = JSON.stringify({
      session_id: "s2",
      cwd: project,
      hook_event_name: "SessionStart",
      source: "startup",
    });
    assert.ok(lines.some((line) => line.startsWith("memory ") && line.includes(fact)), text);
    for (const line of lines) {
      const [, targets] = /task release --target ([\w-]+\s+#.*)$/.exec(line) ?? [];
      if (targets !== undefined) {
        const named = targets.match(/\b(?:linux|darwin|windows)-\w+/g) ?? [];
        assert.deepEqual(named.filter((target) => !(target in TARGETS)), []);
        continue;
      }
      const isOurs = line.startsWith("memory ");
      const { status, stdout, stderr } = shell(
        line.replace("dist/release", releaseFolder()),
        isOurs ? project : ROOT,
      );
      assert.equal(status, 0, `${line}\n${stdout}${stderr}`);
      if (line.includes(fact)) {
        assert.ok(shell("memory hook claude SessionStart", project, event).stdout.includes(fact), line);
      }
    }
  });
}

for (
  const [file, lang, fact] of [
    ["docs/first-session.md", "en_US.UTF-8", "We deploy on Tuesdays only"],
    ["docs/first-session.zh.md", "zh_CN.UTF-8", "我们只在周二部署"],
  ] as const
) {
  test(`${file} shows what init and a session's start print`, unix, async () => {
    const blocks = [...fs.readFileSync(join(ROOT, file), "utf8").matchAll(/^```text\n([\s\S]*?)^```$/gm)];
    const [init = "", start = ""] = blocks.map(([, block = ""]) => block);
    const box = memoryBox({ empty: true });
    spawnSync("git", ["init", "-q"], { cwd: box.project });
    const env = { LANG: lang, PATH: `${dirname(BINARY)}:${process.env["PATH"]}` };
    // Another place, and no hub that gives the model.
    const alike = (text: string) =>
      text.trim().split("\n").slice(1).filter((line) => !/^(?:Search by|按语义|语义搜索)/.test(line));
    const { stdout } = await box.run(["init", "--agent", "claude"], { env });
    assert.deepEqual(alike(init).filter(Boolean), alike(stdout).filter(Boolean));
    await box.run(["remember", fact], { env });
    const event = { session_id: "s-1", cwd: box.project, source: "startup" };
    const given = JSON.stringify(await box.hook("claude", "SessionStart", event, { env })).replaceAll("\\n", "\n");
    const lines = (text: string) => text.replace(/\d{4}-\d\d-\d\d/g, "DAY").replace(/\[\w{4}\]/g, "[ID]");
    assert.ok(lines(given).includes(lines(start).trim()), `${given}\n${start}`);
  });
}
