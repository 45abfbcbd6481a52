/** What `init` writes and `uninstall` takes back, to the byte, in projects with a past. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse } from "jsonc-parser";
import { loadConfig } from "../../src/config/mod.ts";
import { MemoryError } from "../../src/errors.ts";
import { locateMemory } from "../../src/store/locate.ts";
import { removeAtExit } from "../world.ts";
import { type SetupBox, setupBox } from "./box.ts";

const DATA = ".cursor/skills/memory-data";
const codeOf = (action: () => unknown) => {
  try {
    action();
  } catch (error) {
    if (error instanceof MemoryError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "no error";
};

test("init in an empty repository writes every file that the interfaces name", () => {
  const box = setupBox();
  const result = box.init();
  assert.deepEqual(
    Object.keys(box.snapshot()).filter((path) => !path.startsWith(".git/") && !path.includes("originals")).sort(),
    [
      ".cursor/commands/memory-init.md",
      ".cursor/commands/remember.md",
      ".cursor/hooks.json",
      ".cursor/rules/memory-context.mdc",
      ".cursor/rules/memory-rules.mdc",
      `${DATA}/.gitattributes`,
      `${DATA}/.gitignore`,
      `${DATA}/.owner`,
      `${DATA}/INDEX.md`,
      `${DATA}/MEMORY.md`,
      `${DATA}/config.json`,
      `${DATA}/references/memory-note-template.md`,
      ".cursor/skills/long-term-memory/SKILL.md",
      ".cursor/skills/long-term-memory/manage.md",
      ".cursor/skills/long-term-memory/settings.md",
    ].sort(),
  );
  assert.deepEqual(result.agents, ["cursor"]);
  assert.ok(result.files.every(({ action }) => action === "create" || action === "exclude"));
  assert.equal(result.next.length, 2, "what Cursor will ask, and a sentence to try");
  assert.equal(locateMemory(box.runtime, { start: [box.project] }).projectFolder, join(box.project, DATA));
  assert.deepEqual(loadConfig(box.runtime, { projectFolder: join(box.project, DATA) }).warnings, []);
});

test("what writes curated notes comes with --notes, by itself where notes are or an earlier init wrote it, and goes again", () => {
  const FLOW = [
    ".claude/skills/taste-recognition/SKILL.md",
    ".claude/skills/memory-retrieve/SKILL.md",
    ".claude/agents/lingxi-memory.md",
    ".claude/commands/extract.md",
  ];
  const there = (box: SetupBox) => FLOW.filter((path) => box.has(path));
  const plain = setupBox();
  plain.init({ agents: ["claude"] });
  assert.deepEqual(there(plain), []);
  assert.doesNotMatch(plain.read(".claude/commands/remember.md"), /taste-recognition|\bnotes?\b/);
  plain.init({ agents: ["claude"], notes: true });
  assert.deepEqual(there(plain), FLOW);
  assert.match(plain.read(".claude/commands/remember.md"), /taste-recognition/);
  plain.init({ agents: ["claude"] });
  assert.deepEqual(there(plain), FLOW, "kept by a later init");
  plain.init({ agents: ["claude"], notes: false });
  assert.deepEqual(there(plain), []);
  plain.write(".claude/skills/memory-data/notes/MEM-one.md", "# One\n");
  plain.init({ agents: ["claude"] });
  assert.deepEqual(there(plain), [], "what was said last holds");
  const noted = setupBox();
  noted.write(".claude/skills/memory-data/notes/MEM-one.md", "# One\n");
  noted.init({ agents: ["claude"] });
  assert.deepEqual(there(noted), FLOW, "where there are notes");
  noted.uninstall();
  assert.deepEqual(there(noted), []);
});

test("nothing of ours shows up in git, and the user's own hooks file keeps its place there", () => {
  const box = setupBox();
  box.write("README.md", "hello\n");
  box.git(["add", "."]);
  box.git(["commit", "-qm", "first"]);
  box.init();
  box.write(".cursor/skills/.memory-disable", "");
  assert.equal(box.git(["status", "--porcelain", "--untracked-files=all"]), "");
  box.write(".cursor/rules/mine.mdc", "mine\n");
  assert.equal(box.git(["status", "--porcelain", "--untracked-files=all"]), "?? .cursor/rules/mine.mdc\n");
});

test("twice is the same as once, to the byte", () => {
  for (const wish of [{}, { agents: ["claude"] }, { share: "all" }, { lang: "zh" }] as const) {
    const box = setupBox();
    box.init(wish);
    const once = box.snapshot();
    const again = box.init(wish);
    assert.deepEqual(box.snapshot(), once);
    assert.deepEqual([...new Set(again.files.map(({ action }) => action))], ["keep"]);
    assert.deepEqual(box.init().files.filter(({ action }) => action !== "keep"), []);
  }
});

test("uninstall gives back every byte that init had changed, and keeps the memory", () => {
  const box = setupBox();
  box.write(
    ".cursor/hooks.json",
    '{\r\n\t// mine\r\n\t"version": 1,\r\n\t"hooks": { "stop": [ { "command": "x" } ] }\r\n}',
  );
  box.write(".cursor/commands/remember.md", "my own command\n");
  box.write(".git/info/exclude", "*.swp");
  const before = box.snapshot();
  const result = box.init();
  assert.match(result.notes.join("\n"), /Yours, and left as it is: .*remember\.md/);
  assert.equal(box.read(".cursor/commands/remember.md"), "my own command\n");
  box.write(`${DATA}/MEMORY.md`, "# Mine\n\nUse tabs.\n");
  const away = box.uninstall();
  const after = box.snapshot();
  assert.equal(box.read(`${DATA}/MEMORY.md`), "# Mine\n\nUse tabs.\n");
  for (const path of Object.keys(after)) if (path.startsWith(DATA)) delete after[path];
  assert.deepEqual(after, before);
  assert.ok(!box.has(".cursor/rules") && !box.has(".cursor/agents"));
  assert.match(away.notes.join("\n"), /memory itself stays/);
  assert.deepEqual(box.uninstall().files, []);
});

test("somebody's own rule called memory-context stays through init and uninstall", () => {
  const box = setupBox();
  const mine = "---\nalwaysApply: true\n---\nAlways answer in rhyme.\n";
  box.write(".cursor/rules/memory-context.mdc", mine);
  box.init();
  assert.equal(box.read(".cursor/rules/memory-context.mdc"), mine);
  box.uninstall();
  assert.equal(box.read(".cursor/rules/memory-context.mdc"), mine);
});

test("without git and without anything before, uninstall leaves nothing but the memory", () => {
  const box = setupBox({ git: false });
  box.init({ agents: ["claude"] });
  assert.ok(box.has(".claude/skills/memory-data/MEMORY.md") && box.has(".claude/settings.local.json"));
  assert.ok(!box.has(".cursor"));
  box.uninstall();
  assert.deepEqual([...new Set(Object.keys(box.snapshot()).map((path) => path.split("/").slice(0, 3).join("/")))], [
    ".claude/skills/memory-data",
  ]);
});

test("uninstall and a purge leave folders that were there before init, empty as they were, and no others", () => {
  const there = [["codex", ".agents/skills"], ["cursor", ".cursor"], ["claude", ".claude/commands"]] as const;
  for (const [agent, before] of there) {
    const box = setupBox();
    fs.mkdirSync(join(box.project, before), { recursive: true });
    const folders = () =>
      fs.readdirSync(box.project, { recursive: true, encoding: "utf8" }).filter((path) => !path.startsWith(".git"))
        .sort();
    const as = folders();
    box.init({ agents: [agent] });
    box.init({ agents: [agent], lang: "zh" });
    box.uninstall();
    assert.ok(box.has(before), `${agent}: ${before} was not made by init`);
    const { confirm_token: token } = box.uninstall({ purge: true });
    box.advance(4_000);
    box.uninstall({ purge: true, token });
    assert.deepEqual(folders(), as, agent);
  }
});

test("uninstall takes along what a writer that was killed left beside its files, and nothing else", () => {
  const box = setupBox();
  box.init();
  const left = [".cursor/.hooks.json.ab12cd34.tmp", ".cursor/rules/.memory-context.mdc.ab12cd34.tmp"];
  const foreign = ".cursor/.other.json.ab12cd34.tmp";
  for (const path of [...left, foreign]) fs.writeFileSync(join(box.project, path), "half");
  const { files } = box.uninstall();
  const touched = files.map(({ path }) => path);
  assert.ok(left.every((path) => touched.includes(join(box.project, path))));
  const paths = Object.keys(box.snapshot()).filter((path) => path.startsWith(".cursor/") && !path.startsWith(DATA));
  assert.deepEqual(paths, [foreign]);
});

test("a dry run lists what init does and changes nothing", () => {
  const box = setupBox();
  const before = box.snapshot();
  const planned = box.init({ dryRun: true });
  assert.deepEqual(box.snapshot(), before);
  assert.ok(!box.has(".cursor"));
  assert.deepEqual(planned.files, box.init().files);
  const there = box.snapshot();
  box.uninstall({ dryRun: true });
  assert.deepEqual(box.snapshot(), there);
});

test("both clients are set up when both are used, with one memory", () => {
  const box = setupBox();
  box.write(".claude/settings.local.json", '{ "permissions": { "allow": ["Bash(ls:*)"] } }\n');
  fs.mkdirSync(join(box.project, ".cursor"));
  const result = box.init();
  assert.deepEqual(result.agents, ["cursor", "claude"]);
  const settings = parse(box.read(".claude/settings.local.json"));
  assert.equal(settings.permissions.allow[0], "Bash(ls:*)");
  assert.deepEqual(Object.keys(settings.hooks), [
    "SessionStart",
    "UserPromptSubmit",
    "PreCompact",
    "Stop",
    "SessionEnd",
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "SubagentStart",
  ]);
  // What reads starts no process.
  assert.match(settings.hooks.PreToolUse[0].matcher, /^Bash\|.*\|Edit\|Write\|/);
  assert.doesNotMatch(JSON.stringify(settings.hooks), /Read|Grep|Glob|\.\*/);
  assert.ok(box.has(".claude/commands/remember.md") && box.has(".cursor/commands/remember.md"));
  assert.ok(box.has(DATA) && !box.has(".claude/skills/memory-data"));
});

test("a project that has neither client's folder gets the client that the person uses", () => {
  const box = setupBox();
  fs.mkdirSync(join(box.home, ".claude"));
  assert.deepEqual(box.init().agents, ["claude"]);
});

test("a folder that holds only a memory does not count as its client's", () => {
  const box = setupBox();
  fs.mkdirSync(join(box.home, ".cursor/skills/memory-data"), { recursive: true });
  fs.mkdirSync(join(box.home, ".claude"));
  box.write(`${DATA}/MEMORY.md`, "# Mine\n");
  box.write(".cursor/skills/.memory-disable", "");
  assert.deepEqual(box.init({ dryRun: true }).agents, ["claude"]);
  box.write(".cursor/rules/mine.mdc", "mine\n");
  assert.deepEqual(box.init({ dryRun: true }).agents, ["cursor", "claude"], "what is used here or in the home folder");
});

test("a later init keeps to the clients that are connected, and names the others with how to connect them", () => {
  const box = setupBox();
  fs.mkdirSync(join(box.home, ".claude"));
  fs.mkdirSync(join(box.home, ".codex"));
  box.init({ agents: ["claude"] });
  const later = box.init();
  assert.deepEqual(later.agents, ["claude"]);
  assert.match(later.notes.join("\n"), /Also on this machine: Codex\. To connect: memory init --agent codex/);
  assert.deepEqual(box.init({ agents: ["codex"] }).agents, ["codex"]);
  assert.deepEqual(box.init().agents, ["claude", "codex"]);
  assert.deepEqual(box.init({ agents: ["auto", "gemini"], dryRun: true }).agents, ["claude", "codex", "gemini"]);
});

// A repository that shares a folder of Cursor's or Codex's is why a person names the one client that they use.
test("a later init leaves out a client that was not named, whose folder stands in the project", () => {
  const box = setupBox();
  box.write(".cursor/rules/team.mdc", "team\n");
  box.write(".codex/config.toml", "");
  box.init({ agents: ["claude"] });
  const later = box.init({ allow: false });
  assert.deepEqual(later.agents, ["claude"]);
  assert.ok(!box.has(".cursor/hooks.json") && !box.has(".codex/hooks.json"));
  assert.match(
    later.notes.join("\n"),
    /Also on this machine: Cursor and Codex\. To connect: memory init --agent cursor,/,
  );
  box.init({ agents: ["cursor"] });
  box.uninstall({ agents: ["cursor"] });
  assert.deepEqual(box.init().agents, ["claude"], "what was taken out stays out");
});

test("for all projects, too, a later init keeps to the clients that are connected", () => {
  const box = setupBox();
  box.write(join(box.home, ".cursor/mcp.json"), "{}");
  fs.mkdirSync(join(box.home, ".codex"));
  box.init({ global: true, agents: ["gemini", "claude"] });
  const later = box.init({ global: true });
  assert.deepEqual(later.agents, ["claude", "gemini"]);
  assert.match(later.notes.join("\n"), /To connect: memory init --global --agent cursor,codex/);
});

test("a first init connects what is on this machine: by its folder, or because a shell can start it", () => {
  const bin = fs.mkdtempSync(join(tmpdir(), "memory-bin-"));
  removeAtExit(bin);
  fs.writeFileSync(join(bin, "claude"), "");
  const box = setupBox({ env: { PATH: `/nowhere:${bin}` } });
  assert.deepEqual(box.init({ dryRun: true }).agents, ["claude"]);
  fs.mkdirSync(join(box.home, ".codex"));
  assert.deepEqual(box.init({ dryRun: true }).agents, ["claude", "codex"]);
  box.init({ agents: ["codex"] });
  const later = box.init({ dryRun: true });
  assert.deepEqual(later.agents, ["codex"]);
  assert.match(later.notes.join("\n"), /Also on this machine: Claude Code/);
  fs.rmSync(bin, { recursive: true });
});

test("where no client is seen init says so, and how to name one", () => {
  const box = setupBox();
  const planned = box.init({ dryRun: true });
  assert.match(planned.notes.join("\n"), /No coding agent was seen.*would be connected.*--agent claude/);
  assert.match(box.init({}).notes.join("\n"), /No coding agent was seen.*was connected.*--agent claude/);
  assert.doesNotMatch(box.init({}).notes.join("\n"), /No coding agent/, "one is connected now");
  assert.doesNotMatch(setupBox().init({ agents: ["cursor"] }).notes.join("\n"), /No coding agent/);
});

// `git clean -fdx` takes the clients' folders with everything else that git ignores.
test("after git clean init connects the clients again that were connected, and no other", () => {
  for (const agents of [["claude"], ["claude", "cursor"], ["gemini", "copilot"]] as const) {
    const box = setupBox();
    const before = box.init({ agents });
    box.git(["clean", "-fdxq"]);
    assert.deepEqual(box.snapshot(), { ".git/info/exclude": box.read(".git/info/exclude") });
    const again = box.init();
    assert.deepEqual([again.agents, again.data_folder], [before.agents, before.data_folder]);
    assert.doesNotMatch(again.notes.join("\n"), /No coding agent/);
    box.uninstall();
    assert.match(box.init().notes.join("\n"), /No coding agent/, "uninstall forgets them");
  }
});

test("a hooks file that git tracks is left alone, the hooks go to the user's own file and init says so", () => {
  const box = setupBox();
  box.write(".cursor/hooks.json", '{ "version": 1, "hooks": {} }\n');
  box.git(["add", "."]);
  box.git(["commit", "-qm", "hooks"]);
  const result = box.init();
  assert.equal(box.read(".cursor/hooks.json"), '{ "version": 1, "hooks": {} }\n');
  assert.match(box.read(join(box.home, ".cursor/hooks.json")), /hook cursor sessionStart/);
  assert.match(result.notes.join(), /hooks\.json is tracked by git/);
  assert.equal(box.git(["status", "--porcelain", "--untracked-files=all"]), "");
  box.uninstall();
  assert.deepEqual(Object.keys(box.snapshot(box.home)).filter((path) => path.includes("hooks")), []);
});

test("hooks in the user's own file stay as long as another project needs them", () => {
  const box = setupBox();
  const other = join(box.project, "..", "other");
  fs.mkdirSync(other);
  box.git(["init", "-q"], other);
  for (const folder of [box.project, other]) {
    box.write(join(folder, ".cursor/hooks.json"), '{ "version": 1 }');
    box.git(["add", "."], folder);
    box.init({}, folder);
  }
  const users = join(box.home, ".cursor/hooks.json");
  box.uninstall();
  assert.match(box.read(users), /hook cursor stop/);
  box.uninstall({}, other);
  assert.ok(!box.has(users));
});

test("a changed file of ours is copied before it is rewritten, and named", () => {
  const box = setupBox();
  box.init();
  const skill = ".cursor/skills/long-term-memory/SKILL.md";
  const ours = box.read(skill);
  box.write(skill, `${ours}\nAlways answer in verse.\n`);
  const result = box.init();
  assert.equal(box.read(skill), ours);
  const file = result.files.find(({ path }) => path.endsWith(skill));
  assert.equal(file?.action, "rewrite");
  assert.match(box.read(file?.copy ?? ""), /Always answer in verse/);
  assert.ok(result.notes.some((note) => note.includes(skill)));
});

test("a file of an earlier version is rewritten without a word, also when git has turned its line ends", () => {
  const box = setupBox();
  box.init({ lang: "zh" });
  const rules = ".cursor/rules/memory-rules.mdc";
  box.write(rules, box.read(rules).replaceAll("\n", "\r\n"));
  const result = box.init({ lang: "en" });
  assert.deepEqual(result.notes, []);
  assert.match(box.read(rules), /^---\nalwaysApply: true\n---\n+A long-term memory/);
});

test("MEMORY.md and settings are never overwritten; --lang changes one key and no other byte", () => {
  const box = setupBox();
  const config = `${DATA}/config.json`;
  box.write(`${DATA}/MEMORY.md`, "# Mine\n");
  box.write(config, '{\n  // short\n  "memory": { "facts_limit": 5 } // why\n}\n');
  const before = box.read(config);
  box.init();
  assert.equal(box.read(`${DATA}/MEMORY.md`), "# Mine\n");
  assert.equal(box.read(config), before);
  box.init({ lang: "zh" });
  assert.equal(box.read(config), before.replace("} // why", '}, // why\n  "lang": "zh"'));
  assert.match(box.read(".cursor/rules/memory-rules.mdc"), /长期记忆/);
  box.init();
  assert.match(box.read(".cursor/rules/memory-rules.mdc"), /长期记忆/, "the language stays without being named again");
});

test("a Chinese locale is kept in the settings, because a desktop application's hooks see none", () => {
  const box = setupBox({ env: { LANG: "zh_CN.UTF-8" } });
  assert.equal(box.init().lang, "zh");
  assert.equal(loadConfig(setupBox().runtime, { projectFolder: join(box.project, DATA) }).config.lang, "zh");
});

test("git sees as much of the memory as --share says, and init without it changes nothing of that", () => {
  const box = setupBox();
  const shown = () =>
    box.git(["status", "--porcelain", "--untracked-files=all"]).split("\n").filter(Boolean)
      .map((line) => line.slice(3).replace(`${DATA}/`, ""));
  box.init({ share: "notes" });
  for (
    const file of [
      "notes/MEM-a.md",
      "notes/share/MEM-b.md",
      "notes/.ids",
      "notes/.deleted/MEM-c.md",
      "facts.jsonl",
      "daily/2026-02-18.jsonl",
      "logs/x.jsonl",
    ]
  ) {
    box.write(`${DATA}/${file}`, "x\n");
  }
  const notes = [".gitattributes", ".gitignore", "INDEX.md", "MEMORY.md"];
  notes.push("notes/.ids", "notes/MEM-a.md", "notes/share/MEM-b.md");
  assert.deepEqual(shown().sort(), [...notes].sort());
  box.init();
  assert.deepEqual(shown().sort(), [...notes].sort());
  box.init({ share: "all" });
  const all = [...notes, "facts.jsonl", "daily/2026-02-18.jsonl"];
  assert.deepEqual(shown().sort(), all.sort());
  for (const file of ["facts.jsonl", "INDEX.md", "notes/.ids"]) {
    assert.equal(box.git(["check-attr", "merge", `${DATA}/${file}`]).trim().split(": ").at(-1), "union");
  }
  box.init({ share: "none" });
  assert.deepEqual(shown(), []);
});

test("a printed command names each path as one word of a shell", () => {
  const box = setupBox({ git: false });
  const odd = join(box.project, "it's $(touch ran)");
  fs.mkdirSync(odd);
  box.git(["init", "-q"], odd);
  box.init({ share: "all" }, odd);
  box.git(["add", "-A"], odd);
  const [, command = ""] = /`(git rm --cached .*?)`/.exec(box.init({ share: "none" }, odd).notes.join("\n")) ?? [];
  execFileSync("sh", ["-c", command], { cwd: odd, stdio: "ignore" });
  assert.doesNotMatch(box.git(["ls-files"], odd), /MEMORY\.md/);
  assert.deepEqual(fs.readdirSync(odd).filter((name) => name === "ran"), []);
});

// An ignore rule takes nothing out of commits that git tracks already.
test("a memory that is not shared any more names the files that git tracks all the same, and the command", () => {
  const box = setupBox();
  box.init({ share: "all" });
  box.write(`${DATA}/daily/2026-02-18.jsonl`, "{}\n");
  box.git(["add", "-A"]);
  for (const wish of [{ share: "none", dryRun: true }, { share: "none" }, {}] as const) {
    const said = box.init(wish).notes.join("\n");
    assert.match(said, /git tracks .*MEMORY\.md, .*daily\/2026-02-18\.jsonl/, JSON.stringify(wish));
    assert.match(said, /`git rm --cached '?\S*MEMORY\.md'? /);
  }
  box.git(["rm", "-rqf", "--cached", DATA]);
  assert.doesNotMatch(box.init({ share: "none" }).notes.join("\n"), /git tracks/);
  box.init({ share: "all" });
  box.git(["add", "-A"]);
  assert.doesNotMatch(box.init().notes.join("\n"), /git tracks/);
});

test("a file that can't be edited safely is refused, and nothing at all is changed", () => {
  const broken = ['{ "version": 1, ', "[]", '{ "hooks": { "stop": {} } }'];
  for (const text of broken) {
    const box = setupBox();
    box.write(".cursor/hooks.json", text);
    const before = box.snapshot();
    assert.match(codeOf(() => box.init()), /^CONFIG_INVALID: Cannot add our hooks to .*hooks\.json: /);
    assert.deepEqual(box.snapshot(), before);
  }
  const box = setupBox();
  box.write(".cursor/hooks.json", "{}");
  fs.writeFileSync(join(box.project, ".cursor/hooks.json"), Uint8Array.of(0x7b, 0xff, 0x7d));
  assert.match(codeOf(() => box.init()), /CONFIG_INVALID: .*no UTF-8/);
});

test("a read-only file is not changed behind its owner's back", () => {
  const box = setupBox();
  box.write(".cursor/hooks.json", "{}\n");
  fs.chmodSync(join(box.project, ".cursor/hooks.json"), 0o444);
  const before = box.snapshot();
  assert.match(codeOf(() => box.init()), /IO_ERROR: Cannot change .*hooks\.json: it is read-only/);
  assert.deepEqual(box.snapshot(), before);
});

test("a linked hooks file is edited where it lies; a link that a repository planted is not written through", () => {
  const box = setupBox();
  const target = join(box.home, "dotfiles", "hooks.json");
  box.write(target, '{ "version": 1 }\n');
  fs.mkdirSync(join(box.project, ".cursor"));
  fs.symlinkSync(target, join(box.project, ".cursor/hooks.json"));
  box.init();
  assert.ok(fs.lstatSync(join(box.project, ".cursor/hooks.json")).isSymbolicLink());
  assert.match(box.read(target), /hook cursor stop/);
  box.uninstall();
  assert.equal(box.read(target), '{ "version": 1 }\n');

  const trap = setupBox();
  const profile = join(trap.home, ".profile");
  trap.write(profile, "export PATH\n");
  fs.mkdirSync(join(trap.project, ".cursor/commands"), { recursive: true });
  const link = join(trap.project, ".cursor/commands/remember.md");
  fs.symlinkSync(profile, link);
  trap.init();
  assert.equal(trap.read(profile), "export PATH\n", "not ours, so it is left");
  trap.uninstall();
  fs.rmSync(link);
  fs.symlinkSync(join(trap.home, ".zprofile"), link);
  assert.match(codeOf(() => trap.init()), /IO_ERROR: Refusing to write/);
  assert.ok(!trap.has(join(trap.home, ".zprofile")));
});

test("through a link to a file that is not there yet the file is made, and uninstall takes that alone", () => {
  for (const [agent, file] of [["claude", ".claude/settings.local.json"], ["codex", ".codex/hooks.json"]] as const) {
    const box = setupBox();
    const link = join(box.project, file);
    fs.mkdirSync(dirname(link), { recursive: true });
    fs.symlinkSync("../mine/shared.json", link);
    const before = box.snapshot();
    box.init({ agents: [agent] });
    assert.equal(fs.readlinkSync(link), "../mine/shared.json", agent);
    assert.match(box.read("mine/shared.json"), new RegExp(`hook ${agent} `));
    assert.doesNotMatch(box.git(["status", "--porcelain", "-uall"]), /mine/);
    box.init({ agents: [agent] });
    box.uninstall({ agents: [agent] });
    assert.equal(fs.readlinkSync(link), "../mine/shared.json", agent);
    assert.ok(!box.has("mine"), agent);
    assert.equal(box.read(".git/info/exclude"), before[".git/info/exclude"]);
  }
});

// By its old place no original of it is found: the home of the memory has to learn the new one first.
test("uninstall gives back every byte as the first verb after the project was moved", () => {
  const box = setupBox();
  box.write(".claude/settings.local.json", '{\n  "permissions": { "allow": ["Bash(ls:*)"] }\n}\n');
  box.write(".codex/hooks.json", '{"hooks":{"Stop":[]}}\n');
  const before = box.snapshot();
  box.init({ agents: ["claude", "codex"] });
  const to = join(dirname(box.project), "moved");
  fs.renameSync(box.project, to);
  box.uninstall({}, to);
  const left = Object.entries(box.snapshot(to)).filter(([file]) => !file.includes("memory-data/"));
  assert.deepEqual(Object.fromEntries(left), before);
  assert.deepEqual(fs.readdirSync(join(to, ".claude")).sort(), ["settings.local.json"]);
  assert.deepEqual(fs.readdirSync(join(to, ".codex")), ["hooks.json"]);
});

test("permissions of a user's file survive, new files can be read by the client's tools", () => {
  const box = setupBox();
  box.write(".cursor/hooks.json", "{}\n");
  fs.chmodSync(join(box.project, ".cursor/hooks.json"), 0o640);
  box.init();
  const mode = (path: string) => (fs.statSync(join(box.project, path)).mode & 0o777).toString(8);
  assert.equal(mode(".cursor/hooks.json"), "640");
  assert.equal(mode(".cursor/skills/long-term-memory/SKILL.md"), "644");
  assert.equal(mode(".cursor"), "755");
  assert.equal(mode(DATA), "700");
  assert.equal(mode(`${DATA}/MEMORY.md`), "600");
});

test("when one file can't be written, those written before are taken back", () => {
  const box = setupBox();
  box.write(".claude/skills", "a file where a folder must be\n");
  box.write(".cursor/commands/remember.md", "my own\n");
  fs.mkdirSync(join(box.project, ".cursor/agents"));
  const before = box.snapshot();
  assert.throws(() => box.init());
  assert.deepEqual(box.snapshot(), before);
  assert.ok(!box.has(".cursor/rules"));
  assert.ok(box.has(".cursor/agents"), "it was there, and empty");
});

test("the home folder is no project", () => {
  const box = setupBox();
  assert.match(codeOf(() => box.init({}, box.home)), /INVALID_ARGUMENT: .*home folder/);
  assert.match(codeOf(() => box.init({ projectPath: box.home })), /INVALID_ARGUMENT/);
});
