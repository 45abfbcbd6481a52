/** Every write can be undone to the byte, or the error says why not. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { MemoryError } from "../../src/errors.ts";
import { isDeleted, type RawRecord } from "../../src/records/mod.ts";
import { appendLocked } from "../../src/store/append.ts";
import { readOperations, recordOperation } from "../../src/store/audit.ts";
import { applyChange, type Rewrite } from "../../src/store/change.ts";
import { withLock } from "../../src/store/write_lock.ts";
import type { LockedStore, Store } from "../../src/store/mod.ts";
import { planUndo } from "../../src/upkeep/restore.ts";
import { testStore, testWorld, type World } from "../world.ts";
import { AUDIT_FILE, pathOf } from "../../src/store/layout.ts";
import { operationToUndo } from "../../src/store/undo.ts";

const FILES = ["daily/2026-02-17.jsonl", "daily/2026-02-18.jsonl", "sessions.jsonl"] as const;

/** The changes that verbs make. */
class Hand {
  readonly store: Store;
  readonly world: World;

  constructor(world = testWorld()) {
    this.world = world;
    this.store = testStore(world);
  }

  #locked<T>(body: (store: LockedStore) => T): T {
    // A second apart, so that every backup has a name of its own.
    this.world.advance(1_000);
    return withLock(this.store, body, 0);
  }

  save(id: string, file: string = FILES[1]): string {
    return this.#locked((store) => {
      appendLocked(store, [{ file, record: { id, type: "fact", content: `text of ${id}` } }]);
      const counts = { before_count: 0, after_count: 1 };
      const line = {
        actor: "agent",
        command: "save",
        scope: "daily",
        ids: [id],
        files: [file],
        success: true,
      } as const;
      return recordOperation(store, { ...line, ...counts }).op_id;
    });
  }

  change(ids: readonly string[], rewrite: (record: RawRecord) => Rewrite): string | undefined {
    const each = (record: RawRecord) => ids.includes(String(record.id)) ? rewrite(record) : "keep";
    const files = new Map(FILES.map((file) => [file, each]));
    const change = { actor: "agent", command: "change", scope: "all", rewrite: files } as const;
    return this.#locked((store) => applyChange(store, change))?.op_id;
  }

  edit(id: string, content: string) {
    return this.change([id], (record) => ({ ...record, content }));
  }

  remove(...ids: string[]) {
    return this.change(ids, (record) => isDeleted(record) ? "keep" : { ...record, deleted_at: "now" });
  }

  purge(...ids: string[]) {
    return this.change(ids, () => undefined);
  }

  undo(opId?: string): string {
    const changed = this.#locked((store) => {
      const { change } = planUndo(store, opId, "agent");
      return change && applyChange(store, change);
    });
    return changed?.op_id ?? "";
  }

  refusal(opId?: string): string {
    try {
      this.undo(opId);
      return "done";
    } catch (error) {
      return error instanceof MemoryError ? `${error.code}: ${error.message}` : String(error);
    }
  }

  /** The bytes of every file of the truth. */
  truth(): Record<string, string> {
    const read = (file: string) =>
      fs.existsSync(pathOf(this.store, file)) ? fs.readFileSync(pathOf(this.store, file), "utf8") : "";
    return Object.fromEntries(FILES.map((file) => [file, read(file)]));
  }
}

test("in a log of years the newest writes are found without reading what is before them", () => {
  const hand = new Hand();
  hand.save("log-0");
  const old = hand.edit("log-0", "before years");
  const log = pathOf(hand.store, AUDIT_FILE);
  const line = (at: number) =>
    JSON.stringify({ op_id: `op-years-${at}`, command: "save", actor: "agent", ids: [], files: [], success: true });
  fs.appendFileSync(log, Array.from({ length: 8_000 }, (_, at) => `${line(at)}\n`).join(""));
  const before = hand.truth();
  hand.edit("log-0", "today");
  const { files } = hand.world.runtime;
  let whole = 0;
  const counting = {
    ...files,
    read: (...args: Parameters<typeof files.read>) => (whole += Number(args[0] === log), files.read(...args)),
  };
  const store = { ...hand.store, runtime: { ...hand.world.runtime, files: counting } };
  const newest = operationToUndo(store, undefined);
  assert.equal(newest.command, "change");
  const undone = withLock(store, (locked) => planUndo(locked, newest.op_id, "agent").change, 0);
  assert.ok(undone);
  assert.equal(whole, 0);
  hand.undo();
  assert.deepEqual(hand.truth(), before);
  // What is named is found however old it is.
  assert.equal(operationToUndo(store, old).op_id, old);
  assert.equal(whole, 1);
});

test("a save, an edit, a deletion and a purge are taken back to the byte", () => {
  const hand = new Hand();
  hand.save("log-0");
  hand.save("log-1");
  hand.save("log-2");
  const before = hand.truth();
  const changes = [
    () => hand.save("log-3"),
    () => hand.edit("log-1", "other"),
    () => hand.remove("log-0", "log-2"),
    () => hand.purge("log-1"),
  ];
  for (const change of changes) {
    change();
    assert.notDeepEqual(hand.truth(), before);
    hand.undo();
    assert.deepEqual(hand.truth(), before);
  }
});

test("the first save of a day taken back leaves no file behind", () => {
  const hand = new Hand();
  const files = () => FILES.filter((file) => fs.existsSync(pathOf(hand.store, file)));
  const before = files();
  hand.save("log-0");
  assert.notDeepEqual(files(), before);
  hand.undo();
  assert.deepEqual(files(), before);
});

test("an undo can be undone, and that again", () => {
  const hand = new Hand();
  hand.save("log-1");
  const before = hand.truth();
  hand.edit("log-1", "other");
  const after = hand.truth();
  const undo = hand.undo();
  assert.deepEqual(hand.truth(), before);
  const redo = hand.undo(undo);
  assert.deepEqual(hand.truth(), after);
  hand.undo(redo);
  assert.deepEqual(hand.truth(), before);
});

test("writes are taken back in any order as long as they touched different records", () => {
  const hand = new Hand();
  for (const id of ["log-1", "log-2", "log-3"]) hand.save(id);
  const purge = hand.purge("log-2");
  const edit = hand.edit("log-1", "other");
  hand.save("log-4");
  hand.undo(purge);
  const contents = () =>
    hand.truth()[FILES[1]]?.trim().split("\n").map((text) => JSON.parse(text)).map(({ id, content }) => [id, content]);
  assert.deepEqual(contents(), [
    ["log-1", "other"],
    ["log-2", "text of log-2"],
    ["log-3", "text of log-3"],
    ["log-4", "text of log-4"],
  ]);
  hand.undo(edit);
  assert.deepEqual(contents()?.[0], ["log-1", "text of log-1"]);
});

test("what was changed again since is refused, naming what to undo first", () => {
  const hand = new Hand();
  const save = hand.save("log-1");
  const edit = hand.edit("log-1", "other");
  const before = hand.truth();
  assert.match(hand.refusal(save), new RegExp(`UNDO_IMPOSSIBLE: .*${edit}.* changed log-1 since`));
  assert.deepEqual(hand.truth(), before);
  hand.undo(edit);
  assert.equal(hand.refusal(save), "done");
});

test("a write is taken back once, and never one that is unknown", () => {
  const hand = new Hand();
  const save = hand.save("log-1");
  const undo = hand.undo(save);
  assert.match(hand.refusal(save), /UNDO_IMPOSSIBLE: .* was taken back already/);
  assert.match(hand.refusal("op-none"), /NO_MATCH/);
  hand.undo(undo);
  assert.equal(hand.refusal(save), "done", "it stands again, so it can be taken back again");
});

test("a record that was changed by hand since is not overwritten", () => {
  const hand = new Hand();
  hand.save("log-1");
  const edit = hand.edit("log-1", "other");
  const path = join(hand.store.folder, FILES[1]);
  fs.writeFileSync(path, fs.readFileSync(path, "utf8").replace("other", "by hand"));
  assert.match(hand.refusal(edit), /UNDO_IMPOSSIBLE: .*log-1 in daily\/2026-02-18.jsonl was changed since/);
});

test("without its backup a write can't be taken back, and that is said", () => {
  const hand = new Hand();
  hand.save("log-1");
  const purge = hand.purge("log-1");
  fs.rmSync(join(hand.store.home, "backups"), { recursive: true });
  assert.match(hand.refusal(purge), /UNDO_IMPOSSIBLE: .*backup/);
});

test("a backup that lost a file is refused before anything is changed", () => {
  const hand = new Hand();
  hand.save("log-1", FILES[0]);
  hand.save("log-2", FILES[1]);
  const purge = hand.purge("log-1", "log-2");
  const before = hand.truth();
  const [backup = ""] = fs.readdirSync(join(hand.store.home, "backups"));
  fs.rmSync(join(hand.store.home, "backups", backup, FILES[1]));
  assert.match(hand.refusal(purge), /UNDO_IMPOSSIBLE: .*lost daily\/2026-02-18.jsonl/);
  assert.deepEqual(hand.truth(), before);
});

test("any sequence of writes taken back from the newest on ends where it began", () => {
  const ids = ["log-1", "log-2", "log-3", "log-4"];
  const id = fc.constantFrom(...ids);
  const step = fc.oneof(
    fc.record({ kind: fc.constant("edit" as const), id, text: fc.string({ minLength: 1 }) }),
    fc.record({ kind: fc.constant("remove" as const), id }),
    fc.record({ kind: fc.constant("purge" as const), id }),
    fc.record({
      kind: fc.constant("save" as const),
      id: fc.stringMatching(/^[\w.:@/+-]{3,20}$/).map((text) => `log-${text}x`),
    }),
    fc.record({ kind: fc.constant("undo" as const), back: fc.nat(5) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const hand = new Hand();
      ids.forEach((each, at) => hand.save(each, FILES[at % 2]));
      const begin = readOperations(hand.store).length;
      const before = hand.truth();
      for (const each of steps) {
        if (each.kind === "edit") hand.edit(each.id, each.text);
        else if (each.kind === "remove") hand.remove(each.id);
        else if (each.kind === "purge") hand.purge(each.id);
        else if (each.kind === "save") hand.save(each.id);
        else {
          const target = readOperations(hand.store).slice(begin).at(-1 - each.back)?.op_id;
          const truth = hand.truth();
          if (target !== undefined && hand.refusal(target) !== "done") assert.deepEqual(hand.truth(), truth);
        }
      }
      // Undoes every write since then, the newest first. An undo that is undone already is passed over.
      for (const { op_id } of readOperations(hand.store).slice(begin).reverse()) {
        const refusal = hand.refusal(op_id);
        if (refusal !== "done") assert.match(refusal, /taken back already/);
      }
      assert.deepEqual(hand.truth(), before);
    }),
    { numRuns: 25 },
  );
});

test("a clock that jumps between writes loses none of them, and each can be taken back", () => {
  const DAY_MS = 86_400_000;
  const hand = new Hand();
  const steps: readonly (readonly [number, () => string | undefined])[] = [
    [0, () => hand.save("log-0")],
    [-365 * DAY_MS, () => hand.save("log-1")],
    [900 * DAY_MS, () => hand.edit("log-0", "changed in the future")],
    [-900 * DAY_MS, () => hand.edit("log-1", "changed in the past")],
    [-DAY_MS, () => hand.remove("log-0")],
    [DAY_MS / 24, () => hand.edit("log-1", "changed once more")],
  ];
  const done = steps.map(([jump, write]) => {
    const before = hand.truth();
    hand.world.advance(jump);
    const op = write();
    assert.ok(op);
    return { before, op };
  });
  assert.match(JSON.stringify(hand.truth()), /changed in the future.*deleted_at.*changed once more/);
  for (const { before, op } of done.reverse()) {
    hand.undo(op);
    assert.deepEqual(hand.truth(), before);
  }
});
