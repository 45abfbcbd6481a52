/**
 * The ad-hoc code signature of a macOS program. Bun signs what it compiles for arm64 only and leaves on x64 the
 * runtime's own signature, which no longer fits the bytes: macOS may kill such a program. Signing needs no Apple tool
 * and no key: it is a list of SHA-256 hashes, one a page.
 *
 * Apple's names are kept: the load commands and the blobs are described in its `loader.h` and `cs_blobs.h`.
 */
import { createHash } from "node:crypto";

const SEGMENT_64 = 0x19;
const CODE_SIGNATURE = 0x1d;
const HEADER_BYTES = 32;
const SUPER_BLOB = 0xfade0cc0;
const CODE_DIRECTORY = 0xfade0c02;
const DIRECTORY_BYTES = 88;
/** One blob follows the head of the super blob. */
const BLOB_AT = 20;
/** Version with an executable segment, as linkers write it. */
const VERSION = 0x20400;
const ADHOC_LINKER_SIGNED = 0x20002;
const MAIN_BINARY = 1n;
const PAGE = 4096;
const HASH_BYTES = 32;
const SHA_256 = 2;

interface Layout {
  readonly signatureCommand: number;
  readonly signatureAt: number;
  readonly signatureBytes: number;
  readonly linkedit: number;
  readonly textBytes: bigint;
}

/**
 * The program with a fresh ad-hoc signature in place of the one it has. Throws when it is no 64-bit Mach-O with one.
 */
export function signAdHoc(program: Uint8Array, identifier: string): Uint8Array {
  const { signatureCommand, signatureAt, linkedit, textBytes } = layoutOf(program);
  const name = Buffer.from(`${identifier}\0`);
  const pages = Math.ceil(signatureAt / PAGE);
  const directoryBytes = DIRECTORY_BYTES + name.length + pages * HASH_BYTES;
  const size = BLOB_AT + directoryBytes;

  const code = Buffer.from(program.subarray(0, signatureAt));
  code.writeUInt32LE(size, signatureCommand + 12);
  const linkeditAt = code.readBigUInt64LE(linkedit + 40);
  const linkeditBytes = BigInt(signatureAt + size) - linkeditAt;
  code.writeBigUInt64LE(linkeditBytes, linkedit + 48);
  code.writeBigUInt64LE(BigInt(Math.ceil(Number(linkeditBytes) / PAGE) * PAGE), linkedit + 32);

  const head = Buffer.alloc(BLOB_AT + DIRECTORY_BYTES);
  [SUPER_BLOB, size, 1, 0, BLOB_AT].forEach((value, at) => head.writeUInt32BE(value, at * 4));
  const hashesAt = DIRECTORY_BYTES + name.length;
  [CODE_DIRECTORY, directoryBytes, VERSION, ADHOC_LINKER_SIGNED, hashesAt, DIRECTORY_BYTES, 0, pages, signatureAt]
    .forEach((value, at) => head.writeUInt32BE(value, BLOB_AT + at * 4));
  head.set([HASH_BYTES, SHA_256, 0, Math.log2(PAGE)], BLOB_AT + 36);
  head.writeBigUInt64BE(textBytes, BLOB_AT + 72);
  head.writeBigUInt64BE(MAIN_BINARY, BLOB_AT + 80);
  return Buffer.concat([code, head, name, ...hashesOf(code)]);
}

/** Throws unless every page is what the signature says and nothing lies outside of it. */
export function verifySignature(program: Uint8Array): void {
  const { signatureAt, signatureBytes } = layoutOf(program);
  const view = Buffer.from(program.buffer, program.byteOffset, program.byteLength);
  const directory = signatureAt + view.readUInt32BE(signatureAt + 16);
  const limit = view.readUInt32BE(directory + 32);
  const hashesAt = directory + view.readUInt32BE(directory + 16);
  if (limit !== signatureAt || signatureAt + signatureBytes !== program.length) {
    throw new Error(`The signature covers ${limit} of ${signatureAt} bytes, ${program.length} in all`);
  }
  hashesOf(view.subarray(0, limit)).forEach((hash, page) => {
    const at = hashesAt + page * HASH_BYTES;
    if (!hash.equals(view.subarray(at, at + HASH_BYTES))) throw new Error(`Page ${page} is not what was signed`);
  });
}

function hashesOf(code: Uint8Array): Buffer[] {
  return Array.from(
    { length: Math.ceil(code.length / PAGE) },
    (_, page) => createHash("sha256").update(code.subarray(page * PAGE, (page + 1) * PAGE)).digest(),
  );
}

function layoutOf(program: Uint8Array): Layout {
  const view = Buffer.from(program.buffer, program.byteOffset, program.byteLength);
  if (view.readUInt32LE(0) !== 0xfeedfacf) throw new Error("This is no 64-bit Mach-O program");
  let signatureCommand = 0, linkedit = 0, text = 0;
  for (let at = HEADER_BYTES, left = view.readUInt32LE(16); left > 0; left--) {
    const command = view.readUInt32LE(at);
    const segment = command === SEGMENT_64 ? view.toString("latin1", at + 8, at + 24).replace(/\0.*$/s, "") : "";
    if (command === CODE_SIGNATURE) signatureCommand = at;
    if (segment === "__LINKEDIT") linkedit = at;
    if (segment === "__TEXT") text = at;
    at += view.readUInt32LE(at + 4);
  }
  if (signatureCommand === 0 || linkedit === 0) throw new Error("This program has no place for a signature");
  return {
    signatureCommand,
    signatureAt: view.readUInt32LE(signatureCommand + 8),
    signatureBytes: view.readUInt32LE(signatureCommand + 12),
    linkedit,
    textBytes: text === 0 ? 0n : view.readBigUInt64LE(text + 48),
  };
}
