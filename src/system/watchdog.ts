/**
 * A second thread that answers and ends the process after a while, however busy the first one is: with a call into
 * SQLite, a pattern on a long text, a file system that hangs. hooks/guard.ts decides when it starts, since a start
 * takes half a millisecond.
 */
import type { Watch, WatchOrders } from "../runtime.ts";

/** The values of a shared word that tells which thread answers: none yet, the watched one, the watching one. */
export const [OPEN, OURS, THEIRS] = [0, 1, 2] as const;

/** The message to the watching thread, sent again when the orders change. */
export interface WatchMessage extends WatchOrders {
  readonly state: SharedArrayBuffer;
}

/** Starts a watching thread; undefined where there is none. */
export function watchOver(orders: WatchOrders): Watch | undefined {
  try {
    const state = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const word = new Int32Array(state);
    // A name without a place would be looked for in the working directory, too: in a stranger's repository.
    const worker = new Worker(new URL("./src/system/watchdog_thread.ts", import.meta.url));
    worker.onerror = (event) => event.preventDefault();
    const tell = (orders: WatchOrders) => worker.postMessage({ ...orders, state } satisfies WatchMessage);
    tell(orders);
    return { tell, mayAnswer: () => Atomics.compareExchange(word, 0, OPEN, OURS) !== THEIRS };
  } catch {
    return undefined;
  }
}
