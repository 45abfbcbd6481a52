/** In: the settings that say how long daily records are kept. Out: rules, and the files of days that are past them. */
import { DAY_MS } from "../records/days.ts";
import { utcDay } from "../records/ids.ts";
import type { Layer } from "../records/mod.ts";
import { dayOfFile } from "../store/layout.ts";
import { configOfLayer, type Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { dailyFiles } from "../store/truth_files.ts";

/**
 * What happens to daily records that are older than so many days and say nothing more: `remove` takes them out,
 * `delete` marks them.
 */
export interface Rule {
  readonly action: "remove" | "delete";
  readonly days: number;
}

/** The rules that the settings make for a layer. */
export function retentionRules(memory: Memory, layer: Layer): Rule[] {
  const { storage: { retention_days }, cleanup: { auto_cleanup_days } } = configOfLayer(memory, layer);
  return [
    ...retention_days > 0 ? [{ action: "remove", days: retention_days } as const] : [],
    ...auto_cleanup_days > 0 ? [{ action: "delete", days: auto_cleanup_days } as const] : [],
  ];
}

/** The moment so many days ago. */
export function momentBefore({ runtime }: Store, days: number): number {
  return runtime.now().getTime() - days * DAY_MS;
}

/** The daily files that are older than a rule allows. */
export function filesBefore(store: Store, { days }: Rule): string[] {
  const oldest = utcDay(new Date(momentBefore(store, days)));
  return dailyFiles(store).filter((file) => dayOfFile(file) < oldest);
}
