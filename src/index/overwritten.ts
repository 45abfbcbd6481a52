/**
 * In: a file that was the person's alone, and that git has replaced, as a forced checkout or a reset does. Out: a
 * backup of its lost rows, which only the index still holds: lines as they were, a note by its fields and text, core
 * memory by its sections.
 */
import { join } from "node:path";
import { reasonOf, tried } from "../errors.ts";
import { openLog } from "../log.ts";
import type { NoteFields } from "../notes/note.ts";
import { renderHead } from "../notes/render.ts";
import { openBackup } from "../store/backup.ts";
import { isOursStill } from "../store/keep_tracked.ts";
import { MIRROR_FOLDER } from "../store/layout.ts";
import { gitHolds } from "../store/mirror.ts";
import type { TruthFile } from "../store/truth_files.ts";
import type { Store } from "../store/mod.ts";
import type { Database } from "./sqlite.ts";
import type { TruthRecord } from "./write.ts";

/** Copies the lost rows of a file into a backup. Never throws: the log tells the outcome. */
export function keepOverwritten(
  db: Database,
  store: Store,
  { file, kind }: TruthFile,
  { key, placed }: { key: number; placed: readonly TruthRecord[] },
): void {
  // Git tracks the file by now, and has put no other in its place: a verb of ours has changed it, or a hand.
  if (isOursStill(store, file)) return;
  const there = new Set(placed.map(({ raw }) => raw));
  const lost = db.all("SELECT raw FROM records WHERE file = ? ORDER BY start", key)
    .map(({ raw }) => String(raw)).filter((raw) => !there.has(raw));
  // It was committed since it was read, and an ordinary pull has changed it.
  if (lost.length === 0 || gitHolds(store)(join(store.home, MIRROR_FOLDER, file))) return;
  const log = openLog(store.runtime, store);
  tried(
    () => {
      const backup = openBackup(store, "git");
      backup.add(file, new TextEncoder().encode(lost.map((raw) => `${asWritten(kind, raw)}\n`).join("")));
      const path = backup.finish();
      // An error, so that doctor names it.
      log.error(`Git replaced ${file}, which was yours alone; what it held is in ${path}`);
    },
    (error) =>
      log.error(`Git replaced ${file}, which was yours alone; no copy could be made`, { reason: reasonOf(error) }),
  );
}

function asWritten(kind: TruthFile["kind"], raw: string): string {
  if (kind !== "core" && kind !== "notes") return raw;
  const { title = "", content = "", body = "", ...fields } = JSON.parse(raw);
  if (kind === "notes") {
    return `${renderHead({ title, ...fields, project: fields.project ?? "" } as NoteFields)}\n\n${body}`;
  }
  return title === "" ? content : `## ${content}`;
}
