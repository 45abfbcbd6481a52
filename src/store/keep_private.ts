/**
 * In: a data folder that is about to be written. Out: ignore rules that keep its files out of commits; and a warning
 * about files that git tracks already.
 *
 * A clone may lack the `.gitignore` that init writes, or have one, there or around it, that shows records to git.
 */
import { basename, dirname, join } from "node:path";
import { tried } from "../errors.ts";
import { shellWord } from "../agents/command.ts";
import { replaceAtomically } from "../files.ts";
import { languageOf, loadConfig } from "../config/mod.ts";
import { excludeFileOf, excludeText, pathsIn, patternFor, withPatterns } from "../git/exclude.ts";
import { IGNORE_FILE, ignoreTextIn, ignoringOf, isIgnored } from "../git/ignore.ts";
import { mainWorktree, ownWorktreeAt, worktreeOf } from "../git/worktree.ts";
import { destination, foldersAround, isInside } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import type { Language, Sentence } from "../sentence.ts";
import { some } from "../wording.ts";
import { gitPath, trackingIn } from "../git/tracking.ts";
import {
  ATTRIBUTES_FILE,
  dailyFile,
  FACTS_FILE,
  NOTES_FOLDER,
  NOTES_INDEX_FILE,
  SESSIONS_FILE,
  SHARE_FOLDER,
  type StorePath,
  TOKEN_FILE,
  USED_IDS_FILE,
} from "./layout.ts";
import { homesOfPlace } from "./home.ts";
import type { Memory } from "./memory.ts";
import type { LockedStore, Store } from "./mod.ts";
import { said } from "./words.ts";

const EXCLUDE_FILE_MODE = 0o644;

/** How much of the memory git may see. */
export const SHARES = ["none", "notes", "all"] as const;
export type Share = typeof SHARES[number];

/**
 * The lines of git's exclude file, which no commit carries, by which a clone notes how much its person shares. The
 * first keeps the whole data folder out of commits.
 */
export function sharePatterns(root: string, folder: string): Readonly<Record<Share, string>> {
  return patternsOf({ data: gitPath(root, folder) });
}

function patternsOf({ data }: Pick<Repository, "data">): Readonly<Record<Share, string>> {
  const whole = `${patternFor(data)}/`;
  return { none: whole, notes: `!${whole}${NOTES_FOLDER}/`, all: `!${whole}` };
}

/** How much the person of a clone wants to share: undefined where neither `init` nor a save has noted it. */
export function shareWanted(runtime: Runtime, folder: string): Share | undefined {
  const [nearest] = repositoriesAround(runtime, folder);
  return nearest && notedIn(runtime, nearest);
}

/**
 * Whether a pull shows records to git where the person of this clone shares notes alone, and has not run `init` since.
 * The next write keeps them out of commits.
 */
export function showsMoreThanWanted({ runtime, folder }: Pick<Store, "runtime" | "folder">): boolean {
  const own = ignoreTextIn(runtime.files, folder);
  if (own === undefined || !showsRecords(own)) return false;
  const [nearest] = repositoriesAround(runtime, folder);
  return nearest !== undefined && linesOfExclude(runtime, nearest).includes(patternsOf(nearest).notes);
}

/** What is told where a pull shows more than the person wants, until the next write. */
export function moreShownText({ folder }: Pick<Store, "folder">): Sentence {
  return said("shown_by_pull", { path: join(folder, IGNORE_FILE) });
}

/** The next step where a pull shows more than the person wants. */
export function moreShownStep(): Sentence {
  return said("shown_by_pull_step");
}

/** What a pull shows and the next step, in one line. */
export function moreShownLine(store: Pick<Store, "folder">): Sentence {
  return said("loss", { what: moreShownText(store), step: moreShownStep() });
}

/** Whether a `.gitignore` in the data folder shows records to git. */
export function showsRecords(text: string): boolean {
  return !leavesOutAll(text) && !RECORDS.every((file) => isIgnored([{ folder: "", text }], file));
}

/** The files by which git knows what of a data folder it shows to others, and how it merges that. */
export const GITS_FILES: readonly StorePath[] = [IGNORE_FILE, ATTRIBUTES_FILE];

/** Files of records; the daily file of one day stands for all days. */
const RECORDS = [FACTS_FILE, SESSIONS_FILE, dailyFile("2026-01-01")];

/**
 * Keeps the data folder out of commits, and warns of what it changed. Where the person's own `.gitignore` shows records
 * on purpose, only the token is kept out.
 *
 * The rule goes into git's exclude file, which no commit carries. Where a `.gitignore`, which ranks above it, still
 * shows the folder, the folder's own gets a last line that leaves out everything.
 */
export function keepPrivate(store: Store, wasForeign: boolean): void {
  const { runtime, folder } = store;
  const { files } = runtime;
  const own = ignoreTextIn(files, folder);
  // `init` writes the file so, and no other file ranks above it.
  if (own !== undefined && leavesOutAll(own)) return;
  const around = repositoriesAround(runtime, folder);
  const [nearest] = around;
  if (!nearest) return;
  const isShown = own !== undefined && showsRecords(own) && isOwnIgnore(store, nearest, wasForeign) &&
    around.every((each) => (notedIn(runtime, each) ?? "all") === "all");
  const meant = isShown ? [TOKEN_FILE] : [TOKEN_FILE, ...RECORDS];
  const isKept = () => around.every((each) => meant.every((file) => isLeftOut(runtime, each, file)));
  if (isKept()) return;
  const warn = (told: Sentence) => runtime.warn?.(told, languageIn(runtime, folder));
  const { data, exclude } = nearest;
  const wanted = notedIn(runtime, nearest);
  // The exclude file holds for all branches, and another branch may share the folder.
  const isForAll = wanted === "notes" ? own !== undefined : wanted !== "all";
  if (exclude !== undefined && (isShown || isForAll)) {
    addPattern(runtime, exclude, isShown ? patternFor(`${data}/${TOKEN_FILE}`) : patternsOf(nearest).none);
    if (isKept()) {
      const token = join(folder, TOKEN_FILE);
      return warn(
        isShown ? said("token_excluded", { token, path: exclude }) : said("excluded", { folder, path: exclude }),
      );
    }
  }
  // The person's own `.gitignore` is not changed for the token alone.
  if (isShown) return;
  const path = join(folder, IGNORE_FILE);
  if (files.linkTarget(path) !== undefined) files.remove(path);
  const before = own === undefined || own === "" || own.endsWith("\n") ? own ?? "" : `${own}\n`;
  replaceAtomically(runtime, path, `${before}*\n`);
  warn(said("excluded", { folder, path }));
}

/**
 * Whether the `.gitignore` of a data folder counts as the person's. In a folder that nobody had claimed, git or
 * somebody else has brought it. Then it counts only if the person shares everything, and git has made the folder
 * itself: in a linked worktree, or anew where a folder of the person's was.
 */
function isOwnIgnore(store: Store, nearest: Repository, wasForeign: boolean): boolean {
  const { runtime, folder, home } = store;
  if (!wasForeign) return true;
  if (notedIn(runtime, nearest) !== "all") return false;
  return mainWorktree(runtime, nearest.root) !== undefined ||
    homesOfPlace(runtime, folder, "project").some((each) => each !== home);
}

/** Adds a pattern to an exclude file, if git's folder can be written, which it can't in a client's sandbox. */
function addPattern(runtime: Runtime, path: string, pattern: string): void {
  // The caller changes the folder's own `.gitignore` instead.
  tried(() => {
    const before = excludeText(runtime.files, path);
    const after = withPatterns(before, [pattern]);
    if (after === before) return;
    replaceAtomically(runtime, path, after, { mode: runtime.files.stat(path)?.mode ?? EXCLUDE_FILE_MODE });
  });
}

/**
 * The files among these that git tracks although a rule leaves them out: no records or notes shared on purpose, any
 * token.
 */
export function exposedIn({ runtime, folder }: Store, files: readonly StorePath[]): StorePath[] {
  const [nearest] = repositoriesAround(runtime, folder);
  if (!nearest) return [];
  const tracking = trackingIn(runtime, folder);
  return files.filter((file) =>
    !file.startsWith(`${SHARE_FOLDER}/`) && tracking(file) === "tracked" &&
    (file === TOKEN_FILE || isLeftOut(runtime, nearest, file))
  );
}

/** Whether git tracks a file of a data folder, or would add it. */
export function goesAlong({ runtime, folder }: Pick<Store, "runtime" | "folder">, file: StorePath): boolean {
  const own = ignoreTextIn(runtime.files, folder);
  // As `init` writes it: then no rule of the repository need be read.
  if (own === undefined || !leavesOutAll(own)) {
    const [nearest] = repositoriesAround(runtime, folder);
    if (!nearest) return false;
    if (!isLeftOut(runtime, nearest, file)) return true;
  }
  return trackingIn(runtime, folder)(file) === "tracked";
}

/** Whether a commit of a repository around would take along a file that git does not track: no rule leaves it out. */
export function isShownToGit(runtime: Runtime, path: string): boolean {
  return repositoriesAround(runtime, dirname(path)).some((each) => !isLeftOut(runtime, each, basename(path)));
}

/**
 * Whether git's exclude file names no file of ours in the project, since the `.git` came after `init` or was made anew.
 * If only some lines are missing, a person took them out on purpose. Each start of a session asks.
 */
export function namesNoFile({ runtime, project, locations: { projectRoot: root } }: Memory): boolean {
  if (root === undefined || !project || project.standing === "foreign") return false;
  const worktree = worktreeOf(runtime, root);
  const path = worktree && excludeFileOf(runtime.files, worktree);
  if (!worktree || path === undefined) return false;
  const token = join(project.folder, TOKEN_FILE);
  return !pathsIn(excludeText(runtime.files, path)).map((name) => join(worktree.root, name))
    .some((file) => file !== token && isInside(file, root));
}

/**
 * Warns after a save that git tracks the file. To refuse the save would let a repository stop all saving. `note` notes
 * what others say in these files before the person reads how to untrack them. Never throws.
 */
export function tellExposed(
  store: LockedStore,
  files: readonly StorePath[],
  note: (store: LockedStore, exposed: readonly StorePath[]) => void,
): void {
  const { runtime, folder } = store;
  const { warn } = runtime;
  if (!warn) return;
  // Git's files can't be read; the save stands without a warning.
  tried(() => {
    // Each note stands in the table and in the list of ids, too.
    const isNote = files.some((file) => file.startsWith(`${NOTES_FOLDER}/`));
    const written = [...files, ...isNote ? [NOTES_INDEX_FILE, USED_IDS_FILE] : []];
    const exposed = exposedIn(store, written);
    if (exposed.length === 0) return;
    // In a client's sandbox the home can't be written.
    tried(() => note(store, exposed));
    warn(exposedText(store, exposed), languageIn(runtime, folder));
  });
}

/** The language of the person to whom a data folder belongs. */
export function languageIn(runtime: Runtime, folder: string): Language {
  return languageOf(runtime, loadConfig(runtime, { projectFolder: folder }).config);
}

/** What a commit takes along, since git tracks these files, and the command that ends it. */
export function exposedText(store: Store, exposed: readonly StorePath[]): Sentence {
  const { saved, paths } = exposedPaths(store, exposed);
  return said(saved ? "exposed" : "still_shown", { paths, step: exposedStep(store, exposed) });
}

/** The paths of the exposed files into which saves write; without any, `saved` is false and they are git's files. */
export function exposedPaths({ folder }: Store, exposed: readonly StorePath[]): { saved: boolean; paths: Sentence } {
  const written = exposed.filter((file) => !GITS_FILES.includes(file));
  const saved = written.length > 0;
  return { saved, paths: some((saved ? written : exposed).map((file) => join(folder, file))) };
}

/** The next step for files that git tracks. */
export function exposedStep({ runtime, folder }: Store, exposed: readonly StorePath[]): Sentence {
  const command = `git rm --cached ${exposed.map((file) => shellWord(runtime, join(folder, file))).join(" ")}`;
  return said("exposed_step", { command });
}

function leavesOutAll(text: string): boolean {
  const lines = text.split(/\r?\n/);
  return lines.includes("*") && !lines.some((line) => line.startsWith("!"));
}

/** A repository whose commits could carry the data folder. */
interface Repository {
  readonly root: string;
  /** The data folder, as git writes it. */
  readonly data: string;
  /** The exclude file; undefined where a planted `.git` may name that of another repository. */
  readonly exclude: string | undefined;
}

/** The repositories around a data folder, nearest first, up to the first whose `.git` is surely not broken. */
function repositoriesAround(runtime: Runtime, folder: string): Repository[] {
  const { files } = runtime;
  const real = destination(files, folder);
  const found: Repository[] = [];
  for (const root of foldersAround(runtime, real)) {
    if (files.stat(join(root, ".git")) === undefined) continue;
    const worktree = ownWorktreeAt(runtime, root);
    found.push({ root, data: gitPath(root, real), exclude: worktree && excludeFileOf(files, worktree) });
    if (worktree && files.stat(join(worktree.gitFolder, "HEAD"))) break;
  }
  return found;
}

function isLeftOut({ files }: Runtime, { root, data, exclude }: Repository, file: string): boolean {
  const path = data === "" ? file : `${data}/${file}`;
  return isIgnored(ignoringOf(files, root, exclude, path), path);
}

/** What the exclude file says of the data folder; only `memory init --share` changes that line. */
function notedIn(runtime: Runtime, repository: Repository): ReturnType<typeof shareWanted> {
  const lines = linesOfExclude(runtime, repository);
  const patterns = patternsOf(repository);
  return SHARES.find((share) => lines.includes(patterns[share]));
}

function linesOfExclude({ files }: Runtime, { exclude }: Repository): string[] {
  // A file that is too large says nothing, as where its patterns are followed (git/ignore.ts).
  const text = exclude === undefined ? undefined : tried(() => excludeText(files, exclude));
  return text === undefined ? [] : text.split(/\r?\n/);
}
