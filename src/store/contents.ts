/**
 * In: the JSONL files of a store. Out: the records that count, each id once, and the consolidated facts among them that
 * only repeat another record.
 *
 * The truth is read without the index, because repairs must work when the index does not.
 */
import { type RawRecord, supersededBy } from "../records/mod.ts";
import { freeAlongTheWay, recordBytes, tellUnused } from "./file_read.ts";
import type { RecordId } from "../records/ids.ts";
import { BACKUPS_FOLDER, FACTS_FILE, SESSIONS_FILE, staysInside, type StorePath } from "./layout.ts";
import { daysThatFit, kindOfFile } from "./truth_files.ts";
import { asBuffer } from "./lines.ts";
import type { Store } from "./mod.ts";
import { trustedIn } from "./own_lines.ts";
import { asResolved, othersMayWrite, tellApart, wordOf } from "./resolve.ts";
import { recordReader, Stored } from "./stored.ts";
import { same, type Sentence } from "../sentence.ts";

/** A line that holds no record; every rewrite keeps it. */
export interface BadLine {
  readonly file: StorePath;
  /** From 1. */
  readonly line: number;
  readonly problem: Sentence;
}

export interface Contents {
  /** In the order of files and lines; of several versions of a record only the one that counts. */
  readonly records: readonly Stored[];
  readonly badLines: readonly BadLine[];
  /** How many lines repeat an id of an earlier line. */
  readonly doublets: number;
  /** Keys of consolidated facts that were made of a record which is there and not deleted. */
  readonly copies: ReadonlySet<string>;
  /** The lines that do not count, of records with several versions. */
  readonly outvoted: readonly Apart[];
  /** Records that share the id in their line with another record, and are known by an id of their own. */
  readonly hidden: readonly Apart[];
  readonly isOthers: (file: StorePath) => boolean;
  /** How much the word of a record counts (resolve.ts). */
  readonly wordOf: (stored: Pick<Stored, "file" | "kind" | "record">) => number;
  /** How much counts what its line says besides: what it replaces. */
  readonly wordOfLine: Contents["wordOf"];
}

/** A record that is told apart from others with the id in its line. */
interface Apart {
  readonly key: RecordId;
  readonly lines: readonly Stored[];
}

/** The JSONL files that a store has or may have. */
export function recordFiles(store: Store): StorePath[] {
  const top = [FACTS_FILE, SESSIONS_FILE].filter((file) => staysInside(store, file));
  return [...top, ...daysThatFit(store).map(({ file }) => file)];
}

/** The files of a store that may hold session summaries; to parse all files takes ten times as long. */
export function summaryFiles(store: Store): StorePath[] {
  return recordFiles(store).filter((file) => {
    const kind = kindOfFile(file);
    if (kind !== "daily") return kind === "sessions";
    const bytes = recordBytes(store, file);
    return bytes !== undefined && asBuffer(bytes).includes('"summary"');
  });
}

/** Reads every record of a store, or of some of its files; a file or a line that can't be read is left out and told. */
export function readContents(store: Store, files = recordFiles(store)): Contents {
  const all: Stored[] = [];
  const badLines: BadLine[] = [];
  const read = recordReader(store);
  const free = freeAlongTheWay(store.runtime);
  for (const [at, file] of files.entries()) {
    store.runtime.tellProgress?.("reading", at + 1, files.length);
    const bytes = recordBytes(store, file);
    if (!bytes) continue;
    free(bytes.length);
    const before = badLines.length;
    const bad = (line: number, problem = same("")) => badLines.push({ file, line, problem });
    read(file, kindOfFile(file), bytes, (stored) => all.push(stored), bad);
    // The files of a backup are read as they were.
    if (!file.startsWith(BACKUPS_FOLDER)) tellUnused(store.runtime, file, badLines.length - before);
  }
  const byKey = new Map<string, Stored>();
  for (const stored of all) byKey.set(stored.key, stored);
  const doublets = all.length - byKey.size;
  const isOthers = othersMayWrite(store);
  const { hidden, outvoted } = doublets === 0 ? { hidden: [], outvoted: [] } : toldApart(isOthers, all, byKey);
  const records = doublets === 0 ? all : [...byKey.values()];
  const isTrusted = trustedIn(store);
  const wordIn = (whole?: "whole"): Contents["wordOf"] => (stored) =>
    wordOf(isOthers(stored.file), () => isTrusted(stored.record, stored.kind, whole));
  const words = { wordOf: wordIn(), wordOfLine: wordIn("whole") };
  return { records, badLines, doublets, copies: copiesAmong(records, byKey), hidden, outvoted, isOthers, ...words };
}

/** Sets in `byKey` the line that counts for each key. `hidden`: the other records of a key, under ids of their own. */
function toldApart(isOthers: Contents["isOthers"], all: readonly Stored[], byKey: Map<string, Stored>) {
  const repeated = new Set(all.filter((stored) => byKey.get(stored.key) !== stored).map(({ key }) => key));
  const hidden: Apart[] = [];
  const outvoted: Apart[] = [];
  for (const [key, lines] of Map.groupBy(all.filter(({ key }) => repeated.has(key)), ({ key }) => key)) {
    const versions = lines.map((stored) => ({ record: stored.record, stored, isOthers: isOthers(stored.file) }));
    for (const { winner, all: versionsOfOne, id } of tellApart(versions)) {
      const { stored, record } = winner;
      const others = versionsOfOne.filter((each) => each !== winner);
      if (others.length > 0) outvoted.push({ key: id ?? key, lines: others.map((each) => each.stored) });
      if (id === undefined) {
        const resolved = asResolved(winner, versionsOfOne);
        byKey.set(key, resolved === record ? stored : new Stored(stored, key, resolved, stored.time, record));
      } else if (!byKey.has(id)) {
        byKey.set(id, new Stored(stored, id, { ...record, id }, stored.time));
        hidden.push({ key: id, lines: versionsOfOne.map((each) => each.stored) });
      }
    }
  }
  return { hidden, outvoted };
}

/** The ids of the records that a consolidated fact was made of. */
export function evidenceOf({ evidence }: RawRecord): string[] {
  return Array.isArray(evidence) ? evidence.filter((id): id is string => typeof id === "string") : [];
}

function copiesAmong(records: readonly Stored[], byKey: ReadonlyMap<string, Stored>): Set<string> {
  const isCopy = ({ key, record }: Stored) =>
    evidenceOf(record).some((id) => id !== key && byKey.get(id)?.isDeleted === false);
  return new Set(
    records.filter((stored) => stored.kind === "facts" && !stored.isDeleted && isCopy(stored)).map(({ key }) => key),
  );
}

/** The ids of superseded records, each with its successor's. None is superseded by one whose word counts less. */
export function supersededIn(all: readonly Pick<Contents, "records" | "wordOf" | "wordOfLine">[]): Map<string, string> {
  const replacing = all.flatMap(({ records, wordOfLine }) =>
    records.filter(({ supersedes, isDeleted }) => supersedes !== undefined && !isDeleted)
      .map((stored) => ({ id: stored.key, supersedes: stored.supersedes, word: wordOfLine(stored) }))
  );
  const byWord = Map.groupBy(replacing, ({ word }) => word);
  const found = supersededBy(byWord.get(2) ?? []);
  for (const word of [1, 0]) {
    const successors = supersededBy(byWord.get(word) ?? []);
    if (successors.size === 0) continue;
    for (const { records, wordOf } of all) {
      for (const stored of records) {
        const successor = successors.get(stored.key);
        if (successor !== undefined && !found.has(stored.key) && wordOf(stored) <= word) {
          found.set(stored.key, successor);
        }
      }
    }
  }
  return found;
}
