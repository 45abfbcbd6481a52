/** Making vectors, keeping them in step with the records, and searching them, with a small model in this process. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Config, loadConfig } from "../../src/config/mod.ts";
import { fillVectors, isBehind, sweepVectors } from "../../src/embedding/fill.ts";
import { openMeaning } from "../../src/embedding/meaning.ts";
import { wantedModel } from "../../src/embedding/choice.ts";
import { openIndex, removeIndex, type SyncableIndex } from "../../src/index/mod.ts";
import { openVectors } from "../../src/index/vectors.ts";
import { pathOf, VECTORS_FILE } from "../../src/store/layout.ts";
import { MODEL_A, MODEL_B, writeTestModel } from "../fixtures/model/generate.ts";
import { pinned } from "../pinned.ts";
import { testStore, testWorld, type World } from "../world.ts";

const DAY = "daily/2026-02-18.jsonl";

interface Scene {
  readonly world: World;
  readonly index: SyncableIndex;
  readonly home: string;
  config: Config;
  write(facts: Readonly<Record<string, string | { content: string; deleted_at?: string }>>): void;
  fill(): ReturnType<typeof fillVectors>;
  /** Ids found by meaning, nearest first, those with a cosine above a half. */
  ask(query: string): Promise<string[]>;
  useModel(name: string): void;
}

function scene(): Scene {
  const world = testWorld();
  const store = testStore(world);
  for (const [name, model] of [["a", MODEL_A], ["b", MODEL_B]] as const) {
    writeTestModel(join(world.folder, name), model);
    pinned(world.runtime, join(world.folder, name));
  }
  const { config } = loadConfig(world.runtime);
  const index = openIndex(store);
  const it: Scene = {
    world,
    index,
    home: store.home,
    config,
    useModel(name) {
      it.config = { ...config, embedding: { ...config.embedding, model: join(world.folder, name) } };
    },
    write(facts) {
      const lines = Object.entries(facts).map(([id, fact]) => ({
        id,
        type: "fact",
        memory_type: "W",
        timestamp: "2026-02-18T09:00:00Z",
        ...(typeof fact === "string" ? { content: fact } : fact),
      }));
      fs.mkdirSync(pathOf(store, "daily"), { recursive: true });
      fs.writeFileSync(pathOf(store, DAY), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      index.sync();
    },
    fill: () => fillVectors(index, it.config, { threads: 1 }),
    async ask(query) {
      const meaning = openMeaning(world.runtime);
      const { scores } = await meaning.ask(it.config, [index], query, 10);
      const near = [...scores[0]?.cosines ?? []];
      meaning.close();
      const ids = new Map(index.db.all("SELECT row, id FROM records").map(({ row, id }) => [Number(row), String(id)]));
      return near.filter(([, cosine]) => cosine > 0.5).map(([row]) => ids.get(row) ?? "");
    },
  };
  it.useModel("a");
  return it;
}

const FACTS = { redis: "flush the redis cache", ship: "rollout on friday", dog: "the puppy sleeps" };

test("every visible record gets a vector and is found by meaning in the other language", async () => {
  const { write, fill, ask } = scene();
  write(FACTS);
  assert.deepEqual(await fill(), { status: "done", embedded: 3, total: 3 });
  assert.deepEqual(await ask("缓存"), ["redis"]);
  assert.deepEqual(await ask("部署"), ["ship"]);
  assert.deepEqual(await ask("unknown words"), []);
});

test("only new and changed records are embedded; an edited one is not found by its old text", async () => {
  const { write, fill, ask } = scene();
  write(FACTS);
  await fill();
  write({ ...FACTS, redis: "login needs a password" });
  assert.deepEqual(await ask("缓存"), [], "the stale vector must not be found before the filling");
  assert.deepEqual(await fill(), { status: "done", embedded: 1, total: 3 });
  assert.deepEqual(await ask("缓存"), []);
  assert.deepEqual(await ask("登录"), ["redis"]);
});

test("a deleted record is not found at once, its vector goes with the next filling, and it comes back when restored", async () => {
  const { write, fill, ask, index } = scene();
  write(FACTS);
  await fill();
  write({ ...FACTS, dog: { content: FACTS.dog, deleted_at: "2026-02-18T10:00:00Z" } });
  assert.deepEqual(await ask("狗"), []);
  assert.deepEqual(await fill(), { status: "done", embedded: 0, total: 2 });
  const vectors = openVectors(index.store);
  const [table] = vectors.tables();
  assert.ok(table);
  assert.deepEqual([...vectors.known(table).keys()].sort(), ["redis", "ship"]);
  vectors.close();
  write(FACTS);
  assert.equal((await fill()).embedded, 1);
  assert.deepEqual(await ask("狗"), ["dog"]);
});

test("vectors of deleted records are removed without any model", async () => {
  const { write, fill, index } = scene();
  write(FACTS);
  await fill();
  write({ redis: FACTS.redis });
  sweepVectors(index);
  const vectors = openVectors(index.store);
  const [table] = vectors.tables();
  assert.ok(table);
  assert.deepEqual([...vectors.known(table).keys()], ["redis"]);
  vectors.close();
});

test("vectors survive a rebuild of the index", async () => {
  const { write, fill, index, config, world } = scene();
  write(FACTS);
  await fill();
  index.close();
  removeIndex(index.store);
  const anew = openIndex(index.store);
  anew.sync();
  const own = { ...config, embedding: { ...config.embedding, model: join(world.folder, "a") } };
  assert.deepEqual(await fillVectors(anew, own, { threads: 1 }), { status: "done", embedded: 0, total: 3 });
  anew.close();
});

test("a filling that was killed goes on where it stopped", async () => {
  const { write, index, config, world, ask } = scene();
  const facts = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`f${at}`, at === 99 ? "cache" : `deploy ${at}`]),
  );
  write(facts);
  const own = { ...config, embedding: { ...config.embedding, model: join(world.folder, "a") } };
  const killed = fillVectors(index, own, {
    threads: 1,
    onProgress: (done) => {
      if (done >= 64) throw new Error("killed");
    },
  });
  await assert.rejects(killed, /killed/);
  assert.ok(isBehind(index, wantedModel(world.runtime, own)));
  const { embedded, total } = await fillVectors(index, own, { threads: 1 });
  assert.deepEqual([embedded, total], [36, 100]);
  assert.deepEqual(await ask("缓存"), ["f99"]);
});

test("only one process fills a store; another one leaves its records to that one", async () => {
  const { write, fill, home, world } = scene();
  write(FACTS);
  const owner = { pid: world.runtime.pid, host: world.runtime.host, at: "2026-02-18T09:59:59.000Z", token: "other" };
  fs.writeFileSync(join(home, "vectors.lock"), JSON.stringify(owner));
  assert.deepEqual(await fill(), { status: "busy", embedded: 0, total: 0 });
  fs.rmSync(join(home, "vectors.lock"));
  assert.equal((await fill()).embedded, 3);
});

test("a changed model fills its own table while the old one serves, then takes over without a gap", async () => {
  const it = scene();
  it.write(FACTS);
  await it.fill();
  it.useModel("b");
  assert.deepEqual(await it.ask("缓存"), ["redis"], "the old model's vectors serve until the new ones are there");
  const seen: string[][] = [];
  await fillVectors(it.index, it.config, { threads: 1, onProgress: () => void seen.push(tables(it.index)) });
  assert.ok(seen.length > 0 && seen.every((both) => both.length === 2));
  assert.deepEqual(tables(it.index), [`${MODEL_B.hidden} complete`]);
  assert.deepEqual(await it.ask("缓存"), ["redis"]);
});

function tables(index: SyncableIndex): string[] {
  const vectors = openVectors(index.store);
  const found = vectors.tables().map(({ dimensions, complete }) =>
    `${dimensions} ${complete ? "complete" : "building"}`
  );
  vectors.close();
  return found;
}

test("vectors of a model whose files were changed in place never mix with its earlier ones", async () => {
  const { write, fill, world, ask, index } = scene();
  write(FACTS);
  await fill();
  writeTestModel(join(world.folder, "a"), { ...MODEL_A, hidden: 32 });
  pinned(world.runtime, join(world.folder, "a"));
  assert.deepEqual(await ask("缓存"), [], "no vectors of this model yet");
  await fill();
  assert.deepEqual(tables(index), ["32 complete"]);
  assert.deepEqual(await ask("缓存"), ["redis"]);
});

test("long records are found by every part of them", async () => {
  const { write, fill, ask } = scene();
  write({ long: `deploy. ${"Filler without meaning. ".repeat(60)} The puppy.`, short: "friday" });
  await fill();
  assert.deepEqual(await ask("狗"), ["long"]);
  assert.deepEqual(await ask("部署"), ["long"]);
});

test("a query without a model, without vectors or while they are made gets a reason, and no error is thrown", async () => {
  const { write, index, config, world } = scene();
  write(FACTS);
  const meaning = openMeaning(world.runtime);
  const missing = await meaning.ask(loadConfig(world.runtime).config, [index], "cache", 10);
  assert.deepEqual(missing.scores, []);
  assert.match(missing.degraded?.en ?? "", /is not downloaded$/);
  assert.match(missing.hint?.en ?? "", /^Run `memory model download`$/);
  const own = { ...config, embedding: { ...config.embedding, model: join(world.folder, "a") } };
  const none = await meaning.ask(own, [index], "cache", 10);
  assert.match(none.degraded?.en ?? "", /no vectors yet/);
  assert.equal(none.pending, true);
  const stopped = fillVectors(index, own, {
    threads: 1,
    onProgress: () => {
      throw new Error("stop");
    },
  });
  await assert.rejects(stopped, /stop/);
  const half = await meaning.ask(own, [index], "cache", 10);
  assert.equal(half.scores.length, 1);
  assert.match(half.degraded?.en ?? "", /still being made/);
  fs.writeFileSync(pathOf(index.store, VECTORS_FILE), "broken".repeat(2000));
  const broken = await meaning.ask(own, [index], "cache", 10);
  assert.match(broken.degraded?.en ?? "", /no vectors yet/);
  const off = { ...own, embedding: { ...own.embedding, enabled: false } };
  assert.match((await meaning.ask(off, [index], "cache", 10)).degraded?.en ?? "", /switched off/);
  meaning.close();
});
