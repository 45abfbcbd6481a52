/** Whatever a memory holds survives export and import; two core memories merge into one. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { replaceAtomically } from "../../src/files.ts";
import { mergeCore } from "../../src/exchange/core.ts";
import { planImport } from "../../src/exchange/take_in.ts";
import { collect, renderJson, renderJsonl } from "../../src/exchange/mod.ts";
import { readInput } from "../../src/exchange/read.ts";
import { applyChange } from "../../src/store/change.ts";
import { withLock } from "../../src/store/write_lock.ts";
import type { Store } from "../../src/store/mod.ts";
import { testStore, testWorld } from "../world.ts";
import { pathOf } from "../../src/store/layout.ts";

const text = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1 }).filter((each) => each.trim() !== ""),
  fc.constant("Redis 缓存\n二"),
);
const time = fc.constantFrom(
  "2026-02-18T10:00:00Z",
  "2026-02-18T10:00:00.123Z",
  "2026-02-18T23:59:59+08:00",
  "1999-12-31T23:59:59.999Z",
  "2031-01-01T00:00:00Z",
);
const id = fc.nat(30).map((number) => `log-${number}`);
const record = fc.oneof(
  fc.record({ id, type: fc.constant("fact"), content: text, timestamp: time, unknown: fc.jsonValue() }, {
    requiredKeys: ["type", "content"],
    noNullPrototype: true,
  }),
  fc.record({ id, topic: text, summary: text, decisions: fc.array(text), timestamp: time }, {
    requiredKeys: ["topic"],
    noNullPrototype: true,
  }),
  fc.record({ id, type: fc.constant("fact"), content: text, evidence: fc.array(id), created_at: time }, {
    requiredKeys: ["type", "content", "evidence"],
    noNullPrototype: true,
  }),
  fc.record({ id, type: fc.constantFrom("session_start", "warning"), session_id: text, timestamp: time }, {
    requiredKeys: ["type"],
    noNullPrototype: true,
  }),
);
/** Where hand and git may have put it, which need not be where it belongs. */
const file = fc.constantFrom("daily/2026-02-18.jsonl", "daily/2026-02-17.jsonl", "sessions.jsonl", "facts.jsonl");

function storeOf(entries: readonly (readonly [string, object])[], core: string): Store {
  const store = testStore(testWorld());
  const files = Map.groupBy(entries, ([name]) => name);
  for (const [name, lines] of files) write(store, name, lines.map(([, each]) => `${JSON.stringify(each)}\n`).join(""));
  if (core !== "") write(store, "MEMORY.md", core);
  return store;
}

function write(store: Store, name: string, content: string): void {
  fs.mkdirSync(dirname(pathOf(store, name)), { recursive: true });
  fs.writeFileSync(pathOf(store, name), content);
}

test("whatever a memory holds, wherever it stands: taken out, taken in, taken out again, it is the same to the byte", () => {
  const now = new Date("2026-02-18T10:00:00Z");
  const core = fc.oneof(fc.constant(""), text.map((each) => `# Core\r\n\r\n- ${each}\r\n`));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(file, record), { maxLength: 12 }),
      core,
      fc.boolean(),
      (entries, coreText, asLines) => {
        const render = (store: Store) => {
          const bundle = collect(store, "all");
          return [...asLines ? renderJsonl(bundle) : renderJson(bundle, now)].join("");
        };
        const first = render(storeOf(entries, coreText));
        // Lines of nothing are an empty file, which an import takes for a lost backup.
        if (first === "") return;
        const other = testStore(testWorld());
        const input = join(other.folder, "..", asLines ? "a.jsonl" : "a.json");
        fs.writeFileSync(input, first);
        const bundle = readInput(other.runtime, input, asLines ? "jsonl" : "json", { secrets: true, root: undefined });
        assert.deepEqual(bundle.invalid, []);
        withLock(other, (locked) => {
          const { change } = planImport(locked, bundle, "merge", "agent");
          return change && applyChange(locked, change);
        }, 0);
        assert.equal(render(other), first);
        // Once more into the same memory: everything is there.
        assert.equal(planImport(other, bundle, "merge", "agent").result.imported, 0);
      },
    ),
    { numRuns: 60 },
  );
});

/** A memory of nine days, an export of it in which every first fact of a day is gone from its file since. */
function exportOfRewritten(padding: string) {
  const line = (id: string) =>
    `{"id":"${id}","type":"fact","content":"${id}${padding}","timestamp":"2026-02-18T10:00:00Z"}\n`;
  const store = storeOf([], "");
  const days = Array.from({ length: 9 }, (_, day) => `daily/2026-02-1${day}.jsonl`);
  for (const [day, name] of days.entries()) write(store, name, line(`log-1${day}`) + line(`log-2${day}`));
  const output = join(store.folder, "..", "a.jsonl");
  fs.writeFileSync(output, "an older export");
  const collected = collect(store, "all");
  for (const [day, name] of days.entries()) write(store, name, line(`log-2${day}`));
  return { store, output, line, collected };
}

test("an export holds what the memory held when it began, though it is rewritten meanwhile", () => {
  const { store, output, line, collected } = exportOfRewritten("");
  replaceAtomically(store.runtime, output, renderJsonl(collected));
  const both = Array.from({ length: 9 }, (_, day) => [`log-1${day}`, `log-2${day}`]).flat();
  assert.equal(fs.readFileSync(output, "utf8"), both.map(line).join(""));
});

test("an export of a memory too large to be kept fails when it is rewritten, and leaves the file that was there", () => {
  // More than 16 MiB, in 18 lines.
  const { store, output, line, collected } = exportOfRewritten("x".repeat(1_000_000));
  assert.throws(() => replaceAtomically(store.runtime, output, renderJsonl(collected)), /was changed while/);
  assert.equal(fs.readFileSync(output, "utf8"), "an older export");
  assert.deepEqual(fs.readdirSync(join(store.folder, "..")).filter((name) => name.endsWith(".tmp")), []);
  replaceAtomically(store.runtime, output, renderJsonl(collect(store, "all")));
  assert.equal(fs.readFileSync(output, "utf8"), Array.from({ length: 9 }, (_, day) => line(`log-2${day}`)).join(""));
});

test("a line or a heading that a core memory gets leaves all others as they were, blank lines among them", () => {
  const mine = "# Core\n- one\n## A\n\n- two";
  assert.equal(mergeCore(mine, "## A\n- three\n"), "# Core\n- one\n## A\n\n- two\n- three\n");
  assert.equal(mergeCore(mine, "## B\n- three\n"), "# Core\n- one\n## A\n\n- two\n\n## B\n\n- three\n");
});

test("a comment of an imported core memory hides nothing of the text that it joins", () => {
  const mine = "# Core\n- one\n-->\n- two\n";
  assert.equal(mergeCore(mine, "# Core\n<!-- how to\nwrite\n-->\n- three\n"), "# Core\n- one\n-->\n- two\n- three\n");
  assert.equal(mergeCore(mine, "# Core\n- three\n<!-- never ends\n- four\n"), "# Core\n- one\n-->\n- two\n- three\n");
});

const CODE = ["```\n<!-- kept -->\n# A\n```", "~~~\n```\n- one\n~~~", "say `<!-- kept -->`"];

test("two core memories merged hold every line of both, and merging again changes nothing", () => {
  const line = fc.constantFrom(
    "- one",
    "- two",
    "- three",
    "plain",
    "",
    "## A",
    "## B",
    "# Core",
    "<!-- hint -->",
    ...CODE,
  );
  const core = fc.array(line, { maxLength: 10 }).map((lines) => `${lines.join("\n")}\n`);
  fc.assert(
    fc.property(core, core, (mine, theirs) => {
      const merged = mergeCore(mine, theirs) ?? mine;
      const substance = (each: string) => each.split("\n").filter((item) => /^(-|plain)/.test(item));
      for (const code of CODE) if (mine.includes(code) || theirs.includes(code)) assert.ok(merged.includes(code), code);
      for (const item of [...substance(mine), ...substance(theirs)]) assert.ok(merged.split("\n").includes(item), item);
      if (substance(mine).length > 0) {
        assert.equal(mergeCore(merged, theirs), undefined);
      }
    }),
  );
});
