/**
 * In: a file of records that git tracks, and that a save has added to. Out: its second name below the folder's home;
 * and the person's lines that git has thrown away.
 *
 * Git writes into no file: it takes the name away and makes a new file, as in a stash, a reset or a checkout. What was
 * added after it had read the old file is then in that one alone. Others may have written there, so only own lines
 * count, and none that git has: it then holds the file as it was up to the end of that line or of a later one. Where a
 * pull ends the sharing (ended.ts) all of them count.
 */
import { dirname, join } from "node:path";
import { tried } from "../errors.ts";
import { isSameFile, replaceAtomically } from "../files.ts";
import { keptIn } from "../git/objects.ts";
import { worktreeOf } from "../git/worktree.ts";
import { moveToBackup } from "./backup.ts";
import { keyedLines, partsByKey } from "./keyed.ts";
import { hasEnded, noteSharing } from "./ended.ts";
import * as layout from "./layout.ts";
import { once } from "../remembered.ts";
import { trackedNames } from "./missing.ts";
import type { LockedStore, Store } from "./mod.ts";
import { ownLinesIn } from "./own_lines.ts";
import { trackingOf } from "./tracking.ts";
import { bytesMaxOfFile } from "./truth_files.ts";

/** The folder of a second name. A file that got its name before git tracked it has it in the mirror. */
type Kept = typeof layout.TRACKED_FOLDER | typeof layout.MIRROR_FOLDER;

function nameOf(store: Store, file: layout.StorePath, kept: Kept = layout.TRACKED_FOLDER): string {
  return layout.pathOf(store, `${kept}/${file}`);
}

/** Whether a file still is the one that has the second name. */
function isNamed(store: Store, file: layout.StorePath, kept?: Kept): boolean {
  const { files } = store.runtime;
  const named = files.stat(nameOf(store, file, kept));
  return named !== undefined && isSameFile(files.stat(layout.pathOf(store, file)), named);
}

/** Whether a writer of ours was the last to put a file in its place: it still is one that has a second name. */
export function isOursStill(store: Store, file: layout.StorePath): boolean {
  return isNamed(store, file) || isNamed(store, file, layout.MIRROR_FOLDER);
}

/** Gives a file its second name. What git has thrown away of another file that had it is set aside. Never throws. */
export function nameTracked(store: LockedStore, file: layout.StorePath): void {
  const { files } = store.runtime;
  const [path, to] = [layout.pathOf(store, file), nameOf(store, file)];
  // Another file system has no second names of this one's files.
  tried(() => {
    if (isNamed(store, file) || files.linkTarget(path) !== undefined) return;
    dropTracked(store, file);
    files.makeFolder(dirname(to));
    files.link(path, to);
    noteSharing(store);
  });
}

/** Whether a file that was just named ends with what was added to it, and stands in its place. */
export function holdsAtEnd(store: Store, file: layout.StorePath, text: string): boolean {
  const { files } = store.runtime;
  const path = layout.pathOf(store, file);
  const added = new TextEncoder().encode(text);
  const endOf = (size: number) => files.readRange(path, size - added.length, added.length);
  const size = files.stat(path)?.size ?? 0;
  if (size < added.length || Buffer.compare(endOf(size) ?? new Uint8Array(), added) !== 0) return false;
  return files.stat(nameOf(store, file)) === undefined || isNamed(store, file);
}

/** Takes the second name of a file of records away; what git has thrown away is set aside. `from` has it. */
export function dropTracked(
  store: LockedStore,
  file: layout.StorePath,
  kept: Kept = layout.TRACKED_FOLDER,
  from: Store = store,
): void {
  const { runtime, runtime: { files } } = store;
  const path = nameOf(from, file, kept);
  if (!file.endsWith(".jsonl") || files.stat(path) === undefined) return;
  const lost = isNamed(from, file, kept) ? undefined : thrownAway(from, file, kept);
  if (!lost) return files.remove(path);
  replaceAtomically(runtime, path, lost);
  moveToBackup(store, join(from.home, kept), [file]);
}

/** The same for all that an earlier home of the folder names. */
export function dropEarlier(store: LockedStore, home: string): void {
  const from = { ...store, home };
  // One that can't be read holds up none of the others.
  for (const file of trackedNames(from)) tried(() => dropTracked(store, file, layout.TRACKED_FOLDER, from));
}

/** Sets aside what git has thrown away, and names the file again that git has put there. */
export function setAsideThrown(store: LockedStore): void {
  const tracking = trackingOf(store);
  const isOver = once(() => hasEnded(store));
  for (const file of trackedNames(store)) {
    if (isNamed(store, file)) continue;
    // One that can't be read holds up none of the others.
    tried(() => {
      const isThere = store.runtime.files.stat(layout.pathOf(store, file))?.kind === "file";
      if (isThere && tracking(file) === "tracked") nameTracked(store, file);
      // Another branch may have it.
      else if (isOver() || thrownAway(store, file)) dropTracked(store, file);
    });
  }
}

/** What git has thrown away and was not set aside yet, and where it still lies. */
export function thrownFiles(store: Store): { file: layout.StorePath; path: string; bytes: Uint8Array }[] {
  return trackedNames(store).filter((file) => !isNamed(store, file)).flatMap((file) => {
    const bytes = tried(() => thrownAway(store, file));
    return bytes ? [{ file, path: nameOf(store, file), bytes }] : [];
  });
}

/** Git is asked for no more ends of a file than the last so many: each takes a digest of the file up to there. */
const ENDS_ASKED = 500;

/** The lines of a file that git has replaced which are the person's, and neither in the new file nor with git. */
export function thrownAway(
  store: Store,
  file: layout.StorePath,
  from: Kept = layout.TRACKED_FOLDER,
): Uint8Array | undefined {
  const { files } = store.runtime;
  const kept = files.read(nameOf(store, file, from), bytesMaxOfFile(file));
  if (!kept) return undefined;
  const there = partsByKey(file, files.read(layout.pathOf(store, file), bytesMaxOfFile(file)));
  const isOwn = from === layout.TRACKED_FOLDER ? ownLinesIn(store) : () => true;
  const isHeld = heldByGit(store);
  let end = 0;
  const lines = keyedLines(kept).map(({ slice, key, record }) => {
    end += slice.length;
    return { slice, end, isMissing: record !== undefined && !there.has(key) && isOwn(record) };
  });
  const first = lines.findIndex(({ isMissing }) => isMissing);
  if (first === -1) return undefined;
  const asked = Math.max(first, lines.length - ENDS_ASKED);
  const held = lines.findLastIndex(({ end }, at) => at >= asked && isHeld(kept.subarray(0, end)));
  const lost = lines.slice(Math.max(first, held + 1)).filter(({ isMissing }) => isMissing);
  return lost.length === 0 ? undefined : Buffer.concat(lost.map(({ slice }) => slice));
}

/** Tells of contents whether git has them in a commit or a stash, perhaps with the line ends of Unix. */
function heldByGit(store: Store): (content: Uint8Array) => boolean {
  const { runtime, folder } = store;
  const worktree = worktreeOf(runtime, folder);
  const isHeld = worktree && !hasEnded(store) ? keptIn(runtime, worktree) : () => false;
  return (content) => isHeld(content) || (content.includes(CR) && isHeld(withoutReturns(content)));
}

const CR = 0x0d;

function withoutReturns(content: Uint8Array): Uint8Array {
  return new TextEncoder().encode(new TextDecoder().decode(content).replaceAll("\r\n", "\n"));
}
