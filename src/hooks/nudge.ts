/** One line that tells the agent to save what a prompt states, where no record says it (docs/recall.md, "Saving"). */
import { reasonOf } from "../errors.ts";
import { fingerprint } from "../hash.ts";
import { normaliseContent } from "../index/document.ts";
import { asksForEarlier } from "../prompt/earlier.ts";
import type { Lasting } from "../prompt/lasting.ts";
import { sign } from "../prompt/signs.ts";
import { openReaders } from "../recall/open_readers.ts";
import { layerHere, type Reader } from "../recall/readers.ts";
import { hasRules } from "../recall/rule_file.ts";
import { line } from "./answers.ts";
import { runsUnattended } from "./conversation.ts";
import type { PromptScene } from "./prompt_recall.ts";
import { commandsFor, noteState } from "./scene.ts";
import { SYNC } from "./guard.ts";
import { analyse, termsOf } from "../text/mod.ts";
import { pairsOf } from "../text/script.ts";
import { stem } from "../text/stem.ts";
import { foundOf, heaviest } from "../search/candidates.ts";
import { countRecords, idf, readTotals } from "../search/counts.ts";
import { weighRows } from "../search/first_stage.ts";
import type { Memory } from "../store/memory.ts";
import { readStatements, type Statement } from "../recall/statement.ts";

const EVERYWHERE = sign("of every project");
/** Statements that the state keeps: one that is stated again among them is not pointed at again. */
const NUDGED_KEPT = 20;
/** With more statements than this none is looked up, since each costs a query; one of so many is surely new. */
const COMPARED = 4;

/** The line, where one of the statements is neither known nor was pointed at before; otherwise an empty text. */
export async function nudgeFor(scene: PromptScene, stated: readonly Lasting[]): Promise<string> {
  const { state, language } = scene;
  const keyOf = ({ content }: Lasting) => fingerprint(normaliseContent(content));
  const fresh = stated.filter((each) => !state.nudged?.includes(keyOf(each)) && !asksForEarlier(each.content));
  // A script's orders are not a person's rules.
  if (fresh.length === 0 || runsUnattended(scene) || await areKnown(scene, fresh)) return "";
  noteState(scene, ({ nudged = [], prompts = 0 }) => ({
    nudged: [...nudged, ...fresh.map(keyOf)].slice(-NUDGED_KEPT),
    nudged_at_prompt: prompts,
  }));
  const hasGlobal = scene.memory.config.storage.location !== "project-only";
  if (hasGlobal && fresh.some(({ content }) => EVERYWHERE.test(content))) {
    return line("lasting_everywhere", language, { ...commandsFor(scene) });
  }
  // The agent was told how to save: at the session's start, or by a rule that its client always loads.
  const isBriefed = state.given !== undefined || hasRules(scene.memory, scene.event.agent);
  return isBriefed ? line("lasting", language) : line("lasting_by", language, { ...commandsFor(scene) });
}

async function areKnown(scene: PromptScene, stated: readonly Lasting[]): Promise<boolean> {
  const { memory, opened } = scene;
  if (stated.length > COMPARED) return false;
  try {
    // Recall has opened the readers, unless the prompt was too short for it.
    const readers = opened.readers ??= await openReaders(memory, SYNC.prompt);
    return stated.every(({ content }) => isKnown(memory, readers, content));
  } catch (error) {
    scene.log.error("what a prompt states is not compared with the records", { reason: reasonOf(error) });
    return false;
  }
}

/** Candidates that are compared: a record that says the same is among the first. */
const LOOKED_AT = 8;
/** The share of a statement's words that a record must hold to say the same. */
const NEARLY_ALL = 0.8;

/** “We use” says no more than the name that follows. */
const USE = /^us(?:e[ds]?|ing)$/;

/** Whether a fact or a note of this project says what is stated, with the same names and numbers. */
function isKnown(memory: Memory, readers: readonly Reader[], stated: string): boolean {
  const [statement] = readStatements(stated);
  const words = statement.words.filter((word) => !USE.test(word)).map(stem);
  const terms = [...new Set([...words, ...statement.runs.flatMap(pairsOf)])];
  const share = (isHeld: (term: string) => boolean) => terms.filter(isHeld).length / Math.max(1, terms.length);
  const databases = readers.map(({ index }) => index.db);
  const counts = countRecords(databases, terms);
  // The whole index lacks words of most new statements; then no record is read.
  if (share((term) => counts.has(term)) < NEARLY_ALL) return false;
  const all = readTotals(databases).records;
  const weighed = [...counts].map(([term, records]) => ({ term, records, worth: idf(records, all) }));
  return readers.some(({ index: { db }, layer }) =>
    heaviest(db, weighRows(db, { words: weighed }, LOOKED_AT), LOOKED_AT, { types: ["fact", "note"] }).some(
      (candidate) => {
        const found = foundOf(candidate);
        if (!found || found.record.status === "archive") return false;
        if (layerHere(memory, layer, found.record) === undefined) return false;
        const held = termsOf(analyse(found.content));
        return share((term) => held.has(term)) >= NEARLY_ALL &&
          readStatements(found.content).some((known) => agrees(known, statement));
      },
    )
  );
}

/** Whether a sentence of a record gives what a statement gives: its numbers, and what it chooses or forbids. */
function agrees(known: Statement, { denies, choices, quantities }: Statement): boolean {
  if (denies !== known.denies) return false;
  if (!quantities.every((each) => known.quantities.some(({ amount }) => amount === each.amount))) return false;
  // A record that names what is chosen need not name what was given up for it.
  const isChosen = (name: string) => known.choices.some((each) => !each.gone && each.name === name);
  return choices.every(({ name, gone }) => gone ? !isChosen(name) : isChosen(name));
}
