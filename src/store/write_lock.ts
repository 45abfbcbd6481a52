/**
 * The lock under which a store is written. What a writer that died had begun is completed by the next one.
 *
 * Before a change replaces its first file, all new contents lie beside their files, and backup and audit line are
 * written (change.ts). What a dead writer left is moved into place here, unless a file is neither as it was nor as it
 * was to be: then the log names the write to take back.
 */
import { basename, dirname, join } from "node:path";
import { reasonOf, tried } from "../errors.ts";
import { homeTrouble } from "../home_trouble.ts";
import type { Runtime } from "../runtime.ts";
import { claim } from "./claim.ts";
import { noteWhatIsThere } from "./brought.ts";
import { keepPrivate } from "./keep_private.ts";
import * as layout from "./layout.ts";
import { dailyFiles } from "./truth_files.ts";
import { acquire, acquireInTurn, DEAD, readHolder } from "./lock.ts";
import type { LockedStore, Store } from "./mod.ts";
import type { RecordId } from "../records/ids.ts";
import { memoryHome, realOf } from "../paths.ts";
import { fileBeside, isBeside } from "../files.ts";
import { byCode } from "../lists.ts";
import { openLog } from "../log.ts";
import { addOperation, asAddition, lastOperation, type Operation, readOperations } from "./audit.ts";
import { fileDigest } from "./file.ts";
import { bytesOf } from "./file_read.ts";
import { recordsIn } from "./lines.ts";
import { readManifest, removeUnfinished } from "./backup.ts";
import { beginMirror } from "./keep_mirror.ts";
import { dropTracked } from "./keep_tracked.ts";
import { mirror, unmirror } from "./mirror.ts";
import { spooledIds } from "./spool.ts";
import { failure, said } from "./words.ts";

/** How long a writer waits: the management seed's 10 s (§7.4). */
export const LOCK_TIMEOUT_MS = 10_000;
/** How long a hook waits before it spools: nobody notices, and most holders are done by then. */
const HOOK_LOCK_TIMEOUT_MS = 50;

/** Runs `body` under the store's lock, once a dead writer's work is done and the folder claimed. Throws LOCK_BUSY. */
export function withLock<T>(store: Store, body: (store: LockedStore) => T, timeoutMs = LOCK_TIMEOUT_MS): T {
  return holding(store, timeoutMs, (locked) => {
    keepPrivate(store, store.standing === "foreign");
    return body(locked);
  });
}

/** The same for several stores, locked in one order, so that no two writers wait for each other. */
export function withLocks<T>(stores: readonly Store[], body: (locked: LockedStore[]) => T): T {
  const held = new Map<Store, LockedStore>();
  const lockAll = ([store, ...others]: readonly Store[]): T => {
    if (!store) return body(stores.flatMap((each) => held.get(each) ?? []));
    return withLock(store, (locked) => {
      held.set(store, locked);
      return lockAll(others);
    });
  };
  return lockAll(stores.toSorted((one, other) => byCode(one.folder, other.folder)));
}

/** The same for hooks: hardly any waiting, and no write into a folder before the person's. Throws LOCK_BUSY. */
export function withLockBriefly<T>(store: Store, body: (store: LockedStore) => T): T {
  if (store.standing === "foreign") throw failure("not_yours", { folder: store.folder });
  return withLock(store, body, HOOK_LOCK_TIMEOUT_MS);
}

/** The same for `init` and `uninstall --purge`, which tell nothing of keeping the folder private. Throws LOCK_BUSY. */
export function withLockForSetup<T>(store: Store, body: (store: LockedStore) => T): T {
  return holding(store, LOCK_TIMEOUT_MS, body);
}

/**
 * Runs `body`, which plans and changes clients' files or the user's settings, while no other process does so: it would
 * take these for what was there before `init`. All projects have one lock; stores are locked within it, never around
 * it. Throws LOCK_BUSY.
 */
export function whileSettingUp<T>(runtime: Runtime, body: () => T, timeoutMs = LOCK_TIMEOUT_MS): T {
  const trouble = homeTrouble(runtime);
  if (trouble) throw trouble.failure;
  const { files } = runtime;
  const home = memoryHome(runtime);
  const isNew = files.stat(home) === undefined;
  files.makeFolder(home);
  const release = taken(runtime, join(home, SETUP_LOCK_FILE), timeoutMs);
  try {
    return body();
  } finally {
    release();
    if (isNew && files.list(home).length === 0) files.remove(home);
  }
}

/** Lies in `~/.memory`. */
const SETUP_LOCK_FILE = "setup.lock";

/** Claims a data folder that is not one's own yet. The caller has to keep it out of commits. Throws LOCK_BUSY. */
export function claimFolder(store: Store): void {
  if (!isClaimed(store)) withLockForSetup(store, () => {});
}

function holding<T>(store: Store, timeoutMs: number, body: (store: LockedStore) => T): T {
  const { runtime, folder } = store;
  const path = join(folder, layout.LOCK_FILE);
  const release = taken(runtime, path, timeoutMs);
  try {
    const own = isClaimed(store) ? store : claim(store, noteWhatIsThere);
    const locked = own as LockedStore;
    beginMirror(locked);
    if (runtime.files.stat(`${path}${DEAD}`)) {
      finishLastWrite(locked, readHolder(runtime, `${path}${DEAD}`)?.at);
      runtime.files.remove(`${path}${DEAD}`);
    }
    return body(locked);
  } finally {
    release();
  }
}

/** Takes a lock file, and returns what releases it. Throws LOCK_BUSY. */
function taken(runtime: Runtime, path: string, timeoutMs: number): () => void {
  // A hook does not stand in line: what it can't write at once goes to the spool.
  const take = timeoutMs > HOOK_LOCK_TIMEOUT_MS ? acquireInTurn : acquire;
  const release = take(runtime, path, timeoutMs);
  if (release) return release;
  const holder = readHolder(runtime, path);
  const held = holder ? said("lock_held", { pid: holder.pid, host: holder.host, at: holder.at }) : said("lock_taken");
  throw failure("lock_busy", { place: dirname(path), held, seconds: timeoutMs / 1000 });
}

function isClaimed({ standing, moved }: Store): boolean {
  return standing === "own" && !moved;
}

/** Completes the newest write if its writer, who took the lock at `since`, did not. Never throws: the log says why. */
function finishLastWrite(store: LockedStore, since: string | undefined): void {
  const log = openLog(store.runtime, store);
  let operation: Operation | undefined;
  try {
    operation = lastOperation(store);
    const steps = operation ? missingSteps(store, operation) : [];
    for (const step of steps) step(store);
    if (steps.length > 0) log.warning("A write that was cut short is complete now", { op_id: operation?.op_id });
    clearStaged(store);
    if (since !== undefined) {
      removeUnfinished(store, new Date(since));
      tellUntold(store, since);
    }
    if (operation?.mode === "purge" && operation.timestamp >= (since ?? "")) forgetDerived(store);
  } catch (error) {
    const { op_id } = operation ?? {};
    const next_step = op_id && `memory manage undo ${op_id}`;
    log.error("A write was cut short and can't be completed", { op_id, reason: reasonOf(error), next_step });
  }
}

/** Tells the audit log of a record that a dead writer has added and not told: `undo` would not know it. */
function tellUntold(store: LockedStore, since: string): void {
  // What waits in the spool is told when it is merged, which comes next.
  const told = new Set([...readOperations(store).flatMap(({ ids }) => ids), ...spooledIds(store)]);
  const days = dailyFiles(store).filter((file) => layout.dayOfFile(file) >= since.slice(0, 10));
  const untold: { readonly file: layout.StorePath; readonly id: RecordId }[] = [];
  for (const file of [layout.FACTS_FILE, layout.SESSIONS_FILE, ...days]) {
    for (const { id, type, timestamp } of recordsIn(bytesOf(store, file))) {
      const isSaved = (type === "fact" || type === "summary") && typeof timestamp === "string" && timestamp >= since;
      if (isSaved && typeof id === "string" && !told.has(id)) untold.push({ file, id });
    }
  }
  if (untold.length === 0) return;
  addOperation(store, asAddition(store, untold, { actor: "agent", command: "save", scope: "all" }));
}

/** The newest write of the audit log, if its writer did not complete it. */
export function cutShort(store: Store): Operation | undefined {
  const operation = lastOperation(store);
  // One that can't be completed throws.
  return operation && tried(() => missingSteps(store, operation).length) === 0 ? undefined : operation;
}

/** What is left to do of a write. Throws when one of its files can't be completed. */
function missingSteps(store: Store, { success, backup_path }: Operation): ((store: LockedStore) => void)[] {
  const manifest = success ? readManifest(store, backup_path) : undefined;
  if (!manifest?.changes) return [];
  return Object.entries(manifest.changes).flatMap(([file, { after }]) => {
    const now = store.runtime.files.read(layout.pathOf(store, file));
    if (fileDigest(now) === after) return [];
    const copy = manifest.files.includes(file) ? layout.readInside(store, `${backup_path}${file}`) : undefined;
    if (fileDigest(now) !== fileDigest(copy)) throw new Error(`${file} was changed by somebody else`);
    return completing(store, file, after);
  });
}

/** Removes new contents left beside records and notes: only who holds the lock writes them, and that is us. */
function clearStaged(store: Store): void {
  const { files } = store.runtime;
  for (const folder of layout.TRUTH_FOLDERS) {
    const path = layout.pathOf(store, folder);
    if (!layout.leadsInside(store, path)) continue;
    for (const name of files.list(path)) {
      const file = fileBeside(name);
      if (file !== undefined && (folder !== "" || RECORDS.includes(file))) files.remove(join(path, name));
    }
  }
}

/** What a purge would have done next: remove the snapshots, and the index, whose file keeps deleted bytes. */
function forgetDerived(store: Store): void {
  for (const name of [layout.SNAPSHOTS_FOLDER, `${layout.INDEX_FILE}-journal`, layout.INDEX_FILE]) {
    layout.removeInside(store, name);
  }
}

/** The files at the top of the data folder beside which nobody writes without the lock. */
const RECORDS: readonly string[] = [layout.FACTS_FILE, layout.SESSIONS_FILE];

function completing(store: Store, file: layout.StorePath, after: string): (store: LockedStore) => void {
  const { files } = store.runtime;
  const path = layout.pathInside(store, file);
  if (after === "") {
    return (locked) => {
      unmirror(locked, file);
      dropTracked(locked, file);
      files.remove(path);
    };
  }
  const target = realOf(store.runtime, path);
  const folder = dirname(target);
  const beside = files.list(folder).filter((name) => isBeside(name, basename(target)))
    .find((name) => fileDigest(files.read(join(folder, name))) === after);
  if (beside === undefined) throw new Error(`the new content of ${file} is gone`);
  return (locked) => {
    unmirror(locked, file);
    dropTracked(locked, file);
    files.rename(join(folder, beside), target);
    files.syncFolder(folder);
    mirror(locked, file);
  };
}
