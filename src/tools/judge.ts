/**
 * In: the signs of the records that may be about a call. Out: how certain it is that each is the one to tell.
 *
 * A logistic choice between the records and telling nothing: a record is less certain if another one has strong signs,
 * too. The weights are learnt (scripts/train_tools.ts), separately for edits, commands and failures; the certainty that
 * a record needs is common to all.
 */
import { below } from "../text/word_list.ts";
import type { Kind } from "./call.ts";
import type { SignName, Signs } from "./signs.ts";
import weights from "./weights.txt" with { type: "text" };

/** For a kind of call: the weight of each sign, that of telling nothing, and the certainty that a record needs. */
export interface Weights {
  readonly of: ReadonlyMap<string, number>;
  readonly nothing: number;
  readonly line: number;
}

/** The weights of a kind, as they are shipped. */
export function weightsFor(kind: Kind): Weights {
  const of = rowsBelow(kind);
  return { of, nothing: of.get("= nothing") ?? 0, line: rowsBelow("every kind").get("= line") ?? 1 };
}

function rowsBelow(title: Kind | "every kind"): Map<string, number> {
  const rows = below(title, weights).trim().split("\n").map((row) => {
    const at = row.lastIndexOf(" ");
    return [row.slice(0, at), Number(row.slice(at + 1))] as const;
  });
  return new Map(rows);
}

/** For a record whose ask a failure prints: as sure as one that waits for it. Chosen, since no set has any to learn. */
const ASKED = 12;

function sumOf(signs: Signs, of: ReadonlyMap<string, number>): number {
  let sum = ASKED * (signs["asked"] ?? 0);
  for (const name in signs) sum += (signs[name as SignName] ?? 0) * (of.get(name) ?? 0);
  return sum;
}

/** How certain it is that each of these records is the one to tell, 0–1. */
export function certainties(signs: readonly Signs[], { of, nothing }: Weights): number[] {
  const strengths = signs.map((ofRecord) => Math.exp(sumOf(ofRecord, of)));
  let all = Math.exp(nothing);
  for (const strength of strengths) all += strength;
  return strengths.map((strength) => strength / all);
}

/** Whether a record with these signs would be told if it were the only one and had so much evidence by words, too. */
export function mayReach(signs: Signs, { of, nothing, line }: Weights, words: number): boolean {
  const most = sumOf(signs, of) + words * (of.get("words") ?? 0);
  return 1 / (1 + Math.exp(nothing - most)) >= line;
}
