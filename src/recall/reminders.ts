/** In: a query, before an agent acts. Out: at most two reminders from curated notes (LingXi's minimal injection). */
import { type NearRows, openMeaning } from "../embedding/meaning.ts";
import { openToLookUp } from "../index/mod.ts";
import type { MemoryIndex } from "../index/open.ts";
import { briefId, type RecordId } from "../records/ids.ts";
import type { Layer } from "../records/mod.ts";
import { plainQuery } from "../search/query.ts";
import { RECIPE } from "../search/recipe.ts";
import { type Hit, search, type SearchResult, settingsOfSearch } from "../search/mod.ts";
import type { Memory } from "../store/memory.ts";
import { cleanText } from "./clean.ts";
import { citations, firstSentence, saidInShort } from "./frame.ts";
import { neutralise } from "../text/legible.ts";
import { hasHan } from "../text/script.ts";
import { sayer } from "./precedence.ts";
import { isWanted, layerHere, narrowToHere, othersNotesIn, type Placed } from "./readers.ts";
import { reasonTold, tried } from "../errors.ts";
import { nearestByTable } from "../notes/index_file.ts";
import { inResult, type Sentence } from "../sentence.ts";
import type { Store } from "../store/mod.ts";

/** A note, as it is told. */
export interface Reminder {
  readonly id: RecordId;
  readonly layer: Layer;
  /** One sentence to act on. */
  readonly one_liner: string;
  readonly score: number;
  /** Relative to the data folder of its layer. */
  readonly file: string;
  /** From the team's folder. */
  readonly shared: boolean;
  /** Others may have written it: to be weighed, not obeyed. */
  readonly others?: true | undefined;
  /** The end of the id of a record that contradicts it and goes before it, and what that says. */
  readonly outdated_by?: string | undefined;
  readonly later?: string | undefined;
}

/** The reminders for a query, how they were found, and why not better. */
interface Reminded {
  readonly matches: readonly Reminder[];
  readonly method: SearchResult["method"] | "table";
  readonly degraded?: Sentence;
}

/** LingXi's "Top 0–2": agents would not read more. */
const MOST_REMINDERS = 2;
/** LingXi's Top 0–5 of each path, twice, since some may be archived or another project's. */
const CANDIDATES = 10;
/** LingXi §1: meaning 0.7, words by rank 0.3. */
const SEMANTIC_SHARE = 0.7;
/**
 * Notes are few and curated, and a missed one costs more than one too many (LingXi: 召回优先). So with the default
 * setting they need only 0.15 of a query's weight. Of ten notes for twenty queries, nearly all that fit had more than
 * 0.16, nearly all others less than 0.07.
 */
const SHARE_OF_MIN_RELEVANCE = 0.36;
/** From this closeness on meaning alone is enough. Chosen, not measured. */
const ENOUGH_MEANING = 0.35;
/** A second reminder with a smaller share of the first one's score is noise beside it. */
const SHARE_OF_FIRST = 0.5;

async function findReminders(
  memory: Memory,
  indexes: readonly MemoryIndex[],
  query: string,
  semantic: readonly NearRows[],
): Promise<Reminded> {
  const wish = { limit: CANDIDATES, now: memory.runtime.now(), filters: { types: ["note"] as const } };
  const settings = { ...settingsOfSearch(memory.config, wish), ...(semantic.length > 0 ? { semantic } : {}) };
  const { hits, method } = search(indexes, query, settings);
  const recallable = hits.filter((hit) => hit.record.status !== "archive" && isWanted(memory, hit, hit.record));
  const ranked = semantic.length > 0 ? byBothPaths(recallable) : recallable.map((hit) => ({ hit, score: hit.score }));
  const lowest = memory.config.retrieval.min_relevance * SHARE_OF_MIN_RELEVANCE;
  const close = closeness(semantic);
  const isChinese = hasHan(query);
  // Of a note in the other language only other names are shared, which count a share of a word.
  const lineOf = ({ content }: Hit) => hasHan(content) === isChinese ? lowest : RECIPE.otherName * lowest;
  const relevant = ranked.filter(({ hit, hit: { factors } }) =>
    (factors.lexical ?? 0) >= lineOf(hit) || close(factors.semantic) >= ENOUGH_MEANING
  );
  const best = relevant[0]?.score ?? 0;
  const matches = relevant.filter(({ score }) => score >= best * SHARE_OF_FIRST).slice(0, MOST_REMINDERS)
    .map(({ hit, score }) => ({ hit, told: reminder(hit, score) }));
  const laterOf = matches.length === 0 ? undefined : await laterAbout(memory, indexes);
  const marked = matches.map(({ hit, told }): Reminder => {
    const later = laterOf?.(hit);
    return later ? { ...told, outdated_by: briefId(later.id), later: saidInOne(later) } : told;
  });
  return { matches: marked, method };
}

/** So many records near a note are compared with it. */
const COMPARED = 20;

/** Gives the record that outdates a note, by a start or a save, or among the notes and facts that are near to it. */
async function laterAbout(
  memory: Memory,
  indexes: readonly MemoryIndex[],
): Promise<(note: Placed) => Placed | undefined> {
  const [{ laterIn }, { laterAmong }] = await Promise.all([import("./settle.ts"), import("./beside.ts")]);
  const laterOf = laterIn(memory, indexes);
  const saidBy = sayer(memory);
  const wish = { limit: COMPARED, now: memory.runtime.now(), filters: { types: ["note", "fact"] as const } };
  const settings = settingsOfSearch(memory.config, wish);
  return (note) => {
    const known = laterOf(note);
    if (known) return known;
    const isNote = ({ id, layer }: Placed) => id === note.id && layer === note.layer;
    const { hits } = search(indexes, plainQuery(saidInShort(note)), settings);
    const near = hits.filter((hit) =>
      hit.record.status !== "archive" && isWanted(memory, hit, hit.record) && !isNote(hit)
    );
    const [own, ...others] = [note, ...near].map((hit) => ({ hit, said: saidBy(hit) }));
    return own && laterAmong([own, ...others])(own)?.hit;
  };
}

/** The union of both paths, weighted as LingXi has it: `1 / (1 + rank)` for words. */
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
    one_liner: saidInOne(hit),
    score: Math.round(score * 1000) / 1000,
    file,
    shared: record.shared === true,
  };
}

function saidInOne(hit: Placed): string {
  return neutralise(firstSentence(saidInShort(hit)));
}

/**
 * A line for each, as an agent reads it: `API 错误响应统一使用 { code, message } 格式 [MEM-api-error-format]`.
 *
 * @param marks behind what others may have written, and before what outdates a note
 */
export function reminderLines(
  matches: readonly Pick<Reminder, "one_liner" | "id" | "layer" | "others" | "outdated_by" | "later">[],
  marks: { readonly others: string; readonly outdated: string },
): string[] {
  const cite = citations(matches);
  return matches.map((match) => {
    const later = match.outdated_by === undefined ? "" : ` ⚠ ${marks.outdated}${match.later} [${match.outdated_by}]`;
    return `${match.one_liner} [${cite(match)}]${match.others ? marks.others : ""}${later}`;
  });
}

/** The least share of words in common with a note's title and scene, where only INDEX.md can be read. */
const ENOUGH_WORDS = 0.25;

/** LingXi's ladder: words and meaning, words alone, INDEX.md, silence. An agent at work gets no error. */
export async function remind(memory: Memory, stores: readonly Store[], query: string): Promise<Reminded> {
  const indexes: MemoryIndex[] = [];
  const meaning = openMeaning(memory.runtime);
  try {
    for (const store of stores) indexes.push(openToLookUp(store)[0]);
    for (const index of indexes) narrowToHere(memory, index);
    const { scores, degraded } = await meaning.ask(memory.config, indexes, query, NEAR_ROWS);
    const { matches, method } = await findReminders(memory, indexes, query, scores);
    return {
      matches: asTold(memory, matches),
      method,
      ...degraded === undefined ? {} : { degraded: inResult(degraded) },
    };
  } catch (error) {
    const matches = asTold(memory, byTable(memory, stores, query));
    return { matches, method: "table", degraded: inResult(reasonTold(error)) };
  } finally {
    meaning.close();
    for (const index of indexes) index.close();
  }
}

function asTold(memory: Memory, matches: readonly Reminder[]): Reminder[] {
  const isOthers = othersNotesIn(memory);
  return matches.map((each) => ({
    ...each,
    one_liner: cleanText(memory.config, each.one_liner),
    later: each.later && cleanText(memory.config, each.later),
    others: isOthers(each.layer, { path: each.file, shared: each.shared }) ? true : undefined,
  }));
}

function byTable(memory: Memory, stores: readonly Store[], query: string): Reminder[] {
  return tried(() => {
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
  }) ?? [];
}

/** Records whose cosine is asked for: enough of a store to know its median. */
export const NEAR_ROWS = 2_000;

/** Turns cosines into closeness, which tells more: 0 for the store's median, 1 for the same text. */
export function closeness(scores: readonly NearRows[]): (cosine: number | undefined) => number {
  const all = scores.flatMap(({ cosines }) => [...cosines.values()]).sort((left, right) => left - right);
  const ordinary = all.length < 2 ? undefined : all[(all.length - 1) >> 1];
  if (ordinary === undefined || ordinary >= 1) return () => 0;
  return (cosine = ordinary) => Math.max(0, (cosine - ordinary) / (1 - ordinary));
}
