/** `memory manage delete` */
import { day, flag, maybe } from "../../cli/args.ts";
import { defineCommand, ok, type Outcome, preview } from "../../cli/command.ts";
import { fail } from "../../errors.ts";
import { checkToken, issueToken, notAsShown } from "../../store/confirm.ts";
import type { Contents } from "../../store/contents.ts";
import { type Filter, isKeywordAlone, namedBy, type RecordScope } from "../../store/filter.ts";
import { newId } from "../../records/ids.ts";
import { type Memory, openMemory } from "../../store/memory.ts";
import type { LockedStore, Store } from "../../store/mod.ts";
import { usedTokens } from "../../store/audit.ts";
import { asShown, type Doomed, findDoomed, planDeletion } from "../../upkeep/delete.ts";
import { hereAmong } from "../../upkeep/list.ts";
import { type Mention, placeOf, remainingMentions, remainingOfAll, textsOf } from "../../upkeep/mentions.ts";
import { carryOut, type Done, type SyncChoice } from "../../upkeep/mod.ts";
import { tellApartFirst } from "../../upkeep/tell_apart.ts";
import { eraseBeside, type Erased, eraseElsewhere, sumOf } from "../../upkeep/traces.ts";
import { verifyLayers } from "../../upkeep/verify.ts";
import { actorOf, FILTER_ARGS, filterOf, scopeArg, SYNC_ARGS } from "./arguments.ts";
import { type Deleted, deletionMessage, deletionText, nothingToDelete } from "./delete_text.ts";
import { filesOf, layersOf, previewOf } from "./preview.ts";
import { changedStores, elsewhereHint, wholeIds } from "./target.ts";

export const manageDelete = defineCommand({
  name: "manage delete",
  summary: {
    en: "Delete records, so that they can be restored or, with --purge, for good",
    zh: "删除记录：可恢复，加 --purge 则彻底清除",
  },
  about: {
    en:
      `Without --confirm it shows what would go, of both layers and of every scope, and changes nothing; --id takes exactly
the records that were shown. --purge and --all can't be taken back lightly: their preview returns a confirm_token, which
--confirm wants after 3 seconds and within 5 minutes. MEMORY.md is yours: what of it says the same is only told.`,
    zh: `不加 --confirm 只显示将删除什么（两层、所有范围），不作改动；用 --id 可以恰好删除所展示的那些。--purge 和
--all 难以撤回：预览会返回 confirm_token，要在 3 秒之后、5 分钟之内交给 --confirm。MEMORY.md 由你自己编辑：
其中有同样内容时只会告诉你。`,
  },
  examples: [
    `memory manage delete --keyword "Redis"`,
    `memory manage delete --keyword "Redis" --confirm`,
    "memory manage delete --id log-040511053-dxgf,log-040611053-a1b2 --confirm",
    "memory manage delete --id log-040511053-dxgf --purge --include-backups --verify",
  ],
  args: {
    ...FILTER_ARGS,
    before: day({ en: "Before this day", zh: "早于这一天" }),
    scope: scopeArg("all"),
    all: flag({ en: "Everything in the scope", zh: "范围内的全部" }),
    purge: flag({
      en: "Take the records out of the files instead of marking them",
      zh: "从文件中去掉记录，而不只是标记",
    }),
    includeBackups: flag({ en: "Out of the backups, too; nothing is kept", zh: "备份中的也清除；什么都不留" }),
    verify: flag({ en: "Search the bytes of every file afterwards", zh: "之后逐字节检查每个文件" }),
    confirm: maybe({
      en: "Do it; what can't be taken back needs the preview's token",
      zh: "执行；无法撤回的须带预览给出的确认码",
    }, "TOKEN"),
    ...SYNC_ARGS,
  },
  run({ runtime, args, projectPath, layer }) {
    const { scope, all, purge, includeBackups, verify, confirm, syncMode, syncTimeout, noSync, ...given } = args;
    if ((includeBackups || verify) && !purge) {
      const option = includeBackups ? "--include-backups" : "--verify";
      fail("INVALID_ARGUMENT", { en: `${option} needs --purge`, zh: `${option} 须与 --purge 一起使用` });
    }
    const memory = openMemory(runtime, { projectPath });
    const values = { ...given, id: wholeIds(memory, layer, given.id) };
    const filter = wanted(filterOf(runtime, values), all, values);
    const stores = changedStores(memory, layer);
    const request: Request = { filter, scope, all, purge, includeBackups, verify, isGrave: all || purge };
    if (confirm === false || (confirm === true && request.isGrave)) return show(memory, stores, request);
    return remove(memory, stores, request, { token: String(confirm), sync: { syncMode, syncTimeout, noSync } });
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
    fail("INVALID_ARGUMENT", {
      en: "--all is everything: it takes no filter besides --scope",
      zh: "--all 表示全部：除 --scope 外不能再加筛选条件",
    });
  }
  if (all) return { ...filter, events: true };
  if (given) return filter;
  fail("INVALID_ARGUMENT", { en: "Which records? Nothing was named", zh: "删除哪些记录？没有指定" }, {
    en: "Name them with --keyword, --id, --type, --before, --from or --to; everything is --all",
    zh: "请用 --keyword、--id、--type、--before、--from 或 --to 指定；全部用 --all",
  });
}

/** What goes of one layer. */
interface Part {
  readonly store: Store;
  readonly doomed: Doomed;
}

/** What a token is bound to. */
function binding(parts: readonly Part[], { scope, purge, includeBackups }: Request): string[] {
  return [
    "delete",
    scope,
    String(purge),
    String(includeBackups),
    ...parts.flatMap(({ store, doomed }) => [store.folder, ...asShown(doomed.records)]),
  ];
}

/** How the records of a store are looked for: those of other projects, in the global one, are not meant. */
function deletionIn(memory: Memory, stores: readonly Store[], request: Request) {
  const isHere = hereAmong(memory, stores);
  return (store: Store) => findDoomed(store, { ...request, mayGo: (stored) => isHere(store, stored) });
}

/** What goes of each layer. Throws RECORD_NOT_FOUND, NO_MATCH where nothing does. */
function partsOf(memory: Memory, stores: readonly Store[], request: Request): Part[] {
  const find = deletionIn(memory, stores, request);
  const parts = stores.map((store) => ({ store, doomed: find(store) }));
  if (parts.some(hasAny)) return parts;
  throw nothingToDelete(request, () => elsewhereHint(memory, request.filter));
}

function hasAny({ doomed }: Part): boolean {
  return doomed.records.length > 0;
}

/** What a store holds beside what goes, as far as a mention may be in it; undefined where that was not read. */
function readOf(read: readonly Part[], { scope, filter }: Request) {
  return (store: Store): Contents | undefined => {
    const doomed = read.find((part) => part.store.folder === store.folder)?.doomed;
    if (!doomed || scope !== "all") return undefined;
    return isKeywordAlone(filter) ? { ...doomed.contents, records: doomed.spared } : doomed.contents;
  };
}

/** Where the same will stand when these are gone. */
function mentionsBeside(
  memory: Memory,
  stores: readonly Store[],
  parts: readonly Part[],
  request: Request,
  read: readonly Part[],
): Mention[] {
  const { filter: { keyword }, all, scope } = request;
  const gone = parts.flatMap(({ store, doomed: { records, copies } }) =>
    [...records, ...copies].map((stored) => ({ stored, place: placeOf(store, stored.key) }))
  );
  const beside = { except: new Set(gone.map(({ place }) => place)), among: readOf(read, request) };
  if (all && scope === "all") return remainingOfAll(stores, beside);
  // Whatever holds one of these texts holds the keyword.
  const contents = keyword === undefined ? textsOf(gone.map(({ stored }) => stored)) : [];
  return remainingMentions(memory, { keyword, contents, ...beside });
}

/** The ids that name nothing that goes. */
function notFound(parts: readonly Part[], { filter: { ids = [] } }: Request): string[] {
  const found = parts.flatMap(({ doomed }) => [...doomed.records, ...doomed.copies]).map(({ key }) => key);
  return ids.filter((id) => !found.some(namedBy([id])));
}

/** What preview and result tell alike; `read` is what nobody has changed since it was read. */
function toldOf(
  memory: Memory,
  stores: readonly Store[],
  parts: readonly Part[],
  request: Request,
  read: readonly Part[] = [],
) {
  const mentions = mentionsBeside(memory, stores, parts, request, read);
  const missing = notFound(parts, request);
  return {
    ...stores.length > 1 ? { layers: layersOf(parts) } : {},
    ...mentions.length > 0 ? { remaining_mentions: mentions } : {},
    ...missing.length > 0 ? { not_found: missing } : {},
  };
}

function show(memory: Memory, stores: readonly Store[], request: Request): Outcome {
  const read = partsOf(memory, stores, request);
  const parts = read.filter(hasAny);
  const total = parts.reduce((sum, { doomed }) => sum + doomed.records.length, 0);
  const data = previewOf(parts, {
    mode: request.purge ? "purge" : "soft",
    message: deletionMessage(total, request),
    token: request.isGrave ? issueToken(memory.runtime, binding(parts, request)) : undefined,
  });
  return preview({ ...data, ...toldOf(memory, stores, parts, request, read) }, request.filter.keyword);
}

async function remove(
  memory: Memory,
  stores: readonly Store[],
  request: Request,
  { token, sync }: { readonly token: string; readonly sync: SyncChoice },
): Promise<Outcome> {
  const { runtime } = memory;
  const { purge, includeBackups, scope, isGrave } = request;
  const shown = partsOf(memory, stores, request).filter(hasAny);
  if (isGrave) checkToken(runtime, token, binding(shown, request), usedTokens(stores));
  const how = {
    actor: actorOf(runtime),
    command: "delete",
    scope,
    purge,
    backup: !includeBackups,
    ...isGrave ? { confirmed: token } : {},
  } as const;
  const find = deletionIn(memory, stores, request);
  const together = shown.length > 1 ? newId(runtime, "op") : undefined;
  const isHere = hereAmong(memory, stores);
  const wish = { ...request, gone: shown.flatMap(({ doomed }) => [...doomed.records, ...doomed.copies]), isHere };
  const erased: Erased[] = [];
  const written: { readonly part: Part; readonly done: Done | undefined }[] = [];
  for (const { store, doomed } of shown) {
    const plan = (locked: LockedStore) => {
      const first = find(locked);
      if (isGrave && asShown(first.records).join() !== asShown(doomed.records).join()) throw notAsShown();
      const found = tellApartFirst(locked, first.contents) ? find(locked) : first;
      if (purge) erased.push(eraseBeside(locked, [...found.records, ...found.copies], wish));
      return planDeletion(locked, found, how);
    };
    const { result, done } = carryOut(memory, store, plan, sync, together);
    written.push({ part: { store, doomed: result }, done });
  }
  const parts = written.map(({ part }) => part);
  if (purge) erased.push(...await eraseElsewhere(stores, shown.map(({ store }) => store), wish));
  const [first] = written;
  const operations = written.flatMap(({ part, done }) =>
    done ? [{ layer: part.store.layer, operation: done.operation, backup_path: done.backup_path }] : []
  );
  const data: Deleted = {
    deleted: parts.reduce((sum, { doomed }) => sum + doomed.records.length, 0),
    mode: purge ? "purge" : "soft",
    affected_files: filesOf(parts),
    ...first?.done?.backup_path === undefined ? {} : { backup_path: first.done.backup_path },
    ...first?.done ? { operation: first.done.operation } : {},
    ...operations.length > 1 ? { operations } : {},
    index_synced: written.every(({ done }) => done?.index_synced ?? false),
    ...toldOf(memory, stores, parts, request),
    ...purge ? sumOf(erased, request) : {},
    ...request.verify ? { verified: verifyLayers(stores, textsOf(wish.gone), request.filter.keyword) } : {},
  };
  return ok(data);
}
