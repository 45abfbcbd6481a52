/**
 * In: the material of a session's start. Out: the same with each thing told once; of two lines that contradict each
 * other, the outdated one is marked with the id of the other.
 * Not done here: choosing records (gather.ts), comparing them (beside.ts), the words around a mark (start.ts).
 *
 * A line is left out only if another says the same. A marked line is still told, since patterns judge, and they err.
 *
 * @module
 */
import type { MemoryIndex } from "../index/mod.ts";
import { sha256Hex } from "../hash.ts";
import { briefId, type RecordId } from "../records/ids.ts";
import { VERSION } from "../version.ts";
import type { compare, Findings, Item } from "./beside.ts";
import { rankOf, said } from "./precedence.ts";
import type { Convention, StartMaterial } from "./start.ts";

/** The most rules that are compared: more than any budget takes. */
const RULES_MAX = 400;

/** The index keeps the findings, since the next start tells most of the same lines. */
type Kept = Pick<MemoryIndex, "kept" | "keep">;

/** Tells each thing once, and marks lines that another one contradicts. */
export async function settle(material: StartMaterial, kept?: Kept): Promise<StartMaterial> {
  const lines = linesOf(material, kept);
  return settled(material, lines.findings ?? found(lines, (await import("./beside.ts")).compare, kept));
}

/** `settle` for callers that can't wait for a module. */
export function settleAtOnce(material: StartMaterial, how: typeof compare, kept?: Kept): StartMaterial {
  const lines = linesOf(material, kept);
  return settled(material, lines.findings ?? found(lines, how, kept));
}

/**
 * Gives a function: the end of the id of the record that contradicts a record and goes before it, by the last start or
 * a save since; undefined for a record that none contradicts.
 */
export function markedIn(
  kept: Kept | undefined,
): (record: Pick<Convention, "id" | "layer">) => string | undefined {
  const marks = readFindings(kept?.kept())?.marks ?? {};
  return (record) => marks[keyOf(record)];
}

/** Notes that a record that was just saved contradicts older ones, which are told as such from now on. */
export function mark(kept: Kept, older: readonly Pick<Convention, "id" | "layer">[], newer: RecordId): void {
  const none = { doubles: [], marks: {}, compared: {}, done: [], contrary: [] };
  const before = readFindings(kept.kept()) ?? none;
  const marks = { ...before.marks, ...Object.fromEntries(older.map((each) => [keyOf(each), briefId(newer)])) };
  // The next start compares its lines, whatever they are.
  kept.keep(JSON.stringify({ ...before, of: "", marks }));
}

/** The lines of a start. */
interface Lines extends Pick<Findings, "of"> {
  readonly items: readonly Item[];
  /** The findings of an earlier start. */
  readonly before: Findings | undefined;
  /** `before`, if it is about just these lines. */
  readonly findings: Findings | undefined;
}

function linesOf({ lastSession, conventions, facts }: StartMaterial, kept?: Kept): Lines {
  const decisions =
    lastSession?.decisions.map((text, at) =>
      itemOf({ id: lastSession.id, changed: lastSession.changed }, text, 0, decisionKey(at))
    ) ?? [];
  const items = [
    ...conventions.slice(0, RULES_MAX).map((each) => itemOf(each, each.text, rankOf({ ...each, isRule: true }))),
    ...facts.map((each) => itemOf(each, each.content, rankOf({ isRule: false, isOthers: each.isOthers }))),
    ...decisions,
  ];
  const parts = items.map(({ key, at, rank, text }) => `${key}\0${at}\0${rank}\0${text}\0`);
  const of = sha256Hex([VERSION, ...parts]);
  const before = readFindings(kept?.kept());
  return { items, of, before, findings: before?.of === of && !before.unfinished ? before : undefined };
}

function found({ items, of, before }: Lines, how: typeof compare, kept?: Kept): Findings {
  const findings = { of, ...how(items, before) };
  kept?.keep(JSON.stringify(findings));
  return findings;
}

function settled(material: StartMaterial, { doubles, marks }: Findings): StartMaterial {
  const { lastSession } = material;
  const once = <T extends Pick<Convention, "id" | "layer">>(list: readonly T[]) =>
    list.filter((each) => !doubles.includes(keyOf(each))).map((each) => {
      const otherwise = marks[keyOf(each)];
      return otherwise === undefined ? each : { ...each, otherwise };
    });
  return {
    ...material,
    conventions: once(material.conventions),
    facts: once(material.facts),
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
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    // The index is damaged there: the lines are compared again.
    return undefined;
  }
}

function itemOf(
  each: Pick<Convention, "id" | "timestamp" | "changed" | "layer">,
  text: string,
  rank: number,
  decision?: string,
): Item {
  return { ...said(text, each, rank), key: decision ?? keyOf(each), id: each.id, isDecision: decision !== undefined };
}

/** The key of a decision of the last session. */
function decisionKey(at: number): string {
  return `decision ${at}`;
}

function keyOf({ id, layer = "project" }: Pick<Convention, "id" | "layer">): string {
  return `${layer} ${id}`;
}
