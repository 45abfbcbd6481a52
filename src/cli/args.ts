/** The kinds of options and operands: each makes a value of a word of the command line, or refuses it. */
import { fail } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import { nearest } from "../text/nearest.ts";
import { isDay } from "../records/days.ts";
import { MEMORY_TYPES, type MemoryType } from "../records/mod.ts";
import { same, type Sentence } from "../sentence.ts";
import { named } from "../wording.ts";
import { kindOf } from "./lines.ts";
import { didYouMean, failure, said } from "./told.ts";

/** How a word becomes a value. `T` is what the command gets. */
export interface Arg<T> {
  /** `flag` takes no word, `value` takes one, `maybe` takes one if it is there (`--confirm [TOKEN]`). */
  readonly takes: "flag" | "value" | "maybe";
  /** The name of the value in help: `N`, `DIR`, `W|B|O|S`. */
  readonly placeholder: string;
  readonly fallback?: string;
  /** May be given more than once; the command gets a list. */
  readonly repeated: boolean;
  readonly required: boolean;
  /** The key of an option by whose name this one is known too, where the verb has no such option. */
  readonly alias?: string;
  /** The only values allowed, for completion and for "did you mean". */
  readonly choices: readonly string[];
  /** What else JSON Schema says of its values. */
  readonly limits?: JsonObject;
  /** The value of the words given, in order; none when the option is absent. Throws INVALID_ARGUMENT. */
  readonly read: (words: readonly string[], name: string) => T;
}

export type ValuesOf<A> = { readonly [K in keyof A]: A[K] extends Arg<infer T> ? T : never };

function single<T>(
  placeholder: string,
  convert: (word: string, name: string) => T,
  choices: readonly string[] = [],
): Arg<T | undefined> {
  const read = (words: readonly string[], name: string) => {
    const word = only(words, name);
    return word === undefined ? undefined : convert(word, name);
  };
  return { takes: "value", placeholder, repeated: false, required: false, choices, read };
}

/** An option that may be given several times. */
function several<T>(placeholder: string, read: Arg<T>["read"]): Arg<T> {
  return { ...single(placeholder, String), repeated: true, read };
}

/** An empty value is told from an absent option: `--entities ""` gives an empty list, no option undefined. */
export function ifGiven<T>(arg: Arg<T>): Arg<T | undefined> {
  return { ...arg, read: (words, name) => words.length === 0 ? undefined : arg.read(words, name) };
}

/** The one word given, if any. Two are refused, because nobody can tell which of them is meant. */
function only(words: readonly string[], name: string): string | undefined {
  if (words.length <= 1) return words[0];
  const found = {
    en: words.map((word) => `"${word}"`).join(" and "),
    zh: words.map((word) => `“${word}”`).join("和"),
  };
  throw failure("takes_one_value", { name, found });
}

export const flag: Arg<boolean> = { ...single("", String), takes: "flag", read: (words) => words.length > 0 };

/** Any text. */
export function text(placeholder = "TEXT"): Arg<string | undefined> {
  return single(placeholder, String);
}

/** The name of something, or a path. An empty one is refused: an unset variable in a script makes it. */
export function nameOf(placeholder: string): Arg<string | undefined> {
  return single(placeholder, (word, option) => {
    if (word.trim() !== "") return word;
    throw failure("empty_name", { option, placeholder });
  });
}

export const name = nameOf("ID");

/** A whole number in a range, both ends included. */
export function integer(min: number, max: number, placeholder = "N"): Arg<number | undefined> {
  const one = single(placeholder, (word, name) => {
    const value = Number(word);
    if (/^-?\d+$/.test(word) && value >= min && value <= max) return value;
    refuse(name, word, { en: `a whole number ${min}–${max}`, zh: `${min}–${max} 的整数` });
  });
  return { ...one, limits: { minimum: min, maximum: max } };
}

export const fraction: Arg<number | undefined> = single("X", (word, name) => {
  const value = Number(word);
  if (word.trim() !== "" && value >= 0 && value <= 1) return value;
  refuse(name, word, { en: "a number 0–1", zh: "0–1 的数" });
});

/** One of a few words; `called` is what a person may say instead. */
export function choice<const T extends string>(choices: readonly T[], called?: Called): Arg<T | undefined> {
  return single(choices.join("|"), (word, name) => pick(word, name, choices, called), choices);
}

type Called = (value: string) => Sentence;

/** The kind of a fact, which is `type` where it is saved and `memoryType` in JSON and beside the type of a record. */
export const factKind: Arg<MemoryType | undefined> = { ...choice(MEMORY_TYPES, kindOf), alias: "memoryType" };

/** A day, or words for one, which `spanOfDays` reads, since they need the clock. */
export const day: Arg<string | undefined> = {
  ...single("YYYY-MM-DD", (word, name) => {
    if (isDay(word) || !/^\d{4}-\d\d?-\d/.test(word)) return word;
    refuseDay(name, word);
  }),
  // Gemini's interface refuses every request whose tools have the format `date`.
  limits: { pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
};

/** Throws INVALID_ARGUMENT for a word that names no day. */
export function refuseDay(name: string, word: string): never {
  const hint = didYouMean(nearest(word, ["yesterday", "today"])) ?? said("days");
  refuse(name, word, { en: "a day as 2026-02-18 or yesterday", zh: "2026-02-18、昨天这样的日期" }, hint);
}

/** `a,b`, or the option several times; blank items are dropped. */
export function list(placeholder = "A,B"): Arg<readonly string[]> {
  return several(placeholder, itemsOf);
}

/** Tags: a list whose items may also be written as in a text, `#a #b`. The sign is no part of a tag, except in C#. */
export const tags: Arg<readonly string[]> = several(
  "T",
  (words) =>
    itemsOf(words).flatMap((item) => item.split(/(?:^|\s+)#/)).map((tag) => tag.replace(/^#+/, "").trim())
      .filter((tag) => tag !== ""),
);

function itemsOf(words: readonly string[]): string[] {
  // Every sign that separates items, on a Chinese or an English keyboard.
  return words.flatMap((word) => word.split(/[,，、;；]/)).map((item) => item.trim()).filter((item) => item !== "");
}

/** `a,b`, or the option several times, none of them empty (see `name`). */
export const names: Arg<readonly string[]> = several("ID", (words, option) => {
  for (const word of words) name.read([word], option);
  return itemsOf(words);
});

/** The same list, which holds something where it is given: one that an unset variable leaves empty filters nothing. */
export function filled<T>(arg: Arg<readonly T[]>): Arg<readonly T[]> {
  const read = (words: readonly string[], option: string) => {
    const items = arg.read(words, option);
    if (words.length > 0 && items.length === 0) throw failure("empty_list", { option });
    return items;
  };
  return { ...arg, read };
}

/** A list of a few allowed words. */
export function choices<const T extends string>(allowed: readonly T[], called?: Called): Arg<readonly T[]> {
  const read = (words: readonly string[], name: string) =>
    itemsOf(words).map((word) => pick(word, name, allowed, called));
  return { ...several(allowed.join("|"), read), choices: allowed };
}

export const factKinds: Arg<readonly MemoryType[]> = choices(MEMORY_TYPES, kindOf);

/** An option that may be given several times, `most` times at most. Each value is a whole text, commas included. */
export function severalTexts(placeholder = "TEXT", most?: number): Arg<readonly string[]> {
  return { ...several(placeholder, (words) => words), ...most === undefined ? {} : { limits: { maxItems: most } } };
}

/** Several texts, where an empty value is told from an absent option. Blank texts are dropped. */
export const textsIfGiven: Arg<readonly string[] | undefined> = ifGiven(
  several("TEXT", (words) => words.filter((word) => word.trim() !== "")),
);

/** `--confirm` alone gives true, `--confirm TOKEN` the token, absent false. */
export const confirmation: Arg<boolean | string> = {
  ...single("TOKEN", String),
  takes: "maybe",
  read: (words, name) => only(words.filter((word) => word !== ""), name) ?? words.length > 0,
};

/** The same argument, made mandatory: `parseWords` refuses a call without it. */
export function required<T>(arg: Arg<T>): Arg<NonNullable<T>> {
  return { ...arg, required: true, read: (words, name) => arg.read(words, name) as NonNullable<T> };
}

/** The same argument with a default. */
export function withDefault<T, D extends T>(arg: Arg<T | undefined>, fallback: D): Arg<T | D> {
  return { ...arg, fallback: String(fallback), read: (words, name) => arg.read(words, name) ?? fallback };
}

function pick<T extends string>(word: string, name: string, allowed: readonly T[], called: Called | undefined): T {
  const isMeant = ({ en, zh }: Sentence) => [en, zh].includes(word.toLowerCase());
  const found = allowed.find((known) => known === word || called && isMeant(called(known)));
  if (found !== undefined) return found;
  const all = named(allowed.map((each) => {
    const { en, zh } = called?.(each) ?? same(each);
    return { en: each === en ? each : `${each} (${en})`, zh: each === zh ? each : `${each}（${zh}）` };
  }));
  const wanted = allowed.length === 1
    ? { en: `${allowed[0]}, if it is said`, zh: `${allowed[0]}，或不写` }
    : { en: `one of ${all.en}`, zh: all.zh };
  refuse(name, word, wanted, didYouMean(nearest(word, allowed)));
}

function refuse(name: string, word: string, wanted: Sentence, hint?: Sentence): never {
  fail("INVALID_ARGUMENT", said("must_be", { name, wanted, word }), hint);
}
