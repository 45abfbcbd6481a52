/** Deleted records leave no bytes behind: SQLite keeps them in free pages and FTS5 in old segments until told otherwise. */
import type { Database } from "./sqlite.ts";

/** Writes the index anew without what was deleted, and empties the log beside it. Costs about a second at 100,000 facts. */
export function eraseDeleted(db: Database): void {
  if (db.readOnly) return;
  // One segment, made of what is there now.
  db.exec("INSERT INTO lexicon(lexicon) VALUES('optimize')");
  db.exec("VACUUM");
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
}
