/**
 * Whether a repository has a file with this content, committed or staged. Git's own program is not asked, since the
 * settings of a stranger's repository could make it run something.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { tried } from "../errors.ts";
import { readText } from "../files.ts";
import type { Files, Runtime } from "../runtime.ts";
import { usesSha256, type Worktree } from "./worktree.ts";

/** Tells of contents whether git has them; none while there is a stash, whose files may stand on no branch. */
export function committedIn({ files }: Runtime, { commonFolder }: Worktree): (content: Uint8Array) => boolean {
  if (hasStash(files, commonFolder)) return () => false;
  const algorithm = usesSha256(files, commonFolder) ? "sha256" : "sha1";
  return (content) => {
    const name = createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest("hex");
    return hasObject(files, commonFolder, name);
  };
}

/** Whether a repository has an object. False also where its files can't be read. */
function hasObject(files: Files, commonFolder: string, name: string): boolean {
  const objects = join(commonFolder, "objects");
  return tried(() => {
    if (files.stat(join(objects, name.slice(0, 2), name.slice(2))) !== undefined) return true;
    const packs = join(objects, "pack");
    const bytes = Buffer.from(name, "hex");
    return files.list(packs).some((file) => file.endsWith(".idx") && isInPack(files, join(packs, file), bytes));
  }) ?? false;
}

function hasStash(files: Files, commonFolder: string): boolean {
  return files.stat(join(commonFolder, "refs/stash")) !== undefined ||
    (readText(files, join(commonFolder, "packed-refs")) ?? "").includes(" refs/stash\n");
}

const MAGIC = 0xff744f63;
/** Magic and version; then, for each first byte, how many names begin with it or a lower one. */
const HEADER_BYTES = 8;
const COUNTS_BYTES = 256 * 4;

function isInPack(files: Files, path: string, name: Buffer): boolean {
  const head = files.readRange(path, 0, HEADER_BYTES + COUNTS_BYTES);
  if (head?.length !== HEADER_BYTES + COUNTS_BYTES) return false;
  const view = new DataView(head.buffer, head.byteOffset);
  if (view.getUint32(0) !== MAGIC || view.getUint32(4) !== 2) return false;
  const countTo = (first: number) => first < 0 ? 0 : view.getUint32(HEADER_BYTES + first * 4);
  const [first = 0] = name;
  const from = countTo(first - 1);
  const to = countTo(first);
  const start = HEADER_BYTES + COUNTS_BYTES + from * name.length;
  const names = to > from ? files.readRange(path, start, (to - from) * name.length) : undefined;
  for (let at = 0; names && at < names.length; at += name.length) {
    if (name.equals(names.subarray(at, at + name.length))) return true;
  }
  return false;
}
