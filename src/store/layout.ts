/**
 * Names and places of all files: the truth lies in the data folder, what this machine derives in its home (home.ts). No
 * write leaves these folders, whatever links a cloned repository has put into them.
 */
import { join } from "node:path";
import { CONFIG_FILE, globalConfigFile } from "../config/mod.ts";
import { destination, isInside, leadsInto } from "../paths.ts";
import type { AbsolutePath } from "../runtime.ts";
import type { Store } from "./mod.ts";
import { failure } from "./words.ts";

export { CONFIG_FILE };
/** Core memory: the user's own words, given at every start. */
export const CORE_FILE = "MEMORY.md";
/** Tells git how to merge what is shared. */
export const ATTRIBUTES_FILE = ".gitattributes";
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
/** In the name of a backup of files that another program removed, and its command. */
export const LOST = "lost";
/** A second name of every file of the truth (mirror.ts). */
export const MIRROR_FOLDER = "mirror";
/** A second name of files that git tracks and a save was added to (keep_tracked.ts). */
export const TRACKED_FOLDER = "mirror_tracked";
/** Lists that 0.1.0 kept for their pages, with texts of records. */
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
  TRACKED_FOLDER,
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

/** `daily/2026-02-18.jsonl` of a UTC day. */
export function dailyFile(day: string): StorePath {
  return `${DAILY_FOLDER}/${day}.jsonl`;
}

/**
 * The middle of the UTC day of a daily file, in ms since 1970: in nearly every zone it lies on that day. A record of
 * the file counts as made then if its own time can't be read. 0 for any other file.
 */
export function timeOfFile(file: StorePath): number {
  return Date.parse(`${dayOfFile(file)}T12:00:00Z`) || 0;
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

/** Whether a file lies in the home. SQLite appends to the names of databases: their beginning is compared. */
export function isMachines(file: StorePath): boolean {
  const end = file.indexOf("/");
  const top = end === -1 ? file : file.slice(0, end);
  return MACHINES.has(top) || top.startsWith(INDEX_FILE) || top.startsWith("vectors.");
}

/** Whether a file of the truth lies in the data folder. Looks at the last part of the path alone. */
export function staysInside({ runtime: { files }, folder }: Store, file: StorePath): boolean {
  const path = join(folder, file);
  return files.linkTarget(path) === undefined || leadsInto(files, path, folder);
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

function namesAtTop(store: Store): string[] {
  const { files } = store.runtime;
  return [
    ...files.list(store.folder).filter((name) => !isMachines(name)),
    ...files.list(store.home).filter(isMachines),
  ];
}

/** Every file below a folder of the store, by its name; below "" also those in the home. Links are passed over. */
export function filesBelow(store: Store, folder: string): string[] {
  const { files } = store.runtime;
  // A folder's listing tells plain files, of which there may be thousands, without a look at each.
  const entries = folder === "" ? [] : files.entries(pathOf(store, folder));
  if (entries.length > 0 && !leadsInside(store, pathOf(store, folder))) return [];
  const names = folder === "" ? namesAtTop(store) : entries.map(({ name }) => name).sort();
  const plain = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  return names.flatMap((name) => {
    const file = folder === "" ? name : `${folder}/${name}`;
    if (plain.has(name)) return [file];
    const path = pathOf(store, file);
    if (files.linkTarget(path) !== undefined) return [];
    const kind = files.stat(path)?.kind;
    if (kind === "folder") return filesBelow(store, file);
    return kind === "file" ? [file] : [];
  });
}
