/**
 * The entries of one folder in a git index, read without git, which may not be installed.
 *
 * A session's start waits for this, so names are compared as bytes in place, and since git sorts the entries, reading
 * ends behind the folder: of a large index the beginning is mostly enough. Only one piece of the file is in memory at a
 * time.
 */

const SIGNATURE = 0x44495243;
/** The signature, the version, and the number of entries. */
const HEADER_BYTES = 12;
/** Times, ids and sizes; the object's hash follows. */
const STAT_BYTES = 40;
const MODE_AT = 24;
const EXTENDED_FLAG = 0x4000;
/** The lower bits of the flags hold the name's length; all set: this long or longer. */
const LENGTH_MASK = 0xfff;
/** The version in which each name is stored as its difference from the name before. */
const PREFIXED = 4;
/** A file, an executable (or of old, group-writable), a link, a submodule, a folder of a sparse index. */
const MODES: ReadonlySet<number> = new Set([0o100644, 0o100755, 0o100664, 0o120000, 0o160000, 0o040000]);
const SUBMODULE = 0o160000;
const SLASH = 0x2f;
const TILDE = 0x7e;

/** The entries of an index that lie in a folder. */
export interface IndexEntries {
  /** The names of the entries in the folder, relative to the worktree's root, as `spelling` writes them. */
  readonly names: ReadonlySet<string>;
  /** An entry in place of the folder or of one above it: a link, a folder of a sparse index, or a submodule. */
  readonly above: "entry" | "submodule" | undefined;
}

/** Reads bytes of the index, fewer at its end. */
type ReadPiece = (start: number, length: number) => Uint8Array | undefined;

/** Holds our entries in most repositories: git sorts names, and those that begin with a dot come first. */
const FIRST_BYTES = 128 * 1024;
const PIECE_BYTES = 1024 * 1024;

interface IndexReading {
  /** 20, or 32 in a SHA-256 repository. */
  readonly hashBytes: number;
  /** Whether the file system ignores case: then the order of entries does not tell where reading can end. */
  readonly ignoresCase: boolean;
}

/** The entries of a folder, named from the worktree with forward slashes; undefined for a broken index. */
export function entriesBelow(
  read: ReadPiece,
  folder: string,
  { hashBytes, ignoresCase }: IndexReading,
): IndexEntries | undefined {
  const prefix = folder === "" ? "" : `${spelling(folder, ignoresCase)}/`;
  const wanted = new TextEncoder().encode(prefix);
  const names = new Set<string>();
  let above: IndexEntries["above"];

  const visitExactly: VisitEntry = (held, from, to, mode) => {
    let same = 0;
    const most = Math.min(to - from, wanted.length);
    while (same < most && held[from + same] === wanted[same]) same++;
    if (same === wanted.length) names.add(text(held.subarray(from, to)));
    else if (same < to - from) return (held[from + same] ?? 0) < (wanted[same] ?? 0);
    // The entry is a folder above ours. An empty name belongs to an entry that a split index replaces.
    else if (same > 0 && (wanted[same] === SLASH || held[to - 1] === SLASH)) above = stronger(above, mode);
    return true;
  };
  const visitInAnyCase: VisitEntry = (held, from, to, mode) => {
    const first = held[from] ?? 0;
    // A name of ASCII letters that begins otherwise matches no path of ours, unless it is a short one of Windows.
    if (first < 0x80 && prefix !== "" && lower(first) !== wanted[0] && !held.subarray(from, to).includes(TILDE)) {
      return true;
    }
    const name = spelling(text(held.subarray(from, to)), true);
    if (name.startsWith(prefix)) names.add(name);
    else if (isAbove(name, prefix)) above = stronger(above, mode);
    else if (name.includes("~") && mayBeShort(name, prefix)) above = "entry";
    return true;
  };
  return visitEntries(read, hashBytes, ignoresCase ? visitInAnyCase : visitExactly) ? { names, above } : undefined;
}

/** Sees an entry, whose name is the bytes of `held` from `from` to `to`. Returns whether to read on. */
type VisitEntry = (held: Uint8Array, from: number, to: number, mode: number) => boolean;

/** Visits the entries of an index in order. Returns false for bytes that are no whole index. */
function visitEntries(read: ReadPiece, hashBytes: number, visit: VisitEntry): boolean {
  const bytes = read(0, FIRST_BYTES) ?? new Uint8Array();
  if (bytes.length < HEADER_BYTES) return false;
  let piece = pieceOf(bytes, 0);
  const version = piece.view.getUint32(4);
  if (piece.view.getUint32(0) !== SIGNATURE || version < 2 || version > PREFIXED) return false;
  const form = { version, flagsAt: STAT_BYTES + hashBytes };
  const built = builtName();
  let at = HEADER_BYTES;
  for (let left = piece.view.getUint32(8); left > 0;) {
    const entry = entryAt(piece, at, form, built.length());
    if (entry === "broken") return false;
    if (entry === "cut off") {
      // The next piece begins with this entry; the index ends within it if that piece holds no more of it.
      const next = read(piece.base + at, PIECE_BYTES);
      if (next === undefined || next.length <= Math.max(0, piece.bytes.length - at)) return false;
      piece = pieceOf(next, piece.base + at);
      at = 0;
      continue;
    }
    left--;
    at = entry.next;
    const readsOn = version === PREFIXED
      ? visit(built.next(piece.bytes, entry), 0, built.length(), entry.mode)
      : visit(piece.bytes, entry.from, entry.end, entry.mode);
    if (!readsOn) return true;
  }
  return true;
}

/** A piece of an index, and its offset there. */
interface Piece {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly base: number;
}

function pieceOf(bytes: Uint8Array, base: number): Piece {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), base };
}

/** An entry in a piece: its name, or the part behind what is kept of the name before, and where the next one begins. */
interface Entry {
  readonly mode: number;
  readonly kept: number;
  readonly from: number;
  readonly end: number;
  readonly next: number;
}

/** The entry at an offset of a piece, or why there is none. `lengthBefore` is that of the name before, in bytes. */
function entryAt(
  piece: Piece,
  start: number,
  form: { readonly version: number; readonly flagsAt: number },
  lengthBefore: number,
): Entry | "cut off" | "broken" {
  const bytes = piece.bytes;
  const flagsAt = start + form.flagsAt;
  if (flagsAt + 2 > bytes.length) return "cut off";
  const mode = piece.view.getUint32(start + MODE_AT);
  if (!MODES.has(mode)) return "broken";
  const flags = piece.view.getUint16(flagsAt);
  const isPrefixed = form.version === PREFIXED;
  const nameAt = flagsAt + (form.version >= 3 && (flags & EXTENDED_FLAG) !== 0 ? 4 : 2);
  const from = isPrefixed ? endOfNumber(bytes, nameAt) : nameAt;
  if (from >= bytes.length) return "cut off";
  const kept = isPrefixed ? lengthBefore - numberIn(bytes, nameAt, from) : 0;
  const length = flags & LENGTH_MASK;
  const end = length < LENGTH_MASK ? from + length - kept : bytes.indexOf(0, from);
  if (end < 0 || end >= bytes.length) return "cut off";
  if (bytes[end] !== 0 || end < from || kept < 0) return "broken";
  // Entries with whole names are padded to a multiple of eight, with one NUL at least.
  return { mode, kept, from, end, next: isPrefixed ? end + 1 : start + ((end - start + 8) & ~7) };
}

/** Where a number of git's variable length ends: the highest bit of each of its bytes but the last is set. */
function endOfNumber(bytes: Uint8Array, from: number): number {
  let last = from;
  while (((bytes[last] ?? 0) & 0x80) !== 0) last++;
  return last + 1;
}

/** Such a number: seven bits a byte, the highest first, each continuation counting one more. */
function numberIn(bytes: Uint8Array, from: number, end: number): number {
  let number = (bytes[from] ?? 0) & 0x7f;
  for (let at = from + 1; at < end; at++) number = ((number + 1) << 7) | ((bytes[at] ?? 0) & 0x7f);
  return number;
}

/** Builds each name from the name before, as version 4 stores them, in a buffer of our own. */
function builtName() {
  let held = new Uint8Array(LENGTH_MASK + 1);
  let length = 0;
  return {
    length: () => length,
    /** The buffer with the name of an entry. */
    next(bytes: Uint8Array, { kept, from, end }: Entry): Uint8Array {
      length = kept + end - from;
      if (length > held.length) {
        const longer = new Uint8Array(2 * length);
        longer.set(held.subarray(0, kept));
        held = longer;
      }
      held.set(bytes.subarray(from, end), kept);
      return held;
    },
  };
}

/** A name as it is compared: file systems that ignore case also ignore the form of letters and invisible characters. */
export function spelling(name: string, ignoresCase: boolean): string {
  if (!ignoresCase) return name;
  // deno-lint-ignore no-control-regex -- most names are plain ASCII
  if (/^[\x00-\x7f]*$/.test(name)) return name.toLowerCase();
  return name.normalize("NFKC").replace(/\p{Cf}/gu, "").toUpperCase().toLowerCase().normalize("NFC");
}

function isAbove(name: string, prefix: string): boolean {
  return name !== "" && prefix.startsWith(name.endsWith("/") ? name : `${name}/`);
}

/** Whether Windows may find a file of ours under this short name: `.cursor` is `CURSOR~1`, too. */
function mayBeShort(name: string, prefix: string): boolean {
  const ours = prefix.split("/");
  return name.split("/").every((part, place) => place >= ours.length - 1 || part === ours[place] || /~\d/.test(part));
}

function lower(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
}

function stronger(before: IndexEntries["above"], mode: number): IndexEntries["above"] {
  return before === "entry" || mode !== SUBMODULE ? "entry" : "submodule";
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
