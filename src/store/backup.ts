/**
 * Copies of files before they change: `backups/2026-02-19-120500/` holds the affected files and no others (management
 * seed §7.2), and `backup.json`, which says what they were copied for.
 */
import { dirname } from "node:path";
import { stampOf } from "../records/ids.ts";
import { BACKUPS_FOLDER, pathOf } from "./layout.ts";
import { guardInside } from "./guard.ts";
import type { Store } from "./mod.ts";

/** The file of a backup that lists the others. */
export const BACKUP_MANIFEST = "backup.json";

/** What lies in a backup. */
export interface BackupManifest {
  /** The folder's name: `2026-02-19-120500`, with `-2` and so on for a second one of that second. Local. */
  readonly id: string;
  readonly created_at: string;
  /** The verb that was about to run. */
  readonly command: string;
  /** Relative to the data folder. */
  readonly files: readonly string[];
  /** The operation that it was made for. */
  readonly op_id?: string;
  /** What that operation left, by file: undo compares it to see whether anybody changed the same since. */
  readonly changes?: Readonly<Record<string, FileDigests>>;
}

/** What a write left of a file, as digests; empty for what it took away. */
export interface FileDigests {
  readonly after: string;
  /** The records that the write added, changed or removed, by key. */
  readonly records: Readonly<Record<string, string>>;
}

/** A backup that is being made, file by file: of a large memory not all copies are in memory at once. */
export interface Backup {
  /** Copies a file as it is now; the copy is on the disk when it returns. One that is missing is passed over. */
  add(file: string, bytes: Uint8Array | undefined): void;
  /**
   * Writes what the copies were made for, which comes last: a backup without it was cut short.
   *
   * @param changes what the write leaves; with it, undo can take the write back. Not there for what is no write of ours
   * @returns the backup's folder relative to the data folder, with a closing slash, as the seed shows it
   */
  finish(changes?: NonNullable<BackupManifest["changes"]>): string;
}

/**
 * Begins a backup for a write.
 *
 * @param store with its lock held, or with another that keeps out whoever could begin the same
 * @param op_id not there for what is no write of ours
 */
export function openBackup(store: Store, command: string, op_id?: string): Backup {
  const { runtime } = store;
  const now = runtime.now();
  const id = freeId(store, stampOf(now, runtime));
  const folder = `${BACKUPS_FOLDER}/${id}`;
  guardInside(store, pathOf(store, folder));
  runtime.files.makeFolder(pathOf(store, folder));
  const files: string[] = [];
  return {
    add(file, bytes) {
      if (!bytes) return;
      const path = pathOf(store, `${folder}/${file}`);
      runtime.files.makeFolder(dirname(path));
      runtime.files.write(path, bytes, { how: "create", sync: true });
      files.push(file);
    },
    finish(changes) {
      const manifest: BackupManifest = {
        id,
        created_at: now.toISOString(),
        command,
        files,
        ...op_id === undefined ? {} : { op_id },
        ...changes === undefined ? {} : { changes },
      };
      const text = `${JSON.stringify(manifest)}\n`;
      runtime.files.write(pathOf(store, `${folder}/${BACKUP_MANIFEST}`), text, { how: "create", sync: true });
      runtime.files.syncFolder(pathOf(store, folder));
      return `${folder}/`;
    },
  };
}

function freeId(store: Store, stamp: string): string {
  for (let number = 1;; number++) {
    const id = number === 1 ? stamp : `${stamp}-${number}`;
    if (!store.runtime.files.stat(pathOf(store, `${BACKUPS_FOLDER}/${id}`))) return id;
  }
}
