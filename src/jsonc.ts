/**
 * Reads JSON with comments and trailing commas. Editing such a file with its comments takes a library (jsonc_edit.ts)
 * that would cost every hook more than a millisecond to load.
 *
 * Throws SyntaxError as JSON.parse does.
 */
export function parseJsonc(text: string): unknown {
  try {
    return JSON.parse(withoutCommentLines(text));
  } catch {
    return JSON.parse(withoutComments(text));
  }
}

/**
 * All comments of the settings that `init` writes, and of most others: taken out by themselves they cost a hook a tenth
 * of a millisecond less than all kinds of comments. No string reaches over the end of a line; where such a line ends
 * a longer comment, what is left is no JSON.
 */
function withoutCommentLines(text: string): string {
  if (!text.includes("//")) return text;
  return text.split("\n").filter((line) => !line.trimStart().startsWith("//")).join("\n");
}

const COMMENT = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const TRAILING_COMMA = /"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g;

function withoutComments(text: string): string {
  // Strings are matched first and kept, so that a "//" inside one is no comment.
  const keepStrings = (piece: string) => piece.startsWith('"') ? piece : " ";
  return text.replace(COMMENT, keepStrings).replace(TRAILING_COMMA, keepStrings);
}
