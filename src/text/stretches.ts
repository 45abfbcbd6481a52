/**
 * In: a long text. Out: its terms, and where its stretches end.
 *
 * A stretch is a few lines or sentences about one thing. A record of a thousand words is found by its best stretch as
 * well as by all of its text; otherwise words scattered over the record would count as much as the answer.
 */
import { append } from "../lists.ts";
import { analyse, type Analysis, countWords } from "./mod.ts";

/** The end of a stretch: the number of surfaces and runs before it. */
export interface StretchEnd {
  readonly surfaces: number;
  readonly runs: number;
}

interface LongText {
  readonly analysis: Analysis;
  /** Empty for a text that is one stretch. */
  readonly ends: readonly StretchEnd[];
}

/** A text of at most this many words is one stretch; 60, 80 and 120 ranked the same (docs/internals/retrieval.md). */
const ONE_STRETCH = 60;
/** After this many words a stretch ends with its line or sentence. 20 to 40 rank within .006 of each other. */
const ENOUGH = 30;
/** A last stretch of fewer words belongs to the stretch before. */
const TOO_FEW = 15;

const LINE_OR_SENTENCE = /(?<=\n)|(?<=[.!?;]["')\]]?\s)|(?<=[。！？；])/;

/** As `analyse`, with the stretches of a long text. */
export function analyseLong(text: string): LongText {
  if (text.length <= ONE_STRETCH) return { analysis: analyse(text), ends: [] };
  const analysis: Analysis = { surfaces: [], stems: [], wholes: [], notations: [], runs: [] };
  const ends: StretchEnd[] = [];
  let words = 0;
  const end = () => ends.push({ surfaces: analysis.surfaces.length, runs: analysis.runs.length });
  for (const piece of text.split(LINE_OR_SENTENCE)) {
    const part = analyse(piece);
    const more = countWords(part);
    if (words > 0 && words + more > ONE_STRETCH) end(), words = 0;
    for (const list of ["surfaces", "stems", "wholes", "notations", "runs"] as const) {
      append(analysis[list], part[list]);
    }
    words += more;
    if (words >= ENOUGH) end(), words = 0;
  }
  if (countWords(analysis) <= ONE_STRETCH || ends.length === 0) return { analysis, ends: [] };
  if (words < TOO_FEW) ends.pop();
  end();
  return { analysis, ends: ends.length > 1 ? ends : [] };
}
