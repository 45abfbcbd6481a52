/**
 * Checks of the memory's own files: can every line be read, has every record its own id, were far too many records
 * written in a day, are notes listed, is a write unfinished, who else may read the files, do they hold a secret?
 */
import { join } from "node:path";
import { shellWord } from "../agents/command.ts";
import { size } from "../cli/terminal.ts";
import { tried } from "../errors.ts";
import { DATABASE_ENDS } from "../index/sqlite.ts";
import { checkNotes, strayNotes } from "../notes/index_file.ts";
import { isInside } from "../paths.ts";
import { redact, redactAll } from "../records/redact.ts";
import { remembered } from "../remembered.ts";
import { homeTrouble } from "../home_trouble.ts";
import type { Runtime } from "../runtime.ts";
import { inBoth, joined, same, type Sentence } from "../sentence.ts";
import { sharesBy } from "../setup/share.ts";
import { type BadLine, type Contents, readContents, recordFiles } from "../store/contents.ts";
import * as layout from "../store/layout.ts";
import { leadsInside, pathOf, type StorePath } from "../store/layout.ts";
import { parseText, visitLines } from "../store/lines.ts";
import { lostMemoryOf, lostText, restoreHint } from "../store/lost.ts";
import { unreadSettings } from "../config/unread.ts";
import { folderNamed, layerToWrite, refusedFailure } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { closedTokens, homesFolder, readOwner, readTokens } from "../store/owner.ts";
import { some } from "../wording.ts";
import { eachLayer, failedCheck, type Finding, finding, type Patient, said, THRESHOLDS, together } from "./check.ts";
import { leftoversOf, type StoreView } from "./view.ts";

/** Whether every line can be read, and every settings file, which is JSON too. */
export function jsonlParseable(patient: Patient): Finding {
  const { runtime, memory: { warnings, locations }, problem, views } = patient;
  const told = [...warnings, ...unreadSettings(runtime, locations)];
  const named = folderNamed(patient.memory);
  return together([
    // Not even the folders could be looked for: nobody knows whether there is a memory.
    problem !== undefined
      ? finding("system_refused", { problem })
      : views.length > 0
      ? eachLayer(readable)(patient)
      : noMemory(patient),
    ...told.map((each) => finding("settings", { told: each })),
    ...named === undefined || locations.projectFolder !== undefined ? [] : [finding("folder_missing", { named })],
  ]);
}

function noMemory({ memory, layer }: Patient): Finding {
  if (layerToWrite(memory, layer) === "global") return finding("no_global");
  const { projectFolder, refused } = memory.locations;
  if (projectFolder !== undefined) return finding("global_only");
  if (refused && "mode" in refused) return failedCheck(refusedFailure(refused));
  const gone = lostMemoryOf(memory, layer);
  if (gone?.lost.leftOut) return { status: "fail", detail: lostText(gone.lost), next_step: restoreHint(gone.lost) };
  return finding(gone ? "memory_gone" : "no_memory");
}

function readable(
  { store, lines: { valid, bad, spread, conflict, stray, copies, unreadable }, others }: StoreView,
): Finding {
  const all = [...bad, ...others];
  const isWhole = unreadable.length + all.length + spread.length === 0;
  const left = unreadable.length + all.length === 0 ? undefined : unreadableIn(valid, unreadable, all);
  const found = isWhole ? finding("valid_lines", { valid }) : left;
  const pathsOf = (files: readonly StorePath[]) => some(files.map((file) => pathOf(store, file)), PLACES_TOLD);
  return together([
    ...conflict.length === 0 ? [] : [finding("merge_unfinished", { places: some(conflict, PLACES_TOLD) })],
    ...spread.length === 0 ? [] : [finding("spread", { paths: pathsOf(spread) })],
    ...stray.length === 0 ? [] : [finding("stray", { paths: pathsOf(stray) })],
    ...copies.length === 0 ? [] : [finding("stray_texts", { paths: pathsOf(copies) })],
    ...found ? [found] : [],
  ]);
}

function unreadableIn(valid: number, unreadable: StoreView["lines"]["unreadable"], all: readonly BadLine[]): Finding {
  const files = unreadable.map(({ file, reason }) => inBoth((say) => `${file} (${say(reason)})`));
  const places = all.map(({ file, line, problem }) => inBoth((say) => `${file}:${line} (${say(problem)})`));
  return together([
    ...files.length === 0 ? [] : [finding("unreadable", { files })],
    ...places.length === 0 ? [] : [finding("bad_lines", { bad: all.length, all: valid + all.length, places })],
  ]);
}

/** A repeated id is only a warning, since a rule decides: a deletion wins, then the newest line. */
export function idUnique({ store, lines: { ids, repeated, anonymous } }: StoreView): Finding {
  const hidden = repeated === 0 ? [] : hiddenIn(store);
  if (hidden.length > 0) {
    return finding("equal_ids", { hidden: hidden.length, ids: hidden.map(bothIds) });
  }
  const which = [...ids].filter(([, count]) => count > 1).map(([id]) => id);
  const counts = { ids: ids.size, twice: which.length, which };
  const twice = isMergedByGit(store) ? "ids_merged" : "ids_twice";
  const { detail, ...rest } = finding(repeated === 0 ? "ids_unique" : twice, counts);
  return { detail: joined([detail, ...anonymous === 0 ? [] : [said("nameless", { anonymous })]]), ...rest };
}

/** The id of a record that shares one in its line: the shared id, and that with the digest which tells it apart. */
export function bothIds({ key }: Contents["hidden"][number]): Sentence {
  const shared = key.slice(0, key.lastIndexOf("-"));
  return { en: `${shared} and ${key}`, zh: `${shared} 与 ${key}` };
}

/** Whether merges join two versions of a line: an older one beside a newer one is then nobody's fault. */
function isMergedByGit(store: Store): boolean {
  return sharesBy(store.runtime, store.folder) === "all";
}

function hiddenIn(store: Store): Contents["hidden"] {
  // Another check reports a file that can't be read.
  return tried(() => readContents(store).hidden) ?? [];
}

/** Whether too many lines repeat an id. */
export function duplicateRate({ store, lines: { valid, repeated } }: StoreView): Finding {
  const share = valid === 0 ? 0 : repeated / valid * 100;
  const percent = `${Number(share.toFixed(1))}%`;
  if (share <= THRESHOLDS.duplicate_id_warn_pct || isMergedByGit(store)) {
    return { status: "pass", detail: same(percent) };
  }
  return finding("repeated", { percent });
}

/** Whether a day has far more facts than people state, and the time and the conditions of each record can be read. */
export function dailySpike({ lines: { perDay, ahead, undated, unheard } }: StoreView): Finding {
  return together([
    fullestDay(perDay),
    ...ahead.length === 0 ? [] : [finding("ahead", { ahead: ahead.length, ids: ahead })],
    ...undated.length === 0 ? [] : [finding("undated", { undated: undated.length, ids: undated })],
    ...unheard.length === 0 ? [] : [finding("unheard", { unheard: unheard.length, ids: unheard })],
  ]);
}

function fullestDay(perDay: ReadonlyMap<string, number>): Finding {
  const limit = THRESHOLDS.daily_write_spike;
  const [day, most] = [...perDay].reduce(([a, most], [b, count]) => count > most ? [b, count] : [a, most], ["", 0]);
  if (most <= limit) return finding("usual_days", { most });
  const days = [...perDay.values()].filter((count) => count > limit).length - 1;
  return finding("full_day", { most, day, others: days > 0 ? said("other_days", { days, limit }) : "" });
}

/** Whether notes can be read, and INDEX.md lists them. */
export function notesIndex({ store }: StoreView): Finding {
  const { total, problems } = checkNotes(store);
  const strays = strayNotes(store);
  const told = problems.map(({ file, line, problem }) =>
    inBoth((say) => `${file}${line === undefined ? "" : `:${line}`} ${say(problem)}`)
  );
  return together([
    finding(told.length === 0 ? "notes" : "bad_notes", { total, problems: told.length, told }),
    ...strays.length === 0 ? [] : [finding("stray_notes", { strays })],
  ]);
}

/**
 * How much room backups take. Each holds the whole of the files that a write changed: with large files, of sessions or
 * of consolidated facts, a few changes a day make gigabytes.
 */
export function backups({ store }: StoreView, { memory: { config } }: Patient): Finding {
  const files = layout.filesBelow(store, layout.BACKUPS_FOLDER);
  const bytes = files.reduce((sum, file) => sum + (store.runtime.files.stat(pathOf(store, file))?.size ?? 0), 0);
  const isLarge = bytes > THRESHOLDS.backups_warn_mb * 1_000_000;
  return finding(isLarge ? "large_backups" : "backups_fit", {
    size: size(bytes),
    days: config.cleanup.backup_retain_days,
  });
}

/** Whether a write waits, or was left half done, or a lock of a dead process is in the way. */
export function spool({ store }: StoreView): Finding {
  const { waiting, damaged, deadLocks, cutShort, writer, temporary } = leftoversOf(store);
  const findings = [
    ...waiting.length === 0 ? [] : [finding("spooled", { waiting: waiting.length })],
    ...damaged.length === 0 ? [] : [finding("half_written", { files: damaged })],
    ...cutShort ? [finding("cut_short", { command: cutShort.command, op_id: cutShort.op_id })] : [],
    ...deadLocks.length === 0 ? [] : [finding("dead_locks", { files: deadLocks })],
    ...temporary.length === 0 ? [] : [finding("temporary", { number: temporary.length, files: temporary })],
  ];
  if (findings.length > 0) return together(findings);
  return writer === undefined ? finding("nothing_unfinished") : finding("writing", { writer });
}

/** The permission bits of everybody but the owner. */
const OTHERS_BITS = 0o077;

/**
 * The permission bits by which others may read a path although it is not shared. A folder that others may write, and
 * have written into, is shared on purpose.
 */
export function readersBits({ runtime, folder }: Store, path: string): number {
  const mode = (runtime.files.stat(path)?.mode ?? 0) & OTHERS_BITS;
  if (path !== folder || (mode & 0o022) === 0 || !hasOtherWriters(runtime, folder)) return mode;
  return mode & ~((mode & 0o020 ? 0o070 : 0) | (mode & 0o002 ? 0o007 : 0));
}

function hasOtherWriters(runtime: Runtime, folder: string): boolean {
  return closedTokens(runtime, folder) !== undefined ||
    readTokens(runtime, folder).some(({ name }) => readOwner(runtime, join(homesFolder(runtime), name)) === undefined);
}

/** Less room than this on a disk is none: a save writes its record, a line of the audit log, and the index. */
const LEAST_FREE_BYTES = 1_000_000;
/** A save makes a lock, a file in the spool, and the journals of the index. */
const LEAST_FREE_FILES = 10;

/** Whether this process can write the files, and others may not read them. */
export function permissions(patient: Patient): Finding {
  const trouble = homeTrouble(patient.runtime);
  const found = eachLayer((view) => permissionsOf(view, trouble !== undefined))(patient);
  if (!trouble) return found;
  return together([failedCheck(trouble.failure), ...found.status === "fail" ? [found] : []]);
}

/** @param isTold it is told already that the home can't be used */
function permissionsOf({ store }: StoreView, isTold: boolean): Finding {
  const others = ofOthers(store);
  if (others.length > 0) {
    const { runtime, home } = store;
    const command = `sudo chown -R ${runtime.files.owner(home)} ${shellWord(runtime, home)}`;
    return finding("others_inside", { paths: some(others, PLACES_TOLD), command });
  }
  const files = linksOut(store);
  if (files.length > 0) return finding("links_out", { files });
  const paths = readOnly(store).filter((path) => !isTold || !isInside(path, store.home));
  if (paths.length > 0) {
    return finding(paths.every((path) => isInside(path, store.home)) ? "read_only_home" : "read_only", { paths });
  }
  const closed = closedTokens(store.runtime, store.folder);
  if (closed !== undefined) return finding("closed_tokens", { shown: shownMode(store, closed), path: closed });
  const { files: disk } = store.runtime;
  const folders = [store.folder, store.home];
  const full = folders.find((folder) => (disk.freeBytes(folder) ?? Infinity) < LEAST_FREE_BYTES);
  if (full !== undefined) return finding("disk_full", { folder: full });
  const crowded = folders.find((folder) => (disk.freeFiles(folder) ?? Infinity) < LEAST_FREE_FILES);
  if (crowded !== undefined) return finding("no_more_files", { folder: crowded });
  if (store.runtime.platform === "win32") return { status: "pass", detail: same(store.folder) };
  const [path] = openToOthers(store);
  if (path === undefined) {
    const isShared = ((store.runtime.files.stat(store.folder)?.mode ?? 0) & OTHERS_BITS) !== 0;
    return finding(isShared ? "shared" : "yours_alone", { shown: shownMode(store) });
  }
  return finding(path === store.folder ? "open_folder" : "open_file", { shown: shownMode(store, path) });
}

function shownMode({ runtime: { files }, folder }: Store, path = folder): string {
  return `${path} ${(files.stat(path)?.mode ?? 0).toString(8).padStart(3, "0")}`;
}

/** The data folder and the databases, which 0.1.0 made so that others may read them. */
export function openToOthers(store: Store): string[] {
  const databases = [layout.INDEX_FILE, layout.VECTORS_FILE]
    .flatMap((file) => DATABASE_ENDS.map((end) => pathOf(store, file + end)));
  // A link may lead to a file outside, whose permissions are not ours to change.
  const own = databases.filter((path) => leadsInside(store, path));
  return [store.folder, ...own].filter((path) => readersBits(store, path) !== 0);
}

/** What lies in the home and belongs to somebody else than the home, as what root made under `sudo`. */
function ofOthers({ runtime: { files }, home }: Store): string[] {
  const owner = files.owner(home);
  const below = (folder: string) => (tried(() => files.list(folder)) ?? []).map((name) => join(folder, name));
  // The files of the mirror are those of the data folder, which may be many people's.
  const deep = [layout.BACKUPS_FOLDER, layout.MIRROR_FOLDER].flatMap((name) => below(join(home, name)))
    .filter((path) => files.stat(path)?.kind === "folder");
  return [...below(home), ...deep].filter((path) => files.owner(path) !== owner);
}

function readOnly(store: Store): string[] {
  const { files } = store.runtime;
  const names = [layout.DAILY_FOLDER, layout.INDEX_FILE, layout.AUDIT_FILE, ...recordFiles(store)];
  const inside = names.map((file) => pathOf(store, file)).filter((path) => files.stat(path));
  const home = files.stat(store.home) ? [store.home] : [];
  return [...new Set([store.folder, ...home, ...inside])].filter((path) => !files.mayWrite(path));
}

/** The memory's files and folders that are links out of the data folder. Every write refuses them. */
function linksOut(store: Store, entries: readonly string[] = layout.OWN_NAMES): string[] {
  const { files } = store.runtime;
  return entries.flatMap((entry) => {
    const path = pathOf(store, entry);
    if (files.linkTarget(path) !== undefined) return leadsInside(store, path) ? [] : [entry];
    if (files.stat(path)?.kind !== "folder") return [];
    // A hidden folder is somebody else's, such as `.git` of a submodule.
    return linksOut(store, files.list(path).filter((name) => !name.startsWith(".")).map((name) => `${entry}/${name}`));
  });
}

/** So many places are named; the finding tells the number of all. */
const PLACES_TOLD = 20;

/** Whether a secret stands in any text file. */
export function secrets({ store }: StoreView): Finding {
  const texts = textFiles(store);
  const kindsOf = remembered(kindsInLine, LINES_REMEMBERED);
  const found = texts.flatMap((file, at) => {
    store.runtime.tellProgress?.("texts", at, texts.length);
    return secretsIn(store, file, kindsOf);
  });
  if (found.length === 0) return finding("no_secrets", { files: texts.length });
  const told = finding("secrets", { places: found.length, told: some(found, PLACES_TOLD) });
  // A secret that git carries to others is worse than one on this machine.
  return sharesBy(store.runtime, store.folder) === "none" ? told : { ...told, status: "fail" };
}

/** Every text file, backups included, except logs. The index and the mirror only repeat these texts. */
function textFiles(store: Store): string[] {
  return layout.filesBelow(store, "").filter((file) => {
    const isElsewhere = [layout.LOGS_FOLDER, layout.MIRROR_FOLDER, layout.TRACKED_FOLDER].some((folder) =>
      file.startsWith(`${folder}/`)
    );
    return !isElsewhere && !file.split("/").includes(".git") && /\.(?:jsonl?|md|mdc|damaged)$/.test(file);
  });
}

/** Each backup repeats the lines of a file, which are looked through once. So many usual lines take 30 MB. */
const LINES_REMEMBERED = 100_000;

type KindsOf = (line: string) => readonly string[];

function secretsIn(store: Store, file: StorePath, kindsOf: KindsOf): string[] {
  const bytes = store.runtime.files.read(pathOf(store, file));
  if (!bytes) return [];
  // A backup's record of itself gives each id a digest: as a text, `log-…-pass` would state a password.
  return /\.jsonl(\.damaged)?$|\/backup\.json$/.test(file)
    ? inLines(file, bytes, kindsOf)
    : inText(file, new TextDecoder().decode(bytes));
}

function inLines(file: StorePath, bytes: Uint8Array, kindsOf: KindsOf): string[] {
  const found: string[] = [];
  visitLines(bytes, (record, _problem, line, text) => {
    const kinds = kindsOf(text);
    const id = typeof record?.id === "string" && !file.startsWith(layout.BACKUPS_FOLDER) ? ` ${record.id}` : "";
    if (kinds.length > 0) found.push(`${file}:${line}${id} (${kinds.join(", ")})`);
  });
  return found;
}

function kindsInLine(text: string): readonly string[] {
  const { record } = parseText(text);
  if (!record) return kindsIn(text);
  const kinds = new Set<string>();
  redactAll(record, {}, kinds);
  return [...kinds];
}

/** The lines with secrets. For a secret of several lines, such as a private key, only the file is named. */
function inText(file: StorePath, text: string): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  for (const [at, line] of text.split("\n").entries()) {
    const kinds = kindsIn(line);
    for (const kind of kinds) seen.add(kind);
    if (kinds.length > 0) found.push(`${file}:${at + 1} (${kinds.join(", ")})`);
  }
  const rest = kindsIn(text).filter((kind) => !seen.has(kind));
  return rest.length > 0 ? [...found, `${file} (${rest.join(", ")})`] : found;
}

function kindsIn(text: string): readonly string[] {
  return redact(text).kinds;
}
