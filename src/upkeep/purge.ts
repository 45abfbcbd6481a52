/**
 * In: records that are purged from the truth. Out: their texts erased from index, logs and proposals, and from backups
 * if asked for.
 * Not done here: what is looked for (traces.ts); proving that no text is left (verify.ts).
 */
import { eraseDeleted, withIndexInStep } from "../index/mod.ts";
import { eraseDeletedVectors, hasVectors, removeVectors } from "../index/vectors.ts";
import { livePath } from "../notes/files.ts";
import { dropProposals } from "../notes/proposals.ts";
import type { RawRecord } from "../records/mod.ts";
import { kindOfFile } from "../store/truth_files.ts";
import { replaceFile } from "../store/file.ts";
import { isKeywordAlone, matcher } from "../store/filter.ts";
import { keepMirror } from "../store/keep_mirror.ts";
import { withoutRecords } from "../store/keyed.ts";
import {
  BACKUPS_FOLDER,
  filesBelow,
  INDEX_FILE,
  LOGS_FOLDER,
  namesInside,
  pathOf,
  removeInside,
  SNAPSHOTS_FOLDER,
  SPOOL_FOLDER,
  type StorePath,
} from "../store/layout.ts";
import { lostBackups } from "../store/lost.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { forgetTellingWords } from "../store/sessions.ts";
import { DAMAGED } from "../store/spool.ts";
import { Stored } from "../store/stored.ts";
import { withLock } from "../store/write_lock.ts";
import { eraseNoteIds, goneFrom, isFileOf } from "./note_ids.ts";
import { isEmptyStore } from "./notes.ts";
import { heldByAny, holdingAny, idsLeft, type Meant, type Traces, wordedIds } from "./traces.ts";

/** The files of the backups of these ids that hold purged records or earlier wordings of them, each without these. */
function* backupsWithout(
  store: Store,
  records: readonly Stored[],
  { filter, scope, isHere }: Pick<Purging, "filter" | "scope" | "isHere">,
  ids: ReadonlySet<string>,
  gone: ReadonlySet<string> = new Set(),
): Generator<{ readonly file: StorePath; readonly after: Uint8Array | undefined }> {
  const keys = new Set(records.map(({ key }) => key));
  const means = matcher({ ...filter, deleted: "with", events: true });
  const notes = new Set(records.filter(({ kind }) => kind === "notes").map(({ file }) => livePath(file)));
  const inText = scope === "all" && isKeywordAlone(filter) ? holdingAny([], filter.keyword) : () => false;
  for (const file of filesBelow(store, BACKUPS_FOLDER)) {
    if (!ids.has(file.split("/")[1] ?? "")) continue;
    const name = file.split("/").slice(2).join("/");
    const read = () => store.runtime.files.read(pathOf(store, file)) ?? new Uint8Array();
    if (name.endsWith(".md")) {
      const isMeant = isFileOf(gone, name) || notes.has(livePath(name)) || inText(new TextDecoder().decode(read()));
      if (isMeant) yield { file, after: undefined };
    } else if (name.endsWith(".jsonl")) {
      const kind = kindOfFile(name);
      const bytes = read();
      const goes = (record: RawRecord, key: string) => {
        const stored = new Stored({ layer: store.layer, file: name, kind }, key, record);
        return keys.has(key) || (means(stored) && isHere(stored));
      };
      const after = withoutRecords(bytes, goes);
      if (after.length !== bytes.length) yield { file, after };
    }
  }
}

/** Whether a purge that finds no record finds traces: an old wording in a backup, the id of a note purged before. */
export function isLeftBehind(stores: readonly Store[], meant: Meant): boolean {
  if (idsLeft(stores, meant).length > 0) return true;
  return stores.some((store) =>
    backupsWithout(store, [], meant, new Set(namesInside(store, BACKUPS_FOLDER))).next().done === false
  );
}

/** Erases deleted records from the index: SQLite leaves their bytes until something overwrites them. */
export async function eraseFromIndex(store: Store): Promise<void> {
  const { files } = store.runtime;
  files.remove(pathOf(store, `${INDEX_FILE}.corrupt`));
  if (!files.stat(pathOf(store, INDEX_FILE))) return;
  const vectors = hasVectors(store) ? await import("../embedding/fill.ts") : undefined;
  withIndexInStep(store, (index) => {
    eraseDeleted(index.db);
    if (!vectors) return;
    try {
      vectors.sweepVectors(index);
      eraseDeletedVectors(store);
    } catch {
      // Vectors that can't be opened are of no use, and can be made again.
      removeVectors(store);
    }
  });
}

/** Takes lines that hold purged texts, or query for them, out of logs and unmerged spool files. Returns how many. */
function eraseFromLogs(
  store: LockedStore,
  means: (text: string) => boolean,
  asksFor: (query: string) => boolean,
): number {
  let erased = 0;
  const unmerged = filesBelow(store, SPOOL_FOLDER).filter((file) => file.endsWith(DAMAGED));
  for (const file of [...filesBelow(store, LOGS_FOLDER), ...unmerged]) {
    const before = new TextDecoder().decode(store.runtime.files.read(pathOf(store, file)));
    const lines = before.split("\n");
    const kept = lines.filter((line) => line === "" || !holdsText(line, means, asksFor));
    if (kept.length === lines.length) continue;
    replaceFile(store, file, kept.join("\n"));
    erased += lines.length - kept.length;
  }
  return erased;
}

/** Fields of a log line that hold memory's own words or ids, never text of a record. */
const OWN_FIELDS: ReadonlySet<string> = new Set(
  ["timestamp", "level", "message", "event", "trigger", "intent", "session", "chosen", "held_back"],
);

function holdsText(line: string, means: (text: string) => boolean, asksFor: (query: string) => boolean): boolean {
  const inValue = (value: unknown): boolean =>
    typeof value === "string" ? means(value) : typeof value === "object" && value !== null && inFields(value);
  const inFields = (fields: object) =>
    Object.entries(fields).some(([name, value]) =>
      !OWN_FIELDS.has(name) && (inValue(value) || name === "query" && typeof value === "string" && asksFor(value))
    );
  try {
    return inValue(JSON.parse(line));
  } catch {
    return means(line);
  }
}

interface Purging extends Meant {
  readonly includeBackups: boolean;
  readonly gone: Traces;
}

/** How much was erased: files of backups, lines of logs, proposals. */
export interface Erased {
  readonly erased_from_backups: number;
  readonly erased_from_logs: number;
  readonly erased_proposals: number;
}

/** Erases from a store the texts of purged records, its own ones: from backups, session states, logs, and proposals. */
export function eraseBeside(locked: LockedStore, own: readonly Stored[], purging: Purging): Erased {
  const { filter: { keyword }, scope, all, includeBackups, gone: { ids, texts, left } } = purging;
  keepMirror(locked);
  // Backups of lost files are always searched: undo does not need them, and `restore` would bring the records back.
  const backups = includeBackups ? namesInside(locked, BACKUPS_FOLDER) : lostBackups(locked).map(({ id }) => id);
  const notes = new Set(includeBackups ? left.map((id) => id.toLowerCase()) : []);
  let erased_from_backups = 0;
  for (const { file, after } of backupsWithout(locked, own, purging, new Set(backups), notes)) {
    if (after) replaceFile(locked, file, after);
    else locked.runtime.files.remove(pathOf(locked, file));
    erased_from_backups++;
  }
  removeInside(locked, SNAPSHOTS_FOLDER);
  forgetTellingWords(locked, ids);
  // The log of the global memory tells of other projects, too: it goes once nothing else is left there.
  const isWhole = all && scope === "all" && (locked.layer === "project" || isEmptyStore(locked));
  const inProposals = holdingAny(texts.flatMap((text) => text.split("\n")), keyword);
  return {
    erased_from_backups,
    erased_from_logs: eraseFromLogs(locked, isWhole ? () => true : holdingAny(texts, keyword), heldByAny(texts)),
    erased_proposals: dropProposals(locked, (text) => all || inProposals(text)),
  };
}

/**
 * Erases the purged texts from the stores that are not `done` yet, and from every index; and, where no backup can bring
 * a note back, its id everywhere, which is made of its words.
 */
export async function eraseElsewhere(
  stores: readonly Store[],
  done: readonly Store[],
  purging: Purging,
): Promise<Erased[]> {
  const erased: Erased[] = [];
  const gone = goneFrom(stores, purging.includeBackups ? wordedIds(purging.gone) : []);
  for (const store of stores) {
    if (!done.includes(store)) erased.push(withLock(store, (locked) => eraseBeside(locked, [], purging)));
    if (gone.size > 0) withLock(store, (locked) => eraseNoteIds(locked, gone));
    await eraseFromIndex(store);
  }
  return erased;
}

/** The sums over all stores; that of backups only if the purge was to include them. */
export function sumOf(erased: readonly Erased[], { includeBackups }: Pick<Purging, "includeBackups">): Partial<Erased> {
  const sum = (field: keyof Erased) => erased.reduce((total, each) => total + each[field], 0);
  return {
    ...includeBackups ? { erased_from_backups: sum("erased_from_backups") } : {},
    erased_from_logs: sum("erased_from_logs"),
    erased_proposals: sum("erased_proposals"),
  };
}
