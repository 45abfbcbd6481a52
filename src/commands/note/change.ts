/** `memory note edit`, `archive`, `delete` and `share` */
import { cleanAll } from "../../capture/gate.ts";
import { vectorsFollow } from "../../capture/vectors.ts";
import { choice, flag, tagsIfGiven, text, textsIfGiven } from "../../cli/args.ts";
import { defineCommand, ok, preview } from "../../cli/command.ts";
import { confirmLine, type Style } from "../../cli/terminal.ts";
import { fail } from "../../errors.ts";
import { existingNote } from "../../notes/files.ts";
import { AUDIENCES, KINDS, type Note, PORTABILITIES, SCOPES, STATUSES, STRENGTHS } from "../../notes/note.ts";
import type { NoteChanges } from "../../notes/render.ts";
import { refuseUnshareable, shareNote } from "../../notes/share.ts";
import { changeNotes, deleteNote } from "../../notes/write.ts";
import type { Layer } from "../../records/mod.ts";
import { inResult } from "../../sentence.ts";
import { type Memory, openMemory } from "../../store/memory.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../../store/write_lock.ts";
import { refreshRuleFile } from "../../upkeep/mod.ts";
import { existingInLayers, NOTE } from "./read.ts";

export const noteEdit = defineCommand({
  name: "note edit",
  summary: { en: "Change fields of a curated note", zh: "修改笔记的字段" },
  about: {
    en: `Only the lines of the named fields change. A note of the team's share folder is not touched: the change
becomes the project's own note of that id, which outranks it.`,
    zh: "只改所列字段的那几行。团队共享目录里的笔记不会动：改动成为项目自己的同 id 笔记，优先于它。",
  },
  examples: [
    `memory note edit MEM-api-error-format --one-liner "错误一律 { code, message, trace_id }"`,
    "memory note edit MEM-api-error-format --strength enforced --tag api,errors",
  ],
  args: {
    title: text({ en: "Title", zh: "标题" }),
    kind: choice({ en: "Kind", zh: "类别" }, KINDS),
    status: choice({ en: "Status", zh: "状态" }, STATUSES),
    strength: choice({ en: "Strength", zh: "强度" }, STRENGTHS),
    scope: choice({ en: "Scope", zh: "范围" }, SCOPES),
    audience: choice({ en: "Audience", zh: "受众" }, AUDIENCES),
    portability: choice({ en: "Portability", zh: "适用范围" }, PORTABILITIES),
    source: text({ en: "Where it came from: remember, manual, a pack", zh: "来源：remember、manual、某个包" }),
    tag: tagsIfGiven({ en: 'Tags, all of them; "" for none', zh: '标签，写全部；"" 表示清空' }),
    when: textsIfGiven({ en: 'When to load, all the lines; "" for none', zh: '何时载入，写全部行；"" 表示清空' }),
    oneLiner: text({ en: "The sentence that recall gives", zh: "召回时给出的那句话" }),
    decision: text({ en: "Decision", zh: "决定" }),
    signals: text({ en: "Signals", zh: "信号" }),
    alternatives: text({ en: "Alternatives", zh: "备选方案" }),
    counterSignals: text({ en: "Counter-signals: when it does not apply", zh: "反向信号：什么时候不适用" }),
    l0: text({ en: "L0, the fact", zh: "L0，事实" }),
    l1: text({ en: "L1, the principle", zh: "L1，原则" }),
    pointer: textsIfGiven({ en: 'Pointers, all of them; "" for none', zh: '出处，写全部；"" 表示清空' }),
  },
  operands: NOTE,
  run({ runtime, args, operands, projectPath, layer }) {
    const { when, tag, pointer, ...single } = args;
    const given = Object.entries({ ...single, tags: tag, whenToLoad: when, pointers: pointer });
    const changes: NoteChanges = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    const fields = Object.keys(changes);
    if (fields.length === 0) {
      fail("INVALID_ARGUMENT", {
        en: "Nothing to change: name at least one field",
        zh: "没有要改的：请至少指定一个字段",
      }, { en: "See `memory help note edit`", zh: "见 `memory help note edit`" });
    }
    const memory = openMemory(runtime, { projectPath });
    const { changes: clean, kinds } = withoutSecrets(memory, changes);
    return ok({
      ...change(memory, operands.id, layer, clean, "note edit"),
      updated_fields: fields,
      ...kinds.length > 0 ? { redacted: kinds } : {},
    }, changedText);
  },
});

export const noteArchive = defineCommand({
  name: "note archive",
  summary: { en: "Take a curated note out of recall, still readable", zh: "让笔记不再被召回，仍可阅读" },
  about: {
    en: "`memory note edit ID --status active` takes it back.",
    zh: "`memory note edit ID --status active` 可以恢复。",
  },
  examples: ["memory note archive MEM-api-error-format"],
  operands: NOTE,
  run({ runtime, operands, projectPath, layer }) {
    const memory = openMemory(runtime, { projectPath });
    const changed = change(memory, operands.id, layer, { status: "archive" }, "note archive");
    return ok({ ...changed, status: "archive" }, changedText);
  },
});

function withoutSecrets(memory: Memory, changes: NoteChanges): { changes: NoteChanges; kinds: readonly string[] } {
  const kinds = new Set<string>();
  const entries = Object.entries(changes).map(([field, value]) => {
    const cleaned = cleanAll(memory, typeof value === "string" ? [value] : value);
    for (const kind of cleaned.kinds) kinds.add(kind);
    return [field, typeof value === "string" ? cleaned.texts[0] ?? "" : cleaned.texts];
  });
  return { changes: Object.fromEntries(entries), kinds: [...kinds] };
}

function change(
  memory: Memory,
  id: string,
  layer: Layer | undefined,
  changes: NoteChanges,
  command: string,
) {
  const { store } = existingInLayers(memory, id, layer);
  const changed = withLock(store, LOCK_TIMEOUT_MS, (locked) => {
    // Read again under the lock: somebody may have written since.
    const before: Note = existingNote(locked, id);
    const updatedAt = memory.runtime.now().toISOString();
    const author = { actor: "user", command } as const;
    const { note, warnings } = changeNotes(locked, [{ note: before, changes: { ...changes, updatedAt } }], author);
    return {
      id,
      file: note.path,
      ...before.shared ? { overrides: before.path } : {},
      ...warnings.length > 0 ? { warnings: warnings.map(({ en }) => en) } : {},
    };
  });
  follow(memory, store.layer);
  return changed;
}

function changedText({ id, file, overrides }: ReturnType<typeof change>, style: Style): string {
  const over = overrides
    ? style.say({ en: `: ${file} now outranks ${overrides}`, zh: `：${file} 现在优先于 ${overrides}` })
    : "";
  return `${style.green({ en: "Changed", zh: "已修改" })} ${id}${over}\n`;
}

export const noteDelete = defineCommand({
  name: "note delete",
  summary: { en: "Delete a curated note", zh: "删除一篇笔记" },
  about: {
    en: "Without --confirm it shows what would go. The id is never given to another note.",
    zh: "不加 --confirm 只显示将删除什么。它的 id 不会再给别的笔记。",
  },
  examples: ["memory note delete MEM-api-error-format", "memory note delete MEM-api-error-format --confirm"],
  args: { confirm: flag({ en: "Delete it", zh: "删除" }) },
  operands: NOTE,
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
    if (!args.confirm) {
      const data = { total: 1, id, title, one_liner: oneLiner, file: path, mode: "soft" };
      return preview(data, ({ id, one_liner }, style) => {
        const what = style.say({ en: `: ${one_liner}`, zh: `：${one_liner}` });
        return `${style.yellow({ en: "Would delete", zh: "将删除" })} ${id}${what}\n${confirmLine(style)}`;
      });
    }
    const author = { actor: "user", command: "note delete" } as const;
    const { backupPath } = withLock(
      store,
      LOCK_TIMEOUT_MS,
      (locked) => deleteNote(locked, existingNote(locked, id), author),
    );
    follow(memory, store.layer);
    const data = { deleted: 1, id, file: path, mode: "soft", ...backupPath ? { backup_path: backupPath } : {} };
    return ok(data, ({ id }, style) => `${style.green({ en: "Deleted", zh: "已删除" })} ${id}\n`);
  },
});

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
  operands: NOTE,
  run({ runtime, args, operands, projectPath, layer }) {
    const { store, note } = existingInLayers(openMemory(runtime, { projectPath }), operands.id, layer);
    if (args.check) {
      refuseUnshareable(note, runtime.home);
      return preview(
        { id: note.id, file: note.path, shareable: true },
        ({ id }, { say }) => say({ en: `${id} may go to the team\n`, zh: `${id} 可以共享给团队\n` }),
      );
    }
    const author = { actor: "user", command: "note share" } as const;
    const { warnings, ...shared } = withLock(
      store,
      LOCK_TIMEOUT_MS,
      (locked) => shareNote(locked, existingNote(locked, note.id), author),
    );
    const next_step = inResult(
      shared.submodule ? { en: "Commit and push it in the team's repository", zh: "请在团队仓库里提交并推送" } : {
        en: "notes/share is no git repository of its own; make it a submodule so that the team gets the note",
        zh: "notes/share 不是独立的 git 仓库；把它设为子模块，团队才能拿到这篇笔记",
      },
    );
    const data = { ...shared, next_step, ...warnings.length > 0 ? { warnings: warnings.map(({ en }) => en) } : {} };
    return ok(
      data,
      ({ id, file, next_step }, style) =>
        `${style.green({ en: "Shared", zh: "已共享" })} ${id} → ${file}\n${style.say(next_step)}\n`,
    );
  },
});

/** Lets follow what a change of notes brings: vectors, in the background, and the rule file that the agent reads. */
export function follow(memory: Memory, layer: Layer): void {
  vectorsFollow(memory, layer);
  refreshRuleFile(memory);
}
