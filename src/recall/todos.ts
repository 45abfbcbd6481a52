/** In: the open layers of a memory. Out: the open to-dos of this place, and the one that a prompt may be about. */
import { hasTracked, sessionsWithTodos } from "../index/read.ts";
import { byCode } from "../lists.ts";
import type { SessionId } from "../records/ids.ts";
import { openTodos } from "../records/todos.ts";
import { todoText } from "../store/instructions.ts";
import type { Memory } from "../store/memory.ts";
import { piecesOf, wordingOf } from "../text/likeness.ts";
import { isCjk } from "../text/script.ts";
import { type IsOthers, othersIn, type Reader, wantedIn } from "./readers.ts";

/** Summaries whose to-dos are looked at: each holds at least one, and few are told. */
const TODO_SESSIONS_MAX = 40;

interface OpenTodo {
  readonly todo: string;
  readonly timestamp: string;
  readonly session: SessionId | undefined;
  /** Others may have written it, so it need not be the person's to do. */
  readonly isOthers: boolean;
}

const OTHERS_MAX = 20;

/** The open to-dos, of the newest session first, behind them others'. One of two sessions comes twice. */
export function openTodosIn(memory: Memory, readers: readonly Reader[], isOthers = othersIn(memory)): OpenTodo[] {
  const tracked = readers.filter(({ index }) => hasTracked(index.db));
  const found = [...todosOf(memory, readers, isOthers, false), ...todosOf(memory, tracked, isOthers, true)];
  const others = found.filter(({ isOthers }) => isOthers);
  return others.length === 0 ? found : [...found.filter(({ isOthers }) => !isOthers), ...others.slice(0, OTHERS_MAX)];
}

function todosOf(memory: Memory, readers: readonly Reader[], isOthers: IsOthers, tracked: boolean): OpenTodo[] {
  const found = wantedIn(memory, readers, ({ index: { db } }) => sessionsWithTodos(db, TODO_SESSIONS_MAX, tracked));
  if (readers.length > 1) found.sort((a, b) => byCode(b.timestamp, a.timestamp));
  return found.flatMap((each) => {
    const { timestamp, session, record } = each;
    return openTodos(record).map((todo) => {
      const others = isOthers({ ...each, record: { content: todoText(todo) } });
      return { todo, timestamp, session, isOthers: others };
    });
  });
}

/** The least share of a to-do's subject that a sentence about it holds: measured in tests/save/todo_line_test.ts. */
const ABOUT = 0.6;
/** The fewest words that a sentence and its to-do share; a sentence in the other language can share names alone. */
const SHARED = { alike: 2, foreign: 1 } as const;

/** One comparison takes a third of a millisecond, and ten sentences make two thousand pairs with two hundred to-dos. */
const COMPARED_MAX = 40;

/** The open to-do that one of the sentences may be about: the one of whose subject a sentence holds most. */
export async function todoSpokenOf<T extends Pick<OpenTodo, "todo">>(
  sentences: readonly string[],
  todos: readonly T[],
): Promise<T | undefined> {
  const said = sentences.map((sentence) => sentence.toLowerCase());
  const near = todos.flatMap((each) => {
    const pieces = piecesOf(each.todo.toLowerCase());
    return said.flatMap((sentence) => {
      const isAlike = isCjk(sentence) === isCjk(each.todo);
      const shared = pieces.filter((piece) => sentence.includes(piece)).length;
      const isNear = shared >= (isAlike ? SHARED.alike : SHARED.foreign);
      return isNear ? [{ each, sentence, share: shared / pieces.length }] : [];
    });
  }).sort((a, b) => b.share - a.share).slice(0, COMPARED_MAX);
  if (near.length === 0) return todoToldDone(said, todos);
  // Imported late, since the thesaurus comes with it, which takes longer to load than all of this.
  const { sharesHeld } = await import("./shares.ts");
  const judged = near.map(({ each, sentence }) => ({ each, share: sharesHeld(each.todo, sentence)[0] }));
  return judged.filter(({ share }) => share >= ABOUT).sort((a, b) => b.share - a.share)[0]?.each ??
    todoToldDone(said, todos);
}

/** 证书换好了, 张伟把证书换了: the verb of what is done, before its particle; nobody says so of a step to come. */
const TOLD_DONE = /(\p{sc=Han})(?:[好完掉过上成]了?|了)(?!\p{sc=Han}*[没吗么]|[之以]?后|一)/gu;
const NOT_DONE = /[没别要等未]|如果|[之以]后|[吗么?？]/u;

/**
 * The one to-do whose verb and object a Chinese sentence tells to be done: who does it and where, which most of
 * 找张伟换测试环境的证书 is about, is said when it is planned and not when it is done.
 */
function todoToldDone<T extends Pick<OpenTodo, "todo">>(said: readonly string[], todos: readonly T[]): T | undefined {
  const done = new Set<T>();
  for (const sentence of said.filter((each) => isCjk(each) && !NOT_DONE.test(each))) {
    for (const [, verb] of sentence.matchAll(TOLD_DONE)) {
      const planned = new RegExp(`${verb}(?:[^，,。；;（(]*的)?([^，,。；;（(的]{2,8})`);
      for (const each of todos) {
        const [, object = ""] = planned.exec(each.todo.toLowerCase()) ?? [];
        if (object !== "" && sentence.includes(object)) done.add(each);
      }
    }
  }
  const [first, ...others] = done;
  return others.length === 0 ? first : undefined;
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
