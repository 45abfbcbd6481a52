/** `memory note delete` */
import { flag, required, text } from "../../cli/args.ts";
import { defineCommand, ok, preview, type Style } from "../../cli/command.ts";
import { confirmLine } from "../../cli/phrases.ts";
import { fail } from "../../errors.ts";
import { existingNote } from "../../notes/files.ts";
import { deleteNote } from "../../notes/write.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../../store/write_lock.ts";
import { openMemory } from "../../store/memory.ts";
import { existingInLayers } from "./find.ts";
import { follow } from "./follow.ts";

export const noteDelete = defineCommand({
  name: "note delete",
  summary: { en: "Delete a curated note", zh: "删除一篇笔记" },
  about: {
    en: "Without --confirm it shows what would go. The id is never given to another note.",
    zh: "不加 --confirm 只显示将删除什么。它的 id 不会再给别的笔记。",
  },
  examples: ["memory note delete MEM-api-error-format", "memory note delete MEM-api-error-format --confirm"],
  args: { confirm: flag({ en: "Delete it", zh: "删除" }) },
  operands: { id: required(text({ en: "The note", zh: "笔记" }, "MEM-…")) },
  run({ runtime, args, operands, projectPath, layer }) {
    const memory = openMemory(runtime, { projectPath });
    const { store, note } = existingInLayers(memory, operands.id, layer);
    if (note.shared) {
      fail("INVALID_ARGUMENT", {
        en: `${note.id} belongs to the team: ${note.path}`,
        zh: `${note.id} 属于团队：${note.path}`,
      }, {
        en: `\`memory note archive ${note.id}\` takes it out of recall in this project`,
        zh: `用 \`memory note archive ${note.id}\` 可在本项目中不再召回它`,
      });
    }
    const { id, title, oneLiner, path } = note;
    if (!args.confirm) return preview({ total: 1, id, title, one_liner: oneLiner, file: path, mode: "soft" });
    const { backupPath } = withLock(
      store,
      LOCK_TIMEOUT_MS,
      (locked) => deleteNote(locked, existingNote(locked, id), { actor: "user", command: "note delete" }),
    );
    follow(memory, store.layer);
    return ok({ deleted: 1, id, file: path, mode: "soft", ...backupPath ? { backup_path: backupPath } : {} });
  },
  render({ deleted, id, one_liner }: { deleted?: number; id: string; one_liner?: string }, style: Style) {
    if (deleted) return `${style.green(style.say({ en: "Deleted", zh: "已删除" }))} ${id}\n`;
    const what = style.say({ en: `: ${one_liner}`, zh: `：${one_liner}` });
    return `${style.yellow(style.say({ en: "Would delete", zh: "将删除" }))} ${id}${what}\n${confirmLine(style)}`;
  },
});
