/**
 * In: the machine. Out: what keeps this process from using `~/.memory`, with the next step: a volume that is root's, a
 * drive that is not there, a file in its place.
 *
 * Hot path: a hook looks once.
 */
import { dirname } from "node:path";
import { type MemoryError, tried } from "./errors.ts";
import { isInside, memoryHome } from "./paths.ts";
import type { Files, Runtime } from "./runtime.ts";
import { failure } from "./words.ts";

export interface HomeTrouble {
  readonly failure: MemoryError;
  /** `~/.memory` can't even be read, so that nobody knows whose a memory is. */
  readonly isUnread: boolean;
}

/** What keeps this process from using `~/.memory`; undefined where it can be used, or made. */
export function homeTrouble(runtime: Runtime): HomeTrouble | undefined {
  const { files } = runtime;
  const home = memoryHome(runtime);
  const kind = tried(() => files.stat(home))?.kind;
  const target = files.linkTarget(home);
  if (kind === undefined && target !== undefined) {
    return { failure: failure("home_link", { home, target }), isUnread: true };
  }
  if (kind !== undefined && kind !== "folder") return { failure: failure("home_file", { home }), isUnread: true };
  const nearest = nearestThere(files, home);
  const isUnread = !files.mayRead(nearest);
  if (!isUnread && files.mayWrite(nearest)) return undefined;
  const mode = files.stat(nearest)?.mode ?? 0;
  const owner = files.owner(nearest) ?? 0;
  const values = { home, path: nearest, owner, mode: mode.toString(8).padStart(3, "0") };
  // Any other code comes from a read-only disk or a sandbox, where no other owner or mode would help.
  const isOfMode = files.writeRefusal(nearest) === "EACCES";
  const unwritable = kind ? "home_unwritten" : "home_unmade";
  const name = isUnread ? "home_closed" : isOfMode ? unwritable : "home_read_only";
  return { failure: failure(name, values), isUnread };
}

/** The path, or the nearest folder above it, that is there and can be looked at. */
export function nearestThere(files: Files, path: string): string {
  for (let each = path;; each = dirname(each)) {
    if (tried(() => files.stat(each)) !== undefined || dirname(each) === each) return each;
  }
}

/** The runtime; if this user may not look into `~/.memory`, one in which that folder is empty. */
export function withoutClosedHome(runtime: Runtime): Runtime {
  const { files } = runtime;
  const home = memoryHome(runtime);
  if (files.mayRead(home)) return runtime;
  try {
    if (files.stat(home)?.kind !== "folder") return runtime;
  } catch {
    // A folder around it is closed.
  }
  const unless = <T>(path: string, read: () => T) => isInside(path, home) && path !== home ? undefined : read();
  const open: Files = {
    ...files,
    read: (path, most) => unless(path, () => files.read(path, most)),
    readPipe: (path, most) => unless(path, () => files.readPipe(path, most)),
    readRange: (path, start, length) => unless(path, () => files.readRange(path, start, length)),
    stat: (path) => unless(path, () => files.stat(path)),
    owner: (path) => unless(path, () => files.owner(path)),
    list: (path) => isInside(path, home) ? [] : files.list(path),
    entries: (path) => isInside(path, home) ? [] : files.entries(path),
    realPath: (path) => unless(path, () => files.realPath(path)),
    linkTarget: (path) => unless(path, () => files.linkTarget(path)),
  };
  return Object.assign(Object.create(runtime), { files: open });
}
