/** The texts of this room, which stand in words.tsv: its sentences, and its failures by their codes. */
import { textsOfRoom } from "../wording.ts";
import WORDS from "./words.tsv" with { type: "text" };

export const { said, failure } = textsOfRoom(WORDS);
