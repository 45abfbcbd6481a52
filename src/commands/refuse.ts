/** Why a verb does nothing, where that takes no more than a row of refusals.tsv. */
import { type ErrorCode, fail } from "../errors.ts";
import { type Values, wordings } from "../wording.ts";
import REFUSALS from "./refusals.tsv" with { type: "text" };

const worded = wordings(REFUSALS);

/** Throws what a row says; the code is its kind. */
export function refuse(name: string, values?: Values): never {
  const { kind, words, next } = worded(name, values);
  fail(kind as ErrorCode, words, next);
}
