/**
 * In: the words of a command. Out: its program with its arguments, the command or script that it runs in turn, and
 * whether it only reads. Hot path: an agent waits at each call, and most calls only read.
 */
import { remembered } from "../remembered.ts";
import { below, holds, type WordList, wordList } from "../text/word_list.ts";
import words from "./words/commands.txt" with { type: "text" };

export interface Command {
  /** In lower case, without its folder: `alembic` of `.venv/bin/alembic`. */
  readonly program: string;
  /** Arguments that are neither options nor values of options, in order: `apply` of `kubectl -n web apply -f x.yml`. */
  readonly words: readonly string[];
  /** Options, without their values. */
  readonly options: readonly string[];
  readonly values: readonly string[];
}

/** A list of words/commands.txt, read when it is first asked for. A line end stands before each row and behind it. */
export const commandWords = remembered((title: string) => `\n${wordList(below(title, words))}\n` as WordList);

/** The words behind `first` in the row of words/commands.txt that begins with it; undefined without such a row. */
export function rowOf(title: string, first: string): readonly string[] | undefined {
  const list = commandWords(title);
  const at = list.indexOf(`\n ${first} `);
  return at === -1 ? undefined : list.slice(at, list.indexOf("\n", at + 1)).trim().split(" ").slice(1);
}

function hasRow(list: WordList, row: string): boolean {
  return list.includes(`\n ${row} \n`);
}

/** Whether a word is one of the subcommands that a program is known to have. */
export function isSubcommand(program: string, word: string): boolean {
  return rowOf("subcommands", program)?.includes(word) ?? false;
}

/** Whether it is known which subcommands a program has. */
export function hasSubcommands(program: string): boolean {
  return rowOf("subcommands", program) !== undefined;
}

/** Whether a program is a shell, whose input or option `-c` is a script. */
export function isShell(program: string): boolean {
  return /^(?:ba|z|da|k|fi)?sh$/.test(program);
}

/** The name of a program without its folder. */
export function programOf(word: string): string {
  return (word.split(/[/\\]/).at(-1) ?? "").toLowerCase().replace(/\.exe$/, "");
}

/** Sorts the arguments of a program. */
export function commandOf(program: string, args: readonly string[]): Command {
  const found = { program, words: [] as string[], options: [] as string[], values: [] as string[] };
  const valued = commandWords("valued");
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    if (word === "--") continue;
    if (!word.startsWith("-") || word === "-") {
      found.words.push(word);
      continue;
    }
    const equals = word.indexOf("=");
    const option = equals > 0 ? word.slice(0, equals) : word;
    found.options.push(option);
    if (equals > 0) found.values.push(word.slice(equals + 1));
    else if (holds(valued, option) && takesValue(program, option, args[at + 1])) found.values.push(args[++at] ?? "");
  }
  return found;
}

/** Whether an option has a value. A short one means something else in each program. */
function takesValue(program: string, option: string, next: string | undefined): boolean {
  if (next === undefined || next.startsWith("-")) return false;
  if (option.startsWith("--") || option.length > 2) return true;
  if (/^(?:docker|docker-compose|podman)$/.test(program)) return /^-[fpevwlu]$/.test(option);
  if (program === "git") return /^-[Cbcm]$/.test(option);
  if (/^(?:npm|pnpm|yarn|bun|go|cargo|pytest|make)$/.test(program)) return /^-[CFwmkpj]$/.test(option);
  return !isSubcommand(program, next);
}

const VARIABLE = /^[A-Za-z_]\w*\+?=/;

/** The variables that a command sets: `STAGE=prod make deploy`. */
export function settingsIn(said: readonly string[]): readonly string[] {
  const end = said.findIndex((word) => !VARIABLE.test(word));
  return end === -1 ? said : said.slice(0, end);
}

/** A command without the variables that it sets and the programs that run it: `sudo -u postgres`, `time`. */
export function withoutWrappers(said: readonly string[]): readonly string[] {
  let at = 0;
  for (;;) {
    const word = said[at];
    if (word === undefined) return [];
    if (VARIABLE.test(word)) {
      at++;
      continue;
    }
    const valued = rowOf("before", word);
    if (valued === undefined) return said.slice(at);
    at++;
    while (said[at]?.startsWith("-")) at += valued.includes(said[at] ?? "") ? 2 : 1;
    if (/timeout$/.test(word)) at++;
  }
}

/** The script of `bash -lc '…'`. */
export function scriptIn(program: string, args: readonly string[]): string | undefined {
  if (program === "eval") return args.join(" ");
  if (!isShell(program)) return undefined;
  const at = args.findIndex((word) => /^-[a-z]*c$/.test(word));
  return at === -1 ? undefined : args[at + 1];
}

/** The command that another one runs: `npx prisma migrate`, `docker compose exec api alembic upgrade head`. */
export function innerOf(command: Command, args: readonly string[]): readonly string[] | undefined {
  const inner = afterRunner(command.program, args) ?? insideOf(command, args);
  return inner.length > 0 ? inner : undefined;
}

/** The command behind a runner such as `npx`, empty without any; undefined where the program is no runner. */
function afterRunner(program: string, args: readonly string[]): readonly string[] | undefined {
  let at = runnerEnd(program, args);
  if (at === undefined) {
    // `pnpm jest`: a word that is no subcommand names a program.
    const [name = ""] = args;
    const isProgram = /^(?:pnpm|yarn)$/.test(program) && /^[a-z]/.test(name) && !isSubcommand(program, name);
    return isProgram ? args : undefined;
  }
  while (args[at]?.startsWith("-")) at += /^(?:-p|--package|--with|--from|-n|--project)$/.test(args[at] ?? "") ? 2 : 1;
  const [name = "", ...words] = args.slice(at);
  return name === "" ? [] : [name.replace(/(?<=.)@[^/]*$/, ""), ...words];
}

/** Where the arguments of a runner begin: `npx`, `uv run`, `python -m`; undefined where the program is no runner. */
function runnerEnd(program: string, args: readonly string[]): number | undefined {
  const list = commandWords("runs");
  if (hasRow(list, program)) return 0;
  const next = args.findIndex((word) => !word.startsWith("-") || word === "-m");
  return next !== -1 && hasRow(list, `${program} ${args[next]}`) ? next + 1 : undefined;
}

/** The command that runs in a container or on another machine; empty without one. */
function insideOf({ program, words: said }: Command, args: readonly string[]): readonly string[] {
  const list = commandWords("inside");
  const runsElsewhere = [1, 2, 3].some((count) => hasRow(list, [program, ...said].slice(0, count).join(" ")));
  if (!runsElsewhere) return [];
  const end = args.indexOf("--");
  if (end !== -1) return args.slice(end + 1);
  if (program === "kubectl") return [];
  // The command follows the name of the container, the service or the machine.
  const names = program === "ssh" ? 1 : said[0] === "compose" ? 3 : 2;
  const name = said[names - 1];
  const at = name === undefined ? -1 : args.lastIndexOf(name, args.indexOf(said[names] ?? name));
  const inner = at === -1 ? [] : args.slice(at + 1);
  return program === "ssh" && inner.length > 0 ? ["sh", "-c", inner.join(" ")] : inner;
}

/**
 * For a command that only reads, its row of the list “look”, such as `kubectl logs`, or an empty text where the program
 * alone or an option tells so; undefined for a command that may do more.
 */
export function readsAs({ program, words: said, options }: Command, args: readonly string[]): string | undefined {
  // `deploy --version 1.2` does not ask for the version.
  const asks = options.includes("--help") || /^--?(?:version|help)$/.test(args.at(-1) ?? "") || said[0] === "help" ||
    (args.length === 1 && /^-[hVv]$/.test(args[0] ?? ""));
  if (asks) return "";
  const nameless = (reads: boolean) => reads ? "" : undefined;
  const list = commandWords("look");
  if (hasRow(list, program)) {
    const isFind = program === "find" || program === "fd";
    return nameless(!isFind || !args.some((word) => /^-(?:delete|exec|execdir|ok|x|X)$/.test(word)));
  }
  if (program === "sed" || program === "yq") {
    return nameless(!options.some((option) => /^-[A-Za-z]*i|^--in-place/.test(option)));
  }
  if (program === "git" && said.length === 1 && /^(?:branch|tag|remote)$/.test(said[0] ?? "")) {
    return nameless(options.every((option) => /^(?:-a|-r|-v|-vv|-l|--list|--show-current)$/.test(option)));
  }
  const lines = [said, args].map((words) => `${[program, ...words].slice(0, 4).join(" ")} `);
  for (let at = list.indexOf(`\n ${program} `); at !== -1; at = list.indexOf(`\n ${program} `, at + 1)) {
    const known = list.slice(at + 2, list.indexOf("\n", at + 1)).trim();
    if (lines.some((line) => line.startsWith(`${known} `))) return known;
  }
  return undefined;
}
