/**
 * In: a sentence in lower case. Out: the numbers that it gives, with what they count.
 * Not done here: comparing them (contradiction.ts).
 *
 * @module
 */
import { stem } from "../index/words/stem.ts";
import { isStopWord } from "../index/words/stop.ts";
import { linesWith, wordList } from "../index/words/word_list.ts";

/** A number that a sentence gives. */
export interface Quantity {
  /** In the smallest unit of its dimension. */
  readonly amount: string;
  /** What is counted: `time`, `size`, `clock`, `address`, `version`, a unit, or nothing for a bare number. */
  readonly dimension: string;
  /** The name whose version it is: "Node 18". */
  readonly of: string;
  readonly bound: Bound;
}

/** "At most 20" and "at least 8" of one thing don't exclude each other. */
type Bound = "upper" | "lower" | "";

const NUMBER_WORDS: Readonly<Record<string, string>> = {
  ...{ one: "1", two: "2", three: "3", four: "4", five: "5", six: "6", seven: "7", eight: "8", nine: "9", ten: "10" },
  ...{ twelve: "12", fifteen: "15", twenty: "20", thirty: "30", sixty: "60", once: "1", twice: "2" },
  ...{ 一: "1", 二: "2", 两: "2", 三: "3", 四: "4", 五: "5", 六: "6", 七: "7", 八: "8", 九: "9", 十: "10" },
};

const COUNTER =
  "(?:毫秒|秒钟?|分钟|个?小时|个?工作日|天|周|个?月|年|个|次|条|行|位|人|名|遍|份|台|页|层|倍|字符?|点|列|级|副本)";
const QUANTITY = new RegExp(
  "(\\d{1,3}(?:\\.\\d{1,3}){3})|" + // address
    "(?<![\\d.:])(\\d{1,2}):(\\d{2})(?![\\d:])|" + // clock
    "(?<![a-z\\d_-])(v?\\d+(?:[.,]\\d+)*)([a-z%]*)|" +
    `([一二两三四五六七八九十])(?=${COUNTER})|` +
    "\\b(one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty)\\b|\\b(once|twice)\\b",
  "g",
);
const UNIT_AFTER = new RegExp(`^\\s*(?:(${COUNTER})\\s*([\\u4e00-\\u9fff]{2})?|([a-z]+|%))`);

/** Dimension, scale, units: seconds, bytes. */
const SCALES = wordList(`
  time 0.001 ms msec millisecond milliseconds 毫秒
  time 1 s sec secs second seconds 秒 秒钟
  time 60 m min mins minute minutes 分钟
  time 3600 h hr hrs hour hours 小时 个小时
  time 86400 d day days 天
  time 604800 week weeks 周
  time 2592000 month months 月 个月
  time 31536000 year years 年
  size 1024 kb kib k
  size 1048576 mb mib
  size 1073741824 gb gib g
  share 1 % percent
`);

function scaleOf(unit: string): { readonly dimension: string; readonly scale: number } | undefined {
  if (unit === "") return undefined;
  const [dimension, scale] = linesWith(SCALES, unit).find(([, , ...units]) => units.includes(unit)) ?? [];
  return dimension === undefined ? undefined : { dimension, scale: Number(scale) };
}

const UPPER = /最多|最大|最长|最高|不超过|不大于|上限|以内|之内|at most|no more than|\bmax(?:imum)?\b|\blimit|up to/;
const LOWER = /最少|最小|最短|最低|至少|不少于|不低于|下限|at least|no less than|\bmin(?:imum)?\b/;

/** "The 3rd of them": which one it is, and no value. */
const ORDINAL = /(?:第|#|\bnumber |\bnr\.? |\bno\. |\bstep |\bphase )$/;

/**
 * The numbers of a sentence; where they stand is added to `spans`.
 *
 * @param nameBefore the name of the choice that the word before a number is, whose version the number is; or nothing
 */
export function quantitiesIn(
  plain: string,
  nameBefore: (word: string) => string,
  spans: [number, number][],
): Quantity[] {
  let bound: Bound | undefined;
  const found: Quantity[] = [];
  QUANTITY.lastIndex = 0;
  for (let match = QUANTITY.exec(plain); match; match = QUANTITY.exec(plain)) {
    const { 0: whole, index, 1: address, 2: hour, 3: minute, 4: number, 5: glued = "", 6: han, 7: word, 8: times } =
      match;
    const end = index + whole.length;
    if (address !== undefined) {
      found.push({ amount: address, dimension: "address", of: "", bound: "" });
      spans.push([index, end]);
    } else if (hour !== undefined) {
      found.push({ amount: String(Number(hour) * 60 + Number(minute)), dimension: "clock", of: "", bound: "" });
      spans.push([index, end]);
    } else {
      const digits = (number ?? NUMBER_WORDS[han ?? word ?? times ?? ""] ?? "").replace(/^v/, "");
      const [, counter, counted, latin] = glued === "" ? UNIT_AFTER.exec(plain.slice(end)) ?? [] : [];
      const unit = times === undefined ? glued || counter || latin || "" : "次";
      const before = /([a-z][a-z.]*)\s?$/.exec(plain.slice(0, index))?.[1] ?? "";
      const of = before === "" ? "" : nameBefore(before);
      // "One" is a number only before what is counted.
      if ((word !== undefined && latin === undefined) || ORDINAL.test(plain.slice(0, index))) continue;
      bound ??= UPPER.test(plain) ? "upper" : LOWER.test(plain) ? "lower" : "";
      found.push({ ...quantity(digits, unit, counted ?? ""), of, bound });
      const taken = counter !== undefined || scaleOf(latin ?? "") !== undefined || latin === "times"
        ? plain.slice(end).search(/\S/) + (counter ?? latin ?? "").length
        : 0;
      spans.push([index, end + taken]);
    }
  }
  return found;
}

function quantity(digits: string, unit: string, counted: string): Pick<Quantity, "amount" | "dimension"> {
  const number = digits.replace(/,(?=\d{3})/g, "");
  const measure = scaleOf(unit);
  if (measure) {
    const amount = String(Math.round(Number(number) * measure.scale * 1000));
    return { amount, dimension: measure.dimension };
  }
  if (unit === "点") return { amount: String(Number(number) * 60), dimension: "clock" };
  if (number.includes(".")) return { amount: number, dimension: "version" };
  if (unit === "" || unit === "is" || isStopWord(unit)) return { amount: number, dimension: "" };
  // "Two spaces" counts spaces, 两个空格 as well.
  return { amount: number, dimension: unit === "个" ? counted || unit : unit === "times" ? "次" : stem(unit) };
}
