/**
 * In: words that name no verb, or more than a verb takes. Out: the failure that says so, with what was probably meant.
 * `meant.txt` lists what else verbs are called: a verb before the colon, the words behind it; TEXT stands for what
 * somebody typed behind those.
 */
import { shellWord } from "../agents/command.ts";
import { MemoryError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";
import { nearest } from "../text/nearest.ts";
import MEANT from "./meant.txt" with { type: "text" };
import { shortName, TABLE } from "./table.ts";
import { didYouMean } from "./words.ts";
import { failure, said } from "./told.ts";
import { named } from "../wording.ts";

/** What asks help for every verb. */
export const ALL = "--all";

/** The verbs of a group, by their whole names. */
export function verbsBelow(name: string): string[] {
  return TABLE.filter((entry) => entry.name.startsWith(`${name} `)).map((entry) => entry.name);
}

/**
 * `memory save fat` is no payload: what is nearly a verb below this one was meant for it. Throws INVALID_ARGUMENT.
 */
export function refuseMistypedVerb(runtime: Runtime, name: string, rest: readonly string[]): void {
  const [next] = rest;
  if (next === undefined || !/^[a-z\p{sc=Han}-]+$/iu.test(next)) return;
  const words = [...name.split(" "), ...rest];
  if (verbsBelow(name).length > 0 && withText(runtime, words)) throw unknownVerb(runtime, words);
  const below = verbsBelow(name).map((each) => each.slice(name.length + 1));
  if (nearest(next, below) !== undefined) throw unknownVerb(runtime, [...name.split(" "), next]);
}

/** The failure of words that name no verb. */
export function unknownVerb(runtime: Runtime, words: readonly string[]): MemoryError {
  const [first = ""] = words;
  const group = verbsBelow(first);
  if (group.length > 0 && words[1] === undefined) {
    const verbs = [...new Set(group.map((name) => name.split(" ")[1] ?? ""))];
    return failure("needs_verb", { first, verbs: named(verbs) });
  }
  const ofConfig = first === "manage" && words[1] === "config" && words[2] !== undefined;
  const said = group.length > 0 ? words.slice(0, ofConfig ? 3 : 2).join(" ") : first;
  const mistyped = group.length > 0 ? nearest(said, group) : undefined;
  const kept = withText(runtime, words);
  if (kept && (mistyped === undefined || kept.said === said)) {
    return failure("no_verb_but_text", { said: kept.said, command: kept.command });
  }
  const close = group.length > 0 ? mistyped : verbMeant(said);
  return new MemoryError(
    "INVALID_ARGUMENT",
    { en: `There is no verb "${shown(said)}"`, zh: `没有“${shown(said)}”这个命令` },
    close === undefined
      ? noVerbHint(runtime, words)
      : didYouMean(`\`memory ${shown(close)}${behind(runtime, close, words)}\``),
  );
}

/** Verbs that take whatever text stands behind them. */
const WITH_TEXT = ["remember", "search"];

/** What was typed behind a word that stands for one of these: the whole command can be copied. */
function behind(runtime: Runtime, verb: string, words: readonly string[]): string {
  const text = words.slice(1).join(" ");
  return text !== "" && WITH_TEXT.includes(verb) ? ` ${shellWord(runtime, text)}` : "";
}

/** By its short name, if it has one. */
function shown(name: string): string {
  return /^manage config /.test(name) ? shortName(name) ?? name : name;
}

/** What somebody calls otherwise, knows by its last word alone, or has mistyped. */
function verbMeant(word: string): string | undefined {
  const names = TABLE.map(({ name }) => name);
  // `memory download` is `memory model download`; notes have verbs of the same names as records.
  const namesakes = names.filter((name) => name.endsWith(` ${word}`));
  return otherwise(word) ?? namesakes.find((name) => name.startsWith("manage ")) ?? namesakes[0] ??
    nearest(word, names.filter((name) => name !== "hook").map((name) => shortName(name) ?? name));
}

function otherwise(word: string): string | undefined {
  return verbFor(word, (verb) => !verb.includes(TEXT));
}

/** The command that keeps the text behind words like `save todo`; undefined where they are not known. */
function withText(runtime: Runtime, words: readonly string[]): { said: string; command: string } | undefined {
  for (const count of [2, 1]) {
    const [said, text] = [words.slice(0, count), words.slice(count).join(" ")];
    const verb = said.length === count ? verbFor(said.join("-"), (each) => each.includes(TEXT)) : undefined;
    // `todo` alone asks for the list.
    if (verb === undefined || (text === "" && count === 1)) continue;
    const command = verb.replace(TEXT, () => shellWord(runtime, text || TEXT));
    return { said: said.join(" "), command };
  }
  return undefined;
}

const TEXT = "TEXT";

/** The verb, or whole command, of the first line of `meant.txt` that has the word. */
function verbFor(word: string, isMeant: (verb: string) => boolean): string | undefined {
  const small = word.toLowerCase();
  return MEANT.split("\n").map((line) => line.split(": ")).find(([verb = "", words]) =>
    isMeant(verb) && words?.split(" ").includes(small)
  )?.[0];
}

/** No verb at all: a sentence to be kept, or a question. */
function noVerbHint(runtime: Runtime, words: readonly string[]): Sentence {
  const typed = words.join(" ");
  if (!/\s|[^\0-\x7f]/.test(typed)) return { en: "See `memory --help`", zh: "见 `memory --help`" };
  const text = shellWord(runtime, typed);
  return said("keep_or_look_up", { text });
}
