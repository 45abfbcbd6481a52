/**
 * In: Markdown. Out: the text with each comment replaced.
 * A pattern would search for an end from every beginning, and take seconds for a file of nothing but beginnings.
 *
 * @module
 */

const BEGINS = "<!--";
const ENDS = "-->";

/** The text with the result of `instead` in place of each comment. A comment that never ends stays. */
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
