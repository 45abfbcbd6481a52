/**
 * In: the JSONL files of a store. Out: the records that count, each id once, and which of them only repeat another.
 * Not done here: notes and core memory, which are no JSONL; finding by query (search/).
 *
 * The truth is read directly, without the index: what repairs a memory must work when the index does not.
 *
 * @module
 */
import { isDeleted, type RawRecord, supersededBy } from "../records/mod.ts";
import { type Home, isEvent } from "../records/view.ts";
import { freeAlongTheWay, recordBytes } from "./file.ts";
import { keyOf, type RecordId } from "../records/ids.ts";
import { daysThatFit, FACTS_FILE, NOTES_FOLDER, SESSIONS_FILE, staysInside, type StorePath } from "./layout.ts";
import { asBuffer, visitLines } from "./lines.ts";
import type { Store } from "./mod.ts";
import { PlainFact, plainFacts } from "./plain_fact.ts";
import { tellApart } from "./resolve.ts";
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
    return bytes !== undefined && asBuffer(bytes).includes('"summary"');
  });
}

/**
 * Reads every record of a store, or of some of its files, as far as they can be read.
 *
 * @param keyword what will be looked for: of lines that can't hold it only the place is kept
 */
export function readContents(store: Store, files = recordFiles(store), keyword?: string): Contents {
  const all: Stored[] = [];
  const badLines: BadLine[] = [];
  const plainIn = plainFacts(store, keyword);
  const free = freeAlongTheWay(store.runtime);
  for (const { file, home } of files) {
    const bytes = recordBytes(store, file);
    if (!bytes) continue;
    free(bytes.length);
    const find = home === "daily" ? plainIn(file, bytes) : undefined;
    visitLines(bytes, (record, problem, line, text) => {
      if (record) all.push({ record, file, home, key: keyOf(record, text) });
      else badLines.push({ file, line, problem: problem ?? same("") });
    }, (start, end) => {
      const fact = find?.(start, end);
      if (fact) all.push(fact);
      return fact !== undefined;
    });
  }
  const byKey = new Map<string, Stored>();
  for (const stored of all) byKey.set(stored.key, stored);
  const doublets = all.length - byKey.size;
  if (doublets === 0) return { records: all, badLines, doublets, copies: copiesAmong(all, byKey), hidden: [] };
  const hidden = toldApart(store, all, byKey);
  for (const stored of hidden) byKey.set(stored.key, stored);
  const records = [...byKey.values()];
  return { records, badLines, doublets, copies: copiesAmong(records, byKey), hidden };
}

/** Gives each key the line that counts. Returns the others that say something else, each under an id of its own. */
function toldApart(store: Store, all: readonly Stored[], byKey: Map<string, Stored>): Apart[] {
  const repeated = new Set(all.filter((stored) => byKey.get(stored.key) !== stored).map(({ key }) => key));
  const isTracked = store.layer === "project" ? trackingIn(store.runtime, store.folder) : undefined;
  const hidden: Apart[] = [];
  for (const [key, lines] of Map.groupBy(all.filter(({ key }) => repeated.has(key)), ({ key }) => key)) {
    const versions = lines.map((stored) => ({
      record: stored.record,
      stored,
      isOthers: isTracked?.(stored.file) === "tracked",
    }));
    for (const { winner: { stored: winner }, all: same, id } of tellApart(versions)) {
      if (id === undefined) byKey.set(key, winner);
      else if (!byKey.has(id)) hidden.push(apart(winner, id, same.map(({ stored }) => stored)));
    }
  }
  return hidden;
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

/** The ids of replaced records, each with the id of the record that replaces it. A plain fact replaces none. */
export function supersededIn(all: readonly Pick<Contents, "records">[]): Map<string, string> {
  return supersededBy(
    all.flatMap(({ records }) =>
      records.filter((stored) => !(stored instanceof PlainFact) && !isGone(stored))
        .map(({ key, record: { supersedes } }) => ({ id: key, supersedes }))
    ),
  );
}
