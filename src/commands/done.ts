import { projectNamed, saveGate, type Skipped } from "../capture/gate.ts";
import { factsOn, type Near } from "../capture/neighbours.ts";
import type { Todo } from "../capture/todos.ts";
import { flag, name, severalTexts } from "../cli/args.ts";
import { defineCommand, nothing, ok, preview } from "../cli/command.ts";
import { becauseOf, similarLine } from "../cli/lines.ts";
import type { Style } from "../cli/terminal.ts";
import { dayOf } from "../records/days.ts";
import { isTodoId } from "../records/todos.ts";
import { inResult, type Sentence } from "../sentence.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { findDone, planDone, type ShownTodo, shownTodo } from "../upkeep/todos.ts";
import { carryOutInEach, writtenIn } from "../upkeep/mod.ts";
import { settleSpool } from "../store/append.ts";
import { actorOf } from "../store/audit.ts";
import { SYNC_ARGS } from "./manage/arguments.ts";
import { refuse, said } from "./words.ts";

/** `memory done`: closes to-dos. */
export const done = defineCommand({
  args: { dryRun: flag, session: name, ...SYNC_ARGS },
  operands: { words: severalTexts("WORDS") },
  run(call) {
    const { dryRun, session } = call.args;
    const wanted = wantedIn(call.operands.words);
    const { runtime, memory } = call;
    const gate = saveGate(memory, { session, automatic: false });
    if ("status" in gate && !dryRun) return call.asText ? nothing(gate, notClosedText) : ok(gate, notClosedText);
    const { stores } = call;
    for (const store of stores) settleSpool(store);
    const found = wanted.map((words) => findDone(memory, stores, words));
    const todos = [...new Set(found.flatMap((each) => "open" in each ? each.open : []))];
    const already = found.flatMap((each) => "closed" in each ? [each.closed] : []);
    const told = { closed: shownOnce(todos), already: shownOnce(already) };
    if (dryRun) return preview(told, todoLines, "would_close");
    const todosOf = ({ folder }: Store) => todos.filter(({ store }) => store.folder === folder);
    const concerned = stores.filter((store) => todosOf(store).length > 0);
    const at = runtime.now();
    const by = { actor: actorOf(runtime), at };
    const plan = (locked: LockedStore) => planDone(memory, locked, todosOf(locked), by);
    const written = carryOutInEach(memory, concerned, plan, call.args);
    const near = concerned.flatMap((store) =>
      factsOn(memory, store, todosOf(store).map(({ todo }) => todo), projectNamed(memory))
    );
    const now = at.toISOString();
    return ok({
      ...told,
      closed: told.closed.map((each) => ({ ...each, done_at: now, done_day: dayOf(now, runtime) })),
      ...near.length === 0 ? {} : { similar: near, hint: inResult(said("facts_on_todo")) },
      ...writtenIn(written),
    }, doneText);
  },
});

interface Told {
  readonly closed: readonly ShownTodo[];
  readonly already: readonly ShownTodo[];
}

function doneText(data: Told & { similar?: readonly Near[]; hint?: Sentence }, style: Style): string {
  const near = (data.similar ?? []).map((each) => similarLine(style, each)).join("");
  const hint = data.hint ? `  ${style.yellow(data.hint)}\n` : "";
  return todoLines(data, style, "is_done") + near + hint;
}

function todoLines(told: Told, style: Style, row: "is_done" | "would_close"): string {
  const head = row === "is_done" ? style.green(said(row)) : style.yellow(said(row));
  const closed = told.closed.map(({ todo, day, id }) => `${head} ${todo} ${style.dim(`(${day}) ${id}`)}\n`);
  const already = told.already.map(({ todo, done_day = "", id }) => {
    const when = style.say(said("was_done_already", { done_day })).trim();
    return `${todo} ${style.dim(`(${when}) ${id}`)}\n`;
  });
  return [...closed, ...already].join("");
}

function notClosedText({ message }: Skipped, style: Style): string {
  return `${style.yellow(said("not_closed"))}${becauseOf(message, style)}\n`;
}

/** The to-dos to look for: each id and each text in quotes by itself, else all words, typed without quotes, as one. */
function wantedIn(words: readonly string[]): readonly string[] {
  if (words.length > 0 && words.every((word) => isTodoId(word) || /\S\s+\S/.test(word))) return words;
  const typed = words.join(" ").trim();
  if (typed !== "") return [typed];
  refuse("which_todo");
}

/** Each to-do once, from the newest summary that holds it. */
function shownOnce(todos: readonly Todo[]): ShownTodo[] {
  const shown = new Map<string, ShownTodo>();
  for (const each of todos.map(shownTodo)) if (!shown.has(each.id)) shown.set(each.id, each);
  return [...shown.values()];
}
