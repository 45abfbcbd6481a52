/** `memory sync` and `memory manage rebuild-index` */
import { flag } from "../cli/args.ts";
import { type Caller, defineCommand, ok, PRINTED } from "../cli/command.ts";
import type { Style } from "../cli/terminal.ts";
import { startFilling } from "../embedding/background.ts";
import { reasonOf, tried } from "../errors.ts";
import { bringInStep, openInStep, withIndexInStep } from "../index/mod.ts";
import { openLog } from "../log.ts";
import { pathOf, VECTORS_FILE } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import { said } from "./words.ts";

/** The rows of the index that a sync changed, some of which no list shows, and the visible records in all. */
type Counts = Readonly<Record<"new" | "updated" | "deleted" | "total", number>>;

export const sync = defineCommand({
  args: { rebuild: flag, embed: flag, background: flag },
  async run(call) {
    const { runtime, memory, stores, args } = call;
    if (args.background) runtime.lowerPriority();
    const sum = summed(call, (store) => {
      const result = bringInStep(store, { anew: args.rebuild });
      tellObstacles(call, store, result);
      return result;
    });
    if (!args.embed) {
      if (!startFilling(memory, stores)) await sweep(stores);
      return args.background ? PRINTED : ok(sum, syncText);
    }
    const embedded = await embed(call, args);
    return args.background ? PRINTED : ok({ ...sum, embedded }, syncText);
  },
});

function syncText(
  { new: added, updated, deleted, total, embedded }: Counts & { embedded?: number },
  style: Style,
): string {
  const all = style.bold(String(total));
  const them = total === 1 ? "record" : "records";
  const records = style.say(said("records_in_step", { all, them, added, updated, deleted }));
  if (embedded === undefined) return records;
  return records + style.say(said("vectors_made", { embedded: style.bold(String(embedded)) }));
}

function summed({ stores }: Caller, work: (store: Store) => Counts): Counts {
  const sum = { new: 0, updated: 0, deleted: 0, total: 0 };
  for (const store of stores) {
    const result = work(store);
    for (const key of ["new", "updated", "deleted", "total"] as const) sum[key] += result[key];
  }
  return sum;
}

function tellObstacles(
  { note }: Caller,
  { folder, home }: Store,
  { inMemory, complete }: ReturnType<typeof bringInStep>,
): void {
  if (inMemory) note(said("index_in_memory", { home }));
  if (!complete) note(said("others_write_index", { folder }));
}

/** Removes the vectors of deleted records; this needs no model. */
async function sweep(stores: readonly Store[]): Promise<void> {
  // Most stores have no vectors, and the code that removes them takes 2 ms to load.
  const withVectors = stores.filter((store) => store.runtime.files.stat(pathOf(store, VECTORS_FILE)));
  if (withVectors.length === 0) return;
  const { sweepVectors } = await import("../embedding/fill.ts");
  for (const store of withVectors) {
    // A failure is only logged, since this call is not about vectors and the index is up to date all the same.
    tried(
      () => withIndexInStep(store, sweepVectors),
      (error) => openLog(store.runtime, store).warning("The vectors could not be swept", { reason: reasonOf(error) }),
    );
  }
}

async function embed(
  { runtime, memory: { config }, stores, quiet }: Caller,
  { background, rebuild }: { background: boolean; rebuild: boolean },
): Promise<number> {
  const { fillVectors } = await import("../embedding/fill.ts");
  const { fillWithMeter } = await import("./meaning.ts");
  const { removeVectors } = await import("../index/vectors.ts");
  let embedded = 0;
  for (const store of stores) {
    if (rebuild) removeVectors(store);
    using index = openInStep(store)[0];
    // In the background one thread works, and waits for no other process: that makes the vectors of our records too.
    const filled = background
      ? await logged(store, fillVectors(index, config, { threads: 1 }))
      : await fillWithMeter(runtime, config, index, { quiet });
    embedded += filled.total;
  }
  return embedded;
}

/** Logs why the work failed, for doctor, since nobody sees the output of a background process. */
async function logged<T>(store: Store, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    openLog(store.runtime, store).warning("The vectors could not be made", { reason: reasonOf(error) });
    throw error;
  }
}

export const manageRebuildIndex = defineCommand({
  args: { full: flag, deferred: flag },
  async run(call) {
    const { memory, args } = call;
    // A plain sync changes no record, so it does without what follows a change.
    const { rebuildIndex } = await import("../upkeep/mod.ts");
    const sum = summed(call, (store) => rebuildIndex(memory, store, args));
    return ok(sum, syncText);
  },
});
