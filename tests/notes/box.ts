/** A store for tests of notes, and functions to look at it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { MemoryError } from "../../src/errors.ts";
import { readNotes } from "../../src/notes/files.ts";
import { propose, type Proposed } from "../../src/notes/mod.ts";
import { readPayloads } from "../../src/notes/payload.ts";
import { pathOf } from "../../src/store/layout.ts";
import { parseLines } from "../../src/store/lines.ts";
import { withLock } from "../../src/store/write_lock.ts";
import type { LockedStore, Store } from "../../src/store/mod.ts";
import { testStore, testWorld } from "../world.ts";

export const BY = { actor: "agent", command: "note add", session: "s-1", generation: "g-1" } as const;

export function box() {
  const world = testWorld();
  return { world, store: testStore(world) };
}

export function proposeAll(store: Store, ...payloads: object[]): Proposed[] {
  const neighbours = readNotes(store).map((note) => ({ note, score: 0.5 }));
  const options = { neighboursOf: () => neighbours, contradicts: () => false, author: BY, language: "zh" } as const;
  return propose(store, readPayloads(payloads), options);
}

export function locked<T>(store: Store, body: (store: LockedStore) => T): T {
  return withLock(store, body);
}

export function text(store: Store, file: string): string {
  return new TextDecoder().decode(store.runtime.files.read(pathOf(store, file)));
}

export function rewrite(store: Store, file: string, content: string): void {
  const path = pathOf(store, file);
  store.runtime.files.makeFolder(join(path, ".."));
  store.runtime.files.write(path, content, { how: "replace" });
}

// deno-lint-ignore no-explicit-any -- audit lines are read without a type
export function operations(store: Store): any[] {
  const bytes = store.runtime.files.read(pathOf(store, "audit/operations.jsonl"));
  return bytes ? parseLines(bytes).map((line) => line.record) : [];
}

export function events(store: Store): unknown[][] {
  return operations(store).filter((each) => each.event).map((each) => [
    each.event,
    each.note_id,
    each.operation,
    each.conversation_id,
    each.generation_id,
  ]);
}

export function assertFails(code: MemoryError["code"], body: () => unknown): MemoryError {
  try {
    body();
  } catch (error) {
    assert.ok(error instanceof MemoryError);
    assert.equal(error.code, code);
    return error;
  }
  return assert.fail(`${code} expected`);
}
