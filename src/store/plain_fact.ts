/**
 * A fact that nothing has happened to since it was saved, recognised by the look of its line: it is neither deleted nor an
 * event, so that listing a hundred thousand of them parses only those that are shown. Hot path.
 *
 * @module
 */
import type { RawRecord } from "../records/mod.ts";
import type { Stored } from "./contents.ts";

/** How a fact begins and what tells its parts, as we write it and as Python does. What looks different is parsed. */
const OURS = { head: '{"id":"', type: '","type":"fact",', timestamp: '"timestamp":"', object: ":{" };
const PYTHONS = { head: '{"id": "', type: '", "type": "fact",', timestamp: '"timestamp": "', object: ": {" };

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

  get record(): RawRecord {
    return this.#record ??= this.#parse();
  }

  /** A line that looked whole and is not shows its id and nothing else; whoever changes files reads them closely anyway. */
  #parse(): RawRecord {
    try {
      return JSON.parse(this.line);
    } catch {
      return { id: this.key, type: "fact" };
    }
  }

  /** When it was made, in ms since 1970; NaN when it does not say. */
  get time(): number {
    // Within a text its quotes would be escaped: it is found only where it is a field.
    const start = this.line.indexOf(this.#spelling.timestamp);
    if (start === -1) return NaN;
    const from = start + this.#spelling.timestamp.length;
    return timeAt(this.line, from, this.line.indexOf('"', from));
  }
}

/** `2026-02-18T10:00:00Z`, `….123Z`; anything else is left to the general reader, which takes four times as long. */
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
  if (!line.startsWith(type, end) || key === "" || key.includes("\\")) return undefined;
  // Deleted, once deleted, edited by hand to be so; or two lines that a torn end made one.
  if (line.includes('"deleted_at"') || line.indexOf(head, head.length) !== -1) return undefined;
  // A line torn right behind an inner object ends as a whole one does.
  if (line.includes(object) && !line.endsWith("}}")) return undefined;
  return new PlainFact(line, file, key, spelling);
}

/**
 * Whether a line ends as a whole one does: a string is closed, then the object. A line torn within a string may end in any
 * letters, but with a bare quote only where the string begins: behind a colon, a comma or a bracket.
 */
function endsWhole(line: string): boolean {
  if (!line.endsWith("}")) return false;
  const last = line.charAt(line.length - 2);
  const quote = last === "}" || last === "]" ? line.length - 3 : line.length - 2;
  return line.charAt(quote) === '"' && !BEFORE_A_STRING.includes(line.charAt(quote - 1));
}

/** And the backslash, which makes a quote part of a text. */
const BEFORE_A_STRING = ":,[ \\";
