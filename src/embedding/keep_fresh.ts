/** Work under a lock that takes longer than a lock may look abandoned. */
import type { Runtime } from "../runtime.ts";
import type { LongLock } from "../store/lock.ts";

/** Often enough: untouched for ten minutes, a lock counts as left behind. */
const TOUCH_EVERY_MS = 60_000;

/** What touches the lock once a minute, however often it is called. */
export function keepFresh({ now }: Pick<Runtime, "now">, lock: LongLock): () => void {
  let touchedAt = now().getTime();
  return () => {
    if (now().getTime() - touchedAt < TOUCH_EVERY_MS) return;
    touchedAt = now().getTime();
    lock.touch();
  };
}
