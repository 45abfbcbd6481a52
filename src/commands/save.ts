/** `memory save fact`, `memory save summary` and `memory save PAYLOAD` */
import { saveFacts, type SaveResult } from "../capture/fact.ts";
import { readPayload, savePayloads } from "../capture/mod.ts";
import { saveSummary as save } from "../capture/summary.ts";
import { vectorsFollow } from "../capture/vectors.ts";
import { choice, decimal, list, name, names, required, tags, text, texts } from "../cli/args.ts";
import { defineCommand, ok } from "../cli/command.ts";
import { becauseOf, similarLine, type Style } from "../cli/terminal.ts";
import { MemoryError } from "../errors.ts";
import { type Layer, MEMORY_TYPES } from "../records/mod.ts";
import type { Sentence } from "../sentence.ts";
import { openMemory } from "../store/memory.ts";
import { jsonOperand } from "./input.ts";

export const saveFact = defineCommand({
  name: "save fact",
  summary: { en: "Remember one fact, decision or preference", zh: "记住一条事实、决定或偏好" },
  about: {
    en:
      `O is a rule or preference that holds from now on, W a decision, deadline or cause, B how the project is built, run
and reached, S a stage of the work. Without --type the wording decides. What is true of the person and not of the
project belongs to --layer global.
The answer names what the fact seems to change (changes), else at most two records that it may replace (similar): same
matter, perhaps another value. If it does, run the command in hint.`,
    zh:
      `O 是今后要照做的规则或偏好，W 是决定、期限、原因，B 是项目怎么构建、运行、访问，S 是阶段进展。不加 --type 时按措辞判断。
对你这个人而不是对项目成立的，加 --layer global。
结果里 changes 是这条像是更改了的记录；没有时，similar 最多列出两条可能被它取代的：说的是同一件事，值也许不同。确实取代的，
执行 hint 里的命令。`,
  },
  examples: [
    `memory save fact --content 'Redis caches sessions, TTL 300 s' --type W --entities Redis`,
    `memory save fact --content 'Session TTL is 900 s' --supersedes dxgf`,
    `memory save fact --content '用户偏好 TypeScript 与函数式风格' --type O --layer global`,
  ],
  args: {
    content: required(text({ en: "What to remember, one sentence", zh: "要记住的内容，一句话" })),
    type: choice({ en: "Kind of fact", zh: "事实的种类" }, MEMORY_TYPES),
    entities: list({
      en: "Names it is about, and other words by which it may be asked for",
      zh: "涉及的名称，以及以后可能用来问它的别的说法",
    }),
    tag: tags({ en: "Tags", zh: "标签" }),
    confidence: decimal({ en: "How sure, 0–1", zh: "置信度，0–1" }, 0, 1),
    session: name({ en: "The session it comes from", zh: "来自哪个会话" }),
    supersedes: names({
      en: "The record that this one replaces; the end of its id is enough",
      zh: "被它取代的记录；只写 id 的末尾几位即可",
    }),
  },
  run({ runtime, args, projectPath, layer }) {
    const { content, type, entities, tag, confidence, session, supersedes } = args;
    const memory = openMemory(runtime, { projectPath });
    const fact = { content, memoryType: type, entities, tags: tag, confidence, session, supersedes };
    const [saved] = saveFacts(memory, [fact], layer);
    vectorsFollow(memory, saved?.layer ?? layer);
    return ok(saved, savedText);
  },
});

const TOPIC: Sentence = { en: "What it was about, in a few words", zh: "主题，几个字" };
const SUMMARY: Sentence = { en: "What was done and why, 200–500 characters", zh: "做了什么、为什么，200–500 字" };

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
    done: texts({ en: "A to-do that is done, in some of its words", zh: "一件已完成的待办，写出其中几个字即可" }),
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
    return ok(saved, savedText);
  },
});

export const savePayload = defineCommand({
  name: "save",
  summary: { en: "Remember what a JSON payload holds", zh: "保存一段 JSON 里的内容" },
  about: {
    en: `PAYLOAD is v1's {"topic", "key_info", "tags"}, a fact {"content", "memory_type" …}, a summary
{"topic", "summary", "decisions", "todos" …}, or an array of them; - reads it from stdin.
Nothing of an array is saved unless all of it is valid.`,
    zh: `PAYLOAD 是 v1 的 {"topic", "key_info", "tags"}、事实 {"content", "memory_type" …}、总结
{"topic", "summary", "decisions", "todos" …}，或由它们组成的数组；- 表示从标准输入读取。
数组要么全部有效、全部保存，要么一条也不保存。`,
  },
  examples: [
    `memory save '{"topic": "API 重构", "key_info": ["决定使用 FastAPI"], "tags": ["#api"]}'`,
    "memory save - < records.json",
  ],
  operands: { payload: required(text({ en: "JSON, or - for stdin", zh: "JSON；- 表示标准输入" }, "PAYLOAD")) },
  async run({ runtime, operands, projectPath, layer }) {
    const hint = {
      en: "See `memory help save`, or use `memory save fact --content …`",
      zh: "见 `memory help save`，或改用 `memory save fact --content …`",
    };
    const value = await jsonOperand(runtime, operands.payload, hint);
    const memory = openMemory(runtime, { projectPath });
    const payloads = Array.isArray(value)
      ? value.map((item, index) => readPayload(item, { en: `Payload ${index + 1}`, zh: `第 ${index + 1} 个 payload ` }))
      : [readPayload(value)];
    const results = savePayloads(memory, payloads, layer);
    vectorsFollow(memory, layer);
    return ok(Array.isArray(value) ? { results } : results[0], savedText);
  },
});

const WORDS: Readonly<Record<SaveResult["status"], Sentence>> = {
  saved: { en: "Saved", zh: "已保存" },
  exists: { en: "Already there", zh: "已有" },
  updated: { en: "Updated", zh: "已更新" },
  skipped: { en: "Not saved", zh: "未保存" },
};

const WHERE: Readonly<Record<Layer, Sentence>> = {
  project: { en: ", in this project's memory, where the replaced one was", zh: "，与被取代的记录同在本项目的记忆中" },
  global: { en: ", in the global memory, where the replaced one was", zh: "，与被取代的记录同在全局记忆中" },
};

/** One line a record, secrets and near records named. */
function savedText(data: SaveResult | undefined | { readonly results: readonly SaveResult[] }, style: Style): string {
  const results = data === undefined ? [] : "results" in data ? data.results : [data];
  if (results.length === 0) return style.say({ en: "Nothing to save\n", zh: "没有要保存的\n" });
  return results.map((result) => savedLine(result, style)).join("");
}

function savedLine(result: SaveResult, style: Style): string {
  const { status, id, reason, message, redacted, similar, changes, hint, layer } = result;
  const what = `${style.green(WORDS[status])}${id ? ` ${id}` : ""}${layer ? style.say(WHERE[layer]) : ""}${
    becauseOf(message ?? reason, style)
  }\n`;
  const secrets = redacted
    ? style.yellow({ en: `  taken out: ${redacted.join(", ")}\n`, zh: `  已略去：${redacted.join("，")}\n` })
    : "";
  const others = similar?.filter((each) => !changes?.some((change) => change.id === each.id)) ?? [];
  const near = others.map((each) => similarLine(style, each));
  const { todos = [], closed = [], done_already = [] } = result;
  const open = todos.map(({ todo }) => `  ${style.say({ en: "to-do:", zh: "待办：" })} ${todo}\n`);
  const done = closed.map(({ todo }) => `  ${style.say({ en: "done:", zh: "已完成：" })} ${todo}\n`);
  const before = done_already.map((todo) =>
    style.dim(`  ${style.say({ en: "done already:", zh: "之前已完成：" })} ${todo}\n`)
  );
  const change = hint ? `  ${style.yellow(hint)}\n` : "";
  return what + secrets + near.join("") + open.join("") + done.join("") + before.join("") + change;
}
