/** In: a sentence in lower case. Out: its numbers with their units, and numbers that tell several things apart. */
import { inDigits, monthNamed, MONTHS, NUMBERS } from "../text/numbers.ts";
import { HAN } from "../text/script.ts";
import { stem } from "../text/stem.ts";
import { isStopWord } from "../text/stop.ts";
import { linesWith, wordList } from "../text/word_list.ts";
import { holdsAny } from "../text/patterns.ts";

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A text with blanks for some spans. */
export function blanked(text: string, spans: readonly Span[]): string {
  return spans.reduce((rest, { from, to }) => rest.slice(0, from) + " ".repeat(to - from) + rest.slice(to), text);
}

/** A number that a sentence gives. */
export interface Quantity extends Value, Span {
  readonly bound: Bound;
}

/** What a number says. */
interface Value {
  /** In the smallest unit of its dimension. */
  readonly amount: string;
  /** `time`, `size` and the like, a unit, or nothing for a bare number; a `label` tells several things apart. */
  readonly dimension: string;
  /** Of a version, the name ("Node 18"); of a label, the kind of thing ("Branch 1", "web-2", 1 号). */
  readonly of: string;
}

/** The dimension of numbers that tell things apart. */
export const LABEL = "label";

/** "At most 20" and "at least 8" of one thing don't exclude each other. */
type Bound = "upper" | "lower" | "";

const NUMBER_WORDS = Object.keys(NUMBERS).join("|");
const TIMES: Readonly<Record<string, number>> = { once: 1, twice: 2 };
const TIMES_WORDS = Object.keys(TIMES).join("|");
const UNITS_OF_TIME = ["second", "minute", "hour", "day", "night", "week", "month", "year"];
/** Words that say how often. */
const OFTEN = "hourly|daily|nightly|weekly|monthly|yearly";
const HAN_NUMBER = "[一二两三四五六七八九十百]{1,5}";

const COUNTER =
  "(?:毫秒|秒钟?|分钟|个?小时|个?工作日|天|周|个?月|年|个|次|条|行|位|人|名|遍|份|台|页|层|倍|字符?|点|列|级|副本|元|块|张|件|只|本|节|笔|套|场|把|辆|间|家|座|箱|瓶|折)";
const QUANTITY = new RegExp(
  "(\\d{1,3}(?:\\.\\d{1,3}){3})|" + // address
    "(?<![\\d.:])(\\d{1,2}):(\\d{2})(?![\\d:])|" + // clock
    "(?<![a-z\\d_-])(v?\\d+(?:[.,]\\d+)*)([a-z%]*)|" +
    `(${HAN_NUMBER})(?=${COUNTER})|` +
    `\\b(${NUMBER_WORDS})\\b|\\b(${TIMES_WORDS})\\b`,
  "g",
);
const UNIT_AFTER = new RegExp(`^\\s*(?:(${COUNTER})|([a-z]+|%))`);

/** Dimension, scale, units: seconds, bytes. */
const SCALES = wordList(`
  time 0.001 ms msec millisecond milliseconds 毫秒
  time 1 s sec secs second seconds 秒 秒钟
  time 60 m min mins minute minutes 分钟
  time 3600 h hr hrs hour hours hourly 小时 个小时
  time 86400 d day days daily nightly 天 日 晚
  time 604800 week weeks weekly 周
  time 2592000 month months monthly 月 个月
  time 31536000 year years yearly annually 年
  size 1024 kb kib k
  size 1048576 mb mib
  size 1073741824 gb gib g
  share 1 % percent
  money 1 usd eur cny rmb dollar dollars euro euros yuan 元 块
`);

function scaleOf(unit: string): { readonly dimension: string; readonly scale: number } | undefined {
  if (unit === "") return undefined;
  const [dimension, scale] = linesWith(SCALES, unit).find(([, , ...units]) => units.includes(unit)) ?? [];
  return dimension === undefined ? undefined : { dimension, scale: Number(scale) };
}

const UPPER =
  /最多|最大|最长|最高|不超过|不能超过|不大于|上限|以内|之内|at most|no more than|\bmax(?:imum)?\b|\blimit|up to/;
const LOWER = /最少|最小|最短|最低|至少|不少于|不低于|下限|at least|no less than|\bmin(?:imum)?\b/;

/** Stands before a number that is no value: "number 3" tells which one, "begins with 4" gives a part of a number. */
const NO_VALUE_BEFORE =
  /(?:第|#|\bnumber |\bnr\.? |\bno\. |\bstep |\bphase |\b(?:begin|start|end)(?:s|ning|ing)? (?:with|in) |以\s*)$/;

const SHORT_MONTHS = MONTHS.map((month) => month.slice(0, 3));
const MONTH = "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|" +
  "oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const NUMBER_OR_HAN = `(\\d+|${HAN_NUMBER})`;
/** A number behind one of these words is a value; behind any other word it may be a label ("branch 1"). */
const VALUE_FOLLOWS =
  "(?:to|at|in|on|is|are|was|of|for|with|from|by|than|and|or|every|least|most|after|before|within|over|" +
  "under|only|needs?|ha[sd]|have|keeps?|kept|holds?|takes?|lasts?|runs?|uses?|the|per|max|min|about|exactly|now|until|till|" +
  "since|requires?|supports?|allows?|listens?|expires?|ports?|ttl|timeouts?|limits?|size|times?|utf|sha|iso|rfc|http|ipv)";

/**
 * A notation of numbers: strings of which each text in this notation holds one, the pattern, and a function that reads
 * a match; it gives undefined for a match that is no number. Most texts hold none of the strings, and to compile a
 * pattern takes longer than to look for them.
 */
type Notation = readonly [
  needs: readonly string[] | "a letter",
  pattern: () => RegExp,
  read: (groups: readonly (string | undefined)[]) => Value | undefined,
];

const label = (of: string | undefined, amount = ""): Value => ({
  amount: inDigits(amount),
  dimension: LABEL,
  of: stem(of ?? ""),
});
const time = (amount: number | string): Value => ({ amount: String(amount), dimension: "time", of: "" });
const date = (month: string | number, day = ""): Value => ({
  amount: `${Number(month)}-${day === "" ? "" : Number(day)}`,
  dimension: "date",
  of: "",
});
const clock = (hour: string, minute: number, isLate: boolean): Value => {
  const hours = Number(inDigits(hour));
  return { amount: String((isLate && hours < 12 ? hours + 12 : hours) * 60 + minute), dimension: "clock", of: "" };
};

/** Read before plain numbers, in this order. */
const NOTATIONS: readonly Notation[] = [
  [
    ["-", "/", ".", "年"],
    () => /(?<!\d)(?:\d{4}\s*[-/.年]\s*)(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*[日号]?(?![\d.])/g,
    ([month = "", day]) => date(month, day),
  ],
  [["版"], () => /(?<![\d.])(\d+\.\d+(?:\.\d+)?)\s*版本?(?!号)/g, ([which]) => label("版", which)],
  [
    ["半", "half"],
    () => /半(秒|分钟|个?小时|天|年)|\bhalf an? (second|minute|hour|day|year)\b/g,
    ([unit = "", english]) => time(Math.round((scaleOf(english ?? unit)?.scale ?? 0) * 500)),
  ],
  [["forever", "indefinitely", "永"], () => /\b(?:forever|indefinitely)\b|永久|永远/g, () => time("forever")],
  [["月"], () => /(?<![\d.])(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]?/g, ([month = "", day]) => date(month, day)],
  [
    SHORT_MONTHS,
    () => new RegExp(`\\b${MONTH}\\.? (\\d{1,2})(?:st|nd|rd|th)?\\b`, "g"),
    ([name = "", day]) => date(monthNamed(name), day),
  ],
  [
    SHORT_MONTHS,
    () => new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH}\\b`, "g"),
    ([day, name = ""]) => date(monthNamed(name), day),
  ],
  [
    ["am", "a.m", "pm", "p.m"],
    () => /\b(\d{1,2})(?::(\d{2}))?\s?([ap])\.?m\b\.?/g,
    ([hour = "", minute = "0", half]) => clock(hour, Number(minute), half === "p"),
  ],
  [
    ["点"],
    () =>
      new RegExp(
        `(上午|早上|中午|下午|傍晚|晚上|凌晨|晚|早)?\\s*${NUMBER_OR_HAN}\\s*点(?:钟|整)?(?:(半)|\\s*${NUMBER_OR_HAN}\\s*分?)?(?![\\d数赞击心])`,
        "g",
      ),
    ([half = "", hour = "", halfPast, minutes]) =>
      clock(hour, halfPast === undefined ? Number(inDigits(minutes ?? "0")) : 30, /下午|傍晚|晚/.test(half)),
  ],
  [
    ["$", "€", "£", "¥", "万"],
    () => /[$€£¥]\s?(\d+(?:[.,]\d+)*)\s?(k|m)?\b|(?<![\d.])(\d+(?:[.,]\d+)*)\s?(?:[$€£¥]|(万)\s*(?:元|块)?)/g,
    ([before, thousand, after, wan]) => ({
      amount: String(
        Number((before ?? after ?? "").replace(/,/g, "")) *
          (thousand === "k" ? 1_000 : thousand === "m" ? 1_000_000 : wan ? 10_000 : 1),
      ),
      dimension: "money",
      of: "",
    }),
  ],
  // "Nightly" tells which backups are meant in "nightly backups", and how often in "runs nightly".
  [
    OFTEN.split("|"),
    () => new RegExp(`\\b(${OFTEN}) (?=[a-z]{3})(?!(?:now|and|from|with|since|but|instead)\\b)`, "g"),
    ([often]) => ({ amount: often ?? "", dimension: LABEL, of: "often" }),
  ],
  [
    [...UNITS_OF_TIME, "daily", "annually", "每"],
    () =>
      new RegExp(
        `\\b(?:every|an?) (other )?(${
          UNITS_OF_TIME.join("|")
        })\\b|\\b(${OFTEN}|annually)\\b|每(秒|分钟|小时|天|日|晚|周|月|年)(?![一二三四五六日天末\\d])`,
        "g",
      ),
    ([other, unit = "", often = "", each = ""]) => {
      const scale = scaleOf(unit === "night" ? "nightly" : unit || often || each)?.scale ?? 0;
      return time(Math.round((other === undefined ? 1 : 2) * scale * 1000));
    },
  ],
  [
    ["号", "期"],
    () =>
      new RegExp(String.raw`(?<![\d月每])(\d+|[一二三四五六七八九十])\s*(号|期)(?=[${HAN}]{2})(?!期间|期内|号码)`, "g"),
    ([which, of]) => label(of, which),
  ],
  // "web-2 runs on": at the end of a sentence the name would be a value.
  [
    "a letter",
    () => new RegExp(String.raw`(?<![\w-])([a-z]{2,})-?(\d{1,3})(?=\s+[a-z]{2}|\s*[${HAN}])`, "g"),
    ([of = "", which]) => of === "utf" ? undefined : label(of, which),
  ],
  [
    "a letter",
    () =>
      new RegExp(
        `(?<![\\w-])(?!${VALUE_FOLLOWS}\\b)([a-z]{3,}) (\\d{1,3}(?:\\.\\d+)*|[b-hj-z])(?= [a-z]{2}| ?[${HAN}]{2})(?! (?:ms|[a-z]?b|min|mins|seconds?|minutes?|hours?|days?|weeks?|months?|years?|times?|percent|in|on|at|as|for|and|or|by|with|is the)\\b| ?${COUNTER})`,
        "g",
      ),
    ([of, which]) => label(of, which),
  ],
  [["-"], () => /(?<![\w-])([a-z]{2,})-([a-z])(?![\w-])/g, ([of, which]) => label(of, which)],
];

/** The compiled patterns of the notations, by their places. */
const patterns: RegExp[] = [];

/** Most sentences don't match, so they hold no number in any notation. */
const MAY_HOLD_NUMBER = new RegExp(
  `[\\d$€£¥每点号期半永]|\\bforever\\b|\\bindefinitely\\b|\\ban? [a-z]|half an|[零一二两三四五六七八九十百]|[a-z]{2}-[a-z]\\b|` +
    `\\b(?:${MONTH}|every|${OFTEN}|annually|${NUMBER_WORDS}|${TIMES_WORDS})\\b`,
);

/** Tells the name that a word is, since a number behind it is its version ("Node 18"); "" for any other word. */
type NameOf = (word: string) => string;

/** The numbers of a sentence. */
export function quantitiesIn(plain: string, nameOf: NameOf): Quantity[] {
  if (!MAY_HOLD_NUMBER.test(plain)) return [];
  const { found, rest } = inNotations(plain, nameOf);
  const bound: Bound = UPPER.test(plain) ? "upper" : LOWER.test(plain) ? "lower" : "";
  QUANTITY.lastIndex = 0;
  for (let match = QUANTITY.exec(rest); match; match = QUANTITY.exec(rest)) {
    const [whole, address, hour, minute] = match;
    const [from, to] = [match.index, match.index + whole.length];
    if (address !== undefined) found.push({ amount: address, dimension: "address", of: "", bound: "", from, to });
    else if (hour !== undefined) found.push({ ...clock(hour, Number(minute), false), bound: "", from, to });
    else {
      const counted = countedBy(match, rest, nameOf);
      if (counted) found.push({ ...counted, bound, from });
    }
  }
  return found;
}

/** The numbers in notations of their own, and the sentence with dots in their places. */
function inNotations(plain: string, nameOf: NameOf): { readonly found: Quantity[]; readonly rest: string } {
  const found: Quantity[] = [];
  let rest = plain;
  const hasLetter = /[a-z]/.test(plain);
  for (let which = 0; which < NOTATIONS.length; which++) {
    const [needs, make, read] = NOTATIONS[which] as Notation;
    if (needs === "a letter" ? !hasLetter : !holdsAny(plain, needs)) continue;
    const pattern = patterns[which] ??= make();
    pattern.lastIndex = 0;
    for (let match = pattern.exec(rest); match; match = pattern.exec(rest)) {
      const { 0: whole, index: from } = match;
      const value = read(match.slice(1));
      // "Node 18 is": the version of a known name.
      if (!value || (value.dimension === LABEL && nameOf(match[1] ?? "") !== "")) continue;
      const to = from + whole.length;
      found.push({ ...value, bound: "", from, to });
      rest = rest.slice(0, from) + ".".repeat(whole.length) + rest.slice(to);
    }
  }
  return { found, rest };
}

/** A plain number with the unit behind it, up to the unit's end; undefined for one that is no value. */
function countedBy(match: RegExpExecArray, text: string, nameOf: NameOf): (Value & Pick<Span, "to">) | undefined {
  const { 0: whole, 4: number, 5: glued = "", 6: han, 7: word, 8: times, index } = match;
  const end = index + whole.length;
  const digits = (number ?? (han ? inDigits(han) : String(NUMBERS[word ?? ""] ?? TIMES[times ?? ""] ?? "")))
    .replace(/^v/, "");
  const [, counter, latin] = glued === "" ? UNIT_AFTER.exec(text.slice(end)) ?? [] : [];
  // "One" is a number only before a unit.
  if ((word !== undefined && latin === undefined) || NO_VALUE_BEFORE.test(text.slice(0, index))) return undefined;
  const unit = times === undefined ? glued || counter || latin || "" : "次";
  const before = /([a-z][a-z.]*)\s?$/.exec(text.slice(0, index))?.[1] ?? "";
  const isUnit = counter !== undefined || scaleOf(latin ?? "") !== undefined || latin === "times";
  return {
    ...measured(digits, unit),
    of: before === "" ? "" : nameOf(before),
    to: isUnit ? end + text.slice(end).search(/\S/) + (counter ?? latin ?? "").length : end,
  };
}

function measured(digits: string, unit: string): Omit<Value, "of"> {
  const number = digits.replace(/,(?=\d{3})/g, "");
  const measure = scaleOf(unit);
  if (measure) {
    const amount = String(Math.round(Number(number) * measure.scale * (measure.dimension === "money" ? 1 : 1000)));
    return { amount, dimension: measure.dimension };
  }
  if (number.includes(".")) return { amount: number, dimension: "version" };
  if (unit === "" || isStopWord(unit)) return { amount: number, dimension: "" };
  return { amount: number, dimension: unit === "times" ? "次" : stem(unit) };
}
