/**
 * In: a memory whose project lies in a git repository. Out: which of its files git tracks: what others may have written, or a
 * clone has brought, is to be weighed and not followed, whatever it says.
 * Not done here: running git; what a record itself says of where it came from (start.ts).
 *
 * @module
 */
import { join, relative, sep } from "node:path";
import { gitFolderOf, gitRoot } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import type { Memory } from "../store/memory.ts";

/** Git's index is sorted, and names that begin with a dot come first: ours stand near its beginning. */
const INDEX_BYTES_MAX = 1024 * 1024;
/** Of this version names are told by what changes from one to the next. */
const PREFIXED = 4;
const VERSION_AT = 4;

/**
 * Whether git tracks a file of the project's data folder, by its name in it. The index is read when first asked, and searched
 * as bytes: an agent waits, and a name that stands there by chance errs on the side of caution.
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
