/** What stands in the files is found whatever happened to the index, against the compiled binary. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { type Box, contextOf, type Json, memoryBox } from "../box.ts";
import { factLine } from "../hooks_box.ts";

const PAGE_BYTES = 4096;

const facts = (count: number, id = "") =>
  Array.from(
    { length: count },
    (_, at) => factLine(`The walrus gateway ${at} listens on port ${at}`, { id: `log-${id}${at}` }),
  );

test("an index whose damage shows only in the middle of a search is set aside, and the search finds what is there", async () => {
  const box = memoryBox();
  box.write("daily/2026-02-18.jsonl", facts(200).join(""));
  assert.equal((await box.json(["search", "walrus"])).results.length, 10);
  const path = join(box.own, "index.sqlite");
  const whole = fs.readFileSync(path);
  let setAside = 0;
  for (const part of [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
    const page = Math.floor(whole.length / PAGE_BYTES * part) * PAGE_BYTES;
    fs.writeFileSync(path, Buffer.from(whole).fill(0xff, page, page + PAGE_BYTES));
    fs.rmSync(`${path}.corrupt`, { force: true });
    assert.equal((await box.json(["search", "walrus"])).results.length, 10);
    // A page that no search reads does no harm to it.
    if (fs.existsSync(`${path}.corrupt`)) setAside++;
  }
  assert.ok(setAside > 0);
});

test("an index that was deleted is made anew, with all that was saved", async () => {
  const box = memoryBox();
  for (const content of ["The walrus gateway listens on port 1", "The walrus gateway needs TLS", "Otters sleep"]) {
    await box.json(["save", "fact", "--content", content]);
  }
  const found = async () => (await box.json(["search", "walrus"])).results.map(({ id }: { id: string }) => id);
  const before = await found();
  assert.equal(before.length, 2);
  for (const name of fs.readdirSync(box.own).filter((each) => /^(?:index|vectors)\.sqlite/.test(each))) {
    fs.rmSync(join(box.own, name));
  }
  assert.deepEqual(await found(), before);
  assert.ok(fs.existsSync(join(box.own, "index.sqlite")));
});

test("an index that a session's start can't make whole is completed in the background, without a search", async () => {
  const box = memoryBox();
  // Two files, since a start stops between batches: the newer one is read first.
  for (const day of ["2026-02-17", "2026-02-18"]) box.write(`daily/${day}.jsonl`, facts(6_000, `${day}-`).join(""));
  const start = { session_id: "s1", cwd: box.project, hook_event_name: "SessionStart", source: "startup" };
  await box.hook("claude", "SessionStart", start);
  const indexed = () => {
    const db = new DatabaseSync(join(box.own, "index.sqlite"), { readOnly: true });
    try {
      // The process in the background may be writing just now.
      db.exec("PRAGMA busy_timeout=5000");
      return Number(db.prepare("SELECT count(*) AS count FROM records").get()?.count);
    } finally {
      db.close();
    }
  };
  const until = Date.now() + 60_000;
  let count = indexed();
  assert.ok(count < 12_000, "more than a start can do");
  while (count < 12_000 && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    count = indexed();
  }
  assert.equal(count, 12_000);
});

test("where no index can be written, search and retrieve read the files, and sync says what it could not do", async () => {
  const box = memoryBox();
  box.write("daily/2026-02-18.jsonl", facts(3).join(""));
  // A folder in its place is as unwritable for root as a read-only disk.
  box.write("index.sqlite/in-the-way", "");
  assert.equal((await box.json(["search", "walrus"])).results.length, 3);
  const { code, stderr } = await box.run(["sync"]);
  assert.equal(code, 0);
  assert.match(stderr, /can't be written/);
});

test("a rebuild never takes the index from under those who read it", async () => {
  const box = memoryBox();
  box.write("daily/2026-02-18.jsonl", facts(20).join(""));
  await box.run(["sync"]);
  const path = join(box.own, "index.sqlite");
  const { ino } = fs.statSync(path);
  const rebuild = () => box.json(["sync", "--rebuild"]);
  const search = () => box.json(["search", "walrus", "--max-results", "50"]);
  for (let round = 0; round < 3; round++) {
    const [first, second, ...found] = await Promise.all([rebuild(), rebuild(), search(), search(), search()]);
    for (const { data } of [first, second]) assert.deepEqual([data.new, data.total], [20, 20]);
    assert.deepEqual(found.map(({ results }) => results.length), [20, 20, 20]);
  }
  assert.equal(fs.statSync(path).ino, ino);
});

/** Claude's hooks for whom a person or an agent waits, and what each said of the walrus, within the client's time. */
async function told(box: Box, env: Readonly<Record<string, string>> = {}) {
  const send = async (hook_event_name: string, more: object) => {
    const payload = { session_id: hook_event_name, cwd: box.project, hook_event_name, ...more };
    const started = performance.now();
    const reply = await box.hook("claude", hook_event_name, payload, { env });
    assert.ok(performance.now() - started < 4_000, `${hook_event_name} waited`);
    return contextOf(reply).includes("walrus gateway");
  };
  return [
    await send("UserPromptSubmit", { prompt: "Which port does the walrus gateway listen on?" }),
    await send("SessionStart", { source: "startup" }),
    await send("PreToolUse", { tool_name: "Bash", tool_input: { command: "make walrus" } }),
    await send("SessionEnd", { reason: "exit" }),
  ].slice(0, 2);
}

test("no hook waits for an index that another process holds: what stands in the files is told all the same", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--type", "O", "--content", "The walrus gateway listens on port 1"]);
  await box.json(["search", "walrus"]);
  const db = new DatabaseSync(join(box.own, "index.sqlite"));
  db.exec("BEGIN EXCLUSIVE");
  assert.deepEqual(await told(box), [true, true]);
  const { error } = await box.json(["search", "walrus"]);
  assert.deepEqual([error.code, /another process/.test(error.message)], ["LOCK_BUSY", true]);
  db.close();
});

/** A library that takes the locks away from a process, as a network drive does whose lock service is gone. */
function lockless(folder: string): string {
  const source = join(folder, "lockless.c");
  const library = join(folder, "lockless.so");
  const call = (name: string) =>
    `int ${name}(int file, int order, ...) {
      va_list rest; va_start(rest, order); void *argument = va_arg(rest, void *); va_end(rest);
      if (order == F_SETLK || order == F_SETLKW || order == F_GETLK) { errno = ENOLCK; return -1; }
      return ((int (*)(int, int, ...))dlsym(RTLD_NEXT, "${name}"))(file, order, argument);
    }`;
  const includes = ["dlfcn", "fcntl", "stdarg", "errno"].map((name) => `#include <${name}.h>\n`).join("");
  fs.writeFileSync(source, `#define _GNU_SOURCE\n${includes}${call("fcntl")}\n${call("fcntl64")}\n`);
  execFileSync("cc", ["-shared", "-fPIC", "-o", library, source, "-ldl"]);
  return library;
}

const hasCompiler = process.platform === "linux" && spawnSync("cc", ["--version"]).status === 0;

test("where the file system has no locks nobody waits, what stands in the files is found, and doctor says so", {
  skip: hasCompiler ? false : "no C compiler is there, or not on Linux",
}, async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--type", "O", "--content", "The walrus gateway listens on port 1"]);
  await box.json(["search", "walrus"]);
  const env = { LD_PRELOAD: lockless(box.home) };
  assert.deepEqual(await told(box, env), [true, true]);
  const started = performance.now();
  assert.equal((await box.json(["search", "walrus"], { env })).results.length, 1);
  assert.equal((await box.json(["save", "fact", "--content", "Otters sleep"], { env })).status, "ok");
  const { checks } = (await box.json(["doctor"], { env })).data;
  assert.ok(performance.now() - started < 4_000, "a verb waited");
  const { detail, next_step } = checks.find(({ id }: Json) => id === "sqlite_accessible");
  assert.match(detail, /its file system has no locks/);
  assert.match(next_step, /lock service/);
  assert.deepEqual(fs.readdirSync(box.own).filter((name) => name.endsWith("-locks")), [], "nothing is left behind");
});
