/**
 * In: the bytes of a file of records. Out: what stands there, a `Stored` for each record.
 * Not done here: which of several lines counts (contents.ts).
 *
 * Most lines are plain facts of a day: living, replacing nothing, as we write them. They are told by their letters,
 * without parsing, which takes twice as long; and of a million of them the records would take most of the memory, while
 * a list shows twenty. So such a fact keeps where its line stands, and is read there whenever somebody asks.
 *
 * @module
 */
import { isUtf8 } from "node:buffer";
import { keyOf, type RecordId } from "../records/ids.ts";
import { isDeleted, type Layer, type RawRecord } from "../records/mod.ts";
import { type Home, homeOf, isEvent, recordTime, typeOf } from "../records/view.ts";
import type { Sentence } from "../sentence.ts";
import { freeAlongTheWay, recordBytes } from "./file.ts";
import type { StorePath } from "./layout.ts";
import { asBuffer, NEWLINE, parseText, visitLines } from "./lines.ts";
import type { Store } from "./mod.ts";

/** The file of a record. */
interface Source {
  readonly layer: Layer;
  /** Relative to the data folder. */
  readonly file: StorePath;
  readonly home: Home;
  /** The line that begins at this byte; another or none when the file is another one by now. */
  readonly lineAt?: (start: number) => string;
}

/** A record and where it stands. */
export class Stored {
  /** Its id; for a record without one, what its line is known by. */
  readonly key: RecordId;
  /** When it was made, in ms since 1970; 0 when it does not say. */
  readonly time: number;
  readonly #from: Source;
  /** The record, or where the line of a plain fact begins. */
  readonly #at: RawRecord | number;

  constructor(from: Source, key: RecordId, at: RawRecord | number, time = typeof at === "number" ? 0 : recordTime(at)) {
    this.key = key;
    this.time = time;
    this.#from = from;
    this.#at = at;
  }

  get layer(): Layer {
    return this.#from.layer;
  }

  get file(): StorePath {
    return this.#from.file;
  }

  get home(): Home {
    return this.#from.home;
  }

  /** The record, unless it is a plain fact: of such a one all that is asked below is known. */
  get #kept(): RawRecord | undefined {
    return typeof this.#at === "number" ? undefined : this.#at;
  }

  /**
   * What it says. That of a plain fact is read each time: whoever needs it after its file is rewritten takes it before.
   * From then on, or if somebody has broken its line in the middle, it is its id and nothing else.
   */
  get record(): RawRecord {
    return this.read() ?? { id: this.key, type: "fact" };
  }

  /** The same; undefined when its line does not hold it any more. */
  read(): RawRecord | undefined {
    if (typeof this.#at !== "number") return this.#at;
    const { record } = parseText(this.text);
    return record?.id === this.key ? record : undefined;
  }

  /** Whether its line still stands where it stood and can't be parsed: somebody has broken it in the middle. */
  get isBroken(): boolean {
    return this.read() === undefined && this.text.startsWith(`${HEAD}${this.key}"`);
  }

  /** All that stands there, to be compared with what stands there later. */
  get text(): string {
    return typeof this.#at === "number" ? this.#from.lineAt?.(this.#at) ?? "" : JSON.stringify(this.#at);
  }

  /** Whether it must be looked at closely for what a test looks for in lines. */
  mayHold(test: (line: string) => boolean): boolean {
    return this.#kept !== undefined || test(this.text);
  }

  /** `fact`, `summary`, `note`, or the name of a session event. */
  get type(): string {
    return this.#kept ? typeOf(this.#kept, this.home) : "fact";
  }

  /** Where it belongs by what it says. */
  get belongs(): Home {
    return this.#kept ? homeOf(this.#kept) : "daily";
  }

  /** Whether it was soft-deleted. */
  get isDeleted(): boolean {
    return this.#kept !== undefined && isDeleted(this.#kept);
  }

  /** Whether it tells of a session instead of holding knowledge. */
  get isEvent(): boolean {
    return this.#kept !== undefined && isEvent(this.#kept);
  }

  /** As in the record. */
  get supersedes(): unknown {
    return this.#kept?.supersedes;
  }
}

/** Gives what reads a file of a store: calls `found` with each record, `bad` with each line that holds none. */
export function recordReader(store: Store) {
  const sourceOf = sourcesIn(store);
  return (
    file: StorePath,
    home: Home,
    bytes: Uint8Array,
    found: (stored: Stored) => void,
    bad: (line: number, problem: Sentence | undefined) => void,
  ): void => {
    const from = sourceOf(file, home, bytes);
    const skim = home === "daily" ? skimming(asBuffer(bytes), from, found) : undefined;
    visitLines(bytes, (record, problem, line, text) => {
      if (record) found(new Stored(from, keyOf(record, text), record));
      else bad(line, problem);
    }, skim);
  };
}

/** By time, the lines of neighbouring days may take turns. */
const FILES_KEPT = 3;
/** Of no more than this, which is most memories, all is kept from the start: a file may be another one by then. */
const BYTES_KEPT = 16 * 1024 * 1024;

/**
 * The files of a store, whose lines are asked for later. Those of a larger memory are read again, and the last ones are
 * kept; what facts hold on to is made here, so that none keeps the bytes that it was read from.
 */
function sourcesIn(store: Store): (file: StorePath, home: Home, bytes: Uint8Array) => Source {
  const kept = new Map<string, Buffer>();
  let size = 0;
  const free = freeAlongTheWay(store.runtime);
  const readAgain = (file: StorePath) => {
    const raw = asBuffer(recordBytes(store, file) ?? new Uint8Array());
    free(raw.length);
    for (const [oldest] of kept) if (kept.size >= FILES_KEPT) kept.delete(oldest);
    kept.set(file, raw);
    return raw;
  };
  return (file, home, bytes) => {
    size += bytes.length;
    if (size <= BYTES_KEPT) kept.set(file, asBuffer(bytes));
    else kept.clear();
    return {
      layer: store.layer,
      file,
      home,
      lineAt(start) {
        const raw = kept.get(file) ?? readAgain(file);
        const end = raw.indexOf(NEWLINE, start);
        return raw.toString("utf8", start, end === -1 ? undefined : end);
      },
    };
  };
}

/** How a plain fact begins as we write it; whole ids of consolidated facts begin with the last of these. */
const [HEAD, TYPE, TIMESTAMP, CONSOLIDATED] = ['{"id":"', '","type":"fact",', '"timestamp":"', "fact-"];
/** What says of a fact that it is not plain; within a text the quotes would be escaped. */
const NOT_PLAIN = ['"deleted_at"', '"supersedes"', '"evidence"'];
/** Of ASCII, and without an escape. */
const PLAIN_KEY = /^[ -[\]-~]+$/;

/** Gives what finds a plain fact in a line of a file, from `start` to `end`; false for a line that is to be parsed. */
function skimming(
  raw: Buffer,
  from: Source,
  found: (stored: Stored) => void,
): ((start: number, end: number) => boolean) | undefined {
  if (!isUtf8(raw)) return undefined;
  // The file is asked first: most have none of these. In bytes they are found six times as fast.
  const marks = NOT_PLAIN.filter((mark) => raw.includes(mark));
  return (start, end) => {
    // A letter for each byte, at half the cost of real ones: all that is looked for is ASCII.
    const line = raw.toString("latin1", start, end);
    if (!line.startsWith(HEAD)) return false;
    const keyEnd = line.indexOf('"', HEAD.length);
    if (!line.startsWith(TYPE, keyEnd) || line.startsWith(CONSOLIDATED, HEAD.length)) return false;
    const at = line.indexOf(TIMESTAMP);
    if (at === -1 || !isWhole(line, at) || marks.some((mark) => line.includes(mark))) return false;
    const timeStart = at + TIMESTAMP.length;
    const time = Date.parse(line.slice(timeStart, line.indexOf('"', timeStart)));
    // A text of its own: a piece of the line would hold all of it in memory.
    const key = raw.toString("latin1", start + HEAD.length, start + keyEnd);
    if (Number.isNaN(time) || !PLAIN_KEY.test(key)) return false;
    found(new Stored(from, key, start, time));
    return true;
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
