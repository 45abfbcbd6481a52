/**
 * In: the bytes of a file of records. Out: a `Stored` for each record in it.
 *
 * Most lines are plain facts of a day: not deleted, replacing nothing, in the form that we write. They are recognised
 * by their letters, in half the time of parsing. A million parsed records would take most of the memory, while a list
 * shows twenty: so a plain fact keeps only the place of its line, which is parsed whenever somebody asks.
 */
import { timeOf } from "../records/days.ts";
import { isShortId, keyOf, type RecordId } from "../records/ids.ts";
import { isDeleted, type Layer, type RawRecord } from "../records/mod.ts";
import { contentIn, type FileKind, isEvent, kindFor, recordTime, typeOf, viewOf } from "../records/view.ts";
import type { Sentence } from "../sentence.ts";
import { freeAlongTheWay, recordBytes } from "./file_read.ts";
import { type StorePath, timeOfFile } from "./layout.ts";
import { asBuffer, NEWLINE, parseText, visitLines } from "./lines.ts";
import type { Store } from "./mod.ts";

interface Source {
  readonly layer: Layer;
  readonly file: StorePath;
  readonly kind: FileKind;
  /** The line of a plain fact that began at this byte; a wrong one or none where it is gone from the file since. */
  readonly lineAt?: (start: number, key: RecordId) => string;
}

/** A record and where it stands. */
export class Stored {
  /** Its id; for a record without one, a digest of its line. */
  readonly key: RecordId;
  /** When it was made, in ms since 1970; 0 when it does not say. */
  readonly time: number;
  readonly #from: Source;
  /** The record, or where the line of a plain fact begins. */
  readonly #at: RawRecord | number;
  readonly #line: RawRecord | undefined;

  /** @param line where the record is not just as in its line, the record there */
  constructor(
    from: Source,
    key: RecordId,
    at: RawRecord | number,
    time = typeof at === "number" ? 0 : recordTime(at),
    line?: RawRecord,
  ) {
    this.key = key;
    this.time = time;
    this.#from = from;
    this.#at = at;
    this.#line = line;
  }

  /** The record as its line has it, without what other versions of it say. */
  get line(): RawRecord {
    return this.#line ?? this.record;
  }

  get layer(): Layer {
    return this.#from.layer;
  }

  get file(): StorePath {
    return this.#from.file;
  }

  get kind(): FileKind {
    return this.#from.kind;
  }

  /** The record; undefined for a plain fact, for which the getters below know the answer. */
  get #kept(): RawRecord | undefined {
    return typeof this.#at === "number" ? undefined : this.#at;
  }

  /** The record, parsed each time for a plain fact; the id alone once its line is gone from the file, or broken. */
  get record(): RawRecord {
    return this.read() ?? { id: this.key, type: "fact" };
  }

  /** The record; undefined where its line does not hold it any more. */
  read(): RawRecord | undefined {
    if (typeof this.#at !== "number") return this.#at;
    const { record } = parseText(this.text);
    return record?.id === this.key ? record : undefined;
  }

  /** Whether its line is still there but can't be parsed, since somebody has broken it in the middle. */
  get isBroken(): boolean {
    return this.read() === undefined && this.text.startsWith(`${HEAD}${this.key}"`);
  }

  /** The text of the record, to be compared with a later one. */
  get text(): string {
    return typeof this.#at === "number" ? this.#from.lineAt?.(this.#at, this.key) ?? "" : JSON.stringify(this.#at);
  }

  /** Whether it may pass a test made for lines: a parsed record may, a plain fact only if its line does. */
  mayHold(test: (line: string) => boolean): boolean {
    return this.#kept !== undefined || test(this.text);
  }

  /** `fact`, `summary`, `note`, or the name of a session event. */
  get type(): string {
    return this.#kept ? typeOf(this.#kept, this.kind) : "fact";
  }

  get belongs(): FileKind {
    return this.#kept ? kindFor(this.#kept) : "daily";
  }

  get isDeleted(): boolean {
    return this.#kept !== undefined && isDeleted(this.#kept);
  }

  /** Whether it is a session event, which holds no knowledge. */
  get isEvent(): boolean {
    return this.#kept !== undefined && isEvent(this.#kept);
  }

  get supersedes(): unknown {
    return this.#kept?.supersedes;
  }
}

/** Makes a reader of a store's files, which calls `found` with each record and `bad` with each line that holds none. */
export function recordReader(store: Store) {
  const sourceOf = sourcesIn(store);
  return (
    file: StorePath,
    kind: FileKind,
    bytes: Uint8Array,
    found: (stored: Stored) => void,
    bad: (line: number, problem: Sentence | undefined) => void,
  ): void => {
    const from = sourceOf(file, kind, bytes);
    const ofFile = timeOfFile(file);
    const skim = kind === "daily" ? skimming(asBuffer(bytes), from, found) : undefined;
    visitLines(bytes, (record, problem, line, text) => {
      const why = record ? emptinessOf(record, kind) : problem;
      if (record && why === undefined) {
        found(new Stored(from, keyOf(record, text), record, recordTime(record) || ofFile));
      } else bad(line, why);
    }, skim);
  };
}

/** Why a line counts for no record although it holds one: a fact without a text, such as `{}`, says nothing. */
export function emptinessOf(record: RawRecord, kind: FileKind): Sentence | undefined {
  const isFact = record.type === "fact" || (record.type === undefined && kindFor(record) !== "sessions");
  if (!isFact || kind === "sessions" || isDeleted(record) || contentIn(record, kind) !== "") {
    return undefined;
  }
  return { en: "a fact without a text", zh: "没有内容的事实" };
}

/** Files that are kept while a list is sorted by time, which can alternate between the files of neighbouring days. */
const FILES_KEPT = 3;
/** A memory up to this size is kept whole while it is worked on, since another process may replace its files. */
const BYTES_KEPT = 16 * 1024 * 1024;

/** A search takes ten milliseconds in a large file, and one that was made anew may hold none of its lines. */
const SEARCHES_MAX = 100;

function lineFrom(raw: Buffer, start: number): string {
  const end = raw.indexOf(NEWLINE, start);
  return raw.toString("utf8", start, end === -1 ? undefined : end);
}

/**
 * Gives the source of each file of a store, from which lines are read later. Of a larger memory only the last files are
 * kept. No scope in here holds a file's bytes, so that no fact keeps them in memory.
 */
function sourcesIn(store: Store): (file: StorePath, kind: FileKind, bytes: Uint8Array) => Source {
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
  return (file, kind, bytes) => {
    size += bytes.length;
    if (size <= BYTES_KEPT) kept.set(file, asBuffer(bytes));
    else kept.clear();
    // Another process may have replaced the file since: mostly its lines have moved, many of them equally far.
    let shift = 0;
    let searches = SEARCHES_MAX;
    return {
      layer: store.layer,
      file,
      kind,
      lineAt(start, key) {
        const raw = kept.get(file) ?? readAgain(file);
        const head = `${HEAD}${key}"`;
        const line = lineFrom(raw, Math.max(0, start + shift));
        if (line.startsWith(head) || searches === 0) return line;
        searches--;
        const found = raw.lastIndexOf(head);
        if (found === -1) return line;
        shift = found - start;
        return lineFrom(raw, found);
      },
    };
  };
}

/** The parts of a plain fact's line by which it is recognised, as we write them. */
const HEAD = '{"id":"';
const TYPE = '","type":"fact",';
const CONTENT = '"content":"';
const TIMESTAMP = '"timestamp":"';
/** The id of a consolidated fact, which is no plain one, begins so. */
const CONSOLIDATED = "fact-";
/** Fields that a plain fact does not have; inside a text their quotes would be escaped. */
const NOT_PLAIN = ['"deleted_at"', '"supersedes"', '"evidence"'];
/** The ids of ASCII that stay as they are (records/ids.ts). */
const PLAIN_KEY = /^[\w.:@/+-]{1,100}$/;

/** Makes a test of a file's lines: it finds the plain fact in a line; false for a line that must be parsed. */
function skimming(
  raw: Buffer,
  from: Source,
  found: (stored: Stored) => void,
): ((start: number, end: number) => boolean) | undefined {
  // Loaded late, since hooks load this file and read no list.
  if (!process.getBuiltinModule("node:buffer").isUtf8(raw)) return undefined;
  // Most files have none of these fields, and bytes are searched six times as fast as text.
  const marks = NOT_PLAIN.filter((mark) => raw.includes(mark));
  return (start, end) => {
    // One letter for each byte, at half the cost of decoding: everything that is looked for is ASCII.
    const line = raw.toString("latin1", start, end);
    if (!line.startsWith(HEAD)) return false;
    const keyEnd = line.indexOf('"', HEAD.length);
    if (!line.startsWith(TYPE, keyEnd) || line.startsWith(CONSOLIDATED, HEAD.length)) return false;
    const at = line.indexOf(TIMESTAMP);
    if (at === -1 || !isWhole(line, at) || !saysSomething(line, at)) return false;
    if (marks.some((mark) => line.includes(mark))) return false;
    const timeStart = at + TIMESTAMP.length;
    const time = timeOf(line.slice(timeStart, line.indexOf('"', timeStart)));
    // Decoded anew, since a slice of the line would keep the whole line in memory.
    const key = raw.toString("latin1", start + HEAD.length, start + keyEnd);
    if (Number.isNaN(time) || !PLAIN_KEY.test(key) || isShortId(key)) return false;
    found(new Stored(from, key, start, time));
    return true;
  };
}

/**
 * Whether a line is whole. One that was torn inside a string has no closing quote at its end; two lines that a torn end
 * has joined hold more than the one object (`source`) before the time.
 */
function isWhole(line: string, time: number): boolean {
  const object = line.indexOf("{", 1);
  if (object !== -1 && (object < time || line.indexOf("{", object + 1) !== -1)) return false;
  const objectEnd = object === -1 ? 0 : line.indexOf("}", object);
  // Behind it, an import and an edit have noted when they were.
  const isLast = object !== -1 && !line.startsWith(',"', objectEnd + 1);
  const tailOfFields = line.endsWith("]}") ? '"]}' : '"}';
  const tail = isLast ? '"}}' : tailOfFields;
  return line.endsWith(tail) && !BEFORE_A_STRING.includes(line.charAt(line.length - tail.length - 1));
}

/** Whether a text that is not empty stands before the time, and ends where a field may end. */
function saysSomething(line: string, time: number): boolean {
  const content = line.indexOf(CONTENT);
  if (content === -1 || content > time) return false;
  const start = content + CONTENT.length;
  let end = line.indexOf('"', start);
  while (end !== -1 && isEscaped(line, end)) end = line.indexOf('"', end + 1);
  // A quote that somebody wrote into the text by hand ends it in the middle.
  return end > start && line.startsWith(',"', end + 1);
}

function isEscaped(line: string, at: number): boolean {
  let slashes = 0;
  while (line.charAt(at - 1 - slashes) === "\\") slashes++;
  return slashes % 2 === 1;
}

/** A quote behind one of these opens a string or, behind a backslash, is a part of it. */
const BEFORE_A_STRING = ":,[ \\";

/** Makes the function that gives the text of one of these records, by its id. */
export function textIn(records: readonly Stored[]): (id: RecordId) => string | undefined {
  return (id) => {
    const stored = records.find(({ key }) => key === id);
    return stored && viewOf(stored.record, stored.kind).content;
  };
}
