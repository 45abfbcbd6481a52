/**
 * In: a prompt. Out: the wish that something be not saved, or its end, anywhere in the prompt.
 *
 * A clause is a wish when it denies that the talk, a message of it, or something told in confidence be kept, and says
 * nothing else (wish_words.txt). A whole sentence needs fewer signs: "Don't save this." is a wish, unlike "Why don't
 * saves persist?" and an item in a list of features. possible_wish.ts knows wishes in other words.
 */
import { once, remembered } from "../remembered.ts";
import { patternsIn, rarePattern } from "../text/patterns.ts";
import { hasHan } from "../text/script.ts";
import { sentencesOf, withCommas } from "../text/sentences.ts";
import { sign } from "./signs.ts";
import wishWords from "./wish_words.txt" with { type: "text" };

/**
 * `skip_save`: nothing of the session is saved any more. `skip_piece`: the last messages are not saved, and the session
 * goes on as before. `save_again`: the session is saved again.
 */
export type WishAction = "skip_save" | "skip_piece" | "save_again";

interface Wish {
  readonly action: WishAction;
  /** The words that make it a wish, as typed, and where they begin. */
  readonly sentence: string;
  readonly start: number;
  /** Nothing is saved from here on, until the person lifts the wish; earlier messages may be saved. */
  readonly reach?: "from_here";
  /** The text behind "off the record: ". */
  readonly argument?: string;
}

const DENIALS = sign("denial");

/** Whether a text may hold a wish at all. Few do. */
export function mayHoldWish(text: string): boolean {
  return DENIALS.test(text);
}

const NAMES_THE_TALK = /session|conversation|chat|discussion|thread|talk|exchange/i;
/** A prompt that names a file is about a program's data. */
export const NAMES_A_FILE =
  /\b(?:files?|documents?|draft|image)\b|文件|文档|\w\.(?:tsx?|jsx|py|go|rs|md|json|ya?ml|toml|txt|csv|css|html?|sh|sql|java|c|h|cpp)\b/i;

/** The wish in a prompt: one about the whole session goes before one about a piece. Quoted words don't count. */
export function findWish(text: string): Wish | undefined {
  const own = joined(withoutQuotes(text));
  // In 不要保存 这次对话 a blank parts nothing.
  const parted = withCommas(own);
  return wishIn(own, text) ?? (parted === own ? undefined : wishIn(parted, text));
}

function wishIn(own: string, text: string): Wish | undefined {
  let piece: Wish | undefined;
  let lift: Wish | undefined;
  for (const clause of clausesIn(own)) {
    if (clause.isAsked || !DENIALS.test(clause.words)) continue;
    const said = wishOf(clause, own);
    if (said === "skip_save" || said === "from_here") {
      const reach = said === "from_here" ? { reach: said } as const : {};
      return { action: "skip_save", ...placeOf(clause, text), ...reach };
    }
    if (said === "skip_piece") piece ??= { action: said, ...placeOf(clause, text), ...withArgument(clause, text) };
    else if (isLift(clause)) lift ??= { action: "save_again", ...placeOf(clause, text) };
  }
  return piece ?? lift;
}

/** Quoted words, which the person does not say themselves. */
export const QUOTED = /[“"「『`][^”"」』`\n]*[”"」』`]/gu;

function withoutQuotes(text: string): string {
  return text.replace(QUOTED, (quoted) => " ".repeat(quoted.length));
}

const fronted = once(() => new RegExp(named("FRONTED_EN", "FRONTED_ZH"), "giu"));

/** A text whose pieces that are named before a wish stand in one clause with it: “what I just said, leave it out”. */
function joined(text: string): string {
  return text.replace(fronted(), (front) => front.replace(/[,，:：–—-]/g, " "));
}

/** The place of a wish: its whole sentence, if that says nothing else, with its stop and its politeness. */
function placeOf({ isWhole, opens, start, end, sentence }: Clause, text: string): Pick<Wish, "sentence" | "start"> {
  const [from, to] = isWhole && !opens ? [sentence.start, sentence.end] : [start, end];
  const said = text.slice(from, to);
  return { sentence: said.trim(), start: from + said.length - said.trimStart().length };
}

const OFF_THE_RECORD = /off the record\s*$/i;

function withArgument({ words, start, end, opens }: Clause, text: string): Partial<Wish> {
  if (!opens || !OFF_THE_RECORD.test(words)) return {};
  const [line = ""] = text.slice(start).split("\n", 1);
  const argument = line.slice(end - start).replace(/^\s*[:：]\s*/, "").replace(/[\s.。!！]+$/u, "");
  return argument === "" ? {} : { sentence: line.trim(), argument };
}

function isLift({ words, isWhole }: Clause): boolean {
  const plain = withoutSpans(words);
  return formsOf("lifts").some((form) => (isWhole || form.needs !== "a sentence") && form.pattern().test(plain));
}

function wishOf(clause: Clause, text: string): "skip_save" | "skip_piece" | "from_here" | undefined {
  const words = withoutSpans(clause.words);
  for (const form of wishForms(words)) {
    const match = form.pattern().exec(words);
    if (!match || !holdsAsNeeded(form, clause, text)) continue;
    const { groups = {} } = match;
    const kind = KINDS.find((each) => groups[each] !== undefined) ?? (groups.thing === undefined ? "none" : "this");
    const isSentence = isMeantAlone(kind, groups, clause, text);
    if (!isSentence && !isMeant(form, kind, groups, clause)) continue;
    if (kind === "talk") return "skip_save";
    if (kind === "coming" || clause.isComing) return "from_here";
    const { place, mind, named = "", this: pointer = "" } = groups;
    // The text behind the colon is meant.
    if (clause.opens && (kind === "this" || kind === "none")) return "skip_piece";
    // "This" may mean the whole talk: saving too little is better than saving too much. 这个 means one thing, as 这条 does.
    const isThis = pointer.toLowerCase() === "this" && (place ?? mind ?? form.needs) !== undefined;
    const isAll = isSentence && (kind === "none" || /^(?:this|these|it)$/i.test(pointer));
    return kind === "all" || isThis || isAll || NAMES_THE_TALK.test(named) || (kind === "none" && form.needs)
      ? "skip_save"
      : "skip_piece";
  }
  return undefined;
}

function holdsAsNeeded({ needs }: WishForm, { isWhole, sentence: { start, end } }: Clause, text: string): boolean {
  if (needs === "a prompt") return isWhole && isPolite(text.slice(0, start)) && isPolite(text.slice(end));
  return needs !== "a sentence" || isWhole;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** Whether memory is meant, and not a program's data. */
function isMeant(
  { needs }: WishForm,
  kind: Kind,
  { mind, down, strong, log, place, coming }: Groups,
  { isOwn, isPersonal, words }: Clause,
): boolean {
  if (place !== undefined || needs !== undefined) return true;
  // "Log" is said of programs, from whose logs people keep lists or secrets.
  const isProgram = log !== undefined && (kind !== "coming" || /following$/i.test(coming ?? ""));
  if (kind === "open" || (isProgram && kind !== "talk")) return false;
  if (kind === "talk" || kind === "coming" || kind === "piece") return true;
  if (isOwn || isPersonal) return true;
  if (kind === "none" && FROM_NOW.test(words)) return SAVES.test(words);
  const isOfMind = mind !== undefined || down !== undefined;
  return kind === "this" ? isOfMind : kind === "all" && (isOfMind || strong !== undefined);
}

/** People who tell a program what to do from now on name a thing, too. */
const FROM_NOW = /\bfrom (?:now|here) on|从(?:现在|这里?|此刻?)(?:开始|起)/iu;

/** Verbs that people mostly use of memory; "keep", "store" and 存 they use of files and tables as often. */
const SAVES = /\b(?:sav|record|remember|memori|noti?n?g?\b)|保存|储存|记/i;

/** Turns the sentence into a question: "may this be left unsaved?". */
const ASKS_LEAVE = /(?:可以|行)吗\s*$/u;

/** Whether a whole sentence means memory. */
function isMeantAlone(kind: Kind, { this: pointer = "" }: Groups, clause: Clause, text: string): boolean {
  const { isWhole, opens, isComing, words, sentence: { start, end } } = clause;
  if (!isWhole || !(kind === "none" || kind === "this" || kind === "all")) return false;
  if ((opens && kind === "none" && !isComing) || ASKS_LEAVE.test(words)) return false;
  if (SAVES.test(words)) return true;
  const [before, after] = [text.slice(0, start), text.slice(end)];
  if (isPolite(before) && isPolite(after)) return true;
  return kind !== "none" && !/^(?:it|that|them|those)$/i.test(pointer) && isPolite(after) && !NAMES_A_FILE.test(text);
}

const NAMED = sign("names what not to save");

/** A text for a capture, without the sentences that name something that must not be saved. */
export function withoutUnwanted(text: string): string {
  if (!NAMED.test(text)) return text;
  return sentencesOf(text).filter((sentence) => !NAMED.test(withoutQuotes(sentence))).join("").trim();
}

interface Clause {
  readonly words: string;
  /** Its place in the text, with the mark of a list item. */
  readonly start: number;
  readonly end: number;
  /** Whether it is a question, or about a case ("if …"). */
  readonly isAsked: boolean;
  /** Whether its sentence is about messages to come. */
  readonly isComing: boolean;
  /** Whether its sentence says so in words that nobody uses of a program: "until I say so". */
  readonly isOwn: boolean;
  /** Whether the text around it is about a person's life or a secret, or is good for one use only. */
  readonly isPersonal: boolean;
  /** Whether its sentence, or of a list's item the text, adds only politeness, a reason, and what a colon opens. */
  readonly isWhole: boolean;
  /** Whether a colon follows. */
  readonly opens: boolean;
  /** The place of its sentence, with the sign at the end. */
  readonly sentence: { readonly start: number; readonly end: number };
}

const CLAUSE_END =
  /[,，、:：()（）\n]|[—–]+|\s-+\s|\s(?:because|since|bc|cause|cos|coz|and(?! (?:me|i)\b)|but|so|then|i\.e\.)\s|因为|毕竟|[。！？!?；;]+|\.(?=\s|$)/gu;
/** Clauses about a case, and questions. */
const OF_A_CASE =
  /^\s*(?:if|when(?:ever)?|unless|once|until|while|why|how|what (?:if|happens|does)|where|does|is|are|should (?:we|i|it)|如果|要是|当(?!我|没)|若|假如|除非|一旦|每当|为什么|怎么|为何|是否)|(?:的时候|时)\s*$/iu;
const REQUEST =
  /^\s*(?:please\s+)?(?:can|could|would|will) you\b|(?:好吗|可以吗|行吗|好不好|能不能[^?？]*|可不可以[^?？]*)\s*$/iu;
const SENTENCE_SIGN = /[。！？!?；;.\n]/u;
/** Signs of emphasis and emoji. */
const DECORATION =
  /(?<![\p{L}\p{N}])[*_]+|[*_]+(?![\p{L}\p{N}])|[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F～~]/gu;
/** What marks the item of a list, as a pattern. */
export const ITEM_MARK = String
  .raw`(?:[-*+•·]\s+|\d{1,2}(?:[.．]\s+|[)）、]\s*)|[(（]\d{1,2}[)）]\s*|[①-⑳]\s*|[一二三四五六七八九十]、\s*)`;
/** The beginning of a list item. */
export const ITEM = new RegExp(String.raw`^\s*${ITEM_MARK}`, "u");
/** The end of a text behind which the words of an item begin. */
const BEFORE_ITEM = new RegExp(String.raw`(?:^|[\n。！？!?；;：:.]\s*)\s*${ITEM_MARK}$`, "u");

/** The number of an item: the sign behind it ends no clause. */
const NUMBER = /^\s*\d{1,2}$/;

/** At either end of a text: people write fewer clauses, and pasted text stands between them. */
const CLAUSES_MAX = 100;
const CLAUSE_LENGTH_MAX = 160;
/** The text around a wish that tells its subject. Characters. */
const AROUND = 160;

/** A clause, before its neighbours are known. */
interface Part extends Pick<Clause, "words" | "start" | "end" | "isAsked"> {
  /** The sign behind the clause. */
  readonly sign: string;
  readonly isItem: boolean;
  /** The number of its sentence. */
  readonly sentence: number;
}

function clausesIn(text: string): Clause[] {
  const said = text.replace(DECORATION, (sign) => " ".repeat(sign.length));
  const parts: Part[] = [];
  const coming = new Set<number>();
  const own = new Set<number>();
  const bounds: number[] = [0];
  let start = 0;
  let ofCase = false;
  const add = (end: number, sign: string, isNear = true) => {
    const sentence = bounds.length - 1;
    const whole = said.slice(start, end);
    const mark = ITEM.exec(whole)?.[0].length ?? 0;
    const words = whole.slice(mark);
    if (LIFTED_LATER.test(words) || AHEAD_CUE.test(words)) own.add(sentence);
    if (own.has(sentence) || COMING_CUE.test(words)) coming.add(sentence);
    if (OF_A_CASE.test(withoutSpans(words))) ofCase = true;
    const isAsked = ofCase || (/[?？]/u.test(sign) && !REQUEST.test(words));
    if (isNear && words.length <= CLAUSE_LENGTH_MAX) {
      const isItem = mark > 0 || BEFORE_ITEM.test(text.slice(Math.max(0, start - 8), start));
      parts.push({ words, start, end, sign, isAsked, isItem, sentence });
    }
    if (!SENTENCE_SIGN.test(sign)) return;
    ofCase = false;
    bounds.push(end + sign.length);
  };
  const ends = [...said.matchAll(CLAUSE_END)];
  for (const [at, { 0: sign, index }] of ends.entries()) {
    if (/^[.)）、]$/.test(sign) && NUMBER.test(said.slice(start, index))) continue;
    add(index, sign, at < CLAUSES_MAX || at >= ends.length - CLAUSES_MAX);
    start = index + sign.length;
  }
  add(said.length, "");
  return parts.map((part, at) => {
    const { start, end, isItem, sentence } = part;
    const opens = /[:：]/.test(part.sign);
    const isWhole = parts.every((each, place) =>
      each === part || !isItem && (each.sentence !== sentence || (opens && place > at)) || isPolite(each.words) ||
      isReason(each.words)
    );
    return {
      ...part,
      isComing: coming.has(sentence),
      isOwn: own.has(sentence),
      get isPersonal() {
        return PERSONAL.test(text.slice(Math.max(0, start - AROUND), end + AROUND));
      },
      isWhole,
      opens,
      sentence: { start: bounds[sentence] ?? 0, end: bounds[sentence + 1] ?? text.length },
    };
  });
}

// The forms of a clause, and its parts.

/**
 * The thing that is not to be kept, in the order in which they are looked for. `talk`: the session; `coming`: messages
 * to come; `all`: anything; `piece`: some of the messages; `this`: a bare pronoun; `named`: a thing that programs have,
 * too; `open`: any other thing, so that only memory's own name makes a wish.
 */
const KINDS = ["talk", "coming", "all", "piece", "this", "named", "open"] as const;
type Kind = typeof KINDS[number] | "none";

/**
 * A form of a clause. The groups of its pattern: one of KINDS; a verb that people mostly use of memory (`strong`), use
 * of memory alone (`mind`), or "log" (`log`); memory's own name (`place`).
 */
interface WishForm {
  /** With the politeness around it. */
  readonly pattern: () => RegExp;
  /** `nothing`: it can only mean memory. `a sentence`, `a prompt`: its sentence, or the prompt, says nothing else. */
  readonly needs: "nothing" | "a sentence" | "a prompt" | undefined;
}

const words = once(() => patternsIn(wishWords));

/** The forms of a language, or of the end of a wish. */
const formsOf = remembered((list: "english" | "chinese" | "lifts"): readonly WishForm[] =>
  words().groups.flatMap(({ title, patterns }) => {
    const [name, needs] = title.split(": ");
    return name === list ? patterns.map((pattern) => wishForm(pattern, needs as WishForm["needs"])) : [];
  })
);

function wishForm(form: string, needs: WishForm["needs"]): WishForm {
  const { part, whole } = words();
  const pattern = once(() => new RegExp(`^${part("BEFORE")}(?:${whole(form)})${part("AFTER")}$`, "iu"));
  return { needs, pattern };
}

/** The forms of the wish that something be not kept, in the languages of a text. */
function wishForms(text: string): readonly WishForm[] {
  if (!hasHan(text)) return formsOf("english");
  return /[a-z]{3}/i.test(text) ? [...formsOf("chinese"), ...formsOf("english")] : formsOf("chinese");
}

/** Characters. */
const POLITE_MAX = 60;

const politeness = once(() => {
  const { part } = words();
  return new RegExp(`^\\s*${part("BEFORE")}(?:${part("AFTER")})[\\s,.!?，。！？]*$`, "iu");
});

/** Whether words are mere politeness, or join their neighbours. */
function isPolite(said: string): boolean {
  return said.length < POLITE_MAX && politeness().test(`${said.trim()} `);
}

const reason = once(() => new RegExp(`^\\s*(?:${words().part("REASON")})\\s*$`, "iu"));

/** Whether words tell why nothing is to be kept: “I want to try something”, 随便聊聊. */
function isReason(said: string): boolean {
  return said.length < POLITE_MAX && reason().test(said);
}

const spans = once(() => new RegExp(`${words().part("UNTIL")}|${words().part("FROM")}|先(?=[不别停甭]|就别)`, "giu"));

/** A text without "from now on", "until I say so" and the like. */
function withoutSpans(text: string): string {
  return text.replace(spans(), " ").replace(/\s+/g, " ").replace(/(?<=\p{sc=Han}) | (?=\p{sc=Han})/gu, "").trim();
}

const named = (...parts: readonly string[]) => new RegExp(parts.map((name) => words().part(name)).join("|"), "iu");

/** The person announces the end of their wish, or means their next messages. */
const LIFTED_LATER = rarePattern(
  ["til", "next few", "next couple", "a bit", "while", "few ", "couple of", "前", "直到", "等我", "等通知"],
  () => named("UNTIL"),
);
const AHEAD_HINTS = ["going to", "about to", "接下", "下面", "下边", "后", "会"];
/** Messages to come are meant. */
const COMING_CUE = rarePattern(
  [...AHEAD_HINTS, "for now", "moment", "time being", "from ", "this", "开始", "起", "暂"],
  () => named("FROM", "AHEAD"),
);
/** Messages to come are meant, and nothing else. */
const AHEAD_CUE = rarePattern([...AHEAD_HINTS, "next"], () => named("AHEAD"));
/** Something told in confidence, about a person's life, or good for one use. */
const PERSONAL = rarePattern([""], () => named("PERSONAL"));
