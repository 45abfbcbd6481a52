/** Reading JSON, also with comments. */
import { tried } from "./errors.ts";

/** A JSON object with any fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object, not a list or null. Its fields are not checked. */
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
 * The value of a JSON text. A whole number with more digits than a number can hold becomes an object that
 * `JSON.stringify` writes with all digits, because another program's field must not be rounded.
 */
export function parseJson(text: string): unknown {
  // Shorter numbers are exact, and hardly any text has a longer one.
  return rawJSON && /\d{16}/.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

function keepDigits(this: unknown, _name: string, value: unknown, at?: { readonly source?: string }): unknown {
  const isLong = typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return isLong && at?.source !== undefined && /^-?\d+$/.test(at.source) ? rawJSON?.(at.source) : value;
}

/** The value of a JSON text; undefined for any other text. */
export function jsonIn(text: string): unknown {
  return tried(() => JSON.parse(text));
}

/**
 * The value of a JSON text with comments and trailing commas; undefined for any other text. The library that edits such
 * texts (jsonc_edit.ts) would cost every hook more than a millisecond to load.
 */
export function parseJsonc(text: string): unknown {
  return jsonIn(withoutCommentLines(text)) ?? jsonIn(withoutComments(text));
}

/**
 * The text without its lines that are `//` comments, the only comments in the settings that `init` writes and in most
 * others. Removing these alone takes a hook a tenth of a millisecond less than `withoutComments`. No string is cut,
 * since none goes over the end of a line. A comment between slash and star may be cut: then the rest is no JSON, and
 * `withoutComments` is called.
 */
function withoutCommentLines(text: string): string {
  if (!text.includes("//")) return text;
  return text.split("\n").filter((line) => !line.trimStart().startsWith("//")).join("\n");
}

const COMMENT = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const TRAILING_COMMA = /"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g;

function withoutComments(text: string): string {
  // Strings are matched and kept, so that a "//" in a string is no comment.
  const keepStrings = (piece: string) => piece.startsWith('"') ? piece : " ";
  return text.replace(COMMENT, keepStrings).replace(TRAILING_COMMA, keepStrings);
}
