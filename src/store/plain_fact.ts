/**
 * A fact untouched since it was saved, recognised by the look of its line. It is neither deleted nor an event, so that
 * listing a hundred thousand facts parses only those that are shown. Hot path.
 *
 * @module
 */
import type { RawRecord } from "../records/mod.ts";
import { isShortId } from "../records/own_id.ts";
import type { Stored } from "./stored.ts";

/** How a fact's line looks as we write it, and as Python does. Anything else is parsed. */
const OURS = { head: '{"id":"', type: '","type":"fact",', timestamp: '"timestamp":"', object: ":{" };
const PYTHONS = { head: '{"id": "', type: '", "type": "fact",', timestamp: '"timestamp": "', object: ": {" };

/** Such a fact; its line is parsed when somebody asks for the record. */
export class PlainFact implements Stored {
  readonly line: string;
  readonly file: string;
  readonly home = "daily";
  readonly key: string;
  readonly #spelling: typeof OURS;
  #record: RawRecord | undefined;

  constructor(line: string, file: string, key: string, spelling: typeof OURS) {
    this.#spelling = spelling;
    this.line = line;
    this.file = file;
    this.key = key;
  }

  /** The record itself, parsed when it is first asked for. */
  get record(): RawRecord {
    return this.#record ??= this.#parse();
  }

  /** A line that only looked whole shows its id and nothing else. Whatever changes a file parses every line anyway. */
  #parse(): RawRecord {
    try {
      return JSON.parse(this.line);
    } catch {
      return { id: this.key, type: "fact" };
    }
  }

  /** When it was made, in ms since 1970; NaN when it does not say. */
  get time(): number {
    // Inside a text the quotes would be escaped, so this finds the field.
    const start = this.line.indexOf(this.#spelling.timestamp);
    if (start === -1) return NaN;
    const from = start + this.#spelling.timestamp.length;
    return timeAt(this.line, from, this.line.indexOf('"', from));
  }
}

/** Reads `2026-02-18T10:00:00Z` and `….123Z`; anything else goes to `Date.parse`, which takes four times as long. */
function timeAt(line: string, from: number, to: number): number {
  const length = to - from;
  const isOurs = (length === 20 || length === 24) && line.charAt(to - 1) === "Z" && line.charAt(from + 10) === "T";
  if (!isOurs) return Date.parse(line.slice(from, to));
  const digits = (at: number, count: number) => {
    let number = 0;
    for (let place = from + at; place < from + at + count; place++) number = number * 10 + line.charCodeAt(place) - 48;
    return number;
  };
  const ms = length === 24 ? digits(20, 3) : 0;
  return Date.UTC(digits(0, 4), digits(5, 2) - 1, digits(8, 2), digits(11, 2), digits(14, 2), digits(17, 2), ms);
}

/** The plain fact in a line of a daily file, or undefined when the line has to be parsed to tell. */
export function asPlainFact(line: string, file: string): PlainFact | undefined {
  const spelling = line.startsWith(OURS.head) ? OURS : line.startsWith(PYTHONS.head) ? PYTHONS : undefined;
  if (!spelling || !endsWhole(line)) return undefined;
  const { head, type, object } = spelling;
  const end = line.indexOf('"', head.length);
  const key = line.slice(head.length, end);
  if (!line.startsWith(type, end) || key === "" || key.includes("\\") || isShortId(key)) {
    return undefined;
  }
  // Deleted, or restored after that; or two lines that a torn end made one.
  if (line.includes('"deleted_at"') || line.indexOf(head, head.length) !== -1) return undefined;
  // A line torn right after an inner object ends like a whole one.
  if (line.includes(object) && !line.endsWith("}}")) return undefined;
  return new PlainFact(line, file, key, spelling);
}

/**
 * Whether a line ends like a whole one: with a closed string, then the object. A line torn inside a string may end in
 * any letters, but ends in a bare quote only where the string begins: after a colon, a comma or a bracket.
 */
function endsWhole(line: string): boolean {
  if (!line.endsWith("}")) return false;
  const last = line.charAt(line.length - 2);
  const quote = last === "}" || last === "]" ? line.length - 3 : line.length - 2;
  return line.charAt(quote) === '"' && !BEFORE_A_STRING.includes(line.charAt(quote - 1));
}

/** With the backslash, which makes a quote part of the text. */
const BEFORE_A_STRING = ":,[ \\";
