/** How hits read: as JSON for machines, as lines for people. */
import type { Style } from "../../cli/command.ts";
import type { MemoryIndex } from "../../index/mod.ts";
import { givenInVain, usesOf } from "../../index/usage.ts";
import type { MethodResult } from "../../search/methods.ts";
import { dayOf } from "../../records/days.ts";
import type { Runtime } from "../../runtime.ts";
import { excerptOf, termsToMeet } from "../../search/excerpt.ts";
import type { Factors, FoundBy, Hit, Method } from "../../search/mod.ts";
import { parseQuery } from "../../search/query.ts";
import { forPeople, inResult, type Sentence } from "../../sentence.ts";
import { lastChange } from "../../store/resolve.ts";

/** The result of a search. */
export interface Shown {
  readonly results: readonly ShownHit[];
  readonly method: Method;
  readonly degraded?: Sentence;
  readonly degraded_hint?: Sentence;
  readonly total: number;
  /** What an older tool remembered here, where this memory is empty. */
  readonly hint?: Sentence;
}

type WholeHit = ReturnType<typeof shownHit> & { readonly others?: boolean };

/** A hit, of which a list leaves fields out. */
type ShownHit =
  & Pick<
    WholeHit,
    "id" | "type" | "content" | "excerpt" | "found_by" | "score" | "day" | "layer" | "deleted" | "others"
  >
  & Partial<WholeHit>
  & { readonly explain?: Readonly<Record<string, unknown>> };

/**
 * What a search found, as JSON.
 *
 * @param extent around what of the query excerpts are made
 * @param isOthers whether others may have written a hit: who reads it must know
 * @param explainFrom the indexes searched: with them each hit tells how its score came about
 */
export function shown(
  { hits, method, total, degraded, hint }: MethodResult,
  extent: Extent,
  explainFrom: readonly MemoryIndex[] | undefined,
  runtime: Pick<Runtime, "offsetMs">,
  isOthers: (hit: Hit) => boolean,
): Shown {
  const excerpt = excerptsFor(extent, hits.length);
  const timesInVain = explainFrom && inVain(explainFrom, hits);
  const isList = extent.atMost > MANY && !extent.full && !explainFrom;
  return {
    results: hits.map((hit) => {
      const explain = timesInVain && explained(hit, timesInVain.get(hit.id));
      const whole = { ...shownHit(hit, excerpt, runtime), ...(isOthers(hit) ? { others: true } : {}) };
      return { ...(isList ? inList(whole) : whole), ...(explain === undefined ? {} : { explain }) };
    }),
    method,
    ...(degraded === undefined ? {} : { degraded: inResult(degraded) }),
    // An agent that looks something up would take it for an order, in every search.
    ...(hint === undefined ? {} : { degraded_hint: explainFrom ? inResult(hint) : forPeople(hint) }),
    total,
  };
}

/** In how many sessions each hit was given with a prompt since it was last used or changed, and never used. */
function inVain(readers: readonly MemoryIndex[], hits: readonly Hit[]): ReadonlyMap<string, number> {
  const records = new Map(hits.map(({ id, record }) => [id, record]));
  const uses = readers.flatMap(({ db }) => usesOf(db, [...records.keys()]));
  return givenInVain(uses, (id) => lastChange(records.get(id) ?? {}));
}

/** More than these are a list to choose from: whoever wants all of one asks for it by its id. */
const MANY = 10;
/** Columns of an excerpt; in a list about ten words. */
const WIDTH = 180;
const WIDTH_IN_LIST = 60;

/** How much of each record is given. */
export interface Extent {
  /** What was typed. */
  readonly query: string;
  /** Whole records. */
  readonly full: boolean;
  /** How many records are wanted at most. */
  readonly atMost: number;
}

/** What is given of a record's text. */
function excerptsFor({ query, full }: Extent, hits: number): (content: string) => string {
  if (full) return (content) => content;
  let terms: ReadonlySet<string> | undefined;
  const wanted = () => terms ??= termsToMeet(parseQuery(query).text);
  return (content) => excerptOf(content, wanted, hits > MANY ? WIDTH_IN_LIST : WIDTH);
}

function shownHit(hit: Hit, excerpt: (content: string) => string, runtime: Pick<Runtime, "offsetMs">) {
  const { id, type, memoryType, content, score, file, timestamp, layer, tags, session, deleted, foundBy } = hit;
  const given = excerpt(content);
  return {
    id,
    type,
    ...(memoryType === undefined ? {} : { memory_type: memoryType }),
    content: given,
    ...(given === content ? {} : { excerpt: true }),
    found_by: foundBy,
    score: round(score),
    source: file,
    timestamp,
    day: dayOf(timestamp, runtime),
    layer,
    ...(tags.length === 0 ? {} : { tags }),
    ...(session === undefined ? {} : { session }),
    ...(deleted ? { deleted: true } : {}),
  };
}

/** A hit of a list: only the fields by which a reader chooses. */
function inList(
  { memory_type: _type, source: _file, timestamp: _time, tags: _tags, session: _session, ...hit }: WholeHit,
): ShownHit {
  return hit;
}

function explained({ factors }: Hit, timesInVain = 0): Readonly<Record<string, unknown>> {
  return { ...rounded(factors), ...timesInVain > 0 ? { given_in_vain: timesInVain } : {} };
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;

/** Every factor and its value, those that played no part left out. */
function rounded({ points, ...factors }: Factors): Readonly<Record<string, unknown>> {
  const known = (values: object) => {
    const numbers = Object.entries(values).filter(([, value]) => typeof value === "number");
    return Object.fromEntries(numbers.map(([key, value]) => [key, round(value)]));
  };
  return { ...known(factors), ...(points ? { points: known(points) } : {}) };
}

const FOUND_BY: Readonly<Record<FoundBy, Sentence>> = {
  words: { en: "by words", zh: "按词" },
  meaning: { en: "by meaning", zh: "按语义" },
  neighbour: { en: "beside a hit in its session", zh: "同一会话里与命中相邻" },
  fields: { en: "by its fields", zh: "按条件" },
};

/** Hits for a person: the text, below it what is known of it. */
export function render({ results, method, degraded, degraded_hint, hint }: Shown, style: Style): string {
  const advice = degraded_hint;
  const all = degraded && advice
    ? { en: `${degraded.en}; ${lowered(advice.en)}`, zh: `${degraded.zh}；${advice.zh}` }
    : degraded;
  if (results.length === 0) {
    const why = all === undefined ? "" : style.say({ en: ` (${lowered(all.en)})`, zh: `（${all.zh}）` });
    const more = hint === undefined ? "" : `${style.say(hint)}\n`;
    return `${style.say({ en: "Nothing found", zh: "没有找到" })}${why}\n${more}`;
  }
  const lines = results.map(({ id, type, content, score, day, layer, others, found_by, explain }) => {
    const how = found_by.map((each) => style.say(FOUND_BY[each])).join(style.say({ en: ", ", zh: "、" }));
    const whose = others ? style.say({ en: "others may have written it", zh: "可能出自他人" }) : "";
    const about = [id, type, day, layer, score.toFixed(2), how, whose].filter((part) => part !== "").join(" · ");
    const why = explain ? `\n  ${style.dim(JSON.stringify(explain))}` : "";
    return `${style.bold(content.replace(/\n/g, "\n  "))}\n  ${style.dim(about)}${why}\n`;
  });
  return `${lines.join("")}${
    all === undefined ? "" : style.dim(`${style.say(FOUND_ONLY[method])}${style.say(all)}\n`)
  }`;
}

/** What a result came from that was to come from words and meaning. */
const FOUND_ONLY: Readonly<Record<Method, Sentence>> = {
  fts: { en: "By words alone: ", zh: "仅按词：" },
  vector: { en: "By meaning alone: ", zh: "仅按语义：" },
  hybrid: { en: "", zh: "" },
};

/** A sentence that goes on behind another one's colon or semicolon. */
function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
