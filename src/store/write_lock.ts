/**
 * The lock under which a store is written. What a writer that died had begun is completed by the next one.
 *
 * @module
 */
import { dirname, join } from "node:path";
import { MemoryError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { claim } from "./claim.ts";
import { noteWhatIsThere } from "./found.ts";
import { keepPrivate } from "./keep_private.ts";
import { LOCK_FILE } from "./layout.ts";
import { acquire, acquireInTurn, DEAD, readOwner } from "./lock.ts";
import type { LockedStore, Store } from "./mod.ts";
import { finishLastWrite } from "./unfinished.ts";

/** The management seed's 10 s (§7.4). */
export const LOCK_TIMEOUT_MS = 10_000;
/** How long a hook waits before it spools: nobody notices, and most holders are done by then. */
export const HOOK_LOCK_TIMEOUT_MS = 50;

/**
 * Runs `body` while holding the store's lock. What a dead writer had begun is completed first, and a folder that is not
 * one's own yet is claimed. Throws LOCK_BUSY when the lock can't be had in time.
 */
export function withLock<T>(store: Store, timeoutMs: number, body: (store: LockedStore) => T): T {
  const { locked, release } = enter(store, timeoutMs);
  try {
    keepPrivate(store, store.standing === "foreign");
    return body(locked);
  } finally {
    release();
  }
}

/**
 * The same for hooks and for what nobody waits for: hardly any waiting, and nothing is written into a folder that the
 * person has not written to. Throws LOCK_BUSY.
 */
export function withLockBriefly<T>(store: Store, body: (store: LockedStore) => T): T {
  if (store.standing === "foreign") throw notYours(store);
  return withLock(store, HOOK_LOCK_TIMEOUT_MS, body);
}

/** Claims a data folder that is not one's own yet. Throws LOCK_BUSY. */
export function claimFolder(store: Store): void {
  if (store.standing === "foreign") return withLock(store, LOCK_TIMEOUT_MS, () => {});
  // What is about to be written there keeps the folder private.
  if (store.standing === "unclaimed" || store.moved) enter(store, LOCK_TIMEOUT_MS).release();
}

function enter(store: Store, timeoutMs: number): { readonly locked: LockedStore; readonly release: () => void } {
  const { runtime, folder } = store;
  const path = join(folder, LOCK_FILE);
  // A hook does not stand in line: what it can't write at once goes to the spool.
  const take = timeoutMs > HOOK_LOCK_TIMEOUT_MS ? acquireInTurn : acquire;
  const release = take(runtime, path, timeoutMs);
  if (!release) throw lockBusy(runtime, path, folder, timeoutMs);
  try {
    const own = store.standing === "own" && !store.moved ? store : claim(store, noteWhatIsThere);
    const locked = { ...own, locked: true } as const;
    if (runtime.files.stat(`${path}${DEAD}`)) {
      finishLastWrite(locked, readOwner(runtime, `${path}${DEAD}`)?.at);
      runtime.files.remove(`${path}${DEAD}`);
    }
    return { locked, release };
  } catch (error) {
    release();
    throw error;
  }
}

function notYours({ folder }: Store): MemoryError {
  return new MemoryError("LOCK_BUSY", {
    en: `Nothing is written to ${folder} before you do: it came from somebody else`,
    zh: `在你自己写入之前，不会写入 ${folder}：它来自他人`,
  });
}

function lockBusy(runtime: Runtime, path: string, folder: string, timeoutMs: number): MemoryError {
  const owner = readOwner(runtime, path);
  const place = dirname(join(folder, LOCK_FILE));
  const seconds = timeoutMs / 1000;
  return new MemoryError("LOCK_BUSY", {
    en: `Cannot write to ${place}: ${
      owner ? `process ${owner.pid} on ${owner.host} has held the lock since ${owner.at}` : "the lock is taken"
    }, waited ${seconds} s`,
    zh: `无法写入 ${place}：${
      owner ? `${owner.host} 上的进程 ${owner.pid} 自 ${owner.at} 起持有锁` : "锁已被占用"
    }，等了 ${seconds} 秒`,
  }, {
    en: "Try again when it is done, or run `memory doctor --fix` if that process is gone",
    zh: "请等它完成后重试；若该进程已不在，请运行 `memory doctor --fix`",
  });
}
