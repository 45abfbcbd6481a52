/**
 * In: a data folder. Out: the `Store` that every reading and writing of the truth goes through.
 * Not done here: finding records (index/, search/); each operation on the store has a file of its own beside this one.
 */
import type { Layer } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import { belongingOf, type Standing } from "./home.ts";

/** One layer of memory on disk. A plain value: opening it touches nothing. */
export interface Store {
  readonly runtime: Runtime;
  /** Absolute path of the `memory-data` folder. */
  readonly folder: string;
  readonly layer: Layer;
  /** Absolute path of the home, which holds what this machine makes of the folder (home.ts). It need not exist. */
  readonly home: string;
  readonly standing: Standing;
  /** The home names another place of the folder, or not the link to it: the next writer puts that right. */
  readonly moved?: boolean;
}

declare const LOCKED: unique symbol;

/** A store whose lock this process holds. What writes asks for one, and `withLock` alone makes it: nobody forgets. */
export interface LockedStore extends Store {
  readonly [LOCKED]: true;
}

/** The store in a data folder, which need not be there yet. */
export function openStore(runtime: Runtime, folder: string, layer: Layer): Store {
  const { home, standing, moved = false } = belongingOf(runtime, folder, layer);
  return { runtime, folder, layer, home, standing, moved };
}
