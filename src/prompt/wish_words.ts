/**
 * The parts of which the wish not to save is made, in both languages (wish_words.txt): a denial, a verb of keeping,
 * what is not to be kept, where, and until when. A part of a sentence is a wish only if it holds nothing else.
 *
 * Not done here: where in a prompt such a part may stand, and what else must speak for it (wish.ts).
 *
 * @module
 */
import { hasHan } from "../text/script.ts";
import { type Patterns, patternsIn, rarePattern } from "../text/patterns.ts";
import text from "./wish_words.txt" with { type: "text" };

/**
 * What is not to be kept. `talk`: the session; `coming`: what will be said; `all`: anything; `piece`: a part of what is
 * said; `this`: a bare pronoun; `named`: a thing as a program has them, too; `open`: whatever else, which memory's own
 * name alone makes a wish.
 */
export type Kind = "talk" | "coming" | "all" | "piece" | "this" | "named" | "open" | "none";
/** In the order in which they are looked for. */
export const KINDS: readonly Kind[] = ["talk", "coming", "all", "piece", "this", "named", "open"];

/**
 * One shape of a part of a sentence. The groups of its pattern: one of KINDS; `strong` for a verb that is said of
 * memory first of all, `mind` for one that is said of it alone, `log`; `place` for memory's own name.
 */
export interface WishForm {
  /** With the politeness around it. */
  readonly pattern: RegExp;
  /** `nothing`: whoever says this can only mean memory. `a sentence`: it must be all that a sentence says. */
  readonly needs: "nothing" | "a sentence" | undefined;
}

let read: Patterns | undefined;

function words(): Patterns {
  return read ??= patternsIn(text);
}

const forms = new Map<string, readonly WishForm[]>();

/** The shapes of a language, or of the end of a wish. */
function formsOf(list: "english" | "chinese" | "lifts"): readonly WishForm[] {
  const known = forms.get(list) ?? words().groups.flatMap(({ title, patterns }) => {
    const [name, needs] = title.split(": ");
    return name === list ? patterns.map((pattern) => wishForm(pattern, needs as WishForm["needs"])) : [];
  });
  forms.set(list, known);
  return known;
}

function wishForm(pattern: string, needs: WishForm["needs"]): WishForm {
  let compiled: RegExp | undefined;
  const { part, whole } = words();
  return {
    needs,
    get pattern() {
      return compiled ??= new RegExp(`^${part("BEFORE")}(?:${whole(pattern)})${part("AFTER")}$`, "iu");
    },
  };
}

/** The shapes of the wish that something be not kept, of those languages that a text holds. */
export function wishForms(text: string): readonly WishForm[] {
  const isChinese = hasHan(text);
  if (!isChinese) return formsOf("english");
  return /[a-z]{3}/i.test(text) ? [...formsOf("chinese"), ...formsOf("english")] : formsOf("chinese");
}

/** The shapes of its end. */
export function liftForms(): readonly WishForm[] {
  return formsOf("lifts");
}

/** Characters. */
const POLITE_MAX = 60;

let politeness: RegExp | undefined;
/** Whether words only join or soften what stands beside them. */
export function isPolite(said: string): boolean {
  const { part } = words();
  politeness ??= new RegExp(`^\\s*${part("BEFORE")}(?:${part("AFTER")})[\\s,.!?，。！？]*$`, "iu");
  return said.length < POLITE_MAX && politeness.test(`${said.trim()} `);
}

let spans: RegExp | undefined;
/** A text without the words that say from when and until when. */
export function withoutSpans(text: string): string {
  spans ??= new RegExp(`${words().part("UNTIL")}|${words().part("FROM")}|先(?=[不别停甭]|就别)`, "giu");
  return text.replace(spans, " ").replace(/\s+/g, " ").replace(/(?<=\p{sc=Han}) | (?=\p{sc=Han})/gu, "").trim();
}

const named = (...parts: readonly string[]) => new RegExp(parts.map((name) => words().part(name)).join("|"), "iu");

/** The person says that they will lift it, or that what they say next is meant. */
export const LIFTED_LATER = rarePattern(
  ["til", "next few", "next couple", "a bit", "while", "few ", "couple of", "前", "直到", "等我", "等通知"],
  () => named("UNTIL"),
);
const AHEAD_HINTS = ["going to", "about to", "接下", "下面", "下边", "后", "会"];
/** What is to come is meant. */
export const COMING_CUE = rarePattern(
  [...AHEAD_HINTS, "for now", "moment", "time being", "from ", "this", "开始", "起", "暂"],
  () => named("FROM", "AHEAD"),
);
/** The same, and so that nothing else can be meant. */
export const AHEAD_CUE = rarePattern([...AHEAD_HINTS, "next"], () => named("AHEAD"));
/** What is told in confidence, is of a person's life, or is good for one use. */
export const PERSONAL = rarePattern([""], () => named("PERSONAL"));
