/** What links of a stranger's project lead to is neither read nor written. Against the binary. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { type Box, memoryBox } from "../box.ts";
import { cursor } from "../settings_box.ts";

const DATA = ".cursor/skills/memory-data";

function git(cwd: string, ...words: string[]): void {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: cwd, GIT_CONFIG_NOSYSTEM: "1" },
    stdio: "ignore",
  });
}

function track(project: string): void {
  git(project, "init", "-q");
  git(project, "add", "-f", ".");
  git(project, "commit", "-qm", "memory");
}

async function told(box: Box, session: string): Promise<string> {
  const { additional_context: text = "" } = await cursor(box, "sessionStart", {}, session);
  return text;
}

/** Everything below a folder, links not followed, with contents and modes. */
function everything(folder: string): Record<string, string> {
  return Object.fromEntries(
    [folder, ...fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).sort().map((name) => join(folder, name))]
      .map((path) => {
        const stat = fs.lstatSync(path);
        return [path, `${(stat.mode & 0o777).toString(8)} ${stat.isFile() ? fs.readFileSync(path, "latin1") : ""}`];
      }),
  );
}

/** The links that a repository brings, each out of the project and to another memory. */
const LEADING_OUT: Readonly<Record<string, { readonly at: string; readonly to: string }>> = {
  "the data folder": { at: DATA, to: DATA },
  "the folder above it": { at: ".cursor/skills", to: ".cursor/skills" },
  "the client's folder": { at: ".cursor", to: ".cursor" },
};

for (const [name, { at, to }] of Object.entries(LEADING_OUT)) {
  for (const bring of ["a clone", "an archive"] as const) {
    test(`${name} is a link out of the project in ${bring}: no verb or hook reads or writes what it leads to`, async () => {
      const box = memoryBox({ empty: true });
      const victim = join(box.home, "work", "blog");
      fs.mkdirSync(victim);
      git(victim, "init", "-q");
      const there = { cwd: victim };
      await box.json(["init", "--skip-model", "--agent", "cursor"], there);
      const own = await box.json(["save", "fact", "--type", "O", "--content", "Use heather ink"], there);
      await box.json(["save", "fact", "--layer", "global", "--content", "The kettle is blue"]);
      fs.mkdirSync(dirname(join(box.project, at)), { recursive: true });
      fs.symlinkSync(join(victim, to), join(box.project, at));
      if (bring === "a clone") track(box.project);
      const [before, home] = [everything(victim), box.home];
      const homes = () =>
        Object.keys(everything(join(home, ".memory", "projects"))).filter((path) =>
          !/global|snapshots|confirm/.test(path)
        );
      const known = homes();

      assert.doesNotMatch(await told(box, "one"), /heather/);
      await cursor(box, "beforeSubmitPrompt", { prompt: "Which heather ink do we use?" }, "one");
      await cursor(box, "stop", { status: "completed", loop_count: 0 }, "one");
      await cursor(box, "sessionEnd", { reason: "completed" }, "one");
      const refused: readonly (readonly string[])[] = [
        ["save", "fact", "--content", "Planted"],
        ["manage", "config", "set", "memory.facts_limit", "3"],
        ["init", "--skip-model", "--agent", "cursor"],
        ["uninstall"],
        ["uninstall", "--purge"],
        ["disable"],
      ];
      for (const words of refused) {
        const { error } = await box.json(words);
        assert.match(error?.code ?? "none", /NOT_INITIALISED|IO_ERROR/, words.join(" "));
        assert.match(error.message, /outside the project, by a link/, words.join(" "));
        assert.match(error.hint, /Remove the link/, words.join(" "));
      }
      await box.run(["manage", "delete", "--keyword", "heather", "--confirm"]);
      await box.run(["manage", "edit", "--id", own.data.id, "--content", "Planted"]);
      await box.run(["manage", "consolidate"]);
      const { stdout } = await box.run(["--json", "doctor", "--fix"]);
      assert.match(stdout, /outside the project, by a link/);
      assert.doesNotMatch((await box.run(["search", "heather"])).stdout, /Use heather/);
      assert.match((await box.run(["search", "kettle"])).stdout, /blue/, "the person's own memory works on");
      assert.deepEqual(everything(victim), before);
      assert.deepEqual(homes(), known, "it keeps its standing and its home");
    });
  }
}

test("a data folder that the person moved away and linked works on, with git and without", async () => {
  for (const isGit of [true, false]) {
    const box = memoryBox({ empty: true });
    if (isGit) git(box.project, "init", "-q");
    await box.json(["init", "--skip-model", "--agent", "cursor"]);
    await box.json(["save", "fact", "--type", "O", "--content", "Use tabs for indentation"]);
    const synced = join(box.home, "synced");
    fs.renameSync(box.data, synced);
    fs.symlinkSync(synced, box.data);
    for (const session of ["one", "two"]) {
      assert.match(
        await told(box, session),
        /<memory-conventions[\s\S]*tabs[\s\S]*<\/memory-conventions/,
        `git: ${isGit}`,
      );
      assert.equal((await box.json(["save", "fact", "--content", `The port of ${session} is 80`])).status, "ok");
    }
  }
});

test("what a file or folder of a stranger's memory leads to outside of it is told to nobody, and doctor names it", async () => {
  const fact = { type: "fact", memory_type: "O", content: "The heather ink is dear", entities: [], confidence: 0.9 };
  const note =
    "---\nid: MEM-0001\nscene: Heather notes\nstrength: enforced\nstatus: active\n---\n\nWrite heather notes\n";
  const entries: Readonly<Record<string, string>> = {
    "MEMORY.md": "passwd",
    "facts.jsonl": "facts.jsonl",
    "sessions.jsonl": "facts.jsonl",
    [`daily/${new Date().toISOString().slice(0, 10)}.jsonl`]: "facts.jsonl",
    daily: "days",
    notes: "notes",
    "notes/MEM-0001.md": "notes/MEM-0001.md",
    "notes/share": "notes",
  };
  await Promise.all(
    Object.entries(entries).map(async ([entry, to]) => {
      const box = memoryBox({ empty: true });
      const outside = join(box.home, "outside");
      const line = JSON.stringify({ id: "log-000000001-aaaa", timestamp: new Date().toISOString(), ...fact });
      fs.mkdirSync(join(outside, "days"), { recursive: true });
      fs.mkdirSync(join(outside, "notes"));
      fs.writeFileSync(join(outside, "passwd"), "heather:x:0:0\n");
      fs.writeFileSync(join(outside, "facts.jsonl"), `${line}\n`);
      fs.writeFileSync(join(outside, `days/${new Date().toISOString().slice(0, 10)}.jsonl`), `${line}\n`);
      fs.writeFileSync(join(outside, "notes/MEM-0001.md"), note);
      fs.mkdirSync(dirname(join(box.data, entry)), { recursive: true });
      fs.symlinkSync(join(outside, to), join(box.data, entry));
      track(box.project);
      assert.doesNotMatch(await told(box, "one"), /heather/i, entry);
      const prompted = await cursor(
        box,
        "beforeSubmitPrompt",
        { prompt: "Which heather ink?", attachments: [] },
        "one",
      );
      assert.doesNotMatch(JSON.stringify(prompted), /dear|notes|x:0/, entry);
      for (
        const words of [["search", "heather"], ["manage", "list"], ["show"], ["note", "list"], ["export"], ["trust"]]
      ) {
        assert.doesNotMatch((await box.run(words)).stdout, /dear|Write heather|x:0/, `${entry}: ${words.join(" ")}`);
      }
      const { data: { checks } } = await box.json(["doctor"]);
      const { status, detail } = checks.find(({ id }: { id: string }) => id === "permissions");
      assert.equal(status, "fail", entry);
      assert.ok(detail.includes(entry), `${entry}: ${detail}`);
    }),
  );
});

test("a token file that is a link leads no write and no reading anywhere", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Mine", "--type", "O"]);
  const precious = join(box.home, "precious");
  fs.writeFileSync(precious, "a\n".repeat(1000));
  for (const target of [precious, join(box.data, ".owner")]) {
    const before = fs.readFileSync(target);
    const clone = fs.mkdtempSync(join(box.home, "theirs-"));
    fs.mkdirSync(join(clone, DATA), { recursive: true });
    execFileSync("git", ["init", "-q", clone]);
    fs.symlinkSync(target, join(clone, DATA, ".owner"));
    await box.json(["save", "fact", "--content", "Written in the clone"], { cwd: clone });
    await box.run(["init", "--agent", "claude", "--skip-model"], { cwd: clone });
    assert.deepEqual(fs.readFileSync(target), before);
    assert.match((await box.run(["list"], { cwd: clone })).stdout, /Written in the clone/);
  }
  assert.equal((await box.run(["list"])).stderr, "", "the project is its own still");
});
