/** What holds a keyword: whatever shows it, in any case and width. */

/** A test for texts that hold a keyword, whatever its case or width. */
export function holding(keyword: string): (text: string) => boolean {
  const word = fold(keyword);
  const pattern = new RegExp(word.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&"), "i");
  // Nearly every Chinese text has full-width commas: signs are folded only for a keyword that has signs itself.
  const odd = /[^\p{L}\p{N}\s]/u.test(word) ? COMPATIBLE : COMPATIBLE_LETTERS;
  return (text) => pattern.test(text) || (odd.test(text) && pattern.test(text.normalize("NFKC")));
}

/** Full-width forms and the like. Most texts have none, so folding is paid for only where it changes something. */
const COMPATIBLE = /[\u00A0\u2000-\u200A\u2100-\u214F\u3000\uF900-\uFAFF\uFB00-\uFB06\uFE30-\uFE6F\uFF01-\uFFEE]/;
const COMPATIBLE_LETTERS =
  /[\u00A0\u2000-\u200A\u2100-\u214F\u3000\uF900-\uFAFF\uFB00-\uFB06\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A\uFF66-\uFFDC]/;

/** A text in one case and one width, for comparison. */
export function fold(text: string): string {
  return (COMPATIBLE.test(text) ? text.normalize("NFKC") : text).toLowerCase();
}

/**
 * A quick test that rules out lines of JSON which can't hold the keyword. It knows nothing of escapes: keywords that
 * JSON would escape, and lines with escaped letters, pass and are looked at closely.
 */
export function lineMayHold(keyword: string): (line: string) => boolean {
  if (/["\\\p{Cc}]/u.test(keyword)) return () => true;
  const holds = holding(keyword);
  return (line) => holds(line) || line.includes("\\u");
}
