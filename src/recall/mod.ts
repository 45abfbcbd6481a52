/**
 * In: a prompt and the open layers of a memory. Out: the few records that the prompt is about, or the reason for
 * silence.
 * Not done here: finding by words (search/), delivering (hooks/), the start of a session (start.ts), the intent
 * (prompt/intent.ts).
 *
 * @module
 */
import type { MemoryIndex } from "../index/mod.ts";
import { rowsOfOthers } from "../index/read.ts";
import { OFTEN_IN_VAIN, timesInVain } from "../index/usage.ts";
import { DAY_MS, type Span } from "../records/days.ts";
import type { Layer } from "../records/mod.ts";
import { isEvergreen, weigh } from "../search/age.ts";
import { atOneMoment, type Candidate, type Filters, foundOf, heaviest } from "../search/candidates.ts";
import { type Listed, weighRows } from "../search/first_stage.ts";
import type { Memory } from "../store/memory.ts";
import { lastChange } from "../store/resolve.ts";
import { evidenceFor, type Subject, subjectOf, wordsFor } from "./evidence.ts";
import type { Intent } from "../prompt/intent.ts";
import { lineFor, namesIn } from "./line.ts";
import { type Outline, outlineOf, potentialOf } from "./outline.ts";
import { saidInShort } from "./frame.ts";
import { rankOf, said } from "./precedence.ts";
import { isStated, layerHere, othersIn, type Placed, type Reader } from "./readers.ts";
import type { Weighed } from "./beside.ts";

/** A record that may be told, and how much speaks for it. */
export interface Recalled {
  readonly hit: Placed & {
    /** Differs from `layer` for a record of the person's store that names this project. */
    readonly countsTo: Layer;
  };
  /** About 1 for each rare word that prompt and record share. */
  readonly evidence: number;
}

/** Why a prompt that was looked up got nothing. */
type Silence =
  | "nothing found"
  | "below min_relevance"
  | "too old"
  | "already given"
  | "held back"
  | "index unfinished";

/** The answer to a prompt. */
export interface Recall {
  /** Best first. */
  readonly chosen: readonly Recalled[];
  /** How many records were judged. */
  readonly candidates: number;
  /** Ids of records that the prompt is about and that the session has already. */
  readonly known?: readonly string[];
  /** Ids of records that would be chosen, had they not been given in vain so often. */
  readonly heldBack: readonly string[];
  /** Why nothing was chosen. */
  readonly silent?: Silence;
}

/** A prompt that may call for records. */
export interface PromptRecall {
  readonly prompt: string;
  /** The prompt with the text that was pasted beside it; absent: nothing was pasted. */
  readonly whole?: string | undefined;
  readonly intent: Pick<Intent, "intent_type">;
  /** Ids of the records that the session has in its context. */
  readonly given: ReadonlySet<string>;
  /** The person asked memory to search: every record that fits at all is told. */
  readonly explicit?: boolean;
  /** Only records saved in this time. The prompt names the time, so less need speak for a record. */
  readonly within?: Span;
}

const BELOW: Recall = { chosen: [], candidates: 0, heldBack: [], silent: "below min_relevance" };

/** Share of the line that must speak for a record of the time that the prompt names. */
const OF_NAMED_TIME = 0.3;
/** Share of the line that must speak for a record that may only change a told one. */
const OF_CHANGE = 0.5;
/** A statement of the user is meant for later work, so its evidence counts more. */
const STATED = 1.3;
/** A pasted log holds more words than anybody asks about. */
const PROMPT_CHARACTERS_MAX = 2_000;
/** Candidates besides `max_candidates`, since some turn out too old, another project's or told already. */
const SPARE_CANDIDATES = 20;
/** Notes besides the records (docs/recall.md, "What remains"). */
const NOTES_MAX = 2;

/**
 * The records that a prompt calls for, found by words alone, since a hook never loads a model.
 *
 * @param open opens the layers; not called for a prompt that says too little for any record
 */
export async function recallForPrompt(
  memory: Memory,
  open: () => readonly Reader[],
  asked: PromptRecall,
): Promise<Recall> {
  const prompt = asked.prompt.slice(0, PROMPT_CHARACTERS_MAX);
  const outline = outlineOf(prompt);
  const least = evidenceAt(memory.config.retrieval.min_relevance);
  const lineIn: LineIn = (stores) =>
    asked.explicit
      ? Number.MIN_VALUE
      : lineFor(prompt, asked.intent, least, stores) * (asked.within ? OF_NAMED_TIME : 1);
  if (STATED * potentialOf(outline) < lineIn()) {
    // "Why does this fail?" is about what was pasted.
    return asked.whole === undefined
      ? BELOW
      : recallForPrompt(memory, open, { ...asked, prompt: asked.whole, whole: undefined });
  }
  const readers = open();
  // A part of the records is worse than none: what is missing may be what supersedes the rest.
  const indexes = readers.filter(({ whole }) => whole).map(({ index }) => index);
  const recall = await recallFrom(memory, indexes, { ...asked, prompt }, outline, lineIn);
  return recall.silent && indexes.length < readers.length ? { ...recall, silent: "index unfinished" } : recall;
}

/** The evidence that a record needs in these stores; without them, the least that it needs in any. */
type LineIn = (stores?: Pick<Subject, "size" | "records">) => number;

async function recallFrom(
  memory: Memory,
  indexes: readonly MemoryIndex[],
  { prompt, ...asked }: PromptRecall,
  outline: Outline,
  lineIn: LineIn,
): Promise<Recall> {
  const subject = subjectOf(outline, indexes);
  const line = lineIn(subject);
  const namesCount = namesIn(prompt, asked.intent);
  const words = wordsFor(subject, line / STATED, namesCount);
  if (words.length === 0) return BELOW;
  const evidenceOf = (each: Candidate) => {
    const evidence = evidenceFor(subject, each.profile, namesCount) * (isEvergreen(each) ? STATED : 1);
    return evidence >= line * OF_CHANGE ? evidence : 0;
  };
  const { within, tooOld, candidates } = atOneMoment(
    indexes.map(({ db }) => db),
    () => judged(memory, indexes, words, asked.within, evidenceOf),
  );
  const speaksEnough = ({ evidence }: Recalled) => evidence >= line;
  const relevant = within.filter(speaksEnough);
  if (relevant.length === 0) {
    if (tooOld.some(speaksEnough)) return { ...BELOW, candidates, silent: "too old" };
    return candidates === 0 ? { ...BELOW, silent: "nothing found" } : { ...BELOW, candidates };
  }
  const weighed = weigher(memory);
  // A record that changes another one may share fewer words with the prompt.
  const beside = within.filter((each) => !speaksEnough(each)).map(weighed);
  const found = relevant.map(weighed);
  // beside.ts loads lists of words, and a single record is compared with nothing.
  const several = found.length + beside.length > 1 ? await import("./beside.ts") : undefined;
  const unknown = several?.unknownOf(found, beside, asked.given) ?? found.filter(({ hit }) => !asked.given.has(hit.id));
  const known = found.flatMap(({ hit }) => asked.given.has(hit.id) ? hit.id : []);
  if (unknown.length === 0) return { ...BELOW, candidates, known, silent: "already given" };
  const heldBack = asked.explicit ? [] : tooOftenInVain(indexes, unknown, line);
  const mayGo = unknown.filter(({ hit }) => !heldBack.includes(hit.id));
  const fresh = several?.distinct(mayGo, beside) ?? mayGo;
  if (fresh.length === 0) return { ...BELOW, candidates, heldBack, silent: "held back" };
  const notes = fresh.filter(({ hit }) => hit.type === "note").slice(0, NOTES_MAX);
  const others = fresh.filter(({ hit }) => hit.type !== "note").slice(0, memory.config.retrieval.max_results);
  return { chosen: [...notes, ...others], candidates, known, heldBack };
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
  const { max_candidates, search_scope_days: days, source_weight: source, ...retrieval } = memory.config.retrieval;
  const now = memory.runtime.now().getTime();
  const weights = { decay: { rate: retrieval.time_decay_rate, floor: retrieval.decay_floor }, source, now };
  const time = within ? { from: within.from, until: within.to } : {};
  const filters: Filters = { types: ["fact", "summary", "note"], includeStage: true, ...time };
  const count = max_candidates + SPARE_CANDIDATES;
  let candidates = 0;
  const found = indexes.flatMap(({ db, store: { layer } }) => {
    const others = rowsOfOthers(db);
    const listed = heaviest(db, weighRows(db, { words }, count), count, filters);
    candidates += listed.length;
    return listed.flatMap((each) => {
      const evidence = evidenceOf(each);
      const hit = evidence > 0 ? foundOf(each) : undefined;
      const countsTo = hit && layerHere(memory, layer, hit.record);
      // A layer of weight 0 is not wanted.
      if (!hit || !countsTo || hit.record.status === "archive" || source[countsTo] === 0) return [];
      const factors = weigh({ time: each.time, layer: countsTo, evergreen: isEvergreen(each) }, weights);
      const score = evidence * factors.decay * factors.source;
      const isOthers = others === "all" || others.has(each.row);
      return { hit: { ...hit, layer, countsTo }, evidence, score, isOthers, time: each.time };
    });
  }).sort((a, b) => Number(a.isOthers) - Number(b.isOthers) || b.score - a.score || b.time - a.time);
  const isTooOld = ({ hit }: Recalled) =>
    days !== -1 && !isEvergreen(hit) && now - Date.parse(hit.timestamp) > days * DAY_MS;
  return {
    within: found.filter((each) => !isTooOld(each)).slice(0, max_candidates),
    tooOld: days === -1 ? [] : found.filter(isTooOld),
    candidates: Math.min(candidates, max_candidates),
  };
}

function weigher(memory: Memory): (each: Recalled) => Weighed {
  const isOthers = othersIn(memory);
  return (each) => {
    const { hit } = each;
    const text = hit.type === "note" ? saidInShort(hit) : hit.content;
    const at = lastChange(hit.record) || hit.timestamp;
    const isRule = hit.type === "note" || hit.memoryType === "O";
    const rank = rankOf({ stated: isStated(hit), isRule, isOthers: isOthers(hit) });
    return { ...each, said: said(text, { timestamp: at, layer: hit.countsTo }, rank) };
  };
}

/** The setting goes from 0 to 1, while evidence has no upper end. */
function evidenceAt(relevance: number): number {
  return relevance >= 1 ? Infinity : relevance / (1 - relevance);
}

/** So many lines of evidence outweigh having been given in vain: agents also use records that they don't name. */
const SURE = 2;

/** The ids of records that were given in vain too often for the evidence that they have now. */
function tooOftenInVain(indexes: readonly MemoryIndex[], recalled: readonly Recalled[], line: number): string[] {
  const doubtful = recalled.filter(({ evidence }) => evidence < SURE * line);
  if (doubtful.length === 0) return [];
  const records = new Map(doubtful.map(({ hit }) => [hit.id, hit.record]));
  const times = timesInVain(indexes, records);
  return [...records.keys()].filter((id) => (times.get(id) ?? 0) >= OFTEN_IN_VAIN);
}
