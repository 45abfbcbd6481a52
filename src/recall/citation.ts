/** How a context names its records: by id, and by layer too where both layers have a record of that id. */
import type { Layer } from "../records/mod.ts";

/** What a context names. */
export interface Named {
  readonly id: string;
  readonly layer?: Layer;
}

/** Names the records of one context: `MEM-001`, or `MEM-001, global` beside a `MEM-001` of the project. */
export function citations(all: readonly Named[]): (record: Named) => string {
  const layers = new Map<string, Set<Layer | undefined>>();
  for (const { id, layer } of all) layers.set(id, (layers.get(id) ?? new Set()).add(layer));
  return ({ id, layer }) => layer !== undefined && (layers.get(id)?.size ?? 0) > 1 ? `${id}, ${layer}` : id;
}
