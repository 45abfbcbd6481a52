/**
 * The conditions of a record, its field `when`: tool calls before or after which an agent should be told it.
 *
 *   edit GLOB[: WORDS]   a file of this path is written, with these words in what is written
 *   create …, change …   the same for a new file alone, or for one that is there
 *   run WORDS            a command with these words is run
 *   fail WORDS           a call has failed and printed these words; the first ones may stand in its command
 *
 * The words stand in this order, those of `run` in one command; others may stand between. A command that failed counts
 * as one that is run. ` | ` separates
 * alternatives, or a condition from another one. Behind ` unless ` stand words that take out calls which hold them:
 * most often because they obey.
 *
 * @module
 */
import { remembered } from "../remembered.ts";
import { isBelow, withoutBraces } from "../text/glob.ts";
import { isCjk, NO_SPACE_SCRIPTS, pairsOf } from "../text/script.ts";

/** What a condition waits for. */
const KINDS = ["edit", "create", "change", "run", "fail"] as const;
type Kind = typeof KINDS[number];
const WRITING: ReadonlySet<Kind> = new Set(["edit", "create", "change"]);

/** A condition taken apart; each list holds alternatives. */
export interface Condition {
  readonly kind: Kind;
  /** Paths of files, below any folder of the project; of the kinds that write a file. */
  readonly globs: readonly string[];
  /** None for any. */
  readonly words: readonly string[];
  readonly unless: readonly string[];
}

/** A file that a tool call writes. */
export interface WrittenFile {
  /** With forward slashes, relative to the project if the file lies there. */
  readonly path: string;
  readonly absolute: string;
  /** Whether it is there before the call; undefined where nobody knows any more. */
  readonly isThere: () => boolean | undefined;
}

/** A tool call, as conditions are compared with it. */
export interface Doing {
  /** The files that it writes. */
  readonly files: readonly WrittenFile[];
  /** The text that it writes into them. */
  readonly written: string;
  /** The commands that it runs. */
  readonly run: readonly Line[];
  /** All that was typed, commands that only read included. */
  readonly typed: string;
  /** What it printed; undefined before the call and where it has not failed. */
  readonly printed?: string | undefined;
}

/** A command as it was typed. */
export interface Line {
  /** Behind `QUOTED` stands what it only quotes. */
  readonly text: string;
  /** The name of a command that only reads, `kubectl logs`: conditions begin with it, unless the call has failed. */
  readonly reads?: string;
}

/** Stands between a command and the texts that it only quotes, which may look like commands. */
export const QUOTED = "\0";

/** So many conditions are given at once at most. */
export const CONDITIONS_MAX = 8;
/** A record holds so many at most: it takes over those of others that it replaces or is united with. */
export const CONDITIONS_HELD_MAX = 24;
/** So long is a condition at most. */
export const CONDITION_CHARACTERS_MAX = 400;

/** Where another condition begins. `edit *.sql: drop | create table` is a single one. */
const NEXT = /(?:\s+[|｜]\s+|\s*\n\s*)(?=(?:run|fail|edit)\s|(?:create|change)\s+(?:\S*[./*]|\w+file\b))/i;

/** The conditions in a text: agents join those of several kinds, `run make up | fail address in use`. */
export function conditionsIn(text: string): string[] {
  return text.trim().split(NEXT).map((each) => each.trim()).filter((each) => each !== "");
}

/** Whether a text is a condition. */
export function isCondition(text: string): boolean {
  return readCondition(text) !== undefined;
}

/** Takes a condition apart; undefined for a text that is none. */
export function readCondition(text: string): Condition | undefined {
  const plain = text.normalize().trim().slice(0, CONDITION_CHARACTERS_MAX);
  const [, kind = "", rest = ""] = /^(\w+)\s+(.+)$/s.exec(plain) ?? [];
  const known = KINDS.find((each) => each === kind.toLowerCase());
  const [wanted = "", ...unless] = rest.split(/\s+unless\s+/);
  if (!known || unless.length > 1) return undefined;
  const [globs, words] = WRITING.has(known) ? pathAndWords(wanted) : ["", wanted];
  // A command of its own stands behind a bar without blanks, too: `npm install|npm ci`.
  const bar = known === "run" ? /\s*[|｜]+\s*/ : /\s+[|｜]\s+/;
  const condition = {
    kind: known,
    globs: choices(globs, /\s+[|｜]\s+|,\s+/),
    // A command is compared without its quotes: `redis-cli "flushall"`.
    words: choices(known === "run" ? words.replace(/["'“”‘’]/g, "") : words, bar),
    unless: choices(unless[0] ?? "", bar),
  };
  // A word of signs alone may be told from others in code (`>=`), but not in a command or an output.
  const main = WRITING.has(known) ? condition.globs : condition.words;
  const isMeant = main.length > 0 &&
    main.every((each) => LETTER.test(each) || WRITING.has(known) && each.includes("*"));
  return isMeant && !/\sunless$/.test(rest) ? condition : undefined;
}

/** The paths and the words of `*.sql: float`. */
function pathAndWords(text: string): [paths: string, words: string] {
  const [path = "", words] = text.split(/(?::\s|：)\s*(.*)/s);
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

/** Options of one letter may be written together, so that no part of a command is theirs for certain. */
function withoutShortOptions(words: string): string {
  return words.split(/\s+/).filter((word) => !SHORT_OPTIONS.test(word)).join(" ");
}

/** So much of the text of a call is compared. */
const CHARACTERS_MAX = 50_000;

/** All keys that a call has. */
export function keysOfCall({ files, written, run, typed, printed }: Doing): string[] {
  const keys = new Set<string>();
  const add = (place: Place, text: string) => {
    // Signs alone, and a glob of wildcards alone, have no piece.
    for (const piece of ["", ...allPieces(text.slice(0, CHARACTERS_MAX))]) keys.add(keyAt(place, piece));
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

function isOneOf(globs: readonly string[], { path, absolute }: WrittenFile): boolean {
  return globs.flatMap(withoutBraces).some((glob) =>
    isBelow(glob, path) || glob.startsWith("/") && isBelow(glob, absolute)
  );
}

/** The words of a condition that a call has, of its alternatives those that hold. */
export function wordsAt({ kind, words }: Condition, call: Doing): string[] {
  const texts = textsFor(kind, call);
  return words.filter((each) => texts.some((text) => holdsWords(text, each)));
}

/** Where the words of a kind of condition are looked for. */
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
  const lettersOf = (each: string) => (each.match(NAMES) ?? []).join("").length;
  const longestOf = (list: readonly string[]) => Math.max(0, ...list.map(lettersOf));
  const unit = kind === "run" && call.printed !== undefined ? 1 : 1_000;
  return unit * longestOf(wordsAt(condition, call)) + (kind === "edit" ? 0 : 100) + longestOf(globs);
}

/** A text in which words are looked for. */
interface Text {
  readonly text: string;
  /**
   * So long is the command with which it begins. There signs are arguments, as the `.` of `git add .` and not of
   * `git add ./a.ts`, and options of one letter may be written together.
   */
  readonly command?: number;
  /** The words begin with these. */
  readonly opening?: string;
  /** The last word ends behind this place. */
  readonly from?: number;
}

/**
 * Whether a text holds these words in this order. A word also counts inside of a name, from one edge to another, and in
 * the plural: `rotation` in `maxRotationStep`, `max_rotation2` and `rotations`, but not in `rotational`.
 */
function holdsWords({ text, command = 0, opening = "", from = -1 }: Text, words: string): boolean {
  if (!`${words.toLowerCase()} `.startsWith(opening && `${opening} `)) return false;
  const whole = text.slice(0, CHARACTERS_MAX);
  const low = lowered(whole);
  const quoted = whole.indexOf(QUOTED);
  // A message may say what a commit must not, but it is no command and no option: `git commit WIP`.
  const leading = /^(?:gh|glab|tea)\b/i.test(words) ? 3 : 2;
  let at = 0;
  return words.toLowerCase().split(/\s+/).every((word, place) => {
    at = endOf(word, low, whole, at, command);
    return at !== -1 && (quoted === -1 || at <= quoted || place >= leading && !word.startsWith("-"));
  }) && at > from;
}

/** Many conditions are compared with the text of one call. */
const lowered = remembered((text: string) => text.toLowerCase(), 8);

/** Where a word ends in a text, from a place on; -1 where it is not there. */
function endOf(word: string, low: string, text: string, from: number, command: number): number {
  const ends = formsOf(word).map((form) => endOfForm(form, low, text, from, command)).filter((end) => end !== -1);
  if (ends.length > 0) return Math.min(...ends);
  return SHORT_OPTIONS.test(word) ? endOfOptions(word, low.slice(0, command), from) : -1;
}

function endOfForm(word: string, low: string, text: string, from: number, command: number): number {
  const isSign = !LETTER.test(word);
  for (let at = low.indexOf(word, from); at !== -1; at = low.indexOf(word, at + 1)) {
    const end = at + word.length;
    const isWhole = isSign && at < command
      ? isBlank(text[at - 1]) && isBlank(text[end])
      : begins(word, text, at) && (!isLetter(word.at(-1)) || isEdge(text, end));
    if (isWhole) return end;
  }
  return -1;
}

const SHORT_OPTIONS = /^-[a-z]{1,3}$/i;

/** Where the last of some options of one letter ends, which may be written together: `-rf`, `-fr`, `-r -f`. */
function endOfOptions(word: string, command: string, from: number): number {
  const missing = new Set(word.slice(1));
  let last = -1;
  for (const { 0: options, index } of command.slice(from).matchAll(/(?<!\S)-[a-z]{1,3}(?!\S)/g)) {
    for (const option of options) if (missing.delete(option)) last = from + index + options.length;
  }
  return missing.size === 0 ? last : -1;
}

function begins(word: string, text: string, at: number): boolean {
  // `-f` is no part of a name.
  if (word.startsWith("-")) return !isLetter(text[at - 1]) && text[at - 1] !== "-";
  // `-PmaxForks`
  return !isLetter(word[0]) || isEdge(text, at) || text[at - 2] === "-" && isBlank(text[at - 3]);
}

/** A word, and its plural if it has three letters or more: `category`, `categories`. */
function formsOf(word: string): string[] {
  if (!/[a-z]{3}$/.test(word)) return [word];
  if (/[^aeiou]y$/.test(word)) return [word, `${word.slice(0, -1)}ies`];
  return [word, word + (/(?:s|x|z|ch|sh)$/.test(word) ? "es" : "s")];
}

function isBlank(sign = ""): boolean {
  return sign.trim() === "";
}

/** Whether a name, or a part of one, begins or ends here. Between Chinese characters every place is an edge. */
function isEdge(text: string, at: number): boolean {
  const [before = "", after = ""] = [text[at - 1], text[at]];
  if (!isLetter(before) || !isLetter(after)) return true;
  if (isCjk(before) || isCjk(after) || /\d/.test(before) !== /\d/.test(after)) return true;
  // `maxBatch`, `APIKey`
  return /[A-Z]/.test(after) && (/[a-z]/.test(before) || /[A-Z]/.test(before) && /[a-z]/.test(text[at + 1] ?? ""));
}

/** Letters and digits of scripts with blanks between words. */
const LETTERS = "a-z\\d\\u00c0-\\u0dff\\u0e80-\\u1fff";
const LETTER = new RegExp(`[${LETTERS}${NO_SPACE_SCRIPTS}]`, "i");
const NAMES = new RegExp(`[${LETTERS}]+|[${NO_SPACE_SCRIPTS}]+`, "gi");

function isLetter(sign = ""): boolean {
  return LETTER.test(sign);
}

/** The words of a text in lower case, names in their pieces; of Chinese the pairs of characters, or a single one. */
function piecesOf(text: string): string[] {
  return (text.match(NAMES) ?? []).flatMap((run) => isCjk(run) ? pairsOf(run) : inPieces(run));
}

/** What `piecesOf` may give for any part of a text. */
function allPieces(text: string): string[] {
  return [...new Set(text.match(NAMES))].flatMap((run) =>
    isCjk(run) ? [...pairsOf(run), ...run] : [...inPieces(run), run.toLowerCase()].flatMap(withSingular)
  );
}

function withSingular(word: string): string[] {
  if (!word.endsWith("s")) return [word];
  const singulars = [word.slice(0, -1), word.slice(0, -2), `${word.slice(0, -3)}y`];
  return [word, ...singulars.filter((each) => formsOf(each)[1] === word)];
}

const INNER_EDGES = /(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=\d)(?=[A-Za-z])|(?<=[A-Za-z])(?=\d)/g;

function inPieces(name: string): string[] {
  return name.replace(INNER_EDGES, " ").toLowerCase().split(" ");
}

/** The pieces that any path of a glob holds whole. */
function fixedPieces(glob: string): string[] {
  return piecesOf(glob.replace(/[*?]+/g, "*").replace(/[^\W_]*\*[^\W_]*/g, " "));
}
