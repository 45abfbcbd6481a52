/** All pages of a list belong to the list of its first page; the newest record comes first. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { recordsThatPass } from "../../src/store/filter.ts";
import { Stored } from "../../src/store/stored.ts";
import type { RawRecord } from "../../src/records/mod.ts";
import { newestFirst } from "../../src/upkeep/list.ts";

const stored = (record: RawRecord): Stored => {
  const place = record.type === "summary"
    ? { file: "sessions.jsonl", kind: "sessions" } as const
    : { file: "daily/2026-02-18.jsonl", kind: "daily" } as const;
  return new Stored({ layer: "project", ...place }, String(record.id), record);
};
const at = (minute: number) => new Date(Date.UTC(2026, 1, 18, 0, minute)).toISOString();
const MOMENT = 60;

/** Keys of the listed records, at a moment or now. */
function listed(records: readonly RawRecord[], deleted: "without" | "with" | "only", moment?: number): string[] {
  const contents = {
    records: records.map(stored),
    badLines: [],
    doublets: 0,
    copies: new Set<string>(),
    hidden: [],
    outvoted: [],
    isOthers: () => false,
    wordOf: () => 2,
    wordOfLine: () => 2,
  };
  const found = recordsThatPass(contents, "all", { deleted, ...moment === undefined ? {} : { moment } });
  return newestFirst(found, { moment }).map(({ key }) => key);
}

const record = fc.record({
  minute: fc.integer({ min: 0, max: MOMENT }),
  isSummary: fc.boolean(),
  deleted: fc.constantFrom(undefined, 30, MOMENT),
  then: fc.constantFrom("stays", "is edited", "is deleted", "is summed up anew"),
});

test("a later page belongs to the list of the first, whatever is saved, changed, deleted or summed up anew since", () => {
  fc.assert(
    fc.property(
      fc.array(record),
      fc.array(fc.integer({ min: MOMENT + 1, max: 90 })),
      fc.constantFrom("without", "with", "only"),
      (records, saved, deleted) => {
        const before = records.map(({ minute, isSummary, deleted }, place): RawRecord => ({
          id: `log-${place}`,
          type: isSummary ? "summary" : "fact",
          content: "text",
          timestamp: at(minute),
          ...deleted === undefined ? {} : { deleted_at: at(deleted) },
        }));
        const after = before.map((was, place): RawRecord => {
          const { then, minute } = records[place] ?? { then: "stays", minute: 0 };
          if (then === "stays" || was.deleted_at !== undefined) return was;
          if (then === "is deleted") return { ...was, deleted_at: at(70) };
          if (then === "is edited" || was.type === "fact") return { ...was, content: "other", updated_at: at(70) };
          return { ...was, timestamp: at(80), history: [{ timestamp: at(minute) }, { timestamp: at(70) }] };
        });
        const more = saved.map((minute, place) => ({ id: `new-${place}`, type: "fact", timestamp: at(minute) }));
        const moment = Date.parse(at(MOMENT));
        assert.deepEqual(listed([...after, ...more], deleted, moment), listed(before, deleted));
      },
    ),
  );
});

test("newest first: by time, of one moment the later line, also where a record has no time", () => {
  const time = fc.constantFrom("2026-02-18T10:00:00Z", "2026-02-18T10:00:00.001Z", "2024-01-01T00:00:00Z", "no time");
  fc.assert(
    fc.property(fc.array(time), (times) => {
      const records = times.map((timestamp, at) => stored({ id: `log-${at}`, timestamp }));
      const ms = ({ record }: Stored) => Date.parse(String(record.timestamp)) || 0;
      const expected = records.toReversed().sort((a, b) => ms(b) - ms(a));
      assert.deepEqual(newestFirst(records), expected);
    }),
  );
});
