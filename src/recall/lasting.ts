/**
 * In: what a person wrote. Out: the sentences in which they state a rule, a preference, a decision or a correction that
 * holds from now on.
 * Not done here: how people put it (lasting_forms_en.ts, lasting_forms_zh.ts, lasting_signs.ts); whether it is known
 * already (known.ts); what is done about it (hooks/, capture/).
 *
 * Plain patterns, measured in docs/recall-measured.md. They know no meaning: what they miss, the agent is told to save
 * anyway; where they err, the agent judges.
 *
 * @module
 */
import { holdsAny } from "../rare_pattern.ts";
import type { MemoryType } from "../records/mod.ts";
import { ownWords } from "./own_words.ts";
import { FORMS_EN } from "./lasting_forms_en.ts";
import { FORMS_ZH } from "./lasting_forms_zh.ts";
import {
  ASKED,
  FOREIGN_AFTER,
  FOREIGN_SAYS,
  type LastingForms,
  LASTS,
  LEADING,
  NOT_STATED,
  ONE_OFF,
  REPORT,
  SUPPOSED,
  TASK,
} from "./lasting_signs.ts";

/** A sentence in which a person states what holds from now on. */
export interface Lasting {
  /** As typed. */
  readonly content: string;
  /** `W` for a decision, `O` for a rule, a preference, a correction. */
  readonly memoryType: MemoryType;
}

/** A shorter sentence states nothing; a longer one, a whole paragraph without a full stop, is a paste. Characters. */
const SENTENCE_MIN = 4;
const SENTENCE_MAX = 300;

// A full stop ends a sentence only before a space: not in "v1.2" or "config.json".
const SENTENCE_END =
  /[。！？!?；;]+|\.(?=\s|$)|[,，](?=\s*(?:另外|顺便|对了|不过|记住|(?:and )?(?:btw|also|by the way)\b|oh and\b|whatever you do\b))/giu;
const LIST_MARK = /^(?:[-*•]|\d{1,2}[.)、])\s+/u;

/** A sentence, as typed and as it is compared: what stands between signs of quotation is blotted out. */
interface Sentence {
  readonly typed: string;
  readonly said: string;
}

/** In a longer text stands what was pasted: only what reads like its person's own words counts. Characters. */
const LONG_TEXT = 300;
/** Where nothing does, so much is a paste. Characters. */
const PASTE = 2_000;

/** What a person states in a text, sentence by sentence. */
export function lastingIn(text: string): Lasting[] {
  const own = text.length < LONG_TEXT ? text : ownWords(text);
  if (own.length > PASTE) return [];
  const lasting: Lasting[] = [];
  for (const sentences of ownLines(own)) {
    sentences.forEach(({ typed, said }, at) => {
      const memoryType = kindOf(said, sentences[at - 1]?.said ?? "");
      if (memoryType !== undefined) lasting.push({ content: typed, memoryType });
    });
    // Below a line that announces a text stands that text.
    if (announcesText(sentences.at(-1)?.said ?? "")) break;
  }
  return lasting;
}

/** Lines without code, quotations and what logs and programs begin theirs with. */
function ownLines(text: string): Sentence[][] {
  const plainText = text.replace(/```[\s\S]*?(?:```|$)/g, (code) => "\n".repeat(code.split("\n").length));
  const said = plainText.replace(QUOTED, (quoted) => quoted.charAt(0) + BLOT.repeat(quoted.length - 2) + quoted.at(-1));
  const lines: Sentence[][] = [];
  let start = 0;
  for (const line of said.split("\n")) {
    const typed = plainText.slice(start, start + line.length);
    start += line.length + 1;
    if (!FOREIGN_LINE.test(typed)) lines.push(sentencesOf(typed, line));
  }
  return lines;
}

/** Quotations, comments, diffs, tables, tags, stamps of a time, levels of a log, code, calls of a stack. */
const FOREIGN_LINE =
  /^\s*(?:>|\/\/|\/\*|#|\||<\/?\w|[+-]{1,3}[^\s-]|@@|\$ |\d{2,4}[-/:.]\d|\[?(?:error|warn(?:ing)?|info|debug|fatal|trace|err!?|npm err!|fail)\b[^,.]{0,12}[\]:!]|at \S+\(|\w+(?:Error|Exception):|(?:错误|警告|异常|报错|提示)[:：]|【)|^(?: {4}|\t)\S|[{};]\s*$|\S {3,}\S.* {3,}\S|=>\s*[{(]?\s*$/i;

/** Between signs of quotation stands somebody else's word, or a name. */
const QUOTED =
  /“[^”]*”|「[^」]*」|『[^』]*』|《[^》]*》|"[^"]*"|`[^`\n]*`|(?<![\p{L}\p{N}])'[^'\n]*'(?![\p{L}\p{N}])/gu;
const BLOT = "█";

const FILE_ABOVE = /^\S+\.[a-z]{1,5}\s*[:：]$/i;

function announcesText(sentence: string): boolean {
  return FILE_ABOVE.test(sentence) ||
    (/[:：]$/.test(sentence) && oneOf(FOREIGN_AFTER).test(sentence) && !oneOf(LASTS).test(sentence));
}

/** A line ends a sentence, too: what people write below each other often has no full stops. */
function sentencesOf(typed: string, said: string): Sentence[] {
  const ends = [...said.matchAll(SENTENCE_END)].map((end) => end.index + end[0].length);
  return [0, ...ends].map((start, at) => ({
    typed: typed.slice(start, ends[at]).trim().replace(LIST_MARK, "").replace(/[,，]$/, ""),
    said: plain(said.slice(start, ends[at])),
  })).filter((sentence) => sentence.typed !== "");
}

/** What kind of thing a sentence states; undefined where it states nothing that lasts. */
function kindOf(sentence: string, before: string): MemoryType | undefined {
  if (sentence.length < SENTENCE_MIN || sentence.length > SENTENCE_MAX) return undefined;
  const colon = sentence.search(/[:：]/);
  const head = sentence.slice(0, colon);
  if (colon > 0 && oneOf(FOREIGN_AFTER).test(head) && !oneOf(LASTS).test(head)) return undefined;
  if (oneOf(NOT_STATED).test(sentence.replace(TAG, ""))) return undefined;
  if (oneOf(SUPPOSED).test(sentence) || oneOf(FOREIGN_SAYS).test(sentence) || oneOf(ASKED).test(clauseOf(sentence))) {
    return undefined;
  }
  if (oneOf(REPORT).test(sentence) && oneOf(TASK).test(sentence)) return undefined;
  for (const clause of clausesOf(sentence)) {
    for (const forms of HAN.test(clause) ? FORMS : FORMS_EN) {
      if (!holdsAny(clause, forms.hints.split("|")) || !patternOf(forms).test(clause)) continue;
      if (!isForNow(forms, sentence, clause)) return forms.memoryType;
    }
  }
  // "Wrong." and then what is right.
  return CORRECTS.test(before) ? kindOf(`${before}, ${sentence}`, "") : undefined;
}

/** In Chinese people write English, too; in English no Chinese. */
const HAN = /[\u4e00-\u9fff]/;
const FORMS = [...FORMS_EN, ...FORMS_ZH];

/** What asks for assent only: "…, ok?" */
const TAG =
  /[,，]\s*(?:remember|ok(?:ay)?|got it|understood|all right|alright|deal|please|好吗|行吗|知道吗|记住了吗|明白吗|可以吗)[?？]\s*$/;

const CORRECTS =
  /^(?:h+m+,? )?(?:no|no no|nope|wrong|not true|incorrect|that's (?:wrong|not right|incorrect)|不对|错了|不是)[.!。！]*$/;

function isForNow({ strength, memoryType }: LastingForms, sentence: string, clause: string): boolean {
  const lasts = oneOf(LASTS).test(clause);
  if (oneOf(ONE_OFF).test(lasts ? clauseOf(clause) : sentence) || oneOf(ASKED).test(clauseOf(clause))) return true;
  if (!lasts && oneOf(REPORT).test(memoryType === "W" ? sentence : clauseOf(clause))) return true;
  return strength === "plain" && oneOf(TASK).test(sentence);
}

/** One spelling for what is typed in several, and one name for whatever is quoted. */
function plain(text: string): string {
  return text.replace(/[’‘]/g, "'").trim().replace(LIST_MARK, "").replace(
    /["“”「」『』《》`']█*["“”「」『』《》`']/g,
    "x",
  )
    .toLowerCase().replace(/\s+/g, " ")
    .replace(/(?<=[\u4e00-\u9fff，。：；]) | (?=[\u4e00-\u9fff])/g, "").replace(/[.。!！~\s]+$/u, "").trim();
}

/** More of them has only what was pasted. */
const CLAUSES_MAX = 8;

/** A sentence from the beginning of each of its clauses on, without the words before it that say nothing. */
function clausesOf(sentence: string): string[] {
  const starts = [
    0,
    ...[...sentence.matchAll(/[,，:：、—]\s*|\s[-–]\s|\b(?:and|but|so|because|then)\s/g)].map((end) =>
      end.index + end[0].length
    ),
  ];
  const clauses = starts.slice(0, CLAUSES_MAX).map((start) => sentence.slice(start));
  return [...new Set(clauses.flatMap((clause) => [clause, clause.replace(leading(), "")]))].filter(Boolean);
}

function clauseOf(text: string): string {
  return text.split(/[,，;；]/, 1)[0] ?? "";
}

/** Patterns are compiled for the first clause that may match. */
const compiled = new Map<unknown, RegExp>();

function made(key: unknown, source: () => string): RegExp {
  const known = compiled.get(key) ?? new RegExp(source(), "u");
  compiled.set(key, known);
  return known;
}

function oneOf(parts: readonly string[]): RegExp {
  return made(parts, () => parts.join("|"));
}

function patternOf(forms: LastingForms): RegExp {
  return made(forms, () => `^(?:${forms.forms.join("|")})`);
}

function leading(): RegExp {
  return made(LEADING, () => LEADING);
}
