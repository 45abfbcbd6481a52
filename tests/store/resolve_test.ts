/** Of several lines about one record, which one counts. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { test } from "node:test";
import { readContents } from "../../src/store/contents.ts";
import { pathOf } from "../../src/store/layout.ts";
import { testStore, testWorld } from "../world.ts";

/** The records that count of a day's lines. */
function resolved(records: readonly object[]): object[] {
  const store = testStore(testWorld());
  fs.mkdirSync(pathOf(store, "daily"));
  fs.writeFileSync(
    pathOf(store, "daily/2026-02-18.jsonl"),
    records.map((record) => `${JSON.stringify(record)}\n`).join(""),
  );
  return readContents(store).records.map(({ record }) => record);
}

const at = (hour: number) => `2026-02-18T${String(hour).padStart(2, "0")}:00:00Z`;

test("of two records with one id the newest counts, wherever it stands", () => {
  const newer = { id: "a", content: "new", timestamp: at(9), updated_at: at(12) };
  const older = { id: "a", content: "old", timestamp: at(9) };
  assert.deepEqual(resolved([newer, older]), [newer]);
  assert.deepEqual(resolved([older, newer]), [newer]);
});

test("a deletion wins over any edit of the same record", () => {
  const deleted = { id: "a", timestamp: at(9), deleted_at: at(10) };
  const edited = { id: "a", timestamp: at(9), updated_at: at(12) };
  assert.deepEqual(resolved([deleted, edited]), [deleted]);
  assert.deepEqual(resolved([edited, deleted]), [deleted]);
});

test("records without an id count each by what they say, and the order is that of the first appearance", () => {
  const [b, a, again] = [{ id: "b", content: "b" }, { id: "a", content: "a" }, { id: "b", content: "b", n: 2 }];
  const records = [b, { content: "1" }, a, { content: "2" }, again];
  assert.deepEqual(resolved(records), [again, { content: "1" }, a, { content: "2" }]);
});
