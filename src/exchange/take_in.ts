/**
 * In: a bundle. Out: the change that takes it into a store, beside the store's own content or in its place. The user's
 * own MEMORY.md keeps its lines: lines that it lacks are added below the headings to which they belong.
 */
import { editableText, sameBytes } from "../files.ts";
import { normaliseContent } from "../index/document.ts";
import { noteKey, readNotes } from "../notes/files.ts";
import { type LeftOut, skippedBecause } from "../notes/import.ts";
import { parseNote } from "../notes/parse.ts";
import { isWholeId, utcDay } from "../records/ids.ts";
import { isDeleted, type RawRecord, texts } from "../records/mod.ts";
import { asSaid, contentText, isEvent, isSaid, kindFor, opinionIn, timestampOf, typeOf } from "../records/view.ts";
import { type Actor, readOperations, takenBack } from "../store/audit.ts";
import type { Planned } from "../store/change.ts";
import { type Contents, evidenceOf, readContents, recordFiles, supersededIn } from "../store/contents.ts";
import { CORE_FILE, dailyFile, FACTS_FILE, pathOf, SESSIONS_FILE, SHARE_FOLDER } from "../store/layout.ts";
import { formatLine, NEWLINE, parseLines } from "../store/lines.ts";
import type { Store } from "../store/mod.ts";
import { coreLines } from "../store/core_lines.ts";
import { type Instruction, instructionsOf, saidIn } from "../store/instructions.ts";
import { newAmong } from "../store/brought.ts";
import { readKnown, wasFound } from "../store/known.ts";
import type { Stored } from "../store/stored.ts";
import { othersMayWrite } from "../store/resolve.ts";
import type { Entry } from "../store/spool.ts";
import { holdsSubstance, isSubstance, mergeCore } from "./core.ts";
import { type Bundle, type BundledNote, withId } from "./mod.ts";
import { compare, dated, type FoundRecord, newerVersions, versionOf } from "./versions.ts";
import { said } from "./words.ts";

/** The values of `--mode`. */
export const IMPORT_MODES = ["merge", "replace"] as const;
export type ImportMode = typeof IMPORT_MODES[number];

export interface Taken {
  readonly imported: number;
  /** Records and notes that are here already, and stay as they are. */
  readonly existing: number;
  /** How many of both are events of sessions, which a list leaves out. */
  readonly events?: { readonly imported: number; readonly existing: number };
  /** How many of both are consolidated facts, which a list leaves out beside the facts that they sum up. */
  readonly copies?: { readonly imported: number; readonly existing: number };
  /** How many were left out; `skipped_because` says why. */
  readonly skipped: number;
  readonly skipped_because: readonly LeftOut[];
  readonly fresh: readonly RawRecord[];
  /** Records that got a new id, since another record with other content has theirs. */
  readonly renamed: number;
  /** What becomes of MEMORY.md, where it changes. */
  readonly core?: "added to" | "replaced";
  /** How many conventions, lines, notes and to-dos agents weigh until the person trusts them. */
  readonly weighed?: number;
  /** How many records here are replaced by new ones. */
  readonly replaced?: number;
  /** How many of the user's own rules stay, though the import replaces or rewords them. */
  readonly kept?: number;
  /** How many records here become the newer version that the import holds. */
  readonly changed?: number;
  /** How many of those that are here already are newer here than in the import. */
  readonly newer_here?: number;
  /** How many of those that are here already were deleted here, and stay so. */
  readonly deleted_here?: number;
  /** How many new ones were purged here and come back. */
  readonly purged_here?: number;
}

/** The change that takes a bundle in. */
export function planImport(store: Store, bundle: Bundle, mode: ImportMode, actor: Actor): Planned<Taken> {
  const isReplaced = mode === "replace";
  const sorted = sortOut(store, bundle, isReplaced);
  const written = writtenOf(store, bundle, sorted, isReplaced);
  const { events } = sorted;
  const change = {
    actor,
    command: "import",
    scope: "all",
    // An undo tells the same number of records: it needs to know how many are events, which neither counts.
    audit: { mode, ...events.imported > 0 ? { events: events.imported } : {} },
    ...written.files,
    // The ids of records are read from their lines.
    ids: sorted.newNotes.map(({ content, path }) => parseNote(content, path).id),
    brought: written.instructions,
  };
  return { change, result: told(sorted, written, isReplaced) };
}

type Sorted = ReturnType<typeof sortOut>;

/** Which records and notes of a bundle are new here or newer, and how many are neither, and why. */
function sortOut(store: Store, bundle: Bundle, isReplaced: boolean) {
  const at = store.runtime.now().toISOString();
  const contents = readContents(store);
  const here = contents.records;
  const own = ownRules(store, contents);
  const named = bundle.records.map((record) => marked(withId(record), at, own.words));
  const records = bundle.isOfMarkdown && !isReplaced ? asHere(named, here) : named;
  const compared = compare(records, isReplaced ? [] : here);
  // What a replacement takes away is not in force.
  const outdated = isReplaced ? new Set<string>() : replacedIn(contents, compared.found);
  const kept = outdated.intersection(own.ids);
  const { fresh, newer, olderCount, deletedCount } = versionsAmong(withoutGone(compared.found, here), kept, at);
  const changed = newer.filter(({ stored }) => !own.isSaidHere(stored));
  const notes = writableNotes(store, bundle.notes);
  return {
    contents,
    compared,
    fresh,
    changed,
    newNotes: isReplaced ? notes : freshNotes(store, notes),
    notes: notes.length,
    unwritable: bundle.notes.length - notes.length,
    events: { imported: fresh.filter(isEvent).length, existing: compared.events },
    copies: copiesAmong(here, records, fresh),
    counts: {
      replaced: outdated.size - kept.size,
      kept: kept.size + newer.length - changed.length,
      changed: changed.length,
      newer_here: olderCount,
      deleted_here: deletedCount,
      purged_here: purgedAmong(store, fresh),
    },
  };
}

function writtenOf(store: Store, bundle: Bundle, sorted: Sorted, isReplaced: boolean) {
  const { contents, fresh, changed, newNotes } = sorted;
  const files = filesWith(store, fresh, { notes: newNotes, core_memory: bundle.core_memory }, isReplaced);
  const core = files.replace.get(CORE_FILE);
  const changesCore = core !== undefined && !sameBytes(core, store.runtime.files.read(pathOf(store, CORE_FILE)));
  const brought = [...fresh, ...changed.map(({ record }) => record)];
  const instructions = broughtBy(store, changesCore ? core : undefined, newNotes, brought);
  const weighed = instructions.filter(({ file, text }) => file !== CORE_FILE || isSubstance(text)).length +
    importedRules(store, brought);
  return { files: { ...files, rewrite: newerVersions(contents, changed) }, changesCore, instructions, weighed };
}

function told(sorted: Sorted, written: ReturnType<typeof writtenOf>, isReplaced: boolean): Taken {
  const { compared, fresh, newNotes, notes, unwritable, events, copies } = sorted;
  const { changesCore, weighed } = written;
  const counts = { weighed, ...sorted.counts };
  return {
    imported: fresh.length + newNotes.length,
    existing: compared.existing - counts.changed + notes - newNotes.length,
    skipped: compared.repeated + unwritable,
    skipped_because: skippedBecause([[compared.repeated, said("repeated")], [unwritable, said("team_repository")]]),
    renamed: compared.renamed,
    fresh,
    ...events.imported + events.existing > 0 ? { events } : {},
    ...copies.imported + copies.existing > 0 ? { copies } : {},
    ...changesCore ? { core: isReplaced ? "replaced" : "added to" } : {},
    ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
  };
}

/** The ids of the records in force here that those of an import replace. What is replaced already is not in force. */
function replacedIn(contents: Contents, found: readonly FoundRecord[]): Set<string> {
  const superseded = supersededIn([contents]);
  const inForce = contents.records.filter(({ key, isDeleted }) => !isDeleted && !superseded.has(key));
  const named = new Set(found.flatMap(({ record }) => texts(record.supersedes)));
  return new Set(inForce.map(({ key }) => String(key))).intersection(named);
}

/** The records of an import without consolidated facts of which all that they were made of is deleted here. */
function withoutGone(found: readonly FoundRecord[], here: readonly Stored[]): readonly FoundRecord[] {
  const deleted = new Set(here.filter(({ isDeleted }) => isDeleted).map(({ key }) => String(key)));
  return found.filter(({ record }) => {
    const evidence = kindFor(record) === "facts" ? evidenceOf(record) : [];
    return evidence.length === 0 || !evidence.every((id) => deleted.has(id));
  });
}

/**
 * The records of an import that are new here, and its newer versions of others. A record without a time gets that of
 * the import, or it would be older than everything.
 */
function versionsAmong(found: readonly FoundRecord[], kept: ReadonlySet<string>, at: string) {
  const taken = found.map(({ record, stored }) => ({
    record: dated(withoutReplacing(record, kept), stored?.record ?? { timestamp: at }),
    stored,
  }));
  const versions = taken.flatMap(({ record, stored }) =>
    stored ? [{ record, stored, is: versionOf(record, stored) }] : []
  );
  return {
    fresh: taken.filter(({ stored }) => stored === undefined).map(({ record }) => record),
    newer: versions.filter(({ is }) => is === "newer"),
    olderCount: versions.filter(({ is }) => is === "older").length,
    deletedCount: versions.filter(({ is }) => is === "deleted").length,
  };
}

/** How many of these records a purge took away here, and no undo brought back, as far as the audit log names them. */
function purgedAmong(store: Store, fresh: readonly RawRecord[]): number {
  if (fresh.length === 0) return 0;
  const all = readOperations(store);
  const undone = takenBack(all);
  const purges = all.filter(({ mode, success, op_id }) => mode === "purge" && success && !undone.has(op_id));
  const purged = new Set<unknown>(purges.flatMap(({ ids }) => ids));
  return fresh.filter(({ id }) => purged.has(id)).length;
}

/** How many consolidated facts, which a list leaves out, are new here or here already. */
function copiesAmong(here: readonly Stored[], records: readonly RawRecord[], fresh: readonly RawRecord[]) {
  const ids = new Set([...here.map(({ key }) => key), ...records.map(({ id }) => String(id))]);
  const isCopy = (record: RawRecord) => kindFor(record) === "facts" && evidenceOf(record).some((id) => ids.has(id));
  const imported = fresh.filter(isCopy).length;
  return { imported, existing: records.filter(isCopy).length - imported };
}

function filesWith(store: Store, records: readonly RawRecord[], texts: Texts, isReplaced: boolean) {
  if (isReplaced) return { replace: new Map([...replacedRecords(store, records), ...replacedTexts(store, texts)]) };
  return {
    append: records.map((record): Entry => ({ file: fileOf(record, store), record })),
    replace: addedTexts(store, texts),
  };
}

/** How many conventions among records are followed only once the person confirms them. */
function importedRules(store: Store, records: readonly RawRecord[]): number {
  return records.filter(({ imported_at }) => imported_at !== undefined)
    .flatMap((record) => saidIn(fileOf(record, store), asSaid(record))).length;
}

/** What an import brings that agents could be told to follow. In the global memory all is the person's own. */
function broughtBy(
  store: Store,
  core: Uint8Array | undefined,
  notes: readonly BundledNote[],
  records: readonly RawRecord[],
): Instruction[] {
  if (store.layer === "global") return [];
  return newAmong(store, [
    ...coreLines(new TextDecoder().decode(core)).map(({ text }) => ({ file: CORE_FILE, text })),
    ...notes.map(({ path, content }) => ({ file: path, text: content })),
    ...records.flatMap((record) => instructionsOf(fileOf(record, store), record)),
  ]);
}

/**
 * Records from Markdown, which lacks fields and some ids: a record that is here (by id or text) stands in the place of
 * its copy.
 */
function asHere(records: readonly RawRecord[], here: readonly Stored[]): RawRecord[] {
  const said = ({ content, topic, summary }: RawRecord) =>
    typeof content === "string" ? normaliseContent(content) : summary ? normaliseContent(`${topic} ${summary}`) : "";
  const known = new Map(here.filter(({ isEvent }) => !isEvent).map((stored) => [stored.key, stored.record]));
  const bySaid = new Map([...known.values()].filter((record) => !isDeleted(record)).map((each) => [said(each), each]));
  bySaid.delete("");
  return records.map((record) => {
    const id = String(record.id);
    const found = (isWholeId(id) ? known.get(id) : undefined) ?? bySaid.get(said(record));
    return found ? { ...found, deleted_at: null } : record;
  });
}

/** The rules that are the user's own here, as texts to compare, and their ids. */
function ownRules(store: Store, contents: Contents) {
  const isOthers = othersMayWrite(store);
  // What the person has replaced is theirs no more: a copy of it that comes back is weighed.
  const replaced = supersededIn([contents]);
  const words = new Set<string>();
  const ids = new Set<string>();
  for (const { key, record, kind, file, isDeleted } of contents.records) {
    const rule = isSaid(record) && !isDeleted ? opinionIn(record, kind) : undefined;
    if (rule === undefined) continue;
    ids.add(key);
    if (!isOthers(file) && !replaced.has(key)) words.add(normaliseContent(rule));
  }
  const known = readKnown(store);
  /** Whether it is a rule that the person has said here, and not one that came and was trusted. */
  const isSaidHere = ({ key, record }: Stored) => ids.has(key) && !wasFound(known, contentText(String(record.content)));
  return { words, ids, isSaidHere };
}

/** The record, which then replaces none of these rules: as after a pull, both are told until the person decides. */
function withoutReplacing(record: RawRecord, rules: ReadonlySet<unknown>): RawRecord {
  const replaced = texts(record.supersedes);
  const left = replaced.filter((id) => !rules.has(id));
  if (left.length === replaced.length) return record;
  const { supersedes: _, ...rest } = record;
  return left.length === 0 ? rest : { ...rest, supersedes: left };
}

/**
 * Marks an imported fact: its rules are not the user's own words, so agents are told to weigh, not to follow them. A
 * rule that is the user's own here already stays so, as where they import what they have exported.
 */
function marked(record: RawRecord, at: string, own: ReadonlySet<string>): RawRecord {
  if (typeOf(record, kindFor(record)) !== "fact") return record;
  const { content } = record;
  return typeof content === "string" && own.has(normaliseContent(content)) ? record : { ...record, imported_at: at };
}

/** The file that a record belongs to; a daily record without a time goes to today's. */
function fileOf(record: RawRecord, store: Store): string {
  const kind = kindFor(record);
  if (kind !== "daily") return kind === "facts" ? FACTS_FILE : SESSIONS_FILE;
  const time = timestampOf(record);
  return dailyFile(utcDay(time === "" ? store.runtime.now() : new Date(time)));
}

/** The new content of each JSONL file: lines of the old one that hold no record, then the records of the import. */
function replacedRecords(store: Store, records: readonly RawRecord[]): Map<string, Uint8Array | undefined> {
  const byFile = Map.groupBy(records, (record) => fileOf(record, store));
  const files = new Set([...recordFiles(store), ...byFile.keys()]);
  return new Map([...files].map((file) => {
    const bytes = store.runtime.files.read(pathOf(store, file)) ?? new Uint8Array();
    const unreadable = parseLines(bytes).filter(({ problem }) => problem !== undefined)
      .map(({ start, length }) => bytes.subarray(start, start + length));
    if (unreadable.length > 0 && unreadable.at(-1)?.at(-1) !== NEWLINE) unreadable.push(Uint8Array.of(NEWLINE));
    const lines = (byFile.get(file) ?? []).map((record) => encode(formatLine(record)));
    const parts = [...unreadable, ...lines];
    return [file, parts.length > 0 ? Buffer.concat(parts) : undefined];
  }));
}

type Texts = Pick<Bundle, "notes" | "core_memory">;

/** The new notes and core memory. An import that has no notes, or no core memory, leaves those of the store. */
function replacedTexts(store: Store, { notes, core_memory }: Texts): Map<string, Uint8Array | undefined> {
  const replace = new Map<string, Uint8Array | undefined>();
  if (notes.length > 0) {
    for (const { path, shared } of readNotes(store)) if (!shared) replace.set(path, undefined);
  }
  for (const { path, content } of notes) replace.set(path, encode(content));
  if (holdsSubstance(core_memory)) replace.set(CORE_FILE, encode(core_memory));
  return replace;
}

function addedTexts(store: Store, { notes, core_memory }: Texts): Map<string, Uint8Array> {
  const added = new Map(notes.map(({ path, content }) => [path, encode(content)]));
  const core = holdsSubstance(core_memory)
    ? mergeCore(editableText(store.runtime, pathOf(store, CORE_FILE)) ?? "", core_memory)
    : undefined;
  if (core !== undefined) added.set(CORE_FILE, encode(core));
  return added;
}

function freshNotes(store: Store, notes: readonly BundledNote[]): readonly BundledNote[] {
  const there = readNotes(store);
  const known = new Set([...there.map(noteKey), ...there.map(({ path }) => path)]);
  return notes.filter(({ path, content }) => !known.has(path) && !known.has(noteKey(parseNote(content, path))));
}

/** The notes that may be written: a team's folder that is a repository of its own is left to git. */
function writableNotes(store: Store, notes: readonly BundledNote[]): readonly BundledNote[] {
  if (store.runtime.files.stat(pathOf(store, `${SHARE_FOLDER}/.git`)) === undefined) return notes;
  return notes.filter(({ path }) => !path.startsWith(`${SHARE_FOLDER}/`));
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
