/**
 * In: a sentence. Out: what it says of what: the words of its subject, and the values that it gives (numbers with
 * their units, names of which one is chosen), and whether it denies.
 * Not done here: comparing two of them (contradiction.ts).
 *
 * Plain patterns, since a save and a session's start wait for it. What they miss is a question that is not asked.
 *
 * @module
 */
import { analyse } from "../text/mod.ts";
import { isCjk } from "../text/script.ts";
import { plainForms, stem } from "../text/stem.ts";
import { isOfChange, isStopWord } from "../text/stop.ts";
import { below, wordList } from "../text/word_list.ts";
import { type Listed, NameList } from "./listed.ts";
import names from "./words/names.txt" with { type: "text" };
import { type Slot, slotIn } from "./slot.ts";
import { quantitiesIn, type Quantity } from "./quantities.ts";

/** A name of which one is chosen. */
export interface Choice {
  /** One name for all spellings. */
  readonly name: string;
  /** Where the lines of the list begin that it stands on. */
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
  /** What it is about: words in lower case, and runs of characters. */
  readonly words: readonly string[];
  readonly runs: readonly string[];
  /** Whether it names one of several that hold beside each other: "supports JSON". */
  readonly adds: boolean;
  /** What it says of what by one name, where it is such a sentence: "is", "runs with", 放在. */
  readonly slot: Slot | undefined;
  /** Names that tell which of several it is about: "staging", "iOS". */
  readonly places: readonly Pick<Listed, "name" | "word" | "lines">[];
  /** The text in lower case. */
  readonly plain: string;
}

/** Not negations, though they look like some. */
const NO_NEGATION =
  /不超过|不少于|不低于|不高于|不大于|不小于|不同|不错|不仅|而不是|而非|no (?:more|less|fewer) than|not only|别的|区别|级别|类别|分别/g;
const NEGATION =
  /不(?=[\u4e00-\u9fff])(?![断变足管论然久过定良当])|不用|不使用|不再|不能|不得|不准|不可以?|不允许|不许|不应|不会|不需要?|不必|无需|无须|禁止|禁用|停用|关闭|关掉|避免|切勿|勿|别|没有|\bnot\b|n't\b|\bnever\b|\bno\b|\bavoid|\bwithout\b|\bforbid|\bbanned\b|\bdisabl|\bdisallow|\bden(?:y|ied)\b|\boff\b/g;

/** What says that something was so until now. */
const GONE_BEFORE =
  /(?:不再使?用?|不用|不使用|弃用|放弃|淘汰|取代|代替|替代|替换|而不是|而非|no longer(?: uses?)?|instead of|rather than|replac(?:es|ing|ed)|dropp?(?:ed|ing)?|away from|(?:don't|do not|never|stop(?:ped)?) us(?:e|ing)|not)\s*$/;
const FROM_BEFORE = /(?:从|由|from)\s*$/;
const GONE_AFTER =
  /^\s*(?:[^,，。;；]{0,4}(?:换成|改成|改为|改用|换到|迁到|迁移到|切到|切换到|升级到|转到)|to\b|->|→|=>)/;

/** Words that say nothing of a subject: change, copula, bound, manner, time. Longest first. */
const CHINESE_FILLERS =
  /从现在起|从今天起|上个月|这个月|上周|本周|昨天|昨晚|今天|最近|刚刚|刚|缩短到|扩到|加到|涨到|下调到|上调到|搬到|换到|升到|改发到|发送到|发到|发给|托管|上午|下午|早上|晚上|凌晨|默认开启|默认关闭|迁移到|升级到|升级为|切换到|提高到|降低到|调整为|调整到|统一使用|统一采用|不允许|不可以|不使用|不超过|不少于|不低于|不大于|不需要|直接使用|改成|改为|改用|改走|改由|改到|换成|换到|换为|调到|升到|降到|迁到|切到|转到|设为|设置为|选用|采用|使用|统一|一律|全部|现在|目前|以后|今后|已经|必须|应该|需要|可以|允许|禁止|禁用|启用|停用|开启|关闭|不要|不用|不再|不能|不得|不准|不许|避免|切勿|为期|截止|截至|之前|以前|完成|期限|周期|日期|时限|时长|推迟到|延期到|延长到|缩短到|提前到|至少|最多|最少|最大|最小|最长|最短|最高|最低|上限|下限|以内|之内|默认|大小|长度|次数|时间|选择|进行|我们|咱们|大家|用户偏好|用户决定|用户要求|用户希望|用户|我喜欢|喜欢|我习惯|习惯|偏好|(?<![试费占利作应常通专适引调公实])用(?![户例量途法具])|(?<![自理路])由|归(?![档类因])|在(?!线)|到(?!期)|不(?!变)|走(?![廊势])|前(?![端缀台后])|[的了是为把被将都也就要从和与及或按跑写做每只我它]/g;

/** What it is not about, though it names it. */
const NOT_THIS = /\b(?:instead of|rather than)\b[^,.;]*|(?:而不是|而非)[^，。；,;]*/g;
/** What holds beside others of its kind. */
const ADDS =
  /\b(?:supports?|accepts?|allows?|offers?|includ(?:es?|ing)|also|too|compatible|works? with|as well)\b|支持|兼容|包括|包含|同时|还[有会能可要用]|也[用有会能可是支]/;

/** From here on a sentence gives its reason, its occasion, or what was before. */
const REASON =
  /\s*[（(][^)）]*[)）]\s*$|\b(?:from (?:today|now|this \w+)(?: on)?|last night|as of \w+|after the|since the)\b.*$|[,，;；。.(（]?\s*(?:因为|由于|原因|为了|以便|避免再|之前|原来|原先|此前|\bbecause\b|\bsince\b|\bdue to\b|\bso that\b|\bpreviously\b|\bformerly\b|\b(?:it )?was\b(?= \d)).*$/;
const CLAUSE_END = /[,，;；。]\s*|\.\s+/;

/** More clauses are an essay. */
const CLAUSES_MAX = 3;

function isAboutSomething({ words, runs }: Reading): boolean {
  return words.length + runs.reduce((sum, run) => sum + run.length / 2, 0) >= 2;
}

/** Takes a sentence apart: as a whole, and its clauses alone if it has several. */
export function readStatements(text: string): Statement[] {
  const named = text.normalize("NFKC").replace(/(?<=[A-Za-z]{2}) ([A-Z])(?= |$)/g, "-$1");
  const whole = named.toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, " ").trim();
  const plain = whole.replace(REASON, "") || whole;
  const [first = "", ...others] = plain.split(CLAUSE_END);
  if (others.length === 0 || first === "") return [new Reading(plain)];
  // A later clause often leaves out what it is about.
  const later = others.slice(0, CLAUSES_MAX).map((each) => new Reading(each)).filter(isAboutSomething);
  return [new Reading(plain), new Reading(first), ...later];
}

/**
 * A sentence that is taken apart as far as somebody asks: most pairs of statements differ, or agree, in what is found
 * first, and what a sentence is about takes as long to find as everything else.
 */
class Reading implements Statement {
  readonly plain: string;
  readonly #spans: [number, number][] = [];
  #choices: readonly Choice[] | undefined;
  #quantities: readonly Quantity[] | undefined;
  #rest: string | undefined;
  #denies: boolean | undefined;
  #subject: Pick<Statement, "words" | "runs"> | undefined;
  /** `null`: looked for, and there is none. */
  #slot: Slot | null | undefined;
  #places: readonly Listed[] | undefined;

  constructor(plain: string) {
    this.plain = plain;
  }

  get choices(): readonly Choice[] {
    return this.#choices ??= choicesIn(this.plain, this.#spans);
  }

  get quantities(): readonly Quantity[] {
    return this.#quantities ??= quantitiesIn(this.plain, (word) => this.#nameBefore(word), this.#spans);
  }

  get denies(): boolean {
    return this.#denies ??= this.plain.search(NEGATION) !== -1 && deniesIn(this.#withoutValues);
  }

  get words(): readonly string[] {
    return (this.#subject ??= subjectIn(this.#withoutValues)).words;
  }

  get runs(): readonly string[] {
    return (this.#subject ??= subjectIn(this.#withoutValues)).runs;
  }

  get places(): readonly Listed[] {
    return this.#places ??= PLACES.in(this.plain);
  }

  get adds(): boolean {
    return ADDS.test(this.plain);
  }

  get slot(): Slot | undefined {
    if (this.#slot === undefined) this.#slot = slotIn(this.plain) ?? null;
    return this.#slot ?? undefined;
  }

  #nameBefore(word: string): string {
    const name = CHOICES.oneNameOf(word);
    return this.choices.some((choice) => choice.name === name) ? name : "";
  }

  /** The text with blanks for its choices and quantities. */
  get #withoutValues(): string {
    if (this.#rest !== undefined) return this.#rest;
    let rest = this.plain;
    // The spans are known when both have been looked for.
    if (this.choices.length + this.quantities.length > 0) {
      for (const [from, to] of this.#spans) rest = rest.slice(0, from) + " ".repeat(to - from) + rest.slice(to);
    }
    return this.#rest = rest.replace(NOT_THIS, " ");
  }
}

function deniesIn(text: string): boolean {
  return (text.replace(NO_NEGATION, " ").match(NEGATION)?.length ?? 0) % 2 === 1;
}

/** The words of a text that tell what it is about. */
export function subjectIn(text: string): Pick<Statement, "words" | "runs"> {
  const { surfaces, runs } = analyse(isCjk(text) ? text.replace(CHINESE_FILLERS, " ") : text);
  const words: string[] = [];
  for (const word of surfaces) if (!words.includes(word) && !isFiller(word)) words.push(word);
  return { words, runs: runs.filter((run) => run.length > 1) };
}

function isFiller(word: string): boolean {
  return word.length < 2 || isStopWord(word) || isOfChange(stem(word));
}

const listed = (title: string) => wordList(below(title, names));
/**
 * Things of which one is chosen: who wrote `npm` and now writes `pnpm` of the same thing has changed their mind. What
 * is often used side by side (a cache and a database) stands on different lines. In words/names.txt all is in lower
 * case, as typed, a blank between two words as a hyphen; a word may stand in several lines.
 */
const CHOICES = new NameList(listed("alternatives"), listed("same thing"));
/**
 * What tells things of one kind apart: what holds of staging says nothing about production. Two sentences that name
 * different ones of a line, beside what they say of it, are about different things.
 */
const PLACES = new NameList(listed("apart"), listed("same place"));

function choicesIn(plain: string, spans: [number, number][]): Choice[] {
  return CHOICES.in(plain).map(({ name, lines, from, to }) => {
    const before = plain.slice(Math.max(0, from - 20), from);
    const after = plain.slice(to, to + 12);
    const gone = GONE_BEFORE.test(before)
      ? (GONE_BEFORE.exec(before)?.[0].length ?? 0)
      : FROM_BEFORE.test(before) && GONE_AFTER.test(after)
      ? (FROM_BEFORE.exec(before)?.[0].length ?? 0)
      : undefined;
    spans.push([from - (gone ?? 0), to]);
    return { name, lines, gone: gone !== undefined };
  });
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
