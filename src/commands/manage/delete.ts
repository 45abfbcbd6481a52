import { day, flag, maybe } from "../../cli/args.ts";
import { defineCommand, ok, type Outcome, preview } from "../../cli/command.ts";
import { copiesLine, counted, type Style } from "../../cli/terminal.ts";
import { fail } from "../../errors.ts";
import { newId } from "../../records/ids.ts";
import type { Layer } from "../../records/mod.ts";
import type { Sentence } from "../../sentence.ts";
import { usedTokens } from "../../store/audit.ts";
import { type Consent, consentIn, notAsShown } from "../../store/confirm.ts";
import type { Contents } from "../../store/contents.ts";
import { type Filter, inScope, isKeywordAlone, namedBy, type RecordScope } from "../../store/filter.ts";
import { type Memory, openMemory } from "../../store/memory.ts";
import type { LockedStore, Store } from "../../store/mod.ts";
import { asShown, type Doomed, findDoomed, planDeletion } from "../../upkeep/delete.ts";
import { hereAmong } from "../../upkeep/list.ts";
import { type Mention, placeOf, remainingMentions, remainingOfAll, textsOf } from "../../upkeep/mentions.ts";
import { carryOut, type Done, type SyncChoice } from "../../upkeep/mod.ts";
import {
  eraseBeside,
  type Erased,
  eraseElsewhere,
  type Forgotten,
  sumOf,
  type Verification,
  verifyLayers,
} from "../../upkeep/purge.ts";
import { tellApartFirst } from "../../upkeep/commit.ts";
import {
  actorOf,
  changedStores,
  elsewhereHint,
  FILTER_ARGS,
  filterOf,
  scopeArg,
  SYNC_ARGS,
  wholeIds,
} from "./arguments.ts";
import {
  filesOf,
  type LayerCounts,
  layersOf,
  mentionLines,
  type Preview,
  previewOf,
  previewText,
  softMessage,
} from "./shown.ts";

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
    const request: Request = { memory, stores, filter, scope, all, purge, includeBackups, verify };
    const consent = consentIn(runtime, confirm, all || purge);
    return consent.isGiven ? remove(request, consent, { syncMode, syncTimeout, noSync }) : show(request, consent);
  },
});

interface Request {
  readonly memory: Memory;
  readonly stores: readonly Store[];
  readonly filter: Filter;
  readonly scope: RecordScope;
  readonly all: boolean;
  readonly purge: boolean;
  readonly includeBackups: boolean;
  readonly verify: boolean;
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

interface Part {
  readonly store: Store;
  readonly doomed: Doomed;
}

/** What a token is bound to. */
function binding(parts: readonly Part[], { scope, purge, includeBackups }: Request): string[] {
  const records = parts.flatMap(({ store, doomed }) => [store.folder, ...asShown(doomed.records)]);
  return ["delete", scope, String(purge), String(includeBackups), ...records];
}

/** How the records of a store are looked for: those of other projects, in the global one, are not meant. */
function deletionIn(request: Request) {
  const isHere = hereAmong(request.memory, request.stores);
  return (store: Store) => findDoomed(store, { ...request, mayGo: (stored) => isHere(store, stored) });
}

/** What goes of each layer. Throws RECORD_NOT_FOUND, NO_MATCH where nothing does. */
function partsOf(request: Request): Part[] {
  const find = deletionIn(request);
  const parts = request.stores.map((store) => ({ store, doomed: find(store) }));
  return parts.some(hasAny) ? parts : refuseNothing(request);
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
function mentionsBeside(parts: readonly Part[], request: Request, read: readonly Part[]): Mention[] {
  const { memory, stores, filter: { keyword }, all, scope } = request;
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
function toldOf(parts: readonly Part[], request: Request, read: readonly Part[] = []) {
  const mentions = mentionsBeside(parts, request, read);
  const missing = notFound(parts, request);
  return {
    ...request.stores.length > 1 ? { layers: layersOf(parts) } : {},
    ...mentions.length > 0 ? { remaining_mentions: mentions } : {},
    ...missing.length > 0 ? { not_found: missing } : {},
  };
}

function show(request: Request, { seal }: Consent): Outcome {
  const read = partsOf(request);
  const parts = read.filter(hasAny);
  const total = parts.reduce((sum, { doomed }) => sum + doomed.records.length, 0);
  const data = previewOf(parts, {
    mode: request.purge ? "purge" : "soft",
    message: deletionMessage(total, request),
    ...seal(() => binding(parts, request)),
  });
  return preview({ ...data, ...toldOf(parts, request, read) }, doomedText, request.filter.keyword);
}

async function remove(request: Request, { check }: Consent, sync: SyncChoice): Promise<Outcome> {
  const { memory, memory: { runtime }, stores, purge, includeBackups, scope } = request;
  const shown = partsOf(request).filter(hasAny);
  const confirmed = check(() => binding(shown, request), () => usedTokens(stores));
  const actor = actorOf(runtime);
  const how = { actor, command: "delete", scope, purge, backup: !includeBackups, ...confirmed } as const;
  const find = deletionIn(request);
  const together = shown.length > 1 ? newId(runtime, "op") : undefined;
  const isHere = hereAmong(memory, stores);
  const wish = { ...request, gone: shown.flatMap(({ doomed }) => [...doomed.records, ...doomed.copies]), isHere };
  const erased: Erased[] = [];
  const written: { readonly part: Part; readonly done: Done | undefined }[] = [];
  for (const { store, doomed } of shown) {
    const plan = (locked: LockedStore) => {
      const first = find(locked);
      if (confirmed.confirmed !== undefined && asShown(first.records).join() !== asShown(doomed.records).join()) {
        throw notAsShown();
      }
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
    ...toldOf(parts, request),
    ...purge ? sumOf(erased, request) : {},
    ...request.verify ? { verified: verifyLayers(stores, textsOf(wish.gone), request.filter.keyword) } : {},
  };
  return ok(data, deletedText);
}

interface Deleted extends Partial<Forgotten> {
  readonly deleted: number;
  readonly mode: "soft" | "purge";
  readonly affected_files: readonly string[];
  readonly backup_path?: string;
  readonly operation?: string;
  /** The writes, where both layers had some; `undo` takes all of them back. */
  readonly operations?: readonly {
    readonly layer: Layer;
    readonly operation: string;
    readonly backup_path?: string | undefined;
  }[];
  readonly layers?: LayerCounts;
  readonly not_found?: readonly string[];
  readonly index_synced: boolean;
  readonly remaining_mentions?: readonly Mention[];
  readonly erased_from_backups?: number;
  readonly verified?: Verification;
}

function deletionMessage(
  count: number,
  { purge, includeBackups }: { readonly purge: boolean; readonly includeBackups: boolean },
): Sentence {
  if (!purge) return softMessage(count);
  const backups: Sentence = includeBackups
    ? { en: ", from the backups too: nothing brings them back", zh: "，包括备份，无法恢复" }
    : { en: " (backed up first)", zh: "（先自动备份）" };
  return {
    en: `${counted(count, "record")} would be purged${backups.en}`,
    zh: `将彻底清除 ${count} 条记录${backups.zh}`,
  };
}

/** Throws where no record is meant, naming the scope and layer in which one would be. */
function refuseNothing({ memory, filter, scope }: Request): never {
  const [id] = filter.ids ?? [];
  const elsewhere = elsewhereHint(memory, filter);
  if (id === undefined) {
    fail(
      "NO_MATCH",
      { en: `Nothing${inScope(scope).en} matches`, zh: `${inScope(scope).zh}没有符合的记录` },
      elsewhere ?? {
        en:
          "A keyword is looked for as it stands: one word, or an exact piece of the text, finds more. Try `memory manage list`",
        zh: "关键词按原样查找：用一个词或原文的一小段更容易找到。也可看 `memory manage list`",
      },
    );
  }
  fail(
    "RECORD_NOT_FOUND",
    { en: `There is no record ${id}${inScope(scope).en}`, zh: `${inScope(scope).zh}没有记录 ${id}` },
    elsewhere ?? {
      en: "`memory manage list` shows the ids, with --deleted those of deleted records",
      zh: "`memory manage list` 会列出 id；已删除的加 --deleted",
    },
  );
}

/** What would go, and in which files; `word` is the keyword, marked in it. */
function doomedText(data: Preview, style: Style, word: string | undefined): string {
  const files = data.affected_files;
  const isLong = files.length > 5;
  const place = style.say({
    en: `in ${isLong ? counted(files.length, "file") : files.join(", ")}`,
    zh: `在 ${isLong ? `${files.length} 个文件里` : files.join("，")}`,
  });
  const told = [layersLine(data.layers, style), notFoundLine(data.not_found, style)].join("");
  return previewText(data, style, { word, place: `${style.dim(place)}\n${told}` }) +
    mentionLines(data.remaining_mentions ?? [], style);
}

/** How many lie in which layer, where that is more than one. */
function layersLine(layers: LayerCounts = {}, style: Style): string {
  const { project = 0, global = 0 } = layers;
  if (global === 0) return "";
  return style.say({
    en: `${project} of the project, ${style.bold(String(global))} of your own, which every project sees\n`,
    zh: `项目 ${project} 条，个人 ${style.bold(String(global))} 条（所有项目共用）\n`,
  });
}

function notFoundLine(ids: readonly string[] = [], style: Style): string {
  if (ids.length === 0) return "";
  return style.yellow({ en: `not found: ${ids.join(", ")}\n`, zh: `没有找到：${ids.join("，")}\n` });
}

/** What went, what told of it and went too, and where the same still stands. */
function deletedText(data: Deleted, style: Style): string {
  const { deleted, mode, backup_path, index_synced, remaining_mentions = [], verified } = data;
  const isSoft = mode === "soft";
  const lines = [
    style.say({
      en: `${style.green(isSoft ? "Deleted" : "Purged")} ${counted(deleted, "record")}\n`,
      zh: `${style.green(isSoft ? "已删除" : "已彻底清除")} ${deleted} 条记录\n`,
    }),
    layersLine(data.layers, style),
    notFoundLine(data.not_found, style),
    besidesLine(data, style),
    backup_path ? copiesLine(style, backup_path) : "",
    index_synced ? "" : style.yellow({
      en: "the index is not in step yet; the next search brings it there\n",
      zh: "索引尚未同步，下次搜索时自动同步\n",
    }),
    verified ? verifiedLine(verified, style) : "",
  ];
  return lines.join("") + mentionLines(remaining_mentions, style);
}

function besidesLine({ erased_from_logs: lines = 0, erased_proposals: proposals = 0 }: Deleted, style: Style): string {
  if (lines + proposals === 0) return "";
  return style.say({
    en: `and what told of them: ${counted(lines, "line")} of the log, ${counted(proposals, "waiting proposal")}\n`,
    zh: `以及相关内容：日志 ${lines} 行，待确认的提议 ${proposals} 个\n`,
  });
}

function verifiedLine({ clean, searched_files, found }: Verification, style: Style): string {
  if (clean) {
    return style.green({
      en: `Not a byte of it is left in ${counted(searched_files, "file")}\n`,
      zh: `查了 ${searched_files} 个文件，已不留一个字节\n`,
    });
  }
  const places = style.say({
    en: found.map(({ file, what, layer = "" }) => `${layer} ${file} (${what})`.trim()).join(", "),
    zh: found.map(({ file, what, layer = "" }) => `${layer} ${file}（${what}）`.trim()).join("、"),
  });
  return `${style.red({ en: "Still found:", zh: "仍然存在：" })} ${places}\n`;
}
