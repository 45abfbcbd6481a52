/** `memory manage cleanup` and `consolidate`: takes old records away, and keeps their facts once each. */
import { confirmation, flag, integer, type ValuesOf } from "../../cli/args.ts";
import { defineCommand, ok, type Outcome, preview } from "../../cli/command.ts";
import { copiesLines } from "../../cli/lines.ts";
import type { Style } from "../../cli/terminal.ts";
import { type Actor, actorOf } from "../../store/audit.ts";
import { shownOrDone } from "../../store/confirm.ts";
import type { Memory } from "../../store/memory.ts";
import type { LockedStore, Store } from "../../store/mod.ts";
import { asShown, type Cleanup, findCleared, planCleanup } from "../../upkeep/delete.ts";
import { backupsOf, carryOut, type SyncChoice } from "../../upkeep/mod.ts";
import { eraseFromIndex } from "../../upkeep/purge.ts";
import { oldRecords, planRetention } from "../../upkeep/retention.ts";
import { retentionRules } from "../../upkeep/retention_rules.ts";
import { expire } from "../../upkeep/tidy.ts";
import { changedStore, scopeArg, SYNC_ARGS } from "./arguments.ts";
import { amount, eventsIn, previewOf, previewText } from "./shown.ts";
import { type Consolidation, planConsolidation } from "../../upkeep/consolidate.ts";
import { refuse, said } from "../words.ts";

const args = {
  olderThan: integer(1, 36_500, "DAYS"),
  systemEvents: flag,
  purgeDeleted: flag,
  retention: flag,
  scope: scopeArg("daily"),
  confirm: confirmation,
  background: flag,
  ...SYNC_ARGS,
};

export const manageCleanup = defineCommand({
  args,
  run(call) {
    const { scope, confirm, background, olderThan } = call.args;
    const what = whatOf(call.args);
    const { memory, runtime, layer } = call;
    const store = changedStore(memory, layer);
    if (what === "retention") {
      return shownOrDone(runtime, {
        confirm,
        show: () => showOld(memory, store),
        act: () => keepRules(memory, store, call.args, background ? "system" : actorOf(runtime)),
      });
    }
    const cleanup = { what, olderThan, scope };
    const doomed = findCleared(store, cleanup);
    const { records } = doomed;
    const staying = doomed.spared.filter(({ kind }) => kind !== "notes").length;
    if (records.length === 0) refuse(staying > 0 ? "only_conventions_left" : "nothing_to_clean_up", { staying });
    const purge = what === "deleted";
    const mode = purge ? "purge" : "soft";
    const count = records.length;
    const message = purge
      ? said("would_purge_deleted", { count })
      : said(staying > 0 ? "would_delete_but" : "would_delete", {
        amount: amount(count, eventsIn([{ doomed }])),
        staying,
      });
    return shownOrDone(runtime, {
      confirm,
      shown: purge ? () => ["cleanup", what, store.folder, scope, ...asShown(records)] : undefined,
      stores: [store],
      show: (sealed) => preview(previewOf(runtime, [{ doomed }], mode, message, sealed), previewText),
      async act(confirmed) {
        const how = { actor: actorOf(runtime), command: "cleanup", scope, purge, ...confirmed };
        const shown = purge ? asShown(records) : undefined;
        const plan = (locked: LockedStore) => planCleanup(locked, cleanup, how, shown);
        const { result, done } = carryOut(memory, store, plan, call.args);
        if (purge) await eraseFromIndex(store);
        const told = { deleted: result.records.length, mode, affected_files: [], index_synced: false };
        return ok({ ...told, ...done }, cleanedText, backupsOf([{ store, done }]));
      },
    });
  },
});

/** The one kind of cleanup that the options name. Throws INVALID_ARGUMENT for none, and for several. */
function whatOf(options: ValuesOf<typeof args>): Cleanup["what"] | "retention" {
  const { olderThan, systemEvents, purgeDeleted, retention } = options;
  const named = [systemEvents, purgeDeleted, retention].filter(Boolean).length;
  if (named > 1 || (retention && olderThan !== undefined)) refuse("one_thing_at_a_time");
  if (named === 0 && olderThan === undefined) refuse("clean_up_what");
  if (retention) return "retention";
  if (purgeDeleted) return "deleted";
  return systemEvents ? "events" : "old";
}

function showOld(memory: Memory, store: Store): Outcome {
  const rules = retentionRules(memory, store.layer);
  const doomed = oldRecords(store, rules);
  const count = doomed.records.length;
  if (count === 0) refuse(rules.length === 0 ? "nothing_ever_too_old" : "nothing_to_clean_up");
  const message = said("would_tidy_up", { count });
  return preview(previewOf(memory.runtime, [{ doomed }], "retention", message), previewText);
}

/** Does the same as the end of a session: takes away old records that say nothing more, removes old backups. */
function keepRules(memory: Memory, store: Store, sync: SyncChoice, actor: Actor): Outcome {
  let expired = 0;
  const { result, done } = carryOut(memory, store, (locked) => {
    expired = expire(memory, locked);
    return planRetention(locked, retentionRules(memory, store.layer), actor);
  }, sync);
  const told = { ...result, mode: "retention", affected_files: [], index_synced: true, expired_backups: expired };
  return ok({ ...told, ...done }, cleanedText, backupsOf([{ store, done }]));
}

interface Cleaned {
  readonly deleted: number;
  readonly removed?: number;
}

function cleanedText({ deleted, removed = 0 }: Cleaned, style: Style, backups: readonly string[]): string {
  return `${style.done(said("cleaned_up", { gone: deleted + removed }))}\n${copiesLines(style, backups)}`;
}

export const manageConsolidate = defineCommand({
  args: { dryRun: flag, ...SYNC_ARGS },
  run({ memory, runtime, args, layer }) {
    const store = changedStore(memory, layer);
    const plan = (planned: Store) => planConsolidation(planned, actorOf(runtime));
    if (args.dryRun) return preview(sumsOf(plan(store).result), consolidateText);
    const { result, done } = carryOut(memory, store, plan, args);
    return ok({ ...sumsOf(result), index_synced: true, ...done }, consolidateText);
  },
});

function consolidateText({ added, updated, merged, total }: ReturnType<typeof sumsOf>, style: Style): string {
  const all = style.bold(said("consolidated_facts", { total }));
  return style.say(said("consolidated_sums", { all, added, updated, merged }));
}

function sumsOf({ added, changed, merged, total }: Consolidation) {
  return { added: added.length, updated: changed.size, merged, total };
}
