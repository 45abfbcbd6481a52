/**
 * In: what a person states, and the open layers. Out: whether a record says so already.
 * Not done here: what changes a record (contradiction.ts).
 *
 * @module
 */
import { pairsOf } from "../index/analyse.ts";
import { search } from "../search/mod.ts";
import { settingsOfRecall } from "../search/settings.ts";
import type { Memory } from "../store/memory.ts";
import { layerHere, type Reader } from "./readers.ts";
import { formsOf, readStatements, type Statement } from "./statement.ts";

/** A record that says the same is among the first. */
const LOOKED_AT = 8;
/** What a record may lack of the words of a statement that it says all the same. */
const NEARLY_ALL = 0.8;

/** Whether a fact or a note that counts here says what is stated, with the same names and numbers. */
export function isKnown(memory: Memory, readers: readonly Reader[], stated: string): boolean {
  const wish = { limit: LOOKED_AT, now: memory.runtime.now(), filters: { types: ["fact", "note"] as const } };
  const { hits } = search(readers.map(({ index }) => index), stated, settingsOfRecall(memory.config, wish));
  const [statement] = readStatements(stated);
  return statement !== undefined &&
    hits.some(({ layer, record, content }) =>
      record.status !== "archive" && layerHere(memory, layer, record) !== undefined &&
      readStatements(content).some((known) => holds(known, statement))
    );
}

/** "We use" says no more than the name that follows. */
const USE = /^us(?:e[ds]?|ing)$/;

/** Whether one statement holds all that another one says. */
function holds(known: Statement, { denies, choices, quantities, words, runs }: Statement): boolean {
  if (denies !== known.denies) return false;
  if (!quantities.every((each) => known.quantities.some(({ amount }) => amount === each.amount))) return false;
  // Whoever names what is chosen need not name what is not.
  const isChosen = (name: string) => known.choices.some((each) => !each.gone && each.name === name);
  if (!choices.every(({ name, gone }) => gone ? !isChosen(name) : isChosen(name))) return false;
  const forms = new Set(known.words.flatMap(formsOf));
  const pairs = new Set(known.runs.flatMap(pairsOf));
  const own = [...new Set(runs.flatMap(pairsOf))];
  const named = words.filter((word) => !USE.test(word));
  const shared = named.filter((word) => formsOf(word).some((form) => forms.has(form))).length +
    own.filter((pair) => pairs.has(pair)).length;
  const all = named.length + own.length;
  return all + choices.length + quantities.length > 0 && shared >= NEARLY_ALL * all;
}
