/**
 * In: a filter of records to delete, or the kind of a clean-up. Out: those records, and the change that marks them as
 * deleted (soft) or takes them out of the truth (purge).
 */
import { BYTES_MAX } from "../limits.ts";
import { append } from "../lists.ts";
import type { RecordId } from "../records/ids.ts";
import { type RawRecord, texts } from "../records/mod.ts";
import { deletedPath } from "../notes/files.ts";
import type { Actor } from "../store/audit.ts";
import type { Change, Planned, Rewrite } from "../store/change.ts";
import { type Contents, evidenceOf, readContents, recordFiles, supersededIn } from "../store/contents.ts";
import { fileDigest } from "../store/file.ts";
import { type Filter, type RecordScope, recordsThatPass, withoutEarlier } from "../store/filter.ts";
import { readKnown, textDigest } from "../store/known.ts";
import { pathOf, type StorePath } from "../store/layout.ts";
import { everyTruthFile } from "../store/truth_files.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { standingFor } from "../store/same_words.ts";
import type { Stored } from "../store/stored.ts";
import { notAsShown } from "../store/confirm.ts";
import { deletion, giveOwnIds } from "./commit.ts";
import type { Meant } from "./traces.ts";
import { consolidate, factsChange } from "./consolidate.ts";
import { readScope } from "./notes.ts";
import { DAY_MS } from "../records/days.ts";
import { EVENT_TYPES, opinionIn } from "../records/view.ts";

interface Deletion extends Omit<Meant, "all"> {
  readonly purge: boolean;
}

export interface Doomed {
  readonly records: readonly Stored[];
  /** Records that pass the filter and stay: the team's notes, records of other projects. */
  readonly spared: readonly Stored[];
  /** Consolidated facts that are deleted with `records`, since they would still say the same. */
  readonly copies: readonly Stored[];
  /** Records that stay, and lose earlier wordings, which alone hold the keyword of a purge. */
  readonly trimmed?: readonly Stored[];
  readonly contents: Contents;
  /** The ids that were named, each with that of the record which is meant by it now. */
  readonly led?: ReadonlyMap<RecordId, RecordId>;
}

/** The records that a deletion takes; a purge takes soft-deleted ones too. */
export function findDoomed(
  store: Store,
  { filter, scope, purge, isHere }: Deletion,
  contents = readScope(store, scope),
): Doomed {
  // A purge takes what was named and nothing in its place, since nothing would bring that back.
  const led = new Map(filter.ids?.map((id) => [id, !purge && standingFor(contents, id) || id]));
  const ids = filter.ids && withEvidence(contents, [...led.values()]);
  const deleted = filter.deleted ?? (purge ? "with" : "without");
  const passing = recordsThatPass(contents, scope, { ...filter, ...ids ? { ids } : {}, deleted });
  const trim = trimOf(filter, purge);
  const trimmed = passing.filter((stored) => isHere(stored) && trim(stored.record) !== undefined);
  const found = passing.filter((stored) => !trimmed.includes(stored));
  const older = purge
    ? ofOlderVersions(contents, scope, { ...filter, deleted }).filter((each) => !passing.includes(each))
    : [];
  const chosen = purge ? withDeletedEvidence(contents, [...found, ...older]) : found;
  const { records, spared } = withFreed(store, contents, chosen, isHere);
  return { records, spared, copies: copiesOf(contents, records), trimmed, contents, led };
}

/** Makes of a record that a purge leaves, without its earlier wordings, the new one; undefined of one that goes. */
function trimOf({ keyword }: Filter, purge: boolean): (record: RawRecord) => RawRecord | undefined {
  return purge && keyword !== undefined ? withoutEarlier(keyword) : () => undefined;
}

/** The records of which an older line, as merges keep them, passes a filter: a purge by keyword leaves none. */
function ofOlderVersions(contents: Contents, scope: RecordScope, filter: Filter): Stored[] {
  if (filter.keyword === undefined) return [];
  const lines = contents.outvoted.flatMap((each) => each.lines.map((line) => ({ line, key: each.key })));
  const passing = new Set(recordsThatPass({ ...contents, records: lines.map(({ line }) => line) }, scope, filter));
  const keys = new Set(lines.filter(({ line }) => passing.has(line)).map(({ key }) => key));
  return contents.records.filter(({ key }) => keys.has(key));
}

/** The chosen records and those that only these had replaced, sorted into those that go and those that are spared. */
function withFreed(store: Store, contents: Contents, chosen: readonly Stored[], mayGo: (stored: Stored) => boolean) {
  const isTeams = (stored: Stored) => stored.kind === "notes" && stored.record.shared === true;
  const goes = (stored: Stored) => !isTeams(stored) && mayGo(stored);
  const all = [...chosen, ...freedBy(store, contents, chosen.filter(goes))];
  return { records: all.filter(goes), spared: all.filter((stored) => !goes(stored)) };
}

/**
 * The records that only the chosen ones replace, those that only these replace, and so on. They are deleted too, or an
 * old value would hold again. A chosen record that is deleted already replaces nothing any more, and a record that
 * others may have written replaces nothing that the person said.
 */
function freedBy(
  store: Store,
  { records, isOthers, wordOf, wordOfLine }: Contents,
  chosen: readonly Stored[],
): Stored[] {
  const doomed = chosen.filter(({ isDeleted }) => !isDeleted);
  if (!doomed.some(replacesAny)) return [];
  const { trusted, outdated } = readKnown(store);
  // A rule of somebody else's is in force for who said it, whatever replaced it here.
  const isOthersRule = ({ file, kind, record }: Stored) => {
    const opinion = isOthers(file) ? opinionIn(record, kind) : undefined;
    return opinion !== undefined && !trusted.union(outdated).has(textDigest(opinion));
  };
  const gone = new Set(doomed.map(({ key }) => key));
  const living = records.filter(({ isDeleted }) => !isDeleted);
  const holders = living.filter(replacesAny);
  /** Makes a test: whether one of these records, whose word counts no less than `word`, replaces a record. */
  const replacedBy = (all: readonly Stored[]) => {
    /** By the id of a replaced record: how much the word counts of the record that replaces it, of several the most. */
    const words = new Map<RecordId, number>();
    for (const each of all.filter(replacesAny)) {
      const word = wordOfLine(each);
      for (const id of texts(each.supersedes)) words.set(id, Math.max(words.get(id) ?? 0, word));
    }
    return ({ key }: Stored, word: number) => (words.get(key) ?? -1) >= word;
  };
  const found: Stored[] = [];
  for (;;) {
    const isReplacedByGone = replacedBy([...doomed, ...found]);
    const isReplacedByLeft = replacedBy(holders.filter(({ key }) => !gone.has(key)));
    const more = living.filter((each) => {
      if (gone.has(each.key) || !isReplacedByGone(each, 0)) return false;
      const word = wordOf(each);
      return isReplacedByGone(each, word) && !isReplacedByLeft(each, word) && !isOthersRule(each);
    });
    if (more.length === 0) return found;
    append(found, more);
    for (const { key } of more) gone.add(key);
  }
}

function replacesAny({ supersedes }: Stored): boolean {
  return supersedes !== undefined;
}

/** Adds the ids of the daily records that a consolidated fact was made of, or the fact would be made again. */
function withEvidence({ records, copies }: Contents, ids: readonly RecordId[]): string[] {
  const named = new Set(ids.filter((id) => copies.has(id)));
  if (named.size === 0) return [...ids];
  const facts = records.filter(({ kind, key }) => kind === "facts" && named.has(key));
  return [...ids, ...facts.flatMap(({ record }) => evidenceOf(record))];
}

/**
 * Adds the deleted records that consolidated facts were made of, and those that these were made of: a clean-up leaves
 * them, and `restore` would bring back what was to be gone for good.
 */
function withDeletedEvidence({ records }: Contents, chosen: readonly Stored[]): Stored[] {
  const all = new Set(chosen);
  const deleted = new Map(records.filter(({ isDeleted }) => isDeleted).map((stored) => [stored.key, stored]));
  // The set grows while it is gone through.
  for (const { record } of all) {
    for (const id of evidenceOf(record)) {
      const evidence = deleted.get(id);
      if (evidence) all.add(evidence);
    }
  }
  return [...all];
}

/** The consolidated facts that were made of these records and of no other that is still there. */
export function copiesOf({ records }: Contents, doomed: readonly Stored[]): Stored[] {
  const gone = new Set(doomed.map(({ key }) => key));
  const consolidated = records.filter(({ kind, key }) => kind === "facts" && !gone.has(key))
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
  readonly filter?: Filter;
  /** False: no copy is kept, and nothing brings the records back. */
  readonly backup?: boolean;
  readonly confirmed?: string;
}

/** The change that deletes what is found under the lock. Throws CONFIRM_EXPIRED unless it is what was `shown`. */
export function planAsShown(
  locked: LockedStore,
  find: (store: Store) => Doomed,
  { actor, command, scope, purge, filter = {}, backup = true, confirmed }: DeleteChange,
  shown: readonly string[] | undefined,
): Planned<Doomed> {
  const first = find(locked);
  if (shown !== undefined && shown.join("\0") !== asShown(changedBy(first)).join("\0")) throw notAsShown();
  // Records that got an id of their own stand in other lines now.
  const doomed = giveOwnIds(locked, first.contents) > 0 ? find(locked) : first;
  const { copies, contents } = doomed;
  const records = changedBy(doomed);
  if (records.length === 0) return { change: undefined, result: doomed };
  const rewrite = purge ? trimOf(filter, purge) : deletion(locked.runtime, actor);
  // A soft-deleted note moves to another folder; the file of a purged one is removed.
  const moved = ({ file, isDeleted }: Stored) => purge ? undefined : isDeleted ? file : deletedPath(file);
  const change: Change = {
    actor,
    command,
    scope,
    ...filesOf(locked, contents, [...records, ...copies], rewrite, moved),
    backup,
    audit: {
      mode: purge ? "purge" : "soft",
      copies: copies.length || undefined,
      erased_from_backups: !backup || undefined,
      confirmed,
    },
  };
  return { change, result: doomed };
}

/** The files of a change of these records: all their lines are rewritten, in whichever file; notes are moved. */
export function filesOf(
  store: Store,
  { doublets }: Contents,
  records: readonly Stored[],
  rewrite: (record: RawRecord, file: StorePath) => Rewrite,
  /** The new path of a note; undefined for one whose file is removed. */
  moved: (note: Stored) => StorePath | undefined,
): Pick<Change, "rewrite" | "replace" | "ids"> {
  const notes = records.filter(({ kind }) => kind === "notes");
  const lines = records.filter(({ kind }) => kind !== "notes");
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
    rewrite: new Map([...files].map((file) => [file, (record, key) => keys.has(key) ? rewrite(record, file) : "keep"])),
    replace,
    ids: notes.map(({ key }) => key),
  };
}

/** The records that go, and those that lose earlier wordings. */
export function changedBy({ records, trimmed = [] }: Pick<Doomed, "records" | "trimmed">): readonly Stored[] {
  return [...records, ...trimmed];
}

/** The texts that a confirmation is bound to: each record as the preview showed it. */
export function asShown(records: readonly Stored[]): string[] {
  return records.map(({ file, text }) => `${file}\n${text}`);
}

/** The texts that a confirmation is bound to where all of a memory is taken: each record and note, and core memory. */
export function knowledgeShown(store: Store): string[] {
  const { files } = store.runtime;
  const texts = everyTruthFile(store).filter((file) => file.endsWith(".md")).map((file) => {
    const path = pathOf(store, file);
    return `${file}\n${files.stat(path)?.size}\n${fileDigest(files.readRange(path, 0, BYTES_MAX.markdown))}`;
  });
  // Events are left out: hooks write some while the person decides, and the confirmation would no longer fit.
  return [...asShown(readContents(store).records.filter(({ isEvent }) => !isEvent)), ...texts];
}

/** Which records a clean-up takes: old ones, events of sessions, or those marked as deleted, which are purged. */
export interface Cleanup {
  readonly what: "old" | "events" | "deleted";
  /** Days since a record was made, or deleted; undefined: records of any age. */
  readonly olderThan: number | undefined;
  readonly scope: RecordScope;
}

/**
 * The records that a clean-up takes, and what they alone had replaced; no consolidated facts or conventions in force.
 */
export function findCleared(store: Store, { what, olderThan, scope }: Cleanup): Doomed {
  const contents = readScope(store, scope);
  const to = olderThan === undefined ? Infinity : store.runtime.now().getTime() - olderThan * DAY_MS;
  const deletedBefore = ({ record }: Stored) => olderThan === undefined || Date.parse(String(record.deleted_at)) < to;
  const chosen = what === "deleted"
    ? recordsThatPass(contents, scope, { events: true, deleted: "only" }).filter(deletedBefore)
    : recordsThatPass(contents, scope, {
      ...what === "events" ? { types: EVENT_TYPES } : { events: true },
      span: { from: -Infinity, to },
    }).filter(({ kind }) => kind !== "facts");
  const replaced = supersededIn([contents]);
  const holds = ({ key, record, kind }: Stored) => opinionIn(record, kind) !== undefined && !replaced.has(key);
  const { records, spared } = withFreed(store, contents, chosen, (stored) => what !== "old" || !holds(stored));
  return { records, spared, copies: [], contents };
}

/** The change of a clean-up; `shown` as in `planAsShown`. */
export function planCleanup(
  locked: LockedStore,
  cleanup: Cleanup,
  how: DeleteChange,
  shown: readonly string[] | undefined,
): Planned<Doomed> {
  const { change, result } = planAsShown(locked, (store) => findCleared(store, cleanup), how, shown);
  if (!change || how.purge) return { change, result };
  const { records, contents } = result;
  const going = new Set(records);
  const facts = contents.records.filter(({ kind, isDeleted }) => kind === "facts" && !isDeleted);
  const evidence = new Set(facts.flatMap(({ record }) => evidenceOf(record)));
  // A consolidated fact is seen once its evidence is gone: first it has to say what its evidence says now.
  const renewed = consolidate(locked.runtime, contents, (stored) => going.has(stored) && evidence.has(stored.key));
  const copies = renewed.added.length + renewed.changed.size;
  const audit = { ...change.audit, copies: copies || undefined };
  return { change: { ...change, ...factsChange(renewed, change.rewrite), audit }, result };
}
