/** What verbs tell a person, and why they do nothing; the texts are in words.tsv. */
import { texts, type Values } from "../wording.ts";
import WORDS from "./words.tsv" with { type: "text" };

const worded = texts(WORDS);

/** A sentence of words.tsv; and a failure, whose code is the kind of its row. */
export const { said, failure } = worded;

/** Throws what a row says. */
export function refuse(name: string, values?: Values): never {
  throw worded.failure(name, values);
}
