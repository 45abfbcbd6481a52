/** `memory search` */
import { resolve } from "node:path";
import { choice, choices, day, flag, integer, text, texts, type ValuesOf, withDefault } from "../cli/args.ts";
import { type Call, defineCommand, nothing, ok, type Outcome, printed, type Style } from "../cli/command.ts";
import { MemoryError } from "../errors.ts";
import { openInStep } from "../index/in_step.ts";
import { type MemoryIndex, setAsideDamaged } from "../index/mod.ts";
import { DAY_MS } from "../records/days.ts";
import { MEMORY_TYPES } from "../records/mod.ts";
import type { Filters } from "../search/candidates.ts";
import { type Factors, type Hit, search as searchIndexes, type SearchSettings } from "../search/mod.ts";
import { givenInVain, usesOf } from "../index/usage.ts";
import { lastChange } from "../store/resolve.ts";
import type { MethodResult } from "../search/methods.ts";
import { settingsOfSearch } from "../search/settings.ts";
import { parseLines } from "../store/lines.ts";
import type { Store } from "../store/mod.ts";
import { disabledReason, existingStores, type Memory, openMemory } from "../store/memory.ts";

const args = {
  maxResults: withDefault(integer("At most this many results", 1, 1_000), 10),
  method: choice("By words, by meaning or by both; both, where vectors are there", ["hybrid", "fts", "vector"]),
  days: integer("Only the last N days", 1, 36_500),
  from: day("Only from this day on"),
  to: day("Only up to this day"),
  type: choices("Only records of this kind", ["fact", "summary", "note", "core"]),
  memoryType: choices("Only facts of this type", MEMORY_TYPES),
  tag: texts("Only records with this tag (all of them)", "T"),
  session: text("Only records of this session", "ID"),
  includeStage: flag("Stage summaries (type S) too"),
  includeDeleted: flag("Deleted records too"),
  explain: flag("Every factor of every score"),
  queries: text('Run every line {"id","text"} of this file instead, one line of results each', "FILE"),
};

export const search = defineCommand({
  name: "search",
  summary: "Find records by words and by meaning",
  about: `Words in any order; "a phrase" puts records that hold it first; NOT word leaves out.
type:, tag:, session:, before: and after: narrow the search. Every other sign is text, so commands,
paths and error messages can be pasted as they are.`,
  examples: [
    `memory search "Redis 缓存方案"`,
    `memory search 'ERR_LOCK_BUSY type:fact after:2026-01-01' --explain`,
    `memory search --queries questions.jsonl --max-results 20`,
  ],
  args,
  operands: { query: texts("What to look for", "QUERY") },
  output: "bare",
  async run(call: SearchCall): Promise<Outcome> {
    const { args: { queries }, operands: { query }, runtime } = call;
    const typed = query.join(" ");
    if (queries === undefined && typed.trim() === "") {
      throw new MemoryError("INVALID_ARGUMENT", "QUERY is missing: what to look for");
    }
    const memory = openMemory(runtime, { projectPath: call.projectPath });
    const stores = existingStores(memory, call.layer);
    const off = disabledReason(memory);
    if (off !== undefined) return nothing({ results: [], method: "fts", degraded: off, total: 0 });

    try {
      return await lookUp(call, memory, stores, typed);
    } catch (error) {
      // Only now it shows that a page of the index is damaged. Of many queries some are answered already.
      if (queries !== undefined || !(error instanceof MemoryError) || error.code !== "INDEX_CORRUPT") throw error;
      setAsideDamaged(stores);
      return await lookUp(call, memory, stores, typed);
    }
  },
  render,
});

async function lookUp(call: SearchCall, memory: Memory, stores: readonly Store[], typed: string): Promise<Outcome> {
  const { method } = call.args;
  const readers = stores.map((store) => openInStep(store));
  try {
    const vain = (hits: readonly Hit[]) => inVain(call.args.explain ? readers : [], hits);
    if (method === "fts") {
      return await answer(call, typed, (text) => byWords(readers, text, settingsOf(call, memory)), vain);
    }
    const { byMeaning } = await import("./search_meaning.ts");
    const by = await byMeaning(call, memory, readers, method);
    try {
      return await answer(call, typed, (text) => by.search(text, settingsOf(call, memory)), vain);
    } finally {
      by.close();
    }
  } finally {
    for (const reader of readers) reader.close();
  }
}

/** Of some hits, in how many sessions each was given in vain. */
type Vain = (hits: readonly Hit[]) => ReadonlyMap<string, number>;

async function answer(
  call: SearchCall,
  typed: string,
  run: (text: string) => Promise<MethodResult>,
  vain: Vain,
): Promise<Outcome> {
  if (call.args.queries !== undefined) return await searchMany(call, call.args.queries, run, vain);
  const result = await run(typed);
  const data = shown(call, result, vain);
  return result.hits.length === 0 ? nothing(data) : ok(data);
}

function byWords(readers: readonly MemoryIndex[], text: string, settings: SearchSettings): Promise<MethodResult> {
  return Promise.resolve({ ...searchIndexes(readers, text, settings), degraded: undefined, pending: false });
}

export type SearchCall = Call<ValuesOf<typeof args>, { readonly query: readonly string[] }>;

function settingsOf({ args, runtime }: SearchCall, { config }: Memory): SearchSettings {
  const now = runtime.now();
  const from = args.from === undefined ? undefined : localDay(args.from);
  const since = args.days === undefined ? undefined : now.getTime() - args.days * DAY_MS;
  const starts = [from, since].filter((time) => time !== undefined);
  const filters: Filters = {
    types: args.type,
    memoryTypes: args.memoryType,
    tags: args.tag,
    includeStage: args.includeStage,
    includeDeleted: args.includeDeleted,
    ...(args.session === undefined ? {} : { session: args.session }),
    ...(starts.length === 0 ? {} : { from: Math.max(...starts) }),
    ...(args.to === undefined ? {} : { until: localDay(args.to, 1) }),
  };
  return settingsOfSearch(config, { limit: args.maxResults, now, filters });
}

/** The start of a day of the person's calendar, or of the one `later` days after it. */
function localDay(day: string, later = 0): number {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + later);
  return date.getTime();
}

/** One line of results for each line of the file: for measurements, and for whoever asks a lot at once. */
async function searchMany(
  { runtime, args }: SearchCall,
  file: string,
  run: (text: string) => Promise<MethodResult>,
  vain: Vain,
): Promise<Outcome> {
  const path = resolve(runtime.cwd(), file);
  const bytes = runtime.files.stat(path)?.kind === "folder" ? undefined : runtime.files.read(path);
  if (!bytes) throw new MemoryError("INVALID_ARGUMENT", `There is no file ${file}`);
  // All are read before the first is answered: an error stands alone on standard output.
  const queries = parseLines(bytes).flatMap(({ record, problem }, at) => {
    if (problem === undefined && !record) return [];
    const { id, text } = record ?? {};
    if (typeof text === "string") return [{ id, text }];
    throw new MemoryError("INVALID_ARGUMENT", `${file}, line ${at + 1}: ${problem ?? "there is no text"}`);
  });
  runtime.expectLongWork();
  for (const { id, text } of queries) {
    const { hits } = await run(text);
    const times = vain(hits);
    const results = hits.map((hit) => shownHit(hit, args.explain, times.get(hit.id)));
    runtime.stdout.write(`${JSON.stringify({ id, results })}\n`);
  }
  return printed();
}

interface Shown {
  readonly results: readonly ShownHit[];
  readonly method: string;
  readonly degraded?: string;
  readonly total: number;
}

type ShownHit = ReturnType<typeof shownHit>;

function shown({ args }: SearchCall, { hits, method, total, degraded }: MethodResult, vain: Vain): Shown {
  const times = vain(hits);
  return {
    results: hits.map((hit) => shownHit(hit, args.explain, times.get(hit.id))),
    method,
    ...(degraded === undefined ? {} : { degraded }),
    total,
  };
}

/** In how many sessions each hit was given with a prompt since it was last used or changed, and never used. */
function inVain(readers: readonly MemoryIndex[], hits: readonly Hit[]): ReadonlyMap<string, number> {
  const records = new Map(hits.map(({ id, record }) => [id, record]));
  const uses = readers.flatMap(({ db }) => usesOf(db, [...records.keys()]));
  return givenInVain(uses, (id) => lastChange(records.get(id) ?? {}));
}

function shownHit(hit: Hit, explain: boolean, givenInVain?: number) {
  const { id, type, memoryType, content, score, file, timestamp, layer, tags, session, factors } = hit;
  return {
    id,
    type,
    ...(memoryType === undefined ? {} : { memory_type: memoryType }),
    content,
    score: round(score),
    source: file,
    timestamp,
    layer,
    ...(tags.length === 0 ? {} : { tags }),
    ...(session === undefined ? {} : { session }),
    ...(hit.deleted ? { deleted: true } : {}),
    ...(explain ? { explain: { ...rounded(factors), ...givenInVain ? { given_in_vain: givenInVain } : {} } } : {}),
  };
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;

/** Every factor and its value, those that played no part left out. */
function rounded({ points, ...factors }: Factors): Readonly<Record<string, unknown>> {
  const known = (values: object) =>
    Object.fromEntries(
      Object.entries(values).filter(([, value]) => typeof value === "number").map((
        [key, value],
      ) => [key, round(value)]),
    );
  return { ...known(factors), ...(points ? { points: known(points) } : {}) };
}

function render({ results, method, degraded }: Shown, style: Style): string {
  if (results.length === 0) {
    const why = degraded === undefined ? "" : style.say({ en: ` (${degraded})`, zh: `（${degraded}）` });
    return `${style.say({ en: "Nothing found", zh: "没有找到" })}${why}\n`;
  }
  const lines = results.map(({ id, type, content, score, timestamp, layer, explain }) => {
    const day = timestamp.slice(0, 10);
    const about = [id, type, day, layer, score.toFixed(2)].filter((part) => part !== "").join(" · ");
    const why = explain ? `\n  ${style.dim(JSON.stringify(explain))}` : "";
    return `${style.bold(content.replace(/\n/g, "\n  "))}\n  ${style.dim(about)}${why}\n`;
  });
  return `${lines.join("")}${degraded === undefined ? "" : style.dim(`${method}: ${degraded}\n`)}`;
}
