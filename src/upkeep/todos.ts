/**
 * In: a filter of summaries, or the words of a person. Out: the to-dos of these summaries, each once; the open to-do
 * that the words mean, and the change that closes it in every summary.
 */
import { closingOf, doneBefore, openStill, stillOpen, type Todo, todosHere } from "../capture/todos.ts";
import { meantTodo, todosNamed } from "../capture/meant_todo.ts";
import { shellWord } from "../agents/command.ts";
import type { MemoryError } from "../errors.ts";
import { dayOf } from "../records/days.ts";
import { briefId, type RecordId, type SessionId } from "../records/ids.ts";
import { doneTodos, openTodos, todoId } from "../records/todos.ts";
import type { Layer } from "../records/mod.ts";
import type { Sentence } from "../sentence.ts";
import type { Planned } from "../store/change.ts";
import { type Memory, storesToRead } from "../store/memory.ts";
import type { Actor } from "../store/audit.ts";
import type { Store } from "../store/mod.ts";
import { sharedIn } from "../recall/readers.ts";
import { distinct } from "../recall/todos.ts";
import { todoText } from "../records/view.ts";
import { type Filter, fold, isWithin, matcher } from "../store/filter.ts";
import { failure, said } from "./words.ts";

export interface ShownTodo {
  readonly id: RecordId;
  readonly todo: string;
  /** The day of its summary by the person's clock. */
  readonly day: string;
  readonly timestamp: string;
  readonly session: SessionId | undefined;
  readonly summary: string;
  readonly topic: string;
  readonly layer: Layer;
  /** When it was done, ISO 8601; null while it is open. */
  readonly done_at: string | null;
  /** The day of `done_at` by the person's clock. */
  readonly done_day: string | undefined;
  /** Others may have written it, so it may not be the person's own to-do. */
  readonly others?: true | undefined;
}

/** A to-do as results and lists show it. */
export function shownTodo({ todo, timestamp, session, topic, stored, store, done_at }: Todo): ShownTodo {
  return {
    id: todoId(todo),
    todo,
    day: dayOf(timestamp, store.runtime),
    timestamp,
    session,
    summary: stored.key,
    topic,
    layer: store.layer,
    done_at: done_at ?? null,
    done_day: done_at ? dayOf(done_at, store.runtime) : undefined,
  };
}

/** The open to-do that words mean, in each summary, else a closed one. Throws INVALID_ARGUMENT, RECORD_NOT_FOUND. */
export function findDone(
  memory: Memory,
  stores: readonly Store[],
  words: string,
): { readonly open: readonly Todo[] } | { readonly closed: Todo } {
  const all = todosHere(memory, stores);
  const open = stillOpen(all);
  const meant = meantTodo(words, open);
  if ("found" in meant) return { open: meant.found };
  if ("several" in meant) throw several(words, meant.several);
  const [closed] = doneBefore(words, all);
  if (closed) return { closed };
  throw notFound(words, open, meant.nearest);
}

/** The change that closes to-dos in a store, as far as they are still open there. */
export function planDone(
  memory: Memory,
  store: Store,
  todos: readonly Todo[],
  { actor, at }: { readonly actor: Actor; readonly at: Date },
): Planned<undefined> {
  const open = openStill(memory, store, todos);
  const change = { actor, command: "done", scope: "sessions", rewrite: closingOf(store, open, at) };
  return { change: open.length === 0 ? undefined : change, result: undefined };
}

/** The hint for a verb that changes records and was given the id of a to-do, which only a summary names. */
export function todoHint(memory: Memory, id: string): Sentence {
  const named = todosNamed(id, todosHere(memory, storesToRead(memory)));
  if (named.length === 0) return said("how_to_find_todos");
  const open = named.filter(({ done_at }) => done_at === undefined);
  if (open.length === 0) return said("done_todos_have_verbs", { id });
  return said("todos_have_verbs", { id, away: open.map((each) => takingAway(memory, each)).join("; ") });
}

/** The command that takes an open to-do out of its summary; a summary that says nothing else goes itself. */
function takingAway({ runtime }: Memory, { todo, stored: { key, record } }: Todo): string {
  const others = openTodos(record).filter((other) => other !== todo);
  const isAlone = others.length + doneTodos(record).length === 0 && !record.topic && !record.summary;
  if (isAlone) return `memory delete ${briefId(key)} --confirm`;
  const options = (others.length === 0 ? [""] : others).map((other) => ` --todo ${shellWord(runtime, other)}`);
  return `memory edit ${briefId(key)}${options.join("")}`;
}

/** Nobody reads a longer list of to-dos in a message. */
const NAMED_MAX = 8;

function several(words: string, todos: readonly Todo[]): MemoryError {
  const shown = todos.map(shownTodo);
  const [first] = shown;
  const values = { words, length: shown.length, shown: named(shown), id: first?.id ?? "ID" };
  return failure("several_todos", values, { data: { todos: shown.slice(0, NAMED_MAX), total: shown.length } });
}

function notFound(words: string, open: readonly Todo[], nearest: readonly Todo[]): MemoryError {
  const near = nearest.map(shownTodo);
  const [first] = near;
  if (first) return failure("nearest_todos", { words, nearest: named(near), id: first.id }, { data: { todos: near } });
  return failure(open.length === 0 ? "no_todo_open" : "no_such_todo", { words }, { data: { todos: [] } });
}

function named(todos: readonly ShownTodo[]): Sentence {
  const each = todos.slice(0, NAMED_MAX).map(({ todo, id }) => `${todo} [${id}]`);
  const more = todos.length > NAMED_MAX;
  return { en: `${each.join("; ")}${more ? " …" : ""}`, zh: `${each.join("；")}${more ? "……" : ""}` };
}

export interface TodoListing {
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  readonly todos: readonly ShownTodo[];
}

/**
 * Lists to-dos of the summaries that pass a filter; one that is open in any of them counts as open. The filter's
 * keyword is looked for in the to-dos themselves, its days are those on which they were done, or written.
 */
export function listTodos(
  memory: Memory,
  stores: readonly Store[],
  { filter: { keyword, span, ...filter }, which }: { filter: Filter; which: "open" | "done" | "all" },
  { offset, limit }: Pick<TodoListing, "offset" | "limit">,
): TodoListing {
  const means = matcher(filter);
  const holds = keyword === undefined ? () => true : (text: string) => fold(text).includes(fold(keyword));
  const isInSpan = ({ stored, done_at }: Todo) =>
    span === undefined || isWithin(span, done_at === undefined ? stored.time : Date.parse(done_at));
  const found = todosHere(memory, stores).filter((each) => means(each.stored) && holds(each.todo) && isInSpan(each));
  const isOpen = ({ done_at }: Todo) => done_at === undefined;
  const all = distinct([...found.filter(isOpen), ...found.filter((todo) => !isOpen(todo))]);
  const wanted = which === "all" ? all : all.filter((todo) => isOpen(todo) === (which === "open"));
  const isShared = sharedIn(memory);
  const isOthers = ({ store, stored: { file }, todo }: Todo) => isShared(store.layer, file, () => todoText(todo));
  const shown = wanted.map((todo) => ({ ...shownTodo(todo), others: isOthers(todo) || undefined }));
  // The person's own to-dos come first.
  const ordered = [...shown.filter(({ others }) => !others), ...shown.filter(({ others }) => others)];
  return { total: wanted.length, offset, limit, todos: ordered.slice(offset, offset + limit) };
}
