/**
 * In: two texts. Out: whether one may stand for both without anything being lost.
 * Not done here: guessing at meaning. Two facts that are not surely the same stay two.
 *
 * A newer wording may replace an older one when it has every word of the older one, in the same order, and hardly more.
 * Only words without meaning of their own are passed over. So "Redis caches sessions" never meets "Redis does not cache
 * sessions", nor "TTL 300" "TTL 900", nor "from A to B" "from B to A".
 *
 * @module
 */
import { stem } from "../text/stem.ts";

/** What distinguishes a text, in order: stems, numbers, operators, characters of scripts without spaces. */
export type Stems = readonly string[];

const TOKEN =
  /[<>]=?|[=!]=+|[≤≥≠]|(?<![\p{L}\p{N}])-?\d+(?:\.\d+)*|\d+(?:\.\d+)*|\p{Script=Han}|[\p{L}\p{M}]+(?:\+\+|#)?|[%$€¥]/gu;

/** Words without meaning of their own. Not among them: words of place and direction, such as "from" and "to". */
const ENGLISH_FILLERS = new Set(
  ("a an the is are was were be been being am do does has have will would shall this that these those it its our ours we i " +
    "you your my me their they and also so very just please there of for as use used uses using").split(" "),
);
const CHINESE_FILLERS = new Set("的了地得着是在为把将已会与和及并也都就其该此我们请使用设置");

/** Words that reverse or restrict a sentence: if only one of two texts has one, they differ. */
const TURNS = new Set(
  ("not no never none nor without except only unless until but instead avoid stop don t 不 非 未 无 没 仅 只 除 别 勿 禁 停 " +
    "免 否 反 旧 新").split(" "),
);

/** At least this share of the newer text must be in the older one: at most one word in five is new. */
const LEAST_SHARE = 0.8;

/** What distinguishes a text. */
export function stemsOf(text: string): Stems {
  const plain = text.normalize("NFKC").toLowerCase().trim();
  const stems: string[] = [];
  // Not by `matchAll`, since a session's start does this for every line that it tells.
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(plain); match; match = TOKEN.exec(plain)) {
    const token = match[0];
    if (!ENGLISH_FILLERS.has(token) && !CHINESE_FILLERS.has(token)) stems.push(stem(token));
  }
  // A text of nothing but fillers and signs is the same only as itself.
  return stems.length > 0 || plain === "" ? stems : [plain];
}

/** Whether the newer text says all that the older one says, and hardly more. */
export function saysTheSame(older: Stems, newer: Stems): boolean {
  if (older.length === 0 || older.length > newer.length || older.length < newer.length * LEAST_SHARE) return false;
  let at = 0;
  for (const token of newer) {
    if (token === older[at]) at++;
    else if (TURNS.has(token)) return false;
  }
  return at === older.length;
}
