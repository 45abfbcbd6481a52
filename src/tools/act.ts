/**
 * In: a tool call of an agent. Out: the paths that it touches and the commands that it runs; nothing for a call that
 * only reads. No command is run and no file is opened. Hot path: an agent waits at each call, and most calls only read.
 */
import type { ToolCall } from "../agents/event.ts";
import { patchedFiles } from "../agents/payload.ts";
import { inFull, type Line } from "../records/conditions.ts";
import { withoutBraces } from "../text/glob.ts";
import { QUOTED } from "../text/in_order.ts";
import { holds } from "../text/word_list.ts";
import {
  type Command,
  commandOf,
  commandWords,
  innerOf,
  isShell,
  programOf,
  readsAs,
  rowOf,
  scriptIn,
  settingsIn,
  withoutWrappers,
} from "./command.ts";
import { simpleCommands } from "./shell.ts";
import { changesFiles, isScripted, type Target, writtenBy } from "./written.ts";

/** A line whose text is made when a condition is to be compared with it, since most calls meet none. */
interface LineMade extends Omit<Line, "text"> {
  readonly text: () => string;
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
  readonly lines: readonly LineMade[];
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
  /** Whether a command may fail though the call ends well: `make | tail`, `make; echo done`, `make || true`. */
  readonly hidesEnd: boolean;
}

export const NO_ACT: Act = { ...emptyDraft(), added: "", removed: "", isNew: false, changesFiles: false };

/** The beginning of a longer command, which is a script, tells enough. */
const COMMAND_CHARACTERS = 20_000;
/** So deep commands inside other commands are read. */
const DEPTH_MAX = 3;

/** What a call does; undefined for one that only reads. */
export function actOf({ kind, paths, command, added = "", removed = "", isWhole = false }: ToolCall): Act | undefined {
  if (kind === "edit") {
    const files = paths.map((path) => ({ path }));
    return paths.length === 0 ? undefined : { ...NO_ACT, paths, files, added, removed, isNew: isWhole };
  }
  if (kind !== "shell" || command === undefined) return undefined;
  const act = emptyDraft();
  readLine(act, command.slice(0, COMMAND_CHARACTERS), 0);
  if (act.lines.length === 0 && act.paths.length === 0) return undefined;
  return { ...NO_ACT, ...act, changesFiles: act.commands.every(({ program }) => changesFiles(program)) };
}

/** The act of a command line, which is filled while the line is read. */
type Draft = ReturnType<typeof emptyDraft>;

function emptyDraft() {
  const act = { paths: [] as string[], commands: [] as Command[], lines: [] as LineMade[], files: [] as Target[] };
  return { ...act, settings: [] as string[], folder: "", hidesEnd: false };
}

function readLine(act: Draft, line: string, depth: number): void {
  const commands = simpleCommands(line);
  const before = act.commands.length;
  for (const [at, { words, writes, inner, input, end }] of commands.entries()) {
    for (const path of writes) addWritten(act, path);
    readCommand(act, words, depth, input);
    for (const each of inner) if (depth < DEPTH_MAX) readLine(act, each, depth + 1);
    const isHidden = end !== "&&" && at + 1 < commands.length && act.commands.length > before;
    if (isHidden && !failsWith(end, line)) act.hidesEnd = true;
  }
}

/** Whether the line fails if the command before this sign does: at `;` with `set -e`, at `|` with `pipefail`. */
function failsWith(end: string, line: string): boolean {
  return end === "|" ? line.includes("pipefail") : /^[;\n]$/.test(end) && /\bset -[a-z]*e/.test(line);
}

function inFolder({ folder }: Draft, path: string): string {
  return folder === "" || /^[/~]/.test(path) ? path : `${folder}/${path}`;
}

/** Adds a file that the call writes, though no word of a command is its path. */
function addWritten(act: Draft, said: string): void {
  const path = inFolder(act, said);
  act.paths.push(path);
  act.files.push({ path });
}

function readCommand(act: Draft, said: readonly string[], depth: number, input = ""): void {
  act.settings.push(...settingsIn(said));
  const [first = "", ...args] = withoutWrappers(said);
  if (first === "" || first.startsWith("-") || depth > DEPTH_MAX) return;
  if (first === "cd" || first === "pushd") return changeFolder(act, args);
  const program = programOf(first);
  const script = scriptIn(program, args);
  if (script !== undefined) return readLine(act, script, depth + 1);
  if (input !== "" && (isShell(program) || program === "ssh")) readLine(act, input, depth + 1);
  const command = commandOf(program, args);
  const inner = innerOf(command, args);
  if (inner !== undefined) readCommand(act, inner, depth + 1);
  const reads = readsAs(command, args);
  if (reads !== undefined) {
    if (reads.includes(" ") && program !== "git") act.lines.push({ text: lineOf(act, command, said, input), reads });
    return;
  }
  act.commands.push(command);
  act.lines.push({ text: lineOf(act, command, said, input) });
  if (/^apply_?patch$/.test(program)) {
    for (const path of patchedFiles(input || args.join("\n"))) addWritten(act, path);
    return;
  }
  for (const target of writtenBy(command, args)) {
    for (const path of withoutBraces(target.path)) act.files.push({ ...target, path: inFolder(act, path) });
  }
  addPaths(act, command, first);
  const [main = ""] = command.words;
  if (/\.[a-z]{1,4}$/i.test(main) && holds(commandWords("interpreters"), program)) {
    act.commands.push({ ...command, program: programOf(main), words: command.words.slice(1) });
  }
}

function changeFolder(act: Draft, [to = ""]: readonly string[]): void {
  if (to !== "" && to !== "-") act.folder = inFolder(act, to).replace(/\/+$/, "");
}

function addPaths(act: Draft, { program, words, values }: Command, typed: string): void {
  // Each word names a file or a folder, in whatever form: `rm -rf data`.
  const takesFiles = changesFiles(program) && !isScripted(program);
  for (const word of [...words, ...values]) {
    const path = word.replace(/^@/, "");
    if (isPath(path) || takesFiles && /^[\w./-]+$/.test(path)) act.paths.push(inFolder(act, path));
  }
  // The program may be a file of the project: `./scripts/deploy.sh`.
  if (/[/\\]/.test(typed) && !/(?:^|\/)(?:bin|sbin|\.bin)\//.test(typed)) act.paths.push(inFolder(act, typed));
}

/** A command as conditions are compared with it (`Act.lines`). */
function lineOf({ folder }: Draft, command: Command, said: readonly string[], input: string): () => string {
  return () => textOf(folder, command, said, input);
}

function textOf(folder: string, command: Command, said: readonly string[], input: string): string {
  const { program } = command;
  const isQuoted = (word: string, at: number) =>
    MESSENGERS.test(program) && (MESSAGE.test(said[at - 1] ?? "") || MESSAGE_IN_ONE.test(word)) ||
    isScripted(program) && /^\S*[/{]/.test(word) && /\s/.test(word);
  const quoted = said.filter(isQuoted);
  const plain = said.filter((word, at) => !isQuoted(word, at)).flatMap((word) => withOtherNames(command, word));
  const isText = MESSENGERS.test(program) || changesFiles(program);
  if (input !== "") (isText ? quoted : plain).push(input);
  // `yarn` alone installs.
  const typed = inFull(plain.join(" ")).replace(/^yarn(?=$| -)(?! --?(?:v|version|h|help)\b)/, "yarn install");
  const placed = folder === "" ? typed : `cd ${folder} && ${typed}`;
  return quoted.length === 0 ? placed : [placed, QUOTED, ...quoted].join(" ");
}

/** A word, and before it the other names of its options: `git push -f` and `--force`, `rm -rf`. */
function withOtherNames({ program, words: [act = ""] }: Command, word: string): string[] {
  if (!/^-(?:[A-Za-z]{1,4}$|-[a-z])/.test(word)) return [word];
  const known = rowOf("long options", `${program} ${act}`) ?? rowOf("long options", program) ?? [];
  const own = word.startsWith("--") ? [word.replace(/=.*/s, "")] : [...word.slice(1)].map((letter) => `-${letter}`);
  const others = own.flatMap((option) => {
    const at = known.indexOf(option);
    return at === -1 ? [] : known[option.startsWith("--") ? at - 1 : at + 1] ?? [];
  });
  return [...others, word];
}

/** Options with a text for people, and programs that have them. */
const MESSAGE = /^(?:-[a-z]*m|-[tbcn]|--(?:message|title|body|description|notes|comment|subject|trailer))$/;
const MESSAGE_IN_ONE = /^--(?:message|title|body|description|notes|comment|subject|trailer)=/;
const MESSENGERS = /^(?:git|gh|glab|hub|tea|hg|jj|svn)$/;

const URL_OR_PACKAGE = /:\/\/|^@[\w-]+\/[\w.-]+$|^[\w.-]+@[\w.-]+:/;

function isPath(word: string): boolean {
  if (word.length > 300 || /[\s{}()$*=|;]/.test(word) || URL_OR_PACKAGE.test(word)) return false;
  if (word.includes("/")) return !/^(?:origin|upstream|refs|s\/)\b/.test(word) && word !== "/";
  return /^[\w.-]*[A-Za-z_-][\w-]*\.[A-Za-z][A-Za-z0-9]{0,5}$/.test(word) ||
    /^(?:Dockerfile|Makefile|\.env)/.test(word);
}
