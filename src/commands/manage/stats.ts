import { defineCommand, ok } from "../../cli/command.ts";
import { counted, fit, pad, roomBeside, row, size, type Style, width, wrap } from "../../cli/terminal.ts";
import { briefId } from "../../records/ids.ts";
import { CORE_FILE } from "../../store/layout.ts";
import { type Stats, statsOf } from "../../upkeep/stats.ts";
import { said } from "../words.ts";
import { named } from "../../wording.ts";

export const manageStats = defineCommand({
  run({ memory, stores: [store, other] }) {
    const global = other && { global: statsOf(other, memory.config) };
    return ok(
      { ...statsOf(store, memory.config), ...global },
      ({ global, ...stats }, style) =>
        [stats, ...global ? [global] : []].map((each) => section(each, style)).join("\n"),
    );
  },
});

function section(stats: Stats, style: Style): string {
  const rows = [...recordRows(stats, style), ...fileRows(stats, style)];
  const names = Math.max(...rows.map(([name]) => width(name))) + 2;
  const heading = stats.layer === "project"
    ? style.say({ en: "This project", zh: "本项目" })
    : style.say({ en: "You, in every project", zh: "个人，所有项目" });
  const room = roomBeside(names + 2, style.columns);
  const lines = rows.map(([name, value, may]) =>
    `  ${pad(name, names)}${may ? fit(value, room) : wrap(value, room).join(`\n${" ".repeat(names + 2)}`)}\n`
  ).join("");
  return `${row([[heading, 0, style.bold], [stats.folder, 0, style.dim]], style.columns)}\n${lines}`;
}

/** A row that may be cut ends with somebody's text; paths, names and ids stay whole, to be copied. */
type Row = readonly [name: string, value: string, may?: "be cut"];

function recordRows({ daily, sessions, facts, notes, recall }: Stats, { say }: Style): Row[] {
  const [first, last] = daily.date_range;
  const days = first && last ? say({ en: ` (${first} – ${last})`, zh: `（${first} – ${last}）` }) : "";
  const latest = sessions.latest_topic;
  return [
    [
      say({ en: "Facts", zh: "事实" }),
      say(said("facts_in_days", { facts: daily.facts, day_count: daily.day_count })) + days,
    ],
    [
      say({ en: "Consolidated", zh: "归并后的事实" }),
      facts.count === facts.with_daily_copies ? String(facts.count) : say(said("consolidated", { ...facts })),
    ],
    [
      say({ en: "Sessions", zh: "会话" }),
      String(sessions.count) + (latest ? say({ en: `, last: ${latest}`, zh: `，最近：${latest}` }) : ""),
      "be cut",
    ],
    [say({ en: "Notes", zh: "笔记" }), String(notes.count)],
    [say({ en: "Given to agents", zh: "提供给 agent" }), say(said("given_and_cited", { ...recall }))],
    ...recall.held_back.length === 0 ? [] : [
      [
        say({ en: "Held back", zh: "暂不再给" }),
        say(said("given_vain", { ids: named(recall.held_back.map(briefId)) })),
      ] as const,
    ],
  ];
}

function fileRows(
  { daily, deleted, memory_md, index, model_cache, disk_usage_kb }: Stats,
  { say, clock }: Style,
): Row[] {
  const synced = index.last_sync ? say({ en: ", ", zh: "，" }) + clock(index.last_sync) : "";
  const model = index.embedding_model;
  const core = size(memory_md.size_kb * 1024);
  return [
    [
      CORE_FILE,
      memory_md.lines === 0
        ? say({ en: "none", zh: "无" })
        : say({ en: `${counted(memory_md.lines, "line")}, ${core}`, zh: `${memory_md.lines} 行，${core}` }),
    ],
    [say({ en: "Deleted", zh: "已删除" }), say({ en: `${deleted} (can be restored)`, zh: `${deleted}（可恢复）` })],
    [say({ en: "Session events", zh: "会话事件" }), String(daily.system_events)],
    [
      say({ en: "Index", zh: "索引" }),
      say(said("chunks_and_size", { chunks: index.chunks, size: size(index.size_kb * 1024) })) + synced,
    ],
    [
      say({ en: "Model", zh: "模型" }),
      model_cache.ready ? model : model + say({ en: " (not there)", zh: "（未下载）" }),
    ],
    [say({ en: "On disk", zh: "占用空间" }), size(disk_usage_kb * 1024)],
  ];
}
