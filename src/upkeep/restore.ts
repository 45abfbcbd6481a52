/** Brings back deleted records, the contents of a backup, files that were lost, and the state before a write (undo). */
import { basename } from "node:path";
import type { OperationId } from "../records/ids.ts";
import { isDeleted, type RawRecord } from "../records/mod.ts";
import type { Span } from "../records/days.ts";
import type { Actor, Operation } from "../store/audit.ts";
import type { Change, Planned } from "../store/change.ts";
import { evidenceOf, readContents } from "../store/contents.ts";
import { type Filter, isWithin, type RecordScope, recordsThatPass } from "../store/filter.ts";
import {
  BACKUPS_FOLDER,
  FACTS_FILE,
  filesBelow,
  leadsInside,
  pathOf,
  readInside,
  type StorePath,
} from "../store/layout.ts";
import { partsByKey } from "../store/keyed.ts";
import { type Lost, lostOf, withMissing } from "../store/lost.ts";
import { placesBack } from "../store/place_back.ts";
import { setAsideLost } from "../store/keep_mirror.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import type { Stored } from "../store/stored.ts";
import { readManifest } from "../store/backup.ts";
import { deletion } from "./commit.ts";
import { copiesOf, filesOf } from "./delete.ts";
import { readScope } from "./notes.ts";
import { isNoteId, livePath } from "../notes/files.ts";
import { sameBytes } from "../files.ts";
import {
  bringingBack,
  filesWithoutWrite,
  operationToUndo,
  type Restored,
  saidBack,
  withPartsOf,
} from "../store/undo.ts";
import { failure } from "./words.ts";

export interface Undeletion {
  /** The records; empty: all that were deleted in the span. */
  readonly ids: readonly string[];
  /** Only records that show this word. */
  readonly keyword: string | undefined;
  readonly span: Span;
  readonly scope: RecordScope;
  /** False for records of other projects, which lie in the global store too. */
  readonly isMeant: (stored: Stored) => boolean;
}

/** The change that brings soft-deleted records back as they were, and how many of them there are. */
export function planUndeletion(
  store: Store,
  { ids, keyword, span, scope, isMeant }: Undeletion,
  actor: Actor,
): Planned<number> {
  const contents = readScope(store, scope);
  const filter: Filter = { deleted: "only", events: true, keyword, ...ids.length > 0 ? { ids } : {} };
  const wanted = recordsThatPass(contents, scope, filter).filter((stored) =>
    isMeant(stored) && isWithin(span, Date.parse(String(stored.record.deleted_at)) || 0)
  );
  const keys = new Set(wanted.map(({ key }) => key));
  // A consolidated fact was deleted together with its evidence, and comes back together with it.
  const copies = contents.records.filter(({ kind, key, isDeleted }) => kind === "facts" && isDeleted && !keys.has(key))
    .filter(({ record }) => evidenceOf(record).some((id) => keys.has(id)));
  const back = bringingBack(store);
  const rewrite = (record: RawRecord, file: StorePath) => {
    const { deleted_at: _at, deleted_by: _by, ...alive } = record;
    return isDeleted(record) ? back(file, alive, record) : "keep";
  };
  const files = filesOf(store, contents, [...wanted, ...copies], rewrite, ({ file }) => livePath(file));
  const audit = { copies: copies.length || undefined };
  return { change: { actor, command: "restore", scope, ...files, audit }, result: wanted.length };
}

interface Restoration {
  /** How many records, or files that hold no records, come back. */
  readonly restored: number;
  /** How many of them read otherwise now, and stay as they are. */
  readonly kept: number;
  /** The write before which the backup was made; undefined where another program changed the files. */
  readonly operation: OperationId | undefined;
}

/**
 * The change that brings back from a backup what is gone or deleted now. A record or file that was changed since stays
 * as it is, unless another program put it in the place of the person's own. Throws BACKUP_NOT_FOUND.
 */
export function planRestoration(store: Store, backupId: string, actor: Actor): Planned<Restoration> {
  const copies = readBackup(store, backupId);
  const placeOf = placesBack(store, [...copies.keys()]);
  const manifest = readManifest(store, `${BACKUPS_FOLDER}/${backupId}`);
  const isByOthers = manifest !== undefined && manifest.op_id === undefined;
  const replace = new Map<string, Uint8Array | undefined>();
  let restored = 0;
  let kept = 0;
  for (const [file, copy] of copies) {
    const now = store.runtime.files.read(pathOf(store, file));
    if (sameBytes(now, copy)) continue;
    // The person's own write stays in its file.
    const to = isByOthers ? placeOf(file) ?? file : file;
    const beside = to === file ? now : replace.get(to) ?? store.runtime.files.read(pathOf(store, to));
    const part = file.endsWith(".jsonl")
      ? recordsFrom(to, beside, copy, partsByKey(file, now))
      : textFrom(file, now, copy, isByOthers);
    if (part.after) replace.set(to, part.after);
    restored += part.restored;
    kept += part.kept;
  }
  return {
    change: {
      actor,
      command: "restore",
      scope: "all",
      replace: saidBack(store, replace, deletion(store.runtime, actor)),
      audit: { from_backup: backupId },
    },
    result: { restored, kept, operation: manifest?.op_id },
  };
}

/** A file with what comes back from its copy; `after` is undefined where nothing does. */
interface FileBack extends Pick<Restoration, "restored" | "kept"> {
  readonly after: Uint8Array | undefined;
}

function textFrom(file: StorePath, now: Uint8Array | undefined, copy: Uint8Array, isByOthers: boolean): FileBack {
  const after = isByOthers ? copy : withMissing(file, now, copy);
  return { after, restored: after ? 1 : 0, kept: after ? 0 : 1 };
}

/** `there`: what stands in the file that the copy is of. */
function recordsFrom(
  file: StorePath,
  now: Uint8Array | undefined,
  copy: Uint8Array,
  there: ReturnType<typeof partsByKey>,
): FileBack {
  const current = new Map([...there, ...partsByKey(file, now)]);
  const differing = [...partsByKey(file, copy)].filter(([key, { text }]) => current.get(key)?.text !== text);
  const returning = differing.filter(([key, { records }]) => {
    const there = current.get(key);
    return !there || there.records.some(isDeleted) && !records.some(isDeleted);
  });
  const keys = returning.map(([key]) => key);
  return {
    after: keys.length === 0 ? undefined : withPartsOf(file, now, copy, keys),
    restored: keys.length,
    kept: differing.length - keys.length,
  };
}

/**
 * The files of a backup: those that its manifest lists. Backups of the Python original have no manifest; there it is
 * all record files. A link that leads out of the store is not followed, since the file behind it belongs to no backup.
 */
function readBackup(store: Store, backupId: string): Map<string, Uint8Array> {
  const folder = `${BACKUPS_FOLDER}/${backupId}`;
  const path = pathOf(store, folder);
  const isName = /^[\w.-]+$/.test(backupId) && !backupId.startsWith(".");
  if (!isName || store.runtime.files.stat(path)?.kind !== "folder" || !leadsInside(store, path)) {
    throw failure("no_backup", { backupId });
  }
  const names = readManifest(store, folder)?.files ??
    filesBelow(store, folder).filter((file) => file.endsWith(".jsonl")).map((file) => file.slice(folder.length + 1));
  return new Map(names.map((name) => {
    const bytes = name.split("/").includes("..") ? undefined : readInside(store, `${folder}/${name}`);
    if (bytes) return [name, bytes];
    throw failure("backup_not_whole", { backupId, name });
  }));
}

/** The change that brings back files that were taken away without memory; records written since stay. */
export function planRecovery(store: LockedStore, actor: Actor): Planned<Lost | undefined> {
  setAsideLost(store, "place");
  const lost = lostOf(store, "place");
  if (!lost) return { change: undefined, result: undefined };
  const replace = new Map(lost.files);
  const ids = [...replace.keys()].filter((file) => livePath(file) === file).map((file) => basename(file, ".md"))
    .filter(isNoteId);
  const audit = { from_backups: lost.backups, events: lost.events || undefined };
  return { change: { actor, command: "restore", scope: "all", replace, ids, audit }, result: lost };
}

export interface Undone {
  readonly op_id: OperationId;
  /** How many records, or files that hold no records, are as they were before. */
  readonly undone: number;
  /** How many of the records are events of sessions, which no list shows. */
  readonly events?: number;
  readonly command: string;
}

/** How many records of a write are events of sessions, where its audit line says so. */
export function eventsOf({ events }: Operation): { readonly events?: number } {
  return typeof events === "number" ? { events } : {};
}

/** How many records, else settings, a write touched, but for consolidated facts that only followed (`copies`). */
export function countTouched({ ids, ids_total, command, copies }: Operation): number {
  const settings = command.startsWith("config") ? 0 : ids.filter((id) => id.startsWith("config:")).length;
  const all = typeof ids_total === "number" ? ids_total : ids.length;
  return all - settings - (typeof copies === "number" ? copies : 0);
}

/** Whether a write only added records: none of them is left when it is undone. */
export function onlyAdds(operation: Operation): boolean {
  const touched = countTouched(operation);
  return touched > 0 && operation.after_count - operation.before_count >= touched;
}

/** The change that undoes a write, the one named or the newest by user or agent. Throws NO_MATCH, UNDO_IMPOSSIBLE. */
export function planUndo(store: Store, opId: OperationId | undefined, actor: Actor): Planned<Undone> {
  const operation = operationToUndo(store, opId);
  const restored = filesWithoutWrite(store, operation);
  return {
    change: {
      actor,
      command: "undo",
      scope: operation.scope,
      replace: saidBack(store, restored, deletion(store.runtime, actor)),
      rewrite: copiesGoing(store, restored),
      // The ids of other records are found in the lines that change.
      ids: operation.ids.filter(isNoteId),
      audit: { undoes: operation.op_id, copies: operation.copies },
    },
    result: {
      op_id: operation.op_id,
      undone: countTouched(operation) || operation.files.length,
      ...eventsOf(operation),
      command: operation.command,
    },
  };
}

/** Marks consolidated facts as deleted whose last evidence an undo takes away: they would still say the same. */
function copiesGoing(store: Store, restored: Restored): NonNullable<Change["rewrite"]> {
  if (restored.has(FACTS_FILE) || !store.runtime.files.stat(pathOf(store, FACTS_FILE))) return new Map();
  const facts = readContents(store, [FACTS_FILE]).records;
  const evidence = new Set(facts.flatMap(({ record }) => evidenceOf(record)));
  const evidenceIn = (file: StorePath, bytes: Uint8Array | undefined) =>
    [...partsByKey(file, bytes).keys()].filter((key) => evidence.has(key));
  const gone = new Set<string>();
  const left = new Set<string>();
  for (const [file, bytes] of restored) {
    if (!file.endsWith(".jsonl")) continue;
    for (const key of evidenceIn(file, store.runtime.files.read(pathOf(store, file)))) gone.add(key);
    for (const key of evidenceIn(file, bytes)) left.add(key);
  }
  for (const key of left) gone.delete(key);
  if (gone.size === 0) return new Map();
  const contents = readContents(store);
  const going = contents.records.filter(({ key, file }) => gone.has(key) && restored.has(file));
  const copies = new Set(copiesOf(contents, going).map(({ key }) => key));
  const mark = deletion(store.runtime, "system");
  return new Map([[FACTS_FILE, (record, key) => copies.has(key) ? mark(record) : "keep"]]);
}
