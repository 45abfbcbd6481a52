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
import { holdsOneOf } from "../rare_pattern.ts";
import type { MemoryType } from "../records/mod.ts";
import { ownWords } from "./own_words.ts";
import { FORMS_EN } from "./lasting_forms_en.ts";
import { FORMS_ZH } from "./lasting_forms_zh.ts";
import {
  ASKED,
  FOREIGN_AFTER,
  FOREIGN_SAYS,
  type Form,
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
  /[。！？!?；;]+|\.(?=\s|$)|[,，](?=\s*(?:另外|顺便|对了|不过|记住|(?:and )?(?:btw|also|by the way)\b|oh and\b|whatever you do\b))/gi;
const LIST_MARK = /^(?:[-*•]|\d{1,2}[.)、])\s+/;

/** A sentence, as typed and as it is compared: what stands between signs of quotation is blotted out. */
interface Sentence {
  readonly typed: string;
  readonly said: string;
}

/** In a longer text stands what was pasted: only what reads like its person's own words counts. Characters. */
const LONG_TEXT = 300;
/** Where nothing does, so much is a paste. Characters. */
const PASTE = 2_000;
/** A person has pressed Enter: of what has more sentences only the first ones are looked at. */
const SENTENCES_MAX = 24;

/** What a person states in a text, sentence by sentence. */
export function lastingIn(text: string): Lasting[] {
  const own = text.length < LONG_TEXT ? text : ownWords(text);
  if (own.length > PASTE) return [];
  const lines = firstOf(ownLines(own));
  const groups = groupsFor(lines.map((sentences) => sentences.map(({ said }) => said).join(", ")).join(", "));
  const lasting: Lasting[] = [];
  if (groups.length === 0) return lasting;
  for (const sentences of lines) {
    sentences.forEach(({ typed, said }, at) => {
      const memoryType = kindOf(said, sentences[at - 1]?.said ?? "", groups);
      if (memoryType !== undefined) lasting.push({ content: typed, memoryType });
    });
    // Below a line that announces a text stands that text.
    if (announcesText(sentences.at(-1)?.said ?? "")) break;
  }
  return lasting;
}

function firstOf(lines: readonly Sentence[][]): Sentence[][] {
  let left = SENTENCES_MAX;
  const first: Sentence[][] = [];
  for (const sentences of lines) {
    if (left === 0) break;
    first.push(sentences.slice(0, left));
    left -= Math.min(left, sentences.length);
  }
  return first;
}

/** Of the forms those whose words the whole text holds: most texts hold those of a handful. */
function groupsFor(text: string): LastingForms[] {
  const found: LastingForms[] = [];
  // In Chinese people write English, too; in English no Chinese.
  for (const group of HAN.test(text) ? [...FORMS_EN, ...FORMS_ZH] : FORMS_EN) {
    if (!holdsOneOf(text, group.hints)) continue;
    const forms = group.forms.filter((form) => mayMatch(text, form));
    if (forms.length > 0) found.push({ ...group, forms });
  }
  return found;
}

const HAN = /[\u4e00-\u9fff]/;

/** Lines without code, quotations and what logs and programs begin theirs with. */
function ownLines(text: string): Sentence[][] {
  const plainText = text.includes("```")
    ? text.replace(/```[\s\S]*?(?:```|$)/g, (code) => "\n".repeat(code.split("\n").length))
    : text;
  const blotted = (quoted: string) => quoted.charAt(0) + BLOT.repeat(quoted.length - 2) + quoted.at(-1);
  const said = mayQuote(plainText) ? plainText.replace(QUOTED, blotted) : plainText;
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

/** Its classes of Unicode are slow to compile, and most texts have an apostrophe at most. */
function mayQuote(text: string): boolean {
  return holdsOneOf(text, '“|「|『|《|"|`') || (text.includes("'") && /(?<![a-z0-9])'/i.test(text));
}

const FILE_ABOVE = /^\S+\.[a-z]{1,5}\s*[:：]$/i;

function announcesText(sentence: string): boolean {
  return FILE_ABOVE.test(sentence) ||
    (/[:：]$/.test(sentence) && isOneOf(sentence, FOREIGN_AFTER) && !isOneOf(sentence, LASTS));
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
function kindOf(sentence: string, before: string, groups: readonly LastingForms[]): MemoryType | undefined {
  if (sentence.length < SENTENCE_MIN || sentence.length > SENTENCE_MAX) return undefined;
  const stated = statedIn(sentence, groups);
  if ((stated === undefined && !CORRECTS.test(before)) || statesNothing(sentence)) return undefined;
  // "Wrong." and then what is right.
  return stated ?? kindOf(`${before}, ${sentence}`, "", groups);
}

function statedIn(sentence: string, groups: readonly LastingForms[]): MemoryType | undefined {
  const here = groups.filter(({ forms }) => forms.some((form) => mayMatch(sentence, form)));
  if (here.length === 0) return undefined;
  for (const clause of clausesOf(sentence)) {
    for (const group of here) {
      if (
        holdsOneOf(clause, group.hints) && beginsLikeOneOf(clause, group.forms) && !isForNow(group, sentence, clause)
      ) {
        return group.memoryType;
      }
    }
  }
  return undefined;
}

/** Whether a sentence asks, supposes or orders, or is somebody else's. */
function statesNothing(sentence: string): boolean {
  const colon = sentence.search(/[:：]/);
  const head = sentence.slice(0, colon);
  return (colon > 0 && isOneOf(head, FOREIGN_AFTER) && !isOneOf(head, LASTS)) ||
    isOneOf(sentence.replace(TAG, ""), NOT_STATED) || isOneOf(sentence, SUPPOSED) || isOneOf(sentence, FOREIGN_SAYS) ||
    isOneOf(clauseOf(sentence), ASKED) || (isOneOf(sentence, REPORT) && isOneOf(sentence, TASK));
}

/** What asks for assent only: "…, ok?" */
const TAG =
  /[,，]\s*(?:remember|ok(?:ay)?|got it|understood|all right|alright|deal|please|好吗|行吗|知道吗|记住了吗|明白吗|可以吗)[?？]\s*$/;

const CORRECTS =
  /^(?:h+m+,? )?(?:no|no no|nope|wrong|not true|incorrect|that's (?:wrong|not right|incorrect)|不对|错了|不是)[.!。！]*$/;

function isForNow({ strength, memoryType }: LastingForms, sentence: string, clause: string): boolean {
  const lasts = isOneOf(clause, LASTS);
  if (isOneOf(lasts ? clauseOf(clause) : sentence, ONE_OFF) || isOneOf(clauseOf(clause), ASKED)) return true;
  if (!lasts && isOneOf(memoryType === "W" ? sentence : clauseOf(clause), REPORT)) return true;
  return strength === "plain" && isOneOf(sentence, TASK);
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
  return [...new Set(clauses.flatMap((clause) => [clause, clause.replace(made(LEADING), "")]))].filter(Boolean);
}

function clauseOf(text: string): string {
  return text.split(/[,，;；]/, 1)[0] ?? "";
}

/** Patterns are compiled for the first text that may match. */
const compiled = new Map<string, RegExp>();

function made(source: string): RegExp {
  const known = compiled.get(source) ?? new RegExp(source);
  compiled.set(source, known);
  return known;
}

function mayMatch(text: string, [words, , also]: Form): boolean {
  return holdsOneOf(text, words) && (also === undefined || holdsOneOf(text, also));
}

function isOneOf(text: string, forms: readonly Form[]): boolean {
  return forms.some((form) => mayMatch(text, form) && made(form[1]).test(text));
}

function beginsLikeOneOf(clause: string, forms: readonly Form[]): boolean {
  return forms.some((form) => mayMatch(clause, form) && made(`^(?:${form[1]})`).test(clause));
}
