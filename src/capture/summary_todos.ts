/**
 * In: a new summary, and words of what is done. Out: which to-dos it opens, which it closes in whichever summary, and
 * what is told of that.
 * Not done here: writing the summary (summary.ts).
 *
 * @module
 */
import { isSameTodo } from "../recall/same_todo.ts";
import { newId } from "../records/ids.ts";
import type { SessionSummary } from "../records/mod.ts";
import { DAY_MS } from "../records/days.ts";
import { todoId } from "../records/todos.ts";
import { inResult } from "../sentence.ts";
import { applyChange } from "../store/change.ts";
import { type Memory, storesToRead } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { readSessionState } from "../store/session_state.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../store/write_lock.ts";
import { stateStore } from "./gate.ts";
import { partsOf } from "./items.ts";
import { meantTodo } from "./meant_todo.ts";
import type { NamedTodo, NotClosed, SaveResult } from "./result.ts";
import { closingOf, openStill, stillOpen, type Todo, todosHere } from "./todos.ts";

/** What becomes of to-dos with a summary. */
export interface Closing {
  /** What the summary leaves open. */
  readonly opens: readonly string[];
  /** What it names as to-do and as done at once. */
  readonly own: readonly string[];
  /** To-dos of summaries that are saved already. */
  readonly closes: readonly Todo[];
  readonly notClosed: readonly NotClosed[];
  readonly doneAlready: readonly string[];
  /** What the writes have in common where another layer is concerned, too. */
  readonly together: string | undefined;
}

/** Where a summary goes, and whose it is. */
interface Place {
  readonly store: Store;
  readonly session: string | undefined;
}

/** What a summary opens and closes. */
export function closingFor(
  memory: Memory,
  { todos }: Pick<SessionSummary, "todos">,
  done: readonly string[],
  place: Place,
): Closing {
  if (todos.length === 0 && done.length === 0) {
    return { opens: [], own: [], closes: [], notClosed: [], doneAlready: [], together: undefined };
  }
  const known = todosHere(memory, storesToRead(memory));
  const open = stillOpen(known);
  const own = new Set<string>();
  const closes = new Set<Todo>();
  const notClosed: NotClosed[] = [];
  const named: readonly Candidate[] = todos.map((todo) => ({ todo, known: undefined }));
  const others: readonly Candidate[] = open.map((each) => ({ todo: each.todo, known: each }));
  const ofParts = [...named, ...others].filter(({ todo }) => partsOf(todo).length > 1);
  // Several things that are done may come in one text; so may all of one to-do that has parts.
  const wordings = done.flatMap((words) => "found" in meantTodo(words, ofParts) ? [words] : partsOf(words));
  for (const words of wordings) {
    const ofSession = others.filter((each) => place.session !== undefined && each.known?.session === place.session);
    // A session's own to-dos are meant before those of others.
    const first = meantTodo(words, [...named, ...ofSession]);
    const meant = "found" in first ? first : meantTodo(words, [...named, ...others]);
    if ("found" in meant) {
      const everywhere = [...named, ...others].filter((each) =>
        meant.found.some(({ todo }) => isSameTodo(todo, each.todo))
      );
      for (const { todo, known } of everywhere) known ? closes.add(known) : own.add(todo);
    } else if ((open.length > 0 || todos.length > 0) && !wasDone(words, known)) {
      // Where nothing is open, the words tell what was done, and name no to-do.
      notClosed.push({ words, todos: ("several" in meant ? meant.several : meant.nearest).map(namedTodo) });
    }
  }
  const left = todos.filter((todo) => !own.has(todo));
  const doneAlready = left.filter((todo) => isCarriedOn(memory, todo, known, place.session));
  return {
    opens: left.filter((todo) => !doneAlready.includes(todo)),
    own: [...own],
    closes: [...closes],
    notClosed,
    doneAlready,
    together: [...closes].some(({ store }) => store.folder !== place.store.folder)
      ? newId(memory.runtime, "op")
      : undefined,
  };
}

interface Candidate {
  readonly todo: string;
  /** Where it is saved already. */
  readonly known: Todo | undefined;
}

function wasDone(words: string, known: readonly Todo[]): boolean {
  return "found" in meantTodo(words, known.filter(({ done_at }) => done_at !== undefined));
}

/**
 * Whether a to-do was closed while the session went on that names it. The session was told of it when it was open, and
 * carries it on. What was closed before a session began, and is named in it, is to be done once more.
 */
function isCarriedOn(memory: Memory, todo: string, known: readonly Todo[], session: string | undefined): boolean {
  const same = known.filter((each) => isSameTodo(each.todo, todo));
  if (same.some(({ done_at }) => done_at === undefined)) return false;
  const began = beginOf(memory, session);
  return same.some(({ done_at = "" }) => Date.parse(done_at) >= began);
}

/** When a session began, in ms since 1970; for an unknown one a day ago. */
function beginOf(memory: Memory, session: string | undefined): number {
  const store = stateStore(memory);
  const state = store && session !== undefined ? readSessionState(store, session) : undefined;
  const began = Date.parse(state?.created_at ?? "");
  return Number.isNaN(began) ? memory.runtime.now().getTime() - DAY_MS : began;
}

/** Closes what stands in another layer than the summary. */
export function closeElsewhere(memory: Memory, store: Store, { closes, together }: Closing): void {
  const others = storesToRead(memory).filter(({ folder }) =>
    folder !== store.folder && closes.some((each) => each.store.folder === folder)
  );
  for (const other of others) {
    const named = closes.filter((each) => each.store.folder === other.folder);
    withLock(other, LOCK_TIMEOUT_MS, (locked) => {
      const rewrite = closingOf(locked, openStill(memory, locked, named));
      applyChange(locked, { actor: "agent", command: "save", scope: "sessions", rewrite, audit: { together } });
    });
  }
}

/** What the result of a save tells of to-dos. */
export function toldOfTodos({ opens, own, closes, notClosed, doneAlready }: Closing, id: string): Partial<SaveResult> {
  const closed = new Map([...own, ...closes.map(({ todo }) => todo)].map((todo) => [todoId(todo), todo]));
  const [first] = notClosed;
  const asked = first?.todos[0]?.id;
  const hint = first
    ? {
      en: `"${first.words}" closed no to-do: ${
        asked === undefined
          ? "`memory manage list --todos` lists what is open"
          : `say which, as \`memory done ${asked}\``
      }`,
      zh: `“${first.words}”没有对应到唯一的待办：${
        asked === undefined ? "`memory manage list --todos` 会列出待办" : `请指明是哪一件，如 \`memory done ${asked}\``
      }`,
    }
    : doneAlready.length > 0
    ? {
      en:
        `Not opened again, since it was done in the meantime; to open it: \`memory manage edit --id ${id} --todo '…'\``,
      zh: `期间已完成，没有重新打开；要重新打开：\`memory manage edit --id ${id} --todo '…'\``,
    }
    : undefined;
  return {
    ...opens.length > 0 ? { todos: opens.map((todo) => namedTodo({ todo })) } : {},
    ...closed.size > 0 ? { closed: [...closed].map(([id, todo]) => ({ id, todo })) } : {},
    ...notClosed.length > 0 ? { not_closed: notClosed } : {},
    ...doneAlready.length > 0 ? { done_already: doneAlready } : {},
    ...hint ? { hint: inResult(hint) } : {},
  };
}

function namedTodo({ todo }: { readonly todo: string }): NamedTodo {
  return { id: todoId(todo), todo };
}
