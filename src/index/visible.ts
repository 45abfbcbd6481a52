/**
 * In: the ids whose records changed. Out: the rows that thereby became visible or hidden.
 *
 * Records that say different things under one id are told apart first: all but one get an id of their own. Of the
 * versions of one record one counts (store/resolve.ts), and the others are doublets. A record is superseded while
 * another record that names it is there and not deleted. A consolidated fact is hidden while one of the records that it
 * was made of is there and not deleted, since both say the same.
 *
 * A record in a file that git tracks may be anybody's. So it never hides a record in an untracked file; and it hides a
 * rule that the person trusts only if the person trusts its text, too, and its line is theirs. Otherwise anybody who
 * knows an id could hide that record by a commit that the person pulls.
 */
import type { RecordId } from "../records/ids.ts";
import type { RawRecord } from "../records/mod.ts";
import type { Others, trustedIn } from "../store/own_lines.ts";
import { tellApart, versionThatCounts, wordOf } from "../store/resolve.ts";
import type { Database } from "./sqlite.ts";

/** Why a record is not found; the numbers stand in the index. */
export const HIDDEN = { no: 0, deleted: 1, superseded: 2, doublet: 3, consolidated: 4 } as const;

/** Kinds of links between records; the numbers stand in the index. */
export const LINK = { supersedes: 1, evidence: 2 } as const;

/** Whether others may have written a record, by its file and its line (store/own_lines.ts); as in the index. */
export const OTHERS: Readonly<Record<Others, number>> = { no: 0, line: 1, yes: 2 };

/** Whether the person trusts a record, as the rule that it is, or its whole line. */
export type IsTrusted = ReturnType<typeof trustedIn>;

/** Sets `hidden` of every row that a change of these ids can have touched. */
export function updateVisibility(db: Database, changedIds: ReadonlySet<RecordId>, isTrusted: IsTrusted) {
  const transitions: { readonly row: number; readonly visible: boolean }[] = [];
  const winners = new Map<string, Winner | undefined>();

  const winnerOf = (id: RecordId) => {
    if (!winners.has(id)) winners.set(id, findWinner(db, id));
    return winners.get(id);
  };
  const affected = new Set(changedIds);
  const hasShared = db.get("SELECT 1 FROM records WHERE shared_id IS NOT NULL LIMIT 1") !== undefined;
  for (const id of changedIds) {
    if (!hasShared && (winnerOf(id)?.all.length ?? 0) < 2) continue;
    for (const renamed of separateRows(db, id)) {
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
      const reason = row === winner.row ? reasonOf(db, id, winner, winnerOf, isTrusted) : HIDDEN.doublet;
      if (reason === hidden) continue;
      db.run("UPDATE records SET hidden=? WHERE row=?", reason, row);
      if ((reason === HIDDEN.no) !== (hidden === HIDDEN.no)) transitions.push({ row, visible: reason === HIDDEN.no });
    }
  }
  return transitions;
}

/**
 * Of the records that have this id in their lines and say different things, one keeps the id, and each other gets an id
 * of its own. Returns the ids that thereby got or lost a row.
 */
function separateRows(db: Database, id: RecordId): Set<string> {
  const rows = db.all(
    `SELECT r.row, r.id, r.raw, f.tracked FROM records r JOIN files f ON f.key = r.file
     WHERE ((r.id = ?1 AND r.shared_id IS NULL) OR r.shared_id = ?1) AND r.type IN ('fact', 'summary')
     ORDER BY f.file, r.start`,
    id,
  ).map((row) => ({
    row: Number(row["row"]),
    now: String(row["id"]),
    record: { ...JSON.parse(String(row["raw"])), id },
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

/** The value of `hidden` in a new row: neither visible nor hidden, so that either counts as a transition. */
export const UNDECIDED = -1;

type Winner = NonNullable<ReturnType<typeof findWinner>>;

function recordIn(db: Database, row: number): RawRecord {
  return JSON.parse(String(db.get("SELECT raw FROM records WHERE row = ?", row)?.["raw"]));
}

/** The version of a record that counts, with all versions of the record. */
function findWinner(db: Database, id: RecordId) {
  const all = db.all(
    `SELECT r.row, r.hidden, r.time, r.deleted, f.tracked FROM records r JOIN files f ON f.key = r.file
     WHERE r.id = ? ORDER BY f.file, r.start`,
    id,
  ).map(({ row, hidden, time, deleted, tracked }, _, { length }) => ({
    row: Number(row),
    hidden: Number(hidden),
    time: Number(time),
    deleted: deleted === 1,
    record: length > 1 ? recordIn(db, Number(row)) : {},
    isOthers: tracked === 1,
  }));
  const winner = versionThatCounts(all);
  return winner && { ...winner, all };
}

/** The ids that a record of this id names, and the ids of the records that name it. */
function neighboursOf(db: Database, id: RecordId): string[] {
  const sql = `SELECT l.target AS id FROM records r JOIN links l ON l.row = r.row WHERE r.id = ?1
    UNION SELECT r.id FROM links l JOIN records r ON r.row = l.row WHERE l.target = ?1`;
  return db.all(sql, id).map((row) => String(row["id"]));
}

function reasonOf(
  db: Database,
  id: RecordId,
  winner: Winner,
  winnerOf: (id: RecordId) => Winner | undefined,
  isTrusted: IsTrusted,
): number {
  if (winner.deleted) return HIDDEN.deleted;
  const sql = "SELECT r.id, r.row FROM links l JOIN records r ON r.row = l.row WHERE l.target = ? AND l.kind = ?";
  const successors = db.all(sql, id, LINK.supersedes);
  const own = db.all("SELECT target, kind FROM links WHERE row = ?", winner.row);
  const holderOf = (other: string) => {
    const holder = other === id ? undefined : winnerOf(other);
    return holder?.deleted === false ? holder : undefined;
  };
  const wordIn = ({ row, isOthers }: Winner, whole?: "whole") =>
    wordOf(isOthers, () => isTrusted(recordIn(db, row), "daily", whole));
  for (const successor of successors) {
    const other = String(successor["id"]);
    const holder = holderOf(other);
    if (!holder || holder.row !== successor["row"] || wordIn(holder, "whole") < wordIn(winner)) continue;
    const mutual = own.some((link) => link["kind"] === LINK.supersedes && link["target"] === other);
    // Two records that name each other must not both vanish: the newer one stays.
    const isOlder = holder.time === winner.time ? other < id : holder.time < winner.time;
    if (!mutual || !isOlder) return HIDDEN.superseded;
  }
  const isCopyOf = (other: string) => {
    const holder = holderOf(other);
    return holder !== undefined && (winner.isOthers || !holder.isOthers);
  };
  if (own.some((link) => link["kind"] === LINK.evidence && isCopyOf(String(link["target"])))) {
    return HIDDEN.consolidated;
  }
  return HIDDEN.no;
}
