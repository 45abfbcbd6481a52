/** Every verb and the file that declares it. A file is loaded only when its verb is called. */
import type { Command, Declaration } from "./command.ts";

interface Entry {
  readonly name: string;
  readonly load: () => Promise<Declaration>;
  /** The verb takes only milliseconds, so compiling its code would cost more (`Runtime.expectLongWork`). */
  readonly isBrief?: boolean;
}

/** In the order of `memory --help`. */
export const TABLE: readonly Entry[] = [
  { name: "init", load: () => import("../commands/setup.ts").then((file) => file.init) },
  { name: "remember", load: () => import("../commands/save.ts").then((file) => file.remember), isBrief: true },
  { name: "hook", load: () => import("../commands/programs.ts").then((file) => file.hook), isBrief: true },
  { name: "intent", load: () => import("../commands/programs.ts").then((file) => file.intent), isBrief: true },
  { name: "save", load: () => import("../commands/save.ts").then((file) => file.savePayload), isBrief: true },
  { name: "save fact", load: () => import("../commands/save.ts").then((file) => file.saveFact), isBrief: true },
  { name: "save summary", load: () => import("../commands/save.ts").then((file) => file.saveSummary), isBrief: true },
  { name: "done", load: () => import("../commands/done.ts").then((file) => file.done), isBrief: true },
  { name: "search", load: () => import("../commands/search.ts").then((file) => file.search), isBrief: true },
  { name: "sync", load: () => import("../commands/sync.ts").then((file) => file.sync), isBrief: true },
  { name: "retrieve", load: () => import("../commands/programs.ts").then((file) => file.retrieve), isBrief: true },
  { name: "show", load: () => import("../commands/show.ts").then((file) => file.show), isBrief: true },
  { name: "start", load: () => import("../commands/start.ts").then((file) => file.start), isBrief: true },
  { name: "mcp", load: () => import("../commands/programs.ts").then((file) => file.mcp) },
  { name: "status", load: () => import("../commands/status.ts").then((file) => file.status), isBrief: true },
  { name: "version", load: () => import("../commands/status.ts").then((file) => file.version), isBrief: true },
  { name: "note propose", load: () => import("../commands/note/proposals.ts").then((file) => file.notePropose) },
  { name: "note add", load: () => import("../commands/note/proposals.ts").then((file) => file.noteAdd) },
  { name: "note list", load: () => import("../commands/note/read.ts").then((file) => file.noteList) },
  { name: "note show", load: () => import("../commands/note/read.ts").then((file) => file.noteShow) },
  { name: "note edit", load: () => import("../commands/note/change.ts").then((file) => file.noteEdit) },
  { name: "note archive", load: () => import("../commands/note/change.ts").then((file) => file.noteArchive) },
  { name: "note delete", load: () => import("../commands/note/change.ts").then((file) => file.noteDelete) },
  { name: "note share", load: () => import("../commands/note/change.ts").then((file) => file.noteShare) },
  { name: "note index", load: () => import("../commands/note/read.ts").then((file) => file.noteIndex) },
  { name: "note check", load: () => import("../commands/note/read.ts").then((file) => file.noteCheck) },
  { name: "model list", load: () => import("../commands/model.ts").then((file) => file.modelList) },
  { name: "model download", load: () => import("../commands/model.ts").then((file) => file.modelDownload) },
  { name: "model verify", load: () => import("../commands/model.ts").then((file) => file.modelVerify) },
  { name: "model remove", load: () => import("../commands/model.ts").then((file) => file.modelRemove) },
  { name: "enable", load: () => import("../commands/switch.ts").then((file) => file.enable) },
  { name: "disable", load: () => import("../commands/switch.ts").then((file) => file.disable) },
  { name: "trust", load: () => import("../commands/trust.ts").then((file) => file.trustCommand) },
  { name: "uninstall", load: () => import("../commands/setup.ts").then((file) => file.uninstall) },
  {
    name: "completions",
    load: () => import("../commands/completions.ts").then((file) => file.completions(everyVerb, SHORT_NAMES)),
  },
  { name: "manage list", load: () => import("../commands/manage/list.ts").then((file) => file.manageList) },
  { name: "manage stats", load: () => import("../commands/manage/stats.ts").then((file) => file.manageStats) },
  { name: "manage delete", load: () => import("../commands/manage/delete.ts").then((file) => file.manageDelete) },
  { name: "manage restore", load: () => import("../commands/manage/restore.ts").then((file) => file.manageRestore) },
  { name: "manage edit", load: () => import("../commands/manage/edit.ts").then((file) => file.manageEdit) },
  { name: "manage undo", load: () => import("../commands/manage/undo.ts").then((file) => file.manageUndo) },
  { name: "manage export", load: () => import("../commands/manage/export.ts").then((file) => file.manageExport) },
  { name: "manage import", load: () => import("../commands/manage/import.ts").then((file) => file.manageImport) },
  { name: "manage cleanup", load: () => import("../commands/manage/cleanup.ts").then((file) => file.manageCleanup) },
  {
    name: "manage consolidate",
    load: () => import("../commands/manage/cleanup.ts").then((file) => file.manageConsolidate),
  },
  { name: "manage enrich", load: () => import("../commands/manage/enrich.ts").then((file) => file.manageEnrich) },
  { name: "manage log", load: () => import("../commands/manage/log.ts").then((file) => file.manageLog) },
  { name: "manage backups", load: () => import("../commands/manage/restore.ts").then((file) => file.manageBackups) },
  { name: "manage rebuild-index", load: () => import("../commands/sync.ts").then((file) => file.manageRebuildIndex) },
  { name: "manage doctor", load: () => import("../commands/manage/doctor.ts").then((file) => file.manageDoctor) },
  { name: "manage config", load: () => import("../commands/config.ts").then((file) => file.configShow) },
  { name: "manage config show", load: () => import("../commands/config.ts").then((file) => file.configShow) },
  { name: "manage config get", load: () => import("../commands/config.ts").then((file) => file.configGet) },
  { name: "manage config set", load: () => import("../commands/config_change.ts").then((file) => file.configSet) },
  { name: "manage config reset", load: () => import("../commands/config_change.ts").then((file) => file.configReset) },
  {
    name: "manage config preset",
    load: () => import("../commands/config_change.ts").then((file) => file.configPreset),
  },
  { name: "manage config validate", load: () => import("../commands/config.ts").then((file) => file.configValidate) },
];

/** The declarations of all verbs, in the order of the table. */
export async function everyVerb(): Promise<Command[]> {
  return await Promise.all(TABLE.map(loadVerb));
}

/** Loads the declaration of a verb. */
export async function loadVerb({ name, load }: Entry): Promise<Command> {
  return { name, ...await load() };
}

/** The verbs of `manage` that people call without `manage`. Called so, a verb prints text even into a pipe. */
export const SHORT_NAMES: readonly string[] = [
  "list",
  "delete",
  "edit",
  "restore",
  "undo",
  "stats",
  "log",
  "backups",
  "doctor",
  "config",
  "export",
  "import",
];

/** The short name of a verb, if it has one: `list` for `manage list`. */
export function shortName(name: string): string | undefined {
  const [first, ...short] = name.split(" ");
  return first === "manage" && SHORT_NAMES.includes(short[0] ?? "") ? short.join(" ") : undefined;
}

/** The words of a call, with `manage` before a short name. */
export function writtenOut(words: readonly string[]): readonly string[] {
  return SHORT_NAMES.includes(words[0] ?? "") ? ["manage", ...words] : words;
}

/** The entry of a verb, by its whole or its short name. */
export function entryOf(name: string): Entry | undefined {
  const whole = writtenOut(name.split(" ")).join(" ");
  return TABLE.find((entry) => entry.name === whole);
}
