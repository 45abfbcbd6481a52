/**
 * In: what a session may start with. Out: the same with each thing told once; of two that contradict each other, the
 * one that does not hold any more is marked with the id of the other.
 * Not done here: choosing records (gather.ts), comparing them (beside.ts), the words around a mark (start.ts).
 *
 * Nothing is left out but what another line says as well. What is marked is still told: patterns judge, and they err.
 *
 * @module
 */
import type { MemoryIndex } from "../index/mod.ts";
import { sha256Hex } from "../hash.ts";
import { VERSION } from "../version.ts";
import type { compare, Findings, Item } from "./beside.ts";
import { rankOf, said } from "./precedence.ts";
import type { Convention, StartMaterial } from "./start.ts";

/** Rules that are compared: more than any budget takes. */
const RULES_MAX = 400;

/**
 * Where what was found is kept from one start to the next: the same lines are told until something is saved, and most
 * of them again after that.
 */
type Kept = Pick<MemoryIndex, "kept" | "keep">;

/** Tells each thing once, and marks what another line contradicts. */
export async function settle(material: StartMaterial, kept?: Kept): Promise<StartMaterial> {
  const lines = linesOf(material, kept);
  return settled(material, lines.findings ?? found(lines, (await import("./beside.ts")).compare, kept));
}

/** The same for those who can't wait for a module. */
export function settleAtOnce(material: StartMaterial, how: typeof compare, kept?: Kept): StartMaterial {
  const lines = linesOf(material, kept);
  return settled(material, lines.findings ?? found(lines, how, kept));
}

/** The lines of a start, and what is known of them. */
interface Lines {
  readonly items: readonly Item[];
  /** Of the lines, and of who compares them. */
  readonly of: string;
  readonly before: Findings | undefined;
  /** What an earlier start found, if these are its lines. */
  readonly findings: Findings | undefined;
}

function linesOf({ lastSession, conventions, facts }: StartMaterial, kept?: Kept): Lines {
  const decisions =
    lastSession?.decisions.map((text, at) =>
      itemOf({ id: lastSession.id, changed: lastSession.changed }, text, 0, `${DECISION}${at}`)
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
    // What stands beside a decision says what holds now.
    lastSession: lastSession && {
      ...lastSession,
      decisions: lastSession.decisions.filter((_, at) => {
        const key = `${DECISION}${at}`;
        return marks[key] === undefined && !doubles.includes(key);
      }),
    },
  };
}

function readFindings(text: string | undefined): Findings | undefined {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    // The file was damaged there: it is found out anew.
    return undefined;
  }
}

function itemOf(
  each: Pick<Convention, "id" | "timestamp" | "changed" | "layer">,
  text: string,
  rank: number,
  key = keyOf(each),
): Item {
  return { ...said(text, each, rank), key, id: each.id, isDecision: key.startsWith(DECISION) };
}

/** Before the place of a decision of the last session. */
const DECISION = "decision ";

function keyOf({ id, layer = "project" }: Pick<Convention, "id" | "layer">): string {
  return `${layer} ${id}`;
}
