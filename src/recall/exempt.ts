/**
 * In: two statements, each with the whole text that it is of. Out: whether one gives a single case a value of its own
 * and leaves in force what the other says of all.
 *
 * “Only for acme”, “on CI”, 除外 name a case; “all others stay at 6 minutes”, 其他不变 say the older value again.
 */
import { LABEL } from "./quantities.ts";
import type { Shares } from "./shares.ts";
import { readStatements, type Statement } from "./statement.ts";

/** One case alone is spoken of, in this clause, in those behind it, and in one before it if this one gives no value. */
const ONLY =
  /(?<!not )\bonly (?:for|in|when|where|applies to)\b|\bfor (?!\d)[^,.;]{1,40} only\b|只对|只在(?!周)|只限|仅限|仅对|仅在(?!周)|唯独|仅(?=[^，。；,;]{1,12}的)/;
/** The same, unless a value follows: “only pnpm, never npm”. */
const ONLY_OR_VALUE = /(?:(?:^|[:;,] ?)only |只有|唯有)\s*(?=\S)/;
/** The same, in this clause and those behind it. */
const EXCEPTION = /(?<!\b(?:no|without)(?: \w+)? )\bexceptions?\b|(?<!无一|没有|不)例外|除外/;
/** The same, in this clause alone. */
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

/** Whether a text names a place up to there; “in English” and “in local time” are values. */
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
