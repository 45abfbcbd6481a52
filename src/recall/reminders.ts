/**
 * In: a query, before an agent acts or decides. Out: at most two reminders from curated notes (LingXi's minimal
 * injection), found by words, and by meaning where that is to be had.
 * Not done here: whether to look at all, the frame that injected text stands in (the caller's).
 *
 * @module
 */
import { type NearRows, openMeaning } from "../embedding/meaning.ts";
import { type MemoryIndex, openToLookUp } from "../index/mod.ts";
import type { RecordId } from "../records/ids.ts";
import type { Layer } from "../records/mod.ts";
import { type Hit, search, type SearchResult } from "../search/mod.ts";
import { settingsOfSearch } from "../search/settings.ts";
import type { Memory } from "../store/memory.ts";
import { citations, firstSentence, saidInShort } from "./frame.ts";
import { neutralise } from "../text/legible.ts";
import { isWanted, layerHere } from "./readers.ts";
import { reasonTold } from "../errors.ts";
import { nearestByTable } from "../notes/nearest.ts";
import { inResult, type Sentence } from "../sentence.ts";
import type { Store } from "../store/mod.ts";

/** A note, as it is given. */
export interface Reminder {
  readonly id: RecordId;
  readonly layer: Layer;
  /** One sentence to act on. */
  readonly one_liner: string;
  readonly score: number;
  /** Relative to the data folder of its layer. */
  readonly file: string;
  /** From the team's folder: to be weighed, not obeyed. */
  readonly shared: boolean;
}

/** What was found for a query, and how. */
interface Reminders {
  readonly matches: readonly Reminder[];
  readonly method: SearchResult["method"];
}

/** LingXi's "Top 0–2": more would not be read. */
const MOST_REMINDERS = 2;
/** LingXi's Top 0–5 of each path, and as many again in case some are archived or another project's. */
const CANDIDATES = 10;
/** LingXi §1: meaning 0.7, key words by rank 0.3. */
const SEMANTIC_SHARE = 0.7;
/**
 * Notes are few and curated, and a missed one costs more than one too many (LingXi: 召回优先). So with the default
 * setting they need only 0.15 of a query's weight, and move with that setting. Tried on twenty queries against ten
 * notes: nearly all that fits lies above 0.16, nearly all that does not below 0.07.
 */
const SHARE_OF_MIN_RELEVANCE = 0.36;
/**
 * From this closeness on, meaning alone is enough: about a third of the way from what is ordinary in the store to the
 * same text. To be measured with the weights of a real model.
 */
const ENOUGH_MEANING = 0.35;
/** A second reminder far below the first is noise beside an answer. */
const SHARE_OF_FIRST = 0.5;

/** The reminders for a query, best first; none when nothing fits. */
function findReminders(
  memory: Memory,
  indexes: readonly MemoryIndex[],
  query: string,
  semantic: readonly NearRows[] = [],
): Reminders {
  const wish = { limit: CANDIDATES, now: memory.runtime.now(), filters: { types: ["note"] as const } };
  const settings = { ...settingsOfSearch(memory.config, wish), ...(semantic.length > 0 ? { semantic } : {}) };
  const { hits, method } = search(indexes, query, settings);
  const recallable = hits.filter((hit) => hit.record.status !== "archive" && isWanted(memory, hit, hit.record));
  const ranked = semantic.length > 0 ? byBothPaths(recallable) : recallable.map((hit) => ({ hit, score: hit.score }));
  const lowest = memory.config.retrieval.min_relevance * SHARE_OF_MIN_RELEVANCE;
  const close = closeness(semantic);
  const relevant = ranked.filter(({ hit: { factors } }) =>
    (factors.lexical ?? 0) >= lowest || close(factors.semantic) >= ENOUGH_MEANING
  );
  const best = relevant[0]?.score ?? 0;
  const matches = relevant.filter(({ score }) => score >= best * SHARE_OF_FIRST).slice(0, MOST_REMINDERS)
    .map(({ hit, score }) => reminder(hit, score));
  return { matches, method };
}

/** The union of both paths, weighted as LingXi has it: `1 / (1 + rank)` for key words. */
function byBothPaths(hits: readonly Hit[]): { hit: Hit; score: number }[] {
  const ranks = new Map(
    hits.filter(({ factors }) => factors.lexical !== undefined)
      .toSorted((a, b) => (b.factors.lexical ?? 0) - (a.factors.lexical ?? 0))
      .map((hit, rank) => [hit, rank]),
  );
  return hits.map((hit) => {
    const rank = ranks.get(hit);
    const words = rank === undefined ? 0 : 1 / (1 + rank);
    const meaning = Math.max(0, hit.factors.semantic ?? 0);
    return { hit, score: (SEMANTIC_SHARE * meaning + (1 - SEMANTIC_SHARE) * words) * hit.factors.source };
  }).sort((a, b) => b.score - a.score);
}

function reminder(hit: Hit, score: number): Reminder {
  const { id, layer, file, record } = hit;
  return {
    id,
    layer,
    one_liner: neutralise(firstSentence(saidInShort(hit))),
    score: Math.round(score * 1000) / 1000,
    file,
    shared: record.shared === true,
  };
}

/** As an agent reads them: `API 错误响应统一使用 { code, message } 格式 [MEM-api-error-format]`, a line each. */
export function reminderLines(matches: readonly Pick<Reminder, "one_liner" | "id" | "layer">[]): string[] {
  const cite = citations(matches);
  return matches.map((match) => `${match.one_liner} [${cite(match)}]`);
}

/**
 * The share of words in common with a note's title and scene, when INDEX.md is all there is to ask: more than chance
 * gives.
 */
const ENOUGH_WORDS = 0.25;

/** What was found, how, and why not better. */
type Reminded = Omit<Reminders, "method"> & {
  readonly method: Reminders["method"] | "table";
  readonly degraded?: Sentence;
};

/**
 * LingXi's ladder: words and meaning, words alone, INDEX.md, silence. An agent in the middle of its work gets no error.
 */
export async function remind(memory: Memory, stores: readonly Store[], query: string): Promise<Reminded> {
  const indexes: MemoryIndex[] = [];
  const meaning = openMeaning(memory.runtime);
  try {
    for (const store of stores) indexes.push(openToLookUp(store)[0]);
    const { scores, degraded } = await meaning.ask(memory.config, indexes, query, NEAR_ROWS);
    return {
      ...findReminders(memory, indexes, query, scores),
      ...degraded === undefined ? {} : { degraded: inResult(degraded) },
    };
  } catch (error) {
    return { matches: byTable(memory, stores, query), method: "table", degraded: inResult(reasonTold(error)) };
  } finally {
    meaning.close();
    for (const index of indexes) index.close();
  }
}

function byTable(memory: Memory, stores: readonly Store[], query: string): Reminder[] {
  try {
    const near = stores.flatMap((store) =>
      nearestByTable(store, query).filter(({ note: { project } }) => layerHere(memory, store.layer, { project }))
        .map((found) => ({ ...found, layer: store.layer }))
    );
    return near.filter(({ score }) => score >= ENOUGH_WORDS)
      .sort((a, b) => b.score - a.score).slice(0, MOST_REMINDERS)
      .map(({ note: { id, oneLiner, title, path, shared }, score, layer }) => ({
        id,
        layer,
        one_liner: neutralise(firstSentence(oneLiner || title)),
        score,
        file: path,
        shared,
      }));
  } catch {
    return [];
  }
}

// A cosine says little by itself (search/merge.ts): what counts is how far a record stands out from the store's others.

/** Records whose cosine is asked for: enough of a store to know what is ordinary in it. */
export const NEAR_ROWS = 2_000;

/**
 * Turns cosines into closeness: 0 for what is ordinary in this store (the median), 1 for the same text. With fewer than
 * two records nothing is known of what is ordinary, and everything is 0.
 */
export function closeness(scores: readonly NearRows[]): (cosine: number | undefined) => number {
  const all = scores.flatMap(({ cosines }) => [...cosines.values()]).sort((left, right) => left - right);
  const ordinary = all.length < 2 ? undefined : all[(all.length - 1) >> 1];
  return (cosine) =>
    cosine === undefined || ordinary === undefined || ordinary >= 1
      ? 0
      : Math.max(0, (cosine - ordinary) / (1 - ordinary));
}
