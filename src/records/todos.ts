/** In: a session summary. Out: its open and done to-dos, or the summary with some to-dos closed. */
import { fingerprint } from "../hash.ts";
import { isObject } from "../json.ts";
import { type RawRecord, texts } from "./mod.ts";

export interface DoneTodo {
  readonly todo: string;
  /** UTC, ISO 8601; empty when nobody noted it. */
  readonly done_at: string;
}

/** Marks before a to-do, as in task lists of Markdown. */
export const OPEN_MARK = "[ ]";
export const DONE_MARK = "[x]";

/** The to-dos of a summary that are not done. */
export function openTodos({ todos }: RawRecord): string[] {
  return texts(todos);
}

/** The to-dos that were done, the first one first; a plain text is a to-do without a time. */
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

/** The fields of a summary in which a to-do has new words. */
export function withReworded(record: RawRecord, id: string, words: string): RawRecord {
  const reworded = (todo: string) => todoId(todo) === id ? words : todo;
  const [open, done] = [openTodos(record), doneTodos(record)];
  return {
    ...open.length === 0 ? {} : { todos: open.map(reworded) },
    ...done.length === 0 ? {} : { done: done.map((each) => ({ ...each, todo: reworded(each.todo) })) },
  };
}

/** Whether a record holds nothing but to-dos that are done: it comes up no more by itself. */
export function isDoneAlone({ type, content }: { readonly type: string; readonly content: string }): boolean {
  return type === "summary" && content !== "" && withoutDone(content).trim() === "";
}

/** An id from the text of a to-do, so that equal to-dos of two summaries are one. */
export function todoId(todo: string): string {
  return `todo-${fingerprint(comparableTodo(todo)).slice(-ID_DIGITS)}`;
}

/** Whether a word names a to-do by its id, or by the end of one behind the mark of such ids. */
export function isTodoId(word: string): boolean {
  return /^todo-[0-9a-f]{4,6}$/i.test(word);
}

/** Two of a hundred open to-dos have the same id in one of three thousand memories. */
const ID_DIGITS = 6;

/** A to-do without differences of width, case, blanks, and the sign at its end. */
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

/** The text of a summary without the to-dos that are done; empty where it holds nothing else. */
export function withoutDone(content: string): string {
  if (!content.includes(`${DONE_MARK} `)) return content;
  return content.split("\n").filter((line) => !line.startsWith(`${DONE_MARK} `)).join("\n");
}
