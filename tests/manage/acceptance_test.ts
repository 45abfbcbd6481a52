/** The ten acceptance criteria of the management tool's design (§10), each against the binary. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Box, type Json, memoryBox } from "../box.ts";
import { boxWith, manage } from "./box.ts";
import { testTogether, tokenRests } from "../together.ts";

const found = async (box: Box, query: string) => (await box.run(["search", query])).code === 0;

/** The texts that teach the agent, in both languages, as `init` installs them. */
async function skill(lang: "zh" | "en"): Promise<{ box: Box; text: string }> {
  const box = memoryBox({ empty: true });
  await box.json(["init", "--agent", "cursor", "--lang", lang, "--skip-model"]);
  const folder = join(box.project, ".cursor/skills/long-term-memory");
  const text = ["SKILL.md", "manage.md", "settings.md"].map((file) => fs.readFileSync(join(folder, file), "utf8"));
  return { box, text: text.join("\n") };
}

/** The commands of a text, as words after the binary's name. */
function commands(text: string): string[] {
  return [
    ...text.matchAll(
      /(?:memory(?:\.exe)?"?'?)\s+(manage [^`\n]*|config [^`\n]*|export [^`\n]*|import [^`\n]*|doctor)/g,
    ),
  ]
    .map(([, words = ""]) => words.trim());
}

test("1: asked what is remembered, the agent shows sums and a list", async () => {
  for (const lang of ["zh", "en"] as const) {
    const { box, text } = await skill(lang);
    const all = commands(text);
    assert.ok(all.some((words) => words === "manage stats"), lang);
    assert.ok(all.some((words) => words.startsWith("manage list")), lang);
    await box.json(["save", "fact", "--content", "Redis caches sessions"]);
    assert.equal((await manage(box, "stats")).data.daily.facts, 1);
    assert.equal((await manage(box, "list", "--days", "7", "--limit", "20")).data.total, 1);
  }
});

test("2: asked to delete, the agent looks first, asks, and only then deletes", async () => {
  for (const lang of ["zh", "en"] as const) {
    const { text } = await skill(lang);
    const all = commands(text);
    const look = all.findIndex((words) => words.startsWith("manage list --keyword"));
    const confirmed = all.findIndex((words) => /^manage delete .*--confirm/.test(words));
    assert.ok(look !== -1 && look < confirmed, lang);
  }
  const { box } = await boxWith("Redis caches sessions", "Redis has six nodes", "Postgres holds orders");
  const listed = await manage(box, "list", "--keyword", "Redis");
  const preview = await manage(box, "delete", "--keyword", "Redis");
  assert.deepEqual([listed.data.total, preview.status, preview.data.total], [2, "preview", 2]);
  assert.equal((await manage(box, "list")).data.total, 3, "nothing is gone before the word is given");
  assert.equal((await manage(box, "delete", "--keyword", "Redis", "--confirm")).data.deleted, 2);
});

test("3: a soft-deleted record is not found, a restored one is", async () => {
  const { box } = await boxWith("Redis caches sessions");
  const [{ id }] = (await manage(box, "list")).data.records;
  assert.equal(await found(box, "Redis"), true);
  await manage(box, "delete", "--id", id, "--confirm");
  assert.equal(await found(box, "Redis"), false);
  await manage(box, "restore", "--id", id);
  assert.equal(await found(box, "Redis"), true);
});

testTogether("4: a purge makes its backup by itself", async () => {
  const { box } = await boxWith("Redis caches sessions");
  const before = fs.readFileSync(join(box.data, "daily", fs.readdirSync(join(box.data, "daily"))[0] ?? ""), "utf8");
  const token = (await manage(box, "delete", "--keyword", "Redis", "--purge")).data.confirm_token;
  await tokenRests();
  const { data } = await manage(box, "delete", "--keyword", "Redis", "--purge", "--confirm", token);
  assert.equal(fs.readFileSync(join(box.own, data.backup_path, data.affected_files[0]), "utf8"), before);
});

test("5: writers at the same time damage no file", async () => {
  const { box } = await boxWith("Redis caches sessions");
  const [{ id }] = (await manage(box, "list")).data.records;
  await Promise.all([
    ...Array.from({ length: 8 }, (_, at) => box.json(["save", "fact", "--content", `Fact ${at}`])),
    ...Array.from({ length: 4 }, (_, at) => manage(box, "edit", "--id", id, "--content", `Edit ${at}`)),
  ]);
  const [file = ""] = fs.readdirSync(join(box.data, "daily"));
  assert.equal(box.lines(`daily/${file}`).length, 9, "every line parses, none is missing");
  assert.equal((await box.json(["doctor"])).data.checks[0].status, "pass");
});

test("6: export, then import, loses nothing", async () => {
  const { box } = await boxWith("Redis 缓存会话", "Postgres holds orders");
  await box.json(["save", "summary", "--topic", "T", "--summary", "S", "--decision", "D", "--session", "s1"]);
  const [first, second] = [join(box.home, "a.json"), join(box.home, "b.json")];
  await box.json(["export", "--output", first]);
  const other = memoryBox();
  await other.json(["import", "--input", first]);
  await other.json(["export", "--output", second]);
  const bytes = (path: string) => fs.readFileSync(path, "utf8").replace(/"exported_at":"[^"]*"/, "");
  assert.equal(bytes(second), bytes(first));
});

test("7: doctor finds a damage and names the next step", async () => {
  const { box } = await boxWith("Redis caches sessions");
  const status = async (id: string) => (await box.json(["doctor"])).data.checks.find((check: Json) => check.id === id);
  assert.equal((await status("jsonl_parseable")).status, "pass");
  box.write("sessions.jsonl", `{"id":"sum-1","topic":\n`);
  const broken = await status("jsonl_parseable");
  assert.notEqual(broken.status, "pass");
  assert.ok(broken.next_step.length > 0);
});

testTogether("8: the chain of confirmations is whole: preview, word, token, pause", async () => {
  const { box } = await boxWith("Redis caches sessions", "Redis has six nodes");
  // Level L1 needs no confirmation, L3 needs `--confirm`, L4 a token after a pause.
  assert.equal((await manage(box, "list")).status, "ok");
  for (
    const words of [["delete", "--keyword", "Redis"], ["cleanup", "--system-events"], [
      "import",
      "--input",
      join(box.home, "a.json"),
    ]]
  ) {
    if (words[0] === "import") await box.json(["export", "--output", join(box.home, "a.json")]);
    const ran = await box.run(["manage", ...words]);
    assert.ok(ran.code === 1 || JSON.parse(ran.stdout).status === "preview", words.join(" "));
  }
  const grave = ["manage", "delete", "--all", "--purge"];
  const preview = await box.json([...grave, "--confirm"]);
  assert.equal(preview.status, "preview");
  const { confirm_token } = preview.data;
  assert.equal(
    JSON.parse((await box.run([...grave, "--confirm", confirm_token])).stdout).error.code,
    "CONFIRM_TOO_EARLY",
  );
  await tokenRests();
  assert.equal((await box.json([...grave, "--confirm", confirm_token])).data.deleted, 2);
  const again = await box.run([...grave, "--confirm", confirm_token]);
  assert.notEqual(again.code, 0, "a token is for what was shown, once");
});

test("9: pages stay stable while others write", async () => {
  const { box } = await boxWith(...Array.from({ length: 9 }, (_, at) => `Fact ${at}`));
  const page = async (offset: number, snapshot?: string) =>
    (await manage(box, "list", "--limit", "3", "--offset", String(offset), ...snapshot ? ["--snapshot", snapshot] : []))
      .data;
  const { snapshot, records } = await page(0);
  const seen = records.map(({ content }: Json) => content);
  for (const offset of [3, 6]) {
    await box.json(["save", "fact", "--content", `Meanwhile ${offset}`]);
    await manage(box, "delete", "--keyword", offset === 3 ? "Fact 2" : "Fact 1", "--confirm");
    seen.push(...(await page(offset, snapshot)).records.map(({ content }: Json) => content));
  }
  assert.deepEqual(seen.sort(), Array.from({ length: 9 }, (_, at) => `Fact ${at}`));
});

test("10: every write stands in the audit log", async () => {
  const { box } = await boxWith("Redis caches sessions");
  const [{ id }] = (await manage(box, "list")).data.records;
  const input = join(box.home, "a.json");
  await box.json(["export", "--output", input]);
  await manage(box, "edit", "--id", id, "--content", "Valkey caches sessions");
  await manage(box, "delete", "--id", id, "--confirm");
  await manage(box, "restore", "--id", id);
  await manage(box, "consolidate");
  await manage(box, "cleanup", "--older-than", "1", "--confirm").catch(() => undefined);
  fs.writeFileSync(input, fs.readFileSync(input, "utf8").replace(id, "log-other"));
  await box.json(["import", "--input", input, "--confirm"]);
  await box.json(["config", "set", "memory.facts_limit", "20"]);
  await manage(box, "undo");
  const log = box.lines("audit/operations.jsonl");
  assert.deepEqual(
    log.map(({ command }) => command),
    ["save", "edit", "delete", "restore", "consolidate", "import", "config set", "undo"],
  );
  for (const entry of log) {
    for (const field of ["op_id", "timestamp", "actor", "command", "scope", "before_count", "after_count", "success"]) {
      assert.ok(field in entry, `${entry.command}: ${field}`);
    }
  }
});
