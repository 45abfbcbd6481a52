/** In: the open layers. Out: the open to-dos, the last session, and later work that its summary lacks. */
import { binaryCommand } from "../agents/command.ts";
import { type Found, type Glimpse, isReplaced, lastSessions, stagesSince } from "../index/read.ts";
import { byCode } from "../lists.ts";
import { DAY_MS, dayOf } from "../records/days.ts";
import { texts } from "../records/mod.ts";
import { doneTodos, todoId } from "../records/todos.ts";
import type { Runtime } from "../runtime.ts";
import type { Memory } from "../store/memory.ts";
import { lastChange } from "../store/resolve.ts";
import { ownFirst } from "./own_first.ts";
import { type IsOthers, latestTime, othersIn, type Placed, type Reader, wantedIn } from "./readers.ts";
import { type LastSession, type More, type StartMaterial, TODOS_MAX } from "./start_material.ts";
import { distinct, type IsMeant, openTodosIn, todoTextsIn } from "./todos.ts";

/** So many summaries are looked at: the newest may be automatic, or of no work. */
const SESSIONS_MAX = 20;

/** The open to-dos, and the session to go on with. `current`: the session that asks, which knows its own summary. */
export function gatherEnd(
  memory: Memory,
  readers: readonly Reader[],
  current?: string,
  isOthers = othersIn(memory),
): Pick<StartMaterial, "todos" | "lastSession"> & { readonly more: More } {
  const isMeant = ({ session, record }: Glimpse) =>
    (current === undefined || session !== current) &&
    // A summary of to-dos alone is no session to go on with.
    (record.topic !== "" || record.summary !== "");
  const most = { own: SESSIONS_MAX, others: SESSIONS_MAX };
  const sessionsOf = (isMeant: (found: Glimpse) => boolean) =>
    wantedIn(
      memory,
      readers,
      (reader) => ownFirst(reader, (...part) => lastSessions(reader.index.db, ...part), isOthers, { ...most, isMeant }),
    );
  // When a session was whose clock was ahead nobody knows, so that it is the last one only where there is no other.
  const latest = latestTime(memory.runtime);
  const dated = sessionsOf((found) => isMeant(found) && found.timestamp <= latest);
  const sessions = dated.length > 0 ? dated : sessionsOf(isMeant);
  const { todos, further } = gatherTodos(memory, readers, { isOthers });
  const more = { todos: further, memory: binaryCommand(memory.runtime) };
  const lastSession = lastSessionOf(
    sessions,
    untoldStages(memory, readers, { sessions, isOthers, current }),
    memory.runtime,
    isOthers,
  );
  const holds = (decision: string) => !readers.some(({ index }) => isReplaced(index.db, decision));
  return {
    todos,
    more,
    lastSession: lastSession && { ...lastSession, decisions: lastSession.decisions.filter(holds) },
  };
}

/** The open to-dos that are told, and how many more there are; with `isMeant`, of those that are asked for. */
export function gatherTodos(
  memory: Memory,
  readers: readonly Reader[],
  { isOthers, isMeant }: { isOthers?: IsOthers; isMeant?: IsMeant | undefined },
): { readonly todos: StartMaterial["todos"]; readonly further: number } {
  const newest = distinct(openTodosIn(memory, readers, { isOthers, all: isMeant !== undefined }));
  const open = isMeant ? newest.filter(isMeant) : newest;
  const isAll = isMeant !== undefined || open.length <= TODOS_MAX;
  const count = isAll ? open.length : distinct(todoTextsIn(readers).map((todo) => ({ todo }))).length;
  return {
    todos: open.slice(0, TODOS_MAX)
      .map(({ timestamp, topic: _, ...each }) => ({
        ...each,
        id: todoId(each.todo),
        day: dayOf(timestamp, memory.runtime),
      })),
    further: Math.max(0, count - TODOS_MAX),
  };
}

/** So many stages are read to find those that no summary tells. */
const STAGES_MAX = 20;

/** The person's recent stages of work that are newer than the summary of their session, or whose session has none. */
function untoldStages(
  memory: Memory,
  readers: readonly Reader[],
  { sessions, isOthers, current }: { sessions: readonly Placed[]; isOthers: IsOthers; current: string | undefined },
): Placed[] {
  const since = memory.runtime.now().getTime() - HANDOVER_KEPT_MS;
  const most = { own: STAGES_MAX, others: 0 };
  return wantedIn(
    memory,
    readers,
    (reader) => ownFirst(reader, (...part) => stagesSince(reader.index.db, since, ...part), isOthers, most),
  ).filter((stage) =>
    !isOthers(stage) && stage.timestamp <= latestTime(memory.runtime) &&
    (current === undefined || stage.session !== current) &&
    !sessions.some(({ session, timestamp }) => session === stage.session && timestamp >= stage.timestamp)
  );
}

/** The most to-dos of the last session that are told as done since. */
const DONE_MAX = 5;
/** So long a summary that somebody wrote goes before newer automatic ones. */
const HANDOVER_KEPT_MS = 7 * DAY_MS;

/** The most pieces of later work that are told beside a session. */
const LATER_MAX = 3;

/**
 * The session to go on with: the newest, unless its summary is automatic and somebody wrote a recent one. Its `since`
 * names a newer session that came to something, and the `stages` that no summary tells, newest first.
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
  // An old session is not gone on with where later ones only asked or planned.
  const recent = newest.filter(isRecent);
  const told = written ?? (recent.length > 0 ? recent : newest).find(cameToSomething) ?? newest[0];
  const since = written && newest.slice(0, newest.indexOf(written)).find(cameToSomething);
  const later = [...since ? [since] : [], ...stages]
    .filter(({ timestamp }) => told === undefined || timestamp > told.timestamp)
    .sort((a, b) => byCode(b.timestamp, a.timestamp)).slice(0, LATER_MAX)
    .map((found) => ({ ...asSession(found, runtime), isAutomatic: isAutomatic(found) }));
  // Stages are all that is known of a first session that has not ended.
  if (!told) return later[0];
  return {
    ...asSession(told, runtime),
    isOthers: isOthers(told),
    since: later.map(({ id, topic, day, isAutomatic }) => ({ id, text: topic, day, isAutomatic })),
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
    changed: lastChange(record) || timestamp,
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
