/** How much of a data folder git may see: the lines of its `.gitignore`, and what they say. */
import { join } from "node:path";
import { editableText } from "../files.ts";
import { IGNORE_FILE } from "../git/ignore.ts";
import type { Runtime } from "../runtime.ts";
import { GITS_FILES, type Share, shareWanted } from "../store/keep_private.ts";
import { NOTES_INDEX_FILE, type StorePath, TOKEN_FILE, USED_IDS_FILE } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import { everyTruthFile } from "../store/truth_files.ts";

// Deleted notes stay in notes/.deleted for a restore, which is nobody else's matter.
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

/** The lines by which a data folder's `.gitignore` shows files to git, behind one that hides all. */
export const SHOWN: Readonly<Record<Share, readonly string[]>> = {
  none: [],
  notes: SHARED_NOTES,
  all: [...SHARED_NOTES, ...SHARED_RECORDS],
};

/** How much of an existing data folder git may see; nothing where a pull shows more than this clone's person shared. */
export function shareOf(runtime: Runtime, folder: string): Share {
  const [wanted, theirs] = [shareWanted(runtime, folder), sharesBy(runtime, folder)];
  return wanted === "none" || (wanted === "notes" && theirs === "all") ? "none" : theirs;
}

/** How much of a data folder its .gitignore shows. */
export function sharesBy(runtime: Runtime, folder: string): Share {
  const lines = (editableText(runtime, join(folder, IGNORE_FILE)) ?? "").split(/\r?\n/);
  if (lines.includes("!facts.jsonl")) return "all";
  return lines.includes("!notes/**") ? "notes" : "none";
}

/**
 * The files that a commit could take along: those that hold what is saved, and, in a shared memory, git's own files.
 */
export function filesForGit(store: Store): StorePath[] {
  const gits = sharesBy(store.runtime, store.folder) === "none" ? [] : GITS_FILES;
  return [...new Set([TOKEN_FILE, ...everyTruthFile(store), NOTES_INDEX_FILE, USED_IDS_FILE, ...gits])];
}

/** The files and folders of a data folder that git sees, without git's own files. */
export function seenByGit(share: Share): readonly string[] {
  return SHOWN[share].flatMap((line) => /^!([^.*][^*]*)$/.exec(line)?.[1] ?? []);
}
