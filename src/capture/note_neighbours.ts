/** The notes nearest to a judgement, by our own search. */
import { nearestByTable } from "../notes/nearest.ts";
import type { Neighbour } from "../notes/governance.ts";
import type { Payload } from "../notes/payload.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";

/** The five nearest notes of the layer that is written to, best first. */
export function neighboursOf(_memory: Memory, store: Store, payload: Payload): Promise<readonly Neighbour[]> {
  return Promise.resolve(nearestByTable(store, payload));
}
