import { flag } from "../../cli/args.ts";
import { defineCommand, ok, preview } from "../../cli/command.ts";
import { counted, type Style } from "../../cli/terminal.ts";
import { openMemory } from "../../store/memory.ts";
import type { Store } from "../../store/mod.ts";
import { type Consolidation, planConsolidation } from "../../upkeep/consolidate.ts";
import { carryOut } from "../../upkeep/mod.ts";
import { actorOf, changedStore, SYNC_ARGS } from "./arguments.ts";

export const manageConsolidate = defineCommand({
  name: "manage consolidate",
  summary: {
    en: "Keep the facts of the daily files once each, so that old days can go",
    zh: "把日记录里的事实归并保存，旧日子便可清理",
  },
  about: {
    en: `Facts that say the same are kept in their newest wording, with the ids of the records that say so; what several
sessions say independently is surer. No model is needed and nothing is invented. A consolidated fact stays out
of sight while one of its records is there.`,
    zh: `意思相同的事实保留最新的说法，并记下出处的 id；几个会话各自说过的更可信。不需要模型，也不编造内容。
只要还有一条原始记录在，归并后的事实就不会显示。`,
  },
  examples: ["memory manage consolidate", "memory manage consolidate --dry-run"],
  args: { dryRun: flag({ en: "Only say what would happen", zh: "只说明将发生什么" }), ...SYNC_ARGS },
  run({ runtime, args, projectPath, layer }) {
    const { dryRun, ...sync } = args;
    const memory = openMemory(runtime, { projectPath });
    const store = changedStore(memory, layer);
    const plan = (planned: Store) => planConsolidation(planned, actorOf(runtime));
    if (dryRun) return preview(sumsOf(plan(store).result), consolidateText);
    const { result, done } = carryOut(memory, store, plan, sync);
    return ok({ ...sumsOf(result), index_synced: true, ...done }, consolidateText);
  },
});

function consolidateText({ added, updated, merged, total }: ReturnType<typeof sumsOf>, style: Style): string {
  return style.say({
    en: `${style.bold(counted(total, "consolidated fact"))} ` +
      `(${added} new, ${updated} updated, ${merged} said more than once)\n`,
    zh: `${style.bold(`${total} 条归并后的事实`)}（新增 ${added}，更新 ${updated}，重复出现 ${merged}）\n`,
  });
}

function sumsOf({ added, changed, merged, total }: Consolidation) {
  return { added: added.length, updated: changed.size, merged, total };
}
