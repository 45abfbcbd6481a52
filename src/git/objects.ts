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

function nameOf(files: Files, commonFolder: string, content: Uint8Array): string {
  const hash = createHash(usesSha256(files, commonFolder) ? "sha256" : "sha1");
  return hash.update(`blob ${content.length}\0`).update(content).digest("hex");
}

/** Whether a repository has a file with this content. False also where its files can't be read. */
function hasContent({ files }: Runtime, { commonFolder }: Worktree, content: Uint8Array): boolean {
  const hex = nameOf(files, commonFolder, content);
  const name = Buffer.from(hex, "hex");
  const objects = join(commonFolder, "objects");
  try {
    if (files.stat(join(objects, hex.slice(0, 2), hex.slice(2))) !== undefined) return true;
    const packs = join(objects, "pack");
    return files.list(packs).some((file) => file.endsWith(".idx") && isInPack(files, join(packs, file), name));
  } catch {
    return false;
  }
}

function hasStash(files: Files, commonFolder: string): boolean {
  return files.stat(join(commonFolder, "refs/stash")) !== undefined ||
    (readText(files, join(commonFolder, "packed-refs")) ?? "").includes(" refs/stash\n");
}

/**
 * Tells of contents below a folder, named from the root, whether git has them. What stashes took away does not count,
 * since it may stand on no branch; where a stash can't be read, as one that was packed, nothing does.
 */
export function committedBelow(runtime: Runtime, worktree: Worktree, folder: string): (content: Uint8Array) => boolean {
  const { commonFolder } = worktree;
  const stashed = hasStash(runtime.files, commonFolder) ? stashedBelow(runtime.files, commonFolder, folder) : new Set();
  return (content) => {
    if (stashed === undefined) return false;
    return hasContent(runtime, worktree, content) && !stashed.has(nameOf(runtime.files, commonFolder, content));
  };
}

/** The names of the contents that stashes have below a folder and the commits below them have not. */
function stashedBelow(files: Files, commonFolder: string, folder: string): Set<string> | undefined {
  const stashes = (readText(files, join(commonFolder, "logs/refs/stash")) ?? "").split("\n").filter((line) =>
    line !== ""
  );
  const found = new Set<string>();
  try {
    if (stashes.length === 0) return undefined;
    for (const line of stashes) {
      const stash = line.split(" ", 2)[1] ?? "";
      // The commit below it, the index, and the files that were not tracked, if they were stashed.
      const [base = "", , others] = parentsOf(files, commonFolder, stash);
      const [before, after] = [base, stash].map((commit) => contentsBelow(files, commonFolder, commit, folder));
      for (const name of after?.difference(before ?? new Set()) ?? []) found.add(name);
      if (others !== undefined) {
        for (const name of contentsBelow(files, commonFolder, others, folder)) found.add(name);
      }
    }
    return found;
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

/** The names of all contents below a folder of a commit. */
function contentsBelow(files: Files, commonFolder: string, commit: string, folder: string): Set<string> {
  const [, root = ""] = /^tree (\w+)/.exec(objectOf(files, commonFolder, commit).toString("latin1")) ?? [];
  let tree: string | undefined = root;
  for (const part of folder.split("/")) tree = tree && entriesOf(files, commonFolder, tree).get(part)?.name;
  const found = new Set<string>();
  const walk = (tree: string) => {
    for (const { name, isFolder } of entriesOf(files, commonFolder, tree).values()) {
      if (isFolder) walk(name);
      else found.add(name);
    }
  };
  if (tree !== undefined) walk(tree);
  return found;
}

function entriesOf(files: Files, commonFolder: string, tree: string) {
  const bytes = objectOf(files, commonFolder, tree);
  const length = tree.length / 2;
  const found = new Map<string, { readonly name: string; readonly isFolder: boolean }>();
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0, at);
    const [mode = "", ...path] = bytes.toString("utf8", at, end).split(" ");
    at = end + 1 + length;
    found.set(path.join(" "), { name: bytes.toString("hex", end + 1, at), isFolder: mode === "40000" });
  }
  return found;
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
