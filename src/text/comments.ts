/**
 * In: Markdown. Out: the same with each comment replaced.
 * Not done here: what a comment means. By looking for both ends, since a pattern that looks for the end from each
 * beginning takes seconds for a file of beginnings.
 *
 * @module
 */

const BEGINS = "<!--";
const ENDS = "-->";

/** The text with what `instead` gives in place of each comment; one that never ends is none. */
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
