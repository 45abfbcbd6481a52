/** `init` fetches the model from a hub on this machine, or does without it. Against the binary. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { memoryBox } from "../box.ts";
import { MODEL_A, testModelFiles } from "../fixtures/model/generate.ts";
import { localHub } from "../hub.ts";

const NAME = "tests/tiny-bert";

test("init fetches the model from the hub; --skip-model, --dry-run and a second init ask nobody", async () => {
  const hub = await localHub();
  hub.repositories.set(NAME, testModelFiles(MODEL_A));
  try {
    const env = { HF_ENDPOINT: hub.endpoint, MEMORY_EMBEDDING_MODEL: NAME };
    const box = memoryBox({ empty: true });
    // The person pins the model once; later it is fetched without being asked about.
    await box.json(["model", "download", "--pin"], { env });
    await box.json(["model", "remove"], { env });
    hub.requests.length = 0;
    const skipped = await box.json(["init", "--skip-model"], { env });
    assert.equal(skipped.data.model, undefined);
    const { model } = (await box.json(["init", "--dry-run"], { env })).data;
    assert.deepEqual([model.status, model.folder.startsWith(join(box.home, ".memory", "models"))], ["absent", true]);
    assert.equal((await box.json(["init", "--dry-run", "--skip-model"], { env })).data.model, undefined);
    assert.deepEqual(hub.requests, []);
    const { data } = await box.json(["init"], { env });
    assert.deepEqual(data.model, { model: NAME, status: "downloaded" });
    assert.ok(fs.readdirSync(join(box.home, ".memory", "models")).length > 0);
    const asked = hub.requests.length;
    assert.deepEqual((await box.json(["init"], { env })).data.model, { model: NAME, status: "exists" });
    assert.equal(hub.requests.length, asked);
  } finally {
    await hub.close();
  }
});

test("init without a network is done all the same, at once, and says how to get the model later", async () => {
  const box = memoryBox({ empty: true });
  const started = Date.now();
  const { data } = await box.json(["init"]);
  assert.equal(data.model.status, "skipped");
  assert.match(data.model.reason, /127\.0\.0\.1:9 can't be reached/);
  assert.ok(Date.now() - started < 4_000);
  assert.ok(fs.existsSync(join(box.data, "MEMORY.md")));
  assert.ok(!fs.existsSync(join(box.home, ".memory", "models")), "no folder without a model");
  const offline = await box.json(["init"], { env: { MEMORY_OFFLINE: "1" } });
  assert.match(offline.data.model.reason, /MEMORY_OFFLINE is set/);
  for (const option of ["--list", "--dry-run"]) {
    assert.match((await box.run(["init", option])).stdout, /would download/);
    assert.doesNotMatch((await box.run(["init", option], { env: { MEMORY_OFFLINE: "1" } })).stdout, /would download/);
  }
});
