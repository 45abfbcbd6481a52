/** `memory manage delete` */
import { day, flag, maybe } from "../../cli/args.ts";
import { defineCommand, ok, type Outcome, preview, type Style } from "../../cli/command.ts";
import { confirmLine, copiesLine, counted, moreLine } from "../../cli/phrases.ts";
import { languageOf } from "../../config/language.ts";
import { MemoryError } from "../../errors.ts";
import { dropProposals } from "../../notes/proposals.ts";
import { checkToken, issueToken } from "../../store/confirm.ts";
import type { Filter, RecordScope } from "../../store/filter.ts";
import { type Memory, openMemory } from "../../store/memory.ts";
import type { LockedStore, Store } from "../../store/mod.ts";
import { deletion, type Doomed, findDoomed, fingerprint } from "../../upkeep/delete.ts";
import { type Mention, remainingMentions, textsOf } from "../../upkeep/mentions.ts";
import { carryOut, type SyncChoice } from "../../upkeep/mod.ts";
import {
  eraseFromBackups,
  eraseFromIndex,
  eraseFromLogs,
  tellingOf,
  type Verification,
  verifyPurged,
} from "../../upkeep/purge.ts";
import { newestFirst } from "../../upkeep/newest.ts";
import { type ShownRecord, shownRecord } from "../../upkeep/shown.ts";
import { actorOf, FILTER_ARGS, filterOf, scopeArg, SYNC_ARGS } from "./arguments.ts";
import { recordLines } from "./records.ts";
import { mentionLines } from "./mentions.ts";
import { otherLayerHint, storeHolding } from "./target.ts";

/** As many as a list shows; the sum says how many there are. */
const SHOWN_MAX = 50;

export const manageDelete = defineCommand({
  name: "manage delete",
  summary: "Delete records, so that they can be restored or, with --purge, for good",
  about:
    `Without --confirm it shows what would go and changes nothing. --purge and --all can't be taken back lightly: their
preview returns a confirm_token, which --confirm wants after 3 seconds and within 5 minutes.`,
  examples: [
    `memory manage delete --keyword "Redis"`,
    `memory manage delete --keyword "Redis" --confirm`,
    "memory manage delete --id log-040511053-dxgf --confirm",
    "memory manage delete --id log-040511053-dxgf --purge --include-backups --verify",
  ],
  args: {
    ...FILTER_ARGS,
    before: day("Before this day"),
    scope: scopeArg("daily"),
    all: flag("Everything in the scope"),
    purge: flag("Take the records out of the files instead of marking them"),
    includeBackups: flag("Out of the backups, too; nothing is kept"),
    verify: flag("Search the bytes of every file afterwards"),
    confirm: maybe("Do it; of what can't be taken back, with the preview's token", "TOKEN"),
    ...SYNC_ARGS,
  },
  run({ runtime, args, projectPath, layer }) {
    const { scope, all, purge, includeBackups, verify, confirm, syncMode, syncTimeout, noSync, ...values } = args;
    if ((includeBackups || verify) && !purge) {
      throw new MemoryError("INVALID_ARGUMENT", `${includeBackups ? "--include-backups" : "--verify"} needs --purge`);
    }
    const filter = wanted(filterOf(runtime, values), all, values);
    const memory = openMemory(runtime, { projectPath });
    const store = storeHolding(memory, layer, values.id);
    const request: Request = { filter, scope, all, purge, includeBackups, verify, isGrave: all || purge };
    if (confirm === false || (confirm === true && request.isGrave)) return showDoomed(memory, store, request);
    const sync = { syncMode, syncTimeout, noSync };
    return execute(memory, store, request, confirm === true ? undefined : confirm, sync);
  },
  render(data: Preview | Executed, style: Style, word: string | undefined) {
    return "deleted" in data ? renderExecuted(data, style) : renderPreview(data, style, word);
  },
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

interface Preview {
  readonly total: number;
  readonly mode: "soft" | "purge";
  readonly records: readonly ShownRecord[];
  readonly affected_files: readonly string[];
  readonly message: string;
  readonly confirm_token?: string;
}

/** What went besides records: lines of the log that told of them, proposals that held their text. */
interface Forgotten {
  readonly erased_from_logs: number;
  readonly erased_proposals: number;
}

interface Executed extends Partial<Forgotten> {
  readonly deleted: number;
  readonly mode: "soft" | "purge";
  readonly affected_files: readonly string[];
  readonly backup_path?: string;
  readonly operation?: string;
  readonly index_synced: boolean;
  readonly remaining_mentions?: readonly Mention[];
  readonly erased_from_backups?: number;
  readonly verified?: Verification;
}

/** The filter, once it says something: nobody deletes everything by forgetting an option. */
function wanted(filter: Filter, all: boolean, values: Readonly<Record<string, unknown>>): Filter {
  const given = Object.values(values).some((value) => Array.isArray(value) ? value.length > 0 : value !== undefined);
  if (all && given) {
    throw new MemoryError("INVALID_ARGUMENT", "--all is everything: it takes no filter besides --scope");
  }
  if (all) return { ...filter, events: true };
  if (given) return filter;
  throw new MemoryError("INVALID_ARGUMENT", "Which records? Nothing was named", {
    hint: "Name them with --keyword, --id, --type, --before, --from or --to; everything is --all",
  });
}

function showDoomed(memory: Memory, store: Store, request: Request): Outcome {
  const doomed = findDoomed(store, request);
  if (doomed.records.length === 0) throw noMatch(memory, store, request);
  const { records } = doomed;
  const data: Preview = {
    total: records.length,
    mode: request.purge ? "purge" : "soft",
    records: newestFirst(records, (stored) => stored).slice(0, SHOWN_MAX).map((stored) =>
      shownRecord(stored, store.layer)
    ),
    affected_files: filesOf(doomed),
    message: message(memory, records.length, request),
    ...request.isGrave ? { confirm_token: issueToken(memory.runtime, binding(store, request, doomed)) } : {},
  };
  return preview(data, request.filter.keyword);
}

function filesOf({ records, copies }: Doomed): string[] {
  return [...new Set([...records, ...copies].map(({ file }) => file))].sort();
}

function binding(store: Store, { scope, purge, includeBackups }: Request, doomed: Doomed): string[] {
  return ["delete", store.folder, scope, String(purge), String(includeBackups), ...fingerprint(doomed)];
}

function noMatch(memory: Memory, store: Store, { filter, scope }: Request): MemoryError {
  const [id] = filter.ids ?? [];
  if (id === undefined) {
    const hint = otherLayerHint(memory, store, filter, scope) ?? "Try `memory manage list`, or --scope all";
    return new MemoryError("NO_MATCH", `Nothing in scope ${scope} matches`, { hint });
  }
  return new MemoryError("RECORD_NOT_FOUND", `There is no record ${id} in scope ${scope}`, {
    hint: id.startsWith("MEM-")
      ? "For a note say --scope notes"
      : "`memory manage list --include-deleted` shows the ids",
  });
}

function message({ runtime, config }: Memory, count: number, { purge, includeBackups }: Request): string {
  const records = counted(count, "record");
  if (languageOf(runtime, config) === "zh") {
    if (!purge) return `将软删除 ${count} 条记录（可通过 restore 恢复）`;
    return `将彻底清除 ${count} 条记录${includeBackups ? "，包括备份，无法恢复" : "（先自动备份）"}`;
  }
  if (!purge) return `${records} would be soft-deleted (restore brings them back)`;
  return `${records} would be purged${
    includeBackups ? ", from the backups too: nothing brings them back" : " (backed up first)"
  }`;
}

async function execute(
  memory: Memory,
  store: Store,
  request: Request,
  token: string | undefined,
  sync: SyncChoice,
): Promise<Outcome> {
  const { runtime } = memory;
  const { purge, includeBackups, scope, filter } = request;
  const actor = actorOf(runtime);
  let erased = 0;
  let forgotten: Forgotten | undefined;
  const { result: doomed, done } = carryOut(memory, store, (locked) => {
    const found = findDoomed(locked, request);
    if (found.records.length === 0) throw noMatch(memory, store, request);
    if (request.isGrave) checkToken(runtime, token ?? "", binding(locked, request, found));
    if (includeBackups) erased = eraseFromBackups(locked, { records: [...found.records, ...found.copies], filter });
    if (purge) forgotten = forgetElsewhere(locked, request, found);
    const change = deletion(locked, found, { actor, command: "delete", scope, purge, backup: !includeBackups });
    return { change, result: found };
  }, sync);
  if (purge) await eraseFromIndex(store);
  const contents = textsOf([...doomed.records, ...doomed.copies]);
  const mentions = remainingMentions(memory, { keyword: filter.keyword, contents });
  const data: Executed = {
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

/** Where more is purged than this, nobody asked for it text by text. */
const TEXTS_MAX = 1_000;

/** What waits for the user's word holds text as well, and so does what was looked for. */
function forgetElsewhere(store: LockedStore, { all, filter }: Request, { records, copies }: Doomed): Forgotten {
  const texts = textsOf([...records, ...copies]).slice(0, TEXTS_MAX);
  const inProposals = tellingOf(texts.flatMap((text) => text.split("\n")), filter.keyword);
  return {
    erased_from_logs: eraseFromLogs(store, tellingOf(texts, filter.keyword)),
    erased_proposals: dropProposals(store, (text) => all || inProposals(text)),
  };
}

function renderPreview(
  { records, total, message, affected_files, confirm_token }: Preview,
  style: Style,
  word?: string,
) {
  const left = total - records.length;
  const isLong = affected_files.length > 5;
  const place = style.say({
    en: `in ${isLong ? counted(affected_files.length, "file") : affected_files.join(", ")}`,
    zh: `在 ${isLong ? `${affected_files.length} 个文件里` : affected_files.join("，")}`,
  });
  return `${style.yellow(message)}\n${recordLines(records, style, { word })}${moreLine(style, left)}` +
    `${style.dim(place)}\n${confirmLine(style, confirm_token)}`;
}

function renderExecuted(data: Executed, style: Style): string {
  const { deleted, mode, backup_path, index_synced, remaining_mentions = [], verified } = data;
  const isSoft = mode === "soft";
  const lines = [
    style.say({
      en: `${style.green(isSoft ? "Deleted" : "Purged")} ${counted(deleted, "record")}\n`,
      zh: `${style.green(isSoft ? "已删除" : "已彻底清除")} ${deleted} 条记录\n`,
    }),
    besidesLine(data, style),
    backup_path ? copiesLine(style, backup_path) : "",
    index_synced ? "" : style.yellow(style.say({
      en: "the index is not in step yet; the next search brings it there\n",
      zh: "索引尚未同步，下次搜索时自动同步\n",
    })),
    verified ? verifiedLine(verified, style) : "",
  ];
  return lines.join("") + mentionLines(remaining_mentions, style);
}

function besidesLine({ erased_from_logs: lines = 0, erased_proposals: proposals = 0 }: Executed, style: Style): string {
  if (lines + proposals === 0) return "";
  return style.say({
    en: `and what told of them: ${counted(lines, "line")} of the log, ${counted(proposals, "waiting proposal")}\n`,
    zh: `以及相关内容：日志 ${lines} 行，待确认的提议 ${proposals} 个\n`,
  });
}

function verifiedLine({ clean, searched_files, found }: Verification, style: Style): string {
  if (clean) {
    return style.green(style.say({
      en: `Not a byte of it is left in ${counted(searched_files, "file")}\n`,
      zh: `查了 ${searched_files} 个文件，已不留一个字节\n`,
    }));
  }
  const places = found.map(({ file, what }) => `${file} (${what})`).join(", ");
  return `${style.red(style.say({ en: "Still found:", zh: "仍然存在：" }))} ${places}\n`;
}
