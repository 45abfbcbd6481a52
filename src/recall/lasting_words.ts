/**
 * In: a prompt. Out: whether it is worth a closer look for what it states (lasting.ts), whose patterns take a hook half
 * a millisecond to compile.
 *
 * Hot path: a person has pressed Enter.
 *
 * @module
 */
import { holdsAny } from "../rare_pattern.ts";

/** What says of itself that it lasts, or is settled: worth a look whatever it begins with. */
const CUES = [
  ...[
    "now on",
    "forward",
    "future",
    "always",
    "never",
    "every ",
    "each ",
    "whenever",
    "when you",
    "before ",
    "without ",
  ],
  ...[
    "prefer",
    "rule",
    "convention",
    "by default",
    "in this ",
    "in all ",
    "in our ",
    "any more",
    "anymore",
    "exception",
  ],
  ...[
    "以后",
    "今后",
    "往后",
    "从现在",
    "从今",
    "每次",
    "永远",
    "一律",
    "统一",
    "必须",
    "禁止",
    "不准",
    "不许",
    "不允许",
    "不再",
  ],
  ...["决定", "定了", "确定", "规范", "约定", "规则", "总是", "老是", "我问", "问我", "跟我", "给我", "记得", "项目"],
];
/** Who begins like this asks, or gives an order for the work at hand. */
const ASKS =
  " what why how which who whose where is are was does did has have would could should shall will can do am any tell show explain add write fix make implement create change update remove delete rename refactor build move extend insert replace convert rewrite set find debug look check run test review clean improve try apply revert install continue go merge split extract generate help ";
const ASKS_ZH =
  /^(?:把|将|帮我|帮忙|加个|写个|写一|修|实现|做个|新增|新建|创建|生成|删|看|查|排查|试|翻译|解释|总结|继续|怎么|为什么|如何|什么|哪|有没有|能不能)/;

/** Words of which what is stated without a cue holds one. */
const WORDS = /[\u4e00-\u9fff]|[a-z]{2}/i;

/** Whether any sentence of a prompt may state something that holds from now on. */
export function mayLast(prompt: string): boolean {
  const text = prompt.toLowerCase();
  for (let start = 0; start < text.length;) {
    let end = start;
    while (end < text.length && !ENDS.includes(text.charAt(end))) end++;
    if (mayState(text.slice(start, end).trim(), text.charAt(end))) return true;
    start = end + 1;
  }
  return false;
}

/** Ends a sentence, more often than not: what is cut in two is looked at twice. */
const ENDS = "\n。！？!?；;";

function mayState(sentence: string, end: string): boolean {
  if (sentence.length < 4 || end === "?" || end === "？" || !WORDS.test(sentence)) return false;
  if (holdsAny(sentence, CUES)) return true;
  const blank = sentence.indexOf(" ");
  return !ASKS.includes(` ${blank === -1 ? sentence : sentence.slice(0, blank)} `) && !ASKS_ZH.test(sentence);
}
