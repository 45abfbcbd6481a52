import { flag, integer, text, withDefault } from "../../cli/args.ts";
import { defineCommand, ok } from "../../cli/command.ts";
import { clock, counted, row, type Style } from "../../cli/terminal.ts";
import { newId } from "../../records/ids.ts";
import type { Sentence } from "../../sentence.ts";
import { type Operation, readOperations, takenBack } from "../../store/audit.ts";
import { existingStores, type Memory, openMemory, storesToRead } from "../../store/memory.ts";
import type { Store } from "../../store/mod.ts";
import { companionOf, newestToUndo, operationToUndo } from "../../store/undo.ts";
import { carryOut } from "../../upkeep/mod.ts";
import { planUndo, type Undone } from "../../upkeep/restore.ts";
import { followSwitches } from "../switch.ts";
import { actorOf, changedStore, storeHolding, SYNC_ARGS } from "./arguments.ts";

export const manageUndo = defineCommand({
  name: "manage undo",
  summary: {
    en: "Take back a write: a save, a deletion, an edit, an import, a setting",
    zh: "撤销一次写入：保存、删除、修改、导入或设置",
  },
  about: {
    en:
      `Without OP the newest write of a user or agent, in both layers if it changed both. An undo is undone by its own OP,
which the result names as operation. --list shows the writes. What was changed again since is refused, naming what to
undo first.`,
    zh: `不写 OP 则撤销用户或 agent 最近的一次写入；它若改了两层，两层一起撤销。撤销本身要写明它的 OP 才能再撤销，
结果里的 operation 就是。--list 列出各次写入。之后又改过的会拒绝，并指出应先撤销哪一次。`,
  },
  examples: ["memory manage undo", "memory manage undo --list", "memory manage undo op-120511053-k3v9"],
  args: {
    list: flag({ en: "Show the writes, newest first, and take back none", zh: "列出各次写入，从新到旧，不撤销" }),
    limit: withDefault(integer({ en: "Show at most this many", zh: "最多列出多少条" }, 1, 10_000), 20),
    ...SYNC_ARGS,
  },
  operands: { op: text({ en: "The write", zh: "哪次写入" }, "OP") },
  run({ runtime, args, operands, projectPath, layer }) {
    const { list, limit, ...sync } = args;
    const memory = openMemory(runtime, { projectPath });
    if (list) {
      const writes = existingStores(memory, layer).flatMap(writesOf);
      const operations = writes.sort((a, b) => b.timestamp.localeCompare(a.timestamp)).slice(0, limit);
      return ok({ operations }, writesText);
    }
    const store = layer === undefined && operands.op === undefined
      ? storeOfNewest(memory)
      : storeHolding(memory, layer, operands.op === undefined ? [] : [operands.op]);
    const operation = operationToUndo(store, operands.op);
    const others = layer === undefined ? companions(memory, store, operation) : [];
    const plan = ({ op_id }: Operation) => (from: Store) => planUndo(from, op_id, actorOf(runtime));
    // What can't be taken back in one layer stays in the other.
    for (const each of [{ store, operation }, ...others]) plan(each.operation)(each.store);
    const together = others.length > 0 ? newId(runtime, "op") : undefined;
    const takeBack = (each: typeof others[number]) =>
      carryOut(memory, each.store, plan(each.operation), sync, together);
    const { result, done } = takeBack({ store, operation });
    const undone = others.map(takeBack).reduce((sum, other) => sum + other.result.undone, result.undone);
    const { command } = result;
    if (command.startsWith("config") || command === "undo") followSwitches(openMemory(runtime, { projectPath }));
    return ok({ ...result, undone, layer: store.layer, index_synced: true, ...done }, undoText);
  },
});

function undoText({ command, op_id, undone }: Undone, style: Style): string {
  const { en, zh } = countOf(undone, command);
  return style.say({
    en: `${style.green("Taken back")} ${command} (${op_id}): ${en} as before\n`,
    zh: `${style.green("已撤销")} ${command}（${op_id}）：${zh}恢复原样\n`,
  });
}

/** How much a write touched; one of `config` touched settings. */
function countOf(count: number, command: string): Sentence {
  return command.startsWith("config")
    ? { en: counted(count, "setting"), zh: `${count} 项设置` }
    : { en: counted(count, "record"), zh: `${count} 条记录` };
}

/** The writes of other layers that were one with this one. */
function companions(memory: Memory, store: Store, operation: Operation): { store: Store; operation: Operation }[] {
  return storesToRead(memory).filter(({ layer }) => layer !== store.layer).flatMap((other) => {
    const companion = companionOf(other, operation);
    return companion ? [{ store: other, operation: companion }] : [];
  });
}

/** The store with the newest write of all layers: what somebody has just done, wherever that was. */
function storeOfNewest(memory: Memory): Store {
  const newest = storesToRead(memory).flatMap((store) => {
    const operation = newestToUndo(store);
    return operation ? [{ store, at: operation.timestamp }] : [];
  }).sort((a, b) => b.at.localeCompare(a.at))[0];
  return newest?.store ?? changedStore(memory, undefined);
}

function writesOf(store: Store) {
  const operations = readOperations(store).filter(({ success, part_of }) => success && part_of === undefined);
  const undone = takenBack(operations);
  return operations.map(({ op_id, timestamp, actor, command, ids, ids_total }) => ({
    op_id,
    timestamp,
    actor,
    command,
    layer: store.layer,
    records: typeof ids_total === "number" ? ids_total : ids.length,
    taken_back: undone.has(op_id),
  })).reverse();
}

function writesText({ operations }: { readonly operations: ReturnType<typeof writesOf> }, style: Style): string {
  if (operations.length === 0) return style.say({ en: "Nothing was written yet\n", zh: "还没有写入过\n" });
  return operations.map(({ op_id, timestamp, actor, command, layer, records, taken_back }) => {
    const told = style.say(countOf(records, command)) +
      (taken_back ? style.say({ en: " (taken back)", zh: "（已撤销）" }) : "");
    const line = row([[op_id], [clock(timestamp)], [layer, 7], [actor, 6], [command, 12], [told]], style.columns);
    return `${taken_back ? style.dim(line) : line}\n`;
  }).join("");
}
