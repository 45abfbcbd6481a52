/** `memory save summary` */
import { saveSummary as save } from "../../capture/summary.ts";
import { vectorsFollow } from "../../capture/vectors.ts";
import { choice, name, tags, text, texts } from "../../cli/args.ts";
import { defineCommand, ok } from "../../cli/command.ts";
import { MemoryError } from "../../errors.ts";
import type { Sentence } from "../../sentence.ts";
import { openMemory } from "../../store/memory.ts";
import { savedText } from "./text.ts";

const TOPIC: Sentence = { en: "What it was about, in a few words", zh: "主题，几个字" };
const SUMMARY: Sentence = {
  en: "What was done and why, 200–500 characters",
  zh: "做了什么、为什么，200–500 字",
};

function missing(option: string, about: Sentence): MemoryError {
  return new MemoryError("INVALID_ARGUMENT", {
    en: `${option} is missing: ${about.en}`,
    zh: `缺少 ${option}：${about.zh}`,
  }, { en: "Only `--todo '…'` needs neither topic nor summary", zh: "只有单记待办（`--todo '…'`）不用写主题和总结" });
}

export const saveSummary = defineCommand({
  name: "save summary",
  summary: { en: "Save a session's summary", zh: "记住一次会话的结论" },
  about: {
    en:
      `A session has one summary: a later one is added to it and replaces the sentences and decisions that it says again or
changes; earlier wordings stay in its history, to-dos until they are done. --done closes a to-do of whichever session, as
\`memory done\` does; words that name none for certain are told and close none. --todo alone, without topic and summary,
notes something to do while the session goes on; its summary takes it over.`,
    zh: `一个会话只有一份总结：后来的接在后面，并取代它重说或改掉的句子和决定；旧的写法留在历史里，待办保留到完成。
--done 标记一件待办已完成，不论来自哪次会话，与 \`memory done\` 相同；说不准是哪件的会告诉你，不作标记。
只写 --todo、不写主题和总结，就是会话中途记下一件待办，之后的总结会带上它。`,
  },
  examples: [
    `memory save summary --topic 'API 重构' --summary '用 FastAPI 替换 Flask' --decision '统一错误格式' --todo '补迁移脚本'`,
    "memory save summary --todo 'Print spare sheets for the harbour office'",
    "memory save summary --topic 'Login' --summary 'The login page has tests' --done 'tests for the login page'",
  ],
  args: {
    topic: text(TOPIC),
    summary: text(SUMMARY),
    decision: texts({ en: "A decision that was made", zh: "做出的一个决定" }),
    todo: texts({ en: "Something left to do", zh: "一件待办" }),
    done: texts({
      en: "A to-do that is done, in some of its words",
      zh: "一件已完成的待办，写出其中几个字即可",
    }),
    tag: tags({ en: "Tags", zh: "标签" }),
    session: name({ en: "The session", zh: "会话" }),
    source: choice({
      en: "Asked for by the rules or at stop, not by the user",
      zh: "由规则或结束时要求保存，而不是用户",
    }, ["rules", "stop"]),
  },
  run({ runtime, args, projectPath, layer }) {
    const { topic, summary, decision, todo, done, tag, session, source } = args;
    const isTodosAlone = topic === undefined && summary === undefined && todo.length > 0;
    if (!isTodosAlone && topic === undefined) throw missing("--topic", TOPIC);
    if (!isTodosAlone && summary === undefined) throw missing("--summary", SUMMARY);
    const memory = openMemory(runtime, { projectPath });
    const saved = save(
      memory,
      { topic, summary, decisions: decision, todos: todo, done, tags: tag, session, source },
      layer,
    );
    vectorsFollow(memory, layer);
    return ok(saved);
  },
  render: savedText,
});
