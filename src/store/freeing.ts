/** Frees what was read of a large memory while more is read; not too often, since each time takes 20 to 100 ms. */
import type { Runtime } from "../runtime.ts";

const UNFREED_BYTES = 24 * 2 ** 20;

/** Returns a function to call with the size of each file that is not used any more. */
export function freeAlongTheWay(runtime: Pick<Runtime, "freeUnused">): (bytes: number) => void {
  let unfreed = 0;
  return (bytes) => {
    unfreed += bytes;
    if (unfreed <= UNFREED_BYTES) return;
    runtime.freeUnused();
    unfreed = 0;
  };
}
