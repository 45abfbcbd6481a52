/**
 * A thread beside this one that answers and ends the process after a while, however busy this one is: a call into
 * SQLite, a pattern on a long text, a file system that hangs. hooks/guard.ts decides when: a start takes half a
 * millisecond.
 *
 * @module
 */
import type { Watch, WatchOrders } from "../runtime.ts";

/** Who answers: nobody yet, the watched thread, the watching one. A word that both threads see holds it. */
export const [OPEN, OURS, THEIRS] = [0, 1, 2] as const;

/** What the watching thread is told, once and again when something of it changes. */
export interface WatchMessage extends WatchOrders {
  readonly state: SharedArrayBuffer;
}

/** Starts a watching thread; undefined where there is none. */
export function watchOver(orders: WatchOrders): Watch | undefined {
  try {
    const state = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const word = new Int32Array(state);
    const worker = new Worker("./src/system/watchdog_thread.ts");
    worker.onerror = (event) => event.preventDefault();
    const tell = (orders: WatchOrders) => worker.postMessage({ ...orders, state } satisfies WatchMessage);
    tell(orders);
    return {
      tell,
      mayAnswer: () => Atomics.compareExchange(word, 0, OPEN, OURS) !== THEIRS,
    };
  } catch {
    return undefined;
  }
}
