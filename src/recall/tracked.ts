/**
 * In: a memory whose project is in a git repository. Out: which of its files git tracks. Others may have written them,
 * or a clone brought them: they are to be weighed, not followed, whatever they say.
 * Not done here: running git; what a record itself says of its origin (start.ts).
 *
 * @module
 */
import { join, relative, sep } from "node:path";
import { gitFolderOf, gitRoot } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import type { Memory } from "../store/memory.ts";

/** Git's index is sorted, and names that begin with a dot come first: ours are near its beginning. */
const INDEX_BYTES_MAX = 1024 * 1024;
/** In this version each name is stored as its difference from the one before. */
const PREFIXED = 4;
const VERSION_AT = 4;

/**
 * Whether git tracks a file of the data folder, by its name in it. The index is read when first asked, and searched as
 * bytes, because an agent waits. A name found there by chance errs on the side of caution.
 */
export function trackedIn({ runtime, project }: Pick<Memory, "runtime" | "project">): (file: string) => boolean {
  let index: { readonly bytes: Buffer; readonly folder: string } | undefined | false;
  return (file) => {
    if (!project) return false;
    index ??= readIndex(runtime, project.folder) ?? false;
    if (!index) return false;
    const { bytes, folder } = index;
    if (bytes.readUInt32BE(VERSION_AT) === PREFIXED) return bytes.includes(`${folder.split("/").at(-1)}/`);
    return bytes.includes(`${folder}/${file}\0`);
  };
}

function readIndex(runtime: Runtime, folder: string): { bytes: Buffer; folder: string } | undefined {
  const root = gitRoot(runtime, folder);
  const gitFolder = root && gitFolderOf(runtime, root);
  if (root === undefined || gitFolder === undefined) return undefined;
  const bytes = runtime.files.readRange(join(gitFolder, "index"), 0, INDEX_BYTES_MAX);
  if (!bytes || bytes.length < 2 * VERSION_AT) return undefined;
  return {
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
    folder: relative(root, folder).split(sep).join("/"),
  };
}
