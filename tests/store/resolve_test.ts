/** Of several lines about one record, which one counts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { resolveRecords } from "../../src/store/resolve.ts";

const at = (hour: number) => `2026-02-18T${String(hour).padStart(2, "0")}:00:00Z`;

test("of two records with one id the newest counts, wherever it stands", () => {
  const newer = { id: "a", content: "new", timestamp: at(9), updated_at: at(12) };
  const older = { id: "a", content: "old", timestamp: at(9) };
  assert.deepEqual(resolveRecords([newer, older]), [newer]);
  assert.deepEqual(resolveRecords([older, newer]), [newer]);
});

test("a deletion wins over any edit of the same record", () => {
  const deleted = { id: "a", timestamp: at(9), deleted_at: at(10) };
  const edited = { id: "a", timestamp: at(9), updated_at: at(12) };
  assert.deepEqual(resolveRecords([deleted, edited]), [deleted]);
  assert.deepEqual(resolveRecords([edited, deleted]), [deleted]);
});

test("records without an id all count, and the order is that of the first appearance", () => {
  const records = [{ id: "b" }, { content: 1 }, { id: "a" }, { content: 1 }, { id: "b", n: 2 }];
  assert.deepEqual(resolveRecords(records), [{ id: "b", n: 2 }, { content: 1 }, { id: "a" }, { content: 1 }]);
});
