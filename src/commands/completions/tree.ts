/** What a shell needs to know to complete verbs: made from their declarations, so that it can't fall behind. */
import { type Command, GLOBAL_ARGS, optionName } from "../../cli/command.ts";
import type { Arg } from "../../cli/args.ts";
import type { Language, Sentence } from "../../sentence.ts";

/** An option of a verb. */
export interface Option {
  /** `--max-results` */
  readonly name: string;
  readonly about: string;
  readonly takes: Arg<unknown>["takes"];
  readonly choices: readonly string[];
  /** Its value is a path of this machine. */
  readonly isPath: boolean;
}

/** A verb, or the word that others follow. */
export interface Verb {
  /** The words that call it, `save fact`; empty for `memory` itself. */
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Option[];
  /** Words that may follow: the verbs below it and the choices of its first operand. */
  readonly words: readonly Word[];
}

/** A word that may come next, and what it means. */
export interface Word {
  readonly word: string;
  readonly about: string;
}

/** Placeholders whose value is a path. */
const PATHS = ["DIR", "FILE", "FOLDER", "PATH"];

/** All verbs, groups and other names included, told in one language; `memory` itself comes first. */
export function verbTree(
  commands: readonly Command[],
  aliases: Readonly<Record<string, string>>,
  language: Language,
): readonly Verb[] {
  const all = [...commands, ...Object.entries(aliases).flatMap(([short, long]) => renamed(commands, short, long))];
  const groups = new Set(all.flatMap(({ name }) => prefixes(name)).filter((name) => !all.some((c) => c.name === name)));
  const verbs = [
    ...all.map((command) => describe(command, language)),
    ...[...groups].map((name) => group(name, language)),
  ];
  const below = (name: string): Word[] =>
    verbs.filter((verb) => verb.name !== "" && parentOf(verb.name) === name)
      .map((verb) => ({ word: lastWord(verb.name), about: verb.summary }));
  return verbs.map((verb) => ({ ...verb, words: [...below(verb.name), ...verb.words] }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

/** `doctor` for `manage doctor`, `config set` for `manage config set`. */
function renamed(commands: readonly Command[], short: string, long: string): Command[] {
  return commands.filter(({ name }) => name === long || name.startsWith(`${long} `))
    .map((command) => ({ ...command, name: short + command.name.slice(long.length) }));
}

function describe({ name, summary, args, operands }: Command, language: Language): Verb {
  const first = Object.values(operands)[0];
  const options = [...Object.entries(args), ...Object.entries(GLOBAL_ARGS as Record<string, Arg<unknown>>)];
  return {
    name,
    summary: summary[language],
    options: options.map(([key, arg]) => ({
      name: optionName(key),
      about: arg.about[language],
      takes: arg.takes,
      choices: arg.choices,
      isPath: PATHS.includes(arg.placeholder),
    })),
    words: first?.choices.map((word) => ({ word, about: first.about[language] })) ?? [],
  };
}

const OF_GROUP: Sentence = { en: "Verbs of memory", zh: "一组命令：memory" };
const VERSION: Sentence = { en: "Print the version", zh: "输出版本号" };
const HELP: Sentence = { en: "Tell more about a verb", zh: "详细说明某个命令" };

function group(name: string, language: Language): Verb {
  const options = ["--help", ...name === "" ? ["--version"] : []];
  return {
    name,
    summary: `${OF_GROUP[language]} ${name}`,
    options: options.map((option) => ({
      name: option,
      about: (option === "--help" ? GLOBAL_ARGS.help.about : VERSION)[language],
      takes: "flag",
      choices: [],
      isPath: false,
    })),
    words: name === "" ? [{ word: "help", about: HELP[language] }] : [],
  };
}

/** `a b c` → ``, `a`, `a b`. */
function prefixes(name: string): string[] {
  const words = name.split(" ");
  return words.map((_, count) => words.slice(0, count).join(" "));
}

function parentOf(name: string): string {
  return name.split(" ").slice(0, -1).join(" ");
}

function lastWord(name: string): string {
  return name.split(" ").at(-1) ?? "";
}
