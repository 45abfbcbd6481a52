/** Facts of which only the place is kept tell the same as records that are kept. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { type Contents, readContents } from "../../src/store/contents.ts";
import { type Filter, recordsThatPass } from "../../src/store/filter.ts";
import { emptinessOf, Stored } from "../../src/store/stored.ts";
import { recordTime } from "../../src/records/view.ts";
import { keyOf } from "../../src/records/ids.ts";
import { parseLines } from "../../src/store/lines.ts";
import { testStore, testWorld } from "../world.ts";
import { pathOf, timeOfFile } from "../../src/store/layout.ts";

const FILE = "daily/2026-02-18.jsonl";

function read(text: string): () => Contents {
  const store = testStore(testWorld());
  fs.mkdirSync(pathOf(store, "daily"));
  fs.writeFileSync(pathOf(store, FILE), text);
  return () => readContents(store);
}

/** Whether only the place of a record is kept, so that its line is read each time. */
const isPlain = (stored: Stored) => stored.record !== stored.record;

/** Python's json.dumps. */
const python = (record: object) =>
  JSON.stringify(record, null, 1).replace(/\n\s*/g, " ").replace(/([{[]) | ([}\]])/g, "$1$2");

const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(
    '"timestamp":"x"',
    '{"id":"a"}',
    "deleted_at",
    '"deleted_at"',
    "a\\u0041",
    ":{",
    "}}",
    "ＴＴＬ",
    "，",
    "line\nbreak",
  ),
);
const record = fc.record({
  id: fc.oneof(fc.string({ minLength: 1 }), fc.nat(20).map((number) => `log-${number}`)),
  type: fc.constantFrom("fact", "fact", "fact", "session_start", "preference"),
  memory_type: fc.constantFrom("W", "O"),
  content: text,
  entities: fc.array(text, { maxLength: 2 }),
  timestamp: fc.constantFrom("2026-02-18T10:00:00Z", "2026-02-18T10:00:00.123Z", "no time"),
  source: fc.record({ session: text }),
  deleted_at: fc.constantFrom(null, "2026-02-18T11:00:00Z"),
  tags: fc.array(text, { maxLength: 2 }),
}, { requiredKeys: ["id", "type", "content"] });

test("a fact of which only the place is kept tells the same as one that is kept, whatever it holds", () => {
  const filters: Filter[] = [
    {},
    { events: true, deleted: "with" },
    { keyword: "a" },
    { keyword: "ttl" },
    { keyword: '"' },
    { keyword: "line\nbreak" },
    { keyword: "," },
    { types: ["fact"] },
    { memoryTypes: ["O"] },
    { span: { from: Date.parse("2026-02-18T10:00:00.100Z"), to: Infinity } },
  ];
  fc.assert(
    fc.property(fc.array(fc.tuple(record, fc.boolean()), { maxLength: 12 }), fc.nat(200), (records, cut) => {
      const whole = records.map(([each, isOurs]) => `${isOurs ? JSON.stringify(each) : python(each)}\n`).join("");
      // Sometimes the last line is torn.
      const file = whole.slice(0, Math.max(0, whole.length - cut));
      const reading = read(file);
      const quick = reading();
      const lines = parseLines(new TextEncoder().encode(file)).flatMap(({ record }) =>
        record && emptinessOf(record, "daily") === undefined ? [record] : []
      );
      const apart = new Set(quick.hidden.map(({ key }) => key));
      assert.deepEqual(
        new Set(quick.records.map(({ key }) => key).filter((key) => !apart.has(key))),
        new Set(lines.map((each) => keyOf(each, JSON.stringify(each)))),
      );
      // The same records, all of them kept.
      const close = {
        ...quick,
        records: quick.records.map(({ record, layer, file, kind, key }) =>
          new Stored({ layer, file, kind }, key, record, recordTime(record) || timeOfFile(file))
        ),
      };
      for (const filter of filters) {
        const keys = (contents: Contents) => recordsThatPass(contents, "all", filter).map(({ key }) => key);
        assert.deepEqual(keys(quick), keys(close), JSON.stringify(filter));
      }
      const told = ({ records }: Contents) =>
        records.map((
          { time, type, belongs, isDeleted, isEvent, supersedes },
        ) => [time, type, belongs, isDeleted, isEvent, supersedes]);
      assert.deepEqual(told(quick), told(close));
    }),
    // A keyword with a line break is compared as it is.
    { numRuns: 300, examples: [[[[{ id: "log-0", type: "fact", content: "x", tags: ["line\nbreak"] }, true]], 0]] },
  );
});

test("a plain fact as we write it is told without parsing, and a line that may say more is left to the parser", () => {
  const look = (line: string) => {
    const fact = read(`{}\n${line}\n`)().records.find(isPlain);
    return fact && { key: fact.key, time: fact.time };
  };
  const at = "2026-02-18T10:00:00.123Z";
  const fact = { id: "log-1", type: "fact", content: "缓存", timestamp: at };
  const source = { session: "s" };
  for (const more of [{}, { source }, { source, imported_at: at }, { source, tags: ["a"] }, { tags: ["a", "}"] }]) {
    assert.deepEqual(look(JSON.stringify({ ...fact, ...more })), { key: "log-1", time: Date.parse(at) });
  }
  const { id, type, ...rest } = fact;
  const others: readonly (object | string)[] = [
    { ...fact, deleted_at: at },
    { id, type, supersedes: "log-0", ...rest },
    { ...fact, evidence: ["log-0"] },
    { ...fact, id: "fact-1" },
    { ...fact, id: 'a"b' },
    { ...fact, id: "" },
    { ...fact, type: "session_start" },
    { ...fact, timestamp: "some day" },
    { id, type, source: { timestamp: at }, content: "its own time is missing" },
    // Torn: in a string that ends in brackets, behind an inner object, before another record.
    `${JSON.stringify({ ...fact, tags: ["a"] }).slice(0, -4)}}`,
    JSON.stringify({ ...fact, source }).slice(0, -1),
    JSON.stringify({ ...fact, source, imported_at: at }).slice(0, -2),
    JSON.stringify({ ...fact, more: "x" }).slice(0, -3) + JSON.stringify(fact),
    // Too long to be read.
    { ...fact, content: "x".repeat(5 * 2 ** 20) },
  ];
  for (const each of others) {
    const line = typeof each === "string" ? each : JSON.stringify(each);
    assert.equal(look(line), undefined, line.slice(0, 200));
  }
});

test("of facts as we write them only the place is kept; those of Python tell the same", () => {
  const fact = {
    id: "log-1",
    type: "fact",
    memory_type: "W",
    content: "x",
    timestamp: "2026-02-18T10:00:00Z",
    source: { session: "s" },
  };
  const lines = `${JSON.stringify(fact)}\n${python({ ...fact, id: "log-2" })}\n`;
  const { records } = read(lines)();
  assert.deepEqual(records.map(isPlain), [true, false]);
  assert.deepEqual(records.map(({ record }) => record), [fact, { ...fact, id: "log-2" }]);
});

test("a line that is no UTF-8 is no record, and takes nothing else down", () => {
  const store = testStore(testWorld());
  const line = (id: string) =>
    JSON.stringify({ id, type: "fact", memory_type: "W", content: "缓存", timestamp: "2026-02-18T10:00:00.000Z" });
  const bytes = new TextEncoder().encode(["log-1", "log-2", "log-3"].map((id) => `${line(id)}\n`).join(""));
  bytes[line("log-1").length + line("log-2").indexOf("缓") + 6] = 0xff;
  fs.mkdirSync(pathOf(store, "daily"));
  fs.writeFileSync(pathOf(store, FILE), bytes);
  const { records, badLines } = readContents(store);
  assert.deepEqual(records.map(({ key, record }) => [key, record.content]), [["log-1", "缓存"], ["log-3", "缓存"]]);
  assert.deepEqual(badLines.map(({ line, problem }) => [line, problem.en]), [[2, "not valid UTF-8"]]);
});

test("a fact tells what it said when it was read; of a large memory what its line says now, and never another's", () => {
  const fact = (id: string, content: string) =>
    `${JSON.stringify({ id, type: "fact", memory_type: "W", content, timestamp: "2026-02-18T10:00:00.000Z" })}\n`;
  const filler = Array.from({ length: 70 }, (_, at) => fact(`log-2-${at}`, "x".repeat(250_000))).join("");
  for (
    const [rest, told] of [["", ["缓存 a", "缓存 b", "缓存 c"]], [filler, ["其他", undefined, "缓存 c"]]] as const
  ) {
    const store = testStore(testWorld());
    const path = pathOf(store, FILE);
    fs.mkdirSync(pathOf(store, "daily"));
    fs.writeFileSync(path, ["a", "b", "c"].map((name) => fact(`log-1-${name}`, `缓存 ${name}`)).join("") + rest);
    const contents = readContents(store);
    const records = contents.records.slice(0, 3);
    // Somebody else rewrites the file before it is asked for.
    fs.writeFileSync(path, fact("log-1-c", "缓存 c") + fact("log-1-a", "其他"));
    assert.deepEqual(records.map(({ record }) => record.content), told);
    const found = recordsThatPass(contents, "all", { keyword: "缓存" });
    assert.deepEqual(found.map(({ key }) => key), rest === "" ? ["log-1-a", "log-1-b", "log-1-c"] : ["log-1-c"]);
  }
});

test("of a large memory no fact is missed when another process takes lines out of a file while it is read", () => {
  const fact = (at: number, content: string) =>
    `${JSON.stringify({ id: `log-${at}`, type: "fact", content, timestamp: "2026-02-18T10:00:00.000Z" })}\n`;
  const lines = Array.from({ length: 600 }, (_, at) => fact(at, `${at} ${"x".repeat(30_000)}`));
  const store = testStore(testWorld());
  fs.mkdirSync(pathOf(store, "daily"));
  fs.writeFileSync(pathOf(store, FILE), lines.join(""));
  const { records } = readContents(store);
  // Every line behind the first that goes moves, and those behind the second farther.
  const left = lines.filter((_, at) => at !== 1 && at !== 300);
  fs.writeFileSync(pathOf(store, FILE), left.join(""));
  const said = records.map(({ record }) => String(record.content).split(" ")[0]);
  assert.deepEqual(said.flatMap((each, at) => each === String(at) ? [] : [at]), [1, 300]);
});

test("a file that can't be read is left out; one that could be a moment ago is not, since a change may rest on it", () => {
  let failing = "";
  const world = testWorld({
    files: (real) => ({
      ...real,
      read(path, most) {
        if (failing !== "" && path.endsWith(failing)) throw Object.assign(new Error("EIO: i/o error"), { code: "EIO" });
        return real.read(path, most);
      },
    }),
  });
  const store = testStore(world);
  fs.mkdirSync(pathOf(store, "daily"));
  for (const day of ["17", "18"]) {
    const fact = { id: `log-${day}`, type: "fact", memory_type: "W", content: `of the ${day}th`, confidence: 0.9 };
    fs.writeFileSync(
      pathOf(store, `daily/2026-02-${day}.jsonl`),
      `${JSON.stringify({ ...fact, timestamp: "2026-02-18T10:00:00Z" })}\n`,
    );
  }
  failing = "2026-02-17.jsonl";
  assert.deepEqual(readContents(store).records.map(({ key }) => key), ["log-18"]);
  failing = "";
  const [first, second] = readContents(store).records;
  assert.equal(first?.record.content, "of the 17th");
  failing = "2026-02-18.jsonl";
  assert.equal(second?.record.content, "of the 18th");
  assert.throws(() => readContents(store), /EIO/);
});

test("a fact whose text somebody broke by a bare quote is a bad line, and no record", () => {
  const store = testStore(testWorld());
  fs.mkdirSync(pathOf(store, "daily"), { recursive: true });
  const fact = (id: string, content: string) =>
    JSON.stringify({
      id,
      type: "fact",
      memory_type: "W",
      content,
      entities: [],
      timestamp: "2026-02-18T09:00:00.000Z",
    });
  const text = [
    fact("log-090000000-aaaa", "The port is 8080").replace("The port", 'The "real" port'),
    fact("log-090000000-bbbb", 'The "real" port is 8080, with \\" and \\\\'),
    fact("log-090000000-cccc", "C:\\"),
  ];
  fs.writeFileSync(pathOf(store, "daily/2026-02-18.jsonl"), `${text.join("\n")}\n`);
  const { records, badLines } = readContents(store);
  assert.deepEqual(records.map(({ key }) => key.slice(-4)), ["bbbb", "cccc"]);
  assert.deepEqual(badLines.map(({ line }) => line), [1]);
});
