/** The texts of the command line itself, which stand in told.tsv. */
import type { Sentence } from "../sentence.ts";
import { textsOfRoom } from "../wording.ts";
import TOLD from "./told.tsv" with { type: "text" };

export const { said, failure } = textsOfRoom(TOLD);

/** The hint at what was meant, if that can be guessed. */
export function didYouMean(guess: string | undefined): Sentence | undefined {
  return guess === undefined ? undefined : said("did_you_mean", { guess });
}
