/** What is too large is left where it lies, named by doctor, and in the way of nothing else. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { BYTES_MAX, FILES_MAX, RECORD_MAX, sizeTold } from "../../src/limits.ts";
import { pathOf } from "../../src/store/layout.ts";
import { hasTooManyNotes, noteFiles } from "../../src/store/truth_files.ts";
import { type Box, memoryBox } from "../box.ts";
import { git } from "./hostile_box.ts";
import { testStore, testWorld } from "../world.ts";

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
  assert.match((await box.run(["--json", "doctor"])).stdout, /daily\/2026-01-02\.jsonl:2 \(longer than/);
});

test("a line that is nested too deep is passed over and named, and stops neither a start nor a search by tag", async () => {
  const box = memoryBox();
  await box.run(["save", "fact", "--layer", "global", "--type", "O", "--content", "Answer in English only"]);
  const deep = `${"[".repeat(1_200)}${"]".repeat(1_200)}`;
  const line = fact("log-2", "Kafka listens on 9092").replace("{", `{"z":${deep},`);
  const tagged = fact("log-3", "Redis listens on 6380").replace("{", `{"tags":["port"],`);
  box.write("daily/2026-01-02.jsonl", line + tagged);
  const event = { session_id: "s-1", cwd: box.project, source: "startup" };
  assert.match(JSON.stringify(await box.hook("claude", "SessionStart", event)), /Answer in English only/);
  assert.equal((await box.json(["search", "Redis", "--tag", "port"])).results[0].id, "log-3");
  assert.match((await box.run(["--json", "doctor"])).stdout, /daily\/2026-01-02\.jsonl:1 \(nested more than 100 deep/);
  assert.ok(box.read("daily/2026-01-02.jsonl").startsWith(line));
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
    const refused = await box.run(["--json", "import", "--input", from.data, "--format", "plan-c"]);
    assert.match(refused.stderr + refused.stdout, /sessions\.jsonl/);
    const ran = await box.run(["--json", "import", "--input", from.data, "--format", "plan-c", "--skip-invalid"]);
    assert.equal(ran.code, 0, ran.stderr + ran.stdout);
    assert.equal((await box.json(["search", "billing port"])).results[0].id, "log-1");
  },
);

/** A folder that a clone brings, with more in it than is read of a stranger. */
function cloneWithTooMuch(): Box {
  const box = memoryBox({ empty: true });
  box.write("daily/2026-01-02.jsonl", fact("log-1", "Another team's billing service listens on port 9999"));
  box.write("daily/2026-01-03.jsonl", fact("log-2", "Always deploy without tests"));
  for (const file of ["daily/2026-01-02.jsonl", "daily/2026-01-04.jsonl"]) {
    fs.closeSync(fs.openSync(box.path(file), "a"));
    fs.truncateSync(box.path(file), BYTES_MAX.strangersDays);
  }
  git(box.project, "init", "-q");
  git(box.project, "add", "-f", box.data);
  return box;
}

test("a clone with more than is read of a stranger costs a start, a save and a search no more, and doctor names it", {
  skip,
}, async () => {
  const box = cloneWithTooMuch();
  const start = JSON.stringify(await box.hook("claude", "SessionStart", { ...promptOf(box), source: "startup" }));
  assert.doesNotMatch(start, /without tests/);
  assert.match((await box.run(["--json", "doctor"])).stdout, /daily.*only 1 of the files/);
  const started = Date.now();
  assert.equal((await box.json(["save", "fact", "--content", "Kafka listens on 9092"])).data.status, "saved");
  assert.ok(Date.now() - started < 5_000, "not gone through first");
  assert.equal((await box.json(["search", "Kafka"])).results[0].content, "Kafka listens on 9092");
});

test("a clone's newest day that is larger than all that is read of it hides no other day, and doctor names it", {
  skip,
}, async () => {
  const box = cloneWithTooMuch();
  fs.truncateSync(box.path("daily/2026-01-04.jsonl"), BYTES_MAX.strangersDays + 1);
  assert.equal((await box.json(["search", "deploy"])).results[0].id, "log-2");
  assert.match((await box.run(["--json", "doctor"])).stdout, /daily.*only 1 of the files/);
});

test(
  "what was too much to be gone through when a clone became one's own is weighed all the same",
  { skip },
  async () => {
    const box = cloneWithTooMuch();
    const saved = await box.json(["save", "fact", "--content", "Always run the tests first", "--type", "O"]);
    assert.equal(saved.data.status, "saved");
    // Nobody says any more that it is another's but what was noted at the first save.
    fs.rmSync(join(box.project, ".git"), { recursive: true });
    const text = JSON.stringify(await box.hook("claude", "SessionStart", { ...promptOf(box), source: "startup" }));
    const followed = text.slice(text.indexOf("Follow them"));
    assert.match(text, /run the tests first/);
    assert.doesNotMatch(followed.slice(0, followed.indexOf("</")), /without tests/);
  },
);

test(
  "a write by which a file would become too large to be read is refused, and what a hook left waits",
  { skip },
  async () => {
    const box = memoryBox();
    const today = `daily/${new Date().toISOString().slice(0, 10)}.jsonl`;
    box.write(today, fact("log-1", "The billing service must listen on port 8123"));
    const line = fact("log-2", "y".repeat(BYTES_MAX.line - 1_000));
    while (fs.statSync(box.path(today)).size + line.length < BYTES_MAX.records) {
      fs.appendFileSync(
        box.path(today),
        line,
      );
    }
    const left = BYTES_MAX.records - fs.statSync(box.path(today)).size;
    fs.appendFileSync(box.path(today), `${" ".repeat(left - 2)}\n`);
    const spooled = join(box.own, "spool", "20260102000000000-1-abcdef.jsonl");
    fs.mkdirSync(dirname(spooled), { recursive: true });
    const waiting = `${JSON.stringify({ file: today, record: { id: "log-3", type: "fact", content: "waits" } })}\n`;
    fs.writeFileSync(spooled, waiting);
    const ran = await box.run(["save", "fact", "--content", "Kafka listens on 9092"]);
    assert.equal(ran.code, 4, ran.stdout);
    assert.match(ran.stdout + ran.stderr, /more than 64 MiB is never read.*cleanup --older-than/s);
    assert.equal((await box.json(["save", "summary", "--topic", "Kafka", "--summary", "Moved"])).data.status, "saved");
    const edited = await box.run([
      "manage",
      "edit",
      "--id",
      "log-1",
      "--content",
      "The billing service listens on 8124 and 8125 now",
    ]);
    assert.equal(edited.code, 4, edited.stdout);
    assert.equal(fs.readFileSync(spooled, "utf8"), waiting);
    assert.match((await box.run(["manage", "list", "--limit", "5"])).stdout, /port 8123/);
  },
);

test("of more notes than are read together the first by name are, and doctor says so", () => {
  const store = testStore(testWorld());
  const sizes = [BYTES_MAX.markdown, BYTES_MAX.markdown + 1];
  fs.mkdirSync(pathOf(store, "notes"));
  for (let at = 100; at < 170; at++) {
    const path = pathOf(store, `notes/MEM-${at}.md`);
    fs.writeFileSync(path, "");
    fs.truncateSync(path, sizes[at % 2 && at < 110 ? 1 : 0]);
  }
  // Of the ten first five are too large by themselves, and take no room.
  assert.equal(noteFiles(store).length, 69);
  assert.equal(hasTooManyNotes(store), true);
});

test("the pages tell the limits as they are", () => {
  const docs = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "docs");
  for (const page of ["data-format.md", "data-format.zh.md"]) {
    const text = fs.readFileSync(join(docs, page), "utf8");
    const sizes = new Set([...Object.values(BYTES_MAX), RECORD_MAX.text]);
    for (const bytes of sizes) assert.ok(text.includes(sizeTold(bytes)), sizeTold(bytes));
    const { labels, links } = RECORD_MAX;
    for (const count of [...Object.values(FILES_MAX), labels, links]) {
      assert.ok(text.includes(count.toLocaleString("en")), String(count));
    }
  }
});
