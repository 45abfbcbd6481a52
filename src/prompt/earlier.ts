/**
 * In: a prompt, or a query, and a clock. Out: whether it asks for earlier work as a whole: what a day brought, how the
 * last session ended, what is left to do. The forms are in earlier.txt.
 * Not done here: what memory knows of it (recall/earlier.ts).
 *
 * It must be all that a clause says. “Why did yesterday's deploy fail” names a thing, and is compared like any prompt.
 *
 * @module
 */
import { type Clock, type NamedTime, plainSpelling, QUOTE, timesIn } from "../records/when.ts";
import { holdsAny, patternsIn } from "../text/patterns.ts";
import { isCjk } from "../text/script.ts";
import { isSocial } from "./intent.ts";
import forms from "./earlier.txt" with { type: "text" };

/** What is asked for. */
export interface Earlier {
  readonly asks: "day" | "last" | "open";
  /** The time that it names; with `day` there is one. */
  readonly time?: NamedTime;
  /** An order to go on, no question: what the session knows need not be told. */
  readonly goesOn: boolean;
}

/** What is known of where a prompt stands. */
interface Place {
  /** It is the session's first that is more than a greeting. */
  readonly isFirst: boolean;
  /** A query: words alone ask for what they name. */
  readonly isQuery?: boolean;
}

/** Whoever asks for a day says little more. Characters, and clauses that are looked at. */
const CLAUSE_MAX = 120;
const CLAUSES_MAX = 4;
const CLAUSE_END = /[，,。;；!！?？\n]+|\.(?=\s|$)/u;

/** What of earlier work a prompt asks for as a whole; undefined for nearly every prompt. */
export function earlierIn(prompt: string, clock: Clock, place: Place): Earlier | undefined {
  const clauses: string[] = [];
  let rest = prompt.trim();
  while (rest !== "" && clauses.length < CLAUSES_MAX) {
    const end = CLAUSE_END.exec(rest);
    const clause = end ? rest.slice(0, end.index + end[0].length) : rest;
    rest = rest.slice(clause.length).trim();
    if (isSocial(clause)) continue;
    // "Yesterday evening, what did we decide?"
    const before = clauses.length === 1 && clauses[0] ? timesIn(clauses[0], clock)[0] : undefined;
    if (before && clauses[0]?.replace(/[\s,，]+$/u, "").length === before.end - before.start) {
      clauses[0] = `${clauses[0]} ${clause}`;
    } else clauses.push(clause);
  }
  const isAlone = clauses.length === 1 && rest === "";
  for (const [at, clause] of clauses.entries()) {
    if (clause.length > CLAUSE_MAX) continue;
    const asked = ofClause(clause, clock, { ...place, isFirst: place.isFirst && at === 0, begins: at === 0 }, isAlone);
    if (asked) return asked;
  }
  return undefined;
}

/** A text that may ask for something of a time: the time, and the text without it. */
export interface Dated {
  readonly time: NamedTime;
  readonly rest: string;
}

/** The time past that a text names among other words; of several none. */
export function datedIn(text: string, clock: Clock): Dated | undefined {
  const [time, ...others] = timesIn(text, clock);
  if (!time || others.length > 0) return undefined;
  const words = `${text.slice(0, time.start)} ${text.slice(time.end)}`.replace(
    /^\s*(?:'s|’s|的)\s*|(?<=\s)(?:'s|’s)\s/g,
    " ",
  );
  return { time, rest: words.trim() };
}

/** Whether a dated text asks for what was said or decided then: "what did we decide about the pool last week". */
export function asksBack(text: string): boolean {
  const plain = plainSpelling(text);
  const words = plain.match(/[a-z']+/g) ?? [];
  const asks = /[?？]\s*$/.test(plain) || holdsAny(plain, wordsOf("asks zh")) || POINTS_BACK.test(plain) ||
    words.some((word) => wordsOf("asks en").includes(word));
  return asks && TELLS_BACK.test(plain);
}

const POINTS_BACK = /(?:定|说|聊|谈|讨论|商量)的|继续|接着|\bcontinue\b/u;
const TELLS_BACK =
  /[定说聊谈][了的过好]|决定|讨论|商量|敲定|结论|继续|接着|\b(?:decided?|agreed?|discuss(?:ed)?|settled?|talked|concluded|decisions?|continue)\b|\b(?:did|have|had) we\b|\bwe (?:did|had|were)\b/u;

function ofClause(
  typed: string,
  clock: Clock,
  { isFirst, isQuery, begins }: Place & { readonly begins: boolean },
  isAlone: boolean,
): Earlier | undefined {
  const times = timesIn(typed, clock);
  if (times.length > 1) return undefined;
  const [time] = times;
  const plain = plainSpelling(typed);
  const marked = time ? `${plain.slice(0, time.start)}§${plain.slice(time.end)}` : plain;
  const clause = marked.replace(/[\s.。,，;；!！?？~～…]+$/u, "").replace(/\s+/g, " ").trim();
  if (clause === "" || clause.includes(QUOTE)) return undefined;
  const isAsked = /[?？]/.test(typed);
  const found = (asks: Earlier["asks"], goesOn = false) => ({ asks, ...time ? { time } : {}, goesOn });
  if (matches("open", clause)) return found("open");
  if (isAlone && isFirst && matches("next", clause)) return found("open");
  if (isQuery && !time && OPEN_WORDS.test(clause)) return found("open");
  if (isQuery && !time && LAST_WORDS.test(clause)) return found("last");
  const isToCome = time?.mayCome === true && !/[a-z]/.test(clause) && !holdsAny(clause, wordsOf("past zh"));
  if (!isToCome && matches("last", clause)) return found(time ? "day" : "last", GOES_ON.test(clause));
  if (isFirst && !isAsked && matches("go on", clause)) return found("last", true);
  if (isFirst && isAsked && /到/.test(clause) && matches("go on", clause)) return found("last");
  if (!time) return undefined;
  // Behind a clause of its own it is about what that names.
  if (!begins) return undefined;
  if (clause === "§") return isAlone && (isAsked || isFirst || isQuery) ? found("day") : undefined;
  return asksForDay(clause, { isAsked, isQuery: isQuery === true, mayCome: time.mayCome }) ? found("day") : undefined;
}

/** Words that are a query for what is open, and no prompt. */
const OPEN_WORDS =
  /^(?:(?:open|my|our|all|the|pending|unfinished)\s+)*(?:to-?dos?(?: list)?|to do(?: list)?|todo list|open items|unfinished)$|^(?:我的|所有|全部|未完成的?|没做完的)*(?:待办(?:事项|列表|清单)?|未完成|没做完|todos?)$/u;
/** The same of the last session. */
const LAST_WORDS =
  /^(?:the |our |my )?(?:last|previous) (?:session|conversation)$|^(?:上一?次|上回|上一?个)(?:的)?(?:会话|对话|总结)?$/u;
const GOES_ON = /^[^a-z§]*(?:继续|接|延续|承接|从|由|按)|\b(?:continue|go on|carry on|resume|pick|start|keep going)\b/u;

/** Whether each word of a clause with a time asks, says that something was done, or says nothing by itself. */
function asksForDay(
  clause: string,
  { isAsked, isQuery, mayCome }: { readonly isAsked: boolean; readonly isQuery: boolean; readonly mayCome: boolean },
): boolean {
  if (holdsAny(clause, wordsOf("statement"))) return false;
  const latin = clause.match(/[a-z]+(?:'[a-z]+)?/g) ?? [];
  const names = ["asks en", "done en", "made en", "fills en"] as const;
  const base = (word: string) => word.replace(/'s$/, "");
  if (
    !latin.every((word) => names.some((name) => wordsOf(name).includes(base(word)) || wordsOf(name).includes(word)))
  ) {
    return false;
  }
  const has = (name: string) =>
    latin.some((word) => wordsOf(name).includes(base(word)) || wordsOf(name).includes(word));
  const han = clause.replace(/[a-z']+|[\s\d§\p{P}]+/gu, "");
  const left = without(han);
  if (left !== "") return false;
  const asks = isQuery || isAsked || has("asks en") || holdsAny(han, wordsOf("asks zh")) || isFragment(clause);
  const done = has("done en") || (has("made en") && (has("asks en") || isFragment(clause))) ||
    holdsAny(han, wordsOf("done zh")) || isQuery;
  if (!asks || !done) return false;
  return !mayCome || isQuery || has("done en") || has("made en") || holdsAny(han, wordsOf("past zh"));
}

/** "周四晚上定的", "the decision from Thursday", "yesterday's work". */
function isFragment(clause: string): boolean {
  return /(?:定|说|聊|谈|讨论|商量|做|改)的(?:那个|那些|事情?|东西|内容)?$/u.test(clause) ||
    /^(?:the |our )?(?:(?:§(?:'s)? )?(?:decisions?|notes|summary|discussions?|sessions?|recap|conversations?|work)(?: (?:from|of|on) §)?)$/
      .test(clause);
}

/** A run of Chinese without the words that such a clause may hold; the longer before the shorter. */
function without(han: string): string {
  if (han === "") return "";
  known ??= new RegExp(
    ["asks zh", "done zh", "fills zh"].flatMap(wordsOf).toSorted((a, b) => b.length - a.length).join("|"),
    "g",
  );
  return han.replace(known, "");
}

let known: RegExp | undefined;

let read: ReturnType<typeof patternsIn> | undefined;

function wordsOf(title: string): readonly string[] {
  return (read ??= patternsIn(forms)).groups.find((group) => group.title === title)?.words ?? [];
}

const compiled = new Map<string, RegExp>();

/** Whether a clause is one of the forms of its language: in a Chinese one may stand "todo". */
function matches(title: string, clause: string): boolean {
  const { groups, whole } = read ??= patternsIn(forms);
  const wanted = `${title} ${isCjk(clause) ? "zh" : "en"}`;
  const group = groups.find((each) => each.title === wanted);
  if (!group || !holdsAny(clause, group.words)) return false;
  return group.patterns.some((pattern) => {
    const made = compiled.get(pattern) ?? new RegExp(`^(?:${whole(pattern)})$`, "u");
    compiled.set(pattern, made);
    return made.test(clause);
  });
}
