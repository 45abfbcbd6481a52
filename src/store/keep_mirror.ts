/**
 * In: a data folder that is one's own. Out: a second name, or a copy, for each of its files; and, where somebody took
 * files away without memory, a backup of what they held.
 *
 * Where a file can't have a second name (another file system, a client's sandbox), the end of a session copies it.
 */
import { join } from "node:path";
import { tried } from "../errors.ts";
import { isSameFile, modifiedMs, replaceAtomically } from "../files.ts";
import { DAY_MS } from "../records/days.ts";
import { destination } from "../paths.ts";
import type { Whose } from "./home.ts";
import { readOwner } from "./owner.ts";
import { noteOwn } from "./brought.ts";
import * as layout from "./layout.ts";
import { noteSharing } from "./ended.ts";
import { bytesMaxOfFile, everyTruthFile, noteFiles } from "./truth_files.ts";
import { dropEarlier, dropTracked, nameTracked, setAsideThrown, thrownAway, thrownFiles } from "./keep_tracked.ts";
import { gitHolds, isBrokenCopy, linkAgain, setAside } from "./mirror.ts";
import { homesHere, missingFrom } from "./missing.ts";
import { lacksName, mirrorOf } from "./second_name.ts";
import type { LockedStore, Store } from "./mod.ts";
import { noteLinesOf } from "./own_lines.ts";
import { trackingOf } from "./tracking.ts";

/** Gives the files of a folder that was just claimed, whose home names none yet, their second names. Never throws. */
export function beginMirror(store: LockedStore): void {
  const folder = layout.pathOf(store, layout.MIRROR_FOLDER);
  if (store.standing !== "own" || store.runtime.files.stat(folder)) return;
  // The next end of a session tries again.
  tried(() => {
    store.runtime.files.makeFolder(folder);
    keepMirror(store);
  });
}

/** Sees to it that every file has its second name, or a copy. */
export function keepMirror(store: LockedStore): void {
  if (store.standing !== "own") return;
  const deleted = noteFiles(store, layout.DELETED_NOTES_FOLDER);
  noteSharing(store);
  renewNames(store, [layout.CONFIG_FILE, ...everyTruthFile(store), ...deleted]);
  setAsideLost(store);
}

/** As `keepMirror`, for some files alone. One that can't be read or named stops no other; `doctor` names it. */
export function renewNames(store: LockedStore, files: readonly layout.StorePath[]): void {
  const tracking = trackingOf(store);
  for (const file of files) {
    // The next look tries again.
    tried(() => {
      const answer = layout.staysInside(store, file) ? tracking(file) : "changing";
      if (answer === "untracked") renew(store, file);
      // Git has it, and others may have written it.
      else if (answer !== "changing") leaveToGit(store, file);
    });
  }
}

/** By then, whoever saves into a shared memory has committed what was saved. */
const COMMITTED_BY_MS = 7 * DAY_MS;

/**
 * Takes away the second name of a file that git tracks now, noting what the file held as the person's own. Git replaces
 * the files that it writes, so that a file which still has its second name was not written by git. A file of records
 * keeps the name as long as saves may have added what no commit has yet; later it is kept like one that git has written
 * (keep_tracked.ts).
 */
function leaveToGit(store: LockedStore, file: layout.StorePath): void {
  const { files, now } = store.runtime;
  const path = mirrorOf(store, file);
  const kept = files.stat(path);
  const bytes = kept && files.read(path, bytesMaxOfFile(file));
  if (!bytes) return;
  noteOwn(store, file, bytes);
  noteLinesOf(store, file, bytes);
  const isRecords = file.endsWith(".jsonl");
  if (!isSameFile(files.stat(layout.pathOf(store, file)), kept)) {
    if (!isThrownAt(store, file)) return setAside(store, store.home, [file]);
    dropTracked(store, file, layout.MIRROR_FOLDER);
  } else {
    if (isRecords && now().getTime() - modifiedMs(kept) < COMMITTED_BY_MS) return;
    files.remove(path);
  }
  if (isRecords) nameTracked(store, file);
}

/** Whether git has put a file of records in the place of the one that stands in the mirror. */
function isThrownAt(store: Store, file: layout.StorePath): boolean {
  return file.endsWith(".jsonl") && store.runtime.files.stat(layout.pathOf(store, file))?.kind === "file";
}

/** Names a file again that another program has replaced, or was written where no second name could be given. */
function renew(store: LockedStore, file: layout.StorePath): void {
  if (!lacksName(store, file)) return;
  if (isBrokenCopy(store, file)) setAside(store, store.home, [file]);
  try {
    linkAgain(store, file);
  } catch {
    const { runtime, runtime: { files } } = store;
    const path = layout.pathOf(store, file);
    const to = mirrorOf(store, file);
    const now = files.stat(path);
    const kept = files.stat(to);
    if (now && kept && kept.size === now.size && kept.modifiedNs >= now.modifiedNs) return;
    replaceAtomically(runtime, to, files.read(path) ?? new Uint8Array());
  }
}

/** A file that is gone or that git has replaced, and where it still lies. */
export interface LostFile {
  readonly file: layout.StorePath;
  readonly path: string;
  /** What is lost of it; all, unless told. */
  readonly bytes?: Uint8Array;
}

/** Moves what was taken away from a project into a backup, before anything new takes its names. */
export function setAsideLost(store: LockedStore, whose: Whose = "project"): void {
  const isThere = (path: string) => store.runtime.files.stat(path)?.kind === "file";
  for (const { home, files: lost } of lostFrom(store, whose)) {
    const files = lost.map(({ file }) => file);
    for (const file of home === store.home ? files : []) {
      if (isThere(layout.pathOf(store, file))) leaveToGit(store, file);
    }
    const left = files.filter((file) => isThere(join(home, layout.MIRROR_FOLDER, file)));
    if (left.length > 0) setAside(store, home, left);
    if (isEarlier(store, home)) dropEarlier(store, home);
  }
  setAsideThrown(store);
}

/** What was taken away and was not set aside yet. */
export function lostFiles(store: Store, whose: Whose = "project"): LostFile[] {
  return lostFrom(store, whose).flatMap(({ home, files }) => {
    const isHere = home === store.home || isEarlier(store, home);
    return isHere ? [...files, ...thrownFiles({ ...store, home })] : files;
  });
}

/** Whether a home was the folder's before it had its present one, as before a clone was made anew. */
function isEarlier({ runtime, folder, home }: Store, other: string): boolean {
  return other !== home && readOwner(runtime, other)?.path === destination(runtime.files, folder);
}

function lostFrom(store: Store, whose: Whose) {
  const ofProject = homesHere(store, "project");
  const homes = whose === "project" ? ofProject : homesHere(store);
  return homes.map((home) => ({ home, files: lostIn(store, home, ofProject.includes(home)) }));
}

/** The files that a home still holds, and that are gone from its folder or replaced there, and not held by git. */
function lostIn(store: Store, home: string, isOfProject: boolean): LostFile[] {
  const { runtime } = store;
  const folder = home === store.home ? store.folder : readOwner(runtime, home)?.path;
  if (folder === undefined) return [];
  const kept = (file: layout.StorePath) => join(home, layout.MIRROR_FOLDER, file);
  const isInGit = gitHolds({ runtime, folder, home });
  return missingFrom({ ...store, home, folder }, isOfProject)
    .flatMap((file) => {
      const path = kept(file);
      if (home !== store.home || !isThrownAt(store, file)) return isInGit(path) ? [] : [{ file, path }];
      const bytes = thrownAway(store, file, layout.MIRROR_FOLDER);
      return bytes ? [{ file, path, bytes }] : [];
    });
}
