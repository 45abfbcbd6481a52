/** The folder of models, and downloads into it from a hub on this machine. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loadConfig } from "../../src/config/mod.ts";
import { startFilling } from "../../src/embedding/background.ts";
import { modelState, verifyFiles } from "../../src/embedding/model_files.ts";
import { MODEL_A, MODEL_B, testModelFiles } from "../fixtures/model/generate.ts";
import { COMMIT } from "../hub.ts";
import { GRAPH, isGraphStorage, NAME, scene } from "./hub_scene.ts";
import { testStore, testWorld } from "../world.ts";

test("MEMORY_OFFLINE means no request at all", () =>
  scene(async ({ download, hub }) => {
    await assert.rejects(download(), { code: "MODEL_UNAVAILABLE", message: /MEMORY_OFFLINE/ });
    assert.deepEqual(hub.requests, []);
  }, testWorld({ env: { MEMORY_OFFLINE: "1" } })));

test("neither the rest of a failed download nor a damaged model starts a process after a save; a whole one does", () =>
  scene(async ({ download, hub, world, folder }) => {
    const started: (readonly string[])[] = [];
    const runtime = { ...world.runtime, spawnDetached: (words: readonly string[]) => void started.push(words) };
    const { config } = loadConfig(runtime);
    const named = { ...config, embedding: { ...config.embedding, model: NAME } };
    const place = { runtime, config: named, locations: { projectRoot: undefined } };
    const store = testStore(world);
    hub.misbehave = (_, response) => Boolean(response.writeHead(403).end());
    await assert.rejects(download());
    assert.ok(!existsSync(folder));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "model.onnx.part"), "half");
    assert.equal(startFilling(place, [store]), false);
    hub.misbehave = () => false;
    await download();
    assert.equal(startFilling(place, [store]), true);
    assert.deepEqual(started.map(([verb]) => verb), ["sync"]);
    const state = modelState(runtime, folder);
    assert.ok(state.status === "ready");
    writeFileSync(join(state.folder, GRAPH), "half");
    assert.equal(startFilling(place, [store]), false, "the process would only fail, after every save");
    const nameless = { ...place, config: { ...config, embedding: { ...config.embedding, model: "no model" } } };
    assert.equal(startFilling(nameless, [store]), false);
  }));

test("two downloads at once fetch the model once", () =>
  scene(async ({ download, hub }) => {
    const notes: string[] = [];
    const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.min(ms, 10)));
    const both = await Promise.all([download({ pause }), download({ pause, onNote: (note) => notes.push(note.en) })]);
    assert.deepEqual(both.map(({ status }) => status).sort(), ["downloaded", "exists"]);
    assert.equal(hub.requests.filter((line) => line.startsWith("GET /storage/")).length, 1);
    assert.match(notes[0] ?? "", /another process/);
  }));

test("the lock of a download that died does not keep others from it", () =>
  scene(async ({ download, folder, world }) => {
    mkdirSync(folder, { recursive: true });
    const dead = { pid: 2 ** 22 - 3, host: world.runtime.host, at: "2026-02-18T09:59:00.000Z", token: "gone" };
    writeFileSync(join(folder, "download.lock"), JSON.stringify(dead));
    assert.equal((await download()).status, "downloaded");
  }));

test("of a listed model only the published bytes are accepted, from its commit or from a mirror", () => {
  const name = "BAAI/bge-small-zh-v1.5";
  return scene(
    async ({ download, hub, folder }) => {
      hub.repositories.set("Xenova/bge-small-zh-v1.5", testModelFiles(MODEL_A));
      for (const pin of [false, true]) {
        await assert.rejects(download({ pin }), { code: "MODEL_UNAVAILABLE", message: /not the one that is pinned/ });
      }
      const [first = "", ...rest] = hub.requests;
      assert.match(first, /Xenova\/bge-small-zh-v1.5\/resolve\/75c43b069aac4d136ba6bc1122f995fedcfd2781/);
      assert.ok(rest.some((line) => line.includes("/resolve/main/")), "a mirror may know no commits");
      assert.ok(!hub.requests.some((line) => line.startsWith("GET")), "not a byte of it was fetched");
      assert.equal(existsSync(join(folder, "model.json")), false);
    },
    testWorld(),
    name,
  );
});

test("a new revision replaces the old one when it is whole; until then the old one serves", () =>
  scene(async ({ download, hub, world, folder }) => {
    await download();
    const next = "fedcba9876543210fedcba9876543210fedcba98";
    hub.commit = next;
    hub.repositories.set(NAME, testModelFiles(MODEL_B));
    hub.misbehave = (request, response) => {
      if (!isGraphStorage(request.url)) return false;
      const state = modelState(world.runtime, folder);
      assert.ok(state.status === "ready" && state.manifest.revision === COMMIT);
      response.writeHead(403).end();
      return true;
    };
    await assert.rejects(download({ update: true }));
    const kept = modelState(world.runtime, folder);
    assert.ok(kept.status === "ready" && kept.manifest.revision === COMMIT);
    hub.misbehave = () => false;
    assert.equal((await download({ update: true })).manifest.revision, next);
    assert.deepEqual(readdirSync(folder).sort(), [next.slice(0, 12), "model.json"]);
  }));

test("a damaged file is noticed at once by its size, by verify when its size is right, and mended by a download", () =>
  scene(async ({ download, world, folder, graph }) => {
    const { manifest } = await download();
    const file = join(folder, manifest.folder, GRAPH);
    const wrong = graph.slice();
    wrong[500] = (wrong[500] ?? 0) ^ 1;
    writeFileSync(file, wrong);
    assert.match(verifyFiles(world.runtime, join(folder, manifest.folder), manifest)[0]?.en ?? "", /checksum differs/);
    assert.equal((await download({ update: true })).status, "downloaded");
    assert.deepEqual(new Uint8Array(readFileSync(file)), graph);
    assert.equal((await download({ update: true })).status, "exists");
    writeFileSync(file, graph.subarray(0, 100));
    assert.equal(modelState(world.runtime, folder).status, "damaged");
    await download();
    assert.deepEqual(new Uint8Array(readFileSync(file)), graph);
  }));
