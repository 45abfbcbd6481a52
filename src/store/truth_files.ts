/** In: a store. Out: the files of its truth, as many as are read, or all of them. */
import { tried } from "../errors.ts";
import { BYTES_MAX, FILES_MAX } from "../limits.ts";
import type { FileKind } from "../records/view.ts";
import type { FileStat } from "../runtime.ts";
import {
  AUDIT_FILE,
  CORE_FILE,
  DAILY_FOLDER,
  FACTS_FILE,
  namesInside,
  NOTES_FOLDER,
  pathOf,
  SESSIONS_FILE,
  SHARE_FOLDER,
  staysInside,
  type StorePath,
} from "./layout.ts";
import type { Store } from "./mod.ts";

export type TruthKind = FileKind | "core";

export interface TruthFile {
  readonly file: StorePath;
  readonly kind: TruthKind;
}

/** A file of the truth with its `stat`, which is undefined when nothing is there. */
interface SeenFile extends TruthFile {
  readonly stat: FileStat | undefined;
}

const DAY_FILE = /^\d{4}-\d{2}-\d{2}\.jsonl$/;

/** The daily files that exist, oldest first; of too many only the latest. */
export function dailyFiles(store: Store): StorePath[] {
  return allDailyFiles(store).slice(-FILES_MAX.daily);
}

/** All daily files that exist, oldest first. */
export function allDailyFiles(store: Store): StorePath[] {
  if (!staysInside(store, DAILY_FOLDER)) return [];
  return store.runtime.files.entries(pathOf(store, DAILY_FOLDER)).filter((entry) =>
    DAY_FILE.test(entry.name) && (entry.isFile() || staysInside(store, `${DAILY_FOLDER}/${entry.name}`))
  ).map(({ name }) => `${DAILY_FOLDER}/${name}`).sort();
}

/** Files of JSONL beside those of records that nothing reads, such as the conflict copies of a tool that syncs. */
export function strayRecordFiles(store: Store): StorePath[] {
  const { files } = store.runtime;
  const atTop = files.list(store.folder).filter((name) => /^(?:facts|sessions)\b.+\.jsonl$/.test(name));
  const days = namesInside(store, DAILY_FOLDER).filter((name) => /^[^.].*\.jsonl$/.test(name) && !DAY_FILE.test(name));
  return [...atTop, ...days.map((name) => `${DAILY_FOLDER}/${name}`)].filter((file) => {
    const stat = files.stat(pathOf(store, file));
    return stat?.kind === "file" && stat.size > 0;
  });
}

/** How tools that sync folders name their copy of a file that was changed on two machines. */
const CONFLICT_COPY = /\.sync-conflict\b|conflicted copy|[(（][^()（）]*(?:conflict|冲突)[^()（）]*[)）]/i;

function isConflictCopy(name: string): boolean {
  // A hook asks this for each note: the pattern costs it more than the word.
  return (name.includes("onflict") || name.includes("冲突")) && CONFLICT_COPY.test(name);
}

/**
 * Such copies of texts and settings. Nothing reads them: the copy of a note would pass for the note. The copies of
 * other tools, and of file managers, bear a number, a machine or a word (`MEMORY 2.md`, `MEMORY-DESKTOP-1.md`); a note
 * of such a name is read.
 */
export function conflictCopies(store: Store): StorePath[] {
  const kept = /^(?:MEMORY|INDEX|config|MEM-.*)\b.*\.(?:md|json)$/i;
  const beside = /^(?:MEMORY|INDEX|config)[ _(（-].*\.(?:md|json)$/i;
  return ["", NOTES_FOLDER, SHARE_FOLDER].flatMap((folder) =>
    namesInside(store, folder).filter((name) => kept.test(name) && (isConflictCopy(name) || beside.test(name)))
      .map((name) => folder === "" ? name : `${folder}/${name}`)
  );
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

/** The kind of a file, or of the file that it is a copy of, by its name. */
export function kindOfFile(file: StorePath): FileKind {
  if (file.startsWith(`${NOTES_FOLDER}/`)) return "notes";
  if (file.endsWith(FACTS_FILE)) return "facts";
  return file.endsWith(SESSIONS_FILE) ? "sessions" : "daily";
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
export function emptyFiles(store: Store, latest = Infinity): StorePath[] {
  return [SESSIONS_FILE, ...dailyFiles(store).slice(-latest)]
    .filter((file) => {
      const stat = store.runtime.files.stat(pathOf(store, file));
      return stat?.kind === "file" && stat.size === 0;
    });
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
  // Where it can't be told, the reader of the file gets the same error.
  return { file, kind, stat: tried(() => store.runtime.files.stat(pathOf(store, file))) };
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

/** Every `MEM-*.md` below `notes/`, but for conflict copies and hidden folders (deleted, `.git` of a submodule). */
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
  readonly most: number;
  left: number;
}

function notesBelow(store: Store, folder: string, walk: Walk, depth = 1): string[] {
  const { found } = walk;
  if (depth === 1 && !staysInside(store, folder)) return found;
  const entries = store.runtime.files.entries(pathOf(store, folder));
  // A folder's listing tells plain files, of which there may be thousands, without a look at each.
  const plain = new Set(entries.flatMap((entry) => entry.isFile() ? entry.name : []));
  for (const name of entries.map((entry) => entry.name).sort()) {
    if (found.length >= walk.most || walk.left === 0) break;
    walk.left--;
    if (name.startsWith(".") || isConflictCopy(name)) continue;
    const file = `${folder}/${name}`;
    if (!plain.has(name) && !staysInside(store, file)) continue;
    if (/^MEM-.*\.md$/i.test(name)) found.push(file);
    // A Markdown file is no folder; anything else may be one, whatever its name (`pack@1.0`).
    else if (!name.endsWith(".md") && depth < DEEPEST_FOLDER) {
      if (store.runtime.files.stat(pathOf(store, file))?.kind === "folder") notesBelow(store, file, walk, depth + 1);
    }
  }
  return found;
}
