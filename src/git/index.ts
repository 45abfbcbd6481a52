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
  let bytes = read(0, FIRST_BYTES) ?? new Uint8Array();
  if (bytes.length < HEADER_BYTES) return false;
  let view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(4);
  if (view.getUint32(0) !== SIGNATURE || version < 2 || version > PREFIXED) return false;
  let at = HEADER_BYTES;
  // Version 4 builds each name from the name before, in a buffer of our own; otherwise it lies in the bytes read.
  let built = new Uint8Array(LENGTH_MASK + 1);
  let builtLength = 0;
  /** The offset of the current piece in the index. */
  let base = 0;
  /** Reads the piece that begins with the entry at `start`; false when the index ends within that entry. */
  const readOn = (start: number): boolean => {
    const known = Math.max(0, bytes.length - start);
    const next = read(base + start, PIECE_BYTES);
    if (next === undefined || next.length <= known) return false;
    bytes = next;
    view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    base += start;
    at = 0;
    return true;
  };
  for (let left = view.getUint32(8); left > 0;) {
    const start = at;
    at += STAT_BYTES + hashBytes;
    if (at + 2 > bytes.length) {
      if (readOn(start)) continue;
      return false;
    }
    const mode = view.getUint32(start + MODE_AT);
    if (!MODES.has(mode)) return false;
    const flags = view.getUint16(at);
    at += version >= 3 && (flags & EXTENDED_FLAG) !== 0 ? 4 : 2;
    let kept = 0;
    if (version === PREFIXED) {
      // Git's variable-length number: seven bits a byte, the highest first, each continuation counting one more.
      let byte = bytes[at++] ?? 0;
      let dropped = byte & 0x7f;
      while ((byte & 0x80) !== 0) {
        byte = bytes[at++] ?? 0;
        dropped = ((dropped + 1) << 7) | (byte & 0x7f);
      }
      kept = builtLength - dropped;
    }
    const length = flags & LENGTH_MASK;
    const end = at >= bytes.length ? -1 : length < LENGTH_MASK ? at + length - kept : bytes.indexOf(0, at);
    if (end < 0 || end >= bytes.length) {
      if (readOn(start)) continue;
      return false;
    }
    left--;
    if (bytes[end] !== 0 || end < at || kept < 0) return false;
    if (version === PREFIXED) {
      builtLength = kept + end - at;
      if (builtLength > built.length) {
        const longer = new Uint8Array(2 * builtLength);
        longer.set(built.subarray(0, kept));
        built = longer;
      }
      built.set(bytes.subarray(at, end), kept);
      at = end + 1;
      if (!visit(built, 0, builtLength, mode)) return true;
    } else {
      const from = at;
      // Entries are padded to a multiple of eight, with one NUL at least.
      at = start + ((end - start + 8) & ~7);
      if (!visit(bytes, from, end, mode)) return true;
    }
  }
  return true;
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
