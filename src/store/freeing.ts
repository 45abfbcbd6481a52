/** Of a large memory what was read is freed on the way: to free takes 20 to 100 ms, so not too often. */
import type { Runtime } from "../runtime.ts";

const UNFREED_BYTES = 48 * 2 ** 20;

/** To be told how many bytes each file was that is not used any more: frees them when they are many. */
export function freeAlongTheWay(runtime: Pick<Runtime, "freeUnused">): (bytes: number) => void {
  let unfreed = 0;
  return (bytes) => {
    unfreed += bytes;
    if (unfreed <= UNFREED_BYTES) return;
    runtime.freeUnused();
    unfreed = 0;
  };
}
