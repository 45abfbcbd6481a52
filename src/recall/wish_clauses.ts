/**
 * The wish not to save where it stands among other words: "separate thing, and don't save any of this session pls: …",
 * and its end: "you can remember things again". A part of a sentence is a wish when it denies that something be kept,
 * and what is not to be kept is memory's: the talk, what is said in it, or a thing that was told in confidence. A whole
 * sentence has more forms (command_forms.ts).
 *
 * Not done here: the parts of which a wish is made (wish_words.ts); what becomes of it (hooks/wish.ts).
 *
 * @module
 */
import { rarePattern } from "../rare_pattern.ts";
import {
  AHEAD_CUE,
  COMING_CUE,
  type Kind,
  KINDS,
  LIFTED_LATER,
  LIFTS,
  patternOf,
  PERSONAL,
  type WishForm,
  wishForms,
  withoutSpans,
} from "./wish_words.ts";

/** What a part of a sentence wishes. */
export type ClauseWish = "skip_save" | "skip_piece" | "save_again";

/** A wish among the words of a prompt. */
export interface WishAmong {
  readonly action: ClauseWish;
  /** As typed. */
  readonly sentence: string;
  /** Nothing is kept from here on, until the person lifts it; what was said before may be. */
  readonly reach?: "from_here";
}

const CLAUSE_END =
  /[,，、:：()（）\n]|[—–]+|\s-+\s|\s(?:because|since|bc|cause|cos|coz|and|but|so|then|i\.e\.)\s|因为|毕竟|[。！？!?；;]+|\.(?=\s|$)/gu;
/** What is said of a program, of a case, or asked. */
const OF_A_CASE =
  /^\s*(?:if|when(?:ever)?|unless|once|until|while|why|how|what (?:if|happens|does)|where|does|is|are|should (?:we|i|it)|如果|要是|当(?!我|没)|若|假如|除非|一旦|每当|为什么|怎么|为何|是否)|(?:的时候|时)\s*$/iu;
const SENTENCE_SIGN = /[。！？!?；;.\n]/u;

const HINTS: readonly string[] = [
  ..."存记留录忆".split(""),
  "sav",
  "record",
  "remember",
  "memor",
  "stor",
  "keep",
  "kept",
  "log",
  "captur",
  "retain",
  "note",
  "writ",
  "hold",
  "between us",
  "between you",
];

const DENIALS = rarePattern(
  HINTS,
  () =>
    /n't|\b(?:dont|not|never|no|nothing|none|out of|stop|skip|pause|hold|refrain|off|between|without|strike|scratch|again|normal(?:ly)?|usual|back|resume|fine|ok(?:ay)?)\b|[别不勿甭莫停能]|可以|恢复|继续|重新|照常|正常/i,
);

/** Whether a text may hold a wish at all. */
export function mayHoldWish(text: string): boolean {
  return DENIALS.test(text);
}

const NAMES_THE_TALK = /session|conversation|chat|discussion|thread|talk|exchange/i;

/** More parts than a prompt of a person has; a pasted log would take long. */
const CLAUSES_MAX = 200;
const CLAUSE_LENGTH_MAX = 160;

/** A wish among the words of a prompt, or undefined. Quoted words are somebody else's. */
export function wishAmong(text: string): WishAmong | undefined {
  let piece: WishAmong | undefined;
  let lift: WishAmong | undefined;
  const own = text.replace(/[“"「『`][^”"」』`\n]*[”"」』`]/gu, (quoted) => " ".repeat(quoted.length));
  for (const clause of clausesIn(own)) {
    if (clause.isAsked || !DENIALS.test(clause.words)) continue;
    const sentence = clause.words.trim();
    const action = wishOf(clause);
    if (action === "skip_save") return { action, sentence };
    if (action === "from_here") return { action: "skip_save", sentence, reach: action };
    if (action === "skip_piece") piece ??= { action, sentence };
    else if (LIFTS.some((form) => patternOf(form).test(withoutSpans(clause.words)))) {
      lift ??= { action: "save_again", sentence };
    }
  }
  return piece ?? lift;
}

function wishOf(clause: Clause): "skip_save" | "skip_piece" | "from_here" | undefined {
  const words = withoutSpans(clause.words);
  for (const form of wishForms(words)) {
    const match = patternOf(form).exec(words);
    if (!match) continue;
    const kind = KINDS.find((each) => match.groups?.[each] !== undefined) ?? "none";
    if (!isMeant(form, kind, match.groups ?? {}, clause)) continue;
    if (kind === "talk") return "skip_save";
    if (kind === "coming" || clause.isComing) return "from_here";
    const { place, mind, named = "", this: pointer } = match.groups ?? {};
    // "This" alone may be all that is talked of: rather too much is not saved than too little.
    const isThis = pointer?.toLowerCase() === "this" && (place ?? mind ?? form.needs) !== undefined;
    return kind === "all" || isThis || NAMES_THE_TALK.test(named) || (kind === "none" && form.needs)
      ? "skip_save"
      : "skip_piece";
  }
  return undefined;
}

/** Whether memory is meant, and not a program's data. */
function isMeant(
  { needs }: WishForm,
  kind: Kind,
  { mind, down, strong, log, place, coming }: Readonly<Record<string, string | undefined>>,
  { isOwn, isPersonal }: Clause,
): boolean {
  if (place !== undefined || needs === "nothing") return true;
  // A program logs, and what is to be kept out of its log is most often a list or a secret.
  const isProgram = log !== undefined && (kind !== "coming" || /following$/i.test(coming ?? ""));
  if (kind === "open" || (isProgram && kind !== "talk")) return false;
  if (kind === "talk" || kind === "coming" || kind === "piece") return true;
  if (isOwn || isPersonal) return true;
  const isOfMind = mind !== undefined || down !== undefined;
  return kind === "this" ? isOfMind : kind === "all" && (isOfMind || strong !== undefined);
}

interface Clause {
  readonly words: string;
  readonly isAsked: boolean;
  /** Its sentence speaks of what will be said. */
  readonly isComing: boolean;
  /** … and so that no program can be meant: "until I say so". */
  readonly isOwn: boolean;
  /** What is said around it is of a person's life, a secret, or good for one use only. */
  readonly isPersonal: boolean;
}

/** How far around a wish is looked for what it is about. Characters. */
const AROUND = 160;

function clausesIn(text: string): Clause[] {
  const parts: { words: string; isAsked: boolean; start: number; sentence: number }[] = [];
  const coming = new Set<number>();
  const own = new Set<number>();
  let start = 0;
  let sentence = 0;
  let ofCase = false;
  const add = (end: number, sign: string) => {
    const words = text.slice(start, end);
    if (LIFTED_LATER.test(words) || AHEAD_CUE.test(words)) own.add(sentence);
    if (own.has(sentence) || COMING_CUE.test(words)) coming.add(sentence);
    if (OF_A_CASE.test(withoutSpans(words))) ofCase = true;
    const isRequest = /^\s*(?:please\s+)?(?:can|could|would|will) you\b|(?:好吗|可以吗|行吗|好不好|能不能[^?？]*)\s*$/iu
      .test(words);
    const isAsked = ofCase || (/[?？]/u.test(sign) && !isRequest);
    if (words.length <= CLAUSE_LENGTH_MAX) parts.push({ words, isAsked, start, sentence });
    if (SENTENCE_SIGN.test(sign)) {
      ofCase = false;
      sentence++;
    }
  };
  for (const end of text.matchAll(CLAUSE_END)) {
    if (parts.length >= CLAUSES_MAX) break;
    add(end.index, end[0]);
    start = end.index + end[0].length;
  }
  if (parts.length < CLAUSES_MAX) add(text.length, "");
  return parts.map((part) => ({
    words: part.words,
    isAsked: part.isAsked,
    isComing: coming.has(part.sentence),
    isOwn: own.has(part.sentence),
    get isPersonal() {
      return PERSONAL.test(text.slice(Math.max(0, part.start - AROUND), part.start + part.words.length + AROUND));
    },
  }));
}

/** What is named in a sentence, and is not to be kept: "please don't note down her name". */
const NAMED = rarePattern(
  ["别", "不要", "不用", "不必", "don't", "dont", "do not", "never", "no need to"],
  () =>
    /(?:别|不要|不用|不必)(?:再)?(?:记|记录|记住|记下来?|存下来)(?:了|啊|哈|哦|吧|下来|住|到记忆里?)*\s*(?:$|[,，。!！;；])|\b(?:do not|don't|dont|never|no need to) (?:write|note|jot|take)(?: \w+){0,3} down\b|\b(?:do not|don't|dont|never|no need to) (?:save|record|remember|memori[sz]e|keep|store|note(?: down)?|log|mention)\b(?: \w+){0,3} (?:his|her|their|my|names?|address|salary|phone)\b/iu,
);

/** A text without the sentences that name something that is not to be kept: a capture has no other way to obey. */
export function withoutUnwanted(text: string): string {
  if (!NAMED.test(text)) return text;
  return text.split(/(?<=[。！？!?；;\n])|(?<=\.)(?=\s)/u).filter((sentence) => !NAMED.test(sentence)).join("").trim();
}
