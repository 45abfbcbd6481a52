/** Listing, paging, counting, editing and undoing, against the binary. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { BINARY, type Json, memoryBox } from "../box.ts";
import { boxWith, manage } from "./box.ts";
import { onTerminal, withTerminal } from "../terminal.ts";

const ids = (listing: Json): string[] => listing.data.records.map(({ id }: Json) => id);

/** Daily facts, one an hour, the newest last. */
function facts(count: number, fields: (at: number) => object = () => ({})): string {
  return Array.from({ length: count }, (_, at) => {
    const timestamp = new Date(Date.UTC(2026, 1, 18, at % 24, Math.floor(at / 24))).toISOString();
    const fact = { id: `log-${at}`, type: "fact", memory_type: "W", content: `Fact number ${at}`, entities: [] };
    return `${JSON.stringify({ ...fact, confidence: 0.8, timestamp, ...fields(at) })}\n`;
  }).join("");
}

test("a list shows each record as the seed has it, the newest first", async () => {
  const box = memoryBox();
  box.write("daily/2026-02-18.jsonl", facts(2));
  const { data } = await manage(box, "list");
  assert.deepEqual([data.total, data.offset, data.limit, typeof data.snapshot], [2, 0, 50, "string"]);
  assert.deepEqual(data.records[0], {
    id: "log-1",
    type: "fact",
    memory_type: "W",
    content: "Fact number 1",
    entities: [],
    confidence: 0.8,
    timestamp: "2026-02-18T01:00:00.000Z",
    // The zone of this machine is tested in local_day_test.ts.
    day: data.records[0].day,
    source_file: "daily/2026-02-18.jsonl",
    layer: "project",
    deleted_at: null,
  });
});

test("pages of one snapshot show one list, whatever is saved, edited, deleted or undone meanwhile", async () => {
  const box = memoryBox();
  box.write("daily/2026-02-18.jsonl", facts(9));
  const first = await manage(box, "list --limit 3");
  const { snapshot } = first.data;
  assert.deepEqual(ids(first), ["log-8", "log-7", "log-6"]);
  await box.json(["save", "fact", "--content", "Newer than all of them"]);
  await manage(box, "delete --id log-4 --confirm");
  await manage(box, "edit --id log-3", "--content", "Reworded");
  const second = await manage(box, `list --limit 3 --offset 3 --snapshot ${snapshot}`);
  assert.deepEqual(ids(second), ["log-5", "log-4", "log-3"]);
  assert.equal(second.data.total, 9);
  // A record keeps its place in the list of the first page, and has its present text.
  assert.deepEqual(second.data.records.map(({ content, deleted_at }: Json) => [content, deleted_at && "deleted"]), [
    ["Fact number 5", null],
    ["Fact number 4", "deleted"],
    ["Reworded", null],
  ]);
  await manage(box, "undo");
  await manage(box, "edit --id log-2", "--content", "Reworded");
  const third = await manage(box, `list --limit 3 --offset 6 --snapshot ${snapshot}`);
  assert.deepEqual(third.data.records.map(({ content }: Json) => content), [
    "Reworded",
    "Fact number 1",
    "Fact number 0",
  ]);
  assert.deepEqual(ids(await manage(box, "list --limit 3"))[1], "log-8");
  for (const unknown of ["aaaaaaaaaaaa", "", "1", `${snapshot}0`]) {
    const lost = await box.run(["manage", "list", "--limit", "3", "--snapshot", unknown]);
    assert.deepEqual([lost.code, JSON.parse(lost.stdout).error.code], [2, "INVALID_ARGUMENT"], unknown);
  }
});

test("a snapshot older than every record says so, not that all was deleted", async () => {
  const box = memoryBox();
  const { data: { snapshot } } = await manage(box, "list");
  await box.json(["save", "fact", "--content", "TTL is 300"]);
  const { code, stdout } = await box.run(["list", "--snapshot", snapshot]);
  assert.deepEqual([code, stdout.split(";")[0]], [1, "Nothing was there when this snapshot was made"]);
});

test("a summary's topic in Chinese is followed by a full-width colon, though it ends with a number", async () => {
  const box = memoryBox();
  const save = (topic: string, summary: string) =>
    box.json(["save", "summary", "--topic", topic, "--summary", summary]);
  await save("不对，是 600", "修改：src/a.ts");
  await save("TTL of 600", "Changed: src/a.ts");
  const { stdout } = await box.run(["list"]);
  assert.match(stdout, /不对，是 600：修改：src\/a\.ts/);
  assert.match(stdout, /TTL of 600: Changed: src\/a\.ts/);
});

test("filters: keyword in any case and width, kind, type, tag, id, days", async () => {
  const box = memoryBox();
  box.write(
    "daily/2026-02-18.jsonl",
    facts(
      4,
      (at) => ({
        memory_type: "WBOS"[at],
        tags: at === 1 ? ["缓存"] : [],
        ...at === 3 ? { content: "ＲＥＤＩＳ 缓存方案" } : {},
      }),
    ) +
      `${JSON.stringify({ id: "log-e", type: "session_start", session_id: "s", timestamp: "2026-02-18T00:00:00Z" })}\n`,
  );
  box.write(
    "sessions.jsonl",
    `${
      JSON.stringify({
        id: "sum-1",
        topic: "旧形状",
        summary: "no type",
        decisions: ["用 Redis"],
        timestamp: "2026-02-18T00:00:00Z",
      })
    }\n`,
  );
  const listed = async (text: string) => ids(await manage(box, `list ${text}`)).sort();
  assert.deepEqual(await listed("--keyword redis"), ["log-3", "sum-1"]);
  assert.deepEqual(await listed("--keyword 缓存"), ["log-1", "log-3"]);
  assert.deepEqual(await listed("--memory-type B,O"), ["log-1", "log-2"]);
  assert.deepEqual(await listed("--type summary"), ["sum-1"]);
  assert.deepEqual(await listed("--type session_start"), ["log-e"]);
  assert.deepEqual(await listed("--tag #缓存"), ["log-1"]);
  assert.deepEqual(await listed("--id log-2"), ["log-2"]);
  assert.deepEqual(await listed("--from 2026-02-17 --to 2026-02-19 --scope sessions"), ["sum-1"]);
  const none = await box.run(["manage", "list", "--days", "1"]);
  assert.equal(none.code, 1);
  assert.equal(JSON.parse(none.stdout).data.total, 0);
  // A kind is named as for `remember --type`.
  assert.deepEqual(await listed("--type B,O"), ["log-1", "log-2"]);
  assert.deepEqual(await listed("--type fact,B"), await listed("--type fact --memory-type B"));
  assert.deepEqual(ids(await box.json(["list", "--type", "O"])), await listed("--memory-type O"));
  // The words that the list itself prints name kinds, too.
  assert.deepEqual(await listed("--type 约定"), await listed("--type O"));
  assert.deepEqual(await listed("--type convention,总结"), await listed("--type O,summary"));
  assert.equal((await box.run(["manage", "list", "--type", "X"])).code, 2);
  // `delete` takes no kinds; its error names another way.
  assert.match((await box.run(["manage", "delete", "--type", "W"])).stderr, /manage list --memory-type W/);
});

test("a year of the first century is not taken for one of the twentieth", async () => {
  const box = memoryBox();
  box.write("daily/1940-05-01.jsonl", facts(1, () => ({ timestamp: "1940-05-01T12:00:00.000Z" })));
  assert.deepEqual(ids(await manage(box, "list --from 0050-01-01")), ["log-0"]);
});

test("both layers are listed, each record with its own, and one alone on request", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Of the project"]);
  await box.json(["save", "fact", "--content", "Of the person", "--layer", "global"]);
  const both = (await manage(box, "list")).data.records.map(({ content, layer }: Json) => [content, layer]);
  assert.deepEqual(both.sort(), [["Of the person", "global"], ["Of the project", "project"]]);
  assert.equal((await manage(box, "list --layer global")).data.total, 1);
  assert.equal((await manage(box, "stats")).data.global.daily.facts, 1);
});

test("an id means its record in either layer; where a layer is named, the hint names the other", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Of the project"]);
  const { id } = (await box.json(["save", "fact", "--content", "Prefers tabs", "--layer", "global"])).data;
  assert.equal((await manage(box, "edit --id", id, "--content", "Prefers spaces")).data.id, id);
  assert.equal((await manage(box, "delete --id", id, "--confirm")).data.deleted, 1);
  assert.equal((await manage(box, "restore --id", id)).data.restored, 1);
  const ran = await box.run(["manage", "delete", "--keyword", "spaces", "--layer", "project", "--confirm"]);
  assert.equal(ran.code, 1);
  assert.match(JSON.parse(ran.stdout).error.hint, /1 \(--scope daily --layer global\)/);
  const [operation] = (await manage(box, "undo --list --layer global")).data.operations;
  assert.equal((await manage(box, "undo", operation.op_id)).data.command, "restore");
  const named = await box.run(["manage", "delete", "--keyword", "project", "--layer", "global"]);
  assert.match(JSON.parse(named.stdout).error.hint, /--layer project/);
});

test("an edited record is found by its new words at once, and no longer by its old ones", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["save", "fact", "--content", "Sessions live in Hawthorn"])).data;
  const { data } = await manage(box, "edit --id", id, "--content", "Sessions live in Redis", "--confidence", "0.95");
  assert.deepEqual([data.id, data.updated_fields, data.index_synced], [id, ["content", "confidence"], true]);
  assert.equal((await box.json(["search", "Redis"])).results[0].id, id);
  assert.equal((await box.run(["search", "Hawthorn"])).code, 1);
  assert.deepEqual((await manage(box, "edit --id", id, "--confidence", "0.95")).data.updated_fields, []);
  for (const args of [["--confidence", "1.5"], ["--memory-type", "X"], []]) {
    assert.equal((await box.run(["manage", "edit", "--id", id, ...args])).code, 2, args.join(" "));
  }
  const key = `ghp_${"a1B2c3D4e5f6".repeat(3)}`;
  assert.deepEqual((await manage(box, "edit --id", id, "--content", `Token ${key}`)).data.redacted, ["github-token"]);
  assert.ok(!fs.readFileSync(join(box.own, "audit/operations.jsonl"), "utf8").includes("Token"));
});

// Accepted, it changed nothing, and both records stood as replaced.
test("a record can't replace the one that replaced it, however many lie between, and the refusal says what can be done", async () => {
  const { box, ids: [first = ""] } = await boxWith("The port is 80");
  const save = async (content: string, id: string) =>
    (await box.json(["save", "fact", "--content", content, "--supersedes", id])).data.id as string;
  const third = await save("The port is 82", await save("The port is 81", first));
  const { code, stderr } = await box.run(["manage", "edit", first, "--supersedes", third]);
  assert.equal(code, 2);
  assert.match(stderr, new RegExp(`save fact --content '…' --supersedes ${third}`));
  await save("The port is 80", third);
  const { records } = (await manage(box, "list")).data;
  const inForce = records.filter(({ superseded_by }: Json) => superseded_by === undefined);
  assert.deepEqual(inForce.map(({ content }: Json) => content), ["The port is 80"]);
});

test("an edit takes a kind under any of its names, and its answer names fields as show does", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["save", "fact", "--content", "Sessions live in Redis", "--memory-type", "W"])).data;
  const LANG = "zh_CN.UTF-8";
  const person = (...words: string[]) => box.run(words, { env: { LANG } });
  const kindNow = () => box.json(["show", id]).then(({ data }) => data.record.memory_type);
  assert.equal((await person("edit", id, "--type", "O", "--confidence", "0.9")).stdout, `已修改 ${id}：类别，置信度\n`);
  assert.equal(await kindNow(), "O");
  assert.equal((await box.run(["edit", id, "--memory-type", "background"])).stdout, `Changed ${id}: kind\n`);
  assert.equal(await kindNow(), "B");
  assert.equal((await person("edit", id, "--type", "决定")).code, 0);
  assert.equal(await kindNow(), "W");
  assert.match((await person("remember", "Nobody deploys", "--type", "约定")).stdout, /已保存为约定/);
  assert.equal((await person("list", "--memory-type", "决定,convention")).stdout.split("\n")[0], "2 条记录");
  const refused = async (...words: string[]) => (await person(...words)).stderr.split("\n")[0];
  const kinds = "W（决定）、B（背景）、O（约定）、S（进展）";
  assert.equal(await refused("edit", id, "--type", "rule"), `错误：--type 不能是“rule”，可取：${kinds}`);
  assert.match(
    await refused("edit", id, "--memory-type", "rule") ?? "",
    /^错误：--memory-type 不能是/,
    "as it was typed",
  );
  const found = async (type: string) => (await box.json(["search", "Redis", "--type", type])).results.length;
  assert.deepEqual([await found("W"), await found("decision"), await found("O"), await found("事实")], [1, 1, 0, 1]);
  assert.match(
    await refused("search", "Redis", "--type", "rule") ?? "",
    /one of fact, summary, note, core \(MEMORY\.md\), W/,
  );
  const types = "事实、总结、笔记、事件";
  assert.equal(await refused("delete", "--type", "rule"), `错误：--type 没有“rule”，可取：${types}`);
  assert.equal(
    await refused("list", "--type", "rule"),
    `错误：--type 没有“rule”，可取：${types}、决定、背景、约定、进展`,
    "each can be typed",
  );
  assert.equal((await person("list", "--type", types)).code, 0);
  assert.match(
    (await box.run(["list", "--type", "rule"])).stderr,
    /one of fact, summary, note, event, decision, background, convention, stage\n/,
  );
});

test("an edit may take all names away, and takes a summary without its scope", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["save", "fact", "--content", "Sessions live in Redis", "--entities", "Redis"])).data;
  const edited = await manage(box, "edit --id", id, "--entities", "", "--confirm");
  assert.deepEqual(edited.data.updated_fields, ["entities"]);
  assert.deepEqual((await manage(box, "list --id", id)).data.records[0].entities, []);
  const { id: summary } = (await box.json(["save", "summary", "--topic", "T", "--summary", "Old"])).data;
  assert.deepEqual((await manage(box, "edit --id", summary, "--content", "New")).data.updated_fields, ["summary"]);
});

test("every save, note and setting names the write by which undo takes it back", async () => {
  const box = memoryBox();
  const newest = async () => (await manage(box, "undo --list")).data.operations[0].operation;
  for (
    const words of [
      ["save", "fact", "--content", "The port is 80"],
      ["save", "summary", "--topic", "T", "--summary", "Old", "--session", "s1"],
      ["save", "summary", "--topic", "T", "--summary", "New", "--session", "s1"],
      ["save", JSON.stringify({ content: "The pier is 9" })],
      ["remember", "Deploys run from atlas"],
      ["remember", "TODO: feed the quokka"],
      ["note", "add", "Errors are JSON everywhere"],
      ["config", "set", "memory.facts_limit", "7"],
      ["config", "reset", "memory.facts_limit"],
      ["config", "preset", "lightweight"],
    ]
  ) assert.equal((await box.json(words)).data.operation, await newest(), words.join(" "));
  const { notes: [{ id }] } = (await box.json(["note", "list"])).data;
  assert.equal((await box.json(["note", "edit", id, "--title", "Errors"])).data.operation, await newest());
  assert.equal((await box.json(["note", "archive", id])).data.operation, await newest());
  assert.equal((await box.json(["save", "fact", "--content", "The port is 80"])).data.operation, undefined);
  const { closed: [{ done_at }] } = (await box.json(["done", "feed the quokka"])).data;
  assert.equal(box.lines("sessions.jsonl").flatMap(({ done = [] }) => done)[0].done_at, done_at);
});

test("undo takes back saves, summaries, edits and deletions; an undo is taken back by its id alone", async () => {
  const box = memoryBox();
  const total = async () => (await manage(box, "list")).data.total;
  await box.json(["save", "fact", "--content", "First"]);
  await box.json(["save", "fact", "--content", "Second"]);
  const undone = await manage(box, "undo");
  assert.equal(undone.data.command, "save");
  assert.equal(await total(), 1);
  assert.equal((await box.run(["search", "Second"])).code, 1);
  // A command that changed nothing left no write, and undone writes are passed over: the next undo takes the one
  // before.
  assert.equal((await box.run(["manage", "delete", "--keyword", "nothing", "--confirm"])).code, 1);
  const before = await manage(box, "undo");
  assert.deepEqual(before.data.texts, ["First"]);
  assert.equal((await manage(box, "undo")).error.code, "NO_MATCH");
  assert.equal((await manage(box, "undo", before.data.operation)).data.command, "undo");
  assert.equal(await total(), 1);
  assert.equal((await manage(box, "undo", undone.data.operation)).data.command, "undo");
  assert.equal(await total(), 2);

  const summary = (text: string) => box.json(["save", "summary", "--topic", "T", "--summary", text, "--session", "s1"]);
  await summary("Old wording");
  assert.equal((await summary("New wording")).data.status, "updated");
  const older = await manage(box, "undo");
  assert.equal(box.lines("sessions.jsonl")[0].summary, "Old wording");
  assert.equal(box.lines("sessions.jsonl")[0].history, undefined);

  const again = await manage(box, "undo", older.data.operation);
  assert.equal(box.lines("sessions.jsonl")[0].summary, "Old wording\nNew wording");
  assert.equal((await manage(box, "undo", again.data.operation)).data.command, "undo");
  assert.equal(box.lines("sessions.jsonl")[0].summary, "Old wording");

  const { operations } = (await manage(box, "undo --list")).data;
  assert.deepEqual(operations.map(({ command }: Json) => command), [
    "undo",
    "undo",
    "undo",
    "save",
    "save",
    "undo",
    "undo",
    "undo",
    "undo",
    "save",
    "save",
  ]);
  const second = operations.at(-2).op_id;
  assert.equal((await manage(box, "undo", second)).data.op_id, second);
  assert.deepEqual((await manage(box, "list --type fact")).data.records.map(({ content }: Json) => content), ["First"]);
});

test("an undo says of records whether they are gone or as before, and tells a file as a file", async () => {
  const box = memoryBox();
  const undo = async () => (await box.run(["undo"])).stdout;
  for (const text of ["One.", "Two."]) {
    await box.json(["save", "summary", "--session", "s-1", "--topic", "Cache", "--summary", text]);
  }
  assert.match(await undo(), /1 record as before\n.*One\./, "the summary stands as before its later wording");
  assert.match(await undo(), /1 record gone again\n.*One\./);
  box.write("MEMORY.md", "- My own line\n");
  await box.json(["save", "fact", "--content", "Redis caches sessions"]);
  fs.rmSync(join(box.data, "MEMORY.md"));
  await box.json(["restore"]);
  assert.match((await box.run(["undo", "--list"])).stdout, /restore +MEMORY\.md\n/);
  assert.match(await undo(), /1 file as before\n.*MEMORY\.md/);
});

test("a write is counted by its records, without the consolidated facts that followed them", async () => {
  const box = memoryBox();
  const old = ["Redis caches sessions", "Redis caches sessions.", "Postgres holds orders"].map((content, at) =>
    JSON.stringify({ id: `log-${at}`, type: "fact", memory_type: "W", content, timestamp: "2026-01-01T10:00:00.000Z" })
  );
  box.write("daily/2026-01-01.jsonl", `${old.join("\n")}\n`);
  const counted = async () => {
    const { data: { operations } } = await manage(box, "undo --list");
    return [
      operations.find(({ command }: Json) => command !== "config set").records,
      (await manage(box, "undo")).data.undone,
    ];
  };
  await box.json(["config", "set", "storage.retention_days", "30", "--global"]);
  await manage(box, "cleanup --retention --confirm");
  assert.deepEqual(await counted(), [1, 1]);
  await manage(box, "consolidate");
  await manage(box, "delete --id log-2 --confirm");
  assert.deepEqual(await counted(), [1, 1]);
  await manage(box, "edit log-2", "MySQL holds orders");
  assert.deepEqual(await counted(), [1, 1]);
});

test("every write stands in the audit log with who, what, how many before and after", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["save", "fact", "--content", "First"])).data;
  await manage(box, "edit --id", id, "--content", "Other");
  await manage(box, "delete --id", id, "--confirm");
  await manage(box, "restore --id", id);
  const log = box.lines("audit/operations.jsonl");
  assert.deepEqual(
    log.map(({ actor, command, scope, before_count, after_count, success }) =>
      [actor, command, scope, before_count, after_count, success].join(" ")
    ),
    [
      "agent save daily 0 1 true",
      "agent edit daily 1 1 true",
      "agent delete all 1 0 true",
      "agent restore all 0 1 true",
    ],
  );
  assert.ok(log.every(({ op_id, timestamp, ids }) => /^op-/.test(op_id) && Date.parse(timestamp) > 0 && ids[0] === id));
  assert.ok(log.slice(1).every(({ backup_path }) => fs.existsSync(box.path(backup_path))));
});

test("a person reads aligned lines with the word marked, unless colours are off", withTerminal, () => {
  const box = memoryBox();
  box.write("daily/2026-02-18.jsonl", facts(1, () => ({ content: "Redis 缓存方案选型" })));
  const shown = (words: string, env: Record<string, string> = {}) =>
    spawnSync(...onTerminal(`${BINARY} ${words}`), {
      cwd: box.project,
      env: { HOME: box.home, PATH: process.env["PATH"] ?? "", TERM: "xterm", COLUMNS: "80", ...env },
      encoding: "utf8",
    }).stdout;
  const coloured = shown("manage list --keyword redis");
  assert.match(coloured, /1 record/);
  assert.ok(coloured.includes("\u001b[1m\u001b[33mRedis\u001b[39m\u001b[22m 缓存方案选型"), coloured);
  const plain = shown("manage list --keyword redis", { NO_COLOR: "1" });
  assert.match(plain, /decision 2026-02-18 \d\d:\d\d Redis 缓存方案选型/);
  assert.ok(!plain.includes("\u001b[3"));
  assert.match(shown("manage list --json"), /^\{"status":"ok"/);
});

test("undo without an id takes back the last write, in whichever layer it was", async () => {
  const box = memoryBox();
  const save = (content: string, ...more: string[]) => box.json(["save", "fact", "--content", content, ...more]);
  const own = (await save("I prefer tabs", "--layer", "global")).data.id;
  await save("The cache is Redis");
  await box.json(["manage", "delete", "--id", own, "--confirm"]);
  const { data } = await box.json(["manage", "undo"]);
  assert.deepEqual([data.command, data.layer], ["delete", "global"]);
  assert.equal((await box.json(["search", "tabs"])).results.length, 1);
  assert.equal((await box.json(["search", "Redis"])).results.length, 1);
  const { operations } = (await box.json(["manage", "undo", "--list"])).data;
  assert.equal(operations[0].operation, data.operation);
  assert.deepEqual(operations.map(({ command, layer }: Json) => `${layer} ${command}`), [
    "global undo",
    "global delete",
    "project save",
    "global save",
  ]);
});

test("undo without an id leaves what another project keeps in the global memory", async () => {
  const box = memoryBox({ empty: true });
  const other = `${box.home}/work/other`;
  fs.mkdirSync(other);
  await box.run(["remember", "I like tea", "--layer", "global"]);
  await box.run(["remember", "The other deploys from atlas"], { cwd: other });
  const taken = await box.json(["undo"]);
  assert.deepEqual(taken.data.texts, ["I like tea"]);
  assert.equal((await box.json(["undo"])).error.code, "NO_MATCH");
  assert.deepEqual((await box.json(["undo"], { cwd: other })).data.texts, ["The other deploys from atlas"]);
});

test("a layer that is named is read, whatever storage.location makes the default", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["save", "fact", "--content", "I prefer tabs", "--layer", "global"])).data;
  await box.json(["config", "set", "storage.location", "project-only", "--global"]);
  assert.equal((await box.json(["search", "tabs"])).results.length, 0);
  assert.equal((await box.json(["search", "tabs", "--layer", "global"])).results.length, 1);
  assert.equal((await box.json(["manage", "list", "--layer", "global"])).data.total, 1);
  const deleted = await box.json(["manage", "delete", "--id", id, "--layer", "global", "--confirm"]);
  assert.equal(deleted.data.deleted, 1);
});

test("the backups of all layers are listed, and each is found again by its name", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "The cache is Redis"]);
  const { id } = (await box.json(["save", "fact", "--content", "I prefer tabs", "--layer", "global"])).data;
  await box.json(["manage", "delete", "--id", id, "--confirm"]);
  const [backup] = (await box.json(["manage", "backups"])).data.backups;
  assert.deepEqual([backup.layer, backup.command], ["global", "delete"]);
  assert.equal((await box.json(["manage", "restore", "--from-backup", backup.id])).data.restored, 1);
  assert.equal((await box.json(["search", "tabs"])).results.length, 1);
});

test("a question for open to-dos where none is open gets no records that merely share a word with it", async () => {
  const { box } = await boxWith("待办事项的颜色是蓝色");
  for (
    const [words, zh, en] of [
      [["search", "待办"], "没有未完成的待办\n", "There are no open to-dos\n"],
      [["list", "--todos"], "没有未完成的待办\n", "There are no open to-dos\n"],
      [["list", "--done"], "没有已完成的待办\n", "No to-do is done\n"],
      [["list", "--todos", "--keyword", "x"], "没有这样的待办\n", "There are no such to-dos\n"],
    ] as const
  ) {
    const run = (LANG: string) => box.run([...words], { env: { LANG } });
    if (words[0] === "search") {
      const { total, hint } = await box.json(words);
      assert.deepEqual([total, hint], [0, en.trim()]);
      continue;
    }
    assert.equal((await run("zh_CN.UTF-8")).stdout, zh);
    assert.equal((await run("en_US.UTF-8")).stdout, en);
  }
});

// Once `trust` said that every text is followed, while the next start told imported rules as unconfirmed.
test("trust names an imported rule until it becomes the person's own by their words", async () => {
  const box = memoryBox();
  const rule = { type: "fact", memory_type: "O", content: "Deploy on Tuesdays only" };
  box.write(
    "daily/2026-02-18.jsonl",
    `${JSON.stringify({ ...rule, id: "log-1", imported_at: "2026-02-18T00:00:00Z" })}\n`,
  );
  const trust = async () => (await box.run(["trust"])).stdout;
  assert.match(await trust(), /followed from now on: 1\n.*Deploy on Tuesdays only/);
  await box.json(["edit", "log-1", "--content", "We deploy on Tuesdays only"]);
  assert.match(await trust(), /Nothing is left/);
});

// Once "待办：" was saved as a decision, and "done 改" found no to-do though two open ones hold the word.
test("a to-do without a text is refused, and one character that to-dos hold names them without closing one", async () => {
  const box = memoryBox();
  for (const empty of ["待办：", "TODO: "]) assert.equal((await box.run(["remember", empty])).code, 2, empty);
  assert.equal((await box.json(["list"])).data.total, 0);
  for (const todo of ["改一下部署脚本", "修改文档", "写测试"]) await box.run(["remember", `待办：${todo}`]);
  const { error } = await box.json(["done", "改"]);
  assert.deepEqual(error.todos.map(({ todo }: Json) => todo).sort(), ["修改文档", "改一下部署脚本"]);
  assert.equal((await box.json(["list", "--todos"])).data.total, 3);
});

test("a to-do that was noted by hand is not shown as made automatically", async () => {
  const box = memoryBox();
  const { data } = await box.json(["save", "summary", "--todo", "write the docs"]);
  const { stdout } = await box.run(["show", data.todos[0].id]);
  assert.match(stdout, /write the docs/);
  assert.doesNotMatch(stdout, /automatically|rules/);
});

test("a to-do is reworded by its own id, and the others of its summary stay", async () => {
  const box = memoryBox();
  const saved = await box.json(["save", "summary", "--todo", "rotate the keys", "--todo", "ask Anna"]);
  const open = async () => (await box.json(["list", "--todos"])).data.todos.map(({ todo }: Json) => todo);
  await box.json(["edit", saved.data.todos[0].id, "rotate the API keys"]);
  assert.deepEqual(await open(), ["rotate the API keys", "ask Anna"]);
  await box.json(["edit", saved.data.todos[1].id, "--todo", "ask Anna and Bob"]);
  assert.deepEqual(await open(), ["rotate the API keys", "ask Anna and Bob"]);
  // Its id is made of its words, so the answer tells the new one.
  const [, { id }] = (await box.json(["list", "--todos"])).data.todos;
  const { stdout } = await box.run(["edit", id, "ask Bob"]);
  const [, done = ""] = /`memory done (todo-\w+)`/.exec(stdout) ?? [];
  assert.equal((await box.run(["done", done])).code, 0, stdout);
  for (let at = 0; at < 3; at++) await box.json(["undo"]);
  assert.deepEqual(await open(), ["rotate the API keys", "ask Anna"]);
  const gone = await box.run(["edit", saved.data.todos[0].id, "rotate them"]);
  assert.match(gone.stderr, /no record todo-.*memory list --todos/s);
  const { stderr } = await box.run(["delete", (await box.json(["list", "--todos"])).data.todos[0].id]);
  assert.match(stderr, /no record todo-.*memory edit todo-/s);
});

// Once the answer was “no record” with the very command as the next step, for one that is done or in two summaries.
test("a to-do that two summaries name, or that is done, gets its new words in each of them, and undo takes them back", async () => {
  const box = memoryBox();
  const ids: string[] = [];
  for (const session of ["s-1", "s-2"]) {
    const { data } = await box.json(
      ["save", "summary", "--topic", session, "--summary", "Worked on it.", "--session", session]
        .concat("--todo", "tell the auditors", "--todo", `mail ${session}`),
    );
    ids.push(data.id);
  }
  const todos = async (which: string) =>
    (await box.json(["list", which])).data.todos.map(({ todo }: Json) => todo).toSorted();
  const [first] = (await box.json(["list", "--todos", "--keyword", "auditors"])).data.todos;
  const before = box.read("sessions.jsonl");
  const { data } = await box.json(["edit", first.id, "call the auditors"]);
  assert.deepEqual([data.id, ...data.changed_with].toSorted(), ids.toSorted());
  assert.deepEqual(await todos("--todos"), ["call the auditors", "mail s-1", "mail s-2"]);
  await box.json(["undo"]);
  assert.equal(box.read("sessions.jsonl"), before);
  await box.json(["done", first.id]);
  await box.json(["edit", first.id, "call both auditors"]);
  assert.deepEqual([await todos("--todos"), await todos("--done")], [["mail s-1", "mail s-2"], ["call both auditors"]]);
});

test("a page beyond the last record, or to-do, says so and is exit 1", async () => {
  const { box } = await boxWith("Redis caches sessions");
  await box.json(["save", "summary", "--todo", "write the docs"]);
  for (const words of [["list", "--offset", "9"], ["list", "--todos", "--offset", "9"]]) {
    const { code, stdout } = await box.run(words);
    assert.equal(code, 1);
    assert.match(stdout, /^Nothing after the first 9; \d in all\n$/);
  }
});

test("a list of what is done takes its days for those on which it was done", async () => {
  const box = memoryBox();
  const summary = {
    id: "sum-1",
    type: "summary",
    topic: "Docs",
    summary: "Began",
    session_id: "s",
    todos: ["write docs"],
  };
  const timestamp = "2026-02-18T10:00:00Z";
  box.write("sessions.jsonl", `${JSON.stringify({ ...summary, timestamp, created_at: timestamp })}\n`);
  assert.equal((await box.run(["done", "write docs"])).code, 0);
  const done = async (...days: string[]) => (await box.json(["list", "--done", ...days])).data.total;
  assert.equal(await done("--days", "2"), 1, "it was done today");
  assert.equal(await done("--from", "2026-02-18", "--to", "2026-02-18"), 0, "that day it was written");
});

test("a day shows its notes, and an archived one is marked in each list and not counted", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["note", "add", "Errors are JSON objects", "--when", "api errors"])).data;
  const shown = (await box.run(["show"])).stdout;
  assert.ok(shown.includes("Errors are JSON objects") && shown.includes(id), shown);
  assert.doesNotMatch(shown, /Nothing was remembered/);
  assert.equal((await box.json(["status"])).data.layers[0].notes, 1);
  await box.json(["note", "archive", id]);
  for (const words of [["list"], ["show"], ["search", "JSON"]]) {
    const { stdout } = await box.run(words);
    assert.match(stdout, /archive/, words.join(" "));
  }
  assert.equal((await box.json(["status"])).data.layers[0].notes, 0);
});

test("a day is printed as a list is: the first 50, how to see more, and no line that nobody reads", async () => {
  const box = memoryBox();
  const long = "A long log. ".repeat(1_000);
  box.write("daily/2026-02-18.jsonl", facts(60, (at) => at === 2 ? { content: long } : {}));
  const day = box.lines("daily/2026-02-18.jsonl")[0].timestamp.slice(0, 10);
  const words = ["show", "--day", day];
  const linesOf = ({ stdout }: { stdout: string }) => stdout.split("\n").filter((line) => line.startsWith("  - "));
  const { data } = await box.json([...words, "--json"]);
  const first = await box.run(words);
  assert.equal(linesOf(first).length, 50);
  assert.match(first.stdout, new RegExp(`… and ${data.records.length - 50} more \\(--offset 50\\)`));
  assert.ok(linesOf(first).every((line) => line.length < 1_100));
  // JSON has all of the day, and of each text.
  assert.equal(data.records.find(({ id }: Json) => id === "log-2").content, long);
  const rest = await box.run([...words, "--offset", "50"]);
  assert.equal(linesOf(rest).length, data.records.length - 50);
  assert.doesNotMatch(rest.stdout, /more/);
  assert.match((await box.run([...words, "--offset", "90"])).stdout, /Nothing after the first 90/);
});

test("an id that stands for several records is answered with what each of them says", async () => {
  const box = memoryBox();
  const fact = (id: string, content: string) =>
    JSON.stringify({ id, type: "fact", memory_type: "O", content, timestamp: "2026-02-18T10:00:00.000Z" });
  const two = [fact("log-101010111-dxgf", "Use pnpm"), fact("log-101010222-dxgf", "Stock speaks gRPC")];
  box.write("daily/2026-02-18.jsonl", `${two.join("\n")}\n`);
  const both = /log-101010111-dxgf “Use pnpm”, log-101010222-dxgf “Stock speaks gRPC”/;
  for (
    const words of [["show", "dxgf"], ["delete", "dxgf"], [
      "save",
      "fact",
      "--supersedes",
      "dxgf",
      "--content",
      "Use yarn",
    ]]
  ) {
    assert.match((await box.run(words)).stderr, both, words.join(" "));
  }
});

test("what was deleted by a word comes back by that word", async () => {
  const { box } = await boxWith("Redis holds sessions", "Redis has no password", "Invoices go out on Mondays");
  await manage(box, "delete --keyword Redis --confirm");
  await manage(box, "delete --keyword Invoices --confirm");
  assert.equal((await manage(box, "restore --keyword redis")).data.restored, 2);
  assert.equal((await manage(box, "list")).data.total, 2);
  assert.equal((await box.run(["restore", "--keyword", "nothing-of-it"])).code, 1);
});

test("where more to-dos are open than a search shows, it says how many; words that mean many name a few", async () => {
  const box = memoryBox();
  const todos = Array.from({ length: 20 }, (_, at) => ["--todo", `Write the ledger page of chapter ${at + 1}`]).flat();
  await box.json(["save", "summary", "--topic", "Book", "--summary", "Planned it", ...todos]);
  const { stdout } = await box.run(["search", "what is still open", "--text"]);
  assert.match(stdout, /\d+ of 20 open to-dos are shown; `memory manage list --todos` lists all/);
  const { error } = await box.json(["done", "ledger page", "--json"]);
  assert.deepEqual([error.todos?.length, error.total], [8, 20]);
});
