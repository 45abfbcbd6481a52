/** What a backup holds. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { listBackups, openBackup } from "../../src/store/backup.ts";
import { withLock } from "../../src/store/write_lock.ts";
import { pathOf } from "../../src/store/layout.ts";
import { testStore, testWorld } from "../world.ts";

test("a folder with a name that is no time is no backup, and a name is the time of the person's clock", () => {
  const world = testWorld({ now: "2026-02-19T12:05:00.000Z" });
  const store = testStore({ ...world, runtime: { ...world.runtime, offsetMs: () => 2 * 60 * 60_000 } });
  for (const name of ["2026-02-19-256199", "2026-02-19-120500"]) {
    store.runtime.files.makeFolder(pathOf(store, `backups/${name}`));
  }
  assert.deepEqual(listBackups(store).map(({ id, created_at }) => [id, created_at]), [
    ["2026-02-19-120500", "2026-02-19T10:05:00.000Z"],
  ]);
});

test("a backup holds the affected files and says what they were copied for", () => {
  const store = testStore(testWorld({ now: "2026-02-19T12:05:00.000Z" }));
  const { files } = store.runtime;
  files.makeFolder(pathOf(store, "daily"));
  files.write(pathOf(store, "daily/2026-02-15.jsonl"), "{}\n", { how: "create" });
  const changes = { "daily/2026-02-15.jsonl": { after: "", records: {} } };
  const backup = () =>
    withLock(store, (locked) => {
      const made = openBackup(locked, "delete", "op-1");
      for (const file of ["daily/2026-02-15.jsonl", "gone"]) made.add(file, files.read(pathOf(locked, file)));
      return made.finish(changes);
    });
  assert.equal(backup(), "backups/2026-02-19-120500/");
  assert.equal(backup(), "backups/2026-02-19-120500-2/");
  const read = (file: string) =>
    new TextDecoder().decode(files.read(pathOf(store, `backups/2026-02-19-120500/${file}`)));
  assert.equal(read("daily/2026-02-15.jsonl"), "{}\n");
  assert.deepEqual(JSON.parse(read("backup.json")), {
    id: "2026-02-19-120500",
    created_at: "2026-02-19T12:05:00.000Z",
    command: "delete",
    files: ["daily/2026-02-15.jsonl"],
    op_id: "op-1",
    changes,
  });
});
