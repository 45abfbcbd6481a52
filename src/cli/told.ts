/** What the command line says by itself; the texts are in told.tsv. */
import { texts } from "../wording.ts";
import TOLD from "./told.tsv" with { type: "text" };

export const { said, failure } = texts(TOLD);
