/**
 * In: the material of a session's start. Out: the same with each thing told once; of two lines that contradict each
 * other, the outdated one, or the person's own that others contradict, is marked with the id of the other.
 *
 * A line is left out only if another says the same. A marked line is still told, since patterns judge, and they err.
 */
import { tried } from "../errors.ts";
import type { MemoryIndex } from "../index/open.ts";
import { recordsOf, replacementOf } from "../index/read.ts";
import { sha256Hex } from "../hash.ts";
import { briefId, type RecordId } from "../records/ids.ts";
import type { Memory } from "../store/memory.ts";
import { VERSION } from "../version.ts";
import type { compare, Findings, Item } from "./compare.ts";
import { goesBefore, rankOf, sayer } from "./precedence.ts";
import { layerHere, type Placed } from "./readers.ts";
import type { Convention, StartMaterial } from "./start_material.ts";

/** The most rules that are compared: more than any budget takes. */
const RULES_MAX = 400;

/** The most marks that are kept of records that a start does not tell. */
const MARKS_MAX = 200;

/** The index keeps the findings, since the next start tells most of the same lines. */
type Kept = Pick<MemoryIndex, "kept" | "keep">;

/** Tells each thing once, and marks lines that another one contradicts. */
export async function settle(material: StartMaterial, kept?: Kept): Promise<StartMaterial> {
  const lines = linesOf(material, kept);
  return settled(material, lines.findings ?? newFindings(lines, (await import("./compare.ts")).compare, kept));
}

/** `settle` for callers that can't wait for a module. */
export function settleAtOnce(material: StartMaterial, compareLines: typeof compare, kept?: Kept): StartMaterial {
  const lines = linesOf(material, kept);
  return settled(material, lines.findings ?? newFindings(lines, compareLines, kept));
}

/** Gives the record that contradicts a record and goes before it, by a start or a save since, if it is still there. */
export function laterIn(memory: Memory, indexes: readonly MemoryIndex[]): (hit: Placed) => Placed | undefined {
  const text = indexes[0]?.kept();
  // Most often nothing is marked, and the findings of a large memory are long.
  const { marks, at = {} } = (text === undefined || text.includes(NO_MARKS) ? undefined : readFindings(text)) ?? NONE;
  let saidBy: ReturnType<typeof sayer> | undefined;
  return (hit) => {
    const by = marks[keyOf(hit)];
    if (by === undefined) return undefined;
    // What was replaced since has a successor.
    const later = indexes.flatMap(({ db, store: { layer } }) => {
      const found = recordsOf(db, [by])[0] ?? replacementOf(db, by);
      return found ? { ...found, layer } : [];
    }).find(({ layer, record }) => layerHere(memory, layer, record) !== undefined);
    if (!later) return undefined;
    saidBy ??= sayer(memory);
    const [mine, theirs] = [saidBy(hit), saidBy(later)];
    const said = at[keyOf(hit)] ?? "";
    if (mine.at > said || later.id === by && theirs.at > said) return undefined;
    return goesBefore(theirs, mine) ? later : undefined;
  };
}

/** In the findings of a memory in which no record contradicts another. */
const NO_MARKS = `"marks":{}`;

const NONE: Findings = { of: "", doubles: [], marks: {}, compared: {}, done: [], contrary: [] };

/** Notes that a record that was just saved contradicts older ones, which are told as such from now on. */
export function mark(kept: Kept, older: readonly Pick<Convention, "id" | "layer">[], newer: RecordId, now: Date): void {
  const before = readFindings(kept.kept()) ?? NONE;
  // What an outdated record has put out of force is now outdated by the newer one.
  const chained = Object.entries(before.marks).filter(([, by]) => older.some(({ id }) => id === by));
  const keys = [...chained.map(([key]) => key), ...older.map(keyOf)];
  const marks = { ...before.marks, ...Object.fromEntries(keys.map((key) => [key, newer])) };
  const at = { ...before.at, ...Object.fromEntries(keys.map((key) => [key, now.toISOString()])) };
  // The next start compares its lines, whatever they are.
  kept.keep(JSON.stringify({ ...before, of: "", marks, at }));
}

type Lines = ReturnType<typeof linesOf>;

/** The lines of a start, and what an earlier one has found of them: `findings`, if it was about just these. */
function linesOf({ lastSession, conventions, facts, replaced = [] }: StartMaterial, kept?: Kept) {
  const decisions = lastSession?.decisions.map((text, at) => itemOf(lastSession, text, 0, decisionKey(at))) ?? [];
  const items = [
    ...conventions.slice(0, RULES_MAX).map((each) => itemOf(each, each.text, rankOf({ ...each, isRule: true }))),
    ...facts.map((each) => ({
      ...itemOf(each, each.content, rankOf({ isRule: false, isOthers: each.isOthers })),
      isShared: each.isShared,
    })),
    ...decisions,
    ...replaced.map((each) => ({
      ...each,
      key: keyOf(each),
      isDecision: false,
      replacedBy: keyOf({ ...each, id: each.by }),
    })),
  ];
  const parts = items.map(({ key, at, rank, isShared, text }) =>
    `${key}\0${at}\0${rank}${isShared ? "+" : ""}\0${text}\0`
  );
  const of = sha256Hex([VERSION, ...parts]);
  const before = readFindings(kept?.kept());
  return { items, of, before, findings: before?.of === of && !before.unfinished ? before : undefined };
}

function newFindings({ items, of, before }: Lines, compareLines: typeof compare, kept?: Kept): Findings {
  const compared = compareLines(items, before);
  const told = new Set(items.map(({ key }) => key));
  // A start tells few of the records: what was found of the others still holds.
  const others = Object.entries(before?.marks ?? {}).filter(([key]) => !told.has(key) && !key.startsWith(DECISION));
  const marks = { ...Object.fromEntries(others.slice(-MARKS_MAX)), ...compared.marks };
  const saidAt = (matches: (item: Item) => boolean) => items.find(matches)?.at ?? "";
  const at: Record<string, string> = {};
  for (const [key, by] of Object.entries(marks)) {
    const [older, newer] = [saidAt((item) => item.key === key), saidAt(({ id }) => id === by)];
    at[key] = compared.marks[key] === undefined ? before?.at?.[key] ?? "" : older > newer ? older : newer;
  }
  const findings = { of, ...compared, marks, at };
  kept?.keep(JSON.stringify(findings));
  return findings;
}

function settled(material: StartMaterial, { doubles, marks, contested = {} }: Findings): StartMaterial {
  const { lastSession } = material;
  const once = <T extends Pick<Convention, "id" | "layer">>(list: readonly T[]) =>
    list.filter((each) => !doubles.includes(keyOf(each))).map((each) => {
      const by = marks[keyOf(each)];
      return by === undefined ? each : { ...each, otherwise: briefId(by) };
    });
  return {
    ...material,
    conventions: once(material.conventions),
    facts: once(material.facts).map((each) => {
      const by = contested[keyOf(each)];
      return by === undefined ? each : { ...each, contestedBy: briefId(by) };
    }),
    // The line that contradicts a decision is told too, so the decision need not be.
    lastSession: lastSession && {
      ...lastSession,
      decisions: lastSession.decisions.filter((_, at) =>
        marks[decisionKey(at)] === undefined && !doubles.includes(decisionKey(at))
      ),
    },
  };
}

function readFindings(text: string | undefined): Findings | undefined {
  // The index is damaged there: the lines are compared again.
  return tried(() => text === undefined ? undefined : JSON.parse(text));
}

function itemOf(
  each: Pick<Convention, "id" | "changed" | "layer">,
  text: string,
  rank: number,
  decision?: string,
): Item {
  return {
    text,
    at: each.changed ?? "",
    inProject: each.layer !== "global",
    rank,
    key: decision ?? keyOf(each),
    id: each.id,
    isDecision: decision !== undefined,
  };
}

const DECISION = "decision ";

function decisionKey(at: number): string {
  return `${DECISION}${at}`;
}

function keyOf({ id, layer = "project" }: Pick<Convention, "id" | "layer">): string {
  return `${layer} ${id}`;
}
