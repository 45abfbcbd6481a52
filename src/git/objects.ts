/**
 * Whether a repository has a file with this content, committed or staged. Git's own program is not asked, since the
 * settings of a stranger's repository could make it run something.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { inflateSync } from "node:zlib";
import { join } from "node:path";
import { readText } from "../files.ts";
import type { Files, Runtime } from "../runtime.ts";
import { usesSha256, type Worktree } from "./worktree.ts";

/**
 * Tells of contents below a folder, named from the root, whether git has them. What stashes took away does not count,
 * since it may stand on no branch; where a stash can't be read, as one that was packed, nothing does.
 */
export function committedBelow(
  { files }: Runtime,
  { commonFolder }: Worktree,
  folder: string,
): (content: Uint8Array) => boolean {
  const algorithm = usesSha256(files, commonFolder) ? "sha256" : "sha1";
  const stashed = stashedBelow(files, commonFolder, folder);
  return (content) => {
    if (stashed === undefined) return false;
    const name = createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest("hex");
    return !stashed.has(name) && hasObject(files, commonFolder, name);
  };
}

/** Whether a repository has an object. False also where its files can't be read. */
function hasObject(files: Files, commonFolder: string, name: string): boolean {
  const objects = join(commonFolder, "objects");
  try {
    if (files.stat(join(objects, name.slice(0, 2), name.slice(2))) !== undefined) return true;
    const packs = join(objects, "pack");
    const bytes = Buffer.from(name, "hex");
    return files.list(packs).some((file) => file.endsWith(".idx") && isInPack(files, join(packs, file), bytes));
  } catch {
    return false;
  }
}

function hasStash(files: Files, commonFolder: string): boolean {
  return files.stat(join(commonFolder, "refs/stash")) !== undefined ||
    (readText(files, join(commonFolder, "packed-refs")) ?? "").includes(" refs/stash\n");
}

/** The names of what stashes have below a folder and the commits that they were made on have not. */
function stashedBelow(files: Files, commonFolder: string, folder: string): Set<string> | undefined {
  const stashed = new Set<string>();
  if (!hasStash(files, commonFolder)) return stashed;
  const stashes = readText(files, join(commonFolder, "logs/refs/stash"))?.trim();
  if (!stashes) return undefined;
  try {
    for (const line of stashes.split("\n")) {
      const [, stash = ""] = line.split(" ", 2);
      // Its parents: the commit that it was made on, the index, and the untracked files if they were stashed.
      const [base = "", ...others] = parentsOf(files, commonFolder, stash);
      const committed = namesBelow(files, commonFolder, base, folder);
      for (const commit of [stash, ...others]) {
        for (const name of namesBelow(files, commonFolder, commit, folder).difference(committed)) stashed.add(name);
      }
    }
    return stashed;
  } catch {
    return undefined;
  }
}

const OBJECT_BYTES_MAX = 16 * 1024 * 1024;

/** The bytes of an object of its own file, without its head. Throws where git has packed it. */
function objectOf(files: Files, commonFolder: string, name: string): Buffer {
  const packed = files.read(join(commonFolder, "objects", name.slice(0, 2), name.slice(2)), OBJECT_BYTES_MAX);
  if (!packed) throw new Error(`${name} has no file of its own`);
  const bytes = inflateSync(packed, { maxOutputLength: OBJECT_BYTES_MAX });
  return bytes.subarray(bytes.indexOf(0) + 1);
}

function parentsOf(files: Files, commonFolder: string, commit: string): string[] {
  const [head = ""] = objectOf(files, commonFolder, commit).toString("latin1").split("\n\n", 1);
  return head.split("\n").filter((line) => line.startsWith("parent ")).map((line) => line.slice("parent ".length));
}

/** The names of everything below a folder of a commit. */
function namesBelow(files: Files, commonFolder: string, commit: string, folder: string): Set<string> {
  let [, tree] = /^tree (\w+)/.exec(objectOf(files, commonFolder, commit).toString("latin1")) ?? [];
  for (const part of folder.split("/").filter((each) => each !== "")) {
    tree = tree && entriesOf(files, commonFolder, tree).find(({ path, isFolder }) => isFolder && path === part)?.name;
  }
  const found = new Set<string>();
  const walk = (tree: string) => {
    for (const { name, isFolder } of entriesOf(files, commonFolder, tree)) {
      // In an archive's repository a folder may hold itself, or ten times the same one.
      if (found.has(name)) continue;
      found.add(name);
      if (isFolder) walk(name);
    }
  };
  if (tree !== undefined) walk(tree);
  return found;
}

function entriesOf(files: Files, commonFolder: string, tree: string) {
  const bytes = objectOf(files, commonFolder, tree);
  const entries: { readonly path: string; readonly name: string; readonly isFolder: boolean }[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0, at);
    if (end < 0) throw new Error(`${tree} is no folder`);
    const [mode = "", ...path] = bytes.toString("utf8", at, end).split(" ");
    at = end + 1 + tree.length / 2;
    entries.push({ path: path.join(" "), name: bytes.toString("hex", end + 1, at), isFolder: mode === "40000" });
  }
  return entries;
}

const MAGIC = 0xff744f63;
/** Magic and version; then, for each first byte, how many names begin with it or a lower one. */
const HEADER_BYTES = 8;
const COUNTS_BYTES = 256 * 4;

/** Whether the index of a pack, version 2, lists an object. */
function isInPack(files: Files, path: string, name: Buffer): boolean {
  const head = files.readRange(path, 0, HEADER_BYTES + COUNTS_BYTES);
  if (head?.length !== HEADER_BYTES + COUNTS_BYTES) return false;
  const view = new DataView(head.buffer, head.byteOffset);
  if (view.getUint32(0) !== MAGIC || view.getUint32(4) !== 2) return false;
  const countTo = (first: number) => first < 0 ? 0 : view.getUint32(HEADER_BYTES + first * 4);
  const [first = 0] = name;
  const [from, to] = [countTo(first - 1), countTo(first)];
  const start = HEADER_BYTES + COUNTS_BYTES + from * name.length;
  const names = to > from ? files.readRange(path, start, (to - from) * name.length) : undefined;
  for (let at = 0; names && at < names.length; at += name.length) {
    if (name.equals(names.subarray(at, at + name.length))) return true;
  }
  return false;
}
