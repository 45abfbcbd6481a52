/**
 * In: a prompt in the person's own words. Out: one line that names the call which closes the open to-do that the prompt
 * may be about, once in a session; most often nothing.
 * Not done here: which to-do that may be (recall/open_todos.ts).
 *
 * @module
 */
import { reasonOf } from "../errors.ts";
import { sentencesOf } from "../recall/lasting.ts";
import { oneLine } from "../records/one_line.ts";
import { todoId } from "../records/todos.ts";
import { openTodosIn, todoSpokenOf } from "../recall/open_todos.ts";
import type { Reader } from "../recall/readers.ts";
import type { Language } from "../sentence.ts";
import { commandsFor, noteState, type Scene } from "./scene.ts";

/** Of a long to-do the beginning tells which it is. Characters. */
const TOLD_MAX = 60;
/** More to-dos than a session is told of. */
const TOLD_KEPT = 20;

/** The line, or an empty text. */
export async function todoLine(scene: Scene, own: string, readers: readonly Reader[]): Promise<string> {
  const { state, memory, language, log } = scene;
  try {
    const told = state.todos_told ?? [];
    const open = openTodosIn(memory, readers).filter(({ todo }) => !told.includes(todoId(todo)));
    const spokenOf = open.length === 0 ? undefined : await todoSpokenOf(sentencesOf(own).map(({ said }) => said), open);
    if (!spokenOf) return "";
    const id = todoId(spokenOf.todo);
    noteState(scene, ({ todos_told = [] }) => ({ todos_told: [...todos_told, id].slice(-TOLD_KEPT) }));
    return todoSays(spokenOf.todo, language, commandsFor(scene).memory);
  } catch (error) {
    log.error("a prompt is not compared with the to-dos", { reason: reasonOf(error) });
    return "";
  }
}

/** The line itself; `memory` is the binary as a word of the shell. */
export function todoSays(todo: string, language: Language, memory: string): string {
  const text = oneLine(todo);
  const short = text.length > TOLD_MAX ? `${text.slice(0, TOLD_MAX)} …` : text;
  const call = `\`${memory} done ${todoId(todo)}\``;
  return language === "zh"
    ? `[memory] 待办“${short}”做完或取消后：${call}`
    : `[memory] Once the to-do “${short}” is done or dropped: ${call}`;
}
