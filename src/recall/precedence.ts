/** In: two texts of memory. Out: which of them goes before the other, and whether it may put the other out of force. */
import type { Memory } from "../store/memory.ts";
import { standingText } from "../records/todos.ts";
import type { Terms } from "../text/likeness.ts";
import { saidInShort } from "./frame.ts";
import { isStated, layerHere, othersIn, type Placed, saidAtIn, sharedIn } from "./readers.ts";
import type { Statements } from "./statement.ts";

/** A text that may be told, to be compared with another. */
export interface Said {
  readonly text: string;
  /** When it was said or last reworded, ISO 8601. */
  readonly at: string;
  readonly inProject: boolean;
  /** From the highest: the user's own rule, an unconfirmed rule, a fact, a text that others may have written. */
  readonly rank: number;
  /** Whether it stands in a file that git tracks. */
  readonly isShared?: boolean | undefined;
  // Cached when they are first needed.
  terms?: Terms;
  statements?: Statements;
  lower?: string;
}

const OWN_RULE = 2;
const FACT = 0;
const OTHERS = -1;

/** The rank of a record. `isRule`: a rule, a preference or a note, whoever wrote it; `stated`: the user's own. */
export function rankOf(
  { stated, isRule, isOthers }: { stated?: boolean | undefined; isRule: boolean; isOthers?: boolean | undefined },
): number {
  if (isOthers) return OTHERS;
  return stated ? OWN_RULE : isRule ? 1 : 0;
}

/** Makes the function that reads a record as a text to be compared with another. */
export function sayer(memory: Memory, isShared = sharedIn(memory)): (hit: Placed) => Said {
  const isOthers = othersIn(memory, isShared);
  const saidAt = saidAtIn(memory, isShared);
  return (hit) => {
    const isRule = hit.type === "note" || hit.memoryType === "O";
    return {
      text: hit.type === "note" ? saidInShort(hit) : standingText(hit.content),
      at: saidAt(hit),
      // Its own layer differs for a record of the person's store that names this project.
      inProject: layerHere(memory, hit.layer, hit.record) !== "global",
      rank: rankOf({ stated: isStated(hit), isRule, isOthers: isOthers(hit) }),
      isShared: isShared(hit.layer, hit.file, () => undefined),
    };
  };
}

/** Texts that others may have written go last, those of the project before those of every project, then the newer. */
export function goesBefore(one: Said, other: Said): boolean {
  if ((one.rank === OTHERS) !== (other.rank === OTHERS)) return other.rank === OTHERS;
  return one.inProject !== other.inProject ? one.inProject : one.at >= other.at;
}

/** Of two texts that say the same, whether the first stands for both: the one of the higher rank does. */
export function standsForBoth(one: Said, other: Said): boolean {
  return one.rank !== other.rank ? one.rank > other.rank : goesBefore(one, other);
}

/** A text's rank, and when it was said: without a time it is not later than another. */
type Ranked = Pick<Said, "rank"> & Partial<Pick<Said, "at">>;

/**
 * Whether the first, which goes before the second, may put it out of force: only the user outdates their own rule, and
 * what others have said since is not outdated, but waits for the user to confirm it.
 */
export function mayOutdate(first: Ranked, second: Ranked): boolean {
  const isNews = first.rank !== OTHERS && second.rank === OTHERS && (second.at ?? "") > (first.at ?? "");
  return !isNews && (first.rank >= second.rank || second.rank !== OWN_RULE);
}

/**
 * Whether others said the second later than the person a fact that they share: where it says otherwise, it takes
 * nothing of the fact's place, but the fact is marked, since only its author can tell which of the two holds.
 */
export function isNewsTo(own: Said, theirs: Said): boolean {
  return own.isShared === true && own.rank === FACT && theirs.rank === OTHERS && theirs.at > own.at;
}
