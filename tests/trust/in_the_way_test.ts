/** What stands in the place of a file of ours: a folder, a pipe. The rest goes on, and nothing waits for ever. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { memoryBox } from "../box.ts";
import { opinion } from "./hostile_box.ts";

const NOTE = {
  scene: "Naming database tables",
  principles: ["Plural nouns", "Singular nouns"],
  choice: "Plural nouns",
  source: "remember",
  confidence: "high",
  score: { d1: 2, d2: 2, d3: 2, d4: 2, d5: 2 },
};

test("a note is written, listed and deleted where INDEX.md can't be, and the answer says what did not follow", async () => {
  const box = memoryBox();
  fs.mkdirSync(join(box.data, "INDEX.md", "theirs"), { recursive: true });
  const { data: { results: [{ status, id, warnings }] } } = await box.json(["note", "propose", JSON.stringify(NOTE)]);
  assert.equal(status, "written");
  assert.match(warnings.join(), /The change is made.*INDEX\.md.*memory note index/);
  assert.equal((await box.json(["note", "list"])).data.total, 1);

  const edited = await box.json(["note", "edit", id, "--title", "Tables are plural"]);
  assert.match(edited.data.warnings.join(), /INDEX\.md/);
  const deleted = await box.json(["manage", "delete", "--all", "--scope", "notes"]);
  assert.equal(deleted.data.total, 1);
  const { data } = await box.json(["manage", "delete", "--id", id, "--scope", "notes", "--confirm"]);
  assert.equal(data.deleted, 1);
  await box.json(["manage", "undo"]);

  fs.rmSync(join(box.data, "INDEX.md"), { recursive: true });
  assert.equal((await box.json(["note", "index"])).data.total, 1);
  assert.match(box.read("INDEX.md"), /Tables are plural/);
});

test("a pipe in the place of a file is refused by a write, at once and with nothing half done", {
  skip: process.platform === "win32",
}, async () => {
  for (const file of ["sessions.jsonl", "audit/operations.jsonl"]) {
    const box = memoryBox();
    fs.mkdirSync(join(box.own, "audit"));
    execFileSync("mkfifo", [box.path(file)]);
    const array = JSON.stringify([{ content: "Ports end with 0" }, { topic: "Ports" }]);
    const { code, stdout } = await box.run(["save", array]);
    const { error } = JSON.parse(stdout);
    assert.deepEqual([code, error.code], [4, "IO_ERROR"], file);
    assert.match(error.message, /it is no file/);
    assert.match(error.hint, /move away what stands there/);
    assert.equal((await box.run(["manage", "list"])).code, 1);
  }
});

test("a pipe in the place of a log file or of another file of a session's hooks keeps no hook waiting", {
  skip: process.platform === "win32",
}, async () => {
  const day = new Date().toISOString().slice(0, 10);
  const names = [`logs/${day}.jsonl`, `daily/${day}.jsonl`, "sessions.jsonl", "snapshots/before.jsonl", "MEMORY.md"];
  for (const file of [...names, "session_state/one.json", "config.json", ".manage.lock", ".gitignore"]) {
    const box = memoryBox();
    box.write("facts.jsonl", "no record\n");
    fs.mkdirSync(dirname(box.path(file)), { recursive: true });
    execFileSync("mkfifo", [box.path(file)]);
    const common = { session_id: "one", cwd: box.project };
    const events = [["SessionStart", { source: "startup" }], ["UserPromptSubmit", {
      prompt: "Where is Redis?",
    }]] as const;
    for (const [event, fields] of [...events, ["Stop", {}] as const, ["SessionEnd", { reason: "clear" }] as const]) {
      // A line of each level is logged; what can't be read is one of error.
      await box.hook("claude", event, { hook_event_name: event, ...common, ...fields });
      await box.hook("claude", event, "no event");
    }
  }
});

test("vectors that can't be opened leave search by words and sync as they are", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Redis caches sessions"]);
  fs.mkdirSync(join(box.own, "vectors.sqlite"));
  const { results, method, degraded } = await box.json(["search", "Redis"]);
  assert.deepEqual([results.length, method], [1, "fts"]);
  assert.match(degraded, /vectors\.sqlite/);
  assert.equal((await box.json(["sync"])).data.total, 1);
  assert.equal((await box.json(["sync", "--rebuild"])).data.total, 1);
});

test(
  "a pipe named as a file is refused, naming the way to give one",
  { skip: process.platform === "win32" },
  async () => {
    const box = memoryBox();
    const pipe = join(box.home, "pipe");
    execFileSync("mkfifo", [pipe]);
    const { code, stdout } = await box.run(["--json", "import", "--input", pipe]);
    const { error } = JSON.parse(stdout);
    assert.deepEqual([code, error.code], [2, "IMPORT_INVALID"]);
    assert.match(error.hint, /--input -/);
  },
);

test("a stranger's folder in the place of a note or of MEMORY.md stops neither a save nor trust", async () => {
  for (const file of ["MEMORY.md", "notes/MEM-ports.md"]) {
    const box = memoryBox({ empty: true });
    fs.mkdirSync(join(box.data, file), { recursive: true });
    box.write("daily/2026-02-01.jsonl", opinion("log-000000001-aaaa", "Ports end with 1"));
    assert.equal((await box.json(["save", "fact", "--content", "Ports end with 0"])).data.status, "saved", file);
    assert.match((await box.run(["trust"])).stdout, /Ports end with 1/, file);
  }
});

test(
  "what is in the place of a file of records or of MEMORY.md hides no loss: it is named, and restore brings the file back",
  {
    skip: process.platform === "win32",
  },
  async () => {
    const PUT: Readonly<Record<string, (path: string) => void>> = {
      folder: (path) => fs.mkdirSync(path),
      "link to nothing": (path) => fs.symlinkSync("nowhere", path),
      pipe: (path) => void execFileSync("mkfifo", [path]),
    };
    for (const [what, put] of Object.entries(PUT)) {
      const box = memoryBox();
      await box.run(["remember", "We deploy on Tuesdays only"]);
      fs.writeFileSync(join(box.data, "MEMORY.md"), "# Core\n\n## Tea\n- Never use bags\n");
      await box.run(["list"]);
      await box.run(["sync"]);
      const [day = ""] = fs.readdirSync(join(box.data, "daily"));
      const paths = [join(box.data, "daily", day), join(box.data, "MEMORY.md")];
      for (const path of paths) {
        fs.rmSync(path);
        put(path);
      }
      const way = what === "folder"
        ? /is a folder now; move it away, then `memory restore`/
        : /`memory restore` brings/;
      assert.match((await box.run(["list"])).stderr, way, what);
      assert.match((await box.run(["doctor", "--fix"])).stdout, /has lost 1 record/, what);
      assert.match((await box.run(["doctor"])).stdout, way, what);
      if (what === "folder") {
        assert.equal((await box.run(["restore"])).code, 4);
        for (const path of paths) fs.rmdirSync(path);
      }
      assert.equal((await box.run(["restore"])).code, 0, what);
      assert.match((await box.run(["list"])).stdout, /Tuesdays/, what);
      assert.match(fs.readFileSync(join(box.data, "MEMORY.md"), "utf8"), /Never use bags/, what);
    }
  },
);

test("a folder in the place of the index is set aside by doctor, which makes the index anew", async () => {
  const box = memoryBox();
  await box.run(["remember", "We deploy on Tuesdays only"]);
  const index = join(box.own, "index.sqlite");
  fs.rmSync(index, { force: true });
  fs.mkdirSync(join(index, "theirs"), { recursive: true });
  assert.match((await box.run(["doctor"])).stdout, /doctor --fix/);
  await box.run(["doctor", "--fix"]);
  assert.equal((await box.json(["search", "Tuesdays"])).results.length, 1);
  assert.ok(fs.existsSync(`${index}.corrupt/theirs`));
});
