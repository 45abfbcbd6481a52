/** In: a text, such as a command, and words. Out: whether it holds them in order, and pieces to look them up by. */
import { remembered } from "../remembered.ts";
import { isCjk, NO_SPACE_SCRIPTS, pairsOf } from "./script.ts";

/** Stands between a command and the texts that it only quotes, which may look like commands. */
export const QUOTED = "\0";

/** So much of the text of a call is compared. */
const CHARACTERS_MAX = 50_000;

/** A text in which words are looked for. */
export interface Text {
  readonly text: string;
  /** The length of the command with which the text begins. In it a sign is an argument: the `.` of `git add .`. */
  readonly command?: number;
  /** Only words that begin with these are found. */
  readonly opening?: string;
  /** The last word stands at or behind this place. */
  readonly from?: number;
}

/**
 * Whether a text holds these words in this order. A word also counts inside of a name, from one edge to another, and in
 * the plural: `rotation` in `maxRotationStep`, `max_rotation2` and `rotations`, but not in `rotational`.
 */
export function holdsWords({ text, command = 0, opening = "", from = 0 }: Text, words: string): boolean {
  if (!`${words.toLowerCase()} `.startsWith(opening && `${opening} `)) return false;
  const whole = text.slice(0, CHARACTERS_MAX);
  const low = lowered(whole);
  const quoted = whole.indexOf(QUOTED);
  // A quoted message may hold the words, `git commit WIP`, but neither the program with its subcommand nor an option.
  const leading = /^(?:gh|glab|tea)\b/i.test(words) ? 3 : 2;
  let at = 0;
  return words.toLowerCase().split(/\s+/).every((word, place, all) => {
    // The last word may also stand before this place, where it does not count.
    at = endOf(word, low, whole, place === all.length - 1 ? Math.max(at, from) : at, command);
    return at !== -1 && (quoted === -1 || at <= quoted || place >= leading && !word.startsWith("-"));
  });
}

/** Whether a line of a text holds these words, in whatever order. */
export function lineHoldsWords(text: string, words: string): boolean {
  const all = words.split(/\s+/);
  const holdsAll = (part: string) => all.every((word) => holdsWords({ text: part }, word));
  // Few texts hold all of the words, and each line takes as long as a short text.
  return all.length > 1 && holdsAll(text) && text.slice(0, CHARACTERS_MAX).split("\n").some(holdsAll);
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
  const isSign = !hasLetter(word);
  for (let at = low.indexOf(word, from); at !== -1; at = low.indexOf(word, at + 1)) {
    const end = at + word.length;
    const isWhole = isSign && at < command
      ? isBlank(text[at - 1]) && isBlank(text[end])
      : begins(word, text, at) && (!hasLetter(word.at(-1)) || isEdge(text, end));
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

/** Options of one letter may be written together, so that no part of a command is theirs for certain. */
export function withoutShortOptions(words: string): string {
  return words.split(/\s+/).filter((word) => !SHORT_OPTIONS.test(word)).join(" ");
}

function begins(word: string, text: string, at: number): boolean {
  // `-f` is no part of a name.
  if (word.startsWith("-")) return !hasLetter(text[at - 1]) && text[at - 1] !== "-";
  // `-PmaxForks`
  return !hasLetter(word[0]) || isEdge(text, at) || text[at - 2] === "-" && isBlank(text[at - 3]);
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
  if (!hasLetter(before) || !hasLetter(after)) return true;
  if (isCjk(before) || isCjk(after) || /\d/.test(before) !== /\d/.test(after)) return true;
  // `maxBatch`, `APIKey`
  return /[A-Z]/.test(after) && (/[a-z]/.test(before) || /[A-Z]/.test(before) && /[a-z]/.test(text[at + 1] ?? ""));
}

/** Letters and digits of scripts with blanks between words. */
const LETTERS = "a-z\\d\\u00c0-\\u0dff\\u0e80-\\u1fff";
const LETTER = new RegExp(`[${LETTERS}${NO_SPACE_SCRIPTS}]`, "i");
const NAMES = new RegExp(`[${LETTERS}]+|[${NO_SPACE_SCRIPTS}]+`, "gi");

/** Whether there is a letter or a digit in a text. */
export function hasLetter(text = ""): boolean {
  return LETTER.test(text);
}

/** The number of letters and digits in a text. */
export function lettersIn(text: string): number {
  return (text.match(NAMES) ?? []).join("").length;
}

/** The words of a text in lower case, names in their pieces; of Chinese the pairs of characters, or a single one. */
export function piecesOf(text: string): string[] {
  return (text.match(NAMES) ?? []).flatMap((run) => isCjk(run) ? pairsOf(run) : inPieces(run));
}

/** What `piecesOf` may give for any part of a text. */
export function allPieces(text: string): string[] {
  return [...new Set(text.slice(0, CHARACTERS_MAX).match(NAMES))].flatMap((run) =>
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
