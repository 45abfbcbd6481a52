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
import type { Style } from "../cli/terminal.ts";
import { fail, MemoryError } from "../errors.ts";
import { INCOMPLETE, type MemoryIndex, openToLookUp, setAsideDamaged } from "../index/mod.ts";
import { counts } from "../index/read.ts";
import { givenInVain, usesOf } from "../index/usage.ts";
import { neutralJson } from "../legible.ts";
import { BYTES_MAX } from "../limits.ts";
import { sharedIn, textOf } from "../recall/readers.ts";
import { DAY_MS, dayOf, endOfDay, startOfDay } from "../records/days.ts";
import { MEMORY_TYPES } from "../records/mod.ts";
import { redactId } from "../records/redact.ts";
import type { Runtime } from "../runtime.ts";
import type { Filters } from "../search/candidates.ts";
import { excerptOf, termsToMeet } from "../search/excerpt.ts";
import type { MethodResult } from "../search/methods.ts";
import {
  type Factors,
  type FoundBy,
  type Hit,
  type Method,
  search as searchIndexes,
  type SearchSettings,
} from "../search/mod.ts";
import { parseQuery } from "../search/query.ts";
import { settingsOfSearch } from "../search/settings.ts";
import { forPeople, inResult, same, type Sentence } from "../sentence.ts";
import { parseLines } from "../store/lines.ts";
import { disabledReason, existingStores, type Memory, memoryIsOff, openMemory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { lastChange } from "../store/resolve.ts";
import { readStandardInput, STANDARD_INPUT, STREAM } from "./input.ts";
import type { Searcher } from "./meaning.ts";
import { notHereYet } from "./not_here_yet.ts";

const args = {
  maxResults: withDefault(integer({ en: "At most this many results", zh: "最多多少条结果" }, 1, 1_000), 10),
  method: choice({
    en: "By words, by meaning or by both; both, where vectors are there",
    zh: "按词、按语义或两者；有向量时默认两者",
  }, ["hybrid", "fts", "vector"]),
  days: integer({ en: "Only the last N days", zh: "只查最近 N 天" }, 1, 36_500),
  from: day({ en: "Only from this day on", zh: "只查这一天起" }),
  to: day({ en: "Only up to this day", zh: "只查到这一天" }),
  type: choices({ en: "Only records of this kind", zh: "只查这类记录" }, ["fact", "summary", "note", "core"]),
  memoryType: choices({ en: "Only facts of this type", zh: "只查这种事实" }, MEMORY_TYPES),
  tag: tags({ en: "Only records with this tag (all of them)", zh: "只查带此标签的记录（须全部具备）" }),
  session: name({ en: "Only records of this session", zh: "只查该会话的记录" }),
  includeStage: flag({ en: "Stage summaries (type S) too", zh: "包括阶段进展（S 类）" }),
  includeDeleted: flag({ en: "Deleted records too", zh: "包括已删除的记录" }),
  full: flag({
    en: "Whole records with every field, not excerpts around what matched",
    zh: "给出整条记录和全部字段，而不是命中处的摘录",
  }),
  explain: flag({ en: "Every factor of every score", zh: "列出每个分数的各项因子" }),
  queries: text({
    en: 'Run every line {"id","text"} of this file instead (- is stdin), one line of results each',
    zh: '改为逐行查询该文件（- 为标准输入）中的 {"id","text"}，每行输出一行结果',
  }, "FILE"),
};

export const search = defineCommand({
  name: "search",
  summary: { en: "Find records by words and by meaning", zh: "按词和语义查找记录" },
  about: {
    en: `Words in any order; "a phrase" puts records that hold it first; NOT word leaves out.
type:, tag:, session:, before: and after: narrow the search. Every other sign is text, so commands,
paths and error messages can be pasted as they are. Of a long record what stands around the words is given;
--full gives all of it, as does \`memory show --id\`. With --max-results above 10 the hits are a list to choose
from: shorter excerpts and, in JSON, no memory_type, source, timestamp, tags and session. A record that shares
nothing telling is no hit; each hit says what found it: words, meaning, or a hit beside it in its session
(a neighbour), which comes last.`,
    zh: `词序不限；"短语" 让含有它的记录排在前面；NOT 词 表示排除。type:、tag:、session:、before:、after:
缩小范围。其他符号都当作文字，所以命令、路径、报错可以原样粘贴。长记录只给命中处的摘录，--full 或
\`memory show --id\` 给出全文。--max-results 大于 10 时结果是供挑选的列表：摘录更短，JSON 里不带 memory_type、
source、timestamp、tags 和 session。只共有虚词常用词的不算命中；每条都标明凭什么找到：词、语义，或与同一
会话里的命中相邻（这种排在最后）。`,
  },
  examples: [
    `memory search "Redis 缓存方案"`,
    `memory search 'ERR_LOCK_BUSY type:fact after:2026-01-01' --explain`,
    `memory search --queries questions.jsonl --max-results 20`,
  ],
  args,
  operands: { query: texts({ en: "What to look for", zh: "要查什么" }, "QUERY") },
  output: "bare",
  async run(call: SearchCall): Promise<Outcome> {
    const { args: { queries }, operands: { query }, runtime } = call;
    const typed = query.join(" ");
    if (queries === undefined && typed.trim() === "") {
      fail("INVALID_ARGUMENT", { en: "QUERY is missing: what to look for", zh: "缺少 QUERY：要查什么" });
    }
    const memory = openMemory(runtime, { projectPath: call.projectPath });
    const stores = wantedStores(memory, existingStores(memory, call.layer));
    const off = disabledReason(memory);
    if (off) {
      return nothing({ results: [], method: "fts", degraded: inResult(memoryIsOff(off)), total: 0 }, nothingFoundText);
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
  const { queries, explain } = call.args;
  const opened = stores.map(openToLookUp);
  const readers = opened.map(([index]) => index);
  const incomplete = opened.every(([, { inTime }]) => inTime) ? {} : { degraded: INCOMPLETE, hint: undefined };
  try {
    const searcher = await searcherOf(call, memory, readers);
    try {
      const isShared = sharedIn(memory);
      const run = async (text: string) =>
        shown(
          call,
          text,
          { ...await searcher.search(text, settingsOf(call, memory, stores)), ...incomplete },
          explain ? readers : undefined,
          (hit) => isShared(hit.layer, hit.file, () => textOf(memory, hit)),
        );
      if (queries !== undefined) return await searchMany(call, queries, run);
      const data = await run(typed);
      if (data.results.length > 0) return ok(data, hitsText);
      const hint = readers.every(isEmpty) ? await notHereYet(memory, stores) : undefined;
      return nothing({ ...data, ...hint && { hint } }, nothingFoundText);
    } finally {
      searcher.close();
    }
  } finally {
    for (const reader of readers) reader.close();
  }
}

function isEmpty({ db }: MemoryIndex): boolean {
  const { fact, summary, note } = counts(db);
  return fact + summary + note === 0;
}

async function searcherOf(call: SearchCall, memory: Memory, readers: readonly MemoryIndex[]): Promise<Searcher> {
  const { method } = call.args;
  if (method === "fts") return byWords(readers);
  const { byMeaning } = await import("./meaning.ts");
  return await byMeaning(call, memory, readers, method);
}

function byWords(readers: readonly MemoryIndex[]): Searcher {
  return {
    search: (text, settings) =>
      Promise.resolve({ ...searchIndexes(readers, text, settings), degraded: undefined, pending: false }),
    close: () => {},
  };
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
  fail("INVALID_ARGUMENT", { en: `There is no file ${file}`, zh: `没有文件 ${file}` });
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
    fail("INVALID_ARGUMENT", {
      en: `${name.en}, line ${at + 1}: ${what.en}`,
      zh: `${name.zh} 第 ${at + 1} 行：${what.zh}`,
    });
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
  const timesInVain = explainFrom && inVain(explainFrom, hits);
  const isList = maxResults > MANY && !full && !explainFrom;
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

/** Why it was not by words and by meaning, and what to do about it. */
function degradedIn({ degraded, degraded_hint: advice }: Shown): Sentence | undefined {
  if (!degraded || !advice) return degraded;
  return { en: `${degraded.en}; ${lowered(advice.en)}`, zh: `${degraded.zh}；${advice.zh}` };
}

function nothingFoundText(data: Shown & { readonly hint?: Sentence }, { say }: Style): string {
  const all = degradedIn(data);
  const why = all === undefined ? "" : say({ en: ` (${lowered(all.en)})`, zh: `（${all.zh}）` });
  // The hint tells what an older tool remembered here, where this memory is empty.
  return `${say({ en: "Nothing found", zh: "没有找到" })}${why}\n${data.hint ? `${say(data.hint)}\n` : ""}`;
}

/** Hits for a person: the text, below it what is known of it. */
function hitsText(data: Shown, style: Style): string {
  const lines = data.results.map(({ id, type, content, score, day, layer, others, found_by, explain }) => {
    const how = found_by.map((each) => style.say(FOUND_BY[each])).join(style.say({ en: ", ", zh: "、" }));
    const whose = others ? style.say({ en: "others may have written it", zh: "可能出自他人" }) : "";
    const about = [id, type, day, layer, score.toFixed(2), how, whose].filter((part) => part !== "").join(" · ");
    const why = explain ? `\n  ${style.dim(JSON.stringify(explain))}` : "";
    return `${style.bold(content.replace(/\n/g, "\n  "))}\n  ${style.dim(about)}${why}\n`;
  });
  const all = degradedIn(data);
  return lines.join("") + (all ? style.dim(`${style.say(FOUND_ONLY[data.method])}${style.say(all)}\n`) : "");
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
