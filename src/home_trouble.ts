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
  /** It can't even be read: whose a memory is can't be told. */
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
  const isUnread = kind === undefined ? !files.mayRead(nearest) : !files.mayRead(home);
  if (!isUnread && files.mayWrite(nearest)) return undefined;
  const values = { home, path: nearest, owner: files.owner(nearest) ?? 0, mode: modeText(files, nearest) };
  return {
    failure: failure(isUnread ? "home_closed" : kind === undefined ? "home_unmade" : "home_unwritten", values),
    isUnread,
  };
}

/** The path, or the nearest folder above it, that is there and can be looked at. */
export function nearestThere(files: Files, path: string): string {
  for (let each = path;; each = dirname(each)) {
    if (tried(() => files.stat(each)) !== undefined || dirname(each) === each) return each;
  }
}

function modeText(files: Files, path: string): string {
  return (files.stat(path)?.mode ?? 0).toString(8).padStart(3, "0");
}

/** The runtime; where this user may not look into `~/.memory`, one in which nothing is there. */
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
