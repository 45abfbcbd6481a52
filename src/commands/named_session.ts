/** A session that a person or an agent names by a piece of its id. */
import type { SessionId } from "../records/ids.ts";
import { some } from "../wording.ts";
import { refuse } from "./words.ts";

/** The most ids of sessions that a refusal lists. */
const NAMED_MAX = 5;

/** The only session that a word may mean; undefined for none. Throws INVALID_ARGUMENT for several. */
export function onlySession(word: string, found: readonly SessionId[]): SessionId | undefined {
  if (found.length > 1) refuse("several_sessions", { word, count: found.length, named: some(found, NAMED_MAX) });
  return found[0];
}
