/**
 * Reads JSON with comments and trailing commas. Editing such a file with its comments takes a library (config/edit.ts)
 * that would cost every hook more than a millisecond to load.
 *
 * Throws SyntaxError as JSON.parse does.
 */
export function parseJsonc(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(withoutComments(text));
  }
}

const COMMENT = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const TRAILING_COMMA = /"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g;

function withoutComments(text: string): string {
  // Strings are matched first and kept, so that a "//" inside one is no comment.
  const keepStrings = (piece: string) => piece.startsWith('"') ? piece : " ";
  return text.replace(COMMENT, keepStrings).replace(TRAILING_COMMA, keepStrings);
}
