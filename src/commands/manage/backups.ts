/** `memory manage backups` */
import { choice } from "../../cli/args.ts";
import { type Cell, clock, row } from "../../cli/columns.ts";
import { defineCommand, ok, type Style } from "../../cli/command.ts";
import { counted } from "../../cli/phrases.ts";
import type { Layer } from "../../records/mod.ts";
import { existingStores, openMemory } from "../../store/memory.ts";
import { listBackups, type ListedBackup } from "../../store/backup.ts";

export const manageBackups = defineCommand({
  name: "manage backups",
  summary: { en: "List the copies that were made before changes", zh: "列出改动前留下的备份" },
  about: {
    en: "They are kept for cleanup.backup_retain_days. `memory manage restore --from-backup BACKUP` brings one back.",
    zh: "保留 cleanup.backup_retain_days 天。`memory manage restore --from-backup BACKUP` 恢复其中一份。",
  },
  examples: ["memory manage backups"],
  args: {},
  operands: { list: choice({ en: "Show them, as without", zh: "列出，与不写相同" }, ["list"]) },
  run({ runtime, projectPath, layer }) {
    const stores = existingStores(openMemory(runtime, { projectPath }), layer);
    const backups = stores.flatMap((store) => listBackups(store).map((backup) => ({ ...backup, layer: store.layer })));
    return ok({ backups: backups.sort((a, b) => b.created_at.localeCompare(a.created_at)) });
  },
  render({ backups }: { readonly backups: readonly (ListedBackup & { readonly layer: Layer })[] }, style: Style) {
    if (backups.length === 0) return style.say({ en: "There are no backups\n", zh: "没有备份\n" });
    return backups.map(({ id, created_at, command, files, layer, problem }) => {
      const count = style.say({ en: counted(files.length, "file"), zh: `${files.length} 个文件` });
      const cells: Cell[] = [[id, 20, style.bold], [clock(created_at)], [layer, 7], [command, 12], [count]];
      return `${row([...cells, ...problem ? [[style.say(problem), 0, style.red] as const] : []], style.columns)}\n`;
    }).join("");
  },
});
