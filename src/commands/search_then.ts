/**
 * Searches for texts that name a time. A time alone gives all records that were saved then, newest first; beside other
 * words it puts the records of that time first. A search for open work is only recognised here.
 *
 * @module
 */
import type { MemoryIndex } from "../index/mod.ts";
import { timesOfRecords } from "../index/read.ts";
import { asksBack, besideTodos, datedIn, earlierIn } from "../prompt/earlier.ts";
import { dayOf, type Span } from "../records/days.ts";
import type { NamedTime } from "../records/when.ts";
import type { Runtime } from "../runtime.ts";
import { type Hit, orStages, search, type SearchResult, type SearchSettings } from "../search/mod.ts";
import { same, type Sentence } from "../sentence.ts";
import { named } from "../wording.ts";
import { said } from "./words.ts";

export interface FoundThen extends SearchResult {
  /** The days that the text names and on which nothing was saved. */
  readonly empty?: Span;
  /** The text asks for open to-dos: those about these words, or all of them if there are none. */
  readonly openAbout?: string;
}

type Find = (text: string, settings: SearchSettings) => Promise<SearchResult> | SearchResult;

/** Finds records by the time that a text names, and with `find` by everything else. */
export async function findThen(
  text: string,
  settings: SearchSettings,
  { readers, clock, find }: {
    readonly readers: readonly MemoryIndex[];
    readonly clock: Runtime;
    readonly find: Find;
  },
): Promise<FoundThen> {
  const asked = earlierIn(text, clock, { isFirst: false, isQuery: true });
  // A list of all records of a time needs no search by meaning.
  const list = (filters: SearchSettings["filters"]): Promise<FoundThen> =>
    orStages((each) => search(readers, "", each), { ...settings, filters });
  const { filters } = settings;
  if (asked?.asks === "open") return { ...await find(text, settings), openAbout: "" };
  if (asked?.asks === "last") return list({ ...filters, types: ["summary"] });
  if (asked?.time) {
    const { time } = asked;
    const found = await list(within(filters, time));
    const whole = found.hits.length > 0 ? found : await list(within(filters, time.whole));
    // A bare date, unlike "yesterday", may stand in the texts of records as well.
    const isBare = datedIn(text, clock)?.rest === "";
    const all = isBare ? behind(whole, await find(text, settings), settings.limit) : whole;
    return all.hits.length > 0 ? all : { ...all, empty: time.whole };
  }
  const dated = datedIn(text, clock);
  // "周五" beside other words may be the day of a rule; then the text does not ask for the past.
  if (!dated || dated.rest === "" || (dated.time.mayCome && !asksBack(text))) {
    const openAbout = besideTodos(text);
    return { ...await find(text, settings), ...openAbout ? { openAbout } : {} };
  }
  const then = await find(dated.rest, { ...settings, filters: within(filters, dated.time.whole) });
  return favoured(await find(text, settings), then, dated.time, settings.limit);
}

function within(filters: SearchSettings["filters"], { from, to }: Span): SearchSettings["filters"] {
  return {
    ...filters,
    from: Math.max(from, filters.from ?? -Infinity),
    until: Math.min(to, filters.until ?? Infinity),
  };
}

/** The least lexical score of a text that names the day: such texts have 0.25 and more, those of its month 0.03. */
const NAMES_IT = 0.2;

/** The hits of one search behind those of another, each once. */
function behind(first: FoundThen, then: SearchResult, limit: number): FoundThen {
  const known = new Set(first.hits.map(keyOf));
  const more = then.hits.filter((hit) => !known.has(keyOf(hit)) && (hit.factors.lexical ?? 0) >= NAMES_IT);
  return { ...then, hits: [...first.hits, ...more].slice(0, limit), total: first.total + more.length };
}

function keyOf({ layer, id }: Hit): string {
  return `${layer} ${id}`;
}

/** The factor of records that were saved in the time which the query names. */
const THEN = 2;

/** The hits of both searches, with those of the time put forward. */
function favoured(all: SearchResult, then: SearchResult, { whole }: NamedTime, limit: number): FoundThen {
  const isThen = ({ timestamp }: Hit) => {
    const at = Date.parse(timestamp);
    return at >= whole.from && at < whole.to;
  };
  const best = new Map<string, Hit>();
  for (const hit of [...then.hits, ...all.hits]) {
    const known = best.get(keyOf(hit));
    const score = hit.score * (isThen(hit) ? THEN : 1);
    if (known && known.score >= score) continue;
    best.set(keyOf(hit), { ...hit, score, factors: isThen(hit) ? { ...hit.factors, time: THEN } : hit.factors });
  }
  const hits = [...best.values()].sort((a, b) =>
    b.factors.phrases - a.factors.phrases || Number(a.isOthers) - Number(b.isOthers) || b.score - a.score
  );
  return { ...all, hits: hits.slice(0, limit), total: all.total + hits.length - all.hits.length };
}

/** A day with records, and their number. */
export interface DayOfRecords {
  readonly day: string;
  readonly records: number;
}

const DAYS_NAMED = 6;

/** The days with records that lie nearest to a span without any, newest first, and the number of all such days. */
export function daysAround(
  readers: readonly MemoryIndex[],
  { from, to }: Span,
  runtime: Runtime,
): { readonly days: readonly DayOfRecords[]; readonly inAll: number } {
  const counts = new Map<string, { records: number; away: number }>();
  for (const time of readers.flatMap(({ db }) => timesOfRecords(db))) {
    const day = dayOf(new Date(time).toISOString(), runtime);
    const away = time < from ? from - time : time - to;
    const known = counts.get(day) ?? { records: 0, away };
    counts.set(day, { records: known.records + 1, away: Math.min(known.away, away) });
  }
  const nearest = [...counts].sort(([, a], [, b]) => a.away - b.away).slice(0, DAYS_NAMED);
  const days = nearest.map(([day, { records }]) => ({ day, records })).sort((a, b) => a.day < b.day ? 1 : -1);
  return { days, inAll: counts.size };
}

/** Says that nothing was saved then, and when something was. */
export function emptyThen(
  { from, to }: Span,
  { days, inAll }: ReturnType<typeof daysAround>,
  runtime: Runtime,
): Sentence {
  const [first = "", last = ""] = [from, to - 1].map((time) => dayOf(new Date(time).toISOString(), runtime));
  const span = first === last
    ? { en: `on ${first}`, zh: first }
    : { en: `from ${first} to ${last}`, zh: `${first} 至 ${last}` };
  const near = named(days.map(({ day, records }) => ({ en: `${day} (${records})`, zh: `${day}（${records} 条）` })));
  const more = inAll > days.length ? { en: `; ${inAll} days in all`, zh: `；共 ${inAll} 天` } : same("");
  return said("nothing_saved_then", { span, named: near, more });
}
