/** `memory search` */
import { BYTES_MAX } from "../../limits.ts";
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
} from "../../cli/args.ts";
import { type Call, defineCommand, nothing, ok, type Outcome, printed } from "../../cli/command.ts";
import { fail, MemoryError } from "../../errors.ts";
import { INCOMPLETE, openToLookUp } from "../../index/in_step.ts";
import { counts } from "../../index/read.ts";
import { type MemoryIndex, setAsideDamaged } from "../../index/mod.ts";
import { neutralJson } from "../../legible.ts";
import { sharedIn, textOf } from "../../recall/shared.ts";
import { DAY_MS, endOfDay, startOfDay } from "../../records/days.ts";
import { MEMORY_TYPES } from "../../records/mod.ts";
import type { Runtime } from "../../runtime.ts";
import type { Filters } from "../../search/candidates.ts";
import { search as searchIndexes, type SearchSettings } from "../../search/mod.ts";
import { redactId } from "../../records/redact.ts";
import { settingsOfSearch } from "../../search/settings.ts";
import { inResult, same } from "../../sentence.ts";
import { parseLines } from "../../store/lines.ts";
import type { Store } from "../../store/mod.ts";
import { disabledReason, existingStores, type Memory, memoryIsOff, openMemory } from "../../store/memory.ts";
import { notHereYet } from "../not_here_yet.ts";
import { readStandardInput, STANDARD_INPUT, STREAM } from "../standard_streams.ts";
import type { Searcher } from "./meaning.ts";
import { render, type Shown, shown } from "./shown.ts";

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
    if (off) return nothing({ results: [], method: "fts", degraded: inResult(memoryIsOff(off)), total: 0 });

    try {
      return await lookUp(call, memory, stores, typed);
    } catch (error) {
      // A damaged page shows only when it is read. With --queries some lines are answered by then, and stay.
      if (queries !== undefined || !(error instanceof MemoryError) || error.code !== "INDEX_CORRUPT") throw error;
      setAsideDamaged(stores);
      return await lookUp(call, memory, stores, typed);
    }
  },
  render,
});

/** Without a layer that weighs nothing, unless it is the only one, or the one that was asked for. */
function wantedStores({ config }: Memory, stores: readonly Store[]): readonly Store[] {
  return stores.length === 1 ? stores : stores.filter(({ layer }) => config.retrieval.source_weight[layer] > 0);
}

async function lookUp(call: SearchCall, memory: Memory, stores: readonly Store[], typed: string): Promise<Outcome> {
  const { queries, explain, full } = call.args;
  const opened = stores.map(openToLookUp);
  const readers = opened.map(([index]) => index);
  const incomplete = opened.every(([, { inTime }]) => inTime) ? {} : { degraded: INCOMPLETE, hint: undefined };
  try {
    const searcher = await searcherOf(call, memory, readers);
    try {
      const isShared = sharedIn(memory);
      const run = async (text: string) =>
        shown(
          { ...await searcher.search(text, settingsOf(call, memory, stores)), ...incomplete },
          { query: text, full, atMost: call.args.maxResults },
          explain ? readers : undefined,
          call.runtime,
          (hit) => isShared(hit.layer, hit.file, () => textOf(memory, hit)),
        );
      if (queries !== undefined) return await searchMany(call, queries, run);
      const data = await run(typed);
      if (data.results.length > 0) return ok(data);
      const hint = readers.every(isEmpty) ? await notHereYet(memory, stores) : undefined;
      return nothing(hint === undefined ? data : { ...data, hint });
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
  return printed();
}
