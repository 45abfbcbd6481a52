/** In: the earlier sessions in which a failure ended. Out: the records that most likely tell how. */
import { asFound, FOUND_COLUMNS } from "../index/read.ts";
import { HIDDEN } from "../index/visible.ts";
import { type Placed, type Reader, wantedIn } from "../recall/readers.ts";
import { isSaid } from "../records/view.ts";
import type { Solved } from "../store/failures.ts";
import type { Memory } from "../store/memory.ts";
import { priorOf, TRADE_PRIOR } from "../text/commonness.ts";
import { analyse } from "../text/mod.ts";
import { pairsOf } from "../text/script.ts";
import type { Command } from "./command.ts";
import { type Failure, hasWord, isPlain } from "./failure.ts";

/** How many of the latest times that a failure was solved are looked at. */
const TIMES_MAX = 3;
/** A solution is often saved only after it has proved to work. */
const AFTERWARDS_MS = 30 * 60_000;
/** A fact without a word of the failure may be the solution only if it was saved so near to the failure's end. */
const NEAR_MS = 10 * 60_000;

/**
 * The records that were saved while a failure lasted, or afterwards, and share a word with it or name its command;
 * without any, the one fact that was saved near its end. A rule or a summary that shares nothing is about other things.
 * What somebody saved goes before what was captured: an automatic summary always names the command.
 */
export function savedBetween(
  memory: Memory,
  readers: readonly Reader[],
  solved: readonly Solved[],
  { codes, lines }: Failure,
  commands: readonly Command[],
): Placed[] {
  const acts = commands.map(({ program, words }) => [program, ...words.slice(0, 2)].map((word) => word.toLowerCase()));
  const names = acts.filter((act) => act.length > 1).map(([program, act]) => `${program} ${act}`);
  const words = [...codes, ...lines, ...acts.flatMap((act) => act.slice(1))].join("\n").toLowerCase()
    .match(/\p{sc=Han}+|[\p{L}\d_]+/gu) ?? [];
  const terms = new Set(termsIn(words.filter((word) => !isPlain(word)).join(" ")));
  for (const { session, failedAt, solvedAt } of solved.slice(0, TIMES_MAX)) {
    const end = Date.parse(solvedAt);
    const saved = wantedIn(memory, readers, ({ index: { db } }) =>
      db.all(
        `SELECT ${FOUND_COLUMNS} FROM records AS r JOIN files f ON f.key = r.file
         WHERE r.session = ? AND r.time BETWEEN ? AND ? AND r.type IN ('fact', 'summary') AND r.hidden = ${HIDDEN.no}`,
        session,
        Date.parse(failedAt),
        end + AFTERWARDS_MS,
      ).flatMap((row) => asFound(row) ?? []));
    const related = saved.filter(({ content }) =>
      names.some((name) => hasWord(content.toLowerCase(), name)) || termsIn(content).some((term) => terms.has(term))
    );
    const near = saved.filter(({ memoryType, timestamp }) =>
      (memoryType === "W" || memoryType === "B") && Math.abs(Date.parse(timestamp) - end) <= NEAR_MS
    );
    const said = (some: Placed[]) => some.filter(({ record }) => isSaid(record));
    const only = (some: Placed[]) => some.length === 1 ? some : [];
    const found = [said(related), only(said(near)), related, only(near)].find((some) => some.length > 0);
    if (found) return found;
  }
  return [];
}

/** The terms of a text that tell what it is about; of Chinese the pairs of characters. */
function termsIn(text: string): string[] {
  const { surfaces, stems, runs } = analyse(text);
  const isTelling = (word: string) => priorOf(word) > TRADE_PRIOR;
  return [
    ...stems.filter((stem, at) => stem.length > 3 && isTelling(surfaces[at] ?? stem)),
    ...runs.flatMap(pairsOf).filter(isTelling),
  ];
}
