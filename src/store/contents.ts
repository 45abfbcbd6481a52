/**
 * In: the JSONL files of a store. Out: the records that count, each id once, and which of them only repeat another.
 * Not done here: notes and core memory, which are no JSONL; finding by query (search/).
 *
 * The truth is read directly, without the index: what repairs a memory must work when the index does not.
 *
 * @module
 */
import { freeAlongTheWay } from "./freeing.ts";
import { bytesOf } from "./left_out.ts";
import { isDeleted, type RawRecord } from "../records/mod.ts";
import { keyOf } from "../records/own_id.ts";
import { type Home, isEvent } from "../records/view.ts";
import { daysThatFit, FACTS_FILE, pathOf, SESSIONS_FILE, staysInside } from "./layout.ts";
import { decodeAll, visitLines } from "./lines.ts";
import type { Runtime } from "../runtime.ts";
import type { Store } from "./mod.ts";
import { asPlainFact, type LineSource, PlainFact } from "./plain_fact.ts";
import { tellApart } from "./resolve.ts";
import { trackingIn } from "../tracking.ts";
import type { Stored } from "./stored.ts";
import { same, type Sentence } from "../sentence.ts";

/** A line that holds no record. It stays where it is. */
export interface BadLine {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly problem: Sentence;
}

/** What the JSONL files of a store hold. */
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
export interface Apart extends Stored {
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
