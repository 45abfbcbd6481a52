/**
 * In: the memory of a place. Out: the to-dos of its sessions, open and done, and the rewriting that closes some.
 * Not done here: which of them somebody means (meant_todo.ts), when the index follows.
 *
 * The truth is read directly: what is done a moment after it was saved must not wait for an index.
 *
 * @module
 */
import { layerHere } from "../recall/readers.ts";
import { type RawRecord } from "../records/mod.ts";
import { doneTodos, openTodos, withClosed } from "../records/todos.ts";
import { sessionOf, timestampOf } from "../records/view.ts";
import type { Change } from "../store/change.ts";
import { readContents, type Stored, summaryFiles } from "../store/contents.ts";
import { recordTime, select } from "../store/filter.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { changeTime } from "../store/resolve.ts";

/** A to-do, and the summary that names it. */
export interface Todo {
  readonly todo: string;
  /** When the summary was made, ISO 8601; empty when it does not say. */
  readonly timestamp: string;
  /** When it was done; undefined while it is open, empty when nobody noted it. */
  readonly done_at: string | undefined;
  readonly session: string | undefined;
  readonly topic: string;
  readonly stored: Stored;
  readonly store: Store;
}

/**
 * The to-dos of all sessions of this place, those of the newest summary first; a to-do that two summaries name comes
 * twice. Those of other projects, in the global store, are left out.
 */
export function todosHere(memory: Memory, stores: readonly Store[]): Todo[] {
  const summaries = stores.flatMap((store) =>
    select(readContents(store, summaryFiles(store)), "all", { types: ["summary"] })
      .filter(({ record }) => layerHere(memory, store.layer, record) !== undefined)
      .map((stored) => ({ stored, store, time: recordTime(stored.record) }))
  );
  summaries.sort((a, b) => b.time - a.time);
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

/** Those that are open. */
export function stillOpen(todos: readonly Todo[]): Todo[] {
  return todos.filter(({ done_at }) => done_at === undefined);
}

/** Those of these to-dos that are open in a store now, as it has them. */
export function openStill(memory: Memory, store: Store, todos: readonly Todo[]): Todo[] {
  const isMeant = (each: Todo) =>
    todos.some(({ todo, stored }) => todo === each.todo && stored.key === each.stored.key);
  return stillOpen(todosHere(memory, [store])).filter(isMeant);
}

/** The change of a store's files that closes to-dos of its summaries. */
export function closingOf(store: Store, closed: readonly Todo[]): NonNullable<Change["rewrite"]> {
  const now = store.runtime.now();
  const rewrite = (record: RawRecord, key: string) => {
    const line = JSON.stringify(record);
    // Of two records that share an id one is known by another, which it is given here.
    const meant = closed.filter(({ stored }) => JSON.stringify({ ...stored.record, id: record.id }) === line);
    const after = withClosed(record, meant.map(({ todo }) => todo), now.toISOString());
    const [first] = meant;
    if (after === record || !first) return "keep";
    const id = first.stored.key === key ? record.id : first.stored.key;
    return { ...after, ...id === undefined ? {} : { id }, updated_at: changeTime(now, record) };
  };
  const own = closed.filter((each) => each.store.folder === store.folder);
  return new Map(own.map(({ stored: { file } }) => [file, rewrite]));
}
