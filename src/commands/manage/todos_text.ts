/** To-dos as a person reads them: marked as open or done, dated, with the session that left them. */
import type { Style } from "../../cli/command.ts";
import { moreLine } from "../../cli/phrases.ts";
import { DONE_MARK, OPEN_MARK } from "../../records/todos.ts";
import type { ShownTodo } from "../../upkeep/done.ts";
import type { TodoListing } from "../../upkeep/todos.ts";

/** Two lines for each to-do: what is to be done, and below it where it comes from. */
export function todosText({ total, offset, limit, todos }: TodoListing, style: Style): string {
  if (total === 0) return style.say({ en: "There are no such to-dos\n", zh: "没有这样的待办\n" });
  const head = style.bold(style.say({ en: `${total} ${total === 1 ? "to-do" : "to-dos"}`, zh: `${total} 件待办` }));
  const lines = todos.map((each) => todoText(each, style)).join("");
  return `${head}\n${lines}${moreLine(style, total - offset - todos.length, `--offset ${offset + limit}`)}`;
}

function todoText({ id, todo, day, topic, session, done_at, done_day = "" }: ShownTodo, style: Style): string {
  const isDone = done_at !== null;
  const when = isDone && done_day !== "" ? [style.say({ en: `done ${done_day}`, zh: `${done_day} 完成` })] : [];
  const of = session === undefined ? [] : [style.say({ en: `session ${session}`, zh: `会话 ${session}` })];
  const about = [id, ...when, day, topic, ...of].filter((part) => part !== "").join(" · ");
  const mark = isDone ? style.dim(DONE_MARK) : style.green(OPEN_MARK);
  return `${mark} ${todo}\n    ${style.dim(about)}\n`;
}
