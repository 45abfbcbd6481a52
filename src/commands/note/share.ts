/** `memory note share` */
import { flag, required, text } from "../../cli/args.ts";
import { defineCommand, ok, preview, type Style } from "../../cli/command.ts";
import { existingNote } from "../../notes/files.ts";
import { refuseUnshareable, shareNote } from "../../notes/share.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../../store/write_lock.ts";
import { inResult, type Sentence } from "../../sentence.ts";
import { openMemory } from "../../store/memory.ts";
import { existingInLayers } from "./find.ts";

export const noteShare = defineCommand({
  name: "note share",
  summary: { en: "Move a note to the team's folder notes/share", zh: "把笔记移到团队目录 notes/share" },
  about: {
    en: `What goes there must be for the team, cross-project, validated or enforced, active, without secrets and without
paths of this machine. notes/share is meant to be a git submodule with the team's repository; committing and pushing
there stays with the user.`,
    zh: `移过去的笔记必须面向团队、跨项目、已验证或强制、有效，不含密钥和本机路径。notes/share 应是指向团队仓库的
git 子模块；提交和推送由用户自己做。`,
  },
  examples: ["memory note share MEM-api-error-format --check", "memory note share MEM-api-error-format"],
  args: { check: flag({ en: "Only say whether it may go", zh: "只说能不能移" }) },
  operands: { id: required(text({ en: "The note", zh: "笔记" }, "MEM-…")) },
  run({ runtime, args, operands, projectPath, layer }) {
    const { store, note } = existingInLayers(openMemory(runtime, { projectPath }), operands.id, layer);
    if (args.check) {
      refuseUnshareable(note, runtime.home);
      return preview({ id: note.id, file: note.path, shareable: true });
    }
    const author = { actor: "user", command: "note share" } as const;
    const shared = withLock(
      store,
      LOCK_TIMEOUT_MS,
      (locked) => shareNote(locked, existingNote(locked, note.id), author),
    );
    const { warnings, ...data } = shared;
    const next = inResult(
      shared.submodule ? { en: "Commit and push it in the team's repository", zh: "请在团队仓库里提交并推送" } : {
        en: "notes/share is no git repository of its own; make it a submodule so that the team gets the note",
        zh: "notes/share 不是独立的 git 仓库；把它设为子模块，团队才能拿到这篇笔记",
      },
    );
    return ok({ ...data, next_step: next, ...warnings.length > 0 ? { warnings: warnings.map(({ en }) => en) } : {} });
  },
  render({ id, file, next_step }: { id: string; file: string; next_step?: Sentence }, style: Style) {
    return next_step
      ? `${style.green(style.say({ en: "Shared", zh: "已共享" }))} ${id} → ${file}\n${style.say(next_step)}\n`
      : style.say({ en: `${id} may go to the team\n`, zh: `${id} 可以共享给团队\n` });
  },
});
