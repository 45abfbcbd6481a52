/**
 * Any text as one line: runs of white space and control characters become one blank. What ends a line to one reader and not to
 * another (a lone carriage return, U+0085, U+2028) must not let a record look like the lines around it.
 */
export function oneLine(text: string): string {
  // Nearly every cell of INDEX.md.
  if (/^[!-~]*$/.test(text)) return text;
  // deno-lint-ignore no-control-regex -- they are what is taken out
  return text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
}
