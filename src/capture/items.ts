/** In: texts that a caller gave as to-dos or decisions. Out: each of them as an item of its own. */

/** Agents write several into one text. A semicolon inside code, or before no space ("a;b"), parts nothing. */
const BETWEEN = /；|;\s+|\r?\n+/u;
const CODE = /(`[^`]*`)/u;
const LIST_MARK = /^\s*(?:[-*•]\s+|\d{1,2}[.)、]\s*|\[[ x]\]\s+)/u;
/** Stands for what parts items while code is left as it is. */
const MARK = "\u0000";

/** The items that texts hold, without list marks and blanks around them. */
export function itemsOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const marked = text.split(CODE).map((part, at) => at % 2 === 1 ? part : part.split(BETWEEN).join(MARK)).join("");
    const items = marked.split(MARK).map((item) => item.trim()).filter((item) => item !== "");
    // One item is kept as it was written.
    return items.length > 1 ? items.map((item) => item.replace(LIST_MARK, "")) : items;
  });
}
