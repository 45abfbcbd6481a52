/** Reading JSON, with comments too, and what a value may turn out to be before its reader has checked any field. */

/** A JSON object with whatever fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: no list, no null. What its fields hold is for its reader to check. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value, if it is a JSON object. */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** `JSON.rawJSON` is too new for the compiler to know it. */
const { rawJSON } = JSON as unknown as { readonly rawJSON?: (text: string) => unknown };

/**
 * The value of a JSON text, in which a whole number with more digits than a number can hold keeps them: it becomes an
 * object that `JSON.stringify` writes as it was. Another program's field that we don't know is not ours to round.
 */
export function parseJson(text: string): unknown {
  // No shorter number is too long, and hardly any text has one.
  return rawJSON && /\d{16}/.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

function keepDigits(this: unknown, _name: string, value: unknown, at?: { readonly source?: string }): unknown {
  const isLong = typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return isLong && at?.source !== undefined && /^-?\d+$/.test(at.source) ? rawJSON?.(at.source) : value;
}

/** The value of a JSON text; undefined for any other text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The value of a JSON text with comments and trailing commas; undefined for any other text. Editing such a text takes a
 * library (jsonc_edit.ts) that would cost every hook more than a millisecond to load.
 */
export function parseJsonc(text: string): unknown {
  return jsonIn(withoutCommentLines(text)) ?? jsonIn(withoutComments(text));
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
