/** Deleting and bringing back over both layers and all kinds of records at once, against the binary. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { BINARY, type Box, type Json, memoryBox } from "../box.ts";
import { manage } from "./box.ts";
import { onTerminal, withTerminal } from "../terminal.ts";
import { testTogether, tokenRests } from "../together.ts";

const NOTE = {
  scene: "Choosing a cache",
  principles: ["Use Redis", "Use nothing"],
  choice: "Use Redis",
  source: "remember",
  confidence: "high",
  score: { d1: 2, d2: 2, d3: 2, d4: 2, d5: 2 },
};

/** A memory in which Redis stands in a fact, a summary and a note of the project, and in a preference of the person. */
async function redisEverywhere(): Promise<{ box: Box; ids: readonly string[] }> {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Redis caches sessions, TTL 300"]);
  await box.json(["save", "fact", "--content", "Postgres holds the orders"]);
  await box.json(["save", "fact", "--type", "O", "--layer", "global", "--content", "Prefers Redis to Memcached"]);
  await box.json(["save", "summary", "--topic", "Cache", "--summary", "Chose Redis for sessions"]);
  await box.json(["note", "propose", JSON.stringify(NOTE)]);
  box.write("MEMORY.md", "# Memory\n\n## Decisions\n\n- Redis is our cache\n");
  return { box, ids: idsOf(await manage(box, "list --keyword redis")) };
}

const idsOf = ({ data }: Json): string[] => data.records.map(({ id }: Json) => id).sort();
const code = (ran: { stdout: string }): string => JSON.parse(ran.stdout).error?.code;
const layered = ({ data }: Json) => data.records.map(({ layer, type }: Json) => `${layer} ${type}`).sort();
const EVERYWHERE = ["global fact", "project fact", "project note", "project summary"];

test("a deletion by a word shows and takes the same records as a list by that word, in every scope of both layers", async () => {
  const { box, ids } = await redisEverywhere();
  const preview = await manage(box, "delete --keyword redis");
  assert.deepEqual(layered(preview), EVERYWHERE);
  assert.deepEqual(idsOf(preview), ids);
  assert.deepEqual(preview.data.layers, { project: 3, global: 1 });
  const rest = [["MEMORY.md", 5, "project"]];
  const places = ({ remaining_mentions = [] }: Json) =>
    remaining_mentions.map(({ file, line, layer }: Json) => [file, line, layer]);
  assert.deepEqual(places(preview.data), rest);

  const { data } = await manage(box, "delete --keyword redis --confirm");
  assert.deepEqual([data.deleted, data.layers], [4, { project: 3, global: 1 }]);
  assert.deepEqual(places(data), rest);
  assert.deepEqual(data.operations.map(({ layer }: Json) => layer), ["project", "global"]);
  assert.equal((await manage(box, "list --keyword redis")).data.total, 0);
  assert.equal((await manage(box, "list")).data.total, 1);

  const undone = await manage(box, "undo");
  assert.equal(undone.data.undone, 4, "one undo for what was one deletion");
  assert.deepEqual(idsOf(await manage(box, "list --keyword redis")), ids);
  assert.equal((await manage(box, "undo", undone.data.operation)).data.undone, 4);
  assert.equal((await manage(box, "list --keyword redis")).data.total, 0);
});

// The project's half was deleted, and the answer said that nothing had changed.
test("where one layer can't be changed, the other is not changed either", async () => {
  const { box, ids } = await redisEverywhere();
  const backups = join(box.home, ".memory", "projects", "global", "backups");
  fs.writeFileSync(backups, "");
  assert.equal(code(await box.run(["manage", "delete", "--keyword", "redis", "--confirm"])), "IO_ERROR");
  assert.deepEqual(idsOf(await manage(box, "list --keyword redis")), ids);
  fs.rmSync(backups);
  assert.equal((await manage(box, "delete --keyword redis --confirm")).data.deleted, 4);
});

test("outside of projects the person's own records are changed by the ids that a list shows, and each step is undone", async () => {
  const box = memoryBox({ empty: true });
  const here = { cwd: box.home };
  const run = (...words: string[]) => box.json(words, here);
  const listed = async () => (await run("list")).data.records.map(({ content }: Json) => content);
  await box.run(["init", "--global", "--skip-model"], here);
  const { data: { id } } = await run("remember", "--layer", "global", "Tabs it is");
  await run("edit", id, "Spaces it is");
  assert.deepEqual(await listed(), ["Spaces it is"]);
  await run("delete", id, "--confirm");
  assert.deepEqual(await listed(), []);
  await run("restore", id);
  assert.deepEqual(await listed(), ["Spaces it is"]);
  const undone = ["undo", (await run("undo")).data.operation];
  assert.deepEqual(await listed(), []);
  assert.equal((await run(...undone)).data.undone, 1);
  assert.deepEqual(await listed(), ["Spaces it is"]);
});

test("exactly the shown records are deleted by their ids; an unknown id is told", async () => {
  const { box, ids } = await redisEverywhere();
  await box.json(["save", "fact", "--content", "Redis runs on three nodes"]);
  const { data } = await manage(box, "delete --id", [...ids, "log-none"].join(","), "--confirm");
  assert.deepEqual([data.deleted, data.not_found], [4, ["log-none"]]);
  const left = (await manage(box, "list --keyword redis")).data.records;
  assert.deepEqual(left.map(({ content }: Json) => content), ["Redis runs on three nodes"]);
});

test("where a scope or layer has no match, the hint names those that have some", async () => {
  const { box } = await redisEverywhere();
  const ran = await box.run(["manage", "delete", "--keyword", "memcached", "--layer", "project"]);
  assert.equal(code(ran), "NO_MATCH");
  assert.match(JSON.parse(ran.stdout).error.hint, /1 \(--scope daily --layer global\)/);
  const chose = await box.run(["manage", "delete", "--keyword", "chose", "--scope", "notes"]);
  assert.match(JSON.parse(chose.stdout).error.hint, /1 \(--scope sessions --layer project\)/);
});

test("records that another project keeps in the global memory are neither listed nor deleted here", async () => {
  const { box } = await redisEverywhere();
  const folder = join(box.home, ".cursor", "skills", "memory-data", "daily");
  const fact = {
    id: "log-x",
    type: "fact",
    memory_type: "W",
    content: "Redis elsewhere",
    entities: [],
    confidence: 0.8,
  };
  const line = { ...fact, timestamp: "2026-02-18T10:00:00Z", source: { project: "/somewhere/else" } };
  fs.writeFileSync(join(folder, "2026-02-18.jsonl"), `${JSON.stringify(line)}\n`);
  assert.equal((await manage(box, "delete --keyword redis --confirm")).data.deleted, 4);
  assert.match(fs.readFileSync(join(folder, "2026-02-18.jsonl"), "utf8"), /Redis elsewhere"(?!.*deleted_at)/);
  assert.equal((await manage(box, "delete --id log-x --layer global --confirm")).data.deleted, 1);
});

testTogether("a purge of a word names the projects that it does not look through", async () => {
  const { box } = await redisEverywhere();
  const other = join(box.home, "work", "other");
  fs.mkdirSync(other, { recursive: true });
  await box.json(["init", "--agent", "claude", "--skip-model"], { cwd: other });
  await box.json(["remember", "Redis is slow here"], { cwd: other });
  const words = ["delete", "--keyword", "redis", "--purge", "--include-backups", "--verify"];
  const { data } = await box.json(words);
  assert.deepEqual(data.projects_not_searched, [other]);
  assert.match((await box.run(words)).stdout, /Not searched: 1 other project \(.*other\); run the same there/);
  await tokenRests();
  const done = (await box.json([...words, "--confirm", data.confirm_token])).data;
  assert.deepEqual(done.projects_not_searched, [other]);
  const alone = (await manage(box, "delete --keyword postgres")).data;
  assert.equal(alone.projects_not_searched, undefined, "nobody asked for nothing to be left");
  // "Run the same there" can't be done where the folder is gone, while its home still holds the word.
  fs.rmSync(other, { recursive: true });
  const last = (await box.json(words)).data;
  assert.equal(last.projects_not_searched, undefined);
  assert.deepEqual(last.homes_not_searched.map((home: string) => /other-[0-9a-f]+$/.test(home)), [true]);
});

testTogether("everything is everything of both layers; what stays is told; its token serves once", async () => {
  const { box } = await redisEverywhere();
  const preview = await manage(box, "delete --all");
  assert.deepEqual([preview.data.total, preview.data.layers], [5, { project: 4, global: 1 }]);
  assert.deepEqual(preview.data.remaining_mentions.map(({ file, line }: Json) => [file, line]), [["MEMORY.md", 5]]);
  const words = ["manage", "delete", "--all", "--confirm", preview.data.confirm_token];
  await tokenRests();
  assert.equal((await box.json(words)).data.deleted, 5);
  assert.equal((await manage(box, "list")).data.total, 0);
  await manage(box, "undo");
  assert.equal((await manage(box, "list")).data.total, 5);
  assert.equal(code(await box.run(words)), "CONFIRM_EXPIRED", "the same token once more, after the undo");
  assert.equal((await manage(box, "list")).data.total, 5);
});

testTogether("a purge over both layers leaves nothing in the copies and logs of either, and proves it", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "The GraphQL gateway is Zanzibar"]);
  const { id } = (await box.json(["save", "fact", "--content", "Likes Zanzibar", "--layer", "global"])).data;
  await manage(box, "edit --id", id, "--content", "Likes Zanzibar a lot");
  const words = ["manage", "delete", "--keyword", "zanzibar", "--purge", "--include-backups", "--verify"];
  const { confirm_token } = (await box.json(words)).data;
  await tokenRests();
  const { data } = await box.json([...words, "--confirm", confirm_token]);
  assert.deepEqual([data.deleted, data.verified.clean, data.erased_from_backups > 0], [2, true, true]);
  for (const entry of fs.readdirSync(box.home, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    assert.ok(!fs.readFileSync(path, "latin1").toLowerCase().includes("zanzibar"), path);
  }
});

testTogether("the token of a clean-up and of a replacing import serves once as well", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["save", "fact", "--content", "Redis caches sessions"])).data;
  await box.json(["export", "--output", "one.json"]);
  await manage(box, "delete --id", id, "--confirm");
  const cleanup = ["manage", "cleanup", "--purge-deleted"];
  const cleaned = [...cleanup, "--confirm", (await box.json(cleanup)).data.confirm_token];
  await tokenRests();
  assert.equal((await box.json(cleaned)).data.deleted, 1);
  await manage(box, "undo");
  assert.equal(code(await box.run(cleaned)), "CONFIRM_EXPIRED");

  await box.json(["save", "fact", "--content", "Postgres holds the orders"]);
  const replace = ["import", "--input", "one.json", "--mode", "replace"];
  const replaced = [...replace, "--confirm", (await box.json(replace)).data.confirm_token];
  await tokenRests();
  assert.equal((await box.json(replaced)).status, "ok");
  await manage(box, "undo");
  assert.equal(code(await box.run(["--json", ...replaced])), "CONFIRM_EXPIRED");
});

test("the record that was deleted last is listed first, however old it is, and is restored by its id, whatever kind it has", async () => {
  const { box } = await redisEverywhere();
  const old = { id: "log-old", type: "fact", memory_type: "W", content: "Old as the hills", entities: [] };
  const line = { ...old, confidence: 0.8, timestamp: "2019-02-18T10:00:00Z" };
  box.write("daily/2019-02-18.jsonl", `${JSON.stringify(line)}\n`);
  await manage(box, "delete --keyword redis --confirm");
  await manage(box, "delete --keyword hills --confirm");
  const deleted = await manage(box, "list --deleted --limit 10");
  assert.deepEqual([deleted.data.total, deleted.data.records[0].id], [5, "log-old"]);
  assert.equal((await manage(box, "list --include-deleted --limit 1")).data.records[0].id, "log-old");
  for (const { id } of deleted.data.records) assert.equal((await manage(box, "restore --id", id)).data.restored, 1, id);
  assert.equal((await manage(box, "list --deleted")).data.total, 0);
  assert.equal((await manage(box, "list")).data.total, 6);
  for (const { id } of deleted.data.records) await manage(box, "delete --id", id, "--confirm");
  const ids = deleted.data.records.map(({ id }: Json) => id).join(",");
  assert.equal((await manage(box, "restore --id", ids)).data.restored, 5);
  assert.equal((await manage(box, "undo")).data.undone, 5);
});

test("deleted and superseded records are told by a word, in both languages", withTerminal, async () => {
  const box = memoryBox();
  const { id: old } = (await box.json(["save", "fact", "--content", "Sessions live in Memcached"])).data;
  const { id } = (await box.json(["save", "fact", "--content", "Sessions live in Redis", "--supersedes", old])).data;
  const { id: gone } = (await box.json(["save", "fact", "--content", "Never mind"])).data;
  await manage(box, "delete --id", gone, "--confirm");
  const listed = (await manage(box, "list --include-deleted")).data.records;
  const by = Object.fromEntries(listed.map((each: Json) => [each.id, each]));
  assert.equal(by[old].superseded_by, id);
  assert.equal(by[id].superseded_by, undefined);
  const onScreen = (words: string, lang: string) => {
    const env = { HOME: box.home, PATH: process.env["PATH"] ?? "", LANG: lang, TERM: "dumb" };
    const [program, args] = onTerminal(`${BINARY} ${words}`);
    return String(spawnSync(program, args, { cwd: box.project, env, encoding: "utf8" }).stdout);
  };
  const english = onScreen("manage list --include-deleted", "en_US.UTF-8");
  assert.match(english, /\(deleted\) Never mind/);
  assert.match(english, /\(superseded\) Sessions live/);
  const chinese = onScreen("manage list --include-deleted", "zh_CN.UTF-8");
  assert.match(chinese, /（已删除）Never mind/);
  assert.match(chinese, /（已被取代）Sessions/);
  assert.match(onScreen(`show --id ${old}`, "en_US.UTF-8"), new RegExp(`superseded by ${id.slice(-4)}`));
  assert.match(onScreen(`show --id ${old}`, "zh_CN.UTF-8"), new RegExp(`已被 ${id.slice(-4)} 取代`));
  assert.match(onScreen(`show --id ${gone}`, "en_US.UTF-8"), /, deleted/);
});

test("an edited consolidated fact has its new words at once, and keeps them when its daily records are gone", async () => {
  const box = memoryBox();
  const line = (id: string, content: string, timestamp: string) =>
    `${JSON.stringify({ id, type: "fact", memory_type: "W", content, entities: [], confidence: 0.8, timestamp })}\n`;
  box.write("daily/2026-02-17.jsonl", line("log-1", "Redis caches sessions, TTL 300", "2026-02-17T10:00:00Z"));
  box.write("daily/2026-02-18.jsonl", line("log-2", "Redis caches the sessions, TTL 300", "2026-02-18T10:00:00Z"));
  await manage(box, "consolidate");
  const [{ id }] = (await manage(box, "list --scope facts")).data.records;
  const { data } = await manage(box, "edit --id", id, "--content", "Redis caches sessions, TTL 900");
  assert.deepEqual([data.id, data.changed_with.sort()], [id, ["log-1", "log-2"]]);
  assert.equal((await box.run(["search", "TTL 300"])).stdout.includes('TTL 300"'), false);
  const contents = async () => (await manage(box, "list")).data.records.map(({ content }: Json) => content);
  assert.deepEqual(await contents(), Array(2).fill("Redis caches sessions, TTL 900"));

  box.write("config.json", "{}");
  fs.mkdirSync(join(box.home, ".memory"), { recursive: true });
  fs.writeFileSync(join(box.home, ".memory", "config.json"), JSON.stringify({ storage: { retention_days: 30 } }));
  await manage(box, "cleanup --retention --confirm");
  assert.equal(fs.existsSync(join(box.data, "daily", "2026-02-17.jsonl")), false);
  assert.deepEqual(await contents(), ["Redis caches sessions, TTL 900"]);

  // A fact that is deleted by its id is not consolidated again from the records that it was made of.
  await manage(box, "undo");
  assert.equal((await manage(box, "delete --id", id, "--confirm")).data.deleted, 2);
  await manage(box, "consolidate");
  assert.equal((await manage(box, "list")).data.total, 0);
});

test("a record without an id is listed and found with one by which it is shown, edited, deleted and restored", async () => {
  const box = memoryBox();
  const bare = { type: "fact", memory_type: "W", content: "Written by hand", timestamp: "2026-02-18T10:00:00Z" };
  box.write("daily/2026-02-18.jsonl", `${JSON.stringify(bare)}\n`);
  const id = async (more = "") => (await manage(box, `list${more}`)).data.records[0].id;
  assert.match(await id(), /^line:/);
  // Once no search found such a record.
  const found = async () => (await box.json(["search", "written hand"])).results.map((hit: Json) => hit.id);
  const own = await id();
  assert.deepEqual(await found(), [own]);
  await box.json(["save", "fact", "--content", "Another one"]);
  box.write("daily/2026-02-18.jsonl", `${JSON.stringify(bare)}\n${JSON.stringify({ ...bare, content: "Hand two" })}\n`);
  assert.equal((await box.json(["search", "hand"])).results.length, 2);
  box.write("daily/2026-02-18.jsonl", `${JSON.stringify(bare)}\n`);
  assert.deepEqual(await found(), [own]);
  await manage(box, "delete --keyword Another --confirm");
  assert.equal((await box.json(["show", "--json", "--id", await id()])).data.record.content, "Written by hand");
  await manage(box, "edit --id", await id(), "--content", "Written by hand, twice");
  assert.equal((await manage(box, "delete --id", await id(), "--confirm")).data.deleted, 1);
  assert.equal((await manage(box, "restore --id", await id(" --deleted"))).data.restored, 1);
  assert.equal((await manage(box, "list")).data.records[0].content, "Written by hand, twice");
  assert.equal((await box.json(["search", "hand"])).results[0].content, "Written by hand, twice");
  // Once a record with an empty id was told as deleted, and stayed.
  box.write("daily/2026-02-18.jsonl", `${JSON.stringify({ ...bare, id: "" })}\n`);
  await manage(box, "delete --id", await id(), "--confirm");
  assert.equal((await manage(box, "list")).data.total, 0);
});

test("a snapshot is refused with options other than those of its first page", async () => {
  const box = memoryBox();
  for (const word of ["one", "two", "three"]) await box.json(["save", "fact", "--content", `Redis number ${word}`]);
  await box.json(["save", "fact", "--content", "Postgres"]);
  const { snapshot } = (await manage(box, "list --keyword redis --limit 2")).data;
  const page = async (text: string) => (await manage(box, `list ${text} --offset 2 --snapshot ${snapshot}`)).data;
  assert.equal((await page("--keyword redis --limit 2")).records.length, 1);
  for (
    const other of ["--limit 2", "--keyword postgres", "--keyword redis --type summary", "--deleted", "--layer project"]
  ) {
    const ran = await box.run(["manage", "list", ...other.split(" "), "--snapshot", snapshot]);
    assert.deepEqual([ran.code, code(ran)], [2, "INVALID_ARGUMENT"], other);
  }
});
