/**
 * How alike two texts are, by their words alone; each purpose has a measure of its own. The nearness of a record to a
 * query is measured in search/, the nearness of two texts in meaning by a model.
 */
import { analyse } from "./mod.ts";
import { withoutMarks } from "./patterns.ts";
import { HAN, isCjk, pairsOf } from "./script.ts";
import { stem } from "./stem.ts";
import { isFiller, isSceneFiller, isStopWord } from "./stop.ts";

/** Signs that only structure a sentence; those of a number, a path or an option, and a question mark, are none. */
const SIGNS =
  /(?<!\d)["']|[`()。、《》「」『』【】“”‘’]|(?<!\d)[,;]|[,;](?!\d)|(?<![.!:])[.!:]+(?![^\s"'`()\p{sc=Han}])|(?<=\p{sc=Han}):|(?<!\S)[-–—•]+(?!\S)/gu;
const WORD = /我们|\p{sc=Han}|[^\s\p{sc=Han}]+/gu;
/** Words without which every text says the same. Not "a", which may be a name ("plan A"). */
const SAYS_NOTHING = new Set("an the our we also please 我们 的 了 也 请".split(" "));

/**
 * The words of a text, without differences of case, width, blanks, structuring signs, and words that say nothing. Texts
 * with equal wordings are the same for certain. A word more, or another form of it ("user", "users"), is another text.
 */
export function wordingOf(text: string): string {
  const plain = text.normalize("NFKC").toLowerCase().trim();
  const words = plain.replace(SIGNS, " ").match(WORD) ?? [];
  // A text of nothing but such words and signs equals only itself.
  return words.filter((word) => !SAYS_NOTHING.has(word)).join(" ") || plain;
}

/** The words that distinguish a text, in order: stems, numbers, operators, characters of scripts without spaces. */
export type Stems = readonly string[];

const TOKEN =
  /[<>]=?|[=!]=+|[≤≥≠]|(?<![\p{L}\p{N}])-?\d+(?:\.\d+)*|\d+(?:\.\d+)*|\p{sc=Han}|[\p{L}\p{M}]+(?:\+\+|#)?|[%$€¥]/gu;

/** Words that reverse or restrict a sentence: if only one of two texts has one, the texts differ. */
const TURNS = new Set(
  ("not no never none nor without except only unless until but instead avoid stop drop don t 不 非 未 无 没 仅 只 除 别 勿 禁 " +
    "停 免 否 反 弃 废 旧 新").split(" "),
);

/** At most one word in five of the newer text may be new: too much for one text to go. */
const LEAST_SHARE = 0.8;

/** The words that distinguish a text. */
export function stemsOf(text: string): Stems {
  const plain = withoutMarks(text).normalize("NFKC").toLowerCase().trim();
  const stems: string[] = [];
  // Not by `matchAll`, which is slower: a session's start does this for every line that it gives.
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(plain); match; match = TOKEN.exec(plain)) {
    if (!isFiller(match[0])) stems.push(stem(match[0]));
  }
  // A text of nothing but fillers and signs equals only itself.
  return stems.length > 0 || plain === "" ? stems : [plain];
}

/**
 * Whether the newer text says everything that the older text says, and hardly more: all words of the older text that
 * have a meaning of their own are in the newer one, in the same order. So "Redis caches sessions" never equals "Redis
 * does not cache sessions", nor "TTL 300" "TTL 900", nor "from A to B" "from B to A". In doubt both are shown.
 */
export function saysTheSame(older: Stems, newer: Stems): boolean {
  if (older.length === 0 || older.length > newer.length || older.length < newer.length * LEAST_SHARE) return false;
  let at = 0;
  for (const token of newer) {
    if (token === older[at]) at++;
    else if (TURNS.has(token)) return false;
  }
  return at === older.length;
}

/** The words of a text. */
export type Terms = ReadonlySet<string>;

/** The words of a text, by which it is compared with others. */
export function termsOf(text: string): Terms {
  const { stems, wholes, runs } = analyse(text);
  return new Set([...stems, ...wholes, ...runs.flatMap(pairsOf)]);
}

/** The share of all words that both texts hold. Two ordinary sentences that differ in a number are above it. */
const NEARLY_ALL = 0.75;
/** The share of the shorter text's words. Texts of one language that share fewer are not about the same thing. */
const SOME = 0.2;

/** Whether two texts are near-doubles: the same fact in slightly other words, or with another value. */
export function areAlike(one: Terms, other: Terms): boolean {
  const { shared } = overlap(one, other);
  return shared > 0 && shared / (one.size + other.size - shared) >= NEARLY_ALL;
}

/** Whether two texts of one language may be about the same thing: a quick check before a detailed one. */
export function mayBeRelated(one: Terms, other: Terms): boolean {
  return overlap(one, other).shared >= SOME * Math.min(one.size, other.size);
}

type Overlap = Readonly<ReturnType<typeof overlap>>;

/** Compares the words of two texts. */
export function overlap(left: Terms, right: Terms) {
  let shared = 0;
  for (const word of left) if (right.has(word)) shared++;
  const smaller = Math.min(left.size, right.size);
  return {
    /** Dice coefficient: 1 when both have the same words. */
    dice: left.size + right.size === 0 ? 0 : 2 * shared / (left.size + right.size),
    /** Share of the shorter text's words that the longer one has. */
    contained: smaller === 0 ? 0 : shared / smaller,
    shared,
  };
}

const SCENE_FILLERS =
  /(?:的时候|时候|当中|情况下?|场景下?|进行|设计|编写|新增|添加|实现|处理|定义|修改|评审|需要|应该|必须|优先|统一|使用|采用|选择|一个|我们|[的了时在当与和或及并对把被将要用以])/g;

/** The words of a scene or a choice, without filler words. */
export function sceneWords(text: string): Terms {
  const { surfaces, stems, runs } = analyse(text.replace(SCENE_FILLERS, " "));
  const words = stems.filter((word, at) => !isSceneFiller(surfaces[at] ?? "", word));
  return new Set([...words, ...runs.flatMap(pairsOf)]);
}

/** Chosen on the pairs in the tests: reworded scenes lie above, neighbouring ones below ("pagination", "errors"). */
const SAME_SCENE = { dice: 0.7, contained: 0.8, shared: 3 };
/** Stricter than for scenes: "Redis for caching" and "Memcached for caching" differ in the one word that counts. */
const SAME_CHOICE = { dice: 0.8, contained: 0.9, shared: 2 };
/** A choice that forbids is never the same as one that demands. */
const NEGATION =
  /不要|不用|不使用|不再|不能|不得|不准|禁止|避免|切勿|别(?!的)|勿|\b(?:not|never|no|avoid|don't|dont|without|forbid(?:den)?|ban(?:ned)?)\b/giu;

/** Whether two texts mean the same scene. A guess: a miss leads to a second note, a false alarm to a question. */
export function sameScene(left: string, right: string): boolean {
  if (samePlain(left, right)) return true;
  const [ours, theirs] = [sceneWords(left), sceneWords(right)];
  // In a Chinese sentence a Latin word is a name: "payments 模块" and "search 模块" are two places.
  if (isCjk(left) && isCjk(right) && eachHasItsOwn(/^[a-z]/, ours, theirs)) return false;
  return areSame(ours, theirs, SAME_SCENE);
}

/** Whether two texts mean the same choice. */
export function sameChoice(left: string, right: string): boolean {
  if (samePlain(left, right)) return true;
  if (forbids(left) !== forbids(right)) return false;
  const [ours, theirs] = [sceneWords(left), sceneWords(right)];
  // "TTL 300" and "TTL 900" share every word but the one that was decided.
  return !eachHasItsOwn(/\d/, ours, theirs) && areSame(ours, theirs, SAME_CHOICE) && areInOneOrder(ours, theirs);
}

/** Whether the shared words stand in one order: "speed beats cost" is not "cost beats speed". */
function areInOneOrder(ours: Terms, theirs: Terms): boolean {
  const order = [...theirs.intersection(ours)];
  return [...ours.intersection(theirs)].every((word, at) => word === order[at]);
}

function areSame(left: Terms, right: Terms, least: Overlap): boolean {
  const { dice, contained, shared } = overlap(left, right);
  // With fewer shared words, one text being contained in the other is chance.
  return (dice >= least.dice && shared >= 2) || (contained >= least.contained && shared >= least.shared);
}

/** Whether a choice is a prohibition; two negations cancel. */
export function forbids(text: string): boolean {
  return (text.match(NEGATION)?.length ?? 0) % 2 === 1;
}

function eachHasItsOwn(kind: RegExp, left: Terms, right: Terms): boolean {
  const extra = (from: Terms, other: Terms) => [...from].some((word) => kind.test(word) && !other.has(word));
  return extra(left, right) && extra(right, left);
}

/** Whether two texts hold the same letters and digits, whatever their layout and punctuation. */
export function samePlain(left: string, right: string): boolean {
  const plain = (text: string) => text.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  return plain(left) !== "" && plain(left) === plain(right);
}

/** Letters of a word's beginning, which "renew", "renewed" and "renewal" share. */
const WORD_BEGINS = 5;
const HAN_RUN = new RegExp(`[${HAN}]{2,}`, "g");

/** Beginnings of words and pairs of Chinese characters: texts that share none of them are not about the same thing. */
export function piecesOf(text: string): string[] {
  const words = (text.match(/[a-z0-9]{3,}/g) ?? []).filter((word) => !isStopWord(word));
  return [...new Set([...words.map(beginningOf), ...(text.match(HAN_RUN) ?? []).flatMap(pairsOf)])];
}

/** The pieces of a text in lower case that another text holds: what most texts hold is not looked up for the few. */
export function piecesIn(said: string, text: string): string[] {
  const words = (text.match(/[a-z0-9]{3,}/g) ?? []).filter((word) =>
    said.includes(beginningOf(word)) && !isStopWord(word)
  );
  const pairs = (text.match(HAN_RUN) ?? []).flatMap(pairsOf).filter((pair) => said.includes(pair));
  return [...new Set([...words.map(beginningOf), ...pairs])];
}

/** The beginning of a word, which its forms share. */
export function beginningOf(word: string): string {
  return word.slice(0, WORD_BEGINS);
}
