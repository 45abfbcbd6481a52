import { resolve } from "node:path";
import {
  choice,
  choices,
  day,
  flag,
  integer,
  name,
  tags,
  text,
  texts,
  type ValuesOf,
  withDefault,
} from "../cli/args.ts";
import { type Call, defineCommand, nothing, ok, type Outcome, PRINTED } from "../cli/command.ts";
import { GLOBAL, kindOf, NOTHING_YET, type Style } from "../cli/terminal.ts";
import { MemoryError } from "../errors.ts";
import { INCOMPLETE, type MemoryIndex, openToLookUp, setAsideDamaged } from "../index/mod.ts";
import { allIds, isEmpty } from "../index/read.ts";
import { timesInVain } from "../index/usage.ts";
import { readText, replaceAtomically } from "../files.ts";
import { neutralJson } from "../text/legible.ts";
import { BYTES_MAX } from "../limits.ts";
import { othersIn } from "../recall/readers.ts";
import { mayAskForEarlier } from "../prompt/possible_earlier.ts";
import { DAY_MS, dayOf, endOfDay, localDay, type Span, startOfDay } from "../records/days.ts";
import { MEMORY_TYPES } from "../records/mod.ts";
import { briefIds } from "../records/ids.ts";
import { redactId } from "../records/redact.ts";
import type { Runtime } from "../runtime.ts";
import type { Filters } from "../search/candidates.ts";
import { excerptOf, termsToMeet } from "../search/excerpt.ts";
import type { MethodResult } from "../search/methods.ts";
import { type Factors, type Hit, type Method, search as searchIndexes, type SearchSettings } from "../search/mod.ts";
import { parseQuery } from "../search/query.ts";
import { settingsOfSearch } from "../search/settings.ts";
import { forPeople, inResult, same, type Sentence } from "../sentence.ts";
import { ADVICE_FILE, pathOf } from "../store/layout.ts";
import { parseLines } from "../store/lines.ts";
import { disabledReason, type Memory, memoryIsOff } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { readStandardInput, STANDARD_INPUT, STREAM } from "./input.ts";
import { notHereYet } from "./not_here_yet.ts";
import type { DayOfRecords, FoundThen } from "./search_then.ts";
import { refuse, said } from "./words.ts";

const args = {
  maxResults: withDefault(integer(1, 1_000), 10),
  method: choice(["hybrid", "fts", "vector"]),
  days: integer(1, 36_500),
  from: day,
  to: day,
  type: choices(["fact", "summary", "note", "core"]),
  memoryType: choices(MEMORY_TYPES),
  tag: tags,
  session: name,
  includeStage: flag,
  includeDeleted: flag,
  full: flag,
  explain: flag,
  queries: text("FILE"),
};

export const search = defineCommand({
  args,
  operands: { query: texts("QUERY") },
  output: "bare",
  async run(call: SearchCall): Promise<Outcome> {
    const { args: { queries }, operands: { query } } = call;
    const typed = query.join(" ");
    if (queries === undefined && typed.trim() === "") {
      refuse("query_missing");
    }
    const { memory } = call;
    const stores = wantedStores(memory, call.stores);
    const off = disabledReason(memory);
    if (off) {
      return nothing({ results: [], method: "fts", degraded: inResult(memoryIsOff(off)), total: 0 }, nothingFoundText, {
        isEmptyMemory: false,
        isAdvised: true,
      });
    }

    try {
      return await lookUp(call, memory, stores, typed);
    } catch (error) {
      // A damaged page shows only when it is read. With --queries some lines are answered by then, and stay.
      if (queries !== undefined || !(error instanceof MemoryError) || error.code !== "INDEX_CORRUPT") throw error;
      setAsideDamaged(stores);
      return await lookUp(call, memory, stores, typed);
    }
  },
});

/** Without a layer that weighs nothing, unless it is the only one, or the one that was asked for. */
function wantedStores({ config }: Memory, stores: readonly Store[]): readonly Store[] {
  return stores.length === 1 ? stores : stores.filter(({ layer }) => config.retrieval.source_weight[layer] > 0);
}

async function lookUp(call: SearchCall, memory: Memory, stores: readonly Store[], typed: string): Promise<Outcome> {
  const { queries, explain, method } = call.args;
  const opened = stores.map(openToLookUp);
  const readers = opened.map(([index]) => index);
  const incomplete = opened.every(([, { inTime }]) => inTime) ? {} : { degraded: INCOMPLETE, hint: undefined };
  try {
    // No model is loaded for a search by words alone.
    const meaning = method === "fts"
      ? undefined
      : await (await import("./meaning.ts")).byMeaning(call, memory, readers, method);
    const find = (text: string, settings: SearchSettings) =>
      meaning?.search(text, settings) ??
        { ...searchIndexes(readers, text, settings), degraded: undefined, pending: false };
    try {
      const isOthers = othersIn(memory);
      const run = async (text: string): Promise<Shown> => {
        const settings = settingsOf(call, memory, stores);
        const found: FoundThen = mayAskForEarlier(text)
          ? await (await import("./search_then.ts")).findThen(text, settings, { readers, clock: call.runtime, find })
          : await find(text, settings);
        const data = shown(call, text, { ...found, ...incomplete }, explain ? readers : undefined, isOthers);
        if (found.asksForOpen && !isNarrowed(call)) return withTodos(call, memory, data);
        return found.empty ? { ...data, ...await nothingThen(readers, found.empty, call.runtime) } : data;
      };
      if (queries !== undefined) return await searchMany(call, queries, run);
      const data = await run(typed);
      const isAdvised = call.asText && data.degraded_hint !== undefined && adviceIsDue(call, stores);
      if (data.results.length > 0) {
        const briefIdOf = briefIds(call.asText ? readers.flatMap(({ db }) => allIds(db)) : []);
        return ok(data, hitsText, { briefIdOf, isAdvised });
      }
      const isEmptyMemory = readers.every(({ db }) => isEmpty(db));
      const hint = isEmptyMemory ? await notHereYet(memory, stores) : undefined;
      const told = isEmptyMemory ? withoutDays(data) : data;
      return nothing({ ...told, ...hint && { hint } }, nothingFoundText, { isEmptyMemory, isAdvised });
    } finally {
      meaning?.close();
    }
  } finally {
    for (const reader of readers) reader.close();
  }
}

/** The days around one on which nothing was saved, in JSON and in words. */
async function nothingThen(readers: readonly MemoryIndex[], empty: Span, runtime: Runtime) {
  const { daysAround, emptyThen } = await import("./search_then.ts");
  const around = daysAround(readers, empty, runtime);
  return { days: around.days, hint: inResult(emptyThen(empty, around, runtime)) };
}

function withoutDays({ days: _, hint: _hint, ...data }: Shown): Shown {
  return data;
}

/** Whether options say which records are meant: to-dos have no such fields. */
function isNarrowed({ args: { type, memoryType, tag, session, days, from, to } }: SearchCall): boolean {
  return [type, memoryType, tag].some((list) => list.length > 0) ||
    [session, days, from, to].some((value) => value !== undefined);
}

/** Of what shares the words with a query for to-dos, so many are given behind them. */
const WORDS_KEPT = 3;

/** The open to-dos before what shares the words, as many as are wanted in all. */
async function withTodos(call: SearchCall, memory: Memory, data: Shown): Promise<Shown> {
  const { maxResults } = call.args;
  const { listTodos } = await import("../upkeep/todos.ts");
  const wanted = { filter: {}, which: "open" as const };
  // What shares the words is not crowded out.
  const limit = Math.max(1, maxResults - Math.min(data.results.length, WORDS_KEPT));
  const { todos, total } = listTodos(memory, call.stores, wanted, { offset: 0, limit });
  const results = todos.map(({ id, todo, day, layer, others }): ShownHit => ({
    id,
    type: "todo",
    content: todo,
    found_by: ["fields"],
    score: 1,
    day,
    layer,
    ...others ? { others } : {},
  }));
  return { ...data, results: [...results, ...data.results].slice(0, maxResults), total: data.total + total };
}

type SearchCall = Call<ValuesOf<typeof args>, { readonly query: readonly string[] }>;

function settingsOf({ args, runtime }: SearchCall, { config }: Memory, stores: readonly Store[]): SearchSettings {
  const now = runtime.now();
  const from = args.from === undefined ? undefined : startOfDay(args.from);
  const since = args.days === undefined ? undefined : now.getTime() - args.days * DAY_MS;
  const starts = [from, since].filter((time) => time !== undefined);
  const filters: Filters = {
    types: args.type,
    memoryTypes: args.memoryType,
    tags: args.tag,
    includeStage: args.includeStage,
    includeDeleted: args.includeDeleted,
    ...(args.session === undefined ? {} : { session: redactId(args.session, { secrets: config.privacy.redact }) }),
    ...(starts.length === 0 ? {} : { from: Math.max(...starts) }),
    ...(args.to === undefined ? {} : { until: endOfDay(args.to) }),
  };
  const settings = settingsOfSearch(config, { limit: args.maxResults, now, filters });
  // Of one layer alone the weight says nothing, and 0 would leave nothing to sort by.
  return stores.length > 1 ? settings : { ...settings, source: { project: 1, global: 1 } };
}

/** What a file of queries holds; a pipe that a person named is read to its end. */
async function queriesFrom(runtime: Runtime, file: string): Promise<Uint8Array> {
  if (file === STREAM) return await readStandardInput(runtime, BYTES_MAX.imported);
  const path = resolve(runtime.cwd(), file);
  const read = runtime.files.stat(path)?.kind === "other" ? runtime.files.readPipe : runtime.files.read;
  const bytes = read(path, BYTES_MAX.imported);
  if (bytes) return bytes;
  refuse("no_file_of_queries", { file });
}

/** One line of results for each line of a file: for measurements, and for whoever asks a lot at once. */
async function searchMany(
  { runtime }: SearchCall,
  file: string,
  run: (text: string) => Promise<Shown>,
): Promise<Outcome> {
  const name = file === STREAM ? STANDARD_INPUT : same(file);
  const bytes = await queriesFrom(runtime, file);
  // All lines are read before the first is answered, so that an error stands alone on standard output.
  const queries = parseLines(bytes).flatMap(({ record, problem }, at) => {
    if (problem === undefined && !record) return [];
    const { id, text } = record ?? {};
    if (typeof text === "string") return [{ id, text }];
    const what = problem ?? { en: "there is no text", zh: "没有 text" };
    refuse("not_a_query", { name, line: at + 1, what });
  });
  runtime.expectLongWork();
  for (const { id, text } of queries) {
    const { results } = await run(text);
    runtime.stdout.write(`${neutralJson({ id, results })}\n`);
  }
  return PRINTED;
}

interface Shown {
  readonly results: readonly ShownHit[];
  readonly method: Method;
  readonly degraded?: Sentence;
  readonly degraded_hint?: Sentence;
  readonly total: number;
  /** Of a day on which nothing was saved: the days around it. */
  readonly days?: readonly DayOfRecords[];
  readonly hint?: Sentence;
}

type WholeHit = ReturnType<typeof shownHit> & { readonly others?: boolean };

/** A hit, of which a list leaves fields out. */
type ShownHit =
  & Pick<
    WholeHit,
    "id" | "content" | "excerpt" | "found_by" | "score" | "day" | "layer" | "deleted" | "others"
  >
  & Partial<Omit<WholeHit, "type">>
  & { readonly type: WholeHit["type"] | "todo" }
  & { readonly explain?: Readonly<Record<string, unknown>> };

/**
 * What a search found, as JSON.
 *
 * @param query around what of it excerpts are made
 * @param isOthers whether others may have written a hit: who reads it must know
 * @param explainFrom the indexes searched: with them each hit tells how its score came about
 */
function shown(
  { args: { full, maxResults }, runtime }: SearchCall,
  query: string,
  { hits, method, total, degraded, hint }: MethodResult,
  explainFrom: readonly MemoryIndex[] | undefined,
  isOthers: (hit: Hit) => boolean,
): Shown {
  const excerpt = full ? (content: string) => content : excerptsFor(query, hits.length);
  const times = explainFrom && timesInVain(explainFrom, new Map(hits.map(({ id, record }) => [id, record])));
  const isList = maxResults > MANY && !full && !explainFrom;
  return {
    results: hits.map((hit) => {
      const explain = times && explained(hit, times.get(hit.id));
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

/** More than these are a list to choose from: whoever wants all of one asks for it by its id. */
const MANY = 10;
/** Columns of an excerpt; in a list about ten words. */
const WIDTH = 180;
const WIDTH_IN_LIST = 60;

function excerptsFor(query: string, hits: number): (content: string) => string {
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

function explained({ factors }: Hit, inVain = 0): Readonly<Record<string, unknown>> {
  return { ...rounded(factors), ...inVain > 0 ? { given_in_vain: inVain } : {} };
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

/** Why it was not by words and by meaning, and what to do about it. */
function degradedIn({ degraded, degraded_hint: advice }: Shown): Sentence | undefined {
  if (!degraded || !advice) return degraded;
  return { en: `${degraded.en}; ${lowered(advice.en)}`, zh: `${degraded.zh}；${advice.zh}` };
}

/** Whether somebody who searches by words is told today how to search by meaning; from now on they were. */
function adviceIsDue({ runtime, args: { explain } }: SearchCall, [store]: readonly Store[]): boolean {
  if (explain || !store) return true;
  const file = pathOf(store, ADVICE_FILE);
  const today = localDay(runtime.now());
  if (readText(runtime.files, file) === today) return false;
  try {
    replaceAtomically(runtime, file, today);
  } catch {
    // Where nothing can be written it is told again.
  }
  return true;
}

interface NothingFound {
  readonly isEmptyMemory: boolean;
  readonly isAdvised: boolean;
}

function nothingFoundText(
  data: Shown,
  { say }: Style,
  { isEmptyMemory, isAdvised }: NothingFound,
): string {
  // The hint tells what an older tool remembered here, where this memory is empty.
  const hint = data.hint ? `${say(data.hint)}\n` : "";
  if (isEmptyMemory) return `${say(NOTHING_YET)}${hint}`;
  if (data.days) return hint;
  const all = isAdvised ? degradedIn(data) : undefined;
  const why = all === undefined ? "" : say({ en: ` (${lowered(all.en)})`, zh: `（${all.zh}）` });
  return `${say({ en: "Nothing found", zh: "没有找到" })}${why}\n${hint}`;
}

interface HitsView {
  readonly briefIdOf: (id: string) => string;
  readonly isAdvised: boolean;
}

/** Hits for a person: the text, below it what is known of it; how it was found only where that is asked for. */
function hitsText(data: Shown, style: Style, { briefIdOf, isAdvised }: HitsView): string {
  const lines = data.results.map((hit) => {
    const { id, type, memory_type, content, score, day, layer, others, found_by, explain } = hit;
    const how = found_by.map((each) => style.say(said(`found_by_${each}`))).join(style.say({ en: ", ", zh: "、" }));
    const about = [
      style.say(kindOf(type, memory_type)),
      day,
      ...layer === "global" ? [style.say(GLOBAL)] : [],
      ...others ? [style.say({ en: "others may have written it", zh: "可能出自他人" })] : [],
      ...explain ? [score.toFixed(2), how] : [],
      briefIdOf(id),
    ].filter((each) => each !== "").join(" · ");
    const why = explain ? `\n  ${style.dim(JSON.stringify(explain))}` : "";
    return `${style.bold(content.replace(/\n/g, "\n  "))}\n  ${style.dim(about)}${why}\n`;
  });
  const all = isAdvised ? degradedIn(data) : undefined;
  const { method } = data;
  const only = method === "hybrid" ? "" : style.say(said(`only_by_${method}`));
  return lines.join("") + (all ? style.dim(`${only}${style.say(all)}\n`) : "");
}

/** A sentence that goes on behind another one's colon or semicolon. */
function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
