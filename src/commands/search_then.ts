/**
 * Searches for texts that name a time. A time alone gives all records that were saved then, newest first; beside other
 * words it puts the records of that time first. A search for open work is only recognised here.
 */
import type { MemoryIndex } from "../index/open.ts";
import { timesOfRecords } from "../index/read.ts";
import { asksBack, besideTime, besideTodos, type Dated, datedIn, earlierIn, openWorkIn } from "../prompt/earlier.ts";
import { DAY_MS, dayOf, type Span } from "../records/days.ts";
import { type NamedTime, plainSpelling, timesIn } from "../records/when.ts";
import type { Runtime } from "../runtime.ts";
import { type Hit, orStages, search, type SearchResult, type SearchSettings } from "../search/mod.ts";
import { inResult, type Sentence } from "../sentence.ts";
import { named } from "../wording.ts";
import { said } from "./words.ts";

export interface FoundThen extends SearchResult {
  /** The days that the text names and on which nothing was saved. */
  readonly empty?: Span;
  /** The days that the text names beside other words, and on which none of the hits was saved. */
  readonly notThen?: Span;
  /** The text asks for open to-dos: those about these words, or all of them if there are none. */
  readonly openAbout?: string;
}

type Find = (text: string, settings: SearchSettings) => Promise<SearchResult> | SearchResult;

interface Ways {
  readonly readers: readonly MemoryIndex[];
  readonly clock: Runtime;
  readonly find: Find;
}

/** Finds records by the time that a text names, and with `find` by everything else. */
export async function findThen(text: string, settings: SearchSettings, ways: Ways): Promise<FoundThen> {
  const asked = earlierIn(text, ways.clock, { isFirst: false, isQuery: true });
  // A list of all records of a time needs no search by meaning.
  const list = (filters: SearchSettings["filters"]): Promise<FoundThen> =>
    orStages((each) => search(ways.readers, "", each), { ...settings, filters });
  const { filters } = settings;
  const openAbout = asked?.asks === "open" ? "" : asked ? undefined : openWorkIn(text)?.about;
  if (openAbout !== undefined) return { ...await ways.find(text, settings), openAbout };
  if (asked?.asks === "last") return list({ ...filters, types: ["summary"] });
  if (!asked?.time) return findBeside(text, settings, ways);
  const { time } = asked;
  const found = await list(within(filters, time));
  const whole = found.hits.length > 0 ? found : await list(within(filters, time.whole));
  const isTimeAlone = datedIn(text, ways.clock)?.rest === "";
  const beside = besideTime(text, ways.clock);
  if (beside && whole.hits.length > 0) {
    const { ofTime, others } = await aboutRest(beside, text, settings, ways);
    const both = new Set(ofTime.map(keyOf));
    const all = behind(whole, [...ofTime, ...others.hits], Infinity);
    // What is of that time and about the rest goes first, behind it what is only one of them.
    const hits = all.hits.toSorted((a, b) => Number(both.has(keyOf(b))) - Number(both.has(keyOf(a))));
    return { ...all, hits: hits.slice(0, settings.limit) };
  }
  // A date or a weekday, unlike "yesterday", may stand in the texts of records as well. A question for what was done on
  // Fridays or in May is not for rules that name them; what happened on a day is often saved on another.
  const mayBeNamed = isTimeAlone || time.named === "date" && isOneDay(time);
  const all = mayBeNamed ? behind(whole, await naming(time, text, settings, ways), settings.limit) : whole;
  if (all.hits.length > 0) return all;
  const about = isTimeAlone ? all : await findBeside(text, settings, ways);
  return about.hits.length > 0 ? about : { ...all, empty: time.whole };
}

function isOneDay({ whole: { from, to } }: NamedTime): boolean {
  return to - from < 2 * DAY_MS;
}

/** Finds records by a text of other words than a time; those of a time that it names beside them go first. */
async function findBeside(text: string, settings: SearchSettings, ways: Ways): Promise<FoundThen> {
  const dated = datedIn(text, ways.clock);
  const openAbout = besideTodos(text);
  // "周五", "before May" beside other words may be the day of a rule; then the text does not ask for the past.
  const isOfRule = dated?.time.named === "weekday" || dated !== undefined && dated.time.from < DAY_MS;
  const maySayRule = dated?.time.mayCome && (isOfRule || openAbout) && !asksBack(text);
  if (!dated || dated.rest === "" || maySayRule) {
    return { ...await ways.find(text, settings), ...openAbout ? { openAbout } : {} };
  }
  const { time } = dated;
  const { others, named, ofTime } = await aboutRest(dated, text, settings, ways);
  // What only names the time stands behind what is about the rest.
  const found = behind(favoured(others, ofTime, time), named, settings.limit);
  const isOfThen = ofTime.length > 0 || found.hits.length === 0;
  return isOfThen ? found : { ...found, notThen: time.whole };
}

/** What a text finds by its words beside a time: the hits of any time, those of that time, and those that name it. */
async function aboutRest({ time, rest }: Dated, text: string, settings: SearchSettings, ways: Ways) {
  const then = await ways.find(rest, { ...settings, filters: within(settings.filters, time.whole) });
  const others = await ways.find(rest, settings);
  const named = await naming(time, text, settings, ways);
  const about = new Set([...then.hits, ...others.hits].map(keyOf));
  return { others, named, ofTime: [...then.hits, ...named.filter((hit) => about.has(keyOf(hit)))] };
}

/** The hits that name the date of a text as a whole: a 10 or a 20 that the date consists of is not enough. */
async function naming(
  time: NamedTime,
  text: string,
  settings: SearchSettings,
  { find, clock }: Ways,
): Promise<readonly Hit[]> {
  if (time.named === "distance") return [];
  const words = plainSpelling(text).slice(time.start, time.end);
  const { hits } = await find(text, settings);
  return hits.filter(({ content }) => plainSpelling(content).includes(words) || names(content, { time, words }, clock));
}

function within(filters: SearchSettings["filters"], { from, to }: Span): SearchSettings["filters"] {
  return {
    ...filters,
    from: Math.max(from, filters.from ?? -Infinity),
    until: Math.min(to, filters.until ?? Infinity),
  };
}

/** Whether a text names this time, however it is written; a time without a year is one of every year. */
function names(content: string, { time, words }: { time: NamedTime; words: string }, clock: Runtime): boolean {
  const yearOf = (moment: number) => new Date(moment).getUTCFullYear();
  return timesIn(content, clock).some(({ whole, named }) => {
    const years = /\d{4}/.test(words) ? 0 : yearOf(whole.from) - yearOf(time.whole.from);
    const [from, to] = [time.whole.from, time.whole.to].map((at) => new Date(at).setUTCFullYear(yearOf(at) + years));
    return named === time.named && whole.from < (to ?? 0) && whole.to > (from ?? 0);
  });
}

/** The hits of a search, and others behind them, each once. */
function behind(first: FoundThen, then: readonly Hit[], limit: number): FoundThen {
  const known = new Map(first.hits.map((hit) => [keyOf(hit), hit]));
  for (const hit of then) if (!known.has(keyOf(hit))) known.set(keyOf(hit), hit);
  const total = first.total + known.size - first.hits.length;
  return { ...first, hits: [...known.values()].slice(0, limit), total };
}

function keyOf({ layer, id }: Hit): string {
  return `${layer} ${id}`;
}

/** The factor of records that were saved in the time which the query names. */
const THEN = 2;

/** The hits of a search and those of the time that a text names, with what was saved then put forward. */
function favoured(all: SearchResult, ofTime: readonly Hit[], { whole }: NamedTime): FoundThen {
  const isThen = ({ timestamp }: Hit) => {
    const at = Date.parse(timestamp);
    return at >= whole.from && at < whole.to;
  };
  const best = new Map<string, Hit>();
  for (const hit of [...ofTime, ...all.hits]) {
    const known = best.get(keyOf(hit));
    const score = hit.score * (isThen(hit) ? THEN : 1);
    if (known && known.score >= score) continue;
    best.set(keyOf(hit), { ...hit, score, factors: isThen(hit) ? { ...hit.factors, time: THEN } : hit.factors });
  }
  const hits = [...best.values()].sort((a, b) =>
    b.factors.phrases - a.factors.phrases || Number(a.isOthers) - Number(b.isOthers) || b.score - a.score
  );
  return { ...all, hits, total: all.total + hits.length - all.hits.length };
}

const DAYS_NAMED = 6;

/** Says that nothing was saved then, with the days nearest to that span on which something was, newest first. */
export function nothingThen(readers: readonly MemoryIndex[], empty: Span, runtime: Runtime) {
  const { from, to } = empty;
  const counts = new Map<string, { records: number; away: number }>();
  for (const time of readers.flatMap(({ db }) => timesOfRecords(db))) {
    const day = dayOf(new Date(time).toISOString(), runtime);
    const away = time < from ? from - time : time - to;
    const known = counts.get(day) ?? { records: 0, away };
    counts.set(day, { records: known.records + 1, away: Math.min(known.away, away) });
  }
  const nearest = [...counts].sort(([, a], [, b]) => a.away - b.away).slice(0, DAYS_NAMED);
  const days = nearest.map(([day, { records }]) => ({ day, records })).sort((a, b) => a.day < b.day ? 1 : -1);
  const near = named(days.map(({ day, records }) => said("day_with_records", { day, records })));
  const more = counts.size > days.length ? said("days_in_all", { days: counts.size }) : "";
  const hint = inResult(said("nothing_saved_then", { span: spanTold(empty, runtime), named: near, more }));
  return { days, hint };
}

/** Says that the hits are of other times. */
export function otherThen(span: Span, runtime: Runtime): Sentence {
  return said("none_saved_then", { span: spanTold(span, runtime) });
}

function spanTold({ from, to }: Span, runtime: Runtime): Sentence {
  const [first = "", last = ""] = [from, to - 1].map((time) => dayOf(new Date(time).toISOString(), runtime));
  if (from < DAY_MS) return said("up_to_day", { last });
  return first === last ? said("on_day", { first }) : said("between_days", { first, last });
}
