/**
 * Words that developers use for nearly the same thing: who asks why something is slow may have noted a latency. Wider
 * than words of the same meaning (glossary.ts) and narrower than words of one field, which only help to rank
 * (search/words/kindred.ts): here a shared meaning has to be worth a word by itself.
 *
 * The lists are near_code.ts, near_running.ts and near_product.ts. A line holds words that, one met in a prompt and
 * another in a record, make a colleague say “yes, that is what it is about”, in English and Chinese; a word may stand
 * in several. English words stand in their plain form ("merge", not "merg"): a typed word is looked up by those. A name
 * of two has a hyphen ("white-screen").
 *
 * @module
 */
import { pairsOf } from "../../index/analyse.ts";
import { isStopWord } from "../../index/words/stop.ts";
import type { Counterpart } from "./glossary.ts";
import { CODE } from "./near_code.ts";
import { PRODUCT } from "./near_product.ts";
import { RUNNING } from "./near_running.ts";
import { plainForms } from "./ordinary.ts";

/**
 * As they are written: a line is indented by two, so that each word has a blank before it, and a blank or the line's
 * end after it. Looked through as text: to put the lists together, or to make a table of them, would cost a hook more.
 */
const LISTS = [CODE, RUNNING, PRODUCT];
const INDENT = 2;

/** Stop words that begin a name here: "how often", "who owns". */
const ASKING = ["how", "who"];

/** Shorter beginnings are those of too many words ("r" of "ran" and "run"). */
const START_MIN = 3;

/**
 * The other words of the lines that one of a text's words stands in, each once with that word.
 *
 * @param surfaces its words in lower case, as typed, in their order: two of them may be one name
 * @param runs its runs of Chinese characters
 */
export function nearWords(surfaces: readonly string[], runs: readonly string[]): Counterpart[] {
  const found = new Map<string, Counterpart>();
  const add = ({ list, at, word }: Place, of: string) => {
    const line = list.slice(list.lastIndexOf("\n", at) + INDENT + 1, list.indexOf("\n", at));
    for (const other of line.split(" ")) {
      if (other !== word) found.set(`${of} ${other}`, { word: other, of });
    }
  };
  const seen = new Set<string>();
  surfaces.forEach((surface, at) => {
    if (surface.length < 2 || isStopWord(surface) && !ASKING.includes(surface)) return;
    const forms = plainForms(surface);
    const next = surfaces[at + 1] ?? "";
    for (const place of placesOf(forms)) {
      if (forms.includes(place.word)) seen.has(surface) || add(place, surface);
      else if (isNameOf(place.word, forms, next)) add(place, `${surface}-${next}`);
    }
    seen.add(surface);
  });
  for (const run of runs) {
    pairsOf(run).forEach((pair, from) => {
      for (const place of beginningWith(pair)) if (run.startsWith(place.word, from)) add(place, place.word);
    });
  }
  return [...found.values()];
}

/** Whether a name is two words of a text: "double charge", "roll back" of "rollback". */
function isNameOf(name: string, first: readonly string[], second: string): boolean {
  if (second === "") return false;
  const parts = name.split("-");
  return parts.length === 2 && first.includes(parts[0] ?? "") && plainForms(second).includes(parts[1] ?? "") ||
    name === `${first[0]}${second}`;
}

/** A word and where it stands. */
interface Place {
  readonly list: string;
  readonly at: number;
  readonly word: string;
}

/** What begins like the forms of a word: most often one look through the lists finds them all. */
function placesOf(forms: readonly string[]): readonly Place[] {
  let start = forms[0] ?? "";
  for (const form of forms) while (!form.startsWith(start)) start = start.slice(0, -1);
  return start.length < START_MIN ? forms.flatMap(beginningWith) : beginningWith(start);
}

/** A text and its parts are looked up one after the other, and share most of their words. */
const known = new Map<string, readonly Place[]>();

function beginningWith(start: string): readonly Place[] {
  const before = known.get(start);
  if (before) return before;
  const found: Place[] = [];
  for (const list of LISTS) {
    // A blank in what is sought would double the time, because it is the commonest sign of the lists.
    for (let at = list.indexOf(start); at !== -1; at = list.indexOf(start, at + 1)) {
      if (list[at - 1] !== " ") continue;
      const end = list.indexOf(" ", at);
      found.push({ list, at, word: list.slice(at, end === -1 ? undefined : end).trimEnd() });
    }
  }
  known.set(start, found);
  return found;
}
