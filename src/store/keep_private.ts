/**
 * In: a data folder that is about to be written. Out: what is written there stays out of commits, as git itself would
 * decide; what git tracks already is told.
 * Not done here: sharing it, which `memory init --share` does (setup/install.ts).
 *
 * A clone may come without the `.gitignore` that init writes, or with one here or on the way that shows records to git.
 * It is git's own exclude file that is changed. Only where a `.gitignore` outranks that, the folder's own is.
 *
 * @module
 */
import { join } from "node:path";
import { readText, replaceAtomically } from "../files.ts";
import { languageOf, loadConfig } from "../config/mod.ts";
import * as git from "../git/worktree.ts";
import { destination, foldersAround, leadsInto } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import type { Language, Sentence } from "../sentence.ts";
import { gitPath, trackingIn } from "../git/tracking.ts";
import { dailyFile, FACTS_FILE, SESSIONS_FILE, type StorePath, TOKEN_FILE } from "./layout.ts";
import type { Store } from "./mod.ts";
import { said } from "./words.ts";

const EXCLUDE_FILE_MODE = 0o644;

/** The pattern that keeps a whole data folder out of a worktree's commits, whatever its own `.gitignore` says. */
export function patternOfData(root: string, folder: string): string {
  return `${git.patternFor(gitPath(root, folder))}/`;
}

/** Where records are written; one day stands for all. */
const RECORDS = [FACTS_FILE, SESSIONS_FILE, dailyFile("2026-01-01")];

/**
 * Sees to it that git takes along nothing of what is written there, unless the person's own `.gitignore` shows records
 * on purpose; then the token alone. What had to be done is told.
 *
 * The exclude file is what the person's own commits never carry. A `.gitignore` ranks above it, so where one on the way
 * shows the folder all the same, the folder's own gets a last line that leaves out everything.
 *
 * @param wasForeign somebody else wrote what stands there: its `.gitignore` too
 */
export function keepPrivate({ runtime, folder }: Store, wasForeign: boolean): void {
  const { files } = runtime;
  const own = git.ignoreTextIn(files, folder);
  // What every data folder of ours says: no other file is stronger.
  if (own !== undefined && leavesOutAll(own)) return;
  const around = repositoriesAround(runtime, folder);
  const [nearest] = around;
  if (!nearest) return;
  const isShown = !wasForeign && own !== undefined &&
    !RECORDS.every((file) => git.isIgnored([{ folder: "", text: own }], file)) &&
    !around.some((each) => excludesData(runtime, each));
  const meant = [TOKEN_FILE, ...isShown ? [] : RECORDS];
  const isKept = () => around.every((each) => meant.every((file) => isLeftOut(runtime, each, file)));
  if (isKept()) return;
  const { root, data, exclude } = nearest;
  if (exclude !== undefined) {
    addPattern(
      runtime,
      exclude,
      isShown ? git.patternFor(`${data}/${TOKEN_FILE}`) : patternOfData(root, join(root, data)),
    );
    if (isKept()) {
      const told = isShown
        ? said("token_excluded", { token: join(folder, TOKEN_FILE), path: exclude })
        : excludedText(folder, exclude);
      return runtime.warn?.(told, languageIn(runtime, folder));
    }
  }
  // For the token alone the person's own file stays as it is.
  if (isShown) return;
  const ignore = join(folder, git.IGNORE_FILE);
  if (files.linkTarget(ignore) !== undefined) files.remove(ignore);
  const lead = own === undefined || own === "" || own.endsWith("\n") ? own ?? "" : `${own}\n`;
  replaceAtomically(runtime, ignore, `${lead}*\n`);
  runtime.warn?.(excludedText(folder, ignore), languageIn(runtime, folder));
}

/** Adds a pattern to an exclude file, unless a client's sandbox closes git's folder. */
function addPattern(runtime: Runtime, path: string, pattern: string): void {
  try {
    const before = readText(runtime.files, path) ?? "";
    const after = git.withPatterns(before, [pattern]);
    if (after === before) return;
    replaceAtomically(runtime, path, after, { mode: runtime.files.stat(path)?.mode ?? EXCLUDE_FILE_MODE });
  } catch {
    // The folder's own `.gitignore` does it.
  }
}

/**
 * Which of these files of a data folder git tracks, so that no exclude file keeps out of commits what is written there.
 * Records that the person shares on purpose are not among them; the token always is.
 */
export function exposedIn({ runtime, folder }: Store, files: readonly StorePath[]): string[] {
  const [nearest] = repositoriesAround(runtime, folder);
  if (!nearest) return [];
  const tracking = trackingIn(runtime, folder);
  return files.filter((file) =>
    (file === TOKEN_FILE || isLeftOut(runtime, nearest, file)) && tracking(file) === "tracked"
  );
}

/** Whether git takes a file of a data folder along, or would. */
export function goesAlong({ runtime, folder }: Store, file: StorePath): boolean {
  const [nearest] = repositoriesAround(runtime, folder);
  if (!nearest) return false;
  return !isLeftOut(runtime, nearest, file) || trackingIn(runtime, folder)(file) === "tracked";
}

/**
 * Tells whoever saves that git tracks the file in which their words now stand. It is no reason to refuse: a repository
 * could then stop all saving with a file a day, and who shares records with a team would lose theirs.
 */
export function tellExposed(store: Store, files: readonly StorePath[]): void {
  const { runtime, folder } = store;
  if (!runtime.warn) return;
  try {
    const exposed = exposedIn(store, files).map((file) => join(folder, file));
    if (exposed.length === 0) return;
    const paths = { en: exposed.join(", "), zh: exposed.join("，") };
    runtime.warn(said("exposed", { paths, step: exposedStep(exposed) }), languageIn(runtime, folder));
  } catch {
    // What was saved is saved, also where git's files can't be read.
  }
}

/** The language of the person to whom a data folder belongs. */
export function languageIn(runtime: Runtime, folder: string): Language {
  return languageOf(runtime, loadConfig(runtime, { projectFolder: folder }).config);
}

/** What to do about such files. */
export function exposedStep(paths: readonly string[]): Sentence {
  const command = `git rm --cached ${paths.map((path) => `'${path}'`).join(" ")}`;
  return said("exposed_step", { command });
}

/** Whether a `.gitignore` leaves out all that lies beside and below it. */
function leavesOutAll(text: string): boolean {
  const lines = text.split(/\r?\n/);
  return lines.includes("*") && !lines.some((line) => line.startsWith("!"));
}

/** A repository whose commits could take the data folder along. */
interface Repository {
  readonly root: string;
  /** The data folder, as git writes it. */
  readonly data: string;
  /** Its exclude file; undefined where a planted `.git` may name another one's. */
  readonly exclude: string | undefined;
}

/**
 * The repositories around a data folder, nearest first, up to the first that git surely takes for one: what only looks
 * like one hides the folder from none further out.
 */
function repositoriesAround(runtime: Runtime, folder: string): Repository[] {
  const { files } = runtime;
  const real = destination(files, folder);
  const found: Repository[] = [];
  for (const root of foldersAround(runtime, real)) {
    if (files.stat(join(root, ".git")) === undefined) continue;
    const worktree = git.ownWorktreeAt(runtime, root);
    const exclude = worktree && git.excludeFileOf(worktree);
    const isOwn = worktree && exclude && leadsInto(files, exclude, worktree.commonFolder);
    found.push({ root, data: gitPath(root, real), exclude: isOwn ? exclude : undefined });
    if (worktree && files.stat(join(worktree.gitFolder, "HEAD"))) break;
  }
  return found;
}

function isLeftOut({ files }: Runtime, { root, data, exclude }: Repository, file: StorePath): boolean {
  const path = `${data}/${file}`;
  return git.isIgnored(git.ignoringOf(files, root, exclude, path), path);
}

/** Whether the exclude file names the folder, which only `memory init --share` takes back. */
function excludesData({ files }: Runtime, { root, data, exclude }: Repository): boolean {
  const text = exclude === undefined ? undefined : readText(files, exclude);
  return text?.split(/\r?\n/).includes(patternOfData(root, join(root, data))) ?? false;
}

function excludedText(folder: string, path: string): Sentence {
  return said("excluded", { folder, path });
}
