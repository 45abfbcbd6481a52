/**
 * In: a day's file. Out: the plain facts in it: living ones that replace nothing, told by their lines as we write them,
 * without parsing, which takes twice as long: of a hundred thousand facts a list shows fifty.
 * Not done here: any line of which this can't be told. It is parsed (contents.ts).
 *
 * A line that somebody has broken in its middle may pass. Whoever asks for its record parses it, and gets its id alone.
 *
 * @module
 */
import { isUtf8 } from "node:buffer";
import type { RawRecord } from "../records/mod.ts";
import type { Stored } from "./contents.ts";
import { recordBytes } from "./file.ts";
import { lineMayHold } from "./keyword.ts";
import type { StorePath } from "./layout.ts";
import { asBuffer, NEWLINE, parseText } from "./lines.ts";
import type { Store } from "./mod.ts";

/**
 * Gives what finds the plain facts of a file, line by line; undefined for a line that is to be parsed.
 *
 * @param keyword what will be looked for: a line that may hold it is to be parsed
 */
export function plainFacts(
  store: Store,
  keyword: string | undefined,
): (file: StorePath, bytes: Uint8Array) => (start: number, end: number) => PlainFact | undefined {
  const linesOf = linesIn(store, keyword);
  const mayHold = keyword === undefined ? undefined : lineMayHold(keyword);
  return (file, bytes) => {
    const lines = linesOf(file);
    const raw = asBuffer(bytes);
    const look = skimming(raw);
    return (start, end) => {
      const plain = mayHold?.(raw.toString("utf8", start, end)) ? undefined : look(start, end);
      return plain && new PlainFact(plain, start, lines);
    };
  };
}

/** One for all facts of a file. */
interface LinesOfFile {
  readonly file: StorePath;
  /** None of these facts holds it. */
  readonly keyword: string | undefined;
  /** The line that begins at this byte of the file; another or none when the file is another one by now. */
  lineAt(start: number): string;
}

/**
 * A living fact of a day that replaces nothing. It keeps where its line stands, and neither line nor record: of a
 * million facts they would take most of the memory, and a list shows twenty.
 */
export class PlainFact implements Stored {
  readonly key: string;
  /** When it was made, in ms since 1970. */
  readonly time: number;
  readonly #in: LinesOfFile;
  readonly #start: number;
  #record: RawRecord | undefined;

  constructor({ key, time }: Plain, start: number, lines: LinesOfFile) {
    this.key = key;
    this.time = time;
    this.#in = lines;
    this.#start = start;
    // Made here, so that each has room for it from the beginning.
    this.#record = undefined;
  }

  get file(): string {
    return this.#in.file;
  }

  get home(): "daily" {
    return "daily";
  }

  get line(): string {
    return this.#in.lineAt(this.#start);
  }

  /** The record itself, parsed when it is first asked for. */
  get record(): RawRecord {
    return this.#record ??= this.parse();
  }

  /** The same, not kept; its id and nothing else when somebody has rewritten the file since. */
  parse(): RawRecord {
    return this.#record ?? this.parseIfThere() ?? { id: this.key, type: "fact" };
  }

  /** The same; undefined when somebody has rewritten the file since. */
  parseIfThere(): RawRecord | undefined {
    const { record } = parseText(this.line);
    return record?.id === this.key ? record : undefined;
  }

  /** Whether it is known not to hold a keyword. */
  lacks(keyword: string): boolean {
    return this.#in.keyword === keyword;
  }
}

/** A record for a look at it, which a plain fact does not keep. */
export function passing(stored: Pick<Stored, "record">): RawRecord {
  return stored instanceof PlainFact ? stored.parse() : stored.record;
}

/** By time, the lines of neighbouring days may take turns. */
const FILES_KEPT = 3;

/**
 * Gives lines of the store's files, by where they begin; the last files asked for are kept. What facts hold on to is
 * made here: none keeps the bytes that it was read from.
 */
function linesIn(store: Store, keyword: string | undefined): (file: StorePath) => LinesOfFile {
  const kept = new Map<string, Buffer>();
  const readAgain = (file: StorePath) => {
    const raw = asBuffer(recordBytes(store, file) ?? new Uint8Array());
    for (const [oldest] of kept) if (kept.size >= FILES_KEPT) kept.delete(oldest);
    kept.set(file, raw);
    return raw;
  };
  return (file) => ({
    file,
    keyword,
    lineAt(start) {
      const raw = kept.get(file) ?? readAgain(file);
      const end = raw.indexOf(NEWLINE, start);
      return raw.toString("utf8", start, end === -1 ? undefined : end);
    },
  });
}

/** How a plain fact begins as we write it; whole ids of consolidated facts begin with the last of these. */
const [HEAD, TYPE, TIMESTAMP, CONSOLIDATED] = ['{"id":"', '","type":"fact",', '"timestamp":"', "fact-"];
/** What says of a fact that it is not plain; within a text the quotes would be escaped. */
const NOT_PLAIN = ['"deleted_at"', '"supersedes"', '"evidence"'];
/** Of ASCII, and without an escape. */
const PLAIN_KEY = /^[ -[\]-~]+$/;

/** What is kept of a plain fact. */
interface Plain {
  readonly key: string;
  /** In ms since 1970. */
  readonly time: number;
}

/** Gives what is found in a line of a file, from `start` to `end`; undefined for one that is to be parsed. */
function skimming(raw: Buffer): (start: number, end: number) => Plain | undefined {
  if (!isUtf8(raw)) return () => undefined;
  // The file is asked first: most have none of these. In bytes they are found six times as fast.
  const marks = NOT_PLAIN.filter((mark) => raw.includes(mark));
  return (start, end) => {
    // A letter for each byte, at half the cost of real ones: all that is looked for is ASCII.
    const line = raw.toString("latin1", start, end);
    if (!line.startsWith(HEAD)) return undefined;
    const keyEnd = line.indexOf('"', HEAD.length);
    if (!line.startsWith(TYPE, keyEnd) || line.startsWith(CONSOLIDATED, HEAD.length)) return undefined;
    const at = line.indexOf(TIMESTAMP);
    if (at === -1 || !isWhole(line, at) || marks.some((mark) => line.includes(mark))) return undefined;
    const from = at + TIMESTAMP.length;
    const time = Date.parse(line.slice(from, line.indexOf('"', from)));
    // A text of its own: a piece of the line would hold all of it in memory.
    const key = raw.toString("latin1", start + HEAD.length, start + keyEnd);
    return Number.isNaN(time) || !PLAIN_KEY.test(key) ? undefined : { key, time };
  };
}

/**
 * Whether a line ends like a whole one, with a closed string, and has its time outside of the one object that may be in
 * it. A line torn inside a string may end in any letters, but has a bare quote only where the string begins; two lines
 * that a torn end made one have more objects.
 */
function isWhole(line: string, time: number): boolean {
  const object = line.indexOf("{", 1);
  if (object !== -1 && (object < time || line.indexOf("{", object + 1) !== -1)) return false;
  const tail = object !== -1 ? '"}}' : line.endsWith("]}") ? '"]}' : '"}';
  return line.endsWith(tail) && !BEFORE_A_STRING.includes(line.charAt(line.length - tail.length - 1));
}

/** With the backslash, which makes a quote part of the text. */
const BEFORE_A_STRING = ":,[ \\";
