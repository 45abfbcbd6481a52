/** Bringing back what was deleted: records marked as deleted, or what a backup holds. */
import { fail } from "../errors.ts";
import { isDeleted, type RawRecord } from "../records/mod.ts";
import type { Span } from "../records/days.ts";
import { livePath } from "../notes/write.ts";
import type { Actor } from "../store/audit.ts";
import type { Planned } from "../store/change.ts";
import { evidenceOf, type Stored } from "../store/contents.ts";
import { type Filter, type RecordScope, select } from "../store/filter.ts";
import { BACKUPS_FOLDER, filesBelow, leadsInside, pathOf, readInside } from "../store/layout.ts";
import { linesByKey, mergeRecords } from "../store/change_plan.ts";
import type { Store } from "../store/mod.ts";
import { readManifest } from "../store/backup.ts";
import { rewriteOf } from "./delete.ts";
import { readScope } from "./notes.ts";

/** Which deleted records somebody wants back. */
export interface Undeletion {
  /** These records; empty for all that the span holds. */
  readonly ids: readonly string[];
  /** When they were deleted, not written. */
  readonly span: Span;
  readonly scope: RecordScope;
  /** Whether a record of the store may be meant: one of another project, in the global store, may not. */
  readonly isMeant?: (stored: Stored) => boolean;
}

/** The change that brings soft-deleted records back as they were, and how many of them there are. */
export function planUndeletion(
  store: Store,
  { ids, span, scope, isMeant = () => true }: Undeletion,
  actor: Actor,
): Planned<number> {
  const contents = readScope(store, scope);
  const filter: Filter = { deleted: "only", events: true, ...ids.length > 0 ? { ids } : {} };
  const wanted = select(contents, scope, filter).filter((stored) => {
    if (!isMeant(stored)) return false;
    const { record } = stored;
    const time = Date.parse(String(record.deleted_at));
    return (span.from === -Infinity && span.to === Infinity) || (time >= span.from && time < span.to);
  });
  const keys = new Set(wanted.map(({ key }) => key));
  // A consolidated fact that went with its evidence comes back with it.
  const copies = contents.records.filter(({ home, key, record }) =>
    home === "facts" && !keys.has(key) && isDeleted(record) && evidenceOf(record).some((id) => keys.has(id))
  );
  const lines = wanted.filter(({ home }) => home !== "notes");
  const notes = wanted.filter(({ home }) => home === "notes");
  const change = {
    actor,
    command: "restore",
    scope,
    rewrite: rewriteOf(
      store,
      contents,
      [...lines, ...copies],
      (record) => isDeleted(record) ? undeleted(record) : "keep",
    ),
    replace: movedBack(store, notes),
    ids: notes.map(({ key }) => key),
  };
  return { change, result: wanted.length };
}

function undeleted({ deleted_at: _at, deleted_by: _by, ...record }: RawRecord): RawRecord {
  return record;
}

function movedBack(store: Store, notes: readonly Stored[]): Map<string, Uint8Array | undefined> {
  return new Map(notes.flatMap(({ file }): [string, Uint8Array | undefined][] => {
    const bytes = store.runtime.files.read(pathOf(store, file));
    return bytes ? [[file, undefined], [livePath(file), bytes]] : [];
  }));
}

/**
 * The change that brings back what a backup holds and the memory has lost: records that are gone, records deleted
 * since, and the records that the backup was made for, as they were. What was written since stays. Throws
 * BACKUP_NOT_FOUND when the backup is missing or incomplete.
 */
export function planRestoration(store: Store, backupId: string, actor: Actor): Planned<number> {
  const copies = readBackup(store, backupId);
  const manifest = readManifest(store, `${BACKUPS_FOLDER}/${backupId}`);
  const replace = new Map<string, Uint8Array | undefined>();
  let result = 0;
  for (const [file, copy] of copies) {
    const now = store.runtime.files.read(pathOf(store, file));
    if (!file.endsWith(".jsonl")) {
      if (now && Buffer.compare(now, copy) === 0) continue;
      replace.set(file, copy);
      result++;
      continue;
    }
    const affected = manifest?.changes?.[file]?.records ?? {};
    const merged = mergeBackup(now ?? new Uint8Array(), copy, new Set(Object.keys(affected)));
    if (merged.restored === 0) continue;
    replace.set(file, merged.bytes);
    result += merged.restored;
  }
  return { change: { actor, command: "restore", scope: "all", replace, audit: { from_backup: backupId } }, result };
}

/**
 * The files of a backup: those of its list, or, without one (the Python original's), all that it holds. No link is
 * followed out of the store: what lies there is nobody's backup.
 */
function readBackup(store: Store, backupId: string): Map<string, Uint8Array> {
  const folder = `${BACKUPS_FOLDER}/${backupId}`;
  const path = pathOf(store, folder);
  const isName = /^[\w.-]+$/.test(backupId) && !backupId.startsWith(".");
  if (!isName || store.runtime.files.stat(path)?.kind !== "folder" || !leadsInside(store, path)) {
    fail("BACKUP_NOT_FOUND", { en: `There is no backup "${backupId}"`, zh: `没有备份“${backupId}”` }, {
      en: "`memory manage backups` lists them",
      zh: "`memory manage backups` 会列出全部备份",
    });
  }
  const names = readManifest(store, folder)?.files ??
    filesBelow(store, folder).filter((file) => file.endsWith(".jsonl")).map((file) => file.slice(folder.length + 1));
  return new Map(names.map((name) => {
    const bytes = name.split("/").includes("..") ? undefined : readInside(store, `${folder}/${name}`);
    if (bytes) return [name, bytes];
    fail("BACKUP_NOT_FOUND", {
      en: `The backup "${backupId}" is not whole: ${name} is missing`,
      zh: `备份“${backupId}”不完整：缺少 ${name}`,
    }, {
      en: "Nothing was changed; `memory manage backups` lists the others",
      zh: "尚未改动任何内容；`memory manage backups` 会列出其他备份",
    });
  }));
}

function mergeBackup(now: Uint8Array, copy: Uint8Array, affected: ReadonlySet<string>) {
  const current = linesByKey(now);
  const returning = [...linesByKey(copy)].filter(([key, { text, records }]) => {
    const there = current.get(key);
    const isDeletedSince = there?.records.some(isDeleted) === true && !records.some(isDeleted);
    return !there || (there.text !== text && (isDeletedSince || affected.has(key)));
  });
  const bytes = mergeRecords(now, copy, new Set(returning.map(([key]) => key)));
  return { bytes, restored: returning.length };
}
