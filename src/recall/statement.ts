/**
 * In: a sentence. Out: the words of its subject, its values (numbers with their units, names of which one is chosen),
 * and whether it denies something.
 * Not done here: comparing two statements (contradiction.ts).
 *
 * Plain patterns and lists of names, since a save and a session's start wait for it. A change that they miss is told to
 * nobody.
 *
 * @module
 */
import { analyse } from "../text/mod.ts";
import { HAN, isCjk } from "../text/script.ts";
import { stem } from "../text/stem.ts";
import { isOfChange, isStopWord } from "../text/stop.ts";
import { below, holds, type WordList, wordList } from "../text/word_list.ts";
import names from "./words/names.txt" with { type: "text" };
import { quantitiesIn, type Quantity, type Span } from "./quantities.ts";
import { priorOf } from "../text/commonness.ts";
import { remembered } from "../remembered.ts";

/** A name of a list in a text. */
interface Listed extends Span {
  /** The same for all spellings. */
  readonly name: string;
  /** Where in the list the lines begin that hold the name. */
  readonly lines: readonly number[];
}

const LATIN = /\d?[a-z][a-z\d]*(?:[._/-][a-z\d]+)*(?:\+\+|#)?/g;
const NEXT_LATIN = new RegExp(`^${LATIN.source}`);
const CHINESE_RUN = new RegExp(`[${HAN}]+`, "g");
/**
 * How much of a text is taken apart, in characters: what states something is a sentence or a few. A pasted log or an
 * encoded file is none, and to compare it with each of its neighbours took seconds.
 */
const READ_MAX = 4_000;
/** The longest Chinese word of the lists. */
const LONGEST = 5;

/** Lines of names that belong together. */
class NameList {
  readonly #names: WordList;
  /** Whether a name begins with a word or two characters: most words are met again, and begin none. */
  readonly #begins = remembered((start: string) => this.#names.includes(` ${start}`));

  /** @param title of a part of words/names.txt */
  constructor(title: string) {
    this.#names = wordList(below(title, names).replaceAll(",", " ,"));
  }

  /** The names in a text: first the Latin ones, then the Chinese. */
  in(plain: string): Listed[] {
    const found: Listed[] = [];
    const add = (word: string, from: number, to: number) => {
      const name = this.oneNameOf(word);
      found.push({ name, lines: this.#linesOf(name, word), from, to });
    };
    LATIN.lastIndex = 0;
    for (let match = LATIN.exec(plain); match; match = LATIN.exec(plain)) {
      const { 0: token, index } = match;
      if (!this.#begins(token)) continue;
      const end = index + token.length;
      // "sql server": the next word may belong to the name.
      const next = plain.charAt(end) === " " ? NEXT_LATIN.exec(plain.slice(end + 1))?.[0] : undefined;
      if (next !== undefined && this.#holds(`${token}-${next}`)) {
        add(`${token}-${next}`, index, end + 1 + next.length);
        LATIN.lastIndex = end + 1 + next.length;
      } else if (this.#holds(token)) add(token, index, end);
    }
    if (!isCjk(plain)) return found;
    CHINESE_RUN.lastIndex = 0;
    for (let match = CHINESE_RUN.exec(plain); match; match = CHINESE_RUN.exec(plain)) {
      const { 0: run, index } = match;
      for (let at = 0; at + 1 < run.length; at++) {
        if (!this.#begins(run.slice(at, at + 2))) continue;
        for (let length = Math.min(LONGEST, run.length - at); length > 1; length--) {
          const word = run.slice(at, at + length);
          if (!this.#holds(word)) continue;
          add(word, index + at, index + at + length);
          at += length - 1;
          break;
        }
      }
    }
    return found;
  }

  /** The first name of the thing that a word names. */
  oneNameOf(word: string): string {
    const at = this.#names.indexOf(` ${word} `);
    if (at === -1) return word;
    const from = Math.max(this.#names.lastIndexOf(",", at), this.#names.lastIndexOf("\n", at)) + 1;
    return this.#names.slice(from).trimStart().split(" ", 1)[0] ?? word;
  }

  #holds(word: string): boolean {
    return word.length > 1 && holds(this.#names, word);
  }

  #linesOf(name: string, word: string): number[] {
    const lines = new Set<number>();
    for (const each of new Set([name, word])) {
      for (let at = this.#names.indexOf(` ${each} `); at !== -1; at = this.#names.indexOf(` ${each} `, at + 1)) {
        lines.add(this.#names.lastIndexOf("\n", at));
      }
    }
    return [...lines];
  }
}

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

/** A sentence, taken apart. */
export interface Statement extends Subject {
  readonly quantities: readonly Quantity[];
  readonly choices: readonly Choice[];
  /** Whether it forbids something, switches it off or says that it is not so. */
  readonly denies: boolean;
  /** Whether it names one of several values that hold beside each other: "supports JSON". */
  readonly adds: boolean;
  /** The name that it gives its subject by "is", "runs with", 放在 and the like. */
  readonly slot: Slot | undefined;
  /** Names that tell several things of one kind apart: "staging", "iOS". */
  readonly places: readonly Listed[];
  /** The text in lower case. */
  readonly plain: string;
}

/** These look like negations, but are none. */
const NO_NEGATION =
  /不超过|不少于|不低于|不高于|不大于|不小于|不同|不错|不仅|而不是|而非|no (?:more|less|fewer) than|not only|别的|区别|级别|类别|分别/g;
const NEGATION = new RegExp(
  String
    .raw`不(?=[${HAN}])(?![断变足管论然久过定良当])|不用|不使用|不再|不能|不得|不准|不可以?|不允许|不许|不应|不会|不需要?|不必|无需|无须|禁止|禁用|停用|关闭|关掉|避免|切勿|勿|别|没有|\bnot\b|n't\b|\bnever\b|\bno\b|\bavoid|\bwithout\b|\bforbid|\bbanned\b|\bdisabl|\bdisallow|\bden(?:y|ied)\b|\boff\b`,
  "g",
);

/** Words around a name that no longer holds. */
const GONE_BEFORE =
  /(?:不再使?用?|不用|不使用|弃用|放弃|淘汰|取代|代替|替代|替换|而不是|而非|no longer(?: uses?)?|instead of|rather than|replac(?:es|ing|ed)|dropp?(?:ed|ing)?|away from|(?:don't|do not|never|stop(?:ped)?) us(?:e|ing)|not)\s*$/;
const FROM_BEFORE = /(?:从|由|from)\s*$/;
const GONE_AFTER =
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
const CLAUSE_END = /[,，;；。]\s*|\.\s+/;

/** Takes a sentence apart: as a whole, and if it has several clauses, the first two of them alone. */
export function readStatements(text: string): Statement[] {
  const named = text.slice(0, READ_MAX).normalize("NFKC").replace(/(?<=[A-Za-z]{2}) ([A-Z])(?= |$)/g, "-$1");
  const whole = named.toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, " ").trim();
  const plain = whole.replace(REASON, "") || whole;
  const [first = "", second] = plain.split(CLAUSE_END, 2);
  if (second === undefined || first === "") return [new Reading(plain)];
  const later = new Reading(second);
  // A later clause often leaves out its subject.
  const hasSubject = later.words.length + later.runs.join("").length / 2 >= 2;
  return [new Reading(plain), new Reading(first), ...hasSubject ? [later] : []];
}

/**
 * A sentence, taken apart only as far as a caller asks: for most pairs of statements the first parts decide, and the
 * subject takes as long to find as all the rest.
 */
class Reading implements Statement {
  readonly plain: string;
  #choices: readonly Choice[] | undefined;
  #quantities: readonly Quantity[] | undefined;
  #rest: string | undefined;
  #denies: boolean | undefined;
  #subject: Subject | undefined;
  /** `null`: there is none. */
  #slot: Slot | null | undefined;
  #places: readonly Listed[] | undefined;

  constructor(plain: string) {
    this.plain = plain;
  }

  get choices(): readonly Choice[] {
    return this.#choices ??= choicesIn(this.plain);
  }

  get quantities(): readonly Quantity[] {
    return this.#quantities ??= quantitiesIn(this.plain, (word) => this.#nameBefore(word));
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
    for (const { from, to } of [...this.choices, ...this.quantities]) {
      rest = rest.slice(0, from) + " ".repeat(to - from) + rest.slice(to);
    }
    return this.#rest = rest.replace(NOT_THIS, " ");
  }
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

/**
 * Things of which one is chosen: `npm` in an older text and `pnpm` in a newer one is a change. Things that are often
 * used side by side (a cache and a database) stand on different lines. words/names.txt is in lower case, as typed, with
 * a hyphen for a blank. Commas divide the things of a line; a thing that has several names has all of them where it
 * stands first. A name may stand in several lines.
 */
const CHOICES = new NameList("alternatives");
/**
 * Names that tell things of one kind apart: a statement about staging is none about production. Two sentences with
 * different names of one line are about different things.
 */
const PLACES = new NameList("apart");

/** What follows the verb “go”: “images go to S3” names no language. */
const GOES = /^ (?:to|into|in|on|out|through|live|back|via|over|by|first|last|there)\b/;

function choicesIn(plain: string): Choice[] {
  const named = CHOICES.in(plain).filter(({ name, to }) => name !== "go" || !GOES.test(plain.slice(to, to + 12)));
  return named.map((found) => {
    const { from, to } = found;
    const before = plain.slice(Math.max(0, from - 20), from);
    const gone = GONE_BEFORE.exec(before) ??
      (GONE_AFTER.test(plain.slice(to, to + 12)) ? FROM_BEFORE.exec(before) : null);
    return { ...found, from: from - (gone?.[0].length ?? 0), gone: gone !== null };
  });
}

/** A subject and its one name: if two sentences give a subject different names, only one of them holds. */
export interface Slot {
  readonly subject: string;
  readonly value: string;
  readonly kind: Kind;
}

/** By the word before the name. `any`: the sentence tells of a change, and is compared with every kind. */
type Kind = "is" | "means" | "place" | "to" | "who" | "any";

/** Words before a name, by kind; the last of them in a sentence counts. */
const ENGLISH: readonly (readonly [Kind, RegExp])[] = [
  [
    "is",
    /\b(?:is|are) (?:called|named|held by)\b|\b(?:belongs?|defaults?) to\b|\b(?:starts?|begins?) with\b|\bis\b|\bare\b|[:=](?= )/g,
  ],
  ["means", /\b(?:us(?:e|es|ing)|with|through|via|by|on top of|runs? on|thanks to)\b/g],
  ["place", /\b(?:in|into|on|at|inside|against|under)\b/g],
  ["to", /\bto\b/g],
];

/** A person before the verb and behind it: "Ann leads the team", "the team is led by Ann". */
const WHO =
  /^((?:team )?[a-z][\w.-]*) (?:now )?((?:lead|own|maintain|handle|manage|review|approve|coordinate|run)s?|is (?:now )?(?:on call|on duty|in charge of|responsible for|the (?:owner|lead|maintainer|head|contact|reviewer|manager)(?: of| for)?))\b/;
const WHO_DOES = /\b(?:led|owned|maintained|handled|managed|reviewed|approved|coordinated|run) by\b/;
/** "Uses Redis for sessions": the rest belongs to the subject. */
const SUBJECT_AFTER = /\s+(?:for|as|when|if|during|while|whenever|before|after|of)\b.*$/;
/** A number by itself is a quantity. */
const NO_NAME = /[,;:]|\b(?:and|or|not|to)\b|(?:^|\s)\d+(?:[.,]\d+)?\b/;
/** A value of more words is no name. */
const WORDS_MAX = 3;

const CHINESE: readonly (readonly [Kind, RegExp])[] = [
  ["any", /[改换][成为用到由走在放]了?|(?:迁移?|切换?|转|搬)到了?/g],
  ["means", /[使采选]?用|通过|走|由/g],
  ["is", /默认(?:展示|显示)|叫做?|是|为|归|属于|[:：=]/g],
  ["place", /[在到]/g],
];

/** A Chinese value of more characters is no name. */
const SIGNS_MAX = 8;
const LATIN_VALUE = new RegExp(String.raw`^\s*([a-z\d][\w.+#/-]*(?: [a-z\d][\w.+#/-]*)?)\s*(?=[${HAN}]|$)`);
const TELLS_OF_CHANGE = /\b(?:now|moved|switched|changed|renamed)\b|[改换搬]|现在/;

/** The slot of a sentence; undefined where it has none, or its value is no name. */
function slotIn(plain: string): Slot | undefined {
  const text = plain.replace(/[。.!！\s]+$/, "");
  const slot = isCjk(text) ? slotInChinese(text) : slotInEnglish(text);
  return slot && TELLS_OF_CHANGE.test(text) ? { ...slot, kind: "any" } : slot;
}

function slotInEnglish(text: string): Slot | undefined {
  const who = WHO.exec(text);
  if (who?.[1] !== undefined && priorOf(who[1]) === 1) {
    return { subject: text.slice(text.indexOf(who[2] ?? "")), value: who[1], kind: "who" };
  }
  const found = lastOf(ENGLISH, text);
  if (!found) return undefined;
  const tail = text.slice(found.end).trim();
  const besides = SUBJECT_AFTER.exec(tail)?.[0] ?? "";
  const value = tail.slice(0, tail.length - besides.length).replace(/\s+/g, " ").trim();
  if (value === "" || value.split(" ").length > WORDS_MAX || NO_NAME.test(value)) return undefined;
  const kind = WHO_DOES.test(text) ? "who" : found.kind;
  return { subject: `${text.slice(0, found.at)} ${besides}`, value, kind };
}

function slotInChinese(text: string): Slot | undefined {
  const found = lastOf(CHINESE, text);
  if (!found) return undefined;
  const tail = text.slice(found.end);
  // "用 GBK 编码": the Latin word is the name.
  const latin = LATIN_VALUE.exec(tail);
  const value = latin?.[1] ?? tail.replace(/[了的上里中]$/, "");
  if (value === "" || (latin === null && value.length > SIGNS_MAX)) return undefined;
  const after = latin ? tail.slice(latin[0].length) : "";
  return { subject: `${text.slice(0, found.at)} ${after}`, value, kind: found.kind };
}

function lastOf(kinds: readonly (readonly [Kind, RegExp])[], text: string) {
  let last: { kind: Kind; at: number; end: number } | undefined;
  for (const [kind, pattern] of kinds) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const end = match.index + match[0].length;
      // If two end at the same place, the longer one counts, which stands first in the table.
      if (last === undefined || end > last.end) last = { kind, at: match.index, end };
    }
  }
  return last;
}
