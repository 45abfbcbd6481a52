/** `memory manage stats` */
import { defineCommand, ok, type Style } from "../../cli/command.ts";
import { clock, pad, size } from "../../cli/columns.ts";
import { openMemory } from "../../store/memory.ts";
import { type Stats, statsOf } from "../../upkeep/stats.ts";
import { readStores } from "./arguments.ts";
import { counted } from "./records.ts";

export const manageStats = defineCommand({
  name: "manage stats",
  summary: "How much is remembered",
  about: "Tells of the project's memory, and of the person's below `global`.",
  examples: ["memory manage stats"],
  args: {},
  run({ runtime, projectPath, layer }) {
    const memory = openMemory(runtime, { projectPath });
    const [first, second] = readStores(memory, layer).map((store) => statsOf(store, memory.config));
    return ok({ ...first, ...second ? { global: second } : {} });
  },
  render({ global, ...stats }: Stats & { readonly global?: Stats }, style: Style) {
    return [stats, ...global ? [global] : []].map((each) => section(each, style)).join("\n");
  },
});

function section(stats: Stats, style: Style): string {
  const { daily, sessions, facts, notes, recall, memory_md, index, model_cache } = stats;
  const [first, last] = daily.date_range;
  const rows: [string, string][] = [
    ["Facts", `${daily.facts} in ${counted(daily.file_count, "day")}${first && last ? ` (${first} – ${last})` : ""}`],
    ["Consolidated", String(facts.count)],
    ["Sessions", `${sessions.count}${sessions.latest_topic ? `, last: ${sessions.latest_topic}` : ""}`],
    ["Notes", String(notes.count)],
    [
      "Given to agents",
      `${recall.records_given} records, ${recall.tokens_given} tokens in ${recall.sessions} sessions; ${recall.records_cited} cited`,
    ],
    ...recall.held_back.length > 0
      ? [["Held back", `${recall.held_back.join(", ")} (given in vain)`] satisfies [string, string]]
      : [],
    ["MEMORY.md", memory_md.lines === 0 ? "none" : `${memory_md.lines} lines, ${size(memory_md.size_kb * 1024)}`],
    ["Deleted", `${daily.deleted} (can be restored)`],
    ["Session events", String(daily.system_events)],
    [
      "Index",
      `${index.chunks} pieces, ${size(index.size_kb * 1024)}${index.last_sync ? `, ${clock(index.last_sync)}` : ""}`,
    ],
    [
      "Model",
      model_cache.models.includes(index.embedding_model)
        ? index.embedding_model
        : `${index.embedding_model} (not there)`,
    ],
    ["On disk", size(stats.disk_usage_kb * 1024)],
  ];
  const heading = style.bold(stats.layer === "project" ? "This project" : "You, in every project");
  return `${heading} ${style.dim(stats.folder)}\n${
    rows.map(([name, value]) => `  ${pad(name, 17)}${value}\n`).join("")
  }`;
}
