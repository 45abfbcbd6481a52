/** `memory retrieve` */
import { required, texts } from "../cli/args.ts";
import { type Call, defineCommand, ok, type Outcome } from "../cli/command.ts";
import { languageOf } from "../config/language.ts";
import { openMeaning } from "../embedding/meaning.ts";
import { reasonTold } from "../errors.ts";
import { openInStep } from "../index/in_step.ts";
import { openLog } from "../log.ts";
import { nearestByTable } from "../notes/nearest.ts";
import { NEAR_ROWS } from "../recall/closeness.ts";
import { neutralise } from "../recall/frame.ts";
import { layerHere } from "../recall/readers.ts";
import { isSocial } from "../recall/social.ts";
import {
  findReminders,
  firstSentence,
  MOST_REMINDERS,
  type Reminder,
  reminderLine,
  type Reminders,
} from "../recall/reminders.ts";
import { redact } from "../records/redact.ts";
import { logRetrieval } from "../recall/retrieval_log.ts";
import { inResult, type Sentence } from "../sentence.ts";
import { disabledReason, existingStores, type Memory, memoryIsOff, openMemory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";

/**
 * The share of words in common with a note's title and scene, when INDEX.md is all there is to ask: more than chance
 * gives.
 */
const ENOUGH_WORDS = 0.25;
/** What a log keeps of a query, in characters. */
const LOGGED_QUERY = 120;

export const retrieve = defineCommand({
  name: "retrieve",
  summary: { en: "Get at most two reminders from curated notes", zh: "从精选笔记里取至多两条提醒" },
  about: {
    en: `One line each: a sentence to act on and the note's id. Nothing fits: nothing is printed. By meaning and words
together where there is a model, else by words; where no index can be read, by INDEX.md.`,
    zh: `每条一行：一句可照做的话和笔记的 id。没有合适的就什么也不输出。有模型时按语义和词，否则按词；
索引读不了时按 INDEX.md。`,
  },
  examples: [
    `memory retrieve "设计订单接口的错误响应"`,
    `memory retrieve "error responses: one shape everywhere, or one per endpoint?" --json`,
  ],
  args: {},
  operands: {
    query: required(texts({ en: "What you are about to do or decide", zh: "你将要做什么或决定什么" }, "QUERY")),
  },
  output: "bare text",
  async run({ runtime, operands, projectPath, layer, note }: RetrieveCall): Promise<Outcome> {
    const query = operands.query.join(" ").trim();
    const memory = openMemory(runtime, { projectPath });
    const stores = existingStores(memory, layer);
    const off = disabledReason(memory);
    if (off !== undefined) {
      note(memoryIsOff(off), languageOf(runtime, memory.config));
      return ok({ matches: [], method: "fts", degraded: inResult(memoryIsOff(off)) });
    }
    if (query === "" || isSocial(query)) return ok({ matches: [], method: "fts" });
    const started = runtime.now().getTime();
    const found = await lookUp(memory, stores, query);
    const [first] = stores;
    if (first) {
      const chosen = found.matches.map(({ id }) => id);
      logRetrieval(openLog(runtime, first.folder, memory.config.log.level), {
        session: "",
        trigger: "command",
        query: redact(query).text.slice(0, LOGGED_QUERY),
        tokens: 0,
        candidates: chosen.length,
        chosen,
        ms: runtime.now().getTime() - started,
      });
    }
    return ok(found);
  },
  render: ({ matches }: { matches: readonly Reminder[] }) =>
    matches.map((match) => `${reminderLine(match)}\n`).join(""),
});

type RetrieveCall = Call<Record<string, never>, { readonly query: readonly string[] }>;

type Found = Omit<Reminders, "method"> & { readonly method: string; readonly degraded?: Sentence };

/**
 * LingXi's ladder: words and meaning, words alone, INDEX.md, silence. An agent in the middle of its work gets no error.
 */
async function lookUp(memory: Memory, stores: readonly Store[], query: string): Promise<Found> {
  const indexes: ReturnType<typeof openInStep>[] = [];
  const meaning = openMeaning(memory.runtime);
  try {
    for (const store of stores) indexes.push(openInStep(store));
    const { scores, degraded } = await meaning.ask(memory.config, indexes, query, NEAR_ROWS);
    return {
      ...findReminders(memory, indexes, query, scores),
      ...degraded === undefined ? {} : { degraded: inResult(degraded) },
    };
  } catch (error) {
    return { matches: byTable(memory, stores, query), method: "table", degraded: inResult(reasonTold(error)) };
  } finally {
    meaning.close();
    for (const index of indexes) index.close();
  }
}

function byTable(memory: Memory, stores: readonly Store[], query: string): Reminder[] {
  try {
    const near = stores.flatMap((store) =>
      nearestByTable(store, query).filter(({ note: { project } }) => layerHere(memory, store.layer, { project }))
    );
    return near.filter(({ score }) => score >= ENOUGH_WORDS)
      .sort((a, b) => b.score - a.score).slice(0, MOST_REMINDERS)
      .map(({ note: { id, oneLiner, title, path, shared }, score }) => ({
        id,
        one_liner: neutralise(firstSentence(oneLiner || title)),
        score,
        file: path,
        shared,
      }));
  } catch {
    return [];
  }
}
