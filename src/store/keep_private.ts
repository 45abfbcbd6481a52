/**
 * In: a data folder that is about to be written. Out: it stays out of commits where its own `.gitignore` does not.
 * Not done here: sharing it, which `memory init --share` does (setup/data_files.ts).
 *
 * A clone may come without the `.gitignore` that init writes, or with one that shows records to git. It is git's own
 * exclude file that is changed, never a file that git could track.
 *
 * @module
 */
import { join } from "node:path";
import { replaceAtomically } from "../atomic.ts";
import { languageOf } from "../config/language.ts";
import { loadConfig } from "../config/mod.ts";
import { readText } from "../files.ts";
import { patternFor, withPatterns } from "../git_exclude.ts";
import { destination, gitRoot, isInside, realOf } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";
import { gitPath } from "../tracking.ts";
import { excludeFileOf, type Worktree, worktreeOf } from "../worktree.ts";
import type { Store } from "./mod.ts";

const IGNORE_FILE = ".gitignore";
const EXCLUDE_FILE_MODE = 0o644;

/** The pattern that keeps a whole data folder out of a worktree's commits, whatever its own `.gitignore` says. */
export function patternOfData(root: string, folder: string): string {
  return `${patternFor(gitPath(root, folder))}/`;
}

/**
 * Excludes the folder if nothing else keeps what is written there private, and tells so, once.
 *
 * @param wasForeign somebody else wrote what stands there: its `.gitignore` too
 */
export function keepPrivate({ runtime, folder }: Store, wasForeign: boolean): void {
  const ignore = join(folder, IGNORE_FILE);
  if (!wasForeign && runtime.files.stat(ignore)) return;
  if (hidesRecords(readText(runtime.files, ignore) ?? "")) return;
  const worktree = worktreeAround(runtime, folder);
  if (!worktree) return;
  const path = excludeFileOf(worktree);
  const before = readText(runtime.files, path) ?? "";
  const after = withPatterns(before, [patternOfData(worktree.root, folder)]);
  if (after === before) return;
  replaceAtomically(runtime, path, after, { mode: runtime.files.stat(path)?.mode ?? EXCLUDE_FILE_MODE });
  const { config } = loadConfig(runtime, { projectFolder: folder });
  runtime.warn?.(excludedText(folder, path), languageOf(runtime, config));
}

function hidesRecords(text: string): boolean {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.includes("*") && !lines.some((line) => /^!.*(?:jsonl|daily|\*\*?$)/.test(line) && line !== "!notes/**");
}

/** The worktree whose commits could take the folder along; only one whose git folder surely is its own. */
function worktreeAround(runtime: Runtime, folder: string): Worktree | undefined {
  const root = gitRoot(runtime, folder);
  if (root === undefined || !isInside(destination(runtime.files, folder), realOf(runtime, root))) return undefined;
  const worktree = worktreeOf(runtime, root);
  if (!worktree) return undefined;
  const marker = join(root, ".git");
  // A planted `.git` file could name anybody's repository.
  const back = readText(runtime.files, join(worktree.gitFolder, "gitdir"))?.trim();
  const isOwn = runtime.files.stat(marker)?.kind === "folder"
    ? isInside(destination(runtime.files, worktree.gitFolder), realOf(runtime, root))
    : back !== undefined && realOf(runtime, back) === realOf(runtime, marker);
  return isOwn ? worktree : undefined;
}

function excludedText(folder: string, path: string): Sentence {
  return {
    en: `${folder} had nothing that keeps it out of git, so it is in ${path} now; \`memory init --share\` shares it`,
    zh: `${folder} 原先没有被 git 忽略，现已写入 ${path}；要共享请用 \`memory init --share\``,
  };
}
