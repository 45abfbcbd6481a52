/** `memory manage cleanup` */
import { flag, integer, maybe } from "../../cli/args.ts";
import { defineCommand, ok, type Outcome, preview, type Style } from "../../cli/command.ts";
import { copiesLine, counted } from "../../cli/phrases.ts";
import { languageOf } from "../../config/language.ts";
import { MemoryError } from "../../errors.ts";
import { DAY_MS } from "../../records/days.ts";
import { EVENT_TYPES } from "../../records/view.ts";
import type { Actor } from "../../store/operation.ts";
import { checkToken, issueToken } from "../../store/confirm.ts";
import { type Filter, type RecordScope, timeOf } from "../../store/filter.ts";
import { type Memory, openMemory } from "../../store/memory.ts";
import type { LockedStore, Store } from "../../store/mod.ts";
import { type Doomed, findDoomed, planDeletion, previewed } from "../../upkeep/delete.ts";
import { carryOut, type SyncChoice } from "../../upkeep/mod.ts";
import { eraseFromIndex } from "../../upkeep/purge.ts";
import { expire, oldRecords, planRetention, retentionRules } from "../../upkeep/retention.ts";
import { actorOf, scopeArg, SYNC_ARGS } from "./arguments.ts";
import { type Preview, previewOf, previewText, softMessage } from "./preview.ts";
import { changedStore } from "./target.ts";

type What = "old" | "events" | "deleted" | "retention";

interface Request {
  readonly what: What;
  readonly olderThan: number | undefined;
  readonly scope: RecordScope;
}

interface Cleaned {
  readonly deleted: number;
  readonly mode: Preview["mode"];
  readonly affected_files: readonly string[];
  readonly backup_path?: string;
  readonly index_synced: boolean;
  readonly removed?: number;
  readonly consolidated?: number;
  readonly expired_backups?: number;
}

export const manageCleanup = defineCommand({
  name: "manage cleanup",
  summary: {
    en: "Clear away what is old, what only tells of sessions, or what is deleted already",
    zh: "清理旧记录、会话事件或已删除的记录",
  },
  about: {
    en:
      `Without --confirm it shows what would go. --older-than and --system-events mark records as deleted; --purge-deleted
takes deleted ones out of the files for good and wants the preview's token; --retention does now what
storage.retention_days and cleanup.auto_cleanup_days ask for at the end of a session. What was consolidated stays.`,
    zh: `不加 --confirm 只显示将清理什么。--older-than 和 --system-events 把记录标为已删除；--purge-deleted
把已删除的彻底移出文件，须带预览给出的确认码；--retention 立即执行 storage.retention_days 和
cleanup.auto_cleanup_days 在会话结束时要做的清理。归并后的事实保留。`,
  },
  examples: [
    "memory manage cleanup --older-than 90",
    "memory manage cleanup --older-than 90 --confirm",
    "memory manage cleanup --system-events --confirm",
    "memory manage cleanup --purge-deleted",
  ],
  args: {
    olderThan: integer({ en: "Records that are older than N days", zh: "早于 N 天的记录" }, 1, 36_500, "DAYS"),
    systemEvents: flag({ en: "Session events", zh: "会话事件" }),
    purgeDeleted: flag({ en: "Deleted records, for good", zh: "彻底清除已删除的记录" }),
    retention: flag({ en: "What the settings say is too old", zh: "设置中规定为过旧的" }),
    scope: scopeArg("daily"),
    confirm: maybe(
      { en: "Do it; to purge, with the preview's token", zh: "执行；彻底清除须带预览给出的确认码" },
      "TOKEN",
    ),
    background: flag({
      en: "Nobody asked for it: what the end of a session starts",
      zh: "没有人要求：由会话结束时启动",
    }),
    ...SYNC_ARGS,
  },
  run({ runtime, args, projectPath, layer }) {
    const { scope, confirm, background, olderThan, systemEvents, purgeDeleted, retention: byRules, ...sync } = args;
    const memory = openMemory(runtime, { projectPath });
    const store = changedStore(memory, layer);
    const request: Request = { what: whatOf({ olderThan, systemEvents, purgeDeleted, byRules }), olderThan, scope };
    const isGrave = request.what === "deleted";
    if (confirm === false || (isGrave && confirm === true)) return show(memory, store, request);
    if (request.what === "retention") return keepRules(memory, store, sync, background ? "system" : actorOf(runtime));
    return clean(memory, store, request, confirm === true ? undefined : confirm, sync);
  },
  render(data: Preview | Cleaned, style: Style) {
    if ("message" in data) return previewText(data, style);
    const { deleted, removed = 0, consolidated = 0, backup_path } = data;
    const gone = deleted + removed;
    const kept = consolidated > 0
      ? style.say({
        en: `, ${counted(consolidated, "fact")} kept in facts.jsonl`,
        zh: `，其中 ${consolidated} 条事实留在 facts.jsonl`,
      })
      : "";
    const done = style.say({
      en: `${style.green("Cleaned up")} ${counted(gone, "record")}`,
      zh: `${style.green("已清理")} ${gone} 条记录`,
    });
    return `${done}${kept}\n${backup_path ? copiesLine(style, backup_path) : ""}`;
  },
});

function whatOf({ olderThan, systemEvents, purgeDeleted, byRules }: {
  olderThan: number | undefined;
  systemEvents: boolean;
  purgeDeleted: boolean;
  byRules: boolean;
}): What {
  const named = [systemEvents, purgeDeleted, byRules].filter(Boolean).length;
  if (named > 1 || (byRules && olderThan !== undefined)) {
    throw new MemoryError(
      "INVALID_ARGUMENT",
      {
        en: "One thing at a time: --older-than, --system-events, --purge-deleted or --retention",
        zh: "一次只能做一件：--older-than、--system-events、--purge-deleted 或 --retention",
      },
    );
  }
  if (named === 0 && olderThan === undefined) {
    throw new MemoryError("INVALID_ARGUMENT", { en: "Clean up what?", zh: "清理什么？" }, {
      hint: {
        en: "Say --older-than DAYS, --system-events, --purge-deleted or --retention",
        zh: "请加 --older-than DAYS、--system-events、--purge-deleted 或 --retention",
      },
    });
  }
  return byRules ? "retention" : purgeDeleted ? "deleted" : systemEvents ? "events" : "old";
}

/** Where `--older-than` draws its line, in ms since 1970. */
function cutOff({ runtime }: Store, { olderThan }: Request): number {
  return olderThan === undefined ? Infinity : runtime.now().getTime() - olderThan * DAY_MS;
}

function filterOf(what: What, to: number): Filter {
  const span = { from: -Infinity, to };
  if (what === "events") return { types: EVENT_TYPES, span };
  if (what === "old") return { events: true, span };
  return { events: true, deleted: "only" };
}

/** Only records of the daily files themselves go: consolidated facts survive a clean-up. */
function find(store: Store, request: Request): Doomed {
  const { what, scope, olderThan } = request;
  const oldest = cutOff(store, request);
  const doomed = findDoomed(store, { filter: filterOf(what, oldest), scope, purge: what === "deleted" });
  const records = doomed.records.filter((stored) =>
    what === "deleted"
      ? Date.parse(String(stored.record.deleted_at)) < oldest || olderThan === undefined
      : stored.home !== "facts" && timeOf(stored) < oldest
  );
  return { ...doomed, records, copies: [] };
}

function binding(store: Store, { what, scope }: Request, doomed: Doomed): string[] {
  return ["cleanup", what, store.folder, scope, ...previewed(doomed)];
}

function show(memory: Memory, store: Store, request: Request): Outcome {
  const { what } = request;
  const doomed = what === "retention"
    ? { ...oldRecords(store, retentionRules(memory, store.layer)), copies: [] }
    : find(store, request);
  if (doomed.records.length === 0) throw nothingToDo(memory, store, request);
  const mode = what === "retention" ? "retention" : what === "deleted" ? "purge" : "soft";
  const token = mode === "purge" ? issueToken(memory.runtime, binding(store, request, doomed)) : undefined;
  return preview(previewOf(store, doomed, { mode, message: message(memory, doomed.records.length, mode), token }));
}

function nothingToDo(memory: Memory, store: Store, { what }: Request): MemoryError {
  const isOff = what === "retention" && retentionRules(memory, store.layer).length === 0;
  return new MemoryError(
    "NO_MATCH",
    isOff
      ? { en: "Nothing is ever too old here", zh: "这里没有设置保留期限" }
      : { en: "There is nothing to clean up", zh: "没有可清理的" },
    {
      hint: isOff
        ? {
          en: "Set storage.retention_days or cleanup.auto_cleanup_days first",
          zh: "请先设置 storage.retention_days 或 cleanup.auto_cleanup_days",
        }
        : { en: "`memory manage stats` shows what there is", zh: "`memory manage stats` 会显示现有内容" },
    },
  );
}

function message({ runtime, config }: Memory, count: number, mode: Preview["mode"]): string {
  const language = languageOf(runtime, config);
  if (mode === "soft") return softMessage(count, language);
  const records = counted(count, "record");
  const words = {
    purge: {
      en: `${records} that are deleted already would be purged (backed up first)`,
      zh: `将彻底清除 ${count} 条已删除的记录（先自动备份）`,
    },
    retention: {
      en: `${records} would be consolidated, then taken away (backed up first)`,
      zh: `将归并后移除 ${count} 条过期记录（先自动备份）`,
    },
  };
  return words[mode][language];
}

async function clean(
  memory: Memory,
  store: Store,
  request: Request,
  token: string | undefined,
  sync: SyncChoice,
): Promise<Outcome> {
  const purge = request.what === "deleted";
  const actor = actorOf(memory.runtime);
  const plan = (locked: LockedStore) => {
    const found = find(locked, request);
    if (found.records.length === 0) throw nothingToDo(memory, store, request);
    if (purge) checkToken(memory.runtime, token ?? "", binding(locked, request, found));
    const change = planDeletion(locked, found, { actor, command: "cleanup", scope: request.scope, purge });
    return { change, result: found };
  };
  const { result, done } = carryOut(memory, store, plan, sync);
  if (purge) await eraseFromIndex(store);
  const data: Cleaned = {
    deleted: result.records.length,
    mode: purge ? "purge" : "soft",
    affected_files: [],
    index_synced: false,
    ...done,
  };
  return ok(data);
}

function keepRules(memory: Memory, store: Store, sync: SyncChoice, actor: Actor): Outcome {
  let expired = 0;
  const { result, done } = carryOut(memory, store, (locked) => {
    expired = expire(memory, locked);
    return planRetention(locked, retentionRules(memory, store.layer), actor);
  }, sync);
  const data: Cleaned = {
    ...result,
    mode: "retention",
    affected_files: [],
    index_synced: true,
    expired_backups: expired,
    ...done,
  };
  return ok(data);
}
