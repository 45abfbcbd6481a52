/**
 * In: the files of a data folder that is one's own. Out: a second name for each of them below the folder's home; and,
 * where somebody took files away without memory, a backup of what they held.
 * Not done here: bringing that back (lost.ts).
 *
 * `git clean -fdx` and `rm -rf` take away names, as does a pull of a file that git did not track here: it replaces what
 * it ignores. A file that has another one (a hard link) stays, with every byte that
 * was ever appended: a save is kept twice by being written once, from the moment it is acknowledged. The index can't
 * stand in for that: it follows later, and of notes and core memory it holds what it made of them. A copy would follow
 * later too, and would keep what somebody takes out by hand.
 *
 * Where a file can't have a second name (another file system, a client's sandbox), the end of a session copies it. One
 * that an editor has replaced gets a new one as soon as memory looks at it (name_again.ts) or adds to it. What lay in
 * a folder before it was claimed gets its names from the first writer.
 * Before our own writers replace or remove a file its second name goes: killed there, one has a name too few until the
 * next end of a session, never a name of what was purged. What others track by git, and a stranger's folder, gets none.
 *
 * @module
 */
import { basename, dirname, join } from "node:path";
import { errorCode } from "../errors.ts";
import { isSameFile, replaceAtomically } from "../files.ts";
import { hasContent, hasStash } from "../git/objects.ts";
import { trackingIn } from "../git/tracking.ts";
import { worktreeOf } from "../git/worktree.ts";
import { projectOfUsual, USUAL_DATA_DIRS } from "../paths.ts";
import { remembered } from "../remembered.ts";
import type { FileStat } from "../runtime.ts";
import { moveToBackup } from "./backup.ts";
import { allHomes, homesOfPlace, readOwner } from "./home.ts";
import * as layout from "./layout.ts";
import type { LockedStore, Store } from "./mod.ts";

const AT_TOP: readonly string[] = [layout.CORE_FILE, layout.CONFIG_FILE, layout.FACTS_FILE, layout.SESSIONS_FILE];
const FOLDERS = [layout.DAILY_FOLDER, layout.NOTES_FOLDER];

function isMirrored({ standing }: Store, file: layout.StorePath): boolean {
  return standing === "own" && (AT_TOP.includes(file) || FOLDERS.some((folder) => file.startsWith(`${folder}/`)));
}

function mirrorOf(store: Store, file: layout.StorePath): string {
  return layout.pathOf(store, `${layout.MIRROR_FOLDER}/${file}`);
}

/** Gives a file that was just written its second name. Never throws: the end of a session sees to what is missing. */
export function mirror(store: LockedStore, file: layout.StorePath): void {
  if (!isMirrored(store, file)) return;
  const { files } = store.runtime;
  const [path, to] = [layout.pathOf(store, file), mirrorOf(store, file)];
  const link = () => files.link(path, to);
  try {
    if (files.stat(path) === undefined || files.linkTarget(path) !== undefined) return;
    // What a second name holds counts as the person's own.
    if (trackingIn(store.runtime, store.folder)(file) !== "untracked") return;
    try {
      link();
    } catch (error) {
      const code = errorCode(error);
      if (code === "ENOENT") files.makeFolder(dirname(to));
      // The file that had this second name was taken away.
      else if (code === "EEXIST" && !isSameFile(files.stat(path), files.stat(to))) setAside(store, store.home, [file]);
      else throw error;
      link();
    }
  } catch {
    // The next end of a session tries again.
  }
}

/**
 * Gives a file that was just added to its second name where it has none, as one that another program has replaced.
 * Never throws.
 */
export function mirrorAgain(store: LockedStore, file: layout.StorePath): void {
  try {
    if (lacksName(store, file) && trackingIn(store.runtime, store.folder)(file) === "untracked") linkAgain(store, file);
  } catch {
    // The next end of a session tries again.
  }
}

/** Names the files of a folder whose home names none yet, since it was just claimed. Never throws. */
export function beginMirror(store: LockedStore): void {
  const folder = layout.pathOf(store, layout.MIRROR_FOLDER);
  if (store.standing !== "own" || store.runtime.files.stat(folder)) return;
  try {
    store.runtime.files.makeFolder(folder);
    // Nothing was tracked before the folder was claimed.
    keepMirror(store, () => {});
  } catch {
    // The next end of a session tries again.
  }
}

/** Takes the second name of a file away that is about to be replaced or removed; what was lost is set aside. */
export function unmirror(store: LockedStore, file: layout.StorePath): void {
  if (!isMirrored(store, file)) return;
  const { files } = store.runtime;
  const path = mirrorOf(store, file);
  if (files.stat(path) === undefined) return;
  if (files.stat(layout.pathOf(store, file)) === undefined) setAside(store, store.home, [file]);
  else files.remove(path);
}

/** Takes away the second name that a new file was just given, before the file goes too, since its save failed. */
export function dropMirror(store: LockedStore, file: layout.StorePath): void {
  if (!isMirrored(store, file)) return;
  const { files } = store.runtime;
  const path = mirrorOf(store, file);
  // What lies there of a file that was lost before stays.
  if (isSameFile(files.stat(layout.pathOf(store, file)), files.stat(path))) files.remove(path);
}

/** What a file held as the person's own until git tracked it. */
type Leaving = (store: LockedStore, file: layout.StorePath, bytes: Uint8Array) => void;

/**
 * Sees to it that every file has its second name, or a copy.
 *
 * @param noteOwn notes the texts of a file that git tracks now (known.ts)
 */
export function keepMirror(store: LockedStore, noteOwn: Leaving): void {
  if (store.standing !== "own") return;
  renewNames(store, [
    layout.CONFIG_FILE,
    ...layout.everyTruthFile(store),
    ...layout.noteFiles(store, layout.DELETED_NOTES_FOLDER),
  ], noteOwn);
  setAsideLost(store, noteOwn);
}

/** The same for some files alone. */
export function renewNames(store: LockedStore, files: readonly layout.StorePath[], noteOwn: Leaving): void {
  const tracking = trackingIn(store.runtime, store.folder);
  for (const file of files.filter((each) => layout.staysInside(store, each))) {
    if (tracking(file) === "untracked") renew(store, file);
    // Git has it, and others may have written it.
    else leaveToGit(store, file, noteOwn);
  }
}

/**
 * Takes away the second name of a file that git tracks now. What it held was the person's own, and so is followed; if
 * git has replaced the file, that is set aside.
 */
function leaveToGit(store: LockedStore, file: layout.StorePath, noteOwn: Leaving): void {
  const { files } = store.runtime;
  const path = mirrorOf(store, file);
  const bytes = files.stat(path) && files.read(path, layout.bytesMaxOfFile(file));
  if (!bytes) return;
  if (file !== layout.CONFIG_FILE) noteOwn(store, file, bytes);
  if (isSameFile(files.stat(layout.pathOf(store, file)), files.stat(path)) || hasGit(store)(path)) files.remove(path);
  else setAside(store, store.home, [file]);
}

/** Whether a file stands where its second name is not, or is another file's. */
export function lacksName(store: Store, file: layout.StorePath): boolean {
  return isMirrored(store, file) && isOutOfDate(store, file);
}

function isOutOfDate(store: Store, file: layout.StorePath): boolean {
  const { files } = store.runtime;
  const path = layout.pathOf(store, file);
  const [now, kept] = [files.stat(path), files.stat(mirrorOf(store, file))];
  return now?.kind === "file" && !isSameFile(now, kept) && files.linkTarget(path) === undefined;
}

/** Names a file again that another program has replaced, or was written where no second name could be given. */
function renew(store: LockedStore, file: layout.StorePath): void {
  if (!isOutOfDate(store, file)) return;
  try {
    linkAgain(store, file);
  } catch {
    const { runtime, runtime: { files } } = store;
    const [path, to] = [layout.pathOf(store, file), mirrorOf(store, file)];
    const [now, kept] = [files.stat(path), files.stat(to)];
    if (!isCopy(kept, now)) replaceAtomically(runtime, to, files.read(path) ?? new Uint8Array());
  }
}

function linkAgain(store: LockedStore, file: layout.StorePath): void {
  const { runtime, runtime: { files } } = store;
  const to = mirrorOf(store, file);
  const beside = `${to}.${runtime.random(8)}`;
  files.makeFolder(dirname(to));
  files.link(layout.pathOf(store, file), beside);
  files.rename(beside, to);
}

function isCopy(copy: FileStat | undefined, of: FileStat | undefined): boolean {
  return copy !== undefined && of !== undefined && copy.size === of.size && copy.modifiedNs >= of.modifiedNs;
}

/** A file that is gone or that git has replaced, and where it still lies. */
export interface LostFile {
  readonly file: layout.StorePath;
  readonly path: string;
}

/**
 * Moves what was taken away from a project into a backup, before anything new takes its names.
 *
 * @param noteOwn notes the texts of a file that git has replaced (known.ts)
 */
export function setAsideLost(store: LockedStore, noteOwn: Leaving): void {
  for (const { home, files } of lostFrom(store)) {
    for (const file of home === store.home ? files : []) if (isThere(store, file)) leaveToGit(store, file, noteOwn);
    const left = files.filter((file) => store.runtime.files.stat(join(home, layout.MIRROR_FOLDER, file)));
    if (left.length > 0) setAside(store, home, left);
  }
}

function isThere(store: Store, file: layout.StorePath): boolean {
  return store.runtime.files.stat(layout.pathOf(store, file)) !== undefined;
}

/** What was taken away and was not set aside yet. */
export function lostFiles(store: Store): LostFile[] {
  return lostFrom(store).flatMap(({ home, files }) =>
    files.map((file) => ({ file, path: join(home, layout.MIRROR_FOLDER, file) }))
  );
}

function lostFrom(store: Store) {
  const { runtime } = store;
  return homesHere(store).flatMap((home) => {
    const folder = home === store.home ? store.folder : readOwner(runtime, home)?.path;
    if (folder === undefined) return [];
    const named = layout.filesBelow({ ...store, home }, layout.MIRROR_FOLDER);
    // Each folder is listed once: a look at each of thousands of notes would take longer than to read them.
    const listed = remembered((path: string) => new Set(runtime.files.list(path)));
    const tracking = trackingIn(runtime, folder);
    const isReplaced = (file: layout.StorePath) =>
      tracking(file) === "tracked" &&
      !isSameFile(runtime.files.stat(join(folder, file)), runtime.files.stat(join(home, layout.MIRROR_FOLDER, file)));
    const isInGit = hasGit({ runtime, folder });
    const lost = named.map((name) => name.slice(layout.MIRROR_FOLDER.length + 1))
      .filter((file) => !listed(dirname(join(folder, file))).has(basename(file)) || isReplaced(file))
      .filter((file) => !isInGit(join(home, layout.MIRROR_FOLDER, file)));
    return lost.length > 0 ? [{ home, files: lost }] : [];
  });
}

/**
 * Tells of a file whether git has its content, so that nothing is lost: it was committed, and then a pull or another
 * branch brought a newer version, or none.
 */
function hasGit({ runtime, folder }: Pick<Store, "runtime" | "folder">): (path: string) => boolean {
  const worktree = worktreeOf(runtime, folder);
  // A stash takes files away that stand on no branch.
  if (!worktree || hasStash(runtime, worktree)) return () => false;
  return (path) => {
    const content = runtime.files.read(path, layout.bytesMaxOfFile(basename(path)));
    return content !== undefined && hasContent(runtime, worktree, content);
  };
}

function setAside(store: LockedStore, home: string, names: readonly string[]): void {
  moveToBackup(store, join(home, layout.MIRROR_FOLDER), names);
}

/**
 * The homes of the memories that a project had: after `git clean` a folder that a team shares gets another one, and
 * `init` may choose another folder, since the clients' own are gone.
 */
export function homesHere({ runtime, folder, home, layer }: Store): string[] {
  if (layer === "global") return [home];
  const project = projectOfUsual(folder);
  const places = project === undefined ? [folder] : USUAL_DATA_DIRS.map((name) => join(project, name));
  const homes = allHomes(runtime);
  return [...new Set([home, ...places.flatMap((place) => homesOfPlace(runtime, place, homes))])];
}
