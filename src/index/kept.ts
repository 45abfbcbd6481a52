/**
 * A text that whoever reads the index leaves in it for the next one: what took long to find out from records, and can
 * be found out again. It is lost with the index. It must hold no text of records, which would outlive them here.
 */
import { MemoryError } from "../errors.ts";
import type { Database } from "./sqlite.ts";

/** What was kept last; undefined if nothing was. */
export function kept(db: Database): string | undefined {
  const text = db.get("SELECT text FROM kept")?.["text"];
  return typeof text === "string" ? text : undefined;
}

/** Keeps a text instead of the last one, unless that would mean to wait, or can't be done here. */
export function keep(db: Database, text: string): void {
  if (db.readOnly) return;
  try {
    db.transaction(() => {
      db.run("DELETE FROM kept");
      db.run("INSERT INTO kept VALUES (?)", text);
    }, 0);
  } catch (error) {
    // Another process is writing, or the disk is full: then it is found out once more.
    if (error instanceof MemoryError && (error.code === "LOCK_BUSY" || error.code === "IO_ERROR")) return;
    throw error;
  }
}
