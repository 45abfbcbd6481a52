/**
 * In: a sentence. Out: what it says of what: the words of its subject, and the values that it gives (numbers with
 * their units, names of which one is chosen), and whether it denies.
 * Not done here: comparing two of them (contradiction.ts).
 *
 * Plain patterns, since a save and a session's start wait for it. What they miss is a question that is not asked.
 *
 * @module
 */
import { analyse, pairsOf } from "../index/analyse.ts";
import { isStopWord } from "../index/words/stop.ts";
import { stem } from "../index/words/stem.ts";
import { holds, wordList } from "../index/words/word_list.ts";
import { ALTERNATIVES, SAME_THING } from "./words/alternatives.ts";
import { isCjk, plainForms } from "../search/words/ordinary.ts";

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

/** A name of which one is chosen. */
export interface Choice {
  /** One name for all spellings. */
  readonly name: string;
  /** Where the lines of words/alternatives.ts begin that it stands on. */
  readonly lines: readonly number[];
  /** "No longer npm", "from npm to pnpm": what no longer holds. */
  readonly gone: boolean;
}

/** A sentence, taken apart. */
export interface Statement {
  readonly quantities: readonly Quantity[];
  readonly choices: readonly Choice[];
  /** Whether it forbids, switches off or says that something is not so. */
  readonly denies: boolean;
  /** Whether it says of itself that something has changed. */
  readonly announces: boolean;
  /** What it is about: words in lower case, and runs of characters. */
  readonly words: readonly string[];
  readonly runs: readonly string[];
  /** What stands before and after "is", "uses" and the like, if it is such a sentence and gives a name. */
  readonly parts: { readonly subject: string; readonly value: string } | undefined;
  /** The text in lower case. */
  readonly plain: string;
}

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

/** Seconds, bytes. */
const SCALES: Readonly<Record<string, readonly [dimension: string, scale: number]>> = {
  ...dimension("time", 0.001, "ms msec millisecond milliseconds 毫秒"),
  ...dimension("time", 1, "s sec secs second seconds 秒 秒钟"),
  ...dimension("time", 60, "m min mins minute minutes 分钟"),
  ...dimension("time", 3_600, "h hr hrs hour hours 小时 个小时"),
  ...dimension("time", 86_400, "d day days 天"),
  ...dimension("time", 604_800, "week weeks 周"),
  ...dimension("time", 2_592_000, "month months 月 个月"),
  ...dimension("time", 31_536_000, "year years 年"),
  ...dimension("size", 1_024, "kb kib k"),
  ...dimension("size", 1_048_576, "mb mib"),
  ...dimension("size", 1_073_741_824, "gb gib g"),
  ...dimension("share", 1, "% percent"),
};

function dimension(name: string, scale: number, words: string): Record<string, readonly [string, number]> {
  return Object.fromEntries(words.split(" ").map((word) => [word, [name, scale] as const]));
}

const UPPER = /最多|最大|最长|最高|不超过|不大于|上限|以内|之内|at most|no more than|\bmax(?:imum)?\b|\blimit|up to/;
const LOWER = /最少|最小|最短|最低|至少|不少于|不低于|下限|at least|no less than|\bmin(?:imum)?\b/;

/** Not negations, though they look like some. */
const NO_NEGATION =
  /不超过|不少于|不低于|不高于|不大于|不小于|不同|不错|不仅|而不是|而非|no (?:more|less|fewer) than|not only|别的|区别|级别|类别|分别/g;
const NEGATION =
  /不要|不用|不使用|不再|不能|不得|不准|不可以?|不允许|不许|不应|不会|不需要?|不必|无需|无须|禁止|禁用|停用|关闭|关掉|避免|切勿|勿|别|没有|\bnot\b|n't\b|\bnever\b|\bno\b|\bavoid|\bforbid|\bbanned\b|\bdisabl|\bdisallow|\bden(?:y|ied)\b|\boff\b/g;

/** What says that something was so until now. */
const GONE_BEFORE =
  /(?:不再使?用?|不用|不使用|弃用|放弃|淘汰|取代|代替|替代|替换|而不是|而非|no longer(?: uses?)?|instead of|rather than|replac(?:es|ing|ed)|dropp?(?:ed|ing)?|away from|(?:don't|do not|never|stop(?:ped)?) us(?:e|ing)|not)\s*$/;
const FROM_BEFORE = /(?:从|由|from)\s*$/;
const GONE_AFTER =
  /^\s*(?:[^,，。;；]{0,4}(?:换成|改成|改为|改用|换到|迁到|迁移到|切到|切换到|升级到|转到)|to\b|->|→|=>)/;

const ANNOUNCES =
  /改成|改为|改用|改到|换成|换到|换为|调到|调整|提高到|降到|降低到|升级|迁到|迁移|切到|切换|不再|现在|从现在起|\bnow\b|switch|migrat|\bmoved?\b|chang|raised|lowered|increased|rewritten|no longer|from now on/;

/** Words that say nothing of a subject: change, copula, bound, manner, time. Longest first. */
const CHINESE_FILLERS =
  /从现在起|上午|下午|早上|晚上|凌晨|默认开启|默认关闭|迁移到|升级到|升级为|切换到|提高到|降低到|调整为|调整到|统一使用|统一采用|不允许|不可以|不使用|不超过|不少于|不低于|不大于|不需要|直接使用|改成|改为|改用|改到|换成|换到|换为|调到|升到|降到|迁到|切到|转到|设为|设置为|选用|采用|使用|统一|一律|全部|现在|目前|以后|今后|已经|必须|应该|需要|可以|允许|禁止|禁用|启用|停用|开启|关闭|不要|不用|不再|不能|不得|不准|不许|避免|切勿|至少|最多|最少|最大|最小|最长|最短|最高|最低|上限|下限|以内|之内|默认|大小|长度|次数|时间|选择|进行|我们|咱们|大家|用户偏好|用户决定|用户要求|用户希望|用户|我喜欢|喜欢|我习惯|习惯|偏好|[的了是为在把被将用都也就要从由到和与及或按跑写做每只我它]/g;
const ENGLISH_FILLERS = wordList(`
  use switch move migrat chang rais lower increas decreas set now default go goe happen run live need requir max maximum
  min minimum limit most least alwai never allow enabl disabl forbid written rewritten write make made take rewrot
  current longer instead time prefer like want must keep kept start place held onli also everywher user decid agre
`);

/** Words that stand for the copula of a sentence. */
const COPULA =
  /\s*(?:改成|改为|改用|换成|换为|调整为|统一为|统一用|采用|选用|使用|是|用|[:：=]|\b(?:is now|are now|is|are|uses?|became|becomes)\b)\s*/;

/** From here on a sentence gives its reason, or what was before. */
const REASON =
  /[,，;；。.(（]?\s*(?:因为|由于|原因|为了|以便|避免再|之前|原来|原先|此前|\bbecause\b|\bsince\b|\bdue to\b|\bso that\b|\bpreviously\b|\bformerly\b|\b(?:it )?was\b(?= \d)).*$/;
const CLAUSE_END = /[,，;；。]\s*|\.\s+/;

/** Takes a sentence apart: as a whole, and its first clause alone if it has several. */
export function readStatements(text: string): Statement[] {
  const whole = text.normalize("NFKC").toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, " ").trim();
  const plain = whole.replace(REASON, "") || whole;
  const first = plain.split(CLAUSE_END, 1)[0] ?? "";
  return first === "" || first.length === plain.length ? [readPlain(plain)] : [readPlain(plain), readPlain(first)];
}

function readPlain(plain: string): Statement {
  const spans: [number, number][] = [];
  const choices = choicesIn(plain, spans);
  const quantities = quantitiesIn(plain, choices, spans);
  let rest = plain;
  for (const [from, to] of spans) rest = rest.slice(0, from) + " ".repeat(to - from) + rest.slice(to);
  const negations = rest.replace(NO_NEGATION, " ").match(NEGATION)?.length ?? 0;
  const { words, runs } = subjectIn(rest);
  return {
    quantities,
    choices,
    denies: negations % 2 === 1,
    announces: ANNOUNCES.test(plain),
    words,
    runs,
    parts: partsOf(plain, ANNOUNCES.test(plain)),
    plain,
  };
}

/** The words of a text that tell what it is about. */
export function subjectIn(text: string): Pick<Statement, "words" | "runs"> {
  const { surfaces, runs } = analyse(text.replace(CHINESE_FILLERS, " "));
  return {
    words: [...new Set(surfaces.filter((word) => !isFiller(word)))],
    runs: runs.filter((run) => run.length > 1),
  };
}

function isFiller(word: string): boolean {
  return word.length < 2 || isStopWord(word) || holds(ENGLISH_FILLERS, stem(word));
}

const LATIN = /[a-z][a-z\d]*(?:[._/-][a-z\d]+)*(?:\+\+|#)?/g;
const CHINESE_RUN = /[\u4e00-\u9fff]+/g;
/** The longest Chinese word of the alternatives. */
const LONGEST_CHOICE = 5;

function choicesIn(plain: string, spans: [number, number][]): Choice[] {
  const found: Choice[] = [];
  const add = (word: string, from: number, to: number) => {
    const before = plain.slice(Math.max(0, from - 20), from);
    const after = plain.slice(to, to + 12);
    const name = nameOf(word);
    const gone = GONE_BEFORE.test(before)
      ? (GONE_BEFORE.exec(before)?.[0].length ?? 0)
      : FROM_BEFORE.test(before) && GONE_AFTER.test(after)
      ? (FROM_BEFORE.exec(before)?.[0].length ?? 0)
      : GONE_AFTER.test(after) && ANNOUNCES.test(after)
      ? 0
      : undefined;
    spans.push([from - (gone ?? 0), to]);
    found.push({ name, lines: linesOf(name, word), gone: gone !== undefined });
  };
  const tokens = [...plain.matchAll(LATIN)];
  for (let at = 0; at < tokens.length; at++) {
    const { 0: token = "", index = 0 } = tokens[at] ?? {};
    const next = tokens[at + 1];
    const joined = next && next.index === index + token.length + 1 && plain[next.index - 1] === " "
      ? `${token}-${next[0]}`
      : undefined;
    if (next && joined !== undefined && isChoice(joined)) {
      add(joined, index, next.index + next[0].length);
      at++;
    } else if (isChoice(token)) add(token, index, index + token.length);
  }
  for (const { 0: run, index } of plain.matchAll(CHINESE_RUN)) {
    for (let at = 0; at + 1 < run.length; at++) {
      if (!ALTERNATIVES.includes(` ${run.slice(at, at + 2)}`)) continue;
      for (let length = Math.min(LONGEST_CHOICE, run.length - at); length > 1; length--) {
        const word = run.slice(at, at + length);
        // "每周五" is a Friday.
        if (!isChoice(word) || (word === "每周" && /[一二三四五六日天]/.test(run.charAt(at + 2)))) continue;
        add(word, index + at, index + at + length);
        at += length - 1;
        break;
      }
    }
  }
  return found;
}

function isChoice(word: string): boolean {
  return word.length > 1 && holds(ALTERNATIVES, word);
}

/** The first of the names of one thing. */
function nameOf(word: string): string {
  const at = SAME_THING.indexOf(` ${word} `);
  return at === -1 ? word : SAME_THING.slice(SAME_THING.lastIndexOf("\n", at) + 1).trimStart().split(" ", 1)[0] ?? word;
}

function linesOf(name: string, word: string): number[] {
  const lines = new Set<number>();
  for (const each of new Set([name, word])) {
    for (let at = ALTERNATIVES.indexOf(` ${each} `); at !== -1; at = ALTERNATIVES.indexOf(` ${each} `, at + 1)) {
      lines.add(ALTERNATIVES.lastIndexOf("\n", at));
    }
  }
  return [...lines];
}

/** "The 3rd of them": which one it is, and no value. */
const ORDINAL = /(?:第|#|\bnumber |\bnr\.? |\bno\. |\bstep |\bphase )$/;

function quantitiesIn(plain: string, choices: readonly Choice[], spans: [number, number][]): Quantity[] {
  const bound: Bound = UPPER.test(plain) ? "upper" : LOWER.test(plain) ? "lower" : "";
  const found: Quantity[] = [];
  for (const match of plain.matchAll(QUANTITY)) {
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
      const of = choices.some(({ name }) => name === nameOf(before)) ? nameOf(before) : "";
      // "One" is a number only before what is counted.
      if ((word !== undefined && latin === undefined) || ORDINAL.test(plain.slice(0, index))) continue;
      found.push({ ...quantity(digits, unit, counted ?? ""), of, bound });
      const taken = counter !== undefined || SCALES[latin ?? ""] !== undefined || latin === "times"
        ? plain.slice(end).search(/\S/) + (counter ?? latin ?? "").length
        : 0;
      spans.push([index, end + taken]);
    }
  }
  return found;
}

function quantity(digits: string, unit: string, counted: string): Pick<Quantity, "amount" | "dimension"> {
  const number = digits.replace(/,(?=\d{3})/g, "");
  const scale = SCALES[unit];
  if (scale) return { amount: String(Math.round(Number(number) * scale[1] * 1000)), dimension: scale[0] };
  if (unit === "点") return { amount: String(Number(number) * 60), dimension: "clock" };
  if (number.includes(".")) return { amount: number, dimension: "version" };
  if (unit === "" || unit === "is" || isStopWord(unit)) return { amount: number, dimension: "" };
  // "Two spaces" counts spaces, 两个空格 as well.
  return { amount: number, dimension: unit === "个" ? counted || unit : unit === "times" ? "次" : stem(unit) };
}

function partsOf(plain: string, announces: boolean): Statement["parts"] {
  const match = COPULA.exec(plain);
  if (!match || match.index === 0) return undefined;
  const value = plain.slice(match.index + match[0].length);
  return isName(value, announces) ? { subject: plain.slice(0, match.index), value } : undefined;
}

/** Whether what stands after "is" is a name rather than more of a sentence. */
function isName(value: string, announced: boolean): boolean {
  const plain = value.replace(/[。.!！\s]+$/, "");
  if (plain === "" || /[,，;；]/.test(plain)) return false;
  if (isCjk(plain)) return plain.length <= (announced ? 12 : 6);
  return plain.split(" ").length <= (announced ? 4 : 2) && !/(?:ed|ing)\b/.test(plain);
}

/** The pairs of characters of runs. */
export function pairsIn(runs: readonly string[]): Set<string> {
  return new Set(runs.flatMap(pairsOf));
}

/** The forms by which two words are one. */
export function formsOf(word: string): readonly string[] {
  const known = FORMS.get(word);
  if (known) return known;
  const forms = [stem(word), ...plainForms(word)];
  FORMS.set(word, forms);
  return forms;
}

/** A statement is compared with several, and each time by its forms. */
const FORMS = new Map<string, readonly string[]>();
