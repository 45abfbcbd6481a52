/**
 * In: a place, a language and who may see the memory. Out: the changes to the data folder's own files.
 * Not done here: records and notes. What the user has written is never touched.
 *
 * @module
 */
import { join } from "node:path";
import { editConfigText } from "../config/edit.ts";
import { globalConfigFile } from "../config/mod.ts";
import { readIndexTable, renderIndexTable } from "../notes/index_table.ts";
import type { Runtime } from "../runtime.ts";
import { CONFIG_FILE, CORE_FILE, NOTES_INDEX_FILE, REFERENCES_FOLDER } from "../store/layout.ts";
import { configText, coreText, noteTemplateText } from "../templates/files.ts";
import type { Language } from "../sentence.ts";
import { editableText, type FileChange, fileChange, newFileChange } from "./changes.ts";

/** How much of the memory git may see. */
export const SHARES = ["none", "notes", "all"] as const;
/** One of `SHARES`. */
export type Share = typeof SHARES[number];

const IGNORE = ".gitignore";
const ATTRIBUTES_FILE = ".gitattributes";
/**
 * When two machines append to the same file, git keeps the lines of both. Readers resolve equal ids; the next note
 * makes INDEX.md anew.
 */
const ATTRIBUTES: Readonly<Record<Share, string>> = {
  // What git does not see needs no merging.
  none: "# Nothing here is shared; `memory init --share notes|all` changes that.\n",
  notes: "INDEX.md merge=union\nnotes/.ids merge=union\n",
  all: "INDEX.md merge=union\nnotes/.ids merge=union\n*.jsonl merge=union\n",
};
// Deleted notes wait in notes/.deleted to be restored; nobody else should read them any more.
const SHARED_NOTES = [
  "!.gitignore",
  "!.gitattributes",
  "!MEMORY.md",
  "!INDEX.md",
  "!notes/",
  "!notes/**",
  "notes/.deleted/",
];
const SHARED_RECORDS = ["!facts.jsonl", "!sessions.jsonl", "!daily/", "!daily/*.jsonl"];

/** What the data folder is to be like. */
export interface DataFolderRequest {
  readonly scope: "project" | "home";
  readonly folder: string;
  readonly language: Language;
  /** Written into the settings, for hooks of desktop applications, which see no locale. */
  readonly setLanguage: Language | undefined;
  /** Undefined: as it is; private in a new folder. */
  readonly share: Share | undefined;
}

/** The changes that make the data folder whole. */
export function dataFolderChanges(runtime: Runtime, request: DataFolderRequest): readonly FileChange[] {
  const { folder, language, share } = request;
  return [
    ...(share === undefined
      ? [
        newFileChange(runtime, join(folder, IGNORE), ignoreText("none")),
        newFileChange(runtime, join(folder, ATTRIBUTES_FILE), ATTRIBUTES.none),
      ]
      : shareChanges(runtime, folder, share)),
    newFileChange(runtime, join(folder, CORE_FILE), coreText(language)),
    configChange(runtime, request),
    newFileChange(runtime, join(folder, NOTES_INDEX_FILE), renderIndexTable(readIndexTable(""), [])),
    newFileChange(runtime, join(folder, REFERENCES_FOLDER, "memory-note-template.md"), noteTemplateText(language)),
  ];
}

/** How much of an existing data folder git may see: nothing, unless its .gitignore says otherwise. */
export function shareOf(runtime: Runtime, folder: string): Share {
  const lines = (editableText(runtime, join(folder, IGNORE)) ?? "").split(/\r?\n/);
  if (lines.includes("!facts.jsonl")) return "all";
  return lines.includes("!notes/**") ? "notes" : "none";
}

function shareChanges(runtime: Runtime, folder: string, share: Share): FileChange[] {
  return [
    fileChange(runtime, join(folder, IGNORE), "rewrite", ignoreText(share)),
    fileChange(runtime, join(folder, ATTRIBUTES_FILE), "rewrite", ATTRIBUTES[share]),
  ];
}

function ignoreText(share: Share): string {
  const shown = share === "none" ? [] : share === "notes" ? SHARED_NOTES : [...SHARED_NOTES, ...SHARED_RECORDS];
  return ["*", ...shown, ""].join("\n");
}

function configChange(runtime: Runtime, { scope, folder, language, setLanguage }: DataFolderRequest): FileChange {
  const path = scope === "home" ? globalConfigFile(runtime) : join(folder, CONFIG_FILE);
  const before = editableText(runtime, path);
  if (before === undefined) {
    const text = configText(language, scope);
    const line = `"lang": "${setLanguage}",`;
    return newFileChange(runtime, path, setLanguage ? text.replace('// "lang": "auto",', line) : text);
  }
  return fileChange(runtime, path, "merge", setLanguage ? editConfigText(before, "lang", setLanguage, path) : before);
}
