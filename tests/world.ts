/** The world in a test's hands: real files in a temporary folder, a chosen clock, faults on demand. */
import * as fs from "node:fs";
import * as os from "node:os";
import { join } from "node:path";
import process from "node:process";
import type { Files, Runtime, WriteOptions } from "../src/runtime.ts";
import { systemRuntime } from "../src/system/mod.ts";
import { openStore, type Store } from "../src/store/mod.ts";
import { claimFolder } from "../src/store/write_lock.ts";

export interface World {
  readonly folder: string;
  readonly runtime: Runtime;
  /** Moves the clock. */
  advance(ms: number): void;
}

export interface WorldOptions {
  readonly now?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: (real: Files) => Files;
}

/** A world whose home and working directory are a fresh folder, its clock standing at `now`. */
export function testWorld(
  { now = "2026-02-18T10:00:00.000Z", env = {}, files = (real) => real }: WorldOptions = {},
): World {
  const system = systemRuntime();
  const folder = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), "memory-world-")));
  removeAtExit(folder);
  let time = Date.parse(now);
  const runtime: Runtime = {
    ...system,
    now: () => new Date(time),
    env: (name) => env[name],
    envNames: () => Object.keys(env),
    cwd: () => folder,
    home: join(folder, "home"),
    files: files(system.files),
  };
  return { folder, runtime, advance: (ms) => void (time += ms) };
}

const leftovers: string[] = [];

/** One listener for all folders. Deno tells a file of tests that it ends by `unload`, other runners by `exit`. */
export function removeAtExit(folder: string): void {
  if (leftovers.length === 0) {
    globalThis.addEventListener?.("unload", removeAll);
    process.once("exit", removeAll);
  }
  leftovers.push(folder);
}

function removeAll(): void {
  for (const path of leftovers.splice(0)) {
    try {
      fs.rmSync(path, { recursive: true, force: true });
    } catch {
      // What a test left running writes there still.
    }
  }
}

/** A store in a fresh folder of a world. */
export function testStore(world: World): Store {
  return ownStore(world.runtime, join(world.folder, "memory-data"));
}

/** The store in a data folder, which is made if need be and is one's own, as after `memory init`. */
export function ownStore(runtime: Runtime, folder: string): Store {
  fs.mkdirSync(folder, { recursive: true });
  // Whatever faults a test's files have, and whatever its clock says.
  claimFolder(openStore({ ...runtime, files: systemRuntime().files }, folder, "project"));
  return openStore(runtime, folder, "project");
}

/** Files that fail as a full disk does, from the nth write on: half of that write's bytes arrive, then ENOSPC. */
export function fullDisk(real: Files, failingWrite: number): Files {
  let writes = 0;
  return {
    ...real,
    write(path: string, bytes: Uint8Array | string, options: WriteOptions) {
      if (++writes < failingWrite) return real.write(path, bytes, options);
      const all = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
      real.write(path, all.subarray(0, all.length >> 1), options);
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
    },
  };
}

/** Files of which the nth can't be put in the place of another, as where somebody holds that open. */
export function heldAt(real: Files, failing: number): Files {
  let renames = 0;
  return {
    ...real,
    rename(from: string, to: string) {
      if (++renames !== failing) return real.rename(from, to);
      throw Object.assign(new Error("EACCES: permission denied, rename"), { code: "EACCES", syscall: "rename" });
    },
  };
}

/** Raised by `killedAt`; nothing of ours catches it as a failure of the file system. */
export class Killed extends Error {}

/** Files of a process that is killed right before its nth change to the disk: none of them happens from then on. */
export function killedAt(real: Files, change: number): Files {
  let changes = 0;
  const alive = <A extends unknown[], R>(action: (...args: A) => R) => (...args: A): R => {
    if (++changes >= change) throw new Killed(`killed at change ${change}`);
    return action(...args);
  };
  return {
    ...real,
    write: alive(real.write),
    truncate: alive(real.truncate),
    rename: alive(real.rename),
    link: alive(real.link),
    remove: alive(real.remove),
    makeFolder: alive(real.makeFolder),
  };
}
