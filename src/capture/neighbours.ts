/** What memory already holds of the same, asked before a fact is saved. */
import { withIndexInStep } from "../index/in_step.ts";
import { openLog } from "../log.ts";
import { search } from "../search/mod.ts";
import { RECIPE, type Recipe } from "../search/recipe.ts";
import { settingsOfSearch } from "../search/settings.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";

export interface Neighbours {
  /** A visible fact with the same text in this layer. */
  readonly identical?: string;
  /** Records that say much the same, best first: to be superseded, perhaps. */
  readonly similar: readonly { readonly id: string; readonly score: number }[];
}

/** A score of 1 says exactly the same; from here on two sentences share most of their rare words. */
const SIMILAR_FROM = 0.5;
const SIMILAR_MAX = 3;
/**
 * A glance, not a search: what is so near is among the first few and says so itself, not by what stands beside it. Words are
 * most of a score: without a good share of their weight no record comes near, and mostly none does.
 */
const GLANCE: Recipe = {
  ...RECIPE,
  candidates: 20,
  leastShare: 0.25,
  typos: false,
  kindredWord: 0,
  neighbours: [0, 0],
  session: { ...RECIPE.session, weight: 0 },
  kin: 0,
};

/**
 * What this layer holds of the same. The look is a service, saving is the duty: when the index can't be asked, the fact is
 * saved all the same, and consolidation finds the double later.
 */
export function neighboursOf({ runtime, config }: Memory, store: Store, content: string): Neighbours {
  try {
    return withIndexInStep(store, (index) => {
      const identical = index.findIdentical(content)[0]?.id;
      if (identical !== undefined) return { identical, similar: [] };
      const wish = { limit: SIMILAR_MAX, now: runtime.now(), filters: { types: ["fact" as const] } };
      const { hits } = search([index], content, {
        ...settingsOfSearch(config, wish),
        source: { project: 1, global: 1 },
      }, GLANCE);
      const near = hits.filter(({ score }) => score >= SIMILAR_FROM);
      return { similar: near.map(({ id, score }) => ({ id, score: Math.round(score * 100) / 100 })) };
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    openLog(runtime, store.folder, config.log.level).warning("Saved without looking for the same fact", { reason });
    return { similar: [] };
  }
}
