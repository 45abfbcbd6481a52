/** The texts of the files of `src/` itself and of the rooms that have no table, which stand in words.tsv. */
import WORDS from "./words.tsv" with { type: "text" };
import { texts } from "./wording.ts";

export const { said, failure } = texts(WORDS);
