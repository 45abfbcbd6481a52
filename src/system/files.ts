/** The real file system. */
import * as fs from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { errorCode, tried } from "../errors.ts";
import { BYTES_MAX, tooLarge } from "../limits.ts";
import type { Files, FileStat } from "../runtime.ts";
import { failure } from "../words.ts";

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
const PIECE_BYTES = 64 * 1024;

/** `node:fs` with the results that `Files` promises. */
export const systemFiles: Files = {
  read: (path, most = BYTES_MAX.other) =>
    missing(() => {
      const stat = fs.statSync(path, { throwIfNoEntry: false });
      if (!stat?.isFile()) return undefined;
      if (stat.size > most) throw tooLarge(path, stat.size, most);
      return fs.readFileSync(path);
    }),
  readPipe: (path, most = BYTES_MAX.other) => missing(() => readToEnd(path, most)),
  readRange(path, start, length) {
    return missing(() => {
      if (kindOf(path) === "other") return undefined;
      return withFile(path, "r", (file) => {
        const buffer = new Uint8Array(length);
        let filled = 0;
        for (let count = -1; count !== 0 && filled < length; filled += count) {
          count = fs.readSync(file, buffer, filled, length - filled, start + filled);
        }
        return buffer.subarray(0, filled);
      });
    });
  },
  stat(path) {
    const stat = missing(() => fs.statSync(path, { bigint: true, throwIfNoEntry: false }));
    if (!stat) return undefined;
    return {
      kind: kind(stat),
      size: Number(stat.size),
      modifiedNs: stat.mtimeNs,
      changedNs: stat.ctimeNs,
      inode: stat.ino,
      // Where the system does not know, some give 0, others the time of the last change.
      ...stat.birthtimeNs > 0n && stat.birthtimeNs !== stat.ctimeNs ? { bornNs: stat.birthtimeNs } : {},
      names: Number(stat.nlink),
      mode: Number(stat.mode) & 0o777,
    };
  },
  owner: (path) => missing(() => lstat(path)?.uid),
  list: (folder) => (missing(() => lstat(folder) && fs.readdirSync(folder)) ?? []).sort(),
  entries: (folder) => missing(() => lstat(folder) && fs.readdirSync(folder, { withFileTypes: true })) ?? [],
  makeFolder(path, mode = PRIVATE_FOLDER) {
    const isShared = mode === "shared";
    const around = isRoot() || isShared ? folderAround(path) : undefined;
    const first = fs.mkdirSync(path, { recursive: true, mode: isShared ? PRIVATE_FOLDER : mode });
    for (let each = path; around !== undefined && each !== around; each = dirname(each)) {
      const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = fs.constants;
      withFile(each, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, (file) => {
        if (isRoot()) giveToOwnerOf(file, around);
        if (isShared) shareAs(file, around);
      });
    }
    return first;
  },
  write(path, bytes, { how, mode, like, shared = false, sync = false }) {
    // To create a file, the system refuses anything of that name.
    if (how !== "create") refuseOther(path);
    const isNew = (isRoot() || shared) && (how === "create" || lstat(path) === undefined);
    withFile(path, FLAGS[how], (file) => {
      const isLike = like !== undefined && makeLike(file, like, mode);
      if (isNew && isRoot() && !isLike) giveToOwnerOf(file, dirname(path));
      if (isNew && shared) shareAs(file, dirname(path), isLike);
      const buffer = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
      for (let offset = 0; offset < buffer.length;) offset += fs.writeSync(file, buffer, offset);
      if (sync) fs.fsyncSync(file);
    }, mode ?? PRIVATE_FILE);
  },
  overwrite(path, start, bytes) {
    refuseOther(path);
    withFile(path, "r+", (file) => {
      for (let offset = 0; offset < bytes.length;) {
        offset += fs.writeSync(file, bytes, offset, bytes.length - offset, start + offset);
      }
    });
  },
  truncate(path, size) {
    refuseOther(path);
    fs.truncateSync(path, size);
  },
  rename: (from, to) => fs.renameSync(from, to),
  link: (from, to) => fs.linkSync(from, to),
  // On Windows everybody may make a junction, though not a symbolic link.
  linkFolder: (target, path) => fs.symlinkSync(target, path, "junction"),
  remove(path) {
    try {
      // First, because rmSync loads code, and nearly everything that we remove is a file.
      fs.unlinkSync(path);
    } catch (error) {
      // For a folder the code is EISDIR on Linux, EPERM on macOS and Windows.
      if (errorCode(error) !== "ENOENT") fs.rmSync(path, { recursive: true, force: true });
    }
  },
  syncFolder(path) {
    // Windows can't open a folder; its rename is journaled anyway.
    if (process.platform === "win32") return;
    withFile(path, "r", fs.fsyncSync);
  },
  realPath: (path) => missing(() => lstat(path) ? fs.realpathSync(path) : undefined),
  // Undefined also for a link that has gone, or lies in a folder that we may not read.
  linkTarget: (path) => tried(() => lstat(path)?.isSymbolicLink() ? fs.readlinkSync(path) : undefined),
  // The higher bits stay: by setgid a folder gives its group to what is made in it.
  setMode: (path, mode) => fs.chmodSync(path, (fs.statSync(path).mode & 0o7000) | mode),
  mayRead: (path) => refusalOf(path, fs.constants.R_OK | fs.constants.X_OK) === undefined,
  mayWrite: (path) => refusalOf(path, fs.constants.W_OK) === undefined,
  writeRefusal: (path) => refusalOf(path, fs.constants.W_OK),
  freeBytes(path) {
    const { blocks = 0, bavail = 0, bsize = 0 } = tried(() => fs.statfsSync(path)) ?? {};
    // Some file systems of servers and devices don't count their blocks.
    return blocks === 0 ? undefined : bavail * bsize;
  },
  freeFiles(path) {
    const { files = 0, ffree } = tried(() => fs.statfsSync(path)) ?? {};
    // Some file systems make room for files as they need it, and count none.
    return files === 0 ? undefined : ffree;
  },
};

function refusalOf(path: string, what: number): string | undefined {
  try {
    fs.accessSync(path, what);
    return undefined;
  } catch (error) {
    return errorCode(error) ?? "";
  }
}

/** Whether this is root, as under `sudo`: what it makes in a person's folder would be closed to them. */
function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

/** The nearest folder around a path, or at it, that exists. */
function folderAround(path: string): string {
  for (let each = path;; each = dirname(each)) if (lstat(each) || each === dirname(each)) return each;
}

/** Gives what root has just made to the person in whose folder it lies. */
function giveToOwnerOf(file: number, folder: string): void {
  const around = fs.statSync(folder);
  // Where that can't be done, as on some mounts, it stays root's.
  if (around.uid !== 0) tried(() => fs.fchownSync(file, around.uid, around.gid));
}

const FLAGS = { replace: "w", append: "a", extend: fs.constants.O_WRONLY | fs.constants.O_APPEND, create: "wx" };

function withFile<T>(path: string, flags: string | number, use: (file: number) => T, mode?: number): T {
  const file = fs.openSync(path, flags, mode);
  try {
    return use(file);
  } finally {
    fs.closeSync(file);
  }
}

/**
 * Lets those who may write a folder read and write what was just made in it: the group, all others. `asItWas`: it has
 * the group of the file whose place it takes.
 */
function shareAs(file: number, folder: string, asItWas = false): void {
  if (process.platform === "win32") return;
  const around = fs.statSync(folder);
  if ((around.mode & 0o022) === 0) return;
  // Where that can't be done, as on some mounts, it stays the writer's alone.
  tried(() => {
    const { uid, gid } = fs.fstatSync(file);
    if (!asItWas && gid !== around.gid) tried(() => fs.fchownSync(file, uid, around.gid));
    const made = fs.fstatSync(file);
    const isGroups = (around.mode & 0o020) !== 0 && made.gid === around.gid;
    const bits = (isGroups ? 0o070 : 0) | ((around.mode & 0o002) !== 0 ? 0o007 : 0);
    fs.fchmodSync(file, (made.mode & 0o7777) | (made.isDirectory() ? bits : bits & 0o066));
  });
}

/** Gives a new file the mode, owner and group of the file whose place it will take. Returns whether there is one. */
function makeLike(file: number, path: string, told: number | undefined): boolean {
  const [made, old] = [fs.fstatSync(file), fs.statSync(path, { throwIfNoEntry: false })];
  if (!old) return false;
  const mode = told ?? old.mode & 0o777;
  if ((made.mode & 0o777) !== mode) fs.fchmodSync(file, mode);
  // Root, as in a container, can give a file to anybody; other users only to a group of theirs.
  for (const owner of new Set([old.uid, made.uid])) {
    if (made.uid === owner && made.gid === old.gid) return true;
    try {
      fs.fchownSync(file, owner, old.gid);
      return true;
    } catch {
      // The next owner is tried; without any the file stays the writer's.
    }
  }
  return true;
}

/** Reads in pieces up to a limit, since a pipe or device has no size, and may have no end. */
function readToEnd(path: string, most: number): Uint8Array {
  return withFile(path, "r", (file) => {
    const pieces: Uint8Array[] = [];
    for (let size = 0;;) {
      const piece = new Uint8Array(PIECE_BYTES);
      const count = fs.readSync(file, piece, 0, PIECE_BYTES, null);
      if (count === 0) return joined(pieces);
      pieces.push(piece.subarray(0, count));
      size += count;
      if (size > most) throw tooLarge(path, size, most);
    }
  });
}

/** The entry at a path, not followed if a link. Asked first: most paths are new, and an error takes longer to make. */
function lstat(path: string): fs.Stats | undefined {
  return fs.lstatSync(path, { throwIfNoEntry: false });
}

/** The kind of a file. Asked before a file is opened: opening a pipe or reading a device may never end. */
function kindOf(path: string): FileStat["kind"] | undefined {
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  return stat && kind(stat);
}

/** Throws IO_ERROR for a pipe, which would wait for a reader, and for a device. */
function refuseOther(path: string): void {
  if (kindOf(path) === "other") throw failure("no_file", { path });
}

function kind(stat: fs.StatsBase<number | bigint>): FileStat["kind"] {
  return stat.isFile() ? "file" : stat.isDirectory() ? "folder" : "other";
}

/** ELOOP: a link to itself counts as a link whose target is missing. */
const NOTHING_THERE: ReadonlySet<string | undefined> = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

function missing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (NOTHING_THERE.has(errorCode(error))) return undefined;
    throw error;
  }
}

/** Pieces joined to one. Not by `Buffer`, which takes an eighth of a millisecond to set up. */
export function joined([first = new Uint8Array(), ...more]: readonly Uint8Array[]): Uint8Array {
  if (more.length === 0) return first;
  const all = new Uint8Array(more.reduce((size, { length }) => size + length, first.length));
  all.set(first);
  let at = first.length;
  for (const piece of more) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
