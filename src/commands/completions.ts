/** `memory completions`: what a shell needs to complete verbs, made from their declarations. */
import { type Arg, choice, required } from "../cli/args.ts";
import { type Command, defineCommand, GLOBAL_ARGS, ok, optionName } from "../cli/command.ts";
import { languageOf } from "../config/mod.ts";
import type { Language, Sentence } from "../sentence.ts";
import { openMemory } from "../store/memory.ts";

const SCRIPT_OF = { bash, zsh, fish, powershell };
const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

/** The verb that completes all verbs. The table passes itself in: a verb does not know the table. */
export function completions(verbs: () => Promise<Command[]>, aliases: Readonly<Record<string, string>>): Command {
  return defineCommand({
    name: "completions",
    summary: { en: "Print the completion script of a shell", zh: "输出 shell 的补全脚本" },
    about: {
      en: `Where it goes:
  bash        memory completions bash > ~/.local/share/bash-completion/completions/memory
  zsh         memory completions zsh > "\${fpath[1]}/_memory"
  fish        memory completions fish > ~/.config/fish/completions/memory.fish
  powershell  memory completions powershell >> $PROFILE`,
      zh: `放在哪里：
  bash        memory completions bash > ~/.local/share/bash-completion/completions/memory
  zsh         memory completions zsh > "\${fpath[1]}/_memory"
  fish        memory completions fish > ~/.config/fish/completions/memory.fish
  powershell  memory completions powershell >> $PROFILE`,
    },
    examples: ["memory completions bash", "memory completions fish > memory.fish"],
    args: {},
    operands: { shell: required(choice({ en: "The shell", zh: "哪个 shell" }, SHELLS)) },
    output: "text",
    async run({ operands: { shell }, runtime, projectPath }) {
      // A terminal reads it later. Windows PowerShell takes what a program prints for text of another encoding.
      const language = shell === "powershell" ? "en" : languageOf(runtime, openMemory(runtime, { projectPath }).config);
      return ok(SCRIPT_OF[shell](verbTree(await verbs(), aliases, language)));
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

function bash(verbs: readonly Verb[]): string {
  const known = verbs.filter(({ name }) => name !== "").map(({ name }) => `'${name}'`).join(" | ");
  const cases = verbs.map(({ name, words, options }) => {
    const all = [...words.map(({ word }) => word), ...options.map((option) => option.name)];
    return `    '${name}') words='${all.join(" ")}' ;;`;
  });
  const values = verbs.flatMap(({ name, options }) =>
    options.filter(({ choices }) => choices.length > 0).map((option) =>
      `    '${name} ${option.name}') words='${option.choices.join(" ")}' ;;`
    )
  );
  const free = verbs.flatMap(({ name, options }) =>
    options.filter(({ takes, choices }) => takes === "value" && choices.length === 0)
      .map((option) => `'${name} ${option.name}'`)
  );
  return `# Completion of memory for bash: source this, or put it into
# ~/.local/share/bash-completion/completions/memory
_memory() {
  local word verb='' previous="\${COMP_WORDS[COMP_CWORD - 1]}" current="\${COMP_WORDS[COMP_CWORD]}" words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${verb:+$verb }$word" in
    ${known}) verb="\${verb:+$verb }$word" ;;
    esac
  done
  COMPREPLY=()
  case "$verb $previous" in
${values.join("\n")}
    ${free.join(" | ")}) return ;;
  *)
    case "$verb" in
${cases.join("\n")}
    esac
    ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _memory memory
`;
}

function zsh(verbs: readonly Verb[]): string {
  const known = verbs.filter(({ name }) => name !== "").map(({ name }) => inZsh(name)).join(" | ");
  const cases = verbs.map(({ name, words, options }) =>
    `    (${inZsh(name)})
      words_=(${words.map(({ word, about }) => zshItem({ word, about })).join(" ")})
      options=(${options.map(({ name, about }) => zshItem({ word: name, about })).join(" ")}) ;;`
  );
  return `#compdef memory
# Completion of memory for zsh: eval this, or put it as _memory into a folder of your fpath.
_memory() {
  local word verb=''
  local -a words_ options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${verb:+$verb }$word" in
      (${known}) verb="\${verb:+$verb }$word" ;;
    esac
  done
  case "$verb \${words[CURRENT-1]}" in
${verbs.flatMap((verb) => verb.options.map((option) => zshValue(verb.name, option))).filter(Boolean).join("\n")}
  esac
  case "$verb" in
${cases.join("\n")}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    _describe -o option options
  elif (( $#words_ )); then
    _describe verb words_
  else
    _files
  fi
}
if [[ "\${funcstack[1]-}" == _memory ]]; then
  _memory "$@"
else
  compdef _memory memory
fi
`;
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

function fish(verbs: readonly Verb[]): string {
  const known = verbs.filter(({ name }) => name !== "").map(({ name }) => inFish(name)).join(" ");
  const lines = verbs.flatMap(({ name, words, options }) => {
    const here = `complete -c memory -n ${inFish(`__memory_verb_is ${inFish(name)}`)}`;
    return [
      // No files where verbs or fixed words are wanted.
      ...words.length > 0 ? [`${here} -f`] : [],
      ...words.map(({ word, about }) => `${here} -a ${inFish(word)} -d ${inFish(about)}`),
      ...options.map((option) => `${here} -l ${option.name.slice(2)}${fishValue(option)} -d ${inFish(option.about)}`),
    ];
  });
  return `# Completion of memory for fish: put this into ~/.config/fish/completions/memory.fish
function __memory_verb_is
    set -l verb ''
    for word in (commandline -opc)[2..]
        set -l longer (string trim -- "$verb $word")
        contains -- $longer ${known}; and set verb $longer
    end
    test "$verb" = "$argv"
end
${lines.join("\n")}
`;
}

function fishValue({ takes, choices, isPath }: Option): string {
  if (choices.length > 0) return ` -x -a ${inFish(choices.join(" "))}`;
  return takes === "value" ? (isPath ? " -r" : " -x") : "";
}

function inFish(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function powershell(verbs: readonly Verb[]): string {
  const entries = verbs.map(({ name, words, options }) => {
    const pairs = [
      ...words.map(({ word, about }) => [word, about]),
      ...options.map(({ name, about }) => [name, about]),
    ];
    return `    ${inPowerShell(name)} = @(${
      pairs.map(([word = "", about = ""]) => `@(${inPowerShell(word)}, ${inPowerShell(about)})`).join(", ")
    })`;
  });
  const values = verbs.flatMap(({ name, options }) =>
    options.filter(({ choices, takes }) => choices.length > 0 || takes === "value").map((option) =>
      `    ${inPowerShell(`${name} ${option.name}`)} = @(${option.choices.map(inPowerShell).join(", ")})`
    )
  );
  return `# Completion of memory for PowerShell: add this to your $PROFILE
$MemoryVerbs = @{
${entries.join("\n")}
}
$MemoryValues = @{
${values.join("\n")}
}
Register-ArgumentCompleter -Native -CommandName 'memory', 'memory.exe' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
    $verb = ''
    $previous = ''
    foreach ($word in $words | Select-Object -Skip 1) {
        $longer = "$verb $word".Trim()
        if ($MemoryVerbs.ContainsKey($longer)) { $verb = $longer }
        $previous = $word
    }
    if ($MemoryValues.ContainsKey("$verb $previous")) {
        $found = $MemoryValues["$verb $previous"] | ForEach-Object { , @($_, $_) }
    } else {
        $found = $MemoryVerbs[$verb]
    }
    $found | Where-Object { $_[0] -like "$wordToComplete*" } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])
    }
}
`;
}

function inPowerShell(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
