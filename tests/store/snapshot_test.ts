/** A list that is paged stays the list it was when it was opened. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import type { RawRecord } from "../../src/records/mod.ts";
import { applyChange } from "../../src/store/change.ts";
import { readContents } from "../../src/store/contents.ts";
import { withLock } from "../../src/store/write_lock.ts";
import type { Store } from "../../src/store/mod.ts";
import { linesByKey, type Rewrite } from "../../src/store/change_plan.ts";
import { openSnapshot, readSnapshot, SNAPSHOT_LIVES_MS } from "../../src/store/snapshot.ts";
import { newestFirst } from "../../src/upkeep/list.ts";
import { testStore, testWorld } from "../world.ts";
import { pathOf } from "../../src/store/layout.ts";

const FILE = "daily/2026-02-18.jsonl";

function storeOf(count: number, world = testWorld({ now: new Date().toISOString() })): Store {
  const store = testStore(world);
  fs.mkdirSync(pathOf(store, "daily"));
  const lines = Array.from({ length: count }, (_, at) => JSON.stringify({ id: `log-${at}`, content: `text ${at}` }));
  fs.writeFileSync(pathOf(store, FILE), `${lines.join("\n")}\n`);
  return store;
}

function change(store: Store, rewrite: (record: RawRecord) => Rewrite, purges = false): void {
  const what = {
    actor: "agent",
    command: "edit",
    scope: "daily",
    rewrite: new Map([[FILE, rewrite]]),
    audit: purges ? { mode: "purge" } : {},
  } as const;
  withLock(store, 0, (locked) => applyChange(locked, what));
}

/** The view of everything, opened now. */
function open(store: Store): string {
  const view = openSnapshot(store);
  view.fill(readContents(store).records.map(({ file, key }) => ({ file, key })));
  return view.token;
}

/** What a view shows: as it was, else as it is. */
function shown(store: Store, token: string): unknown[] {
  const { total, page, fileBefore } = readSnapshot(store, token);
  const now = new Map(readContents(store).records.map(({ key, record }) => [key, record]));
  return page(0, total).map((ref) => {
    const bytes = fileBefore(ref);
    return (bytes ? linesByKey(bytes).get(ref.key)?.records[0] : now.get(ref.key))?.content;
  });
}

test("a view shows each record as it was when it was opened, however often it is changed", () => {
  const store = storeOf(3);
  const first = open(store);
  change(store, (record) => record.id === "log-1" ? { ...record, content: "once" } : "keep");
  const second = open(store);
  change(store, (record) => record.id === "log-1" ? { ...record, content: "twice" } : "keep");
  change(store, (record) => record.id === "log-2" ? { ...record, deleted_at: "now" } : "keep");
  assert.deepEqual(shown(store, first), ["text 0", "text 1", "text 2"]);
  assert.deepEqual(shown(store, second), ["text 0", "once", "text 2"]);
});

test("what is purged is in no view any more", () => {
  const store = storeOf(2);
  const token = open(store);
  change(store, (record) => record.id === "log-0" ? { ...record, content: "edited" } : "keep");
  change(store, (record) => record.id === "log-0" ? undefined : "keep", true);
  assert.deepEqual(shown(store, token), [undefined, "text 1"]);
  const bytes = fs.readdirSync(join(store.home, "snapshots"))
    .map((name) => fs.readFileSync(join(store.home, "snapshots", name), "utf8")).join();
  assert.doesNotMatch(bytes, /text 0|edited/);
});

test("a view that is over, unknown or no token at all is refused", () => {
  const world = testWorld({ now: new Date().toISOString() });
  const store = storeOf(1, world);
  const token = open(store);
  assert.equal(readSnapshot(store, token).total, 1);
  for (const wrong of ["aaaaaaaaaaaa", "../config", ""]) {
    assert.throws(() => readSnapshot(store, wrong), /not open any more/);
  }
  world.advance(SNAPSHOT_LIVES_MS + 1);
  assert.throws(() => readSnapshot(store, token), /not open any more/);
});

test("listing in a loop leaves a bounded number of views", () => {
  const store = storeOf(1);
  for (let count = 0; count < 50; count++) open(store);
  assert.ok(fs.readdirSync(join(store.home, "snapshots")).length <= 21);
});

test("any page of a view is the same part of its whole, whatever the files in it", () => {
  const store = storeOf(1);
  const ref = fc.record({ file: fc.constantFrom("a", "b", "c"), key: fc.string() }, { noNullPrototype: true });
  fc.assert(
    fc.property(fc.array(ref), fc.nat(12), fc.nat(12), (refs, offset, limit) => {
      const view = openSnapshot(store);
      view.fill(refs);
      const { total, page } = readSnapshot(store, view.token);
      assert.equal(total, refs.length);
      assert.deepEqual(page(offset, limit), refs.slice(offset, offset + limit));
    }),
    { numRuns: 100 },
  );
});

test("newest first: by time, of one moment the later line, also where a record has no time", () => {
  const time = fc.constantFrom("2026-02-18T10:00:00Z", "2026-02-18T10:00:00.001Z", "2024-01-01T00:00:00Z", "no time");
  fc.assert(
    fc.property(fc.array(time), (times) => {
      const records = times.map((timestamp, at) => ({ record: { timestamp, at } }));
      const ms = ({ record }: { record: { timestamp: string } }) => Date.parse(record.timestamp) || 0;
      const expected = records.toReversed().sort((a, b) => ms(b) - ms(a));
      assert.deepEqual(newestFirst(records, (each) => each), expected);
    }),
  );
});
