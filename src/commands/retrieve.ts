import { required, texts } from "../cli/args.ts";
import { defineCommand, ok } from "../cli/command.ts";
import { languageOf } from "../config/mod.ts";
import { openLog } from "../log.ts";
import { remind, type Reminder, reminderLines } from "../recall/reminders.ts";
import { logRetrieval } from "../recall/retrieval_log.ts";
import { isSocial } from "../prompt/intent.ts";
import { redact } from "../records/redact.ts";
import { inResult } from "../sentence.ts";
import { disabledReason, existingStores, memoryIsOff, openMemory } from "../store/memory.ts";

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
  operands: {
    query: required(texts({ en: "What you are about to do or decide", zh: "你将要做什么或决定什么" }, "QUERY")),
  },
  output: "bare text",
  async run({ runtime, operands, projectPath, layer, note }) {
    const query = operands.query.join(" ").trim();
    const memory = openMemory(runtime, { projectPath });
    const stores = existingStores(memory, layer);
    const off = disabledReason(memory);
    if (off !== undefined) {
      note(memoryIsOff(off), languageOf(runtime, memory.config));
      return ok({ matches: [], method: "fts", degraded: inResult(memoryIsOff(off)) }, retrieveText);
    }
    if (query === "" || isSocial(query)) return ok({ matches: [], method: "fts" }, retrieveText);
    const started = runtime.now().getTime();
    const found = await remind(memory, stores, query);
    const [first] = stores;
    if (first) {
      const chosen = found.matches.map(({ id }) => id);
      logRetrieval(openLog(runtime, first, memory.config.log.level), {
        session: "",
        trigger: "command",
        query: redact(query).text.slice(0, LOGGED_QUERY),
        tokens: 0,
        candidates: chosen.length,
        chosen,
        ms: runtime.now().getTime() - started,
      });
    }
    return ok(found, retrieveText);
  },
});

function retrieveText({ matches }: { matches: readonly Reminder[] }): string {
  return reminderLines(matches).map((line) => `${line}\n`).join("");
}
