/** The texts of the verbs: what they tell a person, and why they refuse; they stand in words.tsv. */
import type { SessionId } from "../records/ids.ts";
import { some, texts, type Values } from "../wording.ts";
import WORDS from "./words.tsv" with { type: "text" };

/** A sentence of words.tsv, and a failure, whose code is the kind of its row. */
export const { said, failure } = texts(WORDS);

/** Throws the failure of a row. */
export function refuse(name: string, values?: Values): never {
  throw failure(name, values);
}

/** Throws INVALID_ARGUMENT for days that end before they begin, which nothing could match. */
export function refuseBackwards(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
): void {
  if (from !== undefined && to !== undefined && from > to) refuse("from_after_to", { from, to });
}

/** The most ids of sessions that a refusal lists. */
const NAMED_MAX = 5;

/** The only session that a word may mean; undefined for none. Throws INVALID_ARGUMENT for several. */
export function onlySession(word: string, found: readonly SessionId[]): SessionId | undefined {
  if (found.length > 1) refuse("several_sessions", { word, count: found.length, named: some(found, NAMED_MAX) });
  return found[0];
}
