/** Doctor, against the binary: what it says of a sound memory and in what shape. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Box, type Json, memoryBox, type RunOptions } from "./box.ts";

const IDS = [
  "jsonl_parseable",
  "id_unique",
  "sqlite_accessible",
  "index_fresh",
  "model_cache",
  "consistency",
  "daily_spike",
  "duplicate_rate",
  "log_errors",
  "hooks_installed",
  "binary_version",
  "permissions",
  "notes_index",
  "spool",
  "delivery",
];

async function doctor(box: Box, options: RunOptions = {}): Promise<Json> {
  const { data } = await box.json(["doctor"], options);
  return { ...data, of: Object.fromEntries(data.checks.map((check: Json) => [check.id, check])) };
}

test("a sound memory passes every check but for the model, which nobody has downloaded", async () => {
  const box = memoryBox({ empty: true });
  await box.run(["init", "--project-path", box.project]);
  await box.json(["save", "fact", "--content", "We use Redis, TTL 300"]);
  await box.json(["search", "Redis"]);
  const { checks, summary, thresholds } = await doctor(box);
  assert.deepEqual(checks.map(({ id }: Json) => id), IDS);
  assert.deepEqual(checks.filter(({ status }: Json) => status !== "pass").map(({ id }: Json) => id), ["model_cache"]);
  assert.deepEqual(summary, { pass: IDS.length - 1, warn: 1, fail: 0 });
  assert.deepEqual(thresholds, {
    index_lag_warn_minutes: 10,
    daily_write_spike: 100,
    duplicate_id_warn_pct: 1,
    log_errors_warn_per_day: 5,
  });
  for (const check of checks) {
    assert.deepEqual(Object.keys(check).filter((key) => key !== "next_step"), ["id", "name", "status", "detail"]);
    assert.equal("next_step" in check, check.status !== "pass", check.id);
  }
});

test("where there is no memory doctor says so, with the next step, and exits 0", async () => {
  const box = memoryBox({ empty: true });
  const { code, stdout } = await box.run(["manage", "doctor"]);
  assert.equal(code, 0);
  const { status, command, data } = JSON.parse(stdout);
  assert.deepEqual([status, command], ["ok", "doctor"]);
  assert.equal(data.checks[0].status, "fail");
  assert.match(data.checks[0].next_step, /memory init/);
});
