import { day as dayArg, text } from "../cli/args.ts";
import { defineCommand, ok } from "../cli/command.ts";
import { clock, type Style } from "../cli/terminal.ts";
import { fail } from "../errors.ts";
import { renderDay } from "../exchange/day.ts";
import { layerHere } from "../recall/readers.ts";
import { endOfDay, localDay, startOfDay } from "../records/days.ts";
import { isShortId, meantId } from "../records/ids.ts";
import { isDeleted, type Layer, type RawRecord } from "../records/mod.ts";
import { DONE_MARK, doneTodos, OPEN_MARK, openTodos } from "../records/todos.ts";
import { readContents } from "../store/contents.ts";
import { namedBy, oneOf, select } from "../store/filter.ts";
import { existingStores, type Memory, openMemory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { readScope } from "../upkeep/notes.ts";
import { shownRecord, supersededIn } from "../upkeep/list.ts";
import { notHereYet } from "./not_here_yet.ts";

interface ShownOne {
  readonly record: RawRecord;
  readonly source_file: string;
  readonly layer: Layer;
  readonly superseded_by?: string;
  readonly text?: string;
}

export const show = defineCommand({
  name: "show",
  summary: { en: "Print what is remembered of a day, or one record", zh: "显示某一天的记忆，或某一条记录" },
  about: {
    en: `A day is printed as the Markdown of Memory Skill v1, whose headings are Chinese, a section for each session of
it. \`memory manage list --days 1\` lists the last day without them.`,
    zh: `一天按 Memory Skill v1 的 Markdown 输出，每个会话一节。\`memory manage list --days 1\` 列出最近一天，
不分节。`,
  },
  examples: ["memory show", "memory show --day 2026-02-18", "memory show --id log-040511053-dxgf"],
  args: {
    day: dayArg({ en: "This day instead of today", zh: "这一天，而不是今天" }),
    id: text({ en: "This record", zh: "这条记录" }, "ID"),
  },
  output: "text",
  async run({ runtime, args, projectPath, layer }) {
    if (args.day !== undefined && args.id !== undefined) {
      fail("INVALID_ARGUMENT", { en: "Either --day or --id, not both", zh: "--day 与 --id 只能用一个" });
    }
    const memory = openMemory(runtime, { projectPath });
    const stores = existingStores(memory, layer);
    if (args.id !== undefined) return ok(oneRecord(stores, args.id), recordText);
    const day = oneDay(memory, stores, args.day ?? localDay(runtime.now()));
    const hint = day.records.length === 0 ? await notHereYet(memory, stores) : undefined;
    // The hint tells what an older tool remembered here, where this memory is empty.
    return ok(
      { ...day, ...hint && { hint } },
      ({ markdown, hint }, { say }) => hint === undefined ? markdown : `${markdown}\n${say(hint)}\n`,
    );
  },
});

function oneDay(memory: Memory, stores: readonly Store[], day: string) {
  const span = { from: startOfDay(day), to: endOfDay(day) };
  const contents = stores.map((store) => ({ store, ...readContents(store) }));
  const superseded = supersededIn(contents);
  const found = contents.flatMap(({ store, ...all }) =>
    select(all, "all", { span, events: true })
      .filter(({ record }) => stores.length === 1 || layerHere(memory, store.layer, record) !== undefined)
      .map((stored) => ({ stored, store }))
  );
  return {
    day,
    markdown: renderDay(day, found.map(({ stored }) => stored)),
    records: found.map(({ stored, store }) => shownRecord(stored, store, superseded.get(stored.key))),
  };
}

function oneRecord(stores: readonly Store[], id: string): ShownOne {
  const contents = stores.map((store) => ({ store, ...readScope(store, "all") }));
  const superseded = supersededIn(contents);
  for (const { store, records } of contents) {
    const isMeant = namedBy([isShortId(id) ? id : meantId(id, records.map(({ key }) => key)) ?? id]);
    const stored = oneOf(id, records.filter(({ key }) => isMeant(key)));
    if (!stored) continue;
    const superseded_by = superseded.get(stored.key);
    const place = {
      source_file: stored.file,
      layer: store.layer,
      ...superseded_by === undefined ? {} : { superseded_by },
    };
    if (stored.home !== "notes") return { record: stored.record, ...place };
    const { deleted_at, body } = stored.record;
    const record = { id: stored.key, type: "note", ...deleted_at === undefined ? {} : { deleted_at } };
    return { record, ...place, text: String(body) };
  }
  fail("RECORD_NOT_FOUND", { en: `There is no record ${id}`, zh: `没有记录 ${id}` }, {
    en: "`memory manage list` shows the ids",
    zh: "`memory manage list` 会列出 id",
  });
}

/** A record line by line, as a person reads it; a note is its own text. */
function recordText({ record, source_file, layer, superseded_by, text }: ShownOne, style: Style): string {
  const states = [
    isDeleted(record) && style.say({ en: "deleted", zh: "已删除" }),
    superseded_by && style.say({ en: `superseded by ${superseded_by}`, zh: `已被 ${superseded_by} 取代` }),
  ].filter((state) => typeof state === "string");
  if (text !== undefined) {
    const state = states.length === 0 ? "" : `${style.yellow(`(${states.join(", ")})`)}\n`;
    return state + (text.endsWith("\n") ? text : `${text}\n`);
  }
  const rows = Object.entries(record).filter(([, value]) => !isBlank(value)).map(([name, value]) => {
    const todos = todoLines(name, record);
    if (todos.length > 0) return `${style.dim(`${name}:`)}${todos.map((line) => `\n  ${line}`).join("")}\n`;
    const shown = name === "timestamp" || name.endsWith("_at") ? clock(String(value)) : valueText(value);
    return `${style.dim(`${name}:`)} ${shown}\n`;
  });
  const place = `${source_file}${layer === "global" ? style.say({ en: " (global)", zh: "（全局）" }) : ""}${
    states.map((state) => style.say({ en: `, ${state}`, zh: `，${state}` })).join("")
  }`;
  return `${rows.join("")}${style.dim({ en: "in:", zh: "位于：" })} ${place}\n`;
}

/** The to-dos that a field holds. */
function todoLines(field: string, record: RawRecord): string[] {
  if (field === "todos") return openTodos(record).map((todo) => `${OPEN_MARK} ${todo}`);
  if (field !== "done") return [];
  return doneTodos(record).map(({ todo, done_at }) =>
    `${DONE_MARK} ${todo}${done_at === "" ? "" : ` (${clock(done_at)})`}`
  );
}

function isBlank(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function valueText(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
    return value.length === 1 ? String(value[0]) : value.map((item) => `\n  - ${item}`).join("");
  }
  return JSON.stringify(value);
}
