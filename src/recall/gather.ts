/**
 * In: the open layers of a memory. Out: the material of a session's start: core memory, conventions, planned facts,
 * open to-dos, the last session.
 * Not done here: fitting it into the budget (start.ts).
 *
 * @module
 */
import { binaryCommand } from "../agents/command.ts";
import { reasonOf } from "../errors.ts";
import { byCode } from "../lists.ts";
import type { Found, RecentOptions } from "../index/read.ts";
import { usedSince } from "../index/usage.ts";
import { DAY_MS, dayOf } from "../records/days.ts";
import { type Fact, type Layer, texts } from "../records/mod.ts";
import { coreLines } from "../store/instructions.ts";
import { doneTodos, todoId } from "../records/todos.ts";
import { CORE_FILE, pathOf, staysInside } from "../store/layout.ts";
import type { Memory } from "../store/memory.ts";
import { cleanText } from "./clean.ts";
import { citations, saidInShort } from "./frame.ts";
import { distinct, openTodosIn } from "./todos.ts";
import {
  type IsOthers,
  type IsShared,
  isStated,
  othersIn,
  type Placed,
  type Reader,
  sharedIn,
  wantedIn,
} from "./readers.ts";
import type { Runtime } from "../runtime.ts";
import { type Convention, type LastSession, type StartMaterial, TODOS_MAX } from "./start.ts";
import type { Config } from "../config/mod.ts";

/** More of MEMORY.md than any budget takes: a log pasted into it must not slow the start down. */
const CORE_BYTES_MAX = 64 * 1024;
/** The default budget takes no more, and reading more would slow down every start. */
const OPINIONS_MAX = 60;
/** Opinions that others may have written. */
const OTHERS_OPINIONS_MAX = 20;
/** Ten times as many are read: others may have dated theirs later than the person's, to come first. */
const OPINIONS_LOOKED_AT = 600;
/** The share of the planned facts that others may have written. */
const OTHERS_SHARE = 1 / 3;
/** Far more than any budget takes, for a store in which an import put thousands of facts into one week. */
const CANDIDATES_MAX = 1_000;
/** More facts about building and running projects than one week brings. */
const BACKGROUND_MAX = 100;
/** So many summaries are read to find one of this project, since the person's store holds those of many projects. */
const SESSIONS_MAX = 20;

const BREADTH: readonly unknown[] = ["broad", "medium", "narrow"];

/**
 * The material of a session's start, the project's before the person's.
 *
 * @param report told of core memory that can't be read: only that part is lost
 */
export function gatherStart(
  memory: Memory,
  readers: readonly Reader[],
  report: (lost: string) => void = () => {},
): StartMaterial {
  const { runtime } = memory;
  const isShared = sharedIn(memory);
  const isOthers = othersIn(memory, isShared);
  const notes = wantedIn(memory, readers, ({ index }) => index.notes()).filter(isInForce);
  const cite = citations(notes);
  const convention = (found: Placed, text: string): Convention => {
    const { id, layer, timestamp } = found;
    const others = isOthers(found);
    const changed = changeOf(found);
    return {
      id,
      name: cite(found),
      text,
      stated: isStated(found) && !others,
      isOthers: others,
      isAwaiting: found.conditions.length > 0,
      timestamp,
      changed,
      ...timestamp === "" ? {} : { day: dayOf(changed ?? timestamp, runtime) },
      layer,
    };
  };
  const used = usedLately(memory, readers);
  const opinions = wantedIn(memory, readers, (reader) => opinionsOf(reader, isOthers));
  return {
    core: readers.flatMap((reader) =>
      byOrigin(coreOf(reader, report), reader.layer, isShared)
        // A session's start leaves the machine with every prompt; the file itself stays as the person wrote it.
        .map((core) => ({ ...core, text: cleanText(memory.config, core.text) }))
    ),
    conventions: [
      ...notes.toSorted((a, b) => BREADTH.indexOf(a.record.scope) - BREADTH.indexOf(b.record.scope))
        .map((found) => convention(found, saidInShort(found))),
      ...usedFirst(opinions, used).map((found) => convention(found, found.content)),
    ],
    facts: withOftenUsed(memory, readers, plannedFacts(memory, readers), used).map(({ found, ...fact }) => ({
      ...fact,
      day: dayOf(fact.timestamp, runtime),
      isOthers: isOthers(found),
    })),
    ...gatherEnd(memory, readers, undefined, isOthers),
  };
}

/** The open to-dos, and the session to go on with. `current`: the session that asks, which knows its own summary. */
export function gatherEnd(
  memory: Memory,
  readers: readonly Reader[],
  current?: string,
  isOthers = othersIn(memory),
): Pick<StartMaterial, "todos" | "more" | "lastSession"> {
  const sessions = wantedIn(memory, readers, ({ index }) => index.lastSessions(SESSIONS_MAX))
    .filter(({ session }) => current === undefined || session !== current)
    // A summary of to-dos alone is no session to go on with.
    .filter(({ record }) => record.topic !== "" || record.summary !== "");
  const open = distinct(openTodosIn(memory, readers, isOthers));
  const todos = open.slice(0, TODOS_MAX)
    .map(({ timestamp, ...each }) => ({ ...each, id: todoId(each.todo), day: dayOf(timestamp, memory.runtime) }));
  const more = {
    todos: open.slice(TODOS_MAX).filter(({ isOthers }) => !isOthers).length,
    memory: binaryCommand(memory.runtime),
  };
  const lastSession = lastSessionOf(
    sessions,
    untoldStages(memory, readers, sessions, current),
    memory.runtime,
    isOthers,
  );
  const holds = (decision: string) => !readers.some(({ index }) => index.isReplaced(decision));
  return {
    todos,
    more,
    lastSession: lastSession && { ...lastSession, decisions: lastSession.decisions.filter(holds) },
  };
}

/** So many stages are read to find those that no summary tells. */
const STAGES_MAX = 20;

/** The recent stages of work that are newer than the summary of their session, or whose session has none. */
function untoldStages(
  memory: Memory,
  readers: readonly Reader[],
  sessions: readonly Placed[],
  current: string | undefined,
): Placed[] {
  const since = memory.runtime.now().getTime() - HANDOVER_KEPT_MS;
  return wantedIn(memory, readers, ({ index }) => index.stages(since, STAGES_MAX)).filter((stage) =>
    (current === undefined || stage.session !== current) &&
    !sessions.some(({ session, timestamp }) => session === stage.session && timestamp >= stage.timestamp)
  );
}

/** Work that has left a matter for a month seldom comes back to it. */
const USED_WITHIN_MS = 30 * DAY_MS;
/** A fact that so many sessions used is told even if it is too old for the plan. */
const USED_OFTEN = 2;
/** The most such facts. */
const OLDER_MAX = 5;

/** How many recent sessions used a record, by its id. */
type Used = ReadonlyMap<string, number>;

function usedLately({ runtime }: Memory, readers: readonly Reader[]): Used {
  const since = runtime.now().getTime() - USED_WITHIN_MS;
  return new Map(readers.flatMap(({ index: { db } }) => [...usedSince(db, since)]));
}

/** The records that sessions used often, then the others, each in their order. */
function usedFirst(records: readonly Placed[], used: Used): Placed[] {
  const isOften = ({ id }: Placed) => (used.get(id) ?? 0) >= USED_OFTEN;
  return [...records.filter(isOften), ...records.filter((each) => !isOften(each))];
}

type Planned = ReturnType<typeof asPlanned>;

/**
 * The planned facts, and behind them older ones that sessions used often. Telling the often used ones first brought
 * nothing where it was measured (docs/internals/recall-measured.md).
 */
function withOftenUsed(
  memory: Memory,
  readers: readonly Reader[],
  planned: readonly Planned[],
  used: Used,
): Planned[] {
  const known = new Set(planned.map(({ id }) => id));
  const often = [...used].filter(([id, sessions]) => sessions >= USED_OFTEN && !known.has(id)).map(([id]) => id);
  if (often.length === 0) return [...planned];
  const older = wantedIn(memory, readers, ({ index }) => index.factsOf(often))
    .filter(({ memoryType }) => memoryType !== "S" && memoryType !== "O").map(asPlanned);
  const times = ({ id }: Planned) => used.get(id) ?? 0;
  return [...planned, ...older.sort((a, b) => times(b) - times(a)).slice(0, OLDER_MAX)];
}

/** The opinions of a layer, the newest first: the person's own, then others'. */
function opinionsOf({ index, layer, store }: Reader, isOthers: IsOthers): Found[] {
  const own: Found[] = [];
  const others: Found[] = [];
  // In a stranger's folder nothing is the person's own, so looking further finds nothing.
  const isStrangers = layer === "project" && store.standing === "foreign";
  const [atOnce, most] = isStrangers ? [OTHERS_OPINIONS_MAX, OTHERS_OPINIONS_MAX] : [OPINIONS_MAX, OPINIONS_LOOKED_AT];
  for (const tracked of index.hasTracked() ? [false, true] : [false]) {
    for (let at = 0; at < most && own.length < OPINIONS_MAX; at += atOnce) {
      const found = index.opinions(tracked, atOnce, at);
      for (const each of found) (isOthers({ ...each, layer }) ? others : own).push(each);
      if (found.length < atOnce) break;
    }
  }
  // What the person replaced themselves is no longer known as theirs (store/known.ts): somebody else replaced the rest.
  const kept = index.hasTracked() && !isStrangers ? index.replacedOpinions(OPINIONS_LOOKED_AT) : [];
  own.push(...kept.filter((each) => !isOthers({ ...each, layer })));
  return [...own.slice(0, OPINIONS_MAX), ...others.slice(0, OTHERS_OPINIONS_MAX)];
}

function plannedFacts(memory: Memory, readers: readonly Reader[]): Planned[] {
  const { runtime, config: { memory: plan } } = memory;
  const now = runtime.now();
  const since = new Date(now.getTime() - plan.load_days_max * DAY_MS);
  const localDay = (timestamp: string) => dayOf(timestamp, runtime);
  const load = (limitOf: (layer: Layer) => number, options: RecentOptions = {}) =>
    wantedIn(memory, readers, ({ index, layer }) => {
      const recent = (more: RecentOptions) => index.recentFacts({ since, ...options, ...more });
      const limit = limitOf(layer);
      const others = Math.floor(plan.facts_limit * OTHERS_SHARE);
      return index.hasTracked()
        ? [...recent({ limit, tracked: false }), ...recent({ limit: others, tracked: true })]
        : recent({ limit });
    }).map(asPlanned);
  // Background is due for the whole time, so of a project's own no more can be told than the plan takes.
  const backgroundOf = (layer: Layer) => layer === "project" ? plan.facts_limit : BACKGROUND_MAX;
  // When the newest facts and the background fill the plan, as in any busy week, nothing older need be read.
  const newest = load(() => plan.facts_limit);
  const background = newest.length < plan.facts_limit ? [] : load(backgroundOf, { onlyBackground: true });
  const besides = background.length === 0 ? newest : newest.filter((fact) => fact.memory_type !== "B");
  const chosen = factsToLoad([...besides, ...background], now, plan, localDay);
  return chosen.length === plan.facts_limit ? chosen : factsToLoad(load(() => CANDIDATES_MAX), now, plan, localDay);
}

/** Whether a note is to be followed: not archived, and more than a guess. */
function isInForce({ record: { status, strength } }: Found): boolean {
  return status !== "archive" && (strength === "validated" || strength === "enforced");
}

/** The time of a record's last change; undefined if there was none. */
function changeOf({ record: { updated_at } }: Found): string | undefined {
  return typeof updated_at === "string" ? updated_at : undefined;
}

/** The text of MEMORY.md, secrets and all. */
function coreOf({ store }: Reader, report: (lost: string) => void): string {
  const path = pathOf(store, CORE_FILE);
  try {
    const isInside = staysInside(store, CORE_FILE);
    const bytes = isInside ? store.runtime.files.readRange(path, 0, CORE_BYTES_MAX) : undefined;
    return bytes ? new TextDecoder().decode(bytes) : "";
  } catch (error) {
    report(`${path}: ${reasonOf(error)}`);
    return "";
  }
}

/** Core memory as up to two texts: the lines that the person wrote, and those that others may have written. */
function byOrigin(text: string, layer: Layer, isShared: IsShared): { text: string; stated: boolean }[] {
  const lines = coreLines(text).map(({ text: line, section }) => ({
    line,
    stated: line.trim() === "" ? undefined : !isShared(layer, CORE_FILE, () => line, section),
  }));
  return [true, false].flatMap((stated) => {
    const own = lines.filter((each) => each.stated === undefined || each.stated === stated);
    return own.some((each) => each.stated !== undefined)
      ? [{ text: own.map(({ line }) => line).join("\n"), stated }]
      : [];
  });
}

function asPlanned(found: Placed) {
  const { id, content, memoryType, timestamp, layer, record } = found;
  const confidence = typeof record.confidence === "number" ? record.confidence : 0;
  return { id, content, memory_type: memoryType ?? "W", timestamp, confidence, changed: changeOf(found), layer, found };
}

/** The most to-dos of the last session that are told as done since. */
const DONE_MAX = 5;
/** So long a summary that somebody wrote goes before newer automatic ones. */
const HANDOVER_KEPT_MS = 7 * DAY_MS;

/** The most pieces of later work that are told beside a session. */
const LATER_MAX = 3;

/**
 * The session to go on with: the newest, unless its summary is automatic and somebody wrote a recent one. In that case
 * a newer automatic summary is named beside it if that session came to something, as are stages that no summary tells.
 *
 * @param stages the stages that no summary tells, newest first
 */
function lastSessionOf(
  sessions: readonly Placed[],
  stages: readonly Placed[],
  runtime: Runtime,
  isOthers: IsOthers,
): LastSession | undefined {
  const own = sessions.filter((found) => !isOthers(found));
  const newest = (own.length > 0 ? own : sessions).toSorted((a, b) => byCode(b.timestamp, a.timestamp));
  const now = runtime.now().getTime();
  const isRecent = ({ timestamp }: Found) => now - Date.parse(timestamp) <= HANDOVER_KEPT_MS;
  const handover = newest.find((found) => !isAutomatic(found));
  const written = handover && isRecent(handover) ? handover : undefined;
  const told = written ?? newest.find(cameToSomething) ?? newest[0];
  const since = written && newest.slice(0, newest.indexOf(written)).find(cameToSomething);
  const later = [...since ? [since] : [], ...stages.filter((stage) => !isOthers(stage))]
    .filter(({ timestamp }) => told === undefined || timestamp > told.timestamp)
    .sort((a, b) => byCode(b.timestamp, a.timestamp)).slice(0, LATER_MAX)
    .map((found) => ({ ...asSession(found, runtime), isAutomatic: isAutomatic(found) }));
  // Stages are all that is known of a first session that has not ended.
  if (!told) return later[0];
  return {
    ...asSession(told, runtime),
    since: later.map(({ topic, day, isAutomatic }) => ({ text: topic, day, isAutomatic })),
  };
}

function isAutomatic({ record }: Found): boolean {
  return record.auto_generated === true;
}

/** Whether a session decided, changed or ran something, and did not only ask, by its summary. */
function cameToSomething(found: Found): boolean {
  const { decisions, summary } = found.record;
  if (!isAutomatic(found) || texts(decisions).length > 0) return true;
  return typeof summary === "string" && /修改：|运行：|\bChanged: |\bRan: /u.test(summary);
}

function asSession(found: Found, runtime: Runtime): LastSession {
  const { id, timestamp, record } = found;
  const text = (value: unknown) => typeof value === "string" ? value : "";
  // The summary's text may call a to-do open that was done since.
  const done = text(record.summary) === "" ? [] : doneTodos(record).filter(({ done_at }) => done_at > timestamp);
  return {
    id,
    day: dayOf(timestamp, runtime),
    session_id: text(found.session),
    // A newer wording of a summary has its own time.
    changed: changeOf(found) ?? timestamp,
    // A stage has no topic.
    topic: text(record.topic ?? record.content),
    summary: text(record.summary),
    // The decisions of an automatic summary, which only an earlier version wrote, repeat facts.
    decisions: isAutomatic(found) ? [] : texts(record.decisions),
    ...done.length > 0 && {
      done: done.slice(-DONE_MAX).map(({ todo, done_at }) => ({ todo, day: dayOf(done_at, runtime) })),
    },
  };
}

// The plan of facts (方案 C, memory.*): all facts of the last days, the newest of each day before them, and of the days
// before that only the important ones. Facts about building, running and reaching the project (type B) stay for all of
// these days, since a person needs them first after a weekend. Of too many facts the newest win.

/**
 * The facts to load, newest first. Ages are counted in hours from `now`, not in calendar days; a fact from the future
 * counts as new. Stage summaries are left out, since the session's own summary is better.
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
    // Sorted first, since `isDue` counts the newest facts of each day.
    .toSorted((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp))
    .filter(isDue);
  // Half of the plan is kept for background, which newer facts would crowd out.
  const background = due.filter((fact) => fact.memory_type === "B");
  const kept = new Set(background.slice(0, Math.floor(plan.facts_limit / 2)));
  for (const fact of due) if (kept.size < plan.facts_limit) kept.add(fact);
  return due.filter((fact) => kept.has(fact));
}
