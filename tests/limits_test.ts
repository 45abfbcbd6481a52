/** What is too large is left where it lies, named by doctor, and in the way of nothing else. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { BYTES_MAX, FILES_MAX, sizeTold } from "../src/limits.ts";
import { type Box, memoryBox } from "./box.ts";

const AT = "2026-01-02T10:00:00.000Z";
const fact = (id: string, content: string) =>
  `${JSON.stringify({ id, type: "fact", memory_type: "O", content, confidence: 0.9, timestamp: AT })}\n`;

/** More than a process can hold: to read it is to fail. It takes no room on the disk. */
const HUGE_BYTES = 8 * 1024 ** 3;
/** Windows would write all of it. */
const skip = process.platform === "win32";

function grow(box: Box, file: string): void {
  fs.mkdirSync(dirname(box.path(file)), { recursive: true });
  fs.closeSync(fs.openSync(box.path(file), "a"));
  fs.truncateSync(box.path(file), HUGE_BYTES);
}

const TRUTH = ["MEMORY.md", "sessions.jsonl", "daily/2026-01-03.jsonl", "notes/MEM-large.md"];
const OTHERS = ["config.json", "session_state/s-1.json", "spool/1.jsonl", "audit/operations.jsonl", "INDEX.md"];

function boxWithHugeFiles(files: readonly string[]): Box {
  const box = memoryBox();
  box.write("daily/2026-01-02.jsonl", fact("log-1", "The billing service must listen on port 8123"));
  for (const file of files) grow(box, file);
  return box;
}

const promptOf = (box: Box) => ({
  session_id: "s-1",
  cwd: box.project,
  prompt: "Which port does the billing service listen on?",
});

for (const files of [TRUTH, OTHERS]) {
  test(`hooks answer and verbs work beside ${files.join(", ")} of any size`, { skip }, async () => {
    const box = boxWithHugeFiles(files);
    const start = await box.hook("claude", "SessionStart", { ...promptOf(box), source: "startup" });
    assert.match(JSON.stringify(start), /port 8123/);
    const other = { ...promptOf(box), session_id: "s-2" };
    assert.match(JSON.stringify(await box.hook("claude", "UserPromptSubmit", other)), /port 8123/);
    assert.equal((await box.json(["search", "billing port"])).results[0].id, "log-1");
    for (const words of [["manage", "list"], ["show", "--day", "2026-01-02"], ["export", "--output", "-"]]) {
      const ran = await box.run(words);
      assert.equal(ran.code, 0, ran.stderr);
      assert.match(ran.stdout, /port 8123/, words.join(" "));
    }
    assert.equal((await box.run(["manage", "stats"])).code, 0);
    assert.equal((await box.json(["save", "fact", "--content", "Kafka listens on 9092"])).data.status, "saved");
  });
}

test("doctor names each file that is too large, and search warns of what it left out", { skip }, async () => {
  const box = boxWithHugeFiles(TRUTH);
  const { data } = await box.json(["doctor"]);
  const { detail } = (data.checks ?? []).find(({ id }: { id: string }) => id === "jsonl_parseable");
  const next = `${detail} ${(await box.run(["search", "billing port"])).stderr}`;
  assert.match(detail, /MEMORY\.md .* more than 1 MiB.* more than 64 MiB/);
  for (const file of TRUTH) assert.ok(next.includes(`${file} `), next);
});

test("a line that is too long is passed over and named, and its neighbours are found", async () => {
  const box = memoryBox();
  const long = fact("log-2", "x".repeat(BYTES_MAX.line));
  box.write("daily/2026-01-02.jsonl", fact("log-1", "Redis listens on 6380") + long + fact("log-3", "Kafka on 9092"));
  for (const [asked, id] of [["Redis", "log-1"], ["Kafka", "log-3"]] as const) {
    assert.equal((await box.json(["search", asked])).results[0].id, id);
  }
  assert.match((await box.run(["doctor"])).stdout, /daily\/2026-01-02\.jsonl:2 \(longer than/);
});

test("a text that is too long for a record is refused at once, whichever way it comes, and nothing is saved", async () => {
  const box = memoryBox();
  const long = "port 8123 host ".repeat(700_000);
  for (const payload of [{ content: long }, { topic: "t", summary: long }, { topic: "t", decisions: [long] }]) {
    const started = Date.now();
    const ran = await box.run(["save", "-"], { stdin: JSON.stringify(payload) });
    assert.equal(ran.code, 2, ran.stdout);
    assert.match(ran.stderr + ran.stdout, /more than the 256 KiB/);
    assert.ok(Date.now() - started < 5_000, "not looked through first");
  }
  assert.equal(fs.existsSync(join(box.data, "daily")), false);
  assert.equal((await box.json(["save", "-"], { stdin: JSON.stringify({ content: "short" }) })).data.status, "saved");
});

test(
  "of a folder that is imported the files that are too large are listed and the others taken",
  { skip },
  async () => {
    const from = boxWithHugeFiles(["sessions.jsonl", "MEMORY.md"]);
    const box = memoryBox();
    const refused = await box.run(["import", "--input", from.data, "--format", "plan-c"]);
    assert.match(refused.stderr + refused.stdout, /sessions\.jsonl/);
    const ran = await box.run(["import", "--input", from.data, "--format", "plan-c", "--skip-invalid"]);
    assert.equal(ran.code, 0, ran.stderr + ran.stdout);
    assert.equal((await box.json(["search", "billing port"])).results[0].id, "log-1");
  },
);

test("the pages tell the limits as they are", () => {
  const docs = join(dirname(dirname(fileURLToPath(import.meta.url))), "docs");
  for (const page of ["data-format.md", "data-format.zh.md"]) {
    const text = fs.readFileSync(join(docs, page), "utf8");
    for (const bytes of new Set(Object.values(BYTES_MAX))) assert.ok(text.includes(sizeTold(bytes)), sizeTold(bytes));
    for (const count of Object.values(FILES_MAX)) assert.ok(text.includes(count.toLocaleString("en")), String(count));
  }
});
