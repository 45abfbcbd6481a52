import { choice, day as dayArg, integer, refuseDay, text, withDefault } from "../cli/args.ts";
import { defineCommand, nothing, ok } from "../cli/command.ts";
import { GLOBAL, inBrackets, kindOf, moreLine, OTHERS, UNCONFIRMED } from "../cli/lines.ts";
import { dotted, type Style } from "../cli/terminal.ts";
import { renderDay } from "../exchange/day.ts";
import { isObject } from "../json.ts";
import { byCode, unlessEmpty } from "../lists.ts";
import { dayOf, endOfDay, isDay, startOfDay } from "../records/days.ts";
import { briefId, isShortId, meantId } from "../records/ids.ts";
import { isDeleted, type RawRecord, texts } from "../records/mod.ts";
import { DONE_MARK, doneTodos, isTodoId, OPEN_MARK, openTodos } from "../records/todos.ts";
import { type Clock, daysNamed } from "../records/when.ts";
import { inResult, type Sentence } from "../sentence.ts";
import { supersededIn } from "../store/contents.ts";
import { namedBy, oneOf, recordsThatPass } from "../store/filter.ts";
import { type Memory } from "../store/memory.ts";
import { textIn as textOfId } from "../store/stored.ts";
import type { Store } from "../store/mod.ts";
import { standingFor } from "../store/same_words.ts";
import { type CoreSection, coreSection } from "../upkeep/core.ts";
import { readScope } from "../upkeep/notes.ts";
import { hereAmong, othersAmong, type ShownRecord, shownRecord } from "../upkeep/list.ts";
import { type Earlier, earlierTexts } from "../upkeep/touched.ts";
import { cutTo, linesOf, oneLine } from "../text/legible.ts";
import { ownFirst } from "./manage/arguments.ts";
import { fieldCalled, isUnconfirmed, MOST_ROOM, statesOf, textIn } from "./manage/shown.ts";
import { emptinessOf, emptyText } from "./empty.ts";
import { refuse, said } from "./words.ts";

export const show = defineCommand({
  args: {
    day: dayArg,
    id: text("ID"),
    format: choice(["memory-v1"]),
    limit: withDefault(integer(1, 100_000), 50),
    offset: withDefault(integer(0, 100_000_000), 0),
  },
  operands: { what: text("ID|DAY") },
  output: "text",
  async run(call) {
    const { memory, stores, runtime } = call;
    const wanted = wantedIn(call.args, call.operands.what, runtime);
    if (wanted.id !== undefined) {
      const section = coreSection(stores, wanted.id);
      if (section) return ok(section, sectionText);
      const id = isTodoId(wanted.id) ? await summaryNaming(memory, stores, wanted.id) : wanted.id;
      const found = oneRecord(memory, stores, id);
      return ok({ ...found, earlier: found.earlier && await withoutSecrets(memory, found.earlier) }, recordText);
    }
    const day = oneDay(memory, stores, wanted.day ?? dayOf(runtime.now().toISOString(), runtime));
    if (call.args.format !== undefined) return ok(day, ({ markdown }) => markdown);
    const empty = day.records.length === 0 ? await emptinessOf(memory, stores) : undefined;
    const data = { ...day, hint: empty?.hint };
    const { limit, offset } = call.args;
    const told = toldOf(day).length;
    return (told <= offset ? nothing : ok)(data, dayText, { limit, offset }, empty?.beginning);
  },
});

function wantedIn(
  { day, id }: { day: string | undefined; id: string | undefined },
  word: string | undefined,
  clock: Clock,
) {
  const wordsDay = word === undefined ? undefined : dayNamed(word, clock);
  const optionDay = day === undefined ? undefined : dayNamed(day, clock) ?? refuseDay("--day", day);
  if ([day, id, word].filter((each) => each !== undefined).length > 1) refuse("day_or_id");
  return { day: optionDay ?? wordsDay, id: id ?? (wordsDay === undefined ? word : undefined) };
}

/** The day that a word names: `2026-02-18`, `yesterday`, 昨天. Throws INVALID_ARGUMENT for several days. */
function dayNamed(word: string, clock: Clock): string | undefined {
  if (isDay(word)) return word;
  // `2026-02-30` is no id.
  if (/^\d{4}-\d\d-\d\d$/.test(word)) return dayArg.read([word], "DAY");
  const days = daysNamed(word, clock);
  if (!days) return undefined;
  const day = dayOf(new Date(days.from).toISOString(), clock);
  if (days.to > endOfDay(day, clock)) refuse("several_days", { word });
  return day;
}

function oneDay(memory: Memory, stores: readonly Store[], day: string) {
  const span = { from: startOfDay(day, memory.runtime), to: endOfDay(day, memory.runtime) };
  const contents = stores.map((store) => readScope(store, "all"));
  const superseded = supersededIn(contents);
  const isHere = hereAmong(memory, stores);
  const isOthers = othersAmong(memory);
  const found = contents.flatMap((all) => recordsThatPass(all, "all", { span, events: true }).filter(isHere));
  return {
    day,
    // A note is a file of Markdown itself.
    markdown: renderDay(day, found.filter(({ kind }) => kind !== "notes"), memory.runtime),
    records: found.map((stored) => ({
      ...shownRecord(stored, memory.runtime, superseded.get(stored.key)),
      ...isOthers(stored) ? { others: true as const } : {},
    })),
  };
}

/** The newest summary that names a to-do; the to-do's own id where none does. */
async function summaryNaming(memory: Memory, stores: readonly Store[], todo: string): Promise<string> {
  const { todosNamed } = await import("../capture/meant_todo.ts");
  const { todosHere } = await import("../capture/todos.ts");
  return todosNamed(todo, todosHere(memory, stores))[0]?.stored.key ?? todo;
}

function oneRecord(memory: Memory, stores: readonly Store[], id: string) {
  const all = ownFirst(stores).map((store) => ({ store, contents: readScope(store, "all") }));
  const superseded = supersededIn(all.map(({ contents }) => contents));
  for (const { store, contents: each } of all) {
    const { records } = each;
    const whole = isShortId(id) ? id : meantId(id, records.map(({ key }) => key), textOfId(records)) ?? id;
    const isMeant = namedBy([standingFor(each, whole) ?? whole]);
    const stored = oneOf(id, records.filter(({ key }) => isMeant(key)));
    if (!stored) continue;
    const { deleted_at, body } = stored.record;
    const isNote = stored.kind === "notes";
    const isOthers = othersAmong(memory)(stored);
    const others = isOthers ? { others: true as const } : {};
    const unconfirmed = isUnconfirmed({ ...shownRecord(stored, memory.runtime), ...others });
    return {
      record: isNote ? { id: stored.key, type: "note", deleted_at } : stored.record,
      source_file: stored.file,
      layer: stored.layer,
      superseded_by: superseded.get(stored.key),
      earlier: isNote ? undefined : unlessEmpty(earlierTexts(store, stored)),
      ...others,
      ...unconfirmed ? { unconfirmed: true as const } : {},
      hint: unconfirmed && memory.project && !stored.isDeleted && !superseded.has(stored.key)
        ? inResult(said("how_to_confirm", { id: briefId(stored.key) }))
        : undefined,
      text: isNote ? String(body) : undefined,
    };
  }
  refuse("no_record", { id });
}

/** An edit may have been made to be rid of a secret, which a backup still holds. */
async function withoutSecrets({ config }: Memory, earlier: readonly Earlier[]) {
  const { cleanText } = await import("../recall/clean.ts");
  return earlier.map(({ at, content }) => ({ at, content: cleanText(config, content) }));
}

type ShownOne = ReturnType<typeof oneRecord>;

type ShownDay = ReturnType<typeof oneDay> & { readonly hint: Sentence | undefined };

/** A day for a person: each session with its summary and its other records, then the records outside of sessions. */
function dayText(
  { day, records, hint }: ShownDay,
  style: Style,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  beginning: Sentence | undefined,
): string {
  const told = toldOf({ records });
  if (told.length === 0) {
    return emptyText(said("nothing_on_day", { day }), { beginning, hint }, style);
  }
  if (offset >= told.length) return style.say(said("past_the_end", { total: told.length, offset }));
  const ordered = told.toSorted((a, b) => byCode(a.timestamp, b.timestamp)).slice(offset, offset + limit);
  // A summary without a session makes one of its own.
  const sessionIn = ({ session, type, id }: ShownRecord) => session ?? (type === "summary" ? id : undefined);
  const sessions = [...new Set(ordered.flatMap((each) => sessionIn(each) ?? []))];
  const parts = sessions.map((session) => sessionText(ordered.filter((each) => sessionIn(each) === session), style));
  const others = ordered.filter((each) => sessionIn(each) === undefined);
  if (others.length > 0) {
    const head = sessions.length === 0 ? "" : `${style.bold(said("outside_of_sessions"))}\n`;
    parts.push(head + recordsOf(others, style));
  }
  const more = moreLine(style, told.length - offset - limit, `--offset ${offset + limit}`);
  return `${style.bold(day)}\n\n${parts.join("\n")}${more}`;
}

const SHOWN_TYPES: readonly string[] = ["summary", "fact", "note"];

/** The records of a day that a person is shown: its events say nothing. */
function toldOf({ records }: Pick<ShownDay, "records">): ShownDay["records"] {
  return records.filter(({ type, content }) => SHOWN_TYPES.includes(type) && content !== "");
}

function sessionText(records: readonly ShownRecord[], style: Style): string {
  const summaries = records.filter(({ type }) => type === "summary");
  const others = records.filter(({ type }) => type !== "summary");
  const heads = summaries.map((record) => summaryText(record, style)).join("");
  return (heads || `${style.bold(said("no_summary"))}\n`) + recordsOf(others, style);
}

function summaryText(record: ShownRecord, style: Style): string {
  const { topic, summary, decisions, id, timestamp, layer, others } = record;
  const title = typeof topic === "string" && topic !== "" ? oneLine(topic) : style.say(said("session"));
  const about = dotted([
    style.clock(timestamp).slice(11),
    briefId(id),
    layer === "global" && style.say(GLOBAL),
    others && style.say(OTHERS),
  ]);
  const lines = [
    ...typeof summary === "string" && summary !== "" ? [indented(summary)] : [],
    ...texts(decisions).map((each) => style.say(said("decided")) + oneLine(each)),
    ...["todos", "done"].flatMap((field) => todoLines(field, record, style)).map((line) =>
      style.say(said("todo", { line }))
    ),
  ];
  return `${style.bold(title)}  ${style.dim(about)}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

function recordsOf(records: readonly ShownRecord[], style: Style): string {
  return records.map((record) => {
    const { content, id, type, memory_type, layer, others } = record;
    const states = dotted([
      others && style.say(OTHERS),
      style.say(kindOf(type, memory_type)),
      briefId(id),
      layer === "global" && style.say(GLOBAL),
      ...statesOf(record).map(style.say),
    ]);
    const line = cutTo(oneLine(type === "note" ? textIn(record) : content), MOST_ROOM);
    return `  - ${line}  ${style.dim(states)}\n`;
  }).join("");
}

function recordText(
  { record, source_file, layer, superseded_by, earlier = [], others, unconfirmed, hint, text }: ShownOne,
  style: Style,
): string {
  const states = [
    ...others ? [OTHERS] : [],
    ...isDeleted(record) ? [said("is_deleted")] : [],
    ...superseded_by ? [said("superseded_by", { by: briefId(superseded_by) })] : [],
    ...unconfirmed ? [UNCONFIRMED] : [],
  ].map(style.say);
  if (text !== undefined) {
    const state = states.length === 0 ? "" : `${style.yellow(`(${states.join(", ")})`)}\n`;
    return state + (text.endsWith("\n") ? text : `${text}\n`);
  }
  // A summary of to-dos alone stands in for one that is to come; somebody wrote the to-dos.
  const isStandIn = record.type === "summary" && record.topic === "";
  const isTold = (name: string) => !isStandIn || (name !== "auto_generated" && name !== "source");
  const fields = Object.entries(record).filter(([name, value]) => !isBlank(value) && isTold(name));
  const rows = fields.map(([name, value]) => {
    const todos = todoLines(name, record, style).map((line) => `\n  ${line}`);
    const label = style.dim(labelOf(name));
    return todos.length > 0 ? `${label.trimEnd()}${todos.join("")}\n` : `${label}${shownValue(name, value, style)}\n`;
  });
  const before = earlier.map(({ at, content }) => `\n  - ${style.clock(at)}  ${indented(content)}`).join("");
  if (before !== "") rows.push(`${style.dim(labelOf("earlier")).trimEnd()}${before}\n`);
  const whose = layer === "global" ? style.say(inBrackets(GLOBAL)) : "";
  const more = states.map((state) => style.say(said("and_state", { state }))).join("");
  const next = hint === undefined ? "" : `${style.say(hint)}\n`;
  return `${rows.join("")}${style.dim(said("lies_in"))}${source_file}${whose}${more}\n${next}`;
}

function sectionText({ text, path, line }: CoreSection, style: Style): string {
  return `${text}\n${style.dim(style.say(said("core_lies_in")))}${path}:${line}\n`;
}

function labelOf(field: string): Sentence {
  const { en, zh } = fieldCalled(oneLine(field));
  return { en: `${en}: `, zh: `${zh}：` };
}

function shownValue(field: string, value: unknown, style: Style): string {
  if (field === "memory_type" && typeof value === "string") {
    const kind = kindOf("fact", value);
    return style.say({ en: `${kind.en} (${value})`, zh: `${kind.zh}（${value}）` });
  }
  if (field === "type" && typeof value === "string" && SHOWN_TYPES.includes(value)) return style.say(kindOf(value));
  if (typeof value === "boolean") return style.say(value ? { en: "yes", zh: "是" } : { en: "no", zh: "否" });
  if (Array.isArray(value)) {
    const items = value.map((item) => shownValue("", item, style));
    return items.length === 1 ? String(items[0]) : items.map((item) => `\n  - ${item}`).join("");
  }
  if (isObject(value)) {
    const parts = Object.entries(value).filter(([, part]) => !isBlank(part))
      .map(([name, part]) => style.say(labelOf(name)) + shownValue(name, part, style));
    return parts.join(style.say({ en: "; ", zh: "；" }));
  }
  return field === "timestamp" || field.endsWith("_at") ? style.clock(oneLine(String(value))) : indented(String(value));
}

/** A text whose further lines stand behind its first one: at the beginning of a line they would look like ours. */
function indented(text: string): string {
  return linesOf(text).join("\n    ");
}

function todoLines(field: string, record: RawRecord, { clock }: Style): string[] {
  if (field === "todos") return openTodos(record).map((todo) => `${OPEN_MARK} ${oneLine(todo)}`);
  if (field !== "done") return [];
  return doneTodos(record).map(({ todo, done_at }) =>
    `${DONE_MARK} ${oneLine(todo)}${done_at === "" ? "" : ` (${clock(done_at)})`}`
  );
}

function isBlank(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
