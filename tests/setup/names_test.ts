/** Names that no client has already, heads that clients understand, and how files of earlier versions are moved. */
import { test } from "node:test";
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "../../src/hash.ts";
import { type Box, memoryBox } from "../box.ts";

/** As earlier versions sealed a text: at its end. */
function sealedAtEnd(text: string): string {
  return `${text}\n<!-- memory:${sha256Hex([text]).slice(0, 12)} -->\n`;
}

const FORMER = "---\nname: memory\ndescription: Long-term memory.\n---\n\n# Memory\n";

/** Commands of Claude Code, Gemini CLI, Qwen Code, Copilot CLI and Codex that a skill of the same name would meet. */
const TAKEN = ["memory", "memories", "init", "help", "skills", "review", "compact", "resume"];

function filesBelow(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".md"));
}

/** A file beside a skill, which has no head; our mark stands at its end, where an agent reads it once. */
function isOpenedWhenNeeded(path: string): boolean {
  return /long-term-memory.(manage|settings)\.md$/.test(path);
}

function writeIn(box: Box, path: string, text: string): void {
  fs.mkdirSync(join(box.project, path, ".."), { recursive: true });
  fs.writeFileSync(join(box.project, path), text);
}

for (const [agent, folder] of [["claude", ".claude/skills"], ["gemini", ".agents/skills"]] as const) {
  test(`${agent}: no skill has the name of a command that a client has, and one of an earlier version is moved`, async () => {
    const box = memoryBox({ empty: true });
    await box.run(["init", "--agent", agent, "--notes", "--skip-model"]);
    for (const skill of filesBelow(join(box.project, folder)).filter((path) => !isOpenedWhenNeeded(path))) {
      const name = /^name: (.+)$/m.exec(fs.readFileSync(join(box.project, folder, skill), "utf8"))?.[1];
      assert.ok(skill.includes("memory-data") || (name && !TAKEN.includes(name)), skill);
    }
    const former = join(box.project, folder, "memory");
    writeIn(box, `${folder}/memory/SKILL.md`, sealedAtEnd(FORMER));
    const moved = await box.json(["init", "--agent", agent, "--notes", "--skip-model"]);
    assert.ok(!fs.existsSync(join(former, "SKILL.md")));
    assert.ok(fs.existsSync(join(box.project, folder, "long-term-memory/SKILL.md")));
    assert.deepEqual(
      moved.data.files.filter((file: { action: string }) => file.action === "remove").length,
      1,
      "and it is told",
    );
  });
}

test("a former skill that the user changed is copied and named, one that was never ours stays", async () => {
  const box = memoryBox({ empty: true });
  writeIn(box, ".claude/skills/memory/SKILL.md", sealedAtEnd(FORMER).replace("# Memory", "# Mine"));
  const result = await box.json(["init", "--agent", "claude", "--skip-model"]);
  const gone = result.data.files.find((file: { action: string }) => file.action === "remove");
  assert.match(fs.readFileSync(gone.copy, "utf8"), /# Mine/);

  const other = memoryBox({ empty: true });
  writeIn(other, ".claude/skills/memory/SKILL.md", FORMER);
  await other.run(["init", "--agent", "claude", "--skip-model"]);
  await other.run(["uninstall"]);
  assert.equal(fs.readFileSync(join(other.project, ".claude/skills/memory/SKILL.md"), "utf8"), FORMER);
});

test("uninstall takes away what an earlier version left, without an init in between", async () => {
  const box = memoryBox({ empty: true });
  await box.run(["init", "--agent", "claude", "--skip-model"]);
  writeIn(box, ".claude/skills/memory/SKILL.md", sealedAtEnd(FORMER));
  await box.run(["uninstall"]);
  assert.ok(!fs.existsSync(join(box.project, ".claude/skills/memory/SKILL.md")));
});

test("Claude Code's commands say what they are for and what may follow, and the prompt holds no mark of ours", async () => {
  for (const lang of ["en", "zh"]) {
    const box = memoryBox({ empty: true });
    await box.run(["init", "--agent", "claude", "--lang", lang, "--notes", "--skip-model"]);
    for (const [name, takesWords] of [["remember", true], ["extract", true], ["memory-init", false]] as const) {
      const text = fs.readFileSync(join(box.project, ".claude/commands", `${name}.md`), "utf8");
      const [, head = "", prompt = ""] = /^---\n([\s\S]*?\n)---\n([\s\S]*)$/.exec(text) ?? [];
      assert.match(head, /^description: \S.+$/m);
      assert.equal(/^argument-hint: "\[.+\]"$/m.test(head), takesWords, name);
      assert.match(head, /^# memory:[0-9a-f]{12}$/m);
      assert.doesNotMatch(prompt, /memory:[0-9a-f]{12}/);
    }
    const files = filesBelow(join(box.project, ".claude"))
      .filter((path) => !path.includes("memory-data") && !isOpenedWhenNeeded(path));
    assert.ok(files.length > 5);
    for (const path of files) {
      assert.doesNotMatch(fs.readFileSync(join(box.project, ".claude", path), "utf8"), /<!-- memory:/, path);
    }
  }
});

test("Cursor's commands have no head, which it would send with the prompt", async () => {
  const box = memoryBox({ empty: true });
  await box.run(["init", "--agent", "cursor", "--notes", "--skip-model"]);
  for (const name of ["remember", "extract", "memory-init"]) {
    assert.match(fs.readFileSync(join(box.project, ".cursor/commands", `${name}.md`), "utf8"), /^# \//);
  }
});
