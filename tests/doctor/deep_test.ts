/** What only --deep sees: every page, every word and sum of the index, every byte of the model. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { doctorBox, line } from "../doctor_box.ts";
import { MODEL_A, testModelFiles } from "../fixtures/model/generate.ts";
import { localHub } from "../hub.ts";

const DAY = "daily/2026-02-18.jsonl";
const PAGE_BYTES = 4096;

test("a sound memory is sound in depth", async () => {
  const box = await doctorBox();
  box.write("MEMORY.md", "# Core\n\n## Preferences\n\n- Two spaces\n\n## Style\n\n- 缓存优先\n");
  box.write(DAY, line("log-1") + line("log-2", { supersedes: "log-1" }) + line("log-3", { deleted_at: "2026-02-19" }));
  await box.json(["sync"]);
  const { bad, of } = await box.doctor(["--deep"]);
  assert.deepEqual(bad, []);
  assert.match(of["secrets"]?.detail ?? "", /^none in \d+ files$/);
});

test("a page that is damaged in the middle of the index is found and mended", async () => {
  const box = await doctorBox();
  box.write(DAY, Array.from({ length: 90 }, (_, at) => line(`log-${at}`)).join(""));
  await box.json(["sync"]);
  const path = join(box.own, "index.sqlite");
  const bytes = fs.readFileSync(path);
  bytes.fill(0xff, bytes.length - 2 * PAGE_BYTES, bytes.length - PAGE_BYTES);
  fs.writeFileSync(path, bytes);
  const { of } = await box.doctor(["--deep"]);
  assert.equal(of["sqlite_accessible"]?.status, "fail");
  const mended = await box.doctor(["--deep", "--fix"]);
  assert.deepEqual([mended.bad, mended.fixed], [[], ["sqlite_accessible"]]);
  assert.equal((await box.json(["search", "Redis"])).results.length, 1);
});

test("a sum that ranking rests on and that is wrong is found", async () => {
  const box = await doctorBox();
  const db = new DatabaseSync(join(box.own, "index.sqlite"));
  db.exec("UPDATE totals SET words = words + 1");
  db.close();
  assert.deepEqual((await box.doctor()).bad, []);
  assert.match((await box.doctor(["--deep"])).of["consistency"]?.detail ?? "", /index\.sqlite totals \(other\)/);
});

test("a view, table or trigger that is not ours is found in the index, and goes with a rebuild", async () => {
  const box = await doctorBox();
  const db = new DatabaseSync(join(box.own, "index.sqlite"));
  db.exec("CREATE TRIGGER steal AFTER INSERT ON files BEGIN SELECT 1; END");
  db.close();
  assert.match((await box.doctor(["--deep"])).of["consistency"]?.detail ?? "", /index\.sqlite schema \(other\)/);
  assert.deepEqual((await box.doctor(["--deep", "--fix"])).bad, []);
});

test("secrets are told by kind and place, in lines, notes and backups, and never shown", async () => {
  const box = await doctorBox();
  const key = `AKIA${"ABCDEFGH"}${"IJKLMNOP"}`;
  const token = `ghp_${"a1B2c3D4e5".repeat(4)}`;
  const pem = `-----BEGIN RSA PRIVATE KEY-----\\nMIIB\\n-----END RSA PRIVATE KEY-----`;
  const secret = line("log-1", { content: `the key is ${key}` }) + line("log-2") +
    line("log-3", { tags: [`x ${token}`] }) +
    line("log-4", { content: "PEM" }).replace("PEM", pem);
  box.write(DAY, secret);
  box.write("backups/2026-02-18-100000/daily/2026-02-18.jsonl", secret);
  box.write("notes/MEM-login.md", "# MEM-login\n\n-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n");
  assert.equal((await box.doctor()).of["secrets"], undefined);
  const { stdout } = await box.run(["--json", "doctor", "--deep"]);
  for (const word of [key, token, "MIIB"]) assert.ok(!stdout.includes(word), word);
  const { detail, status, next_step } = JSON.parse(stdout).data.checks.at(-1);
  assert.equal(status, "warn");
  for (
    const place of [
      "daily/2026-02-18.jsonl:1 log-1 (aws-key)",
      "daily/2026-02-18.jsonl:3 log-3 (github-token)",
      "daily/2026-02-18.jsonl:4 log-4 (private-key)",
      "backups/2026-02-18-100000/daily/2026-02-18.jsonl:1 (aws-key)",
      "notes/MEM-login.md (private-key)",
    ]
  ) assert.ok(detail.includes(place), `${place} in ${detail}`);
  assert.match(next_step, /--purge --include-backups/);
});

test("an id that ends like a name of passwords is no secret in a backup", async () => {
  const box = await doctorBox();
  box.write(DAY, line("log-101500000-pass") + line("log-101500001-dbpw"));
  await box.json(["manage", "edit", "--id", "log-101500000-pass", "--content", "The pier is blue"]);
  await box.json(["manage", "edit", "--id", "log-101500001-dbpw", "--content", "The pier is long"]);
  const { detail, status } = (await box.doctor(["--deep"])).of["secrets"] ?? {};
  assert.deepEqual([status, /^none in \d+ files$/.test(detail ?? "")], ["pass", true], detail);
});

test("secrets in a memory that git carries to others fail", async () => {
  const box = await doctorBox();
  await box.json(["init", "--project-path", box.project, "--share", "all", "--skip-model"]);
  box.write(DAY, line("log-1", { content: `password: ${"hunter2hunter2"}` }));
  assert.equal((await box.doctor(["--deep"])).of["secrets"]?.status, "fail");
});

test("lines of the audit log that can't be parsed are found", async () => {
  const box = await doctorBox();
  fs.appendFileSync(join(box.own, "audit/operations.jsonl"), '{"op_id":"op-1","comm\n');
  assert.deepEqual((await box.doctor()).bad, []);
  assert.match((await box.doctor(["--deep"])).of["jsonl_parseable"]?.detail ?? "", /audit\/operations\.jsonl:2/);
});

test("the model: not there, there, of the wrong size, of the right size with other bytes, and its vectors damaged", async () => {
  const hub = await localHub();
  const name = "tests/tiny-bert";
  hub.repositories.set(name, testModelFiles(MODEL_A));
  const env = { HF_ENDPOINT: hub.endpoint, MEMORY_EMBEDDING_MODEL: name };
  try {
    const box = await doctorBox();
    const model = async (...words: string[]) => (await box.doctor(words, { env })).of["model_cache"];
    const absent = await model();
    assert.deepEqual([absent?.status, absent?.next_step], ["warn", "Run `memory model download`"]);
    assert.equal(
      (await box.doctor([], { env: { MEMORY__embedding__enabled: "false" } })).of["model_cache"]?.status,
      "pass",
    );
    await box.json(["model", "download", "--pin"], { env });
    await box.json(["sync", "--embed"], { env });
    const there = await model("--deep");
    assert.equal(there?.status, "pass");
    assert.match(there?.detail ?? "", /tiny-bert is there; vectors of the project layer: 1 by .*; .* it runs/);

    const folder = join(box.home, ".memory/models/tests--tiny-bert");
    const graph = (fs.readdirSync(folder, { recursive: true }) as string[]).find((file) => file.endsWith(".onnx"));
    const path = join(folder, graph ?? "");
    const sound = fs.readFileSync(path);
    fs.writeFileSync(path, sound.with(sound.length - 1, (sound.at(-1) ?? 0) ^ 1));
    assert.equal((await model())?.status, "pass");
    const changed = await model("--deep");
    assert.equal(changed?.status, "fail");
    assert.match(changed?.detail ?? "", /checksum differs/);
    fs.writeFileSync(path, sound.subarray(1));
    assert.deepEqual([(await model())?.status, (await model())?.next_step], [
      "fail",
      "Run `memory model download --update`",
    ]);
    fs.writeFileSync(path, sound);

    box.write("vectors.sqlite", "no database ".repeat(999));
    const { bad, of } = await box.doctor([], { env });
    assert.deepEqual(bad, ["sqlite_accessible"]);
    assert.match(of["sqlite_accessible"]?.detail ?? "", /^vectors\.sqlite: /);
    const mended = await box.doctor(["--fix"], { env });
    assert.deepEqual([mended.bad, mended.fixed], [[], ["sqlite_accessible"]]);
  } finally {
    await hub.close();
  }
});
