/**
 * In: what a person states, and the open layers. Out: whether a record says so already.
 * Not done here: what changes a record (contradiction.ts).
 *
 * @module
 */
import { pairsOf } from "../text/script.ts";
import { stem } from "../text/stem.ts";
import type { MemoryIndex } from "../index/mod.ts";
import { countRecords } from "../search/counts.ts";
import { search } from "../search/mod.ts";
import { plainQuery } from "../search/query.ts";
import { settingsOfRecall } from "../search/settings.ts";
import type { Memory } from "../store/memory.ts";
import { OWN_WORDS } from "./evidence.ts";
import { layerHere, type Reader } from "./readers.ts";
import { formsOf, readStatements, type Statement } from "./statement.ts";

/** A record that says the same is among the first. */
const LOOKED_AT = 8;
/** What a record may lack of the words of a statement that it says all the same. */
const NEARLY_ALL = 0.8;

/** Whether a fact or a note that counts here says what is stated, with the same names and numbers. */
export function isKnown(memory: Memory, readers: readonly Reader[], stated: string): boolean {
  const [statement] = readStatements(stated);
  if (statement === undefined) return false;
  const terms = termsOf(statement);
  const indexes = readers.map(({ index }) => index);
  if (!areHeld(terms, indexes)) return false;
  const wish = { limit: LOOKED_AT, now: memory.runtime.now(), filters: { types: ["fact", "note"] as const } };
  const { hits } = search(indexes, plainQuery(stated), settingsOfRecall(memory.config, wish), OWN_WORDS);
  return hits.some(({ layer, record, content }) =>
    record.status !== "archive" && layerHere(memory, layer, record) !== undefined &&
    readStatements(content).some((known) => holds(known, statement, terms))
  );
}

/** What a statement is about: its words, and its pairs of characters. */
interface Terms {
  readonly words: readonly string[];
  readonly pairs: readonly string[];
}

/** "We use" says no more than the name that follows. */
const USE = /^us(?:e[ds]?|ing)$/;

function termsOf({ words, runs }: Statement): Terms {
  return { words: words.filter((word) => !USE.test(word)), pairs: [...new Set(runs.flatMap(pairsOf))] };
}

/** Whether all records together hold enough of the words: of most that is stated anew they don't, and none is read. */
function areHeld(terms: Terms, indexes: readonly MemoryIndex[]): boolean {
  const stemsOf = (word: string) => formsOf(word).map(stem);
  const counts = countRecords(indexes.map(({ db }) => db), [
    ...new Set([...terms.words.flatMap(stemsOf), ...terms.pairs]),
  ]);
  return share(terms, (word) => stemsOf(word).some((form) => counts.has(form)), (pair) => counts.has(pair)) >=
    NEARLY_ALL;
}

/** Which share of the terms is held; all of them where there is none. */
function share({ words, pairs }: Terms, word: (word: string) => boolean, pair: (pair: string) => boolean): number {
  const all = words.length + pairs.length;
  return all === 0 ? 1 : (words.filter(word).length + pairs.filter(pair).length) / all;
}

/** Whether one statement holds all that another one says. */
function holds(known: Statement, { denies, choices, quantities }: Statement, terms: Terms): boolean {
  if (denies !== known.denies) return false;
  if (!quantities.every((each) => known.quantities.some(({ amount }) => amount === each.amount))) return false;
  // Whoever names what is chosen need not name what is not.
  const isChosen = (name: string) => known.choices.some((each) => !each.gone && each.name === name);
  if (!choices.every(({ name, gone }) => gone ? !isChosen(name) : isChosen(name))) return false;
  const forms = new Set(known.words.flatMap(formsOf));
  const pairs = new Set(known.runs.flatMap(pairsOf));
  return terms.words.length + terms.pairs.length + choices.length + quantities.length > 0 &&
    share(terms, (word) => formsOf(word).some((form) => forms.has(form)), (pair) => pairs.has(pair)) >= NEARLY_ALL;
}
