/**
 * In: the JSONL files of a store. Out: the records that count, each id once, and which of them only repeat another.
 * Not done here: notes and core memory, which are no JSONL; finding by query (search/).
 *
 * The truth is read directly, without the index: what repairs a memory must work when the index does not.
 *
 * @module
 */
import { isDeleted, type RawRecord } from "../records/mod.ts";
import { type Home, isEvent } from "../records/view.ts";
import { bytesOf, freeAlongTheWay } from "./file.ts";
import { isShortId, keyOf } from "../records/ids.ts";
import { daysThatFit, FACTS_FILE, pathOf, SESSIONS_FILE, staysInside } from "./layout.ts";
import { decodeAll, visitLines } from "./lines.ts";
import type { Runtime } from "../runtime.ts";
import type { Store } from "./mod.ts";
import { tellApart } from "./resolve.ts";
import { trackingIn } from "../git/tracking.ts";
import { same, type Sentence } from "../sentence.ts";
import { asObject, parseJson } from "../json.ts";

/** A record and where it stands. */
export interface Stored {
  readonly record: RawRecord;
  /** Relative to the data folder. */
  readonly file: string;
  readonly home: Home;
  /** Its id; for a record without one, what its line is known by. */
  readonly key: string;
}

/** A line that holds no record. It stays where it is. */
export interface BadLine {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly problem: Sentence;
}

export interface Contents {
  /** In the order of files and lines; of several versions of a record the one that counts. */
  readonly records: readonly Stored[];
  readonly badLines: readonly BadLine[];
  /** How many lines repeat an id of an earlier line. */
  readonly doublets: number;
  /** Keys of consolidated facts that say what one of their evidence records still says. */
  readonly copies: ReadonlySet<string>;
  /** Those among them whose id in the file another one has that says something else, each under an id of its own. */
  readonly hidden: readonly Apart[];
}

/** A record that shares the id in its file with another one, and its lines there: itself and its earlier versions. */
interface Apart extends Stored {
  readonly lines: readonly Stored[];
}

/** The JSONL files that a store has or may have, with what each is for. */
export function recordFiles(store: Store): { readonly file: string; readonly home: Home }[] {
  return [
    ...[
      { file: FACTS_FILE, home: "facts" as const },
      { file: SESSIONS_FILE, home: "sessions" as const },
    ].filter(({ file }) => staysInside(store, file)),
    ...daysThatFit(store).map(({ file }) => ({ file, home: "daily" as const })),
  ];
}

/** What a JSONL file is for, by its name. */
export function homeOfFile(file: string): Home {
  return file === FACTS_FILE ? "facts" : file === SESSIONS_FILE ? "sessions" : "daily";
}

/** The files of a store that may hold session summaries: to parse all the others takes ten times as long. */
export function summaryFiles(store: Store): ReturnType<typeof recordFiles> {
  return recordFiles(store).filter(({ file, home }) => {
    if (home !== "daily") return home === "sessions";
    const bytes = recordBytes(store, file);
    return bytes !== undefined && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('"summary"');
  });
}

/** The files of records that were read, by their paths. */
const READ = new WeakMap<Runtime, Set<string>>();

/**
 * A file that can't be read is left out, unless it could be a moment ago: what is decided by now rests on it, and a
 * change that no longer finds its record would be told as made.
 */
function recordBytes(store: Store, file: string): Uint8Array | undefined {
  const { runtime } = store;
  const path = pathOf(store, file);
  const read = READ.get(runtime) ?? new Set();
  READ.set(runtime, read);
  if (read.has(path)) return runtime.files.read(path);
  const bytes = bytesOf(store, file);
  if (bytes) read.add(path);
  return bytes;
}

/** Reads every record of a store, or of some of its files, as far as they can be read. */
export function readContents(store: Store, files = recordFiles(store)): Contents {
  const byKey = new Map<string, Stored>();
  const badLines: BadLine[] = [];
  const repeated = new Map<string, Stored[]>();
  let doublets = 0;
  const add = (stored: Stored) => {
    const first = byKey.get(stored.key);
    if (!first) return void byKey.set(stored.key, stored);
    doublets++;
    const lines = repeated.get(stored.key) ?? [first];
    lines.push(stored);
    repeated.set(stored.key, lines);
  };
  const source = lineSource(store);
  const free = freeAlongTheWay(store.runtime);
  for (const { file, home } of files) {
    const bytes = recordBytes(store, file);
    if (!bytes) continue;
    free(bytes.length);
    const place = { file, source };
    const skim = (text: string, start: number) => {
      const plain = home === "daily" ? asPlainFact(text, start, place) : undefined;
      if (plain) add(plain);
      return plain !== undefined;
    };
    visitLines(bytes, (record, problem, line, text) => {
      if (record) add({ record, file, home, key: keyOf(record, text) });
      else badLines.push({ file, line, problem: problem ?? same("") });
    }, skim);
  }
  const hidden: Apart[] = [];
  const isTracked = repeated.size > 0 && store.layer === "project"
    ? trackingIn(store.runtime, store.folder)
    : undefined;
  for (const [key, lines] of repeated) {
    const versions = lines.map((stored) => ({
      record: stored.record,
      stored,
      isOthers: isTracked?.(stored.file) === "tracked",
    }));
    for (const { winner: { stored: winner }, all: same, id } of tellApart(versions)) {
      const all = same.map(({ stored }) => stored);
      if (id === undefined) byKey.set(key, winner);
      else if (!byKey.has(id)) hidden.push(apart(winner, id, all));
    }
  }
  for (const stored of hidden) byKey.set(stored.key, stored);
  const records = [...byKey.values()];
  return { records, badLines, doublets, copies: copiesAmong(records, byKey), hidden };
}

/** By time, the lines of neighbouring days may take turns. */
const FILES_KEPT = 3;

/** Lines of the store's files, which are asked for file by file: the last ones read are kept. */
function lineSource(store: Store): LineSource {
  const texts = new Map<string, string>();
  return {
    lineAt(file, start) {
      let text = texts.get(file);
      if (text === undefined) {
        const bytes = recordBytes(store, file);
        text = (bytes && decodeAll(bytes)) ?? "";
        for (const [oldest] of texts) if (texts.size >= FILES_KEPT) texts.delete(oldest);
        texts.set(file, text);
      }
      const end = text.indexOf("\n", start);
      return text.slice(start, end === -1 ? undefined : end);
    },
  };
}

function apart({ record, file, home }: Stored, id: string, lines: readonly Stored[]): Apart {
  return { record: { ...record, id }, file, home, key: id, lines };
}

/** Whether a record was soft-deleted; a plain fact is not. */
export function isGone(stored: Pick<Stored, "record">): boolean {
  return !(stored instanceof PlainFact) && isDeleted(stored.record);
}

/** Whether a record tells of a session instead of holding knowledge; a plain fact does not. */
export function tellsOfSession(stored: Pick<Stored, "record">): boolean {
  return !(stored instanceof PlainFact) && isEvent(stored.record);
}

/** The ids of the records that a consolidated fact was made of. */
export function evidenceOf({ evidence }: RawRecord): string[] {
  return Array.isArray(evidence) ? evidence.filter((id): id is string => typeof id === "string") : [];
}

function copiesAmong(records: readonly Stored[], byKey: ReadonlyMap<string, Stored>): Set<string> {
  const copies = new Set<string>();
  for (const { key, record } of records.filter(({ home }) => home === "facts")) {
    if (isDeleted(record)) continue;
    const isThere = (id: string) => {
      const evidence = id === key ? undefined : byKey.get(id);
      return evidence !== undefined && !isGone(evidence);
    };
    if (evidenceOf(record).some(isThere)) copies.add(key);
  }
  return copies;
}

/** How a fact's line looks as we write it, and as Python does. Anything else is parsed. */
const OURS = { head: '{"id":"', type: '","type":"fact",', timestamp: '"timestamp":"', object: ":{" };
const PYTHONS = { head: '{"id": "', type: '", "type": "fact",', timestamp: '"timestamp": "', object: ": {" };

interface LineSource {
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
interface Place {
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
function asPlainFact(line: string, start: number, place: Place): PlainFact | undefined {
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
