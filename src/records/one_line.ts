/**
 * A text as one line: every run of white space and control characters becomes a blank. Signs that end a line for some
 * readers only (a lone carriage return, U+0085, U+2028) must not make a record look like several lines.
 */
export function oneLine(text: string): string {
  // The quick way for nearly every cell of INDEX.md.
  if (/^[!-~]*$/.test(text)) return text;
  // deno-lint-ignore no-control-regex -- they are what is taken out
  return text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
}

/** The lines of a text, whatever ends them for some reader: each is one line to all of them. */
export function linesOf(text: string): string[] {
  // deno-lint-ignore no-control-regex -- they end lines
  return text.split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/);
}
