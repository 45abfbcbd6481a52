import { projectNamed, saveGate } from "../capture/gate.ts";
import { factsOn, type Near } from "../capture/neighbours.ts";
import { type SaveResult, skipped } from "../capture/fact.ts";
import type { Todo } from "../capture/todos.ts";
import { flag, name, texts } from "../cli/args.ts";
import { defineCommand, ok, preview } from "../cli/command.ts";
import { becauseOf, similarLine, type Style } from "../cli/terminal.ts";
import { fail } from "../errors.ts";
import { newId } from "../records/ids.ts";
import { inResult, type Sentence } from "../sentence.ts";
import { existingStores, openMemory } from "../store/memory.ts";
import type { LockedStore } from "../store/mod.ts";
import { type Doing, findDone, planDone, type ShownTodo, shownTodo } from "../upkeep/todos.ts";
import { carryOut } from "../upkeep/mod.ts";
import { settleSpool } from "../store/append.ts";
import { actorOf, SYNC_ARGS } from "./manage/arguments.ts";

const REPLACE: Sentence = {
  en: "These facts speak of it, too. What no longer holds: `memory save fact --content '…' --supersedes ID`",
  zh: "这些事实也说到它。已不成立的用新的取代：`memory save fact --content '…' --supersedes ID`",
};

export const done = defineCommand({
  name: "done",
  summary: { en: "Close a to-do, of whichever session", zh: "标记一件待办已完成，不论来自哪次会话" },
  about: {
    en: `A few of its words are enough where no other open to-do has them, in English or Chinese; so is its id, which
\`memory manage list --todos\` shows. Several that may be meant are listed, and none is closed. What is done stays in
its summary with the time, and comes up no more. \`memory manage undo\` takes it back.`,
    zh:
      `写出其中几个字即可，中英文都行，只要没有别的待办也这样说；也可以写 id（\`memory manage list --todos\` 会列出）。
可能指几件时只列出，不标记。完成的留在它的总结里，带完成时间，以后不再提起。\`memory manage undo\` 可以撤销。`,
  },
  examples: [
    "memory done 'tests for the login page'",
    "memory done '迁移脚本'",
    "memory done todo-3fa2c1 todo-90b17e",
    "memory done 'certificate' --dry-run",
  ],
  args: {
    dryRun: flag({ en: "Only say which to-do is meant", zh: "只说明指的是哪一件" }),
    session: name({ en: "The session in which it was done", zh: "在哪个会话里完成的" }),
    ...SYNC_ARGS,
  },
  operands: {
    words: texts({
      en: "Words of the to-do, or its id; several ids close each",
      zh: "待办里的几个字，或它的 id；可写多个 id",
    }, "WORDS"),
  },
  run({ runtime, args, operands, projectPath, layer }) {
    const { dryRun, session, ...sync } = args;
    const wanted = wantedIn(operands.words);
    const memory = openMemory(runtime, { projectPath });
    const gate = saveGate(memory, { session, automatic: false });
    if (!gate.open && !dryRun) return ok(skipped(gate), notClosedText);
    const stores = existingStores(memory, layer);
    for (const store of stores) settleSpool(store);
    const found = wanted.map((words) => findDone(memory, stores, words));
    const todos = [...new Set(found.flatMap((each) => "open" in each ? each.open : []))];
    const told = { closed: shownOnce(todos), already: shownOnce(closedIn(found)) };
    if (dryRun) return preview(told, wouldText);
    const folders = new Set(todos.map(({ store }) => store.folder));
    const concerned = stores.filter(({ folder }) => folders.has(folder));
    const together = concerned.length > 1 ? newId(runtime, "op") : undefined;
    const written = concerned.map((store) => {
      const ours = todos.filter((each) => each.store.folder === store.folder);
      const plan = (locked: LockedStore) => planDone(memory, locked, ours, actorOf(runtime));
      return carryOut(memory, store, plan, sync, together).done;
    });
    const [first] = written;
    const near = concerned.flatMap((store) => {
      const ours = todos.filter((each) => each.store.folder === store.folder).map(({ todo }) => todo);
      return factsOn(memory, store, ours, projectNamed(memory));
    });
    return ok({
      ...told,
      ...near.length === 0 ? {} : { similar: near, hint: inResult(REPLACE) },
      index_synced: written.every((each) => each?.index_synced ?? true),
      ...first ? { operation: first.operation, backup_path: first.backup_path } : {},
    }, doneText);
  },
});

/** To-dos that were closed, or would be, and those that had been closed before. */
interface Told {
  readonly closed: readonly ShownTodo[];
  readonly already: readonly ShownTodo[];
}

function wouldText(told: Told, style: Style): string {
  return todoLines(told, style.yellow({ en: "Would close", zh: "将标记完成" }), style);
}

function doneText(data: Told & { similar?: readonly Near[]; hint?: Sentence }, style: Style): string {
  const near = (data.similar ?? []).map((each) => similarLine(style, each)).join("");
  const hint = data.hint ? `  ${style.yellow(data.hint)}\n` : "";
  return todoLines(data, style.green({ en: "Done", zh: "已完成" }), style) + near + hint;
}

function todoLines(told: Told, head: string, style: Style): string {
  const closed = told.closed.map(({ todo, day, id }) => `${head} ${todo} ${style.dim(`(${day}) ${id}`)}\n`);
  const already = told.already.map(({ todo, done_day = "", id }) => {
    const when = style.say({ en: `was done already ${done_day}`, zh: `之前已完成 ${done_day}` }).trim();
    return `${todo} ${style.dim(`(${when}) ${id}`)}\n`;
  });
  return [...closed, ...already].join("");
}

function notClosedText({ message, reason }: SaveResult, style: Style): string {
  const why = becauseOf(message ?? reason, style);
  return `${style.yellow({ en: "Not closed", zh: "未标记" })}${why}\n`;
}

/** What is looked for: each id for itself; words that are no ids are one text, as somebody typed it without quotes. */
function wantedIn(words: readonly string[]): readonly string[] {
  if (words.length > 0 && words.every((word) => /^todo-[0-9a-f]{4,6}$/i.test(word))) return words;
  const typed = words.join(" ").trim();
  if (typed !== "") return [typed];
  fail("INVALID_ARGUMENT", { en: "WORDS are missing: which to-do is done?", zh: "缺少 WORDS：哪件待办完成了？" }, {
    en: "`memory manage list --todos` lists what is open",
    zh: "`memory manage list --todos` 会列出待办",
  });
}

function closedIn(found: readonly Doing[]): Todo[] {
  return found.flatMap((each) => "closed" in each ? [each.closed] : []);
}

/** Each to-do once, as its newest summary has it. */
function shownOnce(todos: readonly Todo[]): ShownTodo[] {
  const shown = new Map<string, ShownTodo>();
  for (const each of todos.map(shownTodo)) if (!shown.has(each.id)) shown.set(each.id, each);
  return [...shown.values()];
}
