/**
 * In: a place where a memory is, or was. Out: what was taken away from it without memory, as by `git clean -fdx`, and
 * is still kept in its home; and its files with that in them again.
 */
import { basename, dirname, resolve } from "node:path";
import { shellWord } from "../agents/command.ts";
import { modifiedMs, sameBytes } from "../files.ts";
import { dataDirsToTry, foldersAround, isInside } from "../paths.ts";
import { configuredDataDir } from "../config/mod.ts";
import { MemoryError } from "../errors.ts";
import { gitPath, tracksIn } from "../git/tracking.ts";
import { isLeftOut, worktreeOf } from "../git/worktree.ts";
import { dayOf } from "../records/days.ts";
import { once } from "../remembered.ts";
import { isDeleted, type Layer } from "../records/mod.ts";
import { isEvent } from "../records/view.ts";
import type { Runtime } from "../runtime.ts";
import { same, type Sentence } from "../sentence.ts";
import { isBlankCore } from "../templates/files.ts";
import { readOperations, takenBack } from "./audit.ts";
import { type BackupManifest, listLost } from "./backup.ts";
import { bytesOf, readOrLeaveOut } from "./file_read.ts";
import { holdsSettings, partsByKey } from "./keyed.ts";
import {
  BACKUPS_FOLDER,
  CONFIG_FILE,
  CORE_FILE,
  DELETED_NOTES_FOLDER,
  NOTES_FOLDER,
  pathOf,
  type StorePath,
} from "./layout.ts";
import { bytesMaxOfFile, noteFiles, truthFiles } from "./truth_files.ts";
import { mayBeGone, type Memory, storesToRead } from "./memory.ts";
import { type LostFile, lostFiles } from "./keep_mirror.ts";
import { formerTarget, homesOfPlace, type Whose } from "./home.ts";
import { allHomes } from "./owner.ts";
import { openStore, type Store } from "./mod.ts";
import { placesBack } from "./place_back.ts";
import { othersMayWrite } from "./resolve.ts";
import { trackingOf } from "./tracking.ts";
import { withPartsOf } from "./undo.ts";
import { some } from "../wording.ts";
import { said } from "./words.ts";

/** What is gone and can be brought back. */
export interface Lost {
  /** Facts, summaries and notes. */
  readonly records: number;
  /** Events of sessions, which no list shows. */
  readonly events: number;
  /** Records that were deleted, and could be brought back. */
  readonly deleted: number;
  /** Whether MEMORY.md is among it, with words of the person's. */
  readonly core: boolean;
  /** Whether the project's settings went with the whole folder. */
  readonly settings: boolean;
  /** The day on which it was last written. Local. */
  readonly day: string;
  /** The content of each file with what was lost in it again. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The backups that it comes from, as far as it was set aside. */
  readonly backups: readonly string[];
  /** Files that git tracks now: what they held stays where it lies, or a commit would take it along. */
  readonly staying: ReadonlyMap<StorePath, string>;
  /** A folder in the place of one of the files: nothing comes back there until it is moved away. */
  readonly inTheWay?: string;
  /** Nothing of this project is lost: all is of an earlier one at its place, which was deleted or moved away. */
  readonly isEarlier?: boolean;
  /** The memory is where it was, and only the link to it is gone. */
  readonly link?: { readonly path: string; readonly real: string };
  /** Git tracks the memory, and the folder is not in the worktree: the command that brings it. */
  readonly leftOut?: { readonly folder: string; readonly command: string };
}

/** Backups of what was lost and was not brought back since, newest first. */
export function lostBackups(store: Store): BackupManifest[] {
  const all = listLost(store);
  if (all.length === 0) return [];
  const operations = readOperations(store);
  const undone = takenBack(operations);
  const back = new Set(
    operations.flatMap(({ success, op_id, from_backups }) =>
      success && !undone.has(op_id) && Array.isArray(from_backups) ? from_backups : []
    ),
  );
  return all.filter(({ id }) => !back.has(id));
}

/** What a memory has lost that somebody would miss; at its `place`, with what is kept of earlier projects there. */
export function lostOf(store: Store, whose: Whose = "project"): Lost | undefined {
  const { files } = store.runtime;
  const backups = lostBackups(store);
  const inBackups = backups.flatMap(({ id, files }) =>
    files.map((file) => ({ file, path: pathOf(store, `${BACKUPS_FOLDER}/${id}/${file}`) }))
  );
  const copies: LostFile[] = [...lostFiles(store, whose), ...inBackups];
  const found = nothing();
  const elsewhere = heldElsewhere(store);
  const placeOf = placesBack(store, [...new Set(copies.map(({ file }) => file))]);
  const undone = once(() => undoneSaves(store));
  const unread: string[] = [];
  let at = 0;
  for (const { file, path, bytes } of copies) {
    const add = file.endsWith(".jsonl") ? addRecords : addText;
    const isLost = readOrLeaveOut(store.runtime, path, () => {
      // A file that a killed process left in the mirror is not in its backup yet, and is read from the mirror.
      const copy = bytes ?? files.read(path);
      return copy !== undefined && add(store, found, elsewhere, { file, to: placeOf(file), path, copy, undone });
    });
    if (isLost === undefined) unread.push(path);
    if (!isLost) continue;
    at = Math.max(at, modifiedMs(files.stat(path)));
  }
  // Who takes config.json away alone wants the defaults.
  if (!copies.some(({ file }) => file === CORE_FILE)) found.settings = false;
  if (!comesBack(found) && found.staying.size === 0) return undefined;
  const isEarlier = whose === "place" && lostOf(store) === undefined;
  const inTheWay = [...found.files.keys()].map((file) => pathOf(store, file))
    .find((path) => files.stat(path)?.kind === "folder");
  return {
    ...found,
    ...inTheWay ? { inTheWay } : {},
    ...isEarlier ? { isEarlier } : {},
    day: dayOf(new Date(at).toISOString(), store.runtime),
    // What can't be read now may be once its owner or mode is put right.
    backups: backups.map(({ id }) => id)
      .filter((id) => !unread.some((path) => isInside(path, pathOf(store, `${BACKUPS_FOLDER}/${id}`)))),
  };
}

type Finding = ReturnType<typeof nothing>;

interface Copy {
  readonly file: StorePath;
  /** Where what it held comes back. */
  readonly to: StorePath | undefined;
  readonly path: string;
  readonly copy: Uint8Array;
  readonly undone: () => ReadonlySet<string>;
}

/** The ids of records whose save was taken back: nobody misses them. */
function undoneSaves(store: Store): ReadonlySet<string> {
  const operations = readOperations(store);
  const undone = takenBack(operations);
  return new Set(
    operations.flatMap(({ op_id, command, ids, backup_path }) =>
      command === "save" && backup_path === undefined && undone.has(op_id) ? ids : []
    ),
  );
}

/** Adds the records of a copy that are nowhere else. Returns whether there are any. */
function addRecords(store: Store, found: Finding, elsewhere: Elsewhere, copied: Copy): boolean {
  const { file, to = file, path, copy, undone } = copied;
  const bytesNow = (at: StorePath) => found.files.get(at) ?? store.runtime.files.read(pathOf(store, at));
  const now = bytesNow(to);
  const there = partsByKey(to, now);
  const others = to === file ? there : partsByKey(file, bytesNow(file));
  const lacking = [...partsByKey(file, copy)].filter(([key, { text }]) =>
    !there.has(key) && !others.has(key) && !elsewhere.holds([key, text.trim()]) && !undone().has(key)
  );
  // What a session notes by itself is nothing to share.
  const isShared = once(() => trackingOf(store)(to) !== "untracked");
  const missing = lacking.filter(([, { records }]) => !records.every(isEvent) || !isShared());
  if (missing.length === 0) return false;
  if (copied.to === undefined) return stays(found, file, path);
  for (const [, { text, records }] of missing) {
    elsewhere.add(text.trim());
    if (records.some((record) => !isEvent(record) && !isDeleted(record))) found.records++;
    if (records.every(isEvent)) found.events++;
    if (records.some(isDeleted)) found.deleted++;
  }
  found.files.set(to, withPartsOf(to, now, copy, missing.map(([key]) => key)));
  return true;
}

/** Adds a file that holds no records, as its newest copy has it. Returns whether it is lost. */
function addText(store: Store, found: Finding, elsewhere: Elsewhere, { file, to, path, copy }: Copy): boolean {
  if (found.files.has(file) || found.staying.has(file)) return false;
  const whole = withLost(file, store.runtime.files.read(pathOf(store, file)), copy);
  const note = namesAndTexts(file, copy);
  if (!whole || note.some(elsewhere.holds)) return false;
  if (to === undefined) return stays(found, file, path);
  for (const [, text] of note) elsewhere.add(text);
  if (file === CORE_FILE) found.core = true;
  if (file === CONFIG_FILE) found.settings = holdsWishes(copy);
  const isNote = file.startsWith(`${NOTES_FOLDER}/`) && !file.startsWith(`${DELETED_NOTES_FOLDER}/`);
  // A list of ids lies among the notes.
  if (isNote && file.endsWith(".md")) found.records++;
  found.files.set(file, whole);
  return true;
}

function stays(found: Finding, file: StorePath, path: string): true {
  found.staying.set(file, path);
  return true;
}

/** What the memory holds elsewhere, put there by hand, and what is coming back: of several copies only one does. */
type Elsewhere = ReturnType<typeof heldElsewhere>;

function heldElsewhere(store: Store) {
  const held = once(() => heldIn(store));
  return {
    holds: ([name, text]: NameAndText) => held().has(name) || held().has(text),
    add: (text: string) => void held().add(text),
  };
}

/** The key or id of a record or note, and its text. */
type NameAndText = readonly [name: string, text: string];

const NOTE_ID = /^\W*id\W+(MEM-[^\s"'`]+)/im;

function namesAndTexts(file: StorePath, bytes: Uint8Array): NameAndText[] {
  if (file.endsWith(".jsonl")) return [...partsByKey(file, bytes)].map(([key, { text }]) => [key, text.trim()]);
  if (!file.startsWith(`${NOTES_FOLDER}/`) || !file.endsWith(".md")) return [];
  const text = new TextDecoder().decode(bytes);
  return [[NOTE_ID.exec(text)?.[1] ?? basename(file, ".md"), text]];
}

/** The names and texts of all records and notes; of those that others may have written, the texts alone. */
function heldIn(store: Store): Set<string> {
  const isOthers = othersMayWrite(store);
  const deleted = noteFiles(store, DELETED_NOTES_FOLDER);
  const files = [...truthFiles(store).filter(({ kind }) => kind !== "core").map(({ file }) => file), ...deleted];
  return new Set(files.flatMap((file) => {
    const bytes = bytesOf(store, file, bytesMaxOfFile(file));
    const parts = bytes ? namesAndTexts(file, bytes) : [];
    return parts.flatMap(([name, text]) => isOthers(file) ? [text] : [name, text]);
  }));
}

/** A file that holds no records with what was lost of it: what was written since stays. Undefined where nothing was. */
function withLost(file: StorePath, now: Uint8Array | undefined, copy: Uint8Array): Uint8Array | undefined {
  if (sameBytes(now, copy) || (file === CORE_FILE && isTemplate(copy))) return undefined;
  if (now && file === CORE_FILE && !isTemplate(now)) {
    return Buffer.concat([copy, new TextEncoder().encode("\n"), now]);
  }
  return withMissing(file, now, copy);
}

/** A file without records, with what it lacks of a copy: all where it says nothing, or single settings. */
export function withMissing(file: StorePath, now: Uint8Array | undefined, copy: Uint8Array): Uint8Array | undefined {
  if (!now || (file === CORE_FILE && isTemplate(now))) return copy;
  if (!holdsSettings(file)) return undefined;
  const there = partsByKey(file, now);
  const missing = [...partsByKey(file, copy).keys()].filter((key) => !there.has(key));
  if (missing.length === 0) return undefined;
  return there.size === 0 ? copy : withPartsOf(file, now, copy, missing);
}

/** Whether settings hold more than what `init` writes. */
function holdsWishes(bytes: Uint8Array): boolean {
  return [...partsByKey(CONFIG_FILE, bytes).keys()].some((key) => key !== "config:lang" && key !== "config:version");
}

function isTemplate(bytes: Uint8Array): boolean {
  return isBlankCore(new TextDecoder().decode(bytes));
}

/** What the memories of a place have lost, one that is gone as a whole included. */
export function lossesOf(memory: Memory, layer?: Layer): Lost[] {
  return [lostMemoryOf(memory, layer)?.lost, ...storesToRead(memory, layer).map((store) => lostOf(store))]
    .filter((each) => each !== undefined);
}

/** A memory whose folder is gone, where none of the person's is found. */
export interface LostMemory {
  readonly store: Store;
  readonly lost: Lost;
}

/** The project's memory that was here and is no more, as far as something of it is kept; none for the global layer. */
export function lostMemoryOf(
  memory: Pick<Memory, "runtime" | "locations"> & Partial<Pick<Memory, "project">>,
  layer?: Layer,
  { onlyKnown = false }: { readonly onlyKnown?: boolean } = {},
): LostMemory | undefined {
  const { runtime, locations: { here } } = memory;
  if (layer === "global" || here === undefined || !mayBeGone(memory)) return undefined;
  const names = dataDirsToTry(runtime, configuredDataDir(runtime));
  const homes = allHomes(runtime);
  const inner = foldersAround(runtime, runtime.cwd()).filter((folder) => isInside(folder, here) && folder !== here);
  for (const root of [...inner, here]) {
    for (const name of names) {
      const folder = resolve(root, name);
      if (runtime.files.stat(folder) !== undefined) continue;
      // A home knows it: this very folder was the memory's.
      const isKnown = homesOfPlace(runtime, folder, "place", homes).length > 0;
      const leftOut = isKnown || !onlyKnown ? leftOutOf(runtime, folder) : undefined;
      if (leftOut) {
        return { store: openStore(runtime, folder, "project"), lost: { ...nothing(), day: "", backups: [], leftOut } };
      }
      if (isKnown) {
        const store = openStore(runtime, folder, "project");
        const lost = lostOf(store, "place");
        if (lost) return { store, lost };
      }
      const real = formerTarget(runtime, folder, homes);
      if (real === undefined) continue;
      const lost = { ...nothing(), day: "", backups: [], link: { path: folder, real } };
      return { store: openStore(runtime, real, "project"), lost };
    }
  }
  return undefined;
}

/** A data folder that a sparse checkout leaves out, or that somebody removed, as far as git tracks what it held. */
function leftOutOf(runtime: Runtime, folder: string): Lost["leftOut"] {
  const worktree = worktreeOf(runtime, dirname(folder));
  if (!worktree || !tracksIn(runtime, worktree.root, folder)) return undefined;
  const path = gitPath(worktree.root, folder);
  const how = isLeftOut(runtime, worktree, path) ? "sparse-checkout add" : "checkout --";
  return { folder, command: `git -C ${shellWord(runtime, worktree.root)} ${how} ${shellWord(runtime, path)}` };
}

type What = Pick<Lost, "records" | "deleted" | "core" | "settings">;

function nothing() {
  const what = { records: 0, events: 0, deleted: 0, core: false, settings: false };
  return { ...what, files: new Map<StorePath, Uint8Array>(), staying: new Map<StorePath, string>() };
}

/** Whether anything comes back that somebody would miss. */
export function comesBack({ records, deleted, core, settings }: What): boolean {
  return records + deleted > 0 || core || settings;
}

/** What several memories have lost, as one. */
export function lostTogether(parts: readonly What[]): What {
  return {
    records: parts.reduce((sum, { records }) => sum + records, 0),
    deleted: parts.reduce((sum, { deleted }) => sum + deleted, 0),
    core: parts.some(({ core }) => core),
    settings: parts.some(({ settings }) => settings),
  };
}

/** `5 records and MEMORY.md`; deleted records and settings are named where nothing else was lost. */
export function whatWasLost({ records, deleted, core, settings }: What): Sentence {
  if (core && records === 0) return same(CORE_FILE);
  if (records > 0) return said(core ? "records_and_core" : "records_lost", { records });
  if (deleted === 0) return said("settings_lost");
  return said(settings ? "deleted_and_settings" : "deleted_lost", { deleted });
}

/** Says what a memory has lost. */
export function lostText(lost: Lost): Sentence {
  if (lost.link) return said("lost_link", lost.link);
  if (lost.leftOut) return said("not_in_checkout", lost.leftOut);
  const what = comesBack(lost) ? whatWasLost(lost) : some([...lost.staying.keys()]);
  return said(lost.isEarlier ? "lost_earlier" : "lost", { what, day: lost.day });
}

/** What helps then. */
export function restoreHint(lost: Lost): Sentence {
  const { inTheWay, leftOut } = lost;
  if (leftOut) return said("bring_back", leftOut);
  if (lost.staying.size > 0 && !comesBack(lost)) return said("restore_names_it");
  return inTheWay ? said("restore_once_moved", { path: inTheWay }) : said("restore_it");
}

/** The failure where the whole memory is gone. */
export function lossFailure(lost: Lost): MemoryError {
  return new MemoryError("NOT_INITIALISED", lostText(lost), restoreHint(lost));
}

/** What was lost and the next step, in one line. */
export function lossText(lost: Lost): Sentence {
  return said("loss", { what: lostText(lost), step: restoreHint(lost) });
}
