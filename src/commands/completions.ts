/** `memory completions`: what a shell needs to complete verbs, made from their declarations. */
import { type Arg, choice, required } from "../cli/args.ts";
import { type Command, type Declaration, defineCommand, GLOBAL_ARGS, ok, optionName } from "../cli/command.ts";
import { aboutArg, optionAbout, wordsOf } from "../cli/words.ts";
import { languageOf } from "../config/mod.ts";
import type { Language, Sentence } from "../sentence.ts";
import BASH from "../templates/completions/bash.txt" with { type: "text" };
import FISH from "../templates/completions/fish.txt" with { type: "text" };
import POWERSHELL from "../templates/completions/powershell.txt" with { type: "text" };
import ZSH from "../templates/completions/zsh.txt" with { type: "text" };

/** What stands in a script for `{{known}}`, `{{values}}` …. */
type Parts = Readonly<Record<string, string>>;

const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
const PARTS_OF = { bash, zsh, fish, powershell };
const SCRIPT_OF = { bash: BASH, zsh: ZSH, fish: FISH, powershell: POWERSHELL };

/** The verb that completes all verbs. The table passes itself in: a verb does not know the table. */
export function completions(verbs: () => Promise<Command[]>, aliases: Readonly<Record<string, string>>): Declaration {
  return defineCommand({
    operands: { shell: required(choice(SHELLS)) },
    output: "text",
    async run(call) {
      const { runtime, operands: { shell } } = call;
      // A terminal reads it later. Windows PowerShell takes what a program prints for text of another encoding.
      const language = shell === "powershell" ? "en" : languageOf(runtime, call.memory.config);
      const parts: Parts = PARTS_OF[shell](verbTree(await verbs(), aliases, language));
      return ok(SCRIPT_OF[shell].replace(/\{\{(\w+)\}\}/g, (_, part: string) => parts[part] ?? ""));
    },
  });
}

interface Option {
  /** `--max-results` */
  readonly name: string;
  readonly about: string;
  readonly takes: Arg<unknown>["takes"];
  readonly choices: readonly string[];
  /** Its value is a path of this machine. */
  readonly isPath: boolean;
}

/** A verb, or the word that others follow. */
interface Verb {
  /** The words that call it, `save fact`; empty for `memory` itself. */
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Option[];
  /** Words that may follow: the verbs below it and the choices of its first operand. */
  readonly words: readonly Word[];
}

/** A word that may come next, and what it means. */
interface Word {
  readonly word: string;
  readonly about: string;
}

/** Placeholders whose value is a path. */
const PATHS = ["DIR", "FILE", "FOLDER", "PATH"];

/** All verbs, groups and other names included, told in one language; `memory` itself comes first. */
function verbTree(
  commands: readonly Command[],
  aliases: Readonly<Record<string, string>>,
  language: Language,
): readonly Verb[] {
  const own = commands.map((command) => describe(command, language));
  const all = [...own, ...Object.entries(aliases).flatMap(([short, long]) => renamed(own, short, long))];
  const groups = new Set(all.flatMap(({ name }) => prefixes(name)).filter((name) => !all.some((c) => c.name === name)));
  const verbs = [...all, ...[...groups].map((name) => group(name, language))];
  const below = (name: string): Word[] =>
    verbs.filter((verb) => verb.name !== "" && parentOf(verb.name) === name)
      .map((verb) => ({ word: lastWord(verb.name), about: verb.summary }));
  return verbs.map((verb) => ({ ...verb, words: [...below(verb.name), ...verb.words] }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

/** `doctor` for `manage doctor`, `config set` for `manage config set`. */
function renamed(verbs: readonly Verb[], short: string, long: string): Verb[] {
  return verbs.filter(({ name }) => name === long || name.startsWith(`${long} `))
    .map((verb) => ({ ...verb, name: short + verb.name.slice(long.length) }));
}

function describe({ name, args, operands }: Command, language: Language): Verb {
  const [key = "", first] = Object.entries(operands)[0] ?? [];
  const options = [...Object.entries(args), ...Object.entries(GLOBAL_ARGS as Record<string, Arg<unknown>>)];
  return {
    name,
    summary: wordsOf(name).summary[language],
    options: options.map(([key, arg]) => ({
      name: optionName(key),
      about: optionAbout(name, optionName(key), arg)[language],
      takes: arg.takes,
      choices: arg.choices,
      isPath: PATHS.includes(arg.placeholder),
    })),
    words: first?.choices.map((word) => ({ word, about: aboutArg(name, key.toUpperCase())[language] })) ?? [],
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
      about: (option === "--help" ? aboutArg("", option) : VERSION)[language],
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

function bash(verbs: readonly Verb[]): Parts {
  const lines = (word: (verb: Verb, option: Option) => string) =>
    verbs.flatMap((verb) => verb.options.map((option) => word(verb, option))).filter(Boolean);
  return {
    known: verbs.filter(({ name }) => name !== "").map(({ name }) => `'${name}'`).join(" | "),
    values: lines(({ name }, option) =>
      option.choices.length === 0 ? "" : `    '${name} ${option.name}') words='${option.choices.join(" ")}' ;;`
    ).join("\n"),
    free: lines(({ name }, option) =>
      option.takes === "value" && option.choices.length === 0 ? `'${name} ${option.name}'` : ""
    ).join(" | "),
    verbs: verbs.map(({ name, words, options }) => {
      const all = [...words.map(({ word }) => word), ...options.map((option) => option.name)];
      return `    '${name}') words='${all.join(" ")}' ;;`;
    }).join("\n"),
  };
}

function zsh(verbs: readonly Verb[]): Parts {
  return {
    known: verbs.filter(({ name }) => name !== "").map(({ name }) => inZsh(name)).join(" | "),
    values: verbs.flatMap((verb) => verb.options.map((option) => zshValue(verb.name, option))).filter(Boolean).join(
      "\n",
    ),
    verbs: verbs.map(({ name, words, options }) =>
      `    (${inZsh(name)})
      words_=(${words.map(zshItem).join(" ")})
      options=(${options.map(({ name, about }) => zshItem({ word: name, about })).join(" ")}) ;;`
    ).join("\n"),
  };
}

/** What comes after an option that takes a value. */
function zshValue(verb: string, { name, takes, choices, isPath }: Option): string {
  if (takes !== "value" && choices.length === 0) return "";
  const action = choices.length > 0
    ? `words_=(${choices.map(inZsh).join(" ")}); _describe value words_`
    : isPath
    ? "_files"
    : `_message ${inZsh(name)}`;
  return `    (${inZsh(`${verb} ${name}`)}) ${action}; return ;;`;
}

/** A colon separates a word from its description. */
function zshItem({ word, about }: Word): string {
  return inZsh(`${word.replaceAll(":", "\\:")}:${about.replaceAll(":", "\\:")}`);
}

function inZsh(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function fish(verbs: readonly Verb[]): Parts {
  const lines = verbs.flatMap(({ name, words, options }) => {
    const here = `complete -c memory -n ${inFish(`__memory_verb_is ${inFish(name)}`)}`;
    return [
      // No files where verbs or fixed words are wanted.
      ...words.length > 0 ? [`${here} -f`] : [],
      ...words.map(({ word, about }) => `${here} -a ${inFish(word)} -d ${inFish(about)}`),
      ...options.map((option) => `${here} -l ${option.name.slice(2)}${fishValue(option)} -d ${inFish(option.about)}`),
    ];
  });
  const known = verbs.filter(({ name }) => name !== "").map(({ name }) => inFish(name)).join(" ");
  return { known, verbs: lines.join("\n") };
}

function fishValue({ takes, choices, isPath }: Option): string {
  if (choices.length > 0) return ` -x -a ${inFish(choices.join(" "))}`;
  return takes === "value" ? (isPath ? " -r" : " -x") : "";
}

function inFish(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function powershell(verbs: readonly Verb[]): Parts {
  const pair = (word: string, about: string) => `@(${inPowerShell(word)}, ${inPowerShell(about)})`;
  const entry = (name: string, items: readonly string[]) => `    ${inPowerShell(name)} = @(${items.join(", ")})`;
  return {
    verbs: verbs.map(({ name, words, options }) =>
      entry(name, [
        ...words.map(({ word, about }) => pair(word, about)),
        ...options.map((option) => pair(option.name, option.about)),
      ])
    ).join("\n"),
    values: verbs.flatMap(({ name, options }) =>
      options.filter(({ choices, takes }) => choices.length > 0 || takes === "value")
        .map((option) => entry(`${name} ${option.name}`, option.choices.map(inPowerShell)))
    ).join("\n"),
  };
}

function inPowerShell(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
