/** In: lines that were added to the truth or removed from it. Out: rows, links, lexicon and counts of the index. */
import { CONDITIONS_MAX, keysOfCondition, readCondition } from "../records/conditions.ts";
import { timeOf } from "../records/days.ts";
import type { RecordId, SessionId } from "../records/ids.ts";
import type { Layer, RawRecord } from "../records/mod.ts";
import { openTodos } from "../records/todos.ts";
import { projectOf } from "../records/view.ts";
import type { othersLinesIn } from "../store/own_lines.ts";
import { kindOfFile, type TruthKind } from "../store/truth_files.ts";
import { lastChange } from "../store/resolve.ts";
import { contentKey, type Document, documentOfRow, readDocument } from "./document.ts";
import { type Entry, makeEntry, writeLexicon } from "./lexicon.ts";
import { FORMS_MAX } from "../text/glob.ts";
import type { Database } from "./sqlite.ts";
import { HIDDEN, type IsTrusted, LINK, OTHERS, UNDECIDED, updateVisibility } from "./visible.ts";

/** A record of the truth and its place: `start` is the byte offset in its file. */
export interface TruthRecord {
  readonly record: RawRecord;
  readonly raw: string;
  readonly start: number;
  /** When its file says that it was made, in ms since 1970; counts where the record does not say. */
  readonly ofFile?: number;
}

/** Counts ids, not rows. */
export interface Changes {
  readonly new: number;
  readonly updated: number;
  readonly deleted: number;
}

export type Writer = ReturnType<typeof startWriting>;

type State = "absent" | "deleted" | "live";

interface Fresh {
  readonly session: SessionId | undefined;
  readonly entry: Entry;
}

/** What a row takes from its file. */
interface Origin {
  readonly kind: TruthKind;
  readonly tracked: boolean;
}

/** How far others may have written a record of a tracked file. */
type OthersWrote = ReturnType<typeof othersLinesIn>;

/** Collects the changes of one transaction; `finish` must be its last step. */
export function startWriting(db: Database, layer: Layer, isTrusted: IsTrusted, othersWrote: OthersWrote) {
  const othersOf = (record: RawRecord, { kind, tracked }: Origin) =>
    OTHERS[!tracked ? "no" : kind === "core" ? "yes" : othersWrote(record, kind)];
  const lexicon = writeLexicon(db);
  const before = new Map<string, State>();
  /** Ids of records that may be visible again. */
  const loosened = new Set<string>();
  const fresh = new Map<number, Fresh>();

  function touch(id: RecordId): void {
    if (!before.has(id)) before.set(id, stateOf(db, id));
  }

  return {
    add(file: number, origin: Origin, placed: TruthRecord): void {
      const document = readDocument(placed.record, origin.kind, placed.raw);
      if (!document) return;
      touch(document.id);
      const entry = makeEntry(document);
      const others = othersOf(placed.record, origin);
      const row = addRow(db, file, { ...ownColumns(placed, document, layer), others }, entry.profile);
      addLinks(db, row, document);
      addConditions(db, row, document);
      fresh.set(row, { session: document.session, entry });
    },
    /** Notes that the same line now begins elsewhere in its file. */
    move(row: number, start: number): void {
      const { id } = db.get("SELECT coalesce(shared_id, id) AS id FROM records WHERE row = ?", row) ?? {};
      // If two records of one id are equally old, the later line counts.
      if (typeof id === "string") touch(id);
      db.run("UPDATE records SET start = ? WHERE row = ?", start, row);
    },
    remove(row: number): void {
      const stored = readStored(db, row);
      if (!stored) return;
      touch(stored.document.id);
      if (stored.hidden === HIDDEN.no) lexicon.takeOut(row, stored.document.session, makeEntry(stored.document));
      // Records that this one superseded may become visible again.
      for (const id of [...stored.document.supersedes, ...stored.document.evidence]) loosened.add(id);
      db.run("DELETE FROM links WHERE row = ?", row);
      db.run("DELETE FROM conditions WHERE row = ?", row);
      db.run("DELETE FROM records WHERE row = ?", row);
    },
    /** Decides anew whose the records of a file are and what they hide, after git began or ceased to track it. */
    weighAnew(file: number, origin: Origin): void {
      noteOthers(db, `r.file = ${file}`, (record) => othersOf(record, origin));
      for (const { id } of db.all("SELECT coalesce(shared_id, id) AS id FROM records WHERE file = ?", file)) {
        touch(String(id));
      }
    },
    /** Decides anew which rules others put out of force, after what the person trusts has changed. */
    followTrust(): void {
      const sql = `SELECT DISTINCT r.id FROM links l JOIN records r ON r.id = l.target JOIN files f ON f.key = r.file
        WHERE l.kind = ${LINK.supersedes} AND r.memory_type = 'O' AND f.tracked = 1`;
      for (const { id } of db.all(sql)) loosened.add(String(id));
      // What is trusted are the texts of rules and of to-dos.
      const isAsked = "f.tracked = 1 AND (r.memory_type = 'O' OR r.todos > 0)";
      noteOthers(db, isAsked, (record, kind) => othersOf(record, { kind, tracked: true }));
    },
    finish(): Changes {
      for (const { row, visible } of updateVisibility(db, new Set([...before.keys(), ...loosened]), isTrusted)) {
        const known = fresh.get(row);
        // The lexicon does not hold a new row yet.
        if (!visible && known) continue;
        const { session, entry } = known ?? entryOf(db, row);
        if (visible) lexicon.putIn(row, session, entry);
        else lexicon.takeOut(row, session, entry);
      }
      lexicon.flush();
      return countChanges(db, before);
    },
  };
}

function stateOf(db: Database, id: RecordId): State {
  const { records = 0, deleted = 0 } =
    db.get("SELECT COUNT(*) AS records, MAX(deleted) AS deleted FROM records WHERE id = ?", id) ?? {};
  return records === 0 ? "absent" : deleted === 1 ? "deleted" : "live";
}

function countChanges(db: Database, before: ReadonlyMap<string, State>): Changes {
  const changes = { new: 0, updated: 0, deleted: 0 };
  for (const [id, was] of before) {
    const is = stateOf(db, id);
    if (is === "live") changes[was === "absent" ? "new" : "updated"]++;
    else if (was === "live") changes.deleted++;
  }
  return changes;
}

function entryOf(db: Database, row: number): Fresh {
  const stored = readStored(db, row);
  if (!stored) throw new Error(`row ${row} vanished inside a transaction`);
  return { session: stored.document.session, entry: makeEntry(stored.document) };
}

function readStored(db: Database, row: number): { document: Document; hidden: number } | undefined {
  const stored = db.get("SELECT type, hidden, raw FROM records WHERE row = ?", row);
  const document = stored && documentOfRow(stored);
  return document && { document, hidden: Number(stored["hidden"]) };
}

/** The columns of a row that follow from the record's own line: all but `profile`, `hidden` and `shared_id`. */
export function ownColumns(
  { record, raw, start, ofFile = 0 }: TruthRecord,
  { id, type, memoryType, session, timestamp, content, deleted }: Document,
  layer: Layer,
) {
  return {
    start,
    id,
    type,
    memory_type: memoryType ?? null,
    session: session ?? null,
    time: timeOf(timestamp) || ofFile,
    changed: lastChange(record),
    deleted: deleted ? 1 : 0,
    content_key: contentKey(content),
    todos: type === "summary" ? openTodos(record).length : 0,
    raw,
    project: layer === "global" ? projectOf(record) ?? null : null,
  };
}

/** Writes anew how far others may have written these records. */
function noteOthers(db: Database, which: string, othersOf: (record: RawRecord, kind: TruthKind) => number): void {
  const sql = `SELECT r.row, r.raw, r.others, f.file FROM records r JOIN files f ON f.key = r.file WHERE ${which}`;
  for (const { row, raw, others: was, file } of db.all(sql)) {
    const others = othersOf(JSON.parse(String(raw)), kindOfFile(String(file)));
    if (others !== was) db.run("UPDATE records SET others = ? WHERE row = ?", others, Number(row));
  }
}

function addRow(
  db: Database,
  file: number,
  own: ReturnType<typeof ownColumns> & { readonly others: number },
  profile: Uint8Array,
): number {
  return db.run(
    "INSERT INTO records VALUES (NULL,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,NULL)",
    ...[file, own.start, own.id, own.type, own.memory_type, own.session, own.time, own.changed, own.deleted],
    ...[UNDECIDED, own.content_key, own.others, own.todos, profile, own.raw, own.project],
  );
}

function addLinks(db: Database, row: number, { supersedes, evidence }: Document): void {
  const insert = "INSERT OR IGNORE INTO links VALUES (?, ?, ?)";
  for (const id of supersedes) db.run(insert, id, LINK.supersedes, row);
  for (const id of evidence) db.run(insert, id, LINK.evidence, row);
}

/** Each alternative of a condition is looked up by that key which the fewest conditions share so far. */
function addConditions(db: Database, row: number, { conditions }: Document): void {
  const holders = (key: string) =>
    Number(db.get("SELECT count(*) AS n FROM (SELECT 1 FROM conditions WHERE key = ? LIMIT 50)", key)?.["n"]);
  let room = ALTERNATIVES_MAX;
  for (const condition of conditions) {
    const read = room > 0 ? readCondition(condition) : undefined;
    for (const keys of read ? keysOfCondition(read).slice(0, room) : []) {
      room--;
      // Of keys that are equally rare, the longest says most.
      const longest = [...new Set(keys)].sort((a, b) => b.length - a.length).slice(0, COMPARED_KEYS);
      const [key = ""] = longest.map((each) => ({ each, n: keys.length > 1 ? holders(each) : 0 }))
        .sort((a, b) => a.n - b.n).map(({ each }) => each);
      db.run("INSERT OR IGNORE INTO conditions VALUES (?, ?, ?)", key, row, condition);
    }
  }
}

/** So many alternatives of a record are looked up: those of the conditions given at once, each with all forms. */
const ALTERNATIVES_MAX = CONDITIONS_MAX * FORMS_MAX;
/** Among so many keys of an alternative the rarest is chosen: more than a command has words. */
const COMPARED_KEYS = 16;
