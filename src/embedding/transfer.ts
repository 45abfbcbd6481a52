/**
 * In: a file of the hub and its place on the disk. Out: the file there, whole and checked, or nothing.
 * Not done here: choosing files, retry pauses (hub_request.ts).
 *
 * What has arrived is kept in a part (part.ts), and renamed when size and checksum are right. A download that was cut
 * goes on from there.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { MemoryError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";
import { openBody, type RemoteFile } from "./hub.ts";
import { type Hub, Passing, withTries } from "./hub_request.ts";
import { fileSha256, type ModelFile } from "./model_folder.ts";
import { appendTo, openPart, partPath, removeOtherParts } from "./part.ts";

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
  const part = partPath(file, target);
  runtime.files.makeFolder(dirname(target));
  removeOtherParts(runtime, part, target);
  // Twice: a bad part, left by an earlier version or a broken mirror, must not make the download fail for ever.
  for (let again = 0;; again++) {
    const bytes = await fill(runtime, hub, file, part, onBytes);
    const problem = checkPart(runtime, file, part, bytes);
    if (problem === undefined) break;
    runtime.files.remove(part);
    onBytes(0);
    if (again === 1) throw cameWrong(hub, file, problem);
  }
  const sha256 = fileSha256(runtime, part);
  const size = runtime.files.stat(part)?.size ?? 0;
  appendTo(runtime, part, new Uint8Array(), { sync: true });
  runtime.files.rename(part, target);
  runtime.files.syncFolder(dirname(target));
  return { file: { path: file.path, size, sha256 }, fetched: true };
}

function cameWrong({ endpoint }: Hub, { path }: RemoteFile, problem: Sentence): MemoryError {
  return new MemoryError("MODEL_UNAVAILABLE", {
    en: `${path} came wrong from ${endpoint}: ${problem.en}`,
    zh: `从 ${endpoint} 下载的 ${path} 不对：${problem.zh}`,
  }, {
    hint: {
      en: "Nothing of it was kept; set embedding.endpoint to another mirror",
      zh: "没有保留；请把 embedding.endpoint 设为别的镜像",
    },
  });
}

/** Appends to the part until the file is whole; returns its size. */
async function fill(
  runtime: Runtime,
  hub: Hub,
  file: RemoteFile,
  path: string,
  onBytes: (bytes: number) => void,
): Promise<number> {
  const part = openPart(runtime, path);
  // A server that starts over after every cut, and is cut every time, makes no progress.
  let furthest = part.size;
  if (file.size !== undefined && part.size > file.size) part.restart();
  onBytes(part.size);
  return await withTries(hub, async (tries) => {
    if (part.size > 0 && part.size === file.size) return part.size;
    const { body, whole } = await openBody(hub, file, part.size).catch((error) => {
      // The server has less than we have: ours is not its file.
      if (error instanceof Passing && error.isWrongPart) part.restart();
      throw error;
    });
    if (whole && part.size > 0) part.restart();
    try {
      for await (const piece of body) {
        part.add(piece);
        if (part.size > furthest) tries.reset();
        furthest = Math.max(furthest, part.size);
        onBytes(part.size);
        if (file.size !== undefined && part.size > file.size) break;
      }
    } finally {
      part.flush();
    }
    if (file.size !== undefined && part.size < file.size) {
      throw new Passing({ en: "the connection was cut", zh: "连接中断" });
    }
    return part.size;
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
