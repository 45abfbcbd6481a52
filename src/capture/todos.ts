/**
 * In: the memory of a place, and words. Out: the to-dos of its sessions, open and done; the rewrite that closes some;
 * the to-dos that a summary opens and closes.
 *
 * The files are read directly: a to-do that was saved a moment ago can be closed without waiting for an index.
 */
import { reasonOf } from "../errors.ts";
import { DAY_MS } from "../records/days.ts";
import { layerHere } from "../recall/readers.ts";
import type { RawRecord } from "../records/mod.ts";
import { doneTodos, openTodos, todoId, withClosed } from "../records/todos.ts";
import { sessionOf, timestampOf } from "../records/view.ts";
import { actorOf } from "../store/audit.ts";
import { applyChange, type Change } from "../store/change.ts";
import { readContents, summaryFiles } from "../store/contents.ts";
import { recordsThatPass } from "../store/filter.ts";
import { logOf, type Memory, storesToRead } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { changeTime } from "../store/resolve.ts";
import type { Stored } from "../store/stored.ts";
import { readSessionState, stateStore } from "../store/session_state.ts";
import { withLock } from "../store/write_lock.ts";
import { distinct, isSameTodo } from "../recall/todos.ts";
import { newId, type SessionId } from "../records/ids.ts";
import { fullestNamed, meantTodo, partsOf } from "./meant_todo.ts";

/** A to-do, and the summary that names it. */
export interface Todo {
  readonly todo: string;
  /** When the summary was made, ISO 8601; empty when it does not say. */
  readonly timestamp: string;
  /** When it was done; undefined while it is open, empty when nobody noted it. */
  readonly done_at: string | undefined;
  readonly session: SessionId | undefined;
  readonly topic: string;
  readonly stored: Stored;
  readonly store: Store;
}

/** The to-dos of all sessions of this place, of the newest summary first; one of two summaries comes twice. */
export function todosHere(memory: Memory, stores: readonly Store[]): Todo[] {
  const summaries = stores.flatMap((store) =>
    recordsThatPass(readContents(store, summaryFiles(store)), "all", { types: ["summary"] })
      .filter(({ record }) => layerHere(memory, store.layer, record) !== undefined)
      .map((stored) => ({ stored, store }))
  );
  summaries.sort((a, b) => b.stored.time - a.stored.time);
  return summaries.flatMap(({ stored, store }) => {
    const { record } = stored;
    const from = {
      timestamp: timestampOf(record),
      session: sessionOf(record),
      topic: typeof record.topic === "string" ? record.topic : "",
      stored,
      store,
    };
    return [
      ...openTodos(record).map((todo): Todo => ({ todo, done_at: undefined, ...from })),
      ...doneTodos(record).map(({ todo, done_at }): Todo => ({ todo, done_at, ...from })),
    ];
  });
}

/** The to-dos that are open. */
export function stillOpen(todos: readonly Todo[]): Todo[] {
  return todos.filter(({ done_at }) => done_at === undefined);
}

/** The ones of these to-dos that are open in a store now, as the store has them. */
export function openStill(memory: Memory, store: Store, todos: readonly Todo[]): Todo[] {
  const isMeant = (each: Todo) =>
    todos.some(({ todo, stored }) => todo === each.todo && stored.key === each.stored.key);
  return stillOpen(todosHere(memory, [store])).filter(isMeant);
}

/** The change of a store's files that closes to-dos of its summaries. */
export function closingOf(
  store: Store,
  closed: readonly Todo[],
  now: Date = store.runtime.now(),
): NonNullable<Change["rewrite"]> {
  const rewrite = (record: RawRecord, key: string) => {
    const line = JSON.stringify(record);
    // Two records may share an id in their file; one of them is then known by an id of its own, which it gets here.
    const meant = closed.filter(({ stored }) => JSON.stringify({ ...stored.line, id: record.id }) === line);
    const [first] = meant;
    if (!first) return "keep";
    const before = first.stored.record;
    const after = withClosed(before, meant.map(({ todo }) => todo), now.toISOString());
    if (after === before) return "keep";
    const id = first.stored.key === key ? record.id : first.stored.key;
    return { ...after, ...id === undefined ? {} : { id }, updated_at: changeTime(now, record) };
  };
  const own = closed.filter((each) => each.store.folder === store.folder);
  return new Map(own.map(({ stored: { file } }) => [file, rewrite]));
}

/** The to-do that words mean among those that were done, wherever it stands; none unless they mean one. */
export function doneBefore(words: string, todos: readonly Todo[]): readonly Todo[] {
  const meant = fullestNamed(words, todos.filter(({ done_at }) => done_at !== undefined));
  return "found" in meant ? meant.found : [];
}

export type Closing = ReturnType<typeof closingFor>;

/**
 * The to-dos that a summary opens and closes. `done`: words that name done ones; `isAsked`: somebody names to-dos
 * outside of a session, and so opens done ones anew.
 */
export function closingFor(
  memory: Memory,
  todos: readonly string[],
  done: readonly string[],
  place: { readonly store: Store; readonly session: SessionId | undefined; readonly isAsked: boolean },
) {
  const known = todos.length + done.length === 0 ? [] : todosHere(memory, storesToRead(memory));
  const own = new Set<string>();
  const closes = new Set<Todo>();
  /** Words that closed none, with the to-dos that they fit equally, else the nearest. */
  const notClosed: { readonly words: string; readonly todos: ReturnType<typeof asNamedTodo>[] }[] = [];
  const all: readonly { readonly todo: string; readonly known: Todo | undefined }[] = [
    ...todos.map((todo) => ({ todo, known: undefined })),
    ...stillOpen(known).map((each) => ({ todo: each.todo, known: each })),
  ];
  const ofSession = all.filter((each) =>
    each.known === undefined || (place.session !== undefined && each.known.session === place.session)
  );
  const withParts = all.filter(({ todo }) => partsOf(todo).length > 1);
  // Several things that are done may come in one text; so may all of one to-do that has parts.
  const wordings = done.flatMap((words) => "found" in meantTodo(words, withParts) ? [words] : partsOf(words));
  for (const words of wordings) {
    // The session's own to-dos come before those of others.
    const first = meantTodo(words, ofSession);
    const meant = "found" in first ? first : meantTodo(words, all);
    if ("found" in meant) {
      const everywhere = all.filter((each) => meant.found.some(({ todo }) => isSameTodo(todo, each.todo)));
      for (const { todo, known } of everywhere) {
        if (known) closes.add(known);
        else own.add(todo);
      }
    } else if (all.length > 0 && doneBefore(words, known).length === 0) {
      // Where nothing is open, the words only tell of work and mean no to-do.
      notClosed.push({ words, todos: ("several" in meant ? meant.several : meant.nearest).map(asNamedTodo) });
    }
  }
  const left = todos.filter((todo) => !own.has(todo));
  const stay = stillOpen(known).filter((each) => !closes.has(each));
  const doneAlready = place.isAsked ? [] : left.filter((todo) => isCarriedOn(memory, todo, known, place.session));
  return {
    opens: left.filter((todo) => !doneAlready.includes(todo)),
    /** Texts that the summary names as to-do and as done at once. */
    own: [...own],
    /** To-dos of summaries that are saved already. */
    closes: [...closes],
    notClosed,
    doneAlready,
    /** To-dos that are open already and may be the same thing in other words. */
    again: distinct(left.flatMap((todo) => {
      const meant = meantTodo(todo, stay);
      return "found" in meant ? meant.found.filter((each) => !isSameTodo(each.todo, todo)) : [];
    })),
    /** The id that the writes have in common where another layer is concerned, too. */
    sharedOp: [...closes].some(({ store }) => store.folder !== place.store.folder)
      ? newId(memory.runtime, "op")
      : undefined,
  };
}

/**
 * Whether a to-do was closed while the session that names it went on: the session was told of the open to-do and
 * repeats it. A to-do that was closed before the session began and is named in it is to be done once more.
 */
function isCarriedOn(memory: Memory, todo: string, known: readonly Todo[], session: SessionId | undefined): boolean {
  const same = known.filter((each) => isSameTodo(each.todo, todo));
  if (same.some(({ done_at }) => done_at === undefined)) return false;
  const began = beginOf(memory, session);
  return same.some(({ done_at = "" }) => Date.parse(done_at) >= began);
}

/** When a session began, in ms since 1970; for an unknown session a day ago. */
function beginOf(memory: Memory, session: SessionId | undefined): number {
  const store = stateStore(memory);
  const state = store && session !== undefined ? readSessionState(store, session) : undefined;
  const began = Date.parse(state?.created_at ?? "");
  return Number.isNaN(began) ? memory.runtime.now().getTime() - DAY_MS : began;
}

/** Closes the to-dos in other layers than the summary's, which is saved by then. Returns those that stay open. */
export function closeElsewhere(memory: Memory, store: Store, { closes, sharedOp }: Closing): readonly Todo[] {
  const others = closes.filter((each) => each.store.folder !== store.folder);
  const left: Todo[] = [];
  for (const named of Map.groupBy(others, (each) => each.store.folder).values()) {
    const [{ store: other }] = named as [Todo];
    try {
      withLock(other, (locked) => {
        const rewrite = closingOf(locked, openStill(memory, locked, named));
        const audit = { together: sharedOp };
        applyChange(locked, { actor: actorOf(memory.runtime), command: "save", scope: "sessions", rewrite, audit });
      });
    } catch (error) {
      logOf(memory, other).warning("to-dos stay open", { reason: reasonOf(error) });
      left.push(...named);
    }
  }
  return left;
}

/** A to-do as results name it. */
export function asNamedTodo({ todo }: { todo: string }) {
  return { id: todoId(todo), todo };
}
