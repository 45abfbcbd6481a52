/**
 * Doctor, against the binary: each check is seen to turn when the thing is broken, and back where --fix can mend it.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { BINARY, type Box, copyBinary, eventually, type Json, memoryBox } from "../box.ts";
import { asDoctorBox, doctorBox, line } from "../doctor_box.ts";
import { onTerminal, withTerminal } from "../terminal.ts";

const IDS = [
  "jsonl_parseable",
  "id_unique",
  "sqlite_accessible",
  "index_fresh",
  "model_cache",
  "consistency",
  "daily_spike",
  "duplicate_rate",
  "log_errors",
  "hooks_installed",
  "binary_version",
  "permissions",
  "home",
  "notes_index",
  "spool",
  "backups",
  "delivery",
  "older_tools",
];
const DAY = "daily/2026-02-18.jsonl";
const TODAY = new Date().toISOString().slice(0, 10);

/** Makes a file look as if it had been written so many minutes ago. */
function age(path: string, minutes: number): void {
  const time = new Date(Date.now() - minutes * 60_000);
  fs.utimesSync(path, time, time);
}

test("a sound memory passes every check but for the model, which nobody has downloaded", async () => {
  const box = await doctorBox();
  const { data, bad } = await box.doctor();
  assert.deepEqual(data.checks.map(({ id }: Json) => id), IDS);
  assert.deepEqual(bad, []);
  assert.deepEqual(data.summary, { pass: IDS.length - 1, warn: 1, fail: 0 });
  assert.deepEqual(Object.keys(data), ["checks", "summary", "thresholds"]);
  assert.deepEqual(data.thresholds, {
    index_lag_warn_minutes: 10,
    daily_write_spike: 100,
    duplicate_id_warn_pct: 1,
    log_errors_warn_per_day: 5,
    backups_warn_mb: 1000,
  });
  for (const check of data.checks) {
    assert.deepEqual(Object.keys(check).filter((key) => key !== "next_step"), ["id", "name", "status", "detail"]);
    assert.equal("next_step" in check, check.status !== "pass", check.id);
  }
});

test("where there is no memory doctor says so, with the next step, and exits 0", async () => {
  const box = memoryBox({ empty: true });
  for (
    const words of [["manage", "doctor"], ["doctor", "--deep"], ["doctor", "--fix"], ["doctor", "--layer", "global"]]
  ) {
    const { code, stdout } = await box.run(["--json", ...words]);
    assert.equal(code, 0);
    const { status, command, data } = JSON.parse(stdout);
    assert.deepEqual([status, command, data.checks[0].status], ["ok", "doctor", "fail"]);
    assert.match(data.checks[0].next_step, /memory init/);
  }
  assert.deepEqual(fs.readdirSync(box.home), ["work"]);
});

/** What doctor prints on a terminal, in Chinese, without the blanks and the ends of its lines. */
function toldInChinese({ home, project }: Pick<Box, "home" | "project">): string {
  const [program, words] = onTerminal(`"${BINARY}" --no-color doctor`);
  const env = { HOME: home, PATH: process.env["PATH"], MEMORY_LANG: "zh", TERM: "dumb" };
  return spawnSync(program, words, { cwd: project, encoding: "utf8", input: "", env }).stdout.replace(/\s+/g, "");
}

test("what was not checked bears no tick and is counted apart", withTerminal, () => {
  const told = toldInChinese(memoryBox({ empty: true }));
  assert.match(told, /–索引未检查：这里没有记忆/);
  assert.doesNotMatch(told, /✓[^✓–!✗]*未检查/);
  const marks = (mark: string) => told.split(mark).length - 2;
  assert.match(told, new RegExp(`${marks("✓")}✓\\d+!\\d+✗${marks("–")}–$`));
});

test("names and findings are in the person's language, on a terminal", withTerminal, async () => {
  const told = toldInChinese(await doctorBox());
  assert.match(told, /记忆的文件1条全部有效/);
});

test("several findings of a check are one sentence, with the signs of its language", async () => {
  const box = await doctorBox();
  for (const agent of ["codex", "gemini"]) {
    await box.json(["init", "--project-path", box.project, "--skip-model", "--agent", agent]);
  }
  if (!withTerminal.skip) {
    const told = toldInChinese(box);
    assert.match(told, /信任之后才开始记；GeminiCLI：/);
    assert.match(told, /还没有会话；规则文件为空/);
  }
  assert.match((await box.doctor()).of["hooks_installed"]?.detail ?? "", /nothing is remembered; Gemini CLI: /);
});

test("a line that can't be parsed fails, is told by file and line, and stays where it is whatever --fix does", async () => {
  const box = await doctorBox();
  box.write(DAY, `${line("log-1")}{"id":"log-2","type":"fa\n${line("log-3")}`);
  const before = box.read(DAY);
  const { of } = await box.doctor(["--fix"]);
  assert.equal(of["jsonl_parseable"]?.status, "fail");
  assert.match(of["jsonl_parseable"]?.detail ?? "", /1 of 4 lines can't be used: daily\/2026-02-18\.jsonl:2/);
  assert.equal(box.read(DAY), before);
});

// “Nothing is remembered yet”, said every verb, and no start said anything.
test("records that a formatter spread over lines are told of by every verb and by a start, and --fix joins them", async () => {
  const box = await doctorBox();
  const [first, second] = [line("log-1"), line("log-2")];
  const pretty = [first, second].map((each) => JSON.stringify(JSON.parse(each), null, 2));
  for (const text of [pretty.join("\n"), `[${pretty.join(",\n")}]\n`, `${first.trim()},\n${second.trim()},\n`]) {
    box.write(DAY, text);
    for (const words of [["list"], ["search", "Fact", "log-1"], ["status"], ["show"], ["restore"], ["start"]]) {
      const { stdout, stderr } = await box.run([...words, ...words[0] === "start" ? [] : ["--text"]]);
      assert.match(
        stderr,
        /warning: \d+ lines of daily\/2026-02-18\.jsonl can't be used: `memory doctor`/,
        words.join(" "),
      );
      assert.doesNotMatch(stdout, /is a beginning/);
    }
    const event = { session_id: "s-1", cwd: box.project, source: "startup" };
    const told = JSON.stringify(await box.hook("claude", "SessionStart", event));
    assert.match(told, /\[memory\] \d+ lines of daily\/2026-02-18\.jsonl in memory can't be used/);
    assert.equal((await box.doctor()).of["jsonl_parseable"]?.status, "fail");
    assert.equal((await box.doctor(["--fix"])).of["jsonl_parseable"]?.status, "pass");
    assert.equal(box.read(DAY), first + second);
    assert.equal((await box.run(["list"])).stderr, "");
    assert.equal((await box.json(["undo"])).status, "ok");
    assert.equal(box.read(DAY), text);
  }
});

test("a merge of records that git could not finish is told as one, and the records of both sides are read", async () => {
  const box = await doctorBox();
  box.write(DAY, `${line("log-1")}<<<<<<< HEAD\n${line("log-2")}=======\n${line("log-3")}>>>>>>> main\nno JSON\n`);
  const { status, detail, next_step } = (await box.doctor()).of["jsonl_parseable"] ?? {};
  assert.equal(status, "fail");
  assert.match(
    detail ?? "",
    /daily\/2026-02-18\.jsonl:2: a merge that git could not finish; 1 of 5 lines can't be used/,
  );
  box.write(DAY, box.read(DAY).replace("no JSON\n", ""));
  const merge = (await box.doctor()).of["jsonl_parseable"];
  assert.equal(merge?.status, "warn");
  assert.match(merge?.next_step ?? "", /of records the lines of both sides.*`git add`/, next_step);
  assert.equal((await box.json(["list"])).data.total, 4);
});

// `{}` counted as a valid line, and the list began with an empty row.
test("a line that holds no text is no fact: it is told by file and line, listed nowhere, and stays where it is", async () => {
  const box = await doctorBox();
  box.write(DAY, `{}\n${line("log-1")}{"id":5}\n`);
  const { of } = await box.doctor(["--fix"]);
  assert.equal(of["jsonl_parseable"]?.status, "fail");
  assert.match(
    of["jsonl_parseable"]?.detail ?? "",
    /2 of 4 lines can't be used: daily\/2026-02-18\.jsonl:1 \(a fact without a text\), daily\/2026-02-18\.jsonl:3/,
  );
  const { records } = (await box.json(["list"])).data;
  assert.deepEqual(records.map(({ content }: Json) => content), ["We use Redis, TTL 300", "Fact log-1"]);
  await box.json(["edit", "log-1", "Fact 1"]);
  assert.equal(box.read(DAY).startsWith("{}\n"), true);
  assert.equal(box.read(DAY).endsWith('{"id":5}\n'), true);
});

test("settings that are not used are told, and stop nothing", async () => {
  const box = await doctorBox();
  box.write("config.json", `{ "retrieval": { "max_results": "many" }`);
  const broken = await box.doctor();
  assert.equal(broken.of["jsonl_parseable"]?.status, "warn");
  assert.match(broken.of["jsonl_parseable"]?.detail ?? "", /config\.json is not valid JSON/);
  box.write("config.json", `{ "lang": "en" "enabled": false }`);
  assert.match((await box.doctor()).of["jsonl_parseable"]?.detail ?? "", /memory is off/);
  box.write("config.json", `{ "retrieval": { "max_results": "many" } }`);
  assert.match((await box.doctor()).of["jsonl_parseable"]?.detail ?? "", /max_results/);
  box.write("config.json", `{ "retrieval": { "max_result": 3 } }`);
  assert.match((await box.doctor()).of["jsonl_parseable"]?.detail ?? "", /did you mean retrieval\.max_results/);
});

test("a file of records that nobody reads, as a tool that syncs leaves it, is named until it is taken in and away", async () => {
  const box = await doctorBox();
  const copies = [
    "daily/2026-02-18.sync-conflict-20260219-101500-ABCDEFG.jsonl",
    "daily/2026-02-18 (Anna's conflicted copy 2026-02-19).jsonl",
    "daily/2026-02-18 2.jsonl",
    "sessions (conflicted copy).jsonl",
  ];
  copies.forEach((copy, at) => box.write(copy, line(`log-${at}`)));
  box.write("daily/2026-02-17 2.jsonl", "");
  const { of, bad } = await box.doctor();
  assert.deepEqual([bad, of["jsonl_parseable"]?.status], [["jsonl_parseable"], "warn"]);
  for (const copy of copies) assert.ok(of["jsonl_parseable"]?.detail.includes(box.path(copy)), copy);
  assert.doesNotMatch(of["jsonl_parseable"]?.detail ?? "", /2026-02-17/);
  assert.match(of["jsonl_parseable"]?.next_step ?? "", /`memory import FILE`/);
  for (const copy of copies) {
    const { data } = await box.json(["import", box.path(copy), "--confirm"]);
    assert.equal(data.imported, 1, copy);
    fs.rmSync(box.path(copy));
  }
  assert.deepEqual((await box.doctor()).bad, []);
});

// Both were passed over without a word.
test("a note under another name and a day in Markdown are named, since nobody reads them; a README is meant so", async () => {
  const box = await doctorBox();
  box.write("notes/erlang.md", "# Erlang\n\nWe tried Erlang in May and dropped it.\n");
  box.write("notes/README.md", "# What lies here\n");
  box.write("daily/2026-11-29.md", "We met the auditors\n");
  const { of, bad } = await box.doctor();
  assert.deepEqual(bad, ["jsonl_parseable", "notes_index"]);
  assert.match(of["notes_index"]?.detail ?? "", /0 notes.*nobody reads it: notes\/erlang\.md is no note[^,]*MEM-$/);
  assert.match(of["notes_index"]?.next_step ?? "", /`memory note add/);
  assert.ok(of["jsonl_parseable"]?.detail.includes(box.path("daily/2026-11-29.md")), of["jsonl_parseable"]?.detail);
});

// The copy of a note stood for the note, also once the note was deleted.
test("a conflict copy of MEMORY.md, the settings or a note is named and nobody reads it; of two notes the named one counts", async () => {
  const box = await doctorBox();
  box.write("MEMORY.md", "# Core\n\n- Base rule\n");
  const added = await box.json(["note", "add", "Retry HTTP calls three times", "--when", "calling HTTP services"]);
  const { id } = added.data;
  const note = box.read(`notes/${id}.md`);
  const copies = [
    "MEMORY.sync-conflict-20261130-104500-ABCDEFG.md",
    "config (conflicted copy).json",
    `notes/${id} (Anna's conflicted copy 2026-11-30).md`,
    `notes/${id}（冲突文件）.md`,
    `notes/${id}.sync-conflict-20261130-104500-ABCDEFG.md`,
  ];
  copies.push(
    "MEMORY 2.md",
    "MEMORY (1).md",
    "MEMORY-DESKTOP-AB12.md",
    "MEMORY copy.md",
    "config 2.json",
    "MEMORY 副本.md",
  );
  for (const copy of copies) box.write(copy, copy.startsWith("notes") ? note : "{}");
  box.write("notes/MEM-a.md", note);
  box.write(`notes/${id}.md`, note.replaceAll("three", "five"));
  const detail = (await box.doctor()).of["jsonl_parseable"]?.detail ?? "";
  for (const copy of copies) assert.ok(detail.includes(box.path(copy)), copy);
  // Beside records, one step told to import all of them.
  box.write("daily/2026-02-18 2.jsonl", line("log-1"));
  const step = (await box.doctor()).of["jsonl_parseable"]?.next_step ?? "";
  assert.match(step, /`\.jsonl`, `memory import FILE`.*of a text or of settings, take over what holds/);
  assert.match((await box.doctor()).of["notes_index"]?.detail ?? "", /MEM-a\.md It has the id/);
  const texts = async () => (await box.json(["list"])).data.records.map(({ content }: Json) => content).join();
  assert.match(await texts(), /five/);
  fs.rmSync(box.path("notes/MEM-a.md"));
  assert.equal((await box.json(["note", "delete", id, "--confirm"])).data.deleted, 1);
  assert.doesNotMatch(await texts(), /Retry/);
  assert.doesNotMatch((await box.run(["start"])).stdout, /Retry/);
});

test("an id that two records share warns; above one line in a hundred the rate warns as well", async () => {
  const box = await doctorBox();
  // Spread over days, so that no day is a spike.
  for (const [at, day] of ["2026-01-10", "2026-01-11", "2026-01-12"].entries()) {
    const ids = Array.from({ length: at < 2 ? 84 : 82 }, (_, of) => `log-${at * 84 + of}`);
    box.write(`daily/${day}.jsonl`, ids.map((id) => line(id, { timestamp: `${day}T10:00:00.000Z` })).join(""));
  }
  fs.appendFileSync(join(box.data, "daily/2026-01-10.jsonl"), line("log-1", { content: "said again" }));
  await box.json(["sync"]);
  const one = await box.doctor();
  assert.deepEqual(one.bad, ["id_unique"]);
  assert.match(
    one.of["id_unique"]?.detail ?? "",
    /^1 record of equal id in the files, but other content: log-1 and log-1-[0-9a-f]{8}$/,
  );
  fs.appendFileSync(join(box.data, "daily/2026-01-11.jsonl"), [2, 3, 4].map((at) => line(`log-${at}`)).join(""));
  await box.json(["sync"]);
  assert.deepEqual((await box.doctor()).bad, ["id_unique", "duplicate_rate"]);
});

test("more than a hundred facts in one day warn and name the day", async () => {
  const box = await doctorBox();
  box.write(DAY, Array.from({ length: 101 }, (_, at) => line(`log-${at}`)).join(""));
  await box.json(["sync"]);
  const { bad, of } = await box.doctor();
  assert.deepEqual(bad, ["daily_spike"]);
  assert.equal(of["daily_spike"]?.detail, "101 on 2026-02-18");
});

// A spreadsheet's time was told as one of the future, and a day left out what lay in its own file.
test("a time and a condition that can't be read are named, and a record without a time counts on the day of its file", async () => {
  const box = await doctorBox();
  const plain = (id: string, timestamp: unknown) => line(id, { timestamp, content: `Hand-made ${id}` });
  const heard = line("log-heard", { when: ["run npm install"] });
  const unheard = line("log-unheard", { when: ["bogus thing"] });
  const lines = [plain("log-none", undefined), plain("log-epoch", 1764400000), plain("log-word", "18/02/2026 09:00")];
  box.write(DAY, lines.join("") + heard + unheard);
  const ids = async (words: readonly string[]) => {
    const { data, results } = await box.json(words);
    return (results ?? data.records).map(({ id }: Json) => id).filter((id: string) => /none|epoch|word/.test(id))
      .sort();
  };
  const all = ["log-epoch", "log-none", "log-word"];
  assert.deepEqual(await ids(["list", "--from", "2026-02-18", "--to", "2026-02-18"]), all);
  assert.deepEqual(await ids(["show", "--day", "2026-02-18"]), all);
  assert.deepEqual(await ids(["search", "Hand-made", "--from", "2026-02-18", "--to", "2026-02-18"]), all);
  const { of } = await box.doctor();
  assert.equal(of["consistency"]?.status, "pass");
  assert.equal(of["daily_spike"]?.status, "warn");
  assert.match(
    of["daily_spike"]?.detail ?? "",
    /; 2 records with a time that can't be read[^:]*: log-epoch, log-word; 1 record with a condition that[^:]*: log-unheard$/,
  );
  assert.match(of["daily_spike"]?.next_step ?? "", /2026-02-18T09:38:12Z.*`memory edit ID --when/);
});

test("records that are dated in the future are named, whatever they are", async () => {
  const box = await doctorBox();
  const day = new Date(Date.now() + 400 * 86_400_000).toISOString().slice(0, 10);
  const timestamp = `${day}T10:00:00.000Z`;
  box.write(`daily/${day}.jsonl`, line("log-ahead", { timestamp, content: "Paid by card" }));
  box.write("sessions.jsonl", line("sum-ahead", { timestamp, type: "summary", session_id: "s", topic: "T" }));
  await box.json(["sync"]);
  const { of, bad } = await box.doctor();
  assert.deepEqual(bad, ["daily_spike"]);
  assert.match(of["daily_spike"]?.detail ?? "", /2 records dated in the future[^:]*: sum-ahead, log-ahead$/);
});

test("backups of more than a gigabyte warn, and name the setting by which they go sooner", async () => {
  const box = await doctorBox();
  const { data } = await box.json(["save", "fact", "--content", "Sessions live for 30 minutes"]);
  const { data: { backup_path } } = await box.json(["edit", data.id, "--content", "Sessions live for 60 minutes"]);
  const folder = box.path(backup_path);
  const copy = fs.readdirSync(join(folder, "daily")).map((name) => join(folder, "daily", name))[0];
  // A file with a hole takes no room.
  fs.truncateSync(String(copy), 1_200_000_000);
  const { bad, of } = await box.doctor();
  assert.deepEqual(bad, ["backups"]);
  assert.match(of["backups"]?.detail ?? "", /^1\.2 GB: each write keeps/);
  assert.match(of["backups"]?.next_step ?? "", /cleanup\.backup_retain_days/);
});

test("an index that can't be read fails; --fix sets it aside and makes it anew", async () => {
  const box = await doctorBox();
  box.write("index.sqlite", "this is no database at all, and long enough to be taken for one".repeat(40));
  const { of, bad } = await box.doctor();
  assert.deepEqual(bad, ["sqlite_accessible"]);
  assert.equal(of["sqlite_accessible"]?.status, "fail");
  const mended = await box.doctor(["--fix"]);
  assert.deepEqual([mended.bad, mended.fixed], [[], ["sqlite_accessible"]]);
  assert.ok(fs.existsSync(join(box.own, "index.sqlite.corrupt")));
  assert.equal((await box.json(["search", "Redis"])).results.length, 1);
});

test("an index that a newer version made is told and left alone", async () => {
  const box = await doctorBox();
  const { DatabaseSync } = await import("node:sqlite");
  const db = new DatabaseSync(join(box.own, "index.sqlite"));
  db.exec("PRAGMA user_version=99");
  db.close();
  const { bad, of, fixed } = await box.doctor(["--fix"]);
  assert.deepEqual([bad, fixed], [["sqlite_accessible", "binary_version"], []]);
  assert.match(of["binary_version"]?.detail ?? "", /schema 99/);
  // Who went back to an earlier version on purpose has nothing to update.
  assert.match(of["sqlite_accessible"]?.next_step ?? "", /run `memory sync --rebuild`/);
  await box.json(["sync", "--rebuild"]);
  assert.deepEqual((await box.doctor()).bad, []);
});

test("files that the index does not know warn after ten minutes; --fix brings it in step", async () => {
  const box = await doctorBox();
  box.write(DAY, line("log-1"));
  assert.deepEqual((await box.doctor()).bad, []);
  age(box.path(DAY), 25);
  const late = await box.doctor();
  assert.deepEqual(late.bad, ["index_fresh"]);
  assert.match(late.of["index_fresh"]?.detail ?? "", /^25 min behind daily\/2026-02-18\.jsonl$/);
  const mended = await box.doctor(["--fix"]);
  assert.deepEqual([mended.bad, mended.fixed], [[], ["index_fresh"]]);
});

test("a file that was only touched is not behind", async () => {
  const box = await doctorBox();
  age(box.path(`daily/${TODAY}.jsonl`), 25);
  assert.equal((await box.doctor()).of["index_fresh"]?.detail, "up to date");
});

test("a deferred sync that never came to its end, or failed, is told until the index is in step", async () => {
  const box = await doctorBox();
  const log = (message: string, more: object = {}) =>
    `${JSON.stringify({ timestamp: `${TODAY}T00:00:00.000Z`, level: "INFO", message, ...more })}\n`;
  box.write(`logs/${TODAY}.jsonl`, log("deferred sync requested"));
  box.write(DAY, line("log-1"));
  const dead = await box.doctor();
  // A quarter of an hour after midnight nothing is dead yet.
  if (Date.now() - Date.parse(`${TODAY}T00:00:00.000Z`) > 15 * 60_000) {
    assert.equal(dead.of["index_fresh"]?.status, "warn");
    assert.match(dead.of["index_fresh"]?.detail ?? "", /never finished/);
  }
  box.write(`logs/${TODAY}.jsonl`, log("deferred sync failed", { reason: "the disk is full" }));
  assert.match((await box.doctor()).of["index_fresh"]?.detail ?? "", /failed .*: the disk is full/);
  const mended = await box.doctor(["--fix"]);
  assert.deepEqual([mended.bad, mended.fixed], [[], ["index_fresh"]]);
  const { data } = await box.json(["manage", "delete", "--id", "log-1", "--confirm", "--sync-mode", "deferred"]);
  assert.equal(data.index_synced, false);
  const isTold = async () =>
    /the last deferred sync finished/.test((await box.doctor()).of["index_fresh"]?.detail ?? "");
  assert.ok(await eventually(isTold), "the deferred sync is never told as finished");
});

test("an index that holds other rows than the files fails; --fix makes it anew", async () => {
  const box = await doctorBox();
  const { DatabaseSync } = await import("node:sqlite");
  const db = new DatabaseSync(join(box.own, "index.sqlite"));
  db.exec("DELETE FROM records");
  db.close();
  const { bad, of } = await box.doctor();
  assert.deepEqual(bad, ["consistency"]);
  assert.match(of["consistency"]?.detail ?? "", /1 in the files, 0 in the index; they differ in daily/);
  const mended = await box.doctor(["--fix"]);
  assert.deepEqual([mended.bad, mended.fixed], [[], ["sqlite_accessible"]]);
  assert.equal((await box.json(["search", "Redis"])).results.length, 1);
});

test("more than five errors in one day's log warn and show the last", async () => {
  const box = await doctorBox();
  const error = (at: number) =>
    `${
      JSON.stringify({
        timestamp: `${TODAY}T00:0${at}:00.000Z`,
        level: "ERROR",
        message: "hook failed",
        error: `no ${at}`,
      })
    }\n`;
  box.write(`logs/${TODAY}.jsonl`, [1, 2, 3, 4, 5].map(error).join(""));
  const five = await box.doctor();
  assert.deepEqual([five.bad, five.of["log_errors"]?.detail], [[], "5 errors in 7 days; the last: hook failed: no 5"]);
  box.write(`logs/${TODAY}.jsonl`, [1, 2, 3, 4, 5, 6].map(error).join(""));
  assert.deepEqual((await box.doctor()).bad, ["log_errors"]);
  // Where a hook writes what it can't write into the data folder.
  fs.mkdirSync(join(box.home, ".memory/logs"), { recursive: true });
  fs.renameSync(box.path(`logs/${TODAY}.jsonl`), join(box.home, `.memory/logs/${TODAY}.jsonl`));
  const elsewhere = await box.doctor();
  assert.deepEqual(elsewhere.bad, ["log_errors"]);
  assert.match(elsewhere.of["log_errors"]?.next_step ?? "", /\.memory\/logs/);
});

test("hooks that are missing warn, in part or all; a hook file that no client can read fails", async () => {
  const box = await doctorBox();
  const path = join(box.project, ".cursor/hooks.json");
  const hooks = JSON.parse(fs.readFileSync(path, "utf8"));
  delete hooks.hooks.stop;
  fs.writeFileSync(path, JSON.stringify(hooks));
  const partly = await box.doctor();
  assert.deepEqual(partly.bad, ["hooks_installed"]);
  assert.match(partly.of["hooks_installed"]?.detail ?? "", /Cursor: stop missing/);
  assert.match(partly.of["hooks_installed"]?.next_step ?? "", /memory init --agent cursor/);
  fs.writeFileSync(path, "{ hooks: ");
  assert.equal((await box.doctor()).of["hooks_installed"]?.status, "fail");
  fs.rmSync(path);
  assert.match((await box.doctor()).of["hooks_installed"]?.detail ?? "", /no client calls memory here/);
  const cwd = box.project;
  await box.hook("codex", "SessionStart", {
    session_id: "s1",
    cwd,
    hook_event_name: "SessionStart",
    source: "startup",
  });
  const gone = (await box.doctor()).of["hooks_installed"];
  assert.deepEqual([gone?.status, gone?.next_step?.split(",")[0]], ["warn", "Run `memory init --agent codex`"]);
  assert.match(gone?.detail ?? "", /sessions of Codex were seen here, but no hook/);
  // Whoever wired a client by hand is not told that nothing is wired.
  fs.mkdirSync(join(box.project, ".codex"));
  const script = { hooks: { SessionStart: [{ hooks: [{ type: "command", command: "./hooks/start.sh" }] }] } };
  fs.writeFileSync(join(box.project, ".codex/hooks.json"), JSON.stringify(script));
  const own = (await box.doctor()).of["hooks_installed"];
  assert.deepEqual(
    [own?.status, own?.detail],
    [gone?.status, gone?.detail],
    "a hook of the person's own for something else",
  );
  fs.mkdirSync(join(box.project, "hooks"));
  fs.writeFileSync(join(box.project, "hooks/start.sh"), "exec /opt/memory hook codex SessionStart\n");
  const wired = (await box.doctor()).of["hooks_installed"];
  assert.deepEqual([wired?.status, wired?.detail], ["pass", "sessions of Codex were seen"]);
});

test("memory that is switched off is told, with what switches it off, and all else is checked", async () => {
  const box = await doctorBox();
  const off = await box.doctor([], { env: { MEMORY_DISABLE: "1" } });
  assert.deepEqual(off.bad, ["hooks_installed"]);
  assert.match(off.of["hooks_installed"]?.detail ?? "", /switched off: MEMORY_DISABLE is set/);
  await box.run(["disable"]);
  assert.match((await box.doctor()).of["hooks_installed"]?.detail ?? "", /\.memory-disable exists/);
});

test("hooks that call another binary warn; that call none fail, and --fix lets them call this one", async () => {
  const box = await doctorBox();
  const path = join(box.project, ".cursor/hooks.json");
  const skill = join(box.project, ".cursor/skills/long-term-memory/SKILL.md");
  const sound = fs.readFileSync(path, "utf8");
  const soundSkill = fs.readFileSync(skill, "utf8");
  const other = join(box.home, "other tools", "memory");
  fs.mkdirSync(join(box.home, "other tools"));
  const moved = sound.replaceAll(BINARY, other).replace('"timeout": 30', '"timeout": 31');
  fs.writeFileSync(other, "");
  fs.writeFileSync(path, moved);
  const another = await box.doctor(["--fix"]);
  assert.deepEqual([another.bad, another.fixed], [["binary_version"], []]);
  assert.equal(another.of["binary_version"]?.status, "warn");
  fs.rmSync(other);
  assert.equal((await box.doctor()).of["binary_version"]?.status, "fail");
  const mended = await box.doctor(["--fix"]);
  assert.deepEqual([mended.bad, mended.fixed], [[], ["binary_version"]]);
  assert.equal(fs.readFileSync(path, "utf8"), sound.replace('"timeout": 30', '"timeout": 31'));
  assert.equal(fs.readFileSync(skill, "utf8"), soundSkill);
});

test("another program of the name that comes first in PATH is named, a link to this one is none", async () => {
  const box = await doctorBox();
  const env = { PATH: `${join(box.home, "venv")}:/usr/bin:/bin` };
  fs.mkdirSync(join(box.home, "venv"));
  const first = join(box.home, "venv", "memory");
  fs.symlinkSync(BINARY, first);
  assert.deepEqual((await box.doctor([], { env })).bad, []);
  fs.rmSync(first);
  fs.writeFileSync(first, "#!/bin/sh\n", { mode: 0o755 });
  const { of, bad } = await box.doctor([], { env });
  assert.deepEqual([bad, of["binary_version"]?.status], [["binary_version"], "warn"]);
  assert.ok(of["binary_version"]?.detail.includes(first), of["binary_version"]?.detail);
  assert.match(of["binary_version"]?.next_step ?? "", /first in PATH/);
});

test("texts of ours that name the lost binary are mended with the hooks, unless somebody changed them", async () => {
  const box = memoryBox({ empty: true });
  const gone = join(box.home, "old", "memory");
  copyBinary(gone);
  const { spawnSync } = await import("node:child_process");
  const env = { HOME: box.home, PATH: "/usr/bin:/bin", LANG: "en_US.UTF-8" };
  const made = spawnSync(gone, ["init", "--project-path", box.project, "--skip-model"], { env });
  assert.equal(made.status, 0);
  fs.rmSync(gone);
  const skill = join(box.project, ".cursor/skills/long-term-memory/SKILL.md");
  const rules = join(box.project, ".cursor/rules/memory-rules.mdc");
  fs.appendFileSync(rules, "my own line\n");
  assert.match(fs.readFileSync(skill, "utf8"), /old\/memory/);
  const { fixed } = await asDoctorBox(box).doctor(["--fix"]);
  assert.deepEqual(fixed, ["binary_version"]);
  assert.doesNotMatch(fs.readFileSync(skill, "utf8"), /old\/memory/);
  assert.match(fs.readFileSync(rules, "utf8"), /old\/memory/);
  // Still sealed as ours: init finds nothing that a person changed.
  const again = await box.json(["init", "--project-path", box.project, "--skip-model", "--dry-run"]);
  const changed = again.data.files.filter(({ action }: Json) => action !== "keep").map(({ path }: Json) => path);
  assert.deepEqual(changed, [rules]);
});

test("a data folder that others can look into warns; --fix closes it", async () => {
  const box = await doctorBox();
  fs.chmodSync(box.data, 0o755);
  const { bad, of } = await box.doctor();
  assert.deepEqual(bad, ["permissions"]);
  assert.match(of["permissions"]?.detail ?? "", /755: others on this machine/);
  const mended = await box.doctor(["--fix"]);
  assert.deepEqual([mended.bad, mended.fixed], [[], ["permissions"]]);
  assert.equal(fs.statSync(box.data).mode & 0o777, 0o700);
});

test("every file of the data folder and its home is its owner's alone; an index that an earlier version left open warns until --fix", async () => {
  const box = await doctorBox();
  await box.hook("cursor", "sessionStart", { conversation_id: "s-1", workspace_roots: [box.project] });
  await box.json(["save", "summary", "--topic", "Cache", "--summary", "Moved"]);
  const modes = [box.data, box.own].flatMap((at) => fs.readdirSync(at, { recursive: true, withFileTypes: true })).map((
    entry,
  ) => [entry.name, entry.isDirectory(), fs.statSync(join(entry.parentPath, entry.name)).mode & 0o777] as const);
  assert.ok(modes.some(([name]) => name === "index.sqlite"));
  assert.deepEqual(modes.filter(([, isFolder, mode]) => mode !== (isFolder ? 0o700 : 0o600)), []);
  const index = join(box.own, "index.sqlite");
  fs.chmodSync(index, 0o644);
  const { bad, of } = await box.doctor();
  assert.deepEqual(bad, ["permissions"]);
  assert.match(of["permissions"]?.detail ?? "", /index\.sqlite 644: others on this machine/);
  const mended = await box.doctor(["--fix"]);
  assert.deepEqual([mended.bad, mended.fixed], [[], ["permissions"]]);
  assert.equal(fs.statSync(index).mode & 0o777, 0o600);
});

test("a link out of the data folder fails", async () => {
  const box = await doctorBox();
  const outside = join(box.home, "elsewhere.jsonl");
  fs.writeFileSync(outside, "");
  fs.symlinkSync(outside, join(box.data, "facts.jsonl"));
  const { of } = await box.doctor();
  assert.equal(of["permissions"]?.status, "fail");
  assert.match(of["permissions"]?.detail ?? "", /facts\.jsonl/);
});

test("so does one in a folder that is written to now and then, and one to what is not there yet", async () => {
  const box = await doctorBox();
  const links = ["backups", "logs/2026-01-01.jsonl", "proposals"];
  fs.mkdirSync(join(box.own, "logs"), { recursive: true });
  for (const link of links) fs.symlinkSync(join(box.home, link.slice(0, 4)), box.path(link));
  const { of } = await box.doctor();
  assert.equal(of["permissions"]?.status, "fail");
  assert.match(of["permissions"]?.detail ?? "", /backups, proposals, logs\/2026-01-01\.jsonl/);
});

test("notes that INDEX.md does not list warn; --fix makes it anew", async () => {
  const box = await doctorBox();
  box.write("notes/MEM-api.md", "# MEM-api\n\n- Title: API errors\n");
  const { bad, of } = await box.doctor();
  assert.ok(bad.includes("notes_index"));
  assert.match(of["notes_index"]?.detail ?? "", /not listed/);
  const mended = await box.doctor(["--fix"]);
  assert.ok(mended.fixed.includes("notes_index"));
  assert.doesNotMatch(mended.of["notes_index"]?.detail ?? "", /not listed/);
  assert.match(box.read("INDEX.md"), /MEM-api/);
});

test("the person's memory is looked at beside the project's, and named", async () => {
  const box = await doctorBox();
  await box.json(["save", "fact", "--content", "I prefer tabs", "--layer", "global"]);
  const { bad, of } = await box.doctor();
  assert.deepEqual(bad, []);
  assert.equal(of["jsonl_parseable"]?.detail, "project: 1 line, all valid; global: 1 line, all valid");
  const alone = await box.doctor(["--layer", "global"]);
  assert.equal(alone.of["jsonl_parseable"]?.detail, "global: 1 line, all valid");
});

test("what a merge leaves is told where it needs the person: marks of git, not older versions of a line", async () => {
  const box = await doctorBox();
  const twice = line("log-1") + line("log-1").replace("}", ',"updated_at":"2026-02-18T12:00:00.000Z"}');
  box.write("daily/2026-02-18.jsonl", twice);
  assert.ok(
    (await box.doctor()).bad.includes("duplicate_rate"),
    "in a memory that is not shared something writes twice",
  );
  await box.run(["init", "--share", "all", "--skip-model"]);
  const shared = await box.doctor();
  assert.deepEqual(shared.bad.filter((id) => /id_unique|duplicate_rate/.test(id)), []);
  assert.match(shared.of["id_unique"]?.detail ?? "", /1 of .* in more than one line/);
  const example = "Rules\n=======\n\n- Be brief\n\n```\n<<<<<<< HEAD\nfoo\n=======\nbar\n>>>>>>> x\n```\n\n";
  box.write("MEMORY.md", `# Core\n\n${example}`);
  assert.equal((await box.doctor()).of["jsonl_parseable"]?.status, "pass");
  box.write(
    "MEMORY.md",
    `# Core\n\n${example}<<<<<<< HEAD\n- Ours\n||||||| 1a2b3c\n- Old\n=======\n- Theirs\n>>>>>>> main\n`,
  );
  const { of } = await box.doctor();
  assert.equal(of["jsonl_parseable"]?.status, "warn");
  assert.match(of["jsonl_parseable"]?.detail ?? "", /MEMORY\.md:16/);
  const start = async (session_id: string): Promise<string> =>
    (await box.hook("claude", "SessionStart", { session_id, cwd: box.project })).hookSpecificOutput.additionalContext;
  assert.match(await start("s"), /- Ours\n- Theirs/);
  box.write("MEMORY.md", "");
  const sides = (one: string, other: string) => `<<<<<<< HEAD\n${one}\n=======\n${other}\n>>>>>>> main\n`;
  const saved = await box.json(["note", "add", "Dates are in UTC", "--when", "storing a date"]);
  const file: string = saved.data.file;
  const note = box.read(file);
  box.write(file, note.replace("\nDates are in UTC\n", `\n${sides("Dates are in UTC", "Dates are local")}`));
  box.write("daily/2026-02-18.jsonl", sides(line("log-1").trim(), line("log-2").trim()));
  const merged = await box.doctor();
  assert.equal(merged.of["jsonl_parseable"]?.status, "warn", "every line but git's own can be read");
  assert.match(merged.of["jsonl_parseable"]?.detail ?? "", /notes\/MEM-[^:]*:\d+, daily\/2026-02-18\.jsonl:1: a merge/);
  assert.match(merged.of["notes_index"]?.detail ?? "", /a merge that git could not finish/);
  assert.doesNotMatch(await start("t"), /<<<<<<<|=======|>>>>>>>/);
  assert.match(await start("u"), /Dates are in UTC/);
  const found = JSON.stringify(await box.json(["search", "local dates"]));
  assert.match(found, /Dates are in UTC/, "found by the words of the other side, too");
  assert.doesNotMatch(found, /<<<<<<</);
});
