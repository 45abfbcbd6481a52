/**
 * What says nothing by itself: that a query and a record both hold one of these does not make the record a hit.
 *
 * Narrower than what prompts to coding agents are full of (english.ts, chinese.ts): who searches for 删除 means it.
 *
 * @module
 */
import { holds, wordList } from "../../index/words/word_list.ts";
import { TRADE_PAIRS } from "./chinese.ts";
import { isEveryday } from "./everyday.ts";

/** Characters that join words: a pair that holds one is a word only where the list of the trade's words has it. */
const JOINING = /[的了是在不吗呢吧啊呀嘛我你他她它们这那哪啥和与就也都还又很太]/;
const HAN_FROM = 0x2e80;

const PAIRS = wordList(`
  一下 一个 一些 一样 一种 一行 一句 一段 一次 一遍 一点 一直 一起 一定 一般 一切 一半 两个 几个
  某个 某些 某种 什么 怎么 怎样 如何 为什 多少 时候 现在 今天 明天 昨天 自己 大家 别人 可以 可能
  应该 需要 必须 没有 还有 已经
  然后 因为 所以 因此 如果 但是 或者 而且 以及 关于 对于 由于 至于 东西 事情 情况 问题 方法 方式
  办法 做法 意思 存在 出现 发生 产生 属于 来自 位于 包括 包含 成为 作为 认为 以为 觉得 知道 希望
  想要 打算 完全 彻底 全部
  所有 任何 任意 每个 每次 各个 各种 多种 多个 许多 很多 非常 十分 特别 比较 相关 有关 无关 相同
  不同 其他 其它 其余 其实 其中 当然 确实 真的 真正 究竟 到底 反正 至少 最多 最少 最好 最近 最后
  最终 之前 之后 以前 以后 以下 以上
  前面 后面 上面 下面 里面 外面 中间 旁边 左右 同时 同样 再次 重新 经常 总是 偶尔 突然 终于 马上
  立即 立刻 随时 目前 当前 将来 未来 过去 曾经 通常 往往 似乎 好像 大概 大约 也许 或许 肯定 必然
  只有 只要 只是 不过 不管 无论 即使
  虽然 尽管 否则 于是 此外 而是 还是 就是 都是 也是 通过 根据 按照 除了 并且 甚至 例如 比如 那么
  这么 起来 出来 下来 上来 进来 过来 回来 进行 表示 有些 有的 有人 有时 有点 没事 没用 有用 看到
  听到 找到 想到 得到 觉得
`);

/** Whether that a term is shared says something: not an everyday word, a letter, a day of the month, 不存 or 的东. */
export function isTelling(term: string): boolean {
  if (term.length < 2) return false;
  if (term.charCodeAt(0) < HAN_FROM) return !isEveryday(term) && !/^\d{2}$/.test(term);
  if (term.length !== 2) return true;
  return (!JOINING.test(term) || holds(TRADE_PAIRS, term)) && !holds(PAIRS, term);
}

/** Whether a character only joins others. */
export function isJoining(char: string): boolean {
  return JOINING.test(char);
}
