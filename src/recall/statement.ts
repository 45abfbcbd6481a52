/**
 * In: a sentence. Out: the words of its subject, its values (numbers with their units, names of which one is chosen),
 * and whether it denies something.
 *
 * Plain patterns and lists of names, since a save and a session's start wait for it. A change that they miss is told to
 * nobody.
 */
import { analyse } from "../text/mod.ts";
import { withoutMarks } from "../text/patterns.ts";
import { HAN, isCjk } from "../text/script.ts";
import { remembered } from "../remembered.ts";
import { stem } from "../text/stem.ts";
import { isOfChange, isStopWord } from "../text/stop.ts";
import { CHOICES, type Listed, PLACES } from "./listed_names.ts";
import { blanked, LABEL, quantitiesIn, type Quantity, type Span } from "./quantities.ts";
import { type Slot, slotIn } from "./slot.ts";

/** So many characters are taken apart: to compare a pasted log with each of its neighbours took seconds. */
const READ_MAX = 4_000;

/** A name that excludes others of its line; its place begins with the words by which it is gone. */
export interface Choice extends Listed {
  /** It no longer holds: "no longer npm", "from npm to pnpm". */
  readonly gone: boolean;
}

/** What a text is about: words in lower case, and runs of characters. */
export interface Subject {
  readonly words: readonly string[];
  readonly runs: readonly string[];
}

/** These look like negations, but are none. */
const NO_NEGATION =
  /不超过|不少于|不低于|不高于|不大于|不小于|不同|不错|不仅|而不是|而非|no (?:more|less|fewer) than|not only|别的|区别|级别|类别|分别/g;
/** Denials that would count as words of the subject. “Dropped frames” are a thing. */
const STOPPED =
  /\bstop(?:s|ped)? using\b|\bavoid(?:s|ing)?\b|(?<=\b(?:we|i|they|have|has|'ve) )dropped\b|弃用|废弃|淘汰|放弃/g;
const NEGATION = new RegExp(
  String
    .raw`不(?=[${HAN}])(?![断变足管论然久过定良当])|不用|不使用|不再|不能|不得|不准|不可以?|不允许|不许|不应|不会|不需要?|不必|无需|无须|禁止|禁用|停用|关闭|关掉|避免|切勿|勿|别|没有|\bnot\b|n't\b|\bnever\b|\bno\b|\bwithout\b|\bforbid|\bbanned\b|\bdisabl|\bdisallow|\bden(?:y|ied)\b|\boff\b|${STOPPED.source}`,
  "g",
);

/** Words around a name that no longer holds. */
const GONE_BEFORE =
  /(?:不再使?用?|不用|不使用|弃用|放弃|淘汰|取代|代替|替代|替换|而不是|而非|no longer(?: uses?)?|instead of|rather than|replac(?:es|ing|ed)|dropp?(?:ed|ing)?|away from|(?:don't|do not|never|stop(?:ped)?) us(?:e|ing)|not)\s*$/;
const FROM_BEFORE = /(?:从|由|from)\s*$/;
/** Before a number in whose place another one of the text holds: “24 hours, not 48”. */
const NUMBER_GONE_BEFORE =
  /(?:\bnot|\binstead of|\brather than|\bno longer|\b(?:up|down) from|而不是|不是|而非|不再是)\s*$/;
const GONE_AFTER = /^ (?:is|are) (?:out|gone)\b/;
const CHANGED_AFTER =
  /^\s*(?:[^,，。;；]{0,4}(?:换成|改成|改为|改用|换到|迁到|迁移到|切到|切换到|升级到|转到)|to\b|->|→|=>)/;

/** Words that say nothing of a subject: change, copula, bound, manner, time. Longest first. */
const CHINESE_FILLERS =
  /从现在起|从今天起|上个月|这个月|上周|本周|昨天|昨晚|今天|最近|刚刚|刚|缩短到|扩到|加到|涨到|下调到|上调到|搬到|换到|升到|改发到|发送到|发到|发给|托管|上午|下午|早上|晚上|凌晨|默认开启|默认关闭|迁移到|升级到|升级为|切换到|提高到|降低到|调整为|调整到|统一使用|统一采用|不允许|不可以|不使用|不超过|不少于|不低于|不大于|不需要|直接使用|改成|改为|改用|改走|改由|改到|换成|换为|调到|降到|迁到|切到|转到|设为|设置为|选用|采用|使用|统一|一律|全部|现在|目前|以后|今后|已经|必须|应该|需要|可以|允许|禁止|禁用|启用|停用|开启|关闭|不要|不用|不再|不能|不得|不准|不许|避免|切勿|为期|截止|截至|之前|以前|完成|期限|周期|日期|时限|时长|推迟到|延期到|延长到|提前到|至少|最多|最少|最大|最小|最长|最短|最高|最低|上限|下限|以内|之内|默认|大小|长度|次数|时间|选择|进行|我们|咱们|大家|用户偏好|用户决定|用户要求|用户希望|用户|我喜欢|喜欢|我习惯|习惯|偏好|(?<![试费占利作应常通专适引调公实])用(?![户例量途法具])|(?<![自理路])由|归(?![档类因])|在(?!线)|到(?!期)|不(?!变)|走(?![廊势])|前(?![端缀台后])|[的了是为把被将都也就要从和与及或按跑写做每只我它]/g;

/** Clauses with names of other things. */
const NOT_THIS = /\b(?:instead of|rather than)\b[^,.;]*|(?:而不是|而非)[^，。；,;]*/g;
/** Signs that a value holds beside others of its kind. */
const ADDS =
  /\b(?:supports?|accepts?|allows?|offers?|includ(?:es?|ing)|also|too|compatible|works? with|as well)\b|支持|兼容|包括|包含|同时|还[有会能可要用]|也[用有会能可是支]/;

/** The end of a sentence that gives a reason, an occasion, or a former value. */
const REASON =
  /\s*[（(][^)）]*[)）]\s*$|\b(?:from (?:today|now|this \w+)(?: on)?|last night|as of \w+|after the|since the)\b.*$|[,，;；。.(（]?\s*(?:因为|由于|原因|为了|以便|避免再|之前|原来|原先|此前|\bbecause\b|\bsince\b|\bdue to\b|\bso that\b|\bpreviously\b|\bformerly\b|\b(?:it )?was\b(?= \d)).*$/;
const CLAUSE_END = /[,，;；。]\s*|\.\s+|\s(?=except\b|apart from\b)/;

/** A path, a glob or several before what holds there. */
const SCOPE = /^(?:in|在) ((?:`?[^\s`:：]*[/.*][^\s`:：]*`?)(?:, `?[^\s`:：]+`?)*)(?: 中)?[:：]\s*(?=\S)/;

/** Whether two statements hold the same names of which one is chosen. */
export function sameChoices(one: Statement, other: Statement): boolean {
  if (one.choices.length + other.choices.length === 0) return true;
  const names = ({ choices }: Statement) => [...new Set(choices.map(({ name }) => name))].sort().join();
  return names(one) === names(other);
}

/** A text as a whole, and if it has several clauses, the first two of them alone. */
export type Statements = readonly [Statement, ...Statement[]];

/** Takes a text apart. */
export function readStatements(text: string): Statements {
  const named = withoutMarks(text.slice(0, READ_MAX)).normalize("NFKC").replace(
    /(?<=[A-Za-z]{2}) ([A-Z])(?= |$)/g,
    "-$1",
  );
  const said = named.toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, " ").trim();
  const [prefix = "", scope = ""] = SCOPE.exec(said) ?? [];
  const whole = said.slice(prefix.length);
  const plain = whole.replace(REASON, "") || whole;
  const [first = "", second] = plain.split(CLAUSE_END, 2);
  const all = new Statement(plain, undefined, scope);
  if (second === undefined || first === "") return [all];
  const later = new Statement(second, all);
  // A later clause often leaves out its subject.
  const hasSubject = later.words.length + later.runs.join("").length / 2 >= 2;
  return [all, new Statement(first, all), ...hasSubject ? [later] : []];
}

/** Each clause of the whole text by itself, also one without a subject. */
export const clausesOf = remembered(
  ({ whole }: Statement): readonly Statement[] =>
    whole.plain.split(CLAUSE_END).filter((clause) => clause !== "").map((clause) => new Statement(clause, whole)),
  100,
);

/** A sentence, taken apart only as far as a caller asks: for most pairs the first parts decide. */
export class Statement implements Subject {
  /** The text in lower case, without its scope. */
  readonly plain: string;
  /** The statement of the whole text, of which this may be a clause. */
  readonly whole: Statement;
  /** The paths for which the whole text says to hold: “In packages/api: …”; empty for none. */
  readonly scope: string;
  #choices: readonly Choice[] | undefined;
  #numbers: Numbers | undefined;
  #rest: string | undefined;
  #denies: boolean | undefined;
  #subject: Subject | undefined;
  /** `null`: there is none. */
  #slot: Slot | null | undefined;
  #places: readonly Listed[] | undefined;

  constructor(plain: string, whole?: Statement, scope = "") {
    this.plain = plain;
    this.whole = whole ?? this;
    this.scope = whole?.scope ?? scope;
  }

  get choices(): readonly Choice[] {
    // A clause holds no name that the whole text lacks.
    return this.#choices ??= this.whole !== this && this.whole.choices.length === 0 ? [] : choicesIn(this.plain);
  }

  get quantities(): readonly Quantity[] {
    return this.#numbersIn.held;
  }

  /** Whether it forbids something, switches it off or says that it is not so. */
  get denies(): boolean {
    if (this.#denies !== undefined) return this.#denies;
    // “No longer npm” says that something is not so; “no longer npm but pnpm” says what is.
    const isHeld = ({ lines }: Choice) => this.choices.some((each) => !each.gone && onOneLine(each.lines, lines));
    const rejects = this.choices.some((each) => each.gone && !isHeld(each));
    return this.#denies = rejects !== (this.plain.search(NEGATION) !== -1 && deniesIn(this.#withoutValues));
  }

  get words(): readonly string[] {
    return this.#about.words;
  }

  get runs(): readonly string[] {
    return this.#about.runs;
  }

  get #about(): Subject {
    return this.#subject ??= subjectIn(this.#withoutValues.replace(STOPPED, " "));
  }

  /** Names that tell several things of one kind apart: "staging", "iOS". */
  get places(): readonly Listed[] {
    return this.#places ??= PLACES.in(this.plain);
  }

  /** Whether it names one of several values that hold beside each other: "supports JSON". */
  get adds(): boolean {
    return ADDS.test(this.plain);
  }

  /** The text without what it says does not hold: “instead of Sidekiq”. */
  get held(): string {
    return this.plain.replace(NOT_THIS, "").trim();
  }

  /** The name that it gives its subject by "is", "runs with", 放在 and the like. */
  get slot(): Slot | undefined {
    if (this.#slot === undefined) this.#slot = slotIn(this.held) ?? null;
    return this.#slot ?? undefined;
  }

  /** The names and numbers in it that don't hold, as written: “not 48”. */
  get gone(): readonly string[] {
    return [
      ...this.choices.filter(({ gone }) => gone).map(({ name }) => name),
      ...this.#numbersIn.gone.map((each) => numberAt(this.plain, each)),
    ];
  }

  get #numbersIn(): Numbers {
    if (this.#numbers) return this.#numbers;
    const all = quantitiesIn(this.plain, (word) => this.#nameBefore(word)).map((each): [Quantity, string] => [
      each,
      each.dimension === LABEL
        ? ""
        : NUMBER_GONE_BEFORE.exec(this.plain.slice(Math.max(0, each.from - 20), each.from))?.[0] ?? "",
    ]);
    const held = all.flatMap(([each, goneBefore]) => goneBefore === "" ? each : []);
    // “Not 48” alone puts no other number in its place, so this one counts as held.
    const isOneHeld = held.some(({ dimension }) => dimension !== LABEL) ||
      this.whole !== this && this.whole.quantities.length > 0;
    const gone = all.flatMap(([each, goneBefore]) =>
      goneBefore === "" ? [] : { ...each, from: each.from - goneBefore.length }
    );
    return this.#numbers = isOneHeld ? { held, gone } : { held: all.map(([each]) => each), gone: [] };
  }

  #nameBefore(word: string): string {
    const name = CHOICES.oneNameOf(word);
    return this.choices.some((choice) => choice.name === name) ? name : "";
  }

  /** The text with blanks for its choices and quantities. */
  get #withoutValues(): string {
    const { held, gone } = this.#numbersIn;
    return this.#rest ??= blanked(this.plain, [...this.choices, ...held, ...gone]).replace(NOT_THIS, " ");
  }
}

function onOneLine(one: Listed["lines"], other: Listed["lines"]): boolean {
  return one.some((line) => other.includes(line));
}

/** The numbers of a text that hold, and those in whose place one of them holds. */
interface Numbers {
  readonly held: readonly Quantity[];
  readonly gone: readonly Span[];
}

/** A number as it is written, without its unit. */
export function numberAt(plain: string, { from, to }: Span): string {
  return /\d+(?:[.,]\d+)*/.exec(plain.slice(from, to))?.[0] ?? plain.slice(from, to);
}

function deniesIn(text: string): boolean {
  return (text.replace(NO_NEGATION, " ").match(NEGATION)?.length ?? 0) % 2 === 1;
}

/** The words of a text that tell what it is about. */
export function subjectIn(text: string): Subject {
  const read = text.slice(0, READ_MAX);
  const { surfaces, runs } = analyse(isCjk(read) ? read.replace(CHINESE_FILLERS, " ") : read);
  const words = [...new Set(surfaces)].filter((word) =>
    word.length > 1 && !isStopWord(word) && !isOfChange(stem(word))
  );
  return { words, runs: runs.filter((run) => run.length > 1) };
}

/** What follows the verb “go”: “images go to S3” names no language. */
const GOES = /^ (?:to|into|in|on|out|through|live|back|via|over|by|first|last|there)\b/;

function choicesIn(plain: string): Choice[] {
  const named = CHOICES.in(plain).filter(({ name, to }) => name !== "go" || !GOES.test(plain.slice(to, to + 12)));
  return named.map((found) => {
    const { from, to } = found;
    const before = plain.slice(Math.max(0, from - 20), from);
    const gone = GONE_BEFORE.exec(before) ??
      (CHANGED_AFTER.test(plain.slice(to, to + 12)) ? FROM_BEFORE.exec(before) : null);
    const isGone = gone !== null || GONE_AFTER.test(plain.slice(to, to + 12));
    return { ...found, from: from - (gone?.[0].length ?? 0), gone: isGone };
  });
}
