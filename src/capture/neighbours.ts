/** What memory already holds of the same. Seam: filled by the index. */
import type { Store } from "../store/mod.ts";

/** The id of a fact with the same content in this layer. */
export function identicalFact(_store: Store, _content: string): string | undefined {
  return undefined;
}

/** Facts that say nearly the same. */
export function similarFacts(_store: Store, _content: string): { id: string; score: number }[] {
  return [];
}
