import { resolve } from "node:path";
import * as arg from "../cli/args.ts";
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
import { briefIds } from "../records/ids.ts";
import { MEMORY_TYPES } from "../records/mod.ts";
import { redactId } from "../records/redact.ts";
import type { Runtime } from "../runtime.ts";
import type { Filters } from "../search/candidates.ts";
import { excerptOf, termsToMeet } from "../search/excerpt.ts";
import type { MethodResult } from "../search/methods.ts";
import { type Hit, type Method, search as searchIndexes, type SearchSettings } from "../search/mod.ts";
import { parseQuery } from "../search/query.ts";
import { settingsOfSearch } from "../search/settings.ts";
import { forPeople, inResult, same, type Sentence } from "../sentence.ts";
import { ADVICE_FILE, pathOf } from "../store/layout.ts";
import { parseLines } from "../store/lines.ts";
import { disabledReason, type Memory, memoryIsOff } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { readStandardInput, STANDARD_INPUT, STREAM } from "./input.ts";
import type { byMeaning } from "./meaning.ts";
import { type Explained, explained, factorLines, round } from "./factors.ts";
import { notHereYet } from "./not_here_yet.ts";
import type { DayOfRecords, FoundThen } from "./search_then.ts";
import { refuse, said } from "./words.ts";

const TYPES = ["fact", "summary", "note", "core"] as const;

const args = {
  maxResults: arg.withDefault(arg.integer(1, 1_000), 10),
  method: arg.choice(["hybrid", "fts", "vector"]),
  days: arg.integer(1, 36_500),
  from: arg.day,
  to: arg.day,
  type: arg.choices([...TYPES, ...MEMORY_TYPES], (type) => kindOf(type)),
  memoryType: arg.factKinds,
  tag: arg.tags,
  session: arg.name,
  includeStage: arg.flag,
  includeDeleted: arg.flag,
  full: arg.flag,
  explain: arg.flag,
  queries: arg.text("FILE"),
};
const operands = { query: arg.texts("QUERY") };

type SearchCall = Call<arg.ValuesOf<typeof args>, arg.ValuesOf<typeof operands>>;

export const search = defineCommand({
  args,
  operands,
  output: "bare",
  async run(call: SearchCall): Promise<Outcome> {
    const { memory, args: { queries }, operands: { query } } = call;
    const typed = query.join(" ");
    if (queries === undefined && typed.trim() === "") refuse("query_missing");
    const stores = wantedStores(memory, call.stores);
    const off = disabledReason(memory);
    if (off) {
      const none = { results: [], method: "fts", degraded: inResult(memoryIsOff(off)), total: 0 } as const;
      return nothing(none, nothingFoundText, { isEmptyMemory: false, isAdvised: true });
    }
    try {
      return await lookUp(call, stores, typed);
    } catch (error) {
      // A damaged page is noticed only when it is read. With `--queries` it is too late: some lines are answered.
      if (queries !== undefined || !(error instanceof MemoryError) || error.code !== "INDEX_CORRUPT") throw error;
      setAsideDamaged(stores);
      return await lookUp(call, stores, typed);
    }
  },
});

/** The stores to search. One whose layer has the weight 0 is left out, unless it is the only one. */
function wantedStores({ config }: Memory, stores: readonly Store[]): readonly Store[] {
  return stores.length === 1 ? stores : stores.filter(({ layer }) => config.retrieval.source_weight[layer] > 0);
}

async function lookUp(call: SearchCall, stores: readonly Store[], typed: string): Promise<Outcome> {
  const { memory, runtime, asText, args: { queries, explain, method } } = call;
  const opened = stores.map(openToLookUp);
  const readers = opened.map(([index]) => index);
  const incomplete = opened.every(([, { inTime }]) => inTime) ? {} : { degraded: INCOMPLETE, hint: undefined };
  let meaning: Awaited<ReturnType<typeof byMeaning>> | undefined;
  try {
    // A search by words alone loads no model.
    if (method !== "fts") meaning = await (await import("./meaning.ts")).byMeaning(call, readers, method);
    const find = (text: string, settings: SearchSettings) =>
      meaning?.search(text, settings) ??
        { ...searchIndexes(readers, text, settings), degraded: undefined, pending: false };
    const isOthers = othersIn(memory);
    const isEmptyMemory = () => readers.every(({ db }) => isEmpty(db));
    const run = async (text: string): Promise<Shown> => {
      const settings = settingsOf(call, stores);
      const found: FoundThen = mayAskForEarlier(text)
        ? await (await import("./search_then.ts")).findThen(text, settings, { readers, clock: runtime, find })
        : await find(text, settings);
      const data = shown(call, text, { ...found, ...incomplete }, explain ? readers : undefined, isOthers);
      if (found.asksForOpen && !isNarrowed(call)) return withTodos(call, data);
      if (!found.empty || isEmptyMemory()) return data;
      return { ...data, ...await nothingThen(readers, found.empty, runtime) };
    };
    if (queries !== undefined) return await searchMany(call, queries, run);
    const data = await run(typed);
    const isAdvised = asText && data.degraded_hint !== undefined && adviceIsDue(call, stores);
    if (data.results.length > 0) {
      const briefIdOf = briefIds(asText ? readers.flatMap(({ db }) => allIds(db)) : []);
      return ok(data, hitsText, { briefIdOf, isAdvised });
    }
    const view = { isEmptyMemory: isEmptyMemory(), isAdvised };
    const hint = view.isEmptyMemory ? await notHereYet(memory, stores) : undefined;
    return nothing({ ...data, ...hint && { hint } }, nothingFoundText, view);
  } finally {
    meaning?.close();
    for (const reader of readers) reader.close();
  }
}

/** The days around a time in which nothing was saved, in JSON and in words. */
async function nothingThen(readers: readonly MemoryIndex[], empty: Span, runtime: Runtime) {
  const { daysAround, emptyThen } = await import("./search_then.ts");
  const around = daysAround(readers, empty, runtime);
  return { days: around.days, hint: inResult(emptyThen(empty, around, runtime)) };
}

/** Whether options narrow the search by fields that to-dos don't have. */
function isNarrowed({ args: { type, memoryType, tag, session, days, from, to } }: SearchCall): boolean {
  return [type, memoryType, tag].some((list) => list.length > 0) ||
    [session, days, from, to].some((value) => value !== undefined);
}

/** So many hits that share the query's words are kept behind the open to-dos. */
const WORDS_KEPT = 3;

/** The open to-dos, and behind them the hits that share the query's words. */
async function withTodos(call: SearchCall, data: Shown): Promise<Shown> {
  const { maxResults } = call.args;
  const { listTodos } = await import("../upkeep/todos.ts");
  const limit = Math.max(1, maxResults - Math.min(data.results.length, WORDS_KEPT));
  const { todos, total } = listTodos(call.memory, call.stores, { filter: {}, which: "open" }, { offset: 0, limit });
  if (total === 0) return { ...data, results: [], total: 0, hint: inResult(said("no_open_todos")) };
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

function settingsOf(
  { args, runtime, memory: { config } }: SearchCall,
  stores: readonly Store[],
): SearchSettings {
  const now = runtime.now();
  const from = args.from === undefined ? undefined : startOfDay(args.from);
  const since = args.days === undefined ? undefined : now.getTime() - args.days * DAY_MS;
  const starts = [from, since].filter((time) => time !== undefined);
  const filters: Filters = {
    types: TYPES.filter((type) => args.type.includes(type)),
    memoryTypes: MEMORY_TYPES.filter((kind) => args.type.includes(kind) || args.memoryType.includes(kind)),
    tags: args.tag,
    includeStage: args.includeStage,
    includeDeleted: args.includeDeleted,
    ...(args.session === undefined ? {} : { session: redactId(args.session, { secrets: config.privacy.redact }) }),
    ...(starts.length === 0 ? {} : { from: Math.max(...starts) }),
    ...(args.to === undefined ? {} : { until: endOfDay(args.to) }),
  };
  const settings = settingsOfSearch(config, { limit: args.maxResults, now, filters });
  // The weight of a single layer orders nothing, and 0 would make all scores equal.
  return stores.length > 1 ? settings : { ...settings, source: { project: 1, global: 1 } };
}

/** The content of a file of queries; a pipe that a person named is read to its end. */
async function queriesFrom(runtime: Runtime, file: string): Promise<Uint8Array> {
  if (file === STREAM) return await readStandardInput(runtime, BYTES_MAX.imported);
  const path = resolve(runtime.cwd(), file);
  const read = runtime.files.stat(path)?.kind === "other" ? runtime.files.readPipe : runtime.files.read;
  const bytes = read(path, BYTES_MAX.imported);
  if (bytes) return bytes;
  refuse("no_file_of_queries", { file });
}

/** Prints a line of results for each line of a file: for measurements, and for many queries at once. */
async function searchMany(
  { runtime }: SearchCall,
  file: string,
  run: (text: string) => Promise<Shown>,
): Promise<Outcome> {
  const name = file === STREAM ? STANDARD_INPUT : same(file);
  const bytes = await queriesFrom(runtime, file);
  // All lines are read before the first is answered, so that standard output holds nothing beside an error.
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
  /** The days around the time of the query, if nothing was saved in it. */
  readonly days?: readonly DayOfRecords[];
  readonly hint?: Sentence;
}

type WholeHit = ReturnType<typeof shownHit> & { readonly others?: boolean };

/** A hit in JSON; a list leaves fields out. */
type ShownHit =
  & Pick<
    WholeHit,
    "id" | "content" | "excerpt" | "found_by" | "score" | "day" | "layer" | "deleted" | "others"
  >
  & Partial<Omit<WholeHit, "type">>
  & { readonly type: WholeHit["type"] | "todo" }
  & { readonly explain?: Explained };

/**
 * The result of a search, as JSON.
 *
 * @param query the text around whose words excerpts are made
 * @param explainFrom the indexes that were searched; with them each hit explains its score
 * @param isOthers whether others may have written a hit, which its reader must know
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
      const explain = times && explained(hit.factors, times.get(hit.id));
      const whole = { ...shownHit(hit, excerpt, runtime), ...(isOthers(hit) ? { others: true } : {}) };
      return { ...(isList ? inList(whole) : whole), ...(explain === undefined ? {} : { explain }) };
    }),
    method,
    ...(degraded === undefined ? {} : { degraded: inResult(degraded) }),
    // In JSON an agent would take the hint for an order, in every search.
    ...(hint === undefined ? {} : { degraded_hint: explainFrom ? inResult(hint) : forPeople(hint) }),
    total,
  };
}

/** More hits than these are a list to choose from; `memory show ID` gives the whole of one. */
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

/** A hit of a list, with only the fields by which a reader chooses. */
function inList(
  { memory_type: _type, source: _file, timestamp: _time, tags: _tags, session: _session, ...hit }: WholeHit,
): ShownHit {
  return hit;
}

/** Why the search was not by words and by meaning, and what to do about it. */
function degradedIn({ degraded, degraded_hint: advice }: Shown): Sentence | undefined {
  if (!degraded || !advice) return degraded;
  return { en: `${degraded.en}; ${lowered(advice.en)}`, zh: `${degraded.zh}；${advice.zh}` };
}

/** Whether to advise a search by meaning, at most once a day; notes that today's advice is given. */
function adviceIsDue({ runtime, args: { explain } }: SearchCall, [store]: readonly Store[]): boolean {
  if (explain || !store) return true;
  const file = pathOf(store, ADVICE_FILE);
  const today = localDay(runtime.now());
  if (readText(runtime.files, file) === today) return false;
  try {
    replaceAtomically(runtime, file, today);
  } catch {
    // Without the note, the next search advises again.
  }
  return true;
}

function nothingFoundText(
  data: Shown,
  { say }: Style,
  { isEmptyMemory, isAdvised }: { readonly isEmptyMemory: boolean; readonly isAdvised: boolean },
): string {
  const hint = data.hint ? `${say(data.hint)}\n` : "";
  if (isEmptyMemory) return `${say(NOTHING_YET)}${hint}`;
  if (hint !== "") return hint;
  const all = isAdvised ? degradedIn(data) : undefined;
  const why = all === undefined ? "" : say({ en: ` (${lowered(all.en)})`, zh: `（${all.zh}）` });
  return `${say({ en: "Nothing found", zh: "没有找到" })}${why}\n${hint}`;
}

/** Hits for a person: the text, and below it kind, day and id, with `--explain` also how it was found. */
function hitsText(
  data: Shown,
  style: Style,
  { briefIdOf, isAdvised }: { readonly briefIdOf: (id: string) => string; readonly isAdvised: boolean },
): string {
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
    const why = explain ? factorLines(explain, style) : "";
    return `${style.bold(content.replace(/\n/g, "\n  "))}\n  ${style.dim(about)}${why}\n`;
  });
  const all = isAdvised ? degradedIn(data) : undefined;
  const { method } = data;
  const only = method === "hybrid" ? "" : style.say(said(`only_by_${method}`));
  return lines.join("") + (all ? style.dim(`${only}${style.say(all)}\n`) : "");
}

/** A sentence as it goes on behind a semicolon or in brackets. */
function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
