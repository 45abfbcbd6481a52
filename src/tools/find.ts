/** In: a tool call, and the open layers of a memory. Out: the records that are about it, the best first. */
import { type Profile, readProfile } from "../index/profile.ts";
import { asFound, type Found, FOUND_COLUMNS } from "../index/read.ts";
import type { Database, Row } from "../index/sqlite.ts";
import { HIDDEN } from "../index/visible.ts";
import { byCode } from "../lists.ts";
import { isStated, isTooOld, isWanted, type Placed, type Reader } from "../recall/readers.ts";
import type { RecordId } from "../records/ids.ts";
import { texts } from "../records/mod.ts";
import { isDoneAlone } from "../records/todos.ts";
import { countRecords } from "../search/counts.ts";
import { rowsHolding } from "../search/first_stage.ts";
import type { Memory } from "../store/memory.ts";
import { analyse } from "../text/mod.ts";
import type { Call, Kind, Rarity } from "./call.ts";
import { printsPhrase } from "./failure.ts";
import { certainties, mayReach, weightsFor } from "./judge.ts";
import { type Said, type Signs, SIGNS_OF_NAMES, signsOf } from "./signs.ts";

interface AtCall {
  readonly hit: Placed;
  /** How certain it is that the record is the one to tell, 0–1. */
  readonly certainty: number;
}

/** A name that more records hold is not looked up, since it says nothing by itself. */
const HOLDERS_MAX = 150;
/** Names that at most so many records hold are looked up first. */
const FEW = 10;
/** How many records are read and judged. */
const JUDGED_MAX = 60;
/** The beginning of a note tells what the note is about. */
const NOTE_CHARACTERS = 2_000;
/** The most evidence that shared words give. */
const WORDS_MOST = 1.5;

/** The records about a call, in one or two readings, that are in force and were not told yet, the best first. */
export async function recordsAt(
  memory: Memory,
  readers: readonly Reader[],
  calls: readonly Call[],
  isTold: (id: RecordId) => boolean,
): Promise<AtCall[]> {
  const found: AtCall[] = [];
  for (const call of calls) found.push(...await recordsAbout(memory, readers, call, isTold));
  found.sort(bestFirst);
  return found.filter(({ hit }, at) => found.findIndex((other) => other.hit.id === hit.id) === at);
}

async function recordsAbout(
  memory: Memory,
  readers: readonly Reader[],
  call: Call,
  isTold: (id: RecordId) => boolean,
): Promise<AtCall[]> {
  const weights = weightsFor(call.kind);
  const near = await nearCall(memory, readers, call, (signs) => mayReach(signs, weights, WORDS_MOST));
  // Other records near the call make a record less certain. Only these would be certain enough without any other.
  const apt = near.filter(({ signs }) => mayReach(signs, weights, 0));
  if (apt.every(({ hit }) => isTold(hit.id))) return [];
  const leftOut = await leftOutOf(memory, readers, apt, near);
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
  apt: readonly Near[],
  near: readonly Near[],
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
  const saidBy = sayer(memory);
  const all = near.map((each) => ({ each, said: saidBy(each.hit) }));
  const mayBeTold = all.filter(({ each }) => apt.includes(each));
  return mayBeTold.filter(({ each, said: mine }, at) =>
    marked.includes(each) || all.some(({ said }) => said !== mine && putsOut(said, mine)) ||
    // Of two that stand for each other the first stays.
    mayBeTold.some(({ said }, place) => place !== at && saysItFor(said, mine) && (place < at || !saysItFor(mine, said)))
  ).map(({ each }) => each);
}

/** The records that share a name with a call, with their signs; none unless `mayTell` accepts the signs of one. */
export async function nearCall(
  memory: Memory,
  readers: readonly Reader[],
  call: Call,
  mayTell: (signs: Signs) => boolean = () => true,
): Promise<Near[]> {
  const indexes = readers.map(({ index }) => index);
  const databases = indexes.map(({ db }) => db);
  const counts = countRecords(databases, [...new Set([...call.terms, ...call.everyday].flat())]);
  const rarity = rarityIn(databases, counts);
  const { failure } = call;
  const near = readers.flatMap((reader) => {
    // An incomplete index is not asked: a missing record may supersede one that it has.
    if (!reader.whole) return [];
    return candidates(reader, call, counts).filter(({ hit }) =>
      isKnowledge(hit, call.kind) && isWanted(memory, reader, hit.record) && !isTooOld(memory, hit)
    ).flatMap(({ hit, profile }) => {
      // The call failed and printed a symptom by which the record is to be found.
      const isAsked = failure !== undefined && texts(hit.record.asks).some((ask) => printsPhrase(failure, ask));
      // What says itself at which calls it is told (awaited.ts), is not told by its words.
      if (hit.conditions.length > 0 && !isAsked) return [];
      const content = hit.type === "note" ? hit.content.slice(0, NOTE_CHARACTERS) : hit.content;
      const said = { content, labels: labelsOf(hit), type: typeOf(hit), isAsked };
      return [{ hit: { ...hit, layer: reader.layer }, profile, signs: signsOf(call, said, rarity) }];
    });
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

/** The entities and tags of a record. */
export function labelsOf({ record: { entities, tags } }: Found): string[] {
  return [...texts(entities), ...texts(tags)];
}

/** Whether a record is of a kind to be told at a call: of summaries only those that somebody wrote, at a failure. */
export function isKnowledge({ type, memoryType, record, content }: Found, kind?: Kind): boolean {
  if (type === "summary") {
    return kind === "failure" && record.auto_generated !== true && !isDoneAlone({ type, content });
  }
  return type === "note" ? record.status !== "archive" : type === "fact" && memoryType !== "S";
}

/** The records that hold all terms of a group, the rarest names first. `counts`: how many hold each term. */
function candidates(
  { index: { db } }: Reader,
  { terms, everyday }: Call,
  counts: ReadonlyMap<string, number>,
): { readonly hit: Found; readonly profile: Profile }[] {
  const holders = (group: readonly string[]) => Math.min(...group.map((term) => counts.get(term) ?? 0));
  const held = terms.filter((group) => holders(group) > 0 && holders(group) <= HOLDERS_MAX);
  const few = [...held, ...everyday].filter((group) => holders(group) > 0 && holders(group) <= FEW);
  const rows = new Set(rowsHolding(db, few));
  if (rows.size < JUDGED_MAX) {
    for (const row of rowsHolding(db, held.filter((group) => holders(group) > FEW))) rows.add(row);
  }
  if (rows.size === 0) return [];
  return db.all(
    `SELECT ${FOUND_COLUMNS}, r.profile FROM json_each(?) AS wanted
     CROSS JOIN records AS r ON r.row = wanted.value JOIN files f ON f.key = r.file WHERE r.hidden = ${HIDDEN.no}`,
    JSON.stringify([...rows].slice(0, JUDGED_MAX)),
  ).flatMap((row: Row) => {
    const hit = asFound(row);
    return hit ? [{ hit, profile: readProfile(row["profile"]) }] : [];
  });
}
