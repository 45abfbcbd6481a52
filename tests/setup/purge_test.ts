/** `uninstall --purge` shows, waits for its token, and erases that memory and no other. */
import { test } from "node:test";
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { MemoryError } from "../../src/errors.ts";
import { setupBox } from "./box.ts";

const DATA = ".cursor/skills/memory-data";
const failure = (code: string) => (error: unknown) => error instanceof MemoryError && error.code === code;

test("a purge shows what goes and changes nothing, then takes its token, not too early and not too late", () => {
  const box = setupBox();
  box.init();
  box.write(`${DATA}/daily/2026-02-18.jsonl`, "{}\n");
  const before = box.snapshot();
  const shown = box.uninstall({ purge: true });
  assert.deepEqual(box.snapshot(), before);
  assert.equal(shown.dry_run, true);
  // A preview that says "is deleted" reads as done.
  assert.match(shown.notes.join("\n"), /would be deleted permanently/);
  assert.equal(shown.purge?.folder, join(box.project, DATA));
  assert.ok((shown.purge?.files ?? 0) >= 6);
  const token = shown.confirm_token ?? "";
  assert.throws(() => box.uninstall({ purge: true, token }), failure("CONFIRM_TOO_EARLY"));
  assert.throws(() => box.uninstall({ purge: true, token: "made up" }), failure("CONFIRM_EXPIRED"));
  assert.deepEqual(box.snapshot(), before);
  box.advance(3_000);
  assert.match(box.uninstall({ purge: true, token }).notes.join("\n"), /was deleted permanently/);
  assert.deepEqual(Object.keys(box.snapshot()), [".git/info/exclude"]);
  assert.ok(!box.has(".cursor"));
  const late = setupBox();
  late.init();
  const old = late.uninstall({ purge: true }).confirm_token;
  late.advance(5 * 60_000 + 1);
  assert.throws(() => late.uninstall({ purge: true, token: old }), failure("CONFIRM_EXPIRED"));
});

test("a purge names the files of which memory keeps copies: these go, too", () => {
  const box = setupBox();
  box.write(".cursor/hooks.json", '{ "version": 1, "hooks": {} }');
  box.init();
  const said = () => box.uninstall({ purge: true }).notes.join("\n");
  assert.match(said(), /copies that memory keeps of files of yours: .*hooks\.json/);
  const bare = setupBox();
  bare.init();
  assert.doesNotMatch(bare.uninstall({ purge: true }).notes.join("\n"), /hooks\.json/);
});

test("a token is good only for the memory that was shown", () => {
  const [one, other] = [setupBox(), setupBox()];
  one.init();
  other.init();
  const token = one.uninstall({ purge: true }).confirm_token;
  other.advance(3_000);
  assert.throws(() => other.uninstall({ purge: true, token }), failure("CONFIRM_EXPIRED"));
  assert.ok(other.has(DATA));
});

test("a token is good only for what the memory held when it was shown", () => {
  const box = setupBox();
  box.init();
  const token = box.uninstall({ purge: true }).confirm_token;
  box.advance(3_000);
  const fact = { id: "log-1", type: "fact", content: "New since", timestamp: "2026-02-18T10:00:00Z" };
  box.write(join(DATA, "daily", "2026-02-18.jsonl"), `${JSON.stringify(fact)}\n`);
  assert.throws(() => box.uninstall({ purge: true, token }), failure("CONFIRM_EXPIRED"));
  assert.ok(box.has(DATA));
});

test("a folder that holds more than memory is never erased", () => {
  for (const dataDir of ["..", ".", "../home"]) {
    const box = setupBox({ env: { MEMORY_DATA_DIR: dataDir } });
    box.write("thesis.txt", "years of work\n");
    box.write(join(box.home, "letter.txt"), "dear\n");
    box.init();
    assert.throws(() => box.uninstall({ purge: true }), failure("IO_ERROR"));
    assert.ok(box.has("thesis.txt") && box.has(join(box.home, "letter.txt")));
  }
  const box = setupBox({ env: { MEMORY_DATA_DIR: "docs" } });
  box.write("docs/thesis.txt", "years of work\n");
  assert.throws(() => box.uninstall({ purge: true }), failure("IO_ERROR"));
  box.init();
  box.write("docs/facts.jsonl", "{}\n");
  const token = box.uninstall({ purge: true }).confirm_token;
  box.advance(3_000);
  box.uninstall({ purge: true, token });
  assert.deepEqual(Object.keys(box.snapshot()).filter((path) => !path.startsWith(".git/")), ["docs/thesis.txt"]);
});

test("a linked worktree can't erase the memory of its main worktree", () => {
  const box = setupBox();
  box.write("README.md", "x\n");
  box.git(["add", "."]);
  box.git(["commit", "-qm", "x"]);
  box.init();
  const linked = join(box.project, "..", "feature");
  box.git(["worktree", "add", "-q", linked]);
  box.init({}, linked);
  assert.throws(() => box.uninstall({ purge: true }, linked), failure("IO_ERROR"));
  assert.ok(box.has(`${DATA}/MEMORY.md`));
});

test("caches go only when asked for", () => {
  const box = setupBox();
  box.init();
  const model = join(box.home, ".memory/models/m/model.onnx");
  box.write(model, "weights");
  box.uninstall();
  assert.ok(box.has(model));
  const result = box.uninstall({ caches: true });
  assert.ok(!box.has(join(box.home, ".memory/models")));
  assert.deepEqual(result.files, [{ path: join(box.home, ".memory/models"), action: "remove" }]);
  assert.ok(fs.existsSync(join(box.project, DATA)));
});

test("purging the global memory takes the settings for all projects with it", () => {
  const box = setupBox();
  box.init({ global: true });
  const token = box.uninstall({ global: true, purge: true }).confirm_token;
  box.advance(4_000);
  box.uninstall({ global: true, purge: true, token });
  assert.deepEqual(Object.keys(box.snapshot(box.home)), []);
});

// The preview left it out, and the purge took it all the same.
test("a purge of a global memory whose folder is gone names the settings that go along", () => {
  const box = setupBox();
  box.init({ global: true });
  const settings = join(box.home, ".memory/config.json");
  fs.mkdirSync(join(box.home, ".memory"), { recursive: true });
  fs.writeFileSync(settings, '{ "lang": "en" }\n');
  const whole = box.uninstall({ global: true, purge: true });
  const folder = whole.purge?.folder ?? "";
  fs.rmSync(folder, { recursive: true });
  const shown = box.uninstall({ global: true, purge: true });
  for (const { purge, files } of [whole, shown]) {
    assert.equal(purge?.settings, settings);
    assert.ok(files.some(({ path }) => path === settings), "the list names it");
  }
  const homes = box.snapshot(join(box.home, ".memory/projects"));
  assert.equal(shown.purge?.files, Object.keys(homes).length + 1);
  box.advance(4_000);
  box.uninstall({ global: true, purge: true, token: shown.confirm_token });
  assert.equal(fs.existsSync(settings), false);
});

test("a token purges once, also where a memory is made anew that holds the same", () => {
  const box = setupBox();
  for (const global of [false, true]) {
    box.init({ global });
    const token = box.uninstall({ global, purge: true }).confirm_token;
    box.advance(4_000);
    const { folder = "" } = box.uninstall({ global, purge: true, token }).purge ?? {};
    assert.ok(folder !== "" && !fs.existsSync(folder));
    box.init({ global });
    assert.throws(() => box.uninstall({ global, purge: true, token }), failure("CONFIRM_EXPIRED"));
    assert.ok(fs.existsSync(folder));
  }
});
