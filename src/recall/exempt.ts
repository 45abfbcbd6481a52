/**
 * In: two statements, each with the whole text that it is of. Out: whether one gives a single case a value of its own
 * and leaves in force what the other says of all.
 *
 * “Only for acme”, “on CI”, 除外 name a case; “all others stay at 6 minutes”, 其他不变 say the older value again. “Audit
 * logs” after “logs”, 审计日志 after 日志 are probably one: only the agent can tell.
 */
import { HAN, isCjk } from "../text/script.ts";
import { stem } from "../text/stem.ts";
import { isOfChange, isStopWord } from "../text/stop.ts";
import { LABEL } from "./quantities.ts";
import type { Shares } from "./shares.ts";
import { TELLS_OF_CHANGE } from "./slot.ts";
import { readStatements, type Statement, subjectIn } from "./statement.ts";

/** Narrows its clause to one case, those behind it, and the one before it if its own clause gives no value. */
const ONLY =
  /(?<!not )\bonly (?:for|in|when|where|applies to)\b|\bfor (?!\d)[^,.;]{1,40} only\b|只对|只在(?!周)|只限|仅限|仅对|仅在(?!周)|唯独|仅(?=[^，。；,;]{1,12}的)/;
/** Does so, too, unless a value follows: “only pnpm, never npm”. */
const ONLY_OR_VALUE = /(?:(?:^|[:;,] ?)only |只有|唯有)\s*(?=\S)/;
/** Narrows its clause and those behind it. */
const EXCEPTION = /(?<!\b(?:no|without)(?: \w+)? )\bexceptions?\b|(?<!无一|没有|不)例外|除外/;
/** Narrows its clause alone. */
const EXCEPT = /\bexcept\b|\bapart from\b|除了|除[^，。；,;]{1,20}外/;
/** All other cases. */
const OTHERS =
  /\b(?:all|every|each|the) others?\b|\bothers? (?:[a-z]+ )?(?:still|stay|keep|remain)|\bevery(?:one|body|thing|where) else\b|\belsewhere\b|\bthe rest\b|其他|其它|其余|余下/;
const STILL = /\b(?:still|stays?|remains?|keeps?|unchanged|as before)\b|仍|还是|依旧|照旧|照样|保持|不变/;
const NO_LONGER = /\b(?:no longer|not)\b[^,.;]*|不再[^，。；,;]*/g;
/** Before a place: “on CI”. */
const IN = /(?:\b(?:on|in|for|at)(?: the)?|在) ?$/;

/** The share of a case's subject that the other statement holds if it is about that case, too. */
const NEARLY_WHOLE = 0.9;

type Likeness = (one: Statement, other: Statement) => Shares | undefined;

/** @param likeness the share of each statement's subject that the other one holds */
export function exempts(one: Statement, other: Statement, likeness: Likeness): boolean {
  const text = one.whole;
  const isNarrower = (each: Statement) => (likeness(each, other)?.[0] ?? 0) < NEARLY_WHOLE;
  if (isInPlace(text, endOf(one)) && other.whole.places.length === 0) return true;
  return saysAgain(text, other, isNarrower) ||
    isOfCase(one) && !isOfCase(other) && isNarrower(text);
}

/** Whether a text names a place before `end`, such as “on CI”; “in English” and “in local time” are values. */
function isInPlace({ plain, places, choices }: Statement, end: number): boolean {
  return places.some(({ from, to }) =>
    to <= end && IN.test(plain.slice(0, from)) && choices.every((each) => each.from !== from)
  );
}

/** Where a statement ends in its text. */
function endOf({ plain, whole }: Statement): number {
  return whole.plain.indexOf(plain) + plain.length;
}

function isOfCase(one: Statement): boolean {
  const { plain, whole } = one;
  if (EXCEPT.test(plain)) return true;
  const upTo = whole.plain.slice(0, endOf(one));
  if (isOnly(upTo, whole) || EXCEPTION.test(upTo)) return plain.length === upTo.length || !OTHERS.test(plain);
  const [next] = readStatements(whole.plain.slice(upTo.length).replace(/^[,，;；。.\s]+/, ""));
  return isOnly(next.plain, next) && valuesIn(next).length === 0;
}

function isOnly(said: string, { choices }: Statement): boolean {
  if (ONLY.test(said)) return true;
  const only = ONLY_OR_VALUE.exec(said);
  return only !== null && choices.every(({ from }) => from !== only.index + only[0].length);
}

/** Whether a text, after a narrower statement, says that an older one holds for the rest. */
function saysAgain(text: Statement, older: Statement, isNarrower: (each: Statement) => boolean): boolean {
  const held = text.held.replace(NO_LONGER, "");
  const others = held.search(OTHERS);
  const from = others === -1 ? held.search(STILL) : others;
  if (from === -1) return false;
  const [before] = readStatements(/^.*[,，;；。]/.exec(held.slice(0, from))?.[0] ?? held);
  const [rest] = readStatements(held.slice(from));
  if (!isNarrower(before)) return false;
  const [ours, again, theirs] = [valuesIn(text), valuesIn(rest), valuesIn(older)];
  if (again.length === 0) return others !== -1 && (rest.denies === older.denies || STILL.test(rest.plain));
  return again.some((value) => theirs.includes(value)) && theirs.every((value) => ours.includes(value));
}

function valuesIn({ quantities, choices }: Statement): string[] {
  return [
    ...quantities.filter(({ dimension }) => dimension !== LABEL).map(({ amount }) => amount),
    ...choices.filter(({ gone }) => !gone).map(({ name }) => name),
  ];
}

/**
 * Whether a newer statement probably gives a value to one case of what an older one speaks of: its subject is the older
 * subject with one more name, “audit logs” after “logs”. A statement that tells of a change speaks of all cases.
 */
export function namesACase({ plain, whole, denies }: Statement, older: Statement): boolean {
  if (denies !== older.denies || TELLS_OF_CHANGE.test(whole.plain) || isCjk(plain) !== isCjk(older.plain)) return false;
  const isCase = isCjk(plain) ? isChineseCase : isEnglishCase;
  return isCase(whole.plain, older) || isCase(plain, older);
}

const CHINESE_HEAD = new RegExp(`^[${HAN}]{2}`);
/** A name before what it narrows; 运维说, 下个月起 and 群里 are none. */
const CHINESE_NAME = new RegExp(`^[${HAN}a-z ]{0,12}[${HAN}](?<![说起后前里求定认把给让将])$`);

function isChineseCase(newer: string, { plain: older }: Statement): boolean {
  const head = CHINESE_HEAD.exec(older)?.[0];
  const before = head === undefined ? "" : newer.slice(0, Math.max(0, newer.indexOf(head)));
  if (!CHINESE_NAME.test(before)) return false;
  const name = subjectIn(before).runs.join("");
  return name.length > 1 && !older.includes(name);
}

const WORD = /([\p{L}\p{N}_-]+(?:[.@/:][\p{L}\p{N}_-]+)*)('s)?/gu;
/** What links a subject to the name behind it: “tokens of service accounts”. */
const LINK = /^(?:of|for|on|in|to|at|from|that|which|with|by|under)$/;
/** So many words may stand before a subject that begins its sentence. */
const BEFORE_MAX = 3;

function isEnglishCase(newer: string, older: Statement): boolean {
  const held = new Set(wordsIn(older.plain).map(({ word }) => stem(word)));
  const isHeld = ({ word }: Word) => held.has(stem(word));
  const isNew = (each: Word) => /^\p{L}{2}/u.test(each.word) && !isStopWord(each.word) && !isHeld(each);
  const isName = (each: Word) => isNew(each) && !isOfChange(stem(each.word));
  const words = wordsIn(newer);
  const [head = ""] = older.words;
  const at = words.findIndex(({ word }) => stem(word) === stem(head));
  const owner = words.slice(0, at < 0 ? BEFORE_MAX + 1 : at).find((each) => each.owns && isName(each));
  if (owner) return true;
  if (at < 0 || at > BEFORE_MAX) return false;
  const before = words[at - 1];
  if (before && isName(before) && newer.slice(before.at, words[at]?.at) === `${before.word} `) return true;
  const behind = words.slice(at);
  const link = behind.findIndex((each) => !isHeld(each) || isStopWord(each.word));
  const linked = behind[link];
  // “On Tuesdays only” and “on Thursdays only” are two values. In “we track tickets in Shortcut” no verb follows.
  if (link < 1 || !linked || isHeld(linked) || !LINK.test(linked.word)) return false;
  const name = behind.findIndex(({ word }, place) => place > link && !isStopWord(word));
  const [first, ...rest] = name < 0 ? [] : behind.slice(name);
  return first !== undefined && isNew(first) && rest.some(isHeld);
}

type Word = ReturnType<typeof wordsIn>[number];

/** The words of a text, where each begins, and the 's behind it: “Tallinn's”. */
function wordsIn(text: string) {
  return [...text.matchAll(WORD)].map(({ 1: word = "", 2: owns, index: at }) => ({ word, at, owns }));
}
