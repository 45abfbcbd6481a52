/**
 * In: Markdown. Out: what of it says something: without its comments, or without what only frames the rest.
 * Not done here: notes (notes/parse.ts).
 *
 * @module
 */
import { linesOf } from "./legible.ts";

const BEGINS = "<!--";
const ENDS = "-->";

/**
 * The text with the result of `instead` in place of each comment. A comment that never ends stays. A pattern would
 * search for an end from every beginning, and take seconds for a file of nothing but beginnings.
 */
export function replaceComments(text: string, instead: (comment: string) => string = () => ""): string {
  let kept = "";
  let from = 0;
  for (let start = text.indexOf(BEGINS); start !== -1; start = text.indexOf(BEGINS, from)) {
    const end = text.indexOf(ENDS, start + BEGINS.length);
    if (end === -1) break;
    kept += text.slice(from, start) + instead(text.slice(start, end + ENDS.length));
    from = end + ENDS.length;
  }
  return kept + text.slice(from);
}

/** A MEMORY.md without its title, comments and empty sections. */
export function substanceOf(core: string): string {
  const lines = linesOf(replaceComments(core.replace(/^\uFEFF/, "")));
  const said = lines.findIndex((line) => line.trim() !== "");
  let next: string | undefined;
  // From the end, so that what follows a heading is known.
  const kept = lines.toReversed().filter((line, fromEnd) => {
    const level = headingLevel(line);
    const isSaid = level === 0 || next !== undefined && (headingLevel(next) === 0 || headingLevel(next) > level);
    if (line.trim() !== "") next = line;
    return isSaid && !(level === 1 && lines.length - 1 - fromEnd === said);
  }).toReversed();
  return kept.join("\n").replace(/\n{3,}/g, "\n\n").trim();
}

/** The level of the heading that a line is; 0 for any other line. */
export function headingLevel(line: string): number {
  return /^(#{1,6})\s/.exec(line)?.[1]?.length ?? 0;
}
