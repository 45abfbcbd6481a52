/**
 * In: a prompt. Out: how much must speak for a record before it is given.
 * Not done here: how much does (evidence.ts).
 *
 * A question about one's own work calls for memory, general knowledge does not, and an order to write something
 * only where the record is about that very thing. The factors were measured on the prompts in
 * tests/fixtures/recall (docs/recall-measured.md).
 *
 * @module
 */
import { holds, wordList } from "../text/word_list.ts";
import { rarePattern } from "../rare_pattern.ts";
import { clausesOf } from "./clauses.ts";
import { factorOfForm } from "./form.ts";
import type { Intent } from "./intent.ts";

// What share of the setting must speak for a record, by what the prompt is.
/** It says "we" or "our". */
const OURS = 0.55;
/** It asks what is allowed. */
const RULE = 0.87;
/** It orders something to be done. */
const ORDER = 0.87;
const OTHER = 0.7;
/** Lines of code or of a log hold words that nobody meant. */
const PASTED = 1.25;
/** General knowledge shares the words of the trade with every record. */
const GENERAL_KNOWLEDGE = 3;

/** A strong signal of v1's: earlier work, a preference, the project. No general knowledge, however it is asked for. */
export const STRONG_TYPES: ReadonlySet<Intent["intent_type"]> = new Set(["continuation", "preference", "project"]);
const KNOWLEDGE = rarePattern(
  [
    ...["什么是", "解释", "区别", "原理", "优缺点", "关系", "哪个好", "是怎么实现的", "怎么理解", "英文", "用英语"],
    ...["what", "how ", "compare", "explain", "in simple words"],
  ],
  () =>
    /^(?:什么是|解释(?:一下)?)|^explain\b|^what(?:['’]?s| is| are) (?!(?:the|this|that|these|those|our|my|its?)\b)(?:an? )?[\w-]+(?: [\w-]+)?\s*\??$|^(?:what(?:['’]?s| is| are) the (?:difference|relation)|how (?:does|do) (?:an? |(?!(?:this|that|these|those) )(?:\w+ ){1,3}(?:works?|compare)\b)|what (?:does|do) (?!(?:this|that|these|those|it)\b)(?:the )?[\w/ -]{1,40} (?:stand for|mean|do)\??$|compare\b)|(?:的|有什么|有啥)(?:区别|原理|优缺点)|(?:和|跟|与).{1,20}(?:是什么关系|的关系|哪个好)|是怎么实现的|怎么理解|英文|用英语|in simple words/iu,
);
const OF_OURS = rarePattern(
  ["我们", "咱们", "公司", "团队", "we", "our", "us"],
  () => /\b(?:we|our|ours|us)\b|我们|咱们|公司|团队/i,
);
const MAY_I = rarePattern(
  ["吗", "要不要", "能不能", "可不可以", "该不该", "还是", "can ", "may ", "should ", "could ", "must ", "allowed"],
  () =>
    /\b(?:can|may|should|could|must) (?:i|we|this|that|the|it)\b|\ballowed\b|(?:可以|能|要|该|需要|支持).{0,24}吗|要不要|能不能|可不可以|该不该|还是.{1,12}[?？]?$/iu,
);
/** What an order begins with. */
const ORDERS = wordList(`
  write add make create build implement generate convert use show format sort print rename remove fix change explain summarise
  summarize translate draw calculate compute replace split merge let plan prepare give help find parse handle wrap extract
  simplify refactor optimise optimize log upload configure update upgrade set open export import put move delete run count
  list compare resolve validate block connect train send
`);
const ORDERS_ZH = wordList(`
  写 加 把 给 做 实现 生成 添加 改 删 用 建 画 增加 创建 新增 优化 修 总结 翻译 设计 打印 让 简化 重构 标记 支持 统计 算 安排 搭 整理
`);

/** From this many weighty words on, more of them coincide by chance: a pasted log, a long story. */
const LONG_PROMPT = 10;
const MORE_PER_WORD = 0.04;
/** In a small store there is less to coincide with. */
const FEW_RECORDS = 500;
const FEWER = 0.26;
/** Counted on top of what a store has: an empty one would lower the line without end. */
const MORE_RECORDS = 50;

/**
 * The evidence that a record needs.
 *
 * @param least `retrieval.min_relevance` as evidence
 * @param subject what is known of the prompt in the stores; without it the least that could be asked in any
 */
export function lineFor(
  prompt: string,
  intent: Pick<Intent, "intent_type">,
  least: number,
  { size, records }: { readonly size: number; readonly records: number } = { size: 0, records: 0 },
): number {
  const few = 1 - FEWER * Math.max(0, Math.log10(FEW_RECORDS / (records + MORE_RECORDS)));
  const pasted = isPasted(prompt.trim()) ? PASTED : 1;
  const factor = factorOf(prompt.trim(), intent) * factorOfForm(prompt);
  return least * few * pasted * factor + MORE_PER_WORD * Math.max(0, size - LONG_PROMPT);
}

/** What lines hold that nobody writes to say something: "answer briefly" below a question is no paste. */
const CODE = /[{}<>=;|\\$[\]]|^\s{2,}\S|^\s*(?:[-+*#>@]|at\s|\d+[:.)|])|\w\(|::|\d:\d\d|\b[a-z]+Error\b|\berror:/m;

function isPasted(prompt: string): boolean {
  return prompt.includes("\n") && CODE.test(prompt);
}

function factorOf(prompt: string, intent: Pick<Intent, "intent_type">): number {
  if (OF_OURS.test(prompt)) return OURS;
  if (asksGeneralKnowledge(prompt, intent)) return GENERAL_KNOWLEDGE;
  if (MAY_I.test(prompt)) return RULE;
  return clausesOf(prompt).some(isOrder) ? ORDER : OTHER;
}

/** Whether a prompt asks what anybody could tell, with nothing of the person's own in it. */
export function asksGeneralKnowledge(prompt: string, { intent_type }: Pick<Intent, "intent_type">): boolean {
  if (STRONG_TYPES.has(intent_type) || OF_OURS.test(prompt)) return false;
  return intent_type === "independent" || clausesOf(prompt).some((each) => KNOWLEDGE.test(each));
}

function isOrder(clause: string): boolean {
  if (holds(ORDERS, /^[a-z]+/i.exec(clause)?.[0].toLowerCase() ?? "")) return true;
  return holds(ORDERS_ZH, clause.slice(0, 1)) || holds(ORDERS_ZH, clause.slice(0, 2));
}
