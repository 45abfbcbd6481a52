import { resolve } from "node:path";
import * as arg from "../cli/args.ts";
import { type Call, defineCommand, nothing, ok, type Outcome, PRINTED } from "../cli/command.ts";
import { kindOf } from "../cli/lines.ts";
import { errorCode, fail, MemoryError, tried } from "../errors.ts";
import { readText, replaceAtomically } from "../files.ts";
import { INCOMPLETE, openToLookUp, setAsideDamaged } from "../index/mod.ts";
import type { MemoryIndex } from "../index/open.ts";
import { allIds, holdsReplaced, isEmpty } from "../index/read.ts";
import { BYTES_MAX } from "../limits.ts";
import { mayAskForEarlier, mayNameTime } from "../prompt/signs.ts";
import { cleanText, cleanTexts } from "../recall/clean.ts";
import { openReaders } from "../recall/open_readers.ts";
import {
  closeReaders,
  isAllHere,
  type IsShared,
  layerHere,
  narrowToHere,
  othersIn,
  replacedHere,
  sharedIn,
} from "../recall/readers.ts";
import { sayer } from "../recall/precedence.ts";
import { laterIn, settle } from "../recall/settle.ts";
import { dayOf } from "../records/days.ts";
import { briefIds, type SessionId } from "../records/ids.ts";
import { MEMORY_TYPES, texts } from "../records/mod.ts";
import { remembered } from "../remembered.ts";
import { redactAll, redactId } from "../records/redact.ts";
import type { Runtime } from "../runtime.ts";
import type { Filters } from "../search/candidates.ts";
import { parseQuery } from "../search/query.ts";
import { type Hit, orStages, search as searchIndexes, type SearchSettings, settingsOfSearch } from "../search/mod.ts";
import { inResult, same } from "../sentence.ts";
import { ADVICE_FILE, pathOf } from "../store/layout.ts";
import { parseLines } from "../store/lines.ts";
import { disabledReason, type Memory, memoryIsOff } from "../store/memory.ts";
import { stateStore } from "../store/session_state.ts";
import { isPieceOfId, meantSessions } from "../store/sessions.ts";
import type { Store } from "../store/mod.ts";
import { neutralJson } from "../text/legible.ts";
import { emptinessOf, NOT_EMPTY } from "./empty.ts";
import { hitsText, nothingFoundText, type Shown, shown, type ShownHit } from "./hits.ts";
import { readStandardInput, STANDARD_INPUT, STREAM } from "./input.ts";
import type { byMeaning } from "./meaning.ts";
import type { FoundThen } from "./search_then.ts";
import { dayMeant, FIELDS, onlySession, refuse, said, spanOfDays } from "./words.ts";

const TYPES = ["fact", "summary", "note", "core"] as const;

const args = {
  maxResults: arg.withDefault(arg.integer(1, 1_000), 10),
  method: arg.choice(["hybrid", "fts", "vector"]),
  days: arg.integer(1, 36_500),
  from: arg.day,
  to: arg.day,
  type: arg.filled(arg.choices([...TYPES, ...MEMORY_TYPES], kindOf)),
  memoryType: arg.filled(arg.factKinds),
  tag: arg.filled(arg.tags),
  session: arg.name,
  includeStage: arg.flag,
  includeDeleted: arg.flag,
  full: arg.flag,
  explain: arg.flag,
  queries: arg.nameOf("FILE"),
};
const operands = { query: arg.severalTexts("QUERY") };

type SearchCall = Call<arg.ValuesOf<typeof args>, arg.ValuesOf<typeof operands>>;

export const search = defineCommand({
  args,
  operands,
  output: "bare",
  async run(call: SearchCall): Promise<Outcome> {
    const { runtime, memory, args: { queries }, operands: { query } } = call;
    const typed = readFields(runtime, query.join(" "));
    if (queries === undefined && typed.trim() === "") refuse("query_missing");
    if (queries !== undefined && typed.trim() !== "") refuse("query_beside_queries", { typed: typed.trim() });
    // A store whose layer has the weight 0 is left out, unless it is the only one.
    const weighs = ({ layer }: Store) => memory.config.retrieval.source_weight[layer] > 0;
    const { stores: all } = call;
    const stores = all.length === 1 ? all : all.filter(weighs);
    const off = disabledReason(memory);
    if (off) {
      const none = { results: [], method: "fts", degraded: inResult(memoryIsOff(off)), total: 0 } as const;
      if (queries !== undefined) {
        return { ...await searchMany(call, queries, () => Promise.resolve(none)), exitCode: 1 };
      }
      return nothing(none, nothingFoundText, { beginning: undefined, isAdvised: true });
    }
    try {
      return await lookUp(call, stores, typed);
    } catch (error) {
      // A damaged page is noticed only when it is read. With `--queries` it is too late: some lines are answered.
      if (queries !== undefined || errorCode(error) !== "INDEX_CORRUPT") throw error;
      setAsideDamaged(stores);
      return await lookUp(call, stores, typed);
    }
  },
});

const FIELD = /(?<=^|\s)(type|before|after)[:：]([\p{L}\p{N},，、/.-]+)(?=\s|$)/gu;
/** A date in whatever order, or a year. */
const DATE = /^\d{4}|^\d+[-/.]\d/;

/** Reads or refuses the values of fields. `type:` within a text may be code, and `before:each` names no time. */
function readFields(runtime: Runtime, typed: string): string {
  const read = typed.replace(FIELD, (whole: string, field: string, value: string, at: number) => {
    const isWithin = at > 0 && at + whole.length < typed.trimEnd().length;
    try {
      if (field === "type") return `type:${args.type.read([value], "type:").join(",")}`;
      if (DATE.test(value) || mayNameTime(value)) {
        const end = field === "after" ? "from" : "before";
        return `${field}:${dayMeant(end, arg.day.read([value], `${field}:`) ?? value, `${field}:`, runtime)}`;
      }
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error;
      const { message, hint } = error.told;
      if (field !== "type" || !isWithin) {
        fail(error.code, message, field === "type" && hint || said("quoted_is_text", { word: whole }));
      }
    }
    return whole;
  });
  const { after: from, before } = parseQuery(read).fields;
  spanOfDays({ from, before }, runtime, FIELDS);
  return read;
}

/** Finds again what is outdated, as a start does, where the index was made anew since. */
async function settleAnew(memory: Memory): Promise<void> {
  const { gatherStart } = await import("../recall/gather.ts");
  using open = new DisposableStack();
  const readers = open.adopt(await openReaders(memory), closeReaders);
  await settle(gatherStart(memory, readers), readers[0]?.index);
}

/** A query that does not match asks for no to-dos, so search_then.ts need not be loaded to recognise it. */
const NAMES_TODOS = /to-?do|[待代]办/i;

async function lookUp(call: SearchCall, stores: readonly Store[], typed: string): Promise<Outcome> {
  const { memory, args: { queries, method } } = call;
  const opened = stores.map(openToLookUp);
  const readers = opened.map(([index]) => index);
  if (!isAllHere(memory, stores)) { for (const index of readers) narrowToHere(memory, index); }
  const isInStep = opened.every(([, { inTime }]) => inTime);
  let meaning: Meaning | undefined;
  try {
    // A search by words alone loads no model.
    if (method !== "fts") meaning = await (await import("./meaning.ts")).byMeaning(call, readers, method);
    if (readers[0]?.kept() === undefined) await settleAnew(memory);
    const find = finderIn(call, stores, readers, { meaning, isInStep });
    if (queries !== undefined) return await searchMany(call, queries, find);
    return await outcomeOf(call, stores, readers, typed, await find(typed));
  } finally {
    meaning?.close();
    for (const reader of readers) reader.close();
  }
}

type Meaning = Awaited<ReturnType<typeof byMeaning>>;

function finderIn(
  call: SearchCall,
  stores: readonly Store[],
  readers: readonly MemoryIndex[],
  { meaning, isInStep }: { meaning: Meaning | undefined; isInStep: boolean },
): (text: string) => Promise<Shown> {
  const { memory, runtime, args: { explain, full, maxResults } } = call;
  const find = (text: string, settings: SearchSettings) =>
    orStages((each) => meaning?.search(text, each) ?? searchIndexes(readers, text, each), settings);
  const isShared = sharedIn(memory);
  const isOthers = othersIn(memory, isShared);
  const comparedAmong = comparing(memory, readers, isShared);
  // Before an excerpt is cut out: half a secret is known by nothing.
  const clean = (text: string) => cleanText(memory.config, text);
  return async (text) => {
    const { timed, unheld, unheldWords, found, replaces } = await findAtAll(call, stores, readers, find, text);
    const hits = cleanedHits(memory, found.hits);
    const result = { ...found, hits, ...isInStep ? {} : { degraded: INCOMPLETE, hint: undefined } };
    const data = shown(result, {
      query: text,
      unheld: unheldWords,
      full,
      maxResults,
      explainFrom: explain ? readers : undefined,
      isOthers: (hit) => isOthers(hit) || isOthers(replaces?.get(hit.id) ?? hit),
      ...await comparedAmong(hits),
      replacedBy: ({ id }) => {
        const old = replaces?.get(id);
        return old && clean(old.content);
      },
      clean: (record) => redactAll(record, { secrets: memory.config.privacy.redact }, new Set()),
      clock: runtime,
    });
    const { openAbout, empty, notThen } = found;
    if (openAbout !== undefined && !isNarrowed(call)) return withTodos(call, data, openAbout);
    if (timed && empty && !holdNothing(readers)) return { ...data, ...timed.nothingThen(readers, empty, runtime) };
    if (timed && notThen) return { ...data, hint: inResult(timed.otherThen(notThen, runtime)) };
    const nowhere = replaces?.size === 0 ? unheld?.nowhere(text, found) : undefined;
    return { ...data, hint: nowhere && inResult(nowhere) };
  };
}

/** What is found for a text: also at a time that it names, and where only replaced records hold its words. */
async function findAtAll(
  call: SearchCall,
  stores: readonly Store[],
  readers: readonly MemoryIndex[],
  find: (text: string, settings: SearchSettings) => Promise<FoundThen>,
  text: string,
) {
  const settings = settingsOf(call, stores);
  const mayBeTimed = mayAskForEarlier(text) || mayNameTime(text) || NAMES_TODOS.test(text);
  const timed = mayBeTimed ? await import("./search_then.ts") : undefined;
  const ways = { readers, clock: call.runtime, find };
  const first = await (timed?.findThen(text, settings, ways) ?? find(text, settings));
  const { fields, excluded, text: words } = parseQuery(text);
  // Filters are meant for what is found, and not for what it has replaced.
  const isPlain = Object.keys(fields).length + excluded.length === 0 && !isNarrowed(call);
  const lacks = (first.unheld ?? []).length > 0;
  const unheld = lacks || isPlain && readers.some(({ db }) => holdsReplaced(db))
    ? await import("./search_unheld.ts")
    : undefined;
  const { found, replaces } = isPlain && unheld?.withReplaced(text, first, settings, readers) || { found: first };
  return { timed, unheld, unheldWords: unheld?.unheldWords(words, found) ?? [], found, replaces };
}

/** Hits whose texts are cleaned together. */
function cleanedHits({ config }: Memory, hits: readonly Hit[]): Hit[] {
  const texts = cleanTexts(config, hits.flatMap(({ content, tags }) => [content, ...tags])).values();
  const next = () => texts.next().value ?? "";
  return hits.map((hit) => ({
    ...hit,
    content: next(),
    tags: hit.tags.map(next).filter((tag) => tag.trim() !== ""),
  }));
}

/** So many hits are compared with each other, even if fewer are told: what outdates the best one may rank low. */
const COMPARED = 20;

/**
 * Gives for a hit the id of what puts it out of force (its replacement, what a start found, or another hit), and the
 * id of the hit in which a colleague says otherwise since.
 */
function comparing(memory: Memory, readers: readonly MemoryIndex[], isShared: IsShared) {
  const laterOf = laterIn(memory, readers);
  const saidBy = sayer(memory, isShared);
  // A summary tells how things were, but for its decisions; what another project says is of other things.
  const comparableIn = (hit: Hit) => {
    const { type, memoryType, deleted, layer, record } = hit;
    if (memoryType === "S" || deleted || layerHere(memory, layer, record) === undefined) return [];
    const said = saidBy(hit);
    if (type === "summary") return texts(record.decisions).map((text) => ({ hit, said: { ...said, text } }));
    return type === "fact" ? [{ hit, said }] : [];
  };
  return async (hits: readonly Hit[]) => {
    const weighed = hits.slice(0, COMPARED).flatMap(comparableIn);
    const beside = weighed.length > 1 ? await import("../recall/beside.ts") : undefined;
    const laterHere = beside?.laterAmong(weighed);
    const outdatedBy = remembered((hit: Hit) => {
      const isHere = (each: typeof weighed[number]) => each.hit === hit;
      return replacedHere(readers, [hit]).get(hit.id) ?? laterOf(hit)?.id ??
        weighed.filter(isHere).map((each) => laterHere?.(each)).find((later) => later && !isHere(later))?.hit.id;
    });
    const contestedBy = remembered((hit: Hit) => {
      const own = weighed.find((each) => each.hit === hit);
      return own && weighed.find(({ said }) => beside?.contests(said, own.said))?.hit.id;
    });
    return { outdatedBy, contestedBy };
  };
}

function holdNothing(readers: readonly MemoryIndex[]): boolean {
  return readers.every(({ db }) => isEmpty(db));
}

async function outcomeOf(
  call: SearchCall,
  stores: readonly Store[],
  readers: readonly MemoryIndex[],
  typed: string,
  data: Shown,
): Promise<Outcome> {
  const { memory, asText, forPerson, args: { explain } } = call;
  // In a pipe an agent may read, which would take the advice for an order.
  const isAdvised = (forPerson || asText && explain) && data.degraded_hint !== undefined && adviceIsDue(call, stores);
  if (data.results.length > 0) {
    const briefIdOf = briefIds(asText ? readers.flatMap(({ db }) => allIds(db)) : []);
    return ok(data, hitsText, { briefIdOf, isAdvised });
  }
  const { beginning, hint } = holdNothing(readers) ? await emptinessOf(memory, stores) : NOT_EMPTY;
  const view = { beginning, isAdvised };
  const { excluded, text } = parseQuery(typed);
  const onlyLeavesOut = excluded.length > 0 && text.trim() === "";
  const told = hint ?? data.hint ?? (onlyLeavesOut ? inResult(said("only_left_out")) : undefined);
  return nothing({ ...data, hint: told }, nothingFoundText, view);
}

/** Whether options narrow the search by fields that to-dos don't have. */
function isNarrowed({ args: { type, memoryType, tag, session, days, from, to } }: SearchCall): boolean {
  return [type, memoryType, tag, session, days, from, to].flat().some((value) => value !== undefined);
}

/** So many hits that share the query's words are kept behind the open to-dos. */
const WORDS_KEPT = 3;

/** The open to-dos, all or those about these words, and behind them the hits that share the query's words. */
async function withTodos(call: SearchCall, data: Shown, about: string): Promise<Shown> {
  const { maxResults } = call.args;
  const [{ listTodos }, { isAbout }] = await Promise.all([
    import("../upkeep/todos.ts"),
    import("../recall/shares.ts"),
  ]);
  const all = listTodos(call.memory, call.stores, { filter: {}, which: "open" }, { offset: 0, limit: Infinity }).todos;
  const meant = about === "" ? all : all.filter((each) => isAbout(about, each));
  if (meant.length === 0) {
    return about === "" ? { ...data, results: [], total: 0, hint: inResult(said("no_open_todos")) } : data;
  }
  const limit = Math.max(1, maxResults - Math.min(data.results.length, WORDS_KEPT));
  const results = meant.slice(0, limit).map(({ id, todo, day, layer, others }): ShownHit => ({
    id,
    type: "todo",
    content: cleanText(call.memory.config, todo),
    found_by: ["fields"],
    score: 1,
    day,
    layer,
    others: others ? true : undefined,
  }));
  const left = meant.length - results.length;
  const more = said("more_open_todos", { shown: results.length, total: meant.length });
  return {
    ...data,
    results: [...results, ...data.results].slice(0, maxResults),
    total: data.total + meant.length,
    ...left > 0 ? { hint: inResult(more) } : {},
  };
}

/** The session with this id, or the known one whose id begins or ends so. */
function sessionMeant(memory: Memory, given: SessionId): SessionId {
  const word = redactId(given, { secrets: memory.config.privacy.redact });
  const store = isPieceOfId(word) ? stateStore(memory) : undefined;
  return store ? onlySession(word, meantSessions(store, word)) ?? word : word;
}

function settingsOf({ args, runtime, memory }: SearchCall, stores: readonly Store[]): SearchSettings {
  const { config } = memory;
  const now = runtime.now();
  const { from, to } = spanOfDays(args, runtime);
  const filters: Filters = {
    types: TYPES.filter((type) => args.type.includes(type)),
    memoryTypes: MEMORY_TYPES.filter((kind) => args.type.includes(kind) || args.memoryType.includes(kind)),
    tags: args.tag,
    includeStage: args.includeStage,
    includeDeleted: args.includeDeleted,
    ...args.session === undefined ? {} : { session: sessionMeant(memory, args.session) },
    ...from === -Infinity ? {} : { from },
    ...to === Infinity ? {} : { until: to },
  };
  const settings = settingsOfSearch(config, { limit: Math.max(args.maxResults, COMPARED), now, filters });
  // The weight of a single layer orders nothing, and 0 would make all scores equal.
  return stores.length > 1 ? settings : { ...settings, source: { project: 1, global: 1 } };
}

/** What the shell has opened: `<(…)`. To open any other pipe may wait for ever. */
const OPEN_ALREADY = /^\/(?:dev\/(?:fd\/|stdin$)|proc\/(?:self|\d+)\/fd\/)/;

/** The content of a file of queries. */
async function queriesFrom(runtime: Runtime, file: string): Promise<Uint8Array> {
  if (file === STREAM) return await readStandardInput(runtime, BYTES_MAX.imported);
  const path = resolve(runtime.cwd(), file);
  const read = OPEN_ALREADY.test(path) ? runtime.files.readPipe : runtime.files.read;
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
    if (typeof text === "string") return [{ id, text: readFields(runtime, text) }];
    const what = problem ?? { en: "there is no text", zh: "没有 text" };
    refuse("not_a_query", { name, line: at + 1, what });
  });
  runtime.expectLongWork();
  for (const { id, text } of queries) {
    runtime.stdout.write(`${neutralJson({ id, ...await run(text) })}\n`);
  }
  return PRINTED;
}

/** Whether to advise a search by meaning, at most once a day; notes that today's advice is given. */
function adviceIsDue({ runtime, args: { explain } }: SearchCall, [store]: readonly Store[]): boolean {
  if (explain || !store) return true;
  const file = pathOf(store, ADVICE_FILE);
  const today = dayOf(runtime.now().toISOString(), runtime);
  if (readText(runtime.files, file) === today) return false;
  // Without the note, the next search advises again.
  tried(() => replaceAtomically(runtime, file, today));
  return true;
}
