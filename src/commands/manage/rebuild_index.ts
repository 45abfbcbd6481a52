/** `memory manage rebuild-index` */
import { flag } from "../../cli/args.ts";
import { defineCommand, ok, type Style } from "../../cli/command.ts";
import { inStepLine } from "../../cli/phrases.ts";
import { existingStores, openMemory } from "../../store/memory.ts";
import { rebuildIndex } from "../../upkeep/deferred.ts";
import { indexMeter } from "../index_meter.ts";

interface Rebuilt {
  readonly new: number;
  readonly updated: number;
  readonly deleted: number;
  readonly total: number;
}

export const manageRebuildIndex = defineCommand({
  name: "manage rebuild-index",
  summary: {
    en: "Bring the search index in step with the files, or make it anew",
    zh: "让搜索索引与文件同步，或重新生成",
  },
  about: {
    en: "For when search seems to be wrong. The index is derived: nothing is lost by --full.",
    zh: "搜索似乎不对时用。索引由文件生成：--full 不会丢失内容。",
  },
  examples: ["memory manage rebuild-index", "memory manage rebuild-index --full"],
  args: {
    full: flag({ en: "Make it anew", zh: "重新生成" }),
    deferred: flag({
      en: "Log how it ended; --sync-mode deferred calls it so",
      zh: "在日志中记下结果；由 --sync-mode deferred 启动",
    }),
  },
  run({ runtime, args, projectPath, layer, quiet }) {
    const memory = openMemory(runtime, { projectPath });
    const sum = { new: 0, updated: 0, deleted: 0, total: 0 };
    for (const store of existingStores(memory, layer)) {
      const meter = indexMeter(runtime, memory.config, { quiet: quiet || args.deferred });
      const result = rebuildIndex(memory, store, args, meter.update);
      meter.end();
      for (const key of ["new", "updated", "deleted", "total"] as const) sum[key] += result[key];
    }
    return ok(sum);
  },
  render: (rebuilt: Rebuilt, style: Style) => inStepLine(rebuilt, style),
});
