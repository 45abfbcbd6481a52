/**
 * In: a session summary. Out: what it leaves to do, what of that was done and when, and the same with some of it
 * closed.
 * Not done here: finding out which to-do somebody means (capture/todos.ts).
 *
 * @module
 */
import { fingerprint } from "../hash.ts";
import { isObject } from "../json.ts";
import { type RawRecord, texts } from "./mod.ts";

/** A to-do that was closed. */
export interface DoneTodo {
  readonly todo: string;
  /** UTC, ISO 8601; empty when nobody noted it. */
  readonly done_at: string;
}

/** Before a to-do that is open, as task lists in Markdown have it. */
export const OPEN_MARK = "[ ]";
/** Before one that is done. */
export const DONE_MARK = "[x]";

/** What a summary leaves to do. */
export function openTodos({ todos }: RawRecord): string[] {
  return texts(todos);
}

/** What of it was done, the first one first; a bare text is one without a time. */
export function doneTodos({ done }: RawRecord): DoneTodo[] {
  return (Array.isArray(done) ? done : typeof done === "string" ? [done] : []).flatMap((each: unknown): DoneTodo[] => {
    if (typeof each === "string") return each === "" ? [] : [{ todo: each, done_at: "" }];
    if (!isObject(each) || typeof each.todo !== "string" || each.todo === "") return [];
    return [{ todo: each.todo, done_at: typeof each.done_at === "string" ? each.done_at : "" }];
  });
}

/** The summary with some of its open to-dos closed. */
export function withClosed(record: RawRecord, closed: readonly string[], done_at: string): RawRecord {
  const open = openTodos(record);
  const gone = open.filter((todo) => closed.includes(todo));
  if (gone.length === 0) return record;
  return {
    ...record,
    todos: open.filter((todo) => !closed.includes(todo)),
    done: [...doneTodos(record), ...gone.map((todo) => ({ todo, done_at }))],
  };
}

/** A to-do is known by what it says, so that the same one in two summaries is one. */
export function todoId(todo: string): string {
  return `todo-${fingerprint(comparableTodo(todo)).slice(-ID_DIGITS)}`;
}

/** Of a hundred open to-dos two have the same id once in three thousand memories. */
const ID_DIGITS = 6;

/** A to-do without what makes no difference: width, case, blanks, the sign at its end. */
export function comparableTodo(todo: string): string {
  return todo.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").replace(/[\s.。!！;；]+$/u, "").trim();
}

/** The to-dos of a summary, a line each, marked as open or done. */
export function todoLines(record: RawRecord): string[] {
  return [
    ...openTodos(record).map((todo) => `${OPEN_MARK} ${todo}`),
    ...doneTodos(record).map(({ todo }) => `${DONE_MARK} ${todo}`),
  ];
}

/** The text of a summary without the to-dos that are done, for whoever only wants to know what holds. */
export function withoutDone(content: string): string {
  if (!content.includes(`\n${DONE_MARK} `)) return content;
  return content.split("\n").filter((line) => !line.startsWith(`${DONE_MARK} `)).join("\n");
}
