/** Whether two to-dos are one. A session carries on what another one left, in hardly other words. */
import { comparableTodo } from "../records/todos.ts";
import { saysTheSame, type Stems, stemsOf } from "../text/likeness.ts";

/** Whether two to-dos are one in hardly other words. */
export function isSameTodo(one: string, other: string): boolean {
  return saySame(readTodo(one), readTodo(other));
}

/** Each to-do once, the first that says it, and no more than so many. */
export function distinct<T extends { readonly todo: string }>(todos: readonly T[], most = Infinity): T[] {
  const kept: { readonly each: T; readonly read: ReadTodo }[] = [];
  for (const each of todos) {
    if (kept.length >= most) break;
    const read = readTodo(each.todo);
    if (!kept.some((other) => saySame(other.read, read))) kept.push({ each, read });
  }
  return kept.map(({ each }) => each);
}

interface ReadTodo {
  readonly plain: string;
  readonly stems: Stems;
}

function readTodo(todo: string): ReadTodo {
  return { plain: comparableTodo(todo), stems: stemsOf(todo) };
}

function saySame(one: ReadTodo, other: ReadTodo): boolean {
  return one.plain === other.plain || saysTheSame(one.stems, other.stems) || saysTheSame(other.stems, one.stems);
}
