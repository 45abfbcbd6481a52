/**
 * In: words that name no verb, or more than a verb takes. Out: the failure that says so, with a guess at the verb.
 * `meant.txt` lists other names of verbs: a verb before the colon, its names behind it. TEXT stands for the words that
 * somebody typed behind such a name.
 */
import { shellWord } from "../agents/command.ts";
import type { MemoryError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";
import { nearest } from "../text/nearest.ts";
import MEANT from "./meant.txt" with { type: "text" };
import { seeHelp } from "./command.ts";
import { shortName, TABLE } from "./table.ts";
import { didYouMean, failure, said } from "./told.ts";
import { named } from "../wording.ts";

export const ALL = "--all";

/** The verbs of a group, by their whole names. */
export function verbsBelow(group: string): string[] {
  return TABLE.flatMap(({ name }) => name.startsWith(`${group} `) ? [name] : []);
}

/** Throws INVALID_ARGUMENT for `memory save fat`: a word that is nearly a verb below `save` is no payload. */
export function refuseMistypedVerb(runtime: Runtime, name: string, rest: readonly string[]): void {
  const [next] = rest;
  const below = verbsBelow(name);
  if (below.length === 0 || next === undefined || !/^[a-z\p{sc=Han}-]+$/iu.test(next)) return;
  const called = name.split(" ");
  if (withText(runtime, [...called, ...rest])) throw unknownVerb(runtime, [...called, ...rest]);
  if (verbInGroup(`${name} ${next}`, below) !== undefined) throw unknownVerb(runtime, [...called, next]);
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
  const typed = group.length > 0 ? words.slice(0, ofConfig ? 3 : 2).join(" ") : first;
  const ofRecord = namesOneRecord(words);
  const mistyped = group.length > 0 ? verbInGroup(typed, group, ofRecord || words.length === 2) : undefined;
  const kept = ofRecord ? undefined : withText(runtime, words);
  if (kept && (mistyped === undefined || kept.said === typed)) {
    return failure("no_verb_but_text", kept);
  }
  const close = group.length > 0 ? mistyped : verbMeant(typed);
  const guess = close && `\`memory ${shown(close)}${textBehind(runtime, close, words)}\``;
  // Said of a program; with more words of a record.
  if (words.length === 1 && /^(?:self-?)?(?:update|upgrade)$|^(?:更新|升级)$/i.test(first)) {
    return failure("no_update", { verb: first });
  }
  const otherwise = group.length > 0 ? seeHelp(first) : noVerbHint(runtime, words);
  return failure("no_verb", { verb: shown(typed), hint: didYouMean(guess) ?? otherwise });
}

/** Whether the words are a name of a verb and an id: `note retire MEM-001` is no text to keep. */
function namesOneRecord(words: readonly string[]): boolean {
  return words.length > 1 && words.length < 4 && /^(?:MEM|prop|todo|log|sum|fact)-\S+$/i.test(words.at(-1) ?? "");
}

/** The verb that a word behind a group's name means. `byName`: `note rm` counts, but not “note change the port”. */
function verbInGroup(typed: string, group: readonly string[], byName = false): string | undefined {
  const start = typed.slice(0, typed.lastIndexOf(" ") + 1);
  const word = typed.slice(start.length);
  const below = group.flatMap((name) => name.startsWith(start) ? [name.slice(start.length)] : []);
  const found = nearest(word, below);
  const other = verbFor(shown(typed).replace(" ", "-"), (verb) => !verb.includes(TEXT));
  const namesake = byName ? verbFor(word, (verb) => below.includes(verb)) : undefined;
  if (namesake !== undefined) return start + namesake;
  return other ?? (found === undefined ? TABLE.find(({ name }) => name === word)?.name : start + found);
}

/** The text behind a verb that takes any, so that the guess can be copied whole. */
function textBehind(runtime: Runtime, verb: string, words: readonly string[]): string {
  const text = words.slice(1).join(" ");
  return text !== "" && ["remember", "search"].includes(verb) ? ` ${shellWord(runtime, text)}` : "";
}

/** A verb of `config` by its short name. */
function shown(name: string): string {
  return name.startsWith("manage config ") ? shortName(name) ?? name : name;
}

/** The verb that has this other name, ends with this word, or is nearest to it. */
function verbMeant(word: string): string | undefined {
  const names = TABLE.map(({ name }) => name);
  // `memory download` is `memory model download`; where notes and records have verbs of one name, records go first.
  const namesakes = names.filter((name) => name.endsWith(` ${word}`));
  return verbFor(word, (verb) => !verb.includes(TEXT)) ??
    namesakes.find((name) => name.startsWith("manage ")) ?? namesakes[0] ??
    nearest(word, names.filter((name) => name !== "hook").map((name) => shortName(name) ?? name)) ??
    verbFor(nearest(word, otherNames()) ?? "", (verb) => !verb.includes(TEXT));
}

/** A shorter name is near to any word. */
const SLIP_LETTERS = 5;

/** The other names of verbs that a slip may mean. */
function otherNames(): string[] {
  return meantLines().filter(([verb]) => !verb.includes(TEXT)).flatMap(([, words]) => words)
    .filter((word) => word.length >= SLIP_LETTERS);
}

/** The command that saves the text behind words like `save todo`; undefined for unknown words. */
function withText(runtime: Runtime, words: readonly string[]): { said: string; command: string } | undefined {
  for (const count of [2, 1]) {
    const [typed, text] = [words.slice(0, count), words.slice(count).join(" ")];
    const verb = typed.length === count ? verbFor(typed.join("-"), (each) => each.includes(TEXT)) : undefined;
    // `todo` alone asks for the list.
    if (verb === undefined || (text === "" && count === 1)) continue;
    const command = verb.replace(TEXT, () => shellWord(runtime, text || TEXT));
    return { said: typed.join(" "), command };
  }
  return undefined;
}

const TEXT = "TEXT";

/** The verb, or whole command, of the first line of `meant.txt` that has the word. */
function verbFor(word: string, isMeant: (verb: string) => boolean): string | undefined {
  const small = word.toLowerCase();
  return meantLines().find(([verb, words]) => isMeant(verb) && words.includes(small))?.[0];
}

/** Each line of `meant.txt`: a verb, or whole command, and its other names. */
function meantLines(): [verb: string, words: string[]][] {
  return MEANT.trim().split("\n").map((line) => {
    const [verb = "", words = ""] = line.split(": ");
    return [verb, words.split(" ")];
  });
}

function noVerbHint(runtime: Runtime, words: readonly string[]): Sentence {
  const typed = words.join(" ");
  if (namesOneRecord(words) || !/\s|[^\0-\x7f]/.test(typed)) {
    return { en: "See `memory --help`", zh: "见 `memory --help`" };
  }
  return said("keep_or_look_up", { text: shellWord(runtime, typed) });
}
