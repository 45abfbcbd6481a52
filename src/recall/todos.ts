/**
 * In: the open layers of a memory. Out: what the sessions of this place left to do, and which of it a prompt may be
 * about.
 * Not done here: which to-do somebody closes (capture/todos.ts).
 *
 * @module
 */
import type { SessionId } from "../records/ids.ts";
import { comparableTodo, openTodos } from "../records/todos.ts";
import type { Memory } from "../store/memory.ts";
import { piecesOf, saysTheSame, type Stems, stemsOf } from "../text/likeness.ts";
import { isCjk } from "../text/script.ts";
import { type IsShared, isWanted, type Reader, sharedIn, textOf } from "./readers.ts";

/** Summaries whose to-dos are looked at: each leaves one at least, and more than a few are not told. */
const TODO_SESSIONS_MAX = 40;

/** A to-do that is open, and the summary that leaves it. */
interface OpenTodo {
  readonly todo: string;
  readonly timestamp: string;
  readonly session: SessionId | undefined;
  /** Others may have written it: it is not the person's own to do. */
  readonly isOthers: boolean;
}

/** Of what others may have written so much comes behind. */
const OTHERS_MAX = 20;

/**
 * What is open here, that of the newest session first and behind it what others may have written; a to-do that two
 * sessions name comes twice.
 */
export function openTodosIn(
  memory: Memory,
  readers: readonly Reader[],
  isShared: IsShared = sharedIn(memory),
): OpenTodo[] {
  const shared = readers.filter(({ index }) => index.hasTracked());
  const found = [...todosOf(memory, readers, isShared, false), ...todosOf(memory, shared, isShared, true)];
  const others = found.filter(({ isOthers }) => isOthers);
  return others.length === 0 ? found : [...found.filter(({ isOthers }) => !isOthers), ...others.slice(0, OTHERS_MAX)];
}

function todosOf(memory: Memory, readers: readonly Reader[], isShared: IsShared, tracked: boolean): OpenTodo[] {
  const found = readers.flatMap((reader) =>
    reader.index.sessionsWithTodos(TODO_SESSIONS_MAX, tracked)
      .filter(({ record }) => isWanted(memory, reader, record))
      .map((each) => ({ ...each, isOthers: isShared(reader.layer, each.file, () => textOf(memory, each)) }))
  );
  if (readers.length > 1) found.sort((a, b) => a.timestamp < b.timestamp ? 1 : a.timestamp > b.timestamp ? -1 : 0);
  return found.flatMap(({ record, timestamp, session, isOthers }) =>
    openTodos(record).map((todo) => ({ todo, timestamp, session, isOthers }))
  );
}

/** As much of a to-do in a sentence, and the sentence may be about it: measured in tests/save/todo_line_test.ts. */
const ABOUT = 0.6;
/** Two of one language that share fewer words are about two things; of two languages names alone can be shared. */
const SHARED = { alike: 2, foreign: 1 } as const;

/** To compare two takes a third of a millisecond, and ten sentences beside two hundred to-dos are two thousand. */
const COMPARED_MAX = 40;

/** The open to-do that one of some sentences may be about: the one of which they hold most. */
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
  if (near.length === 0) return undefined;
  // With it comes the glossary, which takes longer to load than all of this.
  const { sharesHeld } = await import("./contradiction.ts");
  const judged = near.map(({ each, sentence }) => ({ each, share: sharesHeld(each.todo, sentence)[0] }));
  return judged.filter(({ share }) => share >= ABOUT).sort((a, b) => b.share - a.share)[0]?.each;
}

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
