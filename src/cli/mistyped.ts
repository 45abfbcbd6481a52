/**
 * In: words that name no verb, or more than a verb takes. Out: the failure that says so, with what was probably meant.
 * `meant.txt` lists what else verbs are called: a verb before the colon, the words behind it.
 */
import { shellWord } from "../agents/command.ts";
import { MemoryError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";
import { nearest } from "../text/nearest.ts";
import MEANT from "./meant.txt" with { type: "text" };
import { shortName, TABLE } from "./table.ts";
import { didYouMean } from "./words.ts";

/** What asks help for every verb. */
export const ALL = "--all";

/** The verbs of a group, by their whole names. */
export function verbsBelow(name: string): string[] {
  return TABLE.filter((entry) => entry.name.startsWith(`${name} `)).map((entry) => entry.name);
}

/**
 * `memory save fat` is no payload: what is nearly a verb below this one was meant for it. Throws INVALID_ARGUMENT.
 */
export function refuseMistypedVerb(runtime: Runtime, name: string, next: string | undefined): void {
  if (next === undefined || !/^[a-z-]+$/i.test(next)) return;
  const below = verbsBelow(name).map((each) => each.slice(name.length + 1));
  if (nearest(next, below) !== undefined) throw unknownVerb(runtime, [...name.split(" "), next]);
}

/** The failure of words that name no verb. */
export function unknownVerb(runtime: Runtime, words: readonly string[]): MemoryError {
  const [first = ""] = words;
  const group = verbsBelow(first);
  if (group.length > 0 && words[1] === undefined) {
    const verbs = [...new Set(group.map((name) => name.split(" ")[1]))];
    return new MemoryError("INVALID_ARGUMENT", {
      en: `memory ${first} needs to be told what: ${verbs.join(", ")}`,
      zh: `memory ${first} 后面要写明做什么：${verbs.join("、")}`,
    }, { en: `See \`memory help ${first}\``, zh: `见 \`memory help ${first}\`` });
  }
  const ofConfig = first === "manage" && words[1] === "config" && words[2] !== undefined;
  const said = group.length > 0 ? words.slice(0, ofConfig ? 3 : 2).join(" ") : first;
  const close = group.length > 0 ? nearest(said, group) : verbMeant(said);
  return new MemoryError(
    "INVALID_ARGUMENT",
    { en: `There is no verb "${shown(said)}"`, zh: `没有“${shown(said)}”这个命令` },
    close === undefined ? noVerbHint(runtime, words) : didYouMean(`\`memory ${shown(close)}\``),
  );
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
    nearest(word, names.map((name) => shortName(name) ?? name));
}

function otherwise(word: string): string | undefined {
  const small = word.toLowerCase();
  const line = MEANT.split("\n").find((each) => each.split(": ")[1]?.split(" ").includes(small));
  return line?.split(": ")[0];
}

/** No verb at all: a sentence to be kept, or a question. */
function noVerbHint(runtime: Runtime, words: readonly string[]): Sentence {
  const said = words.join(" ");
  if (!/\s|[^\0-\x7f]/.test(said)) return { en: "See `memory --help`", zh: "见 `memory --help`" };
  const text = shellWord(runtime, said);
  return {
    en: `To keep it: \`memory remember ${text}\`; to look it up: \`memory search ${text}\``,
    zh: `要记住它：\`memory remember ${text}\`；要查找：\`memory search ${text}\``,
  };
}
