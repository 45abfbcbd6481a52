/**
 * Names and places of all files: the truth lies in the data folder, files derived by this machine in its home
 * (home.ts). Names are relative to one of the two, with forward slashes; the first part of a name tells to which. No
 * write leaves these folders, whatever links a cloned repository has put into them.
 */
import { join } from "node:path";
import { CONFIG_FILE, globalConfigFile } from "../config/mod.ts";
import { BYTES_MAX, FILES_MAX } from "../limits.ts";
import { destination, isInside, leadsInto } from "../paths.ts";
import type { Home } from "../records/view.ts";
import type { AbsolutePath, FileStat } from "../runtime.ts";
import type { Store } from "./mod.ts";
import { failure } from "./words.ts";

export { CONFIG_FILE };
/** Core memory: the user's own words, given at every start. */
export const CORE_FILE = "MEMORY.md";
/** How a change names the user's own settings: the one file outside the data folder that it may touch. */
export const USER_CONFIG_FILE = "~/.memory/config.json";
export const SESSIONS_FILE = "sessions.jsonl";
export const FACTS_FILE = "facts.jsonl";
/** Facts and session events, a file for each UTC day. */
export const DAILY_FOLDER = "daily";
/** Curated notes, a Markdown file each. */
export const NOTES_FOLDER = "notes";
/** The team's notes: untrusted, and outranked by a project's note of the same id. */
export const SHARE_FOLDER = `${NOTES_FOLDER}/share`;
/** Deleted notes keep their path below this folder until they are restored or purged. */
export const DELETED_NOTES_FOLDER = `${NOTES_FOLDER}/.deleted`;
/** The folders in which files of the truth are replaced, relative to the data folder. */
export const TRUTH_FOLDERS = ["", DAILY_FOLDER, NOTES_FOLDER, SHARE_FOLDER, DELETED_NOTES_FOLDER] as const;
/** The table that lists the notes; derived. */
export const NOTES_INDEX_FILE = "INDEX.md";
/** Every id that a note has ever had. */
export const USED_IDS_FILE = `${NOTES_FOLDER}/.ids`;
/** The index for search by word; derived. */
export const INDEX_FILE = "index.sqlite";
/** The vectors for search by meaning; derived, but slow to make. */
export const VECTORS_FILE = "vectors.sqlite";
/** Held while vectors are made. */
export const VECTORS_LOCK_FILE = "vectors.lock";
/** Held while the truth is written. */
export const LOCK_FILE = ".manage.lock";
/** A token for each machine that works on the data folder (home.ts). */
export const TOKEN_FILE = ".owner";
/** Records that hooks could not append in time. */
export const SPOOL_FOLDER = "spool";
/** A file for each session: the records that it has saved and was given. */
export const STATE_FOLDER = "session_state";
/** A line for every write. */
export const AUDIT_FILE = "audit/operations.jsonl";
/** Copies of files before changes. */
export const BACKUPS_FOLDER = "backups";
/** A second name of every file of the truth (mirror.ts). */
export const MIRROR_FOLDER = "mirror";
/** Lists that earlier versions kept for their pages, with texts of records. */
export const SNAPSHOTS_FOLDER = "snapshots";
/** Proposed notes that wait for the user, for a day at most. They hold text, so a purge takes them too. */
export const PROPOSALS_FOLDER = "proposals";
/** Failures, and records given to agents; a file for each UTC day. */
export const LOGS_FOLDER = "logs";
/** Commands that failed and succeeded later, as fingerprints. */
export const FAILURES_FILE = "failures.jsonl";
/** Files as they were before `init`, for `uninstall`. */
export const ORIGINALS_FOLDER = "originals";
/** The hooks and texts of an older tool that `init` took out, for `uninstall`. */
export const TAKEN_OVER_FILE = "taken_over.json";
/** The parts that are switched off in the texts that `init` writes; missing where none is. */
export const TEXTS_FILE = ".texts";
/** The secret by which nobody can guess the ids of the frames in Cursor's rule file. */
export const FRAME_SECRET_FILE = ".secret";
/** The day on which somebody was last told how to search by meaning. */
export const ADVICE_FILE = "model_hint";
/** The template that notes follow. */
export const REFERENCES_FOLDER = "references";

/** Files and folders that this machine makes and nobody else may bring: they lie in the home. */
const MACHINES: ReadonlySet<string> = new Set([
  SPOOL_FOLDER,
  STATE_FOLDER,
  "audit",
  BACKUPS_FOLDER,
  MIRROR_FOLDER,
  SNAPSHOTS_FOLDER,
  PROPOSALS_FOLDER,
  LOGS_FOLDER,
  FAILURES_FILE,
  ORIGINALS_FOLDER,
  TAKEN_OVER_FILE,
  TEXTS_FILE,
  FRAME_SECRET_FILE,
  ADVICE_FILE,
]);

/** Every name at the top of a data folder that is ours, and of its home. */
export const OWN_NAMES: readonly string[] = [
  CORE_FILE,
  CONFIG_FILE,
  SESSIONS_FILE,
  FACTS_FILE,
  DAILY_FOLDER,
  NOTES_FOLDER,
  NOTES_INDEX_FILE,
  LOCK_FILE,
  REFERENCES_FOLDER,
  INDEX_FILE,
  VECTORS_FILE,
  ...MACHINES,
];

/** The name of a file or folder of a store: relative, with forward slashes. `pathOf` tells where it lies. */
export type StorePath = string & { readonly names?: "store path" };

export type TruthKind = Home | "core";

export interface TruthFile {
  /** Relative to the data folder, with forward slashes. */
  readonly file: StorePath;
  readonly kind: TruthKind;
}

/** A file of the truth with its `stat`, which is undefined when nothing is there. */
interface SeenFile extends TruthFile {
  readonly stat: FileStat | undefined;
}

const DAY_FILE = /^\d{4}-\d{2}-\d{2}\.jsonl$/;

/** `daily/2026-02-18.jsonl` of a UTC day. */
export function dailyFile(day: string): StorePath {
  return `${DAILY_FOLDER}/${day}.jsonl`;
}

/** The day of a daily file. */
export function dayOfFile(file: StorePath): string {
  return file.slice(`${DAILY_FOLDER}/`.length, -".jsonl".length);
}

/** The absolute path of a file of the store, wherever it lies. */
export function pathOf(store: Store, file: StorePath): AbsolutePath {
  if (file === USER_CONFIG_FILE) return globalConfigFile(store.runtime);
  return join(isMachines(file) ? store.home : store.folder, file);
}

/**
 * Whether a file lies in the home. SQLite appends to the names of databases, so these are compared by their beginning.
 */
export function isMachines(file: StorePath): boolean {
  const end = file.indexOf("/");
  const top = end === -1 ? file : file.slice(0, end);
  return MACHINES.has(top) || top.startsWith(INDEX_FILE) || top.startsWith("vectors.");
}

/**
 * Whether a file or folder of the truth lies in the data folder. The target of a link that leads out of it is not ours
 * to read. Looks at the last part of the path alone: the folders above must have been checked before.
 */
export function staysInside({ runtime: { files }, folder }: Store, file: StorePath): boolean {
  const path = join(folder, file);
  return files.linkTarget(path) === undefined || leadsInto(files, path, folder);
}

/** The daily files that exist, oldest first; of too many only the latest. */
export function dailyFiles(store: Store): StorePath[] {
  return allDailyFiles(store).slice(-FILES_MAX.daily);
}

/** All daily files that exist, oldest first. */
export function allDailyFiles(store: Store): StorePath[] {
  if (!staysInside(store, DAILY_FOLDER)) return [];
  return store.runtime.files.entries(pathOf(store, DAILY_FOLDER)).filter((entry) => {
    return DAY_FILE.test(entry.name) && (entry.isFile() || staysInside(store, `${DAILY_FOLDER}/${entry.name}`));
  }).map(({ name }) => `${DAILY_FOLDER}/${name}`).sort();
}

/** How many bytes of a file of the truth are read; of a larger one none are. */
export function bytesMaxOf(kind: TruthKind): number {
  return kind === "core" || kind === "notes" ? BYTES_MAX.markdown : BYTES_MAX.records;
}

/** How many bytes are read of any file that a change writes, by its name. */
export function bytesMaxOfFile(file: StorePath): number {
  if (file === AUDIT_FILE) return BYTES_MAX.audit;
  if (file.endsWith(".json")) return BYTES_MAX.settings;
  return bytesMaxOf(file.endsWith(".md") ? "notes" : "daily");
}

const TOP_FILES: readonly TruthFile[] = [
  { file: CORE_FILE, kind: "core" },
  { file: FACTS_FILE, kind: "facts" },
  { file: SESSIONS_FILE, kind: "sessions" },
];

/** Every file of the truth that is read, whether it exists or not, always in the same order. */
export function truthFiles(store: Store): SeenFile[] {
  const top = TOP_FILES.filter(({ file }) => staysInside(store, file)).map(({ file, kind }) => seen(store, file, kind));
  return [...top, ...daysThatFit(store), ...notesThatFit(store)];
}

/** The names of all files of the truth, also of those beyond the limits of reading. */
export function everyTruthFile(store: Store): StorePath[] {
  return [
    ...TOP_FILES.map(({ file }) => file).filter((file) => staysInside(store, file)),
    ...allDailyFiles(store),
    ...notesBelow(store, NOTES_FOLDER, { found: [], most: Infinity, left: FILES_MAX.namesInNotes }),
  ];
}

/** The files of records that hold not a byte, among the latest days and the summaries. */
export function emptyFiles(store: Store, latest: number): StorePath[] {
  return [SESSIONS_FILE, ...dailyFiles(store).slice(-latest)]
    .filter((file) => store.runtime.files.stat(pathOf(store, file))?.size === 0);
}

/** The daily files that are read, oldest first; of too many bytes only the latest. */
export function daysThatFit(store: Store): SeenFile[] {
  const days = dailyFiles(store).map((file) => seen(store, file, "daily"));
  const most = store.standing === "foreign" ? BYTES_MAX.strangersDays : BYTES_MAX.days;
  return thatFit(days.toReversed(), most).reverse();
}

function notesThatFit(store: Store, folder = NOTES_FOLDER): SeenFile[] {
  const walk = { found: [], most: FILES_MAX.notes, left: FILES_MAX.namesInNotes };
  const notes = notesBelow(store, folder, walk).map((file) => seen(store, file, "notes"));
  return thatFit(notes, BYTES_MAX.notes);
}

function seen(store: Store, file: StorePath, kind: TruthKind): SeenFile {
  try {
    return { file, kind, stat: store.runtime.files.stat(pathOf(store, file)) };
  } catch {
    // The reader of the file gets the same error.
    return { file, kind, stat: undefined };
  }
}

/** The first files that fit into so many bytes. A file that is too large to be read takes no room. */
function thatFit(files: readonly SeenFile[], most: number): SeenFile[] {
  const fitting: SeenFile[] = [];
  let left = most;
  for (const file of files) {
    const { kind, stat } = file;
    const size = !stat || stat.size > bytesMaxOf(kind) ? 0 : stat.size;
    if (size > most) continue;
    left -= size;
    if (left < 0) break;
    fitting.push(file);
  }
  return fitting;
}

/** Nobody nests folders deeper than this; a loop of symbolic links does. */
export const DEEPEST_FOLDER = 8;

/**
 * Every `MEM-*.md` below `notes/`, share included. Other Markdown there (the README of a team's repository) is no note,
 * and hidden folders (`.git` of a submodule, deleted notes) are passed over.
 */
export function noteFiles(store: Store, folder = NOTES_FOLDER): string[] {
  return notesThatFit(store, folder).map(({ file }) => file);
}

/** Whether there are more notes than are read. */
export function hasTooManyNotes(store: Store): boolean {
  const walk: Walk = { found: [], most: FILES_MAX.notes + 1, left: FILES_MAX.namesInNotes };
  notesBelow(store, NOTES_FOLDER, walk);
  return walk.left === 0 || walk.found.length > noteFiles(store).length;
}

interface Walk {
  readonly found: string[];
  /** How many files to find. */
  readonly most: number;
  /** How many more names to look at. */
  left: number;
}

function notesBelow(store: Store, folder: string, walk: Walk, depth = 1): string[] {
  const { found } = walk;
  if (depth === 1 && !staysInside(store, folder)) return found;
  for (const name of store.runtime.files.list(pathOf(store, folder))) {
    if (found.length >= walk.most || walk.left === 0) break;
    walk.left--;
    if (name.startsWith(".")) continue;
    const file = `${folder}/${name}`;
    if (!staysInside(store, file)) continue;
    if (/^MEM-.*\.md$/i.test(name)) found.push(file);
    // A Markdown file is no folder; anything else may be one, whatever its name (`pack@1.0`).
    else if (!name.endsWith(".md") && depth < DEEPEST_FOLDER) {
      if (store.runtime.files.stat(pathOf(store, file))?.kind === "folder") notesBelow(store, file, walk, depth + 1);
    }
  }
  return found;
}

/**
 * The absolute path of a file that is surely of the store. Throws IO_ERROR when a symbolic link leads out of the data
 * folder to it. The data folder itself, and the user's own settings, may lie behind a link: that is the user's choice.
 */
export function pathInside(store: Store, file: StorePath): AbsolutePath {
  const path = pathOf(store, file);
  if (file === USER_CONFIG_FILE || leadsInside(store, path)) return path;
  throw failure("leads_out", { path, real: destination(store.runtime.files, path) });
}

/** Names in a folder of the store, sorted; none if a link leads out of the store, to files that are not ours. */
export function namesInside(store: Store, folder: string): string[] {
  const path = pathOf(store, folder);
  const names = store.runtime.files.list(path);
  return names.length > 0 && leadsInside(store, path) ? names : [];
}

/** Whether a path stays in the data folder or home, whatever links are on the way. We remove nothing elsewhere. */
export function leadsInside(store: Store, path: string): boolean {
  return leadsInto(store.runtime.files, path, isInside(path, store.home) ? store.home : store.folder);
}

/** The bytes of a file of the store; undefined where it is missing, or a link leads out of the store to it. */
export function readInside(store: Store, file: StorePath): Uint8Array | undefined {
  const path = pathOf(store, file);
  return leadsInside(store, path) ? store.runtime.files.read(path) : undefined;
}

/** Removes a file or folder of the store, unless a link leads out of the store to it. */
export function removeInside(store: Store, file: StorePath): void {
  const path = pathOf(store, file);
  if (leadsInside(store, path)) store.runtime.files.remove(path);
}

/** The names at the top of a store: those of the truth in the data folder, and the others in its home. */
function namesAtTop(store: Store): string[] {
  const { files } = store.runtime;
  return [
    ...files.list(store.folder).filter((name) => !isMachines(name)),
    ...files.list(store.home).filter(isMachines),
  ];
}

/**
 * Every file below a folder of the store, by its name in the store; below "" also those in the home. Links are passed
 * over: we make none, and those of a cloned repository lead out of the folder or in a circle.
 */
export function filesBelow(store: Store, folder: string): string[] {
  const { files } = store.runtime;
  const names = folder === "" ? namesAtTop(store) : namesInside(store, folder);
  // A folder's listing tells plain files, of which there may be thousands, without a look at each.
  const entries = folder === "" ? [] : files.entries(pathOf(store, folder));
  const plain = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  return names.flatMap((name) => {
    const file = folder === "" ? name : `${folder}/${name}`;
    if (plain.has(name)) return [file];
    const path = pathOf(store, file);
    if (files.linkTarget(path) !== undefined) return [];
    const kind = files.stat(path)?.kind;
    return kind === "folder" ? filesBelow(store, file) : kind === "file" ? [file] : [];
  });
}
