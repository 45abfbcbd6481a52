/** What the index remembers of each file of the truth, and how it knows that one has not changed since. */
import type { FileStat } from "../runtime.ts";
import { sha256 } from "../hash.ts";
import type { StorePath } from "../store/layout.ts";
import type { Database, Row } from "./sqlite.ts";

/** A file of the truth as it was when it was last read. */
export interface KnownFile {
  readonly key: number;
  /** Size, times and inode at the last reading; empty while the file is only half read, or still to be read. */
  readonly stamp: string;
  readonly settled: boolean;
  /** How far it has been read. */
  readonly bytes: number;
  /** Whether git tracked it: others may have written it. */
  readonly tracked: boolean;
}

/** What the index notes of a file that was read. */
interface FileState extends Omit<KnownFile, "key"> {
  readonly digest: Uint8Array;
}

/**
 * File systems stamp changes in steps (ext4 some milliseconds, HFS+ one second, FAT two). A file read within this time
 * of its last change may change again without a new stamp, so its digest is compared until it has settled.
 */
const SETTLING_NS = 2_500_000_000n;
/**
 * Where stamps tell fractions of a millisecond they come from the kernel's tick, of 1 to 10 ms; five of those are
 * enough.
 */
const FINE_SETTLING_NS = 50_000_000n;
const MILLISECOND_NS = 1_000_000n;

/** Everything that can't stay the same by accident when a file changes. */
export function stampOf({ size, modifiedNs, changedNs, inode }: FileStat): string {
  return `${size} ${modifiedNs} ${changedNs} ${inode}`;
}

/** Whether any later change must bear another stamp. A file from the future never settles. */
export function isSettled({ modifiedNs, changedNs }: FileStat, now: Date): boolean {
  const latest = modifiedNs > changedNs ? modifiedNs : changedNs;
  const settling = latest % MILLISECOND_NS === 0n ? SETTLING_NS : FINE_SETTLING_NS;
  return BigInt(now.getTime()) * MILLISECOND_NS - latest > settling;
}

/** Of the first `end` bytes. */
export function digestOf(bytes: Uint8Array, end: number): Uint8Array {
  return sha256([bytes.subarray(0, end)]);
}

/** Whether the file still begins with what was read. */
export function isPrefix(db: Database, known: KnownFile, bytes: Uint8Array): boolean {
  if (known.bytes > bytes.length) return false;
  // Read here, for one file: the look at all files that every hook takes needs no digests.
  const before = db.get("SELECT digest FROM files WHERE key = ?", known.key)?.["digest"];
  return before instanceof Uint8Array && Buffer.compare(before, digestOf(bytes, known.bytes)) === 0;
}

const COLUMNS = "key, file, stamp, settled, bytes, tracked";

/** All files that the index knows, by name. */
export function readKnownFiles(db: Database): Map<string, KnownFile> {
  return new Map(db.all(`SELECT ${COLUMNS} FROM files`).map((row) => [String(row["file"]), asKnown(row)]));
}

/** What the index knows of one file. */
export function readKnownFile(db: Database, file: StorePath): KnownFile | undefined {
  const row = db.get(`SELECT ${COLUMNS} FROM files WHERE file = ?`, file);
  return row && asKnown(row);
}

/** Makes a file known, of which nothing was read yet. Returns its key. */
export function addKnownFile(db: Database, file: StorePath): number {
  return db.run("INSERT INTO files VALUES (NULL, ?, '', 0, 0, x'', 0)", file).row;
}

/** Notes how far a file was read, and how it looked then. */
export function saveKnownFile(db: Database, key: number, { stamp, settled, bytes, digest, tracked }: FileState): void {
  const sql = "UPDATE files SET stamp = ?, settled = ?, bytes = ?, digest = ?, tracked = ? WHERE key = ?";
  db.run(sql, stamp, settled ? 1 : 0, bytes, digest, tracked ? 1 : 0, key);
}

const UNFINISHED = "";
const UNREADABLE = "unreadable";
const NOTHING = new Uint8Array(0);

/** Notes that a file is still to be brought in step by a sync that has begun with others. */
export function noteUnfinished(db: Database, file: StorePath): void {
  const known = readKnownFile(db, file);
  if (known) return void db.run("UPDATE files SET stamp = ? WHERE key = ?", UNFINISHED, known.key);
  const read = { stamp: UNFINISHED, settled: false, bytes: 0, digest: digestOf(NOTHING, 0), tracked: false };
  saveKnownFile(db, addKnownFile(db, file), read);
}

/** Notes of a file that can't be read that nothing waits for it. */
export function giveUp(db: Database, { key, stamp }: KnownFile): void {
  if (stamp === UNFINISHED) db.run("UPDATE files SET stamp = ? WHERE key = ?", UNREADABLE, key);
}

/** Whether no sync has stopped half-way since the last one that came to its end. */
export function isWhole(db: Database): boolean {
  return db.get("SELECT 1 FROM files WHERE stamp = ?", UNFINISHED) === undefined;
}

function asKnown(row: Row): KnownFile {
  return {
    key: Number(row["key"]),
    stamp: String(row["stamp"]),
    settled: row["settled"] === 1,
    bytes: Number(row["bytes"]),
    tracked: row["tracked"] === 1,
  };
}
