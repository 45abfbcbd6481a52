/**
 * A database as a file of the home: inside it, and for nobody else to read. Hot path: one stat for each start.
 */
import { dirname } from "node:path";
import { fail } from "../errors.ts";
import { guardInside, pathOf } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import { type Database, openDatabase } from "./sqlite.ts";

/** A database and what SQLite keeps beside it while it writes; in the order in which they may be removed. */
export const DATABASE_ENDS = ["-journal", ""] as const;

/**
 * Opens a database for writing; makes it if it is missing. SQLite would make the file as open as the system's default;
 * the files that it adds get the same mode.
 *
 * @param file its name in the home
 * @throws IO_ERROR also when a link leads out of the folder
 */
export function openDatabaseFile(store: Store, file: string, options: { extension?: string } = {}): Database {
  const path = pathOf(store, file);
  guardInside(store, path);
  const kind = store.runtime.files.stat(path)?.kind;
  if (kind === undefined) makePrivate(store, path);
  // To open a pipe may never end.
  if (kind === "other") {
    fail("IO_ERROR", { en: `Cannot open ${path}: it is no file`, zh: `无法打开 ${path}：它不是文件` }, {
      en: "Take it away: the index is derived and is made anew",
      zh: "请把它移走；索引会由文件重新生成",
    });
  }
  return openDatabase(path, options);
}

function makePrivate({ runtime }: Store, path: string): void {
  try {
    runtime.files.makeFolder(dirname(path));
    // Appending nothing: another process may have come first.
    runtime.files.write(path, "", { how: "append" });
  } catch {
    // The folder can't be written: SQLite says so, in an error that callers know.
  }
}
