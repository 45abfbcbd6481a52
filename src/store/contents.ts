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
import { keyOf, type RecordId } from "../records/ids.ts";
import { daysThatFit, FACTS_FILE, NOTES_FOLDER, pathOf, SESSIONS_FILE, staysInside, type StorePath } from "./layout.ts";
import { decodeAll, parseText, visitLines } from "./lines.ts";
import type { Runtime } from "../runtime.ts";
import type { Store } from "./mod.ts";
import { tellApart } from "./resolve.ts";
import { lineMayHold } from "./keyword.ts";
import { skimming } from "./skim.ts";
import { trackingIn } from "../git/tracking.ts";
import { same, type Sentence } from "../sentence.ts";

/** A record and where it stands. */
export interface Stored {
  readonly record: RawRecord;
  /** Relative to the data folder. */
  readonly file: StorePath;
  readonly home: Home;
  /** Its id; for a record without one, what its line is known by. */
  readonly key: string;
}

/** A line that holds no record. It stays where it is. */
export interface BadLine {
  readonly file: StorePath;
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
export function recordFiles(store: Store): { readonly file: StorePath; readonly home: Home }[] {
  return [
    ...[
      { file: FACTS_FILE, home: "facts" as const },
      { file: SESSIONS_FILE, home: "sessions" as const },
    ].filter(({ file }) => staysInside(store, file)),
    ...daysThatFit(store).map(({ file }) => ({ file, home: "daily" as const })),
  ];
}

/** What a file is for, by its name. */
export function homeOfFile(file: StorePath): Home {
  if (file.startsWith(`${NOTES_FOLDER}/`)) return "notes";
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
function recordBytes(store: Store, file: StorePath): Uint8Array | undefined {
  const { runtime } = store;
  const path = pathOf(store, file);
  const read = READ.get(runtime) ?? new Set();
  READ.set(runtime, read);
  if (read.has(path)) return runtime.files.read(path);
  const bytes = bytesOf(store, file);
  if (bytes) read.add(path);
  return bytes;
}

/**
 * Reads every record of a store, or of some of its files, as far as they can be read.
 *
 * @param keyword what will be looked for: of lines that can't hold it only the place is kept
 */
export function readContents(store: Store, files = recordFiles(store), keyword?: string): Contents {
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
  const linesOf = linesIn(store, keyword);
  const mayHold = keyword === undefined ? undefined : lineMayHold(keyword);
  const free = freeAlongTheWay(store.runtime);
  for (const { file, home } of files) {
    const bytes = recordBytes(store, file);
    if (!bytes) continue;
    free(bytes.length);
    const lines = linesOf(file);
    visitLines(
      bytes,
      (record, problem, line, text) => {
        if (!record) return void badLines.push({ file, line, problem: problem ?? same("") });
        add({ record, file, home, key: keyOf(record, text) });
      },
      home !== "daily" ? undefined : (all) => {
        const look = skimming(all, bytes);
        return (start, end) => {
          const plain = mayHold?.(all.slice(start, end)) ? undefined : look(start, end);
          if (plain) add(new PlainFact(plain, start, lines));
          return plain !== undefined;
        };
      },
    );
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

/**
 * Gives lines of the store's files, by where they begin; the texts of the last files asked for are kept. What they hold
 * on to is made here: no fact keeps the bytes that it was read from.
 */
function linesIn(store: Store, keyword: string | undefined): (file: StorePath) => LinesOfFile {
  const texts = new Map<string, string>();
  const textOf = (file: StorePath) => {
    const bytes = recordBytes(store, file);
    const text = (bytes && decodeAll(bytes)) ?? "";
    for (const [oldest] of texts) if (texts.size >= FILES_KEPT) texts.delete(oldest);
    texts.set(file, text);
    return text;
  };
  return (file) => ({
    file,
    keyword,
    lineAt(start) {
      const text = texts.get(file) ?? textOf(file);
      const end = text.indexOf("\n", start);
      return text.slice(start, end === -1 ? undefined : end);
    },
  });
}

function apart({ record, file, home }: Stored, id: RecordId, lines: readonly Stored[]): Apart {
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
    const isThere = (id: RecordId) => {
      const evidence = id === key ? undefined : byKey.get(id);
      return evidence !== undefined && !isGone(evidence);
    };
    if (evidenceOf(record).some(isThere)) copies.add(key);
  }
  return copies;
}

/** One for all facts of a file. */
interface LinesOfFile {
  readonly file: StorePath;
  /** None of these facts holds it. */
  readonly keyword: string | undefined;
  /** The line that begins at `start` of the file's text; another or none when the file is another one by now. */
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

  constructor({ key, time }: Pick<PlainFact, "key" | "time">, start: number, lines: LinesOfFile) {
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
