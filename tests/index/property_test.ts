/** Whatever happens to the truth, an incremental sync holds the same rows as an index built from nothing. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { heaviest } from "../../src/search/candidates.ts";
import { weighRows } from "../../src/search/first_stage.ts";
import { search } from "../../src/search/mod.ts";
import { compareWithLines } from "../../src/index/inspect.ts";
import { openIndex, removeIndex, type SyncableIndex } from "../../src/index/mod.ts";
import { testStore, testWorld } from "../world.ts";
import { pathOf } from "../../src/store/layout.ts";

const LINE_FILES = ["daily/2026-01-01.jsonl", "daily/2026-01-02.jsonl", "sessions.jsonl", "facts.jsonl"];
const IDS = ["log-1", "log-2", "log-3", "fact-1", "sum-1"];
const WORDS = ["Redis", "caches", "缓存方案", "load_memory.py", "TTL 300", "the session", "数据库"];

const id = fc.constantFrom(...IDS);
const record = fc.record({
  id,
  type: fc.constantFrom("fact", "summary", "session_start", "session_metrics"),
  session_id: fc.constantFrom("s1", "s2", undefined),
  recalled: fc.constantFrom(["log-1", "log-2"], ["fact-1"], "log-1", undefined),
  cited: fc.constantFrom(["log-2"], ["log-3", 3], undefined),
  used: fc.constantFrom(["log-1"], undefined),
  memory_type: fc.constantFrom("W", "O", "S"),
  content: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((words) => words.join(" ")),
  topic: fc.constantFrom("", "Topic of 缓存"),
  timestamp: fc.constantFrom("2026-01-01T10:00:00Z", "2026-01-02T10:00:00Z", "2026-01-02T10:00:01Z"),
  source: fc.constantFrom({ session: "s1" }, { session: "s2" }, undefined),
  tags: fc.constantFrom(undefined, ["#cache"]),
  supersedes: fc.oneof({ weight: 1, arbitrary: fc.constant(undefined) }, id),
  evidence: fc.oneof({ weight: 1, arbitrary: fc.constant(undefined) }, fc.array(id, { maxLength: 2 })),
  deleted_at: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.constant("2026-01-03T00:00:00Z")),
});
const file = fc.constantFrom(...LINE_FILES);
const markdown = fc.array(fc.constantFrom("# Core", "## 用户偏好", "- Redis first", "- 缓存 TTL", "```", ""), {
  maxLength: 6,
})
  .map((lines) => lines.join("\n"));

type Change =
  | { kind: "append"; file: string; record: unknown }
  | { kind: "torn"; file: string }
  | { kind: "replace"; file: string; line: number; record: unknown }
  | { kind: "drop"; file: string; line: number }
  | { kind: "sameSize"; file: string }
  | { kind: "truncate"; file: string; share: number }
  | { kind: "remove"; file: string }
  | { kind: "markdown"; file: string; text: string }
  | { kind: "sync" };

const line = fc.nat(6);
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("append" as const), file, record }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("torn" as const), file }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("replace" as const), file, line, record }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("drop" as const), file, line }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("sameSize" as const), file }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("truncate" as const),
      file,
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove" as const), file }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("markdown" as const),
      file: fc.constantFrom("MEMORY.md", "notes/MEM-a.md", "notes/share/MEM-a.md"),
      text: markdown,
    }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: "sync" as const }) },
);

function read(path: string): string {
  return fs.existsSync(path) ? fs.readFileSync(path, "utf8") : "";
}

function apply(folder: string, step: Exclude<Change, { kind: "sync" }>): void {
  const path = join(folder, step.file);
  const text = read(path);
  const lines = text.split("\n");
  const put = (content: string) => {
    fs.mkdirSync(dirname(path), { recursive: true });
    fs.writeFileSync(path, content);
  };
  switch (step.kind) {
    case "append":
      return put(`${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${JSON.stringify(step.record)}\n`);
    case "torn":
      return put(`${text}{"id":"log-1","type":"fact","cont`);
    case "replace":
      return put(lines.with(Math.min(step.line, lines.length - 1), JSON.stringify(step.record)).join("\n"));
    case "drop":
      return put(lines.filter((_, at) => at !== step.line).join("\n"));
    case "sameSize":
      return put(text.replaceAll("Redis", "Kafka"));
    case "truncate":
      return put(text.slice(0, Math.floor(text.length * step.share)));
    case "remove":
      return fs.rmSync(path, { force: true });
    case "markdown":
      return put(step.text);
  }
}

/** Everything that the index holds, without the row numbers, which depend on the order of arrival. */
function contents({ db }: SyncableIndex): unknown {
  const place = "(SELECT file FROM files WHERE key = r.file) AS file, r.start";
  const found = db.all("SELECT term FROM terms ORDER BY term").map(({ term }) => ({
    term,
    records: db.all(
      `SELECT ${place} FROM lexicon l JOIN records r ON r.row = l.rowid WHERE lexicon MATCH ? ORDER BY file, start`,
      `"${String(term).replaceAll('"', '""')}"`,
    ),
  }));
  db.run("INSERT INTO lexicon(lexicon) VALUES ('integrity-check')");
  return {
    records: db.all(
      `SELECT ${place}, id, type, memory_type, session, time, changed, deleted, hidden, content_key, profile, raw
       FROM records r ORDER BY file, start, id`,
    ),
    links: db.all(`SELECT target, kind, ${place} FROM links l JOIN records r ON r.row = l.row ORDER BY 1, 2, 3, 4`),
    uses: db.all(
      `SELECT u.id, u.session, u.time, u.used, f.file, u.start FROM uses u JOIN files f ON f.key = u.file
       ORDER BY 5, 6, 1`,
    ),
    found,
    terms: db.all("SELECT * FROM terms ORDER BY term"),
    grams: db.all("SELECT * FROM grams ORDER BY gram"),
    sessions: db.all("SELECT * FROM sessions ORDER BY session"),
    totals: db.all("SELECT * FROM totals"),
  };
}

test("an incremental sync after any changes holds the rows that a rebuild holds", () => {
  const store = testStore(testWorld());
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 25 }), (changes) => {
      for (const name of ["daily", "notes", "sessions.jsonl", "facts.jsonl", "MEMORY.md"]) {
        fs.rmSync(pathOf(store, name), { recursive: true, force: true });
      }
      removeIndex(store);
      const index = openIndex(store);
      for (const step of changes) step.kind === "sync" ? index.sync() : apply(store.folder, step);
      index.sync();
      const incremental = contents(index);
      index.close();
      assert.deepEqual(compareWithLines(store), []);
      removeIndex(store);
      const rebuilt = openIndex(store);
      rebuilt.sync();
      assert.deepEqual(incremental, contents(rebuilt));
      rebuilt.close();
    }),
    { numRuns: 250 },
  );
});

/** A day with facts at the same times as others of the day, of few words, so that many fit a query equally well. */
const day = fc.record({
  day: fc.integer({ min: 1, max: 9 }).map((n) => `2026-01-0${n}`),
  facts: fc.array(
    fc.record({
      hour: fc.integer({ min: 0, max: 2 }),
      words: fc.array(fc.constantFrom("backup", "orders", "disk"), { minLength: 1, maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
});

test("in whatever order records come into the index, the same are found in the same order as after a rebuild", () => {
  const store = testStore(testWorld());
  const settings = {
    limit: 10,
    filters: {},
    fusion: "weighted",
    decay: { rate: 0.95, floor: 1 },
    source: { project: 1, global: 1 },
    now: Date.parse("2026-02-01T00:00:00Z"),
  } as const;
  const words = ["backup", "orders"].map((term) => ({ term, records: 1, worth: 1 }));
  const answers = (index: SyncableIndex) => [
    ...["backup", "disk orders", '"backup orders"'].map((query) =>
      search([index], query, settings).hits.map(({ id }) => id)
    ),
    heaviest(index.db, weighRows(index.db, { words }, 5), 5, {}).map(({ id }) => id),
  ];
  fc.assert(
    fc.property(fc.uniqueArray(day, { selector: ({ day }) => day, minLength: 2, maxLength: 6 }), (days) => {
      fs.rmSync(pathOf(store, "daily"), { recursive: true, force: true });
      fs.mkdirSync(pathOf(store, "daily"), { recursive: true });
      removeIndex(store);
      const index = openIndex(store);
      for (const { day, facts } of days) {
        const lines = facts.map(({ hour, words }, at) => ({
          id: `log-${day}-${at}`,
          type: "fact",
          memory_type: "W",
          content: `${words.join(" ")} ${at}`,
          timestamp: `${day}T0${hour}:00:00Z`,
        }));
        const write = () =>
          fs.writeFileSync(
            pathOf(store, `daily/${day}.jsonl`),
            lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
          );
        write();
        index.sync();
        // An edited line is taken in anew.
        const [first] = lines;
        if (first) first.content += " edited";
        write();
        index.sync();
      }
      const incremental = answers(index);
      index.close();
      removeIndex(store);
      const rebuilt = openIndex(store);
      rebuilt.sync();
      assert.deepEqual(incremental, answers(rebuilt));
      rebuilt.close();
    }),
    { numRuns: 40 },
  );
});
