/** In: texts that a caller gave as to-dos or decisions. Out: each of them as an item of its own. */

/** A semicolon inside code, or before no space ("a;b"), parts nothing. */
const BETWEEN = /；|;\s+/u;
const CODE = /(`[^`]*`)/u;
const LIST_MARK = /^\s*(?:[-*•]\s+|\d{1,2}[.)、]\s*|\[[ x]\]\s+)/u;
/** Stands for what parts items while code is left as it is. */
const MARK = "\u0000";
/** Agents write several things into one line; two halves of one are a thing, and what is known of it, as often. */
const LIST_MIN = 3;

/** The items that texts hold, without list marks and blanks around them. */
export function itemsOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const items = withoutBlanks(text.split(/\r?\n+/)).flatMap((line) => {
      const parts = partsOfLine(line);
      return parts.length < LIST_MIN ? [line] : parts;
    });
    return withoutMarks(items);
  });
}

/** All that lines and semicolons part, two halves of a line too. */
export function partsOf(text: string): string[] {
  return withoutMarks(withoutBlanks(text.split(/\r?\n+/)).flatMap(partsOfLine));
}

function partsOfLine(line: string): string[] {
  const marked = line.split(CODE).map((part, at) => at % 2 === 1 ? part : part.split(BETWEEN).join(MARK)).join("");
  return withoutBlanks(marked.split(MARK));
}

function withoutBlanks(items: readonly string[]): string[] {
  return items.map((item) => item.trim()).filter((item) => item !== "");
}

/** One item is kept as it was written. */
function withoutMarks(items: readonly string[]): string[] {
  return items.length > 1 ? items.map((item) => item.replace(LIST_MARK, "")) : [...items];
}
