import { flag, integer, maybe } from "../../cli/args.ts";
import { defineCommand, ok, type Outcome, preview } from "../../cli/command.ts";
import { copiesLine, counted, type Style } from "../../cli/terminal.ts";
import { fail } from "../../errors.ts";
import type { Sentence } from "../../sentence.ts";
import { type Actor, usedTokens } from "../../store/audit.ts";
import { type Consent, consentIn } from "../../store/confirm.ts";
import type { RecordScope } from "../../store/filter.ts";
import { type Memory, openMemory } from "../../store/memory.ts";
import type { LockedStore, Store } from "../../store/mod.ts";
import { asShown, type Cleanup, type Doomed, findCleared, planDeletion } from "../../upkeep/delete.ts";
import { carryOut, type SyncChoice } from "../../upkeep/mod.ts";
import { eraseFromIndex } from "../../upkeep/purge.ts";
import { expire, oldRecords, planRetention, retentionRules, type Rule } from "../../upkeep/retention.ts";
import { tellApartFirst } from "../../upkeep/commit.ts";
import { actorOf, changedStore, scopeArg, SYNC_ARGS } from "./arguments.ts";
import { type Preview, previewOf, previewText, softMessage } from "./shown.ts";

type Request = Cleanup | { readonly what: "retention"; readonly scope: RecordScope };

export const manageCleanup = defineCommand({
  name: "manage cleanup",
  summary: {
    en: "Clear old records, session events, or records that are deleted already",
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
      en: "Log the system as who cleaned up; the end of a session calls it so",
      zh: "日志中记为系统执行；会话结束时这样调用",
    }),
    ...SYNC_ARGS,
  },
  run({ runtime, args, projectPath, layer }) {
    const { scope, confirm, background, olderThan, systemEvents, purgeDeleted, retention, ...sync } = args;
    const what = whatOf({ olderThan, systemEvents, purgeDeleted, retention });
    const memory = openMemory(runtime, { projectPath });
    const store = changedStore(memory, layer);
    const request: Request = what === "retention" ? { what, scope } : { what, olderThan, scope };
    const consent = consentIn(runtime, confirm, what === "deleted");
    if (!consent.isGiven) return show(memory, store, request, consent);
    if (request.what === "retention") return keepRules(memory, store, sync, background ? "system" : actorOf(runtime));
    return clean(memory, store, request, consent, sync);
  },
});

/** What the options name; they name one thing. Throws INVALID_ARGUMENT. */
function whatOf({ olderThan, systemEvents, purgeDeleted, retention }: {
  olderThan: number | undefined;
  systemEvents: boolean;
  purgeDeleted: boolean;
  retention: boolean;
}): Request["what"] {
  const named = [systemEvents, purgeDeleted, retention].filter(Boolean).length;
  if (named > 1 || (retention && olderThan !== undefined)) {
    fail("INVALID_ARGUMENT", {
      en: "One thing at a time: --older-than, --system-events, --purge-deleted or --retention",
      zh: "一次只能做一件：--older-than、--system-events、--purge-deleted 或 --retention",
    });
  }
  if (named === 0 && olderThan === undefined) {
    fail("INVALID_ARGUMENT", { en: "Clean up what?", zh: "清理什么？" }, {
      en: "Say --older-than DAYS, --system-events, --purge-deleted or --retention",
      zh: "请加 --older-than DAYS、--system-events、--purge-deleted 或 --retention",
    });
  }
  return retention ? "retention" : purgeDeleted ? "deleted" : systemEvents ? "events" : "old";
}

/** What a token is bound to. */
function binding(store: Store, { what, scope }: Request, { records }: Pick<Doomed, "records">): string[] {
  return ["cleanup", what, store.folder, scope, ...asShown(records)];
}

function show(memory: Memory, store: Store, request: Request, { seal }: Consent): Outcome {
  const rules = retentionRules(memory, store.layer);
  const doomed = request.what === "retention"
    ? { ...oldRecords(store, rules), copies: [] }
    : findCleared(store, request);
  if (doomed.records.length === 0) refuseNothing(request.what, rules);
  const mode = request.what === "retention" ? "retention" : request.what === "deleted" ? "purge" : "soft";
  const sealed = seal(() => binding(store, request, doomed));
  return preview(
    previewOf([{ store, doomed }], { mode, message: cleanupMessage(doomed.records.length, mode), ...sealed }),
    previewText,
  );
}

async function clean(
  memory: Memory,
  store: Store,
  request: Cleanup,
  { check }: Consent,
  sync: SyncChoice,
): Promise<Outcome> {
  const purge = request.what === "deleted";
  const actor = actorOf(memory.runtime);
  const plan = (locked: LockedStore) => {
    const first = findCleared(locked, request);
    if (first.records.length === 0) refuseNothing(request.what);
    const confirmed = check(() => binding(locked, request, first), () => usedTokens([locked]));
    const found = tellApartFirst(locked, first.contents) ? findCleared(locked, request) : first;
    return planDeletion(locked, found, { actor, command: "cleanup", scope: request.scope, purge, ...confirmed });
  };
  const { result, done } = carryOut(memory, store, plan, sync);
  if (purge) await eraseFromIndex(store);
  const mode = purge ? "purge" : "soft";
  return ok({ deleted: result.records.length, mode, affected_files: [], index_synced: false, ...done }, cleanedText);
}

/** Does what the end of a session does: consolidates what is too old, takes it away, removes old backups. */
function keepRules(memory: Memory, store: Store, sync: SyncChoice, actor: Actor): Outcome {
  let expired = 0;
  const { result, done } = carryOut(memory, store, (locked) => {
    expired = expire(memory, locked);
    return planRetention(locked, retentionRules(memory, store.layer), actor);
  }, sync);
  const told = { ...result, mode: "retention", affected_files: [], index_synced: true, expired_backups: expired };
  return ok({ ...told, ...done }, cleanedText);
}

interface Cleaned {
  readonly deleted: number;
  readonly removed?: number;
  readonly consolidated?: number;
  readonly backup_path?: string;
}

function cleanupMessage(count: number, mode: Preview["mode"]): Sentence {
  if (mode === "soft") return softMessage(count);
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
  return words[mode];
}

/** Throws where no record is meant; `rules` are those of the settings. */
function refuseNothing(what: Request["what"], rules: readonly Rule[] = []): never {
  if (what === "retention" && rules.length === 0) {
    fail("NO_MATCH", { en: "Nothing is ever too old here", zh: "这里没有设置保留期限" }, {
      en: "Set storage.retention_days or cleanup.auto_cleanup_days first",
      zh: "请先设置 storage.retention_days 或 cleanup.auto_cleanup_days",
    });
  }
  fail("NO_MATCH", { en: "There is nothing to clean up", zh: "没有可清理的" }, {
    en: "`memory manage stats` shows what there is",
    zh: "`memory manage stats` 会显示现有内容",
  });
}

function cleanedText({ deleted, removed = 0, consolidated = 0, backup_path }: Cleaned, style: Style): string {
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
}
