/**
 * Do two short texts mean the same scene, or the same choice? Judged by their words alone, as a suggestion: a miss
 * writes a second note, a false alarm costs one question.
 *
 * @module
 */

/** Words that say nothing about what a scene or a choice is about. */
const STOP_WORDS = new Set(
  ("a an the when while if for to of in on at by with and or is are be been being was were do does doing we our you your i my " +
    "it its this that these those as from into about should must shall will would can could may please always prefer use using " +
    "used during there here so than then them they").split(" "),
);
/** What one does in nearly every scene, as stems: "designing" and "adding error responses" are one scene. */
const COMMON_STEMS = new Set(
  "design creat add writ implement build mak handl defin choos pick chang updat work new review".split(" "),
);
const STOP_CJK =
  /(?:的时候|时候|当中|情况下?|场景下?|进行|设计|编写|新增|添加|实现|处理|定义|修改|评审|需要|应该|必须|优先|统一|使用|采用|选择|一个|我们|[的了时在当与和或及并对把被将要用以])/g;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
/** Whether there is anything Chinese, Japanese or Korean in a text. */
export const CJK_TEXT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** A choice that forbids is never the same as one that demands. */
const NEGATION =
  /不要|不用|不使用|不再|不能|不得|不准|禁止|避免|切勿|别(?!的)|勿|\b(?:not|never|no|avoid|don't|dont|without|forbid(?:den)?|ban(?:ned)?)\b/giu;

/** The words of a text: Latin words without endings, CJK runs as pairs of characters. */
export function words(text: string): Set<string> {
  const found = new Set<string>();
  const plain = text.normalize("NFKC").toLowerCase();
  for (const word of plain.match(/[\p{L}\p{N}_]+/gu) ?? []) {
    for (const latin of word.split(CJK)) {
      const stemmed = stem(latin);
      if (latin !== "" && !STOP_WORDS.has(latin) && !COMMON_STEMS.has(stemmed)) found.add(stemmed);
    }
  }
  for (const run of plain.replace(STOP_CJK, " ").match(CJK) ?? []) {
    const signs = [...run];
    if (signs.length === 1) found.add(run);
    for (let index = 1; index < signs.length; index++) found.add(`${signs[index - 1]}${signs[index]}`);
  }
  return found;
}

/** Enough of an English stemmer for "errors", "caching", "designed". */
function stem(word: string): string {
  if (word.length <= 4 || /\d/.test(word)) return word;
  return word.replace(/(?:ing|ies|es|ed|e|s|y)$/, "");
}

/** How many words two texts share. */
export interface Overlap {
  /** Dice coefficient: 1 when both have the same words. */
  readonly dice: number;
  /** Share of the shorter text's words that the longer one has. */
  readonly contained: number;
  readonly shared: number;
}

/** Compares the words of two texts. */
export function overlap(left: ReadonlySet<string>, right: ReadonlySet<string>): Overlap {
  let shared = 0;
  for (const word of left) if (right.has(word)) shared++;
  const smaller = Math.min(left.size, right.size);
  return {
    dice: left.size + right.size === 0 ? 0 : 2 * shared / (left.size + right.size),
    contained: smaller === 0 ? 0 : shared / smaller,
    shared,
  };
}

/**
 * Two scenes are the same when they share most of their words. Chosen on the pairs in the tests: reworded scenes lie
 * above it, neighbouring ones ("pagination" and "error responses" of an API) below.
 */
const SAME_SCENE_DICE = 0.7;
const SAME_SCENE_CONTAINED = 0.8;
/** With fewer shared words, one text being contained in the other is chance. */
const FEWEST_SHARED = 3;

/** Whether two texts mean the same scene. */
export function sameScene(left: string, right: string): boolean {
  if (same(left, right)) return true;
  const [ours, theirs] = [words(left), words(right)];
  if (CJK_TEXT.test(left) && CJK_TEXT.test(right) && namesDiffer(ours, theirs)) return false;
  const { dice, contained, shared } = overlap(ours, theirs);
  return (dice >= SAME_SCENE_DICE && shared >= 2) || (contained >= SAME_SCENE_CONTAINED && shared >= FEWEST_SHARED);
}

/** Stricter than for scenes: "Redis for caching" and "Memcached for caching" differ in the one word that counts. */
const SAME_CHOICE_DICE = 0.8;
const SAME_CHOICE_CONTAINED = 0.9;

/** Whether two texts mean the same choice. */
export function sameChoice(left: string, right: string): boolean {
  if (same(left, right)) return true;
  if (forbids(left) !== forbids(right)) return false;
  const [ours, theirs] = [words(left), words(right)];
  if (numbersDiffer(ours, theirs)) return false;
  const { dice, contained, shared } = overlap(ours, theirs);
  return (dice >= SAME_CHOICE_DICE && shared >= 2) || (contained >= SAME_CHOICE_CONTAINED && shared >= 2);
}

/** Whether a choice is a prohibition; two negations cancel. */
export function forbids(text: string): boolean {
  return (text.match(NEGATION)?.length ?? 0) % 2 === 1;
}

/** "TTL 300" and "TTL 900" share every word but the one that was decided. */
function numbersDiffer(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return eachHasItsOwn(/\d/, left, right);
}

/** In a Chinese sentence a Latin word is a name: "payments 模块" and "search 模块" are two places. */
function namesDiffer(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return eachHasItsOwn(/^[a-z]/, left, right);
}

function eachHasItsOwn(kind: RegExp, left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  const extra = (from: ReadonlySet<string>, other: ReadonlySet<string>) =>
    [...from].some((word) => kind.test(word) && !other.has(word));
  return extra(left, right) && extra(right, left);
}

function same(left: string, right: string): boolean {
  const plain = (text: string) => text.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  return plain(left) !== "" && plain(left) === plain(right);
}
