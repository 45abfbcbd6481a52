/** `memory manage delete` */
import { day, flag, maybe } from "../../cli/args.ts";
import { defineCommand, ok, type Outcome, preview } from "../../cli/command.ts";
import { MemoryError } from "../../errors.ts";
import { checkToken, issueToken } from "../../store/confirm.ts";
import type { Filter, RecordScope } from "../../store/filter.ts";
import { type Memory, openMemory } from "../../store/memory.ts";
import type { LockedStore, Store } from "../../store/mod.ts";
import { asShown, type Doomed, findDoomed, planDeletion } from "../../upkeep/delete.ts";
import { remainingMentions, textsOf } from "../../upkeep/mentions.ts";
import { carryOut, type SyncChoice } from "../../upkeep/mod.ts";
import { eraseFromBackups, eraseFromIndex, eraseTraces, type Forgotten } from "../../upkeep/purge.ts";
import { verifyPurged } from "../../upkeep/verify.ts";
import { actorOf, FILTER_ARGS, filterOf, scopeArg, SYNC_ARGS } from "./arguments.ts";
import { type Deleted, deletionMessage, deletionText, nothingToDelete } from "./delete_text.ts";
import { filesOf, previewOf } from "./preview.ts";
import { otherLayerHint, storeHolding, wholeIds } from "./target.ts";

export const manageDelete = defineCommand({
  name: "manage delete",
  summary: {
    en: "Delete records, so that they can be restored or, with --purge, for good",
    zh: "删除记录：可恢复，加 --purge 则彻底清除",
  },
  about: {
    en:
      `Without --confirm it shows what would go and changes nothing. --purge and --all can't be taken back lightly: their
preview returns a confirm_token, which --confirm wants after 3 seconds and within 5 minutes.`,
    zh: `不加 --confirm 只显示将删除什么，不作改动。--purge 和 --all 难以撤回：预览会返回 confirm_token，
要在 3 秒之后、5 分钟之内交给 --confirm。`,
  },
  examples: [
    `memory manage delete --keyword "Redis"`,
    `memory manage delete --keyword "Redis" --confirm`,
    "memory manage delete --id log-040511053-dxgf --confirm",
    "memory manage delete --id log-040511053-dxgf --purge --include-backups --verify",
  ],
  args: {
    ...FILTER_ARGS,
    before: day({ en: "Before this day", zh: "早于这一天" }),
    scope: scopeArg("daily"),
    all: flag({ en: "Everything in the scope", zh: "范围内的全部" }),
    purge: flag({
      en: "Take the records out of the files instead of marking them",
      zh: "从文件中去掉记录，而不只是标记",
    }),
    includeBackups: flag({ en: "Out of the backups, too; nothing is kept", zh: "备份中的也清除；什么都不留" }),
    verify: flag({ en: "Search the bytes of every file afterwards", zh: "之后逐字节检查每个文件" }),
    confirm: maybe({
      en: "Do it; of what can't be taken back, with the preview's token",
      zh: "执行；无法撤回的须带预览给出的确认码",
    }, "TOKEN"),
    ...SYNC_ARGS,
  },
  run({ runtime, args, projectPath, layer }) {
    const { scope, all, purge, includeBackups, verify, confirm, syncMode, syncTimeout, noSync, ...given } = args;
    if ((includeBackups || verify) && !purge) {
      const option = includeBackups ? "--include-backups" : "--verify";
      throw new MemoryError("INVALID_ARGUMENT", {
        en: `${option} needs --purge`,
        zh: `${option} 须与 --purge 一起使用`,
      });
    }
    const memory = openMemory(runtime, { projectPath });
    const values = { ...given, id: wholeIds(memory, layer, given.id) };
    const filter = wanted(filterOf(runtime, values), all, values);
    const store = storeHolding(memory, layer, values.id);
    const request: Request = { filter, scope, all, purge, includeBackups, verify, isGrave: all || purge };
    if (confirm === false || (confirm === true && request.isGrave)) return show(memory, store, request);
    return remove(memory, store, request, { token: String(confirm), sync: { syncMode, syncTimeout, noSync } });
  },
  render: deletionText,
});

interface Request {
  readonly filter: Filter;
  readonly scope: RecordScope;
  readonly all: boolean;
  readonly purge: boolean;
  readonly includeBackups: boolean;
  readonly verify: boolean;
  /** What needs a token: it can't be taken back, or it is everything. */
  readonly isGrave: boolean;
}

/** The filter, which must name something: nobody deletes everything by forgetting an option. */
function wanted(filter: Filter, all: boolean, values: Readonly<Record<string, unknown>>): Filter {
  const given = Object.values(values).some((value) => Array.isArray(value) ? value.length > 0 : value !== undefined);
  if (all && given) {
    throw new MemoryError("INVALID_ARGUMENT", {
      en: "--all is everything: it takes no filter besides --scope",
      zh: "--all 表示全部：除 --scope 外不能再加筛选条件",
    });
  }
  if (all) return { ...filter, events: true };
  if (given) return filter;
  throw new MemoryError("INVALID_ARGUMENT", { en: "Which records? Nothing was named", zh: "删除哪些记录？没有指定" }, {
    hint: {
      en: "Name them with --keyword, --id, --type, --before, --from or --to; everything is --all",
      zh: "请用 --keyword、--id、--type、--before、--from 或 --to 指定；全部用 --all",
    },
  });
}

/** What a token is bound to. */
function binding(store: Store, { scope, purge, includeBackups }: Request, { records }: Doomed): string[] {
  return ["delete", store.folder, scope, String(purge), String(includeBackups), ...asShown(records)];
}

/** The records that go. Throws RECORD_NOT_FOUND, NO_MATCH. */
function existingDoomed(memory: Memory, store: Store, request: Request): Doomed {
  const doomed = findDoomed(store, request);
  if (doomed.records.length > 0) return doomed;
  const { filter, scope } = request;
  throw nothingToDelete(request, () => otherLayerHint(memory, store, filter, scope));
}

function show(memory: Memory, store: Store, request: Request): Outcome {
  const doomed = existingDoomed(memory, store, request);
  const data = previewOf(store, doomed, {
    mode: request.purge ? "purge" : "soft",
    message: deletionMessage(memory, doomed.records.length, request),
    token: request.isGrave ? issueToken(memory.runtime, binding(store, request, doomed)) : undefined,
  });
  return preview(data, request.filter.keyword);
}

async function remove(
  memory: Memory,
  store: Store,
  request: Request,
  { token, sync }: { readonly token: string; readonly sync: SyncChoice },
): Promise<Outcome> {
  const { runtime } = memory;
  const { purge, includeBackups, scope, filter, all } = request;
  const how = { actor: actorOf(runtime), command: "delete", scope, purge, backup: !includeBackups } as const;
  let erased = 0;
  let forgotten: Forgotten | undefined;
  const plan = (locked: LockedStore) => {
    const found = existingDoomed(memory, locked, request);
    if (request.isGrave) checkToken(runtime, token, binding(locked, request, found));
    const records = [...found.records, ...found.copies];
    if (includeBackups) erased = eraseFromBackups(locked, { records, filter });
    if (purge) forgotten = eraseTraces(locked, records, { all, keyword: filter.keyword });
    return planDeletion(locked, found, how);
  };
  const { result: doomed, done } = carryOut(memory, store, plan, sync);
  if (purge) await eraseFromIndex(store);
  const contents = textsOf([...doomed.records, ...doomed.copies]);
  const mentions = remainingMentions(memory, { keyword: filter.keyword, contents });
  const data: Deleted = {
    deleted: doomed.records.length,
    mode: purge ? "purge" : "soft",
    affected_files: filesOf(doomed),
    ...done?.backup_path === undefined ? {} : { backup_path: done.backup_path },
    ...done ? { operation: done.operation } : {},
    index_synced: done?.index_synced ?? false,
    ...mentions.length > 0 ? { remaining_mentions: mentions } : {},
    ...includeBackups ? { erased_from_backups: erased } : {},
    ...forgotten,
    ...request.verify ? { verified: verifyPurged(store, contents, filter.keyword) } : {},
  };
  return ok(data);
}
