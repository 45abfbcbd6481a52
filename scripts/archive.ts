/** Archives whose bytes depend on nothing but what is in them: no clock, no owner, no order of a folder. */
import { crc32, deflateRawSync, gzipSync } from "node:zlib";

/** A file of an archive. */
export interface Item {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly executable?: boolean;
}

const BLOCK = 512;
const DEFLATED = 8;
/** 1980-01-01, the first day that a zip knows. */
const FIRST_DAY = 0x21;
const REGULAR_FILE = 0o100000;
/** "version made by": Unix, so that the permission bits count. */
const UNIX = (3 << 8) | 20;

/** A gzipped tar (ustar). Names are at most 100 bytes. `level` is gzip's, 1–9. */
export function tarGz(items: readonly Item[], level: number): Uint8Array {
  const parts = items.flatMap((item) => [header(item), item.bytes, Buffer.alloc(padding(item.bytes.length))]);
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level });
}

function padding(size: number): number {
  return (BLOCK - size % BLOCK) % BLOCK;
}

function header({ name, bytes, executable }: Item): Uint8Array {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;
  block.write(name, 0);
  block.write(octal(mode(executable), 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(bytes.length, 11), 124);
  block.write(octal(0, 11), 136);
  block.write("        ", 148);
  block.write("0", 156);
  block.write("ustar\x0000", 257);
  // The sum counts its own field as spaces.
  block.write(`${block.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

function mode(executable = false): number {
  return executable ? 0o755 : 0o644;
}

/** A zip. `level` is deflate's, 1–9. */
export function zip(items: readonly Item[], level: number): Uint8Array {
  const locals: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes, executable } of items) {
    const packed = deflateRawSync(bytes, { level });
    const fields = Buffer.alloc(26);
    [20, 0, DEFLATED, 0, FIRST_DAY].forEach((value, at) => fields.writeUInt16LE(value, at * 2));
    [crc32(bytes), packed.length, bytes.length].forEach((value, at) => fields.writeUInt32LE(value, 10 + at * 4));
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, Buffer.from(name), packed]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(((REGULAR_FILE | mode(executable)) << 16) >>> 0, 6);
    entry.writeUInt32LE(offset, 10);
    central.push(Buffer.from("PK\x01\x02"), uint16(UNIX), fields, entry, Buffer.from(name));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(items.length, 4);
  end.writeUInt16LE(items.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from("PK\x05\x06"), end]);
}

function uint16(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, value >> 8);
}
