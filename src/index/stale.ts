/**
 * In: the truth on the disk and an index of an earlier state. Out: what of the truth the index lacks.
 *
 * A file with the same size, times and inode as last time is not read. Hot path: every hook comes through here, and
 * most find that nothing has changed, so that what writes an index is not loaded (sync.ts).
 */
import { join } from "node:path";
import { tried } from "../errors.ts";
import { fileStamp } from "../files.ts";
import { trackingStamp } from "../git/tracking.ts";
import { tooLarge } from "../limits.ts";
import type { FileStat } from "../runtime.ts";
import { tellLeftOut, tellUnused } from "../store/file_read.ts";
import { knownStamp } from "../store/known.ts";
import { ATTRIBUTES_FILE, CONFIG_FILE, pathOf } from "../store/layout.ts";
import { othersMayWrite } from "../store/resolve.ts";
import { lacksName } from "../store/second_name.ts";
import { bytesMaxOf, type TruthFile, truthFiles } from "../store/truth_files.ts";
import type { Store } from "../store/mod.ts";
import { isPrefix, isSettled, type KnownFile, readKnownFiles, unusedLines } from "./known_files.ts";
import { hasTracked } from "./read.ts";
import type { Database } from "./sqlite.ts";

/**
 * Up to this size, settled files are read again at each sync, since a transaction that notes them takes five times as
 * long.
 */
const READ_AGAIN_BYTES = 256 * 1024;

/** Whether a sync would change nothing. */
export function isInStep(db: Database, store: Store): boolean {
  const { files, git } = findStale(db, store);
  const isSo = files.length === 0 && git === undefined && trustToFollow(db, store) === undefined &&
    !tried(() => lacksName(store, CONFIG_FILE));
  if (isSo) tellUnusedLines(db, store);
  return isSo;
}

/** Warns of lines that hold no record. A hook warns nobody; a start tells the agent (hooks/session_start.ts). */
export function tellUnusedLines(db: Database, { runtime }: Store): void {
  if (!runtime.warn) return;
  for (const { file, lines } of unusedLines(db)) tellUnused(runtime, file, lines);
}

/** The stamp of what the person trusts, where the index knows an older one and git tracks any file. */
export function trustToFollow(db: Database, store: Store): string | undefined {
  if (db.readOnly || !hasTracked(db)) return undefined;
  const stamp = knownStamp(store);
  return db.get("SELECT trust FROM followed")?.["trust"] === stamp ? undefined : stamp;
}

/** The stamp of git's index in a memory that is shared, where git has written its index since. */
function gitToFollow(db: Database, { runtime, folder, layer }: Store): string | undefined {
  if (db.readOnly || layer === "global") return undefined;
  if (!hasTracked(db) && !runtime.files.stat(join(folder, ATTRIBUTES_FILE))) return undefined;
  const stamp = trackingStamp(runtime, folder);
  return db.get("SELECT git FROM followed")?.["git"] === stamp ? undefined : stamp;
}

interface Stale {
  readonly files: TruthFile[];
  readonly bytes: number;
  /** The stamp of git's index, where the index knows an older one. */
  readonly git: string | undefined;
}

/**
 * The files that differ from what the index knows of them, vanished ones included, and about how many bytes of them it
 * lacks. An edit that makes a file no longer counts for nothing. A file that was committed differs, too.
 */
export function findStale(db: Database, store: Store): Stale {
  const git = gitToFollow(db, store);
  const isTracked = git === undefined ? undefined : othersMayWrite(store);
  const known = readKnownFiles(db);
  const now = store.runtime.now();
  const stale: TruthFile[] = [];
  const settled: TruthFile[] = [];
  let settledBytes = 0;
  let bytes = 0;
  for (const { stat, ...truth } of truthFiles(store)) {
    const file = known.get(truth.file);
    known.delete(truth.file);
    const most = bytesMaxOf(truth.kind);
    // A file that is too large counts as missing.
    if (stat && stat.size > most) {
      tellLeftOut(store.runtime, truth.file, tooLarge(pathOf(store, truth.file), stat.size, most));
    }
    if (stat?.kind !== "file" || stat.size > most) {
      if (file) stale.push(truth);
      continue;
    }
    const isOther = file && isTracked && isTracked(truth.file) !== file.tracked;
    const state = isOther ? "stale" : compare(db, store, truth, stat, file, now);
    if (state === "stale") stale.push(truth), bytes += Math.max(0, stat.size - (file?.bytes ?? 0));
    else if (state === "settled") settled.push(truth), settledBytes += stat.size;
  }
  for (const file of known.keys()) stale.push({ file, kind: "daily" });
  // Where something is stale, there is a transaction anyway.
  const isNoted = stale.length > 0 || settledBytes > READ_AGAIN_BYTES;
  return { files: isNoted ? [...stale, ...settled] : stale, bytes, git };
}

/**
 * `settled`: the file was read so soon after a change that another change could have left its stamp as it was. It is
 * still the same, and from now on a change gives it another stamp.
 */
function compare(
  db: Database,
  store: Store,
  { file }: TruthFile,
  stat: FileStat,
  known: KnownFile | undefined,
  now: Date,
): "fresh" | "settled" | "stale" {
  if (!known || known.stamp !== fileStamp(stat)) return "stale";
  if (known.settled) return "fresh";
  return tried(() => {
    const bytes = store.runtime.files.read(pathOf(store, file));
    if (!bytes || !isPrefix(db, known, bytes)) return "stale";
    return isSettled(stat, now) ? "settled" : "fresh";
  }) ?? "stale";
}
