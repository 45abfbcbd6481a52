/** `memory manage restore` and `memory manage backups` */
import { choice, day, list, text } from "../../cli/args.ts";
import { defineCommand, nothing, ok } from "../../cli/command.ts";
import { type Cell, clock, counted, row, type Style } from "../../cli/terminal.ts";
import { fail } from "../../errors.ts";
import { spanOf } from "../../records/days.ts";
import { newId } from "../../records/ids.ts";
import type { Layer } from "../../records/mod.ts";
import type { Sentence } from "../../sentence.ts";
import { listBackups, type ListedBackup } from "../../store/backup.ts";
import { readContents } from "../../store/contents.ts";
import { inScope } from "../../store/filter.ts";
import { existingStores, openMemory } from "../../store/memory.ts";
import type { LockedStore, Store } from "../../store/mod.ts";
import { hereAmong } from "../../upkeep/list.ts";
import { carryOut } from "../../upkeep/mod.ts";
import { planRestoration, planUndeletion } from "../../upkeep/restore.ts";
import { tellApartFirst } from "../../upkeep/commit.ts";
import { actorOf, changedStores, scopeArg, storeOfBackup, SYNC_ARGS, wholeIds } from "./arguments.ts";

const WHAT_WAS_DELETED: Sentence = {
  en: "`memory manage list --deleted` shows what was deleted, the last first",
  zh: "`memory manage list --deleted` 会列出已删除的，最近的在前",
};

export const manageRestore = defineCommand({
  name: "manage restore",
  summary: { en: "Bring back deleted records", zh: "恢复已删除的记录" },
  about: {
    en: `--from and --to name the days on which the records were deleted. --from-backup brings back what a backup holds
and the memory has lost; what was written since stays.`,
    zh: "--from 和 --to 指记录被删除的日期。--from-backup 恢复备份里有而记忆中已丢失的内容；之后写入的保留。",
  },
  examples: [
    "memory manage restore --id log-040511053-dxgf",
    "memory manage restore --from 2026-02-19",
    "memory manage restore --from-backup 2026-02-19-120500",
  ],
  args: {
    id: list({ en: "These records, notes and summaries too", zh: "这些记录，包括笔记和总结" }, "ID,ID"),
    from: day({ en: "Everything that was deleted from this day on", zh: "这一天起删除的全部" }),
    to: day({ en: "Up to this day", zh: "到这一天为止" }),
    fromBackup: text(
      { en: "This backup, see `memory manage backups`", zh: "用这个备份，见 `memory manage backups`" },
      "BACKUP",
    ),
    scope: scopeArg("all"),
    ...SYNC_ARGS,
  },
  run({ runtime, args, projectPath, layer }) {
    const { from, to, fromBackup, scope, ...sync } = args;
    const byRecord = args.id.length > 0 || from !== undefined || to !== undefined;
    if (byRecord === (fromBackup !== undefined)) {
      fail("INVALID_ARGUMENT", {
        en: "Which records? Say --id, --from, or --from-backup, and only one of them",
        zh: "恢复哪些记录？请加 --id、--from 或 --from-backup，只能用一个",
      }, WHAT_WAS_DELETED);
    }
    const memory = openMemory(runtime, { projectPath });
    const id = wholeIds(memory, layer, args.id);
    const actor = actorOf(runtime);
    const span = spanOf({ from, to }, runtime.now());
    const backup = fromBackup?.replace(/^backups\/|\/$/g, "");
    if (backup !== undefined) {
      const store = storeOfBackup(memory, layer, backup);
      const { result, done } = carryOut(memory, store, (locked) => planRestoration(locked, backup, actor), sync);
      const data = { restored: result, mode: "backup", index_synced: false, ...done };
      return result === 0 ? nothing(data, restoreText) : ok(data, restoreText);
    }
    const wanted = { ids: id, span, scope };
    const stores = changedStores(memory, layer);
    const isHere = hereAmong(memory, stores);
    const plan = (store: Store) =>
      planUndeletion(store, { ...wanted, isMeant: (stored) => isHere(store, stored) }, actor);
    const concerned = stores.map((store) => ({ store, result: plan(store).result })).filter(({ result }) => result > 0);
    if (concerned.length === 0 && id[0] !== undefined) {
      fail("RECORD_NOT_FOUND", {
        en: `There is no deleted record ${id[0]}${inScope(scope).en}`,
        zh: `${inScope(scope).zh}没有已删除的记录 ${id[0]}`,
      }, WHAT_WAS_DELETED);
    }
    if (concerned.length === 0) {
      return nothing({ restored: 0, mode: "soft-undelete", index_synced: false }, restoreText);
    }
    const together = concerned.length > 1 ? newId(runtime, "op") : undefined;
    const apart = (locked: LockedStore) => {
      tellApartFirst(locked, readContents(locked));
      return plan(locked);
    };
    const done = concerned.map(({ store }) => carryOut(memory, store, apart, sync, together));
    return ok({
      restored: done.reduce((sum, { result }) => sum + result, 0),
      mode: "soft-undelete",
      index_synced: false,
      ...done[0]?.done,
      affected_files: [...new Set(done.flatMap((each) => each.done?.affected_files ?? []))].sort(),
    }, restoreText);
  },
});

function restoreText({ restored }: { readonly restored: number }, style: Style): string {
  return restored === 0 ? style.say({ en: "Nothing to bring back\n", zh: "没有可恢复的\n" }) : style.say({
    en: `${style.green("Restored")} ${counted(restored, "record")}\n`,
    zh: `${style.green("已恢复")} ${restored} 条记录\n`,
  });
}

export const manageBackups = defineCommand({
  name: "manage backups",
  summary: { en: "List the copies that were made before changes", zh: "列出改动前留下的备份" },
  about: {
    en: "They are kept for cleanup.backup_retain_days. `memory manage restore --from-backup BACKUP` brings one back.",
    zh: "保留 cleanup.backup_retain_days 天。`memory manage restore --from-backup BACKUP` 恢复其中一份。",
  },
  examples: ["memory manage backups"],
  operands: { list: choice({ en: "Show them, as without", zh: "列出，与不写相同" }, ["list"]) },
  run({ runtime, projectPath, layer }) {
    const stores = existingStores(openMemory(runtime, { projectPath }), layer);
    const backups = stores.flatMap((store) => listBackups(store).map((backup) => ({ ...backup, layer: store.layer })));
    return ok({ backups: backups.sort((a, b) => b.created_at.localeCompare(a.created_at)) }, backupsText);
  },
});

function backupsText(
  { backups }: { readonly backups: readonly (ListedBackup & { readonly layer: Layer })[] },
  style: Style,
): string {
  if (backups.length === 0) return style.say({ en: "There are no backups\n", zh: "没有备份\n" });
  return backups.map(({ id, created_at, command, files, layer, problem }) => {
    const count = style.say({ en: counted(files.length, "file"), zh: `${files.length} 个文件` });
    const cells: Cell[] = [[id, 20, style.bold], [clock(created_at)], [layer, 7], [command, 12], [count]];
    return `${row([...cells, ...problem ? [[style.say(problem), 0, style.red] as const] : []], style.columns)}\n`;
  }).join("");
}
