/** In: the records that share a name with a tool call. Out: those that are about it, the best first. */
import type { Found } from "../index/read.ts";
import type { Database } from "../index/sqlite.ts";
import { byCode } from "../lists.ts";
import { type IsShared, isStated, type Placed, type Reader } from "../recall/readers.ts";
import type { RecordId } from "../records/ids.ts";
import { texts } from "../records/mod.ts";
import { countRecords } from "../search/counts.ts";
import type { Memory } from "../store/memory.ts";
import { analyse } from "../text/mod.ts";
import type { Rarity } from "./call.ts";
import { printsPhrase } from "./failure.ts";
import { labelsOf, type Question } from "./find.ts";
import { certainties, mayReach, weightsFor } from "./judge.ts";
import { type Said, type Signs, SIGNS_OF_NAMES, signsOf } from "./signs.ts";

interface AtCall {
  readonly hit: Placed;
  /** How certain it is that the record is the one to tell, 0–1. */
  readonly certainty: number;
}

interface How {
  readonly isTold: (id: RecordId) => boolean;
  readonly isShared: IsShared;
}

/** The beginning of a note tells what the note is about. */
const NOTE_CHARACTERS = 2_000;
/** The most evidence that shared words give. */
const WORDS_MOST = 1.5;

/** The records about a call, in one or two readings, that are in force and were not told yet, the best first. */
export async function recordsAt(
  memory: Memory,
  readers: readonly Reader[],
  questions: readonly Question[],
  how: How,
): Promise<AtCall[]> {
  const found: AtCall[] = [];
  for (const question of questions) found.push(...await recordsAbout(memory, readers, question, how));
  found.sort(bestFirst);
  return found.filter(({ hit }, at) => found.findIndex((other) => other.hit.id === hit.id) === at);
}

async function recordsAbout(
  memory: Memory,
  readers: readonly Reader[],
  question: Question,
  { isTold, isShared }: How,
): Promise<AtCall[]> {
  if (question.found.length === 0) return [];
  const weights = weightsFor(question.call.kind);
  const near = await nearCall(readers, question, (signs) => mayReach(signs, weights, WORDS_MOST));
  // Other records near the call make a record less certain. Only these would be certain enough without any other.
  const apt = near.filter(({ signs }) => mayReach(signs, weights, 0));
  if (apt.every(({ hit }) => isTold(hit.id))) return [];
  const leftOut = await leftOutOf(memory, readers, { apt, near, isShared });
  const holding = near.filter((each) => !leftOut.includes(each));
  const sure = certainties(holding.map(({ signs }) => signs), weights);
  return holding.map(({ hit }, at) => ({ hit, certainty: sure[at] ?? 0 }))
    .filter(({ hit, certainty }) => certainty >= weights.line && !isTold(hit.id));
}

interface Near {
  readonly hit: Placed;
  readonly signs: Signs;
}

/**
 * The records that a start or a save found outdated, that another record near the call puts out of force, or that say
 * what another one says: copies would make each other less certain.
 */
async function leftOutOf(
  memory: Memory,
  readers: readonly Reader[],
  { apt, near, isShared }: { apt: readonly Near[]; near: readonly Near[]; isShared: IsShared },
): Promise<Near[]> {
  const { laterIn } = await import("../recall/settle.ts");
  const laterOf = laterIn(memory, readers.map(({ index }) => index));
  const marked = apt.filter(({ hit }) => laterOf(hit) !== undefined);
  // A single record is compared with nothing. To load the comparison takes a tenth of a tool event's time.
  if (near.length === 1) return marked;
  const [{ putsOut, saysItFor }, { sayer }] = await Promise.all([
    import("../recall/beside.ts"),
    import("../recall/precedence.ts"),
  ]);
  const saidBy = sayer(memory, isShared);
  const all = near.map((each) => ({ each, said: saidBy(each.hit) }));
  const mayBeTold = all.filter(({ each }) => apt.includes(each));
  return mayBeTold.filter(({ each, said: mine }, at) =>
    marked.includes(each) || all.some(({ said }) => said !== mine && putsOut(said, mine)) ||
    // Of two that stand for each other the first stays.
    mayBeTold.some(({ said }, place) => place !== at && saysItFor(said, mine) && (place < at || !saysItFor(mine, said)))
  ).map(({ each }) => each);
}

/** The records in question at a call with their signs; none unless `mayTell` accepts the signs of one. */
export async function nearCall(
  readers: readonly Reader[],
  { call, found, counts }: Question,
  mayTell: (signs: Signs) => boolean = () => true,
): Promise<Near[]> {
  const indexes = readers.map(({ index }) => index);
  const rarity = rarityIn(indexes.map(({ db }) => db), counts);
  const { failure } = call;
  const near = found.flatMap(({ hit, profile }) => {
    // The call failed and printed a symptom by which the record is to be found.
    const isAsked = failure !== undefined && texts(hit.record.asks).some((ask) => printsPhrase(failure, ask));
    // What says itself at which calls it is told (awaited.ts), is not told by its words.
    if (hit.conditions.length > 0 && !isAsked) return [];
    const content = hit.type === "note" ? hit.content.slice(0, NOTE_CHARACTERS) : hit.content;
    const said = { content, labels: labelsOf(hit), type: typeOf(hit), isAsked };
    return [{ hit, profile, signs: signsOf(call, said, rarity) }];
  }).filter(({ signs }) => SIGNS_OF_NAMES.some((name) => (signs[name] ?? 0) > 0));
  if (!near.some(({ signs }) => mayTell(signs))) return [];
  // Imported here, since most calls end before.
  const [{ evidenceFor, subjectOf }, { outlineOf }] = await Promise.all([
    import("../recall/evidence.ts"),
    import("../recall/outline.ts"),
  ]);
  const subject = subjectOf(outlineOf(call.said), indexes);
  return near.map(({ hit, signs, profile }) => ({
    hit,
    signs: { ...signs, words: Math.min(WORDS_MOST, evidenceFor(subject, profile)) },
  }));
}

function typeOf({ type, memoryType }: Found): Said["type"] {
  if (type === "note") return "O";
  return memoryType === "O" || memoryType === "B" ? memoryType : "W";
}

/**
 * Falls with the number of records that hold a name, and faster than `rarity` of search/counts.ts: so three in a
 * hundred more calls were told right (docs/internals/recall-measured.md).
 */
function rarityIn(databases: readonly Database[], counts: Map<string, number>): Rarity {
  return (name) => {
    const { stems, wholes } = analyse(name);
    const terms = wholes.length === 1 ? wholes : stems;
    const unknown = terms.filter((term) => !counts.has(term));
    for (const term of unknown) counts.set(term, 0);
    for (const [term, records] of countRecords(databases, unknown)) counts.set(term, records);
    const records = Math.min(...terms.map((term) => counts.get(term) || 1));
    return Number.isFinite(records) ? 1 / (1 + Math.log(records)) : 1;
  };
}

function bestFirst(a: AtCall, b: AtCall): number {
  return b.certainty - a.certainty || Number(isStated(b.hit)) - Number(isStated(a.hit)) ||
    byCode(b.hit.timestamp, a.hit.timestamp);
}
