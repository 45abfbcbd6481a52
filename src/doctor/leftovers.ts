/**
 * In: a store. Out: what writers left unfinished: waiting entries, dead locks, temporary files.
 * Not done here: clearing it away (fix.ts).
 *
 * @module
 */
import { BESIDE, modifiedMs } from "../files.ts";
import type { Operation } from "../store/audit.ts";
import {
  AUDIT_FILE,
  DAILY_FOLDER,
  DELETED_NOTES_FOLDER,
  leadsInside,
  LOCK_FILE,
  NOTES_FOLDER,
  pathOf,
  PROPOSALS_FOLDER,
  SHARE_FOLDER,
  SNAPSHOTS_FOLDER,
  SPOOL_FOLDER,
  STATE_FOLDER,
  VECTORS_LOCK_FILE,
} from "../store/layout.ts";
import { lockState } from "../store/lock.ts";
import type { Store } from "../store/mod.ts";
import { DAMAGED, spooledFiles } from "../store/spool.ts";
import { cutShort } from "../store/write_lock.ts";

/** What was left unfinished. */
export interface Leftovers {
  /** Spool files that wait for a writer. */
  readonly waiting: readonly string[];
  /** Spool files that can't be read in full. */
  readonly damaged: readonly string[];
  /** Lock files whose owner is dead. */
  readonly deadLocks: readonly string[];
  /** The write that a dead owner did not complete; the next writer will. */
  readonly cutShort: Operation | undefined;
  /** Who is writing right now. */
  readonly writer: string | undefined;
  /** New contents whose writer died before it renamed them. */
  readonly temporary: readonly string[];
}

/** Replacing a file takes moments; a temporary file older than this has no writer. */
const ORPHANED_MS = 10 * 60_000;
const FOLDERS = [
  "",
  DAILY_FOLDER,
  STATE_FOLDER,
  SNAPSHOTS_FOLDER,
  NOTES_FOLDER,
  DELETED_NOTES_FOLDER,
  SHARE_FOLDER,
  PROPOSALS_FOLDER,
  AUDIT_FILE.split("/")[0] ?? "",
];

/** Looks for it, without a change to any file. */
export function leftoversOf(store: Store): Leftovers {
  const { files } = store.runtime;
  // What a link leads to outside the store was not left by us.
  const namesIn = (folder: string) =>
    leadsInside(store, pathOf(store, folder)) ? files.list(pathOf(store, folder)) : [];
  const spool = namesIn(SPOOL_FOLDER);
  const locks = [
    LOCK_FILE,
    VECTORS_LOCK_FILE,
    ...namesIn(STATE_FOLDER).filter((name) => name.endsWith(".lock"))
      .map((name) => `${STATE_FOLDER}/${name}`),
  ];
  const owner = lockState(store.runtime, pathOf(store, LOCK_FILE));
  const deadLocks = locks.filter((file) => lockState(store.runtime, pathOf(store, file))?.isDead);
  return {
    waiting: spooledFiles(store),
    damaged: spool.filter((name) => name.endsWith(DAMAGED)).map((name) => `${SPOOL_FOLDER}/${name}`),
    deadLocks,
    cutShort: deadLocks.includes(LOCK_FILE) ? cutShort(store) : undefined,
    writer: owner && !owner.isDead ? owner.owner : undefined,
    temporary: FOLDERS.flatMap((folder) => temporaryAmong(store, folder, namesIn(folder))),
  };
}

function temporaryAmong(store: Store, folder: string, names: readonly string[]): string[] {
  const { files, now } = store.runtime;
  return names.filter((name) => BESIDE.test(name))
    .map((name) => folder === "" ? name : `${folder}/${name}`)
    .filter((file) => {
      const stat = files.stat(pathOf(store, file));
      return stat !== undefined && now().getTime() - modifiedMs(stat) > ORPHANED_MS;
    });
}
