/** In: the open layers of a memory. Out: the open to-dos of this place. */
import { openTodoTexts, sessionsWithTodos } from "../index/read.ts";
import { byCode } from "../lists.ts";
import type { SessionId } from "../records/ids.ts";
import { openTodos } from "../records/todos.ts";
import { todoText } from "../records/view.ts";
import type { Memory } from "../store/memory.ts";
import { wordingOf } from "../text/likeness.ts";
import { ownFirst } from "./own_first.ts";
import { type IsOthers, othersIn, type Placed, type Reader, wantedIn } from "./readers.ts";

/** Summaries whose to-dos are looked at where the newest are told: each holds at least one, and few are told. */
const TODO_SESSIONS_MAX = 40;
/** More than anybody leaves open: of these a prompt names one, or those of one matter. */
const ALL_SESSIONS = 10_000;

interface OpenTodo {
  readonly todo: string;
  /** The topic of its summary. */
  readonly topic: string;
  readonly timestamp: string;
  readonly session: SessionId | undefined;
  /** Others may have written it, so it need not be the person's to do. */
  readonly isOthers: boolean;
}

/** Whether an open to-do is asked for. */
export type IsMeant = (todo: Pick<OpenTodo, "todo" | "topic">) => boolean;

const OTHERS_MAX = 20;

/** The texts of all open to-dos, of the newest session first, others' too: read in a tenth of the time. */
export function todoTextsIn(readers: readonly Reader[]): string[] {
  return readers.flatMap(({ index }) => openTodoTexts(index.db));
}

/**
 * The open to-dos, the newest session's first, others' last; without `all` those of the newest sessions. A to-do that
 * two sessions left open comes twice.
 */
export function openTodosIn(
  memory: Memory,
  readers: readonly Reader[],
  { isOthers = othersIn(memory), all: isAll = false }: { isOthers?: IsOthers | undefined; all?: boolean } = {},
): OpenTodo[] {
  const ofOthers = (found: Pick<Placed, "layer" | "type" | "file" | "content">, todo: string) =>
    isOthers({ ...found, record: { content: todoText(todo) } });
  const hasNone: IsOthers = (found) => openTodos(found.record).every((todo) => ofOthers(found, todo));
  const most = { own: isAll ? ALL_SESSIONS : TODO_SESSIONS_MAX, others: OTHERS_MAX };
  const all = wantedIn(
    memory,
    readers,
    (reader) => ownFirst(reader, (...part) => sessionsWithTodos(reader.index.db, ...part), hasNone, most),
  )
    .sort((a, b) => byCode(b.timestamp, a.timestamp))
    .flatMap((found) => {
      const { timestamp, session, record } = found;
      const topic = String(record.topic ?? "");
      return openTodos(record).map((todo) => ({ todo, topic, timestamp, session, isOthers: ofOthers(found, todo) }));
    });
  const others = all.filter(({ isOthers }) => isOthers);
  return others.length === 0 ? all : [...all.filter(({ isOthers }) => !isOthers), ...others.slice(0, OTHERS_MAX)];
}

/** Whether two to-dos are the same in the same words. */
export function isSameTodo(one: string, other: string): boolean {
  return wordingOf(one) === wordingOf(other);
}

/** The to-dos without later ones that say the same. */
export function distinct<T extends { readonly todo: string }>(todos: readonly T[]): T[] {
  const kept = new Map<string, T>();
  for (const each of todos) {
    const wording = wordingOf(each.todo);
    if (!kept.has(wording)) kept.set(wording, each);
  }
  return [...kept.values()];
}
