/**
 * What a search gives that names a time or asks for what is open: of a day alone all that was saved then, newest first;
 * of a day beside other words those first that were saved then; the open to-dos, before what shares the words.
 *
 * @module
 */
import type { MemoryIndex } from "../index/mod.ts";
import { timesOfRecords } from "../index/read.ts";
import { asksBack, datedIn, earlierIn } from "../prompt/earlier.ts";
import { dayOf, type Span } from "../records/days.ts";
import type { NamedTime } from "../records/when.ts";
import type { Runtime } from "../runtime.ts";
import type { MethodResult } from "../search/methods.ts";
import { type Hit, search, type SearchSettings } from "../search/mod.ts";
import type { Sentence } from "../sentence.ts";

/** What was found, and what of it is told besides. */
export interface FoundThen extends MethodResult {
  /** The days that were asked for and hold nothing. */
  readonly empty?: Span;
  /** Open to-dos are asked for. */
  readonly asksForOpen?: boolean;
}

type Find = (text: string, settings: SearchSettings) => Promise<MethodResult> | MethodResult;

/** Finds what a text asks for of a time or of what is open, and with `find` all else. */
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
  // There is no meaning in a list.
  const list = (filters: SearchSettings["filters"]): FoundThen => ({
    ...search(readers, "", { ...settings, filters }),
    degraded: undefined,
    pending: false,
  });
  const { filters } = settings;
  if (asked?.asks === "open") return { ...await find(text, settings), asksForOpen: true };
  if (asked?.asks === "last") return list({ ...filters, types: ["summary"] });
  if (asked?.time) {
    const { time } = asked;
    const found = list(within(filters, time));
    const whole = found.hits.length > 0 ? found : list(within(filters, time.whole));
    // A day as somebody writes it stands in texts as well.
    const isBare = datedIn(text, clock)?.rest === "";
    const all = isBare ? behind(whole, await find(text, settings), settings.limit) : whole;
    return all.hits.length > 0 ? all : { ...all, empty: time.whole };
  }
  const dated = datedIn(text, clock);
  // "周五" beside other words may be a rule's day: nobody asks for what was.
  if (!dated || dated.rest === "" || (dated.time.mayCome && !asksBack(text))) return find(text, settings);
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

/** A text that names the day has 0.25 and more; one that was only saved in the same year or month 0.03. */
const NAMES_IT = 0.2;

/** The hits of one search behind those of another, each once. */
function behind(first: FoundThen, then: MethodResult, limit: number): FoundThen {
  const known = new Set(first.hits.map(keyOf));
  const more = then.hits.filter((hit) => !known.has(keyOf(hit)) && (hit.factors.lexical ?? 0) >= NAMES_IT);
  return { ...then, hits: [...first.hits, ...more].slice(0, limit), total: first.total + more.length };
}

function keyOf({ layer, id }: Hit): string {
  return `${layer} ${id}`;
}

/** How much more a record counts that was saved in the time which the query names. */
const THEN = 2;

/** Both, with what was saved then put forward. */
function favoured(all: MethodResult, then: MethodResult, { whole }: NamedTime, limit: number): FoundThen {
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

/** A day on which something was saved. */
export interface DayOfRecords {
  readonly day: string;
  readonly records: number;
}

/** So many are named. */
const DAYS_NAMED = 6;

/** The days with records that lie nearest to a span without any, newest first, and how many there are in all. */
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
  const [first, last] = [from, to - 1].map((time) => dayOf(new Date(time).toISOString(), runtime));
  const span = first === last
    ? { en: `on ${first}`, zh: first }
    : { en: `from ${first} to ${last}`, zh: `${first} 至 ${last}` };
  const named = days.map(({ day, records }) => `${day} (${records})`);
  const more = inAll > days.length;
  return {
    en: `Nothing was saved ${span.en}; nearest days with records: ${named.join(", ")}${
      more ? `; ${inAll} days in all` : ""
    }`,
    zh: `${span.zh} 没有保存过记录；最近有记录的日子：${
      named.join("、").replaceAll(" (", "（").replaceAll(")", " 条）")
    }${more ? `；共 ${inAll} 天` : ""}`,
  };
}
