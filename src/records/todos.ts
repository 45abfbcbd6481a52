/** In: a session summary. Out: its open and done to-dos, or the summary with some to-dos closed. */
import { fingerprint } from "../hash.ts";
import { asObject, isObject } from "../json.ts";
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

/** When to-dos of a summary were opened again, ISO 8601 by their ids. */
function reopenedIn({ reopened }: RawRecord): Readonly<Record<string, unknown>> {
  return asObject(reopened) ?? {};
}

/** The field `reopened` of a summary that comes back: `at`, for each open to-do that the version `done` has as done. */
export function asReopened(record: RawRecord, done: RawRecord, at: string): RawRecord {
  const wereDone = new Set(doneTodos(done).map(({ todo }) => todoId(todo)));
  const ids = openTodos(record).map(todoId).filter((id) => wereDone.has(id));
  if (ids.length === 0) return {};
  return { reopened: { ...reopenedIn(record), ...Object.fromEntries(ids.map((id) => [id, at])) } };
}

/** A summary whose to-dos have the latest state of all versions: done if last ticked off, open if last reopened. */
export function withTodosOf(record: RawRecord, others: readonly RawRecord[]): RawRecord {
  const latest = (times: readonly string[]) => times.reduce((one, other) => other > one ? other : one, "");
  const reopenedAt = (id: string) =>
    latest([record, ...others].map((each) => reopenedIn(each)[id]).filter((at) => typeof at === "string"));
  const ticks = Map.groupBy(others.flatMap(doneTodos), ({ todo }) => todoId(todo));
  const closed = openTodos(record).flatMap((todo): DoneTodo[] => {
    const done = ticks.get(todoId(todo));
    if (done === undefined) return [];
    const [done_at, reopened] = [latest(done.map((each) => each.done_at)), reopenedAt(todoId(todo))];
    return reopened === "" || done_at > reopened ? [{ todo, done_at }] : [];
  });
  const opened = doneTodos(record).filter(({ todo, done_at }) => {
    const doneLast = latest([done_at, ...(ticks.get(todoId(todo)) ?? []).map((each) => each.done_at)]);
    return reopenedAt(todoId(todo)) > doneLast;
  });
  if (closed.length + opened.length === 0) return record;
  const gone = new Set(closed.map(({ todo }) => todo));
  return {
    ...record,
    todos: [...openTodos(record).filter((todo) => !gone.has(todo)), ...opened.map(({ todo }) => todo)],
    done: [...doneTodos(record).filter((each) => !opened.some(({ todo }) => todo === each.todo)), ...closed],
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
export function isDoneAlone({ type, content }: { type: string; content: string }): boolean {
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

/** The text of a record as a prompt is told it: without the to-dos that are done, unless it holds nothing else. */
export function standingText(content: string): string {
  return withoutDone(content) || content;
}

/** The text of a summary without the to-dos that are done; empty where it holds nothing else. */
function withoutDone(content: string): string {
  if (!content.includes(`${DONE_MARK} `)) return content;
  return content.split("\n").filter((line) => !line.startsWith(`${DONE_MARK} `)).join("\n");
}
