/** `memory manage restore` and `backups`: brings back records that were changed, deleted or lost. */
import { dirname } from "node:path";
import { choice, day, filled, list, nameOf, names } from "../../cli/args.ts";
import { type Caller, defineCommand, nothing, ok, type Outcome } from "../../cli/command.ts";
import { GLOBAL } from "../../cli/lines.ts";
import { type Cell, fit, roomBeside, row, type Style } from "../../cli/terminal.ts";
import { byCode, unlessEmpty } from "../../lists.ts";
import type { Layer } from "../../records/mod.ts";
import type { Runtime } from "../../runtime.ts";
import { inResult, same, type Sentence } from "../../sentence.ts";
import { SHARED_FOLDER } from "../../setup/apply.ts";
import { listBackups, type ListedBackup } from "../../store/backup.ts";
import { LOST } from "../../store/layout.ts";
import { inScope } from "../../store/filter.ts";
import { claimUnclaimed } from "../../store/claim.ts";
import { readContents } from "../../store/contents.ts";
import { emptiedLines } from "../../store/emptied.ts";
import {
  comesBack,
  lossFailure,
  type Lost,
  lostMemoryOf,
  lostOf,
  lostTogether,
  whatWasLost,
} from "../../store/lost.ts";
import { disabledReason, existingStores, openMemory } from "../../store/memory.ts";
import { openStore, type Store } from "../../store/mod.ts";
import { giveOwnIds } from "../../upkeep/commit.ts";
import { hereAmong } from "../../upkeep/list.ts";
import { carryOut, carryOutInEach, type SyncChoice } from "../../upkeep/mod.ts";
import { planRecovery, planRestoration, planUndeletion, type Undeletion } from "../../upkeep/restore.ts";
import { type Held, heldIn } from "../../upkeep/touched.ts";
import { refuse, said, spanOfDays } from "../words.ts";
import { actorOf } from "../../store/audit.ts";
import { changedStores, FILTER_ARGS, scopeArg, storeHolding, SYNC_ARGS, wholeIds } from "./arguments.ts";

export const manageRestore = defineCommand({
  args: {
    id: filled(list("ID,ID")),
    from: day,
    to: day,
    keyword: FILTER_ARGS.keyword,
    fromBackup: nameOf("BACKUP"),
    scope: scopeArg("all"),
    ...SYNC_ARGS,
  },
  operands: { id: names },
  run(call) {
    const { id, from, to, keyword, fromBackup, scope } = call.args;
    if (keyword?.trim() === "") refuse("empty_keyword");
    const words = [...id, ...call.operands.id];
    const byRecord = words.length > 0 || [from, to, keyword].some((each) => each !== undefined);
    if (byRecord && fromBackup !== undefined) refuse("restore_which");
    if (fromBackup !== undefined) return restoreBackup(call, fromBackup.replace(/^backups\/|\/$/g, ""));
    if (!byRecord) return recover(call);
    const ids = wholeIds(call.memory, call.layer, words);
    return undelete(call, { ids, keyword, span: spanOfDays({ from, to }, call.runtime), scope });
  },
});

type RestoreCall = Caller & { readonly args: SyncChoice };

function restoreBackup({ memory, runtime, layer, args }: RestoreCall, backup: string): Outcome {
  const store = storeHolding(memory, layer, (each) => listBackups(each).some(({ id }) => id === backup));
  const plan = (locked: Store) => planRestoration(locked, backup, actorOf(runtime));
  const { result: { restored, kept, operation }, done } = carryOut(memory, store, plan, args);
  const changed = operation === undefined
    ? said("changed_since", { kept })
    : said("changed_since_undo", { kept, operation });
  const stays = kept === 0 ? {} : { kept, hint: inResult(changed) };
  const data = { restored, mode: "backup", index_synced: false, ...done, ...stays };
  return restored === 0 ? nothing(data, restoreText) : ok(data, restoreText);
}

/** Brings back deleted records. Throws RECORD_NOT_FOUND for an id that no deleted record has. */
function undelete(
  { memory, runtime, layer, args }: RestoreCall,
  wanted: Omit<Undeletion, "isMeant">,
): Outcome {
  const stores = changedStores(memory, layer);
  const isMeant = hereAmong(memory, stores);
  const plan = (store: Store) => planUndeletion(store, { ...wanted, isMeant }, actorOf(runtime));
  const concerned = stores.filter((store) => plan(store).result > 0);
  if (concerned.length === 0) {
    const [id] = wanted.ids;
    if (id !== undefined) refuse("no_deleted_record", { id, scope: inScope(wanted.scope) });
    return nothing({ restored: 0, mode: "soft-undelete", index_synced: false }, restoreText);
  }
  const done = carryOutInEach(memory, concerned, (locked) => {
    giveOwnIds(locked);
    return plan(locked);
  }, args);
  return ok({
    restored: done.reduce((sum, { result }) => sum + result, 0),
    mode: "soft-undelete",
    index_synced: false,
    ...done[0]?.done,
    affected_files: [...new Set(done.flatMap((each) => each.done?.affected_files ?? []))].sort(),
  }, restoreText);
}

/** Brings back the files that `git clean` or `rm` took. */
function recover({ memory: found, runtime, layer, projectPath, args }: RestoreCall): Outcome {
  const gone = lostMemoryOf(found, layer);
  if (gone?.lost.link) return linkAgain(runtime, gone.lost.link);
  if (gone?.lost.leftOut) throw lossFailure(gone.lost);
  if (gone) makeAgain(runtime, gone.store.folder);
  const memory = gone ? openMemory(runtime, { projectPath }) : found;
  const stores = existingStores(memory, layer).filter((store) => lostOf(store, "place") !== undefined);
  const parts = carryOutInEach(memory, stores, (locked) => planRecovery(locked, actorOf(runtime)), args);
  const lost = parts.flatMap(({ result }) => result ? [result] : []);
  const { records: restored, ...what } = lostTogether(lost);
  const staying = lost.flatMap((each) => [...each.staying].map(([file, path]) => ({ file, path })));
  const data = {
    restored,
    mode: "lost",
    index_synced: false,
    ...parts[0]?.done,
    ...what,
    connected: gone === undefined,
    ...staying.length > 0 ? { staying } : {},
  };
  if (lost.length === 0) {
    const all = existingStores(memory, layer);
    // Tells of lines that can't be used.
    for (const store of all) readContents(store);
    const emptied = unlessEmpty(emptiedLines(all).map(inResult));
    return nothing(
      { ...data, emptied },
      ({ emptied }, { say, yellow }) =>
        emptied?.map((each) => `${yellow(each)}\n`).join("") ?? say(said("nothing_lost")),
    );
  }
  // The switch lay beside the folder, and went with it.
  const isOn = gone !== undefined && disabledReason(openMemory(runtime, { projectPath })) === undefined;
  return ok(
    data,
    ({ restored: records, connected, staying = [], ...what }, { done, dim, say }) =>
      (comesBack({ records, ...what }) ? done(said("recovered", { what: whatWasLost({ records, ...what }) })) : "") +
      staying.map(({ file, path }) => say(said("stays_back", { file, path }))).join("") +
      dim(said("not_kept_by_hand")) +
      (isOn ? say(said("on_after_loss")) : "") + (connected ? "" : say(said("connect_again"))),
  );
}

function makeAgain(runtime: Runtime, folder: string): void {
  runtime.files.makeFolder(dirname(folder), SHARED_FOLDER);
  runtime.files.makeFolder(folder);
  // The folder's `.gitignore` is lost too, and is written anew. The person knows that git ignores the folder.
  const quiet: Runtime = Object.assign(Object.create(runtime), { warn: () => {} });
  // Claimed at once, so that it counts before a folder beside it that others brought.
  claimUnclaimed(openStore(quiet, folder, "project"));
}

function linkAgain(runtime: Runtime, link: NonNullable<Lost["link"]>): Outcome {
  runtime.files.makeFolder(dirname(link.path), SHARED_FOLDER);
  runtime.files.linkFolder(link.real, link.path);
  const data = { restored: 0, mode: "link", index_synced: false, connected: false, ...link };
  return ok(
    data,
    ({ path, real }, { done, say }) => done(said("linked_again", { path, real })) + say(said("connect_again")),
  );
}

function restoreText({ restored, hint }: { restored: number; hint?: Sentence }, style: Style): string {
  const what = style.done(said(restored === 0 ? "nothing_to_restore" : "restored", { restored }));
  return hint ? `${what}  ${style.dim(hint)}\n` : what;
}

export const manageBackups = defineCommand({
  operands: { list: choice(["list"]) },
  run({ stores }) {
    const backups = stores.flatMap((store): ShownBackup[] => {
      const listed = listBackups(store);
      const holds = heldIn(store, listed);
      return listed.map((backup) => ({ ...backup, layer: store.layer, ...holds(backup) }));
    });
    const data = { backups: backups.sort((a, b) => byCode(b.created_at, a.created_at)) };
    return backups.length === 0 ? nothing(data, backupsText) : ok(data, backupsText);
  },
});

type ShownBackup = ListedBackup & Held & { readonly layer: Layer };

function backupsText({ backups }: { backups: readonly ShownBackup[] }, style: Style): string {
  if (backups.length === 0) return style.say({ en: "There are no backups\n", zh: "没有备份\n" });
  const lines = backups.map((backup) => {
    const { id, created_at, layer, texts: [text], problem } = backup;
    const cells: Cell[] = [[id, 19, style.bold], [style.clock(created_at)]];
    cells.push([style.say(beforeWhat(backup)), 15], [style.say(amountIn(backup))]);
    if (layer === "global") cells.push([style.say(GLOBAL)]);
    if (problem) cells.push([style.say(problem), 0, style.red]);
    return `${row(cells, style.columns)}\n${text ? `  ${style.dim(fit(text, roomBeside(2, style.columns)))}\n` : ""}`;
  });
  return lines.join("") + style.dim(said("how_to_restore"));
}

function beforeWhat({ command }: ShownBackup): Sentence {
  if (command === LOST) return said("taken_without_memory");
  return command === "" ? same("") : said("before_command", { command });
}

function amountIn({ records, files }: ShownBackup): Sentence {
  if (records > 0) return said("records", { records });
  return files.length > 0 ? said("files", { files: files.length }) : said("it_was_new");
}
