/**
 * Reads the words of help from `verbs.txt`. Below `# verb` stand a summary, an explanation, the options and operands,
 * and examples behind `$`. English comes before ` | `, Chinese behind it; an explanation has a paragraph in each. An
 * option above the first verb is explained there for every verb that does not explain it.
 */
import { hasHan } from "../text/script.ts";
import { MemoryError } from "../errors.ts";
import { type Language, lowered, same, type Sentence } from "../sentence.ts";
import { nearest } from "../text/nearest.ts";
import type { Arg } from "./args.ts";
import MEANT from "./meant_options.txt" with { type: "text" };
import { didYouMean, said } from "./told.ts";
import text from "./verbs.txt" with { type: "text" };

const [SHARED = "", ...SECTIONS] = text.split(/^# /m);
const ARG = /^(--[a-z\d-]+|[A-Z]+) {2}(.+)$/;
const BETWEEN = " | ";

/** The words of a verb, by its whole or its short name; empty for an unknown name. */
export function wordsOf(verb: string) {
  const section = sectionOf(verb) ?? sectionOf(`manage ${verb}`) ?? "";
  const [head = "", ...blocks] = section.slice(section.indexOf("\n") + 1).trim().split("\n\n");
  const [en, zh] = blocks.filter((block) => !block.startsWith("$ ") && !ARG.test(block.split("\n")[0] ?? ""));
  return {
    summary: sentence(head),
    about: en === undefined || zh === undefined ? undefined : { en, zh },
    examples: section.split("\n").filter((line) => line.startsWith("$ ")).map((line) => line.slice(2)),
    /** Its own options and operands, by `--name` and `NAME`. */
    args: argsIn(section),
  };
}

function sectionOf(verb: string): string | undefined {
  return SECTIONS.find((each) => each.startsWith(`${verb}\n`));
}

/** Examples whose texts are in the reader's language. Examples without any text count for both languages. */
export function examplesIn(examples: readonly string[], language: Language): readonly string[] {
  // The first text is what the example is about: further ones may be calls, or questions in both languages.
  const isEnglish = (line: string) => {
    const [, first = ""] = /^[^'"]*['"]([^'"]*)/.exec(line) ?? [];
    return !hasHan(first) && /^[A-Za-z][\w-]*:? \w/.test(first) ||
      !hasHan(line) && /['"][A-Za-z][\w-]*:? [a-z]/.test(line);
  };
  const chosen = examples.filter((line) => language === "en" ? !hasHan(line) : !isEnglish(line));
  return chosen.length > 0 && (language === "en" || examples.some(hasHan)) ? chosen : examples;
}

/** Explains an option (`--name`) or operand (`NAME`) of a verb. */
export function aboutArg(verb: string, name: string): Sentence {
  return wordsOf(verb).args.get(name) ?? argsIn(SHARED).get(name) ?? same("");
}

/** Explains an option, with its default in brackets. */
export function optionAbout(verb: string, name: string, { fallback }: Pick<Arg<unknown>, "fallback">): Sentence {
  const { en, zh } = aboutArg(verb, name);
  return fallback === undefined ? { en, zh } : { en: `${en} [${fallback}]`, zh: `${zh} [${fallback}]` };
}

function argsIn(section: string): Map<string, Sentence> {
  return new Map(
    section.split("\n").flatMap((line): [string, Sentence][] => {
      const [, name, words] = ARG.exec(line) ?? [];
      return name !== undefined && words?.includes(BETWEEN) ? [[name, sentence(words)]] : [];
    }),
  );
}

function sentence(words: string): Sentence {
  const [en = "", zh = ""] = words.split(BETWEEN);
  return { en, zh };
}

/** The failure of a call without an argument that the verb needs; the message names the argument as `called`. */
export function missingArg(verb: string, name: string, called = name, hint?: Sentence): MemoryError {
  const { en, zh } = aboutArg(verb, name);
  const about = said("missing", { called, about: { en: lowered(en), zh } });
  return new MemoryError("INVALID_ARGUMENT", about, hint ?? forExample(verb, name));
}

/** The first example that has the option, else the first; undefined for a verb without any. */
function forExample(verb: string, name: string): Sentence | undefined {
  const { examples } = wordsOf(verb);
  const long = (line: string) =>
    verb.startsWith("manage ") ? line.replace(/^memory (?!manage )/, "memory manage ") : line;
  const first = (language: Language) => {
    const all = examplesIn(examples, language);
    return long(all.find((line) => line.includes(name)) ?? all[0] ?? "");
  };
  const [en, zh] = [first("en"), first("zh")];
  return en === "" ? undefined : { en: `For example: \`${en}\``, zh: `例如 \`${zh}\`` };
}

/** Of the known options the one that `meant_options.txt` gives this other name, behind its colon, or the nearest. */
export function optionMeant(name: string, known: readonly string[]): string | undefined {
  const lines = MEANT.trim().split("\n").map((line) => line.split(": "));
  const meant = lines.find(([option = "", names = ""]) =>
    known.includes(option.split(" ")[0] ?? "") && names.split(" ").includes(name.slice(2).toLowerCase())
  );
  return meant?.[0] ?? nearest(name, known);
}

/** A guess at the option that was meant by a word which the verb does not take; undefined where none is near. */
export function wordMeant(
  word: string,
  args: Readonly<Record<string, Arg<unknown>>>,
  optionName: (key: string) => string,
): Sentence | undefined {
  const known = Object.entries(args);
  const chosen = known.find(([, { choices }]) => choices.includes(word));
  if (chosen) return didYouMean(`${optionName(chosen[0])} ${word}`);
  const flags = known.filter(([, { takes }]) => takes !== "value").map(([key]) => optionName(key).slice(2));
  const flag = nearest(word, flags);
  if (flag !== undefined) return didYouMean(`--${flag}`);
  return Object.hasOwn(args, "keyword")
    ? didYouMean(/[\s'"]/.test(word) ? "--keyword WORD" : `--keyword ${word}`)
    : undefined;
}
