/** One line that names the call which closes an open to-do, where a prompt may be about it. */
import { reasonOf } from "../errors.ts";
import { sentencesOf } from "../prompt/lasting.ts";
import type { Reader } from "../recall/readers.ts";
import { openTodosIn, todoSpokenOf } from "../recall/todos.ts";
import { todoId } from "../records/todos.ts";
import { oneLine } from "../text/legible.ts";
import { commandsFor, noteState, type Scene } from "./scene.ts";

/** Characters of a to-do that are told: the beginning of a long one tells which it is. */
const TOLD_MAX = 60;
/** To-dos that the state keeps as told: more than a session is told of. */
const TOLD_KEPT = 20;

/**
 * One line that names the call which closes the open to-do that the prompt may be about, once in a session; most often
 * an empty text.
 */
export async function todoLine(scene: Scene, own: string, readers: readonly Reader[]): Promise<string> {
  const { state, memory, language, log } = scene;
  try {
    const told = state.todos_told ?? [];
    const open = openTodosIn(memory, readers).filter(({ todo, isOthers }) => !isOthers && !told.includes(todoId(todo)));
    const spokenOf = open.length === 0 ? undefined : await todoSpokenOf(sentencesOf(own).map(({ said }) => said), open);
    if (!spokenOf) return "";
    const id = todoId(spokenOf.todo);
    noteState(scene, ({ todos_told = [] }) => ({ todos_told: [...todos_told, id].slice(-TOLD_KEPT) }));
    const text = oneLine(spokenOf.todo);
    const todo = text.length > TOLD_MAX ? `${text.slice(0, TOLD_MAX)} …` : text;
    const { line } = await import("./answers.ts");
    return line("todo_spoken_of", language, { todo, id, memory: commandsFor(scene).memory });
  } catch (error) {
    log.error("a prompt is not compared with the to-dos", { reason: reasonOf(error) });
    return "";
  }
}
