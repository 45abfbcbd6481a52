/** The texts in words.tsv: of the files of `src/` itself, and of the rooms that have no table. */
import WORDS from "./words.tsv" with { type: "text" };
import { textsOfRoom } from "./wording.ts";

export const { said, failure } = textsOfRoom(WORDS);
