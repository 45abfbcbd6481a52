import { defineCommand, ok } from "../../cli/command.ts";
import { fit, pad, roomBeside, row, size, type Style, width, wrap } from "../../cli/terminal.ts";
import { briefId } from "../../records/ids.ts";
import { same, type Sentence } from "../../sentence.ts";
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
  const { say } = style;
  const { layer, folder } = stats;
  const rows = [...recordRows(stats), ...fileRows(stats, style)];
  const names = Math.max(...rows.map(([name]) => width(say(name)))) + 2;
  const heading = say(said(`stats_of_${layer}`));
  const room = roomBeside(names + 2, style.columns);
  const lines = rows.map(([name, value, may]) => {
    const text = typeof value === "string" ? value : say(value);
    const lines = may ? fit(text, room) : wrap(text, room).join(`\n${" ".repeat(names + 2)}`);
    return `  ${pad(say(name), names)}${lines}\n`;
  });
  return `${row([[heading, 0, style.bold], [folder, 0, style.dim]], style.columns)}\n${lines.join("")}`;
}

/** A row that may be cut ends with somebody's text; paths, names and ids stay whole, to be copied. */
type Row = readonly [name: Sentence, value: Sentence | string, may?: "be cut"];

function recordRows({ daily, sessions, facts, notes, recall }: Stats): Row[] {
  const [first, last] = daily.date_range;
  const days = first && last ? said("from_day_to_day", { first, last }) : "";
  const { count, latest_topic: topic } = sessions;
  const isAll = facts.count === facts.with_daily_copies;
  return [
    [said("stats_facts"), said("facts_in_days", { facts: daily.facts, day_count: daily.day_count, days })],
    [said("stats_consolidated"), isAll ? String(facts.count) : said("consolidated", facts)],
    [said("stats_sessions"), topic ? said("sessions_and_last", { count, topic }) : String(count), "be cut"],
    [said("stats_notes"), String(notes.count)],
    [said("stats_given"), said("given_and_cited", { ...recall })],
    ...recall.held_back.length === 0 ? [] : [
      [said("stats_held_back"), said("given_vain", { ids: named(recall.held_back.map(briefId)) })] as const,
    ],
  ];
}

function fileRows({ daily, deleted, memory_md, index, model_cache, disk_usage_kb }: Stats, { clock }: Style): Row[] {
  const { chunks, size_kb, last_sync, embedding_model: model } = index;
  const { lines } = memory_md;
  const kilobytes = (kb: number) => size(kb * 1024);
  const synced = last_sync ? said("synced_at", { at: clock(last_sync) }) : "";
  return [
    [same(CORE_FILE), said(lines === 0 ? "core_none" : "core_lines", { lines, size: kilobytes(memory_md.size_kb) })],
    [said("stats_deleted"), said("deleted_stay", { deleted })],
    [said("stats_events"), String(daily.system_events)],
    [said("stats_index"), said("chunks_and_size", { chunks, size: kilobytes(size_kb), synced })],
    [said("stats_model"), model_cache.ready ? model : said("model_not_there", { model })],
    [said("stats_disk"), kilobytes(disk_usage_kb)],
  ];
}
