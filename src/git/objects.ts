/**
 * Whether a repository has a file with this content, committed or staged. Git's own program is not asked, since the
 * settings of a stranger's repository could make it run something.
 */
import { join } from "node:path";
import { tried } from "../errors.ts";
import { readText } from "../files.ts";
import { hashOf } from "../hash.ts";
import { once } from "../remembered.ts";
import type { Files, Runtime } from "../runtime.ts";
import { usesSha256, type Worktree } from "./worktree.ts";

/**
 * Makes a test: whether git has a content, committed or staged. While there is a stash the answer is no, since the
 * object may be the stash's alone, which stands on no branch.
 */
export function committedIn({ files }: Runtime, worktree: Worktree): (content: Uint8Array) => boolean {
  const { commonFolder } = worktree;
  if (hasStash(files, commonFolder)) return () => false;
  return (content) => {
    const name = blobName(files, worktree, content);
    return isLoose(files, commonFolder, name) || isPacked(files, commonFolder, name);
  };
}

/**
 * Makes a test: whether git has a content in a commit or a stash. What is only staged does not count, since a reset
 * drops it. It lies loose and no tree names it: git packs only what it needs, each tree together with the files that it
 * names.
 */
export function keptIn({ files }: Runtime, worktree: Worktree): (content: Uint8Array) => boolean {
  const { commonFolder } = worktree;
  const trees = once(() => looseTrees(files, commonFolder));
  return (content) => {
    const name = blobName(files, worktree, content);
    if (isPacked(files, commonFolder, name)) return true;
    return isLoose(files, commonFolder, name) && trees().some((tree) => tree.includes(name));
  };
}

function blobName(files: Files, { commonFolder }: Worktree, content: Uint8Array): Buffer {
  const algorithm = usesSha256(files, commonFolder) ? "sha256" : "sha1";
  return Buffer.from(hashOf(algorithm, [`blob ${content.length}\0`, content]).digest());
}

/** False also where git's files can't be read. */
function isLoose(files: Files, commonFolder: string, name: Buffer): boolean {
  const hex = name.toString("hex");
  return tried(() => files.stat(join(commonFolder, "objects", hex.slice(0, 2), hex.slice(2)))) !== undefined;
}

/** False also where git's files can't be read. */
function isPacked(files: Files, commonFolder: string, name: Buffer): boolean {
  const packs = join(commonFolder, "objects", "pack");
  return tried(() =>
    files.list(packs).some((file) => file.endsWith(".idx") && isInPack(files, join(packs, file), name))
  ) ?? false;
}

/** Enough to tell a tree from a file, which may be large. */
const PEEK_BYTES = 64;

/** The trees that git has not packed yet. */
function looseTrees(files: Files, commonFolder: string): Buffer[] {
  // Loaded late, since every hook loads this file and hardly any asks here.
  const { constants, inflateSync } = process.getBuiltinModule("node:zlib");
  const objects = join(commonFolder, "objects");
  const paths = files.list(objects).filter((name) => /^[0-9a-f]{2}$/.test(name))
    .flatMap((name) => files.list(join(objects, name)).map((rest) => join(objects, name, rest)));
  return paths.flatMap((path) =>
    tried(() => {
      const head = files.readRange(path, 0, PEEK_BYTES) ?? new Uint8Array();
      const begins = inflateSync(head, { finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1");
      return begins.startsWith("tree ") ? inflateSync(files.read(path) ?? head) : [];
    }) ?? []
  );
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
