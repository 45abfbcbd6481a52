/** The texts of the command line itself, which stand in told.tsv. */
import { texts } from "../wording.ts";
import TOLD from "./told.tsv" with { type: "text" };

export const { said, failure } = texts(TOLD);
