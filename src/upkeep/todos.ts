/**
 * In: a filter of summaries. Out: their to-dos, each once, those of the newest summary first.
 * Not done here: closing them (done.ts).
 *
 * @module
 */
import { type Todo, todosHere } from "../capture/todos.ts";
import { distinct } from "../recall/same_todo.ts";
import { type Filter, fold, matcher } from "../store/filter.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { type ShownTodo, shownTodo } from "./done.ts";

/** A page of to-dos. */
export interface TodoListing {
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  readonly todos: readonly ShownTodo[];
}

/** Which to-dos are wanted. */
export interface TodoRequest {
  /** Of the summaries; its keyword is looked for in the to-do itself. */
  readonly filter: Filter;
  readonly which: "open" | "done" | "all";
}

/** Lists to-dos. One that is open in one summary and done in another is open. */
export function listTodos(
  memory: Memory,
  stores: readonly Store[],
  { filter: { keyword, ...filter }, which }: TodoRequest,
  { offset, limit }: Pick<TodoListing, "offset" | "limit">,
): TodoListing {
  const means = matcher(filter);
  const holds = keyword === undefined ? () => true : (text: string) => fold(text).includes(fold(keyword));
  const found = todosHere(memory, stores).filter(({ todo, stored }) => means(stored) && holds(todo));
  const isOpen = ({ done_at }: Todo) => done_at === undefined;
  const each = distinct([...found.filter(isOpen), ...found.filter((todo) => !isOpen(todo))]);
  const wanted = which === "all" ? each : each.filter((todo) => isOpen(todo) === (which === "open"));
  return { total: wanted.length, offset, limit, todos: wanted.slice(offset, offset + limit).map(shownTodo) };
}
