/**
 * In: the JSONL files of a store. Out: the records that count, each id once, and which of them only repeat another.
 * Not done here: notes and core memory, which are no JSONL; finding by query (search/).
 *
 * The truth is read directly, without the index: what repairs a memory must work when the index does not.
 *
 * @module
 */
import { fingerprint } from "../fingerprint.ts";
import { isDeleted, type RawRecord } from "../records/mod.ts";
import { isSameRecord, renamed } from "../records/own_id.ts";
import { type Home, isEvent } from "../records/view.ts";
import { dailyFiles, FACTS_FILE, pathOf, SESSIONS_FILE } from "./layout.ts";
import { visitLines } from "./lines.ts";
import type { Store } from "./mod.ts";
import { asPlainFact, PlainFact } from "./plain_fact.ts";
import { wins } from "./resolve.ts";
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
  /** In the order of files and lines; of several with the same id the one that counts. */
  readonly records: readonly Stored[];
  readonly badLines: readonly BadLine[];
  /** How many lines repeat an id of an earlier line. */
  readonly doublets: number;
  /** Keys of consolidated facts that say what one of their evidence records still says. */
  readonly copies: ReadonlySet<string>;
  /** Records that say something else than the one that counts under their id, each under an id of its own. */
  readonly hidden: readonly Stored[];
}

/** The JSONL files that a store has or may have, with what each is for. */
export function recordFiles(store: Store): { readonly file: string; readonly home: Home }[] {
  return [
    { file: FACTS_FILE, home: "facts" },
    { file: SESSIONS_FILE, home: "sessions" },
    ...dailyFiles(store).map((file) => ({ file, home: "daily" as const })),
  ];
}

/** What a JSONL file is for, by its name. */
export function homeOfFile(file: string): Home {
  return file === FACTS_FILE ? "facts" : file === SESSIONS_FILE ? "sessions" : "daily";
}

/** Reads every record of a store. */
export function readContents(store: Store): Contents {
  const byKey = new Map<string, Stored>();
  const badLines: BadLine[] = [];
  const hidden: Stored[] = [];
  let doublets = 0;
  const add = (stored: Stored) => {
    const current = byKey.get(stored.key);
    if (current) doublets++;
    if (!current) return void byKey.set(stored.key, stored);
    const isNewer = wins(stored.record, current.record);
    if (isNewer) byKey.set(stored.key, stored);
    if (!isSameRecord(stored.record, current.record)) hidden.push(apart(isNewer ? current : stored));
  };
  for (const { file, home } of recordFiles(store)) {
    const bytes = store.runtime.files.read(pathOf(store, file));
    if (!bytes) continue;
    const skim = (text: string) => {
      const plain = home === "daily" ? asPlainFact(text, file) : undefined;
      if (plain) add(plain);
      return plain !== undefined;
    };
    visitLines(bytes, (record, problem, line, text) => {
      if (record) add({ record, file, home, key: keyOf(record, text) });
      else badLines.push({ file, line, problem: problem ?? same("") });
    }, skim);
  }
  const records = [...byKey.values()];
  return {
    records,
    badLines,
    doublets,
    copies: copiesAmong(records, byKey),
    hidden: hidden.filter(({ key }) => !byKey.has(key)),
  };
}

function apart({ record, file, home }: Stored): Stored {
  const named = renamed(record);
  return { record: named, file, home, key: String(named.id) };
}

/** Whether a record was soft-deleted; a plain fact is not. */
export function isGone(stored: Pick<Stored, "record">): boolean {
  return !(stored instanceof PlainFact) && isDeleted(stored.record);
}

/** Whether a record tells of a session instead of holding knowledge; a plain fact does not. */
export function tellsOfSession(stored: Pick<Stored, "record">): boolean {
  return !(stored instanceof PlainFact) && isEvent(stored.record);
}

/** What a record is known by when files change: its id, else a digest of its line; no id of ours has a colon. */
export function keyOf(record: RawRecord, line: string): string {
  if (typeof record.id === "string" && record.id !== "") return record.id;
  return `line:${fingerprint(line.trim())}`;
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
