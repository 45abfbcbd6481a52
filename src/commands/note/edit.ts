/** `memory note edit` and `memory note archive` */
import { cleanAll } from "../../capture/clean.ts";
import { choice, required, tagsIfGiven, text, textsIfGiven } from "../../cli/args.ts";
import { defineCommand, ok, type Style } from "../../cli/command.ts";
import { fail } from "../../errors.ts";
import { existingNote } from "../../notes/files.ts";
import { AUDIENCES, KINDS, type Note, PORTABILITIES, SCOPES, STATUSES, STRENGTHS } from "../../notes/note.ts";
import type { NoteChanges } from "../../notes/render.ts";
import { changeNotes } from "../../notes/write.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../../store/write_lock.ts";
import { type Memory, openMemory } from "../../store/memory.ts";
import type { Layer } from "../../records/mod.ts";
import { existingInLayers } from "./find.ts";
import { follow } from "./follow.ts";

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
  operands: { id: required(text({ en: "The note", zh: "笔记" }, "MEM-…")) },
  run({ runtime, args, operands, projectPath, layer }) {
    const { when, tag, pointer, ...single } = args;
    const changes: NoteChanges = Object.fromEntries(
      Object.entries({
        ...single,
        tags: tag,
        whenToLoad: when,
        pointers: pointer,
      }).filter(([, value]) => value !== undefined),
    );
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
      ...change(memory, { id: operands.id, layer }, clean, "note edit"),
      updated_fields: fields,
      ...kinds.length > 0 ? { redacted: kinds } : {},
    });
  },
  render: rendered,
});

export const noteArchive = defineCommand({
  name: "note archive",
  summary: { en: "Take a curated note out of recall, still readable", zh: "让笔记不再被召回，仍可阅读" },
  about: {
    en: "`memory note edit ID --status active` takes it back.",
    zh: "`memory note edit ID --status active` 可以恢复。",
  },
  examples: ["memory note archive MEM-api-error-format"],
  args: {},
  operands: { id: required(text({ en: "The note", zh: "笔记" }, "MEM-…")) },
  run({ runtime, operands, projectPath, layer }) {
    const memory = openMemory(runtime, { projectPath });
    return ok({
      ...change(memory, { id: operands.id, layer }, { status: "archive" }, "note archive"),
      status: "archive",
    });
  },
  render: rendered,
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

interface Changed {
  readonly id: string;
  readonly file: string;
  readonly overrides?: string;
  readonly warnings?: readonly string[];
}

function change(
  memory: Memory,
  { id, layer }: { readonly id: string; readonly layer: Layer | undefined },
  changes: NoteChanges,
  command: string,
): Changed {
  const { store } = existingInLayers(memory, id, layer);
  const changed = withLock(store, LOCK_TIMEOUT_MS, (locked): Changed => {
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

function rendered({ id, file, overrides }: Changed, style: Style): string {
  const over = overrides
    ? style.say({ en: `: ${file} now outranks ${overrides}`, zh: `：${file} 现在优先于 ${overrides}` })
    : "";
  return `${style.green(style.say({ en: "Changed", zh: "已修改" }))} ${id}${over}\n`;
}
