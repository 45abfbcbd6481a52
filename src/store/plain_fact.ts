/**
 * A fact untouched since it was saved, recognised by the look of its line. It is neither deleted nor an event, so that
 * listing a hundred thousand facts parses only those that are shown. Hot path.
 *
 * @module
 */
import { asObject, parseJson } from "../json.ts";
import type { RawRecord } from "../records/mod.ts";
import { isShortId } from "../records/own_id.ts";
import type { Stored } from "./stored.ts";

/** How a fact's line looks as we write it, and as Python does. Anything else is parsed. */
const OURS = { head: '{"id":"', type: '","type":"fact",', timestamp: '"timestamp":"', object: ":{" };
const PYTHONS = { head: '{"id": "', type: '", "type": "fact",', timestamp: '"timestamp": "', object: ": {" };

/** Gives a line of a file again. */
export interface LineSource {
  /** The line that begins at `start` of the file's text; "" when the file is another one by now. */
  lineAt(file: string, start: number): string;
}

/**
 * Such a fact. It keeps where its line stands, not the line: of a million facts the lines would take most of the
 * memory, and a list shows twenty.
 */
export class PlainFact implements Stored {
  readonly key: string;
  /** When it was made, in ms since 1970; NaN when it does not say. */
  readonly time: number;
  readonly #in: Place;
  /** Where its line begins; of one that may name records that it replaces the complement, which is negative. */
  readonly #at: number;
  #record: RawRecord | undefined;

  constructor(line: string, { key, spelling }: Look, start: number, place: Place) {
    this.key = ownText(key);
    this.time = timeOfLine(line, spelling);
    this.#in = place;
    this.#at = line.includes('"supersedes"') ? ~start : start;
    // Made here, so that each has room for it from the beginning.
    this.#record = undefined;
  }

  get file(): string {
    return this.#in.file;
  }

  get home(): "daily" {
    return "daily";
  }

  /** Whether its line may name records that it replaces. */
  get replaces(): boolean {
    return this.#at < 0;
  }

  /** Its line as it was read. */
  get line(): string {
    return this.lineIfThere() ?? JSON.stringify({ id: this.key, type: "fact" });
  }

  /** The same; undefined when somebody has rewritten the file since. */
  lineIfThere(): string | undefined {
    const line = this.#in.source.lineAt(this.file, this.replaces ? ~this.#at : this.#at);
    return looks(line)?.key === this.key ? line : undefined;
  }

  /** The record itself, parsed when it is first asked for. */
  get record(): RawRecord {
    return this.#record ??= this.parse();
  }

  /**
   * The same, not kept. A line that only looked whole shows its id and nothing else. Whatever changes a file parses
   * every line anyway.
   */
  parse(): RawRecord {
    if (this.#record) return this.#record;
    const { line } = this;
    try {
      return asObject(parseJson(line)) ?? { id: this.key, type: "fact" };
    } catch {
      return { id: this.key, type: "fact" };
    }
  }
}

/** A record for a look at it, which a fact that was not parsed does not keep. */
export function passing(stored: Pick<Stored, "record">): RawRecord {
  return stored instanceof PlainFact ? stored.parse() : stored.record;
}

/** A file, and who gives its lines again; one for all facts of a file. */
export interface Place {
  readonly file: string;
  readonly source: LineSource;
}

interface Look {
  readonly key: string;
  readonly spelling: typeof OURS;
}

function timeOfLine(line: string, { timestamp }: typeof OURS): number {
  // Inside a text the quotes would be escaped, so this finds the field.
  const start = line.indexOf(timestamp);
  if (start === -1) return NaN;
  const from = start + timestamp.length;
  return timeAt(line, from, line.indexOf('"', from));
}

const LONGEST_KEY = 1_000;
let scratch: Buffer | undefined;

/** A copy of a text: a piece of a longer one would hold all of that in memory. */
function ownText(text: string): string {
  if (text.length > LONGEST_KEY) return text;
  scratch ??= Buffer.alloc(LONGEST_KEY * 3);
  return scratch.toString("utf8", 0, scratch.write(text, "utf8"));
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

/**
 * The plain fact in a line of a daily file, or undefined when the line has to be parsed to tell.
 *
 * @param start where the line begins in the file's text
 */
export function asPlainFact(line: string, start: number, place: Place): PlainFact | undefined {
  const look = looks(line);
  return look && new PlainFact(line, look, start, place);
}

/** How a line looks that holds a plain fact. */
function looks(line: string): Look | undefined {
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
  return { key, spelling };
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
