/** The table of vectors: nearest first, one table for each model, with sqlite-vec and without. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { test } from "node:test";
import { hasVectors, openVectors } from "../../src/index/vectors.ts";
import { pathOf, VECTORS_FILE } from "../../src/store/layout.ts";
import { openDatabase } from "../../src/index/sqlite.ts";
import type { Runtime } from "../../src/runtime.ts";
import { testStore, testWorld, type World } from "../world.ts";

const IDENTITY = { model: "a", revision: "1" };

/** A unit vector that points along one axis, a little along another. */
function along(axis: number, other = 0, share = 0): Float32Array {
  const vector = new Float32Array(8);
  vector[axis] = Math.sqrt(1 - share * share);
  if (share > 0) vector[other] = share;
  return vector;
}

test("the nearest records come with their cosine, nearest first, each once however many pieces it has", () => {
  const store = testStore(testWorld());
  const vectors = openVectors(store);
  const table = vectors.create("k", IDENTITY, 8);
  vectors.put(table, [
    { id: "one", stamp: 1, vectors: [along(0), along(1)] },
    { id: "two", stamp: 2, vectors: [along(0, 2, 0.6)] },
    { id: "far", stamp: 3, vectors: [along(5)] },
    { id: "nothing", stamp: 4, vectors: [] },
  ]);
  const near = vectors.nearest(table, along(0), 10);
  assert.deepEqual(near.map(({ id }) => id), ["one", "two", "far"]);
  assert.ok(Math.abs((near[0]?.cosine ?? 0) - 1) < 1e-5);
  assert.ok(Math.abs((near[1]?.cosine ?? 0) - 0.8) < 1e-5);
  assert.ok(Math.abs(near[2]?.cosine ?? 1) < 1e-5);
  assert.deepEqual([...vectors.known(table)].sort(), [["far", 3], ["nothing", 4], ["one", 1], ["two", 2]]);
  vectors.close();
});

test("what is put again takes the place of what was there; what is removed is not found", () => {
  const vectors = openVectors(testStore(testWorld()));
  const table = vectors.create("k", IDENTITY, 8);
  vectors.put(table, [{ id: "a", stamp: 1, vectors: [along(0), along(1), along(2)] }]);
  vectors.put(table, [{ id: "a", stamp: 2, vectors: [along(3)] }]);
  assert.deepEqual(vectors.nearest(table, along(0), 5).map(({ stamp }) => stamp), [2]);
  vectors.remove(table, ["a", "never there"]);
  assert.deepEqual(vectors.nearest(table, along(3), 5), []);
  assert.equal(vectors.known(table).size, 0);
  vectors.close();
});

test("vectors of other dimensions are refused, by the table and by the query, and nothing of the batch is kept", () => {
  const vectors = openVectors(testStore(testWorld()));
  const table = vectors.create("k", IDENTITY, 8);
  const wrong = { code: "MODEL_UNAVAILABLE", message: /8 dimensions, the model gives 4/ };
  assert.throws(
    () =>
      vectors.put(table, [{ id: "a", stamp: 1, vectors: [along(0)] }, {
        id: "b",
        stamp: 1,
        vectors: [new Float32Array(4)],
      }]),
    wrong,
  );
  assert.equal(vectors.known(table).size, 0);
  assert.throws(() => vectors.nearest(table, new Float32Array(4), 3), wrong);
  assert.throws(() => vectors.create("k", IDENTITY, 4), wrong);
  assert.equal(vectors.create("k", IDENTITY, 8).number, table.number);
  vectors.close();
});

test("two models have a table each; when one takes over the other is gone", () => {
  const vectors = openVectors(testStore(testWorld()));
  const old = vectors.create("old", { model: "old" }, 8);
  vectors.put(old, [{ id: "a", stamp: 1, vectors: [along(0)] }]);
  vectors.takeOver(old);
  const next = vectors.create("new", { model: "new" }, 4);
  vectors.put(next, [{ id: "a", stamp: 1, vectors: [new Float32Array([0, 1, 0, 0])] }]);
  assert.deepEqual(vectors.tables().map(({ key, complete }) => [key, complete]), [["old", true], ["new", false]]);
  assert.equal(vectors.nearest(old, along(0), 1)[0]?.id, "a");
  vectors.takeOver(next);
  assert.deepEqual(vectors.tables().map(({ key, complete, dimensions }) => [key, complete, dimensions]), [[
    "new",
    true,
    4,
  ]]);
  assert.equal(vectors.nearest(next, new Float32Array([0, 1, 0, 0]), 1)[0]?.id, "a");
  vectors.close();
});

for (const system of ["as it is", "whose SQLite loads no extension"]) {
  const runtimeOf = (world: World): Runtime =>
    // No library is made for it: what macOS's SQLite comes to as well.
    system === "as it is" ? world.runtime : { ...world.runtime, arch: "riscv64" as "x64" };

  test(`a hundred vectors are ranked as by hand on a system ${system}`, () => {
    const world = testWorld();
    const vectors = openVectors({ ...testStore(world), runtime: runtimeOf(world) });
    const table = vectors.create("k", IDENTITY, 8);
    assert.equal(table.shelf, system === "as it is" ? "vec0" : "plain");
    const unit = (at: number) => {
      const raw = Float32Array.from({ length: 8 }, (_, axis) => Math.sin(at * 7 + axis * 3));
      const length = Math.hypot(...raw);
      return raw.map((value) => value / length);
    };
    const all = Array.from({ length: 100 }, (_, at) => ({ id: `r${at}`, stamp: at, vectors: [unit(at)] }));
    vectors.put(table, all);
    const query = unit(1000);
    const product = (a: Float32Array, b: Float32Array) =>
      a.reduce((sum, value, axis) => sum + value * (b[axis] ?? 0), 0);
    const byHand = all.map(({ id, vectors: [vector] }) => ({ id, cosine: product(vector ?? query, query) }))
      .sort((a, b) => b.cosine - a.cosine).slice(0, 10);
    const found = vectors.nearest(table, query, 10);
    assert.deepEqual(found.map(({ id }) => id), byHand.map(({ id }) => id));
    found.forEach(({ cosine, closeness }, at) => {
      assert.ok(Math.abs(cosine - (byHand[at]?.cosine ?? 0)) < 1e-5);
      assert.equal(cosine, closeness);
    });
    assert.deepEqual([...vectors.vectorsOf(table, "r7")[0] ?? []], [...unit(7)]);
    vectors.takeOver(table);
    const [complete] = vectors.tables();
    assert.ok(complete?.complete && complete.mean?.length === 8);
    vectors.remove(table, all.map(({ id }) => id));
    assert.deepEqual(vectors.nearest(table, query, 10), []);
    vectors.close();
  });
}

test("vectors of a system that could load sqlite-vec are made anew where it can't, and plain ones serve everywhere", () => {
  const world = testWorld();
  const store = testStore(world);
  const elsewhere = { ...store, runtime: { ...world.runtime, arch: "riscv64" as "x64" } };
  const here = openVectors(store);
  here.create("k", IDENTITY, 8);
  here.close();
  const there = openVectors(elsewhere);
  assert.deepEqual(there.tables(), []);
  there.put(there.create("k", IDENTITY, 8), [{ id: "a", stamp: 1, vectors: [along(0)] }]);
  there.close();
  const back = openVectors(store);
  const [table] = back.tables();
  assert.ok(table);
  assert.equal(back.nearest(table, along(0), 1)[0]?.id, "a");
  back.close();
});

test("a damaged file is made anew, one of a newer version is refused", () => {
  const store = testStore(testWorld());
  fs.writeFileSync(pathOf(store, VECTORS_FILE), "no database".repeat(1000));
  const vectors = openVectors(store);
  assert.deepEqual(vectors.tables(), []);
  vectors.close();
  assert.equal(fs.statSync(pathOf(store, VECTORS_FILE)).mode & 0o777, 0o600);
  const db = openDatabase(pathOf(store, VECTORS_FILE));
  db.exec("PRAGMA user_version=99");
  db.close();
  assert.throws(() => openVectors(store), { code: "STORE_NEWER" });
  assert.ok(hasVectors(store));
});
