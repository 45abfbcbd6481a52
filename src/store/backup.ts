/**
 * Copies of files before they change: `backups/2026-02-19-120500/` holds the affected files and no others (management
 * seed §7.2), and the manifest `backup.json`, which names the operation.
 */
import { errorCode, MemoryError, reasonTold } from "../errors.ts";
import { isObject } from "../json.ts";
import { readJson, readText } from "../files.ts";
import { dirname, join } from "node:path";
import { type OperationId, stampOf } from "../records/ids.ts";
import { BACKUPS_FOLDER, LOST, namesInside, pathInside, pathOf, type StorePath } from "./layout.ts";
import type { LockedStore, Store } from "./mod.ts";
import { byCode } from "../lists.ts";
import { DAY_MS, momentOf } from "../records/days.ts";
import type { Runtime } from "../runtime.ts";
import { inResult, type Sentence } from "../sentence.ts";
import { named } from "../wording.ts";
import { failure, said } from "./words.ts";

const BACKUP_MANIFEST = "backup.json";

export interface BackupManifest {
  /**
   * The folder's name: the local time, `2026-02-19-120500`, with `-lost` for lost files (`LOST`), and with `-2` and so
   * on for a second one of that second.
   */
  readonly id: string;
  readonly created_at: string;
  /** The verb that was about to run. */
  readonly command: string;
  readonly files: readonly StorePath[];
  readonly op_id?: OperationId | undefined;
  /** The state of each file after the operation, by which undo sees whether anybody has changed the file since. */
  readonly changes?: Readonly<Record<string, FileDigests>> | undefined;
}

/** Digests of a file and its records after a write; a removed one has an empty digest. */
export interface FileDigests {
  readonly after: string;
  /** The records that the write added, changed or removed, by key. */
  readonly records: Readonly<Record<string, string>>;
}

/** A backup in the making, file by file, so that the copies of a large memory are never in memory at once. */
export type Backup = ReturnType<typeof openBackup>;

/** Begins a backup, under a lock that keeps out any other. Without `op_id` the change is another program's. */
export function openBackup(store: Store, command: string, op_id?: OperationId) {
  const { runtime } = store;
  const { folder, copyPath, writeManifest } = keeping(store, () => newBackup(store));
  const files: string[] = [];
  return {
    /** Copies the bytes of a file, unless it is missing, onto the disk. The function returned reads the copy. */
    add(file: StorePath, bytes: Uint8Array | undefined): () => Uint8Array | undefined {
      if (!bytes) return () => undefined;
      const path = keeping(store, () => {
        const path = copyPath(file);
        runtime.files.write(path, bytes, { how: "create", sync: true });
        return path;
      });
      files.push(file);
      return () => runtime.files.read(path);
    },
    /** Writes the manifest, as the last file. Without `changes` undo can't take the write back. */
    finish(changes?: BackupManifest["changes"]): StorePath {
      keeping(store, () => {
        writeManifest({ command, files, op_id, changes });
        runtime.files.syncFolder(pathOf(store, folder));
      });
      return `${folder}/`;
    },
    /** Removes the copies: the change was refused. */
    drop: () => runtime.files.remove(pathOf(store, folder)),
  };
}

/** Takes a step of a backup, before which nothing was changed. Throws IO_ERROR. */
function keeping<T>(store: Store, step: () => T): T {
  try {
    return step();
  } catch (cause) {
    if (cause instanceof MemoryError || errorCode(cause) === undefined) throw cause;
    const path = pathOf(store, BACKUPS_FOLDER);
    throw failure("cannot_keep", { path, reason: reasonTold(cause) }, { cause });
  }
}

/** Moves files from a folder into a backup. After a kill half-way the next writer moves the others. */
export function moveToBackup(store: Store, from: string, names: readonly string[]): void {
  const { copyPath, writeManifest } = newBackup(store, `-${LOST}`);
  writeManifest({ command: LOST, files: names });
  for (const name of names) store.runtime.files.rename(join(from, name), copyPath(name));
}

function newBackup(store: Store, end = "") {
  const { runtime } = store;
  const now = runtime.now();
  const id = freeId(store, stampOf(now, runtime) + end);
  const folder = `${BACKUPS_FOLDER}/${id}`;
  runtime.files.makeFolder(pathInside(store, folder));
  /** The path of a file's copy; makes its folder. */
  const copyPath = (file: StorePath): string => {
    const path = pathOf(store, `${folder}/${file}`);
    runtime.files.makeFolder(dirname(path));
    return path;
  };
  const writeManifest = (what: Omit<BackupManifest, "id" | "created_at">) => {
    const manifest: BackupManifest = { id, created_at: now.toISOString(), ...what };
    runtime.files.write(copyPath(BACKUP_MANIFEST), `${JSON.stringify(manifest)}\n`, { how: "create", sync: true });
  };
  return { folder, copyPath, writeManifest };
}

function freeId(store: Store, stamp: string): string {
  for (let number = 1;; number++) {
    const id = number === 1 ? stamp : `${stamp}-${number}`;
    if (!store.runtime.files.stat(pathOf(store, `${BACKUPS_FOLDER}/${id}`))) return id;
  }
}

/** The manifest of a backup; undefined when there is no backup, or its manifest is missing or can't be read. */
export function readManifest(store: Store, backupPath: StorePath | undefined): BackupManifest | undefined {
  if (backupPath === undefined) return undefined;
  const value = readJson(store.runtime.files, join(pathOf(store, backupPath), BACKUP_MANIFEST));
  const isManifest = isObject(value) && "id" in value && Array.isArray(value.files);
  return isManifest ? value as unknown as BackupManifest : undefined;
}

/** A backup as `memory manage backups` shows it. */
export interface ListedBackup extends Pick<BackupManifest, "id" | "created_at" | "command" | "files"> {
  readonly problem?: Sentence;
}

/** Removes the backups begun since a moment that hold no list of files: their writers died before changing anything. */
export function removeUnfinished(store: Store, since: Date): void {
  const { runtime, runtime: { files } } = store;
  const oldest = stampOf(since, runtime);
  for (const { id } of namesOfBackups(store).filter(({ id }) => id >= oldest)) {
    const folder = pathOf(store, `${BACKUPS_FOLDER}/${id}`);
    if (!files.stat(join(folder, BACKUP_MANIFEST))) files.remove(folder);
  }
}

/** The names of all backups' folders, each with the time that it holds. */
function namesOfBackups(store: Store): { readonly id: string; readonly at: string }[] {
  return namesInside(store, BACKUPS_FOLDER).flatMap((id) => {
    const at = timeOfId(id, store.runtime);
    return at === undefined ? [] : [{ id, at }];
  });
}

const BACKUP_ID = /^(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})(?:-lost)?(?:-\d+)?$/;

/** Every backup, newest first. Backups of the Python original, and backups that were cut short, have no manifest. */
export function listBackups(store: Store): ListedBackup[] {
  const { files } = store.runtime;
  return namesOfBackups(store).map(({ id, at }): ListedBackup => {
    const folder = `${BACKUPS_FOLDER}/${id}`;
    const manifest = readManifest(store, folder);
    if (!manifest) return { id, created_at: at, command: "", files: [], problem: inResult(said("no_file_list")) };
    const lost = manifest.files.filter((file) => files.stat(pathOf(store, `${folder}/${file}`)) === undefined);
    return {
      id,
      created_at: manifest.created_at ?? at,
      command: manifest.command ?? "",
      files: manifest.files,
      ...lost.length > 0 ? { problem: inResult(said("files_missing", { lost: named(lost) })) } : {},
    };
  }).sort(laterFirst);
}

/** The backups of files that another program removed, newest first. */
export function listLost(store: Store): BackupManifest[] {
  return namesOfBackups(store).filter(({ id }) => id.includes(LOST))
    .flatMap(({ id }) => readManifest(store, `${BACKUPS_FOLDER}/${id}`) ?? []).sort(laterFirst);
}

type Dated = Pick<BackupManifest, "id" | "created_at">;

function laterFirst(one: Dated, other: Dated): number {
  return byCode(other.created_at, one.created_at) || byCode(other.id, one.id);
}

/** Lies in the folder of a backup that is past its time, and holds when that was first seen. */
const PAST_FILE = "past";

/**
 * Removes backups older than `days`, if another look a day or more ago found them so, too: a clock may be wrong once.
 * Returns how many. A backup from the future, made by a wrong clock, stays.
 */
export function removeOldBackups(store: LockedStore, days: number): number {
  const { runtime, runtime: { files } } = store;
  const now = runtime.now().getTime();
  let removed = 0;
  for (const { id, at } of namesOfBackups(store)) {
    const folder = pathOf(store, `${BACKUPS_FOLDER}/${id}`);
    const madeAt = Date.parse(readManifest(store, `${BACKUPS_FOLDER}/${id}`)?.created_at ?? at);
    const pastFile = join(folder, PAST_FILE);
    const noted = readText(files, pastFile);
    const firstSeen = Date.parse(noted ?? "");
    if (now - madeAt <= days * DAY_MS) {
      if (noted !== undefined) files.remove(pastFile);
    } else if (Number.isNaN(firstSeen)) {
      files.write(pastFile, new Date(now).toISOString(), { how: "replace" });
    } else if (Math.abs(now - firstSeen) >= DAY_MS) {
      files.remove(folder);
      removed++;
    }
  }
  return removed;
}

/** When a backup was made, by its name, which holds the person's local time; undefined for another name. */
function timeOfId(id: string, runtime: Pick<Runtime, "offsetMs">): string | undefined {
  const [, day, hours, minutes, seconds] = BACKUP_ID.exec(id) ?? [];
  const shown = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(shown) ? undefined : new Date(momentOf(shown, runtime)).toISOString();
}
