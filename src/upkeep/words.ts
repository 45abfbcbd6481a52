/** What work on what is remembered says of itself; the texts are in words.tsv. */
import { texts } from "../wording.ts";
import WORDS from "./words.tsv" with { type: "text" };

export const { said, failure } = texts(WORDS);
