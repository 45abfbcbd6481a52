/** The texts of this room, which stand in words.tsv: its sentences, and its failures by their codes. */
import { texts } from "../wording.ts";
import WORDS from "./words.tsv" with { type: "text" };

export const { said, failure } = texts(WORDS);
