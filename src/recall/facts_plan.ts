/**
 * In: the open layers of a memory. Out: the facts that a session's start may tell.
 *
 * The plan (方案 C, memory.*): all facts of the last days, the newest of each day before them, and of the days before
 * that only the important ones. Facts about building, running and reaching the project (type B) stay for all of these
 * days, since a person needs them first after a weekend. Of too many facts the newest win, guesses behind all others.
 */
import type { Config } from "../config/mod.ts";
import { factsOf, recentFacts, type RecentOptions } from "../index/read.ts";
import { usedSince } from "../index/usage.ts";
import { DAY_MS, dayOf } from "../records/days.ts";
import type { Fact, Layer } from "../records/mod.ts";
import { isGuess } from "../records/view.ts";
import type { Memory } from "../store/memory.ts";
import type { Others } from "../store/own_lines.ts";
import { lastSaid } from "../store/resolve.ts";
import { type Ordered, ownFirst } from "./own_first.ts";
import { type IsOthers, type Placed, type Reader, wantedIn } from "./readers.ts";
import { laterIn } from "./settle.ts";

/** Work that has left a matter for a month seldom comes back to it. */
const USED_WITHIN_MS = 30 * DAY_MS;
/** A fact that so many sessions used is told even if it is too old for the plan. */
const USED_OFTEN = 2;
/** The most such facts. */
const OLDER_MAX = 5;

/** How many recent sessions used a record, by its id. */
type Used = ReadonlyMap<string, number>;

/** The records that recent sessions used. */
export function usedLately({ runtime }: Memory, readers: readonly Reader[]): Used {
  const since = runtime.now().getTime() - USED_WITHIN_MS;
  return new Map(readers.flatMap(({ index: { db } }) => [...usedSince(db, since)]));
}

/** The records that sessions used often, then the others, each in their order. */
export function usedFirst(records: readonly Placed[], used: Used): Placed[] {
  const isOften = ({ id }: Placed) => (used.get(id) ?? 0) >= USED_OFTEN;
  return [...records.filter(isOften), ...records.filter((each) => !isOften(each))];
}

type Planned = ReturnType<typeof asPlanned>;

function asPlanned(found: Placed) {
  const { id, content, memoryType, timestamp, layer, record } = found;
  const confidence = typeof record.confidence === "number" ? record.confidence : 0;
  const changed = lastSaid(record) || timestamp;
  const auto_generated = record.auto_generated === true;
  return { id, content, memory_type: memoryType ?? "W", timestamp, confidence, auto_generated, changed, layer, found };
}

/** The planned facts, and behind them, as measured, older ones that sessions used often. */
export function factsOfStart(
  memory: Memory,
  readers: readonly Reader[],
  used: Used,
  isOthers: IsOthers,
): Planned[] {
  const planned = plannedFacts(memory, readers, isOthers);
  const known = new Set(planned.map(({ id }) => id));
  const often = [...used].filter(([id, sessions]) => sessions >= USED_OFTEN && !known.has(id)).map(([id]) => id);
  if (often.length === 0) return planned;
  const isPlain = ({ type, memoryType }: Placed) => type === "fact" && memoryType !== "S" && memoryType !== "O";
  const times = ({ id }: Placed) => used.get(id) ?? 0;
  const older = wantedIn(memory, readers, ({ index: { db } }) => factsOf(db, often)).filter(isPlain)
    .sort((a, b) => times(b) - times(a)).slice(0, OLDER_MAX);
  // A later record that says otherwise takes the place of one that sessions used.
  const laterOf = laterIn(memory, readers.map(({ index }) => index));
  const inForce = older.map((each) => laterOf(each) ?? each).filter((each) => isPlain(each) && !known.has(each.id));
  return [...planned, ...[...new Map(inForce.map((each) => [each.id, each])).values()].map(asPlanned)];
}

/** So many facts that others may have written are planned behind the person's own, as a share of these. */
const OTHERS_SHARE = 1 / 3;
/** Far more than any budget takes, for a store in which an import put thousands of facts into one week. */
const CANDIDATES_MAX = 1_000;
/** More facts about building and running projects than one week brings. */
const BACKGROUND_MAX = 100;

/** The person's own facts, behind them others'. */
function plannedFacts(memory: Memory, readers: readonly Reader[], isOthers: IsOthers): Planned[] {
  const { runtime, config: { memory: plan } } = memory;
  const now = runtime.now();
  const others = { ...plan, facts_limit: Math.ceil(plan.facts_limit * OTHERS_SHARE) };
  const since = new Date(now.getTime() - plan.load_days_max * DAY_MS);
  const localDay = (timestamp: string) => dayOf(timestamp, runtime);
  let isAll = true;
  const load = (limitOf: (layer: Layer) => number, options: RecentOptions = {}) =>
    wantedIn<Ordered>(memory, readers, (reader) => {
      const own = limitOf(reader.layer);
      const page = (written: Others, limit: number, offset: number) =>
        recentFacts(reader.index.db, { since, ...options, others: written, limit, offset });
      const found = ownFirst(reader, page, isOthers, { own, others: others.facts_limit });
      isAll &&= found.filter(({ isBehind }) => !isBehind).length < own;
      return found;
    }).map(({ isBehind, ...found }) => ({ ...asPlanned(found), isBehind }));
  // Background is due for the whole time, so of a project's own no more can be told than the plan takes.
  const backgroundOf = (layer: Layer) => layer === "project" ? plan.facts_limit : BACKGROUND_MAX;
  const chosenOf = (facts: ReturnType<typeof load>, isBehind: boolean) =>
    factsToLoad(facts.filter((each) => each.isBehind === isBehind), now, isBehind ? others : plan, localDay);
  const planned = (facts: ReturnType<typeof load>) => [...chosenOf(facts, false), ...chosenOf(facts, true)];
  // When the newest facts and the background fill the plan, as in any busy week, nothing older need be read.
  const newest = load(() => plan.facts_limit);
  if (isAll) return planned(newest);
  const background = load(backgroundOf, { onlyBackground: true });
  const all = [...newest.filter(({ memory_type }) => memory_type !== "B"), ...background];
  const chosen = chosenOf(all, false);
  const isWhole = chosen.length === plan.facts_limit && !chosen.some(isGuess);
  return planned(isWhole ? all : load(() => CANDIDATES_MAX));
}

/**
 * The facts to load, newest first, what a capture guessed behind what somebody saved. Ages are counted in hours from
 * `now`, not in calendar days; a fact from the future counts as new. Stage summaries are left out, since the session's
 * own summary is better.
 */
export function factsToLoad<F extends Pick<Fact, "timestamp" | "confidence" | "memory_type" | "auto_generated">>(
  facts: readonly F[],
  now: Date,
  plan: Config["memory"],
  localDay: (timestamp: string) => string,
): F[] {
  const perDay = new Map<string, number>();
  const isDue = (fact: F): boolean => {
    const days = (now.getTime() - Date.parse(fact.timestamp)) / DAY_MS;
    if (!(days < plan.load_days_max)) return false;
    if (days < plan.load_days_full || fact.memory_type === "B") return true;
    if (days >= plan.load_days_partial) return fact.confidence >= plan.important_confidence;
    const day = localDay(fact.timestamp);
    const soFar = perDay.get(day) ?? 0;
    perDay.set(day, soFar + 1);
    return soFar < plan.partial_per_day;
  };
  const due = facts.filter((fact) => fact.memory_type !== "S")
    // Sorted first, since `isDue` counts the first facts of each day.
    .toSorted((a, b) => Number(isGuess(a)) - Number(isGuess(b)) || Date.parse(b.timestamp) - Date.parse(a.timestamp))
    .filter(isDue);
  // Half of the plan is kept for background, which newer facts would crowd out.
  const background = due.filter((fact) => fact.memory_type === "B");
  const kept = new Set(background.slice(0, Math.floor(plan.facts_limit / 2)));
  for (const fact of due) if (kept.size < plan.facts_limit) kept.add(fact);
  return due.filter((fact) => kept.has(fact));
}
