/**
 * In: a prompt, or a query, and a clock. Out: whether it asks for earlier work as a whole: that of a day, the end of
 * the last session, the open to-dos (earlier.txt).
 *
 * A clause must ask for nothing else. Its words for a time, the last session, open work or going on become signs, and
 * every other word must ask, tell that something was done, or mean nothing: not “why did the deploy fail”.
 */
import { type Clock, type NamedTime, plainSpelling, QUOTE, timesIn } from "../records/when.ts";
import { holdsAny, patternsIn, typedInHaste } from "../text/patterns.ts";
import { isCjk } from "../text/script.ts";
import { isSocial } from "./intent.ts";
import { inUsualWords, mayAskForEarlier } from "./signs.ts";
import { once, remembered } from "../remembered.ts";
import forms from "./earlier.txt" with { type: "text" };

export interface Earlier {
  readonly asks: "day" | "last" | "open";
  /** The time that the question names; a question for a day always names one. */
  readonly time?: NamedTime;
  /** Whether it is an order to go on and no question: then records that the session has need not be told. */
  readonly goesOn: boolean;
  /** What the prompt says in its other clauses; empty for most. */
  readonly beside: string;
  /** It asks for the work at hand (“where were we”): behind the first prompt of a session, the session's own work. */
  readonly isAtHand?: boolean;
  /** What the open work is about: 退款 of 退款还有啥没做; without it, all open work is asked for. */
  readonly about?: string;
}

interface Place {
  /** Whether it is the first prompt of its session that is more than a greeting. */
  readonly isFirst: boolean;
  /** Whether it is a query of `memory search`, which asks without a question. */
  readonly isQuery?: boolean;
}

/** People who ask for a day write little more. Characters of a clause, and clauses that are looked at. */
const CLAUSE_MAX = 120;
const CLAUSES_MAX = 4;
/** Characters before a colon. */
const HEADING_MAX = 24;
const CLAUSE_END = /[，,。;；!！?？\n]+|[.:：](?=\s|$)|：/u;

/** The question for earlier work in a prompt; undefined for nearly every prompt. */
export function earlierIn(prompt: string, clock: Clock, place: Place): Earlier | undefined {
  const clauses = clausesIn(prompt, clock);
  for (const [at, clause] of clauses.entries()) {
    if (clause.length > CLAUSE_MAX) continue;
    const before = at === 1 ? clauses[0] ?? "" : "";
    // "For the standup: what did I do yesterday?"
    const begins = at === 0 || (before.length <= HEADING_MAX && /[:：]\s*$/.test(before));
    const isAlone = clauses.length === 1;
    const asked = ofClause(clause, clock, { ...place, isFirst: place.isFirst && at === 0, begins, isAlone });
    if (asked) return { ...asked, beside: clauses.toSpliced(at, 1).join(" ") };
  }
  return undefined;
}

/** Whether a prompt asks for earlier work or decisions, so that it is answered from memory and states nothing. */
export function asksForEarlier(prompt: string): boolean {
  if (!mayAskForEarlier(prompt)) return false;
  const asked = earlierIn(prompt, ANY_DAY, { isFirst: false });
  return asked ? !asked.goesOn : ASKED.test(prompt) && datedIn(prompt, ANY_DAY) !== undefined && asksForWords(prompt);
}

/** The time and the other words of a query that may mean either: “deploy tuesday”, not “what did we do on Tuesday”. */
export function besideTime(query: string, clock: Clock): Dated | undefined {
  const dated = datedIn(query, clock);
  return dated?.rest !== "" && earlierIn(query, clock, { isFirst: false }) === undefined ? dated : undefined;
}

const ASKED = /[?？]\s*$|什么|啥|哪[些个]/u;

const ANY_DAY: Clock = { now: () => new Date(2026, 0, 1), offsetMs: () => 0 };

/** The first clauses of a prompt without greetings; a bare time and the clause behind it are one. */
function clausesIn(prompt: string, clock: Clock): string[] {
  const clauses: string[] = [];
  let rest = prompt.trim();
  while (rest !== "" && clauses.length <= CLAUSES_MAX) {
    const end = CLAUSE_END.exec(rest);
    const clause = end ? rest.slice(0, end.index + end[0].length) : rest;
    rest = rest.slice(clause.length).trim();
    const bare = clause.replace(/[\s\p{P}]+$/u, "");
    if (isSocial(bare) || oneOf("greets", bare.toLowerCase())) continue;
    const [first] = clauses;
    // "Yesterday evening, what did we decide?"
    const time = clauses.length === 1 && first ? timesIn(first, clock)[0] : undefined;
    if (time && first?.replace(/[\s,，:：]+$/u, "").length === time.end) clauses[0] = `${first} ${clause}`;
    else clauses.push(clause);
  }
  return clauses;
}

/** A text that names a time among other words: the time, and the text without it. */
export interface Dated {
  readonly time: NamedTime;
  readonly rest: string;
}

/** The time past that a text names; undefined for several times. */
export function datedIn(text: string, clock: Clock): Dated | undefined {
  const [time, ...others] = timesIn(text, clock);
  if (!time || others.length > 0) return undefined;
  const words = `${text.slice(0, time.start)} ${text.slice(time.end)}`.replace(
    /^\s*(?:'s|’s|的)\s*|(?<=\s)(?:'s|’s)\s/g,
    " ",
  );
  return { time, rest: words.trim().replace(DECISION_ABOUT, "") };
}

/** Says of what kind a record is, and seldom stands in it. */
const DECISION_ABOUT = /^(?:the |our )?(?:decisions?|conclusions?|agreements?|discussions?) (?:about|on|of|for) /i;

/** What an order to go on names: “the footer” of “go on with the footer”, 限流 of 继续做限流那块; empty for “keep going”. */
export function goneOnWith(text: string): string {
  return withoutGoingOn(text).trim().replace(/(?:那[块边个件]|这[块边个件]|那部分|的事情?)?[吧了啊呀。.!！\s]*$/u, "");
}

/** A prompt without an order to go on at its beginning. */
export function withoutGoingOn(prompt: string): string {
  return prompt.trimStart().replace(GO_ON, "");
}

const GO_ON =
  /^(?:(?:ok(?:ay)?|yes|so|well|now|let's|morning|please|好的?|嗯|早|那|请|我们|咱们)[\s,，。.!！]*)*(?:(?:继续|接着)(?:做|弄|干|搞|写|改|来|上次|昨天|之前|刚才)*的?(?:[来做弄干搞聊](?=$|[\s,，。.!！吧啊哈呗了]))?(?:吧|啊|哈|呗|了|就行)*(?=$|[\s,，。.!！:：]|\p{sc=Han})|(?:go(?:ing)? on|move on|(?:get )?back to|continue|carry on|keep going|proceed|resume)\b(?: (?:please|then|now|here|there))*(?: (?:with|from|on|to)(?: (?:it|that|this|the rest|where we (?:left off|were)|(?:yesterday|last time)(?:['’]s)?))?(?= |$|[,.!:]))?)[\s,，。.!！:：]*/iu;

/** Whether a dated text asks for words or work of that time: "what did we decide about the pool last week". */
export function asksBack(text: string): boolean {
  return asksForWords(text) || MADE.test(text);
}

/** 星期二做的导出, “the export we built on Tuesday”: work that was done is pointed at, and anything may be asked of it. */
const MADE = /[做改写弄搞]的|\bwe (?:did|built|made|wrote|changed|added)\b/iu;

function asksForWords(text: string): boolean {
  const plain = plainSpelling(text);
  const words = plain.match(/[a-z']+/g) ?? [];
  const asks = /[?？]\s*$/.test(plain) || holdsAny(plain, wordsOf("asks zh")) || POINTS_BACK.test(plain) ||
    words.some((word) => wordsOf("asks en").includes(word));
  return asks && TELLS_BACK.test(plain);
}

/**
 * The matter of which a text says that it was talked about, 导出方案 of 上次说的那个导出方案, or for which the text asks a
 * rule, “money” of “what's our rule for money?”; undefined where it does neither.
 */
export function pointedBackAt(text: string): string | undefined {
  const rest = text.replace(SAID_BEFORE, "").replace(ASKS_FOR_RULE, "$1$2");
  return rest === text ? undefined : rest.trim();
}

/** The word for a rule says of what kind a record is, and seldom stands in it. */
const ASKS_FOR_RULE =
  /\b(?:what(?:['’]?s| is| are)|do we have|(?:is|are) there) (?:(?:(?:our|the|an?y?) ((?:[\w-]+ ){0,2}))?(?:rules?|conventions?|guidelines?|policy) (?:for|on|about|regarding)\b|our ((?:[\w-]+ ){1,3})(?:rules?|conventions?|guidelines?|policy)\b)|有(?:什么|啥|哪些|没有)(?:规矩|规定|约定|规范)|的?(?:规矩|规定|约定|规范)(?:是|都?有)(?:什么|啥|哪些)/giu;

const SAID_BEFORE =
  /(?:上一?次|上回|之前|以前|前面)(?:我们|咱们|我|你)?(?:说|聊|讨论|商量|提|定)[到过好下]*的(?:那[个些种]|这[个些])?|\b(?:(?:that|which) )?we (?:discussed|talked about|(?:agreed|decided|settled) on)(?: (?:last time|before|earlier|the other day|back then))?\b/giu;

/** What a query says besides that it is about to-dos: “export” of “todo export”; undefined for any other query. */
export function besideTodos(query: string): string | undefined {
  const rest = inUsualWords(query).replace(ABOUT_TODOS, " ").trim();
  return rest === query.trim() ? undefined : rest;
}

const ABOUT_TODOS = /\b(?:open )?to-?dos?\b(?: (?:for|of|about|on)\b)?|的?待办(?:事项|列表|清单)?/giu;

/** A question for the open work of one matter: “what is left to do for refunds?”, 退款的待办有哪些. */
export function openWorkIn(prompt: string): Earlier | undefined {
  const plain = inUsualWords(plainSpelling(prompt)).trim();
  const clause = withoutEnd(plain);
  if (clause.length > MATTER_CLAUSE_MAX || CLAUSE_END.test(clause) || ORDERS.test(clause)) return undefined;
  const marked = replaced("open", clause, "○");
  if (!marked.includes("○")) return undefined;
  const about = isCjk(clause)
    ? matterBefore(marked, clause)
    : matterBehind(marked, clause) ?? matterOfTodos(clause, /\?\s*$/.test(plain));
  return about === undefined ? undefined : { asks: "open", goesOn: false, beside: "", about };
}

/** Characters of such a question. */
const MATTER_CLAUSE_MAX = 60;
const ASKS_WHICH = /什么|啥|哪|几|多少|待办|to-?do/u;
/** What asks something else, orders something, or names nothing. */
const NO_MATTER = /什么|啥|哪|怎|咋|谁|几|吗|^[把给将写加做改删看清]|^[这那][个块边些里儿]?$/u;

/** 退款 of 退款还有啥○: behind it stands nothing but what asks for open work. */
function matterBefore(marked: string, clause: string): string | undefined {
  if (!ASKS_WHICH.test(clause)) return undefined;
  for (let at = 2; at < marked.lastIndexOf("○") + 1; at++) {
    if (!takenApart(marked.slice(at), false)?.namesOpen) continue;
    const matter = marked.slice(0, at).replace(/^关于|(?:[这那](?:块儿?|边|里|部分))?(?:相关|有关)?的?$/gu, "").trim();
    return matter.length > 1 && !NO_MATTER.test(matter) && !matter.includes("○") ? matter : undefined;
  }
  return undefined;
}

/** “refund” of “any refund to-dos left”. */
function matterOfTodos(clause: string, isAsked: boolean): string | undefined {
  const titles = isAsked ? ["matter", "matter asked"] : ["matter"];
  return titles.flatMap((title) => patternsFor(title, clause, true)).map((form) => form.exec(clause)?.[1])
    .find((matter) => matter !== undefined);
}

/** “refunds” of “what is ○ for refunds”. */
function matterBehind(marked: string, clause: string): string | undefined {
  const [, question = "", matter] =
    /^(.*○.*?) (?:for|on|about|regarding|with) (?:the |our |my )?([^○]+)$/.exec(marked) ?? [];
  return matter && takenApart(question, NAMES_A_LIST.test(clause))?.asksForList ? matter : undefined;
}

const POINTS_BACK =
  /(?:定|说|聊|谈|讨论|商量)的|继续|接着|\bcontinue\b|(?:'s|\bthe|\bour) (?:decisions?|conclusions?|agreements?|discussions?)\b/u;
const TELLS_BACK =
  /[定说聊谈][了的过好]|决定|讨论|商量|敲定|结论|继续|接着|\b(?:decided?|agreed?|discuss(?:ed)?|settled?|talked|concluded|decisions?|conclusions?|agreements?|discussions?|continue)\b|\b(?:did|have|had) we\b|\bwe (?:did|had|were)\b/u;

/** Where a clause stands in its prompt. */
interface ClausePlace extends Place {
  /** It begins the prompt, or stands behind nothing but a heading. */
  readonly begins: boolean;
  readonly isAlone: boolean;
}

/** A clause with `§` in place of its time. */
interface Clause {
  readonly text: string;
  readonly time: NamedTime | undefined;
  readonly isAsked: boolean;
  /** What its words come to; undefined where one of them names something else. */
  readonly said: ReturnType<typeof takenApart>;
}

type Asked = Omit<Earlier, "beside">;

function ofClause(typed: string, clock: Clock, place: ClausePlace): Asked | undefined {
  const times = timesIn(typed, clock);
  if (times.length > 1) return undefined;
  const [time] = times;
  const plain = inUsualWords(plainSpelling(typed));
  const text = withoutEnd(time ? `${plain.slice(0, time.start)}§${plain.slice(time.end)}` : plain);
  if (text === "" || text.includes(QUOTE)) return undefined;
  const isAsked = /[?？]/.test(typed);
  const clause = { text, time, isAsked, said: takenApart(text, isAsked) };
  return (place.isFirst ? askedAtFirst(clause, place) : undefined) ?? askedByWords(clause, place);
}

function asking({ time }: Clause, asks: Earlier["asks"], goesOn = false): Asked {
  return { asks, ...time ? { time } : {}, goesOn };
}

/** What only a first prompt asks for: “what's next”, “where were we”, or the topic of the last session. */
function askedAtFirst(clause: Clause, { isAlone }: ClausePlace): Asked | undefined {
  const { text, time, isAsked, said } = clause;
  // 今天做什么 asks for what is to be done, 今天做什么了 and 昨天干啥 for what was.
  const isPast = time !== undefined && (!time.mayCome || said?.isPast === true);
  if (isAlone && !isPast && oneOf("next", text)) return asking(clause, "open");
  if (oneOf("where", text)) return asking(clause, "last");
  // "Continue with yesterday's" names nothing but a time.
  const isDay = time !== undefined && said !== undefined;
  return !isAsked && !isDay && oneOf("topic", text) ? asking(clause, "last", true) : undefined;
}

function askedByWords(clause: Clause, place: ClausePlace): Asked | undefined {
  const { text, time, said } = clause;
  if (!said || ORDERS.test(text) || holdsAny(text, wordsOf("statement"))) return undefined;
  if (said.goesOn) {
    if (time || said.namesLast) return askingForLast(clause, true);
    const isBare = !said.namesOpen && !said.asksInChinese;
    return place.isFirst && isBare ? asking(clause, "last", true) : undefined;
  }
  if (said.namesOpen) {
    const list = place.isQuery ? ASKS_FOR_OPEN : NAMES_A_LIST;
    const asksForList = said.asksForList || (place.isAlone && list.test(text));
    return place.begins && asksForList ? asking(clause, "open") : undefined;
  }
  if (said.namesLast) return said.asks || place.isQuery ? askingForLast(clause, false) : undefined;
  // A time behind another clause is about the subject of that clause.
  return time && place.begins && asksForDay(clause, time, said, place) ? asking(clause, "day") : undefined;
}

/** Asks for the last session, or for the day that is named instead. */
function askingForLast(clause: Clause, goesOn: boolean): Asked {
  const { text, time } = clause;
  const isAtHand = time === undefined && !namesLast(replaced("at hand", text, ""));
  return { ...asking(clause, time ? "day" : "last", goesOn), isAtHand };
}

function asksForDay(
  { text, isAsked }: Clause,
  { mayCome }: NamedTime,
  { asks, isDone, isPast }: NonNullable<Clause["said"]>,
  { isAlone, isFirst, isQuery = false }: ClausePlace,
): boolean {
  if (text === "§") return isAlone && (isAsked || isFirst || isQuery);
  return isQuery || (asks && isDone && (!mayCome || isPast));
}

/** "Todo list please", 我的待办. */
const NAMES_A_LIST =
  /\bto-?dos?\b|\bto do list\b|待办|^(?:remaining|outstanding|pending|unfinished) (?:tasks|items|points|work)\b/u;
/** Stricter than the forms, since "open" in a query may mean anything. */
const ASKS_FOR_OPEN = /\bto-?dos?\b|\bto do list\b|\bopen (?:items|tasks|points)\b|待办|未完成|没做完/u;
/** An order to do something with earlier work. */
const ORDERS = /^(?:please )?(?:save|note|record|write|store|add|make)\b/u;

function withoutEnd(text: string): string {
  return text.replace(/[\s.。,，;；:：!！?？~～…]+$/u, "").replace(ASKED_AT_END, "").replace(/\s+/g, " ").trim();
}

/** 还有啥要弄的不, 昨天定了啥没: the last character only asks. */
const ASKED_AT_END = /(?<=[么啥哪].*)[不没]$/u;

/** The signs for the forms of each group; `§` stands for a time. */
const SIGNS = [["last asked", "¶"], ["last", "¶"], ["open", "○"], ["go on", "→"]] as const;

/** Takes a clause apart; undefined where one of its words names something else. */
function takenApart(clause: string, isAsked: boolean) {
  let left = clause;
  let isQuestion = false;
  for (const [title, sign] of SIGNS) {
    const before = left;
    left = replaced(title, left, sign);
    isQuestion ||= title === "last asked" && left !== before;
  }
  const latin = (left.match(/[a-z]+(?:'[a-z]+)?/g) ?? []).map((word) => word.replace(/'s$/, ""));
  const isKnown = (word: string) => EN.some((name) => wordsOf(name).includes(word));
  if (!latin.every((word) => isKnown(word) || isKnown(`${word}'s`))) return undefined;
  const han = left.replace(/[a-z']+|[\s\d§¶○→\p{P}]+/gu, "");
  if (withoutFills(han) !== "") return undefined;
  const has = (name: string) => latin.some((word) => wordsOf(name).includes(word));
  const holds = (name: string) => holdsAny(han, wordsOf(name));
  const isPart = oneOf("fragment", left);
  const asks = isAsked || isQuestion || /\b(?:remind|tell|show|give) (?:me|us) ¶/.test(left) || has("asks en") ||
    holds("asks zh") || isPart;
  const isOf =
    /\b(?:from|of|about) §|^(?:(?:please|can you|just) )*(?:show|list|recap|summari[sz]e|sum up|tldr) (?:me |us )?(?:what |all )?(?:the |of )*§/;
  const isLatin = !isCjk(clause);
  return {
    namesLast: left.includes("¶"),
    namesOpen: left.includes("○"),
    goesOn: left.includes("→"),
    asks,
    asksInChinese: holds("asks zh"),
    /** For open work. */
    asksForList: isLatin ? asks && !has("points en") : holds("lists zh"),
    isDone: has("done en") || (has("made en") && (has("asks en") || isPart)) || holds("done zh") ||
      (asks && isOf.test(left)) || isAsked && left === "§",
    isPast: has("done en") || has("made en") || holds("past zh") || isOf.test(left),
  };
}

/** Whether a clause names the last session. */
function namesLast(clause: string): boolean {
  return ["last asked", "last"].some((title) => replaced(title, clause, "¶") !== clause);
}

const EN = ["asks en", "done en", "made en", "fills en", "points en"] as const;

/** A run of Chinese without the words that such a clause may hold; the longer before the shorter. */
function withoutFills(han: string): string {
  if (han === "") return "";
  return han.replace(fills(), "");
}

const fills = once(() => {
  const words = ["asks zh", "done zh", "fills zh"].flatMap(wordsOf).sort((a, b) => b.length - a.length);
  return new RegExp(words.join("|"), "g");
});

const { groups, whole } = patternsIn(forms);
const groupOf = remembered((title: string) => groups.find((group) => group.title === title));

function wordsOf(title: string): readonly string[] {
  return groupOf(title)?.words ?? [];
}

function patternsFor(title: string, text: string, isWhole = false): readonly RegExp[] {
  const isChinese = isCjk(text);
  return (groupOf(title)?.patterns ?? []).filter((pattern) => !isOfChinese(pattern) || isChinese)
    .map(isWhole ? wholePattern : innerPattern);
}

const wholePattern = remembered((pattern: string) => new RegExp(`^(?:${typedInHaste(whole(pattern))})$`, "u"));
const innerPattern = remembered((pattern: string) => {
  const edge = isOfChinese(pattern) ? "" : "\\b";
  return new RegExp(`${edge}(?:${typedInHaste(whole(pattern))})${edge}`, "gu");
});

function isOfChinese(pattern: string): boolean {
  return isCjk(pattern) || pattern.includes("_ZH");
}

function oneOf(title: string, clause: string): boolean {
  return patternsFor(title, clause, true).some((pattern) => pattern.test(clause));
}

/** A clause with a sign in place of each form of a group. */
function replaced(title: string, clause: string, sign: string): string {
  const words = wordsOf(title);
  if (!holdsAny(clause, words)) return clause;
  return patternsFor(title, clause).reduce((text, pattern) => text.replace(pattern, sign), clause);
}
