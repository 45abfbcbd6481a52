/** The table `files`: how far each file of the truth was read, and by which a later change of the file is noticed. */
import type { FileStat } from "../runtime.ts";
import { sha256 } from "../hash.ts";
import type { StorePath } from "../store/layout.ts";
import type { Database, Row } from "./sqlite.ts";

export interface KnownFile {
  readonly key: number;
  /** Size, times and inode at the last reading; empty while the file is half read or not read yet. */
  readonly stamp: string;
  readonly settled: boolean;
  /** How far it has been read. */
  readonly bytes: number;
  /** Whether git tracked it: others may have written it. */
  readonly tracked: boolean;
  /** How many lines of what was read hold no record. */
  readonly unused: number;
}

/**
 * File systems stamp changes in steps (ext4 some milliseconds, HFS+ one second, FAT two). A file that was read within
 * this time after its last change may change again under the same stamp, so its digest is compared until the file has
 * settled.
 */
const SETTLING_NS = 2_500_000_000n;
/** Stamps with fractions of a millisecond come from the kernel's tick of 1 to 10 ms; five ticks are enough. */
const FINE_SETTLING_NS = 50_000_000n;
const MILLISECOND_NS = 1_000_000n;

/** Whether any later change must get another stamp. A file with a time in the future never settles. */
export function isSettled({ modifiedNs, changedNs }: FileStat, now: Date): boolean {
  const latest = modifiedNs > changedNs ? modifiedNs : changedNs;
  const settling = latest % MILLISECOND_NS === 0n ? SETTLING_NS : FINE_SETTLING_NS;
  return BigInt(now.getTime()) * MILLISECOND_NS - latest > settling;
}

/** The digest of the first `end` bytes. */
export function digestOf(bytes: Uint8Array, end: number): Uint8Array {
  return sha256([bytes.subarray(0, end)]);
}

/** Whether the file still begins with what was read. */
export function isPrefix(db: Database, known: KnownFile, bytes: Uint8Array): boolean {
  if (known.bytes > bytes.length) return false;
  // `readKnownFiles`, which every hook calls, reads no digests.
  const before = db.get("SELECT digest FROM files WHERE key = ?", known.key)?.["digest"];
  return before instanceof Uint8Array && Buffer.compare(before, digestOf(bytes, known.bytes)) === 0;
}

const COLUMNS = "key, file, stamp, settled, bytes, tracked, unused";

/** All files that the index has read, by name. */
export function readKnownFiles(db: Database): Map<string, KnownFile> {
  return new Map(db.all(`SELECT ${COLUMNS} FROM files`).map((row) => [String(row["file"]), asKnown(row)]));
}

/** One such file; undefined if the index has not read it. */
export function readKnownFile(db: Database, file: StorePath): KnownFile | undefined {
  const row = db.get(`SELECT ${COLUMNS} FROM files WHERE file = ?`, file);
  return row && asKnown(row);
}

/** Adds a file of which nothing was read yet. Returns its key. */
export function addKnownFile(db: Database, file: StorePath): number {
  const nothing = digestOf(new Uint8Array(0), 0);
  return db.run("INSERT INTO files VALUES (NULL, ?, '', 0, 0, ?, 0, 0)", file, nothing);
}

/** Notes how far a file was read, with the digest of the part that was read. */
export function saveKnownFile(
  db: Database,
  { key, stamp, settled, bytes, tracked, unused }: KnownFile,
  digest: Uint8Array,
): void {
  const sql = "UPDATE files SET stamp = ?, settled = ?, bytes = ?, digest = ?, tracked = ?, unused = ? WHERE key = ?";
  db.run(sql, stamp, settled ? 1 : 0, bytes, digest, tracked ? 1 : 0, unused, key);
}

const UNFINISHED = "";
const UNREADABLE = "unreadable";

/** Notes that a sync which has begun with other files has still to bring this file in step. */
export function noteUnfinished(db: Database, file: StorePath): void {
  const key = readKnownFile(db, file)?.key ?? addKnownFile(db, file);
  db.run("UPDATE files SET stamp = ? WHERE key = ?", UNFINISHED, key);
}

/** Notes that a file can't be read, so that the index counts as whole without it. */
export function giveUp(db: Database, { key, stamp }: KnownFile): void {
  if (stamp === UNFINISHED) db.run("UPDATE files SET stamp = ? WHERE key = ?", UNREADABLE, key);
}

/** Whether no file waits for a sync that has stopped half-way. */
export function isWhole(db: Database): boolean {
  return db.get("SELECT 1 FROM files WHERE stamp = ?", UNFINISHED) === undefined;
}

/** The files that wait for such a sync. */
export function unfinishedFiles(db: Database): string[] {
  return db.all("SELECT file FROM files WHERE stamp = ?", UNFINISHED).map(({ file }) => String(file));
}

/** The files of records in which lines hold none, and how many of them. */
export function unusedLines(db: Database): { readonly file: StorePath; readonly lines: number }[] {
  return db.all("SELECT file, unused FROM files WHERE unused > 0")
    .map(({ file, unused }) => ({ file: String(file), lines: Number(unused) }));
}

function asKnown(row: Row): KnownFile {
  return {
    key: Number(row["key"]),
    stamp: String(row["stamp"]),
    settled: row["settled"] === 1,
    bytes: Number(row["bytes"]),
    tracked: row["tracked"] === 1,
    unused: Number(row["unused"]),
  };
}
