import { choice, decimal, listIfGiven, names, required, text, textsIfGiven } from "../../cli/args.ts";
import { defineCommand, ok } from "../../cli/command.ts";
import type { Style } from "../../cli/terminal.ts";
import { fail } from "../../errors.ts";
import { MEMORY_TYPES } from "../../records/mod.ts";
import { readContents } from "../../store/contents.ts";
import { openMemory } from "../../store/memory.ts";
import { planEdit } from "../../upkeep/edit.ts";
import { type Mention, placeOf, remainingMentions } from "../../upkeep/mentions.ts";
import { carryOut } from "../../upkeep/mod.ts";
import { tellApartFirst } from "../../upkeep/commit.ts";
import { actorOf, scopeArg, storeHolding, SYNC_ARGS, wholeIds } from "./arguments.ts";
import { mentionLines } from "./shown.ts";

export const manageEdit = defineCommand({
  name: "manage edit",
  summary: { en: "Change what a record says", zh: "修改一条记录的内容" },
  about: {
    en:
      `Of a session summary --content changes the summary, --todo what it leaves to do: a to-do that is not named goes, one
that was done is open again; \`memory done\` closes one and keeps it as done. The daily records that a consolidated
fact was made of change with it. \`memory manage undo\` takes it back.`,
    zh: `对会话总结，--content 修改正文，--todo 重写它的待办：没写出的去掉，已完成的重新打开；只是做完了，用
\`memory done\`，会留下记录。修改归并后的事实时，它所依据的每日记录一并修改。
\`memory manage undo\` 可以撤销。`,
  },
  examples: [
    `memory manage edit --id log-040511053-dxgf --content 'Redis caches sessions, TTL 900 s'`,
    "memory manage edit --id log-040511053-dxgf --memory-type B --confidence 0.95",
    "memory manage edit --id dxgf --supersedes k3xp",
    "memory manage edit --id sum-115604817-9bdt --todo 'Load-test it' --todo 'Ask for the certificate'",
  ],
  args: {
    id: required(text({ en: "The record", zh: "记录" }, "ID")),
    content: text({ en: "The new text", zh: "新的内容" }),
    memoryType: choice({ en: "The kind of fact", zh: "事实的种类" }, MEMORY_TYPES),
    confidence: decimal({ en: "How sure, 0–1", zh: "置信度，0–1" }, 0, 1),
    entities: listIfGiven({ en: 'Names it is about, all of them; "" for none', zh: '涉及的名称，写全部；"" 表示清空' }),
    todo: textsIfGiven({
      en: 'What a summary leaves to do, all of it; "" for nothing',
      zh: '总结留下的待办，写出全部；"" 表示清空',
    }),
    supersedes: names({ en: "The record that it replaces", zh: "被它取代的记录" }),
    scope: scopeArg("all"),
    ...SYNC_ARGS,
  },
  run({ runtime, args, projectPath, layer }) {
    const { id: _, content, memoryType, confidence, entities, supersedes, todo, scope, ...sync } = args;
    const replaced = supersedes.length > 0 ? supersedes : undefined;
    const edits = { content, memoryType, confidence, entities, supersedes: replaced, todos: todo };
    if (Object.values(edits).every((value) => value === undefined)) {
      fail("INVALID_ARGUMENT", {
        en: "What shall change? Say --content, --memory-type, --confidence, --entities, --supersedes or --todo",
        zh: "改什么？请加 --content、--memory-type、--confidence、--entities、--supersedes 或 --todo",
      });
    }
    const memory = openMemory(runtime, { projectPath });
    const id = wholeIds(memory, layer, [args.id])[0] ?? args.id;
    const how = { scope, actor: actorOf(runtime) };
    const store = storeHolding(memory, layer, [id]);
    const { result: { before, along, ...edited }, done } = carryOut(
      memory,
      store,
      (locked) => {
        const contents = readContents(locked);
        // Records that were told apart stand in other lines now.
        const read = tellApartFirst(locked, contents) ? {} : { contents };
        return planEdit(memory, locked, id, edits, { ...how, ...read });
      },
      sync,
    );
    const except = new Set([id, ...along].map((key) => placeOf(store, key)));
    const mentions = before.length === 0 ? [] : remainingMentions(memory, { contents: before, except });
    return ok({
      ...edited,
      ...along.length > 0 ? { changed_with: along } : {},
      index_synced: done?.index_synced ?? true,
      ...done ? { operation: done.operation, backup_path: done.backup_path } : {},
      ...mentions.length > 0 ? { remaining_mentions: mentions } : {},
    }, editText);
  },
});

function editText(
  { id, updated_fields, redacted = [], remaining_mentions = [] }: {
    readonly id: string;
    readonly updated_fields: readonly string[];
    readonly redacted?: readonly string[];
    readonly remaining_mentions?: readonly Mention[];
  },
  style: Style,
): string {
  if (updated_fields.length === 0) return style.say({ en: `${id} says so already\n`, zh: `${id} 本来就是这样\n` });
  const secrets = redacted.length > 0
    ? style.yellow({ en: `taken out: ${redacted.join(", ")}\n`, zh: `已略去：${redacted.join("，")}\n` })
    : "";
  const fields = style.say({ en: `: ${updated_fields.join(", ")}`, zh: `：${updated_fields.join("，")}` });
  return `${style.green({ en: "Changed", zh: "已修改" })} ${id}${fields}\n${secrets}` +
    mentionLines(remaining_mentions, style);
}
