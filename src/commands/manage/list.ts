import { flag, integer, text, withDefault } from "../../cli/args.ts";
import { defineCommand, nothing, ok, optionName } from "../../cli/command.ts";
import { counted, moreLine, type Style } from "../../cli/terminal.ts";
import { fail } from "../../errors.ts";
import { DONE_MARK, OPEN_MARK } from "../../records/todos.ts";
import { existingStores, openMemory } from "../../store/memory.ts";
import { listTodos, type ShownTodo, type TodoListing } from "../../upkeep/todos.ts";
import { type Listing, listRecords } from "../../upkeep/list.ts";
import { settleSpool } from "../../store/append.ts";
import { notHereYet } from "../not_here_yet.ts";
import { filterOf, LIST_ARGS, scopeArg, wholeIds } from "./arguments.ts";
import { recordLines } from "./shown.ts";

export const manageList = defineCommand({
  name: "manage list",
  summary: { en: "List what is remembered, newest first", zh: "列出记忆，新的在前" },
  about: {
    en:
      `Session events are listed when their type is named, deleted records with --deleted or --include-deleted, by when
they were deleted. The answer names a snapshot: with it, later pages show the same view, whatever is written meanwhile.
A record without an id is shown with one that names its line; every verb that takes ids takes it.
--todos lists what sessions left to do, each to-do once and dated, --done what of it is done; both list all.`,
    zh: `会话事件要指明类型才列出，已删除的要加 --deleted 或 --include-deleted，按删除时间排列。结果里有 snapshot：
翻页时带上它，不管其间写了什么，看到的都是同一视图。没有 id 的记录会显示一个指代那一行的 id，凡是接受 id 的命令都认它。
--todos 列出各次会话留下的待办，每件一次，带日期；--done 列出已完成的；两个都加则全部列出。`,
  },
  examples: [
    "memory manage list --days 3",
    `memory manage list --keyword "Redis" --type fact`,
    "memory manage list --todos",
    "memory manage list --deleted --limit 10",
    "memory manage list --limit 20 --offset 20 --snapshot k3v9x0q2m1ab",
  ],
  args: {
    ...LIST_ARGS,
    scope: scopeArg("all"),
    todos: flag({ en: "To-dos that are open, of all sessions", zh: "各次会话还没完成的待办" }),
    done: flag({ en: "To-dos that are done", zh: "已完成的待办" }),
    deleted: flag({ en: "Only deleted records, the last deleted first", zh: "只列已删除的记录，最近删除的在前" }),
    includeDeleted: flag({ en: "Deleted records, too", zh: "包括已删除的记录" }),
    limit: withDefault(integer({ en: "At most this many", zh: "最多多少条" }, 1, 100_000), 50),
    offset: withDefault(integer({ en: "Leave out the first N", zh: "跳过前 N 条" }, 0, 100_000_000), 0),
    snapshot: text({ en: "The view that an earlier page named", zh: "前一页给出的视图" }, "TOKEN"),
  },
  async run({ runtime, args, projectPath, layer }) {
    const { scope, todos, done, deleted, includeDeleted, limit, offset, snapshot, ...given } = args;
    const memory = openMemory(runtime, { projectPath });
    const values = { ...given, id: wholeIds(memory, layer, given.id) };
    const stores = existingStores(memory, layer);
    for (const store of stores) settleSpool(store);
    if (todos || done) {
      refuseBeside({ deleted, includeDeleted, snapshot });
      const which = todos && done ? "all" : done ? "done" : "open";
      const listed = listTodos(memory, stores, { filter: filterOf(runtime, values), which }, { limit, offset });
      return listed.total === 0 ? nothing(listed, todosText) : ok(listed, todosText);
    }
    const wanted = deleted ? { deleted: "only" as const } : includeDeleted ? { deleted: "with" as const } : {};
    const filter = { ...filterOf(runtime, values), ...wanted };
    const asked = askedFor({ ...values, scope, deleted, includeDeleted, layer });
    const listing = listRecords(memory, stores, { filter, scope }, { limit, offset, snapshot, asked });
    if (listing.total > 0) return ok(listing, listText, args.keyword);
    const hint = await notHereYet(memory, stores);
    // What an older tool remembered here, where this memory is empty.
    return nothing({ ...listing, ...hint && { hint } }, ({ hint }, { say }) => {
      const none = say({ en: "Nothing is remembered that matches\n", zh: "没有符合的记忆\n" });
      return hint === undefined ? none : `${none}${say(hint)}\n`;
    });
  },
});

function listText({ total, offset, limit, records }: Listing, style: Style, word: string | undefined): string {
  const lines = recordLines(records, style, { first: offset + 1, word });
  const left = total - offset - records.length;
  const head = style.bold({ en: counted(total, "record"), zh: `${total} 条记录` });
  return `${head}\n${lines}${moreLine(style, left, `--offset ${offset + limit}`)}`;
}

/** Throws INVALID_ARGUMENT for what a list of to-dos does not have: it is never so long that pages need a view. */
function refuseBeside(options: Readonly<Record<string, unknown>>): void {
  const given = Object.entries(options).find(([, value]) => value !== undefined && value !== false)?.[0];
  if (given === undefined) return;
  const name = optionName(given);
  fail("INVALID_ARGUMENT", {
    en: `${name} does not go with --todos or --done`,
    zh: `${name} 不能与 --todos 或 --done 一起使用`,
  });
}

/** What a list is asked for, as the words of the call; undefined where they ask for nothing in particular. */
function askedFor({ scope, ...options }: Readonly<Record<string, unknown>>): string | undefined {
  const isGiven = (value: unknown) => Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
  const given = Object.entries({ ...options, ...scope === "all" ? {} : { scope } }).filter(([, value]) =>
    isGiven(value)
  );
  return given.length === 0 ? undefined : JSON.stringify(given);
}

/** Two lines for each to-do: what is to be done, and below it where it comes from. */
function todosText({ total, offset, limit, todos }: TodoListing, style: Style): string {
  if (total === 0) return style.say({ en: "There are no such to-dos\n", zh: "没有这样的待办\n" });
  const head = style.bold({ en: `${total} ${total === 1 ? "to-do" : "to-dos"}`, zh: `${total} 件待办` });
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
