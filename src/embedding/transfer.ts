/**
 * In: a file of the hub and its path on the disk. Out: the file there, complete and checked.
 *
 * Bytes that arrive are appended to a part, `<file>.<digest>.part`, which is renamed when size and checksum are right.
 * A download that was cut goes on from its part, perhaps in another process on another day.
 */
import { basename, dirname, join } from "node:path";
import { MemoryError, reasonTold } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";
import { type Hub, openBody, type RemoteFile, RetryableError, withTries } from "./hub.ts";
import { fileSha256, type ModelFile, PART_SUFFIX } from "./model_files.ts";
import { sha256Hex } from "../hash.ts";
import { failure, said } from "./words.ts";

/** Fetches one file. Throws MODEL_UNAVAILABLE (not reachable, wrong checksum), IO_ERROR (disk full); a part stays. */
export async function transfer(
  runtime: Runtime,
  hub: Hub,
  file: RemoteFile,
  target: string,
  onBytes: (bytes: number) => void,
): Promise<{ file: ModelFile; fetched: boolean }> {
  const announced = announcedProblem(file);
  if (announced) throw cameWrong(hub, file, announced);
  const there = runtime.files.stat(target)?.size;
  if (there !== undefined && there === file.size) {
    const sha256 = fileSha256(runtime, target);
    if (problemWith(file, { size: there, sha256 }) === undefined) {
      onBytes(there);
      return { file: { path: file.path, size: there, sha256 }, fetched: false };
    }
  }
  const part = partPath(file, target);
  runtime.files.makeFolder(dirname(target));
  removeOtherParts(runtime, part, target);
  // The second time from the start: a bad part of an earlier version or a broken mirror must not fail each download.
  for (let again = 0;; again++) {
    const size = await fill(runtime, hub, file, part, onBytes);
    const sha256 = fileSha256(runtime, part);
    const problem = problemWith(file, { size, sha256 });
    if (problem === undefined) {
      appendTo(runtime, part, new Uint8Array(), { sync: true });
      runtime.files.rename(part, target);
      runtime.files.syncFolder(dirname(target));
      return { file: { path: file.path, size, sha256 }, fetched: true };
    }
    runtime.files.remove(part);
    onBytes(0);
    if (again === 1) throw cameWrong(hub, file, problem);
  }
}

/** In bytes. JSON files are read whole; a laptop could not run larger weights. */
const LARGEST_JSON = 64 * 2 ** 20;
const LARGEST_WEIGHTS = 4 * 2 ** 30;

function largest({ path, pinned }: RemoteFile): number {
  return pinned?.size ?? (path.endsWith(".json") ? LARGEST_JSON : LARGEST_WEIGHTS);
}

/** A problem that the hub's description of a file shows before a byte is fetched. */
function announcedProblem(file: RemoteFile): Sentence | undefined {
  const { size, sha256, pinned } = file;
  const most = largest(file);
  if (size !== undefined && size > most) return said("too_large", { most });
  const differs = (pinned?.size !== undefined && size !== undefined && size !== pinned.size) ||
    (pinned !== undefined && sha256 !== undefined && sha256 !== pinned.sha256);
  return differs ? said("not_pinned_sum") : undefined;
}

function cameWrong({ endpoint }: Hub, { path, pinned }: RemoteFile, problem: Sentence): MemoryError {
  return failure("came_wrong", { path, endpoint, problem, newer: pinned ? said("or_new_version") : "" });
}

/** Appends to the part, of which an earlier download may have left some, until the file is whole; returns its size. */
async function fill(
  runtime: Runtime,
  hub: Hub,
  file: RemoteFile,
  part: string,
  onBytes: (bytes: number) => void,
): Promise<number> {
  let size = runtime.files.stat(part)?.size ?? 0;
  // Only bytes beyond these are progress: a server may start over after every cut, and be cut every time.
  let furthest = size;
  const restart = () => {
    size = 0;
    runtime.files.remove(part);
  };
  if (file.size !== undefined && size > file.size) restart();
  onBytes(size);
  return await withTries(hub, async (tries) => {
    if (size > 0 && size === file.size) return size;
    const { body, whole } = await openBody(hub, file, size).catch((error) => {
      // The server's file is shorter than the part, which belongs to another file then.
      if (error instanceof RetryableError && error.details.isWrongPart) restart();
      throw error;
    });
    if (whole && size > 0) restart();
    for await (const piece of body) {
      appendTo(runtime, part, piece);
      size += piece.length;
      if (size > furthest) tries.reset();
      furthest = Math.max(furthest, size);
      onBytes(size);
      if (size > (file.size ?? largest(file))) break;
    }
    if (file.size !== undefined && size < file.size) throw new RetryableError(said("was_cut"));
    return size;
  });
}

/** The problem with a file that came; undefined when it is the one that the hub described. */
function problemWith(file: RemoteFile, { size, sha256 }: Pick<ModelFile, "size" | "sha256">): Sentence | undefined {
  if (file.size !== undefined && size !== file.size) return said("bytes_instead", { bytes: size, size: file.size });
  if (size > largest(file)) return said("too_large", { most: largest(file) });
  if (file.pinned && sha256 !== file.pinned.sha256) return said("not_pinned_sum");
  if (file.sha256 !== undefined && sha256 !== file.sha256) return said("not_announced");
  return undefined;
}

/** The digest of the etag in the name keeps the parts of different versions apart. */
function partPath({ etag, size }: RemoteFile, target: string): string {
  const tag = sha256Hex([`${etag} ${size}`]).slice(0, 12);
  return `${target}.${tag}${PART_SUFFIX}`;
}

function removeOtherParts(runtime: Runtime, part: string, target: string): void {
  for (const name of runtime.files.list(dirname(target))) {
    if (!name.startsWith(`${basename(target)}.`) || !name.endsWith(PART_SUFFIX) || name === basename(part)) continue;
    runtime.files.remove(join(dirname(target), name));
  }
}

/** Appends to a part. Throws IO_ERROR, which says that the next download goes on from there. */
function appendTo(runtime: Runtime, path: string, bytes: Uint8Array, { sync = false } = {}): void {
  try {
    runtime.files.write(path, bytes, { how: "append", sync });
  } catch (cause) {
    throw failure("cannot_write", { path, reason: reasonTold(cause) }, { cause });
  }
}
