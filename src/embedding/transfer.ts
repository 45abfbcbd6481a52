/**
 * In: a file of the hub and its place on the disk. Out: the file there, whole and checked, or nothing.
 * Not done here: choosing files, retry pauses (hub.ts).
 *
 * What has arrived is kept in `<file>.<etag>.part`, and renamed when size and checksum are right. A download that was
 * cut goes on from there; the etag in the name keeps parts of different files apart.
 */
import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { MemoryError, reasonTold } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";
import { sha256Hex } from "../sha256.ts";
import { openBody, type RemoteFile } from "./hub.ts";
import { type Hub, Passing, withTries } from "./hub_request.ts";
import { fileSha256, type ModelFile, PART_SUFFIX } from "./model_folder.ts";

/** Bytes gathered before they are written, since every write opens the file. */
const WRITE_BYTES = 1024 * 1024;

/**
 * Fetches one file. Throws MODEL_UNAVAILABLE (not reachable, wrong checksum) or IO_ERROR (disk full); a part stays.
 *
 * @param onBytes called with how many bytes of the file have arrived
 */
export async function transfer(
  runtime: Runtime,
  hub: Hub,
  file: RemoteFile,
  target: string,
  onBytes: (bytes: number) => void,
): Promise<{ file: ModelFile; fetched: boolean }> {
  const there = alreadyThere(runtime, file, target);
  if (there) {
    onBytes(there.size);
    return { file: there, fetched: false };
  }
  const part = partOf(file, target);
  runtime.files.makeFolder(dirname(target));
  removeOtherParts(runtime, part, target);
  // Twice: a bad part, left by an earlier version or a broken mirror, must not make the download fail for ever.
  for (let again = 0;; again++) {
    const bytes = await fill(runtime, hub, file, part, onBytes);
    const problem = checkPart(runtime, file, part, bytes);
    if (problem === undefined) break;
    runtime.files.remove(part);
    onBytes(0);
    if (again === 1) {
      throw new MemoryError("MODEL_UNAVAILABLE", {
        en: `${file.path} came wrong from ${hub.endpoint}: ${problem.en}`,
        zh: `从 ${hub.endpoint} 下载的 ${file.path} 不对：${problem.zh}`,
      }, {
        hint: {
          en: "Nothing of it was kept; set embedding.endpoint to another mirror",
          zh: "没有保留；请把 embedding.endpoint 设为别的镜像",
        },
      });
    }
  }
  const sha256 = fileSha256(runtime, part);
  const size = runtime.files.stat(part)?.size ?? 0;
  write(runtime, part, new Uint8Array(), true);
  runtime.files.rename(part, target);
  runtime.files.syncFolder(dirname(target));
  return { file: { path: file.path, size, sha256 }, fetched: true };
}

/** Appends to the part until the file is whole; returns its size. */
async function fill(
  runtime: Runtime,
  hub: Hub,
  file: RemoteFile,
  part: string,
  onBytes: (bytes: number) => void,
): Promise<number> {
  let have = runtime.files.stat(part)?.size ?? 0;
  // A server that starts over after every cut, and is cut every time, makes no progress.
  let furthest = have;
  if (file.size !== undefined && have > file.size) have = restart(runtime, part);
  onBytes(have);
  return await withTries(hub, async (tries) => {
    if (have > 0 && have === file.size) return have;
    const { body, whole } = await openBody(hub, file, have).catch((error) => {
      // The server has less than we have: ours is not its file.
      if (error instanceof Passing && error.isWrongPart) have = restart(runtime, part);
      throw error;
    });
    if (whole && have > 0) have = restart(runtime, part);
    let waiting: Uint8Array[] = [];
    let waitingBytes = 0;
    const flush = () => {
      for (const piece of waiting) write(runtime, part, piece, false);
      have += waitingBytes;
      [waiting, waitingBytes] = [[], 0];
    };
    try {
      for await (const piece of body) {
        waiting.push(piece);
        waitingBytes += piece.length;
        if (have + waitingBytes > furthest) tries.reset();
        furthest = Math.max(furthest, have + waitingBytes);
        onBytes(have + waitingBytes);
        if (waitingBytes >= WRITE_BYTES) flush();
        if (file.size !== undefined && have + waitingBytes > file.size) break;
      }
    } finally {
      flush();
    }
    if (file.size !== undefined && have < file.size) {
      throw new Passing({ en: "the connection was cut", zh: "连接中断" });
    }
    return have;
  });
}

/** What is wrong with a part; undefined when it is the file that the hub described. */
function checkPart(runtime: Runtime, file: RemoteFile, part: string, bytes: number): Sentence | undefined {
  if (file.size !== undefined && bytes !== file.size) {
    return { en: `${bytes} bytes instead of ${file.size}`, zh: `收到 ${bytes} 字节，应为 ${file.size}` };
  }
  if (file.sha256 !== undefined && fileSha256(runtime, part) !== file.sha256) {
    return { en: "its checksum is not the announced one", zh: "校验和与公布的不符" };
  }
  if (file.gitHash !== undefined && gitHash(runtime, part) !== file.gitHash) {
    return { en: "its git hash is not the announced one", zh: "git 哈希与公布的不符" };
  }
  return undefined;
}

/** A small file is read at once. */
function gitHash(runtime: Runtime, path: string): string {
  const bytes = runtime.files.read(path) ?? new Uint8Array();
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

function alreadyThere(runtime: Runtime, file: RemoteFile, target: string): ModelFile | undefined {
  const size = runtime.files.stat(target)?.size;
  if (size === undefined || size !== file.size || checkPart(runtime, file, target, size) !== undefined) {
    return undefined;
  }
  return { path: file.path, size, sha256: fileSha256(runtime, target) };
}

function partOf({ etag, size }: RemoteFile, target: string): string {
  const tag = sha256Hex([`${etag} ${size}`]).slice(0, 12);
  return `${target}.${tag}${PART_SUFFIX}`;
}

function removeOtherParts(runtime: Runtime, part: string, target: string): void {
  for (const name of runtime.files.list(dirname(target))) {
    if (!name.startsWith(`${basename(target)}.`) || !name.endsWith(PART_SUFFIX) || name === basename(part)) continue;
    runtime.files.remove(join(dirname(target), name));
  }
}

function restart(runtime: Runtime, part: string): 0 {
  runtime.files.remove(part);
  return 0;
}

function write(runtime: Runtime, path: string, bytes: Uint8Array, sync: boolean): void {
  try {
    runtime.files.write(path, bytes, { how: "append", sync });
  } catch (cause) {
    throw new MemoryError("IO_ERROR", {
      en: `Cannot write ${path}: ${reasonTold(cause).en}`,
      zh: `无法写入 ${path}：${reasonTold(cause).zh}`,
    }, {
      hint: {
        en: "Free some space, then run `memory model download` again: it goes on where it stopped",
        zh: "请腾出空间，再运行 `memory model download`，会从断点继续",
      },
      cause,
    });
  }
}
