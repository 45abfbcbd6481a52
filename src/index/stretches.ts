/**
 * In: text. Out: its terms, and where its stretches end when it is long.
 * Not done here: packing them (profile.ts), scoring them (search/rescore.ts).
 *
 * A stretch is the few lines or sentences in which one thing is said. A record of a thousand words is found by its best
 * stretch as well as by all of it; otherwise words scattered over it would count as much as the answer.
 *
 * @module
 */
import { analyse, type Analysis } from "./analyse.ts";
import { append } from "../lists.ts";

/** How many surfaces and runs of a text have been read where a stretch ends. */
export interface StretchEnd {
  readonly surfaces: number;
  readonly runs: number;
}

/** A text, analysed and cut. */
export interface LongText {
  readonly analysis: Analysis;
  /** Empty for a text that is one stretch. */
  readonly ends: readonly StretchEnd[];
}

/** A text of at most so many words is one stretch; 60, 80 and 120 ranked the same (docs/retrieval.md). */
const ONE_STRETCH = 60;
/** After so many words a stretch ends with its line or sentence. 20 to 40 rank within .006 of each other. */
const ENOUGH = 30;
/** A last stretch of fewer words belongs to the one before. */
const TOO_FEW = 15;

const LINE_OR_SENTENCE = /(?<=\n)|(?<=[.!?;]["')\]]?\s)|(?<=[。！？；])/;

/** Analyses a text as `analyse` does, and cuts it. */
export function analyseLong(text: string): LongText {
  if (text.length <= ONE_STRETCH) return { analysis: analyse(text), ends: [] };
  const analysis: Analysis = { surfaces: [], stems: [], wholes: [], notations: [], runs: [] };
  const ends: StretchEnd[] = [];
  let words = 0;
  let all = 0;
  const end = () => ends.push({ surfaces: analysis.surfaces.length, runs: analysis.runs.length });
  for (const piece of text.split(LINE_OR_SENTENCE)) {
    const part = analyse(piece);
    const more = countWords(part);
    if (words > 0 && words + more > ONE_STRETCH) end(), words = 0;
    addPart(analysis, part);
    words += more;
    all += more;
    if (words >= ENOUGH) end(), words = 0;
  }
  if (all <= ONE_STRETCH || ends.length === 0) return { analysis, ends: [] };
  if (words < TOO_FEW) ends.pop();
  end();
  return { analysis, ends: ends.length > 1 ? ends : [] };
}

/** Words, and pairs of the characters of scripts without spaces. */
export function countWords({ surfaces, runs }: Pick<Analysis, "surfaces" | "runs">): number {
  return surfaces.length + runs.reduce((sum, run) => sum + Math.max(1, run.length - 1), 0);
}

function addPart(to: Analysis, { surfaces, stems, wholes, notations, runs }: Analysis): void {
  append(to.surfaces, surfaces);
  append(to.stems, stems);
  append(to.wholes, wholes);
  append(to.notations, notations);
  append(to.runs, runs);
}
