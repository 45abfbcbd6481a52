/** Who comes from an older memory tool is told what is there, and gets it in and out with one command each. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import process from "node:process";
import { BINARY, type Box, type Json, memoryBox } from "../box.ts";
import { onTerminal, withTerminal } from "../terminal.ts";

const DATA = ".cursor/skills/memory-data";
const HOOKS = `{
  // mine
  "version": 1,
  "hooks": {
    "sessionStart": [
      { "command": "python3 .cursor/skills/memory/scripts/service/hooks/load_memory.py", "timeout": 10 },
      { "command": "node .cursor/hooks/session-init.mjs" }
    ],
    "stop": [{ "command": "./mine.sh" }, { "command": "python3 .cursor/skills/memory/scripts/service/hooks/x.py" }]
  }
}
`;
const RULE = "Run python3 .cursor/skills/memory/scripts/search_memory.py\n";
const SKILL = "---\nname: memory\n---\npython3 memory/scripts/save_memory.py\n";
const DAY =
  "# 2026-01-29 对话记忆\n\n## Session 1 - 10:00:00\n\n### 主题\n缓存方案\n\n### 关键信息\n- 用 Redis\n\n---\n";
const NOTE =
  "# Tabs\n\n## Meta\n\n- **Id**: MEM-001\n- **Kind**: decision\n- **Status**: active\n\n## When to load\n\n- x\n\n## One-liner (for injection)\n\nUse tabs\n";

/** A project as v1, the Python original and LingXi left it, one after the other. */
function olderBox(): Box {
  const box = memoryBox({ empty: true });
  execFileSync("git", ["init", "-q"], { cwd: box.project });
  put(box, ".cursor/hooks.json", HOOKS);
  put(box, ".cursor/rules/memory-auto-retrieve.mdc", RULE);
  put(box, ".cursor/skills/memory/SKILL.md", SKILL);
  put(box, `${DATA}/daily/2026-01-29.md`, DAY);
  put(box, ".cursor/.lingxi/memory/notes/MEM-001.md", NOTE);
  return box;
}

function put({ project }: Box, file: string, text: string): void {
  fs.mkdirSync(dirname(join(project, file)), { recursive: true });
  fs.writeFileSync(join(project, file), text);
}

const read = ({ project }: Box, file: string) => fs.readFileSync(join(project, file), "utf8");
const has = ({ project }: Box, file: string) => fs.existsSync(join(project, file));
const init = (box: Box, ...words: string[]) => box.json(["init", "--skip-model", ...words]);

async function earlier(box: Box): Promise<Json> {
  return (await box.json(["doctor"])).data.checks.find(({ id }: Json) => id === "older_tools");
}

test("a list, a day and a search that find nothing in an empty memory name what an older tool left and how it comes in", async () => {
  const box = olderBox();
  const command = /`memory import --input \.cursor\/skills\/memory-data`/;
  const hints = async () => [
    (await box.json(["manage", "list"])).data.hint,
    (await box.json(["search", "Redis"])).hint,
    (await box.json(["show", "--json"])).data.hint,
  ];
  for (const hint of await hints()) assert.match(hint, command);
  assert.match((await box.run(["show"])).stdout, command);
  await box.json(["import", "--input", DATA, "--confirm"]);
  assert.deepEqual(await hints(), [undefined, undefined, undefined]);
  // Nothing matches in a memory that holds something.
  const { data } = await box.json(["manage", "list", "--keyword", "nothing-of-the-sort"]);
  assert.deepEqual([data.total, data.hint], [0, undefined]);
});

// Only status said so, and the team's notes were never read.
test("a team's notes in a data folder that is not read are named, with the folder that is", async () => {
  const box = memoryBox({ empty: true });
  await init(box, "--agent", "claude");
  const share = join(box.project, DATA, "notes", "share");
  fs.mkdirSync(share, { recursive: true });
  assert.equal((await earlier(box)).status, "pass");
  fs.writeFileSync(join(share, "a.md"), "");
  const { status, detail, ...more } = await earlier(box);
  assert.deepEqual([status, detail.includes(join(box.project, DATA))], ["warn", true], detail);
  assert.ok(JSON.stringify(more).includes(join(box.project, ".claude", "skills", "memory-data")));
});

test("a terminal is told of it in its reader's language", withTerminal, () => {
  const box = olderBox();
  const [program, words] = onTerminal(`"${BINARY}" manage list`);
  const env = { HOME: box.home, PATH: process.env["PATH"] ?? "", LANG: "zh_CN.UTF-8", NO_COLOR: "1" };
  // Nothing found is exit 1.
  const { stdout } = spawnSync(program, words, { cwd: box.project, env, encoding: "utf8" });
  assert.match(stdout, /还没有记住什么.*\r?\n.*还没有导入/);
});

test("init tells of what older tools remembered instead of calling the memory empty, and its command takes it in", async () => {
  const box = olderBox();
  const { data } = await init(box);
  assert.doesNotMatch(data.next.join("\n"), /still empty/);
  assert.deepEqual(data.older.map(({ tool, records, command }: Json) => [tool, records, command]), [
    ["memory-v1", 1, `memory import --input ${DATA}`],
    ["lingxi", 1, "memory import --input .cursor/.lingxi/memory"],
  ]);
  for (const { command } of data.older) assert.ok(data.next.some((line: string) => line.includes(command)), command);
  assert.match((await earlier(box)).detail, /1 record of Memory Skill v1.*1 record of LingXi/);
  for (const { command } of data.older) {
    const { data: taken } = await box.json([...command.split(" ").slice(1), "--confirm"]);
    assert.deepEqual([taken.imported, taken.skipped], [1, 0]);
  }
  const { data: listed } = await box.json(["manage", "list"]);
  assert.match(JSON.stringify(listed.records), /缓存方案/);
  assert.equal((await init(box)).data.older, undefined);
  // The files that it came from stay as they are.
  assert.equal(read(box, `${DATA}/daily/2026-01-29.md`), DAY);
  // Twice is once.
  const again = await box.json(["import", "--input", box.data, "--confirm"]);
  assert.deepEqual([again.data.imported, again.data.existing], [0, 1]);
});

test("its own folder without v1's days, or in its own place, is no import", async () => {
  const box = memoryBox();
  box.write("daily/2026-02-18.jsonl", '{"id":"a","content":"x"}\n');
  const plain = await box.json(["import", "--input", box.data]);
  assert.match(plain.error.message, /is this memory itself/);
  assert.match(plain.error.hint, /in use already/);
  box.write("daily/2026-01-29.md", DAY);
  assert.match((await box.json(["import", "--input", box.data, "--mode", "replace"])).error.message, /itself/);
  assert.equal((await box.json(["import", "--input", box.data, "--confirm"])).data.imported, 1);
});

test("what older tools wired is told, taken out on request, and put back by uninstall, every byte", async () => {
  for (const runs of [[["--take-over"]], [[], ["--take-over"]], [["--take-over"], []]]) {
    const box = olderBox();
    const first = await init(box, "--dry-run");
    assert.match(
      first.data.notes.join("\n"),
      /older memory tool.*Python.*hooks\.json: sessionStart, stop.*LingXi.*memory init --take-over/,
    );
    for (const words of runs) await init(box, ...words);
    const now = read(box, ".cursor/hooks.json");
    assert.doesNotMatch(now, /python3|session-init/);
    assert.match(now, /\/\/ mine[^]*\.\/mine\.sh[^]*hook cursor stop/);
    assert.ok(!has(box, ".cursor/rules/memory-auto-retrieve.mdc") && !has(box, ".cursor/skills/memory/SKILL.md"));
    await box.json(["uninstall"]);
    assert.equal(read(box, ".cursor/hooks.json"), HOOKS, JSON.stringify(runs));
    assert.equal(read(box, ".cursor/rules/memory-auto-retrieve.mdc"), RULE);
    assert.equal(read(box, ".cursor/skills/memory/SKILL.md"), SKILL);
    assert.ok(!has(box, `${DATA}/taken_over.json`) && !has(box, `${DATA}/originals`));
  }
});

// They were told as six hooks of ours, and as six that were removed.
test("a file that holds no hook of ours is told as a file, and as none that is removed when older hooks come back", async () => {
  const box = olderBox();
  for (const words of [["init", "-q"], ["add", "."]]) spawnSync("git", words, { cwd: box.project });
  const taken = (await box.run(["init", "--agent", "cursor", "--take-over", "--skip-model"])).stdout;
  assert.match(taken, /1 file \(\.cursor\/hooks\.json\)/);
  const { stdout } = await box.run(["uninstall"]);
  assert.match(stdout, /removed 6 hooks \(\S+home\/\.cursor\/hooks\.json\),.* 1 file \(\.cursor\/hooks\.json\)/);
  assert.doesNotMatch(stdout, /removed [^,]*\(\.cursor\/hooks\.json\)/);
  assert.equal(read(box, ".cursor/hooks.json"), HOOKS);
});

test("a tool that is wired in the home folder is told in a project too, and taken out there", async () => {
  const box = memoryBox({ empty: true });
  const path = join(box.home, ".cursor", "hooks.json");
  fs.mkdirSync(dirname(path));
  fs.writeFileSync(path, HOOKS);
  assert.match(
    (await init(box, "--agent", "cursor")).data.notes.join("\n"),
    /~\/\.cursor\/hooks\.json.*init --global --take-over/,
  );
  await init(box, "--global", "--take-over");
  assert.doesNotMatch(fs.readFileSync(path, "utf8"), /python3/);
  assert.equal((await earlier(box)).status, "pass");
  await box.json(["uninstall", "--global"]);
  assert.equal(fs.readFileSync(path, "utf8"), HOOKS);
});

test("a hook that somebody added since stays when the older ones come back; what they took out by hand does not", async () => {
  const box = olderBox();
  await init(box, "--take-over");
  const path = ".cursor/hooks.json";
  put(box, path, read(box, path).replace('"./mine.sh"', '"./yours.sh"'));
  await box.json(["uninstall"]);
  const after = JSON.parse(read(box, path).replace("// mine", ""));
  assert.deepEqual(after.hooks.stop.map(({ command }: Json) => command), [
    "./yours.sh",
    "python3 .cursor/skills/memory/scripts/service/hooks/x.py",
  ]);
  assert.equal(after.hooks.sessionStart.length, 2);

  const other = olderBox();
  await init(other);
  put(
    other,
    path,
    read(other, path).replace(/\s*\{ "command": "node .*\}/, "").replace(
      /load_memory\.py", "timeout": 10 \},/,
      'load_memory.py", "timeout": 10 }',
    ),
  );
  await other.json(["uninstall"]);
  assert.doesNotMatch(read(other, path), /session-init/);
});

test(
  "a person reads a line for each client; a dry run says what would be, file by file, with paths below the root, and so does --list",
  withTerminal,
  () => {
    const box = memoryBox({ empty: true });
    execFileSync("git", ["init", "-q"], { cwd: box.project });
    for (const folder of [".cursor", ".claude", ".codex", ".gemini", ".qwen"]) fs.mkdirSync(join(box.project, folder));
    const shown = (words: string) => {
      const [program, args] = onTerminal(`stty cols 400; "${BINARY}" init --skip-model ${words}`);
      const env = { HOME: box.home, PATH: process.env["PATH"] ?? "", LANG: "en_US.UTF-8", NO_COLOR: "1" };
      return execFileSync(program, args, { cwd: box.project, env, encoding: "utf8" }).replaceAll("\r", "");
    };
    const preview = shown("--dry-run");
    assert.match(preview, /Cursor +would create +\.cursor\/skills\/long-term-memory\/SKILL\.md/);
    assert.doesNotMatch(preview, /created|\bmay\b|\bwill\b/);
    assert.ok(!has(box, ".cursor/hooks.json"));
    const done = shown("");
    assert.match(
      done,
      /^ {2}Claude Code: \d hooks \(\.claude\/settings\.local\.json\), \d skills? \(\.claude\/skills\)/m,
    );
    assert.match(done, /^ {2}git: .*\(\.git\/info\/exclude\)$/m);
    assert.match(done, /Say|say: “Remember: we deploy on Tuesdays only\.” .* “When do we deploy\?”/);
    assert.doesNotMatch(done, /would/);
    assert.ok(done.trimEnd().split("\n").length <= 26, done);
    assert.match(shown("--list"), /^ {2}Claude Code +is there +\.claude\/settings\.local\.json$/m);
  },
);
