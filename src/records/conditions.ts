/**
 * The conditions of a record, its field `when`: tool calls before or after which an agent should be told it.
 *
 *   edit GLOB[: WORDS]   a file of this path is written, with these words in what is written
 *   create …, change …   the same for a new file alone, or for one that is there
 *   run WORDS            a command with these words is run
 *   fail WORDS           a call has failed and printed these words; the first ones may stand in its command
 *
 * The words stand in this order (text/in_order.ts), those of `run` in one command, those of `fail` in a printed line in
 * any order; others may stand between. A command that failed counts as one that is run. ` | ` separates alternatives,
 * or a condition from another one. Behind ` unless ` stand words that take out calls which hold them: most often
 * because they obey.
 */
import { NO_SPACE_SCRIPTS } from "../text/script.ts";
import { isBelow, withoutBraces } from "../text/glob.ts";
import {
  allPieces,
  hasLetter,
  holdsWords,
  lettersIn,
  lineHoldsWords,
  piecesOf,
  QUOTED,
  type Text,
  withoutShortOptions,
} from "../text/in_order.ts";

const KINDS = ["edit", "create", "change", "run", "fail"] as const;
type Kind = typeof KINDS[number];
const WRITING: ReadonlySet<Kind> = new Set(["edit", "create", "change"]);

/** A condition taken apart; each list holds alternatives. */
interface Condition {
  readonly kind: Kind;
  /** Paths of files, below any folder of the project; of the kinds that write a file. */
  readonly globs: readonly string[];
  /** None for any. */
  readonly words: readonly string[];
  readonly unless: readonly string[];
}

interface WrittenFile {
  /** With forward slashes, relative to the project if the file lies there. */
  readonly path: string;
  readonly absolute: string;
  /** It lies outside of the project for which the record holds: only a glob from `~/`, `../` or `/` on fits it. */
  readonly isOutside: boolean;
  /** Whether it is there before the call; undefined where nobody knows any more. */
  readonly isThere: () => boolean | undefined;
}

/** A tool call, as conditions are compared with it. */
export interface Doing {
  readonly files: readonly WrittenFile[];
  readonly written: string;
  readonly run: readonly Line[];
  /** All that was typed, commands that only read included. */
  readonly typed: string;
  /** What it printed, with other names of the failure; undefined before the call and where it has not failed. */
  readonly printed?: string | undefined;
}

/** A command as it was typed. */
export interface Line {
  /** Behind `QUOTED` stands what it only quotes. */
  readonly text: string;
  /** The name of a command that only reads, `kubectl logs`: conditions begin with it, unless the call has failed. */
  readonly reads?: string;
}

/** So many conditions are given at once at most. */
export const CONDITIONS_MAX = 8;
/** A record holds so many at most: it takes over those of others that it replaces or is united with. */
export const CONDITIONS_HELD_MAX = 24;
export const CONDITION_CHARACTERS_MAX = 400;

/** Where another condition may begin. `edit *.sql: drop | create table` is a single one. */
const NEXT =
  /(?:\s+[|｜]\s+|\s*\n\s*|([,;，；])\s+)(?=(?:run|fail|edit)\s|(?:create|change)\s+(?:\S*[./*]|\w+file\b))/gi;

/** The conditions in a text: agents join those of several kinds, `run make up | fail address in use`. */
export function conditionsIn(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (const { 0: sign, 1: comma, index } of text.matchAll(NEXT)) {
    // A comma may stand in what is printed: `fail lockfile is out of date, run npm install`.
    if (comma !== undefined && /\bfail\s/i.test(text.slice(from, index))) continue;
    found.push(text.slice(from, index));
    from = index + sign.length;
  }
  return [...found, text.slice(from)].map((each) => each.trim()).filter((each) => each !== "");
}

/** Whether a text is a condition. */
export function isCondition(text: string): boolean {
  return readCondition(text) !== undefined;
}

/** Why no file can have a path of a condition; undefined for a condition whose paths are sound. */
export function faultIn(text: string): "no words" | "brackets" | undefined {
  const globs = readCondition(text)?.globs ?? [];
  // `edit *.go:`, whose words were forgotten.
  if (globs.some((glob) => /[:：]$/.test(glob))) return "no words";
  return globs.every(isBalanced) ? undefined : "brackets";
}

/** Whether each bracket and brace is closed: `*.{ts,tsx}`, `app/[id]/page.tsx`. */
function isBalanced(glob: string): boolean {
  const open: string[] = [];
  for (const sign of glob) {
    if (sign === "{" || sign === "[") open.push(sign);
    else if (sign === "}" || sign === "]") {
      if (open.pop() !== (sign === "}" ? "{" : "[")) return false;
    }
  }
  return open.length === 0;
}

/** Takes a condition apart; undefined for a text that is none. */
export function readCondition(text: string): Condition | undefined {
  const plain = text.normalize().trim().slice(0, CONDITION_CHARACTERS_MAX);
  const [, kind = "", rest = ""] = /^(\w+)\s+(.+)$/s.exec(plain) ?? [];
  const known = KINDS.find((each) => each === kind.toLowerCase());
  const [wanted = "", ...unless] = rest.split(/\s+unless\s+/);
  if (!known || unless.length > 1) return undefined;
  const [globs, words] = WRITING.has(known) ? pathAndWords(wanted) : ["", wanted];
  // Code may hold a bar without blanks, `string|null`; a command and an output don't, and Chinese words don't.
  const bar = known === "run" || known === "fail" ? /\s*[|｜]+\s*/ : BAR_IN_CODE;
  // A command is compared without its quotes: `redis-cli "flushall"`.
  const said = choices(known === "run" ? words.replace(/["'“”‘’]/g, "") : words, bar);
  const condition = {
    kind: known,
    globs: choices(globs, BAR_IN_PATHS),
    words: WRITING.has(known) ? said : withFull(said, known),
    unless: choices(unless[0] ?? "", bar),
  };
  // Paths, commands and outputs need a letter, or a path a star. Words in code may be signs alone: `>=`.
  const main = WRITING.has(known) ? condition.globs : condition.words;
  const isMeant = main.length > 0 &&
    main.every((each) => hasLetter(each) || WRITING.has(known) && each.includes("*"));
  return isMeant && !/\sunless$/.test(rest) ? condition : undefined;
}

/** Commands that have another name, by their program: a rule about `npm install` is one about `npm i`. */
const IN_FULL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  npm: {
    i: "install",
    add: "install",
    "clean-install": "ci",
    un: "uninstall",
    rm: "uninstall",
    remove: "uninstall",
    up: "update",
    t: "test",
  },
  pnpm: { i: "install", up: "update", upgrade: "update", rm: "remove", un: "remove", uninstall: "remove", t: "test" },
  bun: { i: "install", a: "add", rm: "remove" },
};
/** Programs that have another name: a wrapper that lies in the project is the program that it starts. */
const SAME_PROGRAM: Readonly<Record<string, string>> = {
  pip3: "pip",
  python3: "python",
  "docker-compose": "docker compose",
  gradlew: "gradle",
  mvnw: "mvn",
};
/** Options that may stand before a command, and name a package or a folder: `npm -w web i`. `pnpm -w` names none. */
const BEFORE_COMMAND = "(?: (?:(?:-[CF]|(?<!pnpm )-w|--(?:workspace|prefix|dir|filter|cwd)) [^\\s-]\\S*|-\\S+))*";
const HAS_OTHER_NAMES = new RegExp(
  `(?<![\\w./-])(?:(p?npm|bun)(${BEFORE_COMMAND}) ([a-z]+(?:-[a-z]+)*)(?![\\w-])|(?:\\./)?(${
    Object.keys(SAME_PROGRAM).join("|")
  })(?= |$))`,
  "gi",
);

/** Commands in their full names, as conditions and calls are compared. */
export function inFull(commands: string): string {
  return commands.replace(
    HAS_OTHER_NAMES,
    (_, program = "", options = "", name = "", other = "") =>
      SAME_PROGRAM[other.toLowerCase()] ??
        `${program}${options} ${IN_FULL[program.toLowerCase()]?.[name.toLowerCase()] ?? name}`,
  );
}

/** A command that failed is compared by its full name, and what it printed as it stands: `fail npm i ERESOLVE`. */
function withFull(said: readonly string[], kind: Kind): string[] {
  const full = said.map(inFull);
  return kind === "run" ? full : [...new Set([...said, ...full])];
}

/** A comma between braces is a part of them. */
const BAR_IN_PATHS = /\s*[|｜]\s*|,\s+|,(?=[^{}]*(?:\{[^{}]*\}[^{}]*)*$)/;
const BAR_IN_CODE = new RegExp(`\\s+\\|\\s+|\\s*｜\\s*|(?<=[${NO_SPACE_SCRIPTS}])\\|(?=[${NO_SPACE_SCRIPTS}])`);

/** The colon of `*.sql: float`, and behind a path of `*.sql:float`; that of `C:\\app` is a drive's. */
const COLON = /(?:\s:|:\s|：|(?<=^(?:\S+,\s+)*\S*[\w*\])}]{2}):(?=[^\s\\/]))\s*(.*)/s;

function pathAndWords(text: string): [paths: string, words: string] {
  const [path = "", words] = text.split(COLON);
  if (words !== undefined) return [path, words];
  // The colon was forgotten: `edit *.sql float`. A path may hold a blank: `docs/first steps.md`.
  const [, first = "", rest = ""] = /^(\S*[*/]\S*[^\s,])\s+([^\s|｜].*)$/s.exec(text) ?? [];
  return first !== "" && !/\.\w+$/.test(rest) ? [first, rest] : [text, ""];
}

function choices(text: string, bar: RegExp): string[] {
  return text.split(bar).map((each) => each.trim().replace(/^(["'`])(.*)\1$/, "$2")).filter((each) => each !== "");
}

/** The first letters of keys, by where the words of a condition must stand. */
const PLACES = { path: "p", written: "w", run: "r", failed: "f" } as const;
type Place = typeof PLACES[keyof typeof PLACES];

const keyAt = (place: Place, piece: string) => `${place} ${piece}`;

/** For each alternative of a condition its keys: a call that fulfils the condition has all keys of an alternative. */
export function keysOfCondition({ kind, globs, words }: Condition): string[][] {
  const place = kind === "run" ? PLACES.run : kind === "fail" ? PLACES.failed : PLACES.written;
  const keysAt = (place: Place, pieces: readonly string[]) =>
    (pieces.length > 0 ? pieces : [""]).map((piece) => keyAt(place, piece));
  return words.length > 0
    ? words.map((each) => keysAt(place, piecesOf(kind === "run" ? withoutShortOptions(each) : each)))
    : globs.flatMap(withoutBraces).map((glob) => keysAt(PLACES.path, fixedPieces(glob)));
}

/** All keys that a call has. */
export function keysOfCall({ files, written, run, typed, printed }: Doing): string[] {
  const keys = new Set<string>();
  const add = (place: Place, text: string) => {
    // Signs alone, and a glob of wildcards alone, have no piece.
    for (const piece of ["", ...allPieces(text)]) keys.add(keyAt(place, piece));
  };
  // A name may stand right behind the letter of its option: `-PmaxForks`.
  for (const { text } of run) add(PLACES.run, `${text}\n${text.replace(/(?<=\s-[a-z])(?=[a-z])/gi, " ")}`);
  if (printed !== undefined) add(PLACES.failed, `${typed}\n${printed}`);
  else {
    for (const { absolute } of files) add(PLACES.path, absolute);
    if (files.length > 0) add(PLACES.written, written);
  }
  return [...keys];
}

/** Whether a call fulfils a condition. */
export function holdsAt(condition: Condition, call: Doing): boolean {
  const { kind, globs, words, unless } = condition;
  const { files, written, typed, printed } = call;
  const anyOf = (list: readonly string[], text: string) => list.some((each) => holdsWords({ text }, each));
  if (kind === "fail") {
    return printed !== undefined && wordsAt(condition, call).length > 0 && !anyOf(unless, `${typed}\n${printed}`);
  }
  if (kind === "run") {
    // An option belongs to its own command: `cargo update && cargo test -p x` is no `cargo update -p`.
    const options = unless.filter((each) => each.startsWith("-"));
    const others = unless.filter((each) => !each.startsWith("-"));
    const texts = textsFor(kind, call).filter((text) =>
      !options.some((each) => holdsWords({ ...text, opening: "" }, each))
    );
    return words.some((each) => texts.some((text) => holdsWords(text, each))) && !anyOf(others, withoutRemarks(typed));
  }
  if (printed !== undefined || words.length > 0 && !anyOf(words, written)) return false;
  const others = unless.filter((each) => /[*/]/.test(each));
  return files.some((file) => {
    if (!isOneOf(globs, file) || isOneOf(others, file) || anyOf(unless, `${file.path}\n${written}`)) return false;
    const isThere = kind === "edit" ? undefined : file.isThere();
    return isThere === undefined || isThere === (kind === "change");
  });
}

/** A command line without the remarks of its shell. A `#` between quotes begins none. */
function withoutRemarks(typed: string): string {
  return typed.split("\n").map((line) => {
    const isQuoted = (at: number) => [`"`, "'"].some((quote) => line.slice(0, at).split(quote).length % 2 === 0);
    const at = [...line.matchAll(/(?<!\S)#/g)].find(({ index }) => !isQuoted(index))?.index;
    return line.slice(0, at);
  }).join("\n");
}

function isOneOf(globs: readonly string[], { path, absolute, isOutside }: WrittenFile): boolean {
  return globs.flatMap(withoutBraces).some((glob) =>
    isOutside
      ? isBelow(glob, absolute) && (LEADS_OUT.test(glob) || isAtRoot(glob, absolute))
      : isBelow(glob, path) || glob.startsWith("/") && isBelow(glob, absolute)
  );
}

/** A path from the home folder on, out of the project, or from a drive on. */
const LEADS_OUT = /^(?:~|\.\.[\\/]|[a-z]:[\\/])/i;

/** Whether a glob names a path from the root of the disk on: `/src` may also mean a folder of the project. */
function isAtRoot(glob: string, absolute: string): boolean {
  const fixed = glob.split(/[*?]/, 1)[0] ?? "";
  return fixed.startsWith("/") && absolute.toLowerCase().startsWith(fixed.toLowerCase());
}

/** The words of a condition that a call has, of its alternatives those that hold. */
export function wordsAt({ kind, words }: Condition, call: Doing): string[] {
  const texts = textsFor(kind, call);
  const printed = kind === "fail" ? call.printed ?? "" : "";
  return words.filter((each) => texts.some((text) => holdsWords(text, each)) || lineHoldsWords(printed, each));
}

function textsFor(kind: Kind, { run, written, typed, printed }: Doing): readonly Text[] {
  if (kind === "run") {
    return run.map(({ text, reads = "" }) => ({
      text,
      command: text.length,
      opening: printed === undefined ? reads : "",
    }));
  }
  if (kind !== "fail") return [{ text: written }];
  const commands = run.length > 0 ? run.map(({ text }) => text.split(QUOTED, 1).join()) : [typed];
  return commands.map((text) => ({ text: `${text}\n${printed ?? ""}`, command: text.length, from: text.length }));
}

/**
 * How much a condition that holds asks of a call: the length of its longest words there counts before its path. After a
 * failure, words in what was printed count before those in the command.
 */
export function weightAt(condition: Condition, call: Doing): number {
  const { kind, globs } = condition;
  const longestOf = (list: readonly string[]) => Math.max(0, ...list.map(lettersIn));
  const unit = kind === "run" && call.printed !== undefined ? 1 : 1_000;
  return unit * longestOf(wordsAt(condition, call)) + (kind === "edit" ? 0 : 100) + longestOf(globs);
}

/** The pieces that any path of a glob holds whole. */
function fixedPieces(glob: string): string[] {
  return piecesOf(glob.replace(/[*?]+/g, "*").replace(/[^\W_]*\*[^\W_]*/g, " "));
}
