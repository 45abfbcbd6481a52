/** A deleted or reworded text is told no more, not even by the rule file that Cursor loads with every request. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Box, eventually, memoryBox } from "../box.ts";
import { start } from "../settings_box.ts";

async function cursorBox(): Promise<{ box: Box; id: string; rule: () => string }> {
  const box = memoryBox({ empty: true });
  await box.json(["init", "--agent", "cursor", "--skip-model"]);
  const { id } = (await box.json(["save", "fact", "--content", "Sessions live in Redis"])).data;
  await box.json(["config", "set", "delivery.rule_file", "always"]);
  await start(box);
  return { box, id, rule: () => fs.readFileSync(join(box.project, ".cursor/rules/memory-context.mdc"), "utf8") };
}

test("a deletion, an edit, an undo and a deferred sync bring the rule file in step", async () => {
  const { box, id, rule } = await cursorBox();
  await box.json(["save", "fact", "--content", "Orders live in Postgres"]);
  assert.match(rule(), /Sessions live in Redis/);
  await box.json(["manage", "edit", "--id", id, "--content", "Sessions live in Valkey"]);
  assert.match(rule(), /Sessions live in Valkey/);
  assert.doesNotMatch(rule(), /Redis/);
  await box.json(["manage", "undo"]);
  assert.match(rule(), /Sessions live in Redis/);
  await box.json(["manage", "delete", "--id", id, "--confirm", "--sync-mode", "deferred"]);
  assert.ok(await eventually(() => !/Redis/.test(rule())), rule());
});

test("memory that is switched off is silent at once, and speaks again in the next session after it is switched on", async () => {
  const { box, rule } = await cursorBox();
  assert.match(rule(), /Redis/);
  await box.json(["disable"]);
  assert.doesNotMatch(rule(), /Redis/);
  await box.json(["enable"]);
  await start(box);
  assert.match(rule(), /Redis/);
});

test("while memory is switched off by hand, a deletion takes everything out of the rule file", async () => {
  const { box, id, rule } = await cursorBox();
  fs.writeFileSync(join(box.data, "..", ".memory-disable"), "");
  await box.json(["manage", "delete", "--id", id, "--confirm"]);
  assert.doesNotMatch(rule(), /Redis/);
});
