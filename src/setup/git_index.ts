/**
 * In: the bytes of a git index. Out: whether a path is tracked.
 * Not done here: running git, which may not be installed. The format is small and frozen.
 *
 * @module
 */
import { sameBytes } from "../store/change_plan.ts";

/** "DIRC", the version, and the number of entries. */
const HEADER_BYTES = 12;
/** Times, ids and sizes before the object's hash. */
const STAT_BYTES = 40;
const EXTENDED_FLAG = 0x4000;

/**
 * Whether the index holds this path.
 *
 * @param path relative to the worktree, with forward slashes
 * @param hashBytes 20, or 32 in a SHA-256 repository
 * @returns false also for bytes that are no index
 */
export function isInIndex(bytes: Uint8Array, path: string, hashBytes = 20): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wanted = new TextEncoder().encode(path);
  if (bytes.length < HEADER_BYTES || new TextDecoder().decode(bytes.subarray(0, 4)) !== "DIRC") return false;
  const version = view.getUint32(4);
  let at = HEADER_BYTES;
  let name: Uint8Array = new Uint8Array();
  for (let left = view.getUint32(8); left > 0; left--) {
    const start = at;
    at += STAT_BYTES + hashBytes;
    if (at + 2 > bytes.length) return false;
    const isExtended = version >= 3 && (view.getUint16(at) & EXTENDED_FLAG) !== 0;
    at += isExtended ? 4 : 2;
    if (version === 4) {
      // A name is stored as its difference to the end of the name before.
      const drop = offset(bytes, at);
      const end = bytes.indexOf(0, drop.next);
      if (end === -1) return false;
      name = Buffer.concat([name.subarray(0, name.length - drop.value), bytes.subarray(drop.next, end)]);
      at = end + 1;
    } else {
      const end = bytes.indexOf(0, at);
      if (end === -1) return false;
      name = bytes.subarray(at, end);
      // Entries are padded to a multiple of eight, with one NUL at least.
      at = start + Math.ceil((end - start + 1) / 8) * 8;
    }
    if (sameBytes(name, wanted)) return true;
  }
  return false;
}

/** Git's variable-length offset: seven bits a byte, the highest first, each continuation counting one more. */
function offset(bytes: Uint8Array, start: number): { value: number; next: number } {
  let at = start;
  let byte = bytes[at++] ?? 0;
  let value = byte & 0x7f;
  while (byte & 0x80) {
    byte = bytes[at++] ?? 0;
    value = ((value + 1) << 7) | (byte & 0x7f);
  }
  return { value, next: at };
}
