/** JSONL, read without losing anything: a line that can't be parsed is still a line. */
import { tried } from "../errors.ts";
import { isObject, parseJson } from "../json.ts";
import type { RawRecord } from "../records/mod.ts";
import { withOwnId } from "../records/ids.ts";
import { BYTES_MAX } from "../limits.ts";
import type { Sentence } from "../sentence.ts";
import { failure } from "./words.ts";

/** A line of a JSONL file. Offsets are bytes; the line ending belongs to the line. */
interface Line {
  readonly start: number;
  readonly length: number;
  readonly record: RawRecord | undefined;
  /** Why there is no record; undefined also for a blank line. */
  readonly problem: Sentence | undefined;
}

/** Longer lines are kept but not read. */
const LONGEST_LINE_BYTES = BYTES_MAX.line;

export const NEWLINE = 10;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Every line from byte `from` on, up to about `most` records and 4 MiB. A last line is complete only if it parses. */
export function parseLines(bytes: Uint8Array, from = 0, most = Infinity): Line[] {
  const lines: Line[] = [];
  const end = most === Infinity ? bytes.length : Math.min(bytes.length, from + LONGEST_LINE_BYTES);
  for (let start = from, records = 0; start < end && records < most;) {
    const newline = bytes.indexOf(NEWLINE, start);
    const next = newline === -1 ? bytes.length : newline + 1;
    const line = parseText(textOf(bytes.subarray(start, next)));
    if (line.record) records++;
    lines.push({ start, length: next - start, ...line });
    start = next;
  }
  return lines;
}

/** Called with each line: its record or why it has none, its number from 1, its text ("" if it is no UTF-8). */
type VisitLine = (record: RawRecord | undefined, problem: Sentence | undefined, number: number, text: string) => void;

/**
 * Visits every line that is not blank, in order, but those for which `skim`, given their first and last byte, is true.
 * Hot path: every list and count reads the whole memory through here.
 */
export function visitLines(
  bytes: Uint8Array,
  visit: VisitLine,
  skim: (start: number, end: number) => boolean = () => false,
): void {
  const raw = asBuffer(bytes);
  for (let start = 0, end = 0, number = 1; start < raw.length; start = end + 1, number++) {
    const newline = raw.indexOf(NEWLINE, start);
    end = newline === -1 ? raw.length : newline;
    if (end - start <= LONGEST_LINE_BYTES && skim(start, end)) continue;
    const text = textOf(bytes.subarray(start, end));
    const { record, problem } = parseText(text);
    if (record || problem !== undefined) visit(record, problem, number, text ?? "");
  }
}

/** The same bytes, which Node searches faster and makes texts of. */
export function asBuffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

/** The records of a file, if it is there; with `word` only those whose lines hold it, for which no other is parsed. */
export function recordsIn(bytes: Uint8Array | undefined, word?: string): RawRecord[] {
  const records: RawRecord[] = [];
  if (!bytes) return records;
  let next = word === undefined ? 0 : asBuffer(bytes).indexOf(word);
  const lacks = (start: number, end: number) => {
    if (next !== -1 && next < start) next = asBuffer(bytes).indexOf(word ?? "", start);
    return next === -1 || next >= end;
  };
  visitLines(bytes, (record) => void (record && records.push(record)), word === undefined ? undefined : lacks);
  return records;
}

/** The text of a line; undefined when it is no UTF-8. */
function textOf(line: Uint8Array): string | undefined {
  return tried(() => {
    // TextDecoder takes away the BOM that some editors put first.
    return decoder.decode(line);
  });
}

/** The record in the text of a line, or why it has none. */
export function parseText(text: string | undefined): Pick<Line, "record" | "problem"> {
  if (text === undefined) return bad({ en: "not valid UTF-8", zh: "不是有效的 UTF-8" });
  // Bytes are counted only when it may matter: a code unit takes three of them at most.
  if (text.length > LONGEST_LINE_BYTES / 3 && Buffer.byteLength(text) > LONGEST_LINE_BYTES) {
    return bad({ en: `longer than ${LONGEST_LINE_BYTES} bytes`, zh: `超过 ${LONGEST_LINE_BYTES} 字节` });
  }
  try {
    const value = parseJson(text);
    if (!isObject(value)) return bad({ en: "not a JSON object", zh: "不是 JSON 对象" });
    // Nearly every line is known to be flat by its few brackets, which are counted in a tenth of the time of parsing.
    return bracketsIn(text, "[") + bracketsIn(text, "{") > DEEPEST && isDeeper(value, DEEPEST)
      ? bad({ en: `nested more than ${DEEPEST} deep`, zh: `嵌套超过 ${DEEPEST} 层` })
      : { record: withOwnId(value), problem: undefined };
  } catch {
    const trimmed = text.trim();
    // `trim` knows more blanks than JSON does: a BOM, for one.
    return trimmed === ""
      ? { record: undefined, problem: undefined }
      : trimmed.length < text.length
      ? parseText(trimmed)
      : bad({ en: "not valid JSON", zh: "不是有效的 JSON" });
  }
}

/** A record of ours has three levels; SQLite, by which the index looks into a line, reads no more than a thousand. */
export const DEEPEST = 100;

/** How often a bracket stands in a text; more than are allowed are not counted. */
function bracketsIn(text: string, bracket: string): number {
  let count = 0;
  for (let at = text.indexOf(bracket); at !== -1 && count <= DEEPEST; at = text.indexOf(bracket, at + 1)) count++;
  return count;
}

function isDeeper(value: object, most: number): boolean {
  const goesOn = (each: unknown) => typeof each === "object" && each !== null && isDeeper(each, most - 1);
  return most === 0 || Object.values(value).some(goesOn);
}

function bad(problem: Sentence): Pick<Line, "record" | "problem"> {
  return { record: undefined, problem };
}

/** Longer records are refused: their lines would be kept and never read. */
const LONGEST_RECORD_BYTES = LONGEST_LINE_BYTES - 1024;

/** Whether a record's JSON is too long to be read back. */
export function isTooLong(json: string): boolean {
  // A code unit takes three bytes at most, so nearly every record is known to be short without counting.
  return json.length > LONGEST_RECORD_BYTES / 3 && Buffer.byteLength(json) > LONGEST_RECORD_BYTES;
}

/** Throws INVALID_ARGUMENT for a record whose line would never be read again. */
export function refuseTooLong(record: object): void {
  if (isTooLong(JSON.stringify(record))) throw failure("record_too_long");
}

/** A record as a line of JSONL, with its ending. */
export function formatLine(record: object): string {
  return `${JSON.stringify(record)}\n`;
}
