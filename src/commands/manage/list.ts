import { oneLine } from "../../text/legible.ts";
import { flag, integer, text, withDefault } from "../../cli/args.ts";
import { defineCommand, nothing, ok, optionName } from "../../cli/command.ts";
import { moreLine, OTHERS } from "../../cli/lines.ts";
import { dotted, type Style } from "../../cli/terminal.ts";
import { DONE_MARK, OPEN_MARK } from "../../records/todos.ts";
import type { ShownTodo, TodoListing } from "../../upkeep/todos.ts";
import { type Listing, listRecords } from "../../upkeep/list.ts";
import { nameAgain } from "../../store/name_again.ts";
import { settleSpool } from "../../store/append.ts";
import { emptinessOf, emptyText, NOT_EMPTY } from "../empty.ts";
import { filterOf, LIST_ARGS, scopeArg, wholeIds } from "./arguments.ts";
import { recordLines } from "./shown.ts";
import { refuse, said } from "../words.ts";

export const manageList = defineCommand({
  args: {
    ...LIST_ARGS,
    scope: scopeArg("all"),
    todos: flag,
    done: flag,
    deleted: flag,
    includeDeleted: flag,
    limit: withDefault(integer(1, 100_000), 50),
    offset: withDefault(integer(0, 100_000_000), 0),
    snapshot: text("TOKEN"),
  },
  async run(call) {
    const { runtime, memory, stores, args, layer } = call;
    const { scope, todos, done, deleted, includeDeleted, limit, offset, snapshot, ...given } = args;
    const values = { ...given, id: wholeIds(memory, layer, given.id) };
    const isWhole = Object.values(given).flat().every((value) => value === undefined);
    for (const store of stores) {
      settleSpool(store);
      nameAgain(store);
    }
    if (todos || done) {
      refuseBeside({ deleted, includeDeleted, snapshot });
      const one = done ? "done" : "open";
      const which = todos && done ? "all" : one;
      const { listTodos } = await import("../../upkeep/todos.ts");
      const listed = listTodos(memory, stores, { filter: filterOf(runtime, values), which }, { limit, offset });
      const none = !isWhole || which === "all" ? said("no_such_todos") : said(`no_${which}_todos`);
      if (listed.total === 0) return nothing(listed, (_, { say }) => `${say(none)}\n`);
      return isPastEnd(listed, listed.todos) ? nothing(listed, pastEndText) : ok(listed, todosText);
    }
    const alike = includeDeleted ? "with" : "without";
    const filter = { ...filterOf(runtime, values), deleted: deleted ? "only" : alike } as const;
    const asked = JSON.stringify({ ...values, scope, deleted, includeDeleted, layer });
    const { listing, briefIdOf } = listRecords(memory, stores, { filter, scope }, { limit, offset, snapshot, asked });
    if (isPastEnd(listing, listing.records)) return nothing(listing, pastEndText);
    if (listing.total > 0) return ok(listing, listText, args.keyword, briefIdOf);
    const { beginning, hint } = deleted ? NOT_EMPTY : await emptinessOf(memory, stores);
    const ofAll = snapshot !== undefined ? "nothing_then" : deleted ? "nothing_deleted" : "nothing_left";
    const none = said(isWhole && scope === "all" ? ofAll : "nothing_listed");
    return nothing({ ...listing, hint }, ({ hint }, style) => emptyText(none, { beginning, hint }, style));
  },
});

function isPastEnd({ total }: { total: number }, items: readonly unknown[]): boolean {
  return total > 0 && items.length === 0;
}

function pastEndText({ total, offset }: { total: number; offset: number }, { say }: Style): string {
  return say(said("past_the_end", { total, offset }));
}

function listText(
  { total, offset, limit, records }: Listing,
  style: Style,
  word: string | undefined,
  briefIdOf: (id: string) => string,
): string {
  const lines = recordLines(records, style, word, offset + 1, briefIdOf);
  const left = total - offset - records.length;
  const head = style.bold(said("records", { records: total }));
  return `${head}\n${lines}${moreLine(style, left, `--offset ${offset + limit}`)}`;
}

/** Throws INVALID_ARGUMENT for options that a list of to-dos does not have; it is too short for pages of a snapshot. */
function refuseBeside(options: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(options).find((key) => options[key] !== undefined && options[key] !== false);
  if (given !== undefined) refuse("not_with_todos", { name: optionName(given) });
}

function todosText({ total, offset, limit, todos }: TodoListing, style: Style): string {
  const head = style.bold(said("todos", { todos: total }));
  const lines = todos.map((each) => todoText(each, style)).join("");
  return `${head}\n${lines}${moreLine(style, total - offset - todos.length, `--offset ${offset + limit}`)}`;
}

function todoText({ id, todo, day, topic, session, done_at, done_day = "", others }: ShownTodo, style: Style): string {
  const isDone = done_at !== null;
  const about = dotted([
    id,
    isDone && done_day !== "" && style.say(said("done_on", { day: done_day })),
    day,
    topic,
    session !== undefined && style.say(said("of_session", { session })),
    others && style.say(OTHERS),
  ]);
  const mark = isDone ? style.dim(DONE_MARK) : style.green(OPEN_MARK);
  // A line of its own would look like one of ours.
  return `${mark} ${oneLine(todo)}\n    ${style.dim(oneLine(about))}\n`;
}
