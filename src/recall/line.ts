/**
 * In: a prompt. Out: the evidence that a record needs before it is given, by the kind and the wording of the prompt.
 * Not done here: weighing the evidence (evidence.ts).
 *
 * A question about one's own work calls for memory, general knowledge does not, and an order to write something calls
 * for it only where a record is about that very thing. The factors were measured on the prompts in
 * tests/fixtures/recall (docs/internals/recall-measured.md).
 *
 * @module
 */
import { holds, wordList } from "../text/word_list.ts";
import { rarePattern } from "../text/patterns.ts";
import { asksGeneralKnowledge, clausesOf, type Intent, OF_US } from "../prompt/intent.ts";

// Factors on the setting, by the kind of the prompt.
/** The prompt says "we" or "our". */
const OURS = 0.55;
/** The prompt asks for permission, or is an order. */
const MAY_I_OR_ORDER = 0.87;
const OTHER = 0.7;
/** Lines of code or of a log hold words that nobody meant. */
const PASTED = 1.25;
/** General knowledge shares the words of the trade with every record. */
const GENERAL_KNOWLEDGE = 3;

const MAY_I = rarePattern(
  ["吗", "要不要", "能不能", "可不可以", "该不该", "还是", "can ", "may ", "should ", "could ", "must ", "allowed"],
  () =>
    /\b(?:can|may|should|could|must) (?:i|we|this|that|the|it)\b|\ballowed\b|(?:可以|能|要|该|需要|支持).{0,24}吗|要不要|能不能|可不可以|该不该|还是.{1,12}[?？]?$/iu,
);
/** First words of orders. */
const ORDERS = wordList(`
  write add make create build implement generate convert use show format sort print rename remove fix change explain summarise
  summarize translate draw calculate compute replace split merge let plan prepare give help find parse handle wrap extract
  simplify refactor optimise optimize log upload configure update upgrade set open export import put move delete run count
  list compare resolve validate block connect train send
`);
const ORDERS_ZH = wordList(`
  写 加 把 给 做 实现 生成 添加 改 删 用 建 画 增加 创建 新增 优化 修 总结 翻译 设计 打印 让 简化 重构 标记 支持 统计 算 安排 搭 整理
`);

/** A statement of the user is meant for later work, so its evidence counts more. */
export const STATED = 1.3;

/** A prompt with more weighty words, such as a pasted log or a long story, shares some of them by chance. */
const LONG_PROMPT = 10;
const MORE_PER_WORD = 0.04;
/** In a store of fewer records there is less to coincide with. */
const FEW_RECORDS = 500;
const FEWER = 0.26;
/** Added to the number of records: an empty store would lower the line without end. */
const MORE_RECORDS = 50;

/**
 * The evidence that a record needs.
 *
 * @param least `retrieval.min_relevance` as evidence
 * @param subject how much the prompt says in these stores, and their records; without it, the least for any store
 */
export function lineFor(
  prompt: string,
  intent: Pick<Intent, "intent_type">,
  least: number,
  { size, records }: { readonly size: number; readonly records: number } = { size: 0, records: 0 },
): number {
  const text = prompt.trim();
  const few = 1 - FEWER * Math.max(0, Math.log10(FEW_RECORDS / (records + MORE_RECORDS)));
  const pasted = isPasted(text) ? PASTED : 1;
  const factor = factorOf(text, intent) * factorOfWording(prompt);
  return least * few * pasted * factor + MORE_PER_WORD * Math.max(0, size - LONG_PROMPT);
}

/**
 * What each ask of a record adds to the evidence that the record needs: with more words of its own it shares some by
 * chance. On five sets with four asks for each record half as many prompts are disturbed, and 9 of 100 fewer are right.
 */
const MORE_PER_ASK = 0.125;
/** In a memory of fewer records less coincides: with 20 of them, so much more would take more than it spares. */
const MANY_RECORDS = 100;

/**
 * How many times the evidence that other records need one with asks needs.
 *
 * @param said how far the prompt says one of the asks, 0–1: then the ask is no coincidence
 * @param records records in these stores
 */
export function factorOfAsks(
  { asks, said }: { readonly asks: number; readonly said: number },
  records: number,
): number {
  return 1 + MORE_PER_ASK * asks * (1 - said) * Math.min(1, records / MANY_RECORDS);
}

/** Added for a prompt that says a whole ask, however ordinary its words: "where are the logs?". For a half, nothing. */
const SAID_ASK = 1;
const NEARLY_WHOLE = 6;

/** The evidence for a prompt saying one of a record's asks; `said` as above. */
export function ofSaidAsk(said: number): number {
  return SAID_ASK * said ** NEARLY_WHOLE;
}

/** For a label that is all that a prompt asks about, however ordinary its words; for half of that, an eighth. */
export const TOPIC = 1;

/** How much a record's label or ask counts in a prompt. `as topic`: the prompt may be about nothing else. */
export type NamesCount = "not" | "more" | "as topic";

/**
 * How much labels and asks count for a prompt: not where it asks for general knowledge or is a paste; as topic where it
 * orders nothing and holds no code, so that a question may be about one ordinary word: "where are the logs?".
 */
export function namesIn(prompt: string, intent: Pick<Intent, "intent_type">): NamesCount {
  const text = prompt.trim();
  if (isPasted(text) || asksGeneralKnowledge(text, intent)) return "not";
  return CODE.test(text) || clausesOf(text).some(isOrder) ? "more" : "as topic";
}

/** Signs of code and logs. Two lines alone are no paste: people write "answer briefly" below a question. */
const CODE = /[{}<>=;|\\$[\]]|^\s{2,}\S|^\s*(?:[-+*#>@]|at\s|\d+[:.)|])|\w\(|::|\d:\d\d|\b[a-z]+Error\b|\berror:/m;

function isPasted(prompt: string): boolean {
  return prompt.includes("\n") && CODE.test(prompt);
}

function factorOf(prompt: string, intent: Pick<Intent, "intent_type">): number {
  if (OF_US.test(prompt)) return OURS;
  if (asksGeneralKnowledge(prompt, intent)) return GENERAL_KNOWLEDGE;
  return MAY_I.test(prompt) || clausesOf(prompt).some(isOrder) ? MAY_I_OR_ORDER : OTHER;
}

function isOrder(clause: string): boolean {
  if (holds(ORDERS, /^[a-z]+/i.exec(clause)?.[0].toLowerCase() ?? "")) return true;
  return holds(ORDERS_ZH, clause.slice(0, 1)) || holds(ORDERS_ZH, clause.slice(0, 2));
}

// Signs in the wording: of some fifty, those that point the same way on every set of tests/fixtures/recall.

/** Reasons and people stand in no code, so only memory can tell them. */
const WHY_OR_WHO = 0.75;
/** "Can customers …", "does the export …": the code answers such a question more often than a record. */
const WHETHER = 1.4;
/** "Write a function": people say "the" or "our" of things of the project. The Chinese 一个 is no such sign. */
const ANY_OF_ITS_KIND = 1.3;

const REASONS_AND_PEOPLE = ["why", "who", "whose"];
const REASONS_AND_PEOPLE_ZH = ["为什么", "为啥", "干嘛", "怎么会", "谁", "哪位"];
const ASKING_WHETHER = ["is", "are", "do", "does", "can", "could", "will", "has", "have"];
/** A clause with one of these words second asks about the talk or for permission, or is an order ("do not …"). */
const NO_THING = ["i", "you", "we", "it", "this", "that", "these", "those", "not"];
const INDEFINITE = ["a", "an"];
const DEFINITE = ["the", "this", "that", "these", "those", "we", "us", "our", "my", "it", "its"];

/** Without `/` and `_`: "A/B" holds no article, "is_open" no question. */
const BETWEEN_WORDS = /[\s,.!?;:'’"()]+/;

/** The factor for the wording of a prompt; 1 for most. */
function factorOfWording(prompt: string): number {
  const words = prompt.toLowerCase().split(BETWEEN_WORDS);
  const holdsOne = (some: readonly string[]) => some.some((word) => words.includes(word));
  const isWhy = holdsOne(REASONS_AND_PEOPLE) || REASONS_AND_PEOPLE_ZH.some((word) => prompt.includes(word));
  const isWhether = clausesOf(prompt).some((clause) => {
    const [first = "", second = ""] = clause.toLowerCase().split(BETWEEN_WORDS, 2);
    return ASKING_WHETHER.includes(first) && second !== "" && !NO_THING.includes(second);
  });
  const isAny = holdsOne(INDEFINITE) && !holdsOne(DEFINITE);
  return (isWhy ? WHY_OR_WHO : 1) * (isWhether ? WHETHER : 1) * (isAny ? ANY_OF_ITS_KIND : 1);
}
