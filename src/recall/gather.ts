/**
 * In: the open layers of a memory. Out: what a session may start with: core memory, conventions, planned facts, the
 * last session.
 * Not done here: what of it fits (start.ts).
 *
 * @module
 */
import { reasonOf } from "../errors.ts";
import type { Found, RecentOptions } from "../index/read.ts";
import { usedSince } from "../index/usage.ts";
import { DAY_MS, dayOf } from "../records/days.ts";
import type { RecordId } from "../records/ids.ts";
import { type Fact, type Layer, texts } from "../records/mod.ts";
import { linesOf } from "../text/legible.ts";
import { redact } from "../records/redact.ts";
import { doneTodos, todoId } from "../records/todos.ts";
import { CORE_FILE, pathOf, staysInside } from "../store/layout.ts";
import type { Memory } from "../store/memory.ts";
import { citations, saidInShort } from "./frame.ts";
import { distinct, openTodosIn } from "./todos.ts";
import { type IsShared, isStated, isWanted, type Reader, sharedIn, textOf } from "./readers.ts";
import { type Convention, type LastSession, type StartMaterial, TODOS_MAX } from "./start.ts";
import type { Config } from "../config/mod.ts";

/** More of MEMORY.md than any budget takes; a log pasted into it must not slow the start down. */
const CORE_BYTES_MAX = 64 * 1024;
/** As many as the default budget takes; reading more of them costs every start. */
const OPINIONS_MAX = 60;
/** Of what others may have written, which the person's own must not wait behind. */
const OTHERS_OPINIONS_MAX = 20;
/** Ten times as many are looked at: others may have dated theirs after the person's. */
const OPINIONS_LOOKED_AT = 600;
/** No more of the planned facts are others'. */
const OTHERS_SHARE = 1 / 3;
/** Far more than any budget takes; it bounds a store in which an import put thousands into one week. */
const CANDIDATES_MAX = 1_000;
/** More about how projects are built and run than one week brings to a store. */
const BACKGROUND_MAX = 100;
/** Summaries to look through for one of this project, in a store that holds many projects'. */
const SESSIONS_MAX = 20;

const BREADTH: readonly unknown[] = ["broad", "medium", "narrow"];

/**
 * What the layers offer for a session's start, the project's before the person's.
 *
 * @param report told of what is there and can't be read: only that part is lost
 */
export function gatherStart(
  memory: Memory,
  readers: readonly Reader[],
  report: (lost: string) => void = () => {},
): StartMaterial {
  // What the MEMORY.md of a layer says whose records are not wanted is not looked up, but told.
  const here = (reader: Reader, found: readonly Found[]) =>
    found.filter(({ record }) => isWanted(memory, reader, record));
  const localDay = (timestamp: string) => dayOf(timestamp, memory.runtime);
  const notes = readers.flatMap((reader) => here(reader, reader.index.notes()).map((found) => ({ reader, found })))
    .filter(({ found }) => isInForce(found));
  const isShared = sharedIn(memory);
  const isOthers = (layer: Layer, found: Found) => isShared(layer, found.file, () => textOf(memory, found));
  const cite = citations(notes.map(({ reader, found }) => ({ id: found.id, layer: reader.layer })));
  const convention = ({ layer }: Reader, found: Found, text: string): Convention => {
    const others = isOthers(layer, found);
    return {
      id: found.id,
      name: cite({ id: found.id, layer }),
      text,
      stated: isStated(found) && !others,
      isOthers: others,
      timestamp: found.timestamp,
      changed: changeOf(found),
      ...found.timestamp === "" ? {} : { day: localDay(changeOf(found) ?? found.timestamp) },
      layer,
    };
  };
  const used = usedLately(memory, readers);
  return {
    core: readers.flatMap((reader) => byOrigin(coreOf(memory, reader, report), reader.layer, isShared)),
    conventions: [
      ...notes.toSorted((a, b) => BREADTH.indexOf(a.found.record.scope) - BREADTH.indexOf(b.found.record.scope))
        .map(({ reader, found }) => convention(reader, found, saidInShort(found))),
      ...usedFirst(
        readers.flatMap((reader) =>
          here(reader, opinionsOf(reader, isOthers)).map((found) => convention(reader, found, found.content))
        ),
        used,
      ),
    ],
    facts: withOftenUsed(readers, plannedFacts(memory, readers, here, localDay), used, here).map((
      { found, ...fact },
    ) => ({
      ...fact,
      day: localDay(fact.timestamp),
      isOthers: isOthers(fact.layer, found),
    })),
    ...gatherEnd(memory, readers, undefined, isShared),
  };
}

/** What is left to do, and the session to go on with. */
export type EndMaterial = Pick<StartMaterial, "todos" | "lastSession">;

/** Where earlier sessions ended. `current`: the session that asks, which knows its own summary. */
export function gatherEnd(
  memory: Memory,
  readers: readonly Reader[],
  current?: string,
  isShared = sharedIn(memory),
): EndMaterial {
  const localDay = (timestamp: string) => dayOf(timestamp, memory.runtime);
  const isOthers = (layer: Layer, found: Found) => isShared(layer, found.file, () => textOf(memory, found));
  const sessions = readers.flatMap((reader) =>
    reader.index.lastSessions(SESSIONS_MAX)
      .filter(({ record, session }) =>
        isWanted(memory, reader, record) && (current === undefined || session !== current)
      )
      .map((found) => ({ reader, found }))
  );
  // One more than is told tells that there are more.
  const todos = distinct(openTodosIn(memory, readers, isShared), TODOS_MAX + 1)
    .map(({ todo, timestamp, session, isOthers }) => ({
      id: todoId(todo),
      todo,
      day: localDay(timestamp),
      session,
      isOthers,
    }));
  return { todos, lastSession: lastSessionOf(sessions, memory.runtime.now(), localDay, isOthers) };
}

/** Work comes back to a matter within a month, or not. */
const USED_WITHIN_MS = 30 * DAY_MS;
/** Used in so many sessions, a fact that is too old for the plan is given all the same; so many of them are. */
const USED_OFTEN = 2;
const OLDER_MAX = 5;

/** In how many of the last sessions records were used, by id. */
type Used = ReadonlyMap<string, number>;

function usedLately({ runtime }: Memory, readers: readonly Reader[]): Used {
  const since = runtime.now().getTime() - USED_WITHIN_MS;
  return new Map(readers.flatMap(({ index: { db } }) => [...usedSince(db, since)]));
}

/** Those that sessions came back to first; else as they come, the newest first. */
function usedFirst<T extends { readonly id: RecordId }>(records: readonly T[], used: Used): T[] {
  const isOften = ({ id }: T) => (used.get(id) ?? 0) >= USED_OFTEN;
  return used.size === 0 ? [...records] : [...records.filter(isOften), ...records.filter((each) => !isOften(each))];
}

type Planned = ReturnType<typeof asPlanned>;

/**
 * The planned facts, the newest first, and behind them older ones that sessions came back to. That what was used often
 * should come first brought nothing where it was measured (docs/internals/recall-measured.md).
 */
function withOftenUsed(
  readers: readonly Reader[],
  planned: readonly Planned[],
  used: Used,
  here: (reader: Reader, found: readonly Found[]) => Found[],
): Planned[] {
  const known = new Set(planned.map(({ id }) => id));
  const often = [...used].filter(([id, sessions]) => sessions >= USED_OFTEN && !known.has(id)).map(([id]) => id);
  if (often.length === 0) return [...planned];
  const older = readers.flatMap((reader) =>
    here(reader, reader.index.factsOf(often)).map((found) => asPlanned(found, reader.layer))
  );
  const times = ({ id }: Planned) => used.get(id) ?? 0;
  return [...planned, ...older.toSorted((a, b) => times(b) - times(a)).slice(0, OLDER_MAX)];
}

/** What a layer's opinions are, the newest first: the person's own, then others'. */
function opinionsOf({ index, layer, store }: Reader, isOthers: (layer: Layer, found: Found) => boolean): Found[] {
  const own: Found[] = [];
  const others: Found[] = [];
  // Of a stranger's folder nothing is the person's, however far one looks.
  const isStrangers = layer === "project" && store.standing === "foreign";
  const [atOnce, most] = isStrangers ? [OTHERS_OPINIONS_MAX, OTHERS_OPINIONS_MAX] : [OPINIONS_MAX, OPINIONS_LOOKED_AT];
  for (const tracked of index.hasTracked() ? [false, true] : [false]) {
    for (let at = 0; at < most && own.length < OPINIONS_MAX; at += atOnce) {
      const found = index.opinions(tracked, atOnce, at);
      for (const each of found) (isOthers(layer, each) ? others : own).push(each);
      if (found.length < atOnce) break;
    }
  }
  return [...own.slice(0, OPINIONS_MAX), ...others.slice(0, OTHERS_OPINIONS_MAX)];
}

function plannedFacts(
  memory: Memory,
  readers: readonly Reader[],
  here: (reader: Reader, found: readonly Found[]) => Found[],
  localDay: (timestamp: string) => string,
) {
  const now = memory.runtime.now();
  const plan = memory.config.memory;
  const since = new Date(now.getTime() - planReachMs(plan));
  const load = (options: RecentOptions, limitOf?: (layer: Layer) => number) =>
    readers.flatMap((reader) => {
      const limit = limitOf?.(reader.layer) ?? options.limit ?? CANDIDATES_MAX;
      const { index } = reader;
      const recent = (more: RecentOptions) => index.recentFacts({ since, ...options, ...more });
      const found = index.hasTracked()
        ? [
          ...recent({ limit, tracked: false }),
          ...recent({ limit: Math.floor(plan.facts_limit * OTHERS_SHARE), tracked: true }),
        ]
        : recent({ limit });
      return here(reader, found).map((each) => asPlanned(each, reader.layer));
    });
  // All of it is due for the whole time, so that of a project's own no more than the plan takes can be given.
  const backgroundOf = (layer: Layer) => layer === "project" ? plan.facts_limit : BACKGROUND_MAX;
  // When the newest and the background fill the plan, as in any busy week, nothing older need be read.
  const newest = load({ limit: plan.facts_limit });
  const background = newest.length < plan.facts_limit ? [] : load({ onlyBackground: true }, backgroundOf);
  const besides = background.length === 0 ? newest : newest.filter((fact) => fact.memory_type !== "B");
  const chosen = factsToLoad([...besides, ...background], now, plan, localDay);
  return chosen.length === plan.facts_limit
    ? chosen
    : factsToLoad(load({ limit: CANDIDATES_MAX }), now, plan, localDay);
}

/** A note that is to be followed from the start: curated, in force, and more than a guess. */
function isInForce({ record: { status, strength } }: Found): boolean {
  return status !== "archive" && (strength === "validated" || strength === "enforced");
}

/** When a record was last reworded; undefined if it never was. */
function changeOf({ record: { updated_at } }: Found): string | undefined {
  return typeof updated_at === "string" ? updated_at : undefined;
}

/**
 * The person's own file stays as they wrote it; a secret in it is told to nobody's model all the same, since whatever a
 * session starts with leaves the machine with each prompt.
 */
function coreOf({ config }: Memory, { store }: Reader, report: (lost: string) => void): string {
  const path = pathOf(store, CORE_FILE);
  try {
    const isOurs = staysInside(store, CORE_FILE);
    const bytes = isOurs ? store.runtime.files.readRange(path, 0, CORE_BYTES_MAX) : undefined;
    const text = bytes ? new TextDecoder().decode(bytes) : "";
    return config.privacy.redact ? redact(text).text : text;
  } catch (error) {
    report(`${path}: ${reasonOf(error)}`);
    return "";
  }
}

/** Core memory as one text, or as two: the lines that the person wrote and those that others may have written. */
function byOrigin(text: string, layer: Layer, isShared: IsShared): { text: string; stated: boolean }[] {
  const lines = linesOf(text).map((line) => ({
    line,
    stated: line.trim() === "" ? undefined : !isShared(layer, CORE_FILE, () => line),
  }));
  return [true, false].flatMap((stated) => {
    const own = lines.filter((each) => each.stated === undefined || each.stated === stated);
    return own.some((each) => each.stated !== undefined)
      ? [{ text: own.map(({ line }) => line).join("\n"), stated }]
      : [];
  });
}

function asPlanned(found: Found, layer: Layer) {
  const { id, content, memoryType, timestamp, record } = found;
  const confidence = typeof record.confidence === "number" ? record.confidence : 0;
  return { id, content, memory_type: memoryType ?? "W", timestamp, confidence, changed: changeOf(found), layer, found };
}

interface FoundSession {
  readonly reader: Reader;
  readonly found: Found;
}

/** What of a handover was done since is told so far; it is no list of work. */
const DONE_MAX = 5;
/** As long a handover that somebody wrote goes before what was noted automatically since. */
const HANDOVER_KEPT_MS = 7 * DAY_MS;

/**
 * The session to go on with: the newest one, but before one that was summed up automatically the handover that somebody
 * wrote; the other one is named beside it if it came to something.
 */
function lastSessionOf(
  sessions: readonly FoundSession[],
  now: Date,
  localDay: (timestamp: string) => string,
  isOthers: (layer: Layer, found: Found) => boolean,
): StartMaterial["lastSession"] {
  const said = sessions.filter(saysSomething);
  const own = said.filter(({ reader, found }) => !isOthers(reader.layer, found));
  // No comparison by language, which takes half a millisecond to set up.
  const newest = (own.length > 0 ? own : said).toSorted((a, b) =>
    a.found.timestamp < b.found.timestamp ? 1 : a.found.timestamp > b.found.timestamp ? -1 : 0
  );
  const [first] = newest;
  if (!first) return undefined;
  const written = newest.find(({ found }) => !isAutomatic(found));
  const isRecent = ({ found }: FoundSession) => now.getTime() - Date.parse(found.timestamp) <= HANDOVER_KEPT_MS;
  if (!written || !isRecent(written)) {
    return asSession(newest.find((each) => isRecent(each) && cameToSomething(each)) ?? first, localDay);
  }
  const since = newest.slice(0, newest.indexOf(written)).find(cameToSomething);
  const told = asSession(written, localDay);
  return since
    ? { ...told, since: { topic: String(since.found.record.topic), day: localDay(since.found.timestamp) } }
    : told;
}

/** To-dos that were noted alone are no session to go on with. */
function saysSomething({ found: { record } }: FoundSession): boolean {
  return record.topic !== "" || record.summary !== "";
}

function isAutomatic({ record }: Found): boolean {
  return record.auto_generated === true;
}

/** Whether a summary tells more than what was asked: something decided, changed or run. */
function cameToSomething({ found: { record } }: FoundSession): boolean {
  if (record.auto_generated !== true || texts(record.decisions).length > 0) return true;
  return typeof record.summary === "string" && /修改：|运行：|\bChanged: |\bRan: /u.test(record.summary);
}

function asSession({ found }: FoundSession, localDay: (timestamp: string) => string): LastSession {
  const { id, timestamp, record } = found;
  // What a text says is open is marked where it was closed since.
  const done = record.summary === "" ? [] : doneTodos(record).filter(({ done_at }) => done_at > timestamp);
  const text = (value: unknown) => typeof value === "string" ? value : "";
  return {
    id,
    day: localDay(timestamp),
    session_id: text(record.session_id),
    // A newer wording of a summary has its own time.
    changed: changeOf(found) ?? timestamp,
    topic: text(record.topic),
    summary: text(record.summary),
    // Those of an automatic one, which only an earlier version wrote, repeat facts.
    decisions: isAutomatic(found) ? [] : texts(record.decisions),
    ...done.length === 0
      ? {}
      : { done: done.slice(-DONE_MAX).map(({ todo, done_at }) => ({ todo, day: localDay(done_at) })) },
  };
}

// Which facts a session starts with (方案 C, memory.*): all of the last days, the newest of each day before those, and
// only the important ones of the days before that. How the project is built, run and reached (type B) stays whole for
// all these days: who comes back after the weekend needs it first. If they are too many, the newest win.

/** How old a fact may be at most, in ms, to be in the plan. */
function planReachMs(plan: Config["memory"]): number {
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
