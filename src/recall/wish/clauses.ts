/**
 * In: a prompt. Out: the parts of its sentences, each with what stands around it.
 * Not done here: what a part wishes (mod.ts).
 *
 * @module
 */
import { AHEAD_CUE, COMING_CUE, isPolite, LIFTED_LATER, PERSONAL, withoutSpans } from "./words.ts";

/** A part of a sentence. */
export interface Clause {
  readonly words: string;
  /** Where it stands in the text, the mark of a list included. */
  readonly start: number;
  readonly end: number;
  /** It asks, or tells of a case. */
  readonly isAsked: boolean;
  /** Its sentence speaks of what will be said. */
  readonly isComing: boolean;
  /** … and so that no program can be meant: "until I say so". */
  readonly isOwn: boolean;
  /** What is said around it is of a person's life, a secret, or good for one use only. */
  readonly isPersonal: boolean;
  /** Its sentence says nothing else, or what is meant follows it behind a colon; it is no item of a list. */
  readonly isWhole: boolean;
  /** A colon follows it. */
  readonly opens: boolean;
  /** Of its sentence, the sign at the end included. */
  readonly sentence: { readonly start: number; readonly end: number };
}

const CLAUSE_END =
  /[,，、:：()（）\n]|[—–]+|\s-+\s|\s(?:because|since|bc|cause|cos|coz|and(?! (?:me|i)\b)|but|so|then|i\.e\.)\s|因为|毕竟|[。！？!?；;]+|\.(?=\s|$)/gu;
/** What is said of a program, of a case, or asked. */
const OF_A_CASE =
  /^\s*(?:if|when(?:ever)?|unless|once|until|while|why|how|what (?:if|happens|does)|where|does|is|are|should (?:we|i|it)|如果|要是|当(?!我|没)|若|假如|除非|一旦|每当|为什么|怎么|为何|是否)|(?:的时候|时)\s*$/iu;
const REQUEST =
  /^\s*(?:please\s+)?(?:can|could|would|will) you\b|(?:好吗|可以吗|行吗|好不好|能不能[^?？]*|可不可以[^?？]*)\s*$/iu;
const SENTENCE_SIGN = /[。！？!?；;.\n]/u;
/** Signs of emphasis and emoji are no words. */
const DECORATION =
  /(?<![\p{L}\p{N}])[*_]+|[*_]+(?![\p{L}\p{N}])|[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F～~]/gu;
/** What an item of a list begins with, behind a line's or a sentence's end. */
const ITEM =
  /(?:^|[\n。！？!?；;：:.]\s*)\s*(?:[-*+•·]\s|\d{1,2}\s*[.．)）、]\s*|[(（]\d{1,2}[)）]\s*|[①-⑳]\s*|[一二三四五六七八九十]、\s*)\s*$/u;
const MARK =
  /^\s*(?:[-+•·]\s+|\d{1,2}(?:[.．]\s+|[)）、]\s*)|[(（]\d{1,2}[)）]\s*|[①-⑳]\s*|[一二三四五六七八九十]、\s*)/u;

/** The number of an item; the sign behind it ends nothing. */
const NUMBER = /^\s*\d{1,2}$/;

/** At either end of a text: a person's prompt has no more, and what they paste stands between. */
const CLAUSES_MAX = 100;
const CLAUSE_LENGTH_MAX = 160;
/** How far around a wish is looked for what it is about. Characters. */
const AROUND = 160;

interface Part {
  readonly words: string;
  readonly start: number;
  readonly end: number;
  readonly sign: string;
  readonly isAsked: boolean;
  readonly isItem: boolean;
  readonly sentence: number;
}

/** The parts of a text's sentences. Each keeps its place in the text. */
export function clausesIn(text: string): Clause[] {
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
    const mark = MARK.exec(whole)?.[0].length ?? 0;
    const words = whole.slice(mark);
    if (LIFTED_LATER.test(words) || AHEAD_CUE.test(words)) own.add(sentence);
    if (own.has(sentence) || COMING_CUE.test(words)) coming.add(sentence);
    if (OF_A_CASE.test(withoutSpans(words))) ofCase = true;
    const isAsked = ofCase || (/[?？]/u.test(sign) && !REQUEST.test(words));
    if (isNear && words.length <= CLAUSE_LENGTH_MAX) {
      const isItem = mark > 0 || ITEM.test(text.slice(Math.max(0, start - 8), start));
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
  const isOnly = (part: Part) => parts.every((each) => each === part || isPolite(each.words));
  return parts.map((part, at) => {
    const { words, sentence, sign, isItem } = part;
    const beside = parts.filter((each, place) =>
      each !== part && each.sentence === sentence && !isPolite(each.words) && !(/[:：]/.test(sign) && place > at)
    );
    return {
      words,
      start: part.start,
      end: part.end,
      isAsked: part.isAsked,
      isComing: coming.has(sentence),
      isOwn: own.has(sentence),
      get isPersonal() {
        return PERSONAL.test(text.slice(Math.max(0, part.start - AROUND), part.end + AROUND));
      },
      isWhole: beside.length === 0 && (!isItem || isOnly(part)),
      opens: /[:：]/.test(sign),
      sentence: { start: bounds[sentence] ?? 0, end: bounds[sentence + 1] ?? text.length },
    };
  });
}
