/**
 * The parts of a wish not to save, in both languages (wish_words.txt): a denial, a verb of keeping, the thing that is
 * not to be kept, its place, and until when. A clause is a wish only if it holds nothing else.
 *
 * Not done here: where in a prompt such a clause may stand, and which other signs it needs (wish.ts).
 *
 * @module
 */
import { remembered } from "../remembered.ts";
import { hasHan } from "../text/script.ts";
import { type Patterns, patternsIn, rarePattern } from "../text/patterns.ts";
import text from "./wish_words.txt" with { type: "text" };

/**
 * The thing that is not to be kept, in the order in which they are looked for. `talk`: the session; `coming`: messages
 * to come; `all`: anything; `piece`: some of the messages; `this`: a bare pronoun; `named`: a thing that programs have,
 * too; `open`: any other thing, so that only memory's own name makes a wish.
 */
export const KINDS = ["talk", "coming", "all", "piece", "this", "named", "open"] as const;
export type Kind = typeof KINDS[number] | "none";

/**
 * A form of a clause. The groups of its pattern: one of KINDS; a verb that people mostly use of memory (`strong`), use
 * of memory alone (`mind`), or "log" (`log`); memory's own name (`place`).
 */
export interface WishForm {
  /** With the politeness around it. */
  readonly pattern: RegExp;
  /** `nothing`: it can only mean memory. `a sentence`: its sentence must hold nothing else. */
  readonly needs: "nothing" | "a sentence" | undefined;
}

let read: Patterns | undefined;

function words(): Patterns {
  return read ??= patternsIn(text);
}

/** The forms of a language, or of the end of a wish. */
const formsOf = remembered((list: "english" | "chinese" | "lifts"): readonly WishForm[] =>
  words().groups.flatMap(({ title, patterns }) => {
    const [name, needs] = title.split(": ");
    return name === list ? patterns.map((pattern) => wishForm(pattern, needs as WishForm["needs"])) : [];
  })
);

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

/** The forms of the wish that something be not kept, in the languages of a text. */
export function wishForms(text: string): readonly WishForm[] {
  const isChinese = hasHan(text);
  if (!isChinese) return formsOf("english");
  return /[a-z]{3}/i.test(text) ? [...formsOf("chinese"), ...formsOf("english")] : formsOf("chinese");
}

/** The forms of its end. */
export function liftForms(): readonly WishForm[] {
  return formsOf("lifts");
}

/** Characters. */
const POLITE_MAX = 60;

let politeness: RegExp | undefined;
/** Whether words are mere politeness, or join their neighbours. */
export function isPolite(said: string): boolean {
  const { part } = words();
  politeness ??= new RegExp(`^\\s*${part("BEFORE")}(?:${part("AFTER")})[\\s,.!?，。！？]*$`, "iu");
  return said.length < POLITE_MAX && politeness.test(`${said.trim()} `);
}

let spans: RegExp | undefined;
/** A text without "from now on", "until I say so" and the like. */
export function withoutSpans(text: string): string {
  spans ??= new RegExp(`${words().part("UNTIL")}|${words().part("FROM")}|先(?=[不别停甭]|就别)`, "giu");
  return text.replace(spans, " ").replace(/\s+/g, " ").replace(/(?<=\p{sc=Han}) | (?=\p{sc=Han})/gu, "").trim();
}

const named = (...parts: readonly string[]) => new RegExp(parts.map((name) => words().part(name)).join("|"), "iu");

/** The person announces the end of their wish, or means their next messages. */
export const LIFTED_LATER = rarePattern(
  ["til", "next few", "next couple", "a bit", "while", "few ", "couple of", "前", "直到", "等我", "等通知"],
  () => named("UNTIL"),
);
const AHEAD_HINTS = ["going to", "about to", "接下", "下面", "下边", "后", "会"];
/** Messages to come are meant. */
export const COMING_CUE = rarePattern(
  [...AHEAD_HINTS, "for now", "moment", "time being", "from ", "this", "开始", "起", "暂"],
  () => named("FROM", "AHEAD"),
);
/** Messages to come are meant, and nothing else. */
export const AHEAD_CUE = rarePattern([...AHEAD_HINTS, "next"], () => named("AHEAD"));
/** Something told in confidence, about a person's life, or good for one use. */
export const PERSONAL = rarePattern([""], () => named("PERSONAL"));
