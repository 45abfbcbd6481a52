/**
 * Which facts a session starts with (方案 C, memory.*): all of the last days, the newest of each day before those, and
 * only the important ones of the days before that. How the project is built, run and reached (type B) stays whole for
 * all these days: who comes back after the weekend needs it first. If they are too many, the newest win.
 *
 * @module
 */
import type { Config } from "../config/mod.ts";
import { DAY_MS } from "../records/days.ts";
import type { Fact } from "../records/mod.ts";

/** How old a fact may be at most, in ms, to be in the plan. */
export function planReachMs(plan: Config["memory"]): number {
  return plan.load_days_max * DAY_MS;
}

/** How many of the facts may be background that newer facts would crowd out. */
function keptBackground(plan: Config["memory"]): number {
  return Math.floor(plan.facts_limit / 2);
}

/**
 * The facts to load, newest first. Ages are counted in hours from `now`, not in calendar days; a fact from the future
 * counts as new. Stage summaries are left out: the session's own summary says it better.
 */
export function factsToLoad<F extends Pick<Fact, "timestamp" | "confidence" | "memory_type">>(
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
    // Newest first before anything is counted: "the newest three" of a day must not become its oldest.
    .toSorted((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp))
    .filter(isDue);
  const kept = new Set(due.filter((fact) => fact.memory_type === "B").slice(0, keptBackground(plan)));
  for (const fact of due) if (kept.size < plan.facts_limit) kept.add(fact);
  return due.filter((fact) => kept.has(fact));
}
