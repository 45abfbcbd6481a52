/** The texts of the verbs: what they tell a person, and why they refuse; they stand in words.tsv. */
import { texts, type Values } from "../wording.ts";
import WORDS from "./words.tsv" with { type: "text" };

/** A sentence of words.tsv, and a failure, whose code is the kind of its row. */
export const { said, failure } = texts(WORDS);

/** Throws the failure of a row. */
export function refuse(name: string, values?: Values): never {
  throw failure(name, values);
}
