/** Which verb a command line means. */
import { MemoryError } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { same } from "../sentence.ts";
import type { Command } from "./command.ts";
import { leadingOptions } from "./leading_options.ts";
import { parseWords } from "./parse.ts";
import { ALIASES, type Entry, TABLE } from "./table.ts";

/** Parses options that come without a verb. */
export const NO_VERB: Command = {
  name: "",
  summary: same(""),
  examples: [],
  args: {},
  operands: {},
  output: "text",
  run: () => ({ status: "ok", data: "", exitCode: 0 }),
};

/** The longest verb that the words begin with, after any global options; undefined when they name none. */
export function findVerb(words: readonly string[]): (Entry & { rest: string[] }) | undefined {
  const { before, after } = leadingOptions(words);
  const first = after[0];
  if (first === undefined || first === "help") return undefined;
  const expanded = [...(ALIASES[first] ?? first).split(" "), ...after.slice(1)];
  for (let count = Math.min(3, expanded.length); count > 0; count--) {
    const entry = TABLE.find(({ name }) => name === expanded.slice(0, count).join(" "));
    if (entry && count === 1) refuseMistypedVerb(entry.name, expanded[1]);
    if (entry) return { ...entry, rest: [...before, ...expanded.slice(count)] };
  }
  // `memory manage --help` asks for a group of verbs.
  const asksForHelp = after.some((word) => word === "--help" || word === "-h");
  if (asksForHelp && after[1]?.startsWith("-") && TABLE.some(({ name }) => name.startsWith(`${first} `))) {
    return undefined;
  }
  // Of an option that there is not, the value looks like a verb: the option is what is wrong.
  parseWords(NO_VERB, before);
  throw unknownVerb(expanded.filter((word) => !word.startsWith("-")));
}

/** `memory save fat` is no payload: what is nearly a verb below this one was meant for it. */
function refuseMistypedVerb(name: string, next: string | undefined): void {
  const below = TABLE.filter((entry) => entry.name.startsWith(`${name} `));
  if (next === undefined || below.length === 0 || !/^[a-z]+$/i.test(next)) return;
  if (nearest(next, below.map((entry) => entry.name.split(" ")[1] ?? "")) !== undefined) {
    throw unknownVerb([name, next]);
  }
}

/** The error for words that are no verb, with the nearest one. */
export function unknownVerb(words: readonly string[]): MemoryError {
  const group = TABLE.filter(({ name }) => name.startsWith(`${words[0]} `)).map(({ name }) => name);
  const said = group.length > 0 ? words.slice(0, 2).join(" ") : words[0] ?? "";
  // `memory undo` is `memory manage undo`: the person knows the verb, not its group.
  // Notes have verbs of the same names.
  const namesakes = group.length > 0 ? [] : TABLE.map(({ name }) => name).filter((name) => name.endsWith(` ${said}`));
  const grouped = namesakes.find((name) => name.startsWith("manage ")) ?? namesakes[0];
  const close = words[1] === undefined && group.length > 0
    ? undefined
    : grouped ?? nearest(said, group.length > 0 ? group : [...TABLE.map(({ name }) => name), ...Object.keys(ALIASES)]);
  const see = group.length > 0 && words[1] === undefined ? `memory help ${words[0]}` : "memory --help";
  const verbs = [...new Set(group.map((name) => name.split(" ")[1]))];
  const message = group.length > 0 && words[1] === undefined
    ? {
      en: `memory ${words[0]} needs to be told what: ${verbs.join(", ")}`,
      zh: `memory ${words[0]} 后面要写明做什么：${verbs.join("、")}`,
    }
    : { en: `There is no verb "${said}"`, zh: `没有“${said}”这个命令` };
  return new MemoryError(
    "INVALID_ARGUMENT",
    message,
    close
      ? { en: `Did you mean \`memory ${close}\`?`, zh: `是不是 \`memory ${close}\`？` }
      : { en: `See \`${see}\``, zh: `见 \`${see}\`` },
  );
}
