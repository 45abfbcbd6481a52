/** `memory manage restore`, `undo` and `backups`: what was changed or deleted comes back. */
import { dirname } from "node:path";
import { choice, day, flag, integer, list, names, text, withDefault } from "../../cli/args.ts";
import { type Caller, defineCommand, nothing, ok, type Outcome } from "../../cli/command.ts";
import { type Cell, clock, counted, fit, GLOBAL, pad, roomBeside, row, type Style, width } from "../../cli/terminal.ts";
import { largest } from "../../lists.ts";
import { spanOf } from "../../records/days.ts";
import { briefId, briefIds, meantId } from "../../records/ids.ts";
import type { Layer } from "../../records/mod.ts";
import type { Runtime } from "../../runtime.ts";
import type { Sentence } from "../../sentence.ts";
import { listBackups, type ListedBackup, LOST } from "../../store/backup.ts";
import { readContents } from "../../store/contents.ts";
import { inScope } from "../../store/filter.ts";
import { keepPrivate } from "../../store/keep_private.ts";
import { type LockedStore, type Store, storeAt } from "../../store/mod.ts";
import { hereAmong } from "../../upkeep/list.ts";
import { carryOut, carryOutInEach, type SyncChoice } from "../../upkeep/mod.ts";
import { SHARED_FOLDER } from "../../setup/apply.ts";
import { lostMemoryOf, lostOf, whatWasLost } from "../../store/lost.ts";
import {
  eventsOf,
  planRecovery,
  planRestoration,
  planUndeletion,
  planUndo,
  type Undone,
} from "../../upkeep/restore.ts";
import { type Held, heldIn, textsTouched } from "../../upkeep/touched.ts";
import { tellApartFirst } from "../../upkeep/commit.ts";
import {
  actorOf,
  changedStore,
  changedStores,
  scopeArg,
  storeHolding,
  storeOfBackup,
  SYNC_ARGS,
  wholeIds,
} from "./arguments.ts";
import { type Operation, readOperations, takenBack } from "../../store/audit.ts";
import { existingStores, type Memory, openMemory, storesToRead } from "../../store/memory.ts";
import { companionOf, newestToUndo, operationToUndo } from "../../store/undo.ts";
import { followSwitches } from "../switch.ts";
import { refuse, said } from "../words.ts";

export const manageRestore = defineCommand({
  args: { id: list("ID,ID"), from: day, to: day, fromBackup: text("BACKUP"), scope: scopeArg("all"), ...SYNC_ARGS },
  operands: { id: names },
  run(call) {
    const { from, to, fromBackup, scope } = call.args;
    const words = [...call.args.id, ...call.operands.id];
    const byRecord = words.length > 0 || from !== undefined || to !== undefined;
    if (!byRecord && fromBackup === undefined) return recover(call);
    if (byRecord && fromBackup !== undefined) {
      refuse("restore_which");
    }
    const { memory, runtime, layer } = call;
    const id = wholeIds(memory, layer, words);
    const actor = actorOf(runtime);
    const span = spanOf({ from, to }, runtime.now());
    const backup = fromBackup?.replace(/^backups\/|\/$/g, "");
    if (backup !== undefined) {
      const store = storeOfBackup(memory, layer, backup);
      const { result, done } = carryOut(memory, store, (locked) => planRestoration(locked, backup, actor), call.args);
      const data = { restored: result, mode: "backup", index_synced: false, ...done };
      return result === 0 ? nothing(data, restoreText) : ok(data, restoreText);
    }
    const wanted = { ids: id, span, scope };
    const stores = changedStores(memory, layer);
    const isHere = hereAmong(memory, stores);
    const plan = (store: Store) =>
      planUndeletion(store, { ...wanted, isMeant: (stored) => isHere(store, stored) }, actor);
    const concerned = stores.filter((store) => plan(store).result > 0);
    if (concerned.length === 0 && id[0] !== undefined) {
      refuse("no_deleted_record", { id: id[0], scope: inScope(scope) });
    }
    if (concerned.length === 0) {
      return nothing({ restored: 0, mode: "soft-undelete", index_synced: false }, restoreText);
    }
    const apart = (locked: LockedStore) => {
      tellApartFirst(locked, readContents(locked));
      return plan(locked);
    };
    const done = carryOutInEach(memory, concerned, apart, call.args);
    return ok({
      restored: done.reduce((sum, { result }) => sum + result, 0),
      mode: "soft-undelete",
      index_synced: false,
      ...done[0]?.done,
      affected_files: [...new Set(done.flatMap((each) => each.done?.affected_files ?? []))].sort(),
    }, restoreText);
  },
});

/** Brings back what `git clean` or `rm` took. */
function recover(
  { memory: found, runtime, layer, projectPath, args }: Caller & { readonly args: SyncChoice },
): Outcome {
  const gone = lostMemoryOf(found, layer);
  if (gone) {
    runtime.files.makeFolder(dirname(gone.store.folder), SHARED_FOLDER);
    runtime.files.makeFolder(gone.store.folder);
    // Its `.gitignore` went along. That git sees nothing of it, as before, is no news.
    const quiet: Runtime = Object.assign(Object.create(runtime), { warn: () => {} });
    keepPrivate(storeAt(quiet, gone.store.folder, "project"), false);
  }
  const memory = gone ? openMemory(runtime, { projectPath }) : found;
  const stores = existingStores(memory, layer).filter((store) => lostOf(store) !== undefined);
  const parts = carryOutInEach(memory, stores, (locked) => planRecovery(locked, actorOf(runtime)), args);
  const lost = parts.flatMap(({ result }) => result ? [result] : []);
  const data = {
    restored: lost.reduce((sum, { records }) => sum + records, 0),
    mode: "lost",
    index_synced: false,
    ...parts[0]?.done,
    core: lost.some(({ core }) => core),
    connected: gone === undefined,
  };
  return lost.length === 0 ? nothing(data, nothingLostText) : ok(data, recoveredText);
}

function nothingLostText(_data: unknown, style: Style): string {
  return style.say(said("nothing_lost"));
}

function recoveredText(
  { restored, core, connected }: { readonly restored: number; readonly core: boolean; readonly connected: boolean },
  style: Style,
): string {
  const what = whatWasLost({ records: restored, core });
  const next = connected ? "" : style.say(said("connect_again"));
  const limits = style.dim(said("not_kept_by_hand"));
  return style.done(said("recovered", { what })) + limits + next;
}

function restoreText({ restored }: { readonly restored: number }, style: Style): string {
  return restored === 0
    ? style.say({ en: "Nothing to bring back\n", zh: "没有可恢复的\n" })
    : style.done(said("restored", { restored }));
}

export const manageBackups = defineCommand({
  operands: { list: choice(["list"]) },
  run({ stores }) {
    const backups = stores.flatMap((store): ShownBackup[] => {
      const listed = listBackups(store);
      const holds = heldIn(store, listed);
      return listed.map((backup) => ({ ...backup, layer: store.layer, ...holds(backup) }));
    });
    return ok({ backups: backups.sort((a, b) => b.created_at.localeCompare(a.created_at)) }, backupsText);
  },
});

type ShownBackup = ListedBackup & Held & { readonly layer: Layer };

/** A line for each backup: when and before which verb it was made, and what of it comes back. */
function backupsText({ backups }: { readonly backups: readonly ShownBackup[] }, style: Style): string {
  if (backups.length === 0) return style.say({ en: "There are no backups\n", zh: "没有备份\n" });
  const lines = backups.map(({ id, created_at, command, files, layer, records, texts, problem }) => {
    const before = command === LOST
      ? style.say({ en: "taken away without memory", zh: "不经 memory 删除的" })
      : command === ""
      ? ""
      : style.say({ en: `before ${command}`, zh: `${command} 之前` });
    const count = records > 0
      ? style.say({ en: counted(records, "record"), zh: `${records} 条记录` })
      : files.length > 0
      ? style.say({ en: counted(files.length, "file"), zh: `${files.length} 个文件` })
      : style.say({ en: "nothing: it was new", zh: "此前没有" });
    const cells: Cell[] = [[id, 19, style.bold], [clock(created_at)], [before, 15], [count]];
    if (layer === "global") cells.push([style.say(GLOBAL)]);
    if (problem) cells.push([style.say(problem), 0, style.red]);
    const [text] = texts;
    return `${row(cells, style.columns)}\n${text ? `  ${style.dim(fit(text, roomBeside(2, style.columns)))}\n` : ""}`;
  });
  return lines.join("") + style.dim(said("how_to_restore"));
}

export const manageUndo = defineCommand({
  args: { list: flag, limit: withDefault(integer(1, 10_000), 20), ...SYNC_ARGS },
  operands: { op: text("OP") },
  run(call) {
    const { runtime, memory, operands, projectPath, layer } = call;
    const { list, limit } = call.args;
    if (list) {
      const writes = call.stores.flatMap((store) => writesOf(store, limit));
      const operations = writes.sort((a, b) => b.timestamp.localeCompare(a.timestamp)).slice(0, limit);
      return ok({ operations }, writesText);
    }
    const op = operands.op === undefined ? undefined : wholeOperation(memory, operands.op);
    const store = layer === undefined && op === undefined
      ? storeOfNewest(memory)
      : storeHolding(memory, layer, op === undefined ? [] : [op]);
    const operation = operationToUndo(store, op);
    const others = layer === undefined ? companions(memory, store, operation) : [];
    const writes = new Map([{ store, operation }, ...others].map((each) => [each.store.layer, each.operation.op_id]));
    const plan = (from: Store) => planUndo(from, writes.get(from.layer), actorOf(runtime));
    const stores = [store, ...others.map((other) => other.store)];
    // What can't be taken back in one layer stays in the other.
    stores.forEach(plan);
    // Before, since a save's records are gone afterwards.
    const told = () =>
      [{ store, operation }, ...others].flatMap((each) => textsTouched(each.store, [each.operation])(each.operation));
    const texts = told();
    const taken = carryOutInEach(memory, stores, plan, call.args);
    const undone = taken.reduce((sum, { result }) => sum + result.undone, 0);
    const { command } = operation;
    // What was edited reads as it did before; what was saved is gone.
    const now = ADDS.test(command) ? texts : told();
    if (command.startsWith("config") || command === "undo") followSwitches(openMemory(runtime, { projectPath }));
    const events = taken.reduce((sum, { result }) => sum + (result.events ?? 0), 0);
    const counts = { undone, ...events > 0 ? { events } : {} };
    const data = { op_id: operation.op_id, ...counts, command, layer: store.layer, texts: now, index_synced: true };
    return ok({ ...data, ...taken[0]?.done }, undoText);
  },
});

/** The commands that add records. */
const ADDS = /^(?:save|import|note (?:add|propose))/;

function undoText(
  { command, op_id, undone, events = 0, texts }: Undone & { readonly texts: readonly string[] },
  style: Style,
): string {
  const how = ADDS.test(command) ? "gone" : command === "delete" ? "back" : "as_before";
  const values = { command, id: briefId(op_id), what: countOf(undone - events, command) };
  return style.done(said(`undone_${how}`, values)) +
    texts.map((text) => `  ${fit(text, roomBeside(2, style.columns))}\n`).join("");
}

/** How much a write touched; one of `config` touched settings. */
function countOf(count: number, command: string): Sentence {
  return command.startsWith("config")
    ? { en: counted(count, "setting"), zh: `${count} 项设置` }
    : { en: counted(count, "record"), zh: `${count} 条记录` };
}

/** The id of the write that a word means, in whichever layer. Throws INVALID_ARGUMENT for one that means several. */
function wholeOperation(memory: Memory, word: string): string {
  const known = storesToRead(memory).flatMap((store) => readOperations(store).map(({ op_id }) => op_id));
  return meantId(word, known) ?? word;
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

function writesOf(store: Store, limit: number) {
  const operations = readOperations(store).filter(({ success, part_of }) => success && part_of === undefined);
  const undone = takenBack(operations);
  const newest = operations.slice(-limit).reverse();
  const textsOf = textsTouched(store, newest);
  return newest.map((operation) => {
    const { op_id, timestamp, actor, command, ids, ids_total } = operation;
    return {
      op_id,
      timestamp,
      actor,
      command,
      layer: store.layer,
      records: typeof ids_total === "number" ? ids_total : ids.length,
      ...eventsOf(operation),
      taken_back: undone.has(op_id),
      texts: textsOf(operation),
    };
  });
}

/** A line for each write, with the first words of what it touched. Who wrote is told only of memory itself. */
function writesText({ operations }: { readonly operations: ReturnType<typeof writesOf> }, style: Style): string {
  if (operations.length === 0) return style.say({ en: "Nothing was written yet\n", zh: "还没有写入过\n" });
  const briefly = briefIds(operations.map(({ op_id }) => op_id));
  const commands = largest(operations.map(({ command }) => width(command)), 0);
  return operations.map(({ op_id, timestamp, actor, command, layer, records, events = 0, taken_back, texts }) => {
    const [text] = texts;
    const marks = [
      ...layer === "global" ? [style.say(GLOBAL)] : [],
      ...taken_back ? [style.say({ en: "taken back", zh: "已撤销" })] : [],
      ...actor === "system" ? [style.say({ en: "by itself", zh: "自动" })] : [],
      ...records > 1 || text === undefined ? [style.say(countOf(records - events, command))] : [],
    ];
    const mark = marks.length === 0 ? "" : style.say({ en: ` (${marks.join(", ")})`, zh: `（${marks.join("，")}）` });
    const before = `${pad(briefly(op_id), 4)}  ${clock(timestamp)}  ${pad(command, commands)}  `;
    const told = text === undefined
      ? mark.trimStart()
      : fit(text, roomBeside(width(before) + width(mark), style.columns)) + mark;
    const line = `${before}${told}\n`;
    return taken_back ? style.dim(line) : line;
  }).join("");
}
