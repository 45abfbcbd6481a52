/** `memory remember`, `memory save fact`, `memory save summary` and `memory save PAYLOAD` */
import { shellWord } from "../agents/command.ts";
import { clean, type Skipped } from "../capture/gate.ts";
import { type Payload, saveRecords, type SaveResult } from "../capture/mod.ts";
import { readPayload, unreadFields } from "../capture/payload.ts";
import { namesTodosAlone } from "../capture/summary.ts";
import { asNamedTodo, stillOpen, todosHere } from "../capture/todos.ts";
import * as arg from "../cli/args.ts";
import { type Caller, defineCommand, nothing, ok, type Outcome } from "../cli/command.ts";
import { becauseOf, kindOf, mentionLines, similarLine, takenOutLine } from "../cli/lines.ts";
import type { Style } from "../cli/terminal.ts";
import { languageOf } from "../config/mod.ts";
import { vectorsFollow } from "../embedding/background.ts";
import { tried } from "../errors.ts";
import { briefId } from "../records/ids.ts";
import { CONDITIONS_MAX } from "../records/conditions.ts";
import { ASKS_MAX, type MemoryType } from "../records/mod.ts";
import { todoIn } from "../prompt/todo.ts";
import { same, type Sentence } from "../sentence.ts";
import { namesNoFile } from "../store/keep_private.ts";
import { type Memory, storesToRead } from "../store/memory.ts";
import { oneLine } from "../text/legible.ts";
import type { Mention } from "../upkeep/mentions.ts";
import { named } from "../wording.ts";
import { jsonOperand, pipedText, STREAM, textOrInput } from "./input.ts";
import { refuse, said } from "./words.ts";

/** Options of facts alone: one of them makes a fact even of a text that begins with "TODO:". */
const FACT_ONLY = {
  type: arg.factKind,
  entities: arg.list(),
  asks: arg.severalTexts("TEXT", ASKS_MAX),
  when: arg.severalTexts("CALL", CONDITIONS_MAX),
  confidence: arg.fraction,
  supersedes: arg.names,
};
const FACT_ARGS = { ...FACT_ONLY, tag: arg.tags, session: arg.name };

export const saveFact = defineCommand({
  args: { content: arg.required(arg.text()), ...FACT_ARGS },
  run: async (call) => savedFact(call, await textOrInput(call.runtime, call.args.content), call.args),
});

export const remember = defineCommand({
  args: FACT_ARGS,
  operands: { text: arg.severalTexts() },
  output: "text",
  async run(call) {
    const { memory, args, operands, layer } = call;
    const [first = "", ...others] = operands.text;
    // `'a text' --asks 'one?' 'two?'`: the second question would become a part of the text.
    if (
      others.length > 0 && args.asks.length + args.when.length > 0 && [first, ...others].some((each) => /\s/.test(each))
    ) {
      refuse("text_beside", { text: others.join(" ") });
    }
    const { typed, todo } = await ordered(await textIn(call, operands.text));
    const isFact = Object.entries(args).some(([key, value]) => key in FACT_ONLY && String(value ?? "") !== "");
    if (todo === "") throw await missingText();
    if (todo === undefined || isFact) return savedFact(call, typed, args, typed);
    const open = stillOpen(todosHere(memory, storesToRead(memory, layer))).find((each) => each.todo === todo);
    if (open) return ok({ id: open.stored.key, status: "exists", todos: [asNamedTodo(open)] }, notedText);
    return saveOne(call, { summary: { todos: [todo], tags: args.tag, session: args.session } }, notedText);
  },
});

/** The words, or standard input for `-` or no words. Throws INVALID_ARGUMENT where there is no text. */
async function textIn({ runtime, note }: Caller, words: readonly string[]): Promise<string> {
  if (words.length > 0) return await textOrInput(runtime, words.join(" "));
  const piped = await pipedText(runtime, () => note(said("waits_for_pipe")));
  if (piped === "") throw await missingText();
  return piped;
}

async function missingText(): Promise<Error> {
  return (await import("../cli/words.ts")).missingArg("remember", "TEXT");
}

/** A text without the order to remember it (“Remember: …”, 记住：…), and the to-do in it, if it notes or orders one. */
async function ordered(text: string): Promise<{ readonly typed: string; readonly todo: string | undefined }> {
  const marked = todoIn(text);
  if (marked !== undefined) return { typed: text, todo: marked };
  const command = (await import("../prompt/command.ts")).findCommand(text);
  const isOrder = command?.action === "save" && command.rest === "" && command.argument !== undefined;
  const typed = isOrder ? command.argument ?? "" : text;
  return { typed, todo: isOrder && command.isTodo ? typed : todoIn(typed) };
}

function notedText(result: Told | undefined, style: Style): string {
  if (result === undefined || result.status === "skipped" || !result.todos?.length) return savedText(result, style);
  const { todos, redacted } = result;
  const row = result.status === "exists" ? "todo_is_open" : "todo_noted";
  const noted = todos.map(({ id, todo }) =>
    style.done(said(row, { todo, id: style.dim(briefId(id)), place: placeOf(result) }))
  );
  const end = todos.map(({ id }) => briefId(id)).join(" ");
  const again = result.status !== "exists" && result.hint ? `  ${style.yellow(result.hint)}\n` : "";
  return noted.join("") + takenOutLine(redacted, style) + again + style.dim(said("when_done", { end }));
}

/** The outcome of a save, and where what it replaces still stands. */
type Told = SaveResult & { readonly remaining_mentions?: readonly Mention[] };

async function save({ memory, layer }: Caller, payloads: readonly Payload[]): Promise<readonly Told[]> {
  const results = saveRecords(memory, payloads, layer);
  const layers = new Set(results.map((each) => "layer" in each ? each.layer : layer));
  for (const each of layers) vectorsFollow(memory, each);
  await keepOutOfGit(memory);
  const replaces = payloads.map((payload) => "fact" in payload && (payload.fact.supersedes?.length ?? 0) > 0);
  if (!replaces.includes(true)) return results;
  const { mentionsOfReplaced } = await import("../upkeep/mentions.ts");
  return results.map((result, at) => {
    const mentions = replaces[at] && result.status === "saved" ? mentionsOfReplaced(memory, result.id) : [];
    return { ...result, ...mentions.length > 0 ? { remaining_mentions: mentions } : {} };
  });
}

/** Keeps our files out of the commits of a repository that was made after `init`. The save stands whatever happens. */
async function keepOutOfGit(memory: Memory): Promise<void> {
  if (!namesNoFile(memory)) return;
  const { keepOutOfLateGit } = await import("../setup/late_git.ts");
  const isDone = tried(() => keepOutOfLateGit(memory));
  if (isDone) memory.runtime.warn?.(said("late_git"), languageOf(memory.runtime, memory.config));
}

/** Saves one record. Where the result is text, the exit code tells as well that nothing was saved. */
async function saveOne<V extends readonly unknown[]>(
  call: Caller,
  payload: Payload,
  text: (data: Told | undefined, style: Style, ...view: V) => string,
  ...view: V
): Promise<Outcome> {
  const [saved] = await save(call, [payload]);
  return call.asText && saved?.status === "skipped" ? nothing(saved, text, ...view) : ok(saved, text, ...view);
}

function savedFact(
  call: Caller,
  content: string,
  { type, tag: tags, ...others }: arg.ValuesOf<typeof FACT_ARGS>,
  typed = "",
): Promise<Outcome> {
  // Before the gate is asked, which would answer with the wish of some session.
  if (content.trim() === "") refuse("empty_text");
  const fact = { ...others, memoryType: type, tags, content };
  // What is private or secret is not stored, and is not shown as if it were.
  return saveOne(call, { fact }, savedText, {
    typed: clean(call.memory, typed).text,
    type,
    replaces: others.supersedes.length > 0,
  });
}

export const saveSummary = defineCommand({
  args: {
    topic: arg.text(),
    summary: arg.text(),
    decision: arg.severalTexts(),
    todo: arg.severalTexts(),
    done: arg.severalTexts(),
    tag: arg.tags,
    session: arg.name,
    source: arg.choice(["rules", "stop"]),
  },
  async run(call) {
    const { topic, summary, decision, todo, tag, ...others } = call.args;
    const text = summary && await textOrInput(call.runtime, summary);
    const input = { topic, summary: text, decisions: decision, todos: todo, tags: tag, ...others };
    if (!namesTodosAlone(input) && (topic === undefined || summary === undefined)) {
      const { missingArg } = await import("../cli/words.ts");
      throw missingArg("save summary", topic === undefined ? "--topic" : "--summary", undefined, said("unless_todo"));
    }
    return saveOne(call, { summary: input }, savedText, undefined);
  },
});

export const savePayload = defineCommand({
  operands: { payload: arg.required(arg.text("PAYLOAD")) },
  async run(call) {
    const { payload } = call.operands;
    const hint = payload.trim() === "" || payload === STREAM || /^\s*[{[]/.test(payload)
      ? said("see_save")
      : said("to_remember", { text: shellWord(call.runtime, payload) });
    const value = await jsonOperand(call.runtime, payload, hint);
    const payloads = Array.isArray(value)
      ? value.map((item, index) => readPayload(item, { en: `Payload ${index + 1}`, zh: `第 ${index + 1} 个 payload ` }))
      : [readPayload(value)];
    const results = await save(call, payloads);
    const unread = unreadFields(value);
    if (unread.length > 0) call.note(said("unread_fields", { names: named(unread) }));
    const told = unread.length > 0 ? { unread } : {};
    const data = Array.isArray(value) ? { results, ...told } : results[0] && { ...results[0], ...told };
    const isSkipped = results.length > 0 && results.every(({ status }) => status === "skipped");
    return call.asText && isSkipped ? nothing(data, savedText) : ok(data, savedText);
  },
});

interface Typed {
  readonly typed: string;
  readonly type: MemoryType | undefined;
  /** It takes the place of another record. */
  readonly replaces?: boolean;
}

function savedText(
  data: Told | undefined | { readonly results: readonly Told[] },
  style: Style,
  typed: Typed = { typed: "", type: undefined },
): string {
  const results = data && ("results" in data ? data.results : [data]);
  return results?.map((result) => savedLine(result, style, typed)).join("") || style.say(said("nothing_to_save"));
}

/** Where a record lies, if that is another layer than usual. */
function placeOf({ layer, project }: Exclude<Told, Skipped>, replaces = false): Sentence {
  if (layer === undefined) return same("");
  if (project !== undefined) return said("in_global_for_project");
  return said(replaces || layer === "project" ? `where_replaced_was_${layer}` : "in_global");
}

function savedLine(result: Told, style: Style, { typed, type, replaces }: Typed): string {
  const { status: how } = result;
  const status = style.green(said(`status_${how}`));
  if (result.status === "skipped") return `${status}${becauseOf(result.message, style)}\n`;
  const { id, redacted, similar, changes, hint } = result;
  const kind = result.status === "saved" ? result.memory_type ?? type : undefined;
  const word = status + (kind === undefined ? "" : style.say(said("saved_as", { kind: kindOf("fact", kind) })));
  const stored = oneLine(typed);
  const told = stored === "" ? ` ${briefId(id)}` : `${becauseOf(stored, style)}  ${style.dim(briefId(id))}`;
  const what = `${word}${told}${style.say(placeOf(result, replaces))}\n`;
  const others = similar?.filter((each) => !changes?.some((change) => change.id === each.id)) ?? [];
  // Every session is told the conventions, but a decision only on demand, so the person is asked which of them it is.
  const otherwise = typed === "" || type !== undefined || kind !== "W"
    ? ""
    : style.dim(said("is_it_a_rule", { id: briefId(id) }));
  const { todos = [], closed = [], done_already = [] } = result;
  return [
    what,
    takenOutLine(redacted, style),
    otherwise,
    ...others.map((each) => similarLine(style, each)),
    ...todos.map(({ todo }) => style.say(said("todo_kept", { todo }))),
    ...closed.map(({ todo }) => style.say(said("todo_closed", { todo }))),
    ...done_already.map((todo) => style.dim(said("todo_closed_already", { todo }))),
    hint ? `  ${style.yellow(hint)}\n` : "",
    mentionLines(result.remaining_mentions ?? [], style),
  ].join("");
}
