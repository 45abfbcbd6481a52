/**
 * In: records that may be told beside each other. Out: which of them puts another out of force, or says the same.
 *
 * This file and contradiction.ts load lists of words, and most events compare nothing: they are imported lazily.
 */
import { remembered } from "../remembered.ts";
import { areAlike, mayBeRelated, type Terms, termsOf } from "../text/likeness.ts";
import { agree, areOfTwoLanguages, contradicts, giveOthers, holdsMore, recounts } from "./contradiction.ts";
import { mayBeAbout, sharesHeld } from "./shares.ts";
import { goesBefore, isNewsTo, mayOutdate, type Said, standsForBoth } from "./precedence.ts";
import { readStatements, type Statements } from "./statement.ts";
import { briefId } from "../records/ids.ts";
import type { Found } from "../index/read.ts";
import type { Recalled } from "./choose.ts";

/** Whether two texts may be about the same thing: a quick look, which spares taking the second one apart. */
export function mayBeAboutOne(one: Said, other: Said): boolean {
  return areOfTwoLanguages(one.text, other.text)
    ? mayBeAbout(statementsOf(one), other.lower ??= other.text.toLowerCase())
    : mayBeRelated(termsIn(one), termsIn(other));
}

/** Whether the first, which goes before the second, contradicts it. */
export function isContrary(first: Said, second: Said): boolean {
  return contradicts(statementsOf(first), statementsOf(second), areOfTwoLanguages(first.text, second.text));
}

/** Whether the first says nearly the same as the second, and stands for both. */
export function saysItFor(first: Said, second: Said): boolean {
  return standsForBoth(first, second) && areAlike(termsIn(first), termsIn(second)) &&
    agree(statementsOf(first), statementsOf(second));
}

/** Whether the second holds more than the first, which contradicts it, changes: then it is told, behind the first. */
function leavesSome(first: Said, second: Said): boolean {
  return holdsMore(second.text, first.text);
}

function termsIn(each: Said): Terms {
  return each.terms ??= termsOf(each.text);
}

function statementsOf(each: Said): Statements {
  return each.statements ??= readStatements(each.text);
}

/** Records of one session (docs/recall.md, "What remains"). */
const PER_SESSION_MAX = 3;

export interface Weighed extends Recalled {
  readonly said: Said;
}

/**
 * A new record with a smaller share of the evidence than a record that the session has is not what the prompt is about.
 * In sessions of sixty prompts, over all sets: of the prompts about a record that the session has, 147 are told another
 * record, instead of 206; and 0.4 % fewer prompts get a right one.
 */
const FAR_BEHIND = 1 / 3;

/**
 * The records that are new to a session. It was not given the record, another that stands for it, or one that the
 * prompt is about by far more; nor is the record a stage of a session whose summary is among the relevant records.
 */
export function unknownOf(
  relevant: readonly Weighed[],
  beside: readonly Weighed[],
  given: ReadonlySet<string>,
): Weighed[] {
  const told = [...relevant, ...beside].filter(({ hit }) => given.has(hit.id));
  const summed = new Set(relevant.flatMap(({ hit }) => hit.type === "summary" ? hit.session ?? [] : []));
  return relevant.filter((each) =>
    !told.includes(each) && !told.some((known) => isToldFor(known, each)) && !isStageOf(each.hit, summed) &&
    !isFarBehind(each, told)
  );
}

/** Whether a record is far behind a told one, and does not put it out of force. */
function isFarBehind({ evidence, said }: Weighed, told: readonly Weighed[]): boolean {
  return told.some((known) => evidence < FAR_BEHIND * known.evidence && !putsOut(said, known.said));
}

/** Whether the first goes before the second and puts it out of force. */
export function putsOut(first: Said, second: Said): boolean {
  return goesBefore(first, second) && mayOutdate(first, second) && mayBeAboutOne(first, second) &&
    isContrary(first, second);
}

/** Whether others have since said otherwise than the person in a fact that they share. */
export function contests(theirs: Said, own: Said): boolean {
  return isNewsTo(own, theirs) && mayBeAboutOne(theirs, own) && isContrary(theirs, own);
}

/** Whether the first goes before the second, puts it out of force and leaves nothing of it. */
function takesThePlaceOf(first: Said, second: Said): boolean {
  return putsOut(first, second) && !leavesSome(first, second);
}

/** With this mean share (`sharesHeld`) two texts are about one matter, of which the later may be a new answer. */
const ONE_MATTER = 0.5;
/** The same where the texts hold different numbers of a kind. */
const ONE_NUMBER = 0.35;

/** The records; before an older one, where there is room, stands the later one on its matter that was given before. */
export function behindLater(chosen: readonly Weighed[], given: readonly Weighed[], most: number): Weighed[] {
  const told = new Set<Weighed>();
  for (const [at, each] of chosen.entries()) {
    const later = given.find(({ said }) =>
      goesBefore(said, each.said) && mayOutdate(said, each.said) && areOfOneMatter(said, each.said)
    );
    if (later && told.size + chosen.length - at < most) told.add(later);
    told.add(each);
  }
  return [...told];
}

function areOfOneMatter(one: Said, other: Said): boolean {
  const [ofOne, ofOther] = sharesHeld(one.text, other.text);
  const share = (ofOne + ofOther) / 2;
  return share >= ONE_MATTER || share >= ONE_NUMBER && recounts(statementsOf(one), statementsOf(other));
}

/** Gives for one of these records the later one of them by which it is outdated. */
export function laterAmong<T extends Pick<Weighed, "said">>(records: readonly T[]): (each: T) => T | undefined {
  // Records of one moment go before each other, and neither is the later one.
  const isLater = ({ said: one }: T, { said: other }: T) => !goesBefore(other, one) && putsOut(one, other);
  return outdating((each) => records.filter((other) => isLater(other, each)), ({ said }) => said);
}

/**
 * Gives for a text the one by which it is outdated: a text that puts it out of force and is not outdated itself. Where
 * all of those are outdated, it is what outdates one of them, unless this says the first text again: “npm” is not
 * outdated by “pnpm” where “npm after all” follows.
 *
 * @param against the texts that put one out of force; no text may do so to itself by way of others
 */
export function outdating<T>(
  against: (each: T) => readonly T[],
  saidBy: (each: T) => Said,
): (each: T) => T | undefined {
  const by: (each: T) => T | undefined = remembered((each) => {
    const known = against(each);
    return known.find((other) => !by(other)) ??
      known.map(by).find((later) =>
        later !== undefined && giveOthers(statementsOf(saidBy(later)), statementsOf(saidBy(each)))
      );
  });
  return by;
}

/** Whether a record is a stage of a session whose summary, drawn from the same conversation, is told. */
function isStageOf({ memoryType, session = "", record }: Found, summed: ReadonlySet<string>): boolean {
  return memoryType === "S" && record.auto_generated === true && summed.has(session);
}

/**
 * The records without near-doubles, a few of each session. What puts a record out of force is told in its place, or
 * before it, if the record holds more than that. What the session was given before is not told again for this.
 */
export function distinct(
  recalled: readonly Weighed[],
  beside: readonly Weighed[],
  given: readonly Weighed[],
): Weighed[] {
  // Two records are compared in each direction for what is left out, and once more for what is marked.
  const putsOutOf = remembered((first: Weighed) => remembered((second: Weighed) => putsOut(first.said, second.said)));
  const isFor = (first: Weighed, second: Weighed) =>
    saysItFor(first.said, second.said) || putsOutOf(first)(second) && !leavesSome(first.said, second.said);
  const kept: Weighed[] = [];
  const perSession = new Map<string, number>();
  for (const candidate of recalled) {
    if (kept.some((each) => isFor(each, candidate))) continue;
    const twin = kept.findIndex((each) => isFor(candidate, each));
    if (twin >= 0) {
      kept[twin] = candidate;
      continue;
    }
    const { session } = candidate.hit;
    const soFar = session === undefined ? 0 : perSession.get(session) ?? 0;
    if (soFar >= PER_SESSION_MAX) continue;
    if (session !== undefined) perSession.set(session, soFar + 1);
    kept.push(candidate);
  }
  const told = kept.flatMap((each) => {
    const isLater = (other: Weighed) => putsOutOf(other)(each);
    const later = kept.find((other) => !goesBefore(each.said, other.said) && isLater(other)) ?? beside.find(isLater);
    const known = later ?? given.find(isLater);
    const theirs = known ? undefined : [...kept, ...given].find(({ said }) => contests(said, each.said));
    if (theirs) return { ...each, contestedBy: briefId(theirs.hit.id) };
    if (!known) return each;
    if (later && !leavesSome(later.said, each.said)) return later;
    return [...later ? [later] : [], { ...each, outdatedBy: briefId(known.hit.id) }];
  });
  return told.filter(({ hit }, at) => told.findIndex((other) => other.hit === hit) === at);
}

/** Whether the first is told in place of the second. */
function isToldFor({ said: first }: Weighed, { said: second }: Weighed): boolean {
  return saysItFor(first, second) || takesThePlaceOf(first, second);
}
