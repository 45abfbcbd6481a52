/**
 * Strings of one kind that the compiler refuses where another is meant. Held by the types: each line below is an error,
 * and were it none, this file would not compile.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fact } from "../../src/records/mod.ts";
import { newId } from "../../src/records/ids.ts";
import { viewOf } from "../../src/records/view.ts";
import { findNote } from "../../src/notes/files.ts";
import { pathOf } from "../../src/store/layout.ts";
import { dailyFiles } from "../../src/store/truth_files.ts";
import { readSessionState } from "../../src/store/session_state.ts";
import { testStore, testWorld } from "../world.ts";

test("a record's id, a session's and an operation's can't be taken for each other", () => {
  const world = testWorld();
  const store = testStore(world);
  const { id, session = "" } = viewOf({ id: "log-101530", session_id: "s1" }, "daily");
  // @ts-expect-error: a record's id
  assert.equal(readSessionState(store, id), undefined);
  // @ts-expect-error: a session's id
  assert.equal(findNote(store, session), undefined);
  // @ts-expect-error: an operation's id
  const fact: Pick<Fact, "id"> = { id: newId(world.runtime, "op") };
  assert.ok(fact.id.startsWith("op-"));
});

test("the name of a file in a store and a path from the root can't be taken for each other", () => {
  const store = testStore(testWorld());
  const [file = ""] = dailyFiles(store);
  // @ts-expect-error: a name in the store
  assert.equal(store.runtime.files.stat(file), store.runtime.files.stat(""));
  // @ts-expect-error: a path from the root
  assert.notEqual(pathOf(store, pathOf(store, "x")), pathOf(store, "x"));
});
