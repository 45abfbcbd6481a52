/**
 * In: the bytes of a file of records that a formatter, or another program, has written anew. Out: the same records,
 * each on a line of its own. Nothing of their text changes but the blanks between their parts.
 */
import { tried } from "../errors.ts";
import { parseText } from "./lines.ts";

/** What may stand between two records: the marks of a list. */
const BETWEEN = " \t\r\n,[]\ufeff";
const BLANK = " \t\r\n";

/** The whole records of a file, each once; undefined where anything else stands in it, or it is no UTF-8. */
export function recordLines(bytes: Uint8Array): string[] | undefined {
  const text = tried(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  return text === undefined ? undefined : linesIn(text);
}

function linesIn(text: string): string[] | undefined {
  const lines: string[] = [];
  let depth = 0;
  let inString = false;
  let start = 0;
  /** The record so far without the blanks in it, and where what follows begins. */
  let packed = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (inString) {
      if (sign === "\\") at++;
      else if (sign === '"') inString = false;
    } else if (sign === "{") {
      if (depth++ === 0) [start, from, packed] = [at, at, ""];
    } else if (depth === 0) {
      if (!BETWEEN.includes(sign)) return undefined;
    } else if (sign === '"') inString = true;
    else if (BLANK.includes(sign)) {
      packed += text.slice(from, at);
      from = at + 1;
    } else if (sign === "}" && --depth === 0) {
      const whole = text.slice(start, at + 1);
      const line = whole.includes("\n") ? packed + text.slice(from, at + 1) : whole;
      if (!parseText(line).record) return undefined;
      lines.push(line);
    }
  }
  return depth === 0 ? [...new Set(lines)] : undefined;
}
