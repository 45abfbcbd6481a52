/** `memory sync` and `memory manage rebuild-index` */
import { flag } from "../cli/args.ts";
import { type Caller, defineCommand, ok } from "../cli/command.ts";
import { indexMeter } from "../cli/progress.ts";
import { type Counts, inStepLine, type Style } from "../cli/terminal.ts";
import { type Config, languageOf } from "../config/mod.ts";
import { reasonOf } from "../errors.ts";
import { bringInStep, openInStep, withIndexInStep } from "../index/mod.ts";
import type { SyncResult } from "../index/sync.ts";
import { openLog } from "../log.ts";
import { pathOf, VECTORS_FILE } from "../store/layout.ts";
import { existingStores, type Memory, openMemory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { rebuildIndex } from "../upkeep/mod.ts";

export const sync = defineCommand({
  name: "sync",
  summary: { en: "Bring the index in step with the files", zh: "让索引与文件同步" },
  about: {
    en: `Search does this by itself; sync is for when the files were changed by hand or by git and the next search
shall be fast. --rebuild makes the index anew from the files; nothing is lost by it. --embed makes the
vectors for search by meaning now instead of in the background; it can be stopped and goes on from there.`,
    zh: `搜索时会自动同步；手工或用 git 改了文件、想让下一次搜索快一些时才用它。--rebuild 由文件重新生成索引，
不会丢失内容。--embed 立即生成语义搜索用的向量，而不是在后台；可以中断，下次接着做。`,
  },
  examples: ["memory sync", "memory sync --rebuild", "memory sync --embed"],
  args: {
    rebuild: flag({ en: "Make the index anew", zh: "重新生成索引" }),
    embed: flag({ en: "Make the vectors too", zh: "同时生成向量" }),
    background: flag({
      en: "Run at low priority and without output, as other verbs start it",
      zh: "低优先级，无输出；由其他命令启动",
    }),
  },
  async run(call) {
    const { runtime, args, projectPath, layer } = call;
    const memory = openMemory(runtime, { projectPath });
    const stores = existingStores(memory, layer);
    const quiet = call.quiet || args.background;
    if (args.background) runtime.lowerPriority();
    const sum = { new: 0, updated: 0, deleted: 0, total: 0 };
    for (const store of stores) {
      const result = syncStore({ ...call, quiet }, memory.config, store, args.rebuild);
      for (const key of ["new", "updated", "deleted", "total"] as const) sum[key] += result[key];
    }
    if (!args.embed) {
      const { startFilling } = await import("../embedding/background.ts");
      if (!startFilling(runtime, memory.config, stores, memory.locations.projectRoot)) await sweep(stores);
      return ok(sum, syncText);
    }
    return ok({ ...sum, embedded: await embed(call, memory, stores, args) }, syncText);
  },
});

function syncText(data: Counts & { readonly embedded?: number }, style: Style): string {
  const { embedded } = data;
  const vectors = embedded === undefined ? "" : style.say({
    en: `${style.bold(String(embedded))} records have vectors\n`,
    zh: `${style.bold(String(embedded))} 条记录已有向量\n`,
  });
  return inStepLine(data, style) + vectors;
}

/** Brings one store's index in step, and says what stood in the way. */
function syncStore({ runtime, note, quiet }: Caller, config: Config, store: Store, anew: boolean): SyncResult {
  const language = languageOf(runtime, config);
  const meter = indexMeter(runtime, config, { quiet });
  const result = bringInStep(store, { anew, onProgress: meter.update });
  meter.end();
  if (result.inMemory) {
    note({
      en: `${store.folder} can't be written: its index was made in memory only`,
      zh: `无法写入 ${store.folder}：索引只建在内存中`,
    }, language);
  }
  if (!result.complete) {
    note({
      en: `Another process is writing ${store.folder}; run \`memory sync\` again`,
      zh: `另一个进程正在写 ${store.folder}；请再运行 \`memory sync\``,
    }, language);
  }
  return result;
}

/** Removes the vectors of deleted records; this needs no model. */
async function sweep(stores: readonly Store[]): Promise<void> {
  // Most stores have no vectors, and the code that removes them takes 2 ms to load.
  const withVectors = stores.filter((store) => store.runtime.files.stat(pathOf(store, VECTORS_FILE)));
  if (withVectors.length === 0) return;
  const { sweepVectors } = await import("../embedding/fill.ts");
  for (const store of withVectors) {
    // Nobody asked for vectors: what stands in their way does not make the index any less in step.
    try {
      withIndexInStep(store, sweepVectors);
    } catch (error) {
      openLog(store.runtime, store).warning("The vectors could not be swept", { reason: reasonOf(error) });
    }
  }
}

async function embed(
  { runtime, quiet }: Caller,
  { config }: Memory,
  stores: readonly Store[],
  { background, rebuild }: { background: boolean; rebuild: boolean },
): Promise<number> {
  const { fillVectors } = await import("../embedding/fill.ts");
  const { fillWithMeter } = await import("./meaning.ts");
  const { removeVectors } = await import("../index/vectors.ts");
  let embedded = 0;
  for (const store of stores) {
    if (rebuild) removeVectors(store);
    const index = openInStep(store);
    try {
      // In the background: one thread, and no waiting. Another process at work does our records too.
      const filled = background
        ? await logged(store, fillVectors(index, config, { threads: 1 }))
        : await fillWithMeter(runtime, config, index, { quiet });
      embedded += filled.total;
    } finally {
      index.close();
    }
  }
  return embedded;
}

/** Nobody sees why a background process fails, so the log says it, for doctor. */
async function logged<T>(store: Store, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    openLog(store.runtime, store).warning("The vectors could not be made", { reason: reasonOf(error) });
    throw error;
  }
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
    return ok(sum, inStepLine);
  },
});
