/**
 * In: a tool call, and the open layers of a memory. Out: the records with a condition that the call fulfils (`when`,
 * records/conditions.ts): the person's own first, of these those whose condition asks for most.
 */
import { asFound, type Found, FOUND_COLUMNS, NEWEST_FIRST } from "../index/read.ts";
import type { Database } from "../index/sqlite.ts";
import { HIDDEN } from "../index/visible.ts";
import { byCode } from "../lists.ts";
import { sayer } from "../recall/precedence.ts";
import {
  type IsShared,
  isStated,
  isTooOld,
  layerHere,
  othersIn,
  type Placed,
  type Reader,
  wantedIn,
} from "../recall/readers.ts";
import { type Doing, holdsAt, keysOfCall, readCondition, weightAt, wordsAt } from "../records/conditions.ts";
import type { RecordId } from "../records/ids.ts";
import type { Memory } from "../store/memory.ts";
import { conditionText } from "../records/view.ts";
import { hasWord, isOfAnyFailure } from "./failure.ts";
import { isKnowledge, labelsOf } from "./find.ts";

/** So many conditions are compared: first those of files that git does not track, of these the newest. */
const COMPARED_MAX = 200;

/** A record that waits for a call. */
export interface Awaited {
  readonly hit: Placed;
  /** Others may have written it or its condition. */
  readonly isOthers: boolean;
  /** It waits for a call that fails. */
  readonly awaitsFailure: boolean;
  /** A record that contradicts it and goes before it. */
  readonly later: Placed | undefined;
}

/** The records that wait for a call, are in force and were not told yet. */
export async function recordsAwaiting(
  memory: Memory,
  readers: readonly Reader[],
  doing: () => Doing,
  isTold: (id: RecordId) => boolean,
  isShared: IsShared,
): Promise<Awaited[]> {
  // Most memories hold no condition, and the call is not taken apart for them.
  if (!readers.some(({ index }) => holdsConditions(index.db))) return [];
  const call = doing();
  const keys = JSON.stringify(keysOfCall(call));
  const othersWrote = othersIn(memory, isShared);
  // Whoever sets the condition of a rule steers when the rule is followed, so the condition must be the person's, too.
  // A fact is not followed.
  const isOthers = (hit: Placed & Pick<Awaiting, "condition">) =>
    othersWrote(hit, hit.memoryType === "O" ? conditionText(hit.condition) : undefined);
  // An incomplete index is not asked: a missing record may supersede one that it has.
  const found = wantedIn(memory, readers, (reader) => reader.whole ? awaiting(memory, reader, keys, call) : [])
    .filter((hit) => isKnowledge(hit) && !isTooOld(memory, hit) && !isTold(hit.id));
  if (found.length === 0) return [];
  const { laterIn } = await import("../recall/settle.ts");
  const laterOf = laterIn(memory, readers.map(({ index }) => index));
  const saidBy = sayer(memory, isShared);
  const weighed = found.map((hit) => ({ hit, said: saidBy(hit) }));
  // A single record is compared with nothing.
  const laterHere = found.length > 1 ? (await import("../recall/beside.ts")).laterAmong(weighed) : undefined;
  const all = weighed.map((each) => ({
    hit: each.hit,
    isOthers: isOthers(each.hit),
    awaitsFailure: /^fail\s/i.test(each.hit.condition),
    later: laterOf(each.hit) ?? laterHere?.(each)?.hit,
    weight: each.hit.weight,
  }));
  // The person's own records come first, and of these the ones that are not outdated.
  all.sort((a, b) =>
    Number(a.isOthers) - Number(b.isOthers) ||
    Number(a.later !== undefined) - Number(b.later !== undefined) || b.weight - a.weight ||
    Number(isStated(b.hit)) - Number(isStated(a.hit)) ||
    byCode(b.hit.timestamp, a.hit.timestamp)
  );
  return all;
}

function holdsConditions(db: Database): boolean {
  return db.get("SELECT 1 FROM conditions LIMIT 1") !== undefined;
}

interface Awaiting extends Found {
  /** The one that asks for most. */
  readonly condition: string;
  readonly weight: number;
}

function awaiting(memory: Memory, { index: { db }, layer }: Reader, keys: string, inProject: Doing): Awaiting[] {
  // What a person has said of all projects holds wherever a file lies.
  const anywhere = { ...inProject, files: inProject.files.map((file) => ({ ...file, isOutside: false })) };
  const call = layer === "project" ? inProject : anywhere;
  const fulfilled = new Map<number, Pick<Awaiting, "condition" | "weight">>();
  const compared = db.all(
    `SELECT DISTINCT c.row, c.condition FROM json_each(?) AS wanted CROSS JOIN conditions AS c ON c.key = wanted.value
     JOIN records r ON r.row = c.row WHERE r.hidden = ${HIDDEN.no}
     ORDER BY r.others, ${NEWEST_FIRST} LIMIT ${COMPARED_MAX}`,
    keys,
  );
  for (const { row, condition } of compared) {
    // A look at the clock lets the hook's guard see how long this takes.
    memory.runtime.now();
    const read = readCondition(String(condition));
    if (!read || !holdsAt(read, call)) continue;
    // “Not found” is part of many failures.
    const isVague = read.kind === "fail" && wordsAt(read, call).every(isOfAnyFailure);
    const weight = isVague ? 0 : weightAt(read, call);
    if (weight >= (fulfilled.get(Number(row))?.weight ?? 0)) {
      fulfilled.set(Number(row), { condition: String(condition), weight });
    }
  }
  if (fulfilled.size === 0) return [];
  return db.all(
    `SELECT r.row, ${FOUND_COLUMNS} FROM json_each(?) AS wanted CROSS JOIN records AS r ON r.row = wanted.value
     JOIN files f ON f.key = r.file`,
    JSON.stringify([...fulfilled.keys()]),
  ).flatMap((row) => {
    const hit = asFound(row);
    const by = fulfilled.get(Number(row["row"]));
    if (!hit || !by || by.weight === 0 && !sharesLabel(hit, call)) return [];
    // A record of the person's store that names this project holds only for files inside the project.
    const condition = layerHere(memory, layer, hit.record) === layer ? undefined : readCondition(by.condition);
    return condition && !holdsAt(condition, inProject) ? [] : [{ ...hit, ...by }];
  });
}

/** Whether a failed call has a label of a record, if the record has any. */
function sharesLabel(hit: Found, { typed, printed = "" }: Doing): boolean {
  const said = `${typed}\n${printed}`.toLowerCase();
  const labels = labelsOf(hit);
  return labels.length === 0 || labels.some((label) => hasWord(said, label.toLowerCase().trim()));
}
