/** In: a tool call, and the open layers of a memory. Out: the records that share a name with the call. Hot path. */
import { type Profile, readProfile } from "../index/profile.ts";
import { asFound, type Found, FOUND_COLUMNS } from "../index/read.ts";
import type { Row } from "../index/sqlite.ts";
import { HIDDEN } from "../index/visible.ts";
import { isTooOld, isWanted, type Placed, type Reader } from "../recall/readers.ts";
import { texts } from "../records/mod.ts";
import { isDoneAlone } from "../records/todos.ts";
import { countRecords } from "../search/counts.ts";
import { newestFirst, rowsHolding } from "../search/first_stage.ts";
import type { Memory } from "../store/memory.ts";
import type { Call, Kind } from "./call.ts";

/** A name that more records hold is not looked up, since it says nothing by itself. */
const HOLDERS_MAX = 150;
/** Names that at most so many records hold are looked up first. */
const FEW = 10;
/** How many records are read and judged. */
const JUDGED_MAX = 60;

/** A call and the records that may be about it. */
export interface Question {
  readonly call: Call;
  readonly found: readonly { readonly hit: Placed; readonly profile: Profile }[];
  /** How many records hold a term. */
  readonly counts: Map<string, number>;
}

/** The records that come into question at a call; of most calls none. */
export function inQuestion(memory: Memory, readers: readonly Reader[], call: Call): Question {
  const counts = countRecords(
    readers.map(({ index }) => index.db),
    [...new Set([...call.terms, ...call.everyday].flat())],
  );
  const found = readers.flatMap((reader) => {
    // An incomplete index is not asked: a missing record may supersede one that it has.
    if (!reader.whole) return [];
    return candidates(reader, call, counts).filter(({ hit }) =>
      isKnowledge(hit, call.kind) && isWanted(memory, reader, hit.record) && !isTooOld(memory, hit)
    ).map(({ hit, profile }) => ({ hit: { ...hit, layer: reader.layer }, profile }));
  });
  return { call, found, counts };
}

/** The entities and tags of a record. */
export function labelsOf({ record: { entities, tags } }: Found): string[] {
  return [...texts(entities), ...texts(tags)];
}

/** Whether a record is of a kind to be told at a call: of summaries only those that somebody wrote, at a failure. */
export function isKnowledge({ type, memoryType, record, content }: Found, kind?: Kind): boolean {
  if (type === "summary") {
    return kind === "failure" && record.auto_generated !== true && !isDoneAlone({ type, content });
  }
  return type === "note" ? record.status !== "archive" : type === "fact" && memoryType !== "S";
}

/**
 * The records that hold all terms of a group: those of the rarest names first, of these the person's own, then the
 * newest.
 *
 * @param counts how many hold each term
 */
function candidates(
  { index: { db } }: Reader,
  { terms, everyday }: Call,
  counts: ReadonlyMap<string, number>,
): { readonly hit: Found; readonly profile: Profile }[] {
  const holders = (group: readonly string[]) => Math.min(...group.map((term) => counts.get(term) ?? 0));
  const held = terms.filter((group) => holders(group) > 0 && holders(group) <= HOLDERS_MAX);
  const few = [...held, ...everyday].filter((group) => holders(group) > 0 && holders(group) <= FEW);
  const rowsOf = (groups: readonly (readonly string[])[]) => newestFirst(db, [...rowsHolding(db, groups)], "r.others,");
  const rows = new Set(rowsOf(few));
  if (rows.size < JUDGED_MAX) {
    for (const row of rowsOf(held.filter((group) => holders(group) > FEW))) rows.add(row);
  }
  if (rows.size === 0) return [];
  return db.all(
    `SELECT ${FOUND_COLUMNS}, r.profile FROM json_each(?) AS wanted
     CROSS JOIN records AS r ON r.row = wanted.value JOIN files f ON f.key = r.file WHERE r.hidden = ${HIDDEN.no}`,
    JSON.stringify([...rows].slice(0, JUDGED_MAX)),
  ).flatMap((row: Row) => {
    const hit = asFound(row);
    return hit ? [{ hit, profile: readProfile(row["profile"]) }] : [];
  });
}
