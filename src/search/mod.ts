/**
 * In: open indexes, one per layer, in step with the truth; a query; settings.
 * Out: ranked hits with the factors that ranked them.
 * Not done here: whether to search at all (recall/), bringing the index in step (index/), making vectors (embedding/).
 */
import type { Config } from "../config/mod.ts";
import type { ModelSettings } from "../embedding/choice.ts";
import type { Meaning, NearRows } from "../embedding/meaning.ts";
import { analyse, countWords } from "../text/mod.ts";
import { foldText } from "../text/script.ts";
import type { MemoryIndex } from "../index/open.ts";
import type { Profile } from "../index/profile.ts";
import { type Found, hereIn, isOfOthers } from "../index/read.ts";
import { atOneMoment } from "../index/sqlite.ts";
import { startOfDay, type Zone } from "../records/days.ts";
import type { Layer } from "../records/mod.ts";
import type { Sentence } from "../sentence.ts";
import { type Filters, foundOf, loadFound, narrows, newerFirst } from "./candidates.ts";
import { isEvergreen, weigh, type Weights } from "./age.ts";
import { type Evidence, fuse, type Fusion, retoldFactors } from "./fuse.ts";
import { allTerms, type Points, searchWords } from "./lexical.ts";
import { type Merged, mergeFound } from "./merge.ts";
import { parseQuery, type Query } from "./query.ts";
import { RECIPE } from "./recipe.ts";

export type Method = "fts" | "vector" | "hybrid";

/** The settings of a search: how it ranks, and how many hits it gives. */
export interface SearchSettings extends Weights {
  readonly fusion: Fusion;
  readonly limit: number;
  readonly filters: Filters;
  /** Given when meaning is wanted and a model could be asked. */
  readonly semantic?: readonly NearRows[];
  /** Leave words out: `--method vector`. */
  readonly meaningOnly?: boolean;
}

/**
 * A search wants the best match of any age: only this share of a score ages, enough to order near-equals
 * (docs/internals/retrieval.md, "Decay"). In recall age takes more away.
 */
const SEARCH_DECAY_FLOOR = 0.98;

/** The settings of a search as configured, with the caller's part. */
export function settingsOfSearch(
  { retrieval }: Config,
  { limit, now, filters = {} }: { limit: number; now: Date; filters?: Filters },
): SearchSettings {
  return {
    limit,
    filters,
    fusion: retrieval.fusion,
    decay: { rate: retrieval.time_decay_rate, floor: SEARCH_DECAY_FLOOR },
    source: retrieval.source_weight,
    now: now.getTime(),
  };
}

/** All parts of a score, as `--explain` shows them. */
export interface Factors {
  /** Lexical points by view; undefined when no word found the record. */
  readonly points: Points | undefined;
  /** The points scaled: 1 says exactly the query. */
  readonly lexical: number | undefined;
  /** Cosine with the query. */
  readonly semantic: number | undefined;
  /** By how much it stands out by meaning (merge.ts); undefined where meaning was not asked, or was asked alone. */
  readonly standout: number | undefined;
  /** Below 1: a newer record tells it again (fuse.ts). */
  readonly retold: number;
  /** Words and meaning together, times `retold`. */
  readonly relevance: number;
  readonly decay: number;
  readonly source: number;
  /** Above 1: it was saved in the time that the query names. */
  readonly time?: number;
  /** How many quoted phrases it holds; such records come first. */
  readonly phrases: number;
}

/**
 * The reason why a record was found: shared words, its meaning, or a record beside it in its session.
 * Without any word to look for it is the query's fields, or its signs.
 */
export type FoundBy = "words" | "meaning" | "neighbour" | "fields";

export interface Hit extends Found {
  /** The record in numbers, as the index keeps it: what it shares with a query is read there, not in its text. */
  readonly profile: Profile;
  readonly foundBy: readonly FoundBy[];
  readonly layer: Layer;
  /** Whether others may have written it: its folder is a stranger's, or git tracks its file. */
  readonly isOthers: boolean;
  /** Relevance × decay × source; comparable within one list. */
  readonly score: number;
  readonly factors: Factors;
}

export interface SearchResult {
  readonly hits: readonly Hit[];
  readonly method: Method;
  readonly total: number;
  /** The telling words of the query, as terms, that no record holds. */
  readonly unheld?: readonly string[];
  /** Why the wanted method did not run, or only in part. */
  readonly degraded?: Sentence | undefined;
  /** The person's next step. */
  readonly hint?: Sentence | undefined;
  /** The model is there and records wait for their vectors. */
  readonly pending?: boolean;
}

interface Ranked extends Pick<Hit, "layer" | "isOthers" | "score" | "factors"> {
  readonly found: Merged;
}

/** The hits of a search; stages of work only where it finds nothing else. */
export async function orStages(
  find: (settings: SearchSettings) => Promise<SearchResult> | SearchResult,
  settings: SearchSettings,
): Promise<SearchResult> {
  const found = await find(settings);
  const { filters } = settings;
  return found.hits.length > 0 || filters.includeStage
    ? found
    : find({ ...settings, filters: { ...filters, includeStage: true } });
}

/** Searches by words, and by `semantic`. The counts of all indexes are added up, so that their scores compare. */
export function search(indexes: readonly MemoryIndex[], asked: string | Query, settings: SearchSettings): SearchResult {
  const query = typeof asked === "string" ? parseQuery(asked) : asked;
  return atOneMoment(indexes.map(({ db }) => db), () => find(indexes, query, settings));
}

/** Chunks that the vectors give. More make the scan slower: 400 take half as long again as 100. */
const NEIGHBOURS = 128;
/** The same with filters, or where other projects share the index: most of them may not count. */
const NEIGHBOURS_FILTERED = 2_000;

/** Searches by meaning, or by words and meaning. Without a model or vectors it searches by words, and says so. */
export async function searchByMeaning(
  indexes: readonly MemoryIndex[],
  typed: string,
  settings: SearchSettings,
  { method, config, meaning }: { method: "vector" | "hybrid"; config: ModelSettings; meaning: Meaning },
): Promise<SearchResult> {
  const query = parseQuery(typed);
  const { filters } = settings;
  const isNarrowed = narrows(filters) || indexes.some(({ db }) => hereIn(db) !== "");
  const limit = isNarrowed ? NEIGHBOURS_FILTERED : NEIGHBOURS;
  const { scores, degraded, hint, pending } = await meaning.ask(config, indexes, query.text, limit);
  const byMeaning = scores.length === 0 ? {} : { semantic: scores, meaningOnly: method === "vector" };
  return { ...search(indexes, query, { ...settings, ...byMeaning }), degraded, hint, pending };
}

/** A neighbour in the session with a smaller share of the best score is never what is looked for. */
const FAINT = 0.3;

function find(indexes: readonly MemoryIndex[], query: Query, settings: SearchSettings): SearchResult {
  const { ranked: all, unheld } = rank(indexes, query, settings);
  const best = Math.max(...all.map(({ score }) => score));
  const ranked = all.filter((each) => !isNeighbour(each) || each.score >= FAINT * best);
  const hits: Hit[] = [];
  for (const { found, ...ranks } of ranked.slice(0, settings.limit)) {
    const { candidate } = found;
    const record = foundOf(candidate);
    if (!record) continue;
    hits.push({ ...record, profile: candidate.profile, foundBy: foundByOf(found, query), ...ranks });
  }
  const method = !settings.semantic ? "fts" : settings.meaningOnly ? "vector" : "hybrid";
  return { hits, method, total: ranked.length, unheld };
}

function rank(indexes: readonly MemoryIndex[], query: Query, settings: SearchSettings) {
  const { fusion, semantic: near = [], meaningOnly = false } = settings;
  const [first] = indexes;
  if (!first) return { ranked: [], unheld: [] };
  const filters = narrowed(settings.filters, query, first.store.runtime);
  const databases = indexes.map(({ db }) => db);
  const most = Math.max(RECIPE.candidates, settings.limit);
  const words = meaningOnly ? undefined : searchWords(databases, query, filters, most);
  const all = mergeFound(words?.hits ?? [], near, meaningOnly, filters);
  const found = meaningOnly
    ? all.map(({ meaning = 0 }) => Math.max(0, meaning))
    : fuse(all.map(asEvidence), fusion, countWords(analyse(query.text)));
  // A deleted record takes nothing from one that is there, and by meaning alone only the cosine counts.
  const retold = words && !filters.includeDeleted
    ? retoldFactors(all.map(({ candidate }) => candidate), found, words.asked)
    : undefined;
  const phrases = query.phrases.map(foldText);
  const ranked: Ranked[] = [];
  all.forEach((each, i) => {
    const { candidate, words: said, semantic, meaning } = each;
    const layer = indexes.find(({ db }) => db === candidate.db)?.store.layer;
    if (!layer) return;
    const told = retold?.[i] ?? 1;
    const relevance = (found[i] ?? 0) * told;
    const evergreen = isEvergreen(candidate);
    const weights = weigh({ time: candidate.time, layer, evergreen }, settings);
    const text = phrases.length === 0 ? "" : foldText(String(loadFound(candidate)?.["raw"] ?? ""));
    const held = phrases.filter((phrase) => text.includes(phrase)).length;
    const factors: Factors = {
      points: said?.points,
      lexical: said?.score,
      semantic,
      standout: meaningOnly ? undefined : meaning,
      retold: told,
      relevance,
      ...weights,
      phrases: held,
    };
    const score = relevance * weights.decay * weights.source;
    ranked.push({ layer, found: each, isOthers: isOfOthers(candidate.db, candidate.row), factors, score });
  });
  return { ranked: ranked.sort(compare), unheld: words?.unheld ?? [] };
}

function foundByOf({ words, meaning }: Merged, { text }: Query): FoundBy[] {
  const foundBy: FoundBy[] = [];
  if (words && !words.isNeighbour) foundBy.push(text.trim() === "" ? "fields" : "words");
  if (meaning !== undefined && meaning > 0) foundBy.push("meaning");
  return foundBy.length > 0 ? foundBy : ["neighbour"];
}

function asEvidence({ words, meaning, candidate }: Merged): Evidence {
  return { lexical: words?.score, semantic: meaning, length: candidate.profile.length };
}

function isNeighbour({ found: { words, meaning } }: Ranked): number {
  return words?.isNeighbour && meaning === undefined ? 1 : 0;
}

/** What others may have written comes behind the person's own record of half its score, so that it can't hide that. */
const OF_OTHERS = 0.5;

function place({ score, isOthers }: Ranked): number {
  return isOthers ? OF_OTHERS * score : score;
}

/** Records with the phrases first, mere neighbours last, then by score; of equals the newer one. */
function compare(a: Ranked, b: Ranked): number {
  return b.factors.phrases - a.factors.phrases || isNeighbour(a) - isNeighbour(b) || place(b) - place(a) ||
    newerFirst(a.found.candidate, b.found.candidate);
}

/** The filters, narrowed by what the query excludes and by its fields: a record must pass both. */
function narrowed(filters: Filters, query: Query, zone: Zone): Filters {
  const { after, before, ...fields } = query.fields;
  const { from = -Infinity, until = Infinity, types = [], session } = filters;
  const both = bothOf(types, fields.types);
  const bothKinds = bothOf(filters.memoryTypes ?? [], fields.memoryTypes);
  const isNothing = both?.length === 0 || bothKinds?.length === 0 ||
    (session !== undefined && fields.session !== undefined && session !== fields.session);
  return {
    ...filters,
    ...fields,
    ...both ? { types: both } : {},
    ...bothKinds ? { memoryTypes: bothKinds } : {},
    tags: [...filters.tags ?? [], ...fields.tags ?? []],
    ...after === undefined ? {} : { from: Math.max(startOfDay(after, zone), from) },
    ...before === undefined ? {} : { until: Math.min(startOfDay(before, zone), until) },
    ...isNothing ? { from: Infinity } : {},
    without: query.excluded.map(allTerms),
  };
}

/** The kinds that options and fields both ask for. Where the options or the fields name none, the others' all count. */
function bothOf<T>(options: readonly T[], fields: readonly T[] | undefined): readonly T[] | undefined {
  return options.length === 0 ? fields : fields?.filter((each) => options.includes(each)) ?? options;
}
