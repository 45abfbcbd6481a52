/** `memory manage rebuild-index` */
import { flag } from "../../cli/args.ts";
import { defineCommand, ok, type Style } from "../../cli/command.ts";
import { inStepLine } from "../../cli/phrases.ts";
import { startMeter } from "../../cli/progress.ts";
import { languageOf } from "../../config/language.ts";
import { existingStores, openMemory } from "../../store/memory.ts";
import { rebuildIndex } from "../../upkeep/deferred.ts";

interface Rebuilt {
  readonly new: number;
  readonly updated: number;
  readonly deleted: number;
  readonly total: number;
}

export const manageRebuildIndex = defineCommand({
  name: "manage rebuild-index",
  summary: "Bring the search index in step with the files, or make it anew",
  about: "For when search seems to be wrong. The index is derived: nothing is lost by --full.",
  examples: ["memory manage rebuild-index", "memory manage rebuild-index --full"],
  args: {
    full: flag("Make it anew"),
    deferred: flag("Say in the log how it ended; what --sync-mode deferred starts"),
  },
  run({ runtime, args, projectPath, layer, quiet }) {
    const memory = openMemory(runtime, { projectPath });
    const sum = { new: 0, updated: 0, deleted: 0, total: 0 };
    for (const store of existingStores(memory, layer)) {
      const meter = startMeter(runtime, {
        label: { en: "index", zh: "索引" },
        unit: "records",
        quiet: quiet || args.deferred,
        language: languageOf(runtime, memory.config),
      });
      const result = rebuildIndex(memory, store, args, meter.update);
      meter.end();
      for (const key of ["new", "updated", "deleted", "total"] as const) sum[key] += result[key];
    }
    return ok(sum);
  },
  render: (rebuilt: Rebuilt, style: Style) => inStepLine(rebuilt, style),
});
