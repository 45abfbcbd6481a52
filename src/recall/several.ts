/**
 * In: several records that a prompt calls for, best first. Out: those of them that are told beside each other.
 * Not done here: finding them (mod.ts), judging two texts (otherwise.ts).
 *
 * @module
 */
import type { Hit } from "../search/mod.ts";
import type { Recalled } from "./mod.ts";
import { saysOtherwise, standsForBoth } from "./otherwise.ts";
import { goesBefore, mayOutdate, type Said } from "./precedence.ts";

/** Records of one session (docs/recall.md, "What remains"). */
const PER_SESSION_MAX = 3;

/** A record worth giving with what it says, to be weighed against another. */
export interface Weighed extends Recalled {
  readonly said: Said;
}

/** Those that tell the session something: it has neither them in its context nor what stands for them. */
export function unknownOf(
  relevant: readonly Weighed[],
  beside: readonly Weighed[],
  given: ReadonlySet<string>,
): Weighed[] {
  const told = [...relevant, ...beside].filter(({ hit }) => given.has(hit.id));
  const summed = new Set(relevant.flatMap(({ hit }) => hit.type === "summary" ? hit.session ?? [] : []));
  return relevant.filter((each) => !told.includes(each) && !isOutdated(each, told) && !isStageOf(each.hit, summed));
}

/**
 * Whether the session knows what stands for a record, or puts it out of force: to tell it would bring back what no
 * longer holds.
 */
function isOutdated(each: Weighed, told: readonly Weighed[]): boolean {
  return told.some((known) =>
    goesBefore(known.said, each.said) && (standsForBoth(known.said, each.said) || putsOut(known, each))
  );
}

function putsOut({ said: first }: Weighed, { said: second }: Weighed): boolean {
  return goesBefore(first, second) && mayOutdate(first, second) && saysOtherwise(first, second);
}

/** Whether a stage was captured of a session whose summary, drawn from the same conversation, goes before it. */
function isStageOf({ memoryType, session = "", record }: Hit, summed: ReadonlySet<string>): boolean {
  return memoryType === "S" && record.auto_generated === true && summed.has(session);
}

/**
 * Near-doubles collapse to the newest, what is contradicted gives its place to what goes before it, and no session
 * takes more than its share.
 */
export function distinct(recalled: readonly Weighed[], beside: readonly Weighed[]): Weighed[] {
  const kept: Weighed[] = [];
  const perSession = new Map<string, number>();
  for (const candidate of recalled) {
    const twin = kept.findIndex((each) => isOneThing(each, candidate));
    const seen = kept[twin];
    if (seen) {
      if (!goesBefore(seen.said, candidate.said)) kept[twin] = candidate;
      continue;
    }
    const { session } = candidate.hit;
    const soFar = session === undefined ? 0 : perSession.get(session) ?? 0;
    if (soFar >= PER_SESSION_MAX) continue;
    if (session !== undefined) perSession.set(session, soFar + 1);
    kept.push(candidate);
  }
  return kept.map((each) => beside.find((other) => putsOut(other, each)) ?? each);
}

function isOneThing(one: Weighed, other: Weighed): boolean {
  const [first, second] = goesBefore(one.said, other.said) ? [one, other] : [other, one];
  return standsForBoth(first.said, second.said) || putsOut(first, second);
}
