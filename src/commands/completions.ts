/** `memory completions`: prints a script that completes verbs and options in a shell, made from their declarations. */
import { type Arg, choice, required } from "../cli/args.ts";
import { type Command, type Declaration, defineCommand, GLOBAL_ARGS, ok, optionName } from "../cli/command.ts";
import { aboutArg, optionAbout, wordsOf } from "../cli/words.ts";
import { languageOf } from "../config/mod.ts";
import type { Language } from "../sentence.ts";
import BASH from "../templates/completions/bash.txt" with { type: "text" };
import FISH from "../templates/completions/fish.txt" with { type: "text" };
import POWERSHELL from "../templates/completions/powershell.txt" with { type: "text" };
import ZSH from "../templates/completions/zsh.txt" with { type: "text" };
import { said } from "./words.ts";

/** The parts of a script that replace `{{known}}`, `{{values}}` … in its template. */
type Parts = Readonly<Record<string, string>>;

const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
const PARTS_OF = { bash, zsh, fish, powershell };
const SCRIPT_OF = { bash: BASH, zsh: ZSH, fish: FISH, powershell: POWERSHELL };

/** The table of verbs passes itself in, since a verb must not import the table that lists the verb. */
export function completions(verbs: () => Promise<Command[]>, shortNames: readonly string[]): Declaration {
  return defineCommand({
    operands: { shell: required(choice(SHELLS)) },
    output: "text",
    async run(call) {
      const { runtime, operands: { shell } } = call;
      // Windows PowerShell misreads the encoding of what a program prints, so Chinese would not survive.
      const language = shell === "powershell" ? "en" : languageOf(runtime, call.memory.config);
      const parts: Parts = PARTS_OF[shell](verbTree(await verbs(), shortNames, language));
      return ok(SCRIPT_OF[shell].replace(/\{\{(\w+)\}\}/g, (_, part: string) => parts[part] ?? ""));
    },
  });
}

interface Word {
  readonly word: string;
  readonly about: string;
}

interface Option extends Word {
  readonly takes: Arg<unknown>["takes"];
  readonly choices: readonly string[];
  readonly isPath: boolean;
}

/** A verb, or a word such as `note` that begins several verbs. */
interface Verb {
  /** The words that call it, `save fact`; empty for `memory` itself. */
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Option[];
  /** Words that may follow: the verbs below it and the choices of its first operand. */
  readonly words: readonly Word[];
}

/** Placeholders whose value is a path. */
const PATHS = ["DIR", "FILE", "FOLDER", "PATH"];

/** All verbs and groups, under their short names too; `memory` itself comes first. */
function verbTree(commands: readonly Command[], shortNames: readonly string[], language: Language): readonly Verb[] {
  const own = commands.map((command) => describe(command, language));
  const short = shortNames.flatMap((first) =>
    own.filter(({ name }) => `${name} `.startsWith(`manage ${first} `))
      .map((verb) => ({ ...verb, name: verb.name.slice("manage ".length) }))
  );
  const all = [...own, ...short];
  const groups = new Set(all.flatMap(({ name }) => prefixes(name)).filter((name) => !all.some((c) => c.name === name)));
  const verbs = [...all, ...[...groups].map((name) => group(name, language))];
  const below = (group: string): Word[] =>
    verbs.filter(({ name }) => name !== "" && prefixes(name).at(-1) === group)
      .map(({ name, summary }) => ({ word: name.split(" ").at(-1) ?? "", about: summary }));
  return verbs.map((verb) => ({ ...verb, words: [...below(verb.name), ...verb.words] }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

function describe({ name, args, operands }: Command, language: Language): Verb {
  const [key = "", first] = Object.entries(operands)[0] ?? [];
  return {
    name,
    summary: wordsOf(name).summary[language],
    options: optionsOf(name, { ...args, ...GLOBAL_ARGS }, language),
    words: first?.choices.map((word) => ({ word, about: aboutArg(name, key.toUpperCase())[language] })) ?? [],
  };
}

function optionsOf(verb: string, args: Command["args"], language: Language): Option[] {
  return Object.entries(args).map(([key, arg]) => {
    const [word, { takes, choices, placeholder }] = [optionName(key), arg];
    return { word, about: optionAbout(verb, word, arg)[language], takes, choices, isPath: PATHS.includes(placeholder) };
  });
}

function group(name: string, language: Language): Verb {
  const help = optionsOf("", { help: GLOBAL_ARGS.help }, language);
  const summary = said("verbs_of_group", { name })[language];
  if (name !== "") return { name, summary, options: help, words: [] };
  const version = help.map((option) => ({ ...option, word: "--version", about: said("version_option")[language] }));
  return {
    name,
    summary,
    options: [...help, ...version],
    words: [{ word: "help", about: said("help_verb")[language] }],
  };
}

/** `a b c` → ``, `a`, `a b`. */
function prefixes(name: string): string[] {
  const words = name.split(" ");
  return words.map((_, count) => words.slice(0, count).join(" "));
}

/** The names of all verbs but `memory` itself, quoted for a shell. */
function namesIn(verbs: readonly Verb[], quoted: (name: string) => string): string[] {
  return verbs.flatMap(({ name }) => name === "" ? [] : quoted(name));
}

/** The options that take a value, each with the words that end with it: `save fact --type`. */
function valued(verbs: readonly Verb[]) {
  return verbs.flatMap(({ name, options }) =>
    options.filter(({ takes }) => takes === "value").map((option) => ({ ...option, called: `${name} ${option.word}` }))
  );
}

function bash(verbs: readonly Verb[]): Parts {
  const row = (called: string, words: readonly string[]) => `    '${called}') words='${words.join(" ")}' ;;`;
  const options = valued(verbs);
  return {
    known: namesIn(verbs, (name) => `'${name}'`).join(" | "),
    values: options.filter(({ choices }) => choices.length > 0)
      .map(({ called, choices }) => row(called, choices)).join("\n"),
    free: options.filter(({ choices }) => choices.length === 0).map(({ called }) => `'${called}'`).join(" | "),
    verbs: verbs.map(({ name, words, options }) => row(name, [...words, ...options].map(({ word }) => word)))
      .join("\n"),
  };
}

function zsh(verbs: readonly Verb[]): Parts {
  return {
    known: namesIn(verbs, inZsh).join(" | "),
    values: valued(verbs).map(({ called, word, choices, isPath }) => {
      let action = isPath ? "_files" : `_message ${inZsh(word)}`;
      if (choices.length > 0) action = `words_=(${choices.map(inZsh).join(" ")}); _describe value words_`;
      return `    (${inZsh(called)}) ${action}; return ;;`;
    }).join("\n"),
    verbs: verbs.map(({ name, words, options }) =>
      `    (${inZsh(name)})
      words_=(${words.map(zshItem).join(" ")})
      options=(${options.map(zshItem).join(" ")}) ;;`
    ).join("\n"),
  };
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
      // Suggests no files where verbs or fixed words are expected.
      ...words.length > 0 ? [`${here} -f`] : [],
      ...words.map(({ word, about }) => `${here} -a ${inFish(word)} -d ${inFish(about)}`),
      ...options.map((option) => `${here} -l ${option.word.slice(2)}${fishValue(option)} -d ${inFish(option.about)}`),
    ];
  });
  return { known: namesIn(verbs, inFish).join(" "), verbs: lines.join("\n") };
}

function fishValue({ takes, choices, isPath }: Option): string {
  if (choices.length > 0) return ` -x -a ${inFish(choices.join(" "))}`;
  if (takes !== "value") return "";
  return isPath ? " -r" : " -x";
}

function inFish(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function powershell(verbs: readonly Verb[]): Parts {
  const pair = ({ word, about }: Word) => `@(${inPowerShell(word)}, ${inPowerShell(about)})`;
  const entry = (name: string, items: readonly string[]) => `    ${inPowerShell(name)} = @(${items.join(", ")})`;
  return {
    verbs: verbs.map(({ name, words, options }) => entry(name, [...words, ...options].map(pair))).join("\n"),
    values: valued(verbs).map(({ called, choices }) => entry(called, choices.map(inPowerShell))).join("\n"),
  };
}

function inPowerShell(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
