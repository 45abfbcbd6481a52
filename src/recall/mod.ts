/**
 * In: a prompt and the open layers of a memory. Out: the few records that the prompt is about,
 * or the reason for silence.
 * Not done here: finding by words (search/), delivering (hooks/);
 * what a session starts with is in start.ts, the intent in prompt/intent.ts.
 *
 * @module
 */
import type { MemoryIndex } from "../index/mod.ts";
import { type Found, rowsOfOthers } from "../index/read.ts";
import { OFTEN_IN_VAIN, timesInVain } from "../index/usage.ts";
import { DAY_MS, type Span } from "../records/days.ts";
import type { Layer } from "../records/mod.ts";
import { isEvergreen, weigh } from "../search/age.ts";
import { atOneMoment, type Candidate, type Filters, foundOf, heaviest } from "../search/candidates.ts";
import { type Listed, weighRows } from "../search/first_stage.ts";
import type { Memory } from "../store/memory.ts";
import { lastChange } from "../store/resolve.ts";
import { evidenceFor, subjectOf, wordsFor } from "./evidence.ts";
import type { Intent } from "../prompt/intent.ts";
import { lineFor, namesIn } from "./line.ts";
import { type Outline, outlineOf, potentialOf } from "./outline.ts";
import { saidInShort } from "./frame.ts";
import { rankOf, said } from "./precedence.ts";
import { isStated, layerHere, type Reader, sharedIn, textOf as writtenText } from "./readers.ts";
import type { Weighed } from "./beside.ts";

/** A record worth giving, and how sure that is. */
export interface Recalled {
  readonly hit: Told;
  /** What speaks for it: about 1 for each rare word that prompt and record share. */
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

/** What a prompt calls for. */
export interface Recall {
  /** Best first. */
  readonly chosen: readonly Recalled[];
  /** How many records came into question. */
  readonly candidates: number;
  /** Ids of those that the prompt is about, and the session has already. */
  readonly known?: readonly string[];
  /** Ids that would be among them, had they not been given in vain so often. */
  readonly heldBack: readonly string[];
  /** Why nothing was chosen. */
  readonly silent?: Silence;
}

/** A prompt that may call for records. */
export interface PromptRecall {
  readonly prompt: string;
  /** With what was pasted beside it; absent: nothing was. */
  readonly whole?: string | undefined;
  readonly intent: Pick<Intent, "intent_type">;
  /** Ids that the session has in its context. */
  readonly given: ReadonlySet<string>;
  /** The user asked for it: whatever fits at all is told. */
  readonly explicit?: boolean;
  /** Only of what was saved in this time: it was asked for, so less need speak for a record. */
  readonly within?: Span;
}

const BELOW: Recall = { chosen: [], candidates: 0, heldBack: [], silent: "below min_relevance" };

/** As much of the line must speak for a record of the time that a prompt asks for. */
const THEN = 0.3;

/** A pasted log holds more words than anybody asks about. */
const PROMPT_CHARACTERS_MAX = 2_000;
/** Candidates beside `max_candidates`, for those that turn out too old, another project's or told already. */
const SPARE_CANDIDATES = 20;
/** Notes beside the records (docs/recall.md, "What remains"). */
const NOTES_MAX = 2;

/**
 * The records that a prompt calls for. Lexical: a hook never loads a model.
 *
 * @param open opens the layers; a prompt may say so little that nothing need be opened for it
 */
export async function recallForPrompt(
  memory: Memory,
  open: () => readonly Reader[],
  asked: PromptRecall,
): Promise<Recall> {
  const { retrieval } = memory.config;
  const prompt = asked.prompt.slice(0, PROMPT_CHARACTERS_MAX);
  const least = evidenceAt(retrieval.min_relevance);
  const outline = outlineOf(prompt);
  const lowest = asked.explicit ? Number.MIN_VALUE : lineFor(prompt, asked.intent, least) * (asked.within ? THEN : 1);
  if (STATED * potentialOf(outline) < lowest) {
    // "Why does this fail?" is about what was pasted.
    return asked.whole === undefined
      ? BELOW
      : recallForPrompt(memory, open, { ...asked, prompt: asked.whole, whole: undefined });
  }
  const readers = open();
  // A part of the records is worse than none: what is missing may be what supersedes the rest.
  const indexes = readers.filter(({ whole }) => whole).map(({ index }) => index);
  const recall = await recallFrom(memory, indexes, { ...asked, prompt, outline });
  return recall.silent && indexes.length < readers.length ? { ...recall, silent: "index unfinished" } : recall;
}

async function recallFrom(
  memory: Memory,
  indexes: readonly MemoryIndex[],
  { prompt, outline, ...asked }: PromptRecall & { readonly outline: Outline },
): Promise<Recall> {
  const { retrieval } = memory.config;
  const subject = subjectOf(outline, indexes);
  const least = evidenceAt(retrieval.min_relevance);
  const line = asked.explicit
    ? Number.MIN_VALUE
    : lineFor(prompt, asked.intent, least, subject) * (asked.within ? THEN : 1);
  const namesCount = namesIn(prompt, asked.intent);
  const words = wordsFor(subject, line / STATED, namesCount);
  // All of them together would not be enough.
  if (words.length === 0) return BELOW;
  const evidenceOf = (each: Candidate) => {
    const evidence = evidenceFor(subject, each.profile, namesCount) * (isEvergreen(each) ? STATED : 1);
    return evidence >= line * BESIDE ? evidence : 0;
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
  // What changes a record may say less of what the prompt asks.
  const beside = within.filter((each) => !speaksEnough(each)).map(weighed);
  const found = relevant.map(weighed);
  // One alone is compared with nothing, and what compares loads lists of words.
  const several = found.length + beside.length > 1 ? await import("./beside.ts") : undefined;
  const unknown = several?.unknownOf(found, beside, asked.given) ?? found.filter(({ hit }) => !asked.given.has(hit.id));
  const known = found.flatMap(({ hit }) => asked.given.has(hit.id) ? hit.id : []);
  if (unknown.length === 0) return { ...BELOW, candidates, known, silent: "already given" };
  const heldBack = asked.explicit ? [] : tooOftenInVain(indexes, unknown, line);
  const mayGo = unknown.filter(({ hit }) => !heldBack.includes(hit.id));
  const fresh = several?.distinct(mayGo, beside) ?? mayGo;
  if (fresh.length === 0) return { ...BELOW, candidates, heldBack, silent: "held back" };
  const notes = fresh.filter(({ hit }) => hit.type === "note").slice(0, NOTES_MAX);
  const others = fresh.filter(({ hit }) => hit.type !== "note").slice(0, retrieval.max_results);
  return { chosen: [...notes, ...others], candidates, known, heldBack };
}

/** A record that may be told here. */
interface Told extends Found {
  readonly layer: Layer;
  /** In the person's store a record that names this project lies in one layer and counts to the other. */
  readonly countsTo: Layer;
}

/** Records for which something speaks, best first, no more than are to be told or compared. */
interface Judged {
  readonly within: readonly Recalled[];
  /** Would be among them if `retrieval.search_scope_days` reached further. */
  readonly tooOld: readonly Recalled[];
  /** How many records were judged. */
  readonly candidates: number;
}

/** As much of the line as must speak for what may only change a record that is told. */
const BESIDE = 0.5;
/** What the user stated is meant for work to come, so less need speak for it. */
const STATED = 1.3;

/**
 * Of the records that hold the most of these words' weight those for which something speaks.
 *
 * @param evidenceOf 0: nothing that counts
 */
function judged(
  memory: Memory,
  indexes: readonly MemoryIndex[],
  words: readonly Listed[],
  within: Span | undefined,
  evidenceOf: (candidate: Candidate) => number,
): Judged {
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
      // What weighs nothing is wanted nowhere.
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
  const isShared = sharedIn(memory);
  return (each) => {
    const { hit } = each;
    const text = hit.type === "note" ? saidInShort(hit) : hit.content;
    const at = lastChange(hit.record) || hit.timestamp;
    const isOthers = isShared(hit.layer, hit.file, () => writtenText(memory, hit));
    const rank = rankOf({ stated: isStated(hit), isRule: hit.type === "note" || hit.memoryType === "O", isOthers });
    return { ...each, said: said(text, { timestamp: at, layer: hit.countsTo }, rank) };
  };
}

/** The setting goes from 0 to 1, evidence has no upper end. */
function evidenceAt(relevance: number): number {
  return relevance >= 1 ? Infinity : relevance / (1 - relevance);
}

/** How much more must speak for a record that was given in vain too often: agents also use what they don't name. */
const CLOSER = 2;

/** The ids of those that were given in vain too often for what speaks for them now. */
function tooOftenInVain(indexes: readonly MemoryIndex[], recalled: readonly Recalled[], line: number): string[] {
  const doubtful = recalled.filter(({ evidence }) => evidence < CLOSER * line);
  if (doubtful.length === 0) return [];
  const records = new Map(doubtful.map(({ hit }) => [hit.id, hit.record]));
  const times = timesInVain(indexes, records);
  return [...records.keys()].filter((id) => (times.get(id) ?? 0) >= OFTEN_IN_VAIN);
}
