/** `memory sync` */
import { flag } from "../cli/args.ts";
import { defineCommand, ok, type Style } from "../cli/command.ts";
import { openInStep } from "../index/in_step.ts";
import { removeIndex } from "../index/mod.ts";
import type { SyncResult } from "../index/sync.ts";
import { notInitialised, openMemory, storesToRead } from "../store/memory.ts";

export const sync = defineCommand({
  name: "sync",
  summary: "Bring the index in step with the files",
  about: `Search does this by itself; sync is for when the files were changed by hand or by git and the next search
shall be fast. --rebuild makes the index anew from the files; nothing is lost by it.`,
  examples: ["memory sync", "memory sync --rebuild"],
  args: { rebuild: flag("Make the index anew") },
  run({ runtime, args, projectPath, layer, note }) {
    const stores = storesToRead(openMemory(runtime, { projectPath }), layer);
    if (stores.length === 0) throw notInitialised(runtime);
    const sum = { new: 0, updated: 0, deleted: 0, total: 0 };
    for (const store of stores) {
      if (args.rebuild) removeIndex(store);
      const results: SyncResult[] = [];
      openInStep(store, {}, (result) => void results.push(result)).close();
      for (const result of results) {
        for (const key of ["new", "updated", "deleted"] as const) sum[key] += result[key];
        if (!result.complete) note(`Another process is writing ${store.folder}; run \`memory sync\` again`);
      }
      sum.total += results.at(-1)?.total ?? 0;
    }
    return ok(sum);
  },
  render({ new: added, updated, deleted, total }: Omit<SyncResult, "complete">, style: Style) {
    const changes = `${added} new, ${updated} updated, ${deleted} deleted`;
    return `${style.bold(String(total))} records in step (${changes})\n`;
  },
});
