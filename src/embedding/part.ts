/**
 * What has arrived of a file that is being downloaded: `<file>.<etag>.part`, to which the rest is appended, perhaps by
 * another process another day.
 */
import { basename, dirname, join } from "node:path";
import { fail, reasonTold } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { sha256Hex } from "../hash.ts";
import type { RemoteFile } from "./hub.ts";
import { PART_SUFFIX } from "./model_folder.ts";

/** Bytes gathered before they are written, since every write opens the file. */
const WRITE_BYTES = 1024 * 1024;

/** A part in this process's hands. */
export interface Part {
  /** Bytes that have arrived, some of which may wait to be written. */
  readonly size: number;
  /** Throws IO_ERROR, as `flush` does. */
  add(bytes: Uint8Array): void;
  /** Writes what waits. */
  flush(): void;
  /** Throws away what has arrived. */
  restart(): void;
}

/** The part at `path`, with what an earlier download left there. */
export function openPart(runtime: Runtime, path: string): Part {
  let size = runtime.files.stat(path)?.size ?? 0;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  const flush = () => {
    const pieces = waiting;
    // Before they are written: after a failure, a second try would append what the first one had begun.
    [waiting, waitingBytes] = [[], 0];
    for (const piece of pieces) appendTo(runtime, path, piece);
  };
  return {
    get size() {
      return size;
    },
    add(bytes) {
      waiting.push(bytes);
      waitingBytes += bytes.length;
      size += bytes.length;
      if (waitingBytes >= WRITE_BYTES) flush();
    },
    flush,
    restart() {
      [size, waiting, waitingBytes] = [0, [], 0];
      runtime.files.remove(path);
    },
  };
}

/** The etag in the name keeps parts of different files apart. */
export function partPath({ etag, size }: RemoteFile, target: string): string {
  const tag = sha256Hex([`${etag} ${size}`]).slice(0, 12);
  return `${target}.${tag}${PART_SUFFIX}`;
}

/** Removes the parts of other versions of a file. */
export function removeOtherParts(runtime: Runtime, part: string, target: string): void {
  for (const name of runtime.files.list(dirname(target))) {
    if (!name.startsWith(`${basename(target)}.`) || !name.endsWith(PART_SUFFIX) || name === basename(part)) continue;
    runtime.files.remove(join(dirname(target), name));
  }
}

/** Appends to a part. Throws IO_ERROR, which says that what is there will be used. */
export function appendTo(runtime: Runtime, path: string, bytes: Uint8Array, { sync = false } = {}): void {
  try {
    runtime.files.write(path, bytes, { how: "append", sync });
  } catch (cause) {
    fail("IO_ERROR", {
      en: `Cannot write ${path}: ${reasonTold(cause).en}`,
      zh: `无法写入 ${path}：${reasonTold(cause).zh}`,
    }, {
      en: "Free some space, then run `memory model download` again: it goes on where it stopped",
      zh: "请腾出空间，再运行 `memory model download`，会从断点继续",
    }, { cause });
  }
}
