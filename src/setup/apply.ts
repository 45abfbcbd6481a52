/** In: a list of changes. Out: all of them made, or none. */
import { dirname } from "node:path";
import { tried } from "../errors.ts";
import { removeEmptyFolders, sameBytes, sweepBeside } from "../files.ts";
import { isOurCommand } from "../agents/command.ts";
import { asObject, isObject, parseJsonc } from "../json.ts";
import { destination, isInside, memoryHome, realOf } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { isTrackedLink } from "../store/locate.ts";
import { type FileToBe, type StagedTogether, stageTogether } from "../together.ts";
import { type FileChange, folderOfTarget, isDue, targetOf } from "./changes.ts";
import { clientHomes, homeAround } from "./moved_homes.ts";
import { forgettingOriginals, guardOriginals, keepEdited, keepOriginals, originalOf } from "./originals.ts";
import type { Place } from "./place.ts";
import { sealOf } from "./seal.ts";
import { refuse } from "./words.ts";

/** A project's tools must be able to read its files; the store's own files are private (`system/files.ts`). */
const SHARED_FILE = 0o644;
/** The same for folders. */
export const SHARED_FOLDER = 0o755;
const WRITABLE_BY_OWNER = 0o200;

/** A file that the user had changed, and where its copy is. */
export interface Kept {
  readonly path: string;
  readonly copy: string;
  /** The copy is of the file before `init`, and the file lacks some of that. */
  readonly isOriginal?: true;
}

/**
 * Makes the changes, all of them or none, and notes the folders `made` for them. Originals of files that are put back
 * here, or were `restored` before, are forgotten; their copies are removed, unless the file lacks some of its old
 * content. `note` is called before the first file is replaced. Throws as `refuseUnsafe` and `note` do.
 */
export function applyChanges(
  runtime: Runtime,
  changes: readonly FileChange[],
  place: Pick<Place, "root" | "scope" | "dataFolder" | "base">,
  { made = new Set(), restored = [], note = () => {} }: Besides = {},
): Kept[] {
  refuseUnsafe(runtime, changes, place);
  const due = changes.filter(isDue);
  const bases = [...new Set([place.base, ...due.map(({ base }) => base)])].filter((base) => base !== undefined);
  const kept: Kept[] = [];
  const forgets: (() => void)[] = [];
  const removals: (() => void)[] = [];
  let staged: StagedTogether | undefined;
  try {
    // Folders are noted before they are made: the next init would take those of a killed one for somebody else's.
    for (const base of bases) {
      const first = due.filter((change) => change.base === base && !givesBack(change));
      const noted = { changes: first, made: base === place.base ? made : [] };
      keepOriginals(runtime, base, noted, (forget) => forgets.push(forget));
    }
    for (const { path, base, before, edited } of due) {
      if (base === undefined || !edited || !before) continue;
      const copy = keepEdited(runtime, base, path, before);
      forgets.push(() => runtime.files.remove(copy));
      kept.push({ path, copy });
    }
    const manifests = bases.flatMap((base) => {
      const back = due.filter((change) => change.base === base && givesBack(change)).map(({ path }) => path);
      const paths = [...new Set([...back, ...base === place.base ? restored : []])];
      const missed = missedIn(runtime, base, paths, due);
      kept.push(...missed);
      const { file, removeCopies } = forgettingOriginals(runtime, base, paths);
      removals.push(() => removeCopies(missed.map(({ path }) => path)));
      return file;
    });
    staged = stageTogether(runtime, [...due.map((change) => fileToBe(runtime, change)), ...manifests]);
    note();
    staged.commit();
  } catch (error) {
    // A file that could not be put back needs its copy.
    if (staged?.takeBack() !== false) forgets.forEach((step) => tried(step));
    for (const folder of made) tried(() => removeEmptyFolders(runtime, folder, place.root, made));
    throw error;
  }
  // All is done by now: a copy that stays makes no failure of it.
  removals.forEach((step) => tried(step));
  return kept;
}

interface Besides {
  readonly made?: ReadonlySet<string>;
  readonly restored?: readonly string[];
  readonly note?: () => void;
}

/** Whether a change puts a file back to its state before `init`. */
function givesBack({ action }: Pick<FileChange, "action">): boolean {
  return action === "remove" || action === "restore";
}

/** The file that a change leaves. At a link it is the target, which may not exist yet: a removal leaves the link. */
function fileToBe(runtime: Runtime, { path: named, base, before, after }: FileChange): FileToBe {
  const path = base === undefined ? named : targetOf(runtime, named);
  sweepBeside(runtime, realOf(runtime, path));
  if (base !== undefined && after !== undefined) runtime.files.makeFolder(dirname(path), SHARED_FOLDER);
  const mode = runtime.files.stat(path)?.mode ?? (base === undefined ? undefined : SHARED_FILE);
  return { path, after, before: () => before, mode };
}

/** Removes the folders that changes have left empty: those that init made, also in clients' homes. */
export function removeEmptied(
  runtime: Runtime,
  { root }: Pick<Place, "root">,
  changes: readonly FileChange[],
  made: ReadonlySet<string> | undefined,
): void {
  const home = memoryHome(runtime);
  const homes = clientHomes(runtime);
  for (const { path, base, after } of changes) {
    if (after !== undefined) continue;
    if (isInside(path, root)) {
      for (const folder of [dirname(path), folderOfTarget(runtime, path, root)]) {
        removeEmptyFolders(runtime, folder, root, made);
      }
    } else if (base === home || isInside(path, home)) {
      // A file in the home folder, or in a client's, that we had made for a project.
      removeEmptyFolders(runtime, dirname(path), homeAround(homes, path)?.folder ?? runtime.home);
    }
  }
}

/** Which of these files will lack some content of their originals, once the changes are made. */
function missedIn(runtime: Runtime, base: string, paths: readonly string[], due: readonly FileChange[]): Kept[] {
  const changed = new Map(due.map((change) => [change.path, change]));
  return paths.flatMap((path): Kept[] => {
    const { bytes, copy } = originalOf(runtime, base, path) ?? {};
    const change = changed.get(path);
    const after = change ? change.after : runtime.files.read(path);
    if (bytes === undefined || copy === undefined || holdsOriginal(bytes, after)) return [];
    return [{ path, copy, isOriginal: true }];
  });
}

/** Whether a file holds all settings, or all lines, of its original, apart from our own. */
function holdsOriginal(original: Uint8Array, bytes: Uint8Array | undefined): boolean {
  if (sameBytes(original, bytes)) return true;
  const [before, now] = [original, bytes ?? new Uint8Array()].map((each) => new TextDecoder().decode(each));
  if (before === undefined || now === undefined || sealOf(before) !== "foreign") return true;
  const [settings, left] = [asObject(parseJsonc(before)), asObject(parseJsonc(now))];
  if (settings) return holdsAll(settings, left);
  const lines = new Set(now.split("\n").map((line) => line.trim()));
  return before.split("\n").every((line) => line.trim() === "" || lines.has(line.trim()));
}

/** Whether `whole` holds all of a value. Empty lists and objects, and hooks of ours, need not be there. */
function holdsAll(value: unknown, whole: unknown): boolean {
  if (Array.isArray(value)) {
    const items = Array.isArray(whole) ? whole : [];
    return value.every((item) => isOurs(item) || items.some((each) => holdsAll(item, each)));
  }
  if (isObject(value)) {
    const there = asObject(whole);
    return isOurs(value) || Object.entries(value).every(([key, each]) => holdsAll(each, there?.[key]));
  }
  return value === whole;
}

function isOurs(value: unknown): boolean {
  return isObject(value) && isOurCommand(value.command);
}

/** Throws IO_ERROR, before anything is made, for a change that can't be made, or that a clone's link leads out. */
export function refuseUnsafe(
  runtime: Runtime,
  changes: readonly FileChange[],
  place: Pick<Place, "root" | "scope" | "dataFolder">,
): void {
  const due = changes.filter(isDue);
  for (const change of due) {
    refuseUnwritable(runtime, change);
    if (place.scope === "project" && !mayFollow(runtime, place, change) && leadsOut(runtime, place, change.path)) {
      const to = destination(runtime.files, change.path);
      refuse("link_leads_out", { path: change.path, to });
    }
  }
  for (const base of new Set(due.map(({ base }) => base))) if (base !== undefined) guardOriginals(runtime, base);
}

/** Whether a change may follow a link out: none that git tracks, and only to a file that keeps its text or is ours. */
function mayFollow(runtime: Runtime, { root }: Pick<Place, "root">, { action, before, path }: FileChange): boolean {
  if (before === undefined || isTrackedLink(runtime, root, path)) return false;
  return action !== "rewrite" || sealOf(new TextDecoder().decode(before)) !== "foreign";
}

/** Whether a path of a project, or of its data folder, leads out of it. The data folder itself may be a link. */
export function leadsOut(runtime: Runtime, place: Pick<Place, "root" | "dataFolder">, path: string): boolean {
  const { files } = runtime;
  const folders = files.stat(place.dataFolder) ? [place.dataFolder, place.root] : [place.root];
  const own = folders.find((folder) => isInside(path, folder));
  return own !== undefined && !isInside(destination(files, path), destination(files, own));
}

function refuseUnwritable(runtime: Runtime, { path }: FileChange): void {
  const stat = runtime.files.stat(path);
  let around = dirname(path);
  while (runtime.files.stat(around) === undefined && dirname(around) !== around) around = dirname(around);
  if (runtime.files.stat(around)?.kind === "file") refuse("file_in_the_way", { path, file: around });
  if (stat && stat.kind !== "file") refuse("folder_in_the_way", { path });
  if (stat && (stat.mode & WRITABLE_BY_OWNER) === 0) refuse("read_only", { path });
}
