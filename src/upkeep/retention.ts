/**
 * In: the settings that say how long daily records are kept. Out: older records consolidated, then removed or marked as
 * deleted, in one write that can be undone; old backups removed.
 */
import { DAY_MS } from "../records/days.ts";
import { utcDay } from "../records/ids.ts";
import type { Layer, RawRecord } from "../records/mod.ts";
import { removeOldBackups } from "../store/backup.ts";
import type { Actor } from "../store/audit.ts";
import type { Planned, Rewrite } from "../store/change.ts";
import { readContents } from "../store/contents.ts";
import { dayOfFile, FACTS_FILE, pathOf, removeInside, SNAPSHOTS_FOLDER } from "../store/layout.ts";
import { dailyFiles } from "../store/truth_files.ts";
import { withLockBriefly } from "../store/write_lock.ts";
import { configOfLayer, type Memory, startVerb } from "../store/memory.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { commit, deletion } from "./commit.ts";
import { consolidate, factsChange, staysOthers } from "./consolidate.ts";

/** What happens to daily records that are older than so many days: `remove` takes them out, `delete` marks them. */
interface Rule {
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

/** The daily records that are older than the rules allow, and the files whose records are removed or deleted. */
export function oldRecords(store: Store, rules: readonly Rule[]) {
  const contents = readContents(store);
  const filesFor = (action: Rule["action"]) => {
    const old = rules.filter((rule) => rule.action === action).flatMap((rule) => filesBefore(store, rule));
    return new Set(old.filter((file) => !staysOthers(contents, file)));
  };
  const removed = filesFor("remove");
  const deleted = filesFor("delete");
  const records = contents.records.filter(({ file, isDeleted }) =>
    removed.has(file) || (deleted.has(file) && !isDeleted)
  );
  return { records, contents, removed, deleted };
}

/** The change that the rules ask for now; undefined when nothing is old enough. */
export function planRetention(
  store: Store,
  rules: readonly Rule[],
  actor: Actor,
): Planned<Readonly<Record<"removed" | "deleted" | "consolidated", number>>> {
  const { records, contents, removed, deleted } = oldRecords(store, rules);
  if (records.length === 0) return { change: undefined, result: { removed: 0, deleted: 0, consolidated: 0 } };
  const going = new Set(records);
  const consolidation = consolidate(store.runtime, contents, (stored) => going.has(stored));
  const mark = deletion(store.runtime, "system");
  const rewrite = new Map<string, (record: RawRecord, key: string) => Rewrite>();
  for (const file of deleted) rewrite.set(file, mark);
  // Set last, since removal goes before a mark. Lines that hold no record stay, and so does their file.
  for (const file of removed) rewrite.set(file, () => undefined);
  const consolidated = consolidation.added.length;
  const gone = records.filter(({ file }) => removed.has(file)).length;
  return {
    change: {
      actor,
      command: "retention",
      scope: "daily",
      ...factsChange(consolidation, rewrite),
      audit: { consolidated, copies: consolidated + consolidation.changed.size },
    },
    result: { removed: gone, deleted: records.length - gone, consolidated },
  };
}

function filesBefore(store: Store, { days }: Rule): string[] {
  const oldest = utcDay(new Date(store.runtime.now().getTime() - days * DAY_MS));
  return dailyFiles(store).filter((file) => dayOfFile(file) < oldest);
}

/** To consolidate more bytes takes so long that a session's end starts another process for it. */
const INLINE_BYTES_MAX = 4 * 1024 * 1024;

/** Takes away records and backups past their time, at a session's end, hardly waiting. Throws LOCK_BUSY, IO_ERROR. */
export function tidyUp(memory: Memory, store: Store): void {
  const rules = retentionRules(memory, store.layer);
  const due = rules.flatMap((rule) => filesBefore(store, rule));
  const sizeOf = (file: string) => store.runtime.files.stat(pathOf(store, file))?.size ?? 0;
  const isLarge = () =>
    [...dailyFiles(store), FACTS_FILE].reduce((sum, file) => sum + sizeOf(file), 0) > INLINE_BYTES_MAX;
  if (due.length > 0 && isLarge()) {
    startVerb(memory, store.layer, "manage", "cleanup", "--retention", "--background", "--confirm");
    return;
  }
  withLockBriefly(store, (locked) => {
    const change = due.length > 0 ? planRetention(locked, rules, "system").change : undefined;
    expire(memory, locked);
    if (change) commit(locked, change);
  });
}

/** Removes backups past their time. Returns how many. */
export function expire(memory: Memory, store: LockedStore): number {
  removeInside(store, SNAPSHOTS_FOLDER);
  return removeOldBackups(store, configOfLayer(memory, store.layer).cleanup.backup_retain_days);
}
