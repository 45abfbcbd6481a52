/** Deleting, bringing back and purging, against the binary. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { type Box, type Json, memoryBox } from "../box.ts";
import { boxWith, manage, purgeWholly } from "./box.ts";
import { testTogether, tokenRests } from "../together.ts";

const REDIS = ["Redis caches sessions, TTL 300", "Redis Cluster has six nodes"];

/** The bytes of all files of the data folder but the index. */
function bytesOf(box: Box): Record<string, string> {
  const entries = fs.readdirSync(box.data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    entries.filter((path) => !/index\.sqlite|snapshots/.test(path)).map((
      path,
    ) => [path, fs.readFileSync(path, "latin1")]),
  );
}

async function found(box: Box, query: string): Promise<string[]> {
  return (await box.json(["search", query])).results.map(({ id }: Json) => id);
}

test("a deletion is previewed without a change, then takes its records from search, lists and counts, and is undone", async () => {
  const { box, ids } = await boxWith(...REDIS, "Postgres holds the orders");
  assert.deepEqual((await found(box, "Redis")).sort(), ids.slice(0, 2).sort());
  const before = bytesOf(box);
  const preview = await manage(box, "delete --keyword redis");
  assert.equal(preview.status, "preview");
  assert.equal(preview.command, "delete");
  const { total, mode, records, affected_files, message, confirm_token } = preview.data;
  assert.deepEqual([total, mode, records.length, confirm_token], [2, "soft", 2, undefined]);
  assert.match(affected_files.join(), /^daily\/\d{4}-\d{2}-\d{2}\.jsonl$/);
  assert.match(message, /2 records/);
  assert.deepEqual(bytesOf(box), before);

  const done = await manage(box, "delete --keyword redis --confirm");
  assert.equal(done.status, "ok");
  assert.deepEqual([done.data.deleted, done.data.mode, done.data.index_synced], [2, "soft", true]);
  assert.match(done.data.backup_path, /^backups\/\d{4}-\d{2}-\d{2}-\d{6}\/$/);
  assert.deepEqual(fs.readdirSync(join(box.own, done.data.backup_path)).sort(), ["backup.json", "daily"]);
  assert.equal((await box.run(["search", "Redis"])).code, 1);
  assert.deepEqual((await manage(box, "list")).data.records.map(({ id }: Json) => id), [ids[2]]);
  assert.deepEqual((await manage(box, "stats")).data.daily, {
    file_count: 1,
    day_count: 1,
    date_range: [affected_files[0].slice(6, 16), affected_files[0].slice(6, 16)],
    facts: 1,
    system_events: 0,
    deleted: 2,
    total: 3,
  });
  const withDeleted = await manage(box, "list --include-deleted --keyword redis");
  assert.ok(withDeleted.data.records.every(({ deleted_at }: Json) => typeof deleted_at === "string"));
  assert.equal((await box.run(["manage", "delete", "--keyword", "redis", "--confirm"])).code, 1);

  const restored = await manage(box, "restore --id", ids[0] ?? "");
  assert.deepEqual([restored.data.restored, restored.data.mode, restored.data.index_synced], [
    1,
    "soft-undelete",
    true,
  ]);
  assert.deepEqual(await found(box, "Redis"), [ids[0]]);
  const today = new Date().toLocaleDateString("sv");
  assert.equal((await manage(box, `restore --from ${today}`)).data.restored, 1);
  assert.deepEqual((await found(box, "Redis")).sort(), ids.slice(0, 2).sort());
});

test("one record by its id needs one confirmation, and an unknown one is exit 1", async () => {
  const { box, ids } = await boxWith(...REDIS);
  const [id = ""] = ids;
  assert.equal((await manage(box, "delete --id", id)).status, "preview");
  assert.equal((await manage(box, "delete --id", id, "--confirm")).data.deleted, 1);
  const gone = await box.run(["manage", "delete", "--id", "log-none", "--confirm"]);
  assert.equal(gone.code, 1);
  assert.equal(JSON.parse(gone.stdout).error.code, "RECORD_NOT_FOUND");
});

// The answer once named the folder by a relative path that nobody could find.
test("a person is told where the copies of a deletion lie, of each layer", async () => {
  const { box, ids: [id = ""] } = await boxWith("Redis is the cache");
  await box.json(["save", "fact", "--content", "Redis is my favourite", "--layer", "global"]);
  const one = await box.run(["delete", id, "--confirm"]);
  const [, folder = ""] = /^copies in (.*)$/m.exec(one.stdout) ?? [];
  assert.match(fs.readFileSync(join(folder, "backup.json"), "utf8"), /"delete"/);
  await box.run(["restore", id]);
  const both = (await box.run(["delete", "--keyword", "Redis", "--confirm"])).stdout;
  assert.deepEqual([...both.matchAll(/^copies in (.*)$/gm)].map(([, path = ""]) => fs.existsSync(path)), [true, true]);
});

test("nobody deletes everything by forgetting an option", async () => {
  const { box } = await boxWith(...REDIS);
  for (
    const args of [["--confirm"], ["--keyword", " ", "--confirm"], ["--all", "--keyword", "x"], ["--verify", "--all"]]
  ) {
    const ran = await box.run(["manage", "delete", ...args]);
    assert.equal(ran.code, 2, args.join(" "));
  }
  assert.equal((await manage(box, "list")).data.total, 2);
});

testTogether(
  "deleting everything takes a token: bare --confirm is a preview, too early is refused and the token stays good",
  async () => {
    const { box } = await boxWith(...REDIS);
    for (const args of ["delete --all", "delete --all --confirm"]) {
      const preview = await manage(box, args);
      assert.equal(preview.status, "preview");
      assert.match(preview.data.confirm_token, /^[0-9a-z]+-[0-9a-f]{16}$/);
    }
    const token = (await manage(box, "delete --all")).data.confirm_token;
    const early = await box.run(["manage", "delete", "--all", "--confirm", token]);
    assert.equal(early.code, 4);
    assert.equal(JSON.parse(early.stdout).error.code, "CONFIRM_TOO_EARLY");
    const other = await box.run(["manage", "delete", "--all", "--purge", "--confirm", token]);
    assert.equal(JSON.parse(other.stdout).error.code, "CONFIRM_EXPIRED", "it was given for another deletion");
    await tokenRests();
    assert.equal((await manage(box, "delete --all --confirm", token)).data.deleted, 2);
  },
);

testTogether("a token is void when what would go has changed since it was shown", async () => {
  const { box } = await boxWith(...REDIS);
  const token = (await manage(box, "delete --keyword redis --purge")).data.confirm_token;
  await box.json(["save", "fact", "--content", "Redis has a password"]);
  await tokenRests();
  const ran = await box.run(["manage", "delete", "--keyword", "redis", "--purge", "--confirm", token]);
  assert.equal(JSON.parse(ran.stdout).error.code, "CONFIRM_EXPIRED");
  assert.equal((await manage(box, "list --keyword redis")).data.total, 3);
});

testTogether("a purge takes records out of the files and can be brought back from its backup", async () => {
  const { box, ids } = await boxWith(...REDIS);
  const token = (await manage(box, "delete --keyword cluster --purge")).data.confirm_token;
  await tokenRests();
  const done = (await manage(box, "delete --keyword cluster --purge --confirm", token)).data;
  assert.deepEqual([done.deleted, done.mode], [1, "purge"]);
  assert.doesNotMatch(box.read(done.affected_files[0]), /Cluster/);
  await box.json(["save", "fact", "--content", "Written after the purge"]);
  const id = done.backup_path.replace("backups/", "").replace("/", "");
  const restored = await manage(box, "restore --from-backup", id);
  assert.deepEqual([restored.data.restored, restored.data.mode], [1, "backup"]);
  assert.deepEqual(await found(box, "Cluster"), [ids[1]]);
  assert.equal((await manage(box, "list")).data.total, 3, "what was written since stays");
});

testTogether(
  "of several deletions of one record at once one deletes it, and the others say that it is deleted",
  async () => {
    const box = memoryBox();
    for (let round = 0; round < 3; round++) {
      const { id } = (await box.json(["remember", `Ports of round ${round}`])).data;
      const ran = await Promise.all(Array.from({ length: 4 }, () => box.run(["--json", "delete", id, "--confirm"])));
      assert.deepEqual(ran.map(({ code }) => code).sort(), [0, 1, 1, 1]);
      for (const { code, stdout } of ran) {
        assert.doesNotMatch(stdout, /purged|from 0 files|not found:/i);
        if (code === 1) assert.match(JSON.parse(stdout).error.message, /deleted already|no record/);
      }
    }
  },
);

testTogether("a restore from a backup changes nothing that was reworded or done since, and says how to", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["remember", "The port is 8080"])).data;
  await box.json(["edit", id, "The port is 9090"]);
  await box.json(["remember", "TODO: move the login page"]);
  await box.json(["done", "login page"]);
  await box.json(["delete", id, "--confirm"]);
  const deletion = (await manage(box, "backups")).data.backups;
  const before = (command: string) => deletion.find((each: Json) => each.command.endsWith(command));
  for (const command of ["edit", "done"]) {
    const { data } = await manage(box, "restore --from-backup", before(command).id);
    if (command === "done") assert.deepEqual([data.restored, data.kept], [0, 1]);
    else assert.equal(data.restored, 1, "deleted since");
  }
  assert.deepEqual((await manage(box, "list --todos")).data.total, 0, "what is done stays done");
  await box.json(["edit", id, "The port is 9091"]);
  const backups = (await manage(box, "backups")).data.backups;
  const reworded = backups.find((each: Json) => each.command.endsWith("edit"));
  const { data } = await manage(box, "restore --from-backup", reworded.id);
  assert.deepEqual([data.restored, data.kept], [0, 1]);
  assert.match(data.hint, new RegExp(`memory undo ${reworded.op_id ?? ""}`));
  assert.deepEqual(await found(box, "9091"), [id]);
});

testTogether("a purge with its backups leaves not a byte in any file, and proves it", async () => {
  const secret = "The vault code is Zanzibar-4711";
  const { box } = await boxWith(secret, ...REDIS);
  const id = (await manage(box, "list --keyword zanzibar")).data.records[0].id;
  await manage(box, "edit --id", id, "--content", "The old code was Zanzibar-0815");
  await manage(box, "delete --id", id, "--confirm");
  await manage(box, "list --include-deleted");
  const line = (query: string) => JSON.stringify({ message: "retrieval", timestamp: new Date().toISOString(), query });
  box.write("logs/2026-02-18.jsonl", `${line("where is ZANZIBAR?")}\n${line("where is Redis?")}\n`);
  // Files that no verb reads: torn, corrupt.
  const torn = { file: `daily/${new Date().toISOString().slice(0, 10)}.jsonl`, record: { content: secret } };
  fs.mkdirSync(join(box.own, "spool"), { recursive: true });
  fs.writeFileSync(join(box.own, "spool/1.jsonl.damaged"), `${JSON.stringify(torn)}\n{"content":"Zanzi\n`);
  fs.renameSync(join(box.own, "index.sqlite"), join(box.own, "index.sqlite.corrupt"));
  const token = (await manage(box, "delete --keyword zanzibar --purge --include-backups --verify")).data.confirm_token;
  await tokenRests();
  const words = ["manage", "delete", "--keyword", "zanzibar", "--purge", "--include-backups", "--verify"];
  const { data } = await box.json([...words, "--confirm", token]);
  assert.equal(data.deleted, 1);
  assert.equal(data.backup_path, undefined);
  assert.deepEqual([data.verified.clean, data.verified.found], [true, []]);
  for (const folder of [box.data, box.own]) {
    for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = fs.readFileSync(join(entry.parentPath, entry.name), "latin1").toLowerCase();
      assert.ok(!bytes.includes("zanzibar"), join(entry.parentPath, entry.name));
    }
  }
  assert.match(box.read("logs/2026-02-18.jsonl"), /Redis/);
  const undo = await box.run(["manage", "undo"]);
  assert.equal(JSON.parse(undo.stdout).error.code, "UNDO_IMPOSSIBLE");
});

/** The files of a box whose name or bytes hold a word. */
function filesHolding(box: Box, word: string): string[] {
  return [box.data, box.own].flatMap((folder) =>
    fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => `${path}\n${fs.readFileSync(path, "latin1")}`.toLowerCase().includes(word))
  );
}

// The id of a note is made of its words, and stands in the log of writes, in session states, events and backups.
testTogether("a purge of a note takes its id along, since that is made of its words", async () => {
  const box = memoryBox();
  await box.json(["note", "add", "Our investor Quibblefax pulls out in March", "--when", "money"]);
  await box.json(["note", "add", "Our investor Zanzibar stays", "--when", "Zanzibar", "--confirm"]);
  const at = { session_id: "s-1", cwd: box.project };
  await box.hook("claude", "SessionStart", { ...at, source: "startup" });
  await box.hook("claude", "UserPromptSubmit", { ...at, prompt: "what about the money of our investor?" });
  await box.hook("claude", "SessionEnd", at);
  await found(box, "Quibblefax");
  assert.ok(filesHolding(box, "quibblefax").length >= 6);
  const data = await purgeWholly(box, "--id", "MEM-money-investor-quibblefax");
  assert.deepEqual([data.deleted, data.verified.clean, data.verified.found], [1, true, []]);
  assert.deepEqual(filesHolding(box, "quibblefax"), []);
  // What names other notes stays, and the id is never given again.
  assert.match(box.read("audit/operations.jsonl"), /MEM-zanzibar-investor-stays/);
  const again = (await box.json(["note", "add", "Our investor Quibblefax pulls out in March", "--when", "money"])).data;
  assert.equal(again.id, "MEM-money-investor-quibblefax-2");
});

testTogether(
  "a note that was purged with a backup leaves its id there, for undo; a later purge takes both",
  async () => {
    const box = memoryBox();
    await box.json(["note", "add", "Our investor Quibblefax pulls out in March", "--when", "money"]);
    await box.json(["note", "add", "The lantern of Quibblefaxer is blue", "--when", "lantern"]);
    const words = ["manage", "delete", "--id", "MEM-money-investor-quibblefax", "--purge", "--verify"];
    const token = (await box.json(words)).data.confirm_token;
    await tokenRests();
    const { verified } = (await box.json([...words, "--confirm", token])).data;
    assert.equal(verified.clean, false);
    assert.ok(verified.found.some(({ file }: Json) => file === "notes/.ids"), JSON.stringify(verified.found));
    const data = await purgeWholly(box, "--id", "MEM-money-investor-quibblefax");
    assert.deepEqual([data.deleted, data.verified.clean], [0, true]);
    assert.ok(filesHolding(box, "quibblefaxer").length > 0);
    assert.deepEqual(filesHolding(box, "investor"), []);
  },
);

testTogether(
  "a purge takes along what tells of the text, never what only holds its letters, and counts it",
  async () => {
    const { box } = await boxWith("ev", "Deploy to the Zanzibar cluster");
    const note = {
      source: "remember",
      confidence: "low",
      principles: ["Use Redis", "Use nothing"],
      choice: "Use Redis",
    };
    const propose = (scene: string) => box.json(["note", "propose", JSON.stringify({ ...note, scene })]);
    await propose("When every event counts");
    await propose("Deploy to the Zanzibar cluster");
    const line = (query: string) => JSON.stringify({ event: "ev", timestamp: new Date().toISOString(), query });
    box.write(
      "logs/2026-02-18.jsonl",
      ["every event", "ev", "where is the zanzibar cluster?", "to the cluster", "deploy to the Zanzibar"].map(line)
        .join("\n") + "\n",
    );
    const purge = async (keyword: string) => {
      const words = ["manage", "delete", "--keyword", keyword, "--purge"];
      const { confirm_token } = (await box.json(words)).data;
      await tokenRests();
      const { data } = await box.json([...words, "--confirm", confirm_token]);
      return [data.deleted, data.erased_from_logs, data.erased_proposals];
    };
    assert.deepEqual(await purge("ev"), [1, 1, 0]);
    assert.equal(box.lines("logs/2026-02-18.jsonl").length, 4);
    // A query in the record's own words tells of it, too.
    assert.deepEqual(await purge("zanzibar"), [1, 2, 1]);
    assert.deepEqual(box.lines("logs/2026-02-18.jsonl").map(({ query }) => query), ["every event", "to the cluster"]);
    const ids = (await box.json(["manage", "list"])).data.records;
    assert.deepEqual(ids, []);
  },
);

testTogether("a keyword is found in either kind of Chinese, and its purge leaves neither", async () => {
  const { box } = await boxWith("测试库在 10.2.3.4:3307", "測試機的帳號找老王要", "测试用 vitest");
  for (const [word, count] of [["測試庫", 1], ["帐号", 1], ["測試", 3], ["試機", 1], ["庫測", 0]] as const) {
    assert.equal((await box.json(["list", "--keyword", word])).data.total, count, word);
  }
  await box.json(["save", "summary", "--topic", "库", "--summary", "连上了测试库", "--todo", "测试库换密码"]);
  assert.equal((await box.json(["list", "--todos", "--keyword", "測試庫"])).data.total, 1);
  const data = await purgeWholly(box, "--keyword", "測試庫");
  assert.deepEqual([data.deleted, data.verified.clean], [2, true]);
});

testTogether("a purge takes along proposals that have expired, and leaves none that has", async () => {
  const { box } = await boxWith("Deploy to the Zanzibar cluster");
  const note = { source: "remember", confidence: "low", principles: ["Use Redis", "Use nothing"], choice: "Use Redis" };
  const proposed = async (scene: string) =>
    (await box.json(["note", "propose", JSON.stringify({ ...note, scene })])).data.results[0].proposal;
  const ids = [await proposed("On Zanzibar"), await proposed("When caching"), await proposed("When naming a key")];
  for (const [at, id] of ids.slice(0, 2).entries()) {
    const file = `proposals/${id}.json`;
    const created_at = new Date(Date.now() - (9 + at) * 86_400_000).toISOString();
    box.write(file, JSON.stringify({ ...JSON.parse(box.read(file)), created_at }));
  }
  const data = await purgeWholly(box, "--keyword", "zanzibar");
  assert.deepEqual([data.deleted, data.erased_proposals, data.verified.clean], [1, 1, true]);
  assert.deepEqual(fs.readdirSync(box.path("proposals")), [`${ids[2]}.json`]);
});

// A clean-up leaves the daily records of a consolidated fact deleted, and `restore` brought them back after the purge.
testTogether(
  "a purge of a consolidated fact takes along the records it was made of, though they are deleted",
  async () => {
    const box = memoryBox();
    const line = (id: string, content: string) =>
      JSON.stringify({
        id,
        type: "fact",
        memory_type: "W",
        content,
        confidence: 0.9,
        timestamp: "2026-02-18T10:00:00Z",
      });
    const texts = ["The lantern is at Zanzibar-4711", "The harbour is at Quibble-12"];
    box.write("daily/2026-02-18.jsonl", `${texts.map((text, at) => line(`log-${at}`, text)).join("\n")}\n`);
    await manage(box, "consolidate");
    await manage(box, "cleanup --older-than 30 --confirm");
    const { records } = (await manage(box, "list")).data;
    const { id } = records.find(({ content }: Json) => content === texts[0]);
    const data = await purgeWholly(box, "--id", id);
    assert.deepEqual([data.deleted, data.verified.clean], [2, true]);
    assert.deepEqual(filesHolding(box, "zanzibar"), []);
    assert.equal((await box.run(["restore", "log-0"])).code, 1);
    assert.equal((await box.run(["restore", "log-1"])).code, 0, "what another fact was made of stays");
  },
);

testTogether("the id of a purged note means no other note, whose id begins alike", async () => {
  const box = memoryBox();
  const write = async () => (await box.json(["note", "add", "Errors are JSON objects", "--when", "api"])).data.id;
  const first = await write();
  assert.equal((await purgeWholly(box, "--id", first)).deleted, 1);
  const second = await write();
  assert.ok(second.startsWith(first) && second !== first, second);
  assert.equal((await box.run(["delete", first, "--confirm"])).code, 1);
  assert.equal((await box.json(["delete", second.toLowerCase(), "--confirm"])).data.deleted, 1);
});

// No record held the words of these prompts, by which the lines of the log could be found.
testTogether("a purge of everything takes the prompts out of the log, and no line of it holds a text", async () => {
  const { box } = await boxWith(...REDIS);
  const at = { session_id: "s-1", cwd: box.project };
  await box.hook("claude", "SessionStart", { ...at, source: "startup" });
  await box.hook("claude", "UserPromptSubmit", { ...at, prompt: "what does the Quibblefax contract say about Redis?" });
  const queries = async () => (await manage(box, "log")).data.retrievals.map(({ query }: Json) => query);
  assert.match(JSON.stringify(await queries()), /Quibblefax/);
  const data = await purgeWholly(box, "--all");
  assert.deepEqual([data.verified.clean, data.erased_from_logs > 0], [true, true]);
  assert.deepEqual(filesHolding(box, "quibblefax"), []);
});

testTogether("a proof that fails says where a text still is", async () => {
  const { box } = await boxWith("The code is Zanzibar-4711");
  box.write("MEMORY.md", "- ask for zanzibar-4711\n");
  const words = ["manage", "delete", "--keyword", "Zanzibar", "--purge", "--include-backups", "--verify"];
  const token = (await box.json(words)).data.confirm_token;
  await tokenRests();
  const { code, stdout } = await box.run([...words, "--confirm", token]);
  const { data } = JSON.parse(stdout);
  assert.deepEqual([data.verified.clean, data.verified.found], [false, [{ file: "MEMORY.md", what: "Zanzibar" }]]);
  assert.equal(code, 1, "a script has to see it");
});

test("a deletion names the places that still hold the same text", async () => {
  const { box } = await boxWith(...REDIS);
  box.write("MEMORY.md", "# Memory\n\n- Redis caches sessions, TTL 300\n- Other things\n");
  await box.json(["save", "summary", "--topic", "Cache", "--summary", "Chose redis for sessions"]);
  const preview = await manage(box, "delete --keyword redis --scope daily");
  const { data } = await manage(box, "delete --keyword redis --scope daily --confirm");
  for (const { remaining_mentions } of [preview.data, data]) {
    assert.deepEqual(
      remaining_mentions.map(({ file, line }: Json) => [file, line]),
      [["MEMORY.md", 3], ["sessions.jsonl", undefined]],
    );
  }
});

// Each word of what `init` writes into MEMORY.md was told as the user's own sentence.
test("what init wrote into MEMORY.md is no mention of a word; what the user wrote there is, in a comment, too", async () => {
  const { box } = await boxWith("The session list has an important file");
  const places = async (word: string) =>
    ((await manage(box, `delete --keyword ${word}`)).data.remaining_mentions ?? []).map(({ line }: Json) => line);
  await box.run(["init", "--skip-model", "--agent", "none"]);
  const core = box.read("MEMORY.md");
  assert.match(core, /session[^]*important/);
  for (const word of ["session", "important", "file"]) assert.deepEqual(await places(word), [], word);
  box.write("MEMORY.md", `<!-- a session of mine -->\n${core}`);
  assert.deepEqual(await places("session"), [1]);
});

test("a text that shares a single word with a deleted one is no mention of it", async () => {
  const text = "The database was the bottleneck of sessions, so that Redis holds them now";
  const { box, ids: [id = ""] } = await boxWith(text, "google.com is reached through the proxy");
  box.write("MEMORY.md", `# Memory\n\n- bottleneck\n- ${text}\n- google is down\n- go 1.26 builds it\n`);
  const lines = async (words: string) =>
    ((await manage(box, `delete ${words}`)).data.remaining_mentions ?? []).map(({ line }: Json) => line);
  assert.deepEqual(await lines(`--id ${id}`), [4]);
  assert.deepEqual(await lines("--keyword go --type fact"), [6], "part of a word is another word");
  assert.deepEqual(await lines(`--id ${id} --confirm`), [4], "told of what is gone, too");
});

test("a preview names records that hold the word and stay: the team's notes, records of another project", async () => {
  const { box } = await boxWith(...REDIS);
  box.write("notes/share/MEM-001.md", "# MEM-001 Redis for caches\n\n## Meta\n\n- **Id**: MEM-001\n\nRedis it is.\n");
  const everywhere = join(box.home, ".cursor", "skills", "memory-data", "daily", "2026-02-18.jsonl");
  fs.mkdirSync(dirname(everywhere), { recursive: true });
  const theirs = { type: "fact", memory_type: "W", content: "Redis there", timestamp: "2026-02-18T10:00:00Z" };
  fs.writeFileSync(everywhere, `${JSON.stringify({ id: "log-1", ...theirs, project: "/somewhere/else" })}\n`);
  for (const words of ["--keyword redis", "--keyword redis --type fact"]) {
    const { total, remaining_mentions } = (await manage(box, `delete ${words}`)).data;
    assert.equal(total, 2);
    assert.deepEqual(remaining_mentions.map(({ id }: Json) => id), ["MEM-001", "log-1"]);
  }
});

// An editor or a formatter breaks a line at column 80, and a list shows the text of a record on one line.
testTogether(
  "words over a line break are the same words, for lists, purges, their proof and their mentions",
  async () => {
    const { box } = await boxWith("The customer is Acme\nRotterdam, they pay late", "we pay Acme  Rotterdam");
    await box.json(["note", "add", "Invoices go out in May", "--when", "invoicing Acme Rotterdam"]);
    await box.json(["note", "delete", "MEM-invoicing-acme-rotterdam", "--confirm"]);
    const core = "# Memory\n\n- The largest customer by revenue is since 2021 our Acme\n  Rotterdam, they pay late\n";
    box.write("MEMORY.md", `${core}- Other things of Rotterdam\n`);
    assert.equal((await manage(box, "list --keyword", "acme rotterdam")).data.total, 2);
    const data = await purgeWholly(box, "--keyword", "Acme Rotterdam");
    assert.deepEqual(data.remaining_mentions.map(({ file, line }: Json) => [file, line]), [["MEMORY.md", 3]]);
    assert.deepEqual(data.verified.found, [{ file: "MEMORY.md", what: "Acme Rotterdam" }]);
    assert.deepEqual(filesHolding(box, "acme-rotterdam"), []);
  },
);

test("a deletion of a note that replaces the team's leaves the team's", async () => {
  const box = memoryBox();
  const note = (id: string, more = "") =>
    `# ${id} Errors\n\n## Meta\n\n- **Id**: ${id}\n- **Title**: Errors of ${id}\n- **Kind**: decision\n- **Status**: active\n${more}\nErrors.\n`;
  box.write("notes/share/MEM-team.md", note("MEM-team"));
  box.write("notes/MEM-own.md", note("MEM-own", "- **Supersedes**: MEM-team\n"));
  const shared = join(box.data, "notes", "share", "MEM-team.md");
  const [before, all] = [fs.readFileSync(shared), ["manage", "delete", "--id", "MEM-own"]];
  assert.equal((await box.json(all)).data.total, 1);
  await box.json([...all, "--confirm"]);
  assert.deepEqual(fs.readFileSync(shared), before);
  assert.equal(fs.existsSync(join(box.data, "notes", "MEM-own.md")), false);
});

testTogether("a text that an edit cut out is erased from the backups, which alone hold it still", async () => {
  const { box, ids: [id = ""] } = await boxWith("The password of the lab is zanzibar");
  await manage(box, "edit", id, "The lab has a password");
  const words = ["manage", "delete", "--keyword", "zanzibar", "--purge", "--include-backups", "--verify"];
  const { data } = await box.json(words);
  assert.match(data.message, /Only backups or ids hold it/);
  await tokenRests();
  const done = await box.json([...words, "--confirm", data.confirm_token]);
  assert.deepEqual([done.data.deleted, done.data.verified.clean], [0, true]);
  assert.ok(done.data.erased_from_backups > 0);
  assert.match((await box.json(words)).data.message, /No record matches/);
  assert.equal((await manage(box, "list")).data.total, 1);
});

// "Nothing matches" read as "it is gone", while all of these held the word.
testTogether("a purge with the backups takes a word that no record holds any more, and names what stays", async () => {
  const { box } = await boxWith("The customer is Zanzibar", "Redis is the cache");
  const prompt = { session_id: "s-1", cwd: box.project, prompt: "how do we bill Quibblefax for Redis?" };
  await box.hook("claude", "UserPromptSubmit", prompt);
  await found(box, "Redis");
  // Taken out by hand: the index keeps the bytes until something overwrites them.
  const day = join(box.data, "daily", fs.readdirSync(join(box.data, "daily"))[0] ?? "");
  fs.writeFileSync(day, fs.readFileSync(day, "utf8").split("\n").filter((line) => !/Zanzibar/.test(line)).join("\n"));
  await found(box, "Redis");
  for (const word of ["zanzibar", "quibblefax"]) {
    assert.ok(filesHolding(box, word).length > 0, word);
    const { deleted, nothing_matched, verified } = await purgeWholly(box, "--keyword", word);
    assert.deepEqual([deleted, nothing_matched, verified.clean], [0, true, true], word);
    assert.deepEqual(filesHolding(box, word), []);
  }
  assert.equal((await manage(box, "list")).data.total, 1);
  box.write("MEMORY.md", "# Memory\n\n- Lantern is a customer\n");
  const refused = await box.run(["delete", "--keyword", "lantern"]);
  assert.deepEqual([refused.code, /MEMORY\.md:3/.test(refused.stderr)], [1, true]);
  const { remaining_mentions, verified, found_in } = await purgeWholly(box, "--keyword", "lantern");
  assert.deepEqual([remaining_mentions[0].line, verified.clean, found_in], [3, false, [box.data]]);
});

// The whole summary went with its open to-dos, and the preview showed a text without the word.
testTogether(
  "a purge of a word that only an earlier wording holds takes that wording and leaves the record",
  async () => {
    const box = memoryBox();
    const save = (summary: string) =>
      box.json([
        "save",
        "summary",
        "--session",
        "s-1",
        "--topic",
        "Week",
        "--summary",
        summary,
        "--todo",
        "clean disk",
      ]);
    await save("Zanzibar went live");
    const { id } = (await save("Zanzibar went live on the 3rd")).data;
    await box.json(["edit", id, "The customer went live"]);
    assert.match(box.read("sessions.jsonl"), /Zanzibar/);
    const words = ["delete", "--keyword", "zanzibar", "--purge"];
    const { data } = await box.json(words);
    assert.deepEqual([data.total, data.earlier_wordings_of], [0, [id]]);
    const done = await purgeWholly(box, "--keyword", "zanzibar");
    assert.deepEqual([done.deleted, done.earlier_wordings_of, done.verified.clean], [0, [id], true]);
    assert.deepEqual(filesHolding(box, "zanzibar"), []);
    assert.match(box.read("sessions.jsonl"), /The customer went live/);
    assert.equal((await box.json(["list", "--todos"])).data.total, 1);
  },
);

testTogether("a purge takes a word from records that were taken away without memory", async () => {
  const { box } = await boxWith("The customer is Zanzibar", "Redis is the cache");
  fs.rmSync(join(box.data, "daily"), { recursive: true });
  const { deleted, erased_from_backups, verified } = await purgeWholly(box, "--keyword", "zanzibar");
  assert.deepEqual([deleted, erased_from_backups, verified.clean], [0, 1, true]);
  await box.json(["restore"]);
  assert.deepEqual((await manage(box, "list")).data.records.map(({ content }: Json) => content), [
    "Redis is the cache",
  ]);
});

test("a deletion takes what a list of the same words shows, unless a scope says less", async () => {
  const { box } = await boxWith(...REDIS);
  await box.json(["save", "summary", "--topic", "Cache", "--summary", "Chose redis for sessions"]);
  assert.equal((await manage(box, "list --keyword redis")).data.total, 3);
  assert.equal((await manage(box, "delete --keyword redis --scope daily")).data.total, 2);
  assert.equal((await manage(box, "delete --keyword redis --scope sessions")).data.total, 1);
  assert.equal((await manage(box, "delete --keyword redis")).data.total, 3);
  assert.equal((await manage(box, "delete --keyword redis --confirm")).data.deleted, 3);
  assert.equal((await manage(box, "restore --from 2020-01-01")).data.restored, 3);
});

test("a consolidated copy goes with the daily fact it repeats, and comes back with it", async () => {
  const { box, ids } = await boxWith(...REDIS);
  const fact = { id: "fact-1", type: "fact", memory_type: "W", content: REDIS[0], entities: [], confidence: 0.9 };
  const times = { timestamp: "2026-02-18T10:00:00Z", created_at: "2026-02-18T10:00:00Z" };
  box.write("facts.jsonl", `${JSON.stringify({ ...fact, ...times, evidence: [ids[0]] })}\n`);
  assert.equal((await manage(box, "list")).data.total, 2, "the copy is not counted twice");
  assert.equal((await manage(box, "list --scope facts")).data.total, 1);
  await manage(box, "delete --id", ids[0] ?? "", "--confirm");
  assert.equal((await manage(box, "list")).data.total, 1);
  assert.equal((await box.run(["search", "TTL 300"])).code, 1);
  await manage(box, "restore --id", ids[0] ?? "");
  assert.equal((await manage(box, "list --scope facts")).data.total, 1);
  assert.equal((await manage(box, "list")).data.total, 2);
});

test("the records that a deleted one had replaced are deleted too, so that no old value holds again; undo brings back both", async () => {
  const { box, ids: [first = ""] } = await boxWith("Reminders wait: the SMS signature is in review");
  const replacing = async (content: string, id: string) =>
    (await box.json(["save", "fact", "--content", content, "--supersedes", id])).data.id;
  const second = await replacing("The SMS signature was refused", first);
  const third = await replacing("The SMS signature is approved", second);
  const { data } = await manage(box, `delete --id ${third}`);
  assert.deepEqual(data.records.map(({ id }: Json) => id).sort(), [first, second, third].sort());
  await manage(box, `delete --id ${third} --confirm`);
  assert.deepEqual(await found(box, "SMS signature"), []);
  assert.equal((await manage(box, "list")).data.total, 0);
  await manage(box, "undo");
  assert.deepEqual(await found(box, "SMS signature"), [third]);
  // A replaced record stays as long as another record still replaces it.
  const beside = await replacing("The SMS signature needs no review", second);
  assert.deepEqual((await manage(box, `delete --id ${beside}`)).data.records.map(({ id }: Json) => id), [beside]);
});

test("a purge of a deleted record leaves what it had replaced, where that was restored since", async () => {
  const { box, ids: [first = ""] } = await boxWith("The pool has 10 connections");
  const content = ["--content", "The pool has 20 connections", "--supersedes", first];
  const { data: { id: second } } = await box.json(["save", "fact", ...content]);
  await manage(box, `delete --id ${second} --confirm`);
  await manage(box, `restore --id ${first}`);
  // The purge took along the record that holds again.
  const { data } = await manage(box, `delete --id ${second} --purge`);
  assert.deepEqual(data.records.map(({ id }: Json) => id), [second]);
});

test("a record whose new wording holds the old one is no mention of itself", async () => {
  const box = memoryBox();
  const { data: { id } } = await box.json(["save", "fact", "--content", "Sessions live in Redis"]);
  const words = ["--content", "Sessions live in Redis, for an hour"];
  assert.equal((await box.json(["manage", "edit", "--id", id, ...words])).data.remaining_mentions, undefined);
});
