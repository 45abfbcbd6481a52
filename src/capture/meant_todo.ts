/** In: words, and to-dos. Out: the to-do that the words mean; the items of a text that holds several. */
import { likenessOf, sameNumbers, type Shares, sharesHeld, type Weight } from "../recall/shares.ts";
import { subjectIn } from "../recall/statement.ts";
import { distinct, isSameTodo } from "../recall/todos.ts";
import { meantId } from "../records/ids.ts";
import { comparableTodo, todoId } from "../records/todos.ts";
import { analyse } from "../text/mod.ts";
import { countHan, pairsOf } from "../text/script.ts";
import { isStopWord } from "../text/stop.ts";

/**
 * The to-dos that words mean. To close the wrong to-do is worse than to ask, since nobody would miss it: so a to-do
 * must hold every telling word.
 */
type Meant<T> =
  /** One to-do; several entries say the same. */
  | { readonly found: readonly T[] }
  | { readonly several: readonly T[] }
  /** The nearest ones, none of which is meant for certain. */
  | { readonly nearest: readonly T[] };

/** The share of the words that a to-do must hold: one word tells “tests of the login” from “tests of the logout”. */
const ALL_WORDS = 0.99;
/** The same for Chinese, less since nobody repeats particles. With two characters less it would be another thing. */
const MOST_CHARACTERS = 0.75;
/** The same across languages: not every word has its counterpart in the thesaurus. */
const MOST_TRANSLATED = 0.6;
/** The share of the words that a to-do must hold if it stands wholly in them; also of a to-do said besides another. */
const HALF = 0.5;
/** The score from which a to-do is named as one of the nearest. */
const NEAR = 0.3;
const NEAREST_MAX = 3;

/** Words that say that something is done, or that the to-do is to go, and nothing of the thing. */
const DONE_WORDS =
  /(?<![\p{L}\p{N}])(?:(?:delete|remove|drop|cancel)(?=\s.*\bto-?do\b)|done|finish(?:ed)?|complet(?:ed?|ion)|closed?|i|we|have|has|just|already|now|task|todo|to-do|thing|works?|working|merged|live|sorted|ready)(?![\p{L}\p{N}])|已经|已|[做弄写搞补跑排换加接改删清画建装配修测]?(?:完|好|掉|光|上|通)了|[做弄写补跑排换]完|完成|搞定|弄好|做好|处理好|结束|没问题|待办(?:事项)?(?:就|也|都|给我)*(?:删[掉了]?|取消|作废|去掉|不用做|不做)[了吧]*|删[掉了]?(?=.*待办)|待办|任务|这件事|那件事|那个|那块|这块|了$/giu;

/** How and when it was done, or that it is to be ticked off, which a to-do may be about as well: “shipped today”. */
const OUTCOME =
  /^\W*(?:(?:you|we|i) can |please |pls |so )*(?:(?:tick|check|cross|strike|scratch|mark)(?:ed)?|close|take|remove|drop)(?: (?:off|out))?(?= )|(?<= )(?:off$|(?:off|from|on) (?:the|my|our) (?:to-?do )?list|as (?:done|complete|finished)|(?:to-?do )?one$|shipped|landed|deployed|released|(?:rolled|pushed|wrapped|knocked) (?:out|up)|live|merged|(?:n|and) dusted|(?:in|to|on|into) (?:prod(?:uction)?|main|master)|all|this (?:morning|afternoon|evening|week)|last night|yesterday|today|earlier)(?![\p{L}\p{N}])|^\W*(?:finally |(?:we|i)(?:['’]?ve)? )*(?:shipped|landed|deployed|released|merged|pushed|(?:rolled|wrapped|knocked) (?:out|up))(?= )| changes?$/giu;

/** The to-do that words mean: by its id, by all of its text, or by words that no other open to-do has. */
export function meantTodo<T extends { readonly todo: string }>(words: string, todos: readonly T[]): Meant<T> {
  const meant = fullestNamed(words, todos);
  const others = "found" in meant ? saidBesides(words, meant.found, todos) : [];
  return "found" in meant && others.length > 0 ? { several: distinct([...meant.found, ...others]) } : meant;
}

/**
 * The to-dos of which the words say a part that the found one lacks: “the header and the manual” are two to-dos, and
 * to close only the one that is named more fully would be a guess.
 */
function saidBesides<T extends { readonly todo: string }>(
  words: string,
  found: readonly T[],
  todos: readonly T[],
): readonly T[] {
  const [first] = found;
  if (!first || todosNamed(words, todos).length > 0) return [];
  const heldBy = (todo: string) => sharesHeld(words, todo)[0];
  const alone = heldBy(first.todo);
  if (alone === 1) return [];
  return todos.filter((each) =>
    !found.includes(each) && sharesHeld(words, each.todo)[1] >= HALF && heldBy(`${first.todo}\n${each.todo}`) > alone
  );
}

/** The to-dos that words name, whether or not they say a part of others besides. */
export function fullestNamed<T extends { readonly todo: string }>(words: string, todos: readonly T[]): Meant<T> {
  const all = (found: readonly T[]) => ({
    found: todos.filter(({ todo }) => found.some((each) => isSameTodo(each.todo, todo))),
  });
  const named = todosNamed(words, todos);
  if (named.length > 0) return all(named);
  const said = comparableTodo(words);
  const equal = todos.filter(({ todo }) => comparableTodo(todo) === said);
  if (equal.length > 0) return all(equal);
  const judged = todos.map((each) => ({ each, ...judge(said, each.todo) })).sort((a, b) => b.score - a.score);
  const clear = clearest(said, judged.filter(({ isClear }) => isClear).map(({ each }) => each));
  const [first] = clear;
  if (first) {
    return clear.every((each) => isSameTodo(each.todo, first.todo)) ? all(clear) : { several: distinct(clear) };
  }
  const bare = words.trim().replace(OUTCOME, " ").trim();
  if (bare !== "" && bare !== words.trim()) return fullestNamed(bare, todos);
  // One character says too little to mean a to-do, but those that hold it may be meant.
  const holdsThem = (todo: string) => said !== "" && comparableTodo(todo).includes(said);
  const near = judged.filter(({ each, score }) => score >= NEAR || holdsThem(each.todo)).map(({ each }) => each);
  return { nearest: distinct(near).slice(0, NEAREST_MAX) };
}

/**
 * The clearest of several that may be meant: those that hold the words literally, else those in their language that
 * have the words themselves. One that has words of nearly the same meaning (发布 for 部署) is no clearer than a
 * translation, which comes first.
 */
function clearest<T extends { readonly todo: string }>(said: string, todos: readonly T[]): readonly T[] {
  const isPhrase = said.includes(" ") || isMostlyHan(said);
  const verbatim = todos.filter(({ todo }) => isPhrase && comparableTodo(todo).includes(said));
  if (verbatim.length > 0) return verbatim;
  const ours = subjectIn(essence(said));
  const inWords = todos.filter(({ todo }) =>
    (likenessOf(ours, subjectIn(comparableTodo(todo)))?.[0] ?? 0) >= MOST_CHARACTERS
  );
  if (inWords.length > 0) return inWords;
  const isForeign = ({ todo }: T) => isMostlyHan(todo) !== isMostlyHan(said);
  return [...todos.filter(isForeign), ...todos.filter((each) => !isForeign(each))];
}

const LIKE_AN_ID = /^(?:todo-)?[0-9a-f]{4,6}$/i;

/** The to-dos that an id or its end names, where the words are one; several entries say the same. */
export function todosNamed<T extends { readonly todo: string }>(words: string, todos: readonly T[]): readonly T[] {
  const word = words.trim().toLowerCase();
  if (!LIKE_AN_ID.test(word)) return [];
  const id = meantId(word, todos.map(({ todo }) => todoId(todo)));
  return id === undefined ? [] : todos.filter(({ todo }) => todoId(todo) === id);
}

function judge(said: string, todo: string): { readonly isClear: boolean; readonly score: number } {
  const [ours, theirs] = [essence(said), essence(comparableTodo(todo))];
  if (ours === "" || theirs === "") return { isClear: false, score: 0 };
  const [mostlyHan, otherHan] = [isMostlyHan(ours), isMostlyHan(theirs)];
  const isTranslated = mostlyHan !== otherHan;
  // Of two words in another language one alone is a guess, however telling: so all count the same there.
  const [held, whole] = sharesOf(ours, theirs, isTranslated ? () => 1 : undefined);
  const least = isTranslated ? MOST_TRANSLATED : mostlyHan ? MOST_CHARACTERS : ALL_WORDS;
  const isClear = sameNumbers(ours, theirs) && (held >= least || (whole >= ALL_WORDS && held >= HALF)) &&
    namesEach(ours, todo, least);
  return { isClear, score: (held + whole) / 2 + (isClear ? 1 : 0) };
}

/** The share of each text's words that the other holds, where it tells something; else of all words: “limit”, “use”. */
function sharesOf(ours: string, theirs: string, weight?: Weight): Shares {
  const shares = sharesHeld(ours, theirs, weight);
  if (Math.max(...shares) > 0) return shares;
  const stemsOf = (text: string) => {
    const { stems, surfaces, runs } = analyse(text);
    return new Set([...stems.filter((_, at) => !isStopWord(surfaces[at] ?? "")), ...runs.flatMap(pairsOf)]);
  };
  const [mine, others] = [stemsOf(ours), stemsOf(theirs)];
  const shared = mine.intersection(others).size;
  return shared === 0 ? [0, 0] : [shared / mine.size, shared / others.size];
}

/** Whether the words name every job of a to-do: of one with several jobs a part may be done and the rest open. */
function namesEach(said: string, todo: string, least: number): boolean {
  const parts = partsOf(todo);
  const jobs = parts.filter((part) => !IS_REMARK.test(part)).map((part) => essence(comparableTodo(part)));
  const [job] = jobs;
  if (job === undefined || parts.length < 2) return true;
  if (jobs.length === 1) return sharesHeld(said, job)[0] >= HALF;
  return jobs.every((each) => sharesHeld(each, said)[0] >= Math.min(least, MOST_CHARACTERS));
}

/** A remark beside a job, such as who has something or where a list lies. */
const IS_REMARK =
  /^(?:(?:[Tt]he|[Mm]y|[Oo]ur) (?:user|client|customer|team|owner|lead)|[Tt]hey|[Hh]e|[Ss]he|[Ww]e|I|[Yy]ou|\p{Lu}\p{Ll}+) (?:already |still )?(?:has|have|holds?|keeps?|knows?) (?!to\b)|^(?:[Tt]he|[Aa]) (?:list|sheet|spreadsheet|file|document|draft|link)s? (?:is|are|lies?) (?:in|at|on|with) |^(?:用户|他们?|她们?|我们?|你)(?:手[上里头])?有|^(?:清单|名单|表格?|文件|文档|草稿|链接)[^，]{0,4}在/u;

function essence(text: string): string {
  return text.replace(DONE_WORDS, " ").replace(/\s+/g, " ").trim();
}

function isMostlyHan(text: string): boolean {
  const han = countHan(text);
  return han * 2 > (text.match(/[a-z]+/gi)?.length ?? 0);
}

/** The separator of items. A semicolon inside code or without a space behind it (“a;b”) separates nothing. */
const BETWEEN = /；|;\s+/u;
const CODE = /(`[^`]*`)/u;
const LIST_MARK = /^\s*(?:[-*•]\s+|\d{1,2}[.)、]\s*|\[[ x]\]\s+)/u;
/** Stands for a separator while code is left as it is. */
const MARK = "\u0000";
/** A line with fewer parts is one item: its second half is as often a remark on the first. */
const LIST_MIN = 3;

/** The items that texts hold, without list marks and blanks around them. */
export function itemsOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) => partsOf(text, LIST_MIN));
}

/** The parts between line ends and semicolons; a line with fewer parts than `least` is one part. */
export function partsOf(text: string, least = 0): string[] {
  const items = withoutBlanks(text.split(/\r?\n+/)).flatMap((line) => {
    const parts = partsOfLine(line);
    return parts.length < least ? [line] : parts;
  });
  // A single item is kept as it was written.
  return items.length > 1 ? items.map((item) => item.replace(LIST_MARK, "")) : items;
}

function partsOfLine(line: string): string[] {
  const marked = line.split(CODE).map((part, at) => at % 2 === 1 ? part : part.split(BETWEEN).join(MARK)).join("");
  return withoutBlanks(marked.split(MARK));
}

function withoutBlanks(items: readonly string[]): string[] {
  return items.map((item) => item.trim()).filter((item) => item !== "");
}
