/**
 * In: the ids whose records changed. Out: the records that thereby became visible or hidden.
 * Not done here: what a hidden record loses (write.ts takes it out of the lexicon).
 *
 * Records that say different things under one id are told apart first: all but one get an id of their own. Of the
 * versions of one record a deletion wins, then the newest, then the one that stands later (store/resolve.ts). A
 * record is superseded while another one that names it is there and not deleted. A consolidated fact stays hidden while
 * one of the records it was made of is there and not deleted: it would only say the same twice.
 *
 * What stands in a file that git tracks may be anybody's: it takes away nothing that stands in another file. Whoever
 * knows a person's ids could hide their records by a pull else.
 *
 * @module
 */
import type { RecordId } from "../records/ids.ts";
import type { RawRecord } from "../records/mod.ts";
import { tellApart, winsOver } from "../store/resolve.ts";
import type { Database } from "./sqlite.ts";

/** Why a record is not found; the numbers stand in the index. */
export const HIDDEN = { no: 0, deleted: 1, superseded: 2, doublet: 3, consolidated: 4 } as const;

/** What one record says of another; the numbers stand in the index. */
export const LINK = { supersedes: 1, evidence: 2 } as const;

interface Transition {
  readonly row: number;
  readonly visible: boolean;
}

/** Sets `hidden` of every record that a change of these ids can have touched. */
export function updateVisibility(db: Database, changedIds: ReadonlySet<RecordId>): Transition[] {
  const transitions: Transition[] = [];
  const winners = new Map<string, Winner | undefined>();

  const winnerOf = (id: RecordId) => {
    if (!winners.has(id)) winners.set(id, findWinner(db, id));
    return winners.get(id);
  };
  const affected = new Set(changedIds);
  const hasShared = db.get("SELECT 1 FROM records WHERE shared_id IS NOT NULL LIMIT 1") !== undefined;
  for (const id of changedIds) {
    if (!hasShared && (winnerOf(id)?.all.length ?? 0) < 2) continue;
    for (const renamed of giveOwnIds(db, id)) {
      affected.add(renamed);
      winners.delete(renamed);
    }
  }
  for (const id of [...affected]) {
    for (const neighbour of neighboursOf(db, id)) affected.add(neighbour);
  }
  for (const id of affected) {
    const winner = winnerOf(id);
    if (!winner) continue;
    for (const { row, hidden } of winner.all) {
      const reason = row === winner.row ? reasonOf(db, id, winner, winnerOf) : HIDDEN.doublet;
      if (reason === hidden) continue;
      db.run("UPDATE records SET hidden=? WHERE row=?", reason, row);
      if ((reason === HIDDEN.no) !== (hidden === HIDDEN.no)) transitions.push({ row, visible: reason === HIDDEN.no });
    }
  }
  return transitions;
}

/**
 * Gives each record that stands in its file under this id, and says something else than the one that keeps it, an id of
 * its own. Returns the ids that thereby got or lost a row.
 */
function giveOwnIds(db: Database, id: RecordId): Set<string> {
  const rows = db.all(
    `SELECT r.row, r.id, r.raw, f.tracked FROM records r JOIN files f ON f.key = r.file
     WHERE ((r.id = ?1 AND r.shared_id IS NULL) OR r.shared_id = ?1) AND r.type IN ('fact', 'summary')
     ORDER BY f.file, r.start`,
    id,
  ).map((row) => ({
    row: Number(row["row"]),
    now: String(row["id"]),
    record: inItsFile(row["raw"], id),
    isOthers: row["tracked"] === 1,
  }));
  const changed = new Set<string>();
  for (const { all, id: own = id } of tellApart(rows)) {
    for (const { row, now } of all) {
      if (now === own) continue;
      db.run("UPDATE records SET id = ?, shared_id = ? WHERE row = ?", own, own === id ? null : id, row);
      changed.add(now).add(own);
    }
  }
  return changed;
}

function inItsFile(raw: unknown, id: RecordId): RawRecord {
  return { ...JSON.parse(String(raw)), id };
}

interface Winner {
  readonly row: number;
  readonly deleted: boolean;
  readonly time: number;
  /** Others may have written it. */
  readonly isOthers: boolean;
  readonly all: readonly { readonly row: number; readonly hidden: number }[];
}

/** A new row starts with this, so that becoming visible is a transition like any other. */
export const UNDECIDED = -1;

function findWinner(db: Database, id: RecordId): Winner | undefined {
  const rows = db.all(
    `SELECT r.row, r.hidden, r.time, r.deleted, r.changed, f.tracked FROM records r JOIN files f ON f.key = r.file
     WHERE r.id = ? ORDER BY f.file, r.start`,
    id,
  );
  let best: (typeof rows)[number] | undefined;
  for (const row of rows) if (!best || winsOver(asVersion(row), asVersion(best))) best = row;
  if (!best) return undefined;
  return {
    row: Number(best["row"]),
    deleted: best["deleted"] === 1,
    time: Number(best["time"]),
    isOthers: best["tracked"] === 1,
    all: rows.map((row) => ({ row: Number(row["row"]), hidden: Number(row["hidden"]) })),
  };
}

function asVersion(row: Readonly<Record<string, unknown>>): { record: RawRecord; isOthers: boolean } {
  const record = { deleted_at: row["deleted"] === 1 ? "deleted" : null, timestamp: row["changed"] };
  return { record, isOthers: row["tracked"] === 1 };
}

/** The ids that a record of this id names, and those whose records name it. */
function neighboursOf(db: Database, id: RecordId): string[] {
  const rows = db.all(
    `SELECT l.target AS id FROM records r JOIN links l ON l.row = r.row WHERE r.id = ?1
     UNION SELECT r.id FROM links l JOIN records r ON r.row = l.row WHERE l.target = ?1`,
    id,
  );
  return rows.map((row) => String(row["id"]));
}

function reasonOf(
  db: Database,
  id: RecordId,
  winner: Winner,
  winnerOf: (id: RecordId) => Winner | undefined,
): number {
  if (winner.deleted) return HIDDEN.deleted;
  const successors = db.all(
    `SELECT r.id, r.row FROM links l JOIN records r ON r.row = l.row WHERE l.target = ? AND l.kind = ${LINK.supersedes}`,
    id,
  );
  const own = db.all("SELECT target, kind FROM links WHERE row = ?", winner.row);
  const isThere = (other: string) => {
    const holder = other === id ? undefined : winnerOf(other);
    return holder?.deleted === false && (winner.isOthers || !holder.isOthers);
  };
  for (const successor of successors) {
    const other = String(successor["id"]);
    const holder = winnerOf(other);
    if (!holder || !isThere(other) || holder.row !== successor["row"]) continue;
    const mutual = own.some((link) => link["kind"] === LINK.supersedes && link["target"] === other);
    if (!mutual || !isOlder(holder, other, winner, id)) return HIDDEN.superseded;
  }
  if (own.some((link) => link["kind"] === LINK.evidence && isThere(String(link["target"])))) return HIDDEN.consolidated;
  return HIDDEN.no;
}

/** Two records that name each other must not both vanish: the newer one stays. */
function isOlder(a: Winner, idA: string, b: Winner, idB: string): boolean {
  return a.time === b.time ? idA < idB : a.time < b.time;
}
