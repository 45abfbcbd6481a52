/**
 * In: a data folder that is about to be written. Out: it stays out of commits where its own `.gitignore` does not
 * keep it out; what git tracks already is told.
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
import type { Language, Sentence } from "../sentence.ts";
import { gitPath, trackingIn } from "../tracking.ts";
import { excludeFileOf, type Worktree, worktreeOf } from "../worktree.ts";
import { TOKEN_FILE } from "./home.ts";
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
  const text = readText(runtime.files, ignore) ?? "";
  // What the person's own file shows of the records they mean; nobody means the token.
  const isShown = !wasForeign && runtime.files.stat(ignore) !== undefined;
  if (isShown ? hidesToken(text) : hidesRecords(text)) return;
  const worktree = worktreeAround(runtime, folder);
  if (!worktree) return;
  const path = excludeFileOf(worktree);
  const before = readText(runtime.files, path) ?? "";
  const whole = patternOfData(worktree.root, folder);
  if (isShown && before.split(/\r?\n/).includes(whole)) return;
  const after = withPatterns(before, [isShown ? patternFor(gitPath(worktree.root, join(folder, TOKEN_FILE))) : whole]);
  if (after === before) return;
  try {
    replaceAtomically(runtime, path, after, { mode: runtime.files.stat(path)?.mode ?? EXCLUDE_FILE_MODE });
  } catch (error) {
    // A client's sandbox may close git's folder. Records must not be shown for that; the token alone stops no save.
    if (isShown) return;
    throw error;
  }
  const told = isShown ? tokenExcludedText(folder, path) : excludedText(folder, path);
  runtime.warn?.(told, languageIn(runtime, folder));
}

/**
 * Which of these files of a data folder git tracks, so that no exclude file keeps out of commits what is written there.
 * Records that the person shares on purpose are not among them; the token always is.
 */
export function exposedIn({ runtime, folder }: Store, files: readonly string[]): string[] {
  const worktree = worktreeAround(runtime, folder);
  if (!worktree) return [];
  const excluded = (readText(runtime.files, excludeFileOf(worktree)) ?? "").split(/\r?\n/);
  const isPrivate = excluded.includes(patternOfData(worktree.root, folder)) ||
    hidesRecords(readText(runtime.files, join(folder, IGNORE_FILE)) ?? "");
  const tracking = trackingIn(runtime, folder);
  return files.filter((file) => (isPrivate || file === TOKEN_FILE) && tracking(file) === "tracked");
}

/**
 * Tells whoever saves that git tracks the file in which their words now stand. It is no reason to refuse: a repository
 * could then stop all saving with a file a day, and who shares records with a team would lose theirs.
 */
export function tellExposed(store: Store, files: readonly string[]): void {
  const { runtime, folder } = store;
  if (!runtime.warn) return;
  try {
    const exposed = exposedIn(store, files).map((file) => join(folder, file));
    if (exposed.length > 0) runtime.warn(exposedText(exposed), languageIn(runtime, folder));
  } catch {
    // What was saved is saved, also where git's files can't be read.
  }
}

function languageIn(runtime: Runtime, folder: string): Language {
  return languageOf(runtime, loadConfig(runtime, { projectFolder: folder }).config);
}

function exposedText(paths: readonly string[]): Sentence {
  const { en, zh } = exposedStep(paths);
  return {
    en: `git tracks ${paths.join(", ")}: the next commit takes along what is saved there. ${en}`,
    zh: `git 跟踪着 ${paths.join("，")}：存进去的内容会随下一次提交带走。${zh}`,
  };
}

/** What to do about such files. */
export function exposedStep(paths: readonly string[]): Sentence {
  const command = `git rm --cached ${paths.map((path) => `'${path}'`).join(" ")}`;
  return {
    en: `\`${command}\` keeps it out; \`memory init --share all\` shares records on purpose`,
    zh: `\`${command}\` 可不再带走；若有意共享记录，请用 \`memory init --share all\``,
  };
}

function hidesToken(text: string): boolean {
  return text.split(/\r?\n/).some((line) => ["*", TOKEN_FILE, `/${TOKEN_FILE}`].includes(line.trim()));
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

function tokenExcludedText(folder: string, path: string): Sentence {
  return {
    en: `${join(folder, TOKEN_FILE)} is this machine's alone, so it is in ${path} now`,
    zh: `${join(folder, TOKEN_FILE)} 只属于本机，现已写入 ${path}`,
  };
}

function excludedText(folder: string, path: string): Sentence {
  return {
    en: `${folder} had nothing that keeps it out of git, so it is in ${path} now; \`memory init --share\` shares it`,
    zh: `${folder} 原先没有被 git 忽略，现已写入 ${path}；要共享请用 \`memory init --share\``,
  };
}
