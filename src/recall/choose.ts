/** In: a prompt, weighed, and open indexes. Out: the records that the prompt is about, or the reason for silence. */
import type { MemoryIndex } from "../index/open.ts";
import { type Found, othersOfRow } from "../index/read.ts";
import { OTHERS } from "../index/visible.ts";
import { atOneMoment } from "../index/sqlite.ts";
import { OFTEN_IN_VAIN, timesInVain } from "../index/usage.ts";
import { profileOf } from "../index/lexicon.ts";
import type { Span } from "../records/days.ts";
import { briefId } from "../records/ids.ts";
import { isDoneAlone, standingText } from "../records/todos.ts";
import { isEvergreen, weigh } from "../search/age.ts";
import { type Candidate, type Filters, foundOf, heaviest } from "../search/candidates.ts";
import { type Listed, weighRows } from "../search/first_stage.ts";
import type { Memory } from "../store/memory.ts";
import { isChangedSince, lastSaid } from "../store/resolve.ts";
import { asksIn, evidenceFor, subjectOf, wordsFor } from "./evidence.ts";
import { factorOfAsks, lineFor, namesIn, STATED } from "./line.ts";
import type { PromptRecall, Recall } from "./mod.ts";
import type { Outline } from "./outline.ts";
import { sayer } from "./precedence.ts";
import { inForceHere, isTooOld, layerHere, type Placed } from "./readers.ts";
import type { Weighed } from "./beside.ts";

/** A record that may be told, and how much speaks for it. */
export interface Recalled {
  readonly hit: Placed;
  /** About 1 for each rare word that prompt and record share. */
  readonly evidence: number;
  /** The end of the id of a record that contradicts it and goes before it, and is told before it. */
  readonly outdatedBy?: string;
  /** The same of a record in which others have since said otherwise. */
  readonly contestedBy?: string;
}

/** Why a prompt that was looked up got nothing. */
export type Silence =
  | "nothing found"
  | "below min_relevance"
  | "too old"
  | "already given"
  | "held back"
  | "index unfinished"
  | "no room";

/** With this share of the line a record is compared with the told ones, since it may put one of them out of force. */
const OF_CHANGE = 0.5;
/** Candidates besides `max_candidates`, since some turn out too old, another project's or told already. */
const SPARE_CANDIDATES = 20;
/** Notes besides the records (docs/internals/recall-numbers.md, "What remains"). */
const NOTES_MAX = 2;

const NONE = { chosen: [], heldBack: [] } as const;

/** The records that a prompt calls for; undefined where even all of its words together are too little for any. */
export async function chosenFrom(
  memory: Memory,
  indexes: readonly MemoryIndex[],
  { prompt, ...asked }: PromptRecall,
  outline: Outline,
  { least, more }: { least: number; more: number },
): Promise<Recall | undefined> {
  const subject = subjectOf(outline, indexes);
  const line = asked.explicit ? Number.MIN_VALUE : lineFor(least, subject);
  const namesCount = namesIn(prompt, asked.intent);
  const words = wordsFor(subject, line / (STATED * more), namesCount);
  if (words.length === 0) return undefined;
  const evidenceOf = (each: Candidate) => {
    const ofWords = evidenceFor(subject, each.profile, { namesCount, more }) * (isEvergreen(each) ? STATED : 1);
    if (ofWords === 0) return 0;
    const evidence = ofWords / factorOfAsks(asksIn(subject, each.profile), subject.records);
    return evidence >= line * OF_CHANGE ? evidence : 0;
  };
  const { within, tooOld, candidates } = atOneMoment(
    indexes.map(({ db }) => db),
    () => judged(memory, indexes, words, asked.within, evidenceOf),
  );
  const speaksEnough = ({ evidence }: Recalled) => evidence >= line;
  const relevant = within.filter(speaksEnough);
  if (relevant.length === 0) {
    const silent = tooOld.some(speaksEnough) ? "too old" : candidates === 0 ? "nothing found" : "below min_relevance";
    return { ...NONE, candidates, silent };
  }
  const saidBy = sayer(memory);
  const weighed = (each: Recalled): Weighed => ({ ...each, said: saidBy(each.hit) });
  // A record that changes another one may share fewer words with the prompt.
  const beside = within.filter((each) => !speaksEnough(each)).map(weighed);
  const found = relevant.map(weighed);
  // beside.ts loads lists of words, and a single record is compared with nothing.
  const several = found.length + beside.length > 1 ? await import("./beside.ts") : undefined;
  const changed = within.filter(({ hit }) => isReworded(hit, asked.toldAt?.(hit.id))).map(({ hit }) => hit.id);
  const given = new Set([...asked.given].filter((id) => !changed.includes(id)));
  const unknown = several?.unknownOf(found, beside, given) ?? found.filter(({ hit }) => !given.has(hit.id));
  const known = found.flatMap(({ hit }) => given.has(hit.id) ? hit : []);
  if (unknown.length === 0) return { ...NONE, candidates, known, silent: "already given" };
  const heldBack = asked.explicit ? [] : tooOftenInVain(indexes, unknown, line);
  const mayGo = unknown.filter(({ hit }) => !heldBack.includes(hit.id));
  const givenBefore = [...found, ...beside].filter(({ hit }) => given.has(hit.id));
  const notGiven = beside.filter((each) => !givenBefore.includes(each));
  const fresh = several?.distinct(mayGo, notGiven, givenBefore) ?? mayGo;
  if (fresh.length === 0) return { ...NONE, candidates, heldBack, silent: "held back" };
  const notes = fresh.filter(({ hit }) => hit.type === "note").slice(0, NOTES_MAX);
  const others = fresh.filter(({ hit }) => hit.type !== "note").slice(0, memory.config.retrieval.max_results);
  const told = several?.behindLater(others, givenBefore, memory.config.retrieval.max_results) ?? others;
  const chosen = await withLater(memory, indexes, [...notes, ...told], given);
  return chosen.length > 0
    ? { chosen, candidates, known, heldBack }
    : { ...NONE, candidates, known, heldBack, silent: "already given" };
}

/** Whether a record was changed after the session was told it. A summary changes with every to-do that is done. */
function isReworded({ type, timestamp, record }: Placed, told: string | undefined): boolean {
  return told !== undefined && type !== "summary" && isChangedSince(told, { timestamp, changed: lastSaid(record) });
}

/**
 * The records, each behind the later one that outdates it. Where the session has the later one already, the outdated
 * record is told only if it holds more than the later one changes.
 */
async function withLater(
  memory: Memory,
  indexes: readonly MemoryIndex[],
  chosen: readonly Recalled[],
  given: ReadonlySet<string>,
): Promise<Recalled[]> {
  const laterOf = (await import("./settle.ts")).laterIn(memory, indexes);
  const later = chosen.map(({ hit }) => laterOf(hit));
  const isGiven = (hit: Placed | undefined) => hit !== undefined && given.has(hit.id);
  const compare = later.some(isGiven) ? await import("./contradiction.ts") : undefined;
  const all = chosen.flatMap((each, at): Recalled[] => {
    const hit = later[at];
    if (!hit) return [each];
    const { evidence } = each;
    const marked = { ...each, outdatedBy: briefId(hit.id) };
    if (isGiven(hit)) return compare?.holdsMore(each.hit.content, hit.content) ? [marked] : [];
    return [{ hit, evidence }, marked];
  });
  // Two layers may each have a note of this id.
  const isSame = (one: Placed, other: Placed) => one.id === other.id && one.layer === other.layer;
  return all.filter(({ hit }, at) => all.findIndex((other) => isSame(other.hit, hit)) === at);
}

/**
 * The records with evidence among those that hold the most of these words' weight, best first. `tooOld`: records that
 * only `retrieval.search_scope_days` leaves out.
 *
 * @param evidenceOf 0: too little to count
 */
function judged(
  memory: Memory,
  indexes: readonly MemoryIndex[],
  words: readonly Listed[],
  within: Span | undefined,
  evidenceOf: (candidate: Candidate) => number,
): { readonly within: readonly Recalled[]; readonly tooOld: readonly Recalled[]; readonly candidates: number } {
  const { max_candidates, source_weight: source, ...retrieval } = memory.config.retrieval;
  const now = memory.runtime.now().getTime();
  const weights = { decay: { rate: retrieval.time_decay_rate, floor: retrieval.decay_floor }, source, now };
  const time = within ? { from: within.from, until: within.to } : {};
  const filters: Filters = { types: ["fact", "summary", "note"], includeStage: true, ...time };
  const count = max_candidates + SPARE_CANDIDATES;
  let candidates = 0;
  const all = indexes.flatMap(({ db, store: { layer } }) => {
    const listed = heaviest(db, weighRows(db, { words }, count), count, filters);
    candidates += listed.length;
    return listed.flatMap((each) => {
      const ofAll = evidenceOf(each);
      const hit = ofAll > 0 ? foundOf(each) : undefined;
      const countsTo = hit && layerHere(memory, layer, hit.record);
      // A layer of weight 0 is not wanted.
      if (!hit || !countsTo || isDoneAlone(hit) || hit.record.status === "archive" || source[countsTo] === 0) return [];
      const matter = matterOf(hit);
      const isWhole = matter === hit.content;
      const evidence = isWhole ? ofAll : evidenceOf({ ...each, profile: profileOf({ ...hit, content: matter }) });
      if (evidence === 0) return [];
      const factors = weigh({ time: each.time, layer: countsTo, evergreen: isEvergreen(each) }, weights);
      const score = evidence * factors.decay * factors.source;
      const others = OTHERS[othersOfRow(db, each.row)];
      return { hit: { ...hit, layer }, evidence, score, others, time: each.time };
    });
  });
  const found = inForceHere(indexes, all, ({ hit }) => hit)
    .sort((a, b) => a.others - b.others || b.score - a.score || b.time - a.time);
  return {
    within: found.filter(({ hit }) => !isTooOld(memory, hit)).slice(0, max_candidates),
    tooOld: found.filter(({ hit }) => isTooOld(memory, hit)),
    candidates: Math.min(candidates, max_candidates),
  };
}

/** Commands that a capture noted: they say how something was done, and their words are seldom what it was about. */
const RUNS = /(?:\bRan: |运行：)`.*/u;

/** What of a record's text a prompt can be about. A search finds the rest as well. */
function matterOf({ content, record }: Found): string {
  const told = standingText(content);
  return record.auto_generated === true ? told.replace(RUNS, "") : told;
}

/** With so many times the evidence that it needs, a record is told though it was given in vain before. */
const SURE = 2;

/** The ids of records that were given in vain too often for the evidence that they have now. */
function tooOftenInVain(indexes: readonly MemoryIndex[], recalled: readonly Recalled[], line: number): string[] {
  const doubtful = recalled.filter(({ evidence }) => evidence < SURE * line);
  if (doubtful.length === 0) return [];
  const records = new Map(doubtful.map(({ hit }) => [hit.id, hit.record]));
  const times = timesInVain(indexes, records);
  return [...records.keys()].filter((id) => (times.get(id) ?? 0) >= OFTEN_IN_VAIN);
}
