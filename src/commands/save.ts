/** `memory remember`, `memory save fact`, `memory save summary` and `memory save PAYLOAD` */
import { shellWord } from "../agents/command.ts";
import { saveRecords, type SaveResult } from "../capture/mod.ts";
import { readPayload } from "../capture/payload.ts";
import { namesTodosAlone } from "../capture/summary.ts";
import { asNamedTodo, stillOpen, todosHere } from "../capture/todos.ts";
import { vectorsFollow } from "../capture/vectors.ts";
import { choice, decimal, list, name, names, required, tags, text, texts, type ValuesOf } from "../cli/args.ts";
import { type Caller, defineCommand, nothing, ok, type Outcome } from "../cli/command.ts";
import { becauseOf, kindOf, similarLine, type Style } from "../cli/terminal.ts";
import { BYTES_MAX } from "../limits.ts";
import { briefId } from "../records/ids.ts";
import { MEMORY_TYPES, type MemoryType } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";
import { storesToRead } from "../store/memory.ts";
import { oneLine } from "../text/legible.ts";
import { jsonOperand, readStandardInput, STREAM } from "./input.ts";
import { said } from "./words.ts";

const FACT_ARGS = {
  type: choice(MEMORY_TYPES),
  entities: list(),
  asks: texts(),
  tag: tags,
  confidence: decimal(0, 1),
  session: name,
  supersedes: names,
};

export const saveFact = defineCommand({
  args: { content: required(text()), ...FACT_ARGS },
  run: (call) => savedFact(call, call.args.content, call.args),
});

export const remember = defineCommand({
  args: FACT_ARGS,
  operands: { text: texts() },
  output: "text",
  async run(call) {
    const { runtime, memory, args, operands, layer } = call;
    const said = await saidIn(runtime, operands.text);
    const todo = todoIn(said);
    // With what belongs to facts alone it is one, whatever it begins with.
    const isFact = FACT_ONLY.some((key) => args[key] !== undefined && String(args[key]) !== "");
    if (todo === undefined || isFact) return savedFact(call, said, args, said);
    const open = stillOpen(todosHere(memory, storesToRead(memory, layer))).find((each) => each.todo === todo);
    if (open) return ok({ id: open.stored.key, status: "exists", todos: [asNamedTodo(open)] }, notedText);
    const [saved] = saveRecords(memory, [{ summary: { todos: [todo], tags: args.tag, session: args.session } }], layer);
    vectorsFollow(memory, layer);
    return told(call, saved, notedText);
  },
});

const FACT_ONLY = ["type", "entities", "asks", "confidence", "supersedes"] as const;

/** Long enough for a program that was started at the same time; an agent's shell may never end its input. */
const PIPE_DEADLINE_MS = 2_000;

/** The words, or what is piped in where there are none or `-`. Throws INVALID_ARGUMENT where there is nothing. */
async function saidIn(runtime: Runtime, words: readonly string[]): Promise<string> {
  const isNamed = words.length === 1 && words[0] === STREAM;
  if (words.length > 0 && !isNamed) return words.join(" ");
  if (isNamed) return new TextDecoder().decode(await readStandardInput(runtime, BYTES_MAX.event)).trim();
  if (!runtime.stdin.isTerminal) {
    const { bytes, complete } = await runtime.stdin.read(BYTES_MAX.event, PIPE_DEADLINE_MS);
    const said = complete ? new TextDecoder().decode(bytes).trim() : "";
    if (said !== "") return said;
  }
  const { missingArg } = await import("../cli/words.ts");
  throw missingArg("remember", "TEXT");
}

/** The to-do of a text that begins by saying that it is one. */
function todoIn(said: string): string | undefined {
  const [, todo = ""] = /^\s*(?:to-?do|待办(?:事项)?)\s*[:：]\s*(\S.*)$/isu.exec(said) ?? [];
  return todo === "" ? undefined : todo.trimEnd();
}

/** What was noted as a to-do, and how it ends. */
function notedText(result: SaveResult | undefined, style: Style): string {
  if (result === undefined || result.status === "skipped" || !result.todos?.length) return savedText(result, style);
  const { todos, redacted } = result;
  const noted = todos.map(({ id, todo }) => {
    const brief = style.dim(briefId(id));
    const word = style.green(said(result.status === "exists" ? "todo_is_open" : "todo_noted"));
    return style.say({ en: `${word}: ${todo}  ${brief}\n`, zh: `${word}：${todo}  ${brief}\n` });
  });
  const secrets = redacted
    ? style.yellow({ en: `  taken out: ${redacted.join(", ")}\n`, zh: `  已脱敏：${redacted.join("，")}\n` })
    : "";
  const end = todos.map(({ id }) => briefId(id)).join(" ");
  return noted.join("") + secrets +
    style.dim({ en: `  when it is done: \`memory done ${end}\`\n`, zh: `  完成后：\`memory done ${end}\`\n` });
}

/** A person, and a script that asks for text, learn by the exit code, too, that it was not saved. */
function told<V extends readonly unknown[]>(
  { asText }: Caller,
  saved: SaveResult | undefined,
  text: (data: SaveResult | undefined, style: Style, ...view: V) => string,
  ...view: V
): Outcome {
  return asText && saved?.status === "skipped" ? nothing(saved, text, ...view) : ok(saved, text, ...view);
}

function savedFact(
  call: Caller,
  content: string,
  { type, entities, asks, tag, confidence, session, supersedes }: ValuesOf<typeof FACT_ARGS>,
  said = "",
): Outcome {
  const { memory, layer } = call;
  const fact = { content, memoryType: type, entities, asks, tags: tag, confidence, session, supersedes };
  const [saved] = saveRecords(memory, [{ fact }], layer);
  vectorsFollow(memory, saved && "layer" in saved ? saved.layer : layer);
  return told(call, saved, savedText, { said, type });
}

export const saveSummary = defineCommand({
  args: {
    topic: text(),
    summary: text(),
    decision: texts(),
    todo: texts(),
    done: texts(),
    tag: tags,
    session: name,
    source: choice(["rules", "stop"]),
  },
  async run(call) {
    const { topic, summary, decision, todo, done, tag, session, source } = call.args;
    const input = { topic, summary, decisions: decision, todos: todo, done, tags: tag, session, source };
    if (!namesTodosAlone(input) && (topic === undefined || summary === undefined)) {
      const { missingArg } = await import("../cli/words.ts");
      throw missingArg("save summary", topic === undefined ? "--topic" : "--summary", undefined, said("unless_todo"));
    }
    const { memory, layer } = call;
    const [saved] = saveRecords(memory, [{ summary: input }], layer);
    vectorsFollow(memory, layer);
    return told(call, saved, savedText, undefined);
  },
});

export const savePayload = defineCommand({
  operands: { payload: required(text("PAYLOAD")) },
  async run(call) {
    const { payload } = call.operands;
    const isSentence = payload !== "-" && !/^\s*[{[]/.test(payload);
    const hint = isSentence ? rememberHint(call.runtime, payload) : said("see_save");
    const value = await jsonOperand(call.runtime, payload, hint);
    const { memory, layer } = call;
    const payloads = Array.isArray(value)
      ? value.map((item, index) => readPayload(item, { en: `Payload ${index + 1}`, zh: `第 ${index + 1} 个 payload ` }))
      : [readPayload(value)];
    const results = saveRecords(memory, payloads, layer);
    vectorsFollow(memory, layer);
    return ok(Array.isArray(value) ? { results } : results[0], savedText);
  },
});

/** A sentence is no payload. */
function rememberHint(runtime: Runtime, text: string): Sentence {
  const command = `memory remember ${shellWord(runtime, text)}`;
  return { en: `To remember a sentence: \`${command}\``, zh: `要记住一句话：\`${command}\`` };
}

/** What a person has just typed and reads again, and the type that they named. */
interface Typed {
  readonly said: string;
  readonly type: MemoryType | undefined;
}

/** One line a record, secrets and near records named. */
function savedText(
  data: SaveResult | undefined | { readonly results: readonly SaveResult[] },
  style: Style,
  typed: Typed = { said: "", type: undefined },
): string {
  const results = data === undefined ? [] : "results" in data ? data.results : [data];
  if (results.length === 0) return style.say({ en: "Nothing to save\n", zh: "没有要保存的\n" });
  return results.map((result) => savedLine(result, style, typed)).join("");
}

/** ` as a convention` */
function asKind({ en, zh }: Sentence): Sentence {
  return { en: ` as a ${en}`, zh: `为${zh}` };
}

function savedLine(result: SaveResult, style: Style, { said: typed, type }: Typed): string {
  const { status: how } = result;
  const status = style.green(said(`status_${how}`));
  if (result.status === "skipped") return `${status}${becauseOf(result.message, style)}\n`;
  const { id, redacted, similar, changes, hint, layer } = result;
  const kind = result.status === "saved" ? result.memory_type ?? type : undefined;
  const word = status + (kind === undefined ? "" : style.say(asKind(kindOf("fact", kind))));
  const stored = oneLine(redacted ? result.content ?? "" : typed);
  const told = typed === "" || stored === "" ? "" : style.say({ en: `: ${stored} `, zh: `：${stored} ` });
  const what = `${word}${told} ${told === "" ? briefId(id) : style.dim(briefId(id))}${
    layer ? style.say(said(`where_replaced_was_${layer}`)) : ""
  }\n`;
  const secrets = redacted
    ? style.yellow({ en: `  taken out: ${redacted.join(", ")}\n`, zh: `  已脱敏：${redacted.join("，")}\n` })
    : "";
  const others = similar?.filter((each) => !changes?.some((change) => change.id === each.id)) ?? [];
  const near = others.map((each) => similarLine(style, each));
  // A convention opens every session; a decision waits until it is asked for.
  const otherwise = typed === "" || type !== undefined || kind !== "W"
    ? ""
    : style.dim(said("is_it_a_rule", { id: briefId(id) }));
  const { todos = [], closed = [], done_already = [] } = result;
  const open = todos.map(({ todo }) => `  ${style.say({ en: "to-do: ", zh: "待办：" })}${todo}\n`);
  const done = closed.map(({ todo }) => `  ${style.say({ en: "done: ", zh: "已完成：" })}${todo}\n`);
  const before = done_already.map((todo) =>
    style.dim(`  ${style.say({ en: "done already: ", zh: "早已完成：" })}${todo}\n`)
  );
  const change = hint ? `  ${style.yellow(hint)}\n` : "";
  return what + secrets + otherwise + near.join("") + open.join("") + done.join("") + before.join("") + change;
}
