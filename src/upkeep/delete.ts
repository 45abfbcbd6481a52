/**
 * In: which records somebody wants gone, or cleared away. Out: those records, marked as deleted (soft) or taken out of
 * the truth (purge).
 * Not done here: asking whether they are sure; erasing from backups (purge.ts).
 *
 * @module
 */
import { BYTES_MAX } from "../limits.ts";
import type { RecordId } from "../records/ids.ts";
import { isDeleted, type RawRecord } from "../records/mod.ts";
import { deletedPath } from "../notes/write.ts";
import type { Actor } from "../store/audit.ts";
import type { Change, Planned } from "../store/change.ts";
import { type Contents, evidenceOf, readContents, recordFiles } from "../store/contents.ts";
import { fileDigest } from "../store/file.ts";
import { type Filter, type RecordScope, select } from "../store/filter.ts";
import { everyTruthFile, pathOf, type StorePath } from "../store/layout.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import type { Stored } from "../store/stored.ts";
import { notAsShown } from "../store/confirm.ts";
import { tellApartFirst } from "./commit.ts";
import type { Rewrite } from "../store/change_plan.ts";
import { readScope } from "./notes.ts";
import { DAY_MS } from "../records/days.ts";
import { EVENT_TYPES } from "../records/view.ts";

interface Deletion {
  readonly filter: Filter;
  readonly scope: RecordScope;
  readonly purge: boolean;
  /** Whether a record of the store may be meant: one of another project, in the global store, may not. */
  readonly mayGo?: (stored: Stored) => boolean;
}

export interface Doomed {
  readonly records: readonly Stored[];
  /** What the filter means as well, but may not go: the team's notes, records of another project. */
  readonly spared: readonly Stored[];
  /** Consolidated facts that go with them, or they would still say the same. */
  readonly copies: readonly Stored[];
  readonly contents: Contents;
}

/** The records that a deletion means; for a purge, soft-deleted ones too. */
export function findDoomed(store: Store, { filter, scope, purge, mayGo = () => true }: Deletion): Doomed {
  const contents = readScope(store, scope);
  const ids = filter.ids && withEvidence(contents, filter.ids);
  const records: Stored[] = [];
  const spared: Stored[] = [];
  const deleted = filter.deleted ?? (purge ? "with" : "without");
  for (const stored of select(contents, scope, { ...filter, ...ids ? { ids } : {}, deleted })) {
    const isTeams = stored.home === "notes" && stored.record.shared === true;
    (isTeams || !mayGo(stored) ? spared : records).push(stored);
  }
  records.push(...replacedBy(contents, records).filter((stored) => mayGo(stored)));
  return { records, spared, copies: copiesOf(contents, records), contents };
}

/** The records that only these replaced, and what those had replaced: without them an old value would hold again. */
function replacedBy({ records }: Contents, doomed: readonly Stored[]): Stored[] {
  if (!doomed.some(replacesAny)) return [];
  const gone = new Set(doomed.map(({ key }) => key));
  const living = records.filter(({ isDeleted }) => !isDeleted);
  const holders = living.filter(replacesAny);
  const found: Stored[] = [];
  for (let before = -1; before < found.length;) {
    before = found.length;
    const named = ({ supersedes }: Stored) => [supersedes].flat();
    const lost = new Set([...doomed, ...found].filter(replacesAny).flatMap(named));
    const held = new Set(holders.filter(({ key }) => !gone.has(key)).flatMap(named));
    for (const stored of living) {
      if (gone.has(stored.key) || !lost.has(stored.key) || held.has(stored.key)) continue;
      gone.add(stored.key);
      found.push(stored);
    }
  }
  return found;
}

function replacesAny({ supersedes }: Stored): boolean {
  return supersedes !== undefined;
}

/**
 * The same ids, and those of the daily records that still say what a named consolidated fact says: without them it
 * would be there again after the next consolidation.
 */
function withEvidence({ records, copies }: Contents, ids: readonly RecordId[]): string[] {
  const named = new Set(ids.filter((id) => copies.has(id)));
  if (named.size === 0) return [...ids];
  const facts = records.filter(({ home, key }) => home === "facts" && named.has(key));
  return [...ids, ...facts.flatMap(({ record }) => evidenceOf(record))];
}

/** The consolidated facts that rest on these records and no others. */
function copiesOf({ records }: Contents, doomed: readonly Stored[]): Stored[] {
  const gone = new Set(doomed.map(({ key }) => key));
  const consolidated = records.filter(({ home, key }) => home === "facts" && !gone.has(key))
    .filter(({ record }) => evidenceOf(record).some((id) => gone.has(id)));
  if (consolidated.length === 0) return [];
  const alive = new Set(records.filter(({ isDeleted }) => !isDeleted).map(({ key }) => key));
  return consolidated.filter(({ record }) => !evidenceOf(record).some((id) => alive.has(id) && !gone.has(id)));
}

interface DeleteChange {
  readonly actor: Actor;
  readonly command: string;
  readonly scope: string;
  readonly purge: boolean;
  /** False: no copy is kept, and nothing brings the records back. */
  readonly backup?: boolean;
  readonly confirmed?: string;
}

/** The change that deletes what was found; undefined when that is nothing. */
export function planDeletion(store: Store, doomed: Doomed, how: DeleteChange): Planned<Doomed> {
  const { records, copies, contents } = doomed;
  if (records.length === 0) return { change: undefined, result: doomed };
  const mark = { deleted_at: store.runtime.now().toISOString(), deleted_by: how.actor };
  const rewrite = (record: RawRecord): Rewrite => {
    if (how.purge) return undefined;
    return isDeleted(record) ? "keep" : { ...record, ...mark };
  };
  // A deleted note moves out of sight; a purged one goes.
  const moved = ({ file, isDeleted }: Stored) => how.purge ? undefined : isDeleted ? file : deletedPath(file);
  const change: Change = {
    actor: how.actor,
    command: how.command,
    scope: how.scope,
    ...filesOf(store, contents, [...records, ...copies], rewrite, moved),
    ...how.backup === false ? { backup: false } : {},
    audit: {
      mode: how.purge ? "purge" : "soft",
      ...how.backup === false ? { erased_from_backups: true } : {},
      ...how.confirmed === undefined ? {} : { confirmed: how.confirmed },
    },
  };
  return { change, result: doomed };
}

/**
 * The same while the lock is held, of what is found by then; where a token confirmed it, only of what was shown.
 *
 * @param shown undefined: nothing was confirmed by a token
 * @throws CONFIRM_EXPIRED when it is no longer what was shown
 */
export function planAsShown(
  locked: LockedStore,
  find: (store: Store) => Doomed,
  how: DeleteChange,
  shown: readonly string[] | undefined,
): Planned<Doomed> {
  const first = find(locked);
  const isShown = shown === undefined || shown.join("\0") === asShown(first.records).join("\0");
  if (!isShown) throw notAsShown();
  // Records that were told apart stand in other lines now.
  return planDeletion(locked, tellApartFirst(locked, first.contents) ? find(locked) : first, how);
}

/** What becomes of these records: all their lines are rewritten, in whichever files they are, and notes move. */
export function filesOf(
  store: Store,
  { doublets }: Contents,
  records: readonly Stored[],
  rewrite: (record: RawRecord) => Rewrite,
  moved: (note: Stored) => StorePath | undefined,
): Pick<Change, "rewrite" | "replace" | "ids"> {
  const notes = records.filter(({ home }) => home === "notes");
  const lines = records.filter(({ home }) => home !== "notes");
  const keys = new Set(lines.map(({ key }) => key));
  const files = new Set(doublets > 0 ? recordFiles(store) : lines.map(({ file }) => file));
  const replace = new Map<StorePath, Uint8Array | undefined>();
  for (const note of notes) {
    const bytes = store.runtime.files.read(pathOf(store, note.file));
    const to = moved(note);
    if (!bytes || to === note.file) continue;
    replace.set(note.file, undefined);
    if (to !== undefined) replace.set(to, bytes);
  }
  return {
    rewrite: new Map([...files].map((file) => [file, (record, key) => keys.has(key) ? rewrite(record) : "keep"])),
    replace,
    ids: notes.map(({ key }) => key),
  };
}

/** What a confirmation is bound to: each record as the preview showed it. */
export function asShown(records: readonly Stored[]): string[] {
  return records.map(({ file, text }) => `${file}\n${text}`);
}

/** What a confirmation of something that takes all is bound to: what a memory holds, as far as a person knows of it. */
export function knowledgeShown(store: Store): string[] {
  const { files } = store.runtime;
  const texts = everyTruthFile(store).filter((file) => file.endsWith(".md")).map((file) => {
    const path = pathOf(store, file);
    return `${file}\n${files.stat(path)?.size}\n${fileDigest(files.readRange(path, 0, BYTES_MAX.markdown))}`;
  });
  // Hooks write events of sessions while the person makes up their mind.
  return [...asShown(readContents(store).records.filter(({ isEvent }) => !isEvent)), ...texts];
}

/** What is cleared away: old records, events of sessions, or what is marked as deleted and goes for good. */
export interface Cleanup {
  readonly what: "old" | "events" | "deleted";
  /** Only what is older, or was deleted longer ago, in days; undefined: of any age. */
  readonly olderThan: number | undefined;
  readonly scope: RecordScope;
}

/** The records that a clean-up takes away. Consolidated facts that rest on them survive it. */
export function findCleared(store: Store, { what, olderThan, scope }: Cleanup): Doomed {
  const oldest = olderThan === undefined ? Infinity : store.runtime.now().getTime() - olderThan * DAY_MS;
  const doomed = findDoomed(store, { filter: filterOf(what, oldest), scope, purge: what === "deleted" });
  const records = doomed.records.filter((stored) =>
    what === "deleted"
      ? olderThan === undefined || Date.parse(String(stored.record.deleted_at)) < oldest
      : stored.home !== "facts" && stored.time < oldest
  );
  return { ...doomed, records, copies: [] };
}

function filterOf(what: Cleanup["what"], to: number): Filter {
  const span = { from: -Infinity, to };
  if (what === "events") return { types: EVENT_TYPES, span };
  if (what === "old") return { events: true, span };
  return { events: true, deleted: "only" };
}
