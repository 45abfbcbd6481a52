/**
 * In: a tool call of an agent. Out: the paths that the call touches and the commands that it runs, each as a program
 * and its words; nothing for a call that only reads.
 * Not done here: comparing the call with records (signs.ts). No command is run and no file is opened.
 *
 * Hot path: an agent waits at each call, and most calls only read.
 *
 * @module
 */
import type { ToolCall } from "../agents/event.ts";
import { patchedFiles } from "../agents/payload.ts";
import { inFull, type Line } from "../records/conditions.ts";
import { remembered } from "../remembered.ts";
import { withoutBraces } from "../text/glob.ts";
import { QUOTED } from "../text/in_order.ts";
import { below, holds, type WordList, wordList } from "../text/word_list.ts";
import words from "./words/commands.txt" with { type: "text" };

/** A program and its arguments. */
export interface Command {
  /** In lower case, without its folder: `alembic` of `.venv/bin/alembic`. */
  readonly program: string;
  /** Arguments that are neither options nor values of options, in order: `apply` of `kubectl -n web apply -f x.yml`. */
  readonly words: readonly string[];
  /** Options, without their values. */
  readonly options: readonly string[];
  /** Values of options. */
  readonly values: readonly string[];
}

/** A file that a call writes, moves or removes. */
export interface Target {
  /** Absolute, or below the working directory. */
  readonly path: string;
  /** The file was there before: `rm` and `sed -i` make none, and a pattern (`*.sql`) means those that are there. */
  readonly isOld?: boolean;
  /** The file that is copied or moved to the path; if the path is a folder, it gets that name in it. */
  readonly from?: string;
}

/** What a call does. */
export interface Act {
  /** Absolute, or below the working directory. */
  readonly paths: readonly string[];
  readonly commands: readonly Command[];
  /**
   * The commands as they were typed, without quotes, each behind the `cd` that led to its folder, with what it reads
   * from a here document or from `echo`. Behind `QUOTED` stands what it only quotes: a message, a script of `sed`. A
   * command that only reads is among them if it has a subcommand and is not git: `kubectl logs`, not `cat`.
   */
  readonly lines: readonly Line[];
  /** The files that are surely written, moved or removed. */
  readonly files: readonly Target[];
  /** The text that an edit writes. */
  readonly added: string;
  /** The lines that an edit takes out. */
  readonly removed: string;
  /** Whether an edit writes a whole file. */
  readonly isNew: boolean;
  /** Whether every command does nothing but change or remove files: `sed -i`, `rm`. */
  readonly changesFiles: boolean;
  /** Variables that the call sets for its commands: `STAGE=prod`. */
  readonly settings: readonly string[];
  /** The folder to which `cd` went; empty without one. */
  readonly folder: string;
}

/** A call that does nothing. */
export const NO_ACT: Act = {
  paths: [],
  commands: [],
  lines: [],
  files: [],
  added: "",
  removed: "",
  isNew: false,
  changesFiles: false,
  settings: [],
  folder: "",
};

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

/** The beginning of a longer command, which is a script, tells enough. */
const COMMAND_CHARACTERS = 20_000;
/** So deep commands inside other commands are read. */
const DEPTH_MAX = 3;

/** What a call does; undefined for one that only reads. */
export function actOf({ kind, paths, command, added = "", removed = "", isWhole = false }: ToolCall): Act | undefined {
  if (kind === "edit") {
    return paths.length === 0 ? undefined : {
      ...NO_ACT,
      paths,
      files: paths.map((path) => ({ path })),
      added,
      removed,
      isNew: isWhole,
    };
  }
  if (kind !== "shell" || command === undefined) return undefined;
  const act: Draft = { paths: [], commands: [], lines: [], files: [], settings: [], folder: "" };
  readLine(act, command.slice(0, COMMAND_CHARACTERS), 0);
  if (act.lines.length === 0 && act.paths.length === 0) return undefined;
  return { ...NO_ACT, ...act, changesFiles: act.commands.every(({ program }) => changesFiles(program)) };
}

/** The act of a command line, which is filled while the line is read. */
interface Draft {
  readonly paths: string[];
  readonly commands: Command[];
  readonly lines: Line[];
  readonly files: Target[];
  readonly settings: string[];
  folder: string;
}

function readLine(act: Draft, line: string, depth: number): void {
  for (const simple of simpleCommands(line)) {
    for (const target of simple.writes.map((each) => inFolder(act, each))) {
      act.paths.push(target);
      act.files.push({ path: target });
    }
    readCommand(act, simple.words, depth, simple.input);
    for (const inner of simple.inner) if (depth < DEPTH_MAX) readLine(act, inner, depth + 1);
  }
}

function inFolder({ folder }: Draft, path: string): string {
  return folder === "" || /^[/~]/.test(path) ? path : `${folder}/${path}`;
}

function readCommand(act: Draft, said: readonly string[], depth: number, input = ""): void {
  for (const word of said) {
    if (!/^[A-Za-z_]\w*\+?=/.test(word)) break;
    act.settings.push(word);
  }
  const [first = "", ...rest] = withoutWrappers(said);
  if (first === "" || first.startsWith("-") || depth > DEPTH_MAX) return;
  if (first === "cd" || first === "pushd") {
    const [to = ""] = rest;
    if (to !== "" && to !== "-") act.folder = inFolder(act, to).replace(/\/+$/, "");
    return;
  }
  const program = programOf(first);
  const script = scriptIn(program, rest);
  if (script !== undefined) return readLine(act, script, depth + 1);
  if (input !== "" && (isShell(program) || program === "ssh")) readLine(act, input, depth + 1);
  const command = commandOf(program, rest);
  const inner = innerOf(command, rest);
  if (inner !== undefined) readCommand(act, inner, depth + 1);
  const reads = readsAs(command, rest);
  if (reads !== undefined) {
    if (reads.includes(" ") && program !== "git") act.lines.push({ text: lineOf(act, command, said, input), reads });
    return;
  }
  act.commands.push(command);
  act.lines.push({ text: lineOf(act, command, said, input) });
  if (/^apply_?patch$/.test(program)) {
    const patched = patchedFiles(input || rest.join("\n")).map((path) => inFolder(act, path));
    act.paths.push(...patched);
    act.files.push(...patched.map((path) => ({ path })));
    return;
  }
  for (const target of writtenBy(command, rest)) {
    for (const path of withoutBraces(target.path)) act.files.push({ ...target, path: inFolder(act, path) });
  }
  for (const word of [...command.words, ...command.values]) {
    const path = word.replace(/^@/, "");
    if (isPath(path) || namesFiles(program, path)) act.paths.push(inFolder(act, path));
  }
  // The program may be a file of the project: `./scripts/deploy.sh`.
  if (/[/\\]/.test(first) && !/(?:^|\/)(?:bin|sbin|\.bin)\//.test(first)) act.paths.push(inFolder(act, first));
  const [main = ""] = command.words;
  if (/\.[a-z]{1,4}$/i.test(main) && holds(commandWords("interpreters"), program)) {
    act.commands.push({ ...command, program: programOf(main), words: command.words.slice(1) });
  }
}

function lineOf({ folder }: Draft, command: Command, said: readonly string[], input: string): string {
  const { program } = command;
  const isQuoted = (word: string, at: number) =>
    MESSENGERS.test(program) && (MESSAGE.test(said[at - 1] ?? "") || MESSAGE_IN_ONE.test(word)) ||
    isScripted(program) && /^\S*[/{]/.test(word) && /\s/.test(word);
  const quoted = said.filter(isQuoted);
  const plain = said.filter((word, at) => !isQuoted(word, at)).flatMap((word) => withLongOptions(command, word));
  const isText = MESSENGERS.test(program) || changesFiles(program);
  (isText ? quoted : plain).push(...input === "" ? [] : [input]);
  const behind = quoted.length > 0 ? [QUOTED, ...quoted] : [];
  // `yarn` alone installs.
  const named = inFull(plain.join(" ")).replace(/^yarn(?=$| -)(?! --?(?:v|version|h|help)\b)/, "yarn install");
  return [...folder === "" ? [] : ["cd", folder, "&&"], named, ...behind].join(" ");
}

/** A word, and behind options of one letter their long names: `git push -f`, `rm -rf`. */
function withLongOptions({ program, words: [act = ""] }: Command, word: string): string[] {
  if (!/^-[A-Za-z]{1,4}$/.test(word)) return [word];
  const known = rowOf("long options", `${program} ${act}`) ?? rowOf("long options", program) ?? [];
  const long = [...word.slice(1)].flatMap((letter) => {
    const at = known.indexOf(`-${letter}`);
    return at === -1 ? [] : known[at + 1] ?? [];
  });
  return [word, ...long];
}

/** Options with a text for people, and programs that have them. */
const MESSAGE = /^(?:-[a-z]*m|-[tbcn]|--(?:message|title|body|description|notes|comment|subject|trailer))$/;
const MESSAGE_IN_ONE = /^--(?:message|title|body|description|notes|comment|subject|trailer)=/;
const MESSENGERS = /^(?:git|gh|glab|hub|tea|hg|jj|svn)$/;

/** The files that a command surely writes, moves or removes. */
function writtenBy(command: Command, rest: readonly string[]): readonly Target[] {
  const { program, words: said, options } = command;
  const old = (path: string): Target => ({ path, isOld: true });
  if (program === "git" && said[0] === "rm") return said.slice(1).map(old);
  if (program === "git" && said[0] === "mv") return [...said.slice(1, -1).map(old), ...copied(said.slice(1))];
  if (program === "git" && /^(?:checkout|restore)$/.test(said[0] ?? "")) return broughtBack(command, rest).map(old);
  const outputs = outputsOf(program, rest);
  if (outputs.length > 0) return outputs;
  if (holds(commandWords("copies"), program)) return copied(said).filter(({ path }) => !ON_ANOTHER_MACHINE.test(path));
  if (!changesFiles(program)) return [];
  const isScript = isScripted(program) &&
    !options.some((option) => /^(?:-[A-Za-z]*[ef]|--expression|--file)$/.test(option));
  const named = rest.filter((word) => word !== "" && !word.startsWith("-")).slice(isScript ? 1 : 0);
  if (program === "mv") return [...named.slice(0, -1).map(old), ...copied(named)];
  const makes = program === "touch" || program === "tee";
  return named.map((path) => makes && !path.includes("*") ? { path } : old(path));
}

/**
 * The files that `git checkout COMMIT -- FILE` and `git restore --source` write. Without a commit, they only take back
 * what the call's own session has changed.
 */
function broughtBack({ words: [act, ...said], options }: Command, rest: readonly string[]): readonly string[] {
  const end = rest.indexOf("--");
  const named = end === -1 ? said : rest.slice(end + 1);
  const isOfCommit = act === "restore"
    ? options.some((option) => /^(?:-s|--source)$/.test(option))
    : end !== -1 && said.length > named.length;
  return isOfCommit ? named : [];
}

/** The files that options name for the output of a program: `curl -fsSLo FILE`, `dd of=FILE`. */
function outputsOf(program: string, rest: readonly string[]): Target[] {
  const options = rowOf("writes to", program) ?? [];
  return rest.flatMap((word, at) =>
    options.flatMap((option) => {
      if (word.startsWith(`${option}=`)) return { path: word.slice(option.length + 1) };
      const isAmongLetters = option.length === 2 && /^-[A-Za-z]+$/.test(word) && word.endsWith(option.slice(1));
      const next = word === option || isAmongLetters ? rest[at + 1] : undefined;
      return next === undefined || next === "-" ? [] : { path: next };
    })
  );
}

/** `mirror:/srv`, but not a drive of Windows. */
const ON_ANOTHER_MACHINE = /^[^/]{2,}:/;

/** Where files are copied or moved to: the last of the paths, or below it. */
function copied(paths: readonly string[]): Target[] {
  const to = paths.at(-1) ?? "";
  const from = paths.slice(0, -1);
  if (!to.endsWith("/") && from.length < 2) return [{ path: to, from: from[0] ?? "" }];
  return from.map((path) => ({ path: `${to.replace(/\/+$/, "")}/${path.split("/").at(-1)}` }));
}

/** Whether the first word of a program that changes files is a script. */
function isScripted(program: string): boolean {
  return /^(?:sed|perl|yq)$/.test(program);
}

function changesFiles(program: string): boolean {
  return holds(commandWords("changes files"), program);
}

function programOf(word: string): string {
  return (word.split(/[/\\]/).at(-1) ?? "").toLowerCase().replace(/\.exe$/, "");
}

/** A command without the variables that it sets and the programs that run it: `sudo -u postgres`, `time`. */
function withoutWrappers(said: readonly string[]): readonly string[] {
  let at = 0;
  for (;;) {
    const word = said[at];
    if (word === undefined) return [];
    if (/^[A-Za-z_]\w*\+?=/.test(word)) {
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

function isShell(program: string): boolean {
  return /^(?:ba|z|da|k|fi)?sh$/.test(program);
}

/** The script of `bash -lc '…'`. */
function scriptIn(program: string, rest: readonly string[]): string | undefined {
  if (program === "eval") return rest.join(" ");
  if (!isShell(program)) return undefined;
  const at = rest.findIndex((word) => /^-[a-z]*c$/.test(word));
  return at === -1 ? undefined : rest[at + 1];
}

function commandOf(program: string, rest: readonly string[]): Command {
  const found = { program, words: [] as string[], options: [] as string[], values: [] as string[] };
  const valued = commandWords("valued");
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? "";
    if (word === "--") continue;
    if (!word.startsWith("-") || word === "-") {
      found.words.push(word);
      continue;
    }
    const equals = word.indexOf("=");
    const option = equals > 0 ? word.slice(0, equals) : word;
    found.options.push(option);
    if (equals > 0) found.values.push(word.slice(equals + 1));
    else if (holds(valued, option) && takesValue(program, option, rest[at + 1])) found.values.push(rest[++at] ?? "");
  }
  return found;
}

/**
 * Whether an option has a value. A short one means something else in each program; few have one before a subcommand.
 */
function takesValue(program: string, option: string, next: string | undefined): boolean {
  if (next === undefined || next.startsWith("-")) return false;
  if (option.startsWith("--") || option.length > 2) return true;
  if (/^(?:docker|docker-compose|podman)$/.test(program)) return /^-[fpevwlu]$/.test(option);
  if (program === "git") return /^-[Cbcm]$/.test(option);
  if (/^(?:npm|pnpm|yarn|bun|go|cargo|pytest|make)$/.test(program)) return /^-[CFwmkpj]$/.test(option);
  return !isSubcommand(program, next);
}

/** Whether a word is one of the subcommands that a program is known to have. */
export function isSubcommand(program: string, word: string): boolean {
  return rowOf("subcommands", program)?.includes(word) ?? false;
}

/** Whether it is known which subcommands a program has. */
export function hasSubcommands(program: string): boolean {
  return rowOf("subcommands", program) !== undefined;
}

/** The name by which a command that only reads is known, `kubectl logs`, or an empty one; undefined for others. */
function readsAs({ program, words: said, options }: Command, rest: readonly string[]): string | undefined {
  const nameless = (reads: boolean) => reads ? "" : undefined;
  // `deploy --version 1.2` does not ask for the version.
  const asks = options.includes("--help") || /^--?(?:version|help)$/.test(rest.at(-1) ?? "") || said[0] === "help" ||
    (rest.length === 1 && /^-[hVv]$/.test(rest[0] ?? ""));
  if (asks) return "";
  const list = commandWords("look");
  if (hasRow(list, program)) {
    const isFind = program === "find" || program === "fd";
    return nameless(!isFind || !rest.some((word) => /^-(?:delete|exec|execdir|ok|x|X)$/.test(word)));
  }
  if (program === "sed" || program === "yq") {
    return nameless(!options.some((option) => /^-[A-Za-z]*i|^--in-place/.test(option)));
  }
  const line = [program, ...said].slice(0, 4).join(" ");
  const plain = [program, ...rest].slice(0, 4).join(" ");
  if (program === "git" && said.length === 1 && /^(?:branch|tag|stash|remote)$/.test(said[0] ?? "")) {
    const lists = options.every((option) => /^(?:-a|-r|-v|-vv|-l|--list|--show-current)$/.test(option));
    return nameless(lists && said[0] !== "stash");
  }
  for (let at = list.indexOf(`\n ${program} `); at !== -1; at = list.indexOf(`\n ${program} `, at + 1)) {
    const known = list.slice(at + 2, list.indexOf("\n", at + 1)).trim();
    if (`${line} `.startsWith(`${known} `) || `${plain} `.startsWith(`${known} `)) return known;
  }
  return undefined;
}

/** The command that another one runs: `npx prisma migrate`, `docker compose exec api alembic upgrade head`. */
function innerOf(command: Command, rest: readonly string[]): readonly string[] | undefined {
  const after = afterRunner(command.program, rest);
  if (after !== undefined) return after.length > 0 ? after : undefined;
  if (!runsElsewhere(command)) return undefined;
  const end = rest.indexOf("--");
  if (end !== -1) return rest.slice(end + 1);
  if (command.program === "kubectl") return undefined;
  // The other command follows the name of the container, the service or the machine.
  const names = command.program === "ssh" ? 1 : command.words[0] === "compose" ? 3 : 2;
  const name = command.words[names - 1];
  const at = name === undefined ? -1 : rest.lastIndexOf(name, rest.indexOf(command.words[names] ?? name));
  const inner = at === -1 ? [] : rest.slice(at + 1);
  if (command.program === "ssh" && inner.length > 0) return ["sh", "-c", inner.join(" ")];
  return inner.length > 0 ? inner : undefined;
}

/** Whether a command runs another one in a container or on another machine. */
function runsElsewhere({ program, words: said }: Command): boolean {
  const list = commandWords("inside");
  return [1, 2, 3].some((count) => hasRow(list, [program, ...said].slice(0, count).join(" ")));
}

/** The command behind a runner such as `npx`, empty without any; undefined where the program is no runner. */
function afterRunner(program: string, rest: readonly string[]): readonly string[] | undefined {
  const list = commandWords("runs");
  let at = -1;
  if (hasRow(list, program)) at = 0;
  else {
    const next = rest.findIndex((word) => !word.startsWith("-") || word === "-m");
    if (next !== -1 && hasRow(list, `${program} ${rest[next]}`)) at = next + 1;
  }
  if (at === -1) {
    // `pnpm jest`: a word that is no subcommand names a program.
    const [name = "", ...words] = rest;
    const isProgram = /^(?:pnpm|yarn)$/.test(program) && /^[a-z]/.test(name) && !isSubcommand(program, name);
    return isProgram ? [name, ...words] : undefined;
  }
  while (rest[at]?.startsWith("-")) at += /^(?:-p|--package|--with|--from|-n|--project)$/.test(rest[at] ?? "") ? 2 : 1;
  const [name = "", ...words] = rest.slice(at);
  return name === "" ? [] : [name.replace(/(?<=.)@[^/]*$/, ""), ...words];
}

/** Whether each word of a program names a file or a folder, in whatever form: `rm -rf data`. */
function namesFiles(program: string, word: string): boolean {
  return changesFiles(program) && !isScripted(program) && /^[\w./-]+$/.test(word);
}

const URL_OR_PACKAGE = /:\/\/|^@[\w-]+\/[\w.-]+$|^[\w.-]+@[\w.-]+:/;

/** Whether a word of a command names a file or folder. */
function isPath(word: string): boolean {
  if (word.length > 300 || /[\s{}()$*=|;]/.test(word) || URL_OR_PACKAGE.test(word)) return false;
  if (word.includes("/")) return !/^(?:origin|upstream|refs|s\/)\b/.test(word) && word !== "/";
  return /^[\w.-]*[A-Za-z_-][\w-]*\.[A-Za-z][A-Za-z0-9]{0,5}$/.test(word) ||
    /^(?:Dockerfile|Makefile|\.env)/.test(word);
}

/** One command of a line: its words, and the files to which its output goes. */
interface Simple {
  readonly words: string[];
  readonly writes: string[];
  /** The commands of its substitutions: `$(…)`. */
  readonly inner: string[];
  /** Its here document, or what `echo` hands it. */
  input: string;
}

/** The commands of a line of a shell. Variables and substitutions are not resolved. */
function simpleCommands(line: string): Simple[] {
  const found: Simple[] = [];
  const fresh = (): Simple => ({ words: [], writes: [], inner: [], input: "" });
  let simple = fresh();
  /** The word that is being read; undefined between words. */
  let word = undefined as string | undefined;
  /** Where the next word goes: to the words, to the files that are written, or nowhere. */
  let next: "word" | "write" | "drop" = "word";
  /** The words that end the here documents of this line. */
  const ends: string[] = [];
  const add = (text = "") => void (word = (word ?? "") + text);
  const dropIf = (pattern: RegExp) => {
    if (word !== undefined && pattern.test(word)) word = undefined;
  };
  const endWord = () => {
    if (word === undefined) return;
    if (next === "write" && word !== "/dev/null" && !/^&?\d?$/.test(word)) simple.writes.push(word);
    else if (next === "word") simple.words.push(word);
    word = undefined;
    next = "word";
  };
  const endSimple = () => {
    endWord();
    if (simple.words.length > 0 || simple.writes.length > 0) found.push(simple);
    simple = fresh();
    next = "word";
  };
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at);
    const piece = pieceAt(line, at);
    if (piece) {
      simple.inner.push(...piece.inner);
      add(piece.text);
      at = piece.end;
    } else if (sign === "\\") {
      at++;
      if (line[at] !== "\n") add(line[at]);
    } else if (sign === " " || sign === "\t" || sign === "\r") endWord();
    else if (sign === "#" && word === undefined) at = indexOrEnd(line, "\n", at) - 1;
    else if (sign === "<") {
      dropIf(/^\d$/);
      endWord();
      if (line.startsWith("<<<", at)) {
        // The text that follows goes to the command.
        at += 2;
        continue;
      }
      if (line[at + 1] === "<") {
        const named = /^<<-?\s*(['"]?)([\w.-]+)\1/.exec(line.slice(at, at + 80));
        if (named) ends.push(named[2] ?? ""), at += named[0].length - 1;
        continue;
      }
      next = "drop";
    } else if (sign === ">") {
      dropIf(/^[\d&]$/);
      endWord();
      if (/[>|]/.test(line[at + 1] ?? "")) at++;
      if (line[at + 1] === "&") {
        // The output goes to another stream.
        at++;
        next = "drop";
      } else next = "write";
    } else if (sign === "&" && line[at + 1] === ">") endWord();
    else if (sign === "\n" && ends.length > 0) {
      endSimple();
      const end = afterDocuments(line, at, ends.splice(0));
      const last = found.at(-1);
      if (last) last.input = line.slice(at + 1, end);
      at = end;
    } else if (/[;&|\n()]/.test(sign)) {
      endSimple();
      if (sign === "|" && line[at + 1] !== "|" && line[at - 1] !== "|") simple.input = echoedBy(found.at(-1));
    } else add(sign);
  }
  endSimple();
  return found;
}

/** What stands in quotes or is a substitution from a place on: its text, the commands in it, and where it ends. */
function pieceAt(line: string, at: number) {
  const sign = line[at];
  if (sign === "'") {
    const end = indexOrEnd(line, "'", at + 1);
    return { text: line.slice(at + 1, end), inner: [], end };
  }
  if (sign === '"') {
    const end = endOfQuoted(line, at);
    const said = line.slice(at + 1, end);
    return { text: said.replace(/\\(["\\$`])/g, "$1"), inner: substitutionsIn(said), end };
  }
  if (sign === "$" && line[at + 1] === "(") {
    const end = endOfParens(line, at + 1);
    const text = line.slice(at, end + 1);
    return { text, inner: substitutionsIn(text), end };
  }
  if (sign === "`") {
    const end = indexOrEnd(line, "`", at + 1);
    return { text: line.slice(at, end + 1), inner: [line.slice(at + 1, end)], end };
  }
  return undefined;
}

/** The text that a command hands on: `echo "drop table x" | psql`. */
function echoedBy({ words: [program = "", ...rest] }: Pick<Simple, "words"> = { words: [] }): string {
  return /^(?:echo|printf)$/.test(program) ? rest.filter((word) => !/^-[neE]+$/.test(word)).join(" ") : "";
}

/** The commands in the substitutions of a text, without calculations: `$((…))`. */
function substitutionsIn(text: string): string[] {
  const found = [...text.matchAll(/(?<!\\)`([^`]+)`/g)].map(([, command = ""]) => command);
  for (let at = text.indexOf("$("); at !== -1; at = text.indexOf("$(", at)) {
    const end = endOfParens(text, at + 1);
    if (text[at + 2] !== "(" && text[at - 1] !== "\\") found.push(text.slice(at + 2, end));
    at = end;
  }
  return found;
}

function indexOrEnd(line: string, sign: string, from: number): number {
  const at = line.indexOf(sign, from);
  return at === -1 ? line.length : at;
}

function endOfQuoted(line: string, from: number): number {
  for (let at = from + 1; at < line.length; at++) {
    if (line[at] === "\\") at++;
    else if (line[at] === "$" && line[at + 1] === "(") at = endOfParens(line, at + 1);
    else if (line[at] === '"') return at;
  }
  return line.length;
}

function endOfParens(line: string, from: number): number {
  let depth = 0;
  for (let at = from; at < line.length; at++) {
    if (line[at] === "\\") at++;
    else if (line[at] === "(") depth++;
    else if (line[at] === ")" && --depth === 0) return at;
  }
  return line.length;
}

/** The line end at which the here documents are over. */
function afterDocuments(line: string, from: number, ends: readonly string[]): number {
  let at = from;
  for (const end of ends) {
    let said = "";
    while (said !== end && at < line.length) {
      const next = indexOrEnd(line, "\n", at + 1);
      said = line.slice(at + 1, next).trim();
      at = next;
    }
  }
  return at;
}
