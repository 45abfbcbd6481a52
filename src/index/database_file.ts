/** A database of ours as a file of a data folder: inside of it, and nobody else's to read. Hot path: one stat a start. */
import { MemoryError } from "../errors.ts";
import { guardInside } from "../store/guard.ts";
import { pathOf } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import { type Database, openDatabase } from "./sqlite.ts";

/** What SQLite keeps beside a database. */
export const DATABASE_ENDS = ["", "-wal", "-shm"] as const;

/**
 * Opens a database for writing, made if it is missing. SQLite would make the file as open as the system's default; the files
 * beside it take after it.
 *
 * @param file relative to the data folder
 * @throws IO_ERROR also when a link leads out of the folder
 */
export function openDatabaseFile(store: Store, file: string, options: { extension?: string } = {}): Database {
  const path = pathOf(store, file);
  guardInside(store, path);
  const kind = store.runtime.files.stat(path)?.kind;
  if (kind === undefined) makePrivate(store, path);
  // To open a pipe may never end.
  if (kind === "other") throw new MemoryError("IO_ERROR", `Cannot open ${path}: it is no file`);
  return openDatabase(path, options);
}

function makePrivate({ runtime }: Store, path: string): void {
  try {
    // Appending nothing: another process may have come first.
    runtime.files.write(path, "", { how: "append" });
  } catch {
    // A folder that can't be written: SQLite says so in the words that callers know.
  }
}
