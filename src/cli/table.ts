/** Every verb and where it lives. Each is loaded only when called: a hook never pays for the others. */
import type { Command } from "./command.ts";

/** A verb before it is loaded. */
export interface Entry {
  /** The words that call it. */
  readonly name: string;
  readonly load: () => Promise<Command>;
  /** Over within milliseconds: not worth compiling (`Runtime.expectLongWork`). */
  readonly isBrief?: boolean;
}

/** In the order of `memory --help`. */
export const TABLE: readonly Entry[] = [
  { name: "init", load: async () => (await import("../commands/init.ts")).init },
  { name: "hook", load: async () => (await import("../commands/hook.ts")).hook, isBrief: true },
  { name: "intent", load: async () => (await import("../commands/intent.ts")).intent, isBrief: true },
  { name: "save", load: async () => (await import("../commands/save/payload.ts")).savePayload, isBrief: true },
  { name: "save fact", load: async () => (await import("../commands/save/fact.ts")).saveFact, isBrief: true },
  { name: "save summary", load: async () => (await import("../commands/save/summary.ts")).saveSummary, isBrief: true },
  { name: "done", load: async () => (await import("../commands/done.ts")).done, isBrief: true },
  { name: "search", load: async () => (await import("../commands/search/command.ts")).search, isBrief: true },
  { name: "sync", load: async () => (await import("../commands/sync.ts")).sync, isBrief: true },
  { name: "retrieve", load: async () => (await import("../commands/retrieve.ts")).retrieve, isBrief: true },
  { name: "show", load: async () => (await import("../commands/show.ts")).show, isBrief: true },
  { name: "note propose", load: async () => (await import("../commands/note/propose.ts")).notePropose },
  { name: "note add", load: async () => (await import("../commands/note/add.ts")).noteAdd },
  { name: "note list", load: async () => (await import("../commands/note/list.ts")).noteList },
  { name: "note show", load: async () => (await import("../commands/note/show.ts")).noteShow },
  { name: "note edit", load: async () => (await import("../commands/note/edit.ts")).noteEdit },
  { name: "note archive", load: async () => (await import("../commands/note/edit.ts")).noteArchive },
  { name: "note delete", load: async () => (await import("../commands/note/delete.ts")).noteDelete },
  { name: "note share", load: async () => (await import("../commands/note/share.ts")).noteShare },
  { name: "note index", load: async () => (await import("../commands/note/table.ts")).noteIndex },
  { name: "note check", load: async () => (await import("../commands/note/table.ts")).noteCheck },
  { name: "model list", load: async () => (await import("../commands/model/list.ts")).modelList },
  { name: "model download", load: async () => (await import("../commands/model/download.ts")).modelDownload },
  { name: "model verify", load: async () => (await import("../commands/model/verify.ts")).modelVerify },
  { name: "model remove", load: async () => (await import("../commands/model/remove.ts")).modelRemove },
  { name: "enable", load: async () => (await import("../commands/switch.ts")).enable },
  { name: "disable", load: async () => (await import("../commands/switch.ts")).disable },
  { name: "trust", load: async () => (await import("../commands/trust.ts")).trustCommand },
  { name: "uninstall", load: async () => (await import("../commands/uninstall.ts")).uninstall },
  {
    name: "completions",
    load: async () => (await import("../commands/completions/command.ts")).completions(everyVerb, ALIASES),
  },
  { name: "manage list", load: async () => (await import("../commands/manage/list.ts")).manageList },
  { name: "manage stats", load: async () => (await import("../commands/manage/stats.ts")).manageStats },
  { name: "manage delete", load: async () => (await import("../commands/manage/delete.ts")).manageDelete },
  { name: "manage restore", load: async () => (await import("../commands/manage/restore.ts")).manageRestore },
  { name: "manage edit", load: async () => (await import("../commands/manage/edit.ts")).manageEdit },
  { name: "manage undo", load: async () => (await import("../commands/manage/undo.ts")).manageUndo },
  { name: "manage export", load: async () => (await import("../commands/manage/export.ts")).manageExport },
  { name: "manage import", load: async () => (await import("../commands/manage/import.ts")).manageImport },
  { name: "manage cleanup", load: async () => (await import("../commands/manage/cleanup.ts")).manageCleanup },
  {
    name: "manage consolidate",
    load: async () => (await import("../commands/manage/consolidate.ts")).manageConsolidate,
  },
  { name: "manage log", load: async () => (await import("../commands/manage/log.ts")).manageLog },
  { name: "manage backups", load: async () => (await import("../commands/manage/backups.ts")).manageBackups },
  {
    name: "manage rebuild-index",
    load: async () => (await import("../commands/manage/rebuild_index.ts")).manageRebuildIndex,
  },
  { name: "manage doctor", load: async () => (await import("../commands/manage/doctor.ts")).manageDoctor },
  { name: "manage config", load: async () => (await import("../commands/manage/config/show.ts")).config },
  { name: "manage config show", load: async () => (await import("../commands/manage/config/show.ts")).configShow },
  { name: "manage config get", load: async () => (await import("../commands/manage/config/get.ts")).configGet },
  { name: "manage config set", load: async () => (await import("../commands/manage/config/set.ts")).configSet },
  { name: "manage config reset", load: async () => (await import("../commands/manage/config/reset.ts")).configReset },
  {
    name: "manage config preset",
    load: async () => (await import("../commands/manage/config/preset.ts")).configPreset,
  },
  {
    name: "manage config validate",
    load: async () => (await import("../commands/manage/config/validate.ts")).configValidate,
  },
];

/** Every verb's declaration, in the order of the table. */
export async function everyVerb(): Promise<Command[]> {
  return await Promise.all(TABLE.map(({ load }) => load()));
}

/** Short names of verbs. */
export const ALIASES: Readonly<Record<string, string>> = {
  doctor: "manage doctor",
  config: "manage config",
  export: "manage export",
  import: "manage import",
};

/** The entry of a verb by its words, aliases included. */
export function entryOf(name: string): Entry | undefined {
  return TABLE.find((entry) => entry.name === (ALIASES[name] ?? name));
}
