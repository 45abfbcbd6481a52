/**
 * In: the metrics of sessions that ended, which are lines of the daily files. Out: in how many sessions a record was
 * given in vain.
 */
import { RECORD_MAX } from "../limits.ts";
import type { RecordId, SessionId } from "../records/ids.ts";
import { type RawRecord, texts } from "../records/mod.ts";
import { lastChange } from "../store/resolve.ts";
import type { Database } from "./sqlite.ts";

/** A session and a record that it was given with a prompt, or used. */
interface Use {
  readonly id: RecordId;
  readonly session: SessionId;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Whether a reply named the record or rests on it, or the user asked for it. */
  readonly used: boolean;
}

/**
 * The uses that a line tells of, none unless it holds the metrics of a session. Records given at a session's start do
 * not count, since nobody asked for them. Where no reply could be read, the line names no record as recalled.
 */
export function usesIn(record: RawRecord): Use[] {
  if (record.type !== "session_metrics" || typeof record.session_id !== "string") return [];
  const time = Date.parse(typeof record.timestamp === "string" ? record.timestamp : "");
  if (Number.isNaN(time)) return [];
  const session = record.session_id;
  const used = new Set([...texts(record.cited), ...texts(record.used), ...texts(record.asked)]);
  return [...new Set([...used, ...texts(record.recalled)])].slice(0, RECORD_MAX.links).map((id) => ({
    id,
    session,
    time,
    used: used.has(id),
  }));
}

/** Adds the uses that a line tells of. */
export function addUses(db: Database, file: number, start: number, record: RawRecord): void {
  for (const { id, session, time, used } of usesIn(record)) {
    db.run("INSERT INTO uses VALUES (?, ?, ?, ?, ?, ?)", id, session, time, used ? 1 : 0, file, start);
  }
}

/** Removes the uses that the lines of a file told of. */
export function dropUses(db: Database, file: number): void {
  db.run("DELETE FROM uses WHERE file = ?", file);
}

/** A record that was given in so many sessions and used in none is held back; fewer may be one bad week. */
export const OFTEN_IN_VAIN = 5;

/** The uses of these records, in no order. One query for all of them, since a prompt waits for it. */
function usesOf(db: Database, ids: readonly RecordId[]): Use[] {
  const sql =
    "SELECT uses.id, session, time, used FROM json_each(?) AS wanted CROSS JOIN uses ON uses.id = wanted.value";
  return db.all(sql, JSON.stringify(ids)).map(({ id, session, time, used }) => (
    { id: String(id), session: String(session), time: Number(time), used: used === 1 }
  ));
}

/** In how many sessions each record was used since a time (ms since 1970), by id; without unused records. */
export function usedSince(db: Database, since: number): Map<string, number> {
  const sql = "SELECT id, COUNT(DISTINCT session) AS sessions FROM uses WHERE used = 1 AND time >= ? GROUP BY id";
  return new Map(db.all(sql, since).map(({ id, sessions }) => [String(id), Number(sessions)]));
}

/** In how many sessions each record, by its id, was given and not used, since its last use or change. */
export function timesInVain(
  indexes: readonly { readonly db: Database }[],
  records: ReadonlyMap<string, RawRecord>,
): Map<string, number> {
  const uses = indexes.flatMap(({ db }) => usesOf(db, [...records.keys()]));
  return givenInVain(uses, (id) => lastChange(records.get(id) ?? {}));
}

/** Counts like `timesInVain`, from uses that were read already; `changed` gives the last change, ISO 8601. */
export function givenInVain(uses: readonly Use[], changed: (id: RecordId) => string): Map<string, number> {
  const since = new Map<string, number>();
  for (const { id, time, used } of uses) {
    const before = since.get(id) ?? (Date.parse(changed(id)) || 0);
    since.set(id, used ? Math.max(before, time) : before);
  }
  const sessions = new Map<string, Set<string>>();
  for (const { id, session, time } of uses) {
    if (time <= (since.get(id) ?? 0)) continue;
    sessions.set(id, (sessions.get(id) ?? new Set()).add(session));
  }
  return new Map([...sessions].map(([id, { size }]) => [id, size]));
}
